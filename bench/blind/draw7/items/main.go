// Command items prints whole filings and where the bodies of their items begin and end.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed items.txt
var itemText string

//go:embed words.txt
var wordText string

type item struct {
	form, part, id string
	titles         []string
	from, to       int
	bodies         string
	percent        int
}

type want struct {
	Item, Part, First, Last string
	Also                    []string
	Optional                bool
}

type filing struct {
	ID    string `json:"id"`
	Form  string `json:"form"`
	Text  string `json:"text"`
	Items []want `json:"items"`
}

type gen struct {
	*rand.Rand
	items  []item
	words  map[string][]string
	serial int
}

func pick[T any](g *gen, s []T) T { return s[g.IntN(len(s))] }

func (g *gen) p(percent int) bool { return g.IntN(100) < percent }

func num(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func parseItems() (out []item) {
	for _, l := range strings.Split(strings.TrimSpace(itemText), "\n") {
		if f := strings.Split(l, "|"); l[0] != '#' {
			out = append(out, item{f[0], f[1], f[2], strings.Split(f[3], "/"), num(f[4]), num(f[5]), f[6], num(f[7])})
		}
	}
	return out
}

func parseWords() map[string][]string {
	m, key := map[string][]string{}, ""
	for _, l := range strings.Split(strings.TrimSpace(wordText), "\n") {
		if strings.HasPrefix(l, "= ") {
			key = l[2:]
		} else {
			m[key] = append(m[key], strings.Split(l, " ; ")...)
		}
	}
	return m
}

// fill replaces {name} by one of the words of that name and {k} by a number never used again.
func (g *gen) fill(s string) string {
	for {
		a := strings.Index(s, "{")
		if a < 0 {
			return s
		}
		b := a + strings.Index(s[a:], "}")
		w := ""
		if s[a+1:b] == "k" {
			g.serial += 1 + g.IntN(17)
			w = strconv.Itoa(g.serial)
		} else {
			w = pick(g, g.words[s[a+1:b]])
		}
		s = s[:a] + w + s[b+1:]
	}
}

func (g *gen) say(key string) string { return g.fill(pick(g, g.words[key])) }

// para gives the sentences of one paragraph.
func (g *gen) para() []string {
	var out []string
	for range 1 + g.IntN(4) {
		if len(out) > 0 && g.p(12) || g.p(3) {
			out = append(out, g.say("cross"))
			continue
		}
		out = append(out, g.say("sentence"))
	}
	return out
}

// part is an item of one filing with its title, its body's sort and the ids under the same heading.
type section struct {
	item
	title string
	body  byte
	also  []string
	page  int
}

// sections picks the items of one filing.
func (g *gen) sections(form string, year int) (out []*section) {
	key := "K"
	switch {
	case strings.HasPrefix(form, "10-Q"):
		key = "Q"
	case strings.HasPrefix(form, "10-KSB"):
		key = "B"
	}
	for _, it := range g.items {
		if it.form != key || year < it.from || year > it.to || !g.p(it.percent) || form == "10-K/A" && it.part != "III" && it.part != "IV" {
			continue
		}
		if key == "K" && it.id == "14" && it.part == "III" && year < 2003 {
			continue
		}
		out = append(out, &section{item: it, title: pick(g, it.titles), body: it.bodies[g.IntN(len(it.bodies))]})
	}
	if key == "K" && form != "10-K/A" {
		out = g.join(out, 10, "1", "2")
		out = g.join(out, 10, "7", "7A")
		if year < 2003 {
			out = g.join(out, 12, "10", "11", "12", "13")
		} else {
			out = g.join(out, 10, "10", "11", "12", "13", "14")
		}
	}
	return out
}

// join puts items that follow each other under one heading in some filings.
func (g *gen) join(in []*section, percent int, ids ...string) (out []*section) {
	if !g.p(percent) {
		return in
	}
	for i := 0; i < len(in); i++ {
		out = append(out, in[i])
		if in[i].id != ids[0] || i+len(ids) > len(in) || in[i+len(ids)-1].id != ids[len(ids)-1] {
			continue
		}
		s := in[i]
		for _, o := range in[i+1 : i+len(ids)] {
			s.also = append(s.also, o.id)
			if len(ids) == 2 {
				s.title += " and " + o.title
			}
		}
		if len(ids) > 2 {
			s.title, s.body = "Information Required by Part III", 'i'
		} else {
			s.body = 'f'
		}
		i += len(ids) - 1
	}
	return out
}

func (g *gen) filing(i int) filing {
	g.serial = 1000 + g.IntN(80000)
	g.words["co"] = []string{g.fill("{name} {trade} {legal}")}
	form := pick(g, strings.Fields("10-K 10-K 10-K 10-K 10-K 10-Q 10-Q 10-K405 10-KSB 10-K/A"))
	year := 1993 + g.IntN(32)
	switch form {
	case "10-K405":
		year = 1993 + g.IntN(9)
	case "10-KSB":
		year = 1994 + g.IntN(14)
	}
	g.words["year"] = []string{strconv.Itoa(year)}
	g.words["form"] = []string{form}
	ss := g.sections(form, year)
	d := g.newDoc(form, year)
	f := filing{ID: fmt.Sprintf("items-%03d", i), Form: form}
	if form == "10-K" && year > 2004 && g.p(18) {
		f.Items = g.indexed(d, ss)
	} else {
		f.Items = g.ordinary(d, ss)
	}
	f.Text = d.finish()
	for _, w := range f.Items {
		for _, s := range []string{w.First, w.Last} {
			if len(s) >= 60 && strings.Count(d.plain.String(), s) != 1 {
				log.Fatalf("%s: %q is not unique", f.ID, s)
			}
		}
	}
	return f
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the cases")
	n := flag.Int("n", 60, "filings")
	flag.Parse()
	g := &gen{Rand: rand.New(rand.NewPCG(*seed, 11)), items: parseItems(), words: parseWords()}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i := range *n {
		if err := enc.Encode(g.filing(i)); err != nil {
			log.Fatal(err)
		}
	}
}
