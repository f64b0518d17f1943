package item

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// Cover is what the cover page of a filing says about it.
type Cover struct {
	Form       string // "10-K", "10-K405/A"; empty if unknown
	PeriodEnd  string // "2023-12-31"; the date of the report in Form 8-K
	FiscalYear int    // 0 if unknown
}

// coverBytes is how much of a document is looked at for its cover page.
const coverBytes = 24_000

// Detect reads the cover page.
func Detect(d *block.Doc) Cover {
	var c Cover
	named, transition, amended := "", "", false
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Start > coverBytes {
			break
		}
		if b.Style&block.Hidden != 0 {
			continue
		}
		text := d.Text[b.Start:min(b.End, b.Start+1200)]
		if c.Form == "" {
			c.Form = formName(text)
		}
		if named == "" {
			named = formPhrase(text)
		}
		amended = amended || i < amendmentBlocks && isAmendment(text)
		if c.PeriodEnd == "" {
			c.PeriodEnd = periodEnd(text, d, i)
		}
		if transition == "" {
			transition = transitionEnd(text, d, i)
		}
	}
	if c.Form == "" {
		c.Form = named
	}
	if c.PeriodEnd == "" || transition != "" && strings.Contains(c.Form, "T") {
		c.PeriodEnd = transition
	}
	if amended && c.Form != "" && !strings.HasSuffix(c.Form, "/A") {
		c.Form += "/A"
	}
	c.FiscalYear = fiscalYear(c.PeriodEnd)
	return c
}

// amendmentBlocks is how many blocks may be before the line "Amendment No. 1".
const amendmentBlocks = 25

// maxFormLine is the longest block that may be the line "FORM 10-K".
const maxFormLine = 90

// formName reads the line that names the form.
func formName(text []byte) string {
	if len(text) > maxFormLine {
		return ""
	}
	c := cursor{b: text}
	c.skipLead()
	at := c.i
	for !c.word("form") {
		next := ascii.IndexFold(c.b[at:], "form ")
		if next < 0 || at > 0 {
			return ""
		}
		at += next
		c.i = at
	}
	c.blanks()
	from := c.i
	for c.i < len(text) {
		if w := c.spacedDash(); w > 0 {
			c.i += w
		} else if ascii.IsAlnum(text[c.i]) || text[c.i] == '/' {
			c.i++
		} else {
			break
		}
	}
	return knownForm(text[from:c.i])
}

// spacedDash is the width of a dash, with the blanks around it where a single letter follows: "FORM 10 - K".
func (c *cursor) spacedDash() int {
	if w := dash(c.b, c.i); w > 0 && blank(c.b, c.i+w) == 0 {
		return w
	}
	d := *c
	d.blanks()
	w := dash(d.b, d.i)
	d.i += w
	d.blanks()
	if w == 0 || !ascii.IsLetter(d.at(d.i)) || ascii.IsLetter(d.at(d.i+1)) {
		return 0
	}
	return d.i - c.i
}

// isAmendment reports whether a line of the cover says that the filing amends another.
func isAmendment(text []byte) bool {
	if len(text) > maxFormLine {
		return false
	}
	c := cursor{b: text}
	c.skipLead()
	if c.at(c.i) == '(' {
		c.i++
	}
	return c.word("amendment") && c.blanks() && (c.word("no") || c.word("number")) || ascii.ContainsFold(text, "form 10") &&
		ascii.ContainsFold(text, "amendment no")
}

func knownForm(name []byte) string {
	plain := strings.ToUpper(string(normalizeTitle(name)))
	amended := strings.Contains(string(name), "/") && strings.HasSuffix(plain, "A")
	if amended {
		plain = strings.TrimSuffix(plain, "A")
	}
	for _, t := range formTypes {
		if strings.ReplaceAll(t.name, "-", "") == plain {
			if amended {
				return t.name + "/A"
			}
			return t.name
		}
	}
	return ""
}

