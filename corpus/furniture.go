package corpus

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// Page furniture is what a page repeats: its number, a running header, a link back to the contents. It
// interrupts sentences, so it is found before paragraphs are made.

const (
	maxFurniture  = 140 // bytes of one line of furniture
	nearBreak     = 3   // blocks on either side of a page break that can be furniture
	leastRepeats  = 3   // pages that repeat a running line
	leastAdjacent = 8   // the same for a line that only its place next to other furniture gives away
)

// furniture marks the blocks of a document that are.
func furniture(d *block.Doc) []bool {
	marked := make([]bool, len(d.Blocks))
	near := nearPageBreaks(d)
	counts := map[string]int{}
	for _, i := range near {
		counts[repeatKey(d, i)]++
	}
	for _, i := range near {
		text := d.Of(d.Blocks[i].Span)
		if d.Blocks[i].Style&block.Joined != 0 && bytes.HasSuffix(text, []byte(".")) {
			continue // the end of a sentence, were it "1999." alone
		}
		repeats := counts[repeatKey(d, i)] >= leastRepeats
		marked[i] = isPageNumber(text) || isContentsLink(d, i) || repeats && !isData(d, i) && !isAnswer(text)
	}
	markLoneNumbers(d, marked)
	markRunningLines(d, marked)
	return marked
}

// repeatKey is what the copies of a running line near page breaks have in common. Of running text it is the whole
// sentence: "We sold 12 kilns." and "We sold 15 kilns." are not copies, "See page 12" and "See page 15" are.
func repeatKey(d *block.Doc, i int) string {
	first, last := i, i
	for first > 0 && d.Blocks[first].Style&block.Joined != 0 {
		first--
	}
	for last+1 < len(d.Blocks) && d.Blocks[last+1].Style&block.Joined != 0 {
		last++
	}
	paragraph := d.Text[d.Blocks[first].Start:d.Blocks[last].End]
	text := d.Of(d.Blocks[i].Span)
	if len(paragraph) < leastSentence || d.Blocks[i].Table >= 0 || !endsSentence(paragraph) || !isMostlyLower(paragraph) {
		return runningKey(text)
	}
	return string(text) + string(paragraph)
}

// leastSentence is how long a sentence is that a page does not merely repeat with another number.
const leastSentence = 40

// isMostlyLower reports whether most words begin in lower case, as those of sentences do.
func isMostlyLower(text []byte) bool {
	words, lower := 0, 0
	for _, w := range bytes.Fields(text) {
		if r, _ := utf8.DecodeRune(w); unicode.IsLetter(r) {
			words++
			if unicode.IsLower(r) {
				lower++
			}
		}
	}
	return lower*2 > words
}

// isAnswer reports whether a line is the whole answer to an item, or its beginning. Filings repeat it, wherever the page
// breaks.
func isAnswer(text []byte) bool {
	if len(text) >= leastSentence && ascii.IsUpper(text[0]) {
		for _, phrase := range []string{"incorporated by reference", "incorporated herein", "required by this item"} {
			if ascii.ContainsFold(text, phrase) {
				return true
			}
		}
	}
	text = bytes.Trim(text, " .[]()")
	for _, answer := range []string{"none", "not applicable", "n/a", "reserved", "not required", "omitted"} {
		if len(text) == len(answer) && ascii.HasPrefixFold(text, answer) {
			return true
		}
	}
	return false
}

// markRunningLines finds what runs along without a break that would tell the page: first the lines that
// say (continued) or lead back to the contents, again and again, then those next to what is marked that
// repeat more often than a signature or a date does.
func markRunningLines(d *block.Doc, marked []bool) {
	markRepeats(d, marked, leastRepeats, func(_ int, text []byte) bool { return isContinuation(text) })
	markRepeats(d, marked, leastAdjacent, func(i int, text []byte) bool {
		return isAdjacent(marked, i) && hasLetter(text) && !endsInSentence(text) && !isSigned(text)
	})
}

// markRepeats marks the short lines that a test picks and that the document holds often enough.
func markRepeats(d *block.Doc, marked []bool, least int, picks func(i int, text []byte) bool) {
	counts := map[string]int{}
	var at []int
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if marked[i] || b.Style&block.Hidden != 0 || b.End-b.Start > maxFurniture || isData(d, i) {
			continue
		}
		if text := d.Of(b.Span); picks(i, text) {
			at = append(at, i)
			counts[runningKey(text)]++
		}
	}
	for _, i := range at {
		marked[i] = counts[runningKey(d.Of(d.Blocks[i].Span))] >= least
	}
}

const maxContinuation = 32 // bytes at the end of a line that say that it goes on

