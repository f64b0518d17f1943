package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// writeScript is a file of the lines.
func writeScript(t testing.TB, lines ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func scripted(t testing.TB, lines ...string) *model.Client {
	t.Helper()
	conn, err := Open(Settings{Provider: "scripted", Script: writeScript(t, lines...)})
	if err != nil {
		t.Fatal(err)
	}
	return clientOf(conn)
}

func TestScripted(t *testing.T) {
	client := scripted(t,
		`{"match":"(?i)REVENUE","text":"12.3 million"}`,
		``,
		`{"match":"as json","json":{"b":1,"a":[true]}}`,
		`{"match":"cut","text":"Twelve mil","stop":"truncated","served":"other-model"}`,
		`{"match":"refuse","text":"No.","stop":"refused"}`,
		`{"match":"silent"}`,
		`{"match":"blank","text":" \n"}`,
		`{"match":"in a document","text":"read it"}`,
		`{"model":"second","text":"the second says"}`,
	)
	cases := map[string]struct {
		said, model string
		want        model.Response
	}{
		"match":          {"What was revenue?", "m", model.Response{Text: "12.3 million", Stop: model.Complete, Served: "m"}},
		"first wins":     {"revenue as json", "m", model.Response{Text: "12.3 million", Stop: model.Complete, Served: "m"}},
		"json":           {"as json", "m", model.Response{Text: `{"b":1,"a":[true]}`, Stop: model.Complete, Served: "m"}},
		"cut":            {"cut", "m", model.Response{Text: "Twelve mil", Stop: model.Truncated, Served: "other-model"}},
		"refused":        {"refuse", "m", model.Response{Text: "No.", Stop: model.Refused, Served: "m"}},
		"no text":        {"silent", "m", model.Response{Stop: model.Empty, Served: "m"}},
		"blank text":     {"blank", "m", model.Response{Text: " \n", Stop: model.Empty, Served: "m"}},
		"by model":       {"anything", "second", model.Response{Text: "the second says", Stop: model.Complete, Served: "second"}},
		"match of model": {"What was revenue?", "second", model.Response{Text: "12.3 million", Stop: model.Complete, Served: "second"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := ask1(c.said)
			r.Model = c.model
			got, err := client.Ask(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != c.want.Text || got.Stop != c.want.Stop || got.Served != c.want.Served || got.Reason != string(c.want.Stop) {
				t.Errorf("got %+v", got)
			}
			if got.Source != call.Live || got.Tries != 1 || got.Usage.Known != catalog.PartAll || got.Usage.Input == 0 ||
				got.Usage.Output == 0 || got.Key.IsZero() {
				t.Errorf("source %q, tries %d, usage %+v", got.Source, got.Tries, got.Usage)
			}
		})
	}
	r := ask1("Is it there?")
	r.Messages[0].Documents = []model.Document{{Text: "This stands in a document."}}
	if got, err := client.Ask(context.Background(), r); err != nil || got.Text != "read it" {
		t.Errorf("of a document: %+v, %v", got, err)
	}
}

// What earlier turns said does not choose the line.
func TestScriptedLastTurn(t *testing.T) {
	client := scripted(t, `{"match":"first","text":"1"}`, `{"text":"any"}`)
	r := ask1("first")
	r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Text: "first"}, model.Message{Role: model.User, Text: "second"})
	if got, err := client.Ask(context.Background(), r); err != nil || got.Text != "any" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestScriptedFailures(t *testing.T) {
	for _, kind := range []call.Kind{call.RateLimited, call.NoQuota, call.Timeout, call.BadKey, call.Cancelled} {
		client := scripted(t, fmt.Sprintf(`{"failure":%q,"text":"said so"}`, kind))
		_, err := client.Ask(context.Background(), ask1("x"))
		var f *call.Failure
		if !errors.As(err, &f) || f.Kind != kind || f.Message != "said so" || f.Provider != "scripted" || f.Model != "gpt-4o" {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// A line answers as often as it says, then the next one does; a script that is used up says so.
func TestScriptedTimes(t *testing.T) {
	client := scripted(t, `{"match":"a","text":"1","times":2}`, `{"match":"a","failure":"overloaded","times":1}`,
		`{"match":"a","text":"2","times":1}`)
	var got []string
	for range 5 {
		r, err := client.Ask(context.Background(), ask1("a"))
		if err != nil {
			got = append(got, string(call.KindOf(err)))
			continue
		}
		got = append(got, r.Text)
	}
	if want := "1 1 overloaded 2 not_recorded"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for said, want := range map[string]string{"a": "as often as its times says; raise times",
		"b": "no line of the script matches; add a line without match"} {
		_, err := client.Ask(context.Background(), ask1(said))
		if call.KindOf(err) != call.NotRecorded || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", said, err)
		}
	}
}

func TestScriptedTimesAtOnce(t *testing.T) {
	client := scripted(t, `{"text":"few","times":20}`, `{"text":"rest"}`)
	var few atomic.Int64
	var wait sync.WaitGroup
	for range 100 {
		wait.Go(func() {
			if r, err := client.Ask(context.Background(), ask1("x")); err != nil {
				t.Error(err)
			} else if r.Text == "few" {
				few.Add(1)
			}
		})
	}
	wait.Wait()
	if few.Load() != 20 {
		t.Errorf("the line answered %d times", few.Load())
	}
}

func TestScriptedDelay(t *testing.T) {
	client := scripted(t, `{"match":"soon","text":"here","delay_ms":1}`, `{"text":"never","delay_ms":3600000}`)
	if r, err := client.Ask(context.Background(), ask1("soon")); err != nil || r.Text != "here" || r.Took < time.Millisecond {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := client.Ask(ctx, ask1("late")); call.KindOf(err) != call.Timeout {
		t.Errorf("got %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, said := range []string{"soon", "late"} {
		if _, err := client.Ask(ctx, ask1(said)); call.KindOf(err) != call.Cancelled {
			t.Errorf("%s: %v", said, err)
		}
	}
}

func TestScriptedErrors(t *testing.T) {
	cases := map[string]struct {
		lines []string
		want  []string
	}{
		"nothing": {[]string{"", "  "}, []string{"has no line", "write one object per line"}},
		"bad JSON": {[]string{`{"text":"a"}`, ``, `{"text":`, `{"match":"["}`}, []string{":3: not an object of a script",
			":4: match: error parsing regexp"}},
		"YAML":         {[]string{"- text: a"}, []string{":1: not an object"}},
		"a list":       {[]string{`[{"text":"a"}]`}, []string{":1: not an object"}},
		"unknown name": {[]string{`{"txt":"a"}`}, []string{":1:", `unknown field "txt"`}},
		"wrong type":   {[]string{`{"text":7}`}, []string{":1:", "text"}},
		"two":          {[]string{`{"text":"a"} {"text":"b"}`}, []string{":1: something follows the object"}},
		"trailing":     {[]string{`{"text":"a"},`}, []string{":1: something follows the object"}},
		"both":         {[]string{`{"text":"a","json":1}`}, []string{":1: text and json"}},
		"both ends":    {[]string{`{"failure":"timeout","stop":"refused"}`}, []string{":1: failure beside json or stop"}},
		"no failure":   {[]string{`{"failure":"bad luck"}`}, []string{`:1: "bad luck" is no kind of failure`}},
		"no stop":      {[]string{`{"stop":"truncatd"}`}, []string{`:1: "truncatd" is no stop`, "truncated"}},
		"times":        {[]string{`{"times":-1}`}, []string{":1: times is -1"}},
		"delay": {[]string{`{"delay_ms":-1}`, `{"delay_ms":9223372036854775807}`},
			[]string{":1: delay_ms is -1", ":2: delay_ms is 9223372036854775807"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file := writeScript(t, c.lines...)
			_, err := Open(Settings{Provider: "scripted", Script: file})
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
					t.Errorf("got %v, want %q", err, want)
				}
			}
		})
	}
	if _, err := Open(Settings{Provider: "scripted"}); err == nil || !strings.Contains(err.Error(), "set script: FILE") {
		t.Errorf("no script: %v", err)
	}
	if _, err := Open(Settings{Provider: "scripted", Script: filepath.Join(t.TempDir(), "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// Another script is another model: what one answered must not be taken for the other's answer.
func TestScriptedKeys(t *testing.T) {
	prepare := func(lines ...string) *call.Call {
		c, err := scripted(t, lines...).Prepare(ask1("x"))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	one, same, other := prepare(`{"text":"a"}`), prepare(`{"text":"a"}`), prepare(`{"text":"b"}`)
	if one.Key() != same.Key() || one.Key() == other.Key() {
		t.Errorf("keys %s %s %s", one.Key(), same.Key(), other.Key())
	}
	r := ask1("x")
	r.Schema, r.Tier = &model.Schema{Name: "s", JSON: json.RawMessage(`{}`)}, "flex"
	c, err := scripted(t, `{"text":"a"}`).Prepare(r)
	if err != nil || c.Forced != string(model.ByPromptOnly) || c.Tier != "flex" || c.Key() == one.Key() {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := c.Read(&call.Exchange{Body: []byte(`{`)}); call.KindOf(err) != call.Malformed {
		t.Errorf("a broken record: %v", err)
	}
}

func FuzzScript(f *testing.F) {
	for _, text := range []string{`{"text":"a"}`, `{"match":"(a|b)+","json":[1],"times":2}` + "\n\n{}",
		`{"stop":"refused"}` + "\r\n", `{"failure":"timeout"}`, "\x00", `{"match":"["}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines, err := parseScript("s", text)
		if err == nil && len(lines) == 0 {
			t.Fatal("neither lines nor an error")
		}
		for _, line := range lines {
			if line == nil || line.pattern == nil {
				t.Fatal("a line that cannot be matched")
			}
		}
	})
}
