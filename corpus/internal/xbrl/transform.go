package xbrl

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// apply appends the normal form of a text to dst; false where the text does not fit the transform, and
// dst is then garbage.
type apply func(dst []byte, text string) ([]byte, bool)

// transform is one row of a transformation registry: how a text on the page becomes a value.
type transform struct {
	name  string
	in    registries // the registries that have it under this name
	doc   string     // an example, "text → value", and what to know about it after ";"
	apply apply
}

// registries is a set of transformation registries.
type registries uint8

const (
	r1   registries = 1 << iota // 2010-04-20, and the draft of 2008
	r2                          // 2011-07-31
	r3                          // 2015-02-26
	r4                          // 2020-02-12
	r5                          // 2022-02-16
	rSEC                        // the rules of the SEC
)

// registrySpaces maps the namespace of a format's prefix to the registry.
var registrySpaces = []struct {
	space string
	in    registries
}{
	{"http://www.xbrl.org/inlineXBRL/transformation/2020-02-12", r4},
	{"http://www.xbrl.org/inlineXBRL/transformation/2022-02-16", r5},
	{"http://www.xbrl.org/inlineXBRL/transformation/2015-02-26", r3},
	{"http://www.xbrl.org/inlineXBRL/transformation/2011-07-31", r2},
	{"http://www.xbrl.org/inlineXBRL/transformation/2010-04-20", r1},
	{"http://www.xbrl.org/2008/inlineXBRL/transformation", r1},
	{"http://www.sec.gov/inlineXBRL/transformation/2015-08-31", rSEC},
}

// usualPrefixes are the prefixes of registries in documents without declarations, as those that editors
// "optimised" have: no two registries of one of these sets use a name for two things.
var usualPrefixes = []struct {
	prefix string
	in     registries
}{
	{"ixt", r1 | r2 | r3 | r4 | r5},
	{"ixt-sec", rSEC},
}

// maxTransformed bounds the text given to a transform: the longest text that any of them can read is a
// sentence of number words.
const maxTransformed = 4096

// tables are all rows there are.
func tables() [][]transform {
	return [][]transform{numberTransforms, dateTransforms, namedDateTransforms, secTransforms}
}

// findTransform looks a format up by the namespace of its prefix and its local name.
func findTransform(space, local string) (*transform, error) {
	for _, r := range registrySpaces {
		if r.space == space {
			return findIn(r.in, local)
		}
	}
	return nil, fmt.Errorf("unknown transformation registry %q", clip(space))
}

// findUndeclared looks a format up whose prefix is not declared.
func findUndeclared(prefix, local string) (*transform, error) {
	for _, u := range usualPrefixes {
		if u.prefix == prefix {
			return findIn(u.in, local)
		}
	}
	return nil, fmt.Errorf("prefix of transform %q is not declared", clip(prefix+":"+local))
}

func findIn(in registries, local string) (*transform, error) {
	for _, rows := range tables() {
		for i := range rows {
			if rows[i].in&in != 0 && rows[i].name == local {
				return &rows[i], nil
			}
		}
	}
	return nil, fmt.Errorf("unknown transform %q", clip(local))
}

// run applies the transform to a text whose white space may still be that of the page. A text that is
// too long is treated as an empty one: only the transforms that look at no text accept either.
func (t *transform) run(dst []byte, text string) ([]byte, bool) {
	if len(text) > maxTransformed {
		text = ""
	}
	return t.apply(dst, plainBlanks(text))
}

// plainBlanks is the text trimmed, with every kind of white space as a blank.
func plainBlanks(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf {
			return strings.TrimSpace(strings.Map(blank, s))
		}
	}
	return strings.Trim(s, " ")
}

func blank(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\v' || r == '\r' || r == '\f':
		return ' '
	case r == 0xA0 || r == 0x3000 || r == 0x202F || 0x2000 <= r && r <= 0x200A:
		return ' '
	}
	return r
}

// fixed is a transform whose value does not depend on the text.
func fixed(value string) apply {
	return func(dst []byte, _ string) ([]byte, bool) { return append(dst, value...), true }
}

// clip shortens a text for an error message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// isDash reports whether r is a character that means nil in a table.
func isDash(r rune) bool {
	switch r {
	case '-', '\u058A', '\u05BE', '\u2212', '\uFE58', '\uFE63', '\uFF0D':
		return true
	}
	return 0x2010 <= r && r <= 0x2015
}
