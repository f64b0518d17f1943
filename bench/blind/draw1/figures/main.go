// Command panel writes a blind test panel for a checker of financial figures.
//
//	go run . -data ../shared/data -seed 7 > panel.jsonl
//
// It reads golds of FinQA, TAT-QA and FinanceBench, keeps those that are plain
// figures whose kind is beyond doubt, and renders each form of the table in
// forms.go on up to three golds, from different data sets where possible.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"log"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// ---------------------------------------------------------------- decimals

// Dec is an exact decimal: M * 10^-E.
type Dec struct {
	M int64
	E int
}

func pow10(n int) int64 {
	r := int64(1)
	for ; n > 0; n-- {
		r *= 10
	}
	return r
}

// parseDec reads a plain number such as -1577.00 (no grouping).
func parseDec(s string) (Dec, bool) {
	if !regexp.MustCompile(`^-?\d*\.?\d+$`).MatchString(s) || len(s) > 16 {
		return Dec{}, false
	}
	e := 0
	if i := strings.IndexByte(s, '.'); i >= 0 {
		e = len(s) - i - 1
		s = s[:i] + s[i+1:]
	}
	m, err := strconv.ParseInt(s, 10, 64)
	return Dec{m, e}, err == nil
}

func fromFloat(f float64, places int) Dec {
	return Dec{int64(math.Round(f * math.Pow(10, float64(places)))), places}
}

func (d Dec) F() float64 { return float64(d.M) / math.Pow(10, float64(d.E)) }
func (d Dec) Neg() Dec   { return Dec{-d.M, d.E} }
func (d Dec) Abs() Dec {
	if d.M < 0 {
		return d.Neg()
	}
	return d
}

// Shift multiplies by 10^k.
func (d Dec) Shift(k int) Dec {
	e := d.E - k
	if e < 0 {
		return Dec{d.M * pow10(-e), 0}
	}
	return Dec{d.M, e}
}

// Round keeps n decimals (half away from zero); it never adds decimals.
func (d Dec) Round(n int) Dec {
	if n >= d.E {
		return d
	}
	p := pow10(d.E - n)
	half := p / 2
	if d.M < 0 {
		half = -half
	}
	return Dec{(d.M + half) / p, n}
}

// Pad makes sure that at least n decimals are written.
func (d Dec) Pad(n int) Dec {
	for d.E < n {
		d.M *= 10
		d.E++
	}
	return d
}

// Trim drops trailing zero decimals.
func (d Dec) Trim() Dec {
	for d.E > 0 && d.M%10 == 0 {
		d.M /= 10
		d.E--
	}
	return d
}

// Mul multiplies by a float and keeps the decimals.
func (d Dec) Mul(f float64) Dec { return fromFloat(d.F()*f, d.E) }

// Sig counts the significant digits written.
func (d Dec) Sig() int {
	if d.M == 0 {
		return 0
	}
	return len(strconv.FormatInt(d.Abs().M, 10))
}

// SigRound rounds to n significant digits.
func (d Dec) SigRound(n int) Dec {
	s := d.Sig()
	if s <= n {
		return d
	}
	drop := s - n
	if d.E >= drop {
		return d.Round(d.E - drop)
	}
	p := pow10(drop - d.E)
	r := Dec{d.M, d.E}.Round(0)
	half := p / 2
	if r.M < 0 {
		half = -half
	}
	return Dec{(r.M + half) / p * p, 0}
}

func (d Dec) parts() (neg bool, whole, frac string) {
	neg = d.M < 0
	s := strconv.FormatInt(d.Abs().M, 10)
	for len(s) <= d.E {
		s = "0" + s
	}
	return neg, s[:len(s)-d.E], s[len(s)-d.E:]
}

// Fmt writes the number with a group separator and a decimal point.
func (d Dec) Fmt(sep, point string) string {
	neg, w, f := d.parts()
	var b strings.Builder
	if neg {
		b.WriteString("-")
	}
	for i, c := range w {
		if i > 0 && (len(w)-i)%3 == 0 {
			b.WriteString(sep)
		}
		b.WriteRune(c)
	}
	if f != "" {
		b.WriteString(point + f)
	}
	return b.String()
}

// Str is ungrouped, Grp has thousands commas.
func (d Dec) Str() string { return d.Fmt("", ".") }
func (d Dec) Grp() string { return d.Fmt(",", ".") }

