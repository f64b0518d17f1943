package samplefilings

import (
	"fmt"
	"html"
	"strings"
)

// page writes one document of HTML with inline XBRL. It looks like what filers' software makes: inline
// styles, a hidden header, currency signs and brackets in cells of their own.
type page struct {
	b     strings.Builder
	facts int
}

// The contexts of a filing: the year and its end, the year before and its end.
const (
	thisYear = "y0"
	lastYear = "y1"
	thisEnd  = "e0"
	lastEnd  = "e1"
)

func (p *page) raw(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

func (p *page) heading(text string) {
	p.raw("<div style=\"margin-top:12pt\"><span style=\"font-weight:700;font-size:10pt\">%s</span></div>\n", text)
}

// item writes an item's heading with the anchor that the contents list links to.
func (p *page) item(id, title string) {
	p.raw("<div id=\"item%s\" style=\"margin-top:18pt\"><span style=\"font-weight:700;font-size:11pt\">Item %s. "+
		"%s</span></div>\n", id, id, html.EscapeString(title))
}

// para writes a paragraph. Its text is HTML: facts are inside it.
func (p *page) para(format string, args ...any) {
	p.raw("<div style=\"margin-top:6pt;text-align:justify\"><span style=\"font-size:10pt\">"+format+"</span></div>\n", args...)
}

func (p *page) bullets(items ...string) {
	for _, it := range items {
		p.raw("<div style=\"padding-left:18pt;text-indent:-9pt\"><span>&#8226;&#160;&#160;%s</span></div>\n", it)
	}
}

func (p *page) footer(c Company, year, number int) {
	p.raw("<div style=\"text-align:center\"><span style=\"font-size:8pt\">%s | %d Form 10-K | %d</span></div><hr "+
		"style=\"page-break-after:always\"/>\n",
		html.EscapeString(c.Name), year, number)
}

// fact tags a figure that is shown with the given scale and decimals.
func (p *page) fact(concept, context, unit string, scale, decimals int, sign, shown string) string {
	p.facts++
	if sign != "" {
		sign = ` sign="` + sign + `"`
	}
	return fmt.Sprintf(`<ix:nonFraction id="f-%d" name="%s" contextRef="%s" unitRef="%s" scale="%d" decimals="%d"%s `+
		`format="ixt:num-dot-decimal">%s</ix:nonFraction>`,
		p.facts, concept, context, unit, scale, decimals, sign, shown)
}

// millions tags an amount in thousands as a sentence shows it: $508.8 million.
func (p *page) millions(concept, context string, thousands int64) string {
	tenths := (abs(thousands) + 50) / 100
	shown := fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	return "$" + p.fact(concept, context, "usd", 6, -5, minus(thousands), shown) + " million"
}

// text tags words.
func (p *page) text(concept, context, shown string) string {
	p.facts++
	return fmt.Sprintf(`<ix:nonNumeric id="f-%d" name="%s" contextRef="%s">%s</ix:nonNumeric>`, p.facts, concept,
		context, html.EscapeString(shown))
}

// dated tags a day that is written in words.
func (p *page) dated(concept, context, shown string) string {
	p.facts++
	return fmt.Sprintf(`<ix:nonNumeric id="f-%d" name="%s" contextRef="%s" format="ixt:date-monthname-day-year-en">%s</ix:nonNumeric>`,
		p.facts, concept, context, shown)
}

// row is a line of a statement: a label and a value for this year and the last.
type row struct {
	label   string
	concept string
	values  [2]int64
	instant bool
	total   bool
	indent  int
	kind    rowKind
	negated bool // shown in brackets though the concept counts it as positive
}

type rowKind uint8

const (
	money rowKind = iota
	dollars
	perShare
	section
)

// table writes a statement in thousands, with the signs and brackets in cells of their own.
func (p *page) table(unit, first, second string, rows []row) {
	p.raw("<div style=\"margin-top:6pt\"><table style=\"border-collapse:collapse;width:100%%\">\n")
	p.raw("<tr><td colspan=\"3\">%s</td><td colspan=\"3\" style=\"text-align:center;font-weight:700\">%s</td><td "+
		"colspan=\"3\" style=\"text-align:center;font-weight:700\">%s</td></tr>\n", unit, first, second)
	for _, r := range rows {
		p.raw("<tr><td colspan=\"3\" style=\"padding:2px 1pt 2px %dpt\">%s</td>", 1+12*r.indent, html.EscapeString(r.label))
		if r.kind == section {
			p.raw("<td colspan=\"3\"></td><td colspan=\"3\"></td></tr>\n")
			continue
		}
		for i := range r.values {
			p.cell(r, i)
		}
		p.raw("</tr>\n")
	}
	p.raw("</table></div>\n")
}

// cell writes one figure as three cells: the sign, the figure, the closing bracket.
func (p *page) cell(r row, i int) {
	context := [2]string{thisYear, lastYear}[i]
	if r.instant {
		context = [2]string{thisEnd, lastEnd}[i]
	}
	v := r.values[i]
	currency := ""
	if r.kind != money || r.total {
		currency = "$"
	}
	var shown string
	switch r.kind {
	case perShare:
		shown = p.fact(r.concept, context, "usdPerShare", 0, 2, minus(v), fmt.Sprintf("%d.%02d", abs(v)/100, abs(v)%100))
	default:
		shown = p.fact(r.concept, context, "usd", 3, -3, minus(v), commas(abs(v)))
	}
	open, closing := "", ""
	if (v < 0) != r.negated {
		open, closing = "(", ")"
	}
	p.raw("<td>%s</td><td style=\"text-align:right\">%s%s</td><td>%s</td>", currency, open, shown, closing)
}

func minus(n int64) string {
	if n < 0 {
		return "-"
	}
	return ""
}

func abs(n int64) int64 { return max(n, -n) }

func commas(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
