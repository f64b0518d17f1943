// Command layouts prints whole model replies in many layouts, half of them right, as JSON lines.
package main

import (
	"bufio"
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

//go:embed measures.txt
var measureText string

type layout struct {
	name, kinds string
	text        map[string]string // both, right, wrong
}

type testCase struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

// A measure is something a question can ask for, two lines in measures.txt; inputs are the two figures it is computed from.
type measure struct {
	kind, name, subject, other, input1, input2, question string
}

func parseMeasures() []measure {
	var all []measure
	lines := strings.Split(strings.TrimRight(measureText, "\n"), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		p := strings.Split(lines[i], "|")
		all = append(all, measure{p[0], p[1], p[2], p[3], p[4], p[5], lines[i+1]})
	}
	return all
}

var companies = []string{"Halvorsen Quay Corp", "Brindlemoor Inc", "Tesk & Arbory Ltd", "Okavi Foods", "Lindqvist Marrow plc",
	"Pellucid Harbor Energy", "Varnholt Systems", "Cobaltine Retail", "Mirrowick Air", "Sundrake Holdings"}

func round(x float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(x*p) / p
}

// Group prints a magnitude with thousands separators.
func group(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	whole, frac, found := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		return whole + "." + frac
	}
	return whole
}

// Bare prints a figure without its unit.
func bare(x float64, decimals int) string {
	if x < 0 {
		return "-" + group(-x, decimals)
	}
	return group(x, decimals)
}

func money(style int, x float64, decimals int) string {
	sign := ""
	if x < 0 {
		sign, x = "-", -x
	}
	n := group(x, decimals)
	switch style {
	case 0:
		return sign + "$" + n + " million"
	case 1:
		return sign + "$" + n + "M"
	case 2:
		return sign + n + " million dollars"
	case 3:
		return "USD " + sign + n + " million"
	case 4:
		return sign + "US$" + n + " mn"
	}
	return sign + "$" + group(x/1000, decimals+3) + " billion"
}

// Show prints a figure with the unit of its kind; style picks the manner.
func show(kind string, style int, x float64, decimals int, noun string) string {
	n := bare(x, decimals)
	pick := func(list ...string) string { return list[style%len(list)] }
	switch kind {
	case "lvl", "diff":
		return money(style, x, decimals)
	case "pct", "chg":
		return pick(n+"%", n+" %", n+" percent")
	case "ratio":
		return pick(n, n+"x", n+":1")
	case "eps":
		return pick("$"+n, "$"+n+" per share", "USD "+n)
	case "days":
		return pick(n+" days", n)
	}
	return pick(n, strings.TrimSpace(n+" "+noun))
}

type figures struct {
	gold, other float64
	decimals    int
}

func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

// Draw picks a gold and a clearly different plausible figure of the same kind.
func draw(r *rand.Rand, kind string) figures {
	lo, hi, decimals := 300.0, 950.0, r.IntN(2)
	switch kind {
	case "lvl":
		if r.IntN(2) == 0 {
			lo, hi = 1100, 9000
		}
	case "pct":
		lo, hi, decimals = 4, 60, 1+r.IntN(2)
	case "chg":
		lo, hi, decimals = 3, 35, 1+r.IntN(2)
	case "ratio":
		lo, hi, decimals = 0.7, 5, 2
	case "eps":
		lo, hi, decimals = 0.8, 14, 2
	case "cnt":
		lo, hi, decimals = 1200, 60000, 0
	case "days":
		lo, hi, decimals = 21, 95, 1
	}
	f := figures{gold: round(between(r, lo, hi), decimals), decimals: decimals}
	factor := between(r, 0.55, 0.9)
	if r.IntN(2) == 0 {
		factor = between(r, 1.1, 1.5)
	}
	f.other = round(f.gold*factor, decimals)
	if kind == "chg" || kind == "diff" {
		if r.IntN(2) == 0 {
			f.gold = -f.gold
		}
		if f.gold < 0 != (r.IntN(4) == 0) {
			f.other = -f.other
		}
	}
	return f
}

// Inputs derives two plausible figures from which the final figure follows; shown and as expressions.
func inputs(r *rand.Rand, kind string, style int, final float64, decimals int) (a, b, plain, tex string) {
	big := round(between(r, 1500, 8000), 1)
	cash := func(x float64) string { return money(style, x, 1) }
	switch kind {
	case "lvl", "cnt":
		x := round(final*between(r, 0.56, 0.8), decimals)
		a, b = show(kind, style, x, decimals, ""), show(kind, style, final-x, decimals, "")
		return a, b, a + " + " + b, bare(x, decimals) + " + " + bare(final-x, decimals)
	case "pct", "chg":
		x := big * final / 100
		if kind == "chg" {
			x += big
		}
		a, b = cash(x), cash(big)
		if kind == "pct" {
			return a, b, a + " / " + b, fmt.Sprintf("\\frac{%.1f}{%.1f}", x, big)
		}
		return a, b, "(" + a + " - " + b + ") / " + b, fmt.Sprintf("\\frac{%.1f - %.1f}{%.1f}", x, big, big)
	case "diff":
		a, b = money(style, big+final, decimals), money(style, big, decimals)
		return a, b, a + " - " + b, bare(big+final, decimals) + " - " + bare(big, decimals)
	case "days":
		x := big * final / 365
		return cash(x), cash(big), "365 x " + cash(x) + " / " + cash(big), fmt.Sprintf("\\frac{365 \\cdot %.1f}{%.1f}", x, big)
	}
	b = cash(big)
	if kind == "eps" {
		big = round(big/10, 1)
		b = group(big, 1) + " million shares"
	}
	return cash(final * big), b, cash(final*big) + " / " + b, fmt.Sprintf("\\frac{%.1f}{%.1f}", final*big, big)
}

