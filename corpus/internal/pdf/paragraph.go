package pdf

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// line is a row of a region, with what is needed to decide whether the next one continues it.
type line struct {
	segments         []segment
	x0, y0, x1, y1   float32
	base, size       float32
	chars            int32
	bold, italic     int32
	first            float32
	hyphen           bool
	marked           bool // opens with a bullet or an enumerator
	words            int
	startsLow, ended bool // opens with a small letter; closes a sentence
}

func lineOf(r row) line {
	l := line{segments: mergeMarks(r.segments), base: r.base, size: r.size}
	l.x0, l.y0 = farAway, farAway
	l.x1, l.y1 = -farAway, -farAway
	for i := range l.segments {
		s := &l.segments[i]
		l.x0, l.x1 = min(l.x0, s.x0), max(l.x1, s.x1)
		l.y0, l.y1 = min(l.y0, s.y0), max(l.y1, s.y1)
		l.chars += s.chars
		l.bold += s.bold
		l.italic += s.italic
		l.words += s.words()
	}
	l.size = 0
	for i := range l.segments {
		l.size += l.segments[i].size * float32(l.segments[i].chars) / float32(max(l.chars, 1))
	}
	head, last := &l.segments[0], &l.segments[len(l.segments)-1]
	l.first = head.first
	l.hyphen = last.hyphen
	l.marked = isMarker(firstWord(head.text))
	l.startsLow = unicode.IsLower(head.firstRune())
	l.ended = endsSentence(last.text)
	return l
}

func firstWord(text []byte) []byte {
	w, _, _ := bytes.Cut(text, []byte{' '})
	return w
}

// endsSentence looks past closing quotes and brackets for a full stop.
func endsSentence(text []byte) bool {
	text = bytes.TrimRight(text, "\"')]”’ ")
	if len(text) == 0 {
		return false
	}
	return bytes.IndexByte([]byte(".!?:;"), text[len(text)-1]) >= 0
}

// maxMarker is the length of the longest enumerator, "(xxviii)".
const maxMarker = 8

// isMarker: a bullet, or an enumerator such as "1.", "(a)", "iv)", "(12)".
func isMarker(word []byte) bool {
	r, n := utf8.DecodeRune(word)
	if n == len(word) && n > 0 {
		return isBullet(r)
	}
	if len(word) > maxMarker {
		return false
	}
	open, last := word[0] == '(', word[len(word)-1]
	if last != ')' && (last != '.' || open) {
		return false
	}
	inner := bytes.Trim(word, "().")
	letters, digits := 0, 0
	for _, c := range inner {
		switch {
		case ascii.IsDigit(c):
			digits++
		case ascii.IsLetter(c):
			letters++
		default:
			return false
		}
	}
	if digits > 0 {
		return letters == 0 && digits <= 3
	}
	_, isRoman := roman(string(bytes.ToLower(inner)))
	return letters == 1 || letters > 0 && isRoman
}

// mergeMarks joins the separated parts of one cell: a bullet and its text, a currency sign
// and its amount, an amount and its closing bracket or percent sign.
func mergeMarks(segments []segment) []segment {
	out := make([]segment, 0, len(segments))
	for i, s := range segments {
		n := len(out)
		switch {
		case n > 0 && isCurrency(out[n-1].text) && isFigure(s.text):
			out[n-1].append(&s, " ")
		case n > 0 && isSuffix(s.text) && len(out[n-1].text) <= maxAmount && isFigure(out[n-1].text):
			out[n-1].append(&s, "")
		case i == 1 && n == 1 && joinsMarker(&out[0], segments):
			out[0].append(&s, " ")
		default:
			out = append(out, s)
		}
	}
	for i := range out {
		if isAmount(out[i].text) {
			out[i].text = tighten(out[i].text)
		}
	}
	return out
}

// tighten removes the blank from "(207 )", where the bracket is in a column of its own.
func tighten(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(" )"), []byte(")")), []byte(" %"), []byte("%"))
}

// joinsMarker: a bullet always belongs to the text next to it, an enumerator only where that text is
// all that follows, because rows of a table are numbered too.
func joinsMarker(head *segment, segments []segment) bool {
	if !isMarker(head.text) {
		return false
	}
	if r, n := utf8.DecodeRune(head.text); n == len(head.text) && isBullet(r) {
		return !isFigure(segments[1].text)
	}
	return len(segments) == 2 && !isFigure(segments[1].text)
}

