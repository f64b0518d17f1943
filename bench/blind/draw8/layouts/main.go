// Command layouts prints whole model replies to questions about invented companies, for a blind test.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed layouts.txt
var layoutText string

type layout struct {
	name, kinds, side, text string
}

type record struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

const first, second = "the first column of the table", "the second column of the table"

// cand is one way to read or compute the figure; the first of a scenario is the gold one.
type cand struct {
	val            float64
	expr, latex    string
	basis, reason  string
	i1, v1, i2, v2 string
	f, n, sent     string
}

type scenario struct {
	kind, co, q, measure, unit string
	gold, scale                string
	y1, y0                     int
	cands                      []cand
}

var companies = []string{"Halvorsen Marine", "Tessaly Foods", "Brightmoor Energy", "Quillon Systems", "Ardent Rail Group",
	"Pellworth Chemicals", "Norvane Health", "Castellan Packaging", "Oakrun Logistics", "Veridale Semiconductor",
	"Stonebeck Insurance", "Lumera Retail", "Kestrelby Airlines", "Marrowfield Mining", "Dunmere Software"}

var items = []string{"net revenue", "total revenue", "operating income", "cost of sales", "research and development expense",
	"selling and marketing expense", "net cash provided by operating activities", "gross profit", "interest expense"}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the cases")
	flag.Parse()
	rng := rand.New(rand.NewPCG(*seed, 8))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	count := 0
	for _, l := range parse(layoutText) {
		for k := range 4 {
			right := k%2 == 0
			if right && l.side == "w" || !right && l.side == "r" {
				continue
			}
			count++
			r := build(rng, l, right)
			r.ID = fmt.Sprintf("lay-%d-%04d", *seed, count)
			if err := enc.Encode(r); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

func parse(s string) []layout {
	var out []layout
	for _, part := range strings.Split("\n"+s, "\n@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		h := strings.Fields(head)
		out = append(out, layout{h[0], h[1], h[2], strings.TrimSpace(body)})
	}
	return out
}

func build(rng *rand.Rand, l layout, right bool) record {
	kinds := l.kinds
	switch kinds {
	case "*":
		kinds = "pct,diff,margin,look,ratio,avg,share,eps"
	case "calc":
		kinds = "pct,diff,margin,ratio,avg,share"
	}
	sc := drawApart(rng, pick(rng, strings.Split(kinds, ",")))
	f, o := sc.cands[0], sc.cands[1+rng.IntN(len(sc.cands)-1)]
	if o.basis == second {
		f.basis, f.reason = first, "the most recent year is in the first column"
	} else if sc.kind == "look" || sc.kind == "eps" {
		f.basis, f.reason = "the consolidated statement of income", "the question asks for the reported company-wide figure"
		if strings.Contains(sc.q, "net cash") {
			f.basis = "the consolidated statement of cash flows"
		}
	}
	why := "the final claim states the gold figure"
	if !right {
		f, o = o, f
		why = "the final claim is " + f.f + " (from " + f.basis + "), not the gold"
		if !strings.Contains(l.text, "«F") {
			why = "the reply gives no answer"
		}
	}
	d := func(c cand) string {
		if strings.HasSuffix(sc.unit, "%") {
			return strconv.FormatFloat(c.val/100, 'f', 4, 64)
		}
		if sc.unit == "x" {
			return strconv.FormatFloat(c.val, 'f', 3, 64)
		}
		return strings.TrimPrefix(c.n, "+")
	}
	esc := strings.NewReplacer("%", `\%`, "$", `\$`, " million", ` \text{ million}`, " billion", ` \text{ billion}`)
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	var kv []string
	for i, c := range []cand{f, o} {
		p := []string{"F", "O"}[i]
		kv = append(kv, "«"+p+"»", c.f, "«"+p+"n»", c.n, "«"+p+"s»", c.sent, "«"+p+"E»", c.expr, "«"+p+"L»", c.latex,
			"«"+p+"D»", d(c), "«"+p+"b»", c.basis, "«"+p+"B»", title(c.basis), "«"+p+"r»", c.reason, "«"+p+"R»", title(c.reason),
			"«"+p+"x»", esc.Replace(c.f), "«"+p+"j»", strings.NewReplacer(",", "", "+", "").Replace(c.n))
	}
	kv = append(kv, "«i1»", f.i1, "«I1»", title(f.i1), "«v1»", f.v1, "«i2»", f.i2, "«I2»", title(f.i2), "«v2»", f.v2,
		"«Q»", sc.q, "«M»", sc.measure, "«MM»", title(sc.measure), "«co»", sc.co, "«U»", sc.unit,
		"«y1»", strconv.Itoa(sc.y1), "«y0»", strconv.Itoa(sc.y0))
	text := strings.NewReplacer(kv...).Replace(choose(rng, l.text))
	poss := strings.NewReplacer("s's ", "s' ")
	return record{"", poss.Replace(sc.q), sc.gold, sc.scale, poss.Replace(text), right, l.name, why}
}

// choose resolves [[a||b]] alternatives.
func choose(rng *rand.Rand, s string) string {
	for {
		a, rest, ok := strings.Cut(s, "[[")
		if !ok {
			return s
		}
		in, b, _ := strings.Cut(rest, "]]")
		s = a + pick(rng, strings.Split(in, "||")) + b
	}
}

func pick(rng *rand.Rand, list []string) string { return list[rng.IntN(len(list))] }

// money formats v with thousands separators.
func money(v float64, dec int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', dec, 64)
	whole, frac, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if frac != "" {
		whole += "." + frac
	}
	if v < 0 {
		whole = "-" + whole
	}
	return whole
}

// drawApart draws scenarios until every wrong figure is well apart from the gold in value.
func drawApart(rng *rand.Rand, kind string) scenario {
	for {
		sc := draw(rng, kind)
		ok := true
		g := sc.cands[0].val
		for _, c := range sc.cands[1:] {
			if math.Abs(c.val-g) < 0.05*math.Abs(g) || math.Abs(c.val-g) < 0.3 && kind != "ratio" && kind != "eps" {
				ok = false
			}
		}
		if ok {
			return sc
		}
	}
}

func draw(rng *rand.Rand, kind string) scenario {
	dec := rng.IntN(2)
	amount := func(lo, hi float64) float64 {
		p := math.Pow(10, float64(dec))
		return math.Round((lo+rng.Float64()*(hi-lo))*p) / p
	}
	sc := scenario{kind: kind, co: pick(rng, companies), y1: 2016 + rng.IntN(9)}
	sc.y0 = sc.y1 - 1
	item := pick(rng, items)
	change := 0.08 + 0.3*rng.Float64()
	if rng.IntN(2) == 0 {
		change = -change
	}
	b := amount(210, 4900)
	a := amount(b*(1+change)*0.999, b*(1+change)*1.001)
	y1, y0 := strconv.Itoa(sc.y1), strconv.Itoa(sc.y0)
	amt := func(v float64) string { return money(v, dec) }
	firstWhy := "the most recent year is in the first column"
	secondWhy := "the columns run from the later page back, so the year asked about is in the second column"
	gdec, fdec := 1+rng.IntN(2), 1+rng.IntN(2)
	quot := func(x, y float64, r cand, xn, yn string) cand {
		r.val = x / y * 100
		r.expr, r.latex = amt(x)+" / "+amt(y), `\frac{`+amt(x)+`}{`+amt(y)+`}`
		r.i1, r.v1, r.i2, r.v2 = xn, amt(x), yn, amt(y)
		return r
	}
	inYears := cand{i1: item + " in " + y1, v1: amt(a), i2: item + " in " + y0, v2: amt(b)}
	with := func(v float64, expr, latex, basis, reason string) cand {
		r := inYears
		r.val, r.expr, r.latex, r.basis, r.reason = v, expr, latex, basis, reason
		return r
	}
	switch kind {
	case "pct":
		sc.q = choose(rng, "What was the percentage change in "+sc.co+"'s "+item+
			" from "+y0+" to "+y1+"?[[|| Answer in percent.]]")
		sc.measure, sc.unit = "the percentage change in "+item+" from "+y0+" to "+y1, "%"
		mk := func(x, y, z float64, basis, reason string) cand {
			return with((x-y)/z*100, "("+amt(x)+" - "+amt(y)+") / "+amt(z),
				`\frac{`+amt(x)+" - "+amt(y)+"}{"+amt(z)+"}", basis, reason)
		}
		sc.cands = []cand{mk(a, b, b, "the "+y0+" amount as the base", "growth is measured from the earlier year"),
			mk(a, b, a, "the "+y1+" amount as the base", "the change is expressed against the latest reported year"),
			mk(b, a, b, "the "+y0+" amount less the "+y1+" amount", "the first amount listed has to come first in the subtraction")}
	case "diff":
		sc.q = "What was the change in " + sc.co + "'s " + item + " from " + y0 + " to " + y1 + ", in millions of dollars?"
		sc.measure, sc.unit, sc.scale = "the change in "+item+" from "+y0+" to "+y1, "USD millions", "million"
		c := amount(a*1.2, a*1.5)
		sc.cands = []cand{with(a-b, amt(a)+" - "+amt(b), amt(a)+" - "+amt(b), "the reported amounts", "the question is about reported amounts"),
			with(b-a, amt(b)+" - "+amt(a), amt(b)+" - "+amt(a), "the "+y0+" amount less the "+y1+" amount",
				"the first amount listed has to come first in the subtraction"),
			with(c-b, amt(c)+" - "+amt(b), amt(c)+" - "+amt(b), "the adjusted "+y1+" amount", "the adjusted amount is the comparable one")}
		sc.cands[2].v1 = amt(c)
	case "avg":
		sc.q = "What was " + sc.co + "'s average annual " + item + " over " + y0 + " and " + y1 + ", in millions of dollars?"
		sc.measure, sc.unit, sc.scale = "average annual "+item+" for "+y0+" and "+y1, "USD millions", "million"
		c := amount(a*1.2, a*1.5)
		mk := func(x float64, basis, reason string) cand {
			r := with((x+b)/2, "("+amt(x)+" + "+amt(b)+") / 2", `\frac{`+amt(x)+" + "+amt(b)+"}{2}", basis, reason)
			r.v1 = amt(x)
			return r
		}
		sc.cands = []cand{mk(a, "the reported amounts", "the question is about reported amounts"),
			mk(c, "the adjusted "+y1+" amount", "the adjusted amount is the comparable one")}
	case "look":
		sc.q = choose(rng, "What was "+sc.co+"'s "+item+" in fiscal [[year ||]]"+y1+"[[||, in millions of dollars]]?")
		sc.measure, sc.unit, sc.scale = item+" for fiscal "+y1, "USD millions", "million"
		sc.cands = []cand{with(a, amt(a), amt(a), first, firstWhy), with(b, amt(b), amt(b), second, secondWhy),
			with(amount(a*0.3, a*0.7), "", "", "the segment table", "the segment table is the more detailed one")}
		sc.cands[1].v1, sc.cands[1].v2 = amt(b), amt(a)
		sc.cands[2].v1 = amt(sc.cands[2].val)
		sc.cands[2].v2 = amt(amount(b*0.3, b*0.7))
	case "eps":
		dec = 2
		e1 := amount(1.2, 8.9)
		e0, e2 := amount(e1*0.7, e1*0.9), amount(e1*1.1, e1*1.3)
		sc.q = "What was " + sc.co + "'s diluted earnings per share in fiscal " + y1 + "?"
		sc.measure, sc.unit = "diluted EPS for fiscal "+y1, "USD per share"
		mk := func(v, w float64, basis, reason string) cand {
			return cand{val: v, basis: basis, reason: reason, i1: "diluted EPS in " + y1, v1: amt(v), i2: "diluted EPS in " + y0, v2: amt(w)}
		}
		sc.cands = []cand{mk(e1, e0, first, firstWhy), mk(e0, e1, second, secondWhy),
			mk(e2, e0, "the non-GAAP reconciliation", "the adjusted figure is the one management highlights")}
	case "margin":
		sc.q = choose(rng, "What was "+sc.co+"'s operating margin [[in||for]] fiscal "+y1+"?")
		sc.measure, sc.unit = "the operating margin for fiscal "+y1, "%"
		op := amount(a*0.12, a*0.28)
		net, op0 := amount(op*0.6, op*0.85), amount(b*0.12, b*0.28)
		rev := "revenue in " + y1
		sc.cands = []cand{quot(op, a, cand{basis: "operating income", reason: "the operating margin is based on operating income"},
			"operating income in "+y1, rev),
			quot(net, a, cand{basis: "net income", reason: "the margin should reflect all expenses, including interest and tax"},
				"net income in "+y1, rev),
			quot(op0, b, cand{basis: second, reason: secondWhy}, "operating income in "+y1, rev)}
	case "share":
		seg := []string{"Industrial", "Consumer", "Services", "International"}
		k := rng.IntN(4)
		s1 := amount(a*0.15, a*0.6)
		s2, s0 := amount(a*0.1, a*0.35), amount(b*0.15, b*0.6)
		sc.q = "What percentage of " + sc.co + "'s total revenue came from the " + seg[k] + " segment in " + y1 + "?"
		sc.measure, sc.unit = "the "+seg[k]+" segment's share of total revenue in "+y1, "%"
		n, t := seg[k]+" segment revenue in "+y1, "total revenue in "+y1
		sc.cands = []cand{quot(s1, a, cand{basis: "external segment revenue", reason: "total revenue is external revenue"}, n, t),
			quot(s2, a, cand{basis: "revenue excluding acquired businesses", reason: "acquired businesses distort the mix"}, n, t),
			quot(s0, b, cand{basis: second, reason: secondWhy}, n, t)}
	case "ratio":
		ca := amount(a*1.1, a*2.6)
		inv, ca0 := amount(ca*0.15, ca*0.4), amount(b*1.1, b*2.6)
		sc.q = "What was " + sc.co + "'s current ratio at the end of fiscal " + y1 + "?"
		sc.measure, sc.unit = "the current ratio at the end of fiscal "+y1, "x"
		n, t := "current assets in "+y1, "current liabilities in "+y1
		q := quot(ca-inv, a, cand{basis: "current assets without inventory", reason: "inventory is not readily convertible to cash"}, n, t)
		q.i1 = "current assets less inventory in " + y1
		sc.cands = []cand{quot(ca, a, cand{basis: "all current assets", reason: "the current ratio includes every current asset"}, n, t), q,
			quot(ca0, b, cand{basis: second, reason: secondWhy}, n, t)}
		for i := range sc.cands {
			sc.cands[i].val /= 100
		}
	}
	finish(rng, &sc, dec, gdec, fdec)
	return sc
}

// finish writes the gold and the words of every candidate.
func finish(rng *rand.Rand, sc *scenario, dec, gdec, fdec int) {
	billions, paren := rng.IntN(4) == 0 && math.Abs(sc.cands[0].val) >= 1000.5, rng.IntN(2) == 0
	g := sc.cands[0].val
	if sc.unit == "USD millions" && sc.kind == "avg" {
		dec = 2 // halves of a tenth
	}
	switch sc.unit {
	case "%":
		sc.gold = strconv.FormatFloat(g, 'f', gdec, 64)
		long := strconv.FormatFloat(g, 'f', 2, 64)
		if v, _ := strconv.ParseFloat(long, 64); strconv.FormatFloat(v, 'f', 1, 64) != strconv.FormatFloat(g, 'f', 1, 64) ||
			long[len(long)-1] == '5' {
			fdec = gdec
		}
		if sc.scale = "percent"; paren {
			sc.gold, sc.scale = sc.gold+"%", ""
		}
	case "x":
		sc.gold, fdec = strconv.FormatFloat(g, 'f', 2, 64), 2
	default:
		sc.gold = money(g, dec)
		if sc.unit == "USD per share" {
			sc.gold = "$" + sc.gold
		}
	}
	for i := range sc.cands {
		c := &sc.cands[i]
		abs, sign := math.Abs(c.val), ""
		if c.val < 0 {
			sign = "-"
		}
		if c.val > 0 && (sc.kind == "diff" || sc.kind == "pct") && c.val*g < 0 {
			sign = "+"
		}
		var mag string
		switch sc.unit {
		case "%":
			mag = strconv.FormatFloat(abs, 'f', fdec, 64) + "%"
			c.n, c.f = sign+strings.TrimSuffix(mag, "%"), sign+mag
		case "x":
			c.n = strconv.FormatFloat(abs, 'f', 2, 64)
			c.f = c.n
			mag = c.n
		case "USD per share":
			c.n, c.f, mag = money(abs, 2), "$"+money(abs, 2), "$"+money(abs, 2)
		default:
			mag = "$" + money(abs, dec) + " million"
			if billions {
				mag = "$" + strings.TrimRight(strconv.FormatFloat(abs/1000, 'f', 5, 64), "0") + " billion"
			}
			c.n, c.f = sign+money(abs, dec), sign+mag
		}
		verb := "increased"
		if c.val < 0 {
			verb = "decreased"
		}
		switch sc.kind {
		case "pct", "diff":
			noun := strings.TrimPrefix(strings.TrimPrefix(sc.measure, "the percentage change in "), "the change in ")
			name, years, _ := strings.Cut(noun, " from ")
			c.sent = fmt.Sprintf("%s's %s %s by %s from %s", sc.co, name, verb, mag, years)
		default:
			c.sent = fmt.Sprintf("%s's %s was %s", sc.co, strings.TrimPrefix(sc.measure, "the "), c.f)
			if c.expr == "" && c.v1 == "" {
				c.expr = c.n
			}
		}
	}
}
