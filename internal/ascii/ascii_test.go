package ascii

import (
	"strings"
	"testing"
	"unicode"
)

func TestClassesAgreeWithUnicodeOnASCII(t *testing.T) {
	for i := range 256 {
		c, r := byte(i), rune(i)
		isASCII := i < 128
		for _, class := range []struct {
			name      string
			got, want bool
		}{
			{"IsDigit", IsDigit(c), isASCII && unicode.IsDigit(r)},
			{"IsUpper", IsUpper(c), isASCII && unicode.IsUpper(r)},
			{"IsLower", IsLower(c), isASCII && unicode.IsLower(r)},
			{"IsLetter", IsLetter(c), isASCII && unicode.IsLetter(r)},
			{"IsAlnum", IsAlnum(c), isASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))},
			{"IsSpace", IsSpace(c), isASCII && strings.ContainsRune(" \t\n\v\f\r", r)},
			{"ToLower", ToLower(c) == c, !isASCII || !unicode.IsUpper(r)},
		} {
			if class.got != class.want {
				t.Errorf("%s(%q): got %v, want %v", class.name, r, class.got, class.want)
			}
		}
		if isASCII && rune(ToLower(c)) != unicode.ToLower(r) {
			t.Errorf("ToLower(%q): got %q", r, ToLower(c))
		}
	}
}
