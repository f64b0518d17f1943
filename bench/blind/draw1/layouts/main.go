// Panel of reply layouts: writes JSON-lines test cases to stdout.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

// ---------- values ----------

type Val struct {
	V     float64 // rounded
	Exact float64
	Dec   int
	Kind  string // pct usd ratio count eps
	Noun  string
}

func round(f float64, d int) float64 {
	p := math.Pow(10, float64(d))
	return math.Round(f*p) / p
}
func mk(f float64, dec int, kind, noun string) Val {
	return Val{round(f, dec), f, dec, kind, noun}
}
func comma(f float64, dec int) string {
	s := strconv.FormatFloat(math.Abs(f), 'f', dec, 64)
	ip, fp := s, ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		ip, fp = s[:i], s[i:]
	}
	var b strings.Builder
	for i, ch := range ip {
		if i > 0 && (len(ip)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(ch)
	}
	r := b.String() + fp
	if f < 0 {
		r = "-" + r
	}
	return r
}
func plain(f float64, dec int) string { return strconv.FormatFloat(f, 'f', dec, 64) }
func m(f float64) string { // dollars in millions, one decimal
	if f < 0 {
		return "-$" + comma(-f, 1) + " million"
	}
	return "$" + comma(f, 1) + " million"
}

func (v Val) Num() string   { return comma(v.V, v.Dec) }
func (v Val) Plain() string { return plain(v.V, v.Dec) }
func (v Val) Std() string {
	switch v.Kind {
	case "pct":
		return v.Num() + "%"
	case "usd":
		if v.V < 0 {
			return "-$" + comma(-v.V, v.Dec) + " million"
		}
		return "$" + v.Num() + " million"
	case "eps":
		return "$" + v.Num()
	}
	return v.Num()
}
func (v Val) Unit() string {
	switch v.Kind {
	case "pct":
		return "%"
	case "usd":
		return "USD millions"
	case "eps":
		return "USD per share"
	case "ratio":
		return "x"
	}
	return v.Noun
}
func (v Val) Fancy(r *rand.Rand) string {
	neg := v.V < 0
	a := comma(math.Abs(v.V), v.Dec)
	switch v.Kind {
	case "pct":
		if neg {
			return pick(r, "-"+a+"%", "−"+a+"%", "-"+a+" %", "-"+a+" percent", "–"+a+"%", "-"+a+"%")
		}
		return pick(r, a+"%", a+" %", a+" percent", a+"%", a+"%")
	case "usd":
		if neg {
			return pick(r, "-$"+a+" million", "−$"+a+" million", "$-"+a+" million", "-"+a+" million dollars", "-"+a+" million", "USD -"+a+" million")
		}
		return pick(r, "$"+a+" million", "$"+a+"M", "USD "+a+" million", a+" million dollars", "$"+a+" million", a+" million", "$"+a+"mm", "US$"+a+" million")
	case "ratio":
		return pick(r, a, a, a+"x", a+" times", a+"×", a+" : 1", "approximately "+a)
	case "count":
		return pick(r, a, a, plain(v.V, 0), a+" "+v.Noun, a+" "+v.Noun)
	}
	return pick(r, "$"+a, "$"+a+" per share", a, "USD "+a, "$"+a+" a share")
}
func (v Val) Tex() string {
	a := strings.ReplaceAll(comma(v.V, v.Dec), ",", "{,}")
	switch v.Kind {
	case "pct":
		return a + `\%`
	case "usd":
		if v.V < 0 {
			return `-\$` + a[1:] + ` \text{ million}`
		}
		return `\$` + a + ` \text{ million}`
	case "eps":
		return `\$` + a
	}
	return a
}
func texify(s string) string {
	for _, p := range [][2]string{{" million", `\text{ million}`}, {"$", `\$`}, {"%", `\%`}, {"×", `\times`}, {"/", `\div`}, {",", "{,}"}} {
		s = strings.ReplaceAll(s, p[0], p[1])
	}
	return s
}

var ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
var tens = strings.Fields("x x twenty thirty forty fifty sixty seventy eighty ninety")

func intWords(n int) string {
	switch {
	case n < 20:
		return ones[n]
	case n < 100:
		if n%10 == 0 {
			return tens[n/10]
		}
		return tens[n/10] + "-" + ones[n%10]
	case n < 1000:
		if n%100 == 0 {
			return ones[n/100] + " hundred"
		}
		return ones[n/100] + " hundred " + intWords(n%100)
	case n < 1000000:
		if n%1000 == 0 {
			return intWords(n/1000) + " thousand"
		}
		return intWords(n/1000) + " thousand " + intWords(n%1000)
	}
	if n%1000000 == 0 {
		return intWords(n/1000000) + " million"
	}
	return intWords(n/1000000) + " million " + intWords(n%1000000)
}
func (v Val) Words() string {
	s := plain(math.Abs(v.V), v.Dec)
	p := strings.SplitN(s, ".", 2)
	n, _ := strconv.Atoi(p[0])
	out := intWords(n)
	if len(p) == 2 && strings.Trim(p[1], "0") != "" {
		out += " point"
		for _, ch := range p[1] {
			out += " " + ones[ch-'0']
		}
	}
	if v.V < 0 {
		out = "negative " + out
	}
	switch v.Kind {
	case "pct":
		out += " percent"
	case "usd":
		out += " million dollars"
	case "eps":
		out += " dollars per share"
	case "count":
		out += " " + v.Noun
	}
	return out
}

// ---------- scenarios ----------

type Step struct{ Name, Expr, Res string }
type Input struct{ Name, Var, Disp, Plain string }
type Path struct {
	Steps []Step
	Py    string
	V     Val
	Check string
}
type Scn struct {
	Kind             string
	Co               string
	Q, Gold, Subj    string
	Label            string
	Y0, Y1           int
	In               []Input
	R, Over, Err     Path // Over.Steps continue R.Steps; Over.Py uses x
	ReasonR, ReasonW string
	Others           []string
	Metric           string
}