// Indian writes lakh-crore grouping (12,34,56,789).
func (d Dec) Indian() string {
	neg, w, f := d.parts()
	out := w
	if len(w) > 3 {
		head, tail := w[:len(w)-3], w[len(w)-3:]
		for len(head) > 2 {
			tail = head[len(head)-2:] + "," + tail
			head = head[:len(head)-2]
		}
		out = head + "," + tail
	}
	if f != "" {
		out += "." + f
	}
	if neg {
		out = "-" + out
	}
	return out
}

// ---------------------------------------------------------------- words

var small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
var tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")

func intWords(n int64) string {
	switch {
	case n < 20:
		return small[n]
	case n < 100:
		s := tens[n/10]
		if n%10 != 0 {
			s += "-" + small[n%10]
		}
		return s
	case n < 1000:
		s := small[n/100] + " hundred"
		if n%100 != 0 {
			s += " " + intWords(n%100)
		}
		return s
	}
	for _, u := range []struct {
		v int64
		s string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}} {
		if n >= u.v {
			s := intWords(n/u.v) + " " + u.s
			if n%u.v != 0 {
				s += " " + intWords(n%u.v)
			}
			return s
		}
	}
	return ""
}

// words spells |d|: "thirty-five point six".
func words(d Dec) string {
	_, w, f := d.Abs().parts()
	n, _ := strconv.ParseInt(w, 10, 64)
	s := intWords(n)
	if f != "" {
		s += " point"
		for _, c := range f {
			s += " " + small[c-'0']
		}
	}
	return s
}

// ---------------------------------------------------------------- golds

type Kind int

const (
	Skip   Kind = iota
	Pct         // a percentage (D in percent)
	Money       // an amount of money in 10^Exp units
	PShare      // money per share
	Ratio       // a plain ratio or multiple
	Count       // a number of things, in 10^Exp units
	Bare        // a figure whose scale nobody states
)

// G is one usable gold.
type G struct {
	DS, ID, Q, Gold, Scale string
	Kind                   Kind
	Sub                    string // Pct: change, share, rate, points
	Dir                    string // question asks for: neutral change, up, down, ""
	AmtChange              bool   // an amount question that asks for a change
	Own                    Dec    // the gold at its own precision
	D                      Dec    // the gold as one would usually write it
	Fine                   *Dec   // a finer value behind the gold, if known
	Exp                    int    // 0, 3, 6, 9; -1 not stated
	ScaleInQ               bool   // the question (not the answer) names the scale
	Cur                    string // "$", "£", "" unknown
	CurKnown               bool   // currency stated in gold or question
	Fraction               bool   // percent question, gold given as fraction
	Noun                   string // unit noun of counts, if the question says it
	Y0, Y1                 int    // the two years of the question, if exactly two
	Year                   int    // the year of the question, if exactly one
	used                   int
}

func (g *G) Neg() bool { return g.Own.M < 0 }
func (g *G) A() Dec    { return g.D.Abs() }

var scaleWord = map[int]string{3: "thousand", 6: "million", 9: "billion"}

// unit is " million" and the like, or nothing.
func (g *G) unit() string {
	if w := scaleWord[g.Exp]; w != "" {
		return " " + w
	}
	return ""
}

// write renders a value in the gold's own kind.
func (g *G) write(d Dec) string {
	sign := ""
	if d.M < 0 {
		sign, d = "-", d.Abs()
	}
	switch g.Kind {
	case Pct:
		return sign + d.Grp() + "%"
	case Money:
		return sign + g.Cur + d.Grp() + g.unit()
	case PShare:
		return sign + g.Cur + d.Grp()
	case Count:
		s := sign + d.Grp() + g.unit()
		if g.Noun != "" {
			s += " " + g.Noun
		}
		return s
	}
	return sign + d.Grp()
}

func (g *G) full() string  { return g.write(g.D) }
func (g *G) fullA() string { return g.write(g.A()) } // magnitude only

// code is the ISO code of the currency.
func (g *G) code() string {
	if g.Cur == "£" {
		return "GBP"
	}
	return "USD"
}

func (g *G) money() string {
	if g.Cur == "£" {
		return "pounds"
	}
	return "dollars"
}

// span is "from 2018 to 2019" or a neutral phrase.
func (g *G) span() string {
	if g.Y0 > 0 {
		return fmt.Sprintf("from %d to %d", g.Y0, g.Y1)
	}
	return "over the period asked about"
}

func (g *G) hash(salt string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(g.DS + g.ID + "|" + salt))
	return h.Sum64()
}

// far says that m is beyond rounding of the gold.
func (g *G) far(m Dec) bool {
	diff := math.Abs(m.F() - g.Own.F())
	ulp := math.Pow(10, -float64(g.Own.E))
	if o := math.Pow(10, -float64(g.D.E)); o > ulp {
		ulp = o
	}
	return diff > 0.02*math.Abs(g.Own.F()) && diff > 1.5*ulp
}

