package figure

import "github.com/assayhq/assay/internal/ascii"

// numeral is a word that is part of a spelled number.
type numeral struct {
	Text  string
	Value int64
	Class numeralClass
}

// numeralClass says what may follow a numeral.
type numeralClass uint8

const (
	ones numeralClass = iota + 1 // one … nineteen, zero
	tens                         // twenty … ninety
	mult                         // hundred and above
)

var numerals = []numeral{
	{"zero", 0, ones}, {"nil", 0, ones}, {"one", 1, ones}, {"two", 2, ones}, {"three", 3, ones}, {"four", 4, ones},
	{"five", 5, ones}, {"six", 6, ones}, {"seven", 7, ones}, {"eight", 8, ones}, {"nine", 9, ones},
	{"ten", 10, ones}, {"eleven", 11, ones}, {"twelve", 12, ones}, {"thirteen", 13, ones},
	{"fourteen", 14, ones}, {"fifteen", 15, ones}, {"sixteen", 16, ones}, {"seventeen", 17, ones},
	{"eighteen", 18, ones}, {"nineteen", 19, ones}, {"twenty", 20, tens}, {"thirty", 30, tens},
	{"forty", 40, tens}, {"fourty", 40, tens}, {"fifty", 50, tens}, {"sixty", 60, tens},
	{"seventy", 70, tens}, {"eighty", 80, tens}, {"ninety", 90, tens},
	{"hundred", 100, mult}, {"thousand", 1000, mult}, {"million", 1_000_000, mult},
	{"billion", 1_000_000_000, mult}, {"trillion", 1_000_000_000_000, mult},
}

// numeralsOf are the numerals that begin with each letter.
var numeralsOf = func() (all [26][]*numeral) {
	for i := range numerals {
		first := numerals[i].Text[0] - 'a'
		all[first] = append(all[first], &numerals[i])
	}
	return all
}()

// mayStart reports whether a word of n letters that begins with c can be a numeral, an ordinal or a
// word for nothing. It turns nearly every word of a text away before it is looked at.
func mayStart(c byte, n int) bool {
	const longest = 9
	var lengths uint16 // bit n is set when a numeral of n letters begins so
	switch c | 0x20 {
	case 't':
		lengths = 1<<3 | 1<<5 | 1<<6 | 1<<8
	case 'f':
		lengths = 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8
	case 's':
		lengths = 1<<3 | 1<<5 | 1<<6 | 1<<7 | 1<<9
	case 'e':
		lengths = 1<<5 | 1<<6 | 1<<8
	case 'n':
		lengths = 1<<2 | 1<<3 | 1<<4 | 1<<6 | 1<<8
	case 'o':
		lengths = 1 << 3
	case 'z':
		lengths = 1 << 4
	}
	return n <= longest && lengths>>n&1 == 1
}

// numeralOf is the numeral that a word is, or nil.
func numeralOf(word string) *numeral {
	if word == "" || !ascii.IsLetter(word[0]) {
		return nil
	}
	for _, n := range numeralsOf[word[0]|0x20-'a'] {
		if equalFold(word, n.Text) {
			return n
		}
	}
	return nil
}

// spelled is a number in words: bare is the part before its last scale word.
type spelled struct {
	value   int64 // without the scale
	scale   int
	bareEnd int
	end     int
	words   int
}

// lexSpelled reads the longest number in words that starts with the word at i.
func lexSpelled(t string, i int) (spelled, bool) {
	var r speller
	for at := i; ; {
		stop := wordEnd(t, at)
		n := numeralOf(t[at:stop])
		if n == nil || stop < len(t) && ascii.IsDigit(t[stop]) || !r.take(n, stop) {
			break
		}
		next, ok := nextNumeral(t, stop, n.Value)
		if !ok {
			break
		}
		at = next
	}
	return r.result()
}

// nextNumeral is where the next word of a spelled number may begin: after a blank, a hyphen, or
// an "and" that follows a hundred. In "between one hundred and two hundred" the "and" joins two
// numbers.
func nextNumeral(t string, stop int, last int64) (int, bool) {
	at := skipBlanks(t, stop)
	if at == stop {
		if n, long := dashAt(t, at); n > 0 && !long {
			at += n
		}
	}
	if at == stop || at >= len(t) || !ascii.IsLetter(t[at]) {
		return 0, false
	}
	if last != 100 || !equalFold(t[at:wordEnd(t, at)], "and") {
		return at, true
	}
	after := skipBlanks(t, at+3)
	second := skipBlanks(t, wordEnd(t, after))
	if _, again := phraseAt(t, second, "hundred"); again {
		return 0, false
	}
	return after, after < len(t)
}

// speller adds up numerals: below is the sum before the next multiplier from thousand up.
type speller struct {
	total, below int64
	lastMult     int64
	last         numeralClass
	words        int
	end          int
	bareEnd      int
	bare         int64
}

// maxSpelled keeps sums far from overflow: one trillion is the largest multiplier.
const maxSpelled = 1_000_000_000_000_000

// take adds a numeral that ends at stop, or refuses one that cannot continue the number.
func (r *speller) take(n *numeral, stop int) bool {
	switch n.Class {
	case ones:
		teen := n.Value > 9 || n.Value == 0
		if r.last == ones || r.last == tens && teen || r.words > 0 && n.Value == 0 {
			return false
		}
		r.below += n.Value
	case tens:
		if r.last == ones || r.last == tens {
			return false
		}
		r.below += n.Value
	default:
		if !r.multiply(n) {
			return false
		}
	}
	if n.Class != mult {
		r.bareEnd = 0
	}
	r.last, r.end = n.Class, stop
	r.words++
	return true
}

func (r *speller) multiply(n *numeral) bool {
	if r.words == 0 || r.below == 0 && r.last != mult {
		return false
	}
	if n.Value == 100 {
		if r.below == 0 || r.below > 99 || r.last == mult {
			return false
		}
		r.below *= 100
		return true
	}
	if r.lastMult != 0 && n.Value >= r.lastMult || r.below == 0 {
		return false
	}
	if r.total == 0 {
		r.bare, r.bareEnd = r.below, r.end
	}
	r.total += r.below * n.Value
	r.below, r.lastMult = 0, n.Value
	return r.total < maxSpelled
}

// result is the number read: twelve million has the digits "twelve" and the scale 6, while two
// million one hundred has no scale of its own.
func (r *speller) result() (spelled, bool) {
	if r.words == 0 {
		return spelled{}, false
	}
	if r.below == 0 && r.bareEnd > 0 {
		scale := 0
		for m := r.lastMult; m > 1; m /= 10 {
			scale++
		}
		return spelled{r.bare, scale, r.bareEnd, r.end, r.words}, true
	}
	return spelled{r.total + r.below, 0, r.end, r.end, r.words}, true
}

// fold makes the scale a part of the digits.
func (s *spelled) fold() {
	for ; s.scale > 0; s.scale-- {
		s.value *= 10
	}
	s.bareEnd = s.end
}
