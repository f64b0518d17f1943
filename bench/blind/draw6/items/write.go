package main

import (
	"fmt"
	"strings"
)

// style is how a filer writes headings and pages.
type style struct {
	html, modern        bool
	years               [2]int
	upper, upperTitle   bool
	sep, layout, runner string
	toc                 string
	dot, noParts, anchs bool
	partInline, sgml    bool
	width, indent       int
	continued, crossRef bool
	runIn               bool
	partSep, partComma  string
}

type writer struct {
	b           strings.Builder
	line, page  int
	blocks      int
	cur         *item
	insideItems bool
}

func (g *gen) newStyle() style {
	s := style{upper: g.chance(0.5), upperTitle: g.chance(0.5), dot: g.chance(0.3), anchs: g.chance(0.6),
		width: 68 + g.IntN(11), indent: pick(g, 0, 3, 5), crossRef: g.chance(0.15), continued: g.chance(0.15),
		runIn: g.chance(0.08), partSep: pick(g, ". ", " - ", ": ", "  "), partComma: pick(g, ", ", " - ")}
	s.sep = pick(g, ". ", ". ", ". ", ".  ", ".    ", " - ", " — ", ": ", " ", ".", ".—")
	s.runner = pick(g, "", "", "", "co", "co", "part")
	s.noParts = g.form != "10-Q" && g.chance(0.08)
	s.partInline = g.form == "10-Q" && g.chance(0.12)
	if s.html = g.chance(0.62); !s.html {
		s.years = [2]int{1994, 2003}
		s.layout = pick(g, "inline", "inline", "inline", "two", "center", "center2", "under", "titleFirst")
		s.toc = pick(g, "dots", "dots", "dots", "plain", "")
		s.sgml = g.chance(0.5)
		s.sep = strings.ReplaceAll(strings.ReplaceAll(s.sep, " — ", " -- "), ".—", ".--")
		return s
	}
	s.modern = g.chance(0.55) && g.form != "10-K405" && g.form != "10-KSB"
	s.years = [2]int{2001, 2012}
	if s.modern {
		s.years = [2]int{2013, 2024}
	}
	s.layout = pick(g, "inline", "inline", "two", "cells", "cells", "cellsTitleFirst", "caps", "h", "splitTitle", "runs", "titleFirst")
	s.toc = pick(g, "table", "table", "table", "oneCell", "")
	return s
}

// number and name of an item as the filer writes them.
func (g *gen) number(it *item) string {
	w := "Item"
	if len(it.ids) > 1 {
		w = "Items"
	}
	w += " " + it.num
	if g.style.upper {
		w = strings.ToUpper(w)
	}
	if g.style.partInline {
		w = map[bool]string{true: "PART ", false: "Part "}[g.style.upper] + it.part + g.style.partComma + w
	}
	return w
}

func (g *gen) name(it *item) string {
	t := it.title
	if g.style.upperTitle {
		t = strings.ToUpper(t)
	}
	if g.style.dot && !strings.HasSuffix(t, "]") {
		t += "."
	}
	return t
}

func (g *gen) put(f string, a ...any) {
	s := fmt.Sprintf(f, a...)
	g.w.line += strings.Count(s, "\n")
	g.w.b.WriteString(s)
}

func wrap(s string, width, first, rest int) []string {
	var out []string
	line := strings.Repeat(" ", first)
	empty := true
	for _, w := range strings.Fields(s) {
		if !empty && len(line)+1+len(w) > width {
			out = append(out, line)
			line, empty = strings.Repeat(" ", rest), true
		}
		if !empty {
			line += " "
		}
		line += w
		empty = false
	}
	return append(out, line)
}

func (g *gen) centre(s string) string {
	return strings.Repeat(" ", max(0, (g.style.width-len(s))/2)) + s
}

func esc(s string) string {
	return strings.NewReplacer("&", "&amp;", "'", "&#8217;", "—", "&#8212;").Replace(s)
}

// p writes a paragraph of HTML.
func (g *gen) p(align, markup string) {
	switch {
	case g.style.modern:
		g.put("<div style=\"margin-bottom:9pt;text-align:%s\"><span style=\"font-size:10pt;line-height:120%%\">%s</span></div>\n", align, markup)
	case g.year < 2003:
		g.put("<P ALIGN=\"%s\">%s\n", align, markup)
	default:
		g.put("<P STYLE=\"margin-top:6px\" ALIGN=\"%s\"><FONT SIZE=\"2\">%s</FONT></P>\n", align, markup)
	}
}