// formPhrase is the form named by the sentence of the cover page that says under which rule it is filed.
func formPhrase(text []byte) string {
	if !ascii.ContainsFold(text, "section 13") { // as all phrases do; most blocks end here
		return ""
	}
	for _, p := range []struct{ phrase, form string }{
		{"annual report pursuant to section 13", "10-K"},
		{"annual report under section 13", "10-K"},
		{"quarterly report pursuant to section 13", "10-Q"},
		{"quarterly report under section 13", "10-Q"},
		{"current report pursuant to section 13", "8-K"},
	} {
		if ascii.ContainsFold(text, p.phrase) {
			return p.form
		}
	}
	return ""
}

// periodPhrases precede the date on which the period of a report ends.
var periodPhrases = []string{
	"fiscal year ended", "fiscal years ended", "year ended", "quarterly period ended", "quarter ended",
	"period ended", "date of report", "fiscal year ending", "quarter ending", "year ending", "period ending",
	"weeks ended", "months ended", "fiscal year end", "weeks) ended", "event reported",
}

// transitionPhrase precedes the two dates of a transition report.
const transitionPhrase = "transition period from"

// periodEnd is the end of the period that the block names: in it, or in one of the next three.
func periodEnd(text []byte, d *block.Doc, i int) string {
	if !ascii.ContainsFold(text, "end") && !ascii.ContainsFold(text, "report") { // as all phrases do
		return ""
	}
	for _, p := range periodPhrases {
		at := ascii.IndexFold(text, p)
		if at < 0 {
			continue
		}
		if date := eventDate(beforeTransition(text[at+len(p):])); date != "" {
			return date
		}
		if i > 0 && strings.Contains(p, "report") { // a caption below the date
			above := d.Of(d.Blocks[i-1].Span)
			if date := monthDate(&cursor{b: above}); date != "" {
				return eventDate(above)
			}
		}
		for k := i + 1; k < len(d.Blocks) && k <= i+3; k++ {
			b := d.Blocks[k]
			next := d.Text[b.Start:min(b.End, b.Start+120)]
			if date := firstDate(beforeTransition(next)); date != "" {
				return date
			}
			if ascii.ContainsFold(next, "transition ") {
				break
			}
		}
	}
	return ""
}

// eventDate is the first date in text, or the one in parentheses after it: the day of the event after that of the report.
func eventDate(text []byte) string {
	date, n := readDate(text)
	c := cursor{b: text, i: n}
	c.blanks()
	if c.at(c.i) == '(' {
		c.i++
		return cmp.Or(monthDate(&c), date)
	}
	return date
}

func beforeTransition(text []byte) []byte {
	if at := ascii.IndexFold(text, transitionPhrase); at >= 0 {
		return text[:at]
	}
	return text
}

// transitionEnd is the second date of "transition period from July 1, 1999 to December 31, 1999", which may
// continue in the next block.
func transitionEnd(text []byte, d *block.Doc, i int) string {
	at := ascii.IndexFold(text, transitionPhrase)
	if at < 0 {
		return ""
	}
	text = text[at:]
	if i+1 < len(d.Blocks) {
		b := d.Blocks[i+1]
		text = append(append(bytes.Clone(text), ' '), d.Text[b.Start:min(b.End, b.Start+dateReach)]...)
	}
	from, n := readDate(text)
	if from == "" {
		return ""
	}
	if to, _ := readDate(text[n:]); to > from {
		return to
	}
	return ""
}

// dateReach is how far after the phrase the date may be.
const dateReach = 120

// firstDate reads the first full date in text: "December 31, 2023", "31 December 2023", "12/31/2023", "2023-12-31".
func firstDate(text []byte) string {
	date, _ := readDate(text)
	return date
}

