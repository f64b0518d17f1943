// Command figures prints a panel of short answers in many forms, right and wrong, to real golds of three data sets.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

//go:embed forms.txt
var formText string

// form is one way to write an answer.
type form struct {
	name, kinds, text string
	right             bool
	used              int
}

// fits tells if the form can be used for the kind of gold.
func (f form) fits(kind byte) bool {
	switch {
	case kind == 'b' && f.right: // without a word of direction one may doubt the sign
		return f.kinds == "b"
	case f.kinds == "*":
		return true
	case f.kinds == "n":
		return kind != 'f'
	case kind == 'f':
		return strings.Contains(f.kinds, "p")
	}
	return strings.IndexByte(f.kinds, kind) >= 0
}

// write fills the form with the gold's words; it gives "" if a word is lacking.
func (f form) write(words dict) string {
	parts := strings.Split(f.text, "@")
	for i := 1; i < len(parts); i += 2 {
		w, known := words[parts[i]]
		if !known {
			return ""
		}
		parts[i] = w
	}
	return strings.ReplaceAll(strings.Join(parts, ""), "⏎", "\n")
}

func readForms() []*form {
	var forms []*form
	for _, l := range strings.Split(strings.TrimSpace(formText), "\n") {
		head, text, _ := strings.Cut(l, " :: ")
		h := strings.Fields(head)
		forms = append(forms, &form{name: h[2], kinds: h[1], text: text, right: h[0] == "+"})
	}
	return forms
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	dir := flag.String("data", "/work/shared/data", "folder of the data sets")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 78))
	forms := readForms()
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	n := 0
	for _, set := range []struct {
		golds      []gold
		most, each int
	}{{readFinQA(*dir), 65, 3}, {readFractions(*dir), 12, 3}, {readTATQA(*dir), 85, 3}, {readFinanceBench(*dir), 60, 5}} {
		for _, g := range pick(set.golds, set.most, r) {
			words := g.words(r)
			for _, right := range []bool{true, false} {
				r.Shuffle(len(forms), func(i, j int) { forms[i], forms[j] = forms[j], forms[i] })
				slices.SortStableFunc(forms, func(a, b *form) int { return a.used - b.used })
				done := 0
				for _, f := range forms {
					if done == set.each {
						break
					}
					if f.right != right || !f.fits(g.kind) {
						continue
					}
					answer := f.write(words)
					if answer == "" {
						continue
					}
					f.used++
					done++
					n++
					why := "says the same amount as the gold"
					if !right {
						why = "fault: " + strings.ReplaceAll(f.name, "-", " ")
					}
					c := map[string]any{"id": fmt.Sprintf("figures-%d-%04d", *seed, n), "question": g.question, "gold": g.text,
						"scale": g.scale, "answer": answer, "right": right, "form": f.name, "why": why}
					if err := out.Encode(c); err != nil {
						log.Fatal(err)
					}
				}
			}
		}
	}
}

// pick takes at most n golds, the kinds in turn so that rare ones are not lost.
func pick(golds []gold, n int, r *rand.Rand) []gold {
	byKind := map[byte][]gold{}
	for _, i := range r.Perm(len(golds)) {
		byKind[golds[i].kind] = append(byKind[golds[i].kind], golds[i])
	}
	var chosen []gold
	for i := range golds {
		for _, k := range []byte("bsxymdpcf") {
			if i < len(byKind[k]) {
				chosen = append(chosen, byKind[k][i])
			}
		}
	}
	return chosen[:min(n, len(chosen))]
}
