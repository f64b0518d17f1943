// Command panel writes a blind panel of paragraphs divided into sentences.
//
//	go run . -seed 7 > panel.jsonl
//
// The paragraphs are in table.txt: a line "# form :: why", then one sentence
// per line; a blank line ends the paragraph. {C1} is an invented company name,
// {L1} the same in the style of a domain, {M1} an amount of money, {P1} a
// percentage, {Y1} a year and {Y0} the year before it; "~" is a no-break
// space in the forms "nbsp…". The seed chooses these fillings, which paragraphs
// have curly quotation marks, and the order. No choice moves a boundary.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"unicode"
)

//go:embed table.txt
var table string

type item struct {
	ID        string   `json:"id"`
	Form      string   `json:"form"`
	Text      string   `json:"text"`
	Sentences []string `json:"sentences"`
	Why       string   `json:"why"`
}

var companies = []string{"Larkmoor", "Fenwather", "Tarnholm", "Ostrander Vale", "Pellworth", "Quillhaven", "Brackenrow", "Dunmarrow", "Halvorsen Creek", "Ivendale", "Kestrin", "Lowmere", "Maplethorn", "Northfen", "Oakhaul", "Pinderby", "Ravelstone", "Saltwick", "Thornacre", "Umberlin", "Varnholt", "Westerpike", "Yarborne", "Zellwood", "Ashgrave", "Birchlow", "Coldspan", "Drovemoor"}

// curl replaces straight quotation marks and apostrophes with curly ones.
func curl(s string) string {
	var b strings.Builder
	rs := []rune(s)
	for i, r := range rs {
		if r != '"' && r != '\'' {
			b.WriteRune(r)
			continue
		}
		open := i == 0 || strings.ContainsRune(" \u00a0([—–\"'", rs[i-1])
		if r == '\'' && open && i+1 < len(rs) && unicode.IsDigit(rs[i+1]) {
			open = false // '98
		}
		if open && i > 0 && (rs[i-1] == '"' || rs[i-1] == '\'') && (i+1 == len(rs) || rs[i+1] == ' ') {
			open = false // two closing marks together
		}
		switch {
		case r == '"' && open:
			b.WriteRune('“')
		case r == '"':
			b.WriteRune('”')
		case open:
			b.WriteRune('‘')
		default:
			b.WriteRune('’')
		}
	}
	return b.String()
}

func fill(r *rand.Rand) *strings.Replacer {
	p := r.Perm(len(companies))
	y := 1996 + r.Intn(29)
	var kv []string
	for i := 0; i < 3; i++ {
		c := companies[p[i]]
		kv = append(kv, fmt.Sprintf("{C%d}", i+1), c, fmt.Sprintf("{L%d}", i+1), strings.ToLower(strings.ReplaceAll(c, " ", "-")))
		var m string
		switch r.Intn(4) {
		case 0:
			m = fmt.Sprintf("$%d.%d million", 2+r.Intn(90), r.Intn(10))
		case 1:
			m = fmt.Sprintf("$%d million", 3+r.Intn(800))
		case 2:
			m = fmt.Sprintf("$%d.%d billion", 1+r.Intn(8), r.Intn(10))
		default:
			m = fmt.Sprintf("$%d,%03d,000", 1+r.Intn(40), r.Intn(1000))
		}
		kv = append(kv, fmt.Sprintf("{M%d}", i+1), m, fmt.Sprintf("{P%d}", i+1), fmt.Sprintf("%d.%d%%", 1+r.Intn(18), r.Intn(10)))
	}
	kv = append(kv, "{Y1}", fmt.Sprint(y), "{Y0}", fmt.Sprint(y-1))
	return strings.NewReplacer(kv...)
}

func main() {
	seed := flag.Int64("seed", 7, "seed")
	flag.Parse()
	r := rand.New(rand.NewSource(*seed))
	var items []*item
	var cur *item
	for n, line := range strings.Split(table, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			form, why, ok := strings.Cut(line[2:], " :: ")
			if !ok {
				fmt.Fprintf(os.Stderr, "table.txt:%d: no ::\n", n+1)
				os.Exit(1)
			}
			cur = &item{ID: fmt.Sprintf("s%03d", len(items)+1), Form: form, Why: why}
			items = append(items, cur)
		case line != "":
			cur.Sentences = append(cur.Sentences, line)
		}
	}
	for _, it := range items {
		f, curly := fill(r), r.Intn(5) < 2
		for i, s := range it.Sentences {
			s = f.Replace(s)
			if strings.HasPrefix(it.Form, "nbsp") {
				s = strings.ReplaceAll(s, "~", "\u00a0")
			}
			if curly {
				s = curl(s)
			}
			if s != strings.TrimSpace(s) || strings.Contains(s, "  ") || strings.ContainsAny(s, "{}") {
				fmt.Fprintf(os.Stderr, "%s: bad blanks or slot: %q\n", it.ID, s)
				os.Exit(1)
			}
			it.Sentences[i] = s
		}
		it.Text = strings.Join(it.Sentences, " ")
	}
	r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, it := range items {
		if err := enc.Encode(it); err != nil {
			panic(err)
		}
	}
}
