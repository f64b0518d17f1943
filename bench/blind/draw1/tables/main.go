// Command panel writes invented filing-like pages with the exact value and unit
// of some of their table cells, as JSON lines.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"html"
	"math"
	"math/rand"
	"os"
	"regexp"
	"sort"
	"strings"
)

// U is the unit of a cell: kind, currency, power of ten of the printed number.
type U struct {
	K, C string
	S    int
	suf  string   // printed after the number ("%", "x", " to 1")
	also []string // other kinds that are as good
}

func m(c string, s int) U { return U{K: "money", C: c, S: s} }
func usd(s int) U         { return m("USD", s) }
func ps(c string) U       { return U{K: "per-share", C: c} }
func sh(s int) U          { return U{K: "shares", S: s} }
func cnt(s int) U         { return U{K: "count", S: s} }
func price(c string) U    { return U{K: "money", C: c, also: []string{"per-share"}} } // money per ton, room, barrel

var (
	dps  = ps("USD")
	pct  = U{K: "percent", suf: "%"}
	pctn = U{K: "percent"}
	rat  = U{K: "ratio"}
	ratx = U{K: "ratio", suf: "x"}
	rat1 = U{K: "ratio", suf: " to 1"}
	meas = U{K: "count", also: []string{"ratio"}} // years, days
	bp   = U{K: "percent", S: -2}
)

// N is a printed number: n / 10^d.
type N struct {
	n int64
	d int
}

func I(n int64) N { return N{n, 0} }
func F(x float64, d int) N {
	return N{int64(math.Round(x * math.Pow10(d))), d}
}
func (n N) f() float64 { return float64(n.n) / math.Pow10(n.d) }

func decShift(n int64, e int) string { // n * 10^e as a plain decimal
	neg := n < 0
	if neg {
		n = -n
	}
	s := fmt.Sprint(n)
	if e >= 0 {
		if n != 0 {
			s += strings.Repeat("0", e)
		}
	} else {
		for len(s) <= -e {
			s = "0" + s
		}
		i := len(s) + e
		s = strings.TrimRight(s[:i]+"."+s[i:], "0")
		s = strings.TrimSuffix(s, ".")
	}
	if neg && s != "0" {
		s = "-" + s
	}
	return s
}

// V is one data cell.
type V struct {
	u          U
	n          N
	txt        string // text cell
	nilv, skip bool
	pre        string
	foot       string
	plain      bool // no thousands separators
}

type Row struct {
	label, note string
	cells       []V
	in          int
	tot, sec    bool
}

type H struct {
	t string
	n int
}

type Table struct {
	title, unit, at string
	corner          string
	top             []H
	top2            []H // between top and cols
	cols            []string
	rows            []Row
}

type G struct {
	*rand.Rand
	co      string
	y       int
	fy      string // "December 31"
	blocks  []func(st *Style) string
	tables  []*Table
	neg     string // paren, minus, u2212
	sep     string
	nilT    string
	pin     *Style
	k       int
	said    int
	openPre bool // the opening parenthesis may stand with the currency sign
	first   int
}

func (g *G) f(lo, hi float64) float64 { return lo + g.Float64()*(hi-lo) }
func (g *G) i(lo, hi int64) int64     { return lo + g.Int63n(hi-lo+1) }
func (g *G) pick(s ...string) string  { return s[g.Intn(len(s))] }
func (g *G) chance(p float64) bool    { return g.Float64() < p }
func (g *G) yr(back int) string       { return fmt.Sprint(g.y - back) }
func (g *G) years(n int) []string {
	var r []string
	for i := 0; i < n; i++ {
		r = append(r, g.yr(i))
	}
	return r
}

// vec gives n related figures of d decimals, the first between lo and hi.
func (g *G) vec(n int, lo, hi float64, d int) []N {
	x := math.Exp(g.f(math.Log(lo), math.Log(hi)))
	if lo <= 0 {
		x = g.f(lo, hi)
	}
	var r []N
	for i := 0; i < n; i++ {
		r = append(r, F(x, d))
		x *= g.f(0.84, 1.13)
	}
	return r
}

// uni gives n unrelated figures.
func (g *G) uni(n int, lo, hi float64, d int) []N {
	var r []N
	for i := 0; i < n; i++ {
		r = append(r, F(g.f(lo, hi), d))
	}
	return r
}
func sumN(vs ...[]N) []N {
	r := append([]N(nil), vs[0]...)
	for _, v := range vs[1:] {
		for i := range r {
			r[i].n += v[i].n
		}
	}
	return r
}
func neg(v []N) []N {
	r := append([]N(nil), v...)
	for i := range r {
		r[i].n = -r[i].n
	}
	return r
}
func scaleN(v []N, x float64) []N {
	var r []N
	for _, n := range v {
		r = append(r, F(n.f()*x, n.d))
	}
	return r
}
func ratioN(a, b []N, k float64, d int) []N {
	var r []N
	for i := range a {
		r = append(r, F(a[i].f()/b[i].f()*k, d))
	}
	return r
}

// IS is a small coherent income statement.
type IS struct {
	rev, cogs, gp, sga, rd, op, in, pre, tax, ni []N
	bs, ds, beps, deps                           []N
}

