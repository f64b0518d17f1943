package figure

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// passage is a part of a reply in plain text: without the markup of TeX and HTML, and without what is struck out.
type passage struct {
	text    string
	start   int   // of the part in the reply
	offsets []int // in the part, of every byte of the text and of its end; nil where the text is the part
}

func passageOf(part string, start int) passage {
	if noWords(part) && strings.Count(part, "$") < 2 && !strings.HasSuffix(part, "-") {
		return passage{text: part, start: start}
	}
	e := editor{text: part}
	e.plain()
	return passage{e.text, start, e.offsets}
}

// noWords reports whether a text has neither letters nor the marks of a markup: it is a figure as we write them.
func noWords(text string) bool {
	for i := range len(text) {
		if text[i] == '%' && i+1 < len(text) && text[i+1] > ' ' {
			return false // a sign before its number
		}
		if c := text[i]; c >= 0x80 || ascii.IsLetter(c) || strings.IndexByte("\\<>{}~_^/:&\n", c) >= 0 {
			return false
		}
	}
	return true
}

// unclaimed is a part without a claim as a passage: without the sentences that put a figure aside.
func unclaimed(part string, start int) passage {
	e := editor{text: part}
	e.replace(disownedBrackets, " ")
	e.replace(disownedSentence, " ")
	e.plain()
	return passage{e.text, start, e.offsets}
}

// at is where a byte of the passage is in the reply.
func (p *passage) at(i int) int {
	if p.offsets != nil {
		i = p.offsets[min(i, len(p.offsets)-1)]
	}
	return p.start + i
}

// locate changes where a is: from the passage to the reply.
func (p *passage) locate(a *Amount) {
	for _, e := range []*Extent{&a.Extent, &a.Bare} {
		if e.End > e.Start {
			e.Start, e.End = p.at(e.Start), p.at(e.End-1)+1
		}
	}
}

var (
	markup = regexp.MustCompile(`(?i:\bunit"?\s*:)|(?m:^[ \t]*>[> \t]*[ \t])|\{,\}|\d%?\$|` +
		`\d ?(?::|to) ?1\b|%[ ]?[-−+]?\d|(?:×|x|\*) ?10?|\b(?:USD|EUR|GBP)-|` +
		`\) (?:thousand|million|billion)|[\\<~&\x{200b}\x{2060}\x{feff}]|\d,\d|(?i:\bpoint\b)`)
	quoteMark     = regexp.MustCompile(`(?m)^[ \t]*>[> \t]*[ \t]`)
	entity        = regexp.MustCompile(`&(?:minus|nbsp|ndash|mdash|amp|euro|pound|#\d{2,5});`)
	unitApart     = regexp.MustCompile(`(?i)(\d)"?,?\s*"?unit"?\s*:\s*"?(?:%|percent)"?`)
	struckOut     = regexp.MustCompile(`(?is)~~[^~]*~~|<(?:del|s|strike)>.*?</(?:del|s|strike)>`)
	cellEnd       = regexp.MustCompile(`(?i)</t[dh]>\s*<t[dh][^<>]*>`)
	lineEnd       = regexp.MustCompile(`(?i)</(?:tr|li|p|div|h[1-6])>|<br ?/?>`)
	tagOfHTML     = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
	nameInTag     = regexp.MustCompile(`\b(?:metric|measure|name|label|item|title|year|period)="([^"]*)"`)
	percentBefore = regexp.MustCompile(`(^|[\s(])([-−+]?)%[  ]?([-−+]?\d[\d.,]*)([\s).,;]|$)`)
	codeBefore    = regexp.MustCompile(`\b(USD|EUR|GBP)-`)
	timesPower    = regexp.MustCompile(`(\d) ?(?:×|\*|x) ?(?:1((?:,?000){1,3})|10\^*([369]))(\s*(?:(?:us )?dollars|USD|[.)]|$|\n))`)
	digitsAgain   = regexp.MustCompile(`(?i)\b((?:hundred|thousand|ten|[a-z]+teen|(?:[a-z]+ty[- ])?(?:one|two|three|four|five|six|seven|` +
		`eight|nine)|[a-z]+ty)) \(\d[\d,.]*\)( (?:thousand|million|billion))`)
	teX     = regexp.MustCompile(`\\[a-zA-Z]+|\\[$%,]|\{,\}`)
	formula = regexp.MustCompile(`(^|[^\\])\$([-−+]?\d(?:[\d.,]*\d)?%?)\$`)
	toOne   = regexp.MustCompile(`(\d\.\d+)(?: : |:| to )1(?:\.0+)?($|[^\d.,]|[.,](?:\D|$))`)
	// Decimal commas: with dots or blanks between the thousands, or alone with one or two decimals.
	decimalComma = regexp.MustCompile(`(?:^|[^\d.,])(\d{1,3}(?:[.\x{a0}\x{202f} ]\d{3})*,\d{1,2}|\d+,\d{1,2})(?:[^\d,]|$)`)
	decimalPoint = strings.NewReplacer(".", "", "\u00a0", "", "\u202f", "", " ", "", ",", ".")
	spelledPoint = regexp.MustCompile(`(?i)\b([a-z]+(?:[ -][a-z]+)*)[ -]point` +
		`((?:[ -](?:zero|oh|one|two|three|four|five|six|seven|eight|nine))+)\b`)
)