// other gives a different but plausible value with the same decimals.
func (g *G) other(salt string) Dec {
	f := []float64{0.83, 1.17, 0.71, 1.31, 0.64, 1.44, 0.58, 1.59}
	h := g.hash(salt)
	for i := 0; i < len(f); i++ {
		m := g.D.Mul(f[(h+uint64(i))%uint64(len(f))])
		if g.far(m) && m.M != 0 {
			return m
		}
	}
	return g.D.Mul(3)
}

// ---------------------------------------------------------------- kinds

var (
	reYear   = regexp.MustCompile(`(?:^|[^0-9,.])((?:19|20)\d\d)(?:[^0-9,]|$|,\s)`)
	rePct    = regexp.MustCompile(`(?i)percent|per cent|portion|growth rate|margin|%|tax rate|\brate of\b|return on`)
	reCount  = regexp.MustCompile(`(?i)shares?\b|subscriber|customer|countr|number of|options|employee|acres|barrel|gallon|\btons?\b|tonne|square|\bunits?\b|mwh|how many|years?\b.*\bterm|rights|awards|votes?\b|facilit|mills|films|emission|energy|water|reserves in place|boe\b|volume|sites|stores|locations|leases expiring|guests|expectancy|rsus?\b|psus?\b|stock purchased|outstanding at|life\b|lives|weighted average common|granted|vested|forfeited|exercised|warrants`)
	reMoney  = regexp.MustCompile(`(?i)revenue|income|expense|costs?\b|sales|debt|cash|dividends?\b|earnings|profit|tax|assets|liabilit|\bfees?\b|payment|amount|goodwill|interest|amorti[sz]ation|depreciation|capital|inventor|receivable|payable|purchase price|ebit|loss|compensation|contribution|bookings|ppne|capex|impairment|charges?\b|allowance|obligation|premium|proceeds|deposits?\b|spend|borrow|investment|backlog`)
	rePer    = regexp.MustCompile(`(?i)per (basic |diluted |common |ordinary )*share|share price|stock price|price of (the )?(common )?(stock|share)|(high|low) price|price paid per`)
	reRatio  = regexp.MustCompile(`(?i)\bratio\b|proportion|turnover`)
	reDown   = regexp.MustCompile(`(?i)decreas|declin|reduc|drop|fell|lower|loss of|decline|shrink`)
	reUp     = regexp.MustCompile(`(?i)increas|growth|grew|rise|rose|improve|gain`)
	reChange = regexp.MustCompile(`(?i)\bchange[sd]?\b|year-over-year|increase ?/ ?\(?\s?decrease`)
	reIncDec = regexp.MustCompile(`(?i)increase ?/ ?\(?\s?decrease`)
	reOdd    = regexp.MustCompile(`(?i)\b(if|would|without|effect of|assum|hypothetic|exchange|absolute|minus|ratio of the change|due to|attribut|what percent of the (net )?change|range|sum of|from the change|variation|excluding|first year|average)\b`)
	reDiff   = regexp.MustCompile(`(?i)differen|outperform|compared|versus|\bvs\b`)
	reWhich  = regexp.MustCompile(`(?i)^\s*(which|in which|when|why|how often|how long|where|who|did|does|was|were|is|are|do|has)\b`)
	rePctChg = regexp.MustCompile(`(?i)(percentage|percent|percentual|%)\s*(increase\s?/\s?\(\s?decrease\s?\)|change|increase|growth)|growth rate|year-over-year change|percent of the (change|increase)`)
	rePctShr = regexp.MustCompile(`(?i)what (is |was |were )?(the )?(percentage|percent|portion|proportion)s? of|portion of|percentage constitution|as a percentage of|comprised of|is the percentage of|percentage of .* (in|over|out of|to) (the )?total|percent of the total|what percentage`)
	rePctRt  = regexp.MustCompile(`(?i)margin|tax rate|discount rate|volatility|interest rate|expected loss rate|return on|effective .*rate|percentage of sales represented|average .*rate`)
)

// rePctStart: a share, whatever follows; reMoves: not a plain share.
var (
	rePctStart = regexp.MustCompile(`(?i)^what (percent|percentage|portion) of`)
	reMoves    = regexp.MustCompile(`(?i)decreas|increas|declin|growth|change|differen|drop|higher|lower|return`)
)

