package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func TestAssayCases(t *testing.T) {
	answer := "4.2 billion"
	empty, listed := "", "A, 4.20"
	for _, tt := range []struct {
		name, file, content string
		want                system.Case
	}{
		{"every key", "a.jsonl", `{"id":"q1","question":"How much?","gold":"4.2","answer":"4.2 billion","passages":["Sales rose.",` +
			`{"id":"p2","title":"Sales","text":"To 4.2.","score":0.5}],"cluster":"Quarrystone","tags":{"year":2024,"audited":true},` +
			`"messages":[{"role":"system","text":"Be short."},{"role":"user","content":"How much?"}],"variables":{"unit":"USD","list":[1,2]},` +
			`"unit":"USD","tolerance":0.01,"evidence":["s1","s2"],"extra":{"a":[1, 2]}}`,
			system.Case{ID: "q1", Question: "How much?", Gold: []string{"4.2"}, Answer: &answer, Cluster: "Quarrystone",
				Unit: "USD", Tolerance: 0.01,
				Passages: []system.Passage{{Text: "Sales rose."}, {ID: "p2", Title: "Sales", Text: "To 4.2.", Score: 0.5}},
				Messages: []system.Message{{Role: "system", Text: "Be short."}, {Role: "user", Text: "How much?"}},
				Evidence: []string{"s1", "s2"}, Tags: map[string]string{"year": "2024", "audited": "true"},
				Variables: map[string]string{"unit": "USD", "list": "[1,2]"}, Extra: json.RawMessage(`{"a":[1, 2]}`)}},
		{"a gold that is a list", "a.jsonl", `{"id":1,"question":"Which?","gold":["A, Inc.","B"]}`,
			system.Case{ID: "1", Question: "Which?", Gold: []string{"A, Inc.", "B"}, GoldList: true}},
		{"an answer that is a list", "a.jsonl", `{"id":"1","question":"Which?","gold":"A","answer":["A","4.20"]}`,
			system.Case{ID: "1", Question: "Which?", Gold: []string{"A"}, Answer: &listed, Answers: []string{"A", "4.20"}}},
		{"alternatives", "a.jsonl", `{"id":"1","gold_list":false,"question":"Which?","gold":["A","B"]}`,
			system.Case{ID: "1", Question: "Which?", Gold: []string{"A", "B"}}},
		{"digits as they were written", "a.jsonl", `{"id":"1","question":"Q","gold":1577.00,"answer":""}`,
			system.Case{ID: "1", Question: "Q", Gold: []string{"1577.00"}, Answer: &empty}},
		{"nulls say nothing", "a.jsonl", `{"id":"1","question":"Q","gold":null,"answer":null,"tags":{"a":null}}`,
			system.Case{ID: "1", Question: "Q", Tags: map[string]string{}}},
		{"the question of a conversation", "a.jsonl",
			`{"id":"1","messages":[{"role":"user","content":[{"type":"text","text":"How "},{"type":"text","text":"much?"}]}]}`,
			system.Case{ID: "1", Question: "How much?", Messages: []system.Message{{Role: "user", Text: "How much?"}}}},
		{"contexts", "a.jsonl", `{"id":"1","question":"Q","contexts":"One.","gold":true}`,
			system.Case{ID: "1", Question: "Q", Gold: []string{"true"}, Passages: []system.Passage{{Text: "One."}}}},
		{"a list", "a.json", "[\n {\"id\":\"1\",\n  \"question\":\"Q\"}\n]\n", system.Case{ID: "1", Question: "Q"}},
		{"one object over several lines", "a.json", "{\"id\":\"1\",\n  \"question\":\"Q\"\n}\n", system.Case{ID: "1", Question: "Q"}},
		{"a list in YAML", "a.yaml", "- id: 1\n  question: Q\n  gold: 0.50\n", system.Case{ID: "1", Question: "Q", Gold: []string{"0.50"}}},
		{"byte order mark and CRLF", "a.jsonl", "\ufeff{\"id\":\"1\",\"question\":\"Q\"}\r\n\r\n", system.Case{ID: "1", Question: "Q"}},
		{"escapes", "a.jsonl", `{"id":"1","question":"\u00e9\ud83d\ude00\n\"\\\/"}`, system.Case{ID: "1", Question: "é😀\n\"\\/"}},
		{"a table", "a.csv", "id,question,gold,answer,tags.year,tags.form,variables.a,tolerance,passages,gold_list\n1,\"How\nmuch?\"," +
			"\"[\"\"A\"\",\"\"B\"\"]\",,2024,,x,0.5,\"[{\"\"id\"\":\"\"p\"\",\"\"text\"\":\"\"T\"\"}]\",false\n",
			system.Case{ID: "1", Question: "How\nmuch?", Gold: []string{"A", "B"}, Answer: &empty, Tolerance: 0.5,
				Tags:      map[string]string{"year": "2024"},
				Variables: map[string]string{"a": "x"}, Passages: []system.Passage{{ID: "p", Text: "T"}}}},
		{"tabs", "a.tsv", "id\tquestion\tgold\r\n1\tQ, or not\t4,2\r\n", system.Case{ID: "1", Question: "Q, or not", Gold: []string{"4,2"}}},
		{"semicolons under a wrong name", "a.json", "id;question;gold\n1;Q;4,2\n", system.Case{ID: "1", Question: "Q", Gold: []string{"4,2"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, format := range []string{"", "assay"} {
				s := mustOpen(t, write(t, tt.file, tt.content), format)
				cases := all(t, s)
				if s.Format != "assay" || len(cases) != 1 || !reflect.DeepEqual(*cases[0], tt.want) {
					t.Errorf("as %s:\n got %+v\nwant %+v", s.Format, *cases[0], tt.want)
				}
				if len(s.SHA256) != 64 || len(s.Files) != 1 || (len(s.Notes) != 0) != (tt.name == "a table") {
					t.Errorf("hash %q, files %v, notes %q", s.SHA256, s.Files, s.Notes)
				}
			}
		})
	}
}

func TestAssayRefuses(t *testing.T) {
	for _, tt := range []struct{ name, content, says string }{
		{"a slip in a key", `{"qestion":"Q","gold":"A"}`, `:1: unknown key "qestion"; did you mean "question"?`},
		{"a key of nobody", `{"question":"Q","gold":"A","difficulty":3}`,
			`unknown key "difficulty"; what the format does not know goes under "extra"`},
		{"nothing asked", `{"id":"1","gold":"A"}`, "nothing is asked"},
		{"a list of lists", `{"question":"Q","gold":[["A"]]}`, `"gold": item 1 of the list holds a list`},
		{"an answer of lists", `{"question":"Q","gold":"A","answer":[["A"]]}`, `"answer": item 1 of the list holds a list`},
		{"tolerance out of range", `{"question":"Q","gold":"A","tolerance":1}`, "from 0 to less than 1"},
		{"tolerance as a text", `{"question":"Q","gold":"A","tolerance":"0.1"}`, "must be a number, got a text"},
		{"an empty id", `{"id":" ","question":"Q","gold":"A"}`, `"id": is empty`},
		{"two names of passages", `{"question":"Q","passages":"a","contexts":"b"}`, "two names of one thing"},
		{"a passage without text", `{"question":"Q","passages":[{"id":"a"}]}`, "item 1 has no text"},
		{"a slip in a passage", `{"question":"Q","passages":[{"txt":"a"}]}`, `"txt" is unknown; did you mean "text"?`},
		{"a tool in a conversation", `{"messages":[{"role":"tool","content":"a"}]}`, `message 1 has the role "tool"`},
		{"an image", `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{}}]}]}`, "has a part that is no text"},
		{"a key twice", `{"question":"Q","gold":"A","gold":"B"}`, `:1:28: the key "gold" appears twice`},
		{"NaN", `{"question":"Q","gold":NaN}`, ":1:24: NaN is no JSON: write null"},
		{"Infinity", `{"question":"Q","tolerance":-Infinity}`, "Infinity is no JSON"},
		{"single quotes", `{"question":'Q'}`, "double quotes"},
		{"cut off", `{"question":"Q","gold":"A`, "cut off"},
		{"half a character", `{"question":"\ud83d","gold":"A"}`, "half a character"},
		{"a comma too many", `{"question":"Q","gold":"A",}`, `a comma before '}'`},
		{"text after the end", `{"question":"Q","gold":"A"} x`, `unexpected "x" after the end`},
		{"no UTF-8", "{\"question\":\"Q\xff\",\"gold\":\"A\"}", ":1:15: byte 0xff is not UTF-8"},
		{"deep", `{"question":"Q","gold":"A","extra":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}", "nested more than 100 deep"},
		{"no object", `["a"]`, "a record must be an object, got a text"},
		{"a cell too many", "question,gold\nQ,A,B\n", ":2: 3 cells under 2 columns"},
		{"a quotation mark in a cell", "question,gold\nQ,A \"b\" c\n", ":2:5: a quotation mark inside a cell"},
		{"a column twice", "question,gold,gold\nQ,A,B\n", `the column "gold" appears twice`},
		{"a table that is no UTF-8", "question,gold\nQ,\xff\n", "not UTF-8"},
		{"a list that is not closed", `[{"question":"Q","gold":"A"},`, "the list is cut off"},
		{"text after a list", "[{\"question\":\"Q\",\"gold\":\"A\"}]\n]", ":2: unexpected ']' after the end of the list"},
		{"an empty item", `[{"question":"Q","gold":"A"},]`, "an item is missing before ']'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(write(t, "a.jsonl", tt.content+"\n"), "assay")
			wantError(t, err, tt.says)
		})
	}
}

// TestProblemsOfAllLines breaks many lines: each is told with its place, up to a number, then counted.
func TestProblemsOfAllLines(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		if i%2 == 0 {
			b.WriteString(`{"question":"Q","gold":"A"}` + "\n")
		} else {
			b.WriteString(`{"question":"Q","gold":"A","tolerance":` + strings.Repeat("9", i) + "}\n")
		}
	}
	_, err := Open(write(t, "a.jsonl", b.String()), "")
	problems, ok := err.(*Problems)
	if !ok || len(problems.First) != record.MaxProblems || problems.Count != 25 {
		t.Fatalf("got %v", err)
	}
	if problems.First[0].Line != 2 || problems.First[19].Line != 40 {
		t.Errorf("lines %d and %d, want 2 and 40", problems.First[0].Line, problems.First[19].Line)
	}
	wantError(t, err, "and 5 more")
}

// TestDerivedIDs holds ids against the order of the file.
func TestDerivedIDs(t *testing.T) {
	rows := []string{
		`{"question":"How much?","gold":"4"}`,
		`{"question":"How much?","gold":"5"}`,
		`{"question":"How","gold":["much?","4"]}`,
		`{"question":"How much?","gold":"4","answer":"3"}`,
		`{"variables":{"a":"b"}}`,
		`{"variables":{"b":"a"}}`,
	}
	read := func(rows ...string) map[string]string {
		ids := map[string]string{}
		for _, c := range all(t, mustOpen(t, write(t, "a.jsonl", strings.Join(rows, "\n")), "")) {
			if _, there := ids[c.ID]; there {
				t.Errorf("id %s twice", c.ID)
			}
			answer := ""
			if c.Answer != nil {
				answer = *c.Answer
			}
			ids[c.ID] = c.Question + strings.Join(c.Gold, "|") + answer
		}
		return ids
	}
	first := read(rows...)
	second := read(rows[5], rows[2], rows[0], rows[4], rows[3], rows[1])
	if len(first) != len(rows) || !reflect.DeepEqual(first, second) {
		t.Errorf("ids depend on the order:\n%v\n%v", first, second)
	}
	numbered := 0
	for id := range first {
		if strings.HasSuffix(id, "-2") {
			numbered++
		}
	}
	if numbered != 1 {
		t.Errorf("%d ids with a number, want that of the pair", numbered)
	}
}

// TestCaseRoundTrip writes cases as JSON lines and reads them again.
func TestCaseRoundTrip(t *testing.T) {
	const content = `{"id":"1","question":"Q","gold":["A","B"],"gold_list":true,"tags":{"a":"b"},"extra":{"x":[1]}}
{"id":"2","question":"R","answer":"","passages":[{"id":"p","text":"T","score":0.25}],"messages":[{"role":"user","text":"R"}],` +
		`"tolerance":0.125}
`
	cases := all(t, mustOpen(t, write(t, "a.jsonl", content), ""))
	again := all(t, mustOpen(t, write(t, "a.jsonl", asJSON(t, cases)), ""))
	if len(cases) != 2 || !reflect.DeepEqual(cases, again) {
		t.Errorf("got %s\nwant %s", asJSON(t, again), asJSON(t, cases))
	}
}

func TestKeysAreDocumented(t *testing.T) {
	if len(keys) < 15 || len(formats) < 5 {
		t.Fatal("the tables are shorter than they were")
	}
	for _, k := range keys {
		if k.Name == "" || k.Doc == "" || k.set == nil {
			t.Errorf("key %+v", k)
		}
	}
	for _, f := range formats {
		if f.Name == "" || f.Doc == "" || f.Caveats == "" || f.sniff == nil || f.read == nil {
			t.Errorf("format %q", f.Name)
		}
	}
}

// TestDocumentIsCluster: questions about one document share a cluster, unless they name another.
func TestDocumentIsCluster(t *testing.T) {
	path := filepath.Join(t.TempDir(), "questions.jsonl")
	lines := `{"id": "1", "question": "What were sales?", "gold": "1", "document": "LARK_2024"}
{"id": "2", "question": "What were costs?", "gold": "2", "document": "LARK_2024", "cluster": "Larkmoor"}
{"id": "3", "question": "What was paid?", "gold": "3", "variables": {"document": "a text"}}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	var clusters []string
	for c, err := range set.Cases() {
		if err != nil {
			t.Fatal(err)
		}
		clusters = append(clusters, c.Cluster)
	}
	if want := []string{"LARK_2024", "Larkmoor", ""}; !slices.Equal(clusters, want) {
		t.Errorf("got clusters %q, want %q", clusters, want)
	}
}