func pick(r *rand.Rand, s ...string) string { return s[r.Intn(len(s))] }
func rf(r *rand.Rand, lo, hi float64, d int) float64 {
	return round(lo+r.Float64()*(hi-lo), d)
}
func ri(r *rand.Rand, lo, hi int) int { return lo + r.Intn(hi-lo+1) }
func cap1(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var coA = strings.Fields("Velmora Tarnwick Quillane Ostrelle Brindlemoor Kestovar Halvenne Dorrimax Pellaqua Zentharo Marrowick Ulvetta Grenvale Norrune Belcort Sablethorn Ivoranne Cradwell Fennimarch Lorquist Orbwyn Thessaly-Rooke Jandrix Mirewood Hexaline")
var coB = []string{"Foods", "Holdings, Inc.", "Industries", "Energy Corp.", "Logistics", "Therapeutics", "Paper & Packaging", "Bancshares", "Semiconductor", "Retail Group", "Materials", "Utilities", "48 Freightways", "360 Media", "21 Hospitality", "7 Metals", "Group plc", "5 Rivers Water"}

func company(r *rand.Rand) string { return pick(r, coA...) + " " + pick(r, coB...) }

var kinds = []string{"pct+", "pct-", "share", "margin", "usdsum", "usdavg", "usddiff+", "usddiff-", "current", "coverage", "stores", "options", "eps"}

func goldStr(r *rand.Rand, v Val) string {
	switch v.Kind {
	case "pct":
		return pick(r, v.Num()+"%", v.Num()+"%", v.Plain())
	case "usd":
		return pick(r, v.Std(), v.Num(), v.Plain())
	case "eps":
		return pick(r, v.Std(), v.Num())
	}
	return pick(r, v.Num(), v.Plain())
}

func signed(v Val) string {
	if v.V < 0 {
		return " - " + v.Num()[1:]
	}
	return " + " + v.Num()
}
func sub(a, b string) string { return a + " - " + b }

func scenario(r *rand.Rand, kind string) *Scn {
	for {
		if s := tryScn(r, kind); s != nil && ok(s) {
			s.Gold = goldStr(r, s.R.V)
			return s
		}
	}
}
func ok(s *Scn) bool {
	g := s.R.V.V
	all := []float64{s.Over.V.V, s.Err.V.V}
	for _, w := range all {
		if math.Abs(w-g) < 0.1*math.Abs(g) || math.Abs(w-g) < 0.12 || w == 0 {
			return false
		}
		q := w / g
		for _, p := range []float64{0.001, 0.01, 0.1, 10, 100, 1000, -1} {
			if math.Abs(q/p-1) < 0.05 {
				return false
			}
		}
	}
	for _, v := range []Path{s.R, s.Over, s.Err} { // no figure that looks like an input or a year
		a := math.Abs(v.V.V)
		if v.V.Kind != "options" && a >= 1900 && a <= 2100 {
			return false
		}
		for _, in := range s.In {
			f, _ := strconv.ParseFloat(in.Plain, 64)
			if f != 0 && math.Abs(a/math.Abs(f)-1) < 0.02 {
				return false
			}
		}
	}
	return math.Abs(s.Over.V.V-s.Err.V.V) > 0.02*math.Abs(g)
}

func tryScn(r *rand.Rand, kind string) *Scn {
	s := &Scn{Kind: kind, Co: company(r)}
	s.Y0 = ri(r, 2009, 2019)
	n := ri(r, 2, 3)
	s.Y1 = s.Y0 + n
	metric := pick(r, "net sales", "operating income", "total operating expenses", "interest expense", "research and development expense", "capital expenditures", "free cash flow", "deferred revenue", "cost of goods sold", "long-term debt")
	s.Metric = metric
	c := func(f float64) string { return comma(f, 1) }
	usdIn := func(name, v string, f float64) Input { return Input{name, v, m(f), plain(f, 1)} }
	switch kind {
	case "pct+", "pct-":
		old := rf(r, 90, 4200, 1)
		f := rf(r, 1.13, 1.85, 4)
		if kind == "pct-" {
			f = rf(r, 0.45, 0.86, 4)
		}
		nw := round(old*f, 1)
		d := round(nw-old, 1)
		if d == 0 {
			return nil
		}
		s.Q = fmt.Sprintf("What was the percentage change in %s's %s from fiscal %d to fiscal %d? Answer in percent, rounded to two decimals (a decrease is negative).", s.Co, metric, s.Y0, s.Y1)
		s.Subj = fmt.Sprintf("the percentage change in %s from fiscal %d to fiscal %d", metric, s.Y0, s.Y1)
		s.Label = fmt.Sprintf("Change in %s, FY%d to FY%d", metric, s.Y0, s.Y1)
		s.In = []Input{usdIn(fmt.Sprintf("%s, FY%d", cap1(metric), s.Y0), "old", old), usdIn(fmt.Sprintf("%s, FY%d", cap1(metric), s.Y1), "new", nw)}
		rv := mk(d/old*100, 2, "pct", "")
		ov := mk(rv.V/float64(n), 2, "pct", "")
		ev := mk(d/nw*100, 2, "pct", "")
		s.R = Path{[]Step{{"Absolute change", sub(c(nw), c(old)), m(d)}, {fmt.Sprintf("Divide by the FY%d figure", s.Y0), c(d) + " / " + c(old), plain(d/old, 4)}, {"Convert to percent", plain(d/old, 4) + " × 100", rv.Std()}}, "(new - old) / old * 100", rv, fmt.Sprintf("%s × (1 + %s/100) ≈ %s", c(old), rv.Num(), c(nw))}
		s.Over = Path{[]Step{{fmt.Sprintf("Spread over the %d years", n), fmt.Sprintf("%s / %d", rv.Std(), n), ov.Std()}}, fmt.Sprintf("x / %d", n), ov, fmt.Sprintf("%s × %d ≈ %s", ov.Std(), n, rv.Std())}
		s.Err = Path{[]Step{{"Absolute change", sub(c(nw), c(old)), m(d)}, {fmt.Sprintf("Divide by the FY%d figure", s.Y1), c(d) + " / " + c(nw), plain(d/nw, 4)}, {"Convert to percent", plain(d/nw, 4) + " × 100", ev.Std()}}, "(new - old) / new * 100", ev, fmt.Sprintf("%s / %s ≈ %s", c(d), c(nw), plain(d/nw, 4))}
		s.ReasonR = fmt.Sprintf("the base should be the earlier year (FY%d), not FY%d.", s.Y0, s.Y1)
		s.ReasonW = fmt.Sprintf("the base should be the most recent year (FY%d), not FY%d.", s.Y1, s.Y0)
		s.Others = []string{fmt.Sprintf("Change in headcount, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Change in SG&A, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Change in inventories, FY%d to FY%d", s.Y0-1, s.Y0)}
	case "share":
		seg := pick(r, "Coatings", "Wireless", "Consumer Care", "Aftermarket", "Northern Region", "Specialty Glass", "Cloud Services")
		tot := rf(r, 400, 5200, 1)
		sg := round(tot*rf(r, 0.15, 0.40, 4), 1)
		corp := round(tot*rf(r, 0.14, 0.24, 3), 1)
		ex := round(tot-corp, 1)
		s.Q = fmt.Sprintf("What percentage of %s's total fiscal %d revenue came from the %s segment? Answer in percent, rounded to two decimals.", s.Co, s.Y1, seg)
		s.Subj = fmt.Sprintf("the %s segment's share of total fiscal %d revenue", seg, s.Y1)
		s.Label = fmt.Sprintf("%s share of revenue, FY%d", seg, s.Y1)
		s.In = []Input{usdIn(seg+" revenue", "seg", sg), usdIn(fmt.Sprintf("Total revenue FY%d", s.Y1), "total", tot), usdIn("Corporate and other revenue", "corp", corp)}
		rv, ov, ev := mk(sg/tot*100, 2, "pct", ""), Val{}, mk(sg/ex*100, 2, "pct", "")
		ov = mk(100-rv.V, 2, "pct", "")
		s.R = Path{[]Step{{"Divide segment revenue by total revenue", c(sg) + " / " + c(tot), plain(sg/tot, 4)}, {"Convert to percent", plain(sg/tot, 4) + " × 100", rv.Std()}}, "seg / total * 100", rv, fmt.Sprintf("%s × %s ≈ %s", plain(sg/tot, 4), c(tot), c(sg))}
		s.Over = Path{[]Step{{"Take the complement", "100% - " + rv.Std(), ov.Std()}}, "100 - x", ov, fmt.Sprintf("%s + %s = 100%%", rv.Std(), ov.Std())}
		s.Err = Path{[]Step{{"Remove corporate revenue from the total", sub(c(tot), c(corp)), m(ex)}, {"Divide segment revenue by that", c(sg) + " / " + c(ex), plain(sg/ex, 4)}, {"Convert to percent", plain(sg/ex, 4) + " × 100", ev.Std()}}, "seg / (total - corp) * 100", ev, fmt.Sprintf("%s × %s ≈ %s", plain(sg/ex, 4), c(ex), c(sg))}
		s.ReasonR = "the question asks about total revenue, so corporate revenue has to stay in the denominator."
		s.ReasonW = "the denominator should leave out corporate revenue."
		s.Others = []string{fmt.Sprintf("Industrial share of revenue, FY%d", s.Y1), fmt.Sprintf("%s share of revenue, FY%d", seg, s.Y1-1), fmt.Sprintf("%s share of assets, FY%d", seg, s.Y1)}
		s.Metric = seg + " share"
	case "margin":
		rev := rf(r, 300, 6000, 1)
		oi := round(rev*rf(r, 0.12, 0.3, 4), 1)
		da := round(oi*rf(r, 0.25, 0.5, 3), 1)
		tx := ri(r, 21, 28)
		s.Q = fmt.Sprintf("What was %s's operating margin (operating income divided by revenue) in fiscal %d? Answer in percent, rounded to two decimals.", s.Co, s.Y1)
		s.Subj = fmt.Sprintf("the operating margin in fiscal %d", s.Y1)
		s.Label = fmt.Sprintf("Operating margin, FY%d", s.Y1)
		s.In = []Input{usdIn("Revenue", "revenue", rev), usdIn("Operating income", "op_income", oi), usdIn("Depreciation and amortization", "da", da)}
		rv := mk(oi/rev*100, 2, "pct", "")
		ov := mk(rv.V*(1-float64(tx)/100), 2, "pct", "")
		ev := mk((oi+da)/rev*100, 2, "pct", "")
		s.R = Path{[]Step{{"Divide operating income by revenue", c(oi) + " / " + c(rev), plain(oi/rev, 4)}, {"Convert to percent", plain(oi/rev, 4) + " × 100", rv.Std()}}, "op_income / revenue * 100", rv, fmt.Sprintf("%s × %s ≈ %s", plain(oi/rev, 4), c(rev), c(oi))}
		s.Over = Path{[]Step{{fmt.Sprintf("Take off tax at %d%%", tx), fmt.Sprintf("%s × (1 - 0.%02d)", rv.Std(), tx), ov.Std()}}, fmt.Sprintf("x * (1 - 0.%02d)", tx), ov, fmt.Sprintf("%s / 0.%02d ≈ %s", ov.Std(), 100-tx, rv.Std())}
		s.Err = Path{[]Step{{"Add depreciation and amortization to operating income", c(oi) + " + " + c(da), m(round(oi+da, 1))}, {"Divide by revenue", c(round(oi+da, 1)) + " / " + c(rev), plain((oi+da)/rev, 4)}, {"Convert to percent", plain((oi+da)/rev, 4) + " × 100", ev.Std()}}, "(op_income + da) / revenue * 100", ev, fmt.Sprintf("%s × %s ≈ %s", plain((oi+da)/rev, 4), c(rev), c(oi+da))}
		s.ReasonR = "depreciation and amortization must not be added back for the operating margin."
		s.ReasonW = "depreciation and amortization need to be added back first."
		s.Others = []string{fmt.Sprintf("Gross margin, FY%d", s.Y1), fmt.Sprintf("Net margin, FY%d", s.Y1), fmt.Sprintf("Operating margin, FY%d", s.Y1-1)}
		s.Metric = "operating margin"
	case "usdsum":
		its := [][3]string{{"salaries", "rent", "insurance"}, {"senior notes", "term loans", "finance leases"}, {"buildings", "machinery", "land"}, {"cash", "receivables", "prepaid items"}}[r.Intn(4)]
		a, b, d := rf(r, 60, 900, 1), rf(r, 60, 900, 1), rf(r, 80, 700, 1)
		t := round(a+b+d, 1)
		s.Q = fmt.Sprintf("In millions of dollars, what was the combined total of %s, %s and %s reported by %s for fiscal %d?", its[0], its[1], its[2], s.Co, s.Y1)
		s.Subj = fmt.Sprintf("the combined total of %s, %s and %s for fiscal %d", its[0], its[1], its[2], s.Y1)
		s.Label = fmt.Sprintf("Combined total of %s, %s and %s, FY%d", its[0], its[1], its[2], s.Y1)
		s.In = []Input{usdIn(cap1(its[0]), "a", a), usdIn(cap1(its[1]), "b", b), usdIn(cap1(its[2]), "c", d)}
		rv, ov := mk(t, 1, "usd", ""), mk(t*0.79, 1, "usd", "")
		s.R = Path{[]Step{{"Add " + its[0] + " and " + its[1], c(a) + " + " + c(b), m(a + b)}, {"Add " + its[2], c(round(a+b, 1)) + " + " + c(d), rv.Std()}}, "a + b + c", rv, fmt.Sprintf("%s - %s - %s = %s", c(t), c(d), c(b), c(a))}
		// the sum path shows a+b; the err path is a*2-ish so the withdrawn figure differs from the subtotal
		ev := mk(a+b+d*2, 1, "usd", "")
		s.Over = Path{[]Step{{"Apply the 21% tax shield", rv.Std() + " × 0.79", ov.Std()}}, "x * 0.79", ov, fmt.Sprintf("%s / 0.79 ≈ %s", ov.Std(), rv.Std())}
		s.Err = Path{[]Step{{"Add " + its[0] + " and " + its[1], c(a) + " + " + c(b), m(a + b)}, {"Add " + its[2] + ", gross of the allowance (twice the net line)", c(round(a+b, 1)) + " + 2 × " + c(d), ev.Std()}}, "a + b + 2 * c", ev, fmt.Sprintf("%s - %s = %s", ev.Num(), c(round(a+b, 1)), c(2*d))}
		s.ReasonR = its[2] + " should be counted once, as reported."
		s.ReasonW = its[2] + " should be counted twice, because the line is shown net of an equal allowance."
		s.Others = []string{fmt.Sprintf("Total other liabilities, FY%d", s.Y1), fmt.Sprintf("Total intangible assets, FY%d", s.Y1), fmt.Sprintf("Combined total of %s, %s and %s, FY%d", its[0], its[1], its[2], s.Y1-1)}
		s.Metric = "combined total"
	case "usdavg":
		b := rf(r, 150, 2400, 1)
		a := round(b*rf(r, 0.4, 0.62, 3), 1)
		d := round(b*rf(r, 1.02, 1.3, 3), 1)
		av := round((a+b+d)/3, 1)
		s.Y0 = s.Y1 - 2
		s.Q = fmt.Sprintf("What was the average annual %s of %s over fiscal %d through fiscal %d (three years), in millions of dollars?", metric, s.Co, s.Y0, s.Y1)
		s.Subj = fmt.Sprintf("the average annual %s over fiscal %d through %d", metric, s.Y0, s.Y1)
		s.Label = fmt.Sprintf("Average %s, FY%d to FY%d", metric, s.Y0, s.Y1)
		s.In = []Input{usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y0), "y1", a), usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y0+1), "y2", b), usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y1), "y3", d)}
		rv, ov, ev := mk((a+b+d)/3, 1, "usd", ""), mk(av/4, 1, "usd", ""), mk((b+d)/2, 1, "usd", "")
		s.R = Path{[]Step{{"Sum the three years", c(a) + " + " + c(b) + " + " + c(d), m(round(a+b+d, 1))}, {"Divide by 3", c(round(a+b+d, 1)) + " / 3", rv.Std()}}, "(y1 + y2 + y3) / 3", rv, fmt.Sprintf("%s × 3 ≈ %s", rv.Num(), c(round(a+b+d, 1)))}
		s.Over = Path{[]Step{{"Divide by 4 quarters", rv.Std() + " / 4", ov.Std()}}, "x / 4", ov, fmt.Sprintf("%s × 4 ≈ %s", ov.Std(), rv.Std())}
		s.Err = Path{[]Step{{"Sum the last two years", c(b) + " + " + c(d), m(round(b+d, 1))}, {"Divide by 2", c(round(b+d, 1)) + " / 2", ev.Std()}}, "(y2 + y3) / 2", ev, fmt.Sprintf("%s × 2 ≈ %s", ev.Num(), c(round(b+d, 1)))}
		s.ReasonR = fmt.Sprintf("I left out FY%d; all three years belong in the average.", s.Y0)
		s.ReasonW = fmt.Sprintf("FY%d was a restructuring year and should be left out of the average.", s.Y0)
		s.Others = []string{fmt.Sprintf("Average SG&A, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Average dividends paid, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Average %s, FY%d to FY%d", metric, s.Y0-3, s.Y0-1)}
	case "usddiff+", "usddiff-":
		old := rf(r, 120, 3000, 1)
		f := rf(r, 1.08, 1.6, 4)
		g := rf(r, 0.5, 1.4, 4)
		if kind == "usddiff-" {
			f = rf(r, 0.5, 0.93, 4)
		}
		nw, prev := round(old*f, 1), round(old*g, 1)
		d, e := round(nw-old, 1), round(nw-prev, 1)
		if d*e <= 0 {
			return nil
		}
		s.Q = fmt.Sprintf("By how many millions of dollars did %s's %s change from fiscal %d to fiscal %d? Give a negative number if it fell.", s.Co, metric, s.Y0, s.Y1)
		s.Subj = fmt.Sprintf("the dollar change in %s from fiscal %d to fiscal %d", metric, s.Y0, s.Y1)
		s.Label = fmt.Sprintf("Dollar change in %s, FY%d to FY%d", metric, s.Y0, s.Y1)
		s.In = []Input{usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y0-1), "prior", prev), usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y0), "old", old), usdIn(fmt.Sprintf("%s FY%d", cap1(metric), s.Y1), "new", nw)}
		rv, ov, ev := mk(d, 1, "usd", ""), mk(d/float64(n), 1, "usd", ""), mk(e, 1, "usd", "")
		s.R = Path{[]Step{{fmt.Sprintf("Subtract FY%d from FY%d", s.Y0, s.Y1), sub(c(nw), c(old)), rv.Std()}}, "new - old", rv, c(old) + signed(rv) + " = " + c(nw)}
		s.Over = Path{[]Step{{fmt.Sprintf("Divide by the %d years elapsed", n), fmt.Sprintf("%s / %d", rv.Std(), n), ov.Std()}}, fmt.Sprintf("x / %d", n), ov, fmt.Sprintf("%s × %d ≈ %s", ov.Std(), n, rv.Std())}
		s.Err = Path{[]Step{{fmt.Sprintf("Subtract FY%d from FY%d", s.Y0-1, s.Y1), sub(c(nw), c(prev)), ev.Std()}}, "new - prior", ev, c(prev) + signed(ev) + " = " + c(nw)}
		s.ReasonR = fmt.Sprintf("the starting point is FY%d, and I read the FY%d column.", s.Y0, s.Y0-1)
		s.ReasonW = fmt.Sprintf("the starting balance should be the FY%d closing figure, not the FY%d one.", s.Y0-1, s.Y0)
		s.Others = []string{fmt.Sprintf("Dollar change in goodwill, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Dollar change in accrued taxes, FY%d to FY%d", s.Y0, s.Y1), fmt.Sprintf("Dollar change in %s, FY%d to FY%d", metric, s.Y0-2, s.Y0-1)}
	case "current":
		cl := rf(r, 150, 2200, 1)
		ca := round(cl*rf(r, 1.25, 3.2, 3), 1)
		inv := round(ca*rf(r, 0.2, 0.42, 3), 1)
		pr := round(ca/cl*rf(r, 1.3, 1.7, 3), 2)
		if r.Intn(2) == 0 {
			pr = round(ca/cl*rf(r, 0.4, 0.7, 3), 2)
		}
		s.Q = fmt.Sprintf("What was %s's current ratio (current assets divided by current liabilities) at the end of fiscal %d? Give a ratio to two decimals.", s.Co, s.Y1)
		s.Subj = fmt.Sprintf("the current ratio at the end of fiscal %d", s.Y1)
		s.Label = fmt.Sprintf("Current ratio, FY%d", s.Y1)
		s.In = []Input{usdIn("Current assets", "ca", ca), usdIn("Current liabilities", "cl", cl), usdIn("Inventories", "inv", inv)}
		rv := mk(ca/cl, 2, "ratio", "")
		ov, ev := mk((rv.V+pr)/2, 2, "ratio", ""), mk((ca-inv)/cl, 2, "ratio", "")
		s.R = Path{[]Step{{"Divide current assets by current liabilities", c(ca) + " / " + c(cl), rv.Std()}}, "ca / cl", rv, fmt.Sprintf("%s × %s ≈ %s", rv.Num(), c(cl), c(round(ca, 0)))}
		s.Over = Path{[]Step{{fmt.Sprintf("Average with the FY%d ratio of %s", s.Y1-1, comma(pr, 2)), fmt.Sprintf("(%s + %s) / 2", rv.Num(), comma(pr, 2)), ov.Std()}}, fmt.Sprintf("(x + %s) / 2", comma(pr, 2)), ov, fmt.Sprintf("2 × %s - %s ≈ %s", ov.Num(), comma(pr, 2), rv.Num())}
		s.Err = Path{[]Step{{"Take inventories out of current assets", sub(c(ca), c(inv)), m(round(ca-inv, 1))}, {"Divide by current liabilities", c(round(ca-inv, 1)) + " / " + c(cl), ev.Std()}}, "(ca - inv) / cl", ev, fmt.Sprintf("%s × %s ≈ %s", ev.Num(), c(cl), c(round(ca-inv, 0)))}
		s.ReasonR = "inventories are part of current assets; taking them out gives the quick ratio instead."
		s.ReasonW = "inventories should be taken out of the numerator."
		s.Others = []string{fmt.Sprintf("Debt-to-equity ratio, FY%d", s.Y1), fmt.Sprintf("Cash ratio, FY%d", s.Y1), fmt.Sprintf("Current ratio, FY%d", s.Y1-2)}
		s.Metric = "current ratio"
	case "coverage":
		ie := rf(r, 20, 300, 1)
		eb := round(ie*rf(r, 2.2, 9, 3), 1)
		tx := round(eb*rf(r, 0.2, 0.35, 3), 1)
		pr := round(eb/ie*rf(r, 1.35, 1.8, 3), 2)
		s.Q = fmt.Sprintf("What was %s's interest coverage ratio (EBIT divided by interest expense) for fiscal %d? Answer as a multiple (times), two decimals.", s.Co, s.Y1)
		s.Subj = fmt.Sprintf("the interest coverage ratio for fiscal %d", s.Y1)
		s.Label = fmt.Sprintf("Interest coverage, FY%d", s.Y1)
		s.In = []Input{usdIn("EBIT", "ebit", eb), usdIn("Interest expense", "interest", ie), usdIn("Income taxes", "taxes", tx)}
		rv := mk(eb/ie, 2, "ratio", "")
		ov, ev := mk((rv.V+pr)/2, 2, "ratio", ""), mk((eb-tx)/ie, 2, "ratio", "")
		s.R = Path{[]Step{{"Divide EBIT by interest expense", c(eb) + " / " + c(ie), rv.Std()}}, "ebit / interest", rv, fmt.Sprintf("%s × %s ≈ %s", rv.Num(), c(ie), c(round(eb, 0)))}
		s.Over = Path{[]Step{{fmt.Sprintf("Average with the FY%d multiple of %s", s.Y1-1, comma(pr, 2)), fmt.Sprintf("(%s + %s) / 2", rv.Num(), comma(pr, 2)), ov.Std()}}, fmt.Sprintf("(x + %s) / 2", comma(pr, 2)), ov, fmt.Sprintf("2 × %s - %s ≈ %s", ov.Num(), comma(pr, 2), rv.Num())}
		s.Err = Path{[]Step{{"Deduct income taxes from EBIT", sub(c(eb), c(tx)), m(round(eb-tx, 1))}, {"Divide by interest expense", c(round(eb-tx, 1)) + " / " + c(ie), ev.Std()}}, "(ebit - taxes) / interest", ev, fmt.Sprintf("%s × %s ≈ %s", ev.Num(), c(ie), c(round(eb-tx, 0)))}
		s.ReasonR = "EBIT is before taxes, so taxes must not be deducted."
		s.ReasonW = "taxes should be deducted before comparing with interest."
		s.Others = []string{fmt.Sprintf("Debt / EBITDA, FY%d", s.Y1), fmt.Sprintf("Asset turnover, FY%d", s.Y1), fmt.Sprintf("Interest coverage, FY%d", s.Y1-2)}
		s.Metric = "interest coverage"
	case "stores", "options":
		var a, b, d, e int
		var noun, w1, w2, w3 string
		if kind == "stores" {
			a, b = ri(r, 420, 3900), ri(r, 60, 400)
			d = int(float64(a) * rf(r, 0.12, 0.25, 3))
			e = int(float64(a) * rf(r, 0.1, 0.2, 3))
			noun, w1, w2, w3 = "stores", "opened", "closed", "under renovation"
			s.Q = fmt.Sprintf("How many stores did %s operate at the end of fiscal %d? Answer with the number of stores.", s.Co, s.Y1)
			s.Subj = fmt.Sprintf("the number of stores operated at the end of fiscal %d", s.Y1)
		} else {
			a, b = ri(r, 900000, 8000000), ri(r, 90000, 700000)
			d = int(float64(a) * rf(r, 0.12, 0.25, 3))
			e = int(float64(a) * rf(r, 0.1, 0.3, 3))
			noun, w1, w2, w3 = "options", "granted", "exercised or forfeited", "unvested"
			s.Q = fmt.Sprintf("How many stock options of %s were outstanding at the end of fiscal %d? Answer with the number of options.", s.Co, s.Y1)
			s.Subj = fmt.Sprintf("the number of stock options outstanding at the end of fiscal %d", s.Y1)
		}
		s.Metric = noun
		s.Label = fmt.Sprintf("%s at end of FY%d", cap1(noun), s.Y1)
		k := func(i int) string { return comma(float64(i), 0) }
		in := func(nm, v string, i int) Input { return Input{nm, v, k(i), strconv.Itoa(i)} }
		s.In = []Input{in(fmt.Sprintf("%s at start of FY%d", cap1(noun), s.Y1), "start", a), in(cap1(noun)+" "+w1+" in the year", "added", b), in(cap1(noun)+" "+w2+" in the year", "removed", d)}
		rv, ov, ev := mk(float64(a+b-d), 0, "count", noun), mk(float64(a+b-d-e), 0, "count", noun), mk(float64(a-d), 0, "count", noun)
		s.R = Path{[]Step{{"Add those " + w1, k(a) + " + " + k(b), k(a + b)}, {"Subtract those " + w2, k(a+b) + " - " + k(d), rv.Std()}}, "start + added - removed", rv, fmt.Sprintf("%s + %s - %s = %s", rv.Std(), k(d), k(b), k(a))}
		s.Over = Path{[]Step{{fmt.Sprintf("Take out the %s %s", k(e), w3), rv.Std() + " - " + k(e), ov.Std()}}, fmt.Sprintf("x - %d", e), ov, fmt.Sprintf("%s + %s = %s", ov.Std(), k(e), rv.Std())}
		s.Err = Path{[]Step{{"Subtract those " + w2, k(a) + " - " + k(d), ev.Std()}}, "start - removed", ev, fmt.Sprintf("%s + %s = %s", ev.Std(), k(d), k(a))}
		s.ReasonR = "I forgot the " + k(b) + " " + w1 + " during the year."
		s.ReasonW = "the " + k(b) + " " + w1 + " belong to the following year and should not be counted."
		s.Others = []string{fmt.Sprintf("Franchised locations at end of FY%d", s.Y1), fmt.Sprintf("Employees at end of FY%d", s.Y1), fmt.Sprintf("%s at end of FY%d", cap1(noun), s.Y1-1)}
	case "eps":
		ni := rf(r, 150, 2400, 1)
		sh := rf(r, 60, 400, 1)
		dl := round(sh*rf(r, 1.15, 1.4, 3), 1)
		po := ri(r, 30, 60)
		s.Q = fmt.Sprintf("What were %s's basic earnings per share for fiscal %d, in dollars per share?", s.Co, s.Y1)
		s.Subj = fmt.Sprintf("basic earnings per share for fiscal %d", s.Y1)
		s.Label = fmt.Sprintf("Basic EPS, FY%d", s.Y1)
		s.In = []Input{usdIn("Net income", "net_income", ni), {"Basic weighted shares", "basic", c(sh) + " million", plain(sh, 1)}, {"Diluted weighted shares", "diluted", c(dl) + " million", plain(dl, 1)}}
		rv := mk(ni/sh, 2, "eps", "")
		ov, ev := mk(rv.V*float64(po)/100, 2, "eps", ""), mk(ni/dl, 2, "eps", "")
		if rv.V < 1.5 {
			return nil
		}
		s.R = Path{[]Step{{"Divide net income by basic shares", c(ni) + " / " + c(sh), rv.Std()}}, "net_income / basic", rv, fmt.Sprintf("%s × %s ≈ %s", rv.Num(), c(sh), c(round(ni, 0)))}
		s.Over = Path{[]Step{{fmt.Sprintf("Apply the %d%% payout ratio", po), fmt.Sprintf("%s × 0.%02d", rv.Std(), po), ov.Std()}}, fmt.Sprintf("x * 0.%02d", po), ov, fmt.Sprintf("%s / 0.%02d ≈ %s", ov.Std(), po, rv.Std())}
		s.Err = Path{[]Step{{"Divide net income by diluted shares", c(ni) + " / " + c(dl), ev.Std()}}, "net_income / diluted", ev, fmt.Sprintf("%s × %s ≈ %s", ev.Num(), c(dl), c(round(ni, 0)))}
		s.ReasonR = "basic EPS needs the basic share count, and I took the diluted one."
		s.ReasonW = "the share count should be the diluted one, not the basic one."
		s.Others = []string{fmt.Sprintf("Dividends per share, FY%d", s.Y1), fmt.Sprintf("Book value per share, FY%d", s.Y1), fmt.Sprintf("Basic EPS, FY%d", s.Y1-1)}
		s.Metric = "basic EPS"
	}
	return s
}

