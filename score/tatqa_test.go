package score

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// tatqaQuestions is how many questions the development set of TAT-QA has.
const tatqaQuestions = 1668

func TestTatqa(t *testing.T) {
	runCases(t, []example{
		{"right with its scale", "tatqa-em", Input{Gold: []string{"-12.6"}, Unit: "million", Answer: "-12.6 million"},
			Scored, 1, "-12600000.0", ""},
		{"scale beside the answer", "tatqa-em", Input{Gold: []string{"$1,496.5"}, GoldList: true, Unit: "million",
			List: []string{"1496.5"}, Answer: "1496.5", AnswerUnit: "million"}, Scored, 1, "1496500000.0", ""},
		{"no scale", "tatqa-em", Input{Gold: []string{"-12.6"}, Unit: "million", Answer: "-12.6"}, Scored, 0, "-12.6", ""},
		{"another scale", "tatqa-em", Input{Gold: []string{"-12.6"}, Unit: "million", Answer: "-12.6 thousand"}, Scored, 0, "-12600.0", ""},
		{"another scale, in part", "tatqa-f1", Input{Gold: []string{"-12.6"}, Unit: "million", Answer: "-12.6 thousand"},
			Scored, 0, "-12600.0", ""},
		{"percent in words", "tatqa-em", Input{Gold: []string{"-22.22"}, Unit: "percent", Answer: "-22.2222 percent"}, Scored, 1, "-0.2222", ""},
		{"percent sign", "tatqa-em", Input{Gold: []string{"22.22"}, Unit: "percent", Answer: "22.22%"}, Scored, 1, "0.2222", ""},
		{"fraction", "tatqa-em", Input{Gold: []string{"22.22"}, Unit: "percent", Answer: "0.2222"}, Scored, 1, "0.2222", ""},
		{"parentheses", "tatqa-em", Input{Gold: []string{"(19)"}, GoldList: true, Unit: "thousand", Answer: "-19 thousand"},
			Scored, 1, "-19000.0", ""},
		{"final", "tatqa-em", Input{Gold: []string{"7"}, Answer: "The parts add up.\nFINAL: 7."}, Scored, 1, "7.0", ""},
		{"any order", "tatqa-em", Input{Gold: []string{"2019", "2018"}, GoldList: true, Answer: "2018 and 2019"}, Scored, 1, "2018.0 2019.0", ""},
		{"item missing", "tatqa-f1", Input{Gold: []string{"the Harbor segment", "Mills"}, GoldList: true, Answer: "Mills"},
			Scored, 0.5, "mills", ""},
		{"item missing, exactly", "tatqa-em", Input{Gold: []string{"the Harbor segment", "Mills"}, GoldList: true,
			Answer: "Mills"}, Scored, 0, "mills", ""},
		{"number in a sentence", "tatqa-em", Input{Gold: []string{"7"}, Answer: "It was 7"}, Scored, 0, "it was 7", ""},
		{"a computed gold is right or wrong", "tatqa-f1", Input{Gold: []string{"7"}, Answer: "7 years"}, Scored, 0, "7 years", ""},
		{"a span is shared in part", "tatqa-f1", Input{Gold: []string{"five years"}, GoldList: true, Answer: "years"}, Scored, 0.67, "years", ""},
		{"alternatives", "tatqa-em", Input{Gold: []string{"8", "7"}, Answer: "7"}, Scored, 1, "7.0", ""},
		{"empty list", "tatqa-f1", Input{Gold: []string{"7"}, List: []string{}}, Scored, 0, "", "the answer is empty, which the published evaluator counts as wrong"},
		{"blanks", "tatqa-em", Input{Gold: []string{"7"}, Answer: "  "}, Scored, 0, "", "the answer is empty, which the published evaluator counts as wrong"},
		{"full stop", "tatqa-em", Input{Gold: []string{"502"}, Answer: "502.0."}, Scored, 1, "502.0", ""},
		{"percentage in parentheses", "tatqa-em", Input{Gold: []string{"-8"}, Unit: "percent", Answer: "(8%)"}, Scored, 1, "-0.08", ""},
		{"scale after a list", "tatqa-em", Input{Gold: []string{"5.5", "6.5"}, GoldList: true, Unit: "million", Answer: "6.5 and 5.5 million"},
			Scored, 1, "5500000.0 6500000.0", ""},
		{"commas in items", "tatqa-em", Input{Gold: []string{"Mills, Inc.", "Harbor"}, GoldList: true, Answer: "Mills, Inc., Harbor"},
			Scored, 1, "harbor mills inc", ""},
		{"texts are compared whatever they say", "tatqa-f1", Input{Gold: []string{"7"}, Answer: "I do not know."}, Scored,
			0, "i do not know", ""},
		{"not BLEU", "bleu_legacy", Input{Gold: []string{"net sales rose"}, Answer: "rose net sales"}, Scored, 1, "", ""},
	})
}

