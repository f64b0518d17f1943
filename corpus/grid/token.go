package grid

// tokenKind is what the text of one cell is, before its neighbours are looked at.
type tokenKind uint8

const (
	tokEmpty  tokenKind = iota
	tokText             // words
	tokNumber           // an amount
	tokYear             // four digits that may be a year: a header above figures, a label beside them
	tokDash             // a dash that stands for nothing or zero
	tokPrefix           // "$" or "(" of the number in the next cell
	tokSuffix           // ")" or "%" of the number in the cell before
	tokMark             // a footnote mark on its own: "(a)", "*", "†"
)

// tokenFlag is a bit of what is known of a number beyond its digits.
type tokenFlag uint8

const (
	flagNegative   tokenFlag = 1 << iota
	flagPercent              // with "%"
	flagMoney                // with a currency sign or code
	flagMultiple             // with "x"
	flagOpen                 // its parenthesis closes in a later cell
	flagBareParen            // "(1)": minus one, or a footnote beside a number
	flagOwnScale             // with "million" and the like: the table's scale is not for it
	flagOtherUnits           // years, points, shares: never scaled
)

// token is one cell's text read as a number where it can be.
type token struct {
	coef     int64
	end      int32 // length of the number without its footnote mark
	kind     tokenKind
	flags    tokenFlag
	exp      int8 // value = coef × 10^exp
	scale    int8 // of its own words: 6 for "million"
	currency Currency
	word     Unit // the unit its own words name
	comma    bool
	fraction bool // "12 3/8"
}

// Limits of the number grammar: longer texts are prose, longer digit strings identifiers.
const (
	maxNumberText = 64
	maxDigits     = 17
)

// scanner walks over the text of one cell.
type scanner struct {
	b []byte
	p int
}

func (s *scanner) blanks() {
	for s.p < len(s.b) && (s.b[s.p] == ' ' || s.b[s.p] == '\v') {
		s.p++
	}
}

func (s *scanner) done() bool { return s.p >= len(s.b) }

func (s *scanner) peek() byte {
	if s.p < len(s.b) {
		return s.b[s.p]
	}
	return 0
}

// dash is the length of the dash at p, or 0: hyphen-minus, the Unicode dashes and the minus sign.
func (s *scanner) dash() int {
	if s.done() {
		return 0
	}
	if s.b[s.p] == '-' {
		return 1
	}
	if s.p+2 < len(s.b) && s.b[s.p] == 0xE2 {
		switch {
		case s.b[s.p+1] == 0x80 && s.b[s.p+2] >= 0x90 && s.b[s.p+2] <= 0x95, // U+2010 … U+2015
			s.b[s.p+1] == 0x88 && s.b[s.p+2] == 0x92: // U+2212
			return 3
		}
	}
	return 0
}

func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return (c|0x20)-'a' < 26 }

// tokenOf reads one cell's text. The text is trimmed.
func tokenOf(b []byte) token {
	if len(b) == 0 {
		return token{}
	}
	if len(b) > maxNumberText {
		return token{kind: tokText, end: int32(len(b))}
	}
	s := scanner{b: b}
	if c := b[0]; isLetter(c) && currencyAt(b) == 0 {
		return wordToken(b)
	}
	t, dashed := s.prefix()
	if s.done() {
		return finishPrefix(t, dashed, len(b))
	}
	if isDigit(s.peek()) || (s.peek() == '.' && s.p+1 < len(b) && isDigit(b[s.p+1])) || s.vulgar() != 0 {
		return s.number(t)
	}
	return s.rest(t, dashed)
}

// wordToken is a cell that opens with a letter: words, or one of the bare unit signs.
func wordToken(b []byte) token {
	t := token{kind: tokText, end: int32(len(b))}
	if len(b) == 1 && b[0]|0x20 == 'x' {
		t.kind, t.flags = tokSuffix, flagMultiple
	}
	return t
}