// ---------- reply context ----------

const (
	rightPlain = iota
	rightWithdrawn
	wrongInter
	wrongWithdrawn
)

type C struct {
	r         *rand.Rand
	s         *Scn
	mode      int
	F, X      Val // final claim; the other figure (withdrawn / contrasted)
	forceTail bool
	why       string // override
	coin      int
}

func (c *C) p(s ...string) string { return pick(c.r, s...) }
func (c *C) fs() string           { return c.F.Fancy(c.r) }
func (c *C) xs() string           { return c.X.Std() }

// straight: steps that lead to F with no withdrawn attempt.
func (c *C) straight() []Step {
	switch c.mode {
	case wrongInter:
		return append(append([]Step{}, c.s.R.Steps...), c.s.Over.Steps...)
	case wrongWithdrawn:
		return c.s.Err.Steps
	}
	return c.s.R.Steps
}
func (c *C) withdrawnMode() bool { return c.mode == rightWithdrawn || c.mode == wrongWithdrawn }
func (c *C) attempt() []Step { // steps leading to X
	if c.mode == wrongWithdrawn {
		return c.s.R.Steps
	}
	return c.s.Err.Steps
}
func (c *C) reason() string {
	if c.mode == wrongWithdrawn {
		return c.s.ReasonW
	}
	return c.s.ReasonR
}
func (c *C) firstPerson() bool {
	return strings.HasPrefix(c.reason(), "I ") || strings.Contains(c.reason(), " I ")
}
func (c *C) check() string {
	switch c.mode {
	case wrongInter:
		return c.s.Over.Check
	case wrongWithdrawn:
		return c.s.Err.Check
	}
	return c.s.R.Check
}

