package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

func TestThoughts(t *testing.T) {
	cases := map[string]struct {
		finish, text string
		stop         model.Stop
		want         string
	}{
		"none":                 {"stop", "12.3", model.Complete, "12.3"},
		"block":                {"stop", "<think>\nhm\n</think>\n\n12.3", model.Complete, "12.3"},
		"block after blanks":   {"stop", " \n<think>hm</think>12.3\n", model.Complete, "12.3\n"},
		"empty block":          {"stop", "<think>\n\n</think>\n\nyes", model.Complete, "yes"},
		"one block only":       {"stop", "<think>a</think><think>b</think>c", model.Complete, "<think>b</think>c"},
		"in the middle":        {"stop", "It says <think>a</think>.", model.Complete, "It says <think>a</think>."},
		"in quotes":            {"stop", `"<think>a</think>" is a mark`, model.Complete, `"<think>a</think>" is a mark`},
		"in a fence":           {"stop", "```\n<think>a</think>\n```", model.Complete, "```\n<think>a</think>\n```"},
		"in JSON":              {"stop", `{"text":"<think>a</think>b"}`, model.Complete, `{"text":"<think>a</think>b"}`},
		"an end alone":         {"stop", "a</think>b", model.Complete, "a</think>b"},
		"another mark":         {"stop", "<thinking>a</thinking>b", model.Complete, "<thinking>a</thinking>b"},
		"a quoted end":         {"stop", "<think>they ask of `</think>` and \"</think>\", so</think>It ends.", model.Complete, "It ends."},
		"only a quoted end":    {"stop", `<think>so it is "yes"</think>"yes"`, model.Complete, `"yes"`},
		"JSON after it":        {"stop", "<think>hm</think>\n{\"a\":1}", model.Complete, `{"a":1}`},
		"nothing after it":     {"stop", "<think>hm</think>\n", model.Empty, ""},
		"cut in the block":     {"length", "<think>hm, the reve", model.Truncated, ""},
		"cut after the block":  {"length", "<think>hm</think>The reve", model.Truncated, "The reve"},
		"cut at its end":       {"length", "<think>hm</think>", model.Truncated, ""},
		"stopped in the block": {"stop", "<think>hm, the revenue", model.Empty, ""},
		"filtered in it":       {"content_filter", "<think>hm", model.Filtered, ""},
	}
	_, conn := compatibleFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text, _ := json.Marshal(c.text)
			body := fmt.Sprintf(`{"choices":[{"finish_reason":%q,"message":{"content":%s}}]}`, c.finish, text)
			got, err := conn.end.reading("m").completion(&call.Exchange{Status: 200, Body: []byte(body)})
			if err != nil {
				t.Fatal(err)
			}
			v := got.Value.(*model.Response)
			if v.Stop != c.stop || v.Text != c.want || !strings.HasPrefix(v.Reason, c.finish) {
				t.Errorf("got %s (%s) %q, want %s %q", v.Stop, v.Reason, v.Text, c.stop, c.want)
			}
		})
	}
}

// Over the network, and only where servers leave thoughts in the text: OpenAI's own do not.
func TestThoughtsServed(t *testing.T) {
	options := fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		a := fakemodel.Echo(p)
		a.Text = "<think>hm</think>Revenue was 12."
		return a
	}}
	_, local := compatibleFake(t, options)
	_, openai := openaiFake(t, options)
	for want, conn := range map[string]*Connection{"Revenue was 12.": local, "<think>hm</think>Revenue was 12.": openai} {
		got, err := clientOf(conn).Ask(context.Background(), ask1("What was revenue?"))
		if err != nil || got.Text != want || !got.Answered() {
			t.Errorf("%s: %+v, %v", conn.Row.Name, got, err)
		}
	}
}

func FuzzThoughts(f *testing.F) {
	for _, text := range []string{"", "<think>", "<think></think>", "<think>`</think>`</think>x", " <think>\"</think>\"",
		"a<think>b</think>"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		answer, thinking := withoutThoughts(text)
		switch {
		case !strings.HasSuffix(text, answer):
			t.Fatalf("%q is no end of %q", answer, text)
		case thinking && answer != "":
			t.Fatalf("an answer %q within thoughts", answer)
		case !strings.HasPrefix(strings.TrimLeft(text, blanks), thinkBegins) && answer != text:
			t.Fatalf("%q was cut to %q", text, answer)
		}
	})
}
