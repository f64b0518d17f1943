package record

import (
	"fmt"
	"strings"
	"testing"
)

// TestYAMLRefusesWhatTakesTheSquare tries files of which the library would take minutes.
func TestYAMLRefusesWhatTakesTheSquare(t *testing.T) {
	keys := func(format string) string {
		var b strings.Builder
		for i := range 50_000 {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, tt := range map[string]struct{ content, says string }{
		"dashes":           {strings.Repeat("-\n", 50_000), "nothing after them"},
		"dashes and notes": {strings.Repeat("- # c\n", 50_000), "nothing after them"},
		"keys without":     {"a:\n" + keys("  k%d:\n"), "nothing after them"},
		"items without":    {strings.Repeat("- a:\n", 50_000), "nothing after them"},
		"many keys":        {keys("k%d: v\n"), "keys of one object"},
		"many keys inside": {"a:\n" + keys("  k%d: v\n"), "keys of one object"},
		"steps":            {strings.Repeat("- ", 1000) + "a", "nested deeper than"},
	} {
		_, err := ParseYAML([]byte(tt.content))
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", name, err, tt.says)
		}
	}
}

func TestYAMLReads(t *testing.T) {
	for name, tt := range map[string]struct{ content, want string }{
		"dashes with their content below": {strings.Repeat("-\n  a: b\n", 2), `[{"a":"b"},{"a":"b"}]`},
		"anchors":                         {"a: &x [1, 2.50]\nb: *x\n", `{"a":[1,2.50],"b":[1,2.50]}`},
		"merges":                          {"a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\n", `{"a":{"k":1,"l":2},"b":{"k":1,"l":3}}`},
		"merges of several": {"a: &x {k: 1}\nb: &y {k: 2, l: 2}\nc:\n  l: 3\n  <<: [*x, *y]\n",
			`{"a":{"k":1},"b":{"k":2,"l":2},"c":{"k":1,"l":3}}`},
		"texts": {"a: |\n  b: c\n  [[[\nd: 'it''s'\ne: \"\\x41\"\nf: yes\ng: true\nh: ~\ni: !!str 5\n",
			`{"a":"b: c\n[[[\n","d":"it's","e":"A","f":"yes","g":true,"h":null,"i":"5"}`},
		"numbers that JSON has not": {"a: 0x10\nb: .inf\nc: 1_000\n", `{"a":"0x10","b":".inf","c":"1_000"}`},
	} {
		n, err := ParseYAML([]byte(tt.content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := n.AppendJSON(nil); strings.ReplaceAll(string(got), `\u000a`, `\n`) != tt.want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", name, got, tt.want, err)
		}
	}
}