// plain removes markup, and writes decimals in words or after a comma as we read them.
func (e *editor) plain() {
	if markup.MatchString(e.text) {
		e.withoutMarkup()
	}
	e.notations()
}

func (e *editor) withoutMarkup() {
	e.replace(struckOut, " ")
	e.replace(quoteMark, "")
	e.each(unitApart, func(m []int) string { return e.group(m, 1) + "%" })
	e.each(entity, func(m []int) string { return html.UnescapeString(e.text[m[0]:m[1]]) })
	e.replace(cellEnd, " | ")
	e.replace(lineEnd, "\n")
	e.each(tagOfHTML, func(m []int) string {
		if tag := e.text[m[0]:m[1]]; strings.Contains(tag, ` value="`) {
			return " " + tag[1:len(tag)-1] + "\n" // a record of XML
		}
		if name := nameInTag.FindStringSubmatch(e.text[m[0]:m[1]]); name != nil {
			return " " + name[1] + ": "
		}
		return " "
	})
	e.replace(zeroWidth, "")
	e.each(percentBefore, func(m []int) string { return e.group(m, 1) + e.group(m, 2) + e.group(m, 3) + "%" + e.group(m, 4) })
	e.each(codeBefore, func(m []int) string { return e.group(m, 1) + " -" })
	e.each(timesPower, func(m []int) string {
		words := map[int]string{3: " thousand", 6: " million", 9: " billion"}
		power := strings.Count(e.group(m, 2), "0")
		if exponent := e.group(m, 3); exponent != "" {
			power = int(exponent[0] - '0')
		}
		return e.group(m, 1) + words[power] + e.group(m, 4)
	})
	e.each(formula, func(m []int) string { return e.group(m, 1) + e.group(m, 2) })
	e.each(toOne, func(m []int) string { return e.group(m, 1) + "x" + e.group(m, 2) })
	if teX.MatchString(e.text) {
		e.texToPlain()
	}
	e.each(spelledPoint, e.spelledDecimal)
	e.each(digitsAgain, func(m []int) string { return e.group(m, 1) + e.group(m, 2) })
	e.each(decimalComma, func(m []int) string {
		return e.text[m[0]:m[2]] + decimalPoint.Replace(e.text[m[2]:m[3]]) + e.text[m[3]:m[1]]
	})
}

// editor changes a text and keeps where each of its bytes came from.
type editor struct {
	text    string
	offsets []int // nil as long as nothing is changed
}

func (e *editor) replace(what *regexp.Regexp, with string) {
	e.each(what, func([]int) string { return with })
}

// each replaces all matches. A replacement begins where its match does; what it has in common with its beginning keeps
// its place, and the rest has the places at its end. The function may move the beginning of the match.
func (e *editor) each(what *regexp.Regexp, with func(match []int) string) {
	matches := what.FindAllStringSubmatchIndex(e.text, -1)
	if matches == nil {
		return
	}
	if e.offsets == nil {
		e.offsets = make([]int, len(e.text)+1)
		for i := range e.offsets {
			e.offsets[i] = i
		}
	}
	var text strings.Builder
	var offsets []int
	last := 0
	keep := func(to int) {
		text.WriteString(e.text[last:to])
		offsets = append(offsets, e.offsets[last:to]...)
		last = to
	}
	for _, m := range matches {
		by := with(m)
		keep(m[0])
		text.WriteString(by)
		same := true
		for i := range len(by) {
			at := m[0] + i
			if same = same && at < m[1] && by[i] == e.text[at]; !same && (i > 0 || len(by) == 1) {
				at = max(m[0], m[1]-len(by)+i)
			}
			offsets = append(offsets, e.offsets[at])
		}
		last = m[1]
	}
	keep(len(e.text))
	e.text, e.offsets = text.String(), append(offsets, e.offsets[len(e.text)])
}