// is: n periods, revenue between lo and hi (printed figures with d decimals);
// ms and ss are the powers of ten of money and shares, sd the decimals of shares.
func (g *G) is(n int, lo, hi float64, d, ms, ss, sd int) IS {
	var s IS
	s.rev = g.vec(n, lo, hi, d)
	one := math.Pow10(-d)
	x := g.f(.5, .68)
	eps0 := g.f(.9, 7.5)
	var shb float64
	for i := range s.rev {
		R := s.rev[i].f()
		c := F(R*(x+g.f(-.02, .02)), d)
		sg := F(R*g.f(.12, .18), d)
		rd := F(R*g.f(.02, .05), d)
		in := F(math.Max(one*2, R*g.f(.005, .015)), d)
		gp := N{s.rev[i].n - c.n, d}
		op := N{gp.n - sg.n - rd.n, d}
		pre := N{op.n - in.n, d}
		tax := F(pre.f()*g.f(.18, .27), d)
		ni := N{pre.n - tax.n, d}
		if i == 0 {
			shb = ni.f() * math.Pow10(ms) / eps0 / math.Pow10(ss)
		}
		b := F(shb, sd)
		dl := F(shb*g.f(1.006, 1.02), sd)
		shb *= g.f(.985, 1.02)
		e := func(q N) N { return F(ni.f()*math.Pow10(ms)/(q.f()*math.Pow10(ss)), 2) }
		s.cogs, s.sga, s.rd, s.in = append(s.cogs, c), append(s.sga, sg), append(s.rd, rd), append(s.in, in)
		s.gp, s.op, s.pre, s.tax, s.ni = append(s.gp, gp), append(s.op, op), append(s.pre, pre), append(s.tax, tax), append(s.ni, ni)
		s.bs, s.ds, s.beps, s.deps = append(s.bs, b), append(s.ds, dl), append(s.beps, e(b)), append(s.deps, e(dl))
	}
	return s
}

// Rows.
func r(label string, u U, ns ...N) Row {
	row := Row{label: label}
	for _, n := range ns {
		row.cells = append(row.cells, V{u: u, n: n})
	}
	return row
}
func rv(label string, vs ...V) Row { return Row{label: label, cells: vs} }
func v(u U, n N) V                 { return V{u: u, n: n} }
func tx(s string) V                { return V{txt: s} }
func nl() V                        { return V{nilv: true} }
func sec(label string) Row         { return Row{label: label, sec: true} }
func (x V) S(sign string) V        { x.pre = sign; return x }
func (x V) Ft(s string) V          { x.foot = s; return x }
func (x V) No() V                  { x.skip = true; return x }
func (x V) Plain() V               { x.plain = true; return x }

var sign = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CAD": "C$", "AUD": "A$", "BRL": "R$", "TWD": "NT$", "CNY": "RMB", "ZAR": "R", "HKD": "HK$", "KRW": "₩", "ILS": "NIS "}

func (w Row) D() Row { // currency sign on money cells
	w.cells = append([]V(nil), w.cells...)
	for i, c := range w.cells {
		if c.u.K == "money" || c.u.K == "per-share" {
			w.cells[i].pre = sign[c.u.C]
		}
	}
	return w
}
func (w Row) In(n int) Row { w.in = n; return w }
func (w Row) Tot() Row     { w.tot = true; return w }
func (w Row) Skip() Row {
	w.cells = append([]V(nil), w.cells...)
	for i := range w.cells {
		w.cells[i].skip = true
	}
	return w
}
func (w Row) Note(s string) Row { w.note = s; return w }
func (w Row) Foot(i int, s string) Row {
	w.cells = append([]V(nil), w.cells...)
	w.cells[i].foot = s
	return w
}
func (w Row) Nil(is ...int) Row {
	w.cells = append([]V(nil), w.cells...)
	for _, i := range is {
		w.cells[i] = V{nilv: true}
	}
	return w
}

// Blocks.
func format(f string, a []any) string { return fmt.Sprintf(f, a...) }

func (g *G) p(f string, a ...any) {
	s := f
	if len(a) > 0 {
		s = format(f, a)
	}
	g.blocks = append(g.blocks, func(st *Style) string { return st.para(s) })
}
func (g *G) h(s string) { g.blocks = append(g.blocks, func(st *Style) string { return st.head(s) }) }
func (g *G) t(t *Table) *Table {
	g.tables = append(g.tables, t)
	capm := g.Intn(4)
	joint := g.chance(.5)
	g.blocks = append(g.blocks, func(st *Style) string { return g.renderTable(t, st, capm, joint) })
	return t
}
func T(title, unit, at string, cols []string, rows ...Row) *Table {
	return &Table{title: title, unit: unit, at: at, cols: cols, rows: rows}
}

func group(s, sep string) string {
	i := strings.IndexByte(s, '.')
	f := ""
	if i >= 0 {
		s, f = s[:i], s[i:]
	}
	var b []string
	for len(s) > 3 {
		b = append([]string{s[len(s)-3:]}, b...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, b...), sep) + f
}

