package main

import (
	"fmt"
	"html"
	"strings"
)

// doc writes a filing as text or as one of several sorts of HTML.
type doc struct {
	g                               *gen
	form                            string
	kind                            int // 0 text, 1 FONT, 2 div and span, 3 plain P
	width, page, head, since, every int
	upper, envelope, nbsp, pageWord bool
	running, dot                    string
	b, plain                        strings.Builder // plain holds the sentences of the bodies
	cur                             *section
	listed                          []*section // in the table of contents
}

func (g *gen) newDoc(form string, year int) *doc {
	d := &doc{g: g, form: form, width: 66 + g.IntN(14), head: g.IntN(10), upper: g.p(50), page: 1, every: 4 + g.IntN(8)}
	d.kind = 1 + g.IntN(3)
	if year < 1999 || year < 2003 && g.p(50) {
		d.kind = 0
	}
	d.envelope = d.kind == 0 || g.p(20)
	d.nbsp, d.pageWord, d.dot = g.p(60), g.p(50), pick(g, []string{". ", ".  ", ". ", ".   "})
	if g.p(65) {
		d.running = pick(g, g.words["running"])
	}
	if d.kind == 0 && d.running == "Table of Contents" {
		d.running = ""
	}
	if d.envelope {
		fmt.Fprintf(&d.b, "<SEC-DOCUMENT>0000912345-%02d-000%03d.txt\n<SEC-HEADER>\n"+
			"CONFORMED SUBMISSION TYPE:\t%s\nPUBLIC DOCUMENT COUNT:\t\t2\n"+
			"FILER:\n\tCOMPANY CONFORMED NAME:\t\t%s\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>%s\n<SEQUENCE>1\n<TEXT>\n",
			year%100, g.IntN(900), form, strings.ToUpper(g.words["co"][0]), form)
	}
	if d.kind != 0 {
		d.b.WriteString("<html><head><title>" + g.words["co"][0] + "</title></head><body>\n")
	}
	return d
}

func (d *doc) finish() string {
	if d.kind != 0 {
		d.b.WriteString("</body></html>\n")
	}
	if d.envelope {
		d.b.WriteString("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-21\n<SEQUENCE>2\n<TEXT>\n")
		d.b.WriteString("SUBSIDIARIES OF THE REGISTRANT\n\nCastlebay Holdings Ltd.\nVinterby Valve A/S\n" +
			"</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n")
	}
	out := d.b.String()
	for i, s := range d.listed {
		out = strings.ReplaceAll(out, fmt.Sprintf("@%02d", i), fmt.Sprintf("%3d", s.page))
	}
	return out
}

// esc writes text as HTML with the marks of the maker.
func (d *doc) esc(s string) string {
	s = strings.ReplaceAll(html.EscapeString(s), "&#39;", "&#8217;")
	return strings.ReplaceAll(s, "&#34;", "&quot;")
}

// para writes a paragraph.
func (d *doc) para(s string) {
	switch d.kind {
	case 0:
		d.b.WriteString(d.wrap("    "+s) + "\n\n")
	case 1:
		d.b.WriteString("<P STYLE=\"margin-top:6px;text-indent:4%\"><FONT STYLE=\"font-family:Times New Roman\" SIZE=\"2\">" +
			d.esc(d.wrap(s)) + "</FONT></P>\n")
	case 2:
		d.b.WriteString("<div style=\"margin-top:9pt;text-align:justify\"><span style=\"font-size:10pt\">" + d.esc(s) + "</span></div>")
	case 3:
		d.b.WriteString("<p>" + d.esc(d.wrap(s)) + "\n")
	}
}

// wrap breaks the words into lines.
func (d *doc) wrap(s string) string {
	var b strings.Builder
	col := len(s) - len(strings.TrimLeft(s, " "))
	b.WriteString(s[:col])
	for i, w := range strings.Fields(s) {
		if i > 0 && col+len(w) >= d.width {
			b.WriteString("\n")
			col = 0
		} else if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(w)
		col += len(w) + 1
	}
	return b.String()
}

