package item

import (
	"bytes"
	"fmt"
	"math/bits"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// terms are the observations that speak for or against a block being an item's heading.
type terms uint32

const (
	termTitle terms = 1 << iota
	termNearTitle
	termNextTitle
	termNextNear
	termShort
	termCapitals
	termBold
	termHeading
	termSetApart
	termPartAgrees
	termBare
	termProse
	termCitation
	termLower
	termComma
	termLeadIn
	termLong
	termPage
	termLinked
	termContinued
	termPartDiffers
	termContentsEdge
	termLoneRoman
	termNoTitle
	termBareNumber
	termSubItem
)

// termWeights is the weight of each term, in the order of the constants.
var termWeights = [...]struct {
	weight float32
	why    string
}{
	{3, "title is the item's"},
	{2, "title holds the item's words"},
	{2.5, "next block is the item's title"},
	{1.5, "next block holds the item's words"},
	{1, "short block"},
	{0.7, "label in capitals"},
	{0.7, "bold"},
	{1, "heading element"},
	{0.3, "centered or underlined"},
	{1.5, "under the heading of its part"},
	{0.3, "label is alone"},
	{-4, "goes on as prose does"},
	{-4, "cites the report"},
	{-3, "goes on in lower case"},
	{-2.5, "a comma follows the label"},
	{-5, "the line before runs into it"},
	{-2, "long block"},
	{-1.5, "ends with a page number"},
	{-3, "is a link"},
	{-2, "says that it continues"},
	{-1.5, "under the heading of another part"},
	{-1.5, "at the edge of a contents list"},
	{-9, "a lone roman numeral"},
	{-1, "has a title of its own that is not the item's"},
	{0, "without the word Item in a document without labels"},
	{-1, "names a part of the item"},
}

func (t terms) sum() float32 {
	var sum float32
	for t != 0 {
		i := bits.TrailingZeros32(uint32(t))
		sum += termWeights[i].weight
		t &= t - 1
	}
	return sum
}

func (t terms) String() string {
	var parts []string
	sum := t.sum()
	for t != 0 {
		w := termWeights[bits.TrailingZeros32(uint32(t))]
		parts = append(parts, fmt.Sprintf("%s %+.1f", w.why, w.weight))
		t &= t - 1
	}
	return fmt.Sprintf("%s = %.1f", strings.Join(parts, ", "), sum)
}

// A heading is short up to shortBlock bytes, and prose from longBlock on.
const (
	shortBlock = 130
	longBlock  = 320
)

// common are the terms that do not depend on which item the label names.
func (s *scanner) common(c *candidate, rest []byte) terms {
	b := &s.d.Blocks[c.block]
	var t terms
	switch n := b.End - b.Start; {
	case n <= shortBlock:
		t |= termShort
	case n > longBlock:
		t |= termLong
	}
	if head := s.head(c.block); hasCapitalLabel(head) {
		t |= termCapitals
	}
	t |= styleTerms(b.Style)
	if c.page {
		t |= termPage
	}
	if c.linked {
		t |= termLinked
	}
	if ascii.ContainsFold(rest, "continued)") || ascii.ContainsFold(rest, "(cont") || ascii.ContainsFold(rest, "(concluded") {
		t |= termContinued
	}
	if s.leadsIn(c.block) {
		t |= termLeadIn
	}
	return t | proseTerms(rest, c.label.marked)
}

func styleTerms(style block.Style) terms {
	var t terms
	if style&block.Bold != 0 {
		t |= termBold
	}
	if style&block.Heading != 0 {
		t |= termHeading
	}
	if style&(block.Centered|block.Underlined) != 0 {
		t |= termSetApart
	}
	return t
}

// hasCapitalLabel reports whether the word "Item" of the label is in capitals.
func hasCapitalLabel(head []byte) bool {
	for i := range head {
		if head[i]|0x20 == 'i' && i+1 < len(head) {
			rest := cursor{head, i + 1}
			rest.blanks()
			if rest.at(rest.i)|0x20 == 't' {
				return head[i] == 'I' && rest.at(rest.i) == 'T'
			}
		}
	}
	return false
}

func (s *scanner) titleTerms(r int, rest, next []byte) terms {
	row := &s.f.rows[r]
	title := normalizeTitle(rest)
	if len(title) == 0 {
		switch row.match(normalizeTitle(next)) {
		case full:
			return termBare | termNextTitle
		case near:
			return termBare | termNextNear
		}
		return termBare
	}
	switch row.match(title) {
	case full:
		return termTitle
	case near:
		return termNearTitle
	}
	if len(title) < maxBroken && row.match(append(title, normalizeTitle(next)...)) == full {
		return termNextTitle
	}
	return termNoTitle
}

// maxBroken is how many letters of a title may precede a line break that hides what it is.
const maxBroken = 24

func (s *scanner) partTerm(r int, part string) terms {
	if !s.f.quarterly() || part == "" {
		return 0
	}
	if s.f.rows[r].part == part {
		return termPartAgrees
	}
	return termPartDiffers
}

// proseWords follow a label in running text, never in a heading.
var proseWords = []string{
	"of", "in", "to", "above", "below", "see", "and", "or", "for", "herein", "hereof", "which", "is", "are", "was",
	"has", "have", "had", "contains", "includes", "describes", "as", "on", "by", "under", "from", "with", "that", "this",
	"also", "shall", "will", "were", "provides", "should", "may", "must", "requires", "pursuant", "hereto",
	"captioned", "entitled",
}

// citations are phrases in the first sentence of a block that cites an item of a report.
var citations = []string{
	"of this report", "of this annual", "of this quarterly", "of this form", "of the annual report", "of our annual",
	"of our form", "of our most recent", "of our quarterly", "of part i", "in this report", "in this annual",
	"in this form",
	"in this quarterly", "in our annual", "in our form", "in our most recent", "in part i", "in the annual report",
	"in the company's annual", "of the company's annual",
	"describes", "refer to", "for further discussion", "for a discussion", "for additional information",
	"for more information",
	"for further information", "should be read", "of regulation s-", "of form 10-", "of form 8-", "of the form 10-",
	"of the 20", "of the 19", "included elsewhere",
}

// proseTerms looks at what follows the label for the signs of running text.
func proseTerms(rest []byte, marked bool) terms {
	var t terms
	if len(rest) == 0 {
		return 0
	}
	switch {
	case rest[0] == ',':
		t |= termComma
	case rest[0] == '\'' || rest[0] == '"' && !marked || ascii.HasPrefixFold(rest, "’") || ascii.HasPrefixFold(rest, "”"):
		t |= termProse
	case ascii.IsLower(rest[0]):
		t |= termLower
	}
	if word := firstWord(rest); (!marked || ascii.IsLower(rest[0])) && isProseWord(word) {
		t |= termProse
	}
	if cites(firstSentence(rest)) {
		t |= termCitation
	}
	return t
}

func firstWord(rest []byte) []byte {
	n := 0
	for n < len(rest) && ascii.IsLetter(rest[n]) {
		n++
	}
	return rest[:n]
}

func isProseWord(word []byte) bool {
	for _, w := range proseWords {
		if len(w) == len(word) && ascii.HasPrefixFold(word, w) {
			return true
		}
	}
	return false
}

// firstSentence is text up to a full stop before white space, or a break inside the block.
func firstSentence(rest []byte) []byte {
	for i, b := range rest {
		if b == '\v' || b == '.' && (i+1 == len(rest) || rest[i+1] == ' ' || rest[i+1] == '\t' || rest[i+1] == '\v') {
			return rest[:i]
		}
	}
	return rest
}

func cites(sentence []byte) bool { return containsAny(sentence, citations) }

// leadWords end a line that continues with a citation: "as discussed in / Item 7".
var leadWords = []string{
	"in", "see", "under", "of", "to", "and", "the", "with", "or", "by", "from", "this", "our", "at", "also",
}

// minFullLine is the length from which a line of plain text was broken by the margin.
const minFullLine = 45

// leadsIn reports whether the block before i is an unfinished sentence that continues in block i.
func (s *scanner) leadsIn(i int) bool {
	for k := i - 1; k >= 0 && k >= i-3; k-- {
		b := &s.d.Blocks[k]
		if b.Style&block.Hidden != 0 || b.End == b.Start {
			continue
		}
		line := s.d.Text[b.Start:b.End]
		last := line[len(line)-1]
		if hasLeader(line) {
			return false
		}
		if s.d.Blocks[i].Style&block.Joined != 0 {
			return len(line) >= minFullLine && (ascii.IsLower(last) || last == ',' || last == '(') ||
				isLeadWord(line) || !hasLower(line) && endsWithLeadWord(bytes.ToLower(line))
		}
		return endsWithLeadWord(line) ||
			!hasLower(line) && endsWithLeadWord(bytes.ToLower(line))
	}
	return false
}

func endsWithLeadWord(line []byte) bool {
	start := len(line)
	for start > 0 && ascii.IsLower(line[start-1]) {
		start--
	}
	word := line[start:]
	return (start == 0 || line[start-1] == ' ') && isLeadWord(word)
}

func isLeadWord(word []byte) bool {
	for _, w := range leadWords {
		if string(word) == w {
			return true
		}
	}
	return false
}