func TestPyNumbers(t *testing.T) {
	tests := []struct {
		text, token string
		numeric     bool
	}{
		{"12", "12", true}, {"12.50", "12.5", true}, {"$1,234", "1234", true}, {"(134)", "-134", true}, {"(1.5%)", "-0.015", true},
		{"12%", "0.12", true}, {"1 million", "1000000", true}, {"2.5 Billion", "2500000000.0", true}, {"1 dog", "", false},
		{"1e5", "1", true}, {"1_000", "1", true}, {"1__0", "", false}, {"inf", "None", true}, {"nan", "", false}, {".5", "None", true},
		{"-.5", "None", true}, {"5.", "5", true}, {"-0.00001", "-0.0", true}, {"+7", "7", true}, {"١٢", "12", true}, {"", "", false},
		{"$", "", false}, {"12345678901234567890123", "12345678901234567890123", true}, {"12345678901234567890.5",
			"1.2345678901234567e+19", true},
		{"0.00012", "0.0001", true}, {"50 percent", "0.5", true},
	}
	for _, test := range tests {
		if got := pyNumeric(test.text); got != test.numeric {
			t.Errorf("%q is a number: %v, want %v", test.text, got, test.numeric)
		}
		if got := numberToken(test.text); test.numeric && got != test.token {
			t.Errorf("%q reads %q, want %q", test.text, got, test.token)
		}
	}
}

// tatqaQuestion is a question of the data set and its prediction.
type tatqaQuestion struct {
	UID    string          `json:"uid"`
	Answer json.RawMessage `json:"answer"`
	Scale  string          `json:"scale"`
}

// input is a question with its prediction as a stored answer gives it: a list and a scale beside it. What
// the published evaluator takes for no answer, 0 among it, is none.
func (q *tatqaQuestion) input(t *testing.T, prediction [2]json.RawMessage) Input {
	t.Helper()
	in := Input{Unit: q.Scale, List: []string{}}
	var err error
	if in.Gold, in.GoldList, err = texts("gold", q.Answer); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(prediction[1], &in.AnswerUnit); err != nil {
		t.Fatal(err)
	}
	if string(prediction[0]) == "0" || string(prediction[0]) == `""` {
		return in
	}
	answers, _, err := texts("answer", prediction[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		in.List, in.Answer = append(in.List, a), in.Answer+a
	}
	return in
}

// TestTatqaSample holds both scorers to the published evaluator on its own sample prediction. The
// expectations are written by bench/figure/run.sh expect.
func TestTatqaSample(t *testing.T) {
	dir := filepath.Join(realTexts, "tatqa")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no TAT-QA in %s: it stands outside the repository", dir)
	}
	var want struct {
		SHA256 []string
		EM     string
		F1     []float64
	}
	readJSON(t, "testdata/tatqa.json", &want)
	var contexts []struct{ Questions []tatqaQuestion }
	var predictions map[string][2]json.RawMessage
	for i, file := range []string{"tatqa_dataset_dev.json", "sample_prediction.json"} {
		data := readJSON(t, filepath.Join(dir, file), []any{&contexts, &predictions}[i])
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want.SHA256[i] {
			t.Fatalf("%s is not the file that the expectations were made from", file)
		}
	}
	n, exact, partly := 0, 0.0, 0.0
	for _, c := range contexts {
		for _, q := range c.Questions {
			in := q.input(t, predictions[q.UID])
			em, f1 := mustFind(t, "tatqa-em").Score(&in), mustFind(t, "tatqa-f1").Score(&in)
			if em.Value != float64(want.EM[n]-'0') || math.Abs(f1.Value-want.F1[n]) > near {
				t.Errorf("%s: %v and %v, want %c and %v: %+v", q.UID, em.Value, f1.Value, want.EM[n], want.F1[n], in)
			}
			n, exact, partly = n+1, exact+em.Value, partly+f1.Value
		}
	}
	if n != tatqaQuestions {
		t.Errorf("%d questions, want %d", n, tatqaQuestions)
	}
	t.Logf("%d questions: exact match %.2f, F1 %.2f", n, 100*exact/float64(n), 100*partly/float64(n))
}

func readJSON(t *testing.T, path string, into any) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(bytes.TrimSpace(data), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return data
}

func mustFind(t *testing.T, name string) *Scorer {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