// isContinuation reports whether a line is one that only the head of a page has.
func isContinuation(text []byte) bool {
	text = bytes.TrimRight(text, " .:*")
	lower := bytes.ToLower(text[max(0, len(text)-maxContinuation):])
	return bytes.HasSuffix(lower, []byte("(continued)")) || bytes.HasSuffix(lower, []byte("(cont.)")) ||
		bytes.HasSuffix(lower, []byte("(cont)")) || bytes.Equal(lower, []byte("table of contents"))
}

// endsInSentence reports whether text ends as a sentence does: "Inc." at the end of a company's name does not.
func endsInSentence(text []byte) bool {
	n := len(text)
	if n < 2 || text[n-1] != '.' {
		return false
	}
	last := text[bytes.LastIndexByte(text, ' ')+1:]
	r, _ := utf8.DecodeRune(last)
	return unicode.IsLower(r) || len(last) == n || bytes.Equal(last, []byte("Statements."))
}

// isAdjacent reports whether the block before or after block i is marked.
func isAdjacent(marked []bool, i int) bool {
	return i > 0 && marked[i-1] || i+1 < len(marked) && marked[i+1]
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
		case ascii.IsDigit(c):
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

// isData reports whether a block is in a table with more than a page number: a header of columns repeats on each
// page of a long table and is not furniture.
func isData(d *block.Doc, i int) bool {
	b := &d.Blocks[i]
	if b.Table < 0 {
		return false
	}
	return d.Tables[b.Table].Blocks.End-d.Tables[b.Table].Blocks.Start > 3
}

// isPageNumber reports whether text is a bare page number: 12, - 12 -, F-12, Page 12, (12), xiv.
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
		case ascii.IsDigit(c):
			digits++
		case i == 0 && ascii.IsUpper(c) || i == 1 && c == '-':
		case c == 'i' || c == 'v' || c == 'x':
		default:
			return false
		}
	}
	return digits <= 4
}

// isContentsLink reports whether a block is the "Table of Contents" link that every page repeats.
func isContentsLink(d *block.Doc, i int) bool {
	text := bytes.ToLower(d.Of(d.Blocks[i].Span))
	return d.Blocks[i].Style&block.Linked != 0 &&
		(bytes.HasPrefix(text, []byte("table of contents")) || bytes.HasPrefix(text, []byte("index")))
}

// Page numbers in a text without page breaks: the distance of one from the next, and how many there must be.
const (
	leastPage   = 300    // bytes of text on a page
	mostPage    = 20_000 //
	leastPages  = 6
	leastDotted = 20 // pages whose numbers have a full stop, as the items of lists have
)

// markLoneNumbers finds page numbers where a page marks no breaks: lines of nothing but a number, which
// go up by one through the document, a page of text between them. Other lone figures, of tables that lost
// their rows, may come between.
func markLoneNumbers(d *block.Doc, marked []bool) {
	type link struct {
		block, before int // before: the link of the page before, or -1
		pages         int
		least         int
	}
	var chain []link
	latest := map[int][]int{} // the links that end at a number, in order
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Table >= 0 || marked[i] || b.End-b.Start > 8 {
			continue
		}
		text := d.Of(b.Span)
		n, ok := loneNumber(bytes.TrimSuffix(text, []byte(".")))
		if !ok {
			continue
		}
		at := link{i, -1, 1, leastPages}
		key := n
		if text[len(text)-1] == '.' {
			at.least, key = leastDotted, -n // plain numbers are 1 and more: the two do not meet
		}
		before := key - 1
		if key < 0 {
			before = key + 1
		}
		for _, k := range lastOf(latest[before], linksTried) {
			gap := b.Start - d.Blocks[chain[k].block].End
			if gap >= leastPage && gap <= mostPage && chain[k].pages >= at.pages {
				at.before, at.pages = k, chain[k].pages+1
			}
		}
		latest[key] = append(latest[key], len(chain))
		chain = append(chain, at)
	}
	done := make([]bool, len(chain))
	for k := len(chain) - 1; k >= 0; k-- {
		if chain[k].pages < chain[k].least || done[k] {
			continue
		}
		for at := k; at >= 0 && !done[at]; at = chain[at].before {
			done[at], marked[chain[at].block] = true, true
		}
	}
}

// linksTried bounds the search for the page before among numbers that a text repeats.
const linksTried = 16

func lastOf(list []int, n int) []int { return list[max(0, len(list)-n):] }

// loneNumber is the number that a line consists of; those of an appendix, as F-12, count apart from the others.
func loneNumber(text []byte) (n int, ok bool) {
	text = bytes.Trim(text, " -–—()")
	appendix := 0
	if len(text) > 2 && ascii.IsUpper(text[0]) && text[1] == '-' {
		appendix, text = 10_000*int(text[0]), text[2:]
	}
	if len(text) == 0 || len(text) > 4 {
		return 0, false
	}
	for _, c := range text {
		if !ascii.IsDigit(c) {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n + appendix, true
}
