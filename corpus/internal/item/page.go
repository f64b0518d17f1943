package item

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// maxPage is the largest printed page number that is accepted: a larger one is a year or an amount.
const maxPage = 999

// pageRange is a range of printed page numbers, both ends included. Pages of an appendix count from
// 1 again, so they are distinguished by their prefix: 'F' in "F-12".
type pageRange struct {
	prefix   byte
	from, to int
}

// endsWithPage reports whether text ends with a page number, as a row of a contents list does.
func endsWithPage(text []byte) bool {
	_, at := trailingPages(text)
	return at >= 0
}

// pageTail bounds how much of a text's end can be page numbers.
const pageTail = 120

// trailingPages reads the page numbers at the end of text: "19", "F-3", "8-14, 30". It returns where
// they begin, or -1.
func trailingPages(text []byte) ([]pageRange, int) {
	text = bytes.TrimRight(text, " \t\v.)")
	start := len(text)
	for start > 0 && len(text)-start < pageTail && isPageByte(text, start-1) {
		start--
	}
	for start < len(text) && (!ascii.IsAlnum(text[start]) || start > 0 && ascii.IsAlnum(text[start-1])) {
		start++
	}
	ranges := parsePages(text[start:])
	if len(ranges) == 0 {
		return nil, -1
	}
	if start > 0 {
		before := text[start-1]
		if before != ' ' && before != '\t' && before != '\v' && before != '.' && before != '(' {
			return nil, -1
		}
	}
	return joinPages(text[:start], ranges), start
}

// joinPages adds the pages before a word to those after it: "8 and 12", "8 through 12".
func joinPages(before []byte, ranges []pageRange) []pageRange {
	before = bytes.TrimRight(before[max(0, len(before)-pageTail):], " \t\v")
	space := bytes.LastIndexAny(before, " \t\v")
	word := string(before[space+1:])
	through := word == "through" || word == "thru" || word == "to"
	if space < 0 || !through && word != "and" && word != "&" {
		return ranges
	}
	all, _ := trailingPages(before[:space])
	if len(all) == 0 || len(all) > maxRanges {
		return ranges
	}
	if last := &all[len(all)-1]; through && last.prefix == ranges[0].prefix && last.to <= ranges[0].from {
		last.to, ranges = ranges[0].to, ranges[1:]
	}
	return append(all, ranges...)
}

// isPageByte reports whether the byte at i can be part of a list of page numbers.
func isPageByte(text []byte, i int) bool {
	switch b := text[i]; {
	case ascii.IsDigit(b), b == ' ', b == '\t', b == '\v', b == ',', b == '-', b == ';':
		return true
	case b == 'F' || b == 'S' || b == 'A' || b == 'K':
		return i+1 < len(text) && (text[i+1] == '-' || ascii.IsDigit(text[i+1])) &&
			(i == 0 || !ascii.IsAlnum(text[i-1]) && text[i-1] != '-')
	case b >= 0x80:
		return b == 0xE2 || b == 0x80 || b >= 0x90 && b <= 0x95
	}
	return false
}

// maxRanges bounds the page ranges of one row.
const maxRanges = 40

// parsePages reads a list of page numbers and ranges; it returns nil if it holds anything else.
func parsePages(text []byte) []pageRange {
	c := cursor{b: text}
	var ranges []pageRange
	for len(ranges) < maxRanges {
		for c.blanks() || c.at(c.i) == ',' || c.at(c.i) == ';' {
			if c.at(c.i) == ',' || c.at(c.i) == ';' {
				c.i++
			}
		}
		if c.i >= len(text) {
			return ranges
		}
		r, ok := c.pageRange()
		if !ok {
			return nil
		}
		ranges = append(ranges, r)
	}
	return ranges
}

func (c *cursor) pageRange() (pageRange, bool) {
	prefix, from, ok := c.pageNumber()
	if !ok {
		return pageRange{}, false
	}
	r := pageRange{prefix, from, from}
	probe := *c
	probe.blanks()
	if w := dash(probe.b, probe.i); w > 0 {
		probe.i += w
		probe.blanks()
		p, to, ok := probe.pageNumber()
		if !ok || p != prefix || to < from {
			return r, false
		}
		r.to = to
		*c = probe
	}
	return r, true
}

func (c *cursor) pageNumber() (prefix byte, n int, ok bool) {
	if b := c.at(c.i); ascii.IsUpper(b) {
		prefix = b
		c.i++
		c.i += dash(c.b, c.i)
	}
	from := c.i
	for ascii.IsDigit(c.at(c.i)) && c.i-from < 4 {
		n = n*10 + int(c.b[c.i]-'0')
		c.i++
	}
	return prefix, n, c.i > from && n > 0 && n <= maxPage && !ascii.IsAlnum(c.at(c.i))
}

// isPageOnly reports whether a block is nothing but page numbers, or a word in their place.
func isPageOnly(text []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || len(text) > pageTail {
		return false
	}
	return len(parsePages(text)) > 0
}
