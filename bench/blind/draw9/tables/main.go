// Command tables prints a blind panel: pages with tables, and for chosen cells the value in base units and the kind of unit.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
)

//go:embed layouts.txt
var layoutText string

type answer struct {
	Row, Column, Text, Value, Kind, Currency string
	Also                                     []string
}

type page struct {
	ID    string   `json:"id"`
	Form  string   `json:"form"`
	HTML  string   `json:"html"`
	Cells []answer `json:"cells"`
}

type layout struct {
	name, cur     string
	forms, styles []string
	lines         []string
}

type spec struct {
	unit, gen string
	dec       int
}

type column struct {
	levels []string
	spec
}

type cell struct {
	unit, lit, cur string
	n              int64
	dec, k         int
	num            bool
}

func (c cell) base() float64 { return float64(c.n) * math.Pow10(c.k-c.dec) }

type row struct {
	name, label, cur string
	section, total   bool
	parts            []spec
	cells            []cell
}

type table struct {
	scale, shScale, dec   int
	pos, ex, word, corner string
	cols                  []column
	rows                  []row
}

// gen holds what one page is made with.
type gen struct {
	r     *rand.Rand
	cur   string
	vars  map[string]string
	year  int
	prose []int
	st    style
	out   strings.Builder
	ans   []answer
}

func (g *gen) pick(s []string) string { return s[g.r.IntN(len(s))] }

var (
	choiceRE = regexp.MustCompile(`\{([^{}]*~[^{}]*)\}`)
	yearRE   = regexp.MustCompile(`\{y([+-]?\d+)\}`)
	varRE    = regexp.MustCompile(`\{(\w+)\}`)
	specRE   = regexp.MustCompile(`^(?:([A-Z][0-9X]?)?(?:@(\d))?:)?(.*)$`)
	nameRE   = regexp.MustCompile(`^([a-z]\w*)\) `)
	curRE    = regexp.MustCompile(`^\[([A-Z]{3})\]`)
	mixedRE  = regexp.MustCompile(`[CEGIOPQRSTU]\d?(@\d)?[:\]]`)
	rangeRE  = regexp.MustCompile(`^([n~]?)([\d.]+?)\.\.([\d.]+)$`)
)

// fill replaces choices, years ({y0} this year, {y1} last year, {y+1} next) and variables.
func (g *gen) fill(s string) string {
	for choiceRE.MatchString(s) {
		s = choiceRE.ReplaceAllStringFunc(s, func(m string) string { return g.pick(strings.Split(m[1:len(m)-1], "~")) })
	}
	s = yearRE.ReplaceAllStringFunc(s, func(m string) string {
		d := m[2 : len(m)-1]
		v, _ := strconv.Atoi(d)
		if d[0] != '+' {
			v = -v
		}
		return strconv.Itoa(g.year + v)
	})
	return varRE.ReplaceAllStringFunc(s, func(m string) string { return g.vars[m[1:len(m)-1]] })
}

func parseSpec(s string) spec {
	m := specRE.FindStringSubmatch(strings.TrimSpace(s))
	sp := spec{unit: m[1], gen: strings.TrimSpace(m[3]), dec: -1}
	if m[2] != "" {
		sp.dec, _ = strconv.Atoi(m[2])
	}
	return sp
}

func parseLayouts(text string) (ls []layout) {
	for _, line := range strings.Split(strings.ReplaceAll(strings.TrimSpace(text), " ;; ", "\n"), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "@ ") {
			f := append(strings.Fields(line[2:]), "USD")
			ls = append(ls, layout{name: f[0], forms: strings.Split(f[1], ","), styles: strings.Split(f[2], ","), cur: f[3]})
		} else if l := &ls[len(ls)-1]; line != "" {
			l.lines = append(l.lines, line)
		}
	}
	return ls
}

