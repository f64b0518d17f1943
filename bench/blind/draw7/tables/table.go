package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type currency struct {
	code, sign string
	words      []string // %s is the scale
}

var currencies = []currency{
	{"USD", "$", []string{"(Dollars in %s", "($ in %s", "(dollars in %s", "(In %s of dollars",
		"(U.S. dollars in %s", "(Dollar amounts in %s"}},
	{"EUR", "€", []string{"(in %s of euros", "(Euros in %s", "(€ in %s"}},
	{"GBP", "£", []string{"(in %s of pounds sterling", "(Pounds sterling in %s", "(£ in %s"}},
	{"CAD", "$", []string{"(in %s of Canadian dollars", "(Canadian dollars in %s", "(expressed in %s of Canadian dollars"}},
	{"JPY", "¥", []string{"(in %s of Japanese yen", "(Japanese yen in %s", "(Yen in %s"}},
	{"CHF", "", []string{"(in %s of Swiss francs", "(CHF in %s", "(Swiss francs in %s"}},
	{"CNY", "", []string{"(in %s of Renminbi", "(RMB in %s", "(Renminbi in %s"}},
	{"MXN", "", []string{"(in %s of Mexican pesos", "(Mexican pesos in %s"}},
}

var scaleWord = map[int]string{3: "thousands", 6: "millions", 9: "billions"}

type column struct {
	group, leaf string
	role        string // "", "change", "pctchange", "share"
	kind        row    // for tables whose columns carry the units
	cur         currency
}

func (c column) label() string { return strings.TrimSpace(c.group + " " + c.leaf) }

type table struct {
	spec
	title, layout     string
	scale, shares     int
	where, shareWhere string // where the statement stands: page above cell title row intro head section label none
	cur               currency
	columns           []column
	style             style
	notes             []string
	statement         string
	pctSign           bool
	base              []number // the first values of the first row, which percents are of
}

// newTable makes a table; fixed holds the powers of ten of money and shares where the page has told them.
func (g *gen) newTable(s spec, cur currency, st style, fixed []int) *table {
	t := &table{spec: s, cur: cur, style: st, title: pick(g, s.titles), layout: pick(g, s.forms), pctSign: g.p(80)}
	t.scale = pick(g, []int{3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 0, 0, 9})
	hasM, hasH := false, false
	for _, r := range append(slices.Clone(s.rows), s.cols...) {
		hasM = hasM || r.kind == "M" || r.kind == "M-"
		hasH = hasH || r.kind == "H"
	}
	if t.scale%9 == 0 && (s.name == "balance" || cur.code != "USD") {
		t.scale = 6
	}
	t.shares = pick(g, map[int][]int{0: {0}, 3: {3, 3, 0}, 6: {6, 6, 3}, 9: {6, 3}}[t.scale])
	t.where = pick(g, strings.Fields("above above above cell cell title row intro intro head label prose"))
	t.shareWhere = "statement"
	if s.name == "selected" && g.p(50) {
		t.where = "section"
	}
	if cur.code != "USD" && t.where == "label" {
		t.where = "above"
	}
	if s.cols != nil && (t.where == "label" || t.where == "cell") {
		t.where = "intro"
	}
	if cur.code == "CNY" && t.layout != "qtrs" && t.layout != "single" && g.p(60) {
		t.layout = "conv"
	}
	if hasH && g.p(35) {
		t.shareWhere = pick(g, []string{"label", "note"})
	}
	if t.where == "label" {
		t.shareWhere = "label"
	}
	if !hasM || t.scale == 0 && t.shares == 0 {
		t.where = "none"
		if t.scale == 0 {
			t.shareWhere = "statement"
		}
	}
	if t.shares == 0 && t.where != "label" {
		t.shareWhere = "statement"
	}
	if fixed != nil {
		t.scale, t.shares, t.where, t.shareWhere = fixed[0], fixed[1], "page", "statement"
	}
	g.setColumns(t)
	t.rows = slices.Clone(t.rows)
	for i := range t.rows {
		g.labelRow(t, &t.rows[i])
	}
	if t.where == "section" {
		t.sectionUnits()
	}
	if t.where != "label" && t.where != "section" && t.where != "none" && t.where != "page" {
		t.statement = g.statement(t.scale, t.shares, t.shareWhere == "statement", append(slices.Clone(t.rows), t.cols...), cur)
	}
	return t
}

