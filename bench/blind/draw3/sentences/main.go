// Command sentences prints paragraphs of invented financial prose with their sentences.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed cases.txt
var casesText string

type paragraph struct {
	ID        string   `json:"id"`
	Form      string   `json:"form"`
	Text      string   `json:"text"`
	Sentences []string `json:"sentences"`
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of numbers and dates")
	flag.Parse()
	rng := rand.New(rand.NewPCG(*seed, 9))
	months := strings.Fields("January March May July August October December")
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i, c := range strings.Split("\n"+strings.TrimSpace(casesText), "\n# ")[1:] {
		form, body, _ := strings.Cut(c, "\n")
		y := 1994 + rng.IntN(29)
		n := fmt.Sprintf("%d.%d million", 1+rng.IntN(90), 1+rng.IntN(9))
		if rng.IntN(2) == 0 {
			n = fmt.Sprintf("%d,%03d", 2+rng.IntN(900), rng.IntN(1000))
		}
		body = strings.NewReplacer("{y}", strconv.Itoa(y), "{y2}", strconv.Itoa(y+1+rng.IntN(5)), "{y0}", strconv.Itoa(y-1),
			"{n}", n, "{k}", strconv.Itoa(11+rng.IntN(38)), "{d}", strconv.Itoa(1+rng.IntN(28)), "{mon}", months[rng.IntN(len(months))],
			"{p}", fmt.Sprintf("%d.%d", 1+rng.IntN(40), 1+rng.IntN(9))).Replace(body)
		p := paragraph{ID: fmt.Sprintf("sen-%d-%03d", *seed, i+1), Form: form}
		for k, s := range strings.Split(body, "|") {
			if k > 0 && !strings.HasSuffix(p.Text, " ") {
				p.Text += " "
			}
			p.Text += s
			p.Sentences = append(p.Sentences, strings.TrimSpace(s))
		}
		if err := enc.Encode(p); err != nil {
			panic(err)
		}
	}
}
