// Command figures prints a panel of short answers to questions of public data sets, as JSON lines.
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
	"regexp"
	"strings"
)

//go:embed forms.txt
var formText string

// form is one way to write an answer; kinds lists the gold kinds it fits, * for all, M for money golds with a dollar sign.
type form struct {
	right                 bool
	kinds, name, template string
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

func parse(text string) []form {
	var out []form
	unescape := strings.NewReplacer(`\|`, "|", `\n`, "\n", `\u202f`, "\u202f", `\u00a0`, "\u00a0")
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		p := strings.SplitN(line, "|", 4)
		if len(p) != 4 {
			log.Fatalf("bad form line: %s", line)
		}
		out = append(out, form{p[0] == "R", p[1], p[2], unescape.Replace(p[3])})
	}
	return out
}

func (f form) fits(g gold) bool {
	return f.kinds == "*" || strings.IndexByte(f.kinds, g.kind) >= 0 || f.kinds == "M" && g.kind == 'm' && g.dollar
}

var hole = regexp.MustCompile(`\{(\^?[A-Za-z]\w*)\}`)

// fill puts the figures into a template; it fails when a figure has no such form.
func fill(template string, vars map[string]string) (string, bool) {
	ok := true
	out := hole.ReplaceAllStringFunc(template, func(s string) string {
		name := s[1 : len(s)-1]
		ok = ok && (vars[name] != "" || name == "sg")
		return vars[name]
	})
	return out, ok
}

// sample takes up to n golds of a set, evenly over the kinds.
func sample(r *rand.Rand, golds []gold, n int) []gold {
	byKind := map[byte][]gold{}
	for _, i := range r.Perm(len(golds)) {
		byKind[golds[i].kind] = append(byKind[golds[i].kind], golds[i])
	}
	var out []gold
	for round := 0; round < len(golds) && len(out) < n; round++ {
		for _, k := range []byte("puvmijxn") {
			if round < len(byKind[k]) && len(out) < n {
				out = append(out, byKind[k][round])
			}
		}
	}
	return out
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	dir := flag.String("data", "/work/shared/data", "directory of the data sets")
	each := flag.Int("each", 5, "cases per right form")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 7))
	sets := load(*dir)
	var golds []gold
	for _, set := range []string{"finqa", "tatqa", "financebench"} {
		golds = append(golds, sample(r, sets[set], 60)...)
	}
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i, f := range parse(formText) {
		made := 0
		for _, k := range r.Perm(len(golds)) {
			g := golds[k]
			if !f.fits(g) {
				continue
			}
			answer, ok := fill(f.template, variables(r, g))
			if !ok {
				continue
			}
			why, limit := "states the gold amount", *each
			if !f.right {
				limit += 3
				why = "does not state the gold amount as its claim"
			}
			c := row{fmt.Sprintf("figures-%d-%03d-%d", *seed, i, made), g.question, g.text, g.scale, answer, f.right,
				fmt.Sprintf("%s (%s)", f.name, f.kinds), why + ": " + f.name}
			if err := enc.Encode(c); err != nil {
				log.Fatal(err)
			}
			if made++; made >= limit {
				break
			}
		}
		if made == 0 {
			log.Printf("no gold for form %q (%s)", f.name, f.kinds)
		}
	}
}
