// Command tables prints invented filing pages whose tables state scale and unit in many ways, with the expected values of their cells.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed pages.txt
var pagesText string

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

type head struct {
	text string
	span int
}

// layout says how one data column is spread over cells.
type layout struct{ spacer, sign, tail bool }

var (
	layouts = []layout{{true, true, true}, {false, true, true}, {false, false, false}, {true, true, false}, {true, false, true}}
	kinds   = map[string]string{"m": "money", "ps": "per-share", "s": "shares", "c": "count", "pc": "percent", "r": "ratio"}
	first   = strings.Fields("Brannock Ostrava Tillbury Quayside Verdanta Kestrelle Ironmoor Palisandro Wexcombe Calloway-Reis")
	second  = strings.Fields("Industries Mills Holdings Group Brands Systems Products Partners")
	words   = map[int]string{3: "thousands", 6: "millions"}
	symbols = []string{"R$", "US$", "$", "€", "£", "¥"}
)

type writer struct {
	rng         *rand.Rand
	b           strings.Builder
	lay         layout
	attr, open  string
	closeTag    string
	minus       string
	scale       int
	tag         string
	cols        []string
	heads       [][]head
	n           int
	inTable     bool
	fullSection bool
	caps        []string
	cells       []cell
}

func (w *writer) td(text string, span int, right bool) {
	a := ""
	if span > 1 {
		a = fmt.Sprintf(" colspan=%q", strconv.Itoa(span))
	}
	if right {
		a += ` align="right"`
	}
	if text == "" {
		text = "&#160;"
	} else {
		text = w.open + text + w.closeTag
	}
	fmt.Fprintf(&w.b, "<td%s%s>%s</td>\n", a, w.attr, text)
}

func (w *writer) width() int {
	n := 1
	if w.lay.sign {
		n++
	}
	if w.lay.tail {
		n++
	}
	return n
}

func (w *writer) total() int {
	per := w.width()
	if w.lay.spacer {
		per++
	}
	return 1 + w.n*per
}

func (w *writer) esc(s string) string {
	s = html.EscapeString(s)
	for _, m := range []string{"(1)", "(2)", "(a)"} {
		if strings.HasSuffix(s, " "+m) && len(s) > 6 {
			s = strings.TrimSuffix(s, " "+m) + " <sup>" + m + "</sup>"
		}
	}
	return s
}

func (w *writer) full(text string) {
	w.b.WriteString("<tr>")
	w.td(w.esc(text), w.total(), false)
	w.b.WriteString("</tr>\n")
}

func (w *writer) headRow(hs []head) {
	w.b.WriteString("<tr>")
	w.td(w.esc(hs[0].text), 1, false)
	for _, h := range hs[1:] {
		span := h.span * w.width()
		if w.lay.spacer {
			w.td("", 1, false)
			span += h.span - 1
		}
		t := w.esc(h.text)
		if w.rng.IntN(3) == 0 && strings.Count(t, " ") > 1 {
			i := strings.LastIndex(t, " ")
			t = t[:i] + "<br>" + t[i+1:]
		}
		if t != "" {
			t = "<b>" + t + "</b>"
		}
		w.td(t, span, false)
	}
	w.b.WriteString("</tr>\n")
}

// column gives the label of data column i: the lowest row of heads that tells all columns apart, else all of them.
func (w *writer) column(i int) string {
	var all []string
	var rows [][]string
	for _, hs := range w.heads {
		var row []string
		for _, h := range hs[1:] {
			for range h.span {
				row = append(row, h.text)
			}
		}
		rows = append(rows, row)
		if i < len(row) && row[i] != "" {
			all = append(all, row[i])
		}
	}
	for k := len(rows) - 1; k >= 0; k-- {
		seen := map[string]bool{"": true}
		unique := true
		for _, t := range rows[k] {
			unique = unique && !seen[t]
			seen[t] = true
		}
		if unique {
			return rows[k][i]
		}
	}
	return strings.Join(all, " ")
}

// digits fills the marks of a pattern with random digits.
func (w *writer) digits(pat string) string {
	neg := strings.Contains(pat, "±")
	pat = strings.ReplaceAll(pat, "±", "")
	started := false
	var b strings.Builder
	for _, c := range pat {
		if c != '#' {
			b.WriteRune(c)
			continue
		}
		d := w.rng.IntN(10)
		if !started {
			d = 1 + w.rng.IntN(9)
		}
		started = true
		fmt.Fprint(&b, d)
	}
	s := b.String()
	if neg && w.rng.IntN(2) == 0 {
		s = "(" + strings.TrimSuffix(s, "%") + ")" + s[len(strings.TrimSuffix(s, "%")):]
	}
	if w.minus != "" && strings.HasPrefix(s, "(") {
		s = w.minus + strings.Replace(s[1:], ")", "", 1)
	}
	return s
}

