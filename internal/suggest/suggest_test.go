package suggest

import "testing"

func TestEdits(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"figure", "figure", 0}, {"figur", "figure", 1}, {"qestion", "question", 1},
		{"kitten", "sitting", 3}, {"ab", "ba", 2}, {"abc", "xyz", 3},
	} {
		if got, back := edits(test.a, test.b), edits(test.b, test.a); got != test.want || back != test.want {
			t.Errorf("%q and %q: %d and %d, want %d", test.a, test.b, got, back, test.want)
		}
	}
}
