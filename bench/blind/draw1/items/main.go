package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"html"
	"math/rand"
	"os"
	"regexp"
	"strings"
)

type OutItem struct {
	Item  string   `json:"item"`
	Part  string   `json:"part"`
	First string   `json:"first"`
	Last  string   `json:"last"`
	Also  []string `json:"also,omitempty"`
}
type Case struct {
	ID       string    `json:"id"`
	Form     string    `json:"form"`
	Kind     string    `json:"kind"`
	Text     string    `json:"text"`
	HTML     bool      `json:"html"`
	Items    []OutItem `json:"items"`
	Optional []OutOpt  `json:"optional,omitempty"`
	Why      string    `json:"why"`
}
type OutOpt struct {
	Item string `json:"item"`
	Part string `json:"part"`
}

func gen(c Cfg, seed int64, k int) Case {
	f := fnv.New64a()
	fmt.Fprintf(f, "%s/%d/%d", c.Name, seed, k)
	b := &B{c: c, r: rand.New(rand.NewSource(int64(f.Sum64()))), used: map[string]bool{}}
	b.y = c.Y0 + b.r.Intn(c.Y1-c.Y0+1)
	b.qtr = strings.HasPrefix(c.Kind, "10-Q")
	b.html = c.R != "txt"
	switch c.R {
	case "rrd", "p10", "wk", "ix", "dfin", "div":
		b.curly = true
	}
	b.build()
	var text string
	if b.html {
		text = renderHTML(b)
	} else {
		text = renderTxt(b)
	}
	out := Case{ID: fmt.Sprintf("%s/%d", c.Name, k), Form: c.Name, Kind: c.Kind, Text: text, HTML: b.html, Why: c.Why}
	for _, it := range b.items {
		p := it.Part
		if !b.qtr {
			p = ""
		}
		if it.Reserved || it.NoHead {
			out.Optional = append(out.Optional, OutOpt{it.Num, p})
			continue
		}
		out.Items = append(out.Items, OutItem{it.Num, p, it.First, it.Last, it.Also})
	}
	return out
}

var tagRe = regexp.MustCompile(`(?s)<!--.*?-->|<[a-zA-Z/?!][^>]*>`)
var inlineRe = regexp.MustCompile(`(?i)^</?(span|font|a|b|i|u|ix:[a-z]+)\b`)

func plain(c Case) string {
	t := c.Text
	if c.HTML {
		t = tagRe.ReplaceAllStringFunc(t, func(m string) string {
			if inlineRe.MatchString(m) {
				return ""
			}
			return "\n"
		})
		t = html.UnescapeString(t)
		t = strings.ReplaceAll(t, "\u00a0", " ")
	}
	return t
}

// verify: every sentence in one place, in the order of the items.
func verify(c Case) []string {
	var errs []string
	t := " " + strings.Join(strings.Fields(plain(c)), " ") + " "
	pos := 0
	for _, it := range c.Items {
		for i, s := range []string{it.First, it.Last} {
			n := strings.Count(t, s)
			short := it.First == it.Last && len(s) < 110
			if n == 0 || n > 1 && !short {
				errs = append(errs, fmt.Sprintf("%s %s%s: %d times: %q", c.ID, it.Part, it.Item, n, s))
				continue
			}
			if i == 1 && it.First == it.Last {
				continue
			}
			p := strings.Index(t[pos:], s)
			if p < 0 {
				errs = append(errs, fmt.Sprintf("%s %s%s: out of order %q", c.ID, it.Part, it.Item, s))
				continue
			}
			pos += p
		}
		pos += len(it.Last)
	}
	return errs
}

func main() {
	seed := flag.Int64("seed", 7, "seed")
	only := flag.String("only", "", "one layout")
	stats := flag.Bool("stats", false, "print statistics and checks on stderr")
	asText := flag.Bool("plain", false, "print the plain text of the cases instead of JSON")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	nf, ni, bad := 0, 0, 0
	names := map[string]bool{}
	for _, c := range layouts {
		if *only != "" && c.Name != *only {
			continue
		}
		if names[c.Name] {
			fmt.Fprintln(os.Stderr, "double name", c.Name)
		}
		names[c.Name] = true
		for k := 1; k <= 2; k++ {
			cs := gen(c, *seed, k)
			nf++
			ni += len(cs.Items)
			for _, e := range verify(cs) {
				bad++
				fmt.Fprintln(os.Stderr, e)
			}
			if *stats {
				fmt.Fprintf(os.Stderr, "%-28s %-8s %4dK text %3dK items %d\n", cs.ID, cs.Kind, len(cs.Text)/1024, len(plain(cs))/1024, len(cs.Items))
			}
			if *asText {
				fmt.Fprintf(w, "##### %s\n%s\n", cs.ID, plain(cs))
				for _, it := range cs.Items {
					fmt.Fprintf(w, "== %s %s %v\n  F %s\n  L %s\n", it.Part, it.Item, it.Also, it.First, it.Last)
				}
				continue
			}
			if err := enc.Encode(cs); err != nil {
				panic(err)
			}
		}
	}
	fmt.Fprintf(os.Stderr, "layouts %d filings %d items %d errors %d\n", len(names), nf, ni, bad)
	if bad > 0 {
		w.Flush()
		os.Exit(1)
	}
}