// labelRow puts unit or footnote mark into the label where the table wants it.
func (g *gen) labelRow(t *table, r *row) {
	if strings.HasSuffix(r.label, "@") {
		r.label = strings.TrimSuffix(r.label, "@") + fmt.Sprintf("(%d)", len(t.notes)+1)
		t.notes = append(t.notes, pick(g, g.prose["note"]))
	}
	if r.kind == "H" && t.where != "section" {
		switch {
		case t.shareWhere == "label" && t.shares > 0:
			r.label += " (in " + scaleWord[t.shares] + ")"
		case t.shareWhere == "note" && t.shares > 0:
			r.label += fmt.Sprintf(" (%d)", len(t.notes)+1)
			t.notes = append(t.notes, "Number of shares in "+scaleWord[t.shares]+".")
		}
	}
	if t.where == "label" && strings.TrimSuffix(r.kind, "-") == "M" {
		if t.scale > 0 {
			r.label += " (in " + scaleWord[t.scale] + ")"
		}
	}
}

// sectionUnits states the scale in the rows of sections that hold money only.
func (t *table) sectionUnits() {
	last := -1
	for i, r := range t.rows {
		if r.kind == "S" {
			last = i
		} else if strings.TrimSuffix(r.kind, "-") == "M" && !strings.Contains(t.rows[last].label, "(in ") && t.scale > 0 {
			t.rows[last].label = strings.TrimSuffix(t.rows[last].label, ":") + " (in " + scaleWord[t.scale] + "):"
			t.rows[last].label = strings.Replace(t.rows[last].label, "(at year end) (in ", "at year end (in ", 1)
		}
	}
}

// statement gives the words that tell the scale with the exceptions the rows need.
func (g *gen) statement(scale, shares int, tellShares bool, rows []row, cur currency) string {
	has := map[string]bool{}
	var names []string
	for _, r := range rows {
		has[strings.TrimSuffix(r.kind, "-")] = true
		if r.name != "" && !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
	}
	dollar := cur.code != "USD" || g.p(50)
	head, tail := "", ""
	if dollar {
		head = fmt.Sprintf(pick(g, cur.words), scaleWord[scale])
	} else {
		head = fmt.Sprintf(pick(g, []string{"(in %s", "(In %s", "(Amounts in %s", "(amounts in %s"}), scaleWord[scale])
	}
	var ex []string
	raw := has["H"] && tellShares && shares == 0
	switch {
	case raw:
		ex = append(ex, pick(g, []string{"share and per share data", "share and per share amounts", "share data and per share data"}))
	case has["H"] && tellShares && (dollar || shares != scale):
		w := fmt.Sprintf("number of shares, which are reflected in %s, and per-share amounts", scaleWord[shares])
		if dollar || g.p(50) {
			w = pick(g, []string{"per share data", "per share amounts"})
			tail = "; shares in " + scaleWord[shares]
		}
		ex = append(ex, w)
	case has["E"]:
		ex = append(ex, pick(g, []string{"per share data", "per share amounts", "per-share amounts", "per share figures"}))
	}
	ex = append(ex, names...)
	if has["P"] && g.p(40) {
		ex = append(ex, pick(g, []string{"percentages", "percentage data"}))
	}
	if has["Q"] && g.p(60) {
		ex = append(ex, "ratios")
	}
	s := head
	if len(ex) > 0 {
		s += pick(g, []string{", except ", " except ", ", except for ", " - except "}) + strings.Join(ex[:len(ex)-1], ", ")
		if len(ex) > 1 {
			s += " and "
		}
		s += ex[len(ex)-1]
	}
	s += tail + ")"
	if g.p(10) {
		s = strings.ToUpper(s)
	}
	return s
}