var scaleWord = map[int]string{0: "dollars", 3: "thousands", 6: "millions", 9: "billions"}
var curWord = map[string]string{"CAD": "Canadian dollars", "EUR": "euros"}
var exceptWords = map[string][]string{
	"ps":  {", except per share amounts", ", except per share data", " except per share amounts", ", except for per share data"},
	"sps": {", except share and per share data", ", except share and per share amounts", ", except for share and per share amounts"},
	"pct": {", except percentages", ""},
	"-":   {""},
}

// newTable reads "T scales positions exception" and words the statement of the unit.
func (g *gen) newTable(line string) *table {
	f := append(strings.Fields(g.fill(line)), "-")
	t := &table{pos: string(f[2][g.r.IntN(len(f[2]))]), ex: f[3]}
	t.scale = int(f[1][g.r.IntN(len(f[1]))] - '0')
	if t.ex != "sps" {
		t.shScale = t.scale
	}
	w := scaleWord[t.scale]
	if t.scale == 6 && g.r.IntN(6) == 0 || t.scale == 9 {
		t.dec = 1
	}
	except, own := strings.CutPrefix(t.ex, "own:")
	forms := []string{"in " + w, "dollars in " + w, "in " + w, "amounts in " + w, w + " of dollars", "$ in " + w, "in " + w + " of dollars"}
	if g.cur != "USD" {
		forms = []string{"in " + w + " of " + curWord[g.cur], "expressed in " + w + " of " + curWord[g.cur]}
	} else if t.ex == "ps" || own {
		forms = []string{"in " + w, "amounts in " + w, "in " + w}
	} else if t.scale == 3 && g.st.old && t.ex == "-" {
		forms = append(forms, "000's omitted", "$000", "000 omitted")
	}
	if t.word = g.pick(forms); own {
		t.word += ", except " + strings.ReplaceAll(except, "_", " ")
	} else {
		t.word += g.pick(exceptWords[t.ex])
	}
	if n := g.r.IntN(4); n == 0 || n == 1 && t.pos != "l" {
		t.word = strings.ToUpper(t.word[:1]) + t.word[1:]
	} else if g.st.old && t.pos != "l" && n == 2 {
		t.word = strings.ToUpper(t.word)
	}
	t.word = "(" + t.word + ")"
	if t.scale == 0 {
		t.pos, t.word = "n", ""
	}
	return t
}

func (g *gen) addColumns(t *table, line string) {
	for _, c := range strings.Split(g.fill(line), ";") {
		c = strings.TrimSpace(c)
		sp := spec{dec: -1}
		if strings.HasPrefix(c, "[") {
			i := strings.Index(c, "]")
			head := c[1:i]
			if k := strings.IndexAny(head+"=", "=*:"); head[k:] == "" || head[k] != ':' {
				head = head[:k] + ":" + head[k:]
			}
			sp, c = parseSpec(head), c[i+1:]
		}
		t.cols = append(t.cols, column{strings.Split(c, ">"), sp})
	}
}

func (g *gen) addRow(t *table, line string) {
	line, optional := strings.CutPrefix(g.fill(line), "?")
	if optional && g.r.IntN(3) == 0 {
		return
	}
	r := row{cur: g.cur}
	if strings.HasPrefix(line, "# ") {
		t.rows = append(t.rows, row{label: line[2:], section: true})
		return
	}
	line, r.total = strings.CutPrefix(line, "!")
	if m := curRE.FindStringSubmatch(line); m != nil {
		r.cur, line = m[1], line[len(m[0]):]
	}
	if m := nameRE.FindStringSubmatch(line); m != nil {
		r.name, line = m[1], line[len(m[0]):]
	}
	p := strings.Split(line, " | ")
	r.label = strings.TrimSpace(p[0])
	for _, s := range p[1:] {
		r.parts = append(r.parts, parseSpec(s))
	}
	t.rows = append(t.rows, r)
	g.compute(t, len(t.rows)-1)
}

