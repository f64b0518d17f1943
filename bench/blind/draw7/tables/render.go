package main

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// style is how one maker of filings writes tables.
type style struct {
	maker                                            int
	spacer, ownSign, ownClose, everySign, minus, pad bool
	noZero, decimals, sup                            bool
}

func (g *gen) newStyle() style {
	s := style{maker: g.IntN(5), minus: g.p(10), noZero: g.p(12), decimals: g.p(35), sup: g.p(60), everySign: g.p(15), pad: g.p(30)}
	s.spacer, s.ownSign, s.ownClose = s.maker != 2, s.maker != 2 && g.p(85), s.maker != 2 && s.maker != 3
	return s
}

// cell writes one cell of the maker's kind.
func (s style) cell(text string, span int, align string, bold bool) string {
	in := html.EscapeString(text)
	if s.sup {
		for _, m := range []string{"(1)", "(2)", "(3)"} {
			in = strings.Replace(in, " "+m, " <sup>"+m+"</sup>", 1)
		}
	}
	in = strings.ReplaceAll(in, "—", "&#8212;")
	if in == "" && s.maker != 0 {
		in = "&nbsp;"
	}
	if bold {
		in = "<b>" + in + "</b>"
	}
	cs := ""
	if span > 1 {
		cs = fmt.Sprintf(" colspan=\"%d\"", span)
	}
	switch s.maker {
	case 0:
		if in == "" {
			return fmt.Sprintf("<td%s style=\"padding:0 1pt\"/>", cs)
		}
		return fmt.Sprintf("<td%s style=\"padding:2px 1pt;text-align:%s;vertical-align:top\"><span style=\"font-size:9pt\">%s</span></td>",
			cs, align, in)
	case 1:
		return fmt.Sprintf("<TD%s VALIGN=\"bottom\" ALIGN=\"%s\"><FONT STYLE=\"font-family:Times New Roman\" SIZE=\"2\">%s</FONT></TD>\n",
			cs, align, in)
	case 2:
		return fmt.Sprintf("<td%s align=%s>%s</td>\n", cs, align, in)
	case 3:
		if bold {
			return fmt.Sprintf("<TH%s ALIGN=\"%s\"><FONT SIZE=1>%s</FONT><HR NOSHADE></TH>\n", cs, strings.ToUpper(align), in)
		}
		return fmt.Sprintf("<TD%s ALIGN=\"%s\"><FONT SIZE=2>%s</FONT></TD>\n", cs, strings.ToUpper(align), in)
	}
	return fmt.Sprintf("<td%s style=\"vertical-align: bottom\"><div style=\"text-align: %s; font: 10pt serif\">%s</div></td>\n",
		cs, align, in)
}

// width is the number of cells that a value takes.
func (s style) width() int {
	n := 1
	if s.ownSign {
		n++
	}
	if s.ownClose {
		n++
	}
	return n
}

// heads writes a row of heads, joining equal neighbours if they are groups.
func (s style) heads(first string, labels []string, join bool) string {
	var b strings.Builder
	b.WriteString("<tr>" + s.cell(first, 1, "left", first != ""))
	for i := 0; i < len(labels); {
		n := 1
		for join && i+n < len(labels) && labels[i] != "" && labels[i+n] == labels[i] {
			n++
		}
		span := n * s.width()
		if s.spacer {
			b.WriteString(s.cell("", 1, "left", false))
			span += n - 1
		}
		b.WriteString(s.cell(labels[i], span, "center", labels[i] != ""))
		i += n
	}
	b.WriteString("</tr>\n")
	return b.String()
}

// value writes a value and returns the text as printed without the sign of the currency.
func (s style) value(v number, sign, mark string) (cells, text string) {
	d := v.digits()
	if s.noZero {
		d = strings.TrimPrefix(d, "0")
		if d == "" || d[0] == ',' {
			d = v.digits()
		}
	}
	open, shut := "", mark
	if v.n < 0 {
		open, shut = "(", ")"+mark
		if s.minus {
			open, shut = "-", mark
		}
	}
	text = open + d + shut
	var b strings.Builder
	if s.spacer {
		b.WriteString(s.cell("", 1, "left", false))
	}
	num := open + d
	switch {
	case s.ownSign && sign != "":
		b.WriteString(s.cell(sign, 1, "left", false))
	case s.ownSign && s.maker == 0 && sign == "":
		return b.String() + s.cell(num, 2, "right", false) + s.closing(shut), text
	case s.ownSign:
		b.WriteString(s.cell("", 1, "left", false))
	case sign != "":
		num = sign + num
	}
	if !s.ownClose {
		return b.String() + s.cell(num+shut, 1, "right", false), text
	}
	return b.String() + s.cell(num, 1, "right", false) + s.closing(shut), text
}

