package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// style is the way in which a filing agent's program wrote tables.
type style struct {
	up, old           bool // upper-case tags; wording and figures of the older filings
	lab, gap, wide    int  // columns of the label, of the spacer before each figure and of the figure
	sign, tail, paren bool // "$" in a cell of its own; a cell after the figure; ")" in that cell
	pctIn, minus      bool // "%" within the figure's cell; negative percents with a minus
	fill, attr, font  string
	from, to          int
}

const wdAttr = `style="background-color:%s;padding:2px 1pt;text-align:%s;vertical-align:bottom"`

var styles = map[string]style{
	"wd": {lab: 3, gap: 3, wide: 3, sign: true, tail: true, attr: wdAttr, from: 2019, to: 2025,
		font: `<span style="color:#000000;font-family:'Arial',sans-serif;font-size:9pt;font-weight:400;line-height:100%">`},
	"ti": {lab: 1, wide: 3, sign: true, tail: true, attr: wdAttr, minus: true, from: 2020, to: 2025,
		font: `<span style="color:#000000;font-family:'Helvetica',sans-serif;font-size:8pt;font-weight:400;line-height:120%">`},
	"dk": {up: true, lab: 1, gap: 1, wide: 3, sign: true, tail: true, paren: true, fill: "&nbsp;", from: 2003, to: 2014,
		attr: `BGCOLOR="%s" VALIGN="bottom" ALIGN="%s"`, font: `<FONT STYLE="font-family:Times New Roman" SIZE="2">`},
	"df": {lab: 1, gap: 1, wide: 3, sign: true, tail: true, paren: true, fill: "&#160;", from: 2009, to: 2023,
		attr: `style="background-color:%s;text-align:%s;vertical-align:bottom"`, font: `<font style="font-size:10pt">`},
	"pl": {lab: 1, gap: 1, wide: 1, pctIn: true, from: 2008, to: 2018,
		attr: `style='background-color:%s' valign='bottom' align='%s'`, font: `<font style='font:9pt Times New Roman'>`},
	"pu": {up: true, old: true, lab: 1, gap: 1, wide: 1, pctIn: true, fill: "&nbsp;", from: 1996, to: 2003,
		attr: `BGCOLOR="%s" ALIGN="%s" VALIGN="BOTTOM"`, font: `<FONT SIZE="2">`},
	"os": {up: true, old: true, lab: 1, gap: 1, wide: 3, sign: true, tail: true, paren: true, fill: "&nbsp;", from: 1997, to: 2004,
		attr: `BGCOLOR="%s" ALIGN="%s" NOWRAP`, font: `<FONT SIZE="1">`},
	"vu": {lab: 1, gap: 1, wide: 2, tail: true, paren: true, pctIn: true, minus: true, fill: " ", from: 2008, to: 2014,
		attr: `bgcolor="%s" align="%s" valign="bottom"`, font: `<font size="2">`},
	"zw": {lab: 1, gap: 1, wide: 3, sign: true, tail: true, fill: "\u200b", from: 2019, to: 2025,
		attr: `style="background:%s;text-align:%s;padding:0pt;vertical-align:bottom;"`, font: `<font style="font-size:10pt;">`},
	"or": {lab: 1, gap: 1, wide: 3, sign: true, tail: true, paren: true, pctIn: true, minus: true, fill: "&#160;", from: 2012, to: 2024,
		attr: `style="background-color:%s;text-align:%s"`, font: `<span style="font-size:10pt;font-family:Times New Roman">`},
}

var markRE = regexp.MustCompile(`\^(\d)`)

// plain is a label as a reader sees it.
func plain(s string) string { return strings.TrimSpace(markRE.ReplaceAllString(s, " ($1)")) }

func esc(s string) string { return markRE.ReplaceAllString(html.EscapeString(s), " <sup>($1)</sup>") }

// text is the figure as printed with its sign, without the sign of the currency.
func (st style) text(c cell) string {
	s, frac := decimals(c.n, c.dec)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if frac != "" {
		if s == "0" && st.old && strings.Contains("EQ", c.unit) {
			s = ""
		}
		s += "." + frac
	}
	switch {
	case c.n < 0 && st.minus && c.unit == "P":
		s = "-" + s
	case c.n < 0:
		s = "(" + s + ")"
	}
	if c.unit == "P" && st.pctIn {
		s += "%"
	}
	return s
}

func (st style) tag(s string) string {
	if st.up {
		return strings.ToUpper(s)
	}
	return s
}

func (st style) td(span int, color, align, text string) string {
	if text == "" {
		text = st.fill
	} else if text != st.fill {
		end := "</" + strings.TrimPrefix(strings.SplitN(st.font, " ", 2)[0], "<") + ">"
		text = st.font + text + end
	}
	t, sp := st.tag("td"), ""
	if span > 1 {
		sp = fmt.Sprintf(` %s="%d"`, st.tag("colspan"), span)
	}
	return "<" + t + sp + " " + fmt.Sprintf(st.attr, color, align) + ">" + text + "</" + t + ">"
}

// space is the spacer before a figure.
func (st style) space(color string) string {
	if st.gap == 0 {
		return ""
	}
	return st.td(st.gap, color, "left", "")
}

func (g *gen) open(form, co string) {
	t := g.st.tag
	title := t("<title>") + html.EscapeString(co+" "+form) + t("</title>")
	fmt.Fprintln(&g.out, t("<html><head>")+title+t("</head><body>"))
	if g.r.IntN(2) == 0 {
		g.para("~", "Table of Contents", nil)
	}
	g.para("~", co, nil)
	for i := range 1 + g.r.IntN(2) {
		g.para(".", g.fill(prose[g.prose[i]]), nil)
	}
}

