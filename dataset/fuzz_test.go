package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayhq/assay/system"
)

// fuzzFormat opens whatever it is given: it has to end with an error, or with the same cases twice.
func fuzzFormat(f *testing.F, format string, least int, seeds ...string) {
	seeds = append(seeds, "", "\ufeff", "{", "[", "[{}]", "a,b\n\"", "\x1f\x8b\x08", "PAR1")
	if len(seeds) < least {
		f.Fatalf("%d seeds, want %d", len(seeds), least)
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	path := filepath.Join(f.TempDir(), "set")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, format)
		if err != nil {
			if err.Error() == "" || !utf8.ValidString(err.Error()) {
				t.Errorf("error %q", err)
			}
			return
		}
		first, second := read(t, s), read(t, s)
		if !reflect.DeepEqual(first, second) {
			t.Error("two readings differ")
		}
		if len(first) == 0 || len(first) != min(s.Len, mostRead) {
			t.Errorf("%d cases, Len %d", len(first), s.Len)
		}
		for _, c := range first {
			if c.ID == "" || c.Extra != nil && !json.Valid(c.Extra) {
				t.Errorf("case %+v", c)
			}
			if _, err := json.Marshal(c); err != nil {
				t.Errorf("case %+v: %v", c, err)
			}
		}
	})
}

const mostRead = 2000

func read(t *testing.T, s *Set) []system.Case {
	var cases []system.Case
	for c, err := range s.Cases() {
		if err != nil {
			t.Fatal(err)
		}
		if cases = append(cases, *c); len(cases) == mostRead {
			break
		}
	}
	return cases
}

func FuzzAssay(f *testing.F) {
	fuzzFormat(f, "assay", 14,
		`{"id":"q1","question":"How much?","gold":["4.2"],"answer":"4","passages":["a",{"id":"p","text":"b","score":1}],"tags":{"a":1},"extra":{}}`,
		"[{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]},\n{\"variables\":{\"a\":[1]}}]",
		"id,question,gold,tags.year,gold_list\n1,Q,\"[\"\"A\"\"]\",2024,true\n",
		"question;gold\nQ;\"a\nb\"\n", "- question: a\n  gold: [b]\n", `{"question":"\ud83d\ude00","gold":1e5}`)
}

func FuzzOpenAIEvals(f *testing.F) {
	fuzzFormat(f, "openai-evals", 11,
		`{"input":[{"role":"system","name":"example_user","content":"a"},{"role":"user","content":[{"type":"text","text":"b"}]}],"ideal":["c"]}`,
		`{"input":"a","ideal":{"b":[1]},"x":null}`, `[{"input":"a"},{"input":"a"}]`)
}

func FuzzSimpleEvals(f *testing.F) {
	fuzzFormat(f, "simple-evals", 11, "Question,A,B,C,D,Answer\nq,1,2,3,4,B\n", "metadata,problem,answer\n{},q,a\n", `{"qid":1,"question":"q","answer":"a"}`)
}

func FuzzRagas(f *testing.F) {
	fuzzFormat(f, "ragas", 13,
		`{"question":"q","contexts":["a"],"answer":"b","ground_truths":["c"]}`,
		`{"user_input":[{"content":"a","type":"human"}],"retrieved_contexts":["x"],"retrieved_context_ids":[1],"reference":"y"}`,
		`{"question":["q"],"contexts":[["a"]],"answer":["b"]}`, `{"question":{"0":"q"},"answer":{"0":"b"}}`,
		",question,contexts,answer\n0,q,\"['a', 'b\\x41']\",c\n")
}

func FuzzPromptfoo(f *testing.F) {
	fuzzFormat(f, "promptfoo", 14, config,
		"question,__expected,__metadata:a[],__config:__expected:threshold\nq,similar(0.5):a,b,1\n",
		`{"vars":{"q":["a","b"]},"assert":[{"type":"equals","value":"{{q}}"}]}`,
		"tests: [{vars: {a: &x [b, c], d: *x}, assert: [{type: assert-set, assert: [{type: cost}]}]}]",
		"a: &a [b]\ntests: [{vars: {<<: {c: d}, e: *a}}]\n",
		"scenarios: [{config: [{vars: {a: b}}], tests: [{vars: {c: '{{a}}'}}]}]")
}

