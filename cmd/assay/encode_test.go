package main

import (
	"strings"
	"testing"
)

// TestEncodeLines: what a line of texts or of pairs may be.
func TestEncodeLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		pairs      bool
		a, b       string // what is read: the text is a
		want       string // of the error
	}{
		{"a text", "net sales", false, "net sales", "", ""},
		{"an empty one", "", false, "", "", ""},
		{"a pair", "net\tsales", true, "net", "sales", ""},
		{"half a pair", "net", true, "", "", "a tab between them"},
		{"not UTF-8", "caf\xe9", false, "", "", "iconv -f latin1"},
		{"JSON", `{"text":"net sales"}`, false, "net sales", "", ""},
		{"JSON of an empty text", `{"text":""}`, false, "", "", ""},
		{"JSON that is not UTF-8", "{\"text\":\"caf\xe9\"}", false, "", "", "iconv -f latin1"},
		{"JSON of a pair", `{"a":"","b":"sales"}`, true, "", "sales", ""},
		{"a pair without --pairs", `{"a":"net","b":"sales"}`, false, "", "", "asks for --pairs"},
		{"a text with --pairs", `{"text":"net"}`, true, "", "", "asks for --pairs"},
		{"both", `{"text":"net","a":"net","b":"sales"}`, true, "", "", "asks for --pairs"},
		{"half a pair in JSON", `{"a":"net"}`, true, "", "", "asks for --pairs"},
		{"nothing in JSON", `{}`, false, "", "", "asks for --pairs"},
		{"another key", `{"texts":"net"}`, false, "", "", "texts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := encodeFlags{pairs: c.pairs}
			l, err := f.line([]byte(c.text), strings.HasPrefix(c.text, "{"))
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("the error is %v; it should say %q", err, c.want)
				}
				return
			}
			switch {
			case err != nil:
				t.Error(err)
			case c.pairs && (*l.A != c.a || *l.B != c.b), !c.pairs && *l.Text != c.a:
				t.Errorf("%+v", l)
			}
		})
	}
}
