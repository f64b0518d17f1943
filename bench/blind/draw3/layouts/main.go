// Command layouts prints a panel of whole model replies, half of them right, to try a scorer of numeric answers.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed layouts.txt
var layoutText string

// line is one case of the panel.
type line struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

// layout is one form of a reply.
type layout struct {
	name, body string
	wrongOnly  bool
}

// unit says how a figure is printed.
type unit int

const (
	percent unit = iota
	millions
	thousands
	perShare
	times
	days
)

// measure is something that a question can ask for.
type measure struct {
	what, l1, l2 string
	op           byte // g growth, q quotient, d difference, s sum, m mean, y days
	unit         unit
}

var measures = []measure{
	{"revenue growth", "revenue", "revenue of the period before", 'g', percent},
	{"growth in net interest income", "net interest income", "net interest income of the period before", 'g', percent},
	{"operating margin", "operating income", "net revenue", 'q', percent},
	{"effective tax rate", "the tax provision", "pre-tax income", 'q', percent},
	{"dividend payout ratio", "the dividend total", "net income", 'q', percent},
	{"share of cloud services in revenue", "cloud revenue", "total revenue", 'q', percent},
	{"free cash flow", "operating cash flow", "capital expenditure", 'd', millions},
	{"net working capital", "the total of current assets", "the total of current liabilities", 'd', millions},
	{"total debt", "short-term debt", "long-term debt", 's', millions},
	{"unadjusted EBITDA", "operating income", "depreciation and amortization", 's', millions},
	{"change in goodwill", "closing goodwill", "opening goodwill", 'd', thousands},
	{"average inventory", "opening inventory", "closing inventory", 'm', thousands},
	{"diluted EPS", "net income", "the diluted share count", 'q', perShare},
	{"book value per share", "the equity of shareholders", "the share count", 'q', perShare},
	{"current ratio", "the total of current assets", "the total of current liabilities", 'q', times},
	{"interest coverage", "EBIT", "interest expense", 'q', times},
	{"days sales outstanding", "the average receivables balance", "revenue", 'y', days},
}

var companies = []string{"Halvorsen Grid plc", "Brindle & Tay Inc.", "Kestrowe Foods", "Nuvaline Therapeutics", "Ostermark Shipping",
	"Quillfeather Media", "Tarn Valley Bancorp", "Zephyrion Semiconductors", "Marloway Stores", "Pellucid Water Corp."}

// figure is a computed value with its inputs.
type figure struct{ a, b, v float64 }

// places gives the decimals that the unit's values show.
func (u unit) places() int {
	return [...]int{percent: 1, millions: 1, thousands: 0, perShare: 2, times: 2, days: 1}[u]
}

func fixed(v float64, dec int) string { return strconv.FormatFloat(v, 'f', dec, 64) }

func round(v float64, dec int) float64 {
	p := math.Pow10(dec)
	return math.Round(v*p) / p
}

// grouped prints v with commas.
func grouped(v float64, dec int) string {
	s := fixed(math.Abs(v), dec)
	whole, frac, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if frac != "" {
		whole += "." + frac
	}
	if v < 0 {
		return "-" + whole
	}
	return whole
}

