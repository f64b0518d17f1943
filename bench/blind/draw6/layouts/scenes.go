package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// cand is one candidate figure in its writings: bare, with unit, long, TeX, numeric expression, formula in words,
// the way it is measured, the change as a verb phrase, and the two inputs (name, value, name, value).
type cand struct {
	n, u, l, t, x, g, w, d string
	in                     [4]string
}

// scene is a question with the gold candidate r and a plausible wrong candidate w; ol names what w would be.
type scene struct {
	q, gold, scale, co, m, ask, ol, err, kinds string
	r, w                                       cand
}

type maker func(r *rand.Rand, co string, y int) (scene, bool)

var makers = []maker{growth, growth, difference, margin, share, currentRatio, average, payableDays, perShare, segments,
	lineItem, lineItem, dividend, taxRate, count, scaleSlip}

var heads = strings.Fields("Norvale Brightmoor Tessaly Calder Ostrava Quillfeather Halvorn Mirabeck Pellworth Drumlin Sarnow " +
	"Eastmere Korvane Lindquay Averstone Thornby Zephyrine Umberly Fallowgate Wexcombe")

var tails = strings.Split("Industries|Foods|Holdings|Logistics|Energy Partners|Pharma|Retail Group|Software|Materials|Water", "|")

var lines = [][2]string{{"net sales", "cost of sales"}, {"operating expenses", "research and development expense"},
	{"long-term debt", "total liabilities"}, {"accounts receivable", "inventories"}, {"rental income", "interest income"},
	{"deferred revenue", "unbilled receivables"}, {"capital expenditures", "depreciation and amortization"},
	{"gross profit", "operating income"}, {"goodwill", "other intangible assets"}, {"net interest income", "noninterest income"}}

func newScene(r *rand.Rand) scene {
	for {
		co := heads[r.IntN(len(heads))] + " " + tails[r.IntN(len(tails))]
		s, ok := makers[r.IntN(len(makers))](r, co, 2015+r.IntN(10))
		if ok && s.r.n != s.w.n {
			s.co = co
			return s
		}
	}
}

func comma(v float64, dec int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', dec, 64)
	whole, frac, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dec > 0 {
		whole += "." + frac
	}
	if v < 0 {
		return "-" + whole
	}
	return whole
}

func money(v float64) string {
	if v < 0 {
		return "-" + money(-v)
	}
	return "$" + comma(v, 0) + " million"
}

func figure(unit string, v float64, dec int) cand {
	n := comma(v, dec)
	c := cand{n: n, u: n + " " + unit, l: n + " " + unit, t: n + ` \text{ ` + unit + "}"}
	sign := strings.Repeat("-", strings.Count(n, "-"))
	abs := strings.TrimPrefix(n, "-")
	switch unit {
	case "%":
		c.u, c.l, c.t = n+"%", n+" percent", n+`\%`
	case "$m":
		c.u, c.l = money(v), n+" million US dollars"
		c.t = sign + `\$` + strings.ReplaceAll(abs, ",", "{,}") + ` \text{ million}`
	case "x":
		c.u, c.l, c.t = n+"x", n+" times", n
	case "$/share":
		c.u, c.l, c.t = sign+"$"+abs+" per share", n+" dollars per share", sign+`\$`+abs
	}
	c.d = "increased by " + c.u
	if v < 0 {
		c.d = "decreased by " + strings.TrimPrefix(c.u, "-")
	}
	return c
}

func (c cand) with(x, g, w string, in ...string) cand {
	c.x, c.g, c.w = x, g, w
	copy(c.in[:], in)
	return c
}

// far tells whether two figures cannot be taken for one another.
func far(a, b float64) bool { return math.Abs(a-b) > 0.04*math.Abs(a) }

func amount(r *rand.Rand) float64 { return float64(120 + r.IntN(9) + r.IntN(1<<(6+r.IntN(8)))) }

func fy(y int) string { return "FY" + strconv.Itoa(y) }

// step returns v changed by 6 to 40 percent up or down.
func step(r *rand.Rand, v float64) float64 {
	p := 0.06 + 0.34*r.Float64()
	if r.IntN(5) < 2 {
		p = -p
	}
	return math.Round(v * (1 + p))
}