func indian(s string) string { // 12,34,567.89
	i := strings.IndexByte(s, '.')
	f := ""
	if i >= 0 {
		s, f = s[:i], s[i:]
	}
	if len(s) <= 3 {
		return s + f
	}
	t := s[len(s)-3:]
	s = s[:len(s)-3]
	for len(s) > 2 {
		t = s[len(s)-2:] + "," + t
		s = s[:len(s)-2]
	}
	return s + "," + t + f
}

// parts gives what is printed left of, as, and right of the number, and the text.
func (g *G) parts(c V) (open, num, cl, text string) {
	n := c.n.n
	ng := n < 0
	if ng {
		n = -n
	}
	s := fmt.Sprint(n)
	if c.n.d > 0 {
		for len(s) <= c.n.d {
			s = "0" + s
		}
		s = s[:len(s)-c.n.d] + "." + s[len(s)-c.n.d:]
	}
	if !c.plain {
		if g.sep == "indian" {
			s = indian(s)
		} else {
			s = group(s, g.sep)
		}
	}
	if !ng {
		return "", s, "", s
	}
	switch g.neg {
	case "minus":
		return "-", s, "", "-" + s
	case "u2212":
		return "−", s, "", "−" + s
	}
	return "(", s, ")", "(" + s + ")"
}

type Cell struct {
	Row      string   `json:"row"`
	Column   string   `json:"column"`
	Text     string   `json:"text"`
	Value    string   `json:"value"`
	Kind     string   `json:"kind"`
	Currency string   `json:"currency"`
	Also     []string `json:"also,omitempty"`
	key      string
	rowid    string
	first    bool // marked with a footnote: listed before others
}
type Case struct {
	ID    string `json:"id"`
	Form  string `json:"form"`
	HTML  string `json:"html"`
	Cells []Cell `json:"cells"`
	Why   string `json:"why"`
}

func clean(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	return strings.Join(strings.Fields(s), " ")
}

// colPath is the leaf header, with the headers above it where the leaf occurs twice.
func (t *Table) colPath(i int) string {
	n := 0
	for _, c := range t.cols {
		if c == t.cols[i] {
			n++
		}
	}
	if n == 1 && t.cols[i] != "" {
		return clean(t.cols[i])
	}
	p := ""
	for _, hs := range [][]H{t.top, t.top2} {
		k := 0
		for _, h := range hs {
			if i >= k && i < k+h.n {
				if !strings.HasPrefix(h.t, "(") && h.t != "" && !strings.HasPrefix(h.t, "~") {
					p += h.t + " "
				}
			}
			k += h.n
		}
	}
	return clean(p + t.cols[i])
}

func (g *G) cells() []Cell {
	var all []Cell
	seen := map[string]int{}
	for ti, t := range g.tables {
		for ri, row := range t.rows {
			for ci, c := range row.cells {
				if c.txt != "" || c.nilv {
					continue
				}
				_, _, _, text := g.parts(c)
				k := strings.ToLower(clean(row.label) + "|" + t.colPath(ci))
				seen[k]++
				if c.skip || c.n.n == 0 || t.colPath(ci) == "" {
					continue
				}
				all = append(all, Cell{clean(row.label), t.colPath(ci), text, decShift(c.n.n, c.u.S-c.n.d), c.u.K, c.u.C, c.u.also,
					fmt.Sprint(ti, c.u.K, c.u.C, c.u.S, c.foot != ""), fmt.Sprint(ti, "/", ri), c.foot != "" || g.openPre && c.n.n < 0})
			}
		}
	}
	var ok []Cell
	for _, c := range all {
		if seen[strings.ToLower(c.Row+"|"+c.Column)] == 1 {
			ok = append(ok, c)
		}
	}
	g.Shuffle(len(ok), func(i, j int) { ok[i], ok[j] = ok[j], ok[i] })
	sort.SliceStable(ok, func(i, j int) bool { return ok[i].first && !ok[j].first })
	want := 5 + g.Intn(4)
	var out []Cell
	used := make([]bool, len(ok))
	for pass := 0; pass < 3; pass++ {
		km := map[string]bool{}
		for _, c := range out {
			if pass == 1 {
				km[c.rowid] = true
			}
		}
		for i, c := range ok {
			if used[i] || len(out) >= 8 || (pass > 0 && len(out) >= want) {
				continue
			}
			k := c.key
			if pass == 1 {
				k = c.rowid
			}
			if pass < 2 && km[k] {
				continue
			}
			km[k] = true
			used[i] = true
			out = append(out, c)
		}
	}
	return out
}

type layout struct {
	name, why string
	fn        func(g *G)
}

var layouts []layout

func add(name, why string, fn func(g *G)) { layouts = append(layouts, layout{name, why, fn}) }

var tagRE = regexp.MustCompile(`<[^>]*>`)

func textOf(h string) string {
	return clean(strings.ReplaceAll(html.UnescapeString(tagRE.ReplaceAllString(h, "")), "\u00a0", " "))
}

