package system

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/score"
)

var larkmoor = Case{
	ID: "q1", Question: "What were Larkmoor's net sales?", Gold: []string{"$1.2 billion"}, Cluster: "Larkmoor",
	Tags:      map[string]string{"kind": "fact"},
	Passages:  []Passage{{ID: "s1", Title: "Item 7", Text: "Net sales were $1.2 billion."}, {ID: "s2", Text: "They {{question}} rose."}},
	Variables: map[string]string{"year": "2024"},
}

func TestTemplate(t *testing.T) {
	for _, test := range []struct{ name, text, want, err string }{
		{name: "no place", text: "Say it.", want: "Say it."},
		{name: "all", text: "In {{year}}: {{ question }}\n{{context}}",
			want: "In 2024: What were Larkmoor's net sales?\n[1] Item 7\nNet sales were $1.2 billion.\n\n[2] They {{question}} rose."},
		{name: "single braces", text: `{"a": {{year}}}`, want: `{"a": 2024}`},
		{name: "unknown", text: "{{company}}", err: "nothing for {{company}}"},
		{name: "open", text: "one\n{{year", err: "line 2: {{ without }}"},
		{name: "no name", text: "{{ 1 + 1 }}", err: `line 1: "1 + 1" is no name`},
		{name: "a block", text: "one\n{% if year %}2{% endif %}", err: "line 2: a block"},
		{name: "half a block", text: "{% of sales", want: "{% of sales"},
		{name: "empty", text: "{{}}", err: `"" is no name`},
		{name: "the gold is not there", text: "{{gold}}", err: "nothing for {{gold}}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tmpl, err := ParseTemplate(test.text)
			got := ""
			if err == nil {
				got, err = tmpl.Fill(larkmoor.Asked())
			}
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("got %q, %v, want error %q", got, err, test.err)
				}
				return
			}
			if err != nil || got != test.want {
				t.Errorf("got %q, %v\nwant %q", got, err, test.want)
			}
		})
	}
}

func FuzzParseTemplate(f *testing.F) {
	for _, seed := range []string{"", "{{question}}", "a {{b}} c {{d.e}}", "{{", "}}", "{{{{a}}}}", "{{é}}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tmpl, err := ParseTemplate(text)
		if err != nil {
			return
		}
		c := &Case{Variables: map[string]string{}}
		for i := 1; i < len(tmpl.parts); i += 2 {
			c.Variables[tmpl.parts[i]] = "{{" + tmpl.parts[i] + "}}"
		}
		got, err := tmpl.Fill(c)
		if err != nil || strings.ReplaceAll(strings.ReplaceAll(got, " ", ""), "\t",
			"") != strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\t", "") && strings.IndexFunc(text, isOtherSpace) < 0 {
			t.Fatalf("%q filled with its own places is %q, %v", text, got, err)
		}
	})
}

// isOtherSpace is a blank that a place may have around its name, other than blank and tab.
func isOtherSpace(r rune) bool { return r != ' ' && r != '\t' && strings.TrimSpace(string(r)) == "" }

func TestAsked(t *testing.T) {
	seen := larkmoor.Asked()
	if seen.Gold != nil || seen.Cluster != "" || seen.Tags != nil || seen.Question != larkmoor.Question || len(seen.Passages) != 2 {
		t.Errorf("a system sees %+v", seen)
	}
	hidden := map[string]bool{"Gold": true, "GoldList": true, "Unit": true, "Tolerance": true, "Evidence": true,
		"Cluster": true, "Tags": true, "Extra": true, "Working": true}
	full := Case{ID: "x", Question: "x", Messages: []Message{{}}, Passages: []Passage{{}},
		Variables: map[string]string{"": ""}, Gold: []string{""}, GoldList: true, Unit: "x",
		Tolerance: 1, Evidence: []string{""}, Answer: new(string), Answers: []string{""}, Cluster: "x", Tags: map[string]string{"": ""},
		Extra: json.RawMessage("1"), Working: "x"}
	v := reflect.ValueOf(*full.Asked())
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() != hidden[name] {
			t.Errorf("field %s: a system sees it: %v; say here which is meant", name, !v.Field(i).IsZero())
		}
	}
}

// reply is a model that always says the same.
type reply struct {
	stop model.Stop
	text string
	err  error
	seen *model.Request
}

func (r *reply) Send(_ context.Context, c *call.Call) (*call.Reply, error) {
	r.seen = c.Request.(*model.Request)
	if r.err != nil {
		return nil, r.err
	}
	response := &model.Response{Text: r.text, Stop: r.stop, Usage: catalog.Usage{Known: catalog.PartAll}}
	return &call.Reply{Exchange: &call.Exchange{Status: 200}, Source: call.Live, Tries: 1, Result: call.Result{Value: response}}, nil
}

func prompt(r *reply) *Prompt {
	return &Prompt{Request: model.Request{Model: "m"}, Client: &model.Client{Sender: r, Wire: model.Wire{Provider: "fake",
		Chat: func(*model.Request) (*call.Call, error) { return &call.Call{Body: []byte("x")}, nil }}}}
}