func (s scene) golded(r *rand.Rand, unit string) scene {
	s.gold = s.r.n
	switch {
	case unit == "%" && r.IntN(2) == 0, unit == "$m" && r.IntN(4) == 0:
		s.gold = s.r.u
	case unit == "%":
		s.scale = "percent"
	case unit == "$m":
		s.scale = "million"
	case unit == "$/share" && r.IntN(2) == 0:
		s.gold = "$" + s.r.n
	}
	return s
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

func rate(co, m string, a, b float64, y0, y1, base string) cand {
	d, bn := a, y0
	if base == y1 {
		d, bn = b, y1
	}
	return figure("%", (b-a)/d*100, 2).with(fmt.Sprintf("(%s - %s) / %s * 100", comma(b, 0), comma(a, 0), comma(d, 0)),
		fmt.Sprintf("(%s %s - %s %s) / %s %s", y1, m, y0, m, bn, m), "with "+bn+" as the base", m+" in "+y0, money(a), m+" in "+y1, money(b))
}

func growth(r *rand.Rand, co string, y int) (scene, bool) {
	p := lines[r.IntN(len(lines))]
	y9, y0, y1 := fy(y-2), fy(y-1), fy(y)
	a := amount(r)
	b, z, oa := step(r, a), step(r, a), amount(r)
	ob := step(r, oa)
	s := scene{m: p[0], kinds: "calc pct change", r: rate(co, p[0], a, b, y0, y1, y0)}
	s.ask = fmt.Sprintf("the percentage change in %s's %s from %s to %s", co, p[0], y0, y1)
	gold := (b - a) / a
	var bad float64
	switch r.IntN(4) {
	case 0:
		s.w, bad, s.ol, s.err = rate(co, p[0], a, b, y0, y1, y1), (b-a)/b, "the same change measured against "+y1, "wrong base"
	case 1:
		s.w, bad, s.ol, s.err = rate(co, p[1], oa, ob, y0, y1, y0), (ob-oa)/oa, "the change in "+p[1], "another line item"
		s.w.w = "for " + p[1]
	case 2:
		s.w, bad, s.ol, s.err = rate(co, p[0], z, a, y9, y0, y9), (a-z)/z, "the change from "+y9+" to "+y0, "another period"
	default:
		s.w, bad, s.ol, s.err = rate(co, p[0], b, a, y1, y0, y0), (a-b)/a, "the change counted from "+y1+" back to "+y0, "wrong sign"
		s.w.w = "counting from " + y1 + " back to " + y0
	}
	s.q = pick(r, "What was "+s.ask+"?", fmt.Sprintf("By what percentage did %s's %s change in %s compared with %s?", co, p[0], y1, y0),
		fmt.Sprintf("what is the percent change in %s of %s between %d and %d?", p[0], strings.ToLower(co), y-1, y))
	return s.golded(r, "%"), far(gold, bad) && math.Abs(gold) > 0.05 && s.w.n != "0.00"
}

func minus(m string, a, b float64, y0, y1 string) cand {
	return figure("$m", b-a, 0).with(comma(b, 0)+" - "+comma(a, 0), fmt.Sprintf("%s %s - %s %s", y1, m, y0, m),
		"from "+y0+" to "+y1, m+" in "+y0, money(a), m+" in "+y1, money(b))
}

func difference(r *rand.Rand, co string, y int) (scene, bool) {
	p := lines[r.IntN(len(lines))]
	y9, y0, y1 := fy(y-2), fy(y-1), fy(y)
	a := amount(r)
	b, z, oa := step(r, a), step(r, a), amount(r)
	ob := step(r, oa)
	s := scene{m: p[0], kinds: "calc money change", r: minus(p[0], a, b, y0, y1)}
	s.ask = fmt.Sprintf("the change in %s's %s from %s to %s", co, p[0], y0, y1)
	bad := a - b
	switch r.IntN(3) {
	case 0:
		s.w, bad, s.ol, s.err = minus(p[1], oa, ob, y0, y1), ob-oa, "the change in "+p[1], "another line item"
		s.w.w = "for " + p[1]
	case 1:
		s.w, bad, s.ol, s.err = minus(p[0], z, a, y9, y0), a-z, "the change from "+y9+" to "+y0, "another period"
	default:
		s.w, s.ol, s.err = minus(p[0], b, a, y1, y0), "the change counted from "+y1+" back to "+y0, "wrong sign"
	}
	s.q = pick(r, "What was "+s.ask+", in millions of dollars?",
		fmt.Sprintf("How did %s's %s change between %s and %s? Answer in USD millions.", co, p[0], y0, y1))
	return s.golded(r, "$m"), far(b-a, bad) && bad != 0
}

func quotient(unit string, dec int, an, dn string, a, d float64) cand {
	f, tail := 1.0, ""
	if unit == "%" {
		f, tail = 100, " * 100"
	}
	return figure(unit, a/d*f, dec).with(comma(a, 0)+" / "+comma(d, 0)+tail, an+" / "+dn,
		"as "+an+" over "+dn, an, money(a), dn, money(d))
}

func margin(r *rand.Rand, co string, y int) (scene, bool) {
	rev := amount(r)*3 + 900
	op := math.Round(rev * (0.07 + 0.2*r.Float64()))
	net, prior := math.Round(op*(0.55+0.3*r.Float64())), math.Round(op*(1.1+0.3*r.Float64()))
	rn, on := fy(y)+" revenue", fy(y)+" operating income"
	s := scene{m: "operating margin", kinds: "calc pct", r: quotient("%", 1, on, rn, op, rev), ask: co + "'s operating margin for " + fy(y)}
	s.w, s.ol, s.err = quotient("%", 1, fy(y)+" net income", rn, net, rev), "the net profit margin", "another margin"
	if r.IntN(2) == 0 {
		s.w = quotient("%", 1, fy(y-1)+" operating income", fy(y-1)+" revenue", prior, step(r, rev))
		s.ol, s.err = "the "+fy(y-1)+" operating margin", "another year"
	}
	s.q = pick(r, "What was "+s.ask+"?", "What is "+s.ask+", in percent and rounded to one decimal place?")
	return s.golded(r, "%"), s.r.n != s.w.n && far(op/rev, net/rev) && math.Abs(toF(s.r.n)-toF(s.w.n)) > 0.8
}

func toF(s string) float64 {
	v, _ := strconv.ParseFloat(plain(s), 64)
	return v
}

func share(r *rand.Rand, co string, y int) (scene, bool) {
	total := amount(r) + 800
	part := math.Round(total * (0.1 + 0.3*r.Float64()))
	part2 := math.Round(total * (0.1 + 0.3*r.Float64()))
	n := [][3]string{{"operating lease obligations", "purchase obligations", "total contractual obligations"},
		{"debt due within one year", "debt due after five years", "total debt"},
		{"finished goods", "raw materials", "total inventories"}, {"European revenue", "Asian revenue", "total revenue"}}[r.IntN(4)]
	s := scene{m: n[0], kinds: "calc pct", r: quotient("%", 1, n[0], n[2], part, total), w: quotient("%", 1, n[1], n[2], part2, total)}
	s.ask = fmt.Sprintf("the share of %s in %s's %s for %s", n[0], co, n[2], fy(y))
	s.ol, s.err = "the share of "+n[1], "another part of the total"
	s.q = pick(r, "What was "+s.ask+", as a percentage?", fmt.Sprintf("What percentage of %s's %s in %s was %s?", co, n[2], fy(y), n[0]))
	return s.golded(r, "%"), math.Abs(part-part2)/total > 0.015
}

func currentRatio(r *rand.Rand, co string, y int) (scene, bool) {
	cl := amount(r) + 300
	ca := math.Round(cl * (1.1 + 1.4*r.Float64()))
	quick := math.Round(ca * (0.6 + 0.25*r.Float64()))
	s := scene{m: "current ratio", kinds: "calc", ask: co + "'s current ratio at the end of " + fy(y)}
	s.r = quotient("x", 2, "total current assets", "total current liabilities", ca, cl)
	s.w = quotient("x", 2, "current assets excluding inventories", "total current liabilities", quick, cl)
	s.ol, s.err = "the quick ratio", "another ratio"
	if r.IntN(2) == 0 {
		s.w = quotient("x", 2, "total current liabilities", "total current assets", cl, ca)
		s.ol, s.err = "the inverse ratio", "ratio turned over"
	}
	s.q = "What was " + s.ask + "? Round to two decimal places."
	return s.golded(r, "x"), true
}

func average(r *rand.Rand, co string, y int) (scene, bool) {
	p := lines[r.IntN(len(lines))]
	c := amount(r) * 3
	b, a := c+3*float64(20+r.IntN(60)), c+3*float64(90+r.IntN(200))
	s := scene{m: p[0], kinds: "calc money", ask: fmt.Sprintf("the average of %s's %s over %s to %s", co, p[0], fy(y-2), fy(y))}
	sum := fmt.Sprintf("(%s + %s + %s)", comma(a, 0), comma(b, 0), comma(c, 0))
	three, two := p[0]+" summed over three years", p[0]+" summed over the last two years"
	s.r = figure("$m", (a+b+c)/3, 0).with(sum+" / 3", "three-year sum / 3", "over all three years",
		three, money(a+b+c), "number of years", "3")
	s.w = figure("$m", math.Round((b+c)/2), 0).with(fmt.Sprintf("(%s + %s) / 2", comma(b, 0), comma(c, 0)), "two-year sum / 2",
		"over the last two years", two, money(b+c), "number of years", "2")
	s.ol, s.err = "the average of the last two years only", "too few years"
	s.q = "What was " + s.ask + ", in USD millions?"
	return s.golded(r, "$m"), far((a+b+c)/3, (b+c)/2)
}

func payableDays(r *rand.Rand, co string, y int) (scene, bool) {
	cogs := amount(r) + 700
	avg := math.Round(cogs * (0.06 + 0.15*r.Float64()))
	end := math.Round(avg * (1.06 + 0.2*r.Float64()))
	s := scene{m: "days payable outstanding", kinds: "calc", ask: co + "'s days payable outstanding for " + fy(y)}
	one := func(name string, v float64) cand {
		return figure("days", 365*v/cogs, 1).with(fmt.Sprintf("365 * %s / %s", comma(v, 0), comma(cogs, 0)),
			"365 * "+name+" / cost of goods sold",
			"with "+name, name, money(v), "cost of goods sold", money(cogs))
	}
	s.r, s.w = one("average payables", avg), one("year-end payables", end)
	s.ol, s.err = "the ratio on year-end payables", "year-end instead of average"
	s.q = "What was " + s.ask + " (365 * average payables / cost of goods sold), rounded to one decimal?"
	return s.golded(r, "days"), end > avg
}

func perShare(r *rand.Rand, co string, y int) (scene, bool) {
	sh := float64(100 + r.IntN(500))
	dil := math.Round(sh * (1.08 + 0.1*r.Float64()))
	net := math.Round(sh * (1.1 + 5*r.Float64()))
	one := func(name string, v float64) cand {
		return figure("$/share", net/v, 2).with(comma(net, 0)+" / "+comma(v, 0), "net income / "+name, "with "+name,
			"net income", money(net), name, comma(v, 0)+" million shares")
	}
	s := scene{m: "earnings per share", kinds: "calc", ask: co + "'s basic earnings per share for " + fy(y)}
	s.r, s.w = one("weighted-average basic shares", sh), one("weighted-average diluted shares", dil)
	s.ol, s.err = "diluted earnings per share", "diluted instead of basic"
	s.q = "What was " + s.ask + "?"
	return s.golded(r, "$/share"), true
}

func segments(r *rand.Rand, co string, y int) (scene, bool) {
	n := [][3]string{{"Consumer", "Industrial", "Services"}, {"North America", "Europe", "Asia Pacific"},
		{"Cloud", "Licences", "Support"}}[r.IntN(3)]
	a, b, c := amount(r), amount(r), amount(r)
	s := scene{m: "segment revenue", kinds: "calc money"}
	s.ask = fmt.Sprintf("the combined %s revenue of %s's %s and %s segments", fy(y), co, n[0], n[1])
	one := func(m string, v float64) cand {
		return figure("$m", a+v, 0).with(comma(a, 0)+" + "+comma(v, 0), n[0]+" revenue + "+m+" revenue", "as "+n[0]+" plus "+m,
			n[0]+" revenue", money(a), m+" revenue", money(v))
	}
	s.r, s.w = one(n[1], b), one(n[2], c)
	s.ol, s.err = "the sum of "+n[0]+" and "+n[2], "another segment"
	s.q = "What was " + s.ask + " (in millions of US dollars)?"
	return s.golded(r, "$m"), far(a+b, a+c)
}

func lineItem(r *rand.Rand, co string, y int) (scene, bool) {
	p := lines[r.IntN(len(lines))]
	a := amount(r)
	b := step(r, a)
	s := scene{m: p[0], kinds: "look money", ask: fmt.Sprintf("%s's %s for %s", co, p[0], fy(y)), r: figure("$m", a, 0), w: figure("$m", b, 0)}
	s.ol, s.err = p[0]+" for "+fy(y-1), "another year"
	if r.IntN(2) == 0 {
		s.ol, s.err = p[1]+" for "+fy(y), "another line item"
	}
	s.q = pick(r, "What was "+s.ask+", in millions of dollars?",
		fmt.Sprintf("What amount of %s (USD millions) did %s report for %s?", p[0], co, fy(y)))
	return s.golded(r, "$m"), far(a, b)
}

func dividend(r *rand.Rand, co string, y int) (scene, bool) {
	a := 0.4 + float64(r.IntN(250))/100
	b := a + 0.05*float64(1+r.IntN(9))
	s := scene{m: "dividends declared per share", kinds: "look", ask: co + "'s dividends declared per share in " + fy(y)}
	s.r, s.w, s.ol, s.err = figure("$/share", a, 2), figure("$/share", b, 2), "dividends per share in "+fy(y+1), "another year"
	s.q = "What were " + s.ask + "?"
	s.ask = "the amount of " + s.ask
	return s.golded(r, "$/share"), far(a, b)
}

func taxRate(r *rand.Rand, co string, y int) (scene, bool) {
	a := 15 + float64(r.IntN(90))/10
	s := scene{m: "effective tax rate", kinds: "look pct", ask: co + "'s effective tax rate for " + fy(y), r: figure("%", a, 1)}
	s.w, s.ol, s.err = figure("%", a+1.2+float64(r.IntN(40))/10, 1), "the effective tax rate for "+fy(y-1), "another year"
	s.q = "What was " + s.ask + "?"
	return s.golded(r, "%"), true
}

func count(r *rand.Rand, co string, y int) (scene, bool) {
	unit := pick(r, "stores", "employees", "patents", "locomotives")
	a := float64(700 + r.IntN(9000))
	s := scene{m: "number of " + unit, kinds: "look", ask: fmt.Sprintf("the number of %s at %s at the end of %s", unit, co, fy(y))}
	b := step(r, a)
	s.r, s.w = figure(unit, a, 0), figure(unit, b, 0)
	s.ol, s.err = "the end of "+fy(y-1), "another year"
	s.q = fmt.Sprintf("How many %s did %s have at the end of %s?", unit, co, fy(y))
	return s.golded(r, unit), far(a, b)
}

func scaleSlip(r *rand.Rand, co string, y int) (scene, bool) {
	v := 1100 + float64(r.IntN(7000))
	p := lines[r.IntN(len(lines))]
	s := scene{m: p[0], kinds: "look nobare", ask: fmt.Sprintf("%s's %s for %s", co, p[0], fy(y))}
	s.r, s.w = figure("$m", v, 0), figure("$m", v, 0)
	s.w.n += " "
	s.w.u, s.w.l = "$"+comma(v, 0)+" billion", comma(v, 0)+" billion US dollars"
	s.ol, s.err = "the same line in the summary table", "wrong scale"
	s.q = "What was " + s.ask + "?"
	s.gold, s.scale = s.r.n, "million"
	return s, true
}
