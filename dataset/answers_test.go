package dataset

import (
	"strings"
	"testing"
)

func TestOpenAnswers(t *testing.T) {
	for _, tt := range []struct{ name, content string }{
		{"lines", "{\"id\": \"a\", \"answer\": \"x\"}\n\n{\"id\":2,\"answer\":[\"y\",1.50]}\r\n{\"id\":\"c\",\"answer\":\"\"}"},
		{"a byte order mark", "\ufeff{\"id\": \"a\", \"answer\": \"x\"}\n{\"id\":\"2\",\"answer\":[\"y\",1.50]}\n{\"id\":\"c\",\"answer\":\"\"}"},
		{"a list", `[{"id": "a", "answer": "x", "took": 3}, {"id":"2","answer":["y",1.50]}, {"id":"c","answer":""}]`},
		{"gzip", gzipped(t, "{\"id\": \"a\", \"answer\": \"x\"}\n{\"id\":\"2\",\"answer\":[\"y\",1.50]}\n{\"id\":\"c\",\"answer\":\"\"}")},
		{"a table", "id,answer\na,x\n2,\"y, 1.50\"\nc,\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := OpenAnswers(write(t, "a", tt.content))
			if err != nil || len(got.ByID) != 3 || got.ByID["a"].Text != "x" || got.ByID["2"].Text != "y, 1.50" || len(got.SHA256) != 64 {
				t.Fatalf("%+v, %v", got, err)
			}
			if said, is := got.ByID["c"]; said.Text != "" || !is {
				t.Errorf("an empty answer is %q, %v", said.Text, is)
			}
			if list := len(got.ByID["2"].List); (list == 2) != (tt.name != "a table") {
				t.Errorf("a list of %d", list)
			}
			if (len(got.Notes) == 1) != (tt.name == "a list") {
				t.Errorf("notes %q", got.Notes)
			}
		})
	}
	_, err := OpenAnswers(write(t, "b",
		"{\"answer\": \"x\"}\n{\"id\":\"b\"}\nnone\n{\"id\":\"a\",\"answer\":1}\n{\"id\":\"a\",\"answer\":2}\n{\"id\":\"d\",\"answer\":{}}"+
			"\n{\"id\":\"\xe9\",\"answer\":1}"))
	for _, says := range []string{`b:1: no "id"`, `b:2: "b": no "answer"; an empty one is ""`, "b:3:1: ",
		`b:5: the id "a" appears twice: on line 4, too`, `b:6: "d": the answer holds an object`, "b:7:8: byte 0xe9 is not UTF-8"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v\nlacks %q", err, says)
		}
	}
	for name, content := range map[string]string{"it is empty": "", "there is no answer in it": "id,answer\n"} {
		_, err := OpenAnswers(write(t, "c", content))
		wantError(t, err, name)
	}
}

func TestPromptfooConversations(t *testing.T) {
	for _, tt := range []struct{ name, content, label, roles string }{
		{"JSON in YAML", "prompts:\n  - |\n    [{\"role\": \"system\", \"content\": \"Sum.\"}, {\"role\": \"user\", \"content\": \"1+1?\"}" +
			",\n     {\"role\": \"assistant\", \"content\": \"2\"}, {\"content\": \"{{q}}\", \"role\": \"user\"}]\n", "1",
			"system user assistant user"},
		{"YAML in YAML", "prompts:\n  - |-\n    # how\n    - role: system\n      content: Sum.\n    - role: user\n      content: '{{q}}'\n",
			"1", "system user"},
		{"a list that is no conversation", "prompts: ['[1] {{q}}']\n", "1", "user"},
		{"dashes that are no conversation", "prompts: ['- roles of {{q}}']\n", "1", "user"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, write(t, "c.yaml", tt.content+"tests: [{vars: {q: Q}}]\n"), "")
			var roles []string
			for _, m := range s.Prompts[0].Messages {
				roles = append(roles, m.Role)
			}
			if s.Prompts[0].Label != tt.label || strings.Join(roles, " ") != tt.roles {
				t.Errorf("%+v", s.Prompts)
			}
		})
	}
	s := mustOpen(t, write(t, "d.yaml",
		"prompts: ['{{ messages | dump }}']\ntests: [{vars: {who: Larkmoor, messages: [{role: system, content: Sum.}, {role: user, "+
			"content: 'Who is {{who}}?'}]}}]\n"), "")
	c := all(t, s)[0]
	if len(s.Prompts) != 0 || len(c.Messages) != 2 || c.Question != "Who is Larkmoor?" || c.Messages[1].Text != c.Question {
		t.Errorf("a conversation in a variable: %+v, prompts %+v", c, s.Prompts)
	}
	for name, tt := range map[string]struct{ content, says string }{
		"a comma too many": {"prompts: ['[{\"role\": \"user\", \"content\": \"{{q}}\"},]']\n", "begins like a conversation, and is no JSON"},
		"broken YAML":      {"prompts: [\"- role: user\\n content: '{{q}}\"]\n", "begins like a conversation, and is no YAML"},
		"a tool":           {"prompts: ['[{\"role\": \"tool\", \"content\": \"{{q}}\"}]']\n", `has the role "tool"`},
		"no variable":      {"prompts: ['{{ talk | dump }}']\n", `in the variable "talk", and the test has none`},
		"no conversation":  {"prompts: ['{{ q | dump }}']\n", "must be a list of messages, got a text"},
		"beside others":    {"prompts: ['{{ q | dump }}', '{{q}}']\n", "keep the one or the others"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(write(t, "e.yaml", tt.content+"tests: [{vars: {q: Q}}]\n"), "")
			wantError(t, err, tt.says)
		})
	}
}
