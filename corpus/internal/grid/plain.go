package grid

import (
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// maxLine bounds the lines that are split into columns; longer ones are prose.
const maxLine = 2000

// splitLines makes items of the lines of a plain-text table. Runs of two or more blanks and dot leaders
// splitColumns them; a rule of dashes below a header shows how far the header reaches.
func (r *reader) splitLines(t *block.Table) {
	for i := t.Blocks.Start; i < t.Blocks.End; i++ {
		b := &r.d.Blocks[i]
		text := r.d.Of(b.Span)
		if b.Table != r.table || b.Style&block.Hidden != 0 || ascii.HasPrefixFold(text, "<c>") || ascii.HasPrefixFold(text, "<s>") {
			continue
		}
		from := len(r.items)
		s := segments{text: text, col: b.Indent}
		switch {
		case len(text) > maxLine:
			r.addPart(b.Start, 0, len(text), b.Indent, maxColumns, from)
		case s.isRule():
			r.rule(&s)
			continue
		default:
			r.splitLine(b, &s, from)
		}
		r.addLine(b.Row, from)
	}
}

// splitLine makes the items of one line.
func (r *reader) splitLine(b *block.Block, s *segments, from int) {
	for s.next() {
		part := segments{text: s.text[s.from:s.to]}
		if s.to-s.from > 3 && part.isRule() {
			r.ruleOn(s.lo, s.hi)
			continue
		}
		r.addSegment(b, s, from)
	}
}

// segments walks over the parts of one line.
type segments struct {
	text     []byte
	p        int
	col      int32 // of the byte at p
	from, to int   // the current part
	lo, hi   int32
}

// next finds the next part of the line. Its end is a run of two blanks or a dot leader.
func (s *segments) next() bool {
	s.skip()
	if s.p >= len(s.text) {
		return false
	}
	s.from, s.lo = s.p, s.col
	if n := ruleLength(s.text[s.p:]); n > 0 {
		s.p += n
		s.col += int32(n)
	}
	for s.p < len(s.text) && s.p > s.from && ruleLength(s.text[s.from:]) == 0 && !s.atGap() || s.p == s.from {
		s.step()
	}
	s.to, s.hi = s.p, s.col
	for s.to > s.from+1 && s.text[s.to-1] == ' ' {
		s.to--
		s.hi--
	}
	return true
}

// ruleLength is the length of the rule that opens b, or 0.
func ruleLength(b []byte) int {
	const least = 4
	n := 0
	for n < len(b) && b[n] == b[0] && (b[0] == '-' || b[0] == '=' || b[0] == '_') {
		n++
	}
	if n < least {
		return 0
	}
	return n
}

// step moves over one character.
func (s *segments) step() {
	if c := s.text[s.p]; c < utf8.RuneSelf {
		s.p++
	} else {
		_, n := utf8.DecodeRune(s.text[s.p:])
		s.p += n
	}
	s.col++
}

// skip moves over blanks and dot leaders.
func (s *segments) skip() {
	for s.p < len(s.text) {
		if s.text[s.p] == ' ' {
			s.step()
			continue
		}
		n := s.leader()
		if n == 0 {
			return
		}
		s.p += n
		s.col += int32(n)
	}
}

// atGap reports whether the current part ends at p.
func (s *segments) atGap() bool {
	switch s.text[s.p] {
	case ' ':
		return s.p+1 >= len(s.text) || s.text[s.p+1] == ' ' || ruleLength(s.text[s.p+1:]) > 0
	case '.':
		return s.leader() > 0
	}
	return false
}

// leader is the length of the dot leader at p: three dots or more, or two with blanks between.
func (s *segments) leader() int {
	dots, n := 0, 0
	for q := s.p; q < len(s.text); q++ {
		if s.text[q] == '.' {
			dots++
			n = q - s.p + 1
		} else if s.text[q] != ' ' || q > s.p && s.text[q-1] == ' ' {
			break
		}
	}
	if dots < 3 {
		return 0
	}
	return n
}

// isRule reports whether the line is a drawn rule: dashes, equals signs, underscores.
func (s *segments) isRule() bool {
	run, longest := 0, 0
	for _, c := range s.text {
		switch c {
		case '-', '=', '_':
			run++
			longest = max(longest, run)
		case ' ':
			run = 0
		default:
			return false
		}
	}
	return longest > 2
}

// rule cuts the headers above a line that only draws where its parts part them, and widens them to its
// reach.
func (r *reader) rule(s *segments) {
	if len(r.lines) == 0 || r.lines[len(r.lines)-1].numbers > 0 {
		return
	}
	last := int32(-1)
	for s.next() {
		if last >= 0 {
			r.cutHeader(last, s.lo)
		}
		r.ruleOn(s.lo, s.hi)
		last = s.hi
	}
}

// cutHeader cuts the header above that reaches over the gap of a rule, at a blank within the gap.
func (r *reader) cutHeader(from, to int32) {
	above := &r.lines[len(r.lines)-1]
	for j := range above.items {
		it := &above.items[j]
		if it.content.Form != figure.WordCell || it.lo >= from || it.hi <= to {
			continue
		}
		text := r.text(it)
		for c := max(from-1, it.lo+1); c <= to && int(c-it.lo) < len(text); c++ {
			if text[c-it.lo] != ' ' {
				continue
			}
			right := *it
			it.End, it.hi = it.Start+c-it.lo, c
			right.Start, right.lo = it.End+1, c+1
			it.content, right.content = figure.ReadCell(r.text(it)), figure.ReadCell(r.text(&right))
			from := len(r.items) - len(above.items)
			r.items = append(r.items, item{})
			copy(r.items[from+j+2:], r.items[from+j+1:])
			r.items[from+j+1] = right
			r.items[from+j] = *it
			above.items = r.items[from:len(r.items):len(r.items)]
			return
		}
	}
}

// ruleOn widens the one header above a rule to the rule's own reach.
func (r *reader) ruleOn(lo, hi int32) {
	const most = 60 // columns that a rule may reach beyond its header
	if len(r.lines) == 0 {
		return
	}
	above := &r.lines[len(r.lines)-1]
	if above.numbers > 0 {
		return
	}
	var only *item
	for j := range above.items {
		if it := &above.items[j]; it.lo < hi && it.hi > lo {
			if only != nil {
				return
			}
			only = it
		}
	}
	if only == nil || hi-lo > only.hi-only.lo+most {
		return
	}
	if form := only.content.Form; form != figure.WordCell && form != figure.YearCell {
		return
	}
	only.lo, only.hi = min(only.lo, lo), min(max(only.hi, hi), maxColumns)
}

// addSegment adds one part of a line, cut further where single blanks part figures.
func (r *reader) addSegment(b *block.Block, s *segments, from int) {
	base := b.Start
	part := segments{text: s.text[:s.to], p: s.from, col: s.lo}
	text := s.text[s.from:s.to]
	if c := figure.ReadCell(text); c.Form == figure.WordCell {
		if cut := figuresFrom(text); cut >= 0 {
			if cut > 0 {
				end := s.from + cut
				for part.p < end {
					part.step()
				}
				r.addPart(base, s.from, end, s.lo, part.col, from)
			}
			r.addFigures(base, &part, from)
			return
		}
	}
	r.addPart(base, s.from, s.to, s.lo, s.hi, from)
}

// addFigures adds figures that only one blank separates.
func (r *reader) addFigures(base int32, s *segments, from int) {
	for s.p < len(s.text) {
		for s.p < len(s.text) && s.text[s.p] == ' ' {
			s.step()
		}
		begin, lo := s.p, s.col
		for s.p < len(s.text) && s.text[s.p] != ' ' {
			s.step()
		}
		if s.p > begin {
			r.addPart(base, begin, s.p, lo, s.col, from)
		}
	}
}

// addPart adds the item that a line's bytes from … to make.
func (r *reader) addPart(base int32, from, to int, lo, hi int32, row int) {
	span := block.Span{Start: base + int32(from), End: base + int32(to)}
	it := item{Span: trim(r.d.Text, span), cell: -1, rows: 1, col: -1}
	if it.Start == it.End {
		return
	}
	it.lo = min(max(lo, 0), maxColumns-1)
	it.hi = max(min(hi, maxColumns), it.lo+1)
	it.content = figure.ReadCell(r.d.Of(it.Span))
	r.add(it, row)
}

// figuresFrom is where a part turns into figures that only one blank separates, or -1: from its start
// where all of it is figures, or from a "$" with only figures after it.
func figuresFrom(text []byte) int {
	if len(text) > 200 {
		return -1
	}
	if c := text[0]; (ascii.IsDigit(c) || c == '$' || c == '(' || c == '-') && allFigures(text) {
		return 0
	}
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == '$' && text[i-1] == ' ' {
			if !allFigures(text[i:]) {
				return -1
			}
			return i
		}
	}
	return -1
}

// allFigures reports whether every word of a text is a figure or the sign of one.
func allFigures(text []byte) bool {
	for p := 0; p < len(text); {
		for p < len(text) && text[p] == ' ' {
			p++
		}
		q := p
		for q < len(text) && text[q] != ' ' {
			q++
		}
		if q > p {
			if c := figure.ReadCell(text[p:q]); c.Form == figure.WordCell || c.Form == figure.MarkCell {
				return false
			}
		}
		p = q
	}
	return true
}