// compute makes the cells of one row from ranges, formulas over rows and columns, and literals.
func (g *gen) compute(t *table, at int) {
	r := &t.rows[at]
	level := -1.0
	for j, c := range t.cols {
		single := len(r.parts) == 1
		sp := spec{dec: -1}
		if single {
			sp = r.parts[0]
		} else if j < len(r.parts) {
			sp = r.parts[j]
		}
		if single && strings.HasPrefix(c.gen, "=") {
			unit, dec := sp.unit, sp.dec
			if sp = c.spec; sp.unit == "" {
				sp.unit, sp.dec = unit, dec
			} else if unit != "" && strings.ContainsAny(unit[:1], "PR") {
				sp.gen = ""
			}
		}
		if sp.unit == "" {
			sp.unit = c.unit
			if sp.dec < 0 {
				sp.dec = c.dec
			}
		}
		if sp.unit == "" {
			sp.unit = "M"
		}
		r.cells = append(r.cells, g.value(t, at, j, sp, single, &level))
	}
}

func (g *gen) value(t *table, at, j int, sp spec, single bool, level *float64) cell {
	r := &t.rows[at]
	c := cell{unit: sp.unit[:1], cur: r.cur, k: g.scaleOf(t, sp.unit, false), dec: sp.dec}
	if c.dec < 0 {
		c.dec = map[string]int{"E": 2, "U": 2, "G": 2, "Q": 2, "P": 1, "T": 1, "R": 1, "M": t.dec}[c.unit]
	}
	grid := math.Pow10(c.k - c.dec)
	m := rangeRE.FindStringSubmatch(sp.gen)
	switch {
	case sp.gen == "-":
		c.lit = "—"
	case sp.gen == "" || sp.gen[0] == '"':
		c.lit = strings.Trim(sp.gen, `"`)
	case sp.gen == "<":
		last := r.cells[j-1]
		c.num, c.n = last.num, int64(math.Round(last.base()/grid*(0.86+0.26*g.r.Float64())))
	case sp.gen[0] == '=':
		v, ok := g.formula(t, at, j, c.unit, sp.gen[1:])
		if c.num = ok; c.unit == "P" && math.Abs(v) > 150 || !ok {
			c.num, c.lit = false, "N/M"
		}
		c.n = int64(math.Round(v / grid))
	case m == nil:
		panic("bad spec " + sp.gen + " in row " + r.label)
	default:
		lo, _ := strconv.ParseFloat(m[2], 64)
		hi, _ := strconv.ParseFloat(m[3], 64)
		if *level < 0 || !single {
			*level = lo * math.Pow(hi/lo, g.r.Float64())
		} else {
			*level *= 0.86 + 0.26*g.r.Float64()
		}
		v := *level * math.Pow10(g.scaleOf(t, sp.unit, true))
		if by, ok := strings.CutPrefix(t.cols[j].gen, "*"); ok && strings.Contains("MCX", c.unit) {
			months, _ := strconv.ParseFloat(by, 64)
			v *= months
		}
		if m[1] == "n" || m[1] == "~" && g.r.IntN(3) == 0 {
			v = -v
		}
		c.num, c.n = true, int64(math.Round(v/grid))
	}
	if c.num && c.n == 0 {
		c.num, c.lit = false, "—"
	}
	return c
}

// scaleOf tells the power of ten in which a unit is printed; a range is meant in that of the table (or in thousands).
func (g *gen) scaleOf(t *table, unit string, ranged bool) int {
	switch {
	case len(unit) == 2 && unit[1] != 'X':
		return int(unit[1] - '0')
	case unit == "CX":
		return t.scale
	case unit != "M" && unit != "S":
		return 0
	case ranged && t.scale == 0:
		return 3
	case unit == "M" || ranged:
		return t.scale
	}
	return t.shScale
}