var (
	teXGroups = regexp.MustCompile(`\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|mbox|operatorname|` +
		`underline|underbrace|displaystyle|bf|rm)\b\s*`)
	teXFrac   = regexp.MustCompile(`\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}`)
	teXSpaces = regexp.MustCompile(`\\[,;:!> ]|\\q?quad\b|\\[()\[\]]|~`)
	teXSigns  = regexp.MustCompile(`\\(?:times|cdot|div|approx|simeq|minus|pm|left|right|Rightarrow|rightarrow|to|` +
		`implies|therefore)\b`)
	teXWords  = regexp.MustCompile(`\\[a-zA-Z]+`)
	teXEscape = regexp.MustCompile(`\\([$%&#_{}])`)
	teXComma  = regexp.MustCompile(`\{,\}`)
	teXBreak  = regexp.MustCompile(`\\\\`)
	teXBraces = regexp.MustCompile(`[{}]`)
	zeroWidth = regexp.MustCompile(`[\x{200b}\x{2060}\x{feff}]`)
	dollars   = regexp.MustCompile(`(?m)\\\$|\$`)
)

var signs = map[string]string{
	`\times`: "×", `\cdot`: "×", `\div`: "÷", `\approx`: "≈", `\simeq`: "≈", `\minus`: "-", `\pm`: "±",
	`\Rightarrow`: "→", `\rightarrow`: "→", `\to`: "→", `\implies`: "→", `\therefore`: "→",
}

// texToPlain writes formulas as text: $-\$35.1\text{ million}$ is -$35.1 million.
func (e *editor) texToPlain() {
	// A dollar without a backslash begins or ends a formula; one alone in its line is a currency.
	formula := false
	e.each(dollars, func(m []int) string {
		if m[1]-m[0] > 1 {
			return e.text[m[0]:m[1]]
		}
		if formula = !formula; formula {
			line, _, _ := strings.Cut(e.text[m[1]:], "\n")
			if !strings.Contains(strings.ReplaceAll(line, `\$`, ""), "$") {
				formula = false
				return "$"
			}
		}
		return " "
	})
	e.replace(teXComma, ",")
	e.each(teXFrac, func(m []int) string {
		if e.group(m, 2) == "100" {
			return e.group(m, 1) + "%"
		}
		return e.group(m, 1) + " / " + e.group(m, 2)
	})
	e.replace(teXGroups, "")
	e.each(teXSigns, func(m []int) string { return signs[e.text[m[0]:m[1]]] })
	e.replace(teXBreak, "\n")
	e.replace(teXSpaces, " ")
	e.each(teXEscape, func(m []int) string { return e.text[m[2]:m[3]] })
	e.replace(teXWords, " ")
	e.replace(teXBraces, "")
}

// spelledDecimal is a number in words with decimals, "nine point nine", in digits; the match itself if it is none.
func (e *editor) spelledDecimal(m []int) string {
	match := e.text[m[0]:m[1]]
	words := e.text[m[2]:m[3]]
	for at := 0; at < len(words); at++ {
		if at > 0 && ascii.IsLetter(words[at-1]) || !ascii.IsLetter(words[at]) {
			continue
		}
		s, ok := lexSpelled(words, at)
		if !ok || s.end != len(words) {
			continue
		}
		m[0] += at // the words before the number stay
		var b strings.Builder
		for s.scale > 0 {
			s.fold()
		}
		b.WriteString(strconv.FormatInt(s.value, 10) + ".")
		for word := range strings.FieldsFuncSeq(e.text[m[4]:m[5]], func(r rune) bool { return r == ' ' || r == '-' }) {
			if n := numeralOf(word); n != nil {
				b.WriteString(strconv.FormatInt(n.Value, 10))
			} else {
				b.WriteByte('0') // "oh"
			}
		}
		return b.String()
	}
	return match
}
