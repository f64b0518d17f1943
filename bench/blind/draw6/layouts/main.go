// Command layouts prints a blind panel: whole model replies to financial questions, right and wrong.
package main

import (
	"bufio"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
)

//go:embed replies1.txt replies2.txt
var files embed.FS

type layout struct {
	name, need, text string
	onlyWrong        bool
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

func readLayouts() ([]layout, error) {
	var out []layout
	for _, name := range []string{"replies1.txt", "replies2.txt"} {
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for _, block := range strings.Split("\n"+string(raw), "\n=== ")[1:] {
			head, body, _ := strings.Cut(block, "\n")
			title, need, _ := strings.Cut(head, ": ")
			class, only, _ := strings.Cut(need, " ")
			out = append(out, layout{name: title, need: class, text: strings.TrimSpace(body), onlyWrong: only == "wrong"})
		}
	}
	return out, nil
}

// fits tells whether the scene can be told in the layout.
func fits(l layout, s scene) bool {
	if l.need != "any" && !strings.Contains(s.kinds, l.need) {
		return false
	}
	bare := strings.Contains(l.text, "{Fn}") || strings.Contains(l.text, "{On}") || strings.Contains(l.text, "{Fj}")
	return !bare || !strings.Contains(s.kinds, "nobare")
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func plain(s string) string { return strings.ReplaceAll(s, ",", "") }

// fill tells the scene in the layout; final is the candidate claimed in the end, other the one passed over.
func fill(text string, s scene, final, other cand) string {
	in := final.in
	pairs := []string{
		"{co}", s.co, "{q}", s.q, "{m}", s.m, "{Cm}", upper(s.m), "{ask}", s.ask, "{Cask}", upper(s.ask),
		"{ol}", s.ol, "{Col}", upper(s.ol),
		"{k1}", in[0], "{v1}", in[1], "{k2}", in[2], "{v2}", in[3],
		"{p1}", digits(in[1]), "{p2}", digits(in[3]), "{Fpy}", plain(final.x),
	}
	for _, c := range []struct {
		key string
		c   cand
	}{{"F", final}, {"O", other}} {
		pairs = append(pairs, "{"+c.key+"}", c.c.u, "{"+c.key+"n}", c.c.n, "{"+c.key+"l}", c.c.l, "{"+c.key+"t}", c.c.t,
			"{"+c.key+"x}", c.c.x, "{"+c.key+"g}", c.c.g, "{"+c.key+"w}", c.c.w, "{"+c.key+"d}", c.c.d,
			"{"+c.key+"j}", plain(c.c.n))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return -1
	}, s)
}

func why(l layout, s scene, right bool) string {
	switch {
	case right && strings.Contains(l.text, "{O"):
		return "the final claim is the gold; the other figure (" + s.err + ") is only passed by"
	case right:
		return "the reply states the gold"
	case l.onlyWrong:
		return "the gold is mentioned but not given as the answer"
	case strings.Contains(l.text, "{O"):
		return "the final claim is another figure (" + s.err + "); the gold occurs in another role"
	}
	return "the final claim is another figure (" + s.err + ")"
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	flag.Parse()
	layouts, err := readLayouts()
	if err != nil {
		log.Fatal(err)
	}
	r := rand.New(rand.NewPCG(*seed, 6))
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, l := range layouts {
		for k := range 6 {
			right := k%2 == 0
			if l.onlyWrong && k > 1 {
				break
			}
			right = right && !l.onlyWrong
			s := newScene(r)
			for !fits(l, s) {
				s = newScene(r)
			}
			final, other := s.r, s.w
			if !right {
				final, other = other, final
			}
			c := line{ID: fmt.Sprintf("layout-%d-%s-%d", *seed, l.name, k+1), Question: s.q, Gold: s.gold, Scale: s.scale,
				Answer: fill(l.text, s, final, other), Right: right, Form: l.name, Why: why(l, s, right)}
			if err := enc.Encode(c); err != nil {
				log.Fatal(err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