// para prints prose ".", a centred line "~", a footnote "*" or the running head of the notes "N".
func (g *gen) para(kind, text string, u *table) {
	t := g.st.tag("p")
	if kind == "N" {
		text = strings.TrimSpace("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS " + text)
		if u.pos == "r" {
			text += " " + u.word
		}
		kind = "~"
	}
	body := esc(strings.ReplaceAll(text, "  ", " "))
	attr := ""
	switch {
	case kind == "~" && g.st.up:
		attr = ` ALIGN="CENTER"`
	case kind == "~":
		attr = ` style="text-align:center"`
	}
	if kind == "~" {
		body = "<" + g.st.tag("b") + ">" + body + "</" + g.st.tag("b") + ">"
	}
	fmt.Fprintf(&g.out, "<%s%s>%s</%s>\n", t, attr, body, t)
}

func (g *gen) render(t *table) {
	st := g.st
	if t.pos == "c" {
		g.para("~", t.word, nil)
	}
	w, n := st.wide, len(t.cols)
	all := st.lab + n*(w+st.gap)
	tr := st.tag("tr")
	var rows []string
	if st.lab == 3 {
		rows = append(rows, strings.Repeat(fmt.Sprintf(`<td style="width:%.3f%%"></td>`, 100/float64(all)), all))
	}
	rows = append(rows, g.heads(t)...)
	unit := ""
	for i, r := range t.rows {
		color := []string{"#cceeff", "#ffffff"}[i%2]
		if r.section {
			s := st.td(st.lab, color, "left", esc(r.label))
			rows, unit = append(rows, s+st.td(all-st.lab, color, "right", "")), ""
			continue
		}
		label := esc(r.label)
		if r.total && st.lab == 1 {
			label = "<" + st.tag("b") + ">" + label + "</" + st.tag("b") + ">"
		}
		s := st.td(st.lab, color, "left", label)
		for _, c := range r.cells {
			s += st.space(color) + st.group(c, color, r.total || unit == "" || strings.Contains("EQUG", c.unit) || c.cur != g.cur)
		}
		rows, unit = append(rows, s), r.cells[0].unit
	}
	attr := ` border="0" cellspacing="0" cellpadding="0"`
	if st.lab == 3 {
		attr = ` style="border-collapse:collapse;display:inline-table;width:100.000%"`
	}
	tb := st.tag("table")
	fmt.Fprintf(&g.out, "<%s%s>\n", tb, st.tag(attr))
	for _, s := range rows {
		fmt.Fprintf(&g.out, "<%s>%s</%s>\n", tr, s, tr)
	}
	fmt.Fprintf(&g.out, "</%s>\n", tb)
}

// heads builds the head rows; equal neighbours of an upper level are printed once over their columns.
func (g *gen) heads(t *table) (rows []string) {
	st, depth, n := g.st, 0, len(t.cols)
	for _, c := range t.cols {
		depth = max(depth, len(c.levels))
	}
	w := st.wide
	corner := t.corner
	if t.pos == "k" {
		corner = strings.TrimSpace(corner + " " + t.word)
	}
	level := func(c column, d int) string {
		if d -= depth - len(c.levels); d < 0 {
			return ""
		}
		return c.levels[d]
	}
	for d := range depth {
		first := ""
		if d == depth-1 {
			first = esc(corner)
		}
		s := st.td(st.lab, "#ffffff", "left", first)
		for j := 0; j < n; {
			k := j + 1
			for d < depth-1 && k < n && level(t.cols[k], d) == level(t.cols[j], d) && level(t.cols[j], d) != "" {
				k++
			}
			s += st.space("#ffffff") + st.td((k-j)*w+(k-j-1)*st.gap, "#ffffff", "center", esc(level(t.cols[j], d)))
			j = k
		}
		rows = append(rows, s)
	}
	if t.pos == "h" {
		s := st.td(st.lab, "#ffffff", "left", "") + st.space("#ffffff")
		rows = append(rows, s+st.td(n*w+(n-1)*st.gap, "#ffffff", "center", esc(t.word)))
	}
	return rows
}

var signs = map[string]string{"USD": "$", "CAD": "C$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// group prints one figure with the cells that belong to it.
func (st style) group(c cell, color string, sign bool) string {
	num, cur, tail := esc(c.lit), "", ""
	if c.num {
		num = st.text(c)
		if sign && strings.Contains("MEUQG", c.unit) {
			cur = signs[c.cur]
		}
		if st.paren && strings.HasSuffix(num, ")") {
			num, tail = strings.TrimSuffix(num, ")"), ")"
		}
		if c.unit == "P" && !st.pctIn {
			tail += "%"
		} else if c.unit == "T" {
			tail += " pts"
		}
	}
	if !st.tail {
		num, tail = num+tail, ""
	}
	s := ""
	switch {
	case st.sign && cur == "" && st.lab == 3:
		s = st.td(2, color, "right", num)
	case st.sign:
		s = st.td(1, color, "left", cur) + st.td(1, color, "right", num)
	case strings.HasPrefix(num, "("):
		s = st.td(1, color, "right", "("+cur+num[1:])
	default:
		s = st.td(1, color, "right", cur+num)
	}
	if st.tail {
		s += st.td(1, color, "left", tail)
	}
	return s
}
