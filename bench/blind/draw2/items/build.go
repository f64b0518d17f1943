package main

import (
	"fmt"
	"strings"
)

func (d *doc) build() {
	l := d.l
	switch {
	case l.html && l.para == "pre":
		d.put("<HTML><BODY><PRE>\n")
	case l.html:
		d.put("<html><head><title>%s</title></head><body>\n", esc(d.co))
	case l.sgml:
		d.put("-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n\n<SEC-DOCUMENT>0000%d-%02d-000012.txt : %d0328\n<SEC-HEADER>\nCONFORMED SUBMISSION TYPE:\t%s\nCOMPANY CONFORMED NAME:\t%s\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>%s\n<SEQUENCE>1\n<TEXT>\n\n", d.n(100000, 999999), l.year%100, l.year, l.kind, strings.ToUpper(d.co), l.kind)
	}
	d.cover()
	specs := l.items()
	switch l.toc {
	case "", "end", "xref":
	case "twice":
		d.contents(specs)
		d.pageBreak()
		d.contents(specs)
		d.pageBreak()
	default:
		d.contents(specs)
		d.pageBreak()
	}
	for i := range specs {
		s := &specs[i]
		if s.part != d.part {
			d.part, d.cur = s.part, s
			if l.head != "title" {
				d.partHeading(s.part)
			}
		}
		d.writeItem(s)
	}
	d.cur = nil
	if l.fpages == "before" {
		d.pageBreak()
		d.fpages()
	}
	if l.toc == "xref" {
		d.pageBreak()
		d.xref(specs)
		d.pageBreak()
	}
	d.signatures()
	if l.fpages == "after" {
		d.pageBreak()
		d.fpages()
	}
	if l.toc == "end" {
		d.pageBreak()
		d.contents(specs)
	}
	switch {
	case l.html && l.para == "pre":
		d.put("</PRE></BODY></HTML>\n")
	case l.html:
		d.put("</body></html>\n")
	case l.sgml:
		d.put("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-27\n<SEQUENCE>2\n<TEXT>\n<ARTICLE> 5\n<MULTIPLIER> 1,000\n<CASH> %d\n<TOTAL-ASSETS> %d\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n", d.n(1000, 9000), d.n(10000, 90000))
	}
}

func (d *doc) cover() {
	l := d.l
	d.centered("UNITED STATES SECURITIES AND EXCHANGE COMMISSION")
	d.centered("Washington, D.C. 20549")
	if l.form405 {
		d.centered("FORM 10-K405")
	} else {
		d.centered("FORM " + l.kind)
	}
	if l.kind == "10-K" {
		d.text(fmt.Sprintf("[X] ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934 For the fiscal year ended December 31, %d", l.year))
	} else {
		d.text(fmt.Sprintf("[X] QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934 For the quarterly period ended June 30, %d", l.year))
	}
	d.centered(strings.ToUpper(d.co) + ", INC.")
	d.centered("(Exact name of registrant as specified in its charter)")
	d.text("Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months, and (2) has been subject to such filing requirements for the past 90 days. Yes [X] No [ ]")
	if l.kind == "10-K" {
		d.text("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained herein, and will not be contained, to the best of the registrant's knowledge, in definitive proxy or information statements incorporated by reference in Part III of this Form 10-K. [X]")
	}
	d.pageBreak()
}

var partNames = map[string]string{"10-QI": "FINANCIAL INFORMATION", "10-QII": "OTHER INFORMATION"}

func (d *doc) partHeading(p string) {
	if d.l.parts == "in" || d.l.parts == "none" {
		return
	}
	d.breakIf(d.limit()*3/4, false)
	t := "PART " + p
	if n := partNames[d.l.kind+p]; n != "" {
		t += d.l.partDash + n
	}
	d.centered(t)
	d.fresh = true
}

