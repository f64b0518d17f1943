// Command figures prints a blind panel: short answers that write real gold figures in other forms, right and wrong.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
)

//go:embed forms.txt
var formsText string

type form struct {
	right              bool
	flags, name, words string
}

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

func readForms() []form {
	var out []form
	for l := range strings.Lines(formsText) {
		head, words, _ := strings.Cut(strings.TrimRight(l, "\n"), " | ")
		f := strings.Fields(head)
		out = append(out, form{f[0] == "R", f[1], f[2], strings.ReplaceAll(words, `\n`, "\n")})
	}
	return out
}

func sample(r *rand.Rand, list []gold, n int) []gold {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	dir := flag.String("data", "/work/shared/data", "folder of the data sets")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 66))
	var golds []gold
	for _, read := range []func(string) ([]gold, error){finqa, tatqa, financebench} {
		list, err := read(*dir)
		if err != nil {
			log.Fatal(err)
		}
		golds = append(golds, sample(r, list, 60)...)
	}
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	seen := map[string]bool{}
	used := make([]int, len(golds))
	for _, f := range readForms() {
		most := 5
		if !f.right {
			most = 7
		}
		order := r.Perm(len(golds))
		made := 0
		for round := 0; round < 40 && made < most; round++ {
			for _, i := range order {
				if made == most {
					break
				}
				g := golds[i]
				if used[i] > round || !g.has(f.flags) {
					continue
				}
				text, ok := render(r, g, f.words)
				key := g.question + "\x00" + text
				if !ok || seen[key] {
					continue
				}
				seen[key] = true
				used[i]++
				made++
				c := line{ID: fmt.Sprintf("figure-%d-%s-%s-%d", *seed, g.set, f.name, made), Question: g.question, Gold: g.text,
					Scale: g.scale, Answer: text, Right: f.right, Form: f.name, Why: "the same figure in another form"}
				if !f.right {
					c.Why = "not the gold figure: " + f.name
				}
				if err := enc.Encode(c); err != nil {
					log.Fatal(err)
				}
			}
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
