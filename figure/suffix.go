package figure

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// suffix is what follows the digits: scale, unit, divisor, noun.
type suffix struct {
	end   int
	scale int
	kind  Kind // of a ratio
	unit  Unit // of a ratio, or a currency
	per   Unit
	noun  *noun
}

// marksAmount reports whether the suffix alone makes the number an amount.
func (s *suffix) marksAmount() bool {
	return s.kind != None || s.unit != "" || s.scale != 0 || s.per != ""
}

// applyTo gives an amount the kind, unit and scale that its surroundings say.
func (s *suffix) applyTo(a *Amount, currency Unit) {
	a.Scale = s.scale
	switch {
	case s.kind != None:
		a.Kind, a.Unit = s.kind, s.unit
		a.Scale += unitPower(s.kind, s.unit)
	case currency == "" && s.unit == "" && s.per == "":
		a.Kind = Number
		if s.noun != nil {
			a.Unit = s.noun.Unit
		}
	default:
		if s.unit != "" {
			currency = s.unit
		}
		a.Kind, a.Unit = Money, currency
		if s.per != "" {
			a.Unit = currency + "/" + s.per
			if s.per == "share" || s.per == "unit" || s.per == "ADS" {
				a.Kind = PerShare
			}
		}
	}
}

// after reads what follows the digits that end at e. Money says that a currency is before them.
func (r *reader) after(e int, money bool) suffix {
	s := suffix{end: e}
	if e >= len(r.t) {
		return s
	}
	if r.ratio(&s) {
		return s
	}
	s.scale, s.end = scaleAt(r.t, e, money || r.loose)
	r.currency(&s, money)
	r.per(&s, money || s.unit != "")
	if s.unit == "" && s.per == "" && !money {
		r.noun(&s)
	}
	return s
}

// wordAfter is where a word after e begins: after blanks or one hyphen.
func wordAfter(t string, e int) int {
	w := skipBlanks(t, e)
	if w == e && w < len(t) && t[w] == '-' {
		w++
	}
	return w
}

// ratio reads a percent sign, its words, or the x of a multiple.
func (r *reader) ratio(s *suffix) bool {
	t := r.t
	w := wordAfter(t, s.end)
	if w < len(t) && t[w] == '\\' { // 5\% of LaTeX
		w++
	}
	if w >= len(t) {
		return false
	}
	switch t[w] | 0x20 {
	case 0xE2: // ‰ is a tenth of a percent
		if end := w + len("‰"); end <= len(t) && t[w:end] == "‰" {
			s.kind, s.unit, s.end, s.scale = Percent, UnitPercent, end, -1
			return true
		}
	case 'x':
		if w == s.end && (w+1 == len(t) || !ascii.IsAlnum(t[w+1])) && !modelNumber(t, w) {
			s.kind, s.unit, s.end = Multiple, UnitTimes, w+1
			return true
		}
	case 'p', 'b', 't', '%' | 0x20:
		for i := range ratioWords {
			k := &ratioWords[i]
			if end, ok := phraseAt(t, w, k.Text); ok {
				s.kind, s.unit, s.end = k.Kind, k.Unit, end
				return true
			}
		}
	}
	return false
}

// modelNumber reports whether the X at w ends the name of a product: 777X. A number with decimals is none.
func modelNumber(t string, w int) bool {
	i := w
	for i > 0 && ascii.IsDigit(t[i-1]) {
		i--
	}
	return t[w] == 'X' && w-i > 2 && (i == 0 || t[i-1] != '.')
}

