// Command panel prints invented filings with the items a reader would cut from them.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
)

func main() {
	seed := flag.Int64("seed", 11, "seed of the panel")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, l := range layouts() {
		for n := 1; n <= 2; n++ {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d/%s/%d", *seed, l.name, n)
			s := int64(h.Sum64() >> 1)
			first := newDoc(l, rand.New(rand.NewSource(s)), nil)
			first.build()
			d := newDoc(l, rand.New(rand.NewSource(s)), first.pages)
			d.build()
			f := filing{
				ID: fmt.Sprintf("%s-%d", l.name, n), Form: l.name, Kind: l.kind,
				Text: d.b.String(), HTML: l.html, Items: d.items, Why: l.why,
			}
			if err := enc.Encode(f); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type filing struct {
	ID    string `json:"id"`
	Form  string `json:"form"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	HTML  bool   `json:"html"`
	Items []item `json:"items"`
	Why   string `json:"why"`
}

type item struct {
	Item     string   `json:"item"`
	Part     string   `json:"part"`
	First    string   `json:"first"`
	Last     string   `json:"last"`
	Also     []string `json:"also,omitempty"`
	Optional bool     `json:"optional,omitempty"`
}
