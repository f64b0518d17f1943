package item

import (
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
	named := ""
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
		if c.PeriodEnd == "" {
			c.PeriodEnd = periodEnd(text, d, i)
		}
	}
	if c.Form == "" {
		c.Form = named
	}
	c.FiscalYear = fiscalYear(c.PeriodEnd)
	return c
}

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
		if w := dash(text, c.i); w > 0 {
			c.i += w
		} else if ascii.IsAlnum(text[c.i]) || text[c.i] == '/' {
			c.i++
		} else {
			break
		}
	}
	return knownForm(text[from:c.i])
}

func knownForm(name []byte) string {
	plain := strings.ToUpper(string(letters(name)))
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
	"period ended", "date of report", "fiscal year ending", "quarter ending",
}

func periodEnd(text []byte, d *block.Doc, i int) string {
	if !ascii.ContainsFold(text, "end") && !ascii.ContainsFold(text, "date of report") { // as all phrases do
		return ""
	}
	for _, p := range periodPhrases {
		at := ascii.IndexFold(text, p)
		if at < 0 {
			continue
		}
		if date := firstDate(text[at+len(p):]); date != "" {
			return date
		}
		for k := i + 1; k < len(d.Blocks) && k <= i+3; k++ {
			b := d.Blocks[k]
			if date := firstDate(d.Text[b.Start:min(b.End, b.Start+120)]); date != "" {
				return date
			}
		}
	}
	return ""
}

// dateReach is how far after the phrase the date may be.
const dateReach = 120

// firstDate reads the first full date in text: "December 31, 2023", "12/31/2023".
func firstDate(text []byte) string {
	text = text[:min(len(text), dateReach)]
	for i := range text {
		if i > 0 && ascii.IsAlnum(text[i-1]) {
			continue
		}
		if date := monthDate(text[i:]); date != "" {
			return date
		}
		if date := slashDate(text[i:]); date != "" {
			return date
		}
	}
	return ""
}

func monthDate(text []byte) string {
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		if len(text) < len(name) || !strings.EqualFold(string(text[:len(name)]), name) {
			continue
		}
		c := cursor{b: text, i: len(name)}
		day := c.dateNumber(2)
		year := c.dateNumber(4)
		return isoDate(year, int(m), day)
	}
	return ""
}

func slashDate(text []byte) string {
	c := cursor{b: text}
	month := c.dateNumber(2)
	if month == 0 || c.at(c.i) != '/' && c.at(c.i) != '-' {
		return ""
	}
	c.i++
	day := c.dateNumber(2)
	if c.at(c.i) != '/' && c.at(c.i) != '-' {
		return ""
	}
	c.i++
	return isoDate(c.dateNumber(4), month, day)
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
