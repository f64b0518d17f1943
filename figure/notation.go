package figure

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// unusual matches what may be in a notation that answers have and filings do not: the rest is left alone.
var unusual = regexp.MustCompile(`[^\x00-\x7f]|_|\d[eE]\d|10\s*(?:\^|\*\*)|\d-(?:\s|$)|\d\s*/\s*\d|(?i:` +
	`\d\s*(?:mio|mrd|mld|mds|mil|mill|tys|thou|ths|tau|por|pro|pour|per cento)|\bcents?\b|\d (?:million|billion) \d|` +
	`\bof (?:one|an?|1) ?(?:percent|%)|` +
	`thousand[ -]million)`)

// Notations of numbers that are rewritten. A gap is a blank or none.
var (
	emphasis    = regexp.MustCompile(`(^|[^\w])__?([^_\n]+)__?($|[^\w])`)
	underscored = regexp.MustCompile(`\d{1,3}(?:_\d{3})+\b`)
	powerOfTen  = regexp.MustCompile(`(\d)\s*(?:[×xX*·⋅∙]|\btimes)\s*10\s*` +
		`(?:(?:\^|\*\*)\s*[({]?([-−+]?\d{1,2})[)}]?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))`)
	plainPower  = regexp.MustCompile(`(^|[^\w-])(\d+(?:\.\d+)?)[eE](\d{1,2})\b`)
	groupPower  = regexp.MustCompile(`\d{1,3}(?:,\d{3})+(?:\.\d+)?e[+-]`)
	asianPower  = regexp.MustCompile(`(\d)\s*(万亿|萬億|百万|百萬|十亿|十億|千万|千萬|亿|億|万|萬|兆|千)`)
	asianUnit   = regexp.MustCompile(`(\d)\s*(美元|美金|ドル|米ドル|달러|欧元|歐元|ユーロ|人民币|元|日元|円)`)
	foreignPart = regexp.MustCompile(`(?i)(\d)\s*(?:por ciento|pour cent|per cento|por cento|prozent|procent|процент\pL*|パーセント|퍼센트)`)
	foreignComm = regexp.MustCompile(`(?i)(\d),(\d+)(\s*(?:por ciento|pour cent|per cento|por cento|prozent|procent|процент))`)
	zeroComma   = regexp.MustCompile(`(^|[^\d.,])0,(\d+)\b`)
	trailMinus  = regexp.MustCompile(`(^|[\s:=])([$€£¥]?\s?\d[\d.,]*)-(\s+(?:$|[(%]|thousand|million|billion|trillion|dollars)|$)`)
	scaleTwice  = regexp.MustCompile(`(?i)\b(\d[\d,]*) (billion|million) (\d{1,3}) (million|thousand)\b`)
	ofOnePart   = regexp.MustCompile(`(?i)(\d)\s*(?:%|percent) of (?:one|an?|1)\s?(?:percent|%)`)
	withCents   = regexp.MustCompile(`(?i)\b(\d[\d,]*) dollars?(?:,| and|, and)? (\d{1,2}) cents?\b`)
	onlyOver    = regexp.MustCompile(`^\s*([-−]?)(\d{1,9})\s*/\s*(\d{1,9})\s*\.?\s*$`)
	downArrow   = regexp.MustCompile(`[↓▼▽⬇🔻🔽↘]\x{fe0f}?\s*`)
)

// foreignScales are words for powers of ten after digits.
var foreignScales = []struct {
	words *regexp.Regexp
	word  string
}{
	{foreignScale(`thousand[ -]million|thousand million|mil mill?ones|mil milhões|billones de miles|` +
		`milliarden?|milliards|mds?|mrd\.?|miliardi|mld\.?|bilhões|миллиард\pL*|млрд\.?|mld`), " billion"},
	{foreignScale(`mill?ones|millonen|millionen|milioni|milhões|miljoen|miljoner|millioner|milionów|millón|` +
		`миллион\pL*|млн\.?|mio\.|mill\.|mln\.`), " million"},
	{foreignScale(`thou\.|thous\.|thsd\.?|thou|thous|tausend|tys\.?|тысяч\pL*|тыс\.?|tsd\.?|milliers`), " thousand"},
}

