// Command panel writes paragraphs in the style of filings with their sentences, as JSON lines.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

//go:embed paragraphs.txt
var source string

type paragraph struct {
	ID        string   `json:"id"`
	Form      string   `json:"form"`
	Text      string   `json:"text"`
	Sentences []string `json:"sentences"`
	Why       string   `json:"why"`
}

func main() {
	seed := flag.Int64("seed", 11, "seed of the years and forms")
	flag.Parse()
	rng := rand.New(rand.NewSource(*seed))
	forms := []string{"10-K", "10-Q", "10-K", "10-K405", "10-Q", "10-KSB"}
	var out []paragraph
	var years *strings.Replacer
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if why, ok := strings.CutPrefix(line, "# "); ok {
			y := 2003 + rng.Intn(21)
			years = strings.NewReplacer("{Y}", strconv.Itoa(y), "{Y1}", strconv.Itoa(y-1), "{Y2}", strconv.Itoa(y-2), "{N1}", strconv.Itoa(y+1+rng.Intn(6)))
			out = append(out, paragraph{ID: fmt.Sprintf("s%03d", len(out)+1), Form: forms[rng.Intn(len(forms))], Why: why})
			continue
		}
		p := &out[len(out)-1]
		p.Sentences = append(p.Sentences, years.Replace(line))
	}
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, p := range out {
		if len(p.Sentences) == 0 {
			log.Fatalf("%s has no sentences", p.ID)
		}
		p.Text = strings.Join(p.Sentences, " ")
		if err := enc.Encode(p); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
