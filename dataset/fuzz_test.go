package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
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
		`{"id":"q1","question":"How much?","gold":["4.2"],"answer":"4","passages":["a",{"id":"p","text":"b","score":1}],"tags":{"a":1},`+
			`"extra":{}}`,
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
	fuzzFormat(f, "simple-evals", 11, "Question,A,B,C,D,Answer\nq,1,2,3,4,B\n", "metadata,problem,answer\n{},q,a\n",
		`{"qid":1,"question":"q","answer":"a"}`)
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

func FuzzDocuments(f *testing.F) {
	fuzzFormat(f, "", 15, larkmoorCase, finqaCase, flatCase, tatqaCase, benchCase,
		`{"financebench_id":"a","question":"Q","gold_answer":1,"model_answer":"b","label":"Refusal"}`,
		`{"question":"Q","gold_text":"1","final_answer_text":"2","correct":true}`)
}