// say writes plain text as a paragraph of its own; centred lines stand alone.
func (g *gen) say(s string, centred bool) {
	switch {
	case g.style.html && centred:
		g.p("center", "<b>"+esc(s)+"</b>")
	case g.style.html:
		g.p("justify", esc(s))
	case centred:
		g.put("%s\n\n", g.centre(s))
	default:
		g.put("%s\n\n", strings.Join(wrap(s, g.style.width, g.style.indent, 0), "\n"))
	}
}

func (g *gen) pageBreak() {
	g.w.page++
	n := fmt.Sprint(g.w.page)
	run := ""
	switch {
	case g.w.cur == nil || !g.w.insideItems:
	case g.style.continued:
		run = g.number(g.w.cur) + ". " + g.w.cur.title + " (Continued)"
		if g.w.cur.head != "" {
			run = ""
		}
	case g.style.runner == "co":
		run = strings.ToUpper(g.co)
	case g.style.runner == "part" && g.w.cur.head == "" && !g.style.noParts:
		run = "PART " + g.w.cur.part + "\nItem " + g.w.cur.num
	}
	if !g.style.html {
		g.put("\n%s\n<PAGE>\n\n", g.centre(n))
		g.w.line = 0
		if run != "" && g.style.runner == "part" {
			g.put("%s\n\n", run)
		} else if run != "" {
			g.put("%s\n\n", strings.Join(wrap(run, g.style.width, 0, 0), "\n"))
		}
		return
	}
	g.w.blocks = 0
	if g.style.modern {
		g.put("<div style=\"text-align:center\"><span style=\"font-size:9pt\">%s</span></div><hr style=\"page-break-after:always\"/>\n", n)
	} else {
		g.put("<P ALIGN=\"CENTER\"><FONT SIZE=\"2\">%s</FONT></P>\n<HR SIZE=\"3\" style=\"COLOR:#999999\" NOSHADE>\n", n)
	}
	if g.style.anchs {
		g.put("<div style=\"text-align:left\"><a href=\"#toc\"><span style=\"font-size:8pt\">Table of Contents</span></a></div>\n")
	}
	for _, l := range strings.Split(run, "\n") {
		if l != "" {
			g.p("right", esc(l))
		}
	}
}

func (g *gen) full() bool {
	return !g.style.html && g.w.line > 48 || g.style.html && g.w.blocks > 9
}

func (g *gen) block(b block, first bool) {
	if g.full() && !first {
		g.pageBreak()
	}
	g.w.blocks++
	text := strings.Join(b.sentences, pick(g, " ", " ", "  "))
	switch b.kind {
	case "sub":
		if g.style.html {
			tag := pick(g, "i", "b", "u")
			g.p("left", "<"+tag+">"+esc(b.sentences[0])+"</"+tag+">")
		} else {
			g.put("%s\n\n", pick(g, b.sentences[0], strings.ToUpper(b.sentences[0]), g.centre(b.sentences[0])))
		}
	case "table":
		rows := []string{"Domestic", "Export", "Other"}
		if g.style.html {
			g.put("<table border=\"0\" width=\"80%%\">\n")
			g.put("<tr><td></td><td align=\"right\"><b>%d</b></td><td align=\"right\"><b>%d</b></td></tr>\n", g.year, g.year-1)
		} else {
			g.put("<TABLE>\n<CAPTION>\n%34s %9d %9d\n<S>%31s %9s %9s\n", "", g.year, g.year-1, "", "<C>", "<C>")
		}
		for _, r := range rows {
			a, c := 100+g.IntN(899), 100+g.IntN(899)
			if g.style.html {
				g.put("<tr><td>%s</td><td align=\"right\">%d</td><td align=\"right\">%d</td></tr>\n", r, a, c)
			} else {
				g.put("%-34s %9d %9d\n", r, a, c)
			}
		}
		g.put("%s", map[bool]string{true: "</table>\n", false: "</TABLE>\n\n"}[g.style.html])
	case "list":
		for i, s := range b.sentences[1:] {
			if g.style.html {
				g.put("<ul><li>%s</li></ul>\n", esc(s))
			} else {
				g.put("%s\n\n", strings.Join(wrap(fmt.Sprintf("(%d) %s", i+1, s), g.style.width, 5, 9), "\n"))
			}
		}
	default:
		if g.style.html {
			if !b.firm && len(b.sentences) > 2 && g.chance(0.1) {
				g.p("justify", esc(b.sentences[0]))
				g.pageBreak()
				text = strings.Join(b.sentences[1:], " ")
			}
			g.p("justify", esc(text))
			return
		}
		for i, l := range wrap(text, g.style.width, g.style.indent, 0) {
			if i > 0 && !b.firm && g.full() {
				g.pageBreak()
			}
			g.put("%s\n", l)
		}
		g.put("\n")
	}
}

