package figure

import (
	"bytes"
	"strings"
	"unsafe"

	"github.com/assayhq/assay/internal/ascii"
)

// CellForm is what the text of one table cell is, before its neighbours are looked at.
type CellForm uint8

// The forms of a cell. NumberCell, YearCell and NilCell hold a figure; the last three belong to the figure beside
// them.
const (
	emptyCell  CellForm = iota
	WordCell            // words
	NumberCell          // an amount
	YearCell            // four digits that may be a year: a header above figures, a label beside them
	NilCell             // a dash: zero, or not applicable
	PrefixCell          // "$" or "(" of the number in the next cell
	SuffixCell          // ")" or "%" of the number in the cell before
	MarkCell            // a footnote mark on its own: "(a)", "*", "†"
)

// IsFigure reports whether the cell holds a figure.
func (f CellForm) IsFigure() bool { return f == NumberCell || f == YearCell || f == NilCell }

// Cell is one table cell, read on its own by ReadCell. The value of a NumberCell is Coef × 10^Exp, times
// 10^Scale where its own words give a scale.
type Cell struct {
	Coef     int64
	Currency Unit // of its sign, code or name
	Counts   Unit // what its own words say that it counts: "years", "shares"
	Kind     Kind // None or Number where neither sign nor word says more
	Form     CellForm
	Exp      int8
	Scale    int8 // 6 for "5 million"
	Scaled   bool // its own words give the scale
	Grouped  bool // digits in groups: "1,234"
	Fraction bool // "12 3/8"
	Negative bool
	Open     bool // its parenthesis closes in a later cell
	Bare     bool // "(1)": minus one, or the mark of a footnote
}

// Limits of a cell: longer texts are prose, longer digit strings identifiers.
const (
	maxCellText   = 64
	maxCellDigits = 17
)

// ReadCell reads the text of one cell, blanks at both ends trimmed. A vertical tab counts as a blank. Digits among
// words make no number: whatever is left over makes the cell words.
func ReadCell(text []byte) Cell {
	switch {
	case len(text) == 0:
		return Cell{}
	case len(text) > maxCellText:
		return Cell{Form: WordCell}
	case len(text) == 1 && text[0]|0x20 == 'x':
		return Cell{Form: SuffixCell, Kind: Multiple}
	case ascii.IsLetter(text[0]) && !mayOpenCurrency(text):
		if kind := pointsSign(text); kind != None {
			return Cell{Form: SuffixCell, Kind: kind}
		}
		return Cell{Form: WordCell}
	}
	t := unsafe.String(&text[0], len(text)) // nothing of the text is kept
	if strings.IndexByte(t, '\v') >= 0 {
		t = strings.ReplaceAll(t, "\v", " ")
	}
	r := cellReader{reader: reader{t: t}}
	return r.read()
}

// pointsSign is the kind of the figure that a cell with nothing but "pts." or "bps" belongs to, or None.
func pointsSign(text []byte) Kind {
	switch string(text) {
	case "pts", "pts.", "pp", "ppt":
		return Points
	case "bps", "bp", "BPS":
		return BasisPoints
	}
	return None
}

// mayOpenCurrency turns nearly every word away before the table of currencies is looked at.
func mayOpenCurrency(b []byte) bool {
	if len(b) < 2 || !ascii.IsUpper(b[0]) {
		return false
	}
	switch c := b[1]; {
	case c == '$' || c == '.':
		return true
	case c == 's' || c == 'd': // Rs, Cdn$
		return len(b) == 2 || !ascii.IsLetter(b[2]) || b[2] == 'n'
	default:
		return ascii.IsUpper(c) && len(b) > 2 && (b[2] == '$' || b[2] >= 0x80 || ascii.IsUpper(b[2]))
	}
}

// cellReader walks over the text of one cell.
type cellReader struct {
	reader
	Cell
	p      int
	dashed bool // a dash is among the signs: with digits a minus, without a nil
}

func (r *cellReader) done() bool { return r.p >= len(r.t) }

func (r *cellReader) peek() byte {
	if r.p < len(r.t) {
		return r.t[r.p]
	}
	return 0
}

func (r *cellReader) blanks() {
	for r.p < len(r.t) && r.t[r.p] == ' ' {
		r.p++
	}
}

func (r *cellReader) read() Cell {
	r.signs()
	switch c := r.peek(); {
	case r.p == 0 && ascii.IsLetter(c):
		return r.as(WordCell)
	case r.done() && r.dashed:
		return r.as(NilCell)
	case r.done():
		return r.as(PrefixCell)
	case ascii.IsDigit(c), c == '.' && r.p+1 < len(r.t) && ascii.IsDigit(r.t[r.p+1]), fractionAt(r.t, r.p) != nil:
		return r.number()
	}
	return r.rest()
}

// as is the cell without digits in the given form.
func (r *cellReader) as(form CellForm) Cell {
	r.Form = form
	if form == WordCell || form == MarkCell {
		return Cell{Form: form}
	}
	if form == NilCell {
		r.Negative = false
	}
	return r.Cell
}