// readDate also returns the offset after the date.
func readDate(text []byte) (date string, end int) {
	text = text[:min(len(text), dateReach)]
	for i := range text {
		if i > 0 && ascii.IsAlnum(text[i-1]) {
			continue
		}
		for _, read := range []func(*cursor) string{monthDate, slashDate, dayDate, isoOrder} {
			c := cursor{b: text, i: i}
			if date := read(&c); date != "" {
				return date, c.i
			}
		}
	}
	return "", 0
}

// monthDate reads "December 31, 2023" and "Dec. 31st, 2023".
func monthDate(c *cursor) string {
	month := c.month()
	if month == 0 {
		return ""
	}
	day := c.dateNumber(2)
	c.ordinal()
	return isoDate(c.year(), month, day)
}

// dayDate reads "31 December 2023" and "31st day of December, 2023".
func dayDate(c *cursor) string {
	day := c.dateNumber(2)
	if day == 0 {
		return ""
	}
	c.ordinal()
	c.blanks()
	if c.word("day") {
		c.blanks()
	}
	if c.word("of") {
		c.blanks()
	}
	month := c.month()
	if month == 0 {
		return ""
	}
	return isoDate(c.year(), month, day)
}

// slashDate reads "12/31/2023" and "12-31-23".
func slashDate(c *cursor) string {
	month := c.dateNumber(2)
	if month == 0 || !c.separator() {
		return ""
	}
	day := c.dateNumber(2)
	if !c.separator() {
		return ""
	}
	return isoDate(c.year(), month, day)
}

// isoOrder reads "2023-12-31".
func isoOrder(c *cursor) string {
	year := c.dateNumber(4)
	if year < 1980 || !c.separator() {
		return ""
	}
	month := c.dateNumber(2)
	if !c.separator() {
		return ""
	}
	return isoDate(year, month, c.dateNumber(2))
}

// month reads the name of a month, whole or its first three letters, and returns 0 if there is none.
func (c *cursor) month() int {
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		rest := c.b[c.i:]
		for _, n := range []int{len(name), 4, 3} { // December, Sept., Dec.
			if n > len(name) || len(rest) <= n || !strings.EqualFold(string(rest[:n]), name[:n]) || ascii.IsLetter(rest[n]) {
				continue
			}
			c.i += n
			if c.at(c.i) == '.' {
				c.i++
			}
			return int(m)
		}
	}
	return 0
}

// ordinal skips "st", "nd", "rd" or "th" after a day.
func (c *cursor) ordinal() {
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		if c.word(ending) {
			return
		}
	}
}

// separator skips the mark between the numbers of a date.
func (c *cursor) separator() bool {
	if c.at(c.i) != '/' && c.at(c.i) != '-' {
		return false
	}
	c.i++
	return true
}

// year reads a year of four digits, or of two.
func (c *cursor) year() int {
	year := c.dateNumber(4)
	switch {
	case ascii.IsDigit(c.at(c.i)):
		return 0
	case year >= 80 && year < 100:
		return 1900 + year
	case year > 0 && year < 50:
		return 2000 + year
	}
	return year
}

// dateNumber skips blanks and a comma, and takes up to n digits.
func (c *cursor) dateNumber(n int) int {
	c.blanks()
	if c.at(c.i) == ',' {
		c.i++
		c.blanks()
	}
	v := 0
	for k := 0; k < n && ascii.IsDigit(c.at(c.i)); k++ {
		v = v*10 + int(c.b[c.i]-'0')
		c.i++
	}
	return v
}

func isoDate(year, month, day int) string {
	if year < 1980 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// fiscalYear is the year that a period belongs to by the convention of most filers: a year that ends
// in the first days of a calendar year is counted with the one before. Retailers whose year ends
// around the first of February do the same.
func fiscalYear(periodEnd string) int {
	if len(periodEnd) < 10 {
		return 0
	}
	year := leading(periodEnd[:4])
	if md := periodEnd[5:]; md <= lastOfYear {
		return year - 1
	}
	return year
}

// lastOfYear is the last month and day that is still counted with the year before.
const lastOfYear = "02-05"