// title writes a line by itself, bold in HTML.
func (d *doc) title(s string, center bool) {
	pad, align := "", "left"
	if center {
		pad, align = strings.Repeat(" ", max(0, (d.width-len(s))/2)), "center"
	}
	switch d.kind {
	case 0:
		t := d.wrap(s)
		d.b.WriteString(pad + t + "\n\n")
	case 1:
		fmt.Fprintf(&d.b, "<P ALIGN=\"%s\"><FONT SIZE=\"2\"><B>%s</B></FONT></P>\n", align, d.esc(s))
	case 2:
		fmt.Fprintf(&d.b, "<div style=\"text-align:%s\"><span style=\"font-size:10pt;font-weight:700\">%s</span></div>", align, d.esc(s))
	case 3:
		fmt.Fprintf(&d.b, "<p align=\"%s\"><b>%s</b></p>\n", align, d.esc(s))
	}
}

// breakPage ends a page with its number and begins the next with the running head.
func (d *doc) breakPage() {
	run := ""
	if d.running != "" && d.cur != nil {
		run = strings.NewReplacer("{part}", d.cur.part, "{id}", d.cur.id, "{title}", d.cur.title).Replace(d.running)
		run = d.g.fill(run)
	}
	n := fmt.Sprint(d.page)
	d.page++
	d.since = 0
	switch d.kind {
	case 0:
		d.b.WriteString(strings.Repeat(" ", d.width/2) + n + "\n<PAGE>")
		if d.pageWord {
			fmt.Fprintf(&d.b, "   %d", d.page)
		}
		d.b.WriteString("\n\n")
		if run != "" {
			d.b.WriteString(run + "\n\n")
		}
	case 1:
		fmt.Fprintf(&d.b, "<P ALIGN=\"center\"><FONT SIZE=\"2\">%s</FONT></P>\n<HR SIZE=\"3\" style=\"page-break-after:always\">\n", n)
		if run != "" {
			fmt.Fprintf(&d.b, "<P><FONT SIZE=\"1\"><A HREF=\"#toc\">%s</A></FONT></P>\n", d.esc(run))
		}
	case 2:
		fmt.Fprintf(&d.b, "<div style=\"text-align:center\"><span>%s</span></div><hr style=\"page-break-after:always\"/>", n)
		if run != "" {
			fmt.Fprintf(&d.b, "<div><span style=\"font-size:8pt\">%s</span></div>", d.esc(run))
		}
	case 3:
		fmt.Fprintf(&d.b, "<p align=center>%s<hr>\n", n)
		if run != "" {
			fmt.Fprintf(&d.b, "<p align=right><i>%s</i>\n", d.esc(run))
		}
	}
}

// label gives the words "Item 7" or "Items 7 and 7A".
func (s *section) label() string {
	if len(s.also) == 0 {
		return "Item " + s.id
	}
	ids := append([]string{s.id}, s.also...)
	if len(ids) == 2 {
		return "Items " + ids[0] + " and " + ids[1]
	}
	return "Items " + strings.Join(ids[:len(ids)-1], ", ") + " and " + ids[len(ids)-1]
}

// heading writes the heading of an item in the style of the filing.
func (d *doc) heading(s *section) {
	l, t := s.label(), s.title
	if d.upper {
		l, t = strings.ToUpper(l), strings.ToUpper(t)
	}
	d.b.WriteString(d.anchor(s))
	dash := pick(d.g, []string{" - ", " -- "})
	if d.kind != 0 {
		dash = " \u2014 "
	}
	if d.nbsp && d.kind != 0 {
		l = strings.Replace(l, " ", "\u00a0", 1)
	}
	switch d.head {
	case 0, 1:
		d.title(l+d.dot+t, false)
	case 2:
		d.title(l+dash+t, false)
	case 3:
		d.title(l+": "+t, false)
	case 4:
		d.title(l+pick(d.g, []string{"", "."}), d.every > 7)
		d.title(t, d.every > 7)
	case 5, 6:
		d.cells(l+".", t)
	case 7:
		d.title(t+" ("+l+")", false)
	case 8:
		d.title(l+"  "+t, false)
	case 9:
		d.title(l+"."+t, d.every > 9)
	}
}

func (d *doc) anchor(s *section) string {
	if d.kind == 0 {
		return ""
	}
	return "<a name=\"p" + s.part + "i" + s.id + "\"></a>"
}