func (c *C) inputs(style int) string {
	var b []string
	for i, in := range c.s.In {
		switch style {
		case 0:
			b = append(b, "- "+in.Name+": "+in.Disp)
		case 1:
			b = append(b, "* **"+in.Name+"** = "+in.Disp)
		case 2:
			b = append(b, fmt.Sprintf("%d) %s — %s", i+1, in.Name, in.Disp))
		default:
			b = append(b, in.Name+[]string{": ", " = ", " stood at ", " at ", " — "}[(len(c.s.Co)+c.mode+c.s.Y1)%5]+in.Disp)
		}
	}
	if style > 2 {
		return strings.Join(b, "; ") + "."
	}
	return strings.Join(b, "\n")
}

func (c *C) intro() string {
	s := c.s
	switch c.r.Intn(10) {
	case 6:
		return fmt.Sprintf("Alright, let me think. The document has several tables (pages %d, %d and %d). The one I need is about %s; it says %s The other columns, like fiscal %d, don't matter.", ri(c.r, 12, 30), ri(c.r, 31, 50), ri(c.r, 51, 90), s.Co, lower1(c.inputs(9)), s.Y0-2)
	case 7:
		return "Data → " + c.inputs(9)
	case 8:
		return fmt.Sprintf("### Step 0 – What is asked\n%s (%s, fiscal %d).\n\n### Figures\n%s", cap1(s.Subj), s.Co, s.Y1, c.inputs(1))
	case 0:
		return "To find " + s.Subj + ", I will use these figures from the filing:\n\n" + c.inputs(0)
	case 1:
		return "Let's work through this step by step.\n\nRelevant data:\n" + c.inputs(1)
	case 2:
		return fmt.Sprintf("Looking at the table on page %d of the document: %s", ri(c.r, 21, 118), c.inputs(9))
	case 3:
		return fmt.Sprintf("Okay, the user wants %s. From Item %d of the report I can read: %s", s.Subj, ri(c.r, 6, 8), c.inputs(9))
	case 4:
		return "**Given:**\n" + c.inputs(2)
	case 5:
		return fmt.Sprintf("The fiscal %d 10-K of %s gives what we need. %s", s.Y1, s.Co, c.inputs(9))
	}
	return "We need " + s.Subj + ".\n" + c.inputs(0)
}

