package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// laughs is a file in which each anchor repeats the one before nine times.
func laughs(levels int) string {
	var b strings.Builder
	b.WriteString("a: &a [x, x, x, x, x, x, x, x, x]\n")
	for i := range levels {
		fmt.Fprintf(&b, "%c: &%c [%s*%c]\n", 'b'+i, 'b'+i, strings.Repeat(fmt.Sprintf("*%c, ", 'a'+i), 8), 'a'+i)
	}
	return b.String()
}

func wrongModels(n int) string {
	var b strings.Builder
	b.WriteString("models:\n")
	for i := range n {
		fmt.Fprintf(&b, "  m%d: {model: openai/x, colour: red}\n", i)
	}
	return b.String()
}

// TestHostile gives files that would take minutes or the stack to read, were they read.
func TestHostile(t *testing.T) {
	const many = 40_000
	tests := []struct{ name, yaml, want string }{
		{"brackets", "models: " + strings.Repeat("[", many), ":1:1: nested deeper than 64"},
		{"braces over lines", strings.Repeat("{a:\n", many), ":65:1: nested deeper than 64"},
		{"brackets that close", strings.Repeat("[", many) + strings.Repeat("]", many), "nested deeper"},
		{"lists on a line", "models:\n" + strings.Repeat("- ", many), ":2:1: nested deeper"},
		{"keys on a line", strings.Repeat("? ", many), "nested deeper"},
		{"aliases of aliases", laughs(9), "more than 20000 keys and values"},
		{"aliases of something large", "a: &a [" + strings.Repeat("x, ", 1000) + "x]\nb: [" + strings.Repeat("*a, ",
			100) + "*a]\n", "more than 20000"},
		{"merged", "a: &a [" + strings.Repeat("{x: 1}, ", 500) + "1]\nb: [" + strings.Repeat("{<<: {y: *a}}, ", 100) + "1]\n", "more than 20000"},
		{"an anchor in itself", "models: &a\n  <<: *a\n", "not readable as YAML"},
		{"keys", wrongModels(4_000), "more than 20000"},
		{"anchors", strings.Repeat("&a ", many), ":1:1: nested deeper"},
		{"tags", strings.Repeat("!!str ", many), ":1:1: nested deeper"},
		{"a long value", "a: " + strings.Repeat("x", many), `a: unknown key`},
		{"an open quotation mark", "a: \"" + strings.Repeat("x\n", many), ":1:4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			done := make(chan error, 1)
			go func() {
				c := &Config{Path: "assay.yaml", dir: t.TempDir()}
				done <- c.parse([]byte(test.yaml))
			}()
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %.200v, want %q", err, test.want)
				}
			case <-time.After(time.Minute):
				t.Fatal("not read after a minute")
			}
		})
	}
}

// TestRoom reads what is large for settings.
func TestRoom(t *testing.T) {
	yaml := strings.ReplaceAll(wrongModels(1500), ", colour: red", "") + "# " + strings.Repeat("[]{}", 200) + "\n"
	yaml += "embedders: {e: &e {model: scripted/e}, f: *e}\nrerankers:\n  r:\n    model: scripted/r\n"
	c, err := open(t, yaml, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Models) != 1500 || c.Embedders["f"].Model != "scripted/e" {
		t.Errorf("%d models, %+v", len(c.Models), c.Embedders)
	}
}
