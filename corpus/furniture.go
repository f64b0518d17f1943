package corpus

import (
	"bytes"

	"github.com/assayhq/assay/corpus/block"
)

// Page furniture is what a page repeats: its number, a running header, a link back to the contents. It
// stands in the middle of sentences, so it is told apart before paragraphs are made.

const (
	maxFurniture = 140 // bytes of one line of furniture
	nearBreak    = 3   // blocks on either side of a page break that can be furniture
	leastRepeats = 3   // pages on which a running line stands
)

// furniture marks the blocks of a document that are.
func furniture(d *block.Doc) []bool {
	marked := make([]bool, len(d.Blocks))
	near := nearPageBreaks(d)
	counts := map[string]int{}
	for _, i := range near {
		counts[runningKey(d.Of(d.Blocks[i].Span))]++
	}
	for _, i := range near {
		text := d.Of(d.Blocks[i].Span)
		marked[i] = isPageNumber(text) || isContentsLink(d, i) || counts[runningKey(text)] >= leastRepeats && !isData(d, i)
	}
	markLoneNumbers(d, marked)
	return marked
}

// nearPageBreaks are the short blocks within reach of a page break, each once.
func nearPageBreaks(d *block.Doc) []int {
	var near []int
	last := -1
	for i := range d.Blocks {
		if d.Blocks[i].Style&block.PageBreak == 0 {
			continue
		}
		for k := max(i-nearBreak, last+1); k < min(i+nearBreak, len(d.Blocks)); k++ {
			if b := &d.Blocks[k]; b.End-b.Start <= maxFurniture && b.Style&block.Hidden == 0 {
				near = append(near, k)
			}
			last = k
		}
	}
	return near
}

// runningKey is a line with its digits masked, so that lines which differ in the page's number agree.
func runningKey(text []byte) string {
	key := make([]byte, 0, len(text))
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			if n := len(key); n == 0 || key[n-1] != '#' {
				key = append(key, '#')
			}
		case c == ' ' || c == '\t' || c == '\v':
		default:
			key = append(key, c)
		}
	}
	return string(key)
}

// isData tells rows of tables that hold more than a page number: a header of columns repeats on each
// page of a long table and is not furniture.
func isData(d *block.Doc, i int) bool {
	b := &d.Blocks[i]
	if b.Table < 0 {
		return false
	}
	return d.Tables[b.Table].Blocks.End-d.Tables[b.Table].Blocks.Start > 3
}

// isPageNumber tells a bare page number in any of its dresses: 12, - 12 -, F-12, Page 12, (12), xiv.
func isPageNumber(text []byte) bool {
	text = bytes.Trim(text, " -–—()[]|\t\v.")
	if len(text) == 0 || len(text) > 12 {
		return false
	}
	if rest, ok := bytes.CutPrefix(bytes.ToLower(text), []byte("page ")); ok {
		text = rest
	}
	digits := 0
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case i == 0 && c >= 'A' && c <= 'Z' || i == 1 && c == '-':
		case c == 'i' || c == 'v' || c == 'x':
		default:
			return false
		}
	}
	return digits <= 4
}

// isContentsLink tells the "Table of Contents" line that leads back to the list from every page.
func isContentsLink(d *block.Doc, i int) bool {
	text := bytes.ToLower(d.Of(d.Blocks[i].Span))
	return d.Blocks[i].Style&block.Linked != 0 &&
		(bytes.HasPrefix(text, []byte("table of contents")) || bytes.HasPrefix(text, []byte("index")))
}

// markLoneNumbers finds page numbers where a page marks no breaks: lines of nothing but a number, which
// go up by one through the document.
func markLoneNumbers(d *block.Doc, marked []bool) {
	var at []int
	var numbers []int
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Table >= 0 || marked[i] || b.End-b.Start > 8 {
			continue
		}
		if n, ok := loneNumber(d.Of(b.Span)); ok {
			at, numbers = append(at, i), append(numbers, n)
		}
	}
	for i := range at {
		steps := 0
		for k := max(0, i-2); k <= min(len(at)-1, i+2); k++ {
			if k != i && numbers[k]-numbers[i] == k-i {
				steps++
			}
		}
		if steps >= 2 {
			marked[at[i]] = true
		}
	}
}

func loneNumber(text []byte) (n int, ok bool) {
	text = bytes.Trim(text, " -–—()")
	if len(text) == 0 || len(text) > 4 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}
