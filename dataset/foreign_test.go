package dataset

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assayhq/assay/system"
)

func TestOpenAIEvals(t *testing.T) {
	for _, tt := range []struct {
		name, content, notes string
		want                 system.Case
	}{
		{"a conversation", `{"input":[{"role":"system","content":"Be short."},{"role":"user","content":"How much?"}],"ideal":"4"}`, "",
			system.Case{Question: "How much?", Gold: []string{"4"},
				Messages: []system.Message{{Role: "system", Text: "Be short."}, {Role: "user", Text: "How much?"}}}},
		{"one question", `{"input":[{"role":"user","content":"How much?"}],"ideal":["4","four"]}`, "",
			system.Case{Question: "How much?", Gold: []string{"4", "four"}}},
		{"a text", `{"input":"How much?","ideal":4}`, "", system.Case{Question: "How much?", Gold: []string{"4"}}},
		{"names and other keys", `{"input":[{"role":"system","name":"example_user","content":"2+2"},{"role":"system",` +
			`"name":"example_assistant","content":"4"},{"role":"developer","content":"3+3"}],"ideal":{"a":1},"choice":"B"}`,
			`"name" of messages was not taken over (2 times); "choice" is kept as extra data and not used`,
			system.Case{Question: "3+3", Gold: []string{`{"a":1}`}, Extra: []byte(`{"choice":"B"}`),
				Messages: []system.Message{{Role: "system", Text: "2+2"}, {Role: "system", Text: "4"}, {Role: "system", Text: "3+3"}}}},
		{"without an ideal", `{"input":[{"role":"user","content":"Joke?"}],"completion":"Ha."}`,
			`a sample without "ideal" has no gold; "completion" is kept as extra data and not used`,
			system.Case{Question: "Joke?", Extra: []byte(`{"completion":"Ha."}`)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, write(t, "samples.jsonl", tt.content), "")
			got := noIDs(all(t, s))
			if s.Format != "openai-evals" || len(got) != 1 || !reflect.DeepEqual(*got[0], tt.want) {
				t.Errorf("as %s: got %s want %s", s.Format, asJSON(t, got), asJSON(t, []*system.Case{&tt.want}))
			}
			if notes := strings.Join(s.Notes, "; "); notes != tt.notes {
				t.Errorf("notes %q, want %q", notes, tt.notes)
			}
		})
	}
	t.Run("refuses", func(t *testing.T) {
		_, err := Open(write(t, "a.jsonl",
			"{\"input\":\"Q\",\"ideal\":\"A\"}\n{\"ideal\":\"A\"}\n{\"input\":[],\"ideal\":\"A\"}\n{\"input\":[{\"role\":\"user\"}],"+
				"\"ideal\":[[1]]}\n"), "")
		wantError(t, err, `:2: a sample without "input"`, `:3: "input": must be a list of messages, got an empty list`,
			`:4: "input": message 1 has no role, or no content`)
	})
}

func TestSimpleEvals(t *testing.T) {
	content := "Question,A,B,C,D,Answer,Subject\nWhich?,w,x,y,z,B,tax\n"
	s := mustOpen(t, write(t, "mmlu.csv", content), "")
	got := noIDs(all(t, s))
	want := system.Case{Question: "Which?", Gold: []string{"B"}, Variables: map[string]string{"A": "w", "B": "x",
		"C": "y", "D": "z"}, Extra: []byte(`{"Subject":"tax"}`)}
	if s.Format != "simple-evals" || len(got) != 1 || !reflect.DeepEqual(*got[0], want) {
		t.Errorf("as %s: %s", s.Format, asJSON(t, got))
	}
	for _, head := range []string{"metadata,problem,answer", "Record ID,Question,Correct Answer"} {
		if s := mustOpen(t, write(t, "a.csv", head+"\nm,Q,A\n"), ""); s.Format != "simple-evals" {
			t.Errorf("%s: as %s", head, s.Format)
		}
	}
	_, err := Open(write(t, "a.csv", "question,answer\nQ,A\n"), "")
	wantError(t, err, "is its answer the reference, or the answer of a system?")
	_, err = Open(write(t, "a.csv", "problem,answer\nQ,A\n,B\nR,\n"), "")
	wantError(t, err, ":3: a record takes a question", "(and 1 times more)")
}

// ragas is one sample in every way that it is written.
var ragasWant = []system.Case{
	{Question: "How much?", Gold: []string{"4"}, Answer: ptr("four"), Passages: []system.Passage{{Text: "It's \"4\"."}, {Text: "Or 5, é."}}},
	{Question: "When?", Gold: []string{"2024"}, Answer: ptr(""), Passages: []system.Passage{{Text: "In 2024."}}},
}

func ptr(s string) *string { return &s }

