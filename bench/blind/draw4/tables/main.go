// Command tables prints HTML pages with tables and, for chosen cells, the value, kind and currency that a careful reader gives them.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
)

//go:embed pages.txt
var pages string

type cell struct {
	Row, Column, Text, Value, Kind, Currency string
	Also                                     []string
}

type page struct {
	ID    string `json:"id"`
	Form  string `json:"form"`
	HTML  string `json:"html"`
	Cells []cell `json:"cells"`
}

var kinds = map[string]string{"$": "money", "€": "money", "s": "shares", "p": "per-share", "%": "percent", "c": "count", "x": "ratio"}

var symbols = map[string][]string{
	"USD": {"$"}, "EUR": {"€"}, "GBP": {"£"}, "JPY": {"¥"}, "CAD": {"$", "C$"}, "CNY": {"RMB", "¥"},
}

var codeRE = regexp.MustCompile(`^(.)(\d?)([a-z]*)(?:\.(\d))?([a-z]*)(?::(\d))?(?:/([a-z-]+))?(?:\[([A-Z]+)\])?$`)

// shown is a printed cell: currency sign, digits, whether in parentheses, unit behind.
type shown struct {
	sym, num, unit string
	neg, paren     bool
	plain          string
}

func (s shown) text() string {
	switch {
	case s.plain != "":
		return s.plain
	case s.neg && s.paren && s.unit == "%":
		return "(" + s.num + ")" + s.unit
	case s.neg && s.paren:
		return "(" + s.num + s.unit + ")"
	case s.neg:
		return "-" + s.num + s.unit
	}
	return s.num + s.unit
}

type gen struct {
	r     *rand.Rand
	cur   string
	sign  string
	paren bool
	vars  *strings.Replacer
}

func (g *gen) digits(n int) string {
	b := []byte{byte('1' + g.r.IntN(9))}
	for len(b) < n {
		b = append(b, byte('0'+g.r.IntN(10)))
	}
	return string(b)
}

