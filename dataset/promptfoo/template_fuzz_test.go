package promptfoo

import (
	"strings"
	"testing"
)

func FuzzTemplate(f *testing.F) {
	seeds := []string{"a {{ b }} c", "{{b}}{{c}}", "{% if %}", "{# a #}", "{{", "{{ b | upper }}", "{ {b} }", "{{b}}}", "{{{b}}}", "{"}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		filled, err := fill(s, map[string]string{"b": "1", "c": ""})
		if err == nil && checkTemplate(s) != nil {
			t.Fatalf("%q was filled to %q, and is refused", s, filled)
		}
		if err == nil && strings.Contains(filled, "{{b}}") && !strings.Contains(s, "c") {
			t.Fatalf("%q was filled to %q", s, filled)
		}
	})
}
