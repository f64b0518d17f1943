// Command layouts prints whole model replies, half of them right, as JSON lines.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
)

//go:embed layouts.txt
var source string

type layout struct{ name, mode, kinds, body string }

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

// parse reads "@@ name mode [kinds]" headers, each followed by its text.
func parse(text string) []layout {
	var list []layout
	for _, part := range strings.Split("\n"+text, "\n@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		f := strings.Fields(head)
		if len(f) < 2 {
			log.Fatalf("bad header %q", head)
		}
		l := layout{name: f[0], mode: f[1], body: strings.Trim(body, "\n")}
		if len(f) > 2 {
			l.kinds = f[2]
		}
		list = append(list, l)
	}
	return list
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func fill(body string, s scene) string {
	pairs := []string{"{Q}", s.question, "{subj}", s.subj, "{Subj}", upper(s.subj), "{co}", s.co, "{y}", s.y, "{py}", s.py,
		"{u}", s.unit, "{k1}", s.key[0], "{k2}", s.key[1], "{K1}", upper(s.key[0]), "{K2}", upper(s.key[1]),
		"{v1}", s.val[0], "{v2}", s.val[1]}
	for _, x := range []struct {
		name string
		side
	}{{"F", s.f}, {"O", s.o}} {
		number := strings.ReplaceAll(x.bare, ",", "")
		pairs = append(pairs, "{"+x.name+"}", x.fig, "{"+x.name+"b}", x.bare, "{"+x.name+"n}", number, "{"+x.name+"a}", x.alt,
			"{"+x.name+"c}", x.calc, "{"+x.name+"d}", x.desc, "{"+x.name+"D}", upper(x.desc), "{"+x.name+"s}", x.say,
			"{"+x.name+"S}", upper(x.say), "{"+x.name+"t}", strings.NewReplacer("$", `\$`, "%", `\%`).Replace(x.fig))
	}
	return strings.NewReplacer(pairs...).Replace(body)
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random source")
	flag.Parse()
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	r := rand.New(rand.NewPCG(*seed, 77))
	n := 0
	for _, l := range parse(source) {
		for i := range 4 {
			right := l.mode == "+" || l.mode == "=" && i%2 == 0
			s := newScene(r, l.kinds)
			why := "the final claim is " + s.f.desc + ", which equals the gold"
			if !right {
				why = "the final claim is " + s.o.desc + ", not " + s.f.desc
				s.f, s.o = s.o, s.f
				if !strings.Contains(l.body, "{F") {
					why = "no figure is claimed as the answer"
				}
			}
			n++
			rec := record{fmt.Sprintf("layouts-%d-%04d", *seed, n), s.question, s.gold, s.scale, fill(l.body, s), right, l.name, why}
			if err := out.Encode(rec); err != nil {
				log.Fatal(err)
			}
		}
	}
}
