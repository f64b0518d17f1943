// Command tables prints filing pages with tables and what chosen cells mean.
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

//go:embed sheets.txt
var sheetText string

type cellWant struct {
	Row, Column, Text, Value, Kind, Currency string
	Also                                     []string
}

type pageCase struct {
	ID    string     `json:"id"`
	Form  string     `json:"form"`
	HTML  string     `json:"html"`
	Cells []cellWant `json:"cells"`
}

// spec is the form of a number: kind, scale (-1: that of the table), decimals, flags, range.
type spec struct {
	kind   byte
	exp    int
	dec    int
	flags  string
	also   []string
	lo, hi int
}

type row struct {
	section bool
	label   string
	specs   []spec
}

type column struct {
	label string
	role  string // "", "chg", "diff", "sum", "=", "=USD"
	spec  *spec
}

type spanner struct {
	n     int
	label string
}

type sheet struct {
	id, title, family, cur, sym, stub string
	intro, except, own, place, foot   []string
	exps                              []int
	span                              []spanner
	cols                              []column
	rows                              []row
}

func parseSpec(s string) spec {
	f := strings.Fields(s)
	sp := spec{kind: f[0][0]}
	code, also, _ := strings.Cut(f[0][1:], ":")
	if also != "" {
		sp.also = strings.Split(also, ",")
	}
	if code != "" && strings.ContainsRune("*0369", rune(code[0])) {
		sp.exp = int(code[0] - '0')
		if code[0] == '*' {
			sp.exp = -1
		}
		code = code[1:]
	}
	if len(code) > 1 && code[0] == '.' {
		sp.dec, code = int(code[1]-'0'), code[2:]
	}
	sp.flags = code
	if len(f) == 3 {
		sp.lo, _ = strconv.Atoi(f[1])
		sp.hi, _ = strconv.Atoi(f[2])
	}
	return sp
}

func parseColumn(s string) column {
	i := strings.LastIndex(s, " {")
	if i < 0 || s[i+2] >= 'A' && s[i+2] <= 'Z' {
		return column{label: s}
	}
	label, rest := s[:i], strings.TrimSuffix(s[i+2:], "}")
	switch {
	case rest == "chg1":
		return column{label: label, role: "chg"}
	case rest == "diff" || rest == "sum" || strings.HasPrefix(rest, "="):
		return column{label: label, role: rest}
	}
	sp := parseSpec(rest)
	return column{label: label, spec: &sp}
}

func parseSheets(text string) []*sheet {
	var all []*sheet
	var s *sheet
	text = strings.ReplaceAll(text, " ;; ", "\n")
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		v := strings.TrimSpace(l[1:])
		if l[0] == '@' {
			s = &sheet{id: v, cur: "USD", sym: "$"}
			all = append(all, s)
			continue
		}
		words := map[byte]*string{'T': &s.title, 'W': &s.family, 'Q': &s.stub}
		lists := map[byte]*[]string{'I': &s.intro, 'F': &s.foot, 'X': &s.except, 'O': &s.own, 'P': &s.place}
		if p := words[l[0]]; p != nil {
			*p = v
		}
		if p := lists[l[0]]; p != nil {
			*p = append(*p, strings.Split(v, "|")...)
		}
		switch l[0] {
		case 'G':
			s.cur, s.sym, _ = strings.Cut(v, " ")
		case 'U':
			for _, f := range strings.Fields(v) {
				s.exps = append(s.exps, int(f[0]-'0'))
			}
		case 'H':
			for _, h := range strings.Split(v, " | ") {
				n, label, _ := strings.Cut(h, ":")
				k, _ := strconv.Atoi(n)
				s.span = append(s.span, spanner{k, label})
			}
		case 'C':
			for _, c := range strings.Split(v, " | ") {
				s.cols = append(s.cols, parseColumn(c))
			}
		case 'S':
			s.rows = append(s.rows, row{section: true, label: v})
		case 'R':
			label, specs, _ := strings.Cut(v, " | ")
			r := row{label: label}
			for _, x := range strings.Split(specs, ";") {
				r.specs = append(r.specs, parseSpec(x))
			}
			s.rows = append(s.rows, r)
		}
	}
	return all
}

func main() {
	seed := flag.Uint64("seed", 1, "seed")
	flag.Parse()
	g := &gen{Rand: rand.New(rand.NewPCG(*seed, 61))}
	sheets := parseSheets(sheetText)
	order := g.Perm(len(sheets))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i, k := range order {
		c := g.page(sheets, sheets[k])
		c.ID = fmt.Sprintf("tables-%d-%03d", *seed, i+1)
		if err := enc.Encode(c); err != nil {
			panic(err)
		}
	}
}