// currency reads a currency after the number or its scale, and cents.
func (r *reader) currency(s *suffix, money bool) {
	t := r.t
	w := wordAfter(t, s.end)
	if unit, end := signAfter(t, w); end > w {
		if !money && (w == s.end || t[w] != '$') && !digitFollows(t, end) {
			s.unit, s.end = unit, end
		}
		return
	}
	if w >= len(t) || !ascii.IsLetter(t[w]) {
		r.centSign(s)
		return
	}
	if unit, end := currencyAfter(t, w); end > w {
		if !money || unit != "USD" {
			s.unit = unit // $5 million Canadian dollars are Canadian
		}
		s.end = end
		return
	}
	for _, word := range []string{"cents", "cent"} {
		if end, ok := phraseAt(t, w, word); ok && !money {
			s.unit, s.end, s.scale = "USD", end, s.scale-2
			return
		}
	}
}

// digitFollows reports whether a number begins at i or after a blank: then a currency sign
// before i is that number's.
func digitFollows(t string, i int) bool {
	i = skipBlanks(t, i)
	return i < len(t) && (ascii.IsDigit(t[i]) || t[i] == '.' || t[i] == '(' || t[i] == '-')
}

func (r *reader) centSign(s *suffix) {
	if strings.HasPrefix(r.t[s.end:], "¢") {
		s.unit, s.end, s.scale = "USD", s.end+len("¢"), s.scale-2
	}
}

// per reads a divisor: per diluted share, /share, a share.
func (r *reader) per(s *suffix, money bool) {
	t := r.t
	w := skipBlanks(t, s.end)
	if w >= len(t) {
		return
	}
	switch {
	case t[w] == '/':
		w++
	case t[w]|0x20 == 'p':
		end, ok := phraseAt(t, w, "per")
		if !ok {
			r.parValue(s, w, money)
			return
		}
		w = skipBlanks(t, end)
	case t[w] == 'a' && money:
		end := wordEnd(t, w)
		if end-w > 2 || end-w == 2 && t[w+1] != 'n' {
			return
		}
		w = skipBlanks(t, end)
	default:
		return
	}
	r.divisor(s, w, money)
}

// parValue reads a nominal value, which is one of a share without saying so.
func (r *reader) parValue(s *suffix, w int, money bool) {
	if end, ok := phraseAt(r.t, w, "par value"); ok && money && s.scale == 0 {
		s.per, s.end = "share", end
	}
}

// divisor takes the longest of the known divisors at w. Without a currency only shares are one: a
// plain number per hour is a count.
func (r *reader) divisor(s *suffix, w int, money bool) {
	best := 0
	for i := range perWords {
		p := &perWords[i]
		if !money && p.Unit != "share" {
			continue
		}
		if end, ok := phraseAt(r.t, w, p.Text); ok && end > best {
			best, s.per, s.end = end, p.Unit, end
		}
	}
}

// adjectives may be between a number and the noun that it counts.
var adjectives = []string{
	"common", "ordinary", "preferred", "restricted", "additional", "outstanding", "new", "reportable",
	"operating", "full", "calendar", "consecutive", "stock", "business", "treasury", "million",
}

// noun reads what a number counts, with at most two adjectives before it.
func (r *reader) noun(s *suffix) {
	t := r.t
	w := wordAfter(t, s.end)
	for range 3 {
		if w >= len(t) || !ascii.IsLetter(t[w]) {
			return
		}
		stop := wordEnd(t, w)
		if n, end := nounAt(t, w); n != nil {
			s.noun, s.end = n, end
			return
		}
		if !oneOf(t[w:stop], adjectives) {
			return
		}
		w = skipBlanks(t, stop)
	}
}

func nounAt(t string, w int) (*noun, int) {
	for i := range nouns {
		n := &nouns[i]
		if ascii.ToLower(t[w]) != n.One[0] {
			continue
		}
		if end, ok := phraseAt(t, w, n.Many); ok {
			return n, end
		}
		if end, ok := phraseAt(t, w, n.One); ok && (end == len(t) || t[end] != ':') { // "Unit: x" is a label
			return n, end
		}
	}
	return nil, w
}

// oneOf reports whether a word is in a list of lower-case words.
func oneOf(word string, list []string) bool {
	for _, w := range list {
		if equalFold(word, w) {
			return true
		}
	}
	return false
}
