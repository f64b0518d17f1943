package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/system"
)

const config = `# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: Filings
prompts:
  - 'Answer from {{context}}: {{ question }}'
  - id: file://prompts/chat.json
    label: chat
  - file://prompts/two.txt
providers: [openai:gpt-4.1, anthropic:messages:claude]
defaultTest:
  vars: &common
    context: The annual report of Quarrystone.
  assert:
    - type: latency
      threshold: 3000
  metadata:
    form: 10-K
tests:
  - description: sales
    vars:
      question: What were the sales of {{company}}?
      company: Quarrystone
      expected: 4.2 billion
    assert:
      - type: equals
        value: '{{expected}}'
      - type: not-contains
        value: sorry
    metadata: {year: 2024, topics: [sales, growth]}
  - vars:
      <<: *common
      question: [When?, Where?]
      tone: [short, long]
      limits: [1, 2]
    assert: [{type: similar, value: 'in {{tone}}', threshold: 0.8}]
  - file://more.csv
  - file://deep/*.yaml
scenarios:
  - config:
      - vars: {company: Brightwater}
      - vars: {company: Oakhaven}
    tests:
      - vars: {question: 'Who runs {{company}}?'}
`

var configFiles = []string{
	"promptfooconfig.yaml", config,
	"prompts/chat.json", `[{"role":"system","content":"Be short."},{"role":"user","content":"{{question}}"}]`,
	"prompts/two.txt", "First {{question}}\n---\nSecond {{question}}\n",
	"more.csv", "question,__expected,__expected2,__metadata:year,__metadata:tags[],__description,__threshold," +
		"__config:__expected2:threshold\n" +
		"How many?,12,\"similar(0.9): about, twelve\",2023,\"a,b\\,c\",rows,0.5,0.7\n" +
		"What size?,contains-any:large,,,,,,\n",
	"deep/a.yaml", "- vars: {question: file://deep/long.txt}\n  providerOutput: {size: 3}\n",
	"deep/long.txt", "A long question?\n",
}

func TestPromptfooConfig(t *testing.T) {
	path := write(t, configFiles...)
	s := mustOpen(t, path, "")
	got := noIDs(all(t, s))
	if s.Format != "promptfoo" || len(s.Files) != 6 {
		t.Errorf("format %s, files %v", s.Format, s.Files)
	}
	var summary []string
	for _, c := range got {
		summary = append(summary, c.Question+" | "+strings.Join(c.Gold, ";")+" | "+c.Tags["form"]+c.Tags["year"])
	}
	want := []string{
		"Who runs Brightwater? |  | 10-K", "Who runs Oakhaven? |  | 10-K",
		"What were the sales of Quarrystone? | 4.2 billion | 10-K2024",
		"When? | in short | 10-K", "When? | in long | 10-K", "Where? | in short | 10-K", "Where? | in long | 10-K",
		"How many? | 12 | 10-K2023", "What size? |  | 10-K", "A long question? |  | 10-K",
	}
	if !slices.Equal(summary, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(summary, "\n"), strings.Join(want, "\n"))
	}
	const extra = `{"description":"sales","assert":[{"type":"latency","threshold":3000},{"type":"equals","value":"{{expected}}"},` +
		`{"type":"not-contains","value":"sorry"}],"metadata":{"topics":["sales","growth"]}}`
	if string(got[2].Extra) != extra {
		t.Errorf("besides %s\nwant    %s", got[2].Extra, extra)
	}
	if got[3].Variables["limits"] != "[1,2]" || got[9].Answer == nil || *got[9].Answer != `{"size":3}` {
		t.Errorf("variables %v, answer %v", got[3].Variables, got[9].Answer)
	}
	var csv map[string]any
	if err := json.Unmarshal(got[7].Extra, &csv); err != nil || csv["threshold"] != 0.5 ||
		csv["description"] != "rows" || !reflect.DeepEqual(csv["metadata"], map[string]any{"tags": []any{"a", "b,c"}}) {
		t.Errorf("besides %s: %v", got[7].Extra, err)
	}
	notes := strings.Join(s.Notes, "\n")
	for _, says := range []string{`assert "latency"`, `assert "not-contains"`, `assert "similar"`,
		`assert "contains-any"`, "providers: not taken over", `"config:__expected2:threshold"`} {
		if !strings.Contains(notes, strings.Trim(says, `"`)) && !strings.Contains(notes, says) {
			t.Errorf("no note says %s:\n%s", says, notes)
		}
	}
	wantPrompts := []Prompt{
		{Label: "1", Messages: []system.Message{{Role: "user", Text: "Answer from {{context}}: {{ question }}"}}},
		{Label: "chat", Messages: []system.Message{{Role: "system", Text: "Be short."}, {Role: "user", Text: "{{question}}"}}},
		{Label: "prompts/two.txt", Messages: []system.Message{{Role: "user", Text: "First {{question}}"}}},
		{Label: "prompts/two.txt-2", Messages: []system.Message{{Role: "user", Text: "Second {{question}}"}}},
	}
	if !reflect.DeepEqual(s.Prompts, wantPrompts) {
		t.Errorf("prompts %+v", s.Prompts)
	}
}

// TestPromptfooFilesAreHashed changes a file that the configuration refers to.
func TestPromptfooFilesAreHashed(t *testing.T) {
	path := write(t, configFiles...)
	s := mustOpen(t, path, "")
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "deep", "long.txt"), []byte("Another question?"), 0o644); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range s.Cases() {
		last = err
	}
	wantError(t, last, "was changed since it was opened")
	if again := mustOpen(t, path, ""); again.SHA256 == s.SHA256 {
		t.Error("the hash does not know of the change")
	}
}

