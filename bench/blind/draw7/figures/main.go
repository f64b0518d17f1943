// Command figures prints short answers to real questions, right and wrong, as JSON lines.
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
	"sort"
	"strings"
)

//go:embed forms.txt
var source string

type form struct{ mode, kinds, name, text string }

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

const (
	perSet   = 60
	rights   = 6
	wrongs   = 3
	mutateds = 3
)

func parse() map[string][]form {
	forms := map[string][]form{}
	for _, line := range strings.Split(strings.TrimSpace(source), "\n") {
		head, text, _ := strings.Cut(line, " | ")
		f := strings.Fields(head)
		if len(f) != 3 || text == "" {
			log.Fatalf("bad form %q", line)
		}
		forms[f[0]] = append(forms[f[0]], form{f[0], f[1], f[2], strings.ReplaceAll(text, `\|`, "|")})
	}
	return forms
}

// change is a way to get a wrong value from the right one; false when the result would be too near.
type change struct {
	name, why string
	make      func(r *rand.Rand, g *gold) float64
}

func digits(g *gold) []byte { return []byte(fixed(math.Abs(g.val), g.dec)) }

func number(g *gold, s string) float64 {
	var v float64
	if _, err := fmt.Sscan(s, &v); err != nil {
		log.Fatal(err)
	}
	return math.Copysign(v, g.val)
}

var changes = []change{
	{"swapped", "two digits are swapped", func(r *rand.Rand, g *gold) float64 {
		d := digits(g)
		for i := r.IntN(len(d)); i+1 < len(d); i++ {
			if d[i] != '.' && d[i+1] != '.' && d[i] != d[i+1] {
				d[i], d[i+1] = d[i+1], d[i]
				break
			}
		}
		return number(g, string(d))
	}},
	{"typo", "one digit is wrong", func(r *rand.Rand, g *gold) float64 {
		d := digits(g)
		i := r.IntN(min(2, len(d)))
		if d[i] == '.' {
			i = 0
		}
		d[i] = '1' + (d[i]-'0'+byte(r.IntN(6)))%9
		return number(g, string(d))
	}},
	{"dropped", "a digit is missing", func(r *rand.Rand, g *gold) float64 {
		s := string(digits(g))
		i := strings.IndexByte(s+".", '.')
		if i < 3 {
			return g.val
		}
		return number(g, s[:i-1]+s[i:])
	}},
	{"doubled", "twice the figure", func(_ *rand.Rand, g *gold) float64 { return g.val * 2 }},
	{"halved", "half the figure", func(_ *rand.Rand, g *gold) float64 { return g.val / 2 }},
	{"high", "beyond rounding", func(r *rand.Rand, g *gold) float64 { return g.val * (1.04 + r.Float64()/10) }},
	{"low", "beyond rounding", func(r *rand.Rand, g *gold) float64 { return g.val * (0.96 - r.Float64()/10) }},
	{"tenfold", "the decimal point has moved", func(_ *rand.Rand, g *gold) float64 { return g.val * 10 }},
	{"tenth", "the decimal point has moved", func(_ *rand.Rand, g *gold) float64 { return g.val / 10 }},
	{"other", "another figure", func(r *rand.Rand, g *gold) float64 { return g.val * (0.3 + r.Float64()/2) }},
}

// spoiled is g with a wrong value, not ok when a reader could still take it for the gold.
func spoiled(r *rand.Rand, g gold, c change) (gold, bool) {
	v := c.make(r, &g)
	if c.name == "tenth" || c.name == "halved" {
		g.dec++
	}
	old := g.val
	g.val = number(&g, fixed(math.Abs(v), g.dec))
	near := math.Abs(g.val-old) / math.Abs(old)
	shown := math.Pow(10, -float64(g.dec))
	limit := 0.02
	if c.name == "swapped" && math.Abs(old) >= 1000 {
		limit = 0.005
	}
	return g, near >= limit && math.Abs(g.val-old) >= 2.5*shown && g.val != 0
}

// mixed takes perSet golds, in turn from each kind as long as it lasts.
func mixed(golds []gold) []gold {
	kinds := map[byte][]gold{}
	for _, g := range golds {
		kinds[g.kind] = append(kinds[g.kind], g)
	}
	var out []gold
	for len(out) < min(perSet, len(golds)) {
		for _, k := range []byte("pmpknpcrd") {
			if l := kinds[k]; len(l) > 0 {
				out, kinds[k] = append(out, l[0]), l[1:]
			}
		}
	}
	return out
}

type sink struct {
	enc  *json.Encoder
	seed uint64
	n    int
}

func (s *sink) put(g gold, answer string, right bool, form, why string) {
	s.n++
	id := fmt.Sprintf("figures-%d-%04d", s.seed, s.n)
	rec := record{id, g.question, g.text, g.scale, answer, right, form, why}
	if err := s.enc.Encode(rec); err != nil {
		log.Fatal(err)
	}
}

// emit writes up to limit cases of the least used forms that fit the gold.
func emit(r *rand.Rand, out *sink, g gold, forms []form, used map[string]int, limit int, right bool, why string) {
	order := r.Perm(len(forms))
	sort.SliceStable(order, func(i, j int) bool { return used[forms[order[i]].name] < used[forms[order[j]].name] })
	for _, i := range order {
		f := forms[i]
		if limit == 0 {
			return
		}
		if !strings.ContainsRune(f.kinds, rune(g.kind)) {
			continue
		}
		if s, ok := g.render(f.text); ok {
			out.put(g, s, right, f.name, why)
			used[f.name]++
			limit--
		}
	}
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random source")
	dir := flag.String("data", "/work/shared/data", "directory of the data sets")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 78))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	out := &sink{enc: enc, seed: *seed}
	forms, used := parse(), map[string]int{}
	all := load(*dir)
	for _, set := range []string{"finqa", "tatqa", "financebench"} {
		golds := all[set]
		r.Shuffle(len(golds), func(i, j int) { golds[i], golds[j] = golds[j], golds[i] })
		for _, g := range mixed(golds) {
			emit(r, out, g, forms["R"], used, rights, true, "the same figure in another form")
			emit(r, out, g, forms["W"], used, wrongs, false, "does not claim the gold figure")
			for i, n := range r.Perm(len(changes)) {
				if i == mutateds {
					break
				}
				if bad, ok := spoiled(r, g, changes[n]); ok {
					list := make([]form, len(forms["X"]))
					for i, f := range forms["X"] {
						f.name = changes[n].name + "-" + f.name
						list[i] = f
					}
					emit(r, out, bad, list, used, 1, false, changes[n].why)
				}
			}
		}
	}
}
