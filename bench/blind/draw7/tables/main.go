// Command tables prints pages with tables as in filings and what chosen cells mean.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed tables.txt
var specText string

//go:embed prose.txt
var proseText string

type row struct {
	kind, label, name string
	lo, hi, dec       int
}

type spec struct {
	name          string
	titles, forms []string
	intro         string
	rows          []row // R and S; for cols the kinds are in cols and rows are labels
	cols          []row
}

type cellWant struct {
	Row, Column, Text, Value, Kind, Currency string
	Also                                     []string
	core                                     string
}

type page struct {
	ID    string     `json:"id"`
	Form  string     `json:"form"`
	HTML  string     `json:"html"`
	Cells []cellWant `json:"cells"`
}

type gen struct {
	*rand.Rand
	specs []spec
	prose map[string][]string
}

func pick[T any](g *gen, s []T) T { return s[g.IntN(len(s))] }

func (g *gen) p(percent int) bool { return g.IntN(100) < percent }

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func parseRow(s string) row {
	f := strings.Split(s, "|")
	if f[0] == "S" {
		return row{kind: "S", label: f[1]}
	}
	r := row{kind: f[0], label: f[1], lo: atoi(f[2]), hi: atoi(f[3]), dec: atoi(f[4])}
	if len(f) > 5 {
		r.name = f[5]
	}
	return r
}

func parseSpecs() (out []spec) {
	for _, l := range strings.Split(specText, "\n") {
		if len(l) < 3 || l[0] == '#' {
			continue
		}
		body := l[2:]
		s := &spec{}
		if len(out) > 0 {
			s = &out[len(out)-1]
		}
		switch l[0] {
		case 'T':
			f := strings.Split(body, "|")
			out = append(out, spec{name: f[0], titles: strings.Split(f[1], "/"), forms: strings.Split(f[2], ","), intro: f[3]})
		default:
			for _, part := range strings.Split(body, " ; ") {
				switch l[0] {
				case 'R':
					s.rows = append(s.rows, parseRow(part))
				case 'L':
					s.rows = append(s.rows, row{kind: "L", label: part})
				case 'K':
					s.cols = append(s.cols, parseRow(part))
				}
			}
		}
	}
	return out
}

func parseProse() map[string][]string {
	m, key := map[string][]string{}, ""
	for _, l := range strings.Split(strings.TrimSpace(proseText), "\n") {
		if strings.HasPrefix(l, "= ") {
			key = l[2:]
		} else {
			m[key] = append(m[key], strings.Split(l, " ; ")...)
		}
	}
	return m
}

// fill replaces {name} by one of the words of that name and {n} by a number.
func (g *gen) fill(s string) string {
	for {
		a := strings.Index(s, "{")
		if a < 0 {
			return s
		}
		b := a + strings.Index(s[a:], "}")
		w := ""
		if s[a+1:b] == "n" {
			w = strconv.Itoa(2 + g.IntN(88))
		} else {
			w = pick(g, g.prose[s[a+1:b]])
		}
		s = s[:a] + w + s[b+1:]
	}
}

func (g *gen) paras(n int) string {
	var b strings.Builder
	for range n {
		t := g.fill(pick(g, g.prose["sentence"]) + " " + pick(g, g.prose["sentence"]))
		b.WriteString("<p>" + html.EscapeString(t) + "</p>\n")
	}
	return b.String()
}

func (g *gen) page(i int) page {
	g.prose["co"] = []string{g.fill("{name} {trade} {legal}")}
	g.prose["year"] = []string{strconv.Itoa(1997 + g.IntN(28))}
	pg := page{ID: fmt.Sprintf("tables-%03d", i), Form: pick(g, g.prose["form"])}
	var b strings.Builder
	b.WriteString("<html><head><title>" + html.EscapeString(g.prose["co"][0]) + "</title></head><body>\n")
	fmt.Fprintf(&b, "<p align=\"center\"><b>%s</b></p>\n", html.EscapeString(strings.ToUpper(g.prose["co"][0])))
	b.WriteString(g.paras(1 + g.IntN(2)))
	cur := currencies[0]
	if g.p(20) {
		cur = pick(g, currencies[1:])
	}
	n := 1 + g.IntN(3)
	style := g.newStyle()
	var all []cellWant
	if cur.code == "USD" && g.p(15) {
		all = g.pageLevel(&b, n, style)
	} else {
		for range n {
			t := g.newTable(g.specFor(cur), cur, style, nil)
			all = append(all, g.render(&b, t)...)
			b.WriteString(g.paras(g.IntN(3)))
			if g.p(25) {
				style = g.newStyle()
			}
		}
	}
	b.WriteString(g.paras(1))
	b.WriteString("</body></html>\n")
	pg.HTML = b.String()
	count := map[string]int{}
	for _, c := range all {
		count[c.core]++
	}
	for _, c := range all {
		if count[c.core] == 1 && c.Kind != "" && g.p(80) {
			pg.Cells = append(pg.Cells, c)
		}
	}
	return pg
}

// specFor picks a table that makes sense in the currency.
func (g *gen) specFor(c currency) spec {
	for {
		s := pick(g, g.specs)
		if c.code == "USD" || strings.Contains(" income segments margins rollfwd maturity shares nongaap tax quarterly ", " "+s.name+" ") {
			return s
		}
	}
}

// pageLevel states the unit once in the prose for all tables of the page.
func (g *gen) pageLevel(b *strings.Builder, n int, style style) (all []cellWant) {
	fixed := pick(g, [][]int{{6, 6}, {6, 6}, {6, 3}, {3, 3}, {3, 0}})
	var ts []*table
	var union []row
	for range n {
		s := pick(g, g.specs)
		for s.cols != nil || s.name == "selected" {
			s = pick(g, g.specs)
		}
		ts = append(ts, g.newTable(s, currencies[0], style, fixed))
		union = append(union, s.rows...)
	}
	st := strings.Trim(g.statement(fixed[0], fixed[1], true, union, currencies[0]), "()")
	fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(strings.Replace(pick(g, g.prose["pagestatement"]), "{st}", st, 1)))
	if g.p(40) { // a table that says otherwise
		t := g.newTable(pick(g, g.specs), currencies[0], style, nil)
		for t.statement == "" {
			t = g.newTable(pick(g, g.specs), currencies[0], style, nil)
		}
		ts = append(ts, t)
	}
	for _, t := range ts {
		all = append(all, g.render(b, t)...)
		b.WriteString(g.paras(1))
	}
	return all
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the cases")
	n := flag.Int("n", 80, "pages")
	flag.Parse()
	g := &gen{Rand: rand.New(rand.NewPCG(*seed, 7)), specs: parseSpecs(), prose: parseProse()}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i := range *n {
		if err := enc.Encode(g.page(i)); err != nil {
			log.Fatal(err)
		}
	}
}
