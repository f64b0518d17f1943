package token

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// match is a stretch of the text in hand that a pattern found, or that lies between two such.
type match struct {
	start, end int32
	found      bool
}

// pattern finds its matches in a stretch of the text in hand, and appends them together with what lies between: all
// in order, without a gap. On its own an empty stretch is one that was not found.
type pattern interface {
	find(w *work, start, end int32, to []match) []match
}

// literal finds a text.
type literal string

func (l literal) find(w *work, start, end int32, to []match) []match {
	from := start
	for len(l) > 0 {
		at := bytes.Index(w.text[from:end], []byte(l))
		if at < 0 {
			break
		}
		if at > 0 {
			to = append(to, match{from, from + int32(at), false})
		}
		to = append(to, match{from + int32(at), from + int32(at+len(l)), true})
		from += int32(at + len(l))
	}
	if from < end {
		to = append(to, match{from, end, false})
	}
	return to
}

// runs finds so many characters of a class in a row, or a character and its like.
type runs struct {
	is    func(w *work, r rune) bool
	least int  // characters in a row
	each  bool // each by itself
}

func (p runs) find(w *work, start, end int32, to []match) []match {
	from := start
	for at := start; at < end; {
		stop, n := at, 0
		for stop < end && !(p.each && n == 1) {
			r, size := utf8.DecodeRune(w.text[stop:end])
			if !p.is(w, r) {
				break
			}
			stop += int32(size)
			n++
		}
		if n < p.least || n == 0 {
			if n == 0 {
				_, size := utf8.DecodeRune(w.text[at:end])
				stop += int32(size)
			}
			at = stop
			continue
		}
		if from < at {
			to = append(to, match{from, at, false})
		}
		to = append(to, match{at, stop, true})
		from, at = stop, stop
	}
	if from < end {
		to = append(to, match{from, end, false})
	}
	return to
}

// atoms are the parts of which the small patterns consist that tokenizer files use to replace and to split.
var atoms = []struct {
	text string
	is   func(w *work, r rune) bool
}{
	{`\s`, func(w *work, r rune) bool { return w.t.of(r)&isBlank != 0 }},
	{`\p{N}`, func(w *work, r rune) bool { return w.t.of(r)&isNumber != 0 }},
	{`\p{L}`, func(w *work, r rune) bool { return w.t.of(r)&isLetter != 0 }},
	{`\n`, func(_ *work, r rune) bool { return r == '\n' }},
	{`\r`, func(_ *work, r rune) bool { return r == '\r' }},
	{`\t`, func(_ *work, r rune) bool { return r == '\t' }},
	{`[\r\n]`, func(_ *work, r rune) bool { return r == '\r' || r == '\n' }},
	{` `, func(_ *work, r rune) bool { return r == ' ' }},
}

var errPattern = errors.New("this assay does not know it; it knows the patterns of the encoders in use, and has no engine for others")

// parsePattern reads a regular expression of those that occur.
func parsePattern(text string) (pattern, error) {
	for _, s := range splitters {
		if s.pattern == text {
			return s.find, nil
		}
	}
	for _, a := range atoms {
		rest, ok := strings.CutPrefix(text, a.text)
		if !ok {
			continue
		}
		switch least := 0; {
		case rest == "":
			return runs{a.is, 1, true}, nil
		case rest == "+":
			return runs{a.is, 1, false}, nil
		default:
			if n, err := fmt.Sscanf(rest, "{%d,}", &least); n == 1 && err == nil && rest == fmt.Sprintf("{%d,}", least) && least > 0 {
				return runs{a.is, least, false}, nil
			}
		}
	}
	if text != "" && !strings.ContainsAny(text, `\.+*?()[]{}|^$`) {
		return literal(text), nil
	}
	return nil, fmt.Errorf("pattern %q: %w", clip(text), errPattern)
}

// replace is the normalizer Replace of tokenizers: it puts new in the place of each match of old.
type replace struct {
	old pattern
	new string
}

func (p replace) apply(w *work) {
	w.matches = p.old.find(w, 0, int32(len(w.text)), w.matches[:0])
	if len(w.matches) == 0 || len(w.matches) == 1 && !w.matches[0].found {
		return
	}
	w.align()
	w.next, w.nextPos = w.next[:0], w.nextPos[:0]
	for _, m := range w.matches {
		if !m.found || len(w.next)+len(p.new)+len(w.text)-int(m.end) > w.capacity {
			w.next, w.nextPos = append(w.next, w.text[m.start:m.end]...), append(w.nextPos, w.pos[m.start:m.end]...)
			continue
		}
		w.next = append(w.next, p.new...)
		for range len(p.new) {
			w.nextPos = append(w.nextPos, w.pos[m.end-1])
		}
	}
	w.commit()
}
