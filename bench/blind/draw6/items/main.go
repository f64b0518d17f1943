// Command items prints whole filings and where their items begin and end.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

//go:embed words.txt
var wordText string

type itemWant struct {
	Item, Part, First, Last string
	Also                    []string
	Optional                bool
}

type filing struct {
	ID    string     `json:"id"`
	Form  string     `json:"form"`
	Text  string     `json:"text"`
	Items []itemWant `json:"items"`
}

// block is a paragraph (of sentences), a subheading, a table or a list.
type block struct {
	kind      string
	sentences []string
	firm      bool // not to be cut by a page break
}

type item struct {
	ids          []string
	part         string
	num, title   string
	topic        string
	head         string // "", "none" or "bare" (title only)
	body         []block
	tail         []block // an unnumbered section behind the item
	optional     bool
	empty        bool
	page, pageTo int
}

type gen struct {
	*rand.Rand
	words  map[string][]string
	serial int
	year   int
	form   string
	co     string
	style  style
	w      writer
}

func pick[T any](g *gen, xs ...T) T { return xs[g.IntN(len(xs))] }

func (g *gen) chance(p float64) bool { return g.Float64() < p }

func (g *gen) sentence(topic string) string {
	g.serial += 1 + g.IntN(9)
	s := pick(g, g.words[topic]...)
	if strings.HasPrefix(s, "{C}") {
		s = "The Company" + s[3:]
	}
	return strings.NewReplacer("{C}", "the Company", "{N}", fmt.Sprint(g.serial), "{P}", pick(g, g.words["place"]...),
		"{W}", pick(g, g.words["goods"]...)).Replace(s)
}

func (g *gen) trap(all []*item) string {
	it := all[g.IntN(len(all))]
	return strings.NewReplacer("{I}", it.ids[0], "{T}", it.title).Replace(pick(g, g.words["trap"]...))
}

// fill writes the body of an item.
func (g *gen) fill(it *item, all []*item, byRef bool) {
	if it.empty {
		return
	}
	if it.topic == "none" {
		s := pick(g, "None.", "None.", "Not applicable.", "Not Applicable.")
		if g.chance(0.2) {
			s = g.sentence("gov")
		}
		it.body = []block{{kind: "p", sentences: []string{s}, firm: true}}
		return
	}
	if byRef && (it.topic == "gov" || it.topic == "market" || it.topic == "mktrisk") {
		b := block{kind: "p", sentences: []string{g.sentence("incorp")}, firm: true}
		if g.chance(0.3) {
			b.sentences = append(b.sentences, g.sentence("gov"))
		}
		it.body = []block{b}
		return
	}
	n := map[string]int{"business": 12, "risk": 10, "finance": 16, "accounts": 10}[it.topic]
	n = 2 + g.IntN(n+2)
	if g.chance(0.3) && n > 3 {
		it.body = append(it.body, block{kind: "sub", sentences: []string{pick(g, g.words["sub"]...)}})
	}
	for i := range n {
		b := block{kind: "p", firm: i == 0 || i == n-1}
		for range 1 + g.IntN(4) {
			b.sentences = append(b.sentences, g.sentence(it.topic))
		}
		if g.chance(0.25) && !b.firm {
			b.sentences = slices.Insert(b.sentences, g.IntN(len(b.sentences)), g.trap(all))
		}
		if !b.firm && g.chance(0.15) {
			it.body = append(it.body, block{kind: pick(g, "sub", "table", "list")})
			k := &it.body[len(it.body)-1]
			k.sentences = []string{pick(g, g.words["sub"]...), g.sentence(it.topic)}
		}
		it.body = append(it.body, b)
	}
}

func (it *item) want(q bool) itemWant {
	w := itemWant{Item: it.ids[0], Also: it.ids[1:], Optional: it.optional}
	if q {
		w.Part = it.part
	}
	for _, b := range it.body {
		if b.kind == "p" {
			if w.First == "" {
				w.First = b.sentences[0]
			}
			w.Last = b.sentences[len(b.sentences)-1]
		}
	}
	return w
}