// a question that asks for the change of an amount, not one that mentions some change
var reAmtChg = regexp.MustCompile(`(?i)^\s*(in (thousands|millions|billions) ?,? )?(what (is|was|were|will be)|how much (is|was|did)|by how much (did|has)) (the |total |net |nominal |global )*(change|increase|.{3,60} increase)\b`)

func years(q string) []int {
	seen := map[int]bool{}
	var out []int
	for i := 0; i < len(q); {
		m := reYear.FindStringSubmatchIndex(q[i:])
		if m == nil {
			break
		}
		y, _ := strconv.Atoi(q[i+m[2] : i+m[3]])
		if !seen[y] {
			seen[y] = true
			out = append(out, y)
		}
		i += m[3]
	}
	sort.Ints(out)
	return out
}

// finish derives the fields that depend on question and value only.
func (g *G) finish() bool {
	if g.Kind == Skip || g.Own.M == 0 {
		return false
	}
	ys := years(g.Q)
	descending := len(ys) == 2 && strings.Index(g.Q, strconv.Itoa(ys[1])) < strings.Index(g.Q, strconv.Itoa(ys[0]))
	if len(ys) == 2 && (!descending || regexp.MustCompile(`in 20\d\d from 20\d\d`).MatchString(g.Q)) {
		g.Y0, g.Y1 = ys[0], ys[1]
	} else if len(ys) == 1 {
		g.Year = ys[0]
	}
	// the usual way to write it
	d := g.Own
	places := 2
	r := d.Round(places)
	for places < d.E && r.Sig() < 3 {
		places++
		r = d.Round(places)
	}
	g.D = r.Trim()
	// what direction the question has
	down := reDown.MatchString(g.Q)
	up := reUp.MatchString(g.Q)
	switch {
	case reIncDec.MatchString(g.Q):
		g.Dir = "neutral"
	case down:
		g.Dir = "down"
	case up:
		g.Dir = "up"
	case reChange.MatchString(g.Q):
		g.Dir = "neutral"
	}
	// "in 2019 from 2018" is clear, "between 2019 and 2018" is not
	unclear := descending && !regexp.MustCompile(`(?i)in (the )?(fiscal )?(year )?20\d\d (from|compared|as compared)`).MatchString(g.Q)
	if unclear || reDiff.MatchString(g.Q) && !strings.Contains(strings.ToLower(g.Q), "compared to 20") || reOdd.MatchString(g.Q) {
		g.Dir = ""
	}
	if g.Kind == Pct {
		abs := math.Abs(g.Own.F())
		if abs > 1000 || abs < 0.05 || (g.Neg() && abs > 95) {
			return false
		}
	} else if g.Dir == "neutral" && reChange.MatchString(g.Q) || g.Dir == "up" && regexp.MustCompile(`(?i)^(what (is|was) the (net )?increase in|by how much did|how much did .* increase)`).MatchString(g.Q) {
		g.AmtChange = (g.Kind == Money || g.Kind == Count) && reAmtChg.MatchString(g.Q)
	}
	if g.Kind == Ratio && g.D.Sig() < 3 && g.Own.Trim().Sig() > 3 {
		return false
	}
	if g.Kind == PShare && (math.Abs(g.Own.F()) > 150 || g.DS == "finqa" && (g.Dir != "" || g.Own.Trim().E > 3 || reDiff.MatchString(g.Q) || up)) {
		return false
	}
	if strings.Contains(g.Q, "disposition") || strings.Contains(g.Q, "impact of exchange") {
		return false
	}
	// a year, not a figure; or a count that cannot be one
	if v := g.Own.F(); (g.Kind == Count || g.Kind == Bare) && g.Exp < 3 && (v == math.Trunc(v) && v > 1989 && v < 2061 || math.Abs(v) < 1.5) {
		return false
	}
	if g.Kind == Count && g.Exp <= 0 {
		for _, n := range []string{"employees", "options", "shares", "stores", "rights", "customers", "countries"} {
			if regexp.MustCompile(`(?i)(how many|number of)[^?]{0,45}\b`+n+`\b`).MatchString(g.Q) && !g.AmtChange {
				g.Noun = n
				break
			}
		}
		if regexp.MustCompile(`(?i)price|value|proportion|per share|average|cash|worth|fmv|receive|percent`).MatchString(g.Q) {
			g.Noun = ""
		}
	}
	return true
}

