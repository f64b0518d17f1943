package text

import (
	"bytes"
	"sync"

	"github.com/assayhq/assay/internal/ascii"
)

// Limits of the search for quotations.
const (
	// maxQuoteDistance is the share of a quotation's words, and of each of its parts', that may differ
	// from the source; what differs more is not that quotation.
	maxQuoteDistance = 0.4
	// maxQuoteWords is the length up to which a quotation is looked for with differences; a longer one
	// is found only verbatim.
	maxQuoteWords = 2000
	// maxQuoteParts is how many parts between ellipses are looked for with differences.
	maxQuoteParts = 32
)

// Quote is where a quotation is in its source, and how faithful it is.
type Quote struct {
	Span         // in the source, from the first part to the last
	Parts []Span // the parts between ellipses, in order; one if there is no ellipsis
	Exact bool   // character for character, once both are normalised
	Words int    // the words of the quotation
	Edits int    // the words to replace, insert or take out to make it what the source says
}

// Distance is the share of the quotation's words that differ, from 0 to 0.4.
func (q Quote) Distance() float64 {
	if q.Words == 0 {
		return 0
	}
	return float64(q.Edits) / float64(q.Words)
}

// Source is a text prepared for finding quotations in it. It may be used by many goroutines.
type Source struct {
	normal *Normal
	once   sync.Once
	words  []word
}

// bytesPerWord is a little less than English prose has, blanks included.
const bytesPerWord = 5

// word is one word of a normal text: where it is and the hash that it is compared by.
type word struct {
	Span
	hash uint64
}

// NewSource prepares a text. It keeps a normal copy, not the text.
func NewSource[T bytestring](s T) *Source {
	return &Source{normal: Normalize(s)}
}

// Find finds a quotation in the source: verbatim once both are normalised, else where the fewest words
// differ. The quotation marks around it and the punctuation at its ends do not count, and "…", "...",
// "[...]" or ". . ." in it matches anything.
func (s *Source) Find(quote string) (Quote, bool) {
	needle := trimQuote(AppendNormal(nil, quote))
	parts := quoteParts(needle)
	if len(parts) == 0 {
		return Quote{}, false
	}
	if len(parts) > 1 {
		if found, ok := s.findExact([][]byte{needle}); ok {
			return found, true
		}
	}
	if found, ok := s.findExact(parts); ok {
		return found, true
	}
	return s.findSimilar(parts)
}

// quoteTrim are the characters at the ends of a quotation, or of a part of one, that do not count.
const quoteTrim = " \"'.,;:!?-"

func trimQuote(quote []byte) []byte { return bytes.Trim(quote, quoteTrim) }

// quoteParts cuts a normal quotation at its ellipses; parts without a word are dropped.
func quoteParts(quote []byte) [][]byte {
	var parts [][]byte
	add := func(part []byte) {
		if part = trimQuote(part); len(appendWords(nil, part)) > 0 {
			parts = append(parts, part)
		}
	}
	start := 0
	for i := 0; i < len(quote); {
		at, end := i, ellipsisEnd(quote, i)
		if end == i {
			i++
			continue
		}
		if at > start && end < len(quote) && isBracketPair(quote[at-1], quote[end]) {
			at--
			end++
		}
		add(quote[start:at])
		start, i = end, end
	}
	add(quote[start:])
	return parts
}

func isBracketPair(open, shut byte) bool {
	return open == '[' && shut == ']' || open == '(' && shut == ')'
}

// ellipsisEnd is the offset after an ellipsis of three or more full stops, spaced or not, at
// quote[i], or i.
func ellipsisEnd(quote []byte, i int) int {
	stops, end := 0, i
	for j := i; j < len(quote) && (quote[j] == '.' || quote[j] == ' ' && stops > 0); j++ {
		if quote[j] == '.' {
			stops++
			end = j + 1
		}
	}
	if stops < 3 {
		return i
	}
	return end
}