func TestPromptfooTests(t *testing.T) {
	for _, tt := range []struct{ name, file, content, want string }{
		{"a table", "t.csv", "query,__expected,__prefix\nHow?,equals: yes,P\nWhen?,,\n", "How?=yes When?="},
		{"lines", "t.jsonl", `{"vars":{"input":"How?"},"assert":[{"type":"equals","value":"yes"}]}` + "\n" + `{"vars":{"input":"When?"}}`,
			"How?=yes When?="},
		{"a list in JSON", "t.json", `[{"vars":{"only":"How?"},"assert":[{"type":"rouge-n","value":"yes"}]}]`, "How?=yes"},
		{"a list in YAML", "t.yaml",
			"- vars: {prompt: How?}\n  assert: [{type: equals, value: 1.50}]\n- vars: {prompt: When?}\n", "How?=1.50 When?="},
		{"equals before other references", "t.json",
			`[{"vars":{"q":"How?"},"assert":[{"type":"similar","value":"a"},{"type":"equals","value":"b"}]}]`, "How?=b"},
		{"no expansion", "t.json", `[{"vars":{"question":["a","b"]},"options":{"disableVarExpansion":true},"assert":[]}]`, `["a","b"]=`},
		{"a configuration in JSON", "c.json", "{\"prompts\":[\"{{q}}\"],\n\"tests\":[{\"vars\":{\"q\":\"How?\"}}]}", "How?="},
		{"a configuration on one line", "c.json", `{"prompts":"{{q}}","tests":{"vars":{"q":"How?"}}}`, "How?="},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, write(t, tt.file, tt.content), "")
			var got []string
			for _, c := range all(t, s) {
				got = append(got, c.Question+"="+strings.Join(c.Gold, ";"))
			}
			if s.Format != "promptfoo" || strings.Join(got, " ") != tt.want {
				t.Errorf("as %s: %q, want %q", s.Format, got, tt.want)
			}
		})
	}
}

func TestPromptfooRefuses(t *testing.T) {
	for _, tt := range []struct{ name, content, says string }{
		{"a filter in a prompt", "prompts: ['{{ q | upper }}']\ntests: [{vars: {q: a}}]",
			`c.yaml:1: a prompt: "{{ q | upper }}" is more than a name`},
		{"a block in a prompt", "prompts:\n  - '{% if q %}a{% endif %}'\ntests: [{vars: {q: a}}]", "c.yaml:2: a prompt: a block of Nunjucks"},
		{"the environment", "tests: [{vars: {q: '{{env.KEY}}'}}]", "is more than a name"},
		{"a variable that is not there", "tests:\n - vars: {q: a}\n   assert:\n    - {type: equals, value: '{{gold}}'}",
			"c.yaml:4: the value of equals: {{gold}} names no variable"},
		{"out of the directory", "tests: file://../other.csv", "lies outside the directory"},
		{"an absolute path", "tests: file:///etc/passwd", "lies outside the directory"},
		{"a link out of the directory", "tests: file://link.csv", "read \"link.csv\""},
		{"a program", "tests: file://make.py:tests", "is a program, and programs are not run"},
		{"a program as prompt", "prompts: [file://p.js]\ntests: [{vars: {q: a}}]", "is a program"},
		{"an address", "tests: https://example.com/t.csv", "nothing is fetched"},
		{"a data set elsewhere", "tests: huggingface://datasets/a/b", "nothing is fetched"},
		{"a generator", "tests: [{path: file://make.py, config: {}}]", "let it write them to a file first"},
		{"a file that is missing", "tests: file://no.csv", `c.yaml:1: read "no.csv": no such file`},
		{"a pattern without files", "tests: file://no*.csv", "fits no file"},
		{"a problem in another file", "tests: file://bad.csv", "bad.csv:2: 3 cells under 1 columns"},
		{"a column that is a slip", "tests: file://slip.csv", `unknown column "__descripton"; did you mean "__description"?`},
		{"an assert without a type", "tests: [{vars: {q: a}, assert: [{value: b}]}]", "an assert is an object with a type"},
		{"a test that is a number", "tests: [3]", "got a number"},
		{"neither tests nor scenarios", "prompts: [a]\nproviders: [b]", "neither tests nor scenarios"},
		{"too many combinations", "tests: [{vars: {" + strings.Repeat("a", 1) + ": [" + strings.Repeat("x, ",
			1999) + "x], b: [" + strings.Repeat("y, ", 1999) + "y]}}]", "more than 1048576 cases"},
		{"an anchor that is not there", "tests: [{vars: *no}]", "no"},
		{"deep", "tests: " + strings.Repeat("[", 5000), "nested deeper than"},
		{"deep on one line", strings.Repeat("- ", 5000), "nested deeper than"},
		{"no YAML", "tests: [\n  {a: b", "c.yaml:"},
		{"$values", "scenarios: [{config: [{$values: file://a.yaml}]}]", "$values and $expand are not read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, "c.yaml", tt.content, "bad.csv", "question\na,b,c\n", "slip.csv", "question,__descripton\na,b\n", "x", "")
			if err := os.Symlink("/etc/hostname", filepath.Join(filepath.Dir(path), "link.csv")); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path, "promptfoo")
			wantError(t, err, tt.says)
		})
	}
}