// heading writes the heading of an item in the filer's way, now and then in another.
func (g *gen) heading(it *item, at int) bool {
	st := g.style
	g.w.cur = nil
	if g.full() {
		g.pageBreak()
	}
	if g.chance(0.05) {
		st.sep = pick(g, ". ", " ", ": ")
	}
	num, name := g.number(it), g.name(it)
	if it.head == "bare" {
		num, st.sep, st.layout = "", "", "inline"
	}
	all := num + st.sep + name
	run := ""
	if st.runIn && st.layout == "inline" && it.head == "" && len(it.body) > 0 && it.body[0].kind == "p" {
		run = strings.Join(it.body[0].sentences, " ")
		all = strings.TrimSuffix(all, ".") + "."
	}
	switch {
	case !st.html && run != "":
		g.put("%s\n\n", strings.Join(wrap(all+"  "+run, st.width, 0, 0), "\n"))
		return true
	case !st.html:
		g.headingText(st, num, name, all)
		return false
	}
	id := ""
	if st.anchs {
		id = fmt.Sprintf("<a name=\"item_%d\"></a>", at)
		if st.modern {
			id = fmt.Sprintf("<div id=\"item_%d\"></div>", at)
		}
	}
	nb := func(s string) string { return strings.ReplaceAll(esc(s), " ", "&nbsp;") }
	sep := esc(strings.TrimSpace(st.sep))
	b := func(s string) string { return `<span style="font-weight:700">` + s + "</span>" }
	if !st.modern {
		b = func(s string) string { return "<B>" + s + "</B>" }
	}
	row := `<table cellpadding="0" cellspacing="0" width="100%%"><tr><td style="width:10%%" valign="top">` +
		"%s</td><td>%s</td></tr></table>\n"
	g.put("%s", id)
	switch st.layout {
	case "two":
		g.p("center", b(nb(num)+sep))
		g.p("center", b(esc(name)))
	case "cells":
		g.put(row, b(nb(num)+sep), b(esc(name)))
	case "cellsTitleFirst":
		g.put(row, b(esc(name)), b(nb(num)))
	case "splitTitle":
		first, rest, ok := strings.Cut(name, " ")
		if !ok {
			first, rest = "", name
		}
		g.put(row, b(nb(num)+sep+"&nbsp;&nbsp;"+esc(first)), b(esc(rest)))
	case "caps":
		word, n, _ := strings.Cut(num, " ")
		g.p("left", b(esc(word[:1])+`<FONT SIZE="1">`+esc(strings.ToUpper(word[1:]))+"</FONT> "+nb(n)+sep+" "+esc(name)))
	case "h":
		g.put("<h3>%s%s %s</h3>\n", nb(num), sep, esc(name))
	case "runs":
		g.p("left", b("<u>"+nb(num)+sep+"</u>")+"&#160;&#160;&#160;&#160;"+b("<u>"+esc(name)+"</u>"))
	case "titleFirst":
		g.p("left", b(esc(strings.TrimSuffix(name, "."))+" ("+nb(num)+")"))
	default:
		if num == "" {
			g.p("left", b(esc(name)))
			break
		}
		head := b(strings.Replace(esc(all), " ", "&nbsp;", 1))
		if run != "" {
			head += "&nbsp; " + esc(run)
		}
		g.p("left", head)
	}
	return run != ""
}

