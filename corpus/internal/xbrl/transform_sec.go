package xbrl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// secTransforms are the rows of the SEC's own registry.
var secTransforms = []transform{
	{"duryear", rSEC, "2.5 → P2Y6M; a part of a year becomes months and days, of 30.4375 to the month", durYear},
	{"durmonth", rSEC, "18 → P18M; a part of a month becomes days", durMonth},
	{"durweek", rSEC, "2 → P14D", durWeek},
	{"durday", rSEC, "364 → P364D; a part of a day becomes hours", durDay},
	{"durhour", rSEC, "36 → PT36H", durHour},
	{"durwordsen", rSEC, "five years and three months → P5Y3M; hyphens as blanks, digits as words", durationWords},
	{"numwordsen", rSEC, "one hundred and five → 105; no, none and nil are 0", numberWords},
	{"datequarterend", rSEC, "second quarter 2021 → 2021-06-30", quarterEnd},
	{"boolballotbox", rSEC, "☒ → true", ballotBox("false", "true")},
	{"yesnoballotbox", rSEC, "☐ → No", ballotBox("No", "Yes")},
	{"stateprovnameen", rSEC, "New York → NY", stateCode},
	{"countrynameen", rSEC, "The Netherlands → NL", countryCode},
	{"edgarprovcountryen", rSEC, "Ontario, Canada → A6; the filer manual's own codes", edgarCode},
	{"exchnameen", rSEC, "The Nasdaq Stock Market LLC → NASDAQ", exchangeCode},
	{"entityfilercategoryen", rSEC, "Non-accelerated filer → Non-accelerated Filer", filerCategory},
	{"numinf", rSEC, "unlimited → INF; never a number here", fixed("INF")},
	{"numneginf", rSEC, "unlimited → -INF; never a number here", fixed("-INF")},
	{"numnan", rSEC, "n/m → NaN; never a number here", fixed("NaN")},
}

// maxDuration bounds what is a length of time; larger numbers are something else.
const maxDuration = 1e9

