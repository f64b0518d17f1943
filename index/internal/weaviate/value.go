package weaviate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/index"
)

// Weaviate trims blanks around a text before it filters by it, and takes an empty one for none. guard makes
// those texts others that it leaves alone, in such a way that different texts stay different and sort as they
// did: after a blank or NUL at the end, and for nothing at all, comes a NUL; before a run of blanks in the
// order of Unicode comes the character ahead of that run, which guards itself as well. All other texts are
// as they are.
func guard(s string) string {
	if s == "" {
		return "\x00"
	}
	first, _ := utf8.DecodeRuneInString(s)
	if p, ok := ahead(first); ok {
		s = string(p) + s
	}
	if last, _ := utf8.DecodeLastRuneInString(s); last == 0 || unicode.IsSpace(last) {
		s += "\x00"
	}
	return s
}

// unguard is what guard was given.
func unguard(s string) string {
	s = strings.TrimSuffix(s, "\x00")
	if first, size := utf8.DecodeRuneInString(s); size < len(s) {
		if p, ok := ahead(first); ok && p == first {
			return s[size:]
		}
	}
	return s
}

// ahead is the character before a run of blanks, of a character that is in it or that one itself.
func ahead(r rune) (rune, bool) {
	p := r
	for unicode.IsSpace(p) {
		p--
	}
	return p, p != r || unicode.IsSpace(r+1)
}

// narrow is the bound within which Weaviate gives whole numbers back: GraphQL's are of 32 bits.
const narrow = 1 << 31

// clamp is where wider ones are kept: their order against narrow ones is right, and float64 holds it.
const clamp = 1 << 53

func wide(v int64) bool { return v <= -narrow || v >= narrow }

// exact is a number as a text that sorts as numbers do.
func exact(v int64) string { return fmt.Sprintf("%016x", uint64(v)^1<<63) }

func fromExact(s string) (int64, error) {
	u, err := strconv.ParseUint(s, 16, 64)
	return int64(u ^ 1<<63), err
}

// properties are what an object holds of a record that remote.Shape lets through.
func properties(r *index.Record) object {
	o := object{idProperty: r.ID, textProperty: r.Text}
	for name, value := range r.Fields {
		switch v := value.(type) {
		case string:
			o[name] = guard(v)
		case int64:
			o[name] = max(-clamp, min(v, clamp))
			if wide(v) {
				o[name+exactSuffix] = exact(v)
			}
		default:
			o[name] = v
		}
	}
	return o
}
