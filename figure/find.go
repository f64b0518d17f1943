package figure

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// Find reads every number of a text from left to right. Extents are in order and disjoint. The
// time is linear in the length of the text, whatever it holds.
func Find(text string) []Amount { return Append(nil, text) }

// Append is Find into a slice that the caller owns.
func Append(dst []Amount, text string) []Amount {
	r := reader{t: text, out: dst, first: len(dst)}
	r.run()
	return r.out
}

// reader goes once through a text. It looks back from a number over the few words that qualify it,
// and ahead over those that scale it, each by a bounded distance.
type reader struct {
	t     string
	out   []Amount
	first int  // where this text's amounts begin in out
	loose bool // read as a cell: see lexBody
}

func (r *reader) run() {
	t := r.t
	for i := 0; i < len(t); {
		switch c := t[i]; {
		case ascii.IsLetter(c):
			stop := i + 1
			for stop < len(t) && ascii.IsLetter(t[stop]) {
				stop++
			}
			if mayStart(c, stop-i) {
				stop = r.word(i, stop)
			}
			i = stop
		case ascii.IsDigit(c):
			i = r.digits(i)
		case c >= 0x80 || c == '-':
			i = r.symbol(i)
		default:
			i++
		}
	}
}

// floor is where the last number ended: nothing before it can qualify the next one.
func (r *reader) floor() int {
	if len(r.out) == r.first {
		return 0
	}
	return r.out[len(r.out)-1].End
}

// last is the number read before, or nil.
func (r *reader) last() *Amount {
	if len(r.out) == r.first {
		return nil
	}
	return &r.out[len(r.out)-1]
}

// emit adds a number and returns where reading continues.
func (r *reader) emit(a Amount) int {
	a.Digits = r.t[a.Bare.Start:a.Bare.End]
	r.out = append(r.out, a)
	if a.IsAmount() {
		r.joinRange()
	}
	return a.End
}

// digits reads the number whose first digit is at i.
func (r *reader) digits(i int) int {
	b := lexBody(r.t, i, r.loose)
	if end := r.nonAmount(&b); end > i {
		return end
	}
	before := r.before(&b)
	after := r.after(b.end, before.unit != "")
	if !before.marksAmount() && !after.marksAmount() {
		if end := r.label(&b, &before, &after); end > i {
			return end
		}
	}
	return r.amount(&b, before, after)
}

// amount puts a number together from its digits and what is around them.
func (r *reader) amount(b *body, before prefix, after suffix) int {
	r.close(&before, &after)
	a := Amount{
		Sign:     before.sign,
		Approx:   before.approx,
		Decimals: b.decimals,
		Bare:     Extent{b.start, b.end},
		Extent:   Extent{before.start, after.end},
	}
	if f := b.fraction; !f.IsZero() {
		a.Decimals = int(-f.Exponent())
	}
	after.applyTo(&a, before.unit)
	if a.Unit == UnitShares && a.Sign == Minus && !r.loose {
		// Prose has no negative shares: the dash parts the words, "$0.01 par value -10 shares".
		before.sign, a.Sign, a.Start = unsigned, unsigned, b.start
	}
	a.Scale += b.exponent
	a.Value = b.value(r.t, a.Scale, before.negative())
	r.qualify(&a)
	return r.emit(a)
}

// close settles whether parentheses around a number belong to it: only when both are there. What
// follows the closing one may be its unit: $(1.2) million, (3.4)%.
func (r *reader) close(before *prefix, after *suffix) {
	if !before.open {
		return
	}
	p := skipBlanks(r.t, after.end)
	if p >= len(r.t) && r.loose {
		before.sign = parentheses // the closing one has a cell of its own
		return
	}
	if p >= len(r.t) || r.t[p] != ')' {
		before.drop()
		return
	}
	outer := suffix{end: p + 1}
	if !after.marksAmount() && after.noun == nil {
		outer = r.after(p+1, before.unit != "")
	}
	if !r.accounting(before, after, &outer) {
		before.drop()
		return
	}
	if before.sign != Minus {
		before.sign = parentheses
	}
	if outer.marksAmount() {
		*after = outer
	} else {
		after.end = p + 1
	}
}