// formula knows + - * / ( ), numbers, lo~hi at random, names of rows (r'2: in column 2), c1… for columns,
// S (sum of the unit since the last total) and T (sum of the unit from the top).
func (g *gen) formula(t *table, at, j int, unit, src string) (float64, bool) {
	p, ok := 0, true
	var expr func() float64
	atom := func() float64 {
		if p < len(src) && src[p] == '(' {
			p++
			v := expr()
			p++
			return v
		}
		s := p
		for p < len(src) && !strings.ContainsRune("+-*/()", rune(src[p])) {
			p++
		}
		w := src[s:p]
		if v, err := strconv.ParseFloat(w, 64); err == nil {
			return v
		}
		if w == "S" || w == "T" {
			return sumAbove(t, at, j, unit, w == "S")
		}
		if len(w) == 2 && w[0] == 'c' && w[1] <= '9' {
			return t.rows[at].cells[w[1]-'1'].base()
		}
		if lo, hi, found := strings.Cut(w, "~"); found {
			a, _ := strconv.ParseFloat(lo, 64)
			b, _ := strconv.ParseFloat(hi, 64)
			return a + (b-a)*g.r.Float64()
		}
		name, of, found := strings.Cut(w, "'")
		if found {
			j = int(of[0] - '1')
		}
		for i := range at {
			if t.rows[i].name == name {
				return t.rows[i].cells[j].base()
			}
		}
		ok = false
		return 1
	}
	term := func() float64 {
		v := atom()
		for p < len(src) && (src[p] == '*' || src[p] == '/') {
			p++
			if src[p-1] == '*' {
				v *= atom()
			} else if d := atom(); d > 0 {
				v /= d
			} else {
				ok = false
			}
		}
		return v
	}
	expr = func() float64 {
		v := term()
		for p < len(src) && (src[p] == '+' || src[p] == '-') {
			p++
			if src[p-1] == '+' {
				v += term()
			} else {
				v -= term()
			}
		}
		return v
	}
	v := expr()
	return v, ok
}

func sumAbove(t *table, at, j int, unit string, part bool) (v float64) {
	for i := at - 1; i >= 0; i-- {
		if r := t.rows[i]; r.total {
			if part {
				break
			}
		} else if !r.section && r.cells[j].unit == unit {
			v += r.cells[j].base()
		}
	}
	return v
}

var kinds = map[string]string{"M": "money", "U": "money", "G": "money", "E": "per-share", "Q": "per-share", "P": "percent", "T": "percent",
	"S": "shares", "O": "shares", "C": "count", "R": "ratio", "I": "ratio"}

var also = map[string][]string{"U": {"per-share"}, "G": {"ratio", "per-share"}, "Q": {"money"}, "O": {"count"}, "I": {"money", "per-share"}}

// decimals prints the absolute value of n/10^dec.
func decimals(n int64, dec int) (whole, frac string) {
	s := strconv.FormatInt(max(n, -n), 10)
	for len(s) <= dec {
		s = "0" + s
	}
	return s[:len(s)-dec], s[len(s)-dec:]
}

func (c cell) value() string {
	s, frac := decimals(c.n, max(0, c.dec-c.k))
	s += strings.Repeat("0", max(0, c.k-c.dec))
	if frac = strings.TrimRight(frac, "0"); frac != "" {
		s += "." + frac
	}
	if c.n < 0 {
		s = "-" + s
	}
	return s
}

func (g *gen) ask(t *table) {
	for _, r := range t.rows {
		for j, c := range r.cells {
			kind := kinds[c.unit]
			if !c.num || kind == "" || r.label == "" {
				continue
			}
			a := answer{Row: plain(r.label), Column: plain(strings.Join(t.cols[j].levels, " ")), Text: g.st.text(c), Value: c.value(),
				Kind: kind, Also: also[c.unit]}
			if kind == "money" || kind == "per-share" {
				a.Currency = c.cur
			}
			if a.Also == nil {
				a.Also = []string{}
			}
			g.ans = append(g.ans, a)
		}
	}
}

// choose drops cells that row, column and text do not tell apart, and keeps at most 40.
func (g *gen) choose() (out []answer) {
	meant := map[string]map[string]bool{}
	key := func(a answer) string { return a.Row + "\t" + a.Column + "\t" + a.Text }
	for _, a := range g.ans {
		if meant[key(a)] == nil {
			meant[key(a)] = map[string]bool{}
		}
		meant[key(a)][a.Value+a.Kind] = true
	}
	for _, i := range g.r.Perm(len(g.ans)) {
		if a := g.ans[i]; len(meant[key(a)]) == 1 && len(out) < 40 {
			out = append(out, a)
			delete(meant, key(a))
		}
	}
	return out
}