// prefix reads what stands before the digits: signs, parentheses and currencies in any order.
// It says whether a dash was among them: with digits it is a minus, without it is a nil.
func (s *scanner) prefix() (t token, dashed bool) {
	for !s.done() {
		c := s.peek()
		switch n := s.dash(); {
		case c == ' ' || c == '\v' || c == '+':
			s.p++
		case c == '(' || c == '[':
			if t.flags&flagOpen != 0 || dashed {
				return t, dashed
			}
			t.flags |= flagOpen
			s.p++
		case n > 0:
			dashed = true
			s.p += n
		default:
			code := currencyAt(s.b[s.p:])
			if code == 0 {
				if dashed {
					t.flags |= flagNegative
				}
				return t, dashed
			}
			t.currency = code
			t.flags |= flagMoney
			s.p += currencySigns[code].length(s.b[s.p:])
		}
	}
	return t, dashed
}

// finishPrefix is the token of a cell without digits that is all prefix.
func finishPrefix(t token, dashed bool, n int) token {
	t.end = int32(n)
	t.kind = tokPrefix
	if dashed {
		t.kind = tokDash
		t.flags &^= flagNegative
	}
	return t
}

// rest reads a cell whose text after the prefix holds no digits: a closing sign of the number before,
// a nil with its percent sign, a footnote mark, or words.
func (s *scanner) rest(t token, dashed bool) token {
	begin := s.p
	if begin == 0 || dashed {
		s.suffix(&t)
		s.footnotes()
		if s.done() && dashed {
			t.kind, t.end = tokDash, int32(len(s.b))
			t.flags &^= flagNegative
			return t
		}
		if s.done() && begin == 0 {
			t.kind, t.end = tokSuffix, int32(len(s.b))
			if c := s.b[0]; c == '*' || c == '[' || c >= 0x80 {
				t.kind = tokMark
			}
			return t
		}
	}
	s.p = 0
	s.footnotes()
	if s.done() {
		return token{kind: tokMark, end: int32(len(s.b))}
	}
	return token{kind: tokText, end: int32(len(s.b))}
}

// suffix reads what stands after the digits, but for footnote marks.
func (s *scanner) suffix(t *token) {
	for {
		s.blanks()
		switch c := s.peek(); {
		case (c == ')' || c == ']') && !s.done():
			t.flags &^= flagOpen
			s.p++
		case c == '%':
			t.flags |= flagPercent
			s.p++
		case isLetter(c):
			if !s.unitWord(t) {
				return
			}
		default:
			return
		}
	}
}

// footnotes skips marks such as "(1)", "(a)(b)", "*", "[3]", "(1, 2)" and daggers.
func (s *scanner) footnotes() {
	for {
		s.blanks()
		if s.done() {
			return
		}
		switch c := s.b[s.p]; {
		case c == '*' || c == ',':
			s.p++
		case c == 0xE2 && s.p+2 < len(s.b) && s.b[s.p+1] == 0x80 && (s.b[s.p+2] == 0xA0 || s.b[s.p+2] == 0xA1):
			s.p += 3 // † ‡
		case c == 0xC2 && s.p+1 < len(s.b) && (s.b[s.p+1] == 0xB9 || s.b[s.p+1] == 0xB2 || s.b[s.p+1] == 0xB3):
			s.p += 2 // ¹ ² ³
		case c == '(' || c == '[':
			n := markLength(s.b[s.p:])
			if n == 0 {
				return
			}
			s.p += n
		default:
			return
		}
	}
}

// markLength is the length of a bracketed footnote mark at the start of b, or 0.
func markLength(b []byte) int {
	const longest = 8 // "(10, 11)"
	letters, digits := 0, 0
	for i := 1; i < len(b) && i < longest; i++ {
		switch c := b[i]; {
		case c == ')' || c == ']':
			if letters+digits == 0 || letters > 2 || digits > 4 {
				return 0
			}
			return i + 1
		case isDigit(c):
			digits++
		case isLetter(c):
			letters++
		case c == ',' || c == ' ' || c == '*':
		default:
			return 0
		}
	}
	return 0
}