// signs reads what is before the digits: signs, parentheses and currencies in any order.
func (r *cellReader) signs() {
	for !r.done() {
		n, _ := dashAt(r.t, r.p)
		switch c := r.t[r.p]; {
		case c == ' ' || c == '+':
			r.p++
		case c == '(' || c == '[':
			if r.Open || r.dashed {
				return
			}
			r.Open = true
			r.p++
		case n > 0:
			r.dashed = true
			r.p += n
		default:
			code, end := currencyOpening(r.t, r.p)
			if code == "" {
				r.Negative = r.dashed
				return
			}
			r.Currency, r.p = code, end
		}
	}
}

// number reads the digits at p and all that follows them.
func (r *cellReader) number() Cell {
	begin, bracket, paren := r.p, r.t[0] == '[', r.Open
	b := r.body()
	if b.digits > maxCellDigits || !r.setValue(&b) {
		return r.as(WordCell)
	}
	r.p = b.end
	r.Form, r.Grouped = NumberCell, b.grouped
	r.Negative = r.Negative || paren
	point := r.peek() == '.' && b.decimals == 0 && !r.Fraction // "5."
	if point {
		r.p++
	}
	r.suffixes()
	r.footnotes()
	if r.t[b.start:b.end] == "0" && r.t[r.p:] == "-" {
		return r.as(NilCell) // the old way of writing nil, "-0-"
	}
	if !r.done() {
		return r.as(WordCell)
	}
	plain := b.plain() && !point && r.Kind == None && r.Counts == "" && r.Currency == ""
	switch {
	case bracket:
		return r.as(MarkCell)
	case plain && paren && begin == 1 && !r.Open && b.digits <= 2:
		r.Bare = true
	case plain && begin == 0 && b.digits == 4 && isYear(int(r.Coef)):
		r.Form = YearCell
	}
	if r.Negative {
		r.Coef = -r.Coef
	}
	return r.Cell
}

// body reads the digits at p.
func (r *cellReader) body() body {
	if f := fractionAt(r.t, r.p); f != nil {
		return body{start: r.p, end: r.p + len(f.Text), fraction: f.Value, integerEnd: -1}
	}
	at := r.p
	if r.t[at] == '.' {
		at++
	}
	return lexBody(r.t, at, false)
}

// setValue sets the exact value of the digits, or reports that it cannot.
func (r *cellReader) setValue(b *body) bool {
	r.Coef, r.Exp = b.coefficient(r.t), int8(b.exponent-b.decimals)
	if b.fraction.IsZero() {
		return true
	}
	const most = 1 << 40 // so that six more digits fit
	places := int(-b.fraction.Exponent())
	if r.Coef > most {
		return false
	}
	for range places {
		r.Coef *= 10
	}
	r.Coef += b.fraction.CoefficientInt64()
	for ; places > 0 && r.Coef%10 == 0; places-- {
		r.Coef /= 10
	}
	r.Exp, r.Fraction = int8(-places), true
	return true
}

// rest reads a cell without digits after its signs: a closing sign of the number before, a nil with its percent
// sign, a footnote mark, or words.
func (r *cellReader) rest() Cell {
	begin := r.p
	if begin == 0 || r.dashed {
		r.suffixes()
		r.footnotes()
		if r.done() && r.dashed {
			return r.as(NilCell)
		}
		if r.done() {
			if c := r.t[0]; c == '*' || c == '[' || c >= 0x80 {
				return r.as(MarkCell)
			}
			return r.as(SuffixCell)
		}
	}
	r.p = 0
	r.footnotes()
	if r.done() {
		return r.as(MarkCell)
	}
	return r.as(WordCell)
}

// suffixes reads what is after the digits, except footnote marks.
func (r *cellReader) suffixes() {
	for {
		before := r.p
		r.blanks()
		switch c := r.peek(); {
		case c == ')' || c == ']':
			r.Open = false
			r.p++
		case c == '%' || c == '/' || c >= 0x80 || ascii.IsLetter(c):
			if !r.unit(before) {
				return
			}
		default:
			return
		}
	}
}

// unit reads the scale, unit or currency whose blanks begin at from.
func (r *cellReader) unit(from int) bool {
	if c := r.t[r.p]; c|0x20 == 'x' && (r.p+1 == len(r.t) || !ascii.IsAlnum(r.t[r.p+1])) {
		r.Kind = Multiple
		r.p++
		return true
	}
	for _, w := range [...]string{"pts", "pt"} {
		if end, ok := phraseAt(r.t, r.p, w); ok {
			r.Kind, r.p = Points, end
			if r.peek() == '.' {
				r.p++ // "0.5 pts."
			}
			return true
		}
	}
	if single := wordEnd(r.t, r.p) == r.p+1; single && r.Currency == "" {
		return false // "4.1b" numbers an exhibit
	}
	s := r.after(from, r.Currency != "")
	if s.end <= r.p || s.noun != nil && s.noun.Unit != UnitShares && s.noun.Unit != "years" {
		return false
	}
	if s.kind != None {
		r.Kind = s.kind
	}
	if s.unit != "" && s.kind == None {
		r.Currency = s.unit
	}
	if s.per == "share" || s.per == "unit" || s.per == "ADS" {
		r.Kind = PerShare
	} else if s.per != "" {
		return false
	}
	if s.scale != 0 {
		r.Scale, r.Scaled = int8(s.scale), true
	}
	if s.noun != nil {
		r.Counts = s.noun.Unit
	}
	r.p = s.end
	if r.peek() == '.' {
		r.p++ // "3 yrs."
	}
	return true
}

