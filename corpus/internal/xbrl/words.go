package xbrl

import (
	"strconv"
	"strings"
	"unicode"
)

// small are the number words below twenty, by their value, and tens those by ten.
var (
	small = []string{
		"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
		"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
	}
	tens = []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

// scales are the words that multiply the number before them, largest first.
var scales = []struct {
	word  string
	value uint64
}{
	{"quintillion", 1e18}, {"quadrillion", 1e15}, {"trillion", 1e12}, {"billion", 1e9},
	{"million", 1e6}, {"thousand", 1e3}, {"", 1},
}

// numberWords reads an English number in words.
func numberWords(dst []byte, text string) ([]byte, bool) {
	words := splitWords(text)
	if len(words) == 1 && (words[0] == "no" || words[0] == "none" || words[0] == "nil") {
		return append(dst, '0'), true
	}
	n, ok := wordsValue(words)
	return strconv.AppendUint(dst, n, 10), ok
}

// splitWords is the text as lower-case words, without hyphens and commas.
func splitWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || isDash(r)
	})
}

// wordsValue is the number that words name: groups below a thousand, each with a smaller scale than the
// one before.
func wordsValue(words []string) (n uint64, ok bool) {
	if len(words) == 1 && words[0] == "zero" {
		return 0, true
	}
	next := 0 // the largest scale that may still come
	for len(words) > 0 {
		if n > 0 && words[0] == "and" {
			words = words[1:]
		}
		group, used := groupValue(words)
		if used == 0 {
			return 0, false
		}
		words = words[used:]
		s := next
		for s < len(scales)-1 && (len(words) == 0 || scales[s].word != words[0]) {
			s++
		}
		if s < len(scales)-1 {
			words = words[1:]
		} else if len(words) > 0 {
			return 0, false
		}
		if group > 18 && scales[s].value == 1e18 {
			return 0, false
		}
		n += group * scales[s].value
		next = s + 1
	}
	return n, next > 0
}

// groupValue reads "three hundred and forty-two" off the front of words and says how many it used.
func groupValue(words []string) (n uint64, used int) {
	n, used = belowHundred(words)
	if used != 1 || n > 19 || n == 0 || len(words) < 2 || words[1] != "hundred" {
		return n, used
	}
	n, used = n*100, 2
	rest := words[2:]
	and := 0
	if len(rest) > 1 && rest[0] == "and" {
		rest, and = rest[1:], 1
	}
	if m, more := belowHundred(rest); more > 0 {
		return n + m, used + and + more
	}
	return n, used
}

func belowHundred(words []string) (n uint64, used int) {
	if len(words) == 0 {
		return 0, 0
	}
	for i, w := range small[1:] {
		if w == words[0] {
			return uint64(i + 1), 1
		}
	}
	for i, w := range tens[2:] {
		if w != words[0] {
			continue
		}
		n = uint64(i+2) * 10
		if len(words) > 1 {
			for k, unit := range small[1:10] {
				if unit == words[1] {
					return n + uint64(k+1), 2
				}
			}
		}
		return n, 1
	}
	return 0, 0
}

// durationUnits are the units of durationWords in the order that they may come in.
var durationUnits = []struct{ word, letter string }{{"year", "Y"}, {"month", "M"}, {"day", "D"}}

// durationWords reads a length of time in words: numbers, in words or up to four digits, each before its
// unit. Parts that are zero are left out.
func durationWords(dst []byte, text string) ([]byte, bool) {
	words := splitWords(text)
	dst = append(dst, 'P')
	start, number, next := len(dst), 0, 0
	for i, word := range words {
		unit := next
		for unit < len(durationUnits) && strings.TrimSuffix(word, "s") != durationUnits[unit].word {
			unit++
		}
		if unit == len(durationUnits) {
			continue
		}
		n, ok := durationPart(words[number:i])
		if !ok {
			return dst, false
		}
		if n > 0 {
			dst = append(strconv.AppendUint(dst, n, 10), durationUnits[unit].letter...)
		}
		number, next = i+1, unit+1
	}
	if number == 0 || number < len(words) {
		return dst, false
	}
	if len(dst) == start {
		dst = append(dst, "0D"...)
	}
	return dst, true
}

func durationPart(words []string) (n uint64, ok bool) {
	if len(words) > 1 && words[0] == "and" {
		words = words[1:]
	}
	if len(words) == 1 {
		if w := words[0]; allDigits(w) && len(w) <= 4 {
			n, err := strconv.ParseUint(w, 10, 64)
			return n, err == nil
		}
		if words[0] == "no" {
			return 0, true
		}
	}
	return wordsValue(words)
}