// cells writes number and title into two cells of a layout table.
func (d *doc) cells(l, t string) {
	switch d.kind {
	case 0:
		d.b.WriteString(l + strings.Repeat(" ", max(2, 10-len(l))) + d.wrap(t) + "\n\n")
	case 2:
		fmt.Fprintf(&d.b, "<div><table style=\"width:100%%\"><tr><td style=\"width:9%%\"><span style=\"font-weight:700\">%s</span></td>"+
			"<td colspan=\"3\"><span style=\"font-weight:700\">%s</span></td></tr></table></div>", d.esc(l), d.esc(t))
	default:
		fmt.Fprintf(&d.b, "<TABLE WIDTH=\"100%%\" BORDER=0><TR>\n<TD WIDTH=\"12%%\" VALIGN=\"top\"><FONT SIZE=2><B>%s</B></FONT></TD>\n"+
			"<TD><FONT SIZE=2><B>%s</B></FONT></TD></TR></TABLE>\n", d.esc(l), d.esc(t))
	}
}

// rows writes a table of rows of cells, with dots in text.
func (d *doc) rows(rows [][]string) {
	if d.kind == 0 {
		for _, r := range rows {
			last := r[len(r)-1]
			left := d.wrap(strings.TrimSpace(strings.Join(r[:len(r)-1], "  ")))
			tail := left[strings.LastIndex(left, "\n")+1:]
			d.b.WriteString(left + strings.Repeat(".", max(3, d.width+2-len(tail)-len(last))) + last + "\n")
		}
		d.b.WriteString("\n")
		return
	}
	d.b.WriteString("<table width=\"100%\">\n")
	for _, r := range rows {
		d.b.WriteString("<tr>")
		for _, c := range r {
			d.b.WriteString("<td>" + d.esc(c) + "</td>")
		}
		d.b.WriteString("</tr>\n")
	}
	d.b.WriteString("</table>\n")
}

// contents writes a table of contents.
func (d *doc) contents(ss []*section) {
	d.title(pick(d.g, []string{"TABLE OF CONTENTS", "INDEX", "Table of Contents"}), true)
	part := ""
	d.listed = ss
	var rows [][]string
	linked, split := d.kind != 0 && d.g.p(50), d.g.p(70)
	for i, s := range ss {
		if s.part != part {
			part = s.part
			if len(rows) > 0 {
				d.rows(rows)
				rows = nil
			}
			d.title("PART "+part, true)
		}
		page := fmt.Sprintf("@%02d", i) // finish puts the page here
		r := []string{s.label() + ".", s.title, page}
		if !split {
			r = []string{s.label() + ". " + s.title, page}
		}
		rows = append(rows, r)
	}
	d.rows(rows)
	if linked {
		for _, s := range ss {
			t := d.esc(s.label() + ". " + s.title)
			h := fmt.Sprintf("<a href=\"#p%si%s\">", s.part, s.id)
			out := strings.ReplaceAll(d.b.String(), "<td>"+t+"</td>", "<td>"+h+t+"</a></td>")
			d.b.Reset()
			d.b.WriteString(out)
		}
	}
	d.breakPage()
}

// cover writes the front page.
func (d *doc) cover() {
	g := d.g
	for _, s := range []string{"UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION", "Washington, D.C. 20549", "FORM " + d.form,
		"For the period ended " + pick(g, []string{"December 31, ", "June 30, "}) + g.words["year"][0], strings.ToUpper(g.words["co"][0])} {
		d.title(s, true)
	}
	for i, s := range g.words["cover"] {
		if i < 4 || g.p(50) {
			if d.form[:4] != "10-Q" || i < 1 {
				d.para(s)
			}
		}
	}
	d.breakPage()
}

// signatures writes what follows the items.
func (d *doc) signatures() {
	d.cur = nil
	d.title(pick(d.g, []string{"SIGNATURES", "SIGNATURE"}), true)
	d.para("Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed " +
		"on its behalf by the undersigned, thereunto duly authorized.")
	d.title(d.g.words["co"][0], false)
	d.para("By: /s/ H. Strandgaard, Chief Financial Officer")
	if d.g.p(50) {
		d.breakPage()
		d.title("EXHIBIT INDEX", true)
		d.rows([][]string{{"3.1", "Restated charter", "61"}, {"21", "Subsidiaries of the registrant", "64"}, {"31", "Certification", "66"}})
	}
}