func main() {
	seed := flag.Int64("seed", 7, "seed of the figures")
	only := flag.String("only", "", "only layouts with this in their name")
	flag.Parse()
	register()
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	names := map[string]bool{}
	for li, l := range layouts {
		if names[l.name] {
			panic("twice " + l.name)
		}
		names[l.name] = true
		if !strings.Contains(l.name, *only) {
			continue
		}
		for k := 1; k <= 2+(li+int(*seed))%2; k++ {
			h := fnv.New64a()
			fmt.Fprint(h, *seed, l.name, k)
			g := &G{Rand: rand.New(rand.NewSource(int64(h.Sum64()))), neg: "paren", sep: ",", k: k}
			g.nilT = g.pick("—", "—", "–", "-")
			g.co = g.company()
			g.y = 2008 + g.Intn(17)
			g.fy = g.pick("December 31", "December 31", "December 31", "June 30", "September 30", "January 31")
			g.opening()
			l.fn(g)
			st := g.pin
			if st == nil {
				st = &styles[g.Intn(len(styles))]
			}
			var b strings.Builder
			b.WriteString("<html><body>\n")
			for _, f := range g.blocks {
				b.WriteString(f(st))
				b.WriteString("\n")
			}
			b.WriteString("</body></html>")
			c := Case{fmt.Sprintf("%s/%d", l.name, k), l.name, b.String(), g.cells(), l.why}
			g.check(c)
			if err := enc.Encode(c); err != nil {
				panic(err)
			}
		}
	}
}

// check panics when what a case promises is not on its page.
func (g *G) check(c Case) {
	if len(c.Cells) < 3 || len(c.Cells) > 8 {
		panic(fmt.Sprint(c.ID, " cells ", len(c.Cells)))
	}
	page := strings.ReplaceAll(textOf(c.HTML), " ", "")
	for _, x := range c.Cells {
		for _, s := range append([]string{x.Row, strings.TrimSuffix(x.Text, ")")}, strings.Fields(x.Column)...) {
			q := strings.ReplaceAll(clean(strings.ReplaceAll(s, "\u00a0", " ")), " ", "")
			if !strings.Contains(page, q) {
				panic(c.ID + " lacks " + s)
			}
		}
		if (x.Currency != "") != (x.Kind == "money" || x.Kind == "per-share") {
			panic(c.ID + " currency of " + x.Row)
		}
	}
	for _, t := range g.tables {
		for _, row := range t.rows {
			if !row.sec && len(row.cells) != len(t.cols) {
				panic(fmt.Sprint(c.ID, " row ", row.label, " has ", len(row.cells), " of ", len(t.cols)))
			}
		}
		for _, hs := range [][]H{t.top, t.top2} {
			k := 0
			for _, h := range hs {
				k += h.n
			}
			if len(hs) > 0 && k != len(t.cols) {
				panic(c.ID + " header width")
			}
		}
	}
}

// ---- Rendering ----

type Style struct {
	name              string
	upper, lazy       bool
	per, gap, lab     int  // cells per data column, spacer cells before it, cells of the label
	b                 bool // per 2 as [sign number][close] rather than [sign][number close]
	th, thead, widths bool
	nb                string // printed in empty cells
	ent               bool   // numeric entities
	spans             bool
	wrap              func(role, s string) string // h header, l label, n number, t total label
	attr              func(role string) string
	paraF, headF      func(s string) string
	tabOpen, tabShut  string
	indent            string // "nbsp", "pad", "div"
	sup               string // format of a footnote mark
}

func plainWrap(role, s string) string { return s }
func noAttr(role string) string       { return "" }

const wk = "color:#000000;font-family:'Times New Roman',sans-serif;font-size:%s;font-weight:%s;line-height:100%%"