// pctSub sorts a percentage question into change, share, rate or points.
func pctSub(q string, simpleSubtraction bool) string {
	switch {
	case simpleSubtraction:
		if regexp.MustCompile(`(?i)change|increase|difference`).MatchString(q) && !rePctChg.MatchString(strings.ReplaceAll(q, "%", " ")) {
			return "points"
		}
		return ""
	case rePctChg.MatchString(q) && !regexp.MustCompile(`(?i)one[- ]percentage`).MatchString(q):
		return "change"
	case rePctStart.MatchString(q) && !reMoves.MatchString(q):
		return "share"
	case rePctRt.MatchString(q):
		return "rate"
	case rePctShr.MatchString(q) && !reMoves.MatchString(q):
		return "share"
	}
	return ""
}

// amountKind sorts a non-percent question.
func (g *G) amountKind() Kind {
	switch {
	case rePer.MatchString(g.Q):
		if math.Abs(g.Own.F()) > 2000 || g.Exp > 0 {
			return Skip
		}
		return PShare
	case reRatio.MatchString(g.Q) && g.Exp <= 0:
		return Ratio
	case reCount.MatchString(g.Q):
		return Count
	case reMoney.MatchString(g.Q) && g.Exp >= 3:
		return Money
	case g.Exp >= 3:
		return Count
	case math.Abs(g.Own.F()) >= 10:
		return Bare
	}
	return Skip
}

var reScaleQ = regexp.MustCompile(`(?i)\bin (?:us\$ |usd |u\.s\. dollars )?(thousand|million|billion)s?\b|usd (million|billion)s?\b`)

func scaleFromQ(q string) int {
	if strings.Contains(strings.ToLower(q), "in thousands of millions") {
		return -1
	}
	m := reScaleQ.FindStringSubmatch(q)
	if m == nil || len(reScaleQ.FindAllString(q, -1)) > 1 {
		return -1
	}
	switch strings.ToLower(m[1] + m[2]) {
	case "thousand":
		return 3
	case "million":
		return 6
	}
	return 9
}

// ---------------------------------------------------------------- readers

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func readJSON(path string, v any) {
	b, err := os.ReadFile(path)
	must(err)
	must(json.Unmarshal(b, v))
}

func lines(path string, f func([]byte)) {
	fh, err := os.Open(path)
	must(err)
	defer fh.Close()
	sc := bufio.NewScanner(fh)
	sc.Buffer(nil, 64<<20)
	for sc.Scan() {
		f(sc.Bytes())
	}
	must(sc.Err())
}

// finqa reads the original records (gold strings, "34%") and the flat ones
// (gold fractions, 0.34011); a question in both is used once.
func finqa(dir string, rng *rand.Rand) (out []*G) {
	var recs []struct {
		ID string `json:"id"`
		QA struct {
			Question string          `json:"question"`
			Answer   string          `json:"answer"`
			Program  string          `json:"program"`
			Exe      json.RawMessage `json:"exe_ans"`
		} `json:"qa"`
	}
	seen := map[string]bool{}
	for _, f := range []string{"dev_200.json", "train_100.json"} {
		recs = recs[:0]
		readJSON(filepath.Join(dir, f), &recs)
		for _, r := range recs {
			exe, err := strconv.ParseFloat(string(r.QA.Exe), 64)
			if err != nil || seen[r.ID] || reWhich.MatchString(r.QA.Question) {
				continue
			}
			if f == "dev_200.json" && rng.Intn(3) == 0 {
				continue // leave some to the flat file
			}
			g := &G{DS: "finqa", ID: r.ID, Q: r.QA.Question, Gold: r.QA.Answer, Exp: -1}
			s := strings.TrimSpace(r.QA.Answer)
			pct := strings.HasSuffix(s, "%")
			s = strings.TrimSpace(strings.TrimSuffix(s, "%"))
			dollar := strings.HasPrefix(s, "$")
			s = strings.TrimSpace(strings.TrimPrefix(s, "$"))
			d, ok := parseDec(s)
			if !ok || dollar && pct {
				continue
			}
			g.Own = d
			ulp := math.Pow(10, -float64(d.E))
			if pct || rePct.MatchString(g.Q) {
				val := exe
				if math.Abs(exe*100-d.F()) <= ulp {
					val = exe * 100
				}
				if math.Abs(val-d.F()) > 0.6*ulp || val == exe && math.Abs(exe) < 8 || !rePct.MatchString(g.Q) || !pct && (math.Abs(d.F()) < 8 || reScaleQ.MatchString(g.Q) || !regexp.MustCompile(`(?i)percent|portion`).MatchString(g.Q)) {
					continue
				}
				g.Kind = Pct
				g.Sub = pctSub(g.Q, pointsProgram(r.QA.Program))
				if g.Sub == "" {
					continue
				}
				if val == exe*100 {
					fine := fromFloat(val, 3)
					if fine.Round(d.E) == d && fine.Trim().E > d.E {
						g.Fine = &fine
					}
				}
			} else {
				if math.Abs(exe-d.F()) > 0.6*ulp {
					continue
				}
				amount(g, dollar)
			}
			if g.finish() {
				seen[r.ID] = true
				out = append(out, g)
			}
		}
	}
	lines(filepath.Join(dir, "dev_838_flat.jsonl"), func(b []byte) {
		var r struct {
			ID       string          `json:"id"`
			Question string          `json:"question"`
			Answer   json.RawMessage `json:"answer"`
			Program  string          `json:"program"`
			Value    *float64        `json:"formula_value"`
		}
		must(json.Unmarshal(b, &r))
		ans := strings.Trim(string(r.Answer), `"`)
		d, ok := parseDec(ans)
		if !ok || seen[r.ID] || r.Value == nil || math.Abs(*r.Value-d.F()) > 1e-4*math.Max(1, math.Abs(d.F())) || reWhich.MatchString(r.Question) {
			return
		}
		g := &G{DS: "finqa", ID: r.ID, Q: r.Question, Gold: ans, Exp: -1, Own: d}
		if rePct.MatchString(g.Q) {
			points := pointsProgram(r.Program)
			hundred := strings.Contains(r.Program, "const_100)")
			steps := strings.Split(r.Program, "), ")
			op := strings.SplitN(steps[len(steps)-1], "(", 2)[0]
			switch {
			case op == "divide" && !hundred, points && strings.Contains(r.Program, "%"):
				if math.Abs(d.F()) > 1 || d.Sig() < 3 && !points {
					return
				}
				g.Own = Dec{d.M, d.E - 2}
				if d.E < 2 {
					g.Own = d.Shift(2)
				}
				g.Fraction = true
			case op == "multiply" && hundred:
				if math.Abs(d.F()) < 8 {
					return
				}
			default:
				return
			}
			g.Kind = Pct
			g.Sub = pctSub(g.Q, points)
			if g.Sub == "" {
				return
			}
		} else {
			amount(g, false)
			if g.Kind == Bare && d.Sig() > 9 {
				return
			}
		}
		if g.finish() {
			seen[r.ID] = true
			out = append(out, g)
		}
	})
	return out
}