func (g *gen) setColumns(t *table) {
	y := atoi(g.prose["year"][0])
	add := func(group, role string, leaves ...string) {
		for _, l := range leaves {
			t.columns = append(t.columns, column{group: group, leaf: l, role: role, cur: t.cur})
		}
	}
	ys := func(n int) (out []string) {
		for i := range n {
			out = append(out, strconv.Itoa(y-i))
		}
		return out
	}
	group := pick(g, []string{"", "Years Ended December 31,", "Fiscal Year", "For the year ended June 30,", "Year Ended January 31,"})
	switch t.layout {
	case "years":
		add(group, "", ys(2+g.IntN(2))...)
	case "five":
		add(group, "", ys(5)...)
	case "single":
		add("", "", "Amount")
	case "dates":
		m := pick(g, []string{"December 31", "June 30", "September 30"})
		add("", "", fmt.Sprintf("%s, %d", m, y), fmt.Sprintf("%s, %d", m, y-1))
	case "quart":
		m := pick(g, []string{"June 30,", "September 30,"})
		add("Three Months Ended "+m, "", ys(2)...)
		add(map[string]string{"June 30,": "Six", "September 30,": "Nine"}[m]+" Months Ended "+m, "", ys(2)...)
	case "qtrs":
		add(strconv.Itoa(y), "", "First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter")
	case "chg":
		add(group, "", ys(2)...)
		add("", "change", pick(g, []string{"Change", "$ Change", "Increase (Decrease)"}))
		if t.cur.sign != "$" {
			t.columns[2].leaf = "Change"
		}
		add("", "pctchange", pick(g, []string{"% Change", "Percent Change"}))
	case "pct":
		add("Amount", "", ys(2)...)
		add(pick(g, []string{"Percent of Net Sales", "As a % of Net Sales"}), "share", ys(2)...)
	case "conv":
		add(strconv.Itoa(y-1), "", "RMB")
		add(strconv.Itoa(y), "", "RMB", "US$")
		t.columns[2].cur = currency{code: "USD"}
	case "cols":
		for _, k := range t.cols {
			t.columns = append(t.columns, column{leaf: k.label, kind: k, cur: t.cur})
		}
		if t.name == "debt" {
			t.columns[1].leaf, t.columns[2].leaf = strconv.Itoa(y), strconv.Itoa(y-1)
		}
	}
}

// number is a value as an integer with decimals and a power of ten.
type number struct{ n, dec, exp int }

func (v number) value() string {
	n, s := v.n, ""
	if n < 0 {
		n, s = -n, "-"
	}
	d := strconv.Itoa(n)
	if v.exp >= v.dec {
		return s + d + strings.Repeat("0", v.exp-v.dec)
	}
	k := v.dec - v.exp
	if len(d) <= k {
		d = strings.Repeat("0", k-len(d)+1) + d
	}
	return s + d[:len(d)-k] + "." + d[len(d)-k:]
}

func (v number) abs() int { return max(v.n, -v.n) }

// digits prints the number without its sign.
func (v number) digits() string {
	d := strconv.Itoa(v.abs())
	if len(d) <= v.dec {
		d = strings.Repeat("0", v.dec-len(d)+1) + d
	}
	w, f := d[:len(d)-v.dec], d[len(d)-v.dec:]
	for i := len(w) - 3; i > 0; i -= 3 {
		w = w[:i] + "," + w[i:]
	}
	if v.dec > 0 {
		return w + "." + f
	}
	return w
}

// draw makes a number for the row or column of units r.
func (g *gen) draw(t *table, r row) number {
	v := number{n: r.lo + g.IntN(r.hi-r.lo+1), dec: r.dec}
	kind := strings.TrimSuffix(r.kind, "-")
	switch {
	case kind == "M":
		v.exp = t.scale
		switch t.scale {
		case 0:
			v.n = v.n*(900+g.IntN(2000)) + g.IntN(900)
		case 3:
			v.n = v.n*(5+g.IntN(40)) + g.IntN(30)
		case 6:
			if t.style.decimals {
				v.n, v.dec = v.n*10+g.IntN(10), 1
			}
		case 9:
			v.dec = 2
		}
	case kind == "H":
		v.exp = t.shares
		switch t.shares {
		case 0:
			v.n = v.n*1000 + g.IntN(1000)
		case 6:
			v.n, v.dec = v.n/10, 1
		}
	case len(kind) == 2:
		v.exp = atoi(kind[1:])
	}
	if strings.HasSuffix(r.kind, "-") && g.p(45) {
		v.n = -v.n
	}
	return v
}