func commas(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// make draws a value for a code of pages.txt; ok is false if the cell has no expectation.
func (g *gen) make(code string) (s shown, c cell, ok bool) {
	switch {
	case code == ".":
		return shown{plain: " "}, c, false
	case code == "-":
		return shown{plain: []string{"—", "-", "–", "--"}[g.r.IntN(4)]}, c, false
	case code == "y":
		return shown{plain: g.vars.Replace("{Y}")}, c, false
	case code[0] == '=':
		return shown{plain: code[1:]}, c, false
	}
	m := codeRE.FindStringSubmatch(code)
	if m == nil {
		panic("bad code " + code)
	}
	flags := m[3] + m[5]
	exp, _ := strconv.Atoi(m[2])
	dec, _ := strconv.Atoi(m[4])
	if m[1] == "%" && m[2] != "" {
		exp, dec = 0, exp
	}
	c.Kind, c.Currency = kinds[m[1]], ""
	n := map[string]int{"%": 1, "p": 1, "x": 1, "c": 4}[m[1]]
	if n == 0 {
		n = map[int]int{0: 6, 3: 4, 6: 3, 9: 1}[exp] + g.r.IntN(3)
	} else if m[1] != "p" && m[1] != "x" {
		n += g.r.IntN(2)
	}
	if m[6] != "" {
		n, _ = strconv.Atoi(m[6])
	}
	whole, frac := g.digits(n), ""
	if m[1] == "p" && g.r.IntN(3) == 0 {
		whole = "0"
	}
	if dec > 0 {
		frac = g.digits(dec)
	}
	s.num = commas(whole)
	if frac != "" {
		s.num += "." + frac
	}
	if whole == "0" && g.r.IntN(3) == 0 {
		s.num = "." + frac
	}
	s.neg = strings.Contains(flags, "n") || strings.Contains(flags, "m") && g.r.IntN(3) == 0
	s.paren = g.paren
	for len(frac) < exp {
		frac += "0"
	}
	c.Value = strings.TrimLeft(whole+frac[:exp], "0")
	if c.Value == "" {
		c.Value = "0"
	}
	if rest := strings.TrimRight(frac[exp:], "0"); rest != "" {
		c.Value += "." + rest
	}
	if s.neg {
		c.Value = "-" + c.Value
	}
	if c.Kind == "money" || c.Kind == "per-share" {
		c.Currency = g.cur
		if m[8] != "" {
			c.Currency = m[8]
		}
		if strings.Contains(flags, "d") {
			s.sym = symbols[c.Currency][0]
			if c.Currency == g.cur {
				s.sym = g.sign
			}
		}
	}
	if c.Kind == "percent" && !strings.Contains(flags, "o") {
		s.unit = "%"
	}
	if strings.Contains(flags, "t") {
		s.unit = "x"
	}
	c.Also = []string{}
	if m[7] != "" {
		c.Also = append(c.Also, m[7])
	}
	c.Text = s.text()
	return s, c, true
}

func fields(line string) []string {
	f := strings.Split(line, "|")
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	return f
}

// table turns the lines of one table into HTML in the given style and collects its cells.
func (g *gen) table(lines []string, st style) (string, []cell) {
	var cells []cell
	var groups, heads []string
	b := &strings.Builder{}
	st.open(b)
	for _, l := range lines {
		f := fields(l[2:])
		if l[0] == 'H' {
			heads = f
		}
	}
	for _, l := range lines {
		f := fields(l[2:])
		switch l[0] {
		case 'L':
			st.section(b, f[0], len(heads)-1, true)
		case 'K':
			st.section(b, f[0], len(heads)-1, false)
		case 'G':
			groups = st.groups(b, f)
		case 'H':
			st.heads(b, f)
		case 'R':
			codes := f[1:]
			var row []shown
			for i := range heads[1:] {
				s, c, ok := g.make(codes[min(i, len(codes)-1)])
				row = append(row, s)
				c.Row, c.Column = f[0], heads[i+1]
				if groups != nil && strings.Count("|"+strings.Join(heads[1:], "|")+"|", "|"+c.Column+"|") > 1 {
					c.Column = groups[i] + " " + c.Column
				}
				if ok {
					cells = append(cells, c)
				}
			}
			st.row(b, f[0], row)
		}
	}
	st.close(b)
	return b.String(), cells
}

// distinct leaves out cells that another one with a different meaning looks like.
func distinct(cells []cell) []cell {
	key := func(c cell) string { return c.Row + "|" + c.Column + "|" + c.Text }
	seen := map[string]int{}
	for _, c := range cells {
		seen[key(c)]++
	}
	out := []cell{}
	for _, c := range cells {
		if seen[key(c)] == 1 {
			out = append(out, c)
		}
	}
	return out
}

func build(spec string, n, round int, r *rand.Rand) page {
	lines := strings.Split(strings.TrimSpace(spec), "\n")
	f := strings.Fields(lines[0])
	g := &gen{r: r, cur: "USD", paren: r.IntN(4) > 0}
	if len(f) > 2 {
		g.cur = f[2]
	}
	g.sign = symbols[g.cur][r.IntN(len(symbols[g.cur]))]
	y := 2005 + r.IntN(20)
	if strings.Contains(f[1], "405") || strings.HasSuffix(f[1], "SB") {
		y = 1996 + r.IntN(6)
	}
	names := []string{"Brindle Corporation", "Talvik Industries, Inc.", "Morrowgate Ltd.", "Osier Holdings", "Quenby & Sons Co."}
	rep := []string{"{co}", names[r.IntN(len(names))]}
	for i, k := range []string{"{Y}", "{Y1}", "{Y2}", "{Y3}", "{Y4}"} {
		rep = append(rep, k, strconv.Itoa(y-i))
	}
	for i, k := range []string{"{F1}", "{F2}", "{F3}"} {
		rep = append(rep, k, strconv.Itoa(y+i+1))
	}
	g.vars = strings.NewReplacer(rep...)
	st := style{n: (n*5 + round*2 + r.IntN(2)) % 6, apart: r.IntN(2) == 0, pctApart: r.IntN(2) == 0, r: r}
	p := page{ID: fmt.Sprintf("%s-%d", f[0], round+1), Form: f[1]}
	b := &strings.Builder{}
	st.top(b)
	if r.IntN(2) == 0 {
		st.para(b, g.vars.Replace(lead[r.IntN(len(lead))]))
	}
	for i := 1; i < len(lines); i++ {
		text := g.vars.Replace(strings.TrimSpace(lines[i][1:]))
		switch lines[i][0] {
		case 'P':
			st.para(b, text)
		case 'C':
			st.caption(b, text)
		case 'N':
			st.note(b, text)
		case 'T':
			var rows []string
			for i+1 < len(lines) && strings.ContainsRune("LKGHR", rune(lines[i+1][0])) {
				i++
				names, codes, _ := strings.Cut(g.vars.Replace(lines[i]), " | ")
				if lines[i][0] != 'R' {
					rows = append(rows, g.vars.Replace(lines[i]))
					continue
				}
				for _, name := range strings.Split(names[2:], " ~ ") { // rows of like codes share a line
					rows = append(rows, "R "+name+" | "+codes)
				}
			}
			html, cells := g.table(rows, st)
			b.WriteString(html)
			p.Cells = append(p.Cells, cells...)
		}
	}
	st.para(b, g.vars.Replace(tail[r.IntN(len(tail))]))
	b.WriteString("</body>\n</html>\n")
	p.HTML, p.Cells = b.String(), distinct(p.Cells)
	return p
}

var lead = []string{
	"{co} prepares its reports under the rules of the Commission.",
	"The discussion below covers fiscal {Y} and earlier periods and should be read with the notes.",
	"Certain amounts for {Y1} were reclassified to conform with the presentation of {Y}.",
}

var tail = []string{
	"Totals may not add because of rounding.",
	"The accompanying notes are an integral part of these statements.",
	"See the notes for a description of the policies that {co} applies.",
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random values")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 4711))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for n, spec := range strings.Split(pages, "@ ")[1:] {
		for round := range 2 {
			if err := enc.Encode(build(spec, n, round, r)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}
