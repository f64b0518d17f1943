package main

import (
	"fmt"
	"html"
	"strings"
)

// doc writes the filing, as text of the 1990s or as HTML.
type doc struct {
	g    *gen
	b    strings.Builder
	page int
}

func (d *doc) f(format string, a ...any) { fmt.Fprintf(&d.b, format, a...) }

func wrap(s string, indent, width int) string {
	out, line := "", strings.Repeat(" ", indent)
	for _, w := range strings.Fields(s) {
		if len(line)+len(w) >= width && strings.TrimSpace(line) != "" {
			out, line = out+strings.TrimRight(line, " ")+"\n", ""
		}
		line += w + " "
	}
	return out + strings.TrimRight(line, " ") + "\n"
}

func centre(s string) string { return strings.Repeat(" ", max(0, (76-len(s))/2)) + s + "\n" }

func esc(s string) string {
	return strings.NewReplacer("'", "&#8217;", "&#34;", "&quot;", "&#39;", "&#8217;").Replace(html.EscapeString(s))
}

func (d *doc) para(s string) {
	table := strings.HasSuffix(s, "\n")
	s = strings.TrimSpace(s)
	switch {
	case d.g.p.html && d.g.p.head%3 == 0:
		d.f("<div style=\"text-indent:24px;margin-top:6pt\"><span style=\"font-size:10pt\">%s</span></div>\n", esc(s))
	case d.g.p.html:
		d.f("<p style=\"margin:6pt 0\"><font size=\"2\">%s</font></p>\n", esc(s))
	default:
		d.f("%s\n", wrap(s, 5*(d.g.p.head%2), 70+d.g.p.head%9))
	}
	if !table {
		return
	}
	a, b := 100+d.g.r.IntN(800), 10+d.g.r.IntN(80)
	if d.g.p.html {
		d.f("<table><tr><td>Tons</td><td>%d</td></tr><tr><td>Item 5 of the price list</td><td>%d</td></tr></table>\n", a, b)
		return
	}
	d.f("<TABLE>\n<S>                          <C>\nTons.....................      %d\nItems sold...............       %d\n</TABLE>\n\n", a, b)
}

func (d *doc) sub(s string) {
	if d.g.p.html {
		d.f("<p><b><i>%s</i></b></p>\n", esc(s))
		return
	}
	d.f("%s\n\n", s)
}

// line is a centred line, as of front matter.
func (d *doc) line(s string) {
	if d.g.p.html {
		d.f("<p align=\"center\"><b>%s</b></p>\n", esc(s))
		return
	}
	d.f("%s\n", centre(s))
}

func (d *doc) brk(run string) {
	if d.g.p.html {
		d.f("<p align=\"center\">%d</p>\n<hr style=\"page-break-after:always\"/>\n", d.page)
		if d.g.p.head%4 == 1 {
			d.f("<p><a href=\"#toc\">Table of Contents</a></p>\n")
		}
	} else {
		d.f("%s\n<PAGE>\n\n", centre([]string{"%d", "- %d -", "Page %d", "-%d-"}[d.g.p.head%4]))
		s := d.b.String()
		d.b.Reset()
		i := strings.LastIndex(s, "%d")
		d.f("%s", s[:i]+fmt.Sprint(d.page)+s[i+2:])
	}
	d.page++
	if run != "" {
		d.line(run)
	}
}

func label(ids []string, upper bool, n int) string {
	s := "Item " + ids[0]
	switch {
	case len(ids) == 2:
		s = []string{"Items 1 and 2", "Items 1 & 2", "Items 1. and 2", "Item 1 and Item 2"}[n%4]
		s = strings.ReplaceAll(strings.ReplaceAll(s, "2", ids[1]), "1", ids[0])
	case len(ids) > 2:
		last := ids[len(ids)-1]
		mid := strings.Join(ids[:len(ids)-1], ", ")
		s = []string{"Items " + ids[0] + " through " + last, "Items " + mid + " and " + last, "Items " + ids[0] + "-" + last}[n%3]
	}
	if upper {
		return strings.ToUpper(s)
	}
	return s
}