var styles = []Style{
	{name: "clean", per: 1, lab: 1, th: true, thead: true, wrap: plainWrap, attr: noAttr,
		paraF:   func(s string) string { return "<p>" + s + "</p>" },
		headF:   func(s string) string { return "<h2>" + s + "</h2>" },
		tabOpen: "<table>", tabShut: "</table>", indent: "pad", sup: "<sup>%s</sup>"},
	{name: "workiva", per: 3, gap: 3, lab: 3, widths: true, ent: true,
		wrap: func(role, s string) string {
			w, z := "400", "10pt"
			if role == "h" || role == "t" {
				w = "700"
			}
			if role == "h" {
				z = "8pt"
			}
			return `<span style="` + fmt.Sprintf(wk, z, w) + `">` + s + `</span>`
		},
		attr: func(role string) string {
			switch role {
			case "h":
				return ` style="border-bottom:1pt solid #000000;padding:2px 1pt;text-align:center;vertical-align:bottom"`
			case "n":
				return ` style="background-color:#cceeff;padding:2px 0;text-align:right;vertical-align:bottom"`
			case "l", "t":
				return ` style="background-color:#cceeff;padding:2px 1pt;text-align:left;vertical-align:bottom"`
			}
			return ` style="padding:0 1pt"`
		},
		paraF: func(s string) string {
			return `<div style="margin-top:6pt;text-align:justify"><span style="` + fmt.Sprintf(wk, "10pt", "400") + `">` + s + `</span></div>`
		},
		headF: func(s string) string {
			return `<div style="margin-top:12pt"><span style="` + fmt.Sprintf(wk, "10pt", "700") + `">` + s + `</span></div>`
		},
		tabOpen: `<div style="margin-top:5pt"><table style="border-collapse:collapse;display:inline-table;margin-bottom:5pt;vertical-align:text-bottom;width:100.000%">`, tabShut: "</table></div>",
		indent: "div", sup: `<span style="font-size:6.5pt;position:relative;top:-3.5pt;vertical-align:baseline">%s</span>`},
	{name: "font", per: 3, gap: 1, lab: 1, nb: "&nbsp;",
		wrap: func(role, s string) string {
			if role == "h" || role == "t" {
				return `<font size="1" face="Times New Roman"><b>` + s + `</b></font>`
			}
			return `<font size="2" face="Times New Roman">` + s + `</font>`
		},
		attr: func(role string) string {
			switch role {
			case "h":
				return ` align="center" valign="bottom" style="border-bottom:1px solid #000000"`
			case "n":
				return ` align="right" valign="bottom"`
			case "l", "t":
				return ` valign="top"`
			}
			return ` width="1%"`
		},
		paraF: func(s string) string {
			return `<p style="margin-top:6px"><font size="2" face="Times New Roman">` + s + `</font></p>`
		},
		headF:   func(s string) string { return `<p><font size="2" face="Times New Roman"><b>` + s + `</b></font></p>` },
		tabOpen: `<table cellspacing="0" cellpadding="0" border="0" width="100%" align="center">`, tabShut: "</table>", indent: "nbsp", sup: `<sup style="font-size:85%%">%s</sup>`},
	{name: "divs", per: 1, gap: 0, lab: 1,
		wrap: func(role, s string) string {
			if role == "n" {
				return `<div class="num"><div>` + s + `</div></div>`
			}
			return `<div class="` + role + `">` + s + `</div>`
		},
		attr:    func(role string) string { return ` class="c-` + role + `"` },
		paraF:   func(s string) string { return `<div class="body"><div>` + s + `</div></div>` },
		headF:   func(s string) string { return `<div class="heading"><strong>` + s + `</strong></div>` },
		tabOpen: `<div class="table-wrap"><div><table class="fin" border="0">`, tabShut: "</table></div></div>", indent: "nbsp", sup: `<sup>%s</sup>`},
	{name: "nineties", upper: true, per: 3, gap: 0, lab: 1, nb: "&nbsp;",
		wrap: func(role, s string) string {
			if role == "h" || role == "t" {
				return `<FONT SIZE="2"><B>` + s + `</B></FONT>`
			}
			return `<FONT SIZE="2">` + s + `</FONT>`
		},
		attr: func(role string) string {
			switch role {
			case "h":
				return ` ALIGN="CENTER" VALIGN="BOTTOM" NOWRAP`
			case "n":
				return ` ALIGN="RIGHT" VALIGN="BOTTOM" NOWRAP`
			}
			return ` VALIGN="BOTTOM"`
		},
		paraF:   func(s string) string { return `<P><FONT SIZE="2">` + s + `</FONT></P>` },
		headF:   func(s string) string { return `<P ALIGN="CENTER"><FONT SIZE="2"><B>` + s + `</B></FONT></P>` },
		tabOpen: `<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" WIDTH="100%">`, tabShut: "</TABLE>", indent: "nbsp", sup: `<SUP>%s</SUP>`},
	{name: "printer", upper: true, per: 3, gap: 1, lab: 1, nb: "&nbsp;",
		wrap: func(role, s string) string {
			switch role {
			case "l", "t":
				return `<p style="margin-left:1.00em; text-indent:-1.00em">` + s + `</p>`
			case "h":
				return `<b>` + s + `</b>`
			}
			return s
		},
		attr: func(role string) string {
			switch role {
			case "h":
				return ` valign="bottom" align="center" style="border-bottom:solid 0.75pt #000000;white-space:nowrap"`
			case "n":
				return ` valign="bottom" align="right" style="white-space:nowrap"`
			}
			return ` valign="bottom"`
		},
		paraF: func(s string) string {
			return `<p style="font-size:10pt;margin-top:0pt;margin-bottom:0pt;text-indent:4%">` + s + `</p>`
		},
		headF: func(s string) string {
			return `<p style="font-size:10pt;font-family:Times New Roman;margin-top:18pt;margin-bottom:0pt"><b>` + s + `</b></p>`
		},
		tabOpen: `<TABLE CELLSPACING="0" CELLPADDING="0" WIDTH="92%" BORDER="0" STYLE="BORDER-COLLAPSE:COLLAPSE; FONT-FAMILY:Times New Roman; FONT-SIZE:10pt" ALIGN="center">`, tabShut: "</TABLE>", indent: "nbsp", sup: `<sup style="font-size:75%%; vertical-align:top">%s</sup>`},
	{name: "nested", per: 1, gap: 1, lab: 1, ent: true,
		wrap:    plainWrap,
		attr:    func(role string) string { return ` style="padding:1px 4px"` },
		paraF:   func(s string) string { return `<div style="font:10pt Arial">` + s + `</div><div>&#160;</div>` },
		headF:   func(s string) string { return `<div style="font:bold 11pt Arial">` + s + `</div>` },
		tabOpen: `<table width="100%"><tr><td align="center"><table style="font:9pt Arial">`, tabShut: "</table></td></tr></table>", indent: "pad", sup: `<sup>%s</sup>`},
	{name: "spans", per: 1, gap: 0, lab: 1, thead: true, spans: true,
		wrap: func(role, s string) string {
			if role == "h" {
				return "<b>" + s + "</b>"
			}
			return s
		},
		attr: func(role string) string {
			if role == "n" {
				return ` class="r"`
			}
			return ""
		},
		paraF:   func(s string) string { return `<p class="text">` + s + `</p>` },
		headF:   func(s string) string { return `<h3 class="sub">` + s + `</h3>` },
		tabOpen: `<table class="statement">`, tabShut: "</table>", indent: "pad", sup: `<sup>%s</sup>`},
	{name: "two", per: 2, gap: 1, lab: 1, nb: "&#160;", ent: true,
		wrap: func(role, s string) string { return `<div style="font-size:9pt;font-family:Arial">` + s + `</div>` },
		attr: func(role string) string {
			if role == "n" {
				return ` style="text-align:right"`
			}
			return ""
		},
		paraF: func(s string) string {
			return `<div style="font-size:10pt;font-family:Arial;padding-bottom:8pt">` + s + `</div>`
		},
		headF: func(s string) string {
			return `<div style="font-size:10pt;font-family:Arial;font-style:italic;font-weight:bold">` + s + `</div>`
		},
		tabOpen: `<div style="padding-left:0pt"><table cellpadding="0" cellspacing="0" style="width:100%">`, tabShut: "</table></div>", indent: "pad", sup: `<sup>%s</sup>`},
	{name: "lazy", per: 1, lab: 1, lazy: true, th: true, wrap: plainWrap,
		attr: func(role string) string {
			if role == "n" {
				return " align=right"
			}
			return ""
		},
		paraF:   func(s string) string { return "<p>" + s },
		headF:   func(s string) string { return "<p><b>" + s + "</b>" },
		tabOpen: "<table border=1>", tabShut: "</table>", indent: "nbsp", sup: "<sup>%s</sup>"},
	{name: "close", per: 2, b: true, gap: 0, lab: 1, wrap: func(role, s string) string {
		if role == "h" || role == "t" {
			return "<strong>" + s + "</strong>"
		}
		return s
	},
		attr: func(role string) string {
			if role == "n" {
				return ` style="text-align:right;padding-left:12px"`
			}
			return ""
		},
		paraF:   func(s string) string { return "<p align=\"justify\">" + s + "</p>" },
		headF:   func(s string) string { return "<p><u>" + s + "</u></p>" },
		tabOpen: `<center><table cellpadding="2">`, tabShut: "</table></center>", indent: "pad", sup: "<sup>%s</sup>"},
}

