package item

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
)

// maxHeading is the longest block that is a heading as a whole; in a longer one the text begins.
const maxHeading = 260

// headingBlocks is over how many blocks a heading may run.
const headingBlocks = 3

// heading is the extent of a heading: its block, or its first sentence where the text runs on in the
// same block, or more blocks where the title is in the next ones.
func (s *scanner) heading(c *candidate, row *row) block.Span {
	h := block.Span{Start: c.at.Start, End: c.at.End}
	rest := s.d.Text[c.titleAt:max(c.titleAt, c.at.End)]
	if c.at.End-c.at.Start > maxHeading || runsOn(rest, row) {
		n := len(firstSentence(rest))
		h.End = c.titleAt + int32(min(n+1, len(rest)))
		return h
	}
	title := normalizeTitle(rest)
	last := c.block + headingBlocks
	for i := c.block + 1; i < len(s.d.Blocks) && i <= last; i++ {
		b := &s.d.Blocks[i]
		if b.Style&block.Hidden != 0 || b.End <= h.End {
			continue
		}
		if s.isRule(i) {
			h.End, last = max(h.End, b.End), last+1
			continue
		}
		more := normalizeTitle(s.d.Text[b.Start:min(b.End, b.Start+maxHeading)])
		if !continuesTitle(row, title, more, b.End-b.Start) && !s.wraps(rest, i) {
			break
		}
		title = append(title, more...)
		h.End = b.End
	}
	return h
}

// runsOn reports whether text follows the title in the heading's own block: "Item 4. Mine Safety
// Disclosures. Not applicable."
func runsOn(rest []byte, row *row) bool {
	n := len(firstSentence(rest))
	if n+2 >= len(rest) || n < 4 {
		return false
	}
	return row.match(normalizeTitle(rest[:n])) != foreign && !bytes.ContainsAny(rest[:n], "\t")
}

// continuesTitle reports whether the next block is the title, or the rest of a title that was broken.
func continuesTitle(row *row, title, more []byte, length int32) bool {
	if len(more) == 0 || length > maxNextTitle {
		return false
	}
	if len(title) == 0 {
		return row.match(more) != foreign && length <= shortBlock+40
	}
	joined := append(append([]byte(nil), title...), more...)
	for _, t := range row.titles {
		full := normalizeTitle([]byte(t.text))
		if n := commonPrefix(joined, full); n >= len(title)+min(len(more), 4) && n >= len(title)+len(more)/2 {
			return true
		}
	}
	return false
}

// wraps reports whether block i is the second line of a title in capitals, as plain text breaks them.
func (s *scanner) wraps(title []byte, i int) bool {
	b := &s.d.Blocks[i]
	line := s.d.Text[b.Start:b.End]
	return b.Style&block.Joined != 0 && len(line) <= shortBlock && !hasLower(title) && !hasLower(line) && countLetters(line) > 3
}