func (g *gen) headingText(st style, num, name, all string) {
	sep := strings.TrimSpace(st.sep)
	rest := min(len(num+st.sep), 12)
	switch st.layout {
	case "two":
		g.put("%s%s\n\n%s\n\n", num, sep, strings.Join(wrap(name, st.width, 0, 0), "\n"))
	case "center":
		for _, l := range wrap(all, st.width-12, 0, 0) {
			g.put("%s\n", g.centre(l))
		}
		g.put("\n")
	case "center2":
		g.put("%s\n", g.centre(num+sep))
		for _, l := range wrap(name, st.width-12, 0, 0) {
			g.put("%s\n", g.centre(l))
		}
		g.put("\n")
	case "under":
		ls := wrap(all, st.width, 0, rest)
		g.put("%s\n%s\n\n", strings.Join(ls, "\n"), strings.Repeat("-", len(strings.TrimSpace(ls[len(ls)-1]))))
	case "titleFirst":
		g.put("%s\n\n", strings.Join(wrap(strings.TrimSuffix(name, ".")+" ("+num+")", st.width, 0, 0), "\n"))
	default:
		gap := strings.Join(wrap(name, st.width-len(num+st.sep), 0, 0), "\n"+strings.Repeat(" ", rest))
		g.put("%s%s%s\n\n", num, st.sep, gap)
	}
}

func (g *gen) partHead(p string) string {
	if g.form == "10-Q" {
		return "PART " + p + g.style.partSep + map[string]string{"I": "FINANCIAL INFORMATION", "II": "OTHER INFORMATION"}[p]
	}
	return "PART " + p
}

func (g *gen) contents(items []*item, title string, ranges bool) {
	dots := g.style.toc == "dots"
	if g.style.html {
		g.p("center", "<b><a name=\"toc\"></a>"+title+"</b>")
		g.put("<table width=\"100%%\">\n<tr><td></td><td></td><td align=\"right\"><b>Page</b></td></tr>\n")
	} else {
		g.put("%s\n\n%*s\n", g.centre(title), g.style.width, "Page")
	}
	part := ""
	for i, it := range items {
		if it.part != part && !g.style.noParts {
			part = it.part
			if g.style.html {
				g.put("<tr><td colspan=\"3\" align=\"center\">%s</td></tr>\n", g.partHead(part))
			} else {
				g.put("\n%s\n\n", g.centre(g.partHead(part)))
			}
		}
		word := map[bool]string{true: "Items ", false: "Item "}[len(it.ids) > 1] + it.num
		page := fmt.Sprint(it.page)
		if ranges && it.pageTo > it.page {
			page += fmt.Sprintf("-%d", it.pageTo)
		}
		if g.style.html {
			name := esc(it.title)
			if g.style.anchs {
				name = fmt.Sprintf("<a href=\"#item_%d\">%s</a>", i, name)
			}
			if g.style.toc == "oneCell" {
				g.put("<tr><td colspan=\"2\">%s. %s</td><td align=\"right\">%s</td></tr>\n", word, name, page)
			} else {
				g.put("<tr><td>%s.</td><td>%s</td><td align=\"right\">%s</td></tr>\n", strings.ReplaceAll(word, " ", "&#160;"), name, page)
			}
			continue
		}
		ls := wrap(it.title, g.style.width-22, 0, 0)
		for k, l := range ls {
			lead := strings.Repeat(" ", 12)
			if k == 0 {
				lead = fmt.Sprintf("%-11s ", word+".")
			}
			if k < len(ls)-1 {
				g.put("%s%s\n", lead, l)
				continue
			}
			fill := max(2, g.style.width-len(lead+l)-5)
			g.put("%s%s%s%5s\n", lead, l, strings.Repeat(map[bool]string{true: ".", false: " "}[dots], fill), page)
		}
	}
	g.put("%s", map[bool]string{true: "</table>\n", false: "\n"}[g.style.html])
}