func style(n string) *Style {
	for i := range styles {
		if styles[i].name == n {
			return &styles[i]
		}
	}
	panic(n)
}

func (st *Style) esc(s string) string {
	s = html.EscapeString(s)
	s = strings.ReplaceAll(s, "&#39;", "'")
	s = strings.ReplaceAll(s, "&#34;", `"`)
	if st.ent {
		for a, b := range map[string]string{"\u00a0": "&#160;", "—": "&#8212;", "–": "&#8211;", "’": "&#8217;", "“": "&#8220;", "”": "&#8221;", "€": "&#8364;", "£": "&#163;", "¥": "&#165;"} {
			s = strings.ReplaceAll(s, a, b)
		}
	} else {
		s = strings.ReplaceAll(s, "\u00a0", "&nbsp;")
		if st.upper {
			for a, b := range map[string]string{"—": "&mdash;", "–": "&ndash;", "’": "&rsquo;", "€": "&euro;", "£": "&pound;", "¥": "&yen;"} {
				s = strings.ReplaceAll(s, a, b)
			}
		}
	}
	br := "<br>"
	if st.upper {
		br = "<BR>"
	} else if st.ent {
		br = "<br/>"
	}
	return strings.ReplaceAll(s, "\n", br)
}
func (st *Style) para(s string) string { return st.paraF(st.esc(s)) }
func (st *Style) head(s string) string { return st.headF(st.esc(s)) }

func (st *Style) td(role string, span int, s string) string {
	tag := "td"
	if st.th && role == "h" {
		tag = "th"
	}
	cs := ""
	if span > 1 {
		cs = fmt.Sprintf(` colspan="%d"`, span)
		if st.lazy {
			cs = fmt.Sprintf(" colspan=%d", span)
		}
		if st.upper {
			cs = strings.ToUpper(cs)
		}
	}
	if st.upper {
		tag = strings.ToUpper(tag)
	}
	if s == "" {
		s = st.nb
		if role == "n" || role == "h" || role == "l" {
			if st.nb == "" && role != "l" {
				role = "e"
			}
		}
	} else {
		s = st.wrap(role, s)
	}
	o := "<" + tag + cs + st.attr(role) + ">" + s
	if st.lazy {
		return o
	}
	return o + "</" + tag + ">"
}

func (st *Style) tr(s string) string {
	if st.lazy {
		return "<tr>" + s + "\n"
	}
	if st.upper {
		return "<TR>" + s + "</TR>\n"
	}
	return "<tr>" + s + "</tr>\n"
}