var (
	nameA = strings.Fields("Harlow Calder Tessaly Ostrand Quillon Marwick Denholm Larkspur Veridane Pellworth Stanmere Coldbrook Ashvale")
	nameB = strings.Fields("Industries Holdings Brands Stores Systems Group Technologies Resources Laboratories Materials Networks Foods")
	nameC = []string{", Inc.", " Corporation", " Company", " Inc.", " Corp.", " plc", " Ltd."}
	ends  = []string{"December 31", "June 30", "September 30", "December 31", "March 31", "December 31"}
	qends = []string{"March 31", "June 30", "September 30"}
	prose = []string{
		"The accompanying notes are a part of these statements and should be read with them.",
		"In {y1} {sh} settled a dispute with a supplier for $3.4 million, which is part of other expense.",
		"Management believes that cash on hand and the unused credit line of $750 million will meet the needs of the next twelve months.",
		"Each share of common stock has one vote. Holders elected nine directors at the annual meeting.",
		"Sales rose by 4.2% in {y0}, of which about 1.5 points came from higher prices and the rest from volume.",
		"We compete with many companies, some of which have more than 10,000 employees and larger means than ours.",
	}
)

func (g *gen) page(l layout, id int) page {
	g.st = styles[g.pick(l.styles)]
	g.year = g.st.from + g.r.IntN(g.st.to-g.st.from+1)
	g.cur = l.cur
	a := g.pick(nameA)
	co := a + " " + g.pick(nameB) + g.pick(nameC)
	g.vars = map[string]string{"co": co, "sh": a, "fe": g.pick(ends), "q": g.pick(qends)}
	form := g.pick(l.forms)
	var tables []*table
	for _, line := range l.lines {
		if strings.HasPrefix(line, "T ") {
			tables = append(tables, g.newTable(line))
		}
	}
	if form == "10-Q" {
		g.vars["fe"] = "December 31"
	}
	g.prose = g.r.Perm(len(prose))
	g.open(form, co)
	next := 0
	var t *table
	flush := func() {
		if t != nil {
			g.render(t)
			g.ask(t)
		}
		t = nil
	}
	for _, line := range l.lines {
		head, rest, _ := strings.Cut(line, " ")
		u := tables[min(next, len(tables)-1)]
		g.vars["sx"], g.vars["u"] = scaleWord[u.scale], ""
		if u.pos == "l" {
			g.vars["u"] = " " + u.word
		}
		switch head {
		case ".", "~", "N", "*":
			flush()
			g.para(head, g.fill(rest), u)
		case "T":
			flush()
			t = u
			next++
		case "k":
			t.corner = g.fill(rest)
		case "c":
			g.addColumns(t, rest)
		default:
			g.vars["sx"] = scaleWord[t.scale]
			g.addRow(t, line)
		}
	}
	flush()
	g.para(".", g.fill(prose[g.prose[2]]), nil)
	g.para("~", strconv.Itoa(12+g.r.IntN(90)), nil)
	fmt.Fprintf(&g.out, "</%s></%s>\n", g.st.tag("body"), g.st.tag("html"))
	return page{ID: fmt.Sprintf("p%03d-%s", id, l.name), Form: form, HTML: g.out.String(), Cells: g.choose()}
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of all choices")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 9001))
	ls := parseLayouts(layoutText)
	var common []int // layouts with nothing but money: the most frequent ones in filings
	for i, l := range ls {
		if !mixedRE.MatchString(strings.Join(l.lines, " ")) {
			common = append(common, i)
		}
	}
	order := r.Perm(len(ls))
	for range 40 {
		order = append(order, common[r.IntN(len(common))])
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for i, at := range order {
		g := &gen{r: r}
		if err := enc.Encode(g.page(ls[at], i+1)); err != nil {
			panic(err)
		}
	}
}