func foreignScale(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\d)[\s\x{a0}-]*(?:` + words + `)(?:(?:\s+(?:de|di|d['’]))?(\s*[^\pL]|\s+\pL|$))`)
}

var asianPowers = map[string]string{
	"万亿": "12", "萬億": "12", "兆": "12", "十亿": "9", "十億": "9", "亿": "8", "億": "8", "千万": "7", "千萬": "7",
	"百万": "6", "百萬": "6", "万": "4", "萬": "4", "千": "3",
}

var asianUnits = map[string]string{
	"美元": "dollars", "美金": "dollars", "ドル": "dollars", "米ドル": "dollars", "달러": "dollars", "欧元": "euros",
	"歐元": "euros", "ユーロ": "euros", "人民币": "yuan", "元": "yuan", "日元": "yen", "円": "yen",
}

// superscripts are the digits of powers.
var superscripts = strings.NewReplacer("⁻", "-", "⁺", "+", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5",
	"⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// notations writes numbers as the reader knows them: digits of full width, powers of ten, scales in other languages.
func (e *editor) notations() {
	if !unusual.MatchString(e.text) {
		return
	}
	e.replaceWide()
	e.each(emphasis, func(m []int) string { return e.group(m, 1) + e.group(m, 2) + e.group(m, 3) })
	e.each(underscored, func(m []int) string { return strings.ReplaceAll(e.text[m[0]:m[1]], "_", ",") })
	e.replace(downArrow, "down ")
	e.each(withCents, func(m []int) string {
		cents := e.group(m, 2)
		return "$" + e.group(m, 1) + "." + strings.Repeat("0", 2-len(cents)) + cents
	})
	e.each(scaleTwice, e.scaledOnce)
	e.each(foreignComm, func(m []int) string { return e.group(m, 1) + "." + e.group(m, 2) + e.group(m, 3) })
	e.each(zeroComma, func(m []int) string { return e.group(m, 1) + "0." + e.group(m, 2) })
	e.each(foreignPart, func(m []int) string { return e.group(m, 1) + " percent" })
	for i := range foreignScales {
		s := &foreignScales[i]
		e.each(s.words, func(m []int) string { return e.group(m, 1) + s.word + e.group(m, 2) })
	}
	e.powers()
	e.each(trailMinus, func(m []int) string { return e.group(m, 1) + "-" + e.group(m, 2) + e.group(m, 3) })
	e.each(onlyOver, e.divided)
}

// scaledOnce is a sum in two scales in the larger: $2 billion 413 million is $2.413 billion.
func (e *editor) scaledOnce(m []int) string {
	large, part := e.group(m, 2), e.group(m, 3)
	places := ScalePower(large) - ScalePower(e.group(m, 4))
	if places <= 0 {
		return e.text[m[0]:m[1]]
	}
	return e.group(m, 1) + "." + strings.Repeat("0", places-len(part)) + part + " " + large
}

// powers writes powers of ten as exponents.
func (e *editor) powers() {
	e.each(powerOfTen, func(m []int) string {
		power := e.group(m, 2) + superscripts.Replace(e.group(m, 3))
		return e.group(m, 1) + exponent(strings.ReplaceAll(power, "−", "-"))
	})
	e.each(plainPower, func(m []int) string { return e.group(m, 1) + e.group(m, 2) + exponent(e.group(m, 3)) })
	e.each(asianPower, func(m []int) string { return e.group(m, 1) + exponent(asianPowers[e.group(m, 2)]) })
	e.each(asianUnit, func(m []int) string { return e.group(m, 1) + " " + asianUnits[e.group(m, 2)] })
	e.each(groupPower, func(m []int) string { return strings.ReplaceAll(e.text[m[0]:m[1]], ",", "") })
	e.each(ofOnePart, func(m []int) string { return e.group(m, 1) + "e-2%" })
}

func exponent(power string) string {
	if power[0] == '-' || power[0] == '+' {
		return "e" + power
	}
	return "e+" + power
}

// group is the text of a group of a match.
func (e *editor) group(m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return e.text[m[2*n]:m[2*n+1]]
}

// wide matches characters of full width, and the digits and separators of other scripts.
var wide = regexp.MustCompile(`[\x{ff01}-\x{ff5e}٫٬]|[^\P{Nd}0-9]`)

// replaceWide writes them as those of ASCII.
func (e *editor) replaceWide() {
	e.each(wide, func(m []int) string {
		switch r, _ := utf8.DecodeRuneInString(e.text[m[0]:m[1]]); {
		case r == '٫':
			return "."
		case r == '٬':
			return ","
		case r >= '！' && r <= '～':
			return string(r - '！' + '!')
		default:
			return string('0' + digitOf(r))
		}
	})
}

// digitOf is the value of a digit of any script: each has its ten in order, and more than one set from the same start.
func digitOf(digit rune) rune {
	first := digit
	for unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (digit - first) % 10
}

// dividedPlaces is how many decimals a quotient of two numbers is worked out to.
const dividedPlaces = 8

// divided is a fraction that is all of an answer: 78/100.
func (e *editor) divided(m []int) string {
	over, _ := decimal.NewFromString(e.group(m, 2))
	under, _ := decimal.NewFromString(e.group(m, 3))
	if under.IsZero() || under.Equal(decimal.New(1, 0)) {
		return e.text[m[0]:m[1]]
	}
	return e.group(m, 1) + over.DivRound(under, dividedPlaces).String()
}
