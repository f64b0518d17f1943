package pdf

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// segment is text without a wide gap on one line: a line of prose, or one cell of a table row.
type segment struct {
	x0, y0, x1, y1 float32
	base, size     float32 // size is the mean of its characters'
	largest        float32 // and this the largest, whose base is the line's
	first          float32 // width of its first word
	text           []byte
	chars          int32
	bold, italic   int32 // how many of its characters are
	hyphen         bool  // a hyphen that was taken off ended it
}

// plane is the text of a page that runs in one direction, turned upright.
type plane struct {
	turn     uint8
	box      Box // the page, turned the same way
	chars    int
	segments []segment
}

// Distances between characters of a line, in sizes of the type.
const (
	cellGap    = 0.9  // from here on a gap separates cells; justified prose stays below
	mergeGap   = 0.5  // up to here neighbours belong together although they were drawn separately
	wordGap    = 0.3  // a blank even where PDFium saw none
	noGap      = 0.06 // below there is no blank although PDFium saw one, as before superscripts
	figureGap  = 0.55 // from here on figures that follow each other are cells
	pieceGap   = 0.12 // a blank between neighbours that were drawn separately
	backStep   = 0.6  // from here on a step back starts a new segment
	riseLimit  = 0.5  // superscripts rise less than this
	leaderDots = 4    // dots in a row that lead to another cell
)

// group turns the characters of a page into segments, one plane for each direction, the fullest first.
func (p *rawPage) group() {
	var byTurn [4][]glyph
	for _, g := range p.glyphs {
		turn := p.faces[g.font].turn
		byTurn[turn] = append(byTurn[turn], g)
	}
	for turn, glyphs := range byTurn {
		if len(glyphs) == 0 {
			continue
		}
		segments := joinRows(segmentsOf(glyphs, p.faces))
		p.planes = append(p.planes, plane{uint8(turn), turnBox(p.box, uint8(turn)), len(glyphs), segments})
	}
	slices.SortStableFunc(p.planes, func(a, b plane) int { return cmp.Compare(b.chars, a.chars) })
	p.glyphs, p.faces = nil, nil
}

func turnBox(b Box, turn uint8) Box {
	g := glyph{x0: b.Left, y0: b.Bottom, x1: b.Right, y1: b.Top}
	turnGlyph(&g, 0, turn)
	return Box{g.x0, g.y0, g.x1, g.y1}
}

// turnBack undoes turnBox.
func turnBack(b Box, turn uint8) Box { return turnBox(b, (4-turn)%4) }

// builder makes segments of characters in content order.
type builder struct {
	out     []segment
	cur     segment
	inFirst bool
	dots    int
	pending rune // a line-end hyphen that may turn out to be inside a line
}

func segmentsOf(glyphs []glyph, faces []face) []segment {
	var b builder
	for i := range glyphs {
		b.add(&glyphs[i], &faces[glyphs[i].font])
	}
	b.flush()
	return b.out
}

func (b *builder) add(g *glyph, f *face) {
	size := max(f.size, 1)
	if len(b.cur.text) > 0 || b.pending != 0 {
		em := max(size, b.cur.largest)
		gap := g.x0 - b.cur.x1
		separate := abs(g.base-b.cur.base) > riseLimit*em || gap > cellGap*em || gap < -backStep*em
		blank := g.blank == trueBlank || g.blank == guessBlank && gap > noGap*em || gap > wordGap*em
		switch {
		case separate, b.dots >= leaderDots && g.r != '.', blank && b.figureEnds(g.r, gap, em):
			b.flush()
		case blank, isListBullet(b.cur.text) && unicode.IsLetter(g.r):
			b.blank()
		}
	}
	if len(b.cur.text) == 0 {
		b.cur = segment{x0: g.x0, y0: g.y0, x1: g.x1, y1: g.y1, base: g.base, largest: size, text: b.cur.text}
		b.inFirst = true
	}
	b.put(g, f, size)
}

// figureEnds: in some tables the next column's currency sign follows an amount after a mere blank.
func (b *builder) figureEnds(r rune, gap, em float32) bool {
	if r != '$' && r != '€' && r != '£' && gap < figureGap*em {
		return false
	}
	return (r < 'A' || r == '€' || r == '£') && isAmount(b.cur.text)
}

// maxAmount is the length of the longest amount. A row may be as long as a page; scanning all of it for
// each of its pieces would take quadratic time.
const maxAmount = 64

func isAmount(text []byte) bool {
	return len(text) <= maxAmount && bytes.ContainsAny(text, "0123456789") && isFigure(text)
}

