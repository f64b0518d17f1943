// Command panel writes a panel of whole replies to numeric questions, each marked right or wrong by how it was made.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
)

type row struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

// layout is one way to lay out a reply: {A} is what it finally claims, {D} what it gives for something else or takes back.
// A layout with a wrong text of its own uses that one for the wrong cases.
type layout struct{ name, kinds, text, wrong string }

var companies = []string{
	"Harrowgate Instruments", "Meridian Paperworks", "Calder & Voss", "Tamarind Foods", "Northlock Energy", "Ostrava Freight",
	"Bluefern Software", "Pelican Ridge Brewing", "Quillon Semiconductor", "Larkmoor Retail", "Stonebridge Dental", "Verity Marine",
	"Alderpoint Health", "Kestrel Aerostructures", "Sundial Hotels", "Copperleaf Mining", "Fenwick Robotics", "Juniper Lane Apparel",
	"Oakhaven Insurance", "Tidewater Ceramics", "Brightwater Utilities", "Zephyr Logistics",
}

type scenario struct {
	kind, question, la, ld, le, base string
	gold, other, third               float64
	year                             int
	company                          string
}

func num(v float64, dec int, sep, point string) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', dec, 64)
	frac := ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		s, frac = s[:i], point+s[i+1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	if v < 0 {
		s = "-" + s
	}
	return s + frac
}

func round(v float64, dec int) float64 {
	p := math.Pow(10, float64(dec))
	return math.Round(v*p) / p
}

// far says whether a is at least 10% away from b, in size, and no power of ten of it.
func far(a, b float64) bool {
	x := math.Abs(a / b)
	l := math.Log10(x)
	return (x < 0.88 || x > 1.13) && math.Abs(l-math.Round(l)) > 0.02
}

var factors = []float64{0.58, 0.66, 0.74, 0.81, 0.86, 1.17, 1.24, 1.33, 1.47, 1.72}

func scene(kind string, r *rand.Rand) scenario {
	s := scenario{kind: kind, company: companies[r.IntN(len(companies))], year: 2016 + r.IntN(8)}
	y, p := s.year, s.year-1
	money := []string{"revenue", "operating income", "net income", "capital expenditure", "total assets", "free cash flow", "R&D expense", "gross profit"}
	m := r.Perm(len(money))
	a, b, c := money[m[0]], money[m[1]], money[m[2]]
	s.base = a
	switch kind {
	case "money", "rev":
		if kind == "rev" {
			a = "revenue"
		}
		s.gold = round(1100+r.Float64()*7800, 1)
		s.question = fmt.Sprintf("What was %s's %s in fiscal %d, in millions of US dollars?", s.company, a, y)
		s.la = fmt.Sprintf("%s in fiscal %d", a, y)
		s.ld = fmt.Sprintf("%s in fiscal %d", a, p)
		if r.IntN(2) == 0 && kind == "money" {
			s.ld = fmt.Sprintf("%s in fiscal %d", b, y)
		}
		s.le = fmt.Sprintf("%s in fiscal %d", c, y)
	case "change", "fall":
		s.gold = round(11+r.Float64()*40, 1)
		if kind == "fall" {
			s.gold = -round(6+r.Float64()*30, 1)
		}
		s.question = fmt.Sprintf("What was the percentage change in %s's %s from %d to %d?", s.company, a, p, y)
		s.la = fmt.Sprintf("percentage change in %s from %d to %d", a, p, y)
		s.ld = fmt.Sprintf("percentage change in %s from %d to %d", b, p, y)
		s.le = fmt.Sprintf("percentage change in %s from %d to %d", c, p, y)
	case "margin":
		ms := []string{"operating margin", "net profit margin", "gross margin", "EBITDA margin"}
		q := r.Perm(len(ms))
		s.gold = round(11+r.Float64()*35, 1)
		s.question = fmt.Sprintf("What was the %s of %s in fiscal year %d (in percent)?", ms[q[0]], s.company, y)
		s.la = fmt.Sprintf("%s in fiscal %d", ms[q[0]], y)
		s.ld = fmt.Sprintf("%s in fiscal %d", ms[q[1]], y)
		if r.IntN(2) == 0 {
			s.ld = fmt.Sprintf("%s in fiscal %d", ms[q[0]], p)
		}
		s.le = fmt.Sprintf("%s in fiscal %d", ms[q[2]], y)
		s.base = []string{"operating income", "net profit", "gross profit", "EBITDA"}[q[0]]
	default:
		s.gold = round(1.15+r.Float64()*4, 2)
		s.question = fmt.Sprintf("What was %s's current ratio at the end of fiscal %d, to two decimals?", s.company, y)
		s.la = fmt.Sprintf("current ratio at year-end %d", y)
		s.ld = fmt.Sprintf("current ratio at year-end %d", p)
		s.le = fmt.Sprintf("debt-to-equity ratio at year-end %d", y)
	}
	dec := s.dec()
	for s.other == 0 || !far(s.other, s.gold) || !far(s.third, s.gold) || !far(s.third, s.other) {
		s.other = round(s.gold*factors[r.IntN(len(factors))], dec)
		s.third = round(s.gold*factors[r.IntN(len(factors))], dec)
	}
	return s
}