// footnotes skips marks such as "(1)", "(a)(b)", "*", "[3]", "(1, 2)" and daggers.
func (r *cellReader) footnotes() {
	for {
		r.blanks()
		n := footnoteAt(r.t, r.p)
		if n == 0 && r.peek() == ',' {
			n = 1
		}
		if n == 0 {
			return
		}
		r.p += n
	}
}

// FootnoteLength is the length of the bracketed footnote mark that opens a text, or 0: "(1)", "(a)", "[10, 11]".
func FootnoteLength(text []byte) int {
	const longest = 8
	return bracketedMark(string(text[:min(len(text), longest)]), 0)
}

// footnoteAt is the length of the footnote mark at i, or 0.
func footnoteAt(t string, i int) int {
	if i >= len(t) {
		return 0
	}
	switch c := t[i]; {
	case c == '*':
		return 1
	case c == '(' || c == '[':
		return bracketedMark(t, i)
	case c == 0xE2 && i+2 < len(t) && t[i+1] == 0x80 && (t[i+2] == 0xA0 || t[i+2] == 0xA1):
		return 3 // † ‡
	case c == 0xE2 && i+2 < len(t) && t[i+1] == 0x81 && t[i+2] >= 0xB0 && t[i+2] <= 0xB9:
		return 3 // ⁴ to ⁹
	case c == 0xC2 && i+1 < len(t) && (t[i+1] == 0xB9 || t[i+1] == 0xB2 || t[i+1] == 0xB3):
		return 2 // ¹ ² ³
	}
	return 0
}

// bracketedMark is the length of the bracketed footnote mark at i, or 0.
func bracketedMark(t string, i int) int {
	const longest = 8 // "(10, 11)"
	if i >= len(t) || t[i] != '(' && t[i] != '[' {
		return 0
	}
	letters, digits := 0, 0
	for k := i + 1; k < len(t) && k < i+longest; k++ {
		switch c := t[k]; {
		case c == ')' || c == ']':
			if letters+digits == 0 || letters > 2 || digits > 4 {
				return 0
			}
			return k + 1 - i
		case ascii.IsDigit(c):
			digits++
		case ascii.IsLetter(c):
			letters++
		case c >= 0x80 && footnoteAt(t, k) > 0: // a superscript
			digits++
			k += footnoteAt(t, k) - 1
		case c == ',' || c == ' ' || c == '*':
		default:
			return 0
		}
	}
	return 0
}

// Prefix merges the cell before a figure into it: its "$" or "(".
func (c *Cell) Prefix(sign Cell) {
	if c.Currency == "" {
		c.Currency = sign.Currency
	}
	if sign.Open && !c.Negative && c.Form != NilCell {
		c.Coef, c.Negative = -c.Coef, true
	}
	if c.Form == YearCell {
		c.Form = NumberCell
	}
	c.Bare = false
}

// Suffix merges the cell after a figure into it: its ")" or "%".
func (c *Cell) Suffix(sign Cell) {
	if sign.Kind != None {
		c.Kind = sign.Kind
	}
	if sign.Counts != "" {
		c.Counts = sign.Counts
	}
	if sign.Scaled {
		c.Scale, c.Scaled = sign.Scale, true
	}
	if c.Form == YearCell {
		c.Form = NumberCell
	}
	c.Open, c.Bare = false, false
}

// ReadCellRange reads a cell that holds two figures with a dash or "to" between them, "4.1% - 5.0%", and returns
// the one of the two that shows the unit.
func ReadCellRange(text []byte) (shows Cell, ok bool) {
	const longest = 28
	if len(text) < 4 || len(text) > longest {
		return shows, false
	}
	for i := 1; i+1 < len(text); i++ {
		n := 0
		switch c := text[i]; {
		case c == '-' || c == 0xE2:
			n, _ = dashAt(string(text[i:min(i+3, len(text))]), 0)
		case c == ' ' && i+4 < len(text) && string(text[i:i+4]) == " to ":
			n = 4
		}
		if n > 0 {
			low, high := ReadCell(bytes.TrimSpace(text[:i])), ReadCell(bytes.TrimSpace(text[i+n:]))
			ok = low.Form == NumberCell && high.Form == NumberCell
			if low.Currency != "" {
				return low, ok
			}
			return high, ok
		}
	}
	return shows, false
}
