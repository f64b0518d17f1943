package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

type gen struct {
	*rand.Rand
	repl  *strings.Replacer
	look  look
	cases []cellWant
	said  int
	b     strings.Builder
}

// value is one cell: the digits n with dec decimals, times 10^exp.
type value struct {
	n                   int64
	sp                  spec
	neg                 bool
	text                string // instead of a number
	text0               string // the number as printed, sign included
	num, pare           string // the number's own cell and the one behind it
	sym, suf, cur, mark string
}

func pick[T any](g *gen, xs ...T) T { return xs[g.IntN(len(xs))] }

func (g *gen) chance(p float64) bool { return g.Float64() < p }

func group(n int64, dec int) string {
	s := strconv.FormatInt(n, 10)
	for len(s) <= dec {
		s = "0" + s
	}
	whole, frac := s[:len(s)-dec], s[len(s)-dec:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dec > 0 {
		return whole + "." + frac
	}
	return whole
}

// shift is n with dec decimals times 10^exp as a plain decimal.
func shift(n int64, dec, exp int, neg bool) string {
	s := strconv.FormatInt(n, 10)
	if k := exp - dec; k >= 0 {
		s += strings.Repeat("0", k)
	} else {
		for len(s) <= -k {
			s = "0" + s
		}
		s = strings.TrimRight(s[:len(s)+k]+"."+s[len(s)+k:], "0")
		s = strings.TrimSuffix(s, ".")
	}
	if neg {
		s = "-" + s
	}
	return s
}

func pow10(n int) int64 {
	v := int64(1)
	for range n {
		v *= 10
	}
	return v
}

func (v *value) signed() int64 {
	if v.neg {
		return -v.n
	}
	return v.n
}

// draw makes a number of sp near base (in display units).
func (g *gen) draw(sp spec, base float64, exp int) *value {
	v := &value{sp: sp}
	if sp.exp < 0 {
		v.sp.exp = exp
	}
	has := func(f string) bool { return strings.Contains(sp.flags, f) }
	if has("z") || has("~") && g.chance(0.3) {
		v.text = pick(g, "—", "—", "-", "–")
		return v
	}
	p := float64(pow10(sp.dec))
	x := base * (0.84 + 0.3*g.Float64())
	if has("k") {
		x = float64(sp.lo)
	}
	v.n = max(1, int64(x*p))
	if sp.kind == 'p' && !has("k") {
		v.n = min(v.n, 160*pow10(sp.dec))
	}
	v.neg = has("!") || has("-") && g.chance(0.25)
	return v
}

func (g *gen) fill(s *sheet, exp int) [][]*value {
	var out [][]*value
	type key struct {
		col  int
		kind byte
	}
	total := map[key]int64{}
	for _, r := range s.rows {
		vs := make([]*value, len(s.cols))
		out = append(out, vs)
		if r.section {
			total = map[key]int64{}
			continue
		}
		first := r.specs[0]
		base := float64(first.lo) + g.Float64()*float64(first.hi-first.lo)
		for j, c := range s.cols {
			sp, b := first, base
			if len(r.specs) > 1 {
				sp = r.specs[j]
			} else if c.spec != nil {
				sp = *c.spec
			} else if c.role == "chg" || c.role == "diff" || c.role == "sum" {
				continue
			}
			if len(r.specs) > 1 || c.spec != nil {
				b = float64(sp.lo) + g.Float64()*float64(sp.hi-sp.lo)
			}
			if c.role == "=USD" {
				b /= 7
			}
			if s.id == "incomeq" && j > 1 && sp.kind == 'm' {
				b *= 2.7
			}
			if s.id == "guidance" && j == 0 {
				b *= 0.7
			}
			v := g.draw(sp, b, exp)
			v.cur = s.cur
			if c.role == "=USD" {
				v.cur = "USD"
			}
			if k := (key{j, sp.kind}); strings.Contains(sp.flags, "=") {
				v.n, v.neg = max(total[k], -total[k]), total[k] < 0
				total[k] = 0
			} else if v.text == "" {
				total[k] += v.signed()
			}
			vs[j] = v
		}
		for j, c := range s.cols {
			switch c.role {
			case "chg", "diff":
				vs[j] = change(vs[0], vs[1], c.role)
				if c.role == "chg" && !strings.Contains(c.label, "%") && vs[j].text == "" {
					vs[j].sp.flags = "%"
				}
			case "sum":
				vs[j] = &value{text: " "}
				if strings.ContainsRune("msc", rune(first.kind)) {
					v := &value{sp: first, cur: s.cur}
					if first.exp < 0 {
						v.sp.exp = exp
					}
					var t int64
					for _, w := range vs {
						if w != nil && w.text == "" {
							t += w.signed()
						}
					}
					v.n, v.neg = max(t, -t), t < 0
					vs[j] = v
				}
			}
		}
	}
	return out
}

func change(a, b *value, role string) *value {
	if a.text != "" || b.text != "" || a.sp.kind == 'p' || a.sp.kind == 'x' {
		return &value{text: " "}
	}
	if role == "diff" {
		d := a.signed() - b.signed()
		return &value{sp: a.sp, n: max(d, -d), neg: d < 0, cur: a.cur}
	}
	if a.neg || b.neg || b.n == 0 {
		return &value{text: "N/M"}
	}
	x := 100*float64(a.n)/float64(b.n) - 100
	return &value{sp: spec{kind: 'p'}, n: int64(max(x, -x) + 0.5), neg: x < 0}
}

var kinds = map[byte]string{'m': "money", 'p': "percent", 'e': "per-share", 's': "shares", 'c': "count", 'r': "ratio"}

// print sets the printed parts of v; minus is the table's way with negative numbers.
func (v *value) print(sym string, minus, pctOut, allSym bool) {
	if v.text != "" {
		return
	}
	d := group(v.n, v.sp.dec)
	has := func(f string) bool { return strings.Contains(v.sp.flags, f) }
	if has("$") || allSym && (v.sp.kind == 'm' || v.sp.kind == 'e') {
		v.sym = sym
	}
	if has("%") {
		v.suf = "%"
	}
	if has("x") && v.sp.kind == 'r' {
		d += "x"
	}
	v.num = d
	switch {
	case v.neg && minus:
		v.num, v.pare = "-"+d, v.suf
	case v.neg && v.suf != "" && !pctOut:
		v.num, v.pare = "("+d, v.suf+")"
	case v.neg:
		v.num, v.pare = "("+d, ")"+v.suf
	default:
		v.pare = v.suf
	}
	v.text0 = v.num + v.pare
}

var scaleName = map[int]string{3: "thousands", 6: "millions", 9: "billions"}

// phrase says the scale in one of the ways of filings, without brackets.
func (g *gen) phrase(s *sheet, exp int) string {
	u := scaleName[exp]
	var p string
	switch s.family {
	case "amounts":
		p = pick(g, "in "+u, "in "+u, "In "+u, "Amounts in "+u, "amounts in "+u, "All amounts in "+u, "Expressed in "+u)
		if s.id == "income" && g.chance(0.3) {
			p = pick(g, "Dollars and shares in ", "dollars and shares in ") + u
		}
	case "dollars":
		up := strings.ToUpper(u[:1]) + u[1:]
		p = pick(g, "in "+u, "In "+u, "Dollars in "+u, "dollars in "+u, "$ in "+u, up+" of dollars", "In "+u+" of U.S. dollars",
			"Dollar amounts in "+u, "in "+u+" of dollars", "U.S. dollars in "+u, "in $ "+u)
		if exp == 3 && g.chance(0.15) {
			p = pick(g, "$000s", "in $000's", "In 000's")
		}
	case "omitted":
		p = pick(g, "000's omitted", "$000's omitted", "Thousands omitted", "Dollars in thousands")
	case "cur":
		name := map[string]string{"EUR": "euros", "CAD": "Canadian dollars", "JPY": "yen", "GBP": "pounds sterling"}[s.cur]
		p = pick(g, "in "+u+" of "+name, s.sym+" in "+u, "Amounts in "+u+" of "+name, name+" in "+u, "Expressed in "+u+" of "+name)
	}
	if len(s.except) > 0 {
		p += pick(g, ", except ", ", except ", " except ", ", except for ") + pick(g, s.except...)
	}
	return p
}

func (g *gen) wrap(p string) string {
	switch x := g.Float64(); {
	case x < 0.12:
		p = strings.ToUpper(p)
	case x < 0.25:
		p = strings.ToUpper(p[:1]) + p[1:]
	case x < 0.35 && p[0] != '$':
		return p
	}
	return "(" + p + ")"
}

func (g *gen) page(all []*sheet, s *sheet) pageCase {
	use := []*sheet{s}
	solo := func(s *sheet) bool { return s.cur != "USD" || s.family == "whole" || s.id == "notesCol" }
	for range 2 {
		o := pick(g, all...)
		fits := !solo(o) && !solo(s) && o.family != "prose" && (s.family != "prose" || len(o.exps) > 0)
		for _, u := range use {
			fits = fits && u != o
		}
		if fits && g.chance(0.5) {
			use = append(use, o)
		}
	}
	g.b.Reset()
	g.cases = nil
	g.look = g.newLook()
	y := g.look.years[0] + g.IntN(g.look.years[1]-g.look.years[0]+1)
	months := []string{"July", "August", "September", "October", "November"}
	m := g.IntN(3)
	date := pick(g, "December 31,", "December 31,", "June 30,", "September 30,", "January 31,")
	co := pick(g, "Tamberline", "Oakhurst Valley", "Corvane", "Pellucid", "Brightwater", "Hollis & Wray", "Nordvane") + " " +
		pick(g, "Industries, Inc.", "Corporation", "Holdings Ltd.", "Group, Inc.", "Company")
	seg := pick(g, []string{"Fasteners", "Coatings", "Marine Products"}, []string{"Consumer", "Commercial", "Public Sector"},
		[]string{"Cloud Services", "Devices", "Licensing and Other"}, []string{"Snacks", "Beverages", "Frozen Foods"})
	pairs := []string{"{QD}", pick(g, "June 30,", "September 30,", "March 31,"), "{QN}", pick(g, "Six", "Nine"), "{FD}", date, "{CO}", co,
		"{PER}", pick(g, "Years Ended ", "Year Ended ", "Fiscal Years Ended ", "For the Years Ended ") + date,
		"{SA}", seg[0], "{SB}", seg[1], "{SC}", seg[2], "{M1}", months[m], "{M2}", months[m+1], "{M3}", months[m+2]}
	for i := range 5 {
		pairs = append(pairs, fmt.Sprintf("{Y%d}", i), strconv.Itoa(y-i), fmt.Sprintf("{N%d}", i), strconv.Itoa(y+i))
	}
	g.repl = strings.NewReplacer(pairs...)
	form := pick(g, "10-K", "10-K", "10-Q", "EX-99.1", "EX-13")
	g.para(pick(g, "Item 7. Management's Discussion and Analysis", "Notes to Financial Statements", co, "Supplemental Information"), true)
	for i, u := range use {
		g.filler(co, y)
		if i > 0 && g.chance(0.3) {
			g.para(strconv.Itoa(20+g.IntN(60)), false)
		}
		g.table(u)
	}
	g.filler(co, y)
	return pageCase{Form: form, HTML: strings.Replace(g.look.page, "%s", g.b.String(), 1), Cells: g.keep()}
}

// keep drops cells which cannot be told from others of the page.
func (g *gen) keep() []cellWant {
	seen := map[string]string{}
	bad := map[string]bool{}
	for _, c := range g.cases {
		k, v := c.Row+"|"+c.Text, c.Value+c.Kind+c.Currency
		if w, ok := seen[k]; ok && w != v {
			bad[k] = true
		}
		seen[k] = v
	}
	var out []cellWant
	for _, c := range g.cases {
		if c.Kind != "" && !bad[c.Row+"|"+c.Text] && g.chance(0.8) {
			out = append(out, c)
		}
	}
	return out
}

func (g *gen) filler(co string, y int) {
	texts := []string{
		"Demand in the principal markets of %s was steady in %d, and pricing improved in most lines.",
		"%s adopted no accounting standard in %d that had a material effect on its results.",
		"The comparisons of %s for %d are affected by the acquisitions described elsewhere in this report.",
		"Management of %s believes that the measures for %d help readers to compare periods.",
		"Higher freight costs of %s in %d were offset in part by price increases of 2.4%%.",
		"A plant fire at %s in %d caused a charge of $4.6 million, or $0.11 per share.",
	}
	for range 1 + g.IntN(2) {
		g.para(fmt.Sprintf(texts[g.said%len(texts)], co, y), false)
		g.said++
	}
}

// table writes a sheet with numbers and remembers what its cells mean.
func (g *gen) table(s *sheet) {
	exp := 0
	if len(s.exps) > 0 {
		exp = pick(g, s.exps...)
	}
	scale, where := "", "none"
	switch {
	case len(s.own) > 0:
		scale, where = pick(g, s.own...), pick(g, s.place...)
	case s.family != "none" && s.family != "prose" && s.family != "whole":
		scale, where = g.wrap(g.phrase(s, exp)), pick(g, s.place...)
	}
	g.markup(s, exp, scale, where)
}