func (g *gen) titled(key string) []*item {
	var out []*item
	for _, l := range g.words[key] {
		f := strings.Split(l, "|")
		it := &item{num: f[0], title: f[1], topic: f[2]}
		if p, n, ok := strings.Cut(f[0], "/"); ok {
			it.part, it.num = p, n
		}
		it.ids = []string{it.num}
		out = append(out, it)
	}
	return out
}

func partOf(num string) string {
	n := 0
	fmt.Sscanf(num, "%d", &n)
	switch {
	case n <= 4:
		return "I"
	case n <= 9:
		return "II"
	case n <= 13:
		return "III"
	}
	return "IV"
}

// plan lists the items a filing of the form and year has.
func (g *gen) plan() []*item {
	y := g.year
	var out []*item
	switch g.form {
	case "10-Q":
		for _, it := range g.titled("titles10Q") {
			switch n := it.part + it.num; {
			case y < 1998 && n == "I3", y < 2003 && n == "I4", y < 2006 && n == "II1A", n == "II1A" && g.chance(0.2):
				continue
			case (n == "II3" || n == "II4" || n == "II5") && g.chance(0.5):
				continue
			case n == "II4" && y < 2010:
				it.title = "Submission of Matters to a Vote of Security Holders"
			case n == "II2" && y < 2004:
				it.title = "Changes in Securities and Use of Proceeds"
			case n == "II6" && y < 2004:
				it.title = "Exhibits and Reports on Form 8-K"
			}
			out = append(out, it)
		}
		return out
	case "10-KSB":
		out = g.titled("titlesKSB")
		if y < 2003 {
			out = slices.DeleteFunc(out, func(it *item) bool { return strings.HasPrefix(it.num, "8") && it.num != "8" || it.num == "14" })
		}
		for _, it := range out {
			it.part = map[bool]string{true: "II", false: "I"}[it.num > "4" && it.num[0] != '1']
			if it.num == "9" || len(it.num) == 2 && it.num[0] == '1' {
				it.part = "III"
			}
		}
		return out
	}
	since := map[string]int{"1A": 2005, "1B": 2005, "1C": 2023, "7A": 1997, "9A": 2003, "9B": 2004, "9C": 2021, "15": 2003, "16": 2016}
	for _, it := range g.titled("titles10K") {
		if y < since[it.num] || it.num == "16" && g.chance(0.2) {
			continue
		}
		it.part = partOf(it.num)
		switch {
		case it.num == "4" && y >= 2011:
			it.title = "Mine Safety Disclosures"
		case it.num == "4" && y == 2010:
			it.title, it.empty = "(Removed and Reserved)", true
		case it.num == "6" && y >= 2021:
			it.title, it.empty = "[Reserved]", true
		case it.num == "14" && y < 2003:
			it.title, it.topic, it.part = "Exhibits, Financial Statement Schedules, and Reports on Form 8-K", "exhibit", "IV"
		case it.num == "14":
			it.part = "III"
		case it.num == "10" && y >= 2007:
			it.title = "Directors, Executive Officers and Corporate Governance"
		case it.num == "5" && y >= 2004:
			it.title = "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities"
		case it.num == "9A" && y == 2008 && g.chance(0.6):
			it.num = "9A(T)"
		}
		it.optional = it.empty
		out = append(out, it)
	}
	if g.form == "10-K/A" {
		out = slices.DeleteFunc(out, func(it *item) bool { return it.part != "III" && it.part != "IV" || it.num == "16" })
	}
	return out
}

// merge puts items first..last under one heading.
func merge(items []*item, first, last, num, title string) []*item {
	i := slices.IndexFunc(items, func(it *item) bool { return it.ids[0] == first })
	j := slices.IndexFunc(items, func(it *item) bool { return it.ids[0] == last })
	if i < 0 || j <= i || items[i].part != items[j].part {
		return items
	}
	m := items[i]
	m.num, m.title = num, title
	for _, o := range items[i+1 : j+1] {
		m.ids = append(m.ids, o.ids...)
	}
	return slices.Delete(items, i+1, j+1)
}

