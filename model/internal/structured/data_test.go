package structured

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// equityData is real output of judges, outside of this repository.
const equityData = "../../../shared/data/equity-research"

// judged reads the stored outputs of judges that were well-formed.
func judged(t testing.TB) map[string]string {
	t.Helper()
	root := filepath.Join(equityData, "evaluations")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no stored evaluations beside the repository: ", err)
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*_eval.json"))
	if err != nil || len(files) < 600 {
		t.Fatalf("found %d evaluations (%v), want at least 600", len(files), err)
	}
	texts := map[string]string{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	return texts
}

func TestReadKeepsEvaluationsByteForByte(t *testing.T) {
	for name, text := range judged(t) {
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(text)); err != nil {
			t.Errorf("%s is not well-formed: %v", name, err)
			continue
		}
		r, err := Read(text)
		if err != nil || len(r.Mended) > 0 || r.Truncated || !bytes.Equal(r.JSON, want.Bytes()) {
			t.Errorf("%s: mended %v, truncated %v, %v", name, r.Mended, r.Truncated, err)
		}
	}
}

// evaluation is what all judges of the malformed replies were asked for, as far as it is checked here.
type evaluation struct {
	Grade     string                       `json:"grade"`
	Reasoning string                       `json:"summary_reasoning"`
	Extracted []map[string]json.RawMessage `json:"assumptions_extracted"`
	Checks    map[string]json.RawMessage   `json:"checks"`
	Flags     map[string]json.RawMessage   `json:"flags"`
	Content   *struct {
		Insights []struct {
			Text     string `json:"text"`
			Relevant bool   `json:"decision_relevant"`
		} `json:"insights_classified"`
		RedFlags []string `json:"red_flags"`
	} `json:"content_checks"`
}

// malformed are real replies that broke their readers, and what a person reads in them. The long text is
// told by the first digits of its SHA-256.
var malformed = []struct {
	file      string
	mend      []Kind
	grade     string
	reasoning string
	extracted int
	checks    int
	flags     map[string]int // items by flag
}{
	{"claude_oai_C_depth_eval.raw.txt", []Kind{Fence, InnerQuote, InnerQuote}, "Poor", "822ecf0926b6", 0, 6,
		map[string]int{"missing_mechanisms": 3, "unsupported_assumptions": 3, "lack_of_sensitivity": 3}},
	{"claude_xai_PNC_depth_eval.raw.txt", []Kind{Fence, InnerQuote, InnerQuote, InnerQuote, InnerQuote}, "Fair", "cde96a5f8aea", 0, 6,
		map[string]int{"missing_mechanisms": 2, "unsupported_assumptions": 2, "lack_of_sensitivity": 2}},
	{"gemini_gemini_ADBE_assumptions_eval.json", []Kind{ListOfOne}, "Poor", "276e64949cfb", 6, 7,
		map[string]int{"contradictions": 1, "missing_or_opaque_assumptions": 2, "unjustified_parameters": 1}},
	{"gemini_gemini_AVGO_assumptions_eval.json", []Kind{ListOfOne}, "Poor", "cccb62a2a9b3", 6, 7,
		map[string]int{"contradictions": 3, "missing_or_opaque_assumptions": 2, "unjustified_parameters": 1}},
	{"gemini_gemini_CRWD_assumptions_eval.json", []Kind{ListOfOne}, "Poor", "dae0f52f1cb2", 5, 7,
		map[string]int{"contradictions": 3, "missing_or_opaque_assumptions": 1, "unjustified_parameters": 1}},
	{"gemini_gemini_JNJ_assumptions_eval.json", []Kind{ListOfOne}, "Poor", "72298356f2bb", 6, 7,
		map[string]int{"contradictions": 2, "missing_or_opaque_assumptions": 1, "unjustified_parameters": 1}},
	{"gemini_oai_COF_assumptions_eval.json", []Kind{ListOfOne}, "Fair", "f10c7a7c2892", 6, 7,
		map[string]int{"contradictions": 1, "missing_or_opaque_assumptions": 2, "unjustified_parameters": 1}},
	{"gpt_5_oai_META_originality_eval.raw.txt", []Kind{Windows1252, Windows1252, Windows1252, Windows1252, Windows1252,
		Windows1252, Escape}, "Fair", "d7752cd65f46", 0, 4, nil},
}

// malformedStrings are strings in those replies that a careless reader gets wrong.
var malformedStrings = []struct{ file, text string }{
	{"claude_oai_C_depth_eval.raw.txt", `"terminal growth is 2%\" with no benchmark"`},
	{"claude_oai_C_depth_eval.raw.txt", `"operating margins improve from ~20% to ~23%\" without justification"`},
	{"claude_xai_PNC_depth_eval.raw.txt", `"Terminal growth of 2.5%\" with no industry benchmark"`},
	{"claude_xai_PNC_depth_eval.raw.txt", `"WACC at 9.5%\" without peer comparison"`},
	{"claude_xai_PNC_depth_eval.raw.txt", `"10-15 basis points margin compression\" without range analysis"`},
	{"claude_xai_PNC_depth_eval.raw.txt", `"10-20% valuation swings\" appear arbitrary"`},
	{"gpt_5_oai_META_originality_eval.raw.txt", `$64–$72B`},
	{"gpt_5_oai_META_originality_eval.raw.txt", `; ~$69B cumulative) that`},
	{"gpt_5_oai_META_originality_eval.raw.txt", `management’s figures`},
}

func malformedReply(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(equityData, "malformed-judge-output", file))
	if err != nil {
		t.Skip("no malformed replies beside the repository: ", err)
	}
	return string(data)
}

func TestReadMalformedReplies(t *testing.T) {
	for _, test := range malformed {
		t.Run(test.file, func(t *testing.T) {
			r, err := ReadObject(malformedReply(t, test.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(r); !slices.Equal(got, test.mend) || r.Truncated {
				t.Errorf("mended %v, want %v", r.Mended, test.mend)
			}
			var e evaluation
			if err := r.Decode(&e); err != nil {
				t.Fatal(err)
			}
			if e.Grade != test.grade || len(e.Extracted) != test.extracted || len(e.Checks) != test.checks {
				t.Errorf("grade %q, %d extracted, %d checks", e.Grade, len(e.Extracted), len(e.Checks))
			}
			if got := hash(e.Reasoning); got != test.reasoning {
				t.Errorf("the reasoning has the hash %s, want %s", got, test.reasoning)
			}
			for flag, want := range test.flags {
				var items []json.RawMessage
				if err := json.Unmarshal(e.Flags[flag], &items); err != nil || len(items) != want {
					t.Errorf("%s has %d items (%v), want %d", flag, len(items), err, want)
				}
			}
			if test.flags == nil && (e.Content == nil || len(e.Content.Insights) != 6 || len(e.Content.RedFlags) != 4 ||
				e.Content.Insights[4].Relevant) {
				t.Errorf("content is %+v", e.Content)
			}
		})
	}
}

func TestReadMalformedStrings(t *testing.T) {
	for _, test := range malformedStrings {
		r, err := Read(malformedReply(t, test.file))
		if err != nil || !strings.Contains(string(r.JSON), test.text) {
			t.Errorf("%s: no %s (%v)", test.file, test.text, err)
		}
	}
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}