func (st *Style) gapCell() string {
	if st.gap == 0 {
		return ""
	}
	return st.td("e", st.gap, "")
}

func (g *G) renderCell(st *Style, c V, bold bool) string {
	foot := ""
	if c.foot != "" {
		foot = fmt.Sprintf(st.sup, st.esc(c.foot))
		if strings.HasPrefix(c.foot, "*") || strings.HasPrefix(c.foot, " ") {
			foot = st.esc(c.foot)
		}
	}
	if c.txt != "" {
		if st.per == 3 && st.name != "nineties" {
			return st.td("n", 2, st.esc(c.txt)+foot) + st.td("n", 1, "")
		}
		return st.td("n", st.per, st.esc(c.txt)+foot)
	}
	open, num, cl := "", g.nilT, ""
	suf := c.u.suf
	pre := c.pre
	if c.nilv {
		suf = ""
	} else {
		open, num, cl, _ = g.parts(c)
	}
	pre, open, num, cl = st.esc(pre), st.esc(open), st.esc(num), st.esc(cl)
	tail := cl + st.esc(suf)
	if cl == ")" && suf == "%" && st.name != "workiva" && g.k%2 == 0 {
		tail = "%)"
	}
	switch st.per {
	case 1:
		if st.spans && pre != "" {
			return st.td("n", 1, "<span>"+pre+"</span><span>"+open+num+tail+"</span>"+foot)
		}
		if open != "" && open != "(" && pre != "" {
			return st.td("n", 1, open+pre+num+tail+foot)
		}
		return st.td("n", 1, pre+open+num+tail+foot)
	case 2:
		if st.b {
			return st.td("n", 1, pre+open+num) + st.td("e2", 1, tail+foot)
		}
		return st.td("n", 1, pre) + st.td("n", 1, open+num+tail+foot)
	}
	if st.name == "workiva" {
		if pre == "" {
			return st.td("n", 2, open+num) + st.td("n", 1, tail+foot)
		}
		return st.td("n", 1, pre) + st.td("n", 1, open+num) + st.td("n", 1, tail+foot)
	}
	if g.openPre && g.k == 2 {
		pre, open = pre+open, ""
	}
	return st.td("n", 1, pre) + st.td("n", 1, open+num) + st.td("l2", 1, tail+foot)
}

func (g *G) renderTable(t *Table, st *Style, capm int, joint bool) string {
	nc := len(t.cols)
	full := st.lab + nc*(st.per+st.gap)
	var b strings.Builder
	title, unit := t.title, t.unit
	capUnit := ""
	if t.at == "cap" {
		capUnit = unit
	}
	lines := []string{}
	if title != "" && capUnit != "" && joint {
		lines = append(lines, title+" "+capUnit)
	} else {
		if title != "" {
			lines = append(lines, title)
		}
		if capUnit != "" {
			lines = append(lines, capUnit)
		}
	}
	if capm == 0 || capm == 3 {
		for i, l := range lines {
			if capm == 3 && i == 0 {
				b.WriteString(st.head(l) + "\n")
			} else {
				b.WriteString(st.para(l) + "\n")
			}
		}
	}
	b.WriteString(st.tabOpen + "\n")
	if capm == 1 && len(lines) > 0 {
		var e []string
		for _, l := range lines {
			e = append(e, st.esc(l))
		}
		b.WriteString("<caption>" + strings.Join(e, "<br>") + "</caption>\n")
	}
	if st.widths {
		b.WriteString(st.tr(strings.Repeat(`<td style="width:1.0%"></td>`, full)))
	}
	var hd strings.Builder
	if capm == 2 {
		for _, l := range lines {
			hd.WriteString(st.tr(st.td("h", full, st.esc(l))))
		}
	}
	unitRow := ""
	if t.at == "row" {
		if g.k%2 == 0 {
			unitRow = st.tr(st.td("h", full, st.esc(unit)))
		} else {
			unitRow = st.tr(st.td("l", st.lab, "") + st.gapCell() + st.td("h", full-st.lab-st.gap, st.esc(unit)))
		}
	}
	if joint {
		hd.WriteString(unitRow)
	}
	corner := t.corner
	if t.at == "corner" {
		corner = unit
	}
	rowspan := st.th && len(t.top) > 0 && len(t.top2) == 0 && g.k%2 == 1
	span := func(hs []H, c string) {
		if len(hs) == 0 {
			return
		}
		s := st.td("l", st.lab, st.esc(c))
		if rowspan {
			s = strings.Replace(st.td("h", 1, st.esc(corner)), "<th", `<th rowspan="2"`, 1)
		}
		for _, h := range hs {
			s += st.gapCell() + st.td("h", h.n*(st.per+st.gap)-st.gap, st.esc(strings.TrimPrefix(h.t, "~")))
		}
		hd.WriteString(st.tr(s))
	}
	ctop := len(t.top) > 0 && g.k%2 == 1
	c1, c2 := "", corner
	if ctop {
		c1, c2 = corner, ""
	}
	span(t.top, c1)
	span(t.top2, "")
	any := false
	for _, c := range t.cols {
		if c != "" {
			any = true
		}
	}
	if any || c2 != "" {
		s := st.td("l", st.lab, st.esc(c2))
		if rowspan {
			s = ""
		}
		for _, c := range t.cols {
			s += st.gapCell() + st.td("h", st.per, st.esc(c))
		}
		hd.WriteString(st.tr(s))
	}
	if !joint {
		hd.WriteString(unitRow)
	}
	if st.thead {
		b.WriteString("<thead>\n" + hd.String() + "</thead>\n<tbody>\n")
	} else {
		b.WriteString(hd.String())
	}
	for ri, row := range t.rows {
		role := "l"
		if row.tot || row.sec {
			role = "t"
		}
		lab := st.esc(row.label)
		if row.note != "" {
			lab += fmt.Sprintf(st.sup, st.esc(row.note))
		}
		switch {
		case row.in > 0 && st.indent == "nbsp":
			lab = strings.Repeat("&nbsp;&nbsp;&nbsp;", row.in) + lab
		case row.in > 0 && st.indent == "div":
			lab = fmt.Sprintf(`<span style="padding-left:%dpt">`, 9*row.in) + lab + "</span>"
		case row.in > 0:
			lab = fmt.Sprintf(`<span style="margin-left:%dpx">`, 12*row.in) + lab + "</span>"
		}
		if row.sec {
			if (g.k+ri)%2 == 0 {
				b.WriteString(st.tr(st.td(role, full, lab)))
			} else {
				s := st.td(role, st.lab, lab)
				for i := 0; i < nc; i++ {
					s += st.gapCell() + st.td("e", st.per, "")
				}
				b.WriteString(st.tr(s))
			}
			continue
		}
		s := st.td(role, st.lab, lab)
		for _, c := range row.cells {
			s += st.gapCell() + g.renderCell(st, c, row.tot)
		}
		b.WriteString(st.tr(s))
	}
	if st.thead {
		b.WriteString("</tbody>\n")
	}
	b.WriteString(st.tabShut)
	return b.String()
}