// accounting reports whether closed parentheses mean a negative number. In a cell they always do; in
// prose when the currency or the unit is outside, as in no aside, when the
// word before them asks for a figure, "a loss of ($68,000)", or when they continue a list of figures.
func (r *reader) accounting(before *prefix, after, outer *suffix) bool {
	if r.loose || before.outside || outer.marksAmount() {
		return true
	}
	p := backBlanks(r.t, before.start)
	if before.unit == "" && !after.marksAmount() || p == before.start || p < r.floor() {
		return false
	}
	if last := r.last(); last != nil && last.IsAmount() {
		if l := linkOf(r.t[last.End:p]); l == joined || l == listed {
			return true
		}
	}
	return oneOf(r.t[wordStart(r.t, p):p], figureLeads)
}

// figureLeads are words that a figure has to follow.
var figureLeads = []string{
	"of", "was", "were", "is", "to", "from", "by", "at", "totaled", "totaling", "approximately", "about",
}

// word reads a number or a quarter in words; it returns where reading continues.
func (r *reader) word(i, stop int) int {
	if i > 0 && (ascii.IsDigit(r.t[i-1]) || r.t[i-1] == '_' || r.t[i-1] == '\'') {
		return stop
	}
	word := r.t[i:stop]
	if absence(word) && (stop == len(r.t) || r.t[stop] != '.') {
		return r.emit(Amount{Kind: Absence, Label: "zero", Extent: Extent{i, stop}, Bare: Extent{i, stop}})
	}
	if q := ordinalOf(word); q > 0 {
		if end := r.quarter(q, i, stop); end > stop {
			return end
		}
		return stop
	}
	s, ok := lexSpelled(r.t, i)
	if !ok || r.pronoun(i, &s) {
		return stop
	}
	return r.spelled(i, &s)
}

// spelled emits a number in words.
func (r *reader) spelled(i int, s *spelled) int {
	b := body{start: i, end: s.bareEnd}
	before := r.before(&b)
	after := r.after(s.end, before.unit != "")
	switch {
	case s.scale == 0:
	case after.kind != None: // a thousand percent has the scale of percent
		s.fold()
	case after.scale != 0:
		after = suffix{end: s.end}
	}
	r.close(&before, &after)
	a := Amount{
		Sign:    before.sign,
		Approx:  before.approx,
		Bare:    Extent{i, s.bareEnd},
		Extent:  Extent{before.start, after.end},
		Spelled: true,
	}
	after.applyTo(&a, before.unit)
	a.Scale += s.scale
	a.Value = decimal.New(s.value, int32(a.Scale))
	if before.negative() {
		a.Value = a.Value.Neg()
	}
	r.qualify(&a)
	return r.emit(a)
}

// pronoun reports whether "one" is a pronoun and no number, and whether any numeral
// is the tail of a hyphened word.
func (r *reader) pronoun(i int, s *spelled) bool {
	if i > 1 && r.t[i-1] == '-' && ascii.IsLetter(r.t[i-2]) {
		last := r.last()
		if last == nil || last.End < i-5 {
			return true
		}
	}
	if r.fractionWord(s.end) {
		return true
	}
	if s.words != 1 || s.value != 1 || s.scale != 0 {
		return false
	}
	next := skipBlanks(r.t, s.end)
	for _, w := range []string{"another", "'s"} {
		if _, ok := phraseAt(r.t, next, w); ok {
			return true
		}
	}
	p := backBlanks(r.t, i)
	before := r.t[wordStart(r.t, p):p]
	return p < i && oneOf(before, []string{"no", "any", "this", "that", "the", "which", "each"})
}

// fractionWord reports whether the words continue as a fraction: two of two-thirds is no count.
func (r *reader) fractionWord(e int) bool {
	w := wordAfter(r.t, e)
	if w == e || w >= len(r.t) {
		return false
	}
	parts := []string{"half", "halves", "third", "thirds", "fourths", "fifth", "fifths", "tenth", "tenths"}
	word := r.t[w:wordEnd(r.t, w)]
	return oneOf(word, parts) || r.t[w-1] == '-' && oneOf(word, []string{"fourth", "quarter", "quarters"})
}

// absence reports whether a word says that there is nothing to count.
func absence(word string) bool {
	switch len(word) {
	case 2:
		return equalFold(word, "no")
	case 4:
		return equalFold(word, "none")
	}
	return false
}