func FuzzParquet(f *testing.F) {
	data, err := os.ReadFile(writeParquet(f, ragasRows()))
	if err != nil {
		f.Fatal(err)
	}
	fuzzFormat(f, "ragas", 9, string(data))
}

// FuzzJSON holds the reader of JSON against that of the standard library.
func FuzzJSON(f *testing.F) {
	seeds := []string{`{"a":[1,-2.5e+3,true,false,null,"\u00e9\ud83d\ude00\\\""]}`, `[]`, `"a"`, `-0`, `01`, `{"a":1,"a":2}`, `NaN`, `[1,]`, "\"\xff\"", `"\ud83d"`, " 1 ", `{"":{}}`}
	if len(seeds) < 12 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := parseJSON(data, 1, maxNodes)
		if err == nil {
			if !json.Valid(data) {
				t.Fatalf("%q is no JSON", data)
			}
			var want any
			if json.Unmarshal(data, &want) == nil && !reflect.DeepEqual(plainJSON(t, n), want) {
				t.Fatalf("%q: read otherwise than the standard library does", data)
			}
			return
		}
		if stricter := strings.Contains(err.Error(), "stands twice") || strings.Contains(err.Error(), "half a character") ||
			strings.Contains(err.Error(), "deep") || strings.Contains(err.Error(), "UTF-8"); !stricter && json.Valid(data) {
			t.Fatalf("%q is JSON, and was refused: %v", data, err)
		}
	})
}

// plainJSON is a node as the standard library would have read it, by way of its own writer.
func plainJSON(t *testing.T, n *node) any {
	stripRaw(n)
	b, err := n.appendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%q: %v", b, err)
	}
	return v
}

func stripRaw(n *node) {
	n.raw = nil
	for _, v := range values(n) {
		stripRaw(v)
	}
}

func FuzzYAML(f *testing.F) {
	seeds := []string{config, "a: b", "- - - a", "&a [*a]", "? a\n: b", "!!str 1", "a: |\n  b\n", "<<: {a: b}", "{a: [b, {c: d}]}", "a: .nan", "%YAML 1.2\n---\na\n...\n", "\"a\\x41\""}
	if len(seeds) < 12 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := parseYAML(data)
		if (n == nil) == (err == nil) && err == nil {
			t.Fatal("neither a node nor an error")
		}
	})
}

func FuzzTemplate(f *testing.F) {
	seeds := []string{"a {{ b }} c", "{{b}}{{c}}", "{% if %}", "{# a #}", "{{", "{{ b | upper }}", "{ {b} }", "{{b}}}", "{{{b}}}", "{"}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		filled, err := fill(s, map[string]string{"b": "1", "c": ""})
		if err == nil && checkTemplate(s) != nil {
			t.Fatalf("%q was filled to %q, and is refused", s, filled)
		}
		if err == nil && strings.Contains(filled, "{{b}}") && !strings.Contains(s, "c") {
			t.Fatalf("%q was filled to %q", s, filled)
		}
	})
}

func FuzzPython(f *testing.F) {
	seeds := []string{`['a', "b"]`, `[]`, `[None, 1, 2.5]`, `['\x41\u00e9\U0001F600\n']`, `['a' 'b']`, `[`, `['a`, `[[1]]`, `['\']`, `[ 'a' , ]`}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := parsePython(s, 1)
		if !ok {
			return
		}
		b, err := n.appendJSON(nil)
		if n.kind != list || err != nil || !json.Valid(b) {
			t.Fatalf("%q: %s, %v", s, b, err)
		}
	})
}

func FuzzDocuments(f *testing.F) {
	fuzzFormat(f, "", 15, larkmoorCase, finqaCase, flatCase, tatqaCase, benchCase,
		`{"financebench_id":"a","question":"Q","gold_answer":1,"model_answer":"b","label":"Refusal"}`,
		`{"question":"Q","gold_text":"1","final_answer_text":"2","correct":true}`)
}