func (s style) closing(shut string) string {
	if s.ownClose {
		return s.cell(shut, 1, "left", false)
	}
	return ""
}

var kindName = map[byte]string{'M': "money", 'U': "money", 'W': "money", 'E': "per-share",
	'H': "shares", 'C': "count", 'P': "percent", 'Q': "ratio"}

func (g *gen) render(b *strings.Builder, t *table) []cellWant {
	s := t.style
	title := t.title
	if g.p(40) {
		title = strings.ToUpper(title)
	}
	if t.where == "title" {
		title += " " + t.statement
	}
	fmt.Fprintf(b, "<p align=\"center\"><b>%s</b></p>\n", html.EscapeString(title))
	if t.where == "above" {
		fmt.Fprintf(b, "<p align=\"%s\"><i>%s</i></p>\n", pick(g, []string{"center", "left"}), html.EscapeString(t.statement))
	}
	if t.where == "intro" {
		fmt.Fprintf(b, "<p>%s %s:</p>\n", html.EscapeString(t.intro), html.EscapeString(t.statement))
	} else if t.where == "prose" {
		st := strings.Trim(t.statement, "()")
		if t.cur.code != "USD" || !strings.HasPrefix(strings.ToLower(st), "in ") {
			st = "Basis of the table below: " + st
		}
		if rest, ok := strings.CutPrefix(strings.ToLower(st), "in "); ok && t.cur.code == "USD" {
			st = "The table below is stated in " + strings.Replace(rest, "revpar", "RevPAR", 1)
		}
		fmt.Fprintf(b, "<p>%s.</p>\n", html.EscapeString(st))
	} else if t.where == "none" || g.p(30) {
		fmt.Fprintf(b, "<p>%s:</p>\n", html.EscapeString(t.intro))
	}
	b.WriteString([]string{"<table style=\"width:100%\">", "<TABLE CELLSPACING=\"0\" CELLPADDING=\"0\" WIDTH=\"100%\" BORDER=\"0\">",
		"<table border=1>", "<TABLE WIDTH=\"93%\" BORDER=0>", "<table cellpadding=\"0\" style=\"width: 90%\">"}[s.maker] + "\n")
	g.writeHeads(b, t)
	var all []cellWant
	first := true
	for i, r := range t.rows {
		if s.pad && i > 0 && g.p(12) {
			b.WriteString("<tr>" + s.cell("", t.span(), "left", false) + "</tr>\n")
		}
		if r.kind == "S" {
			b.WriteString("<tr>" + s.cell(r.label, t.span(), "left", g.p(50) && s.maker != 3) + "</tr>\n")
			first = true
			continue
		}
		b.WriteString("<tr>" + s.cell(r.label, 1, "left", false))
		all = append(all, g.values(b, t, r, first || strings.HasPrefix(r.label, "Total"))...)
		b.WriteString("</tr>\n")
		first = false
	}
	b.WriteString("</table>\n")
	for i, n := range t.notes {
		fmt.Fprintf(b, "<p>(%d) %s</p>\n", i+1, html.EscapeString(n))
	}
	return all
}

func (t *table) span() int {
	n := len(t.columns) * t.style.width()
	if t.style.spacer {
		n += len(t.columns)
	}
	return n + 1
}

func (g *gen) writeHeads(b *strings.Builder, t *table) {
	groups, leaves, cell := []string{}, []string{}, ""
	hasGroup := false
	for _, c := range t.columns {
		groups, leaves = append(groups, c.group), append(leaves, c.leaf)
		hasGroup = hasGroup || c.group != ""
	}
	if t.where == "row" && g.p(50) {
		b.WriteString("<tr>" + t.style.cell(t.statement, t.span(), "center", false) + "</tr>\n")
		t.where = "done"
	}
	if t.where == "cell" {
		cell = t.statement
	}
	if hasGroup {
		up := ""
		if cell != "" && g.p(50) {
			up, cell = cell, ""
		}
		b.WriteString(t.style.heads(up, groups, true))
	}
	b.WriteString(t.style.heads(cell, leaves, false))
	if t.where == "row" {
		b.WriteString("<tr>" + t.style.cell(t.statement, t.span(), "left", false) + "</tr>\n")
	}
	if t.where == "head" {
		same := make([]string, len(t.columns))
		for i := range same {
			same[i] = t.statement
		}
		b.WriteString(t.style.heads("", same, true))
	}
}