func TestPromptOutcomes(t *testing.T) {
	for _, test := range []struct {
		stop            model.Stop
		outcome, reason string
	}{
		{model.Complete, Answered, ""}, {model.Truncated, "truncated", "truncated"}, {model.Context, "truncated", "context"},
		{model.Refused, "refused", "refused"}, {model.Blocked, "refused", "blocked"}, {model.Recitation, "refused", "recitation"},
		{model.Empty, "error", "empty"}, {"new", "error", "ended as new"},
	} {
		a, err := prompt(&reply{stop: test.stop, text: "x"}).Answer(context.Background(), &larkmoor, 0)
		if err != nil || a.Outcome != test.outcome || a.Reason != test.reason || len(a.Calls) != 1 {
			t.Errorf("%s: %+v, %v", test.stop, a, err)
		}
	}
}

func TestPromptFailures(t *testing.T) {
	for kind, ends := range map[call.Kind]bool{call.Timeout: false, call.TooLong: false, call.Malformed: false,
		call.MissingKey: true, call.NoQuota: true, call.OverBudget: true, call.NotStored: true} {
		a, err := prompt(&reply{err: &call.Failure{Kind: kind}}).Answer(context.Background(), &larkmoor, 0)
		if (err != nil) != ends {
			t.Errorf("%s: %+v, %v", kind, a, err)
		}
		if !ends && (a.Outcome != string(score.Error) || a.Reason != string(kind) || a.Calls[0].Failure == nil || a.Calls[0].Key.IsZero()) {
			t.Errorf("%s: %+v", kind, a)
		}
	}
}

func TestPromptRequests(t *testing.T) {
	r := &reply{stop: model.Complete, text: "x"}
	p := prompt(r)
	p.Answer(context.Background(), &larkmoor, 3) //nolint:errcheck
	if len(r.seen.Messages) != 1 || len(r.seen.Messages[0].Documents) != 2 || r.seen.Repeat != 3 {
		t.Errorf("the question: %+v", r.seen)
	}
	talk := &Case{Messages: []Message{{"system", "Be brief."}, {"user", "a"}, {"assistant", "b"}, {"user", "c"}}}
	p.Answer(context.Background(), talk, 0) //nolint:errcheck
	if r.seen.System != "Be brief." || len(r.seen.Messages) != 3 {
		t.Errorf("the conversation: %+v", r.seen)
	}
	p.Turns = turns("user", "{{missing}}")
	if a, err := p.Answer(context.Background(), &larkmoor, 0); err != nil || a.Outcome != string(score.Skipped) ||
		!strings.Contains(a.Reason, "{{missing}}") {
		t.Errorf("a case without what the prompt needs: %+v, %v", a, err)
	}
}

// turns are roles and templates.
func turns(said ...string) (all []Turn) {
	for i := 0; i < len(said); i += 2 {
		t, err := ParseTemplate(said[i+1])
		if err != nil {
			panic(err)
		}
		all = append(all, Turn{said[i], t})
	}
	return all
}

func TestPromptTurns(t *testing.T) {
	talk := &Case{Question: "c?", Messages: []Message{{"system", "Be brief."}, {"user", "a"}, {"assistant", "b"}, {"user", "c?"}}}
	for _, test := range []struct {
		name  string
		turns []Turn
		c     *Case
		want  string // system | role: text …, or what the case is skipped for
	}{
		{"a conversation", turns("system", "Sum.", "user", "1+1?", "assistant", "2", "user", "{{question}}"),
			&Case{Question: "2+2?"}, "Sum. | user: 1+1? assistant: 2 user: 2+2?"},
		{"a system turn alone", turns("system", "Sum."), &Case{Question: "2+2?"}, "Sum. | user: 2+2?"},
		{"a system turn at the end", turns("user", "{{question}}", "system", "Sum."), &Case{Question: "2+2?"}, "Sum. | user: 2+2?"},
		{"in place of the case's question", turns("system", "Sum.", "user", "Say {{question}}"), talk,
			"Sum.\n\nBe brief. | user: a assistant: b user: Say c?"},
		{"before what the case said", turns("user", "x", "assistant", "y", "user", "{{question}}"), talk,
			"Be brief. | user: x assistant: y user: a assistant: b user: c?"},
		{"nothing is asked", nil, &Case{Variables: map[string]string{"a": "b"}},
			"skipped: the case has no question: a prompt has to ask it, with --prompt"},
		{"only a variable", turns("user", "{{a}}"), &Case{Variables: map[string]string{"a": "b"}}, " | user: b"},
		{"only the system speaks", nil, &Case{Question: "x", Messages: []Message{{"system", "x"}}},
			"skipped: its conversation has no turn of the user"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &reply{stop: model.Complete, text: "x"}
			p := prompt(r)
			p.Turns = test.turns
			a, err := p.Answer(context.Background(), test.c, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := a.Outcome + ": " + a.Reason
			if r.seen != nil {
				got = r.seen.System + " |"
				for _, m := range r.seen.Messages {
					got += " " + string(m.Role) + ": " + m.Text
				}
			}
			if got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestStored(t *testing.T) {
	text := "an answer"
	for _, test := range []struct {
		s       Stored
		c       Case
		outcome string
	}{
		{Stored{}, Case{ID: "a", Answer: &text}, Answered},
		{Stored{}, Case{ID: "a"}, string(score.Skipped)},
		{Stored{Answers: map[string]StoredAnswer{"a": {Text: text}}}, Case{ID: "a"}, Answered},
		{Stored{Answers: map[string]StoredAnswer{"b": {Text: text}}}, Case{ID: "a", Answer: &text}, string(score.Skipped)},
	} {
		if a, err := test.s.Answer(context.Background(), &test.c, 0); err != nil || a.Outcome != test.outcome {
			t.Errorf("%+v of %+v: %+v, %v", test.c, test.s, a, err)
		}
	}
}
