package grid

import "bytes"

// Currency is the money that an amount is in; zero where none is named.
type Currency uint8

// The currencies that filers print in tables.
const (
	USD Currency = iota + 1
	EUR
	GBP
	JPY
	CNY
	CAD
	AUD
	HKD
	CHF
	INR
	TWD
	KRW
	BRL
	MXN
)

// currency is one row of the table of currencies: its code, the sign that row lines print, and how
// filings write it. Longer spellings come first: "US$" is not "U" and "$".
type currency struct {
	code, sign string
	spellings  []string
}

func (c currency) length(b []byte) int {
	for _, s := range c.spellings {
		if len(b) >= len(s) && string(b[:len(s)]) == s {
			return len(s)
		}
	}
	return 0
}

var currencySigns = [...]currency{
	0:   {},
	USD: {"USD", "$", []string{"US$", "U.S.$", "U.S. $", "USD", "$"}},
	EUR: {"EUR", "€", []string{"€", "EUR"}},
	GBP: {"GBP", "£", []string{"£", "GBP"}},
	JPY: {"JPY", "¥", []string{"¥", "JPY", "JP¥"}},
	CNY: {"CNY", "RMB ", []string{"RMB¥", "RMB", "CNY"}},
	CAD: {"CAD", "C$", []string{"C$", "CA$", "CAD$", "CAD", "Cdn$", "CDN$"}},
	AUD: {"AUD", "A$", []string{"A$", "AU$", "AUD"}},
	HKD: {"HKD", "HK$", []string{"HK$", "HKD"}},
	CHF: {"CHF", "CHF ", []string{"CHF"}},
	INR: {"INR", "₹", []string{"₹", "INR", "Rs."}},
	TWD: {"TWD", "NT$", []string{"NT$", "TWD"}},
	KRW: {"KRW", "₩", []string{"₩", "KRW"}},
	BRL: {"BRL", "R$", []string{"R$", "BRL"}},
	MXN: {"MXN", "Ps.", []string{"Ps.", "MXN"}},
}

// String is the currency's ISO code, or nothing.
func (c Currency) String() string { return currencySigns[c].code }

// currencyAt is the currency whose sign or code opens b, or zero. A code that goes on as a word is none.
func currencyAt(b []byte) Currency {
	if len(b) == 0 {
		return 0
	}
	if b[0] == '$' {
		return USD
	}
	if !isLetter(b[0]) && b[0] < 0xC2 {
		return 0
	}
	for code := USD; int(code) < len(currencySigns); code++ {
		n := currencySigns[code].length(b)
		if n > 0 && (n == len(b) || !isLetter(b[n-1]) || !isLetter(b[n])) {
			return code
		}
	}
	return 0
}

// number reads the digits at p and all that follows them. What is left over makes the cell words.
func (s *scanner) number(t token) token {
	begin := s.p
	bracket := s.b[0] == '['
	paren := t.flags&flagOpen != 0
	t.kind = tokNumber
	digits, ok := s.digits(&t)
	if !ok || !s.fraction(&t) {
		return token{kind: tokText, end: int32(len(s.b))}
	}
	plain := s.b[begin:s.p]
	if paren {
		t.flags |= flagNegative
	}
	s.suffix(&t)
	t.end = int32(s.p)
	s.trimEnd(&t)
	s.footnotes()
	s.trailingDash(&t, plain)
	if !s.done() {
		return token{kind: tokText, end: int32(len(s.b))}
	}
	switch simple := digits == len(plain) && t.flags&(flagMoney|flagPercent|flagMultiple|flagOtherUnits) == 0; {
	case bracket:
		t.kind = tokMark
	case simple && paren && begin == 1 && t.flags&flagOpen == 0 && digits <= 2:
		t.flags |= flagBareParen
	case simple && begin == 0 && digits == 4 && t.coef >= 1900 && t.coef <= 2100:
		t.kind = tokYear
	}
	if t.flags&flagNegative != 0 {
		t.coef = -t.coef
	}
	return t
}

// trimEnd takes blanks back that the suffix skipped.
func (s *scanner) trimEnd(t *token) {
	for t.end > 0 && (s.b[t.end-1] == ' ' || s.b[t.end-1] == '\v') {
		t.end--
	}
}

// trailingDash accepts the old way of writing nil, "-0-".
func (s *scanner) trailingDash(t *token, plain []byte) {
	if len(plain) == 1 && plain[0] == '0' && s.p+1 == len(s.b) && s.b[s.p] == '-' {
		s.p++
		t.kind, t.end = tokDash, int32(len(s.b))
		t.flags &^= flagNegative
	}
}

// digits reads an integer or decimal number; commas must stand before groups of three.
func (s *scanner) digits(t *token) (n int, ok bool) {
	group := -1 // digits since the last comma
	for ; !s.done(); s.p++ {
		c := s.b[s.p]
		if isDigit(c) {
			n++
			if n > maxDigits || group == 3 {
				return n, false
			}
			t.coef = t.coef*10 + int64(c-'0')
			if group >= 0 {
				group++
			}
			continue
		}
		if c != ',' || s.p+1 >= len(s.b) || !isDigit(s.b[s.p+1]) {
			break
		}
		if group >= 0 && group != 3 || n == 0 || n > 3 && group < 0 {
			return n, false
		}
		group, t.comma = 0, true
	}
	if group >= 0 && group != 3 {
		return n, false
	}
	if s.peek() == '.' {
		for s.p++; !s.done() && isDigit(s.b[s.p]); s.p++ {
			if n++; n > maxDigits {
				return n, false
			}
			t.coef = t.coef*10 + int64(s.b[s.p]-'0')
			t.exp--
		}
	}
	return n, true
}