// values writes the values of a row; what is not asked has no Kind.
func (g *gen) values(b *strings.Builder, t *table, r row, signs bool) (all []cellWant) {
	s := t.style
	var nums []number
	for i, c := range t.columns {
		u := r
		if t.cols != nil {
			u = c.kind
		}
		kind := strings.TrimSuffix(u.kind, "-")
		v := g.draw(t, u)
		if t.cols == nil && i > 0 && c.cur.code == t.cur.code {
			v.n = v.n / max(1, v.abs()) * max(1, nums[0].abs()*(78+g.IntN(45))/100)
		} else if i > 0 && t.layout == "conv" && kind != "P" && kind != "H" {
			v.n = max(1, nums[i-1].n*14/100)
		}
		switch c.role {
		case "change":
			v = number{n: nums[0].n - nums[1].n, dec: nums[0].dec, exp: nums[0].exp}
		case "pctchange":
			v, kind = number{n: (nums[0].n - nums[1].n) * 1000 / max(1, nums[1].n), dec: 1}, "P"
			if nums[0].n <= 0 || nums[1].n <= 0 {
				v.n = 0
			}
		case "share":
			v, kind = number{n: nums[i-2].n * 1000 / t.base[i-2].n, dec: 1}, "P"
		}
		nums = append(nums, v)
		if t.base == nil && i == 1 {
			t.base = nums
		}
		blank := c.role != "" && kind == "P" && (v.n == 0 || r.kind == "P" || r.kind == "P-") ||
			c.role == "change" && (r.kind[0] == 'P' || v.n == 0)
		blank = blank || c.cur.code != t.cur.code && (kind == "P" || kind == "H")
		if blank || c.role == "" && t.cols == nil && t.layout != "chg" && t.layout != "pct" && g.p(2) {
			b.WriteString(s.dash())
			continue
		}
		sign, mark := "", ""
		if strings.ContainsAny(kind[:1], "MUE") && (signs || s.everySign || kind[0] != 'M' && g.p(90)) {
			sign = c.cur.sign
		}
		if t.cols != nil && strings.Contains(u.label, "$") || t.where == "label" && kind == "M" && t.cur.code == "USD" {
			sign = map[bool]string{true: sign, false: ""}[t.cols == nil]
		}
		headPct := strings.Contains(r.label+c.leaf+c.group, "%") || strings.Contains(c.label(), "Percent")
		if kind == "P" && (t.pctSign || !headPct) {
			mark = "%"
		}
		if kind == "Q" && s.noZero {
			mark = "x"
		}
		if kind == "W" {
			all = append(all, g.wordCell(b, t, r, c, v))
			continue
		}
		cells, text := s.value(v, sign, mark)
		b.WriteString(cells)
		w := cellWant{Row: r.label, Column: c.label(), Text: text, Value: trimZero(v.value()), Kind: kindName[kind[0]], core: v.digits()}
		if w.Kind == "money" || w.Kind == "per-share" {
			w.Currency = c.cur.code
		}
		w.Also = also(kind, u.label)
		if v.n != 0 {
			all = append(all, w)
		}
	}
	return all
}

// also names kinds that are as good.
func also(kind, label string) []string {
	l := strings.ToLower(label)
	switch {
	case kind[0] == 'U':
		return []string{"per-share"}
	case kind == "E" && (strings.Contains(l, "price") || strings.Contains(l, "value") || l == "high" || l == "low"):
		return []string{"money"}
	case kind[0] == 'H' && (strings.Contains(l, "options") || strings.Contains(l, "unit") || strings.Contains(l, "securities")):
		return []string{"count"}
	case kind == "P" && strings.Contains(l, "ratio"):
		return []string{"ratio"}
	}
	return []string{}
}

// dash writes a cell that says nil.
func (s style) dash() string {
	c := ""
	if s.spacer {
		c = s.cell("", 1, "left", false)
	}
	return c + s.cell("—", s.width(), "right", false)
}

// wordCell writes a value with its scale in words.
func (g *gen) wordCell(b *strings.Builder, t *table, r row, c column, v number) cellWant {
	v.exp = pick(g, []int{6, 6, 9})
	text := v.digits() + " " + strings.TrimSuffix(scaleWord[v.exp], "s")
	s := t.style
	if s.spacer {
		b.WriteString(s.cell("", 1, "left", false))
	}
	b.WriteString(s.cell("$"+text, s.width(), "right", false))
	return cellWant{Row: r.label, Column: c.label(), Text: text, Value: trimZero(v.value()), Kind: "money", Currency: "USD",
		Also: []string{}, core: strconv.Quote(text)}
}

// trimZero drops zeros at the end of the decimals.
func trimZero(s string) string {
	if strings.Contains(s, ".") {
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}