// head writes the heading of a section; true means that the body runs on behind it in one paragraph.
func (d *doc) head(s section, n int) {
	p := d.g.p
	l, t := label(s.ids, p.upper == 0, p.head), s.title
	if p.upper < 2 {
		t = strings.ToUpper(t)
	}
	if p.index > 0 {
		d.line(t)
		return
	}
	if p.dashPart && !p.html {
		l = "PART " + strings.TrimPrefix(s.part, "q") + ", " + l
	}
	if !p.html {
		switch p.head % 12 {
		case 0:
			d.f("%s\n", wrap(l+". "+t, 0, 76))
		case 1:
			d.f("%s", wrap(l+" - "+t, 0, 60)+"\n")
		case 2:
			d.f("%s\n%s\n", centre(l), centre(t))
		case 3:
			d.f("%s\n\n%s\n\n", l, t)
		case 4:
			d.f("%s:  %s\n%s\n\n", l, t, strings.Repeat("-", min(76, len(l+t)+3)))
		case 5:
			d.f("%s (%s)\n\n", t, l)
		case 6:
			d.f("%s\n", wrap(l+"--"+t+".", 0, 76))
		case 7:
			d.f("%s\t%s\n\n", l, t)
		case 8:
			d.f("%s\n", wrap(l+") "+t, 3, 76))
		case 9:
			under := strings.Repeat("=", len(l)+1)
			d.f("%s.\n%s\n     %s\n     %s\n\n", l, under, t, strings.Repeat("=", min(70, len(t))))
		case 10:
			d.f("%s", strings.Replace(wrap(l+".          "+t, 0, 50), "\n", "\n               ", 1)+"\n")
		case 11:
			d.f("*%s.* %s.\n\n", l, t)
		}
		return
	}
	l, t = esc(l), esc(t)
	word, num, _ := strings.Cut(l, " ")
	switch p.head % 15 {
	case 0:
		d.f("<div id=\"s%d\"><span style=\"font-weight:700\">%s.&#160;&#160;&#160;&#160;%s</span></div>\n", n, l, t)
	case 1:
		d.f("<table width=\"100%%\"><tr><td width=\"10%%\" valign=\"top\"><b>%s.</b></td><td><b>%s</b></td></tr></table>\n", l, t)
	case 2:
		d.f("<p align=\"center\"><b>%s</b></p>\n<p align=\"center\"><b>%s</b></p>\n", l, t)
	case 3:
		d.f("<p><b>%s</b><font size=\"1\"><b>%s</b></font><b> %s &#8212; </b><i>%s</i></p>\n", word[:1], word[1:], num, t)
	case 4:
		d.f("<h2 id=\"s%d\">%s: %s</h2>\n", n, l, t)
	case 5:
		d.f("<table><tr><td><b>%s</b></td><td><b>%s.</b></td><td>&nbsp;</td><td><b>%s</b></td></tr></table>\n", word, num, t)
	case 6:
		d.f("<p><u>%s</u><br/>\n<u>%s</u></p>\n", t, l)
	case 7:
		d.f("<p style=\"font:bold 10pt Arial\"><a name=\"s%d\"></a>%s&#8195;%s</p>\n", n, l, t)
	case 8:
		d.f("<p><b>%s</b> <b>%s</b><b>.</b> <b>%s</b></p>\n", word, num, t)
	case 9:
		d.f("<div><font style=\"font-weight:bold\">%s. </font><font style=\"font-weight:bold\">%s</font></div>\n", l, t)
	case 10:
		d.f("<p><b>%s &#8211; %s</b></p>\n", l, t)
	case 11:
		d.f("<p><b>%s (%s)</b></p>\n", t, l)
	case 12:
		d.f("<table><tr><td><b>%s<br>%s</b></td></tr></table>\n", l, t)
	case 13:
		d.f("<p><b>%s.<br>%s.</b></p>\n", l, t)
	case 14:
		d.f("<table><tr><td colspan=\"3\" bgcolor=\"#003366\">")
		d.f("<font color=\"white\">%s&nbsp;&nbsp;|&nbsp;&nbsp;%s</font></td></tr></table>\n", l, t)
	}
}

func (d *doc) front() {
	p := d.g.p
	year := map[string]string{"k24": "2024", "q24": "2024", "amd": "2012", "k10": "2013"}[p.list]
	if year == "" {
		year = "1997"
	}
	d.line("SECURITIES AND EXCHANGE COMMISSION")
	d.line("WASHINGTON, D.C. 20549")
	d.line("FORM " + p.form)
	if p.quarterly() {
		d.line("QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d)")
		d.line("For the quarterly period ended June 30, " + year)
	} else {
		d.line("ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)")
		d.line("For the fiscal year ended December 31, " + year)
	}
	d.line(d.g.co)
	d.line("(Exact name of registrant as specified in its charter)")
	if !p.quarterly() {
		d.para("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained herein. [X]")
		d.line("DOCUMENTS INCORPORATED BY REFERENCE")
		d.para("Portions of the proxy statement are incorporated by reference into Part III, Items 10 to 13, of this report.")
	}
	if p.list == "amd" {
		d.line("EXPLANATORY NOTE")
		d.para("This Amendment No. 1 is filed to add the information required by Part III, Items 10 through 14, and to amend Item 15.")
	}
}