// vulgar is the number of eighths that the Unicode fraction at p stands for, or 0.
func (s *scanner) vulgar() int64 {
	if s.p+1 < len(s.b) && s.b[s.p] == 0xC2 {
		switch s.b[s.p+1] {
		case 0xBC:
			return 2
		case 0xBD:
			return 4
		case 0xBE:
			return 6
		}
	}
	if s.p+2 < len(s.b) && s.b[s.p] == 0xE2 && s.b[s.p+1] == 0x85 {
		if c := s.b[s.p+2]; c >= 0x9B && c <= 0x9E {
			return int64(c-0x9B)*2 + 1
		}
	}
	return 0
}

// fraction reads the "3/8" of a share price of the 1990s; its denominators are powers of two, so that
// the value stays an exact decimal.
func (s *scanner) fraction(t *token) bool {
	if v := s.vulgar(); v != 0 && t.exp == 0 {
		s.p += 2
		if s.b[s.p-2] == 0xE2 {
			s.p++
		}
		return t.addFraction(v, 8)
	}
	q := s.p
	for q < len(s.b) && (s.b[q] == ' ' || s.b[q] == '-') {
		q++
	}
	from := q
	up, q := smallInt(s.b, q)
	if q == from || q >= len(s.b) || s.b[q] != '/' {
		if s.peek() == '/' {
			return s.bareFraction(t)
		}
		return true
	}
	down, end := smallInt(s.b, q+1)
	if end == q+1 || t.exp != 0 || from == s.p {
		return false
	}
	s.p = end
	return t.addFraction(up, down)
}

// bareFraction is a fraction without a whole number before it: "7/8".
func (s *scanner) bareFraction(t *token) bool {
	down, end := smallInt(s.b, s.p+1)
	if end == s.p+1 || t.exp != 0 || t.comma {
		return false
	}
	up := t.coef
	t.coef = 0
	s.p = end
	return t.addFraction(up, down)
}

// addFraction adds up/down to the token, exactly, or says that it cannot.
func (t *token) addFraction(up, down int64) bool {
	switch down {
	case 2, 4, 8, 16, 32, 64:
	default:
		return false
	}
	const places, unit = 6, 1_000_000
	if up >= down || t.coef > 1<<40 {
		return false
	}
	t.fraction = true
	t.coef = t.coef*unit + up*unit/down
	t.exp = -places
	for t.exp < 0 && t.coef%10 == 0 {
		t.coef /= 10
		t.exp++
	}
	return true
}

// smallInt reads at most three digits at p.
func smallInt(b []byte, p int) (v int64, end int) {
	for end = p; end < len(b) && end < p+3 && isDigit(b[end]); end++ {
		v = v*10 + int64(b[end]-'0')
	}
	return v, end
}

// numberWord is a word that may follow the digits within a cell.
type numberWord struct {
	word  string
	flags tokenFlag
	scale int8
	unit  Unit
}

var numberWords = [...]numberWord{
	{"x", flagMultiple, 0, Multiple},
	{"times", flagMultiple, 0, Multiple},
	{"million", flagOwnScale, 6, NoUnit},
	{"billion", flagOwnScale, 9, NoUnit},
	{"thousand", flagOwnScale, 3, NoUnit},
	{"trillion", flagOwnScale, 12, NoUnit},
	{"mm", flagOwnScale, 6, NoUnit},
	{"years", flagOtherUnits, 0, Years},
	{"year", flagOtherUnits, 0, Years},
	{"yrs", flagOtherUnits, 0, Years},
	{"bps", flagOtherUnits, 0, BasisPoints},
	{"bp", flagOtherUnits, 0, BasisPoints},
	{"basis points", flagOtherUnits, 0, BasisPoints},
	{"pts", flagOtherUnits, 0, Points},
	{"pt", flagOtherUnits, 0, Points},
	{"pp", flagOtherUnits, 0, Points},
	{"ppt", flagOtherUnits, 0, Points},
	{"ppts", flagOtherUnits, 0, Points},
	{"shares", flagOtherUnits, 0, Shares},
	{"percent", flagPercent, 0, Percent},
	{"usd", flagMoney, 0, Money},
}

// unitWord reads one word of the table at p.
func (s *scanner) unitWord(t *token) bool {
	rest := s.b[s.p:]
	for i := range numberWords {
		w := &numberWords[i]
		n := len(w.word)
		if len(rest) < n || len(rest) > n && isLetter(rest[n]) || !bytes.EqualFold(rest[:n], []byte(w.word)) {
			continue
		}
		t.flags |= w.flags
		if w.scale != 0 {
			t.scale = w.scale
		}
		if w.unit != NoUnit {
			t.word = w.unit
		}
		s.p += n
		if s.peek() == '.' {
			s.p++
		}
		return true
	}
	return false
}
