package item

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
)

// A reference often quotes the heading of what it means: see "Litigation" in Item 8.
const (
	maxQuotes     = 6
	minQuoted     = 8 // letters
	maxSubsection = 60_000
)

// attachQuoted attaches the sub-sections of another item whose headings a reference quotes.
func (t *targets) attachQuoted(it, other *Item, body []byte) bool {
	found := false
	for _, quote := range quotes(body) {
		title := normalizeTitle(quote)
		if len(title) < minQuoted || t.s.f.rowOf(other.ID).hasTitle(title) {
			continue
		}
		for _, sp := range other.Spans {
			if sub, ok := t.s.subsection(sp, title); ok {
				t.add(it, sub, "a section of Item "+other.ID)
				found = true
			}
		}
	}
	return found
}

// quotes are the phrases in quotation marks, split at dashes between headings.
func quotes(text []byte) [][]byte {
	var out [][]byte
	for len(out) < maxQuotes {
		from, open := -1, 0
		for _, mark := range []string{"“", "\""} {
			if i := bytes.Index(text, []byte(mark)); i >= 0 && (from < 0 || i < from) {
				from, open = i, len(mark)
			}
		}
		if from < 0 {
			return out
		}
		text = text[from+open:]
		end := bytes.IndexAny(text, "”\"")
		if end < 0 {
			return out
		}
		parts := bytes.Split(text[:end], []byte("—"))
		out = append(out, bytes.TrimRight(bytes.TrimSpace(parts[len(parts)-1]), ",."))
		text = text[end+1:]
	}
	return out
}

// subsection is the text under the heading with the given letters: up to the next heading that looks
// the same.
func (s *scanner) subsection(within block.Span, title []byte) (block.Span, bool) {
	opening := -1
	for i := s.blockAt(within.Start); i < len(s.d.Blocks) && s.d.Blocks[i].Start < within.End; i++ {
		b := &s.d.Blocks[i]
		text := s.d.Text[b.Start:b.End]
		if len(text) > shortBlock || b.Style&block.Hidden != 0 {
			continue
		}
		switch {
		case opening < 0 && bytes.Equal(normalizeTitle(text), title):
			opening = i
		case opening >= 0 && b.Style&block.Joined == 0 && s.headingStyle(i) == s.headingStyle(opening) && s.headingStyle(i) != 0 && i > opening+1:
			return block.Span{Start: s.d.Blocks[opening].Start, End: b.Start}, true
		}
		if opening >= 0 && b.Start-s.d.Blocks[opening].Start > maxSubsection {
			return block.Span{}, false
		}
	}
	if opening < 0 {
		return block.Span{}, false
	}
	return block.Span{Start: s.d.Blocks[opening].Start, End: within.End}, true
}

// headingStyle is what headings of one level have in common: their style, and whether they are in capitals.
func (s *scanner) headingStyle(i int) block.Style {
	b := &s.d.Blocks[i]
	style := b.Style & (block.Bold | block.Italic | block.Underlined | block.Centered | block.Heading)
	if !hasLower(s.d.Text[b.Start:b.End]) {
		style |= 1 << 15
	}
	return style
}