// contents writes the table of contents, or the index of items to pages when the headings bear no numbers.
func (d *doc) contents(secs []section, title string) {
	if d.g.p.html {
		d.f("<a name=\"toc\"></a>")
	}
	d.line(title)
	if d.g.p.html {
		d.f("<table width=\"100%%\">\n<tr><td></td><td></td><td align=\"right\">Page</td></tr>\n")
	} else {
		d.f("%76s\n", "Page")
	}
	part := ""
	for i, s := range secs {
		if s.part != part {
			part = s.part
			if d.g.p.html {
				d.f("<tr><td colspan=\"3\"><b>PART %s</b></td></tr>\n", strings.TrimPrefix(part, "q"))
			} else {
				d.f("\n%s\n", centre("PART "+strings.TrimPrefix(part, "q")))
			}
		}
		l, pages := label(s.ids, d.g.p.toc == 2, d.g.p.head), fmt.Sprint(s.page)
		if d.g.p.index > 0 && i+1 < len(secs) && secs[i+1].page > s.page {
			pages += fmt.Sprintf("-%d", secs[i+1].page)
		}
		if d.g.p.html {
			d.f("<tr><td>%s.</td><td><a href=\"#s%d\">%s</a></td><td align=\"right\">%s</td></tr>\n", esc(l), i, esc(s.title), pages)
			continue
		}
		lines := strings.Split(strings.TrimSpace(wrap(l+".  "+s.title, 0, 62)), "\n")
		for j, x := range lines {
			if j > 0 {
				x = "          " + x
			}
			if j == len(lines)-1 {
				x += strings.Repeat(".", max(3, 72-len(x))) + fmt.Sprintf("%4s", pages)
			}
			d.f("%s\n", x)
		}
	}
	if d.g.p.html {
		d.f("<tr><td></td><td>Signatures</td><td align=\"right\">%d</td></tr>\n</table>\n", secs[len(secs)-1].page+1)
		return
	}
	d.f("Signatures%s%4d\n\n", strings.Repeat(".", 62), secs[len(secs)-1].page+1)
}

func (d *doc) body(secs []section) {
	p, part := d.g.p, ""
	for i := range secs {
		s := &secs[i]
		if i > 0 && d.g.r.IntN(3) == 0 {
			d.brk("")
		}
		if s.part != part && p.index == 0 {
			part = s.part
			name := "PART " + strings.TrimPrefix(part, "q")
			if p.quarterly() {
				name += map[string]string{"qI": ". FINANCIAL INFORMATION", "qII": " - OTHER INFORMATION"}[part]
			}
			d.line(name)
		}
		s.page = d.page
		d.head(*s, i)
		for j, x := range s.paras {
			if sub, ok := strings.CutPrefix(x, "#"); ok {
				d.sub(sub)
				continue
			}
			if j > 1 && d.g.r.IntN(4) == 0 && !strings.HasPrefix(s.paras[j-1], "#") {
				run := ""
				if p.runHead && len(s.ids) == 1 {
					run = label(s.ids, false, 0) + ". " + s.title + " (continued)"
				}
				d.brk(run)
			}
			d.para(x)
		}
	}
}

func (d *doc) signatures() {
	d.line([]string{"SIGNATURES", "SIGNATURE"}[d.g.p.head%2])
	d.para("Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed.")
	d.para(d.g.co + " By: /s/ Alda R. Quimby, President")
	if d.g.p.fPage && !d.g.p.quarterly() {
		d.brk("")
		d.line("INDEX TO FINANCIAL STATEMENTS")
		d.line("REPORT OF INDEPENDENT AUDITORS")
		d.para("We have audited the balance sheets of the Company listed in Item 8 and the schedules listed under the exhibits item.")
		d.line("NOTES TO FINANCIAL STATEMENTS")
		d.para("1. Business. The Company and its subsidiaries make goods of clay, metal and glass in several countries.")
	}
}

// write gives the whole filing; pages are counted on a first pass of the body, which the table of contents needs.
func (d *doc) write(secs []section) string {
	d.page = 1 + b2i(d.g.p.toc > 0)
	d.body(secs)
	d.brk("")
	d.signatures()
	middle := d.b.String()
	last := d.page
	d.b.Reset()
	d.page = 1
	p := d.g.p
	if p.sgml {
		d.f("<DOCUMENT>\n<TYPE>%s\n<SEQUENCE>1\n<TEXT>\n", p.form)
	}
	if p.html {
		d.f("<html><head><title>%s</title></head><body>\n", esc(p.form))
	}
	d.front()
	switch {
	case p.index == 1:
		d.contents(secs, "FORM "+p.form+" CROSS-REFERENCE INDEX")
	case p.toc > 0:
		d.brk("")
		d.contents(secs, []string{"TABLE OF CONTENTS", "INDEX", "Table of Contents"}[p.toc-1])
	}
	if p.html {
		d.f("<hr/>\n")
	} else {
		d.f("<PAGE>\n\n")
	}
	d.f("%s", middle)
	d.page = last
	if p.index == 2 {
		d.brk("")
		d.contents(secs, "FORM "+p.form+" CROSS-REFERENCE INDEX")
	}
	if p.html {
		d.f("</body></html>\n")
	}
	if p.sgml {
		d.f("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-21\n<SEQUENCE>2\n<TEXT>\nSubsidiaries: Brindle Clay Works, Ohio\n</TEXT>\n</DOCUMENT>\n")
	}
	return d.b.String()
}