func (s scenario) dec() int {
	if s.kind == "ratio" {
		return 2
	}
	return 1
}

func (s scenario) show(v float64) string {
	n := num(v, s.dec(), ",", ".")
	switch s.kind {
	case "money", "rev":
		return "$" + n + " million"
	case "ratio":
		return n
	}
	return n + "%"
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// working makes operands that lead to v, none of them near v or avoid.
func (s scenario) working(v, avoid float64, r *rand.Rand) (l1, x1, l2, x2, eq, tex string) {
	esc := strings.NewReplacer("$", `\$`, "%", `\%`, ",", "{,}")
	for {
		var a, b float64
		switch s.kind {
		case "money", "rev":
			a = round(v*(0.3+r.Float64()*0.45), 1)
			b = round(v-a, 1)
			l1, l2 = "the domestic segment", "the international segment"
			x1, x2 = num(a, 1, ",", "."), num(b, 1, ",", ".")
			eq = x1 + " + " + x2 + " = " + num(v, 1, ",", ".")
			tex = esc.Replace(eq)
		case "change", "fall":
			b = float64(1200 + r.IntN(7000))
			a = math.Round(b * (1 + v/100))
			l1, l2 = fmt.Sprintf("%s in %d", s.base, s.year), fmt.Sprintf("%s in %d", s.base, s.year-1)
			x1, x2 = num(a, 0, ",", "."), num(b, 0, ",", ".")
			eq = fmt.Sprintf("(%s - %s) / %s × 100 = %s%%", x1, x2, x2, num(v, 1, ",", "."))
			tex = fmt.Sprintf(`\frac{%s - %s}{%s} \times 100 = %s\%%`, x1, x2, x2, num(v, 1, ",", "."))
			if round((a-b)/b*100, 1) != v {
				continue
			}
		case "margin":
			b = float64(2200 + r.IntN(7000))
			a = math.Round(b * v / 100)
			l1, l2 = s.base, "revenue"
			x1, x2 = num(a, 0, ",", "."), num(b, 0, ",", ".")
			eq = fmt.Sprintf("%s / %s × 100 = %s%%", x1, x2, num(v, 1, ",", "."))
			tex = fmt.Sprintf(`\frac{%s}{%s} \times 100 = %s\%%`, x1, x2, num(v, 1, ",", "."))
			if round(a/b*100, 1) != v {
				continue
			}
		default:
			b = float64(900 + r.IntN(4000))
			a = math.Round(b * v)
			l1, l2 = "current assets", "current liabilities"
			x1, x2 = num(a, 0, ",", "."), num(b, 0, ",", ".")
			eq = fmt.Sprintf("%s / %s = %s", x1, x2, num(v, 2, ",", "."))
			tex = fmt.Sprintf(`\frac{%s}{%s} = %s`, x1, x2, num(v, 2, ",", "."))
			if round(a/b, 2) != v {
				continue
			}
		}
		if far(a, v) && far(b, v) && far(a, avoid) && far(b, avoid) {
			return
		}
	}
}

func (s scenario) tokens(right bool, r *rand.Rand) map[string]string {
	a, d := s.gold, s.other
	if !right {
		a, d = d, a
	}
	t := map[string]string{
		"C": s.company, "Y": strconv.Itoa(s.year), "P": strconv.Itoa(s.year - 1), "Q": s.question,
		"La": s.la, "Ld": s.ld, "Le": s.le, "LA": upper(s.la), "LD": upper(s.ld), "LE": upper(s.le),
	}
	esc := strings.NewReplacer("$", `\$`, "%", `\%`, ",", "{,}", " million", `\text{ million}`)
	unit := map[string]string{"money": "USD million", "rev": "USD million", "ratio": "ratio"}[s.kind]
	if unit == "" {
		unit = "percent"
	}
	t["U"] = unit
	for k, v := range map[string]float64{"A": a, "D": d, "E": s.third} {
		t[k] = s.show(v)
		t[k+"b"] = num(v, s.dec(), ",", ".")
		t[k+"p"] = num(v, s.dec(), "", ".")
		t[k+"t"] = esc.Replace(s.show(v))
		t[k+"B"] = "$" + strings.TrimSuffix(strings.TrimRight(num(v/1000, 4, ",", "."), "0"), ".") + " billion"
		t[k+"f"] = "$" + num(v*1e6, 0, ",", ".")
		t[k+"w"] = "an increase of " + s.show(v)
		if v < 0 {
			t[k+"w"] = "a decrease of " + s.show(-v)
		}
		t[k+"de"] = num(v, 1, ".", ",") + " Mio. US-Dollar"
		t[k+"fr"] = num(v, 1, " ", ",") + " millions de dollars"
		t[k+"es"] = num(v, 1, ".", ",") + " millones de dólares"
		t[k+"it"] = num(v, 1, ".", ",") + " milioni di dollari"
		t[k+"pt"] = num(v, 1, ".", ",") + " milhões de dólares"
		t[k+"nl"] = num(v, 1, ".", ",") + " miljoen dollar"
	}
	t["L1"], t["X1"], t["L2"], t["X2"], t["Eq"], t["EqT"] = s.working(a, d, r)
	_, t["Z1"], _, t["Z2"], t["DEq"], t["DEqT"] = s.working(d, a, r)
	return t
}

var tokenRE = regexp.MustCompile(`\{[A-Z][A-Za-z0-9]{0,3}\}`)

// commonRE names the layouts seen most, which get more cases.
var commonRE = regexp.MustCompile(`^(?:cot|headline|boxed|gpt|claude|note_after|think_tag_then|json_plain|markdown_table_then|wait_)`)

func main() {
	seed := flag.Uint64("seed", 11, "seed of the companies and figures")
	flag.Parse()
	log.SetFlags(0)
	r := rand.New(rand.NewPCG(*seed, 7))
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	n := 0
	for i, l := range layouts {
		kinds := strings.Fields(l.kinds)
		if l.kinds == "" {
			kinds = []string{"money", "change", "margin", "fall", "ratio"}
		}
		cases := 4
		if commonRE.MatchString(l.name) {
			cases = 6
		}
		for c := range cases {
			right := c%2 == 0
			s := scene(kinds[(i+c*3+c/2)%len(kinds)], r)
			t := s.tokens(right, r)
			source := l.text
			if !right && l.wrong != "" {
				source = l.wrong
			}
			text := strings.NewReplacer("'''", "```", "‹", "`", "›", "`").Replace(source)
			text = tokenRE.ReplaceAllStringFunc(text, func(m string) string {
				if v, ok := t[m[1:len(m)-1]]; ok {
					return v
				}
				return m
			})
			why := "it finally claims the gold; the other figures are withdrawn, context or other measures"
			if !right {
				why = "it finally claims " + t["A"] + "; the gold stands for something else or is withdrawn"
				if l.wrong != "" {
					why = "it settles on no figure, or on another one, for what is asked"
				}
			}
			check(enc.Encode(row{fmt.Sprintf("%s-%d", l.name, c+1), s.question, s.show(s.gold), text, right, l.name, why}))
			n++
		}
	}
	check(w.Flush())
	log.Printf("%d layouts, %d cases", len(layouts), n)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
