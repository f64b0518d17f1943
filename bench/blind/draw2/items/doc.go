package main

import (
	"fmt"
	"html"
	"math/rand"
	"strings"
)

// doc renders one filing.
type doc struct {
	l      *layout
	r      *rand.Rand
	b      strings.Builder
	known  map[string]int
	pages  map[string]int
	used   map[string]bool
	items  []item
	co     string
	page   int
	onPage int
	part   string
	cur    *spec
	fpage  bool
	fresh  bool
}

func newDoc(l *layout, r *rand.Rand, known map[string]int) *doc {
	d := &doc{l: l, r: r, known: known, pages: map[string]int{}, used: map[string]bool{}, page: 1}
	d.co = d.pick(names) + " " + d.pick(tails)
	return d
}

func esc(s string) string {
	s = html.EscapeString(s)
	s = strings.ReplaceAll(s, "&#39;", "&#8217;")
	return strings.ReplaceAll(s, "--", "&#151;")
}

func wrap(s string, width int, first, rest string) string {
	var out []string
	line := first
	empty := true
	for _, w := range strings.Fields(s) {
		if !empty && len(line)+1+len(w) > width {
			out = append(out, line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += w
		empty = false
	}
	return strings.Join(append(out, line), "\n")
}

func center(s string) string {
	var out []string
	for _, l := range strings.Split(wrap(s, 60, "", ""), "\n") {
		out = append(out, strings.Repeat(" ", (78-len(l))/2)+l)
	}
	return strings.Join(out, "\n")
}

func (d *doc) put(f string, a ...any) {
	s := fmt.Sprintf(f, a...)
	d.onPage += len(s)
	d.b.WriteString(s)
}

// raw writes a paragraph whose markup is ready.
func (d *doc) raw(s string) {
	switch d.l.para {
	case "div":
		d.put("<div style=\"margin-top:9pt;text-align:justify\"><span style=\"color:#000000;font-family:'Times New Roman',sans-serif;font-size:10pt;font-weight:400;line-height:120%%\">%s</span></div>", s)
	case "font":
		d.put("<P STYLE=\"margin-top:6px\"><FONT STYLE=\"font-family:Times New Roman\" SIZE=\"2\">%s</FONT></P>\n", s)
	case "br":
		d.put("%s<br><br>\n", s)
	default:
		d.put("<p>%s</p>\n", s)
	}
}

func (d *doc) text(s string) {
	if d.l.html && d.l.para != "pre" {
		d.raw(esc(s))
		return
	}
	d.put("%s\n\n", d.pre(wrap(s, 76, d.l.indent, "")))
}

func (d *doc) pre(s string) string {
	if d.l.html {
		return html.EscapeString(s)
	}
	return s
}

func (d *doc) plain() bool { return !d.l.html || d.l.para == "pre" }

func (d *doc) centered(s string) {
	if d.plain() {
		d.put("%s\n\n", d.pre(center(s)))
		return
	}
	if d.l.para == "div" {
		d.put("<div style=\"margin-top:9pt;text-align:center\"><span style=\"font-family:'Times New Roman',sans-serif;font-size:10pt;font-weight:700\">%s</span></div>", esc(s))
		return
	}
	d.put("<p align=\"center\"><b>%s</b></p>\n", esc(s))
}

func (d *doc) sub(s string) {
	switch {
	case d.plain():
		d.put("%s\n\n", d.pre(s))
	case d.l.para == "div":
		d.put("<div style=\"margin-top:9pt\"><span style=\"font-size:10pt;font-style:italic;font-weight:700\">%s</span></div>", esc(s))
	default:
		d.put("<p><i>%s</i></p>\n", esc(s))
	}
}

func (d *doc) table() {
	rows := d.n(4, 8)
	y := d.l.year
	if d.plain() {
		d.put("%s\n", fmt.Sprintf("%-40s %12d %12d", "(In thousands)", y, y-1))
		d.put("%s\n", strings.Repeat("-", 66))
		for i := 0; i < rows; i++ {
			d.put("%-40s %12d %12d\n", "Sales of "+d.pick(goods), d.n(1000, 90000), d.n(1000, 90000))
		}
		d.put("\n")
		return
	}
	d.put("<table width=\"100%%\"><tr><td>(In thousands)</td><td align=\"right\">%d</td><td align=\"right\">%d</td></tr>\n", y, y-1)
	for i := 0; i < rows; i++ {
		d.put("<tr><td>Sales of %s</td><td align=\"right\">%d</td><td align=\"right\">%d</td></tr>\n", d.pick(goods), d.n(1000, 90000), d.n(1000, 90000))
	}
	d.put("</table>\n")
}

func (d *doc) pageBreak() {
	no := fmt.Sprint(d.page)
	if d.fpage {
		no = "F-" + no
	}
	d.page++
	d.onPage = 0
	if d.plain() {
		d.put("%s\n\n", center(no))
		if d.l.pageTag {
			d.put("%s\n", d.pre("<PAGE>"))
		} else {
			d.put("\f")
		}
		if d.l.header == "company" {
			d.put("%s\n\n", d.pre(strings.ToUpper(d.co)+"          FORM "+d.l.kind))
		}
		d.put("\n")
		return
	}
	switch d.l.para {
	case "div":
		d.put("<div style=\"text-align:center\"><span style=\"font-size:8pt\">%s</span></div><hr style=\"page-break-after:always\"/>", no)
	case "br":
		d.put("<center>%s</center><br><br>\n", no)
	default:
		d.put("<P ALIGN=\"CENTER\"><FONT SIZE=\"1\">%s</FONT></P>\n<HR SIZE=\"3\" style=\"page-break-after:always\">\n", no)
	}
	switch d.l.header {
	case "toc":
		d.put("<div><span style=\"font-size:8pt;text-decoration:underline\"><a href=\"#toc\">Table of Contents</a></span></div>\n")
	case "msft":
		if d.cur != nil && !d.fpage {
			d.put("<p style=\"font-size:8pt;text-align:center\">PART %s</p>\n<p style=\"font-size:8pt;text-align:center\">Item %s</p>\n", d.part, d.cur.item)
		}
	case "company":
		d.put("<p><font size=\"1\">%s | %s | %d</font></p>\n", esc(d.co), d.l.kind, d.l.year)
	}
}

func (d *doc) label(s *spec) string {
	l := s.label
	if l == "" {
		l = "Item " + s.item
	}
	if d.l.parts == "in" {
		l = "Part " + s.part + d.l.partSep + l
	}
	l += d.l.suffix
	if d.l.caps {
		l = strings.ToUpper(l)
	}
	return l
}

func (d *doc) title(s *spec) string {
	if d.l.caps || d.l.capTitle {
		return strings.ToUpper(s.title)
	}
	return s.title
}

func (d *doc) anchor(s *spec) string {
	return "i" + strings.ToLower(s.part+"_"+s.item)
}

// heading writes the item's heading, or returns what stands before its first sentence.
func (d *doc) heading(s *spec, cont bool) string {
	l, t := d.label(s), d.title(s)
	if d.l.head == "title" {
		d.pages[d.anchor(s)] = d.page
		d.centered(strings.ToUpper(t))
		return ""
	}
	if cont {
		c := " (Continued)"
		if d.l.caps {
			c = " (CONTINUED)"
		}
		t += c
	} else {
		d.pages[d.anchor(s)] = d.page
	}
	both := l + d.l.sep + t
	if d.plain() {
		switch d.l.head {
		case "center":
			d.put("%s\n\n", d.pre(center(both)))
		case "nextc":
			d.put("%s\n%s\n\n", d.pre(center(l)), d.pre(center(t)))
		case "next":
			d.put("%s\n\n%s\n\n", d.pre(l), d.pre(t))
		case "under":
			w := wrap(both, 76, "", "         ")
			d.put("%s\n%s\n\n", d.pre(w), strings.Repeat("-", min(76, len(w))))
		case "hang":
			d.put("%s\n\n", d.pre(wrap(t, 76, fmt.Sprintf("%-10s", l), "          ")))
		case "deep":
			d.put("%s\n\n", d.pre(wrap(both, 70, "     ", "     ")))
		case "runin":
			return both + d.l.after + " "
		default:
			d.put("%s\n\n", d.pre(wrap(both, 76, "", "")))
		}
		return ""
	}
	if d.l.toc == "linked" && !cont {
		d.put("<a name=\"%s\"></a>", d.anchor(s))
	}
	l, t, both = esc(l), esc(t), esc(both)
	switch d.l.head {
	case "div":
		d.put("<div style=\"margin-top:18pt;padding-left:45pt;text-indent:-45pt\"><span style=\"font-family:'Helvetica',sans-serif;font-size:9pt;font-weight:700\">%s&#160;&#160;&#160;&#160;%s</span></div>", l, t)
	case "table":
		d.put("<TABLE CELLSPACING=\"0\" WIDTH=\"100%%\"><TR><TD WIDTH=\"12%%\" VALIGN=\"top\"><FONT SIZE=\"2\"><B>%s</B></FONT></TD><TD VALIGN=\"top\"><FONT SIZE=\"2\"><B>%s</B></FONT></TD></TR></TABLE>\n", strings.Replace(l, " ", "&nbsp;", 1), t)
	case "center":
		d.put("<p align=\"center\"><b>%s</b></p>\n", both)
	case "next":
		d.put("<p><b>%s</b></p>\n<p><b>%s</b></p>\n", l, t)
	case "nextc":
		d.put("<p style=\"text-align:center\"><b>%s<br>%s</b></p>\n", l, t)
	case "h2":
		d.put("<h2>%s</h2>\n", both)
	case "u":
		d.put("<p><u>%s</u></p>\n", both)
	case "split":
		d.put("<p><span style=\"font-weight:bold\">I</span><span style=\"font-weight:bold;font-size:8pt\">TEM</span><span style=\"font-weight:bold\"> %s </span><span style=\"font-weight:bold\">%s</span></p>\n", strings.TrimPrefix(strings.TrimPrefix(l, "ITEM "), "Item "), t)
	case "caption":
		d.put("<P align=\"left\"><B>%s&nbsp;&nbsp;<I>%s</I></B></P>\n", strings.Replace(l, " ", "&nbsp;", 1), t)
	case "brb":
		d.put("<b>%s</b><br><br>\n", both)
	case "style":
		d.put("<p style=\"font:bold 11pt Calibri;margin:0;color:#003366\"><font style=\"font:bold 10pt Times New Roman\">%s</font></p>\n", both)
	case "plain":
		d.put("<p>%s</p>\n", both)
	case "runin":
		return "<b>" + both + esc(d.l.after) + "</b> "
	case "runinu":
		return "<u>" + both + "</u>" + esc(d.l.after) + " "
	default:
		d.put("<p><b>%s</b></p>\n", both)
	}
	return ""
}

func (d *doc) breakIf(limit int, in bool) {
	if d.l.noPages || d.onPage < limit {
		return
	}
	d.pageBreak()
	if in && d.l.cont && d.cur != nil && d.l.head != "runin" && d.l.head != "runinu" {
		d.heading(d.cur, true)
	}
}

func (d *doc) limit() int {
	if d.l.para == "div" {
		return 6500
	}
	return 3600
}

func (d *doc) writeItem(s *spec) {
	d.cur = s
	if s.kind == "index" {
		d.items = append(d.items, item{Item: s.item, Optional: true})
		return
	}
	if !d.fresh {
		d.breakIf(d.limit()*3/4, false)
	}
	d.fresh = false
	lead := d.heading(s, false)
	it := item{Item: s.item, Also: s.also}
	if d.l.kind == "10-Q" {
		it.Part = s.part
	}
	if s.kind == "reserved" {
		it.Optional = true
		if lead != "" {
			if d.plain() {
				d.text(lead)
			} else {
				d.raw(lead)
			}
		}
		d.items = append(d.items, it)
		return
	}
	if s.text != "" {
		d.lead(lead, s.text)
		it.First, it.Last = s.text, s.text
		d.items = append(d.items, it)
		return
	}
	if d.l.kind == "10-Q" && s.kind == "note" && lead == "" {
		for _, t := range []string{"CONSOLIDATED BALANCE SHEETS", "CONSOLIDATED STATEMENTS OF INCOME"} {
			d.centered(t)
			d.table()
		}
		d.centered("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS")
	}
	paras := d.n(s.lo, s.hi)
	if d.l.para == "div" && paras > 6 {
		paras = paras * 3 / 5
	}
	for i := 0; i < paras; i++ {
		p := d.paragraph(s.kind, 2, 5)
		if i == 0 {
			it.First = p[0]
			d.lead(lead, strings.Join(p, " "))
		} else {
			d.breakIf(d.limit(), true)
			if i%3 == 1 && s.hi > 2 {
				d.sub("Sales of " + d.pick(goods))
			}
			d.text(strings.Join(p, " "))
		}
		it.Last = p[len(p)-1]
		if i+1 < paras {
			if d.l.traps && i%2 == 0 {
				d.trap(i / 2)
			}
			if (s.kind == "fin" || s.kind == "note") && i%3 == 0 {
				d.table()
			}
		}
	}
	if s.exhibits {
		d.exhibits()
		it.Last = d.sentence("gov")
		d.text(it.Last)
	}
	d.items = append(d.items, it)
}

func (d *doc) lead(lead, s string) {
	if lead == "" {
		d.text(s)
		return
	}
	if d.plain() {
		d.text(lead + s)
		return
	}
	d.raw(lead + esc(s))
}

// trap writes a reference to another item that could pass for a heading.
func (d *doc) trap(i int) {
	switch {
	case d.plain() && i%2 == 0:
		d.put("%s\n\n", d.pre("     Readers should weigh these matters together with the discussion in\nItem 7 of this report, which treats "+d.pick(goods)+" in greater detail, and\nItem 8 of this report, which holds the statements of "+d.co+"."))
	case d.plain():
		d.put("%s\n\n", d.pre("For a further account of "+d.pick(goods)+" see the matters described under\n\"Item 1. Business\" and \"Item 3. Legal Proceedings\" elsewhere in this report."))
	case i%2 == 0:
		d.raw("See <b>Item&nbsp;7. Management&#8217;s Discussion and Analysis of Financial Condition and Results of Operations</b> of this report for a longer account of " + d.pick(goods) + ".")
	default:
		d.raw("These matters are described with others in &#8220;<a href=\"#x\">Item 1. Business</a>&#8221; and &#8220;Item 8&#8221; of this report.")
	}
}

func (d *doc) exhibits() {
	l := []string{"3.1|Restated Certificate of Incorporation", "3.2|Amended By-laws", "10.1|Lease of the " + d.pick(places) + " warehouse", "10.2|Incentive Plan", "21|Subsidiaries of the registrant", "23|Consent of independent accountants"}
	if d.plain() {
		for _, e := range l {
			a, b, _ := strings.Cut(e, "|")
			d.put("    %-8s %s\n", a, b)
		}
		d.put("\n")
		return
	}
	d.put("<table>")
	for _, e := range l {
		a, b, _ := strings.Cut(e, "|")
		d.put("<tr><td>%s</td><td>%s</td></tr>\n", a, esc(b))
	}
	d.put("</table>\n")
}