func (g *gen) filing(form string) filing {
	g.form, g.co = form, pick(g, g.words["company"]...)
	g.style = g.newStyle()
	g.year = g.style.years[0] + g.IntN(g.style.years[1]-g.style.years[0]+1)
	if form == "10-K405" || form == "10-KSB" {
		g.year = min(g.year, map[string]int{"10-K405": 2002, "10-KSB": 2008}[form])
	}
	items := g.plan()
	tenK := form == "10-K" || form == "10-K405"
	if tenK && g.chance(0.15) {
		if slices.ContainsFunc(items, func(it *item) bool { return it.num == "1A" }) {
			items = merge(items, "1", "1A", "1 and 1A", "Business and Risk Factors")
		} else {
			items = merge(items, "1", "2", "1 and 2", "Business and Properties")
		}
	}
	if tenK && g.chance(0.15) {
		items = merge(items, "7", "7A", pick(g, "7 and 7A", "7 and 7A", "7 & 7A"), "Management's Discussion and Analysis and Market Risk")
	}
	if tenK && g.chance(0.12) {
		i := slices.IndexFunc(items, func(it *item) bool { return it.num == "13" })
		if items[i+1].part == "III" {
			items = merge(items, "10", "14", pick(g, "10 through 14", "10, 11, 12, 13 and 14", "10-14"), "Part III Information")
		} else {
			items = merge(items, "10", "13", pick(g, "10 through 13", "10, 11, 12 and 13", "10-13"), "Part III Information")
		}
	}
	byRef := form != "10-Q" && g.chance(0.6)
	for _, it := range items {
		g.fill(it, items, byRef && form != "10-K/A")
	}
	noHeads := tenK && byRef && g.chance(0.08)
	var want []itemWant
	if tenK && g.chance(0.15) {
		if i := slices.IndexFunc(items, func(it *item) bool { return it.num == "4" && !it.empty }); i >= 0 {
			items[i].optional = true
			items[i].tail = []block{{kind: "sub", sentences: []string{"EXECUTIVE OFFICERS OF THE REGISTRANT"}},
				{kind: "p", sentences: []string{g.sentence("gov"), g.sentence("gov")}}}
		}
	}
	index := form == "10-K" && g.style.html && g.chance(0.06)
	for _, it := range items {
		if noHeads && it.part == "III" {
			it.head, it.body, it.optional = "none", nil, true
		}
		if index && it.head == "" {
			it.head, it.optional = "bare", true
		}
		want = append(want, it.want(form == "10-Q"))
	}
	for i := range want {
		if want[i].Also == nil {
			want[i].Also = []string{}
		}
	}
	return filing{Form: form, Text: g.write(items, index), Items: want}
}

func main() {
	seed := flag.Uint64("seed", 1, "seed")
	flag.Parse()
	g := &gen{Rand: rand.New(rand.NewPCG(*seed, 62)), words: map[string][]string{}}
	key := ""
	for _, l := range strings.Split(strings.TrimSpace(wordText), "\n") {
		if k, ok := strings.CutPrefix(l, "= "); ok {
			key = k
			continue
		}
		g.words[key] = append(g.words[key], strings.Split(l, " ;; ")...)
	}
	forms := strings.Fields(strings.Repeat("10-K ", 24) + strings.Repeat("10-Q ", 14) + strings.Repeat("10-K405 10-KSB 10-K/A ", 3))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i, f := range forms {
		g.serial = 1000 + g.IntN(4000)
		c := g.filing(f)
		c.ID = fmt.Sprintf("items-%d-%03d", *seed, i+1)
		if err := enc.Encode(c); err != nil {
			panic(err)
		}
	}
}
