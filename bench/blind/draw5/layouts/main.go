// Command layouts prints a panel of whole model replies with a known verdict, as JSON lines.
package main

import (
	"bufio"
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

// layout is one reply form. Mode: rw both verdicts, r right only, w wrong only.
type layout struct{ name, mode, body string }

// scenario is one kind of question with its gold measure and measures easily confused with it.
type scenario struct {
	question string
	kind     string // million, thousand, billion, percent, times, eps, shares
	lo, hi   float64
	dec      int
	gold     string
	others   []string
}

// figure is one amount in the forms that the layouts use.
type figure struct {
	value                                      float64
	label, bare, full, alt, tex, num, long, eq string
}

type row struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

var companies = []string{
	"Harrowgate Foods", "Veltrane Systems", "Ostmark Rail", "Bluefen Energy", "Carradine Paper", "Nimbolt",
	"Tessaly Health", "Kestrow Airlines", "Orlin & Vance", "Pinemoor Bancorp", "Suldane Chemicals", "Wexford Loom",
}

var documents = []string{"annual report", "Form 10-K", "financial report", "earnings release", "statutory filing"}

var unitNames = map[string]string{
	"million": "USD millions", "thousand": "USD thousands", "billion": "USD billions", "percent": "percent",
	"times": "times", "eps": "USD per share", "shares": "million shares",
}

var scenarios = []scenario{
	{"What was {co}'s operating income in fiscal {Y}, in millions of dollars?", "million", 180, 900, 1,
		"operating income in fiscal {Y}", []string{"operating income in fiscal {P}", "gross profit in fiscal {Y}",
			"adjusted operating income in fiscal {Y}", "net income in fiscal {Y}"}},
	{"How much free cash flow did {co} generate in fiscal {Y} (USD millions)?", "million", 1100, 6900, 0,
		"free cash flow in fiscal {Y}", []string{"operating cash flow in fiscal {Y}", "free cash flow in fiscal {P}",
			"EBITDA in fiscal {Y}", "capital expenditure in fiscal {Y}"}},
	{"What were {co}'s capital expenditures in fiscal {Y}, in thousands of dollars?", "thousand", 21000, 88000, 0,
		"capital expenditure in fiscal {Y}", []string{"capital expenditure in fiscal {P}",
			"depreciation expense in fiscal {Y}", "maintenance spending in fiscal {Y}"}},
	{"What was the order backlog of {co} at the end of fiscal {Y}, in billions of dollars?", "billion", 3, 48, 2,
		"order backlog at the end of fiscal {Y}", []string{"order backlog at the end of fiscal {P}",
			"order intake in fiscal {Y}", "revenue in fiscal {Y}"}},
	{"By how much did deferred revenue of {co} increase in fiscal {Y} (in millions of dollars)?", "million", 31, 97, 1,
		"increase in deferred revenue in fiscal {Y}", []string{"increase in deferred revenue in fiscal {P}",
			"increase in contract assets in fiscal {Y}", "increase in receivables in fiscal {Y}"}},
	{"What was the percentage increase in {co}'s revenue from fiscal {P} to fiscal {Y}?", "percent", 3, 39, 1,
		"revenue growth rate in fiscal {Y}", []string{"revenue growth rate in fiscal {P}",
			"organic growth rate in fiscal {Y}", "cost growth rate in fiscal {Y}"}},
	{"What was the percentage change in {co}'s personnel cost from fiscal {P} to fiscal {Y}?", "percent", -29, -3, 2,
		"percentage change in personnel cost in fiscal {Y}", []string{
			"percentage change in personnel cost in fiscal {P}", "percentage change in headcount in fiscal {Y}",
			"percentage change in rent in fiscal {Y}"}},
	{"What was {co}'s gross margin in fiscal {Y}?", "percent", 17, 71, 1, "gross margin in fiscal {Y}", []string{
		"gross margin in fiscal {P}", "adjusted gross margin in fiscal {Y}", "operating margin in fiscal {Y}"}},
	{"What was the effective tax rate of {co} for fiscal {Y}?", "percent", 11, 38, 1,
		"effective tax rate for fiscal {Y}", []string{"effective tax rate for fiscal {P}",
			"statutory tax rate for fiscal {Y}", "cash tax rate for fiscal {Y}"}},
	{"Research and development was what percentage of {co}'s sales in fiscal {Y}?", "percent", 3, 28, 2,
		"research share of sales in fiscal {Y}", []string{"research share of sales in fiscal {P}",
			"selling share of sales in fiscal {Y}", "research share of total cost in fiscal {Y}"}},
	{"What was {co}'s current ratio at the end of fiscal {Y}?", "times", 0.7, 4, 2,
		"current ratio at the end of fiscal {Y}", []string{"current ratio at the end of fiscal {P}",
			"quick ratio at the end of fiscal {Y}", "cash ratio at the end of fiscal {Y}"}},
	{"What was {co}'s interest coverage in fiscal {Y}?", "times", 2, 19, 1, "interest coverage in fiscal {Y}",
		[]string{"interest coverage in fiscal {P}", "fixed charge coverage in fiscal {Y}",
			"net leverage at the end of fiscal {Y}"}},
	{"What were {co}'s diluted earnings per share in fiscal {Y}?", "eps", 1.1, 9.6, 2,
		"diluted EPS figure for fiscal {Y}", []string{"diluted EPS figure for fiscal {P}",
			"adjusted EPS figure for fiscal {Y}", "dividend for fiscal {Y}"}},
	{"How many shares, in millions, did {co} repurchase in fiscal {Y}?", "shares", 2, 64, 1,
		"number of shares repurchased in fiscal {Y}", []string{"number of shares repurchased in fiscal {P}",
			"number of shares issued in fiscal {Y}", "number of shares vested in fiscal {Y}"}},
}

// group puts thousands separators into a plain decimal number.
func group(s string) string {
	sign, whole, frac := "", s, ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if i := strings.IndexByte(whole, '.'); i >= 0 {
		whole, frac = whole[:i], whole[i:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return sign + whole + frac
}

func decimals(v float64, dec int) string { return strconv.FormatFloat(v, 'f', dec, 64) }

// trimmed prints v without needless zeros.
func trimmed(v float64) string {
	s := decimals(v, 6)
	return group(strings.TrimRight(strings.TrimRight(s, "0"), "."))
}

func newFigure(r *rand.Rand, kind, label string, v float64, dec int) figure {
	num := decimals(v, dec)
	longNum := num + strconv.Itoa(1+r.IntN(4))
	if dec == 0 {
		longNum = num + "." + strconv.Itoa(1+r.IntN(4))
	}
	f := figure{value: v, label: label, num: num, bare: group(num)}
	wrap := func(pre, post string) { f.full, f.long = pre+f.bare+post, pre+group(longNum)+post }
	base := float64(2000 + r.IntN(7000))
	quotient := fmt.Sprintf("%s / %s", group(decimals(base*v, 1)), group(decimals(base, 1)))
	switch kind {
	case "million":
		wrap("$", " million")
		f.alt = pick(r, "$"+trimmed(v/1000)+" billion", "$"+trimmed(v*1e6), "USD "+f.bare+"m", "$"+trimmed(v*1e3)+" thousand")
		f.tex = `\$` + f.bare + `\text{ million}`
	case "thousand":
		wrap("$", " thousand")
		f.alt = pick(r, "$"+trimmed(v/1000)+" million", "$"+trimmed(v*1e3), "US$ "+f.bare+"k")
		f.tex = `\$` + f.bare + `\text{ thousand}`
	case "billion":
		wrap("$", " billion")
		f.alt = pick(r, "$"+trimmed(v*1000)+" million", "US$"+f.bare+"bn", "$"+trimmed(v*1e9))
		f.tex = `\$` + f.bare + `\text{ billion}`
	case "percent":
		wrap("", "%")
		f.alt, f.tex = f.bare+" percent", f.bare+`\%`
		quotient = fmt.Sprintf("%s / %s", group(decimals(base*v/100, 1)), group(decimals(base, 1)))
		if v < 0 {
			f.alt = "a decrease of " + f.bare[1:] + "%"
		}
	case "times":
		wrap("", "x")
		f.alt, f.tex = pick(r, f.bare+" times", f.bare+" to 1", f.bare+":1"), f.bare+`\times`
	case "eps":
		wrap("$", " per share")
		f.alt, f.tex = pick(r, "$"+f.bare, f.bare+" dollars a share", "$"+f.bare+"/share"), `\$`+f.bare
	case "shares":
		wrap("", " million shares")
		f.alt, f.tex = trimmed(v*1e6)+" shares", f.bare+`\text{ million shares}`
	}
	f.eq = quotient + " = " + f.full
	if kind != "percent" && kind != "times" && kind != "eps" {
		part := math.Round(v*(0.2+0.5*r.Float64())*10) / 10
		f.eq = fmt.Sprintf("%s + %s = %s", group(decimals(part, max(dec, 1))), group(decimals(v-part, max(dec, 1))), f.full)
	}
	return f
}

func pick(r *rand.Rand, options ...string) string { return options[r.IntN(len(options))] }

// apart tells whether two values differ clearly, in their sizes too.
func apart(a, b float64) bool {
	a, b = math.Abs(a), math.Abs(b)
	return math.Abs(a-b) > 0.08*max(a, b)
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// pairs gives the placeholders of one figure under a letter.
func pairs(letter string, f figure) []string {
	return []string{"{" + letter + "}", f.full, "{" + strings.ToLower(letter) + "}", f.bare, "{" + letter + "alt}", f.alt,
		"{" + letter + "tex}", f.tex, "{" + letter + "n}", f.num, "{" + letter + "long}", f.long, "{calc" + letter + "}", f.eq,
		"{L" + letter + "}", f.label, "{^L" + letter + "}", upper(f.label)}
}

// build makes one case of a layout.
func build(r *rand.Rand, l layout, right bool) row {
	s := scenarios[r.IntN(len(scenarios))]
	year := 2015 + r.IntN(10)
	p1 := 20 + r.IntN(60)
	frame := []string{"{co}", pick(r, companies...), "{Y}", strconv.Itoa(year), "{P}", strconv.Itoa(year - 1),
		"{doc}", pick(r, documents...), "{p1}", strconv.Itoa(p1), "{p2}", strconv.Itoa(p1 + 1 + r.IntN(30)),
		"{n}", strconv.Itoa(2 + r.IntN(15)), "{unit}", unitNames[s.kind],
		"{date}", fmt.Sprintf("%s %d, %d", pick(r, "February", "March", "May"), 1+r.IntN(28), year+1)}
	names := strings.NewReplacer(frame...)
	var values []float64
	for len(values) < 3 {
		v, err := strconv.ParseFloat(decimals(s.lo+(s.hi-s.lo)*r.Float64(), s.dec), 64)
		if err != nil {
			log.Fatal(err)
		}
		ok := true
		for _, w := range values {
			ok = ok && apart(v, w)
		}
		if ok {
			values = append(values, v)
		}
	}
	labels := []string{s.gold}
	for _, i := range r.Perm(len(s.others))[:2] {
		labels = append(labels, s.others[i])
	}
	var figs []figure
	for i, v := range values {
		figs = append(figs, newFigure(r, s.kind, names.Replace(labels[i]), v, s.dec))
	}
	gold, decoy := figs[0], figs[1]
	claim, rest := gold, decoy
	why := "the final claim is the gold"
	if !right {
		claim, rest = decoy, gold
		why = "the gold " + gold.full + " is mentioned but not claimed as the answer"
	}
	question := names.Replace(s.question)
	low, high := rest, figs[2]
	if low.value > high.value {
		low, high = high, low
	}
	all := append(frame, "{q}", question, "{lo}", low.full, "{hi}", high.full)
	for i, letter := range []string{"A", "B", "C", "G", "D"} {
		all = append(all, pairs(letter, []figure{claim, rest, figs[2], gold, decoy}[i])...)
	}
	c := row{Question: question, Answer: strings.NewReplacer(all...).Replace(l.body), Right: right, Form: l.name, Why: why}
	c.Gold, c.Scale = goldField(r, s.kind, gold)
	return c
}

// goldField prints the gold in one of the ways in which data sets print it.
func goldField(r *rand.Rand, kind string, f figure) (text, scale string) {
	withUnit := r.IntN(2) == 0
	switch kind {
	case "million", "thousand", "billion":
		if withUnit {
			return f.full, ""
		}
		return pick(r, f.bare, f.num), kind
	case "percent":
		if withUnit {
			return f.full, ""
		}
		return f.num, "percent"
	case "eps":
		return "$" + f.bare, ""
	case "shares":
		return f.num, "million"
	}
	return f.num, ""
}

func parse(text string) []layout {
	var out []layout
	for _, part := range strings.Split("\n"+text, "\n@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		name, mode, _ := strings.Cut(head, "|")
		out = append(out, layout{name, mode, strings.TrimSuffix(body, "\n")})
	}
	return out
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 5))
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i, l := range parse(layoutText) {
		for k := range 4 {
			right := l.mode == "r" || l.mode == "rw" && k%2 == 0
			c := build(r, l, right)
			c.ID = fmt.Sprintf("layouts-%d-%03d-%d", *seed, i, k)
			if err := enc.Encode(c); err != nil {
				log.Fatal(err)
			}
		}
	}
}