func renderSteps(st []Step, style, start int) string {
	var b []string
	for i, x := range st {
		n := start + i
		switch style {
		case 0:
			b = append(b, fmt.Sprintf("%d. %s: %s = %s", n, x.Name, x.Expr, x.Res))
		case 1:
			w := "Next"
			if i == 0 {
				w = "First"
			} else if i == len(st)-1 {
				w = "Then"
			}
			b = append(b, fmt.Sprintf("%s, %s: %s = %s.", w, lower1(x.Name), x.Expr, x.Res))
		case 2:
			b = append(b, fmt.Sprintf("- %s → %s = %s", x.Name, x.Expr, x.Res))
		case 3:
			b = append(b, fmt.Sprintf("**Step %d: %s**\n%s = %s\n", n, x.Name, x.Expr, x.Res))
		case 4:
			b = append(b, fmt.Sprintf("%s:\n\\[\n%s = %s\n\\]", x.Name, texify(x.Expr), texify(x.Res)))
		case 7:
			b = append(b, fmt.Sprintf("%s. That's %s, which comes out at %s.", x.Name, x.Expr, x.Res))
		case 8:
			b = append(b, x.Expr+" = "+x.Res)
		case 9:
			b = append(b, fmt.Sprintf("So now I %s, i.e. %s; I get %s. Okay.", strings.Replace(lower1(x.Name), "absolute", "take the absolute", 1), x.Expr, x.Res))
		case 5:
			b = append(b, fmt.Sprintf("Step %d. %s.\n   %s\n   = %s", n, x.Name, x.Expr, x.Res))
		default:
			b = append(b, fmt.Sprintf("%s: $%s = %s$", x.Name, texify(x.Expr), texify(x.Res)))
		}
	}
	if style == 1 {
		return strings.Join(b, " ")
	}
	return strings.Join(b, "\n")
}
func lower1(s string) string {
	if strings.HasPrefix(s, "EBIT") || s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func (c *C) withdraw() string {
	return c.p("Wait, that's not right: ", "Hmm, hold on. On reflection ", "Actually, no: ", "Let me reconsider: ", "Hmm, that attempt is flawed, because ") + c.reason() + c.p(" Redoing it:", " So I discard "+c.xs()+" and start again.", " Let me recompute.", " That first figure is out. Again:")
}

// work: full reasoning up to F (withdrawn attempt first in the withdrawn modes).
func (c *C) work() string { return c.intro() + "\n\n" + c.steps(c.r.Intn(10)) }
func (c *C) steps(style int) string {
	if c.withdrawnMode() {
		return renderSteps(c.attempt(), style, 1) + "\n\n" + c.withdraw() + "\n\n" + renderSteps(c.straight(), style, 1)
	}
	return renderSteps(c.straight(), style, 1)
}

// after: derivation that may follow an answer already given.
func (c *C) after() string {
	out := renderSteps(c.straight(), c.r.Intn(10), 1)
	if k := c.contrast(); k != "" {
		out += "\n\n" + k
	}
	return out
}
func (c *C) contrast() string {
	if !c.withdrawnMode() {
		return ""
	}
	if c.firstPerson() {
		return c.p(
			"Earlier I had "+c.xs()+" in my scratch work; that was rejected because "+c.reason(),
			"(My first pass gave "+c.xs()+", which is not my answer: "+c.reason()+")")
	}
	return c.p(
		"(A different approach would give "+c.xs()+", but "+c.reason()+")",
		"I did not use "+c.xs()+": "+c.reason(),
		"Beware of "+c.xs()+", which one may be tempted to report; "+c.reason(),
		"Earlier I had "+c.xs()+" in my scratch work; that was rejected because "+c.reason())
}

func (c *C) sent() string { return cap1(c.s.Subj) + " was " + c.fs() + "." }
func (c *C) isNeg() bool  { return c.F.V < 0 }

func (c *C) note() string {
	s, r := c.s, c.r
	switch r.Intn(13) {
	case 9:
		if c.mode == wrongInter {
			return "For reference, the figure before the last step was " + c.xs() + "; the answer above already includes that step."
		}
		return "For reference, the calculation starts from " + s.In[0].Disp + " (" + s.In[0].Name + ")."
	case 10:
		return fmt.Sprintf("📌 Page %d, table %d.%d, column \"FY%d\", row %d.", ri(r, 20, 140), ri(r, 1, 9), ri(r, 1, 9), s.Y1, ri(r, 2, 31))
	case 11:
		return fmt.Sprintf("If you need it, I can also compare this with the %d-company peer group or the %s reported on a pro forma basis (p. %d).", ri(r, 4, 12), m(rf(r, 3, 99, 1)), ri(r, 20, 140))
	case 0:
		return fmt.Sprintf("Source: %s, Form 10-K for fiscal %d, page %d, Note %d.", s.Co, s.Y1, ri(r, 31, 140), ri(r, 2, 22))
	case 1:
		return "Note: dollar figures in the filing are stated in millions, except per-share data."
	case 2:
		return "Inputs used: " + c.inputs(9)
	case 3:
		return fmt.Sprintf("Would you like me to run the same calculation for fiscal %d or %d as well?", s.Y0-2, s.Y1+1)
	case 4:
		return fmt.Sprintf("Caveat: the fiscal %d numbers were restated in the %d report (see Item 8, page %d).", s.Y0, s.Y1+1, ri(r, 50, 99))
	case 5:
		return fmt.Sprintf("Disclaimer: this is based only on the %d pages provided and is not investment advice.", ri(r, 3, 40))
	case 6:
		return "Check: " + c.check() + " ✓"
	case 7:
		return fmt.Sprintf("*References:* [1] Consolidated statements, p. %d; [2] MD&A, p. %d; [3] Note %d to the %d accounts.", ri(r, 60, 80), ri(r, 25, 50), ri(r, 3, 19), s.Y1)
	case 8:
		return fmt.Sprintf("For context, %s had about %s employees at December 31, %d.", s.Co, comma(float64(ri(r, 12, 900)*100), 0), s.Y1)
	}
	return fmt.Sprintf("⚠️ The auditor changed in %d, and ASU %d-%02d was adopted on January 1, %d.", s.Y0, s.Y0-1, ri(r, 2, 16), s.Y0+1)
}
func (c *C) tail() string {
	n := 0
	if c.forceTail {
		n = ri(c.r, 1, 3)
	} else if c.r.Intn(3) == 0 {
		n = 1
	}
	out := ""
	for i := 0; i < n; i++ {
		t := c.note()
		if strings.Contains(out, t[:10]) {
			continue
		}
		out += "\n\n" + t
	}
	return out
}

// shows: the figure occurs somewhere in the reply, in whatever number style.
func shows(ans string, v Val) bool {
	f := func(s string) string {
		return strings.NewReplacer(",", "", ".", "", " ", "", "\u00a0", "", "\u202f", "", "’", "", "{", "", "}", "", "-", "").Replace(s)
	}
	return strings.Contains(f(ans), f(v.Num()))
}

type Case struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

type Layout struct {
	Name  string
	Fn    func(*C) string
	Kinds []string // nil: all
}

func main() {
	seed := flag.Int64("seed", 7, "seed")
	flag.Parse()
	r := rand.New(rand.NewSource(*seed))
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	names := []string{"right-plain", "right-withdrawn", "wrong-intermediate", "wrong-withdrawn", "right-tail"}
	seen := map[string]bool{}
	off := 0
	for _, l := range layouts() {
		if seen[l.Name] {
			panic("dup " + l.Name)
		}
		seen[l.Name] = true
		ks := l.Kinds
		if ks == nil {
			ks = kinds
		}
		off = r.Intn(len(ks))
		stride := 5
		if len(ks)%5 == 0 {
			stride = 3
		}
		for i, nm := range names {
			s := scenario(r, ks[(off+i*stride)%len(ks)])
			c := &C{r: r, s: s, mode: i, coin: i}
			if i == 4 {
				c.mode = rightPlain
				if r.Intn(2) == 0 {
					c.mode = rightWithdrawn
				}
				c.forceTail = true
			}
			switch c.mode {
			case rightPlain, rightWithdrawn:
				c.F, c.X = s.R.V, s.Err.V
			case wrongInter:
				c.F, c.X = s.Over.V, s.R.V
			case wrongWithdrawn:
				c.F, c.X = s.Err.V, s.R.V
			}
			ans := l.Fn(c)
			why := c.why
			if why == "" {
				switch c.mode {
				case rightPlain:
					why = fmt.Sprintf("The reply finally claims %s, the gold; the other figures are inputs, steps or notes.", c.F.Std())
				case rightWithdrawn:
					if !shows(ans, c.X) {
						why = fmt.Sprintf("The reply finally claims %s, the gold; the other figures are inputs, steps or notes.", c.F.Std())
						break
					}
					why = fmt.Sprintf("%s is an earlier, rejected or contrasted figure; the reply finally claims %s, the gold.", c.X.Std(), c.F.Std())
				case wrongInter:
					why = fmt.Sprintf("The gold %s is only an intermediate or side figure; the reply finally claims %s.", c.X.Std(), c.F.Std())
				default:
					why = fmt.Sprintf("The gold %s is withdrawn or rejected; the reply finally claims %s.", c.X.Std(), c.F.Std())
				}
			}
			enc.Encode(Case{l.Name + "/" + nm, s.Q, s.Gold, ans, c.mode < wrongInter, l.Name, why})
		}
	}
}