// findExact finds the parts verbatim, one after the other, ending as early as possible and then
// beginning as late as possible.
func (s *Source) findExact(parts [][]byte) (Quote, bool) {
	source := s.normal.Text
	spans := make([]Span, len(parts))
	from := 0
	for i, part := range parts {
		at := indexWords(source, part, from)
		if at < 0 {
			return Quote{}, false
		}
		from = at + len(part)
		spans[i] = Span{at, from}
	}
	for i := len(parts) - 2; i >= 0; i-- {
		if at := bytes.LastIndex(source[:spans[i+1].Start], parts[i]); atWordEdges(source, at, at+len(parts[i])) {
			spans[i] = Span{at, at + len(parts[i])}
		}
	}
	found := Quote{Exact: true}
	for i, span := range spans {
		found.Parts = append(found.Parts, s.normal.Original(span))
		found.Words += len(appendWords(nil, parts[i]))
	}
	return found.withSpan(), true
}

// withSpan sets the span of a quotation from its parts.
func (q Quote) withSpan() Quote {
	q.Span = Span{q.Parts[0].Start, q.Parts[len(q.Parts)-1].End}
	return q
}

// indexWords is the index of part in source, at from or later, without cutting a word, or -1. After a
// hit inside a word it continues at the next word, which keeps it linear on repetitive text.
func indexWords(source, part []byte, from int) int {
	for from <= len(source) {
		at := bytes.Index(source[from:], part)
		if at < 0 {
			return -1
		}
		at += from
		if atWordEdges(source, at, at+len(part)) {
			return at
		}
		from = at + 1
		for from < len(source) && isWordByte(source[from-1]) {
			from++
		}
	}
	return -1
}

// atWordEdges reports whether source[start:end] begins and ends at the edges of words.
func atWordEdges(source []byte, start, end int) bool {
	if start < 0 {
		return false
	}
	return (start == 0 || !isWordByte(source[start-1]) || !isWordByte(source[start])) &&
		(end == len(source) || !isWordByte(source[end]) || !isWordByte(source[end-1]))
}

// appendWords appends the words of a normal text: runs of letters and digits, numbers whole.
func appendWords(dst []word, normal []byte) []word {
	for i := 0; i < len(normal); {
		start := i
		for i < len(normal) && (isWordByte(normal[i]) || joinsDigits(normal, i)) {
			i++
		}
		if i > start {
			dst = append(dst, word{Span{start, i}, sum64(normal[start:i])})
		} else {
			i++
		}
	}
	return dst
}

// joinsDigits reports whether the mark at text[i] is inside a number.
func joinsDigits(text []byte, i int) bool {
	return (text[i] == '.' || text[i] == ',') && i > 0 && i+1 < len(text) &&
		ascii.IsDigit(text[i-1]) && ascii.IsDigit(text[i+1])
}

// findSimilar finds the parts where the fewest words differ: the longest part first, wherever it is
// best, then the parts before it in the text before it and those after it in the text after it.
func (s *Source) findSimilar(parts [][]byte) (Quote, bool) {
	if len(parts) > maxQuoteParts {
		return Quote{}, false
	}
	var found Quote
	quoted := make([][]word, len(parts))
	for i, part := range parts {
		quoted[i] = appendWords(nil, part)
		found.Words += len(quoted[i])
	}
	if found.Words > maxQuoteWords {
		return Quote{}, false
	}
	s.once.Do(func() { s.words = appendWords(make([]word, 0, len(s.normal.Text)/bytesPerWord), s.normal.Text) })
	found.Parts = make([]Span, len(parts))
	edits, ok := s.place(quoted, s.words, found.Parts)
	if !ok {
		return Quote{}, false
	}
	found.Edits = edits
	return found.withSpan(), true
}

// place finds the parts of a quotation in a stretch of the source and fills in their spans.
func (s *Source) place(parts [][]word, words []word, spans []Span) (edits int, ok bool) {
	if len(parts) == 0 {
		return 0, true
	}
	longest := 0
	for i := range parts {
		if len(parts[i]) > len(parts[longest]) {
			longest = i
		}
	}
	from, to, edits := align(parts[longest], words)
	if to == from || float64(edits) > maxQuoteDistance*float64(len(parts[longest])) {
		return 0, false
	}
	spans[longest] = s.normal.Original(Span{words[from].Start, words[to-1].End})
	before, ok := s.place(parts[:longest], words[:from], spans[:longest])
	if !ok {
		return 0, false
	}
	after, ok := s.place(parts[longest+1:], words[to:], spans[longest+1:])
	return before + edits + after, ok
}