// pointsProgram: a FinQA program that only subtracts two percentages.
func pointsProgram(p string) bool {
	return regexp.MustCompile(`^subtract\([\d.]+%, [\d.]+%\)$`).MatchString(strings.TrimSpace(p))
}

// amount settles kind and scale of a FinQA amount.
func amount(g *G, dollar bool) {
	g.Exp = scaleFromQ(g.Q)
	g.ScaleInQ = g.Exp >= 3
	if g.Exp >= 6 && math.Abs(g.Own.F()) > 200000 || g.Exp == 9 && math.Abs(g.Own.F()) > 900 {
		g.Kind = Skip
		return
	}
	g.Kind = g.amountKind()
	if g.Kind == Money || g.Kind == PShare {
		g.Cur = "$" // the companies are US filers
	}
	if dollar {
		g.Cur, g.CurKnown = "$", true
		if g.Kind == Bare || g.Kind == Count || g.Kind == Ratio {
			g.Kind = Skip
		}
	}
	if strings.Contains(g.Q, "$") || strings.Contains(strings.ToLower(g.Q), "dollar") {
		g.CurKnown = g.Cur != ""
	}
	if g.Kind == Ratio && (g.Neg() || math.Abs(g.Own.F()) > 500 || g.Own.Trim().Sig() < 2) {
		g.Kind = Skip
	}
}

var reSpan = regexp.MustCompile(`^(\(?)(US\$|\$|£|€)?\s?(\(?)([\d,]*\.?\d+)(\)?)(\)?)\s?(%|million|billion|thousand|p|m)?$`)