func (b *builder) put(g *glyph, f *face, size float32) {
	if b.pending == softHyphen {
		b.cur.text = append(b.cur.text, '-')
	}
	b.pending = 0
	s := &b.cur
	s.x0, s.x1 = min(s.x0, g.x0), max(s.x1, g.x1)
	s.y0, s.y1 = min(s.y0, g.y0), max(s.y1, g.y1)
	if size > s.largest {
		s.largest, s.base = size, g.base
	}
	if g.r == softHyphen || g.r == discretionary {
		b.pending = g.r
		return
	}
	s.text = appendRune(s.text, g.r)
	s.chars++
	s.size += (size - s.size) / float32(s.chars)
	if f.bold {
		s.bold++
	}
	if f.italic {
		s.italic++
	}
	b.dots++
	if g.r != '.' {
		b.dots = 0
	}
	if b.inFirst {
		s.first = s.x1 - s.x0
	}
}

func (b *builder) blank() {
	b.inFirst = false
	if n := len(b.cur.text); n > 0 && b.cur.text[n-1] != ' ' {
		b.cur.text = append(b.cur.text, ' ')
	}
}

func (b *builder) flush() {
	s := b.cur
	if b.dots >= leaderDots {
		s.text = bytes.TrimRight(s.text, ". ")
	}
	s.text = bytes.Clone(bytes.TrimSpace(s.text))
	s.hyphen = b.pending != 0
	if len(s.text) > 0 {
		b.out = append(b.out, s)
	} else if s.hyphen {
		s.text, s.hyphen = []byte("-"), false
		s.chars, s.size = 1, s.largest
		b.out = append(b.out, s)
	}
	b.cur = segment{text: b.cur.text[:0]}
	b.pending, b.dots = 0, 0
}

// row is the segments at one height, from left to right.
type row struct {
	segments   []segment
	base, size float32
}

// rowsOf sorts segments into rows from top to bottom. A small raised segment belongs to the larger
// one next to it.
func rowsOf(segments []segment) []row {
	sorted := slices.Clone(segments)
	slices.SortStableFunc(sorted, func(a, b segment) int {
		return cmp.Or(cmp.Compare(b.base, a.base), cmp.Compare(a.x0, b.x0))
	})
	var rows []row
	for _, s := range sorted {
		if n := len(rows); n > 0 && rows[n-1].base-s.base <= rowSlack*min(rows[n-1].size, s.size)+
			(riseLimit-rowSlack)*abs(rows[n-1].size-s.size) {
			r := &rows[n-1]
			r.segments = append(r.segments, s)
			if s.size > r.size {
				r.size, r.base = s.size, s.base
			}
			continue
		}
		rows = append(rows, row{[]segment{s}, s.base, s.size})
	}
	for i := range rows {
		slices.SortStableFunc(rows[i].segments, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
	}
	return rows
}

// rowSlack is by how much, in sizes of the type, baselines of one row may differ.
const rowSlack = 0.45

// joinRows puts neighbours together that the content drew one by one, and drops those that were drawn
// twice to look bold or shaded.
func joinRows(segments []segment) []segment {
	out := make([]segment, 0, len(segments))
	for _, r := range rowsOf(segments) {
		from := len(out)
		for _, s := range r.segments {
			if n := len(out); n > from && out[n-1].absorb(&s) {
				continue
			}
			out = append(out, s)
		}
	}
	return out
}

// absorb adds the next segment of the row if it belongs to this one.
func (s *segment) absorb(next *segment) bool {
	em := max(s.size, next.size)
	gap := next.x0 - s.x1
	if next.x0-s.x0 < 0.2*em && abs(next.base-s.base) < 0.2*em && bytes.Equal(s.text, next.text) {
		return true
	}
	if gap > mergeGap*em || gap < -backStep*em || abs(s.base-next.base) > riseLimit*em {
		return false
	}
	if isCurrency(next.text[:1]) && isAmount(s.text) || isAmount(s.text) && isAmount(next.text) && gap > pieceGap*em {
		return false
	}
	if s.hyphen {
		s.text = append(s.text, '-')
	}
	if gap > pieceGap*em {
		s.text = append(s.text, ' ')
	} else if len(s.text) <= maxAmount && !bytes.ContainsRune(s.text, ' ') {
		s.first = next.x0 + next.first - s.x0
	}
	s.text = append(s.text, next.text...)
	s.hyphen = next.hyphen
	s.x1 = max(s.x1, next.x1)
	s.y0, s.y1 = min(s.y0, next.y0), max(s.y1, next.y1)
	if next.largest > s.largest {
		s.largest, s.base = next.largest, next.base
	}
	s.size = meanSize(s, next)
	s.chars += next.chars
	s.bold += next.bold
	s.italic += next.italic
	return true
}

func meanSize(a, b *segment) float32 {
	n := max(a.chars+b.chars, 1)
	return (a.size*float32(a.chars) + b.size*float32(b.chars)) / float32(n)
}

func (s *segment) words() int { return bytes.Count(s.text, []byte{' '}) + 1 }

func (s *segment) firstRune() rune { r, _ := utf8.DecodeRune(s.text); return r }