func (d *doc) contents(specs []spec) {
	l := d.l
	t := "TABLE OF CONTENTS"
	if l.kind == "10-Q" && d.plain() {
		t = "INDEX"
	}
	if !d.plain() {
		d.put("<a name=\"toc\"></a>")
	}
	d.centered(t)
	lab := func(s spec) string {
		if s.label != "" {
			return s.label + "."
		}
		return "Item " + s.item + "."
	}
	if d.plain() {
		part := ""
		for i, s := range specs {
			if s.part != part && l.parts != "none" && !(l.tocCols) {
				part = s.part
				n := partNames[l.kind+part]
				if n != "" {
					n = " - " + n
				}
				d.put("\nPART %s%s\n\n", part, n)
			}
			if l.tocCols {
				d.put("%-9s %-26.26s", lab(s), s.title)
				if i%2 == 1 || i == len(specs)-1 {
					d.put(" %3d\n", d.known[d.anchor(&specs[i])])
				} else {
					d.put(" %3d  ", d.known[d.anchor(&specs[i])])
				}
				continue
			}
			t := s.title
			if len(t) > 52 {
				t = t[:strings.LastIndex(t[:52], " ")] + "\n          " + t[strings.LastIndex(t[:52], " ")+1:]
			}
			last := t[strings.LastIndex(t, "\n")+1:]
			fill := strings.Repeat(l.dots(), max(3, 58-len(strings.TrimSpace(last))))
			d.put("%-9s %s %s %3d\n", lab(s), t, fill, d.known[d.anchor(&specs[i])])
		}
		d.put("\n")
		return
	}
	d.put("<table width=\"100%%\">\n")
	part := ""
	for i := range specs {
		s := &specs[i]
		if s.part != part && l.parts != "none" && !l.tocCols {
			part = s.part
			d.put("<tr><td colspan=\"3\" align=\"center\"><b>PART %s</b></td></tr>\n", part)
		}
		a, t, p := esc(lab(*s)), esc(s.title), fmt.Sprint(d.known[d.anchor(s)])
		if l.toc == "linked" {
			a = fmt.Sprintf("<a href=\"#%s\">%s</a>", d.anchor(s), a)
			t = fmt.Sprintf("<a href=\"#%s\">%s</a>", d.anchor(s), t)
		}
		if !l.tocCols || i%2 == 0 {
			d.put("<tr>")
		}
		d.put("<td>%s</td><td>%s</td><td align=\"right\">%s</td>", a, t, p)
		if !l.tocCols || i%2 == 1 || i == len(specs)-1 {
			d.put("</tr>\n")
		}
	}
	d.put("</table>\n")
}

func (d *doc) signatures() {
	d.breakIf(d.limit()/2, false)
	d.centered(d.l.sign())
	d.text(fmt.Sprintf("Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized, on March %d, %d.", d.n(2, 28), d.l.year+1))
	d.text(strings.ToUpper(d.co) + ", INC.")
	d.text("By: /s/ R. " + d.pick(names))
	d.text("Chief Financial Officer")
}

func (d *doc) fpages() {
	d.fpage, d.page = true, 1
	d.centered("INDEX TO CONSOLIDATED FINANCIAL STATEMENTS")
	d.text("Report of Independent Auditors F-2")
	d.text("Consolidated Balance Sheets F-3")
	d.text("Notes to Consolidated Financial Statements F-4")
	d.pageBreak()
	d.centered("REPORT OF INDEPENDENT AUDITORS")
	d.text("To the Board of Directors of " + d.co + ", Inc.")
	d.text(fmt.Sprintf("We have audited the consolidated balance sheets of %s, Inc. as of December 31, %d and %d, and the related statements for the years then ended.", d.co, d.l.year, d.l.year-1))
	d.pageBreak()
	d.centered("CONSOLIDATED BALANCE SHEETS")
	d.table()
	d.pageBreak()
	d.centered("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS")
	for i := 1; i <= 6; i++ {
		d.sub(fmt.Sprintf("%d. %s", i, strings.ToUpper(d.pick(goods))))
		d.text(strings.Join(d.paragraph("note", 3, 5), " "))
		d.breakIf(d.limit(), false)
	}
}

func (d *doc) xref(specs []spec) {
	d.centered("FORM 10-K CROSS-REFERENCE INDEX")
	if !d.plain() {
		d.put("<table width=\"100%%\"><tr><td>Item</td><td>Description</td><td>Page(s)</td></tr>\n")
	}
	for i := range specs {
		s := &specs[i]
		p := "Not applicable"
		if s.part == "III" {
			p = "Proxy Statement"
		}
		if a := d.pages[d.anchor(s)]; a > 0 {
			e := a
			for _, n := range specs[i+1:] {
				if x := d.pages[d.anchor(&n)]; x > 0 {
					e = x
					break
				}
			}
			p = fmt.Sprint(a)
			if e > a {
				p = fmt.Sprintf("%d-%d", a, e)
			}
		}
		if d.plain() {
			d.put("%-9s %-52.52s %s\n", "Item "+s.item+".", s.title, p)
			continue
		}
		d.put("<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", "Item "+s.item+".", esc(s.title), p)
	}
	if !d.plain() {
		d.put("</table>\n")
	}
	d.put("\n")
}
