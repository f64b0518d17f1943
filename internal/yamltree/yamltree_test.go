package yamltree

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func lines(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestParseRefusesWhatGoesBeyondLimits gives files for which the library would take minutes, or the machine's memory.
func TestParseRefusesWhatGoesBeyondLimits(t *testing.T) {
	const many = 50_000
	for name, tt := range map[string]struct {
		text string
		line int
		says string
	}{
		"brackets":                        {"a: " + strings.Repeat("[", many), 1, "nested deeper"},
		"braces over lines":               {strings.Repeat("{a:\n", many), 21, "nested deeper"},
		"brackets that close in texts":    {"a: " + strings.Repeat(`["]",`, many), 1, "nested deeper"},
		"brackets that close in quotes":   {"a: " + strings.Repeat("[']',", many), 1, "nested deeper"},
		"brackets behind a quoted number": {`a: [" #",` + strings.Repeat("[", many), 1, "nested deeper"},
		"brackets that close in comments": {strings.Repeat("[ # ]\n", many), 21, "nested deeper"},
		"dashes on a line":                {strings.Repeat("- ", 1000) + "a", 1, "nested deeper"},
		"questions on a line":             {strings.Repeat("? ", 1000) + "a", 1, "nested deeper"},
		"tags":                            {strings.Repeat("!a ", 1000) + "a", 1, "nested deeper"},
		"anchors in brackets":             {"[" + strings.Repeat("&a ", 1000) + "a]", 1, "nested deeper"},
		"steps":                           {stairs(30), 21, "nested deeper"},
		"dashes":                          {strings.Repeat("-\n", many), 0, "nothing after them"},
		"dashes and comments":             {strings.Repeat("- # c\n", many), 0, "nothing after them"},
		"keys without":                    {"a:\n" + lines("  k%d:\n", many), 0, "nothing after them"},
		"items without":                   {strings.Repeat("- a:\n", many), 0, "nothing after them"},
		"many keys":                       {lines("k%d: v\n", many), 0, "keys of one object"},
		"many keys inside":                {"a:\n" + lines("  k%d: v\n", many), 0, "keys of one object"},
		"many words":                      {"a: [" + strings.Repeat("b,", maxTokens/2) + "b]", 1, "words and marks"},
	} {
		_, err := Parse("f", []byte(tt.text), 20)
		var p *Problem
		if !errors.As(err, &p) || !p.Limit || !strings.Contains(p.Message, tt.says) || tt.line > 0 && p.Line != tt.line {
			t.Errorf("%s: %v; want line %d, %q", name, err, tt.line, tt.says)
		}
	}
}

func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "b\n"
}

func TestParseReadsLargeFiles(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":                  "",
		"a long list":              "a:\n" + lines("- v%d\n", 30_000),
		"a long list of objects":   "a:\n" + lines("- k: v%d\n  l: w\n", 15_000),
		"content below its dash":   strings.Repeat("-\n  a: b\n", 10_000),
		"lists in their key's own": strings.Repeat("- a:\n  - b\n", 10_000),
		"brackets in texts": strings.Repeat("- 'a [[[[[[[[[[[[[[[[[[[[[[[[[['\n- \"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\"\n- a "+
			"[[[[[[[[[[[[[[[[[[[[[[[[[\n", 100),
		"brackets in comments":    "a: b # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n",
		"brackets in blocks":      "a: |\n  [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n",
		"keys in a row of braces": "a: {" + lines("b%d: c, ", 100) + "d: e}\n",
	} {
		if _, err := Parse("f", []byte(text), 20); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	seeds := []string{"", "a: b", "- - a", "[a, {b: c}]", "? a\n: b", "!!str &x [*x]", "a: |\n  b\n",
		"%YAML 1.2\n---\na\n...\n", "'", "- a:\n  - b\n"}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if file, err := Parse("f", text, 20); (file == nil) == (err == nil) {
			t.Fatal("neither a tree nor an error, or both")
		}
	})
}

func TestProblemsAreJoinedInTheOrderOfTheFile(t *testing.T) {
	err := Join([]*Problem{{Path: "f", Line: 3, Column: 1, Message: "c"}, {Path: "f", Line: 2, Message: "b"},
		{Path: "f", Message: "a"}, {Line: 4, Message: "d"}})
	if got, want := err.Error(), "f: a\nf:2: b\nf:3:1: c\nd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if Join(nil) != nil {
		t.Error("no problems are an error")
	}
}
