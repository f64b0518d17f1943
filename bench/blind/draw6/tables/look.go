package main

import (
	"fmt"
	"regexp"
	"strings"
)

// look is the way a filer's software writes tables.
type look struct {
	name             string
	years            [2]int
	spacer           bool
	symOwn, pareOwn  bool
	wide, per        int // physical cells of the label and of a spacer; of a number
	tagged           bool
	minus, pctOut    bool
	allSym, emptyRow bool
	para, middle     string
	cell, empty, row string
	table, page      string
}

// The formats of a paragraph, a centred line, a cell (span, align, content) and a whole page.
var looks = []look{
	{name: "workiva", years: [2]int{2017, 2024}, spacer: true, symOwn: true, pareOwn: true, wide: 3,
		para:   `<div style="margin-bottom:9pt;text-align:justify"><span style="font-size:10pt">%s</span></div>`,
		middle: `<div style="text-align:center"><span style="font-size:8pt;font-weight:700">%s</span></div>`,
		cell:   `<td%s style="padding:2px 1pt;text-align:%s;vertical-align:bottom"><span style="font-size:9pt">%s</span></td>`,
		empty:  `<td%s style="padding:0 1pt"></td>`, row: "<tr>%s</tr>",
		table: `<div><table style="border-collapse:collapse;display:inline-table;width:100%">` + "\n%s</table></div>", page: xmlPage},
	{name: "donnelley", years: [2]int{2000, 2012}, spacer: true, symOwn: true, pareOwn: true, wide: 1,
		para:   `<P STYLE="margin-top:6px;margin-bottom:0px"><FONT SIZE="2">%s</FONT></P>`,
		middle: `<P ALIGN="CENTER"><FONT SIZE="1"><B>%s</B></FONT></P>`,
		cell:   `<TD%s VALIGN="bottom" ALIGN="%s"><FONT STYLE="font-family:Times New Roman" SIZE="2">%s</FONT></TD>`,
		empty:  `<TD%s VALIGN="bottom"><FONT SIZE="1">&nbsp;</FONT></TD>`, row: "<TR>%s</TR>",
		table: `<TABLE CELLSPACING="0" CELLPADDING="0" WIDTH="100%" BORDER="0" ALIGN="center">` + "\n%s</TABLE>", page: oldPage},
	{name: "nineties", years: [2]int{1996, 2001}, wide: 1,
		para: `<P>%s`, middle: `<P ALIGN="CENTER"><B>%s</B></P>`, cell: `<TD%s ALIGN=%s>%s`, empty: `<TD%s>`, row: "<TR>%s",
		table: "<CENTER><TABLE BORDER=0 CELLPADDING=2 WIDTH=90%>\n%s</TABLE></CENTER>", page: oldPage},
	{name: "toppan", years: [2]int{2015, 2024}, spacer: true, symOwn: true, wide: 1,
		para: `<p style="margin:0pt 0pt 12pt 0pt">%s</p>`, middle: `<p style="text-align:center"><b>%s</b></p>`,
		cell:  `<td%s style="vertical-align:bottom;white-space:nowrap"><p style="text-align:%s;margin:0pt">%s</p></td>`,
		empty: `<td%s style="vertical-align:bottom"><p style="margin:0pt">&#8203;</p></td>`, row: "<tr>%s</tr>",
		table: `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;width:100%">` + "\n%s</table>", page: xmlPage},
	{name: "plain", years: [2]int{2008, 2023}, wide: 1,
		para: `<p>%s</p>`, middle: `<p class="c"><b>%s</b></p>`, cell: `<td%s style="text-align:%s">%s</td>`, empty: `<td%s></td>`,
		row: "<tr>%s</tr>", table: "<table class=\"data\">\n%s</table>", page: oldPage},
}

const (
	xmlPage = `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body>` + "\n%s</body></html>\n"
	oldPage = "<HTML>\n<HEAD><TITLE>Annual Report</TITLE></HEAD>\n<BODY BGCOLOR=\"#FFFFFF\">\n%s</BODY>\n</HTML>\n"
)

func (g *gen) newLook() look {
	l := pick(g, looks...)
	if l.name == "workiva" && g.chance(0.5) {
		l.spacer, l.tagged = false, true
	}
	if l.name == "nineties" && g.chance(0.5) {
		l.spacer, l.pareOwn = true, true
	}
	l.tagged = l.tagged || l.name == "toppan"
	l.per = 1 + strings.Count(fmt.Sprint(l.symOwn, l.pareOwn), "true")
	l.minus = g.chance(0.1)
	l.pctOut = g.chance(0.6)
	l.allSym = g.chance(0.15)
	l.emptyRow = g.chance(0.3)
	return l
}

var markRE = regexp.MustCompile(`\(\d\)$`)