func TestRagas(t *testing.T) {
	for _, tt := range []struct{ name, file, content string }{
		{"lines, older names", "a.jsonl", `{"question":"How much?","contexts":["It's \"4\".","Or 5, é."],"answer":"four","ground_truth":"4"}
{"question":"When?","contexts":["In 2024."],"answer":"","ground_truths":["2024"]}`},
		{"lines, newer names", "a.jsonl", `{"user_input":"How much?","retrieved_contexts":["It's \"4\".","Or 5, é."],"response":"four",` +
			`"reference":"4"}
{"user_input":"When?","retrieved_contexts":["In 2024."],"response":"","reference":"2024"}`},
		{"a list", "a.json", `[{"question":"How much?","contexts":["It's \"4\".","Or 5, é."],"answer":"four","ground_truth":"4"},
{"question":"When?","contexts":["In 2024."],"answer":"","ground_truth":"2024"}]`},
		{"columns", "a.json", `{"question":["How much?","When?"],"contexts":[["It's \"4\".","Or 5, é."],["In 2024."]],"answer":["four",` +
			`""],"ground_truth":["4","2024"]}`},
		{"columns of a data frame", "a.json", `{"question":{"0":"How much?","1":"When?"},
"contexts":{"0":["It's \"4\".","Or 5, é."],"1":["In 2024."]},"answer":{"0":"four","1":""},"ground_truth":{"0":"4","1":"2024"}}`},
		{"a table with lists as Python prints them", "a.csv", ",user_input,retrieved_contexts,response,reference\n" +
			"0,How much?,\"['It\\'s \"\"4\"\".', 'Or 5, \\xe9.']\",four,4\n1,When?,\"[\"\"In 2024.\"\", None]\",,2024\n"},
		{"a table with lists as JSON", "a.csv",
			"question,contexts,answer,ground_truth\nHow much?,\"[\"\"It's \\\"\"4\\\"\".\"\", \"\"Or 5, é.\"\"]\",four,4\nWhen?,In 2024.,,2024\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, write(t, tt.file, tt.content), "")
			got := noIDs(all(t, s))
			if s.Format != "ragas" || len(got) != 2 || !reflect.DeepEqual(*got[0], ragasWant[0]) {
				t.Fatalf("as %s: %s", s.Format, asJSON(t, got))
			}
			if !reflect.DeepEqual(*got[1], ragasWant[1]) {
				t.Errorf("got %s want %s", asJSON(t, got[1:]), asJSON(t, []*system.Case{&ragasWant[1]}))
			}
		})
	}
}

func TestRagasBesides(t *testing.T) {
	s := mustOpen(t, write(t, "a.jsonl",
		`{"user_input":[{"content":"Hi","type":"human"},{"content":"Hello","type":"ai"},{"content":"How much?","type":"human"}],`+
			`"reference":"4","retrieved_contexts":["a","b"],"retrieved_context_ids":["p1",2],"reference_context_ids":["p9"],`+
			`"faithfulness":0.5,"reference_contexts":["t"]}`), "")
	c := all(t, s)[0]
	if c.Question != "How much?" || len(c.Messages) != 3 || c.Messages[1].Role != "assistant" ||
		c.Passages[1].ID != "2" || c.Evidence[0] != "p9" ||
		string(c.Extra) != `{"faithfulness":0.5,"reference_contexts":["t"]}` || len(s.Notes) != 2 {
		t.Errorf("%+v, notes %q", c, s.Notes)
	}
	for content, says := range map[string]string{
		`{"user_input":[{"content":"a","type":"tool"}],"reference":"x"}`: `has the role "tool"`,
		`{"user_input":"a","question":"b","reference":"x"}`: "two names of " +
			"one thing",
		`{"contexts":["a"],"ground_truth":"x"}`: "a sample " +
			"without a question",
		`{"question":"a","ground_truth":{"b":1}}`: `"ground_truth": holds an object`,
		`{"question":"a","contexts":["x"],"answer":"b","retrieved_context_ids":["a",` +
			`"b"]}`: "have different lengths",
		"question,contexts,answer,ground_truth\nQ,\"['a' 'b']\",A,G": `neither JSON ` +
			`nor a list as Python prints it`,
		`{"question":["a"],"contexts":[["x"],["y"]],"answer":["b"]}`: `column ` +
			`"contexts" has 2 values, column "question" has 1`,
		"{\"question\":\"a\",\"contexts\":[\"x\"],\"answer\":\"b\"}\n{\"question\":\"a\",\"contexts\":4," +
			"\"answer\":\"b\"}": `:2: "contexts": must be a text or a list`,
	} {
		_, err := Open(write(t, "a", content), "ragas")
		wantError(t, err, says)
	}
}