// value turns printed text into base units.
func value(text string, exp int) string {
	neg := strings.ContainsAny(text, "(-−")
	var b strings.Builder
	for _, c := range text {
		if c >= '0' && c <= '9' || c == '.' {
			b.WriteRune(c)
		} else if c == ' ' {
			break
		}
	}
	r, ok := new(big.Rat).SetString("0" + b.String())
	if !ok {
		panic("no number in " + text)
	}
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil))
	if exp < 0 {
		ten.Inv(ten)
	}
	r.Mul(r, ten)
	s := strings.TrimRight(strings.TrimRight(r.FloatString(8), "0"), ".")
	if neg {
		s = "-" + s
	}
	return s
}

func (w *writer) dataRow(parts []string) {
	label := parts[0]
	vals := parts[1:]
	w.b.WriteString("<tr>")
	pad := []string{"", "&#160;&#160;", ""}[w.rng.IntN(3)]
	w.td(pad+w.esc(label), 1, false)
	for i := range w.n {
		spec := vals[min(i, len(vals)-1)]
		tag := w.tag
		if i < len(w.cols) {
			tag = w.cols[i]
		}
		if k := strings.Index(spec, " @"); k >= 0 {
			spec, tag = spec[:k], spec[k+2:]
		}
		cur := ""
		for _, s := range symbols {
			if strings.HasPrefix(spec, s+" ") {
				cur, spec = s, spec[len(s)+1:]
				break
			}
		}
		text := w.digits(spec)
		w.dataCell(cur, text)
		if tag != "x" && strings.ContainsAny(text, "0123456789") {
			w.expect(label, w.column(i), text, tag)
		}
	}
	w.b.WriteString("</tr>\n")
}

func (w *writer) dataCell(cur, text string) {
	if w.lay.spacer {
		w.td("", 1, false)
	}
	if w.lay.sign {
		w.td(html.EscapeString(cur), 1, false)
	} else {
		text = cur + text
	}
	tail := ""
	if w.lay.tail {
		for _, t := range []string{")%", ")", "%"} {
			if strings.HasSuffix(text, t) {
				text, tail = strings.TrimSuffix(text, t), t
				break
			}
		}
	}
	w.td(html.EscapeString(text), 1, true)
	if w.lay.tail {
		w.td(tail, 1, false)
	}
}

func (w *writer) expect(row, col, text, tag string) {
	c := cell{Row: row, Column: col, Text: text, Also: []string{}}
	if k := strings.Index(tag, ":"); k >= 0 {
		c.Currency, tag = tag[k+1:], tag[:k]
	}
	tag, also, ok := strings.Cut(tag, "/")
	if ok {
		c.Also = append(c.Also, kinds[also])
	}
	code := strings.TrimRight(tag, "-*0123456789")
	exp := w.scale
	if rest := tag[len(code):]; rest != "*" {
		exp, _ = strconv.Atoi(rest)
	}
	c.Kind = kinds[code]
	if c.Kind == "" {
		panic("no kind for " + tag)
	}
	if c.Currency == "" && (c.Kind == "money" || c.Kind == "per-share") {
		c.Currency = "USD"
	}
	c.Value = value(text, exp)
	w.cells = append(w.cells, c)
}

func (w *writer) closeTable() {
	if w.inTable {
		w.b.WriteString("</table>\n")
	}
	w.inTable, w.cols, w.heads, w.n = false, nil, nil, 0
}

// captions prints the lines that wait above a table in one of several ways; it says whether they go into the table.
func (w *writer) captions() {
	how := w.rng.IntN(4)
	for _, c := range w.caps {
		t := html.EscapeString(c)
		switch how {
		case 0:
			fmt.Fprintf(&w.b, "<p align=\"center\">%s</p>\n", t)
		case 1:
			fmt.Fprintf(&w.b, "<div style=\"text-align:center\"><span style=\"font-size:9pt\"><i>%s</i></span></div>\n", t)
		case 2:
			fmt.Fprintf(&w.b, "<table width=\"100%%\"><tr><td align=\"center\"><font size=\"2\">%s</font></td></tr></table>\n", t)
		}
	}
	w.b.WriteString("<table border=\"0\" cellpadding=\"0\" cellspacing=\"0\" width=\"100%\">\n")
	if how == 3 {
		for _, c := range w.caps {
			w.full(c)
		}
	}
	w.caps = nil
}