func (g *gen) esc(s string) string {
	s = strings.ReplaceAll(s, "&", "&amp;")
	if g.look.years[0] < 2015 {
		s = strings.NewReplacer("—", "&#151;", "–", "&#150;", "€", "&#8364;", "£", "&pound;", "¥", "&yen;", "'", "&#146;").Replace(s)
	} else {
		s = strings.NewReplacer("—", "&#8212;", "'", "&#8217;", "£", "&#163;").Replace(s)
	}
	if m := markRE.FindString(s); m != "" {
		s = strings.TrimSuffix(s, m) + "<sup>" + m + "</sup>"
	}
	return s
}

// put writes content into a format of the look; a % in the format stands for itself.
func (g *gen) put(format, content string) {
	g.b.WriteString(strings.Replace(format, "%s", content, 1) + "\n")
}

func (g *gen) para(s string, bold bool) {
	s = g.esc(g.repl.Replace(s))
	if bold {
		s = "<b>" + s + "</b>"
	}
	g.put(g.look.para, s)
}

func (g *gen) centre(s string) { g.put(g.look.middle, g.esc(g.repl.Replace(s))) }

// td writes one cell; s is markup already.
func (g *gen) td(span int, align, s string) {
	at := ""
	if span > 1 {
		at = fmt.Sprintf(` COLSPAN="%d"`, span)
	}
	if g.look.years[1] > 2015 {
		at = strings.ToLower(at)
	}
	if s == "" {
		fmt.Fprintf(&g.b, g.look.empty, at)
		return
	}
	fmt.Fprintf(&g.b, g.look.cell, at, align, s)
}

func (g *gen) tr(f func()) {
	open, end, _ := strings.Cut(g.look.row, "%s")
	g.b.WriteString(open)
	f()
	g.b.WriteString(end + "\n")
}

func (g *gen) gap() {
	if g.look.spacer {
		g.td(g.look.wide, "left", "")
	}
}

// span is the width of n data columns with the gaps between them.
func (g *gen) span(n int) int {
	w := n * g.look.per
	if g.look.spacer {
		w += (n - 1) * g.look.wide
	}
	return w
}

func (g *gen) head(stub string, spans []spanner, breaks bool) {
	g.tr(func() {
		g.td(g.look.wide, "left", g.esc(g.repl.Replace(stub)))
		for _, s := range spans {
			g.gap()
			t := g.esc(g.repl.Replace(s.label))
			if breaks && !strings.Contains(t, "<") {
				t = strings.ReplaceAll(t, " ", "<br/>")
			}
			if t != "" {
				t = "<b>" + t + "</b>"
			}
			g.td(g.span(s.n), "center", t)
		}
	})
}

func (g *gen) number(v *value) {
	if v.text != "" {
		t := g.esc(strings.TrimSpace(v.text))
		g.td(g.look.per, "right", t)
		return
	}
	num := v.num
	if g.look.tagged && v.sp.kind != 'x' {
		digits := strings.TrimLeft(num, "(-")
		lead := num[:len(num)-len(digits)]
		tail := ""
		if strings.HasSuffix(digits, "x") {
			digits, tail = strings.TrimSuffix(digits, "x"), "x"
		}
		unit, scale := map[byte]string{'m': "usd", 'e': "usdPerShare", 's': "shares"}[v.sp.kind], v.sp.exp
		if unit == "usd" && v.cur != "USD" || unit == "usdPerShare" && v.cur != "USD" {
			unit = strings.Replace(unit, "usd", strings.ToLower(v.cur), 1)
		}
		if unit == "" {
			unit = "number"
		}
		if v.sp.kind == 'p' {
			scale = -2
		}
		sign := ""
		if v.neg {
			sign = ` sign="-"`
		}
		num = fmt.Sprintf(`%s<ix:nonFraction unitRef="%s" contextRef="c-%d" decimals="%d" name="co:Item%d" format="ixt:num-dot-decimal"`+
			` scale="%d"%s id="f-%d">%s</ix:nonFraction>%s`, lead, unit, v.n%7, v.sp.dec-scale, v.n%97, scale, sign, v.n, digits, tail)
	}
	sym, pare := g.esc(v.sym), v.pare
	if !g.look.symOwn && sym != "" {
		num = sym + num
		if len(v.sym) > 1 {
			num = sym + " " + strings.TrimPrefix(num, sym)
		}
	}
	if !g.look.pareOwn {
		num += pare
	}
	if mark := "<sup>" + v.mark + "</sup>"; v.mark != "" && g.look.pareOwn {
		pare += mark
	} else if v.mark != "" {
		num += mark
	}
	w := 1
	if g.look.symOwn {
		if sym == "" && g.look.name == "workiva" {
			w = 2
		} else {
			g.td(1, "left", sym)
		}
	}
	g.td(w, "right", num)
	if g.look.pareOwn {
		g.td(1, "left", pare)
	}
}