// short prints v without zeros at the end.
func short(v float64, dec int) string {
	s := grouped(v, dec)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// draw makes a figure for the measure.
func (m measure) draw(r *rand.Rand) figure {
	dec := 1
	b := 800 + r.Float64()*8000
	u := 0.05 + r.Float64()*0.5
	if m.unit == thousands {
		dec, b = 0, 20000+r.Float64()*400000
	}
	switch {
	case m.op == 'g':
		u = 1.02 + r.Float64()*0.33
		if r.IntN(3) == 0 {
			u = 0.70 + r.Float64()*0.28
		}
	case m.unit == times || m.unit == perShare:
		u = 0.6 + r.Float64()*6
	case m.op == 'd':
		u = 1.1 + r.Float64()
		if r.IntN(4) == 0 {
			u = 0.4 + r.Float64()*0.5
		}
	case m.op == 'm' || m.op == 's':
		u = 0.5 + r.Float64()
	case m.op == 'y':
		u = 0.08 + r.Float64()*0.2
	}
	f := figure{a: round(b*u, dec), b: round(b, dec)}
	switch m.op {
	case 'g':
		f.v = (f.a - f.b) / f.b * 100
	case 'q':
		f.v = f.a / f.b
		if m.unit == percent {
			f.v *= 100
		}
	case 'd':
		f.v = round(f.a-f.b, dec)
	case 's':
		f.v = round(f.a+f.b, dec)
	case 'm':
		f.a += math.Mod(f.a+f.b, 2)
		f.v = (f.a + f.b) / 2
	case 'y':
		f.v = f.a / f.b * 365
	}
	return f
}

// work prints the calculation: style 'p' for prose, 'c' for code, 't' for TeX.
func (m measure) work(f figure, style byte) string {
	dec := 1
	if m.unit == thousands {
		dec = 0
	}
	a, b := grouped(f.a, dec), grouped(f.b, dec)
	minus, mul, frac := " − ", " × ", "%s / %s"
	switch style {
	case 'c':
		a, b, minus, mul = fixed(f.a, dec), fixed(f.b, dec), " - ", " * "
	case 't':
		a, b = strings.ReplaceAll(a, ",", "{,}"), strings.ReplaceAll(b, ",", "{,}")
		minus, mul, frac = " - ", ` \times `, `\frac{%s}{%s}`
	}
	wrap := func(s string) string {
		if style == 't' {
			return s
		}
		return "(" + s + ")"
	}
	switch m.op {
	case 'g':
		return fmt.Sprintf(frac, wrap(a+minus+b), b) + mul + "100"
	case 'd':
		return a + minus + b
	case 's':
		return a + " + " + b
	case 'm':
		return fmt.Sprintf(frac, wrap(a+" + "+b), "2")
	case 'y':
		return fmt.Sprintf(frac, a, b) + mul + "365"
	}
	if m.unit == percent {
		return fmt.Sprintf(frac, a, b) + mul + "100"
	}
	return fmt.Sprintf(frac, a, b)
}

// show prints a value with its unit in one of some styles.
func (u unit) show(v float64, style int) string {
	n := grouped(v, u.places())
	sign, abs := "", strings.TrimPrefix(n, "-")
	if v < 0 {
		sign = "-"
	}
	return [...][3]string{
		percent:   {n + "%", n + " percent", n + " %"},
		millions:  {sign + "$" + abs + " million", n + " million dollars", sign + "$" + abs + "M"},
		thousands: {sign + "$" + abs + " thousand", "USD " + n + " thousand", n + " thousand dollars"},
		perShare:  {"$" + n, "$" + n + " per share", "USD " + n},
		times:     {n, n + "x", n + " times"},
		days:      {n + " days", n, n + " days"},
	}[u][style]
}

// other prints the value in another unit that says the same.
func (u unit) other(v float64, style int) string {
	n, sign := math.Abs(v), ""
	if v < 0 {
		sign = "-"
	}
	switch u {
	case percent:
		return [...]string{short(v/100, 3) + " as a fraction", grouped(round(v*100, 0), 0) + " basis points",
			grouped(round(v*10, 0), 0) + " per mille"}[style]
	case millions:
		return [...]string{sign + "$" + short(n/1000, 4) + " billion", sign + "$" + grouped(n*1e6, 0),
			grouped(v*1000, 0) + " thousand dollars"}[style]
	case thousands:
		return [...]string{sign + "$" + short(n/1000, 3) + " million", sign + "$" + grouped(n*1000, 0),
			short(v/1000, 3) + " million dollars"}[style]
	case perShare:
		return grouped(round(v*100, 0), 0) + " cents per share"
	case times:
		return [...]string{grouped(round(v*100, 0), 0) + "%", grouped(v, 2) + ":1", grouped(v, 2) + " to 1"}[style]
	}
	return [...]string{grouped(v, 1) + " calendar days", grouped(v*24, 1) + " hours", grouped(v, 1) + " d"}[style]
}

// slip prints the value in a unit that makes it wrong.
func (u unit) slip(v float64) string {
	n := grouped(v, u.places())
	return [...]string{percent: short(v/100, 4) + "%", millions: n + " billion dollars", thousands: n + " million dollars",
		perShare: n + " cents per share", times: n + "%", days: n + " months"}[u]
}

// tex prints a shown value for a formula.
func tex(s string) string {
	num, word, ok := strings.Cut(strings.NewReplacer("%", `\%`, "$", `\$`, ",", "{,}").Replace(s), " ")
	if ok {
		num += `\text{ ` + word + "}"
	}
	return num
}

// far tells if two values can't be taken for each other.
func far(a, b float64) bool {
	a, b = math.Abs(a), math.Abs(b)
	return math.Abs(a-b) > 0.08*max(a, b)
}

// tidy mends the grammar of filled texts.
var tidy = strings.NewReplacer("Inc..", "Inc.", "Corp..", "Corp.", "Foods's", "Foods'", "Stores's", "Stores'",
	"Therapeutics's", "Therapeutics'", "Semiconductors's", "Semiconductors'")

// fill puts the case's words into a layout.
func fill(body string, words map[string]string, right bool, r *rand.Rand) string {
	for {
		i := strings.Index(body, "⟦")
		if i < 0 {
			break
		}
		j := i + strings.Index(body[i:], "⟧")
		choice := strings.Split(body[i+len("⟦"):j], "¦")
		pick := r.IntN(len(choice))
		if after, ok := strings.CutPrefix(choice[0], "?"); ok {
			choice[0], pick = after, 1
			if right {
				pick = 0
			}
		}
		body = body[:i] + choice[pick] + body[j+len("⟧"):]
	}
	for k, v := range words {
		body = strings.ReplaceAll(body, "@"+k+"@", v)
	}
	return tidy.Replace(body)
}

// reply makes one case from a layout.
func reply(l layout, right bool, r *rand.Rand) line {
	m := measures[r.IntN(len(measures))]
	var g, o figure
	var gap, mean float64
	for {
		g, o = m.draw(r), m.draw(r)
		gap, mean = g.v-o.v, (g.v+o.v)/2
		tiny := math.Abs(g.v) < 1.5*math.Pow10(1-m.unit.places()) || math.Abs(o.v) < 1.5*math.Pow10(1-m.unit.places())
		if !tiny && far(g.v, o.v) && far(g.v, gap) && far(g.v, mean) && far(g.v, g.a) && far(g.v, o.a) {
			break
		}
	}
	year := 2012 + r.IntN(13)
	co, peer := r.IntN(len(companies)), 1+r.IntN(len(companies)-1)
	firm, y := companies[co], fmt.Sprintf("fiscal %d", year)
	x := "the " + m.what + [...]string{fmt.Sprintf(" in fiscal %d", year-1), " of " + companies[(co+peer)%len(companies)],
		" before the restatement", " on a pro forma basis", fmt.Sprintf(" in fiscal %d", year-2)}[r.IntN(5)]
	q := [...]string{"What is the %[1]s of %[2]s for %[3]s?", "For %[3]s, what was %[2]s's %[1]s?",
		"Based on the annual report of %[2]s, compute the %[1]s for %[3]s.", "%[3]s %[1]s of %[2]s?"}[r.IntN(4)]
	q = tidy.Replace(upper(fmt.Sprintf(q, m.what, firm, y)))
	gold, scale := fixed(g.v, m.unit.places()), ""
	if r.IntN(2) == 0 {
		gold = m.unit.show(g.v, 0)
	} else {
		scale = [...]string{percent: "percent", millions: "million", thousands: "thousand", days: ""}[m.unit]
	}
	p, c := g, o // the claim and the other figure of the reply
	if !right {
		p, c = o, g
	}
	style, alt := r.IntN(3), r.IntN(3)
	show := func(v float64) string { return m.unit.show(v, style) }
	in := func(v float64, second bool) string {
		switch {
		case m.unit == thousands:
			return "$" + grouped(v, 0) + " thousand"
		case second && m.unit == perShare:
			return grouped(v, 1) + " million shares"
		}
		return "$" + grouped(v, 1) + " million"
	}
	lo, hi := c.v, c.v+math.Abs(c.v)*0.3
	between := show(gap)
	if m.unit == percent {
		between = grouped(gap, 1) + " percentage points"
	}
	dec := 1
	if m.unit == thousands {
		dec = 0
	}
	names := [...]string{percent: "percent", millions: "USD million", thousands: "USD thousand", perShare: "USD per share",
		times: "times", days: "days"}
	steps := fmt.Sprintf([...]string{"- %s: %s\n- %s: %s\n- %s", "%s was %s. %s was %s. Calculation: %s.",
		"1. %s = %s\n2. %s = %s\n3. %s"}[r.IntN(3)], upper(m.l1), in(p.a, false), upper(m.l2), in(p.b, true), m.work(p, 'p'))
	words := map[string]string{"P": show(p.v), "O": show(c.v), "Pn": grouped(p.v, m.unit.places()), "Pr": fixed(p.v, m.unit.places()),
		"Or": fixed(c.v, m.unit.places()), "Plong": fixed(p.v, m.unit.places()+3), "U": names[m.unit], "Q": q, "W": m.what,
		"Wc": upper(m.what), "Y": y, "X": x, "Xc": upper(x), "Co": firm, "E": m.work(p, 'p'), "E2": m.work(c, 'p'),
		"Ec": m.work(p, 'c'), "Et": m.work(p, 't'), "L1": m.l1, "L2": m.l2, "L1c": upper(m.l1), "L2c": upper(m.l2),
		"A1": in(p.a, false), "A2": in(p.b, true), "B1": in(c.a, false), "B2": in(c.b, true), "A1r": fixed(p.a, dec),
		"A2r": fixed(p.b, dec), "pg": strconv.Itoa(20 + r.IntN(60)), "pg2": strconv.Itoa(81 + r.IntN(60)), "S": steps,
		"date": fmt.Sprintf("%d %s %d", 1+r.IntN(28), [...]string{"February", "March", "June"}[r.IntN(3)], year+1),
		"dec":  strconv.Itoa(m.unit.places()), "Pt": tex(show(p.v)), "Ot": tex(show(c.v)), "D": between, "M": show(mean),
		"P2": m.unit.other(p.v, alt), "O2": m.unit.other(c.v, alt), "OB": m.unit.slip(c.v), "lo": show(lo), "hi": show(hi),
		"hc": grouped(float64(2100+r.IntN(60000)), 0), "st": grouped(float64(101+r.IntN(800)), 0), "ten": strconv.Itoa(4 + r.IntN(5)),
		"Ptx": strings.NewReplacer("%", `\%`, "$", `\$`).Replace(show(p.v))}
	why := "the claimed figure is the gold"
	if !right {
		why = "the gold figure is absent or only beside the claim, which is another figure or missing"
	}
	return line{Question: q, Gold: gold, Scale: scale, Answer: fill(l.body, words, right, r), Right: right, Form: l.name, Why: why}
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 77))
	var all []layout
	for _, s := range strings.Split("\n"+layoutText, "\n%% ")[1:] {
		head, body, _ := strings.Cut(s, "\n")
		name, wrong := strings.CutSuffix(head, " !wrong")
		all = append(all, layout{name, strings.TrimRight(body, "\n"), wrong})
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	n, extra := 0, 0
	put := func(l layout, right bool) {
		n++
		c := reply(l, right, r)
		c.ID = fmt.Sprintf("layouts-%d-%04d", *seed, n)
		if err := out.Encode(c); err != nil {
			log.Fatal(err)
		}
	}
	for _, l := range all {
		for range 2 {
			put(l, false)
			if l.wrongOnly {
				extra++
				continue
			}
			put(l, true)
		}
	}
	for extra > 0 {
		if l := all[r.IntN(len(all))]; !l.wrongOnly {
			put(l, true)
			extra--
		}
	}
}
