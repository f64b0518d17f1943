package call

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// escapedKey is a text with each character as JSON may write it.
func escapedKey(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

// TestEncodedKeys hides a key in each form that a reader of a reply undoes, at each place of a long text.
func TestEncodedKeys(t *testing.T) {
	reversed := []byte(planted)
	slices.Reverse(reversed)
	forms := map[string]string{
		"plain":              planted,
		"escaped":            escapedKey(planted),
		"partly escaped":     escapedKey(planted[:3]) + planted[3:],
		"escaped in JSON":    strings.ReplaceAll(escapedKey(planted), `\`, `\\`),
		"twice in JSON":      strings.ReplaceAll(escapedKey(planted), `\`, `\\\\`),
		"hexadecimal escape": strings.ReplaceAll(escapedKey(planted), `\u00`, `\x`),
		"percent":            strings.ReplaceAll(escapedKey(planted), `\u00`, `%`),
		"percent of percent": strings.ReplaceAll(escapedKey(planted), `\u00`, `%25`),
		"hexadecimal":        hex.EncodeToString([]byte(planted)),
		"reversed":           string(reversed),
		"reversed, escaped":  escapedKey(string(reversed)),
		"escaped base64":     escapedKey(base64.StdEncoding.EncodeToString([]byte(planted))),
	}
	for n := range 4 {
		text := "Bearer"[:n] + planted
		forms[fmt.Sprint("base64 after ", n)] = base64.StdEncoding.EncodeToString([]byte(text))
		forms[fmt.Sprint("raw base64 after ", n)] = base64.RawURLEncoding.EncodeToString([]byte(text + "..."))
	}
	s := NewSecret(planted)
	for name, form := range forms {
		got := s.Redact(`{"a":"` + form + `"}`)
		if !strings.HasPrefix(got, `{"a":"`) || !strings.HasSuffix(got, `"}`) || !strings.Contains(got, hidden) ||
			len(got) > len(`{"a":""}`)+len(hidden)+9 { // of base64, characters remain that are of other bytes, too
			t.Errorf("%s: %s", name, got)
		}
		if !s.isIn([]byte(form)) {
			t.Errorf("%s is not seen in a request", name)
		}
	}
	const slash = "wJalrXUtnFEMI/K7MDENG+bPxRf=iCYKEY"
	if got := NewSecret(slash).Redact(strings.ReplaceAll(slash, "/", `\/`) + url.QueryEscape(slash)); got != hidden+hidden {
		t.Errorf("a key with slashes: %s", got)
	}
	for _, at := range []int{0, searchBytes - searchShared - 5, searchBytes - 100, searchBytes - 5, searchBytes, 2*searchBytes + 7} {
		text := strings.Repeat(`\n`, at/2) + escapedKey(planted) + strings.Repeat("x", searchBytes)
		if got := s.Redact(text); len(got) != len(text)-len(escapedKey(planted))+len(hidden) || strings.Count(got, hidden) != 1 {
			t.Errorf("at %d: %d bytes of %d", at, len(got), len(text))
		}
	}
}

// TestOtherTexts are left as they are, in the same memory.
func TestOtherTexts(t *testing.T) {
	s := NewSecret(planted)
	for _, text := range []string{"", `\`, `%`, `\u`, `\u00`, `\uZZZZ \x%4 100 % \u20ac \\\\`, planted[:len(planted)-1], `{"a":"b\n"}`} {
		b := []byte(text)
		if got := s.hide(b); string(got) != text || len(b) > 0 && &got[0] != &b[0] {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func FuzzHide(f *testing.F) {
	f.Add("a", "b")
	f.Add(`\`, `u0073`)
	f.Fuzz(func(t *testing.T, before, after string) {
		s := NewSecret(planted)
		got := s.Redact(before + escapedKey(planted) + after)
		var text string
		if s.isIn([]byte(got)) || json.Unmarshal([]byte(`"`+got+`"`), &text) == nil && strings.Contains(text, planted) {
			t.Errorf("%q", got)
		}
	})
}

func BenchmarkHide(b *testing.B) {
	s := NewSecret(planted)
	text := []byte(strings.Repeat(`{"text":"Net sales were \"$5 million\" in 2023.\n"},`, 100))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.hide(text)
	}
}
