package xbrl

import (
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// numberTransforms are the rows for amounts, fixed values and booleans.
var numberTransforms = []transform{
	{"num-dot-decimal", r4 | r5, "1,234.50 → 1234.50; commas and blanks anywhere, no digit needed before the point", loose('.', ", ")},
	{"fixed-zero", r4 | r5, "— → 0; whatever the page says", fixed("0")},
	{"num-comma-decimal", r4 | r5, "1.234,50 → 1234.50", loose(',', ". ")},
	{"num-unit-decimal", r4 | r5, "12 dollars 5 cents → 12.05; any words between the two numbers", unitDecimal(",.，．", false)},
	{"num-dot-decimal-apos", r5, "1’234.50 → 1234.50; Swiss", loose('.', ", '`´’′")},
	{"num-comma-decimal-apos", r5, "1'234,50 → 1234.50; Swiss", loose(',', ". '`´’′")},
	{"num-unit-decimal-apos", r5, "1’012 Fr. 05 → 1012.05", unitDecimal(",.，．'`´’′＇", false)},
	{"fixed-empty", r4 | r5, "n/a → ", fixed("")},
	{"fixed-false", r4 | r5, "none → false", fixed("false")},
	{"fixed-true", r4 | r5, "yes → true", fixed("true")},

	{"numdotdecimal", r2 | r3, "1,234.50 → 1234.50; groups of three", grouped('.', ", ")},
	{"numcommadecimal", r2 | r3, "1.234,50 → 1234.50; groups of three", grouped(',', ". ")},
	{"numunitdecimal", r2 | r3, "12 dollars 5 cents → 12.05", unitDecimal(",.，．", true)},
	{"numdotdecimalin", r3 | r4 | r5, "12,34,567.5 → 1234567.5; lakh and crore", indian},
	{"numunitdecimalin", r3, "1,23,456 rupees 5 paise → 123456.05", unitDecimal(", ", true)},
	{"zerodash", r2 | r3, "— → 0; one dash of any kind, nothing else", zeroDash},
	{"nocontent", r2 | r3, "n/a → ", fixed("")},
	{"booleanfalse", r2 | r3, "none → false", fixed("false")},
	{"booleantrue", r2 | r3, "yes → true", fixed("true")},

	{"numcommadot", r1, "1,234.50 → 1234.50", grouped('.', ",")},
	{"numspacedot", r1, "1 234.50 → 1234.50", grouped('.', " ")},
	{"numdotcomma", r1, "1.234,50 → 1234.50", grouped(',', ".")},
	{"numspacecomma", r1, "1 234,50 → 1234.50", grouped(',', " ")},
	{"numcomma", r1, "1234,50 → 1234.50", grouped(',', "")},
	{"numdash", r1, "- → 0", zeroDash},
}

// loose reads an amount whose separators may be anywhere, as registries 4 and 5 do.
func loose(point byte, separators string) apply {
	return func(dst []byte, text string) ([]byte, bool) {
		start, digits, pointed := len(dst), 0, false
		for i, r := range text {
			switch {
			case ascii.IsDigit(r):
				dst = append(dst, byte(r))
				digits++
			case r == rune(point):
				if pointed || i == len(text)-1 {
					return dst, false
				}
				pointed = true
				dst = append(dst, '.')
			case r != ' ' && (pointed || !strings.ContainsRune(separators, r)):
				return dst, false
			}
		}
		return dst, digits > 0 && dst[len(dst)-1] != '.' && len(dst) > start
	}
}

// grouped reads an amount in groups of three digits, one kind of separator or none, as the older
// registries do. An ungrouped integer of any length is read too.
func grouped(point byte, separators string) apply {
	return func(dst []byte, text string) ([]byte, bool) {
		whole, fraction, pointed := strings.Cut(text, string(point))
		if pointed && !allDigits(fraction) || whole == "" {
			return dst, false
		}
		group, first := 0, true
		for i := 0; i < len(whole); i++ {
			c := whole[i]
			if ascii.IsDigit(c) {
				dst = append(dst, c)
				group++
				continue
			}
			if strings.IndexByte(separators, c) < 0 || !groupFits(group, first) {
				return dst, false
			}
			group, first = 0, false
		}
		if !first && group != 3 || group == 0 {
			return dst, false
		}
		if pointed {
			dst = append(append(dst, '.'), fraction...)
		}
		return dst, true
	}
}

func groupFits(digits int, first bool) bool {
	return digits == 3 || first && 1 <= digits && digits < 3
}

// indian reads an amount in lakh and crore: a last group of three, groups of two before it.
func indian(dst []byte, text string) ([]byte, bool) {
	whole, fraction, pointed := strings.Cut(text, ".")
	if pointed && !allDigits(fraction) {
		return dst, false
	}
	groups := strings.Split(strings.ReplaceAll(whole, " ", ","), ",")
	for i, g := range groups {
		last := i == len(groups)-1
		fits := len(groups) == 1 || last && len(g) == 3 || !last && (len(g) == 2 || i == 0 && len(g) == 1)
		if !allDigits(g) || !fits {
			return dst, false
		}
		dst = append(dst, g...)
	}
	if pointed {
		dst = append(append(dst, '.'), fraction...)
	}
	return dst, true
}

// unitDecimal reads two amounts with words after each: units and hundredths. Where strict, separators
// precede groups of two or three digits only.
func unitDecimal(separators string, strict bool) apply {
	return func(dst []byte, text string) ([]byte, bool) {
		text = asciiDigits(text)
		i, digits := 0, 0
		for i < len(text) {
			r, size := utf8.DecodeRuneInString(text[i:])
			if ascii.IsDigit(text[i]) {
				dst = append(dst, text[i])
				digits++
			} else if n := leadingDigits(text[i+size:]); !strings.ContainsRune(separators, r) || strict && (n < 2 || n > 3) {
				break
			}
			i += size
		}
		rest := strings.TrimLeftFunc(text[i:], notDigit)
		cents := strings.TrimRightFunc(rest, notDigit)
		if digits == 0 || len(rest) == len(text[i:]) || len(cents) > 2 || !allDigits(cents) {
			return dst, false
		}
		dst = append(dst, '.')
		if len(cents) == 1 {
			dst = append(dst, '0')
		}
		return append(dst, cents...), true
	}
}

// zeroDash reads one dash as zero.
func zeroDash(dst []byte, text string) ([]byte, bool) {
	r, size := utf8.DecodeRuneInString(text)
	return append(dst, '0'), size == len(text) && isDash(r)
}

func notDigit(r rune) bool { return !ascii.IsDigit(r) }

func digitAt(s string, i int) bool { return i < len(s) && ascii.IsDigit(s[i]) }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// asciiDigits writes full-width and Devanagari digits as ASCII ones.
func asciiDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(asciiDigit, s)
		}
	}
	return s
}

func asciiDigit(r rune) rune {
	switch {
	case '０' <= r && r <= '９':
		return r - '０' + '0'
	case '०' <= r && r <= '९':
		return r - '०' + '0'
	}
	return r
}