func (w *writer) row(op string, parts []string) {
	switch op {
	case "h":
		var hs []head
		for _, p := range parts {
			t, n, ok := strings.Cut(p, " *")
			h := head{p, 1}
			if k, err := strconv.Atoi(n); ok && err == nil {
				h = head{t, k}
			}
			hs = append(hs, h)
		}
		w.heads = append(w.heads, hs)
		w.headRow(hs)
	case "s":
		if w.fullSection {
			w.full(parts[0])
			return
		}
		w.b.WriteString("<tr>")
		w.td("<b>"+html.EscapeString(parts[0])+"</b>", 1, false)
		for range w.total() - 1 {
			w.td("", 1, false)
		}
		w.b.WriteString("</tr>\n")
	case "u", "C":
		w.full(parts[0])
	case "k":
		w.cols = parts
	case "r":
		w.dataRow(parts)
	}
}

func (w *writer) block(lines []string) {
	for i, line := range lines {
		op, rest, _ := strings.Cut(line, " ")
		parts := strings.Split(rest, "|")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		switch op {
		case "p", "f":
			w.closeTable()
			fmt.Fprintf(&w.b, "<p>%s</p>\n", html.EscapeString(rest))
		case "c", "C":
			w.closeTable()
			w.caps = append(w.caps, rest)
		case "t":
			w.closeTable()
			w.inTable, w.tag = true, rest
			for _, l := range lines[i+1:] {
				if strings.HasPrefix(l, "h ") {
					for _, p := range strings.Split(l, "|")[1:] {
						_, n, _ := strings.Cut(p, " *")
						k, _ := strconv.Atoi(strings.TrimSpace(n))
						w.n += max(1, k)
					}
					break
				}
			}
			w.captions()
		default:
			w.row(op, parts)
		}
	}
	w.closeTable()
}

// tidy drops cells that cannot be told apart though they differ.
func tidy(in []cell) []cell {
	seen := map[string]string{}
	for _, c := range in {
		k, v := c.Row+"|"+c.Text, c.Value+c.Kind+c.Currency
		if old, ok := seen[k]; ok && old != v {
			v = "clash"
		}
		seen[k] = v
	}
	var out []cell
	for _, c := range in {
		if seen[c.Row+"|"+c.Text] != "clash" {
			out = append(out, c)
		}
	}
	return out
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the numbers")
	flag.Parse()
	rng := rand.New(rand.NewPCG(*seed, 3))
	enc := json.NewEncoder(os.Stdout)
	for n, text := range strings.Split("\n"+strings.ReplaceAll(pagesText, " ;; ", "\n"), "\n# ")[1:] {
		w := &writer{rng: rng, lay: layouts[rng.IntN(len(layouts))], scale: 3 + 3*rng.IntN(2), fullSection: rng.IntN(2) == 0}
		styles := [][3]string{{"", "", ""}, {` valign="bottom"`, `<font size="1">`, "</font>"},
			{` style="vertical-align:bottom;padding:2px 1pt"`, "<span>", "</span>"}, {` nowrap`, "<div>", "</div>"}}
		s := styles[rng.IntN(len(styles))]
		w.attr, w.open, w.closeTag = s[0], s[1], s[2]
		w.minus = []string{"", "", "", "", "-", "−"}[rng.IntN(6)]
		in, y := "in "+words[w.scale], 1997+rng.IntN(27)
		line := []string{"In " + words[w.scale], "Dollars " + in, "$ " + in, "Amounts " + in, "In " + words[w.scale] + " of dollars",
			"Expressed " + in, "U.S. dollars, " + in, "stated " + in + " of U.S. dollars"}[rng.IntN(8)]
		var list []string
		for i, m := range []string{"{Y}", "{Y1}", "{Y2}", "{Y3}", "{Y4}"} {
			list = append(list, m, strconv.Itoa(y-i))
		}
		for i, m := range []string{"{Yy}", "{Ye}", "{Yf}"} {
			list = append(list, m, fmt.Sprintf("%02d", (y+i)%100))
		}
		list = append(list, "{Y+}", strconv.Itoa(y+1), "{inS}", in, "{capline}", line, "{cap-eps}", "("+line+", except per share data)",
			"{cap-shares}", "("+line+", except share and per share amounts)",
			"{capmix}", line+", except per share data, ratios, percentages, and number of employees and stores",
			"{N}", first[rng.IntN(len(first))]+" "+second[rng.IntN(len(second))])
		lines := strings.Split(strings.TrimSpace(strings.NewReplacer(list...).Replace(text)), "\n")
		w.block(lines[1:])
		body := "<html><body>\n" + w.b.String() + "<p>See the notes.</p>\n</body></html>\n"
		if err := enc.Encode(page{fmt.Sprintf("tab-%d-%02d", *seed, n+1), lines[0], body, tidy(w.cells)}); err != nil {
			panic(err)
		}
	}
}