func tatqa(path string) (out []*G) {
	var docs []struct {
		Table struct {
			Table [][]string `json:"table"`
		} `json:"table"`
		Questions []struct {
			UID        string          `json:"uid"`
			Question   string          `json:"question"`
			Answer     json.RawMessage `json:"answer"`
			Derivation string          `json:"derivation"`
			Type       string          `json:"answer_type"`
			Scale      string          `json:"scale"`
		} `json:"questions"`
	}
	readJSON(path, &docs)
	for _, doc := range docs {
		cells := ""
		for _, row := range doc.Table.Table {
			cells += strings.Join(row, " ") + " "
		}
		docCur := ""
		if strings.Contains(cells, "$") && !strings.ContainsAny(cells, "€£¥") && !regexp.MustCompile(`\b(EUR|RMB|INR|CAD|AUD|NIS)\b|A\$|C\$`).MatchString(cells) {
			docCur = "$"
		}
		for _, q := range doc.Questions {
			if reWhich.MatchString(q.Question) {
				continue
			}
			g := &G{DS: "tatqa", ID: q.UID, Q: strings.TrimSpace(q.Question), Scale: q.Scale, Exp: -1}
			switch q.Scale {
			case "thousand":
				g.Exp = 3
			case "million":
				g.Exp = 6
			case "billion":
				g.Exp = 9
			}
			cur, suffix := "", ""
			switch q.Type {
			case "arithmetic":
				g.Gold = strings.Trim(string(q.Answer), `"`)
				d, ok := parseDec(g.Gold)
				if !ok {
					continue
				}
				g.Own = d
			case "span":
				var l []string
				if json.Unmarshal(q.Answer, &l) != nil || len(l) != 1 {
					continue
				}
				g.Gold = l[0]
				m := reSpan.FindStringSubmatch(strings.TrimSpace(l[0]))
				if m == nil {
					continue
				}
				d, ok := parseDec(strings.ReplaceAll(m[4], ",", ""))
				if !ok {
					continue
				}
				if m[1]+m[3] != "" {
					d = d.Neg()
				}
				g.Own, cur, suffix = d, m[2], m[7]
				// a bare whole number without scale may be a year, a grade …
				if q.Scale == "" && suffix == "" && cur == "" && !strings.ContainsAny(m[4], ",.") {
					continue
				}
			default:
				continue
			}
			if suffix == "%" || q.Scale == "percent" {
				g.Kind = Pct
				der := strings.TrimSpace(q.Derivation)
				simple := der != "" && !strings.Contains(der, "/") && strings.Contains(der[1:], "-")
				g.Sub = pctSub(g.Q, simple)
				if q.Type == "span" && g.Sub == "change" {
					g.Sub = ""
				}
				if g.Sub == "" && q.Type == "span" && suffix == "%" && !reMoves.MatchString(g.Q) && !rePctShr.MatchString(g.Q) {
					g.Sub = "rate"
				}
				if g.Sub == "share" && (strings.Contains(strings.ToLower(q.Question), "change") || g.Own.M < 0 || g.Own.F() > 100) {
					continue
				}
				if g.Sub == "" {
					continue
				}
				if g.finish() {
					out = append(out, g)
				}
				continue
			}
			if suffix != "" && q.Scale != "" {
				continue
			}
			switch suffix {
			case "million", "m":
				g.Exp = 6
			case "billion":
				g.Exp = 9
			case "thousand":
				g.Exp = 3
			case "p":
				continue
			}
			if cur == "€" {
				continue
			}
			if rePct.MatchString(g.Q) || regexp.MustCompile(`(?i)\(cents|\bp\)|pence|rate`).MatchString(g.Q) {
				continue
			}
			g.Kind = g.amountKind()
			if cur != "" {
				if g.Kind == Count || g.Kind == Bare || g.Kind == Ratio {
					if g.Exp < 3 {
						continue // a scale might be missing
					}
					g.Kind = Money
				}
				g.Cur, g.CurKnown = strings.Replace(cur, "US$", "$", 1), true
			} else if g.Kind == Money || g.Kind == PShare {
				g.Cur = docCur
				if strings.Contains(q.Derivation, "$") {
					g.Cur = "$"
				}
			}
			if g.Kind == PShare && g.Cur == "" {
				continue
			}
			if g.finish() {
				out = append(out, g)
			}
		}
	}
	return out
}

func financebench(path string) (out []*G) {
	lines(path, func(b []byte) {
		var r struct {
			ID       string `json:"financebench_id"`
			Question string `json:"question"`
			Answer   string `json:"answer"`
		}
		must(json.Unmarshal(b, &r))
		s := strings.TrimSpace(r.Answer)
		g := &G{DS: "financebench", ID: r.ID, Q: r.Question, Gold: r.Answer, Exp: -1}
		pct := strings.HasSuffix(s, "%")
		dollar := strings.HasPrefix(s, "$")
		d, ok := parseDec(strings.TrimPrefix(strings.TrimSuffix(s, "%"), "$"))
		if !ok {
			return
		}
		g.Own = d
		switch {
		case pct:
			g.Kind, g.Sub = Pct, "rate"
			lq := strings.ToLower(g.Q)
			if strings.Contains(lq, "growth rate") || strings.Contains(lq, "change in revenue") {
				g.Sub = "change"
			} else if strings.Contains(lq, "change in") && strings.Contains(lq, "margin") {
				g.Sub = "points"
			}
		case dollar:
			g.Kind, g.Exp, g.Cur, g.CurKnown, g.ScaleInQ = Money, scaleFromQ(g.Q), "$", true, true
			if g.Exp < 0 {
				return
			}
		default:
			g.Kind = Ratio
		}
		if g.finish() {
			// the change of inventory inside a definition is not what is asked
			if g.Kind != Pct {
				g.Dir, g.AmtChange = "", false
			} else if g.Sub == "change" {
				g.Dir = "neutral"
			}
			// fiscal years named in definitions are not the two ends of a change
			g.Y0, g.Y1, g.Year = 0, 0, 0
			out = append(out, g)
		}
	})
	return out
}