// durationNumber reads the number of a duration, without its sign. The SEC defines these transforms by
// floating-point arithmetic, so that is how they are done.
func durationNumber(text string) (n float64, sign string, ok bool) {
	for i := 0; i < len(text); i++ {
		if !ascii.IsDigit(text[i]) && text[i] != '.' && (i > 0 || text[i] != '-' && text[i] != '+') {
			return 0, "", false
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	if n < 0 {
		n, sign = -n, "-"
	}
	return n, sign, err == nil && n < maxDuration
}

const daysInMonth = 30.4375

func durYear(dst []byte, text string) ([]byte, bool) {
	n, sign, ok := durationNumber(text)
	years := int(n)
	rest := (n - float64(years)) * 12
	months := int(rest)
	days := int((rest - float64(months)) * daysInMonth)
	return appendDuration(dst, sign, "Y", years, months, days, 0), ok
}

func durMonth(dst []byte, text string) ([]byte, bool) {
	n, sign, ok := durationNumber(text)
	months := int(n)
	return appendDuration(dst, sign, "M", 0, months, int((n-float64(months))*daysInMonth), 0), ok
}

func durWeek(dst []byte, text string) ([]byte, bool) {
	n, sign, ok := durationNumber(text)
	return appendDuration(dst, sign, "D", 0, 0, int(n*7), 0), ok
}

func durDay(dst []byte, text string) ([]byte, bool) {
	n, sign, ok := durationNumber(text)
	days := int(n)
	return appendDuration(dst, sign, "D", 0, 0, days, int((n-float64(days))*24)), ok
}

func durHour(dst []byte, text string) ([]byte, bool) {
	n, sign, ok := durationNumber(text)
	return appendDuration(dst, sign, "H", 0, 0, 0, int(n)), ok
}

// appendDuration writes a duration as XML Schema has it. Parts that are zero are left out, but for
// one: the unit that the text was in, which stays even as "0Y".
func appendDuration(dst []byte, sign, unit string, years, months, days, hours int) []byte {
	if years|months|days|hours == 0 {
		if unit == "H" {
			return append(dst, "PT0H"...)
		}
		return append(append(dst, "P0"...), unit...)
	}
	dst = append(append(dst, sign...), 'P')
	if unit == "Y" {
		dst = append(strconv.AppendInt(dst, int64(years), 10), 'Y')
	}
	if months > 0 || unit == "M" {
		dst = append(strconv.AppendInt(dst, int64(months), 10), 'M')
	}
	if days > 0 || unit == "D" {
		dst = append(strconv.AppendInt(dst, int64(days), 10), 'D')
	}
	if hours > 0 {
		dst = append(strconv.AppendInt(append(dst, 'T'), int64(hours), 10), 'H')
	}
	return dst
}

// quarters pairs the words for a quarter with the day that ends it.
var quarters = []struct{ word, end string }{
	{"1", "-03-31"}, {"first", "-03-31"}, {"2", "-06-30"}, {"second", "-06-30"},
	{"3", "-09-30"}, {"third", "-09-30"}, {"4", "-12-31"}, {"fourth", "-12-31"}, {"last", "-12-31"},
}

// quarterEnd reads a quarter and a year in either order.
func quarterEnd(dst []byte, text string) ([]byte, bool) {
	year, end := "", ""
	for word := range strings.FieldsFuncSeq(fold(text), func(r rune) bool { return !isWordRune(r) && notDigit(r) }) {
		if len(word) == 4 && allDigits(word) {
			if year != "" {
				return dst, false
			}
			year = word
			continue
		}
		for _, q := range quarters {
			if end == "" && (word == q.word || word == "q"+q.word || leadingDigits(word) == 1 && word[:1] == q.word) {
				end = q.end
			}
		}
	}
	return append(append(dst, year...), end...), year != "" && end != ""
}

// ballotBox reads a box of a form: empty, or crossed or ticked.
func ballotBox(empty, marked string) apply {
	return func(dst []byte, text string) ([]byte, bool) {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case size != len(text):
			return dst, false
		case r == '☐':
			return append(dst, empty...), true
		}
		return append(dst, marked...), r == '☑' || r == '☒'
	}
}

// foldName is a name without case, accents, punctuation and a leading article.
func foldName(s string) string {
	s = fold(strings.NewReplacer("'", "", "’", "", ".", "", ",", " ", "(", " ", ")", " ", "-", " ").Replace(s))
	return strings.TrimPrefix(strings.Join(strings.Fields(s), " "), "the ")
}

// find is the place of that name in a table.
func find(table []place, name string) (place, bool) {
	for _, p := range table {
		for n := range strings.SplitSeq(p.names, "|") {
			if n == name {
				return p, true
			}
		}
	}
	return place{}, false
}

func stateCode(dst []byte, text string) ([]byte, bool) {
	p, ok := find(states, foldName(text))
	return append(dst, p.code...), ok
}

func countryCode(dst []byte, text string) ([]byte, bool) {
	p, ok := find(countries, foldName(text))
	return append(dst, p.code...), ok && p.code != ""
}

// edgarCode prefers the country where a state has its name, Georgia's, as the SEC does.
func edgarCode(dst []byte, text string) ([]byte, bool) {
	name := foldName(text)
	p, ok := find(countries, name)
	if !ok {
		p, ok = find(states, name)
	}
	return append(dst, p.edgar...), ok && p.edgar != ""
}

// exchanges are the SEC's codes for exchanges under their folded names, as in countries.
var exchanges = []place{
	{names: "new york stock exchange|nyse", code: "NYSE"},
	{names: "nasdaq|nasdaq stock market|nasdaq global market|nasdaq global select market|nasdaq capital market", code: "NASDAQ"},
	{names: "nyse american", code: "NYSEAMER"},
	{names: "nyse arca", code: "NYSEArca"},
	{names: "nyse national", code: "NYSENAT"},
	{names: "nyse chicago|chicago stock exchange", code: "CHX"},
	{names: "box exchange", code: "BOX"},
	{names: "cboe byx exchange", code: "CboeBYX"},
	{names: "cboe bzx exchange", code: "CboeBZX"},
	{names: "cboe c2 exchange", code: "C2"},
	{names: "cboe edga exchange", code: "CboeEDGA"},
	{names: "cboe edgx exchange", code: "CboeEDGX"},
	{names: "cboe exchange", code: "CBOE"},
	{names: "investors exchange", code: "IEX"},
	{names: "miami international securities exchange", code: "MIAX"},
	{names: "miax pearl", code: "PEARL"},
	{names: "nasdaq bx", code: "BX"},
	{names: "nasdaq gemx", code: "GEMX"},
	{names: "nasdaq ise", code: "ISE"},
	{names: "nasdaq mrx", code: "MRX"},
	{names: "nasdaq phlx", code: "Phlx"},
}

func exchangeCode(dst []byte, text string) ([]byte, bool) {
	name := strings.TrimSuffix(strings.TrimSuffix(foldName(text), " llc"), " inc")
	p, ok := find(exchanges, name)
	return append(dst, p.code...), ok
}

func filerCategory(dst []byte, text string) ([]byte, bool) {
	switch foldName(text) {
	case "large accelerated filer":
		return append(dst, "Large Accelerated Filer"...), true
	case "accelerated filer":
		return append(dst, "Accelerated Filer"...), true
	case "non accelerated filer":
		return append(dst, "Non-accelerated Filer"...), true
	}
	return dst, false
}