// ---- Text around the tables ----

func (g *G) company() string {
	a := []string{"Alderbrook", "Brantwell", "Castmere", "Dunharrow", "Elvington", "Fairholt", "Garrick", "Harwick", "Ivesdale", "Jorvik", "Kestrel Point", "Larkmoor", "Meridell", "Northgale", "Orrinton", "Pemberlow", "Quillan", "Redfern", "Stonecroft", "Tallis", "Umberfield", "Vantor", "Westmarch", "Yarrow", "Zephyr Hill", "Corvane", "Lindqvist", "Marrowgate", "Osterley", "Palisaide"}
	b := []string{"Industries", "Holdings", "Group", "Technologies", "Brands", "Corporation", "Systems", "International", "Partners", "Materials"}
	return a[g.Intn(len(a))] + " " + b[g.Intn(len(b))]
}

func (g *G) opening() {
	s := g.pick(
		g.co+" and its subsidiaries (the “Company”) operate in "+fmt.Sprint(2+g.Intn(5))+" business segments and sell through distributors and directly.",
		"The following discussion should be read together with the consolidated financial statements of "+g.co+" and the notes to them.",
		g.co+" was incorporated in "+fmt.Sprint(1901+g.Intn(90))+" and has its principal offices in "+g.pick("Duluth, Minnesota", "Akron, Ohio", "Leeds, England", "Hamilton, Ontario", "Rotterdam, the Netherlands", "Spokane, Washington")+".",
		"Management of "+g.co+" evaluates performance on several measures, some of which are presented below.",
		"In fiscal "+g.yr(0)+" "+g.co+" completed the integration of the business it acquired in the prior year.",
		"")
	if s != "" {
		g.p(s)
	}
}

// talk adds a sentence that says nothing about the tables' units.
func (g *G) talk() {
	if g.said > 1 {
		return
	}
	g.said++
	o := []string{
		"The increase was attributable mainly to higher volumes, partly offset by unfavorable currency translation.",
		fmt.Sprintf("In the %s quarter the Company closed the sale of its laboratory business for $%d.%d million in cash.", g.pick("second", "third", "fourth"), 12+g.Intn(300), g.Intn(10)),
		fmt.Sprintf("Results for %s include a restructuring charge of approximately $%d million related to %d facilities.", g.yr(0), 4+g.Intn(60), 2+g.Intn(7)),
		"Certain prior-period amounts have been reclassified to conform to the current presentation. Totals may not add due to rounding.",
		fmt.Sprintf("See Note %d for further information.", 2+g.Intn(20)),
		fmt.Sprintf("Volumes rose %d percent, while average prices were about %d percent lower than in %s.", 2+g.Intn(9), 1+g.Intn(5), g.yr(1)),
		"Our fiscal year is the fifty-two or fifty-three weeks ending on the Saturday closest to the last day of the month.",
		"The information set out below has been derived from the audited consolidated financial statements.",
		fmt.Sprintf("No single customer accounted for more than %d percent of sales in any year presented.", 5+5*g.Intn(2)),
	}
	if g.said == 1 {
		g.first = g.Intn(len(o))
		g.p(o[g.first])
		return
	}
	g.p(o[(g.first+1+g.Intn(len(o)-1))%len(o)])
}
