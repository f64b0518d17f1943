package figure

import "github.com/assayhq/assay/internal/ascii"

// prefix is what is directly before the digits: sign, currency, parenthesis.
type prefix struct {
	start     int // of the expression
	inner     int // of the expression without its opening parenthesis
	unit      Unit
	innerUnit Unit // the currency seen inside the parenthesis
	sign      Sign
	innerSign Sign
	open      bool // an opening parenthesis is part of it
	outside   bool // the currency is before the parenthesis
	approx    Approx
}

// marksAmount reports whether the prefix alone makes the number an amount.
func (p *prefix) marksAmount() bool { return p.unit != "" }

func (p *prefix) negative() bool { return p.sign == Minus || p.sign == parentheses }

// drop leaves the parenthesis and what is before it out of the expression.
func (p *prefix) drop() {
	p.start, p.unit = p.inner, p.innerUnit
	p.sign, p.open = p.innerSign, false
}

// maxPrefix is the number of signs that are read before the digits; "US$ (−" has three.
const maxPrefix = 6

// before reads the prefix of a number.
func (r *reader) before(b *body) prefix {
	p := prefix{start: b.start}
	floor := r.floor()
	for range maxPrefix {
		if !r.prefixStep(&p, floor) {
			break
		}
	}
	return p
}

// prefixStep reads one more sign to the left and reports whether there was one.
func (r *reader) prefixStep(p *prefix, floor int) bool {
	t := r.t
	if p.start <= floor {
		return false
	}
	if n, sign := signChar(t, p.start, floor); n > 0 && p.sign == unsigned {
		p.start, p.sign = p.start-n, sign
		return true
	}
	q := max(backBlanks(t, p.start), floor)
	if q == floor {
		return false
	}
	if p.unit == "" {
		if unit, at := currencyBefore(t, q); at < q && at >= floor {
			p.start, p.unit, p.outside = at, unit, p.open
			return true
		}
	}
	if t[q-1] == '(' && !p.open {
		p.inner, p.innerUnit, p.innerSign = p.start, p.unit, p.sign
		p.open, p.start = true, q-1
		return true
	}
	if n, a := approxChar(t, q); n > 0 && p.approx == exact && q-n >= floor {
		p.start, p.approx = q-n, a
		return true
	}
	return false
}

// signChar reads a plus or minus that ends at p. A hyphen after a letter, digit or bracket joins
// words or ends a range, and is no sign.
func signChar(t string, p, floor int) (int, Sign) {
	sign := Minus
	n, long := dashBefore(t, p)
	if n == 0 && p > 0 && t[p-1] == '+' {
		n, sign = 1, plus
	}
	at := p - n
	if n == 0 || long || at < floor {
		return 0, unsigned
	}
	if at > 0 {
		c := t[at-1]
		if ascii.IsAlnum(c) || c == ')' || c == '%' || c == '-' || c >= 0x80 && blankBefore(t, at) == 0 {
			return 0, unsigned
		}
	}
	return n, sign
}

// blankBefore is the length of the blank that ends at p.
func blankBefore(t string, p int) int {
	for _, n := range [...]int{1, 2, 3} {
		if p >= n && blankAt(t, p-n) == n {
			return n
		}
	}
	return 0
}

// currencyBefore reads a currency sign or code that ends at p.
func currencyBefore(t string, p int) (Unit, int) {
	if unit, at := signBefore(t, p); at < p {
		return unit, at
	}
	if !ascii.IsLetter(t[p-1]) {
		return "", p
	}
	at := wordStart(t, p)
	if at > 0 && ascii.IsDigit(t[at-1]) {
		return "", p
	}
	if unit := codeOf(t[at:p]); unit != "" {
		return unit, at
	}
	return "", p
}

// approxChar reads a sign of approximation that ends at p.
func approxChar(t string, p int) (int, Approx) {
	switch t[p-1] {
	case '~':
		return 1, about
	case '<':
		return 1, lessThan
	case '>':
		if p < 2 || t[p-2] != '=' && t[p-2] != '-' { // an arrow is no bound
			return 1, moreThan
		}
	}
	if p < 3 {
		return 0, exact
	}
	switch t[p-3 : p] {
	case "≈":
		return 3, about
	case "≤":
		return 3, atMost
	case "≥":
		return 3, atLeast
	}
	return 0, exact
}

// qualifier is a phrase before a number that says how exact it is.
type qualifier struct {
	Text   string
	Approx Approx
}

// qualifiers are ordered so that a phrase comes before the phrases that end it.
var qualifiers = []qualifier{
	{"approximately", about}, {"approximates", about}, {"approx.", about}, {"about", about}, {"ca.", about}, {"c.", about},
	{"around", about}, {"roughly", about}, {"circa", about}, {"close to", about},
	{"an estimated", about}, {"estimated at", about},
	{"nearly", justUnder}, {"almost", justUnder}, {"just under", justUnder},
	{"no more than", atMost}, {"not more than", atMost}, {"no greater than", atMost},
	{"not greater than", atMost}, {"up to", atMost}, {"at most", atMost}, {"not to exceed", atMost},
	{"not exceeding", atMost}, {"not exceed", atMost}, {"maximum of", atMost},
	{"no less than", atLeast}, {"not less than", atLeast}, {"no fewer than", atLeast},
	{"at least", atLeast}, {"minimum of", atLeast},
	{"more than", moreThan}, {"greater than", moreThan}, {"higher than", moreThan},
	{"in excess of", moreThan}, {"upwards of", moreThan}, {"exceeding", moreThan},
	{"exceeds", moreThan}, {"exceeded", moreThan}, {"exceed", moreThan}, {"over", moreThan},
	{"above", moreThan},
	{"less than", lessThan}, {"fewer than", lessThan}, {"lower than", lessThan},
	{"under", lessThan}, {"below", lessThan},
}