func (g *gen) front(items []*item) {
	date := pick(g, "December 31, ", "June 30, ", "September 30, ") + fmt.Sprint(g.year)
	if g.style.html {
		g.put("<html><head><title>%s</title></head>\n<body>\n", g.form)
	} else if g.style.sgml {
		g.put("<SEC-DOCUMENT>0000%d-%02d-000123.txt\n<SEC-HEADER>\nCONFORMED SUBMISSION TYPE: %s\n</SEC-HEADER>\n",
			911420+g.IntN(999), g.year%100, g.form)
		g.put("<DOCUMENT>\n<TYPE>%s\n<SEQUENCE>1\n<TEXT>\n", g.form)
	}
	g.say("SECURITIES AND EXCHANGE COMMISSION", true)
	g.say("Washington, D.C. 20549", true)
	g.say("FORM "+g.form, true)
	g.say(map[bool]string{true: "Quarterly", false: "Annual"}[g.form == "10-Q"]+" report pursuant to Section 13 or 15(d) of the"+
		" Securities Exchange Act of 1934 for the period ended "+date, false)
	g.say(strings.ToUpper(g.co), true)
	g.say("(Exact name of registrant as specified in its charter)", true)
	g.say("Indicate by check mark whether the registrant (1) has filed all reports required to be filed during the preceding 12 months"+
		" and (2) has been subject to such filing requirements for the past 90 days. Yes [X] No [ ]", false)
	if g.form != "10-Q" {
		g.say("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained"+
			" herein, and will not be contained, to the best of registrant's knowledge, in proxy statements incorporated by"+
			" reference in Part III of this Form "+g.form+". [X]", false)
		g.say("DOCUMENTS INCORPORATED BY REFERENCE", true)
		g.say("Portions of the proxy statement for the annual meeting are incorporated by reference in Part III, Item 10 and following.", false)
	}
	if g.form == "10-K/A" {
		g.say("EXPLANATORY NOTE", true)
		g.say("This amendment is filed to furnish the information required by Part III, which was omitted from the original report."+
			" Item 8 and the other items of the original report are not changed.", false)
	}
	g.pageBreak()
	page := 2
	for _, it := range items {
		it.page = page
		page += len(it.body) / 5
		it.pageTo = page
	}
	if g.style.toc != "" {
		g.contents(items, pick(g, "TABLE OF CONTENTS", "INDEX", "Table of Contents", "CROSS REFERENCE SHEET"), false)
		g.pageBreak()
	}
	if g.form != "10-Q" && g.chance(0.4) {
		g.say("This report contains forward-looking statements. Factors that could cause results to differ are described under Item 7"+
			" and elsewhere in this report, and the reader is referred to them.", false)
	}
}

// write makes the whole file.
func (g *gen) write(items []*item, index bool) string {
	g.w = writer{}
	if index {
		g.style.continued = false
		g.style.toc, g.style.crossRef, g.style.noParts, g.style.runner = "", true, true, ""
	}
	g.front(items)
	part := ""
	g.w.insideItems = true
	for i, it := range items {
		if it.part != part && !g.style.noParts && !g.style.partInline {
			if g.w.cur = nil; part != "" && g.chance(0.4) {
				g.pageBreak()
			}
			g.say(g.partHead(it.part), true)
		}
		if it.head == "none" && it.part != part {
			g.say("The information required by Part III is incorporated by reference to the proxy statement, which will be filed later.", false)
		}
		part = it.part
		if it.head == "none" {
			continue
		}
		run := g.heading(it, i)
		g.w.cur = it
		for k, b := range append(it.body, it.tail...) {
			if k > 0 || !run {
				g.block(b, k == 0 || k == 1 && it.body[0].kind == "sub")
			}
		}
	}
	g.w.insideItems = false
	if g.chance(0.5) {
		g.pageBreak()
	}
	g.say(pick(g, "SIGNATURES", "SIGNATURES", "SIGNATURE"), true)
	g.say("Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed"+
		" on its behalf by the undersigned, thereunto duly authorized.", false)
	g.say(g.co, false)
	g.say("By: /s/ Imogen T. Farthingale, Chief Financial Officer", false)
	if g.style.crossRef {
		g.pageBreak()
		g.contents(items, "FORM "+g.form+" CROSS REFERENCE INDEX", true)
	}
	if g.chance(0.4) {
		g.pageBreak()
		g.say("EXHIBIT INDEX", true)
		g.say("10.1 Supply agreement with a maker of "+pick(g, g.words["goods"]...)+"; 23.1 Consent of auditors; 31.1 Certification", false)
	}
	if g.style.html {
		g.put("</body></html>\n")
	} else if g.style.sgml {
		g.put("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-10\n<SEQUENCE>2\n<TEXT>\n")
		g.say("SUPPLY AGREEMENT", true)
		g.put("ITEM 1. SCOPE\n\n")
		g.say("The seller delivers the goods named in the schedule to the works of the buyer in "+pick(g, g.words["place"]...)+".", false)
		g.put("ITEM 2. TERM\n\n")
		g.say("The agreement runs for five years and is renewed unless one of the parties gives notice in writing.", false)
		g.put("</TEXT>\n</DOCUMENT>\n")
	}
	return g.w.b.String()
}