func parse() []layout {
	var all []layout
	var part string
	for _, line := range strings.Split(strings.TrimRight(layoutText, "\n"), "\n") {
		name, isHead := strings.CutPrefix(line, "== ")
		side, isPart := strings.CutPrefix(line, "-- ")
		switch {
		case isHead:
			all = append(all, layout{name: name, text: map[string]string{}})
			part = "both"
		case isPart:
			part = side
		case strings.HasPrefix(line, "kinds "):
			all[len(all)-1].kinds = line
		default:
			all[len(all)-1].text[part] += line + "\n"
		}
	}
	return all
}

// Choose resolves every [[one|other]] in a text.
func choose(r *rand.Rand, s string) string {
	for {
		before, rest, found := strings.Cut(s, "[[")
		list, after, closed := strings.Cut(rest, "]]")
		if !found || !closed {
			return s
		}
		options := strings.Split(list, "|")
		s = before + options[r.IntN(len(options))] + after
	}
}

func direction(kind string, style int, x float64, decimals int) string {
	verb := []string{"increased by ", "rose by ", "went up by "}
	if x < 0 {
		verb = []string{"decreased by ", "fell by ", "went down by "}
	}
	return verb[style%3] + show(kind, style, math.Abs(x), decimals, "")
}

func build(r *rand.Rand, measures []measure, l layout, right bool) testCase {
	var fit []measure
	for _, m := range measures {
		if l.kinds == "" || strings.Contains(l.kinds, m.kind) {
			fit = append(fit, m)
		}
	}
	m := fit[r.IntN(len(fit))]
	f := draw(r, m.kind)
	final, aside := f.gold, f.other
	text, ok := l.text["right"]
	if !right {
		final, aside = f.other, f.gold
		text, ok = l.text["wrong"]
	}
	if !ok {
		text = l.text["both"]
	}
	if r.IntN(3) == 0 {
		m.other = "prior-year " + strings.TrimPrefix(m.name, "total ")
	}
	style := r.IntN(6)
	year := 2012 + r.IntN(12)
	noun := map[string]string{"total headcount": "employees", "number of stores": "stores"}[m.name]
	a, b, plain, tex := inputs(r, m.kind, style, final, f.decimals)
	finalShown, asideShown := show(m.kind, style, final, f.decimals, noun), show(m.kind, style, aside, f.decimals, noun)
	goldShown, wrongShown := show(m.kind, style, f.gold, f.decimals, noun), show(m.kind, style, f.other, f.decimals, noun)
	texEscape := strings.NewReplacer("$", `\$`, "%", `\%`)
	company := companies[r.IntN(len(companies))]
	names := strings.NewReplacer("{c}", company, "{y}", strconv.Itoa(year), "{y2}", strconv.Itoa(year+1), "{p}", strconv.Itoa(year-1))
	fill := strings.NewReplacer("{F}", finalShown, "{O}", asideShown, "{f}", bare(final, f.decimals), "{o}", bare(aside, f.decimals),
		"{T}", texEscape.Replace(finalShown), "{OT}", texEscape.Replace(asideShown), "{G}", goldShown, "{W}", wrongShown,
		"{m}", m.name, "{om}", m.other, "{an}", m.input1, "{bn}", m.input2, "{a}", a, "{b}", b, "{E}", plain, "{L}", tex,
		"{B}", "$"+bare(final/1000, f.decimals+3)+" billion", "{U}", "$"+bare(round(final*1e6, 0), 0),
		"{P}", bare(final*100, 0), "{d}", bare(final/100, f.decimals+2),
		"{subj}", m.subject, "{D}", direction(m.kind, style, final, f.decimals), "{q}", m.question)
	c := testCase{Question: names.Replace(m.question), Gold: bare(f.gold, f.decimals), Right: right, Form: l.name}
	c.Answer = strings.TrimRight(names.Replace(fill.Replace(choose(r, text))), "\n")
	switch m.kind {
	case "lvl", "diff":
		c.Scale = "million"
	case "pct", "chg":
		c.Scale = "percent"
	}
	switch {
	case right:
		c.Why = "the reply's final claim for the " + m.name + " is the gold figure"
	case strings.Contains(l.text["wrong"], "{W}") || l.text["wrong"] == "":
		c.Why = "the final claim is " + wrongShown + "; the gold figure occurs only in another role"
	default:
		c.Why = "no figure is claimed for the " + m.name + "; the gold figure is only mentioned"
	}
	return c
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 4))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	measures := parseMeasures()
	for _, l := range parse() {
		for i := range 4 {
			c := build(r, measures, l, i%2 == 0)
			c.ID = fmt.Sprintf("layouts-%d-%s-%d", *seed, l.name, i)
			if err := enc.Encode(c); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}