// prepositions are qualifiers that mean nothing before times and small numbers in words: over
// five years, under one of the plans.
var prepositions = []string{"over", "under", "above", "below", "around"}

// fallVerbs are words that say that what follows them went down.
var fallVerbs = []string{
	"decreased", "decrease", "decreases", "declined", "decline", "declines", "fell", "dropped",
	"drop", "down", "reduced", "reduction", "lower", "loss", "losses", "shrank",
}

// qualify reads the words before a number.
func (r *reader) qualify(a *Amount) {
	t, floor := r.t, r.floor()
	if end, ok := phraseAt(t, skipBlanks(t, a.End), "or more"); ok && end > a.End {
		a.Approx = atLeast
	}
	a.Falls = fallsAfter(t, a.End)
	p := max(backBlanks(t, a.Start), floor)
	if p == a.Start || p == floor {
		return
	}
	word := t[wordStart(t, p):p]
	for i := range qualifiers {
		q := &qualifiers[i]
		if word != "" && !endsIn(q.Text, word) {
			continue
		}
		at, ok := phraseBefore(t, p, q.Text)
		if !ok || at < floor || (a.timeSpan() || a.Spelled && a.bare()) && oneOf(q.Text, prepositions) {
			continue
		}
		word := t[wordStart(t, backBlanks(t, at)):backBlanks(t, at)]
		if q.Text == "up to" && oneOf(word, []string{"add", "adds", "added", "sum", "sums", "summed"}) {
			break // "they add up to 5" is no bound
		}
		a.Approx, a.Start = q.Approx, at
		p = max(backBlanks(t, at), floor)
		break
	}
	if a.Sign == unsigned && r.minusWord(a, p) {
		return
	}
	a.Falls = a.Falls || fallsBefore(t, p)
}

// minusWord reads a sign that is a word: negative 3 %, minus 3 %. After a noun, as in "the prime
// rate minus 1 %", a minus subtracts.
func (r *reader) minusWord(a *Amount, p int) bool {
	at, ok := phraseBefore(r.t, p, "negative")
	if !ok {
		if at, ok = phraseBefore(r.t, p, "minus"); !ok {
			return false
		}
		q := backBlanks(r.t, at)
		ok = q == 0 || oneOf(r.t[wordStart(r.t, q):q], figureLeads)
	}
	if !ok || at < r.floor() || !a.IsAmount() {
		return false
	}
	a.Sign, a.Start, a.Value = Minus, at, a.Value.Neg()
	return true
}

// timeSpan reports whether an amount counts time, before which "over" means during.
func (a *Amount) timeSpan() bool {
	switch a.Unit {
	case "years", "months", "weeks", "days", "hours", "quarters":
		return true
	}
	return false
}

// fallsBefore reports whether the words that end at p say that something fell: "decreased by".
func fallsBefore(t string, p int) bool {
	for _, w := range []string{"by", "of"} {
		if at, ok := phraseBefore(t, p, w); ok {
			p = backBlanks(t, at)
			break
		}
	}
	return oneOf(t[wordStart(t, p):p], fallVerbs)
}

// fallsAfter reports whether the word at e says that something fell: "a 5 % decrease", "5 % lower".
func fallsAfter(t string, e int) bool {
	w := wordAfter(t, e)
	return w > e && w < len(t) && oneOf(t[w:wordEnd(t, w)], fallNouns)
}

// fallNouns are words that say that what is before them went down.
var fallNouns = []string{"decrease", "decline", "drop", "fall", "lower", "reduction", "loss"}

// endsIn reports whether the last word of a phrase may be the given one, by its length and first
// letter: enough to leave most phrases unread.
func endsIn(phrase, word string) bool {
	n := len(phrase) - len(word)
	return n >= 0 && (n == 0 || phrase[n-1] == ' ') && phrase[n] == ascii.ToLower(word[0])
}

// phraseBefore reads a lower-case phrase that ends at p; it must not start inside a word.
func phraseBefore(t string, p int, phrase string) (start int, ok bool) {
	if p == 0 || ascii.ToLower(t[p-1]) != phrase[len(phrase)-1] {
		return 0, false
	}
	for k := len(phrase) - 1; k >= 0; k-- {
		if phrase[k] == ' ' {
			q := backBlanks(t, p)
			if q == p {
				return 0, false
			}
			p = q
			continue
		}
		if p == 0 || ascii.ToLower(t[p-1]) != phrase[k] {
			return 0, false
		}
		p--
	}
	if p > 0 && ascii.IsAlnum(t[p-1]) {
		return 0, false
	}
	return p, true
}