func isCurrency(text []byte) bool {
	switch string(text) {
	case "$", "€", "£", "¥", "US$", "C$", "A$", "($", "$(", "(":
		return true
	}
	return false
}

func isSuffix(text []byte) bool {
	switch string(text) {
	case ")", "%", ")%", "%)", "x":
		return true
	}
	return false
}

func (s *segment) append(next *segment, between string) {
	s.text = append(append(bytes.Clone(s.text), between...), next.text...)
	s.x1 = max(s.x1, next.x1)
	s.y0, s.y1 = min(s.y0, next.y0), max(s.y1, next.y1)
	s.size = meanSize(s, next)
	s.chars += next.chars
	s.bold += next.bold
	s.italic += next.italic
	s.hyphen = next.hyphen
}

// Distances between lines of a paragraph, in sizes of the type.
const (
	maxLeading   = 1.75
	wideLeading  = 2.4
	leadingSlack = 0.3
	indentStep   = 0.8
	maxIndent    = 6
	sizeSlack    = 0.12
	blankWidth   = 0.3
	mostly       = 0.9 // of the characters of a block, for its style
)

// paragraph is lines that read on from one to the next.
type paragraph struct {
	lines []line
	right float32 // of its widest line
}

func newParagraph(lines []line) paragraph { return paragraph{lines[:1], lines[0].x1} }

// take adds the next of the lines that the paragraph began with.
func (p *paragraph) take(next *line) {
	p.lines = p.lines[:len(p.lines)+1]
	p.right = max(p.right, next.x1)
}

// continuesWith reports whether the next line belongs to the paragraph.
func (p *paragraph) continuesWith(next *line, m measure) bool {
	last := &p.lines[len(p.lines)-1]
	size := max(last.size, next.size)
	lead := last.base - next.base
	switch {
	case lead > maxLeading*size && !p.sentenceContinues(next, m, lead, size) || lead <= 0:
		return false
	case len(p.lines) > 1 && lead > p.leading()+leadingSlack*size:
		return false
	case abs(last.size-next.size) > sizeSlack*size:
		return false
	case isBold(last) != isBold(next) && !(last.hyphen || next.startsLow && !last.ended):
		return false
	case next.marked && p.breaksAtMarker(next):
		return false
	}
	return p.indentFits(next, size) && !p.endedEarly(next, m, size)
}

// sentenceContinues: widely spaced lines belong together where a sentence runs through them.
func (p *paragraph) sentenceContinues(next *line, m measure, lead, size float32) bool {
	last := &p.lines[len(p.lines)-1]
	return lead <= wideLeading*size && next.startsLow && !last.ended && !p.endedEarly(next, m, size)
}

func isBold(l *line) bool { return float32(l.bold) >= mostly*float32(l.chars) }

func (p *paragraph) leading() float32 {
	n := len(p.lines)
	return (p.lines[0].base - p.lines[n-1].base) / float32(n-1)
}

// breaksAtMarker: a bullet opens a paragraph; an enumerator may also be a cross-reference that the
// line happens to begin with, which is then at the common left edge and in the middle of a sentence.
func (p *paragraph) breaksAtMarker(next *line) bool {
	last := &p.lines[len(p.lines)-1]
	if r := next.segments[0].firstRune(); isBullet(r) {
		return true
	}
	return last.ended || abs(next.x0-last.x0) > indentStep*next.size || p.lines[0].marked && len(p.lines) == 1
}

func (p *paragraph) indentFits(next *line, size float32) bool {
	last := &p.lines[len(p.lines)-1]
	step := next.x0 - last.x0
	switch {
	case step > indentStep*size:
		return len(p.lines) == 1 && last.marked && step < maxIndent*size
	case step < -indentStep*size:
		runsOn := !last.ended && (next.startsLow || inSentence(last))
		return len(p.lines) == 1 && (!last.marked || runsOn) && step > -maxIndent*size
	}
	return true
}

// endedEarly: the next line's first word would have fit after the last one, so it was moved down
// on purpose; unless a sentence runs through the break, since lines also break before words that must
// stay together.
func (p *paragraph) endedEarly(next *line, m measure, size float32) bool {
	last := &p.lines[len(p.lines)-1]
	if last.hyphen || !last.ended && (next.startsLow || inSentence(last)) {
		return false
	}
	right := m.right
	if len(p.lines) > 1 && p.right < m.right-maxIndent*size {
		right = min(m.right, max(p.right, next.x1)) // set narrower than the text around it
	}
	return right-last.x1 > next.first+2*blankWidth*size
}