func (g *gen) markup(s *sheet, exp int, scale, where string) {
	n := len(s.cols)
	intro := s.intro
	if where == "intro" && len(intro) == 0 {
		where = "above"
	}
	inTable := where == "above" && g.chance(0.3)
	titled := g.chance(0.8) || where == "title" || len(intro) == 0
	if titled && g.chance(0.5) || where == "title" {
		t := s.title
		if where == "title" {
			t += " " + scale
		}
		g.centre(t)
	} else if titled {
		g.para(s.title, true)
	}
	for i, t := range intro {
		if where == "intro" && i == len(intro)-1 {
			if scale[0] != '(' {
				scale = "(" + scale + ")"
			}
			t += " " + scale + ":"
		}
		if s.family == "prose" {
			t = strings.ReplaceAll(t, "{u}", scaleName[exp])
		}
		g.para(t, false)
	}
	if where == "above" && !inTable {
		if g.chance(0.7) {
			g.centre(scale)
		} else {
			g.para(scale, false)
		}
	}
	nested := g.look.name != "workiva" && g.look.name != "toppan" && g.chance(0.12)
	if nested {
		g.b.WriteString("<table width=\"95%\" border=\"0\"><tr><td>\n")
	}
	open, end, _ := strings.Cut(g.look.table, "%s")
	g.b.WriteString(open)
	whole := g.look.wide + g.span(n)
	if g.look.spacer {
		whole += g.look.wide
	}
	if inTable {
		g.tr(func() { g.td(whole, "left", g.esc(scale)) })
	}
	if len(s.span) > 0 {
		g.head("", s.span, false)
	}
	leaf, name := make([]spanner, n), g.columnNames(s)
	for i, c := range s.cols {
		leaf[i] = spanner{1, c.label}
	}
	stub := s.stub
	if where == "stub" {
		stub = scale
	}
	breaks := g.chance(0.5)
	if where == "span" && g.chance(0.3) {
		g.head("", []spanner{{n, scale}}, false)
		where = "done"
	}
	g.head(stub, leaf, breaks)
	if where == "span" {
		g.head("", []spanner{{n, scale}}, false)
	}
	vals := g.fill(s, exp)
	sections := ""
	for i, r := range s.rows {
		label := g.repl.Replace(r.label)
		if g.look.emptyRow && i > 0 && r.section {
			g.tr(func() { g.td(whole, "left", "") })
		}
		if r.section {
			sections = label
			g.tr(func() {
				g.td(g.look.wide, "left", "<b>"+g.esc(label)+"</b>")
				for range n {
					g.gap()
					g.td(g.look.per, "right", "")
				}
			})
			continue
		}
		g.tr(func() {
			indent := ""
			if sections != "" && g.look.name != "workiva" {
				indent = "&nbsp;&nbsp;"
			}
			g.td(g.look.wide, "left", indent+g.esc(label))
			for j, v := range vals[i] {
				v.print(s.sym, g.look.minus, g.look.pctOut, g.look.allSym)
				if v.cur == "USD" && s.cur != "USD" && v.sym != "" {
					v.sym = "$"
				}
				if v.text == "" && v.sp.kind == 'm' && g.chance(0.01) {
					v.mark = "(a)"
				}
				g.gap()
				g.number(v)
				g.want(label, name[j], v)
			}
		})
	}
	g.b.WriteString(end + "\n")
	if nested {
		g.b.WriteString("</td></tr></table>\n")
	}
	for _, f := range s.foot {
		g.para(f, false)
	}
}

// columnNames are the leaf labels, with the label above where the leaf alone is not enough.
func (g *gen) columnNames(s *sheet) []string {
	var over []string
	for _, h := range s.span {
		for range h.n {
			over = append(over, h.label)
		}
	}
	count := map[string]int{}
	for _, c := range s.cols {
		count[c.label]++
	}
	out := make([]string, len(s.cols))
	for i, c := range s.cols {
		out[i] = c.label
		if (count[c.label] > 1 || len(c.label) == 1) && i < len(over) {
			out[i] = over[i] + " " + c.label
		}
		out[i] = g.repl.Replace(out[i])
	}
	return out
}

func (g *gen) want(label, col string, v *value) {
	if v.text != "" || v.n == 0 {
		return
	}
	c := cellWant{Row: label, Column: col, Text: v.text0, Kind: kinds[v.sp.kind], Also: v.sp.also}
	c.Value = shift(v.n, v.sp.dec, v.sp.exp, v.neg)
	if v.sp.kind == 'm' || v.sp.kind == 'e' {
		c.Currency = v.cur
	}
	if c.Also == nil {
		c.Also = []string{}
	}
	g.cases = append(g.cases, c)
}