// ---------------------------------------------------------------- forms

// Form is one way to write (or miswrite) a figure.
type Form struct {
	Name    string
	Right   bool
	Why     string
	Applies func(*G) bool
	Make    func(*G) string // "" when the gold does not suit after all
}

type Case struct {
	ID      string  `json:"id"`
	Dataset string  `json:"dataset"`
	Q       string  `json:"question"`
	Gold    string  `json:"gold"`
	Scale   *string `json:"scale,omitempty"` // TAT-QA only, there also when empty
	Answer  string  `json:"answer"`
	Right   bool    `json:"right"`
	Form    string  `json:"form"`
	Why     string  `json:"why"`
}

func pick(f Form, golds []*G, seed int64) (out []Case) {
	h := fnv.New64a()
	h.Write([]byte(f.Name))
	rng := rand.New(rand.NewSource(seed ^ int64(h.Sum64()>>1)))
	type cand struct {
		g   *G
		ans string
	}
	by := map[string][]cand{}
	for _, i := range rng.Perm(len(golds)) {
		g := golds[i]
		if !f.Applies(g) {
			continue
		}
		if a := f.Make(g); a != "" {
			by[g.DS] = append(by[g.DS], cand{g, a})
		}
	}
	for _, l := range by {
		sort.SliceStable(l, func(i, j int) bool { return l[i].g.used < l[j].g.used })
	}
	names := []string{"finqa", "tatqa", "financebench"}
	rng.Shuffle(3, func(i, j int) { names[i], names[j] = names[j], names[i] })
	for round := 0; round < 3 && len(out) < 3; round++ {
		for _, n := range names {
			if len(out) == 3 || round >= len(by[n]) {
				continue
			}
			c := by[n][round]
			c.g.used++
			var scale *string
			if c.g.DS == "tatqa" {
				scale = &c.g.Scale
			}
			out = append(out, Case{c.g.DS + "/" + c.g.ID + "/" + f.Name, c.g.DS, c.g.Q, c.g.Gold, scale, c.ans, f.Right, f.Name, f.Why})
		}
	}
	return out
}

func main() {
	data := flag.String("data", "../shared/data", "folder with finqa, tatqa, financebench")
	seed := flag.Int64("seed", 7, "seed of the choice of golds")
	dump := flag.Bool("golds", false, "list the golds with their kinds instead")
	flag.Parse()

	var golds []*G
	golds = append(golds, finqa(filepath.Join(*data, "finqa"), rand.New(rand.NewSource(*seed)))...)
	golds = append(golds, tatqa(filepath.Join(*data, "tatqa", "tatqa_dataset_dev.json"))...)
	golds = append(golds, financebench(filepath.Join(*data, "financebench", "financebench_open_source_102.jsonl"))...)

	if *dump {
		for _, g := range golds {
			fmt.Printf("%s|k%d|%s|%s|chg=%v|%s|%s%s|%s\n", g.DS, g.Kind, g.Sub, g.Dir, g.AmtChange, g.full(), g.Gold, g.Scale, g.Q)
		}
		return
	}

	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	names := map[string]bool{}
	var nForm, nCase [2]int
	for _, f := range forms() {
		if names[f.Name] {
			log.Fatalf("form %s twice", f.Name)
		}
		names[f.Name] = true
		cases := pick(f, golds, *seed)
		k := 0
		if f.Right {
			k = 1
		}
		if len(cases) == 0 {
			log.Printf("form %s fits no gold", f.Name)
			continue
		}
		nForm[k]++
		nCase[k] += len(cases)
		for _, c := range cases {
			must(enc.Encode(c))
		}
	}
	log.Printf("golds %d; right: %d forms, %d cases; wrong: %d forms, %d cases", len(golds), nForm[1], nCase[1], nForm[0], nCase[0])
}
