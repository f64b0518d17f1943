package grid

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
)

const realData = "../../../../shared/data"

// filing is one real document.
type filing struct {
	name string
	src  []byte
}

// filings are real primary documents; the test is skipped where they are absent.
func filings(t testing.TB, least int) []filing {
	return filingsOf(t, least, "filings/10k/*.gz", "filings-10k/html/*.html", "filings-10k/eras/*.htm*", "filings-10k/eras/*.txt")
}

// filingsOf are the documents of some patterns of files, each once.
func filingsOf(t testing.TB, least int, patterns ...string) []filing {
	t.Helper()
	if _, err := os.Stat(realData); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	var out []filing
	seen := map[string]bool{}
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(filepath.Join(realData, pattern))
		for _, path := range paths {
			src := readFiling(t, path)
			if key := string(src[:min(len(src), 1<<16)]); !seen[key] {
				seen[key] = true
				out = append(out, filing{filepath.Base(path), src})
			}
		}
	}
	if len(out) < least {
		t.Fatalf("%d filings under %s, want at least %d", len(out), realData, least)
	}
	return out
}

func readFiling(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// document reads a filing in the way of its kind.
func document(src []byte) *block.Doc {
	head := bytes.ToLower(src[:min(len(src), 20000)])
	if bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<table width")) {
		return block.HTML(src)
	}
	return block.Plain(src)
}

// fact is what an inline-XBRL tag says of a figure.
type fact struct {
	name, context, unit string
	scale               int
	digits              string // of the text, without separators or trailing zeros
	power               int    // of ten: |value| = digits × 10^power
	nilled              bool
}

// attribute is the value of an attribute in a tag.
func attribute(tag []byte, name string) string {
	for _, quote := range []string{`"`, `'`} {
		if i := bytes.Index(tag, []byte(" "+name+"="+quote)); i >= 0 {
			rest := tag[i+len(name)+3:]
			if j := bytes.IndexByte(rest, quote[0]); j >= 0 {
				return string(rest[:j])
			}
		}
	}
	return ""
}

// factOf reads the tag and text of a mark.
func factOf(d *block.Doc, src []byte, m *block.Mark) fact {
	tag := bytes.Join(bytes.Fields(src[m.Tag.Start:m.Tag.End]), []byte(" "))
	f := fact{name: attribute(tag, "name"), context: attribute(tag, "contextRef"), unit: attribute(tag, "unitRef")}
	f.scale, _ = strconv.Atoi(attribute(tag, "scale"))
	format := attribute(tag, "format")
	f.power = f.scale
	point := false
	for _, c := range string(d.Of(m.Span)) {
		switch {
		case '0' <= c && c <= '9':
			f.digits += string(c)
			if point {
				f.power--
			}
		case c == '.':
			point = true
		}
	}
	f.nilled = f.digits == "" || strings.Contains(format, "zero") || strings.Contains(format, "dash")
	f.digits, f.power = normal(f.digits, f.power)
	return f
}

// normal strips zeros from both ends of a number.
func normal(digits string, power int) (string, int) {
	digits = strings.TrimLeft(digits, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "", 0
	}
	return trimmed, power + len(digits) - len(trimmed)
}

var contextRE = regexp.MustCompile(`(?s)<(?:xbrli:)?context\s[^>]*?id="([^"]+)".*?</(?:xbrli:)?context>`)
var endRE = regexp.MustCompile(`<(?:xbrli:)?(?:endDate|instant)>\s*(\d{4})-(\d\d)-(\d\d)`)

// contextEnds is the end of each context's period.
func contextEnds(src []byte) map[string][3]int {
	out := map[string][3]int{}
	for _, m := range contextRE.FindAllSubmatch(src, -1) {
		if e := endRE.FindSubmatch(m[0]); e != nil {
			y, _ := strconv.Atoi(string(e[1]))
			mo, _ := strconv.Atoi(string(e[2]))
			d, _ := strconv.Atoi(string(e[3]))
			out[string(m[1])] = [3]int{y, mo, d}
		}
	}
	return out
}

// truth is how the values of grids compare with the facts of their filings.
type truth struct {
	facts, inCells, values  int
	stated, statedRight     int
	right                   int
	classes, units, periods map[string]int
	noValues                map[string]int // facts that are no value of a grid, and why
	examples                map[string][]string
}

func newTruth() *truth {
	return &truth{
		classes: map[string]int{}, units: map[string]int{}, periods: map[string]int{},
		noValues: map[string]int{}, examples: map[string][]string{},
	}
}

// place is a value with its row.
type place struct {
	g *Grid
	r *Row
	v *Value
}

// places are the values of a document's grids by their cells.
func places(grids []Grid) map[int32]place {
	at := map[int32]place{}
	for i := range grids {
		g := &grids[i]
		for k := range g.Rows {
			r := &g.Rows[k]
			for j := range r.Values {
				at[r.Values[j].Cell] = place{g, r, &r.Values[j]}
			}
		}
	}
	return at
}

// compare checks every fact in a table's cell against the grid's value.
func (tr *truth) compare(name string, src []byte) {
	d := block.HTML(src)
	grids := All(d)
	at := places(grids)
	home := make([]int32, len(d.Cells))
	for i := range d.Tables {
		for c := d.Tables[i].Cells.Start; c < d.Tables[i].Cells.End; c++ {
			home[c] = int32(i)
		}
	}
	ends := contextEnds(src)
	for i := range d.Marks {
		m := &d.Marks[i]
		if !isFigure(src, m) {
			continue
		}
		tr.facts++
		// Facts in prose that is laid out in a table are compared with the sentences.
		if m.Cell < 0 || d.Cells[m.Cell].End-d.Cells[m.Cell].Start > 64 {
			continue
		}
		tr.inCells++
		f := factOf(d, src, m)
		p, ok := at[m.Cell]
		if why := noValue(d, m, &grids[home[m.Cell]], p, ok); why != "" {
			tr.noValues[why]++
			tr.example("no value: "+why, name, d, m, home[m.Cell], f, p)
			continue
		}
		tr.value(name, d, m, home[m.Cell], f, p)
		if e, have := ends[f.context]; have {
			tr.period(name, d, p, f, e)
		}
	}
}

// noValue says why a fact in a cell is no value of the grid, or nothing where it is one.
func noValue(d *block.Doc, m *block.Mark, g *Grid, p place, ok bool) string {
	switch {
	case !ok && d.Cells[m.Cell].Start == d.Cells[m.Cell].End:
		return "nil fact in an empty cell"
	case !ok && g.Kind != Numeric:
		return "table is " + g.Kind.String()
	case !ok:
		return "within a label or header"
	case p.v.Form == Words:
		return "within words or a range"
	}
	return ""
}

// value compares one value with its fact.
func (tr *truth) value(name string, d *block.Doc, m *block.Mark, table int32, f fact, p place) {
	class := magnitude(p, f)
	tr.values++
	tr.classes[class]++
	stated := p.g.Scaling.From == inTable || p.g.Scaling.From == inBefore
	if stated {
		tr.stated++
	}
	if class != "right" {
		tr.example(class, name, d, m, table, f, p)
		return
	}
	tr.right++
	if stated {
		tr.statedRight++
	}
	unit := unitClass(f.unit) + " fact, unit " + unitName(p.v.Unit)
	tr.units[unit]++
	tr.example(unit, name, d, m, table, f, p)
}

// example keeps a few lines of each class for a reader.
func (tr *truth) example(class, name string, d *block.Doc, m *block.Mark, table int32, f fact, p place) {
	const most = 3000
	if len(tr.examples[class]) >= most || os.Getenv("GRID_EXAMPLES") == "" {
		return
	}
	line := fmt.Sprintf("%s t%d: fact %s e%d %s %s | cell %q", name, table, f.digits, f.power, f.unit, f.name, d.Of(d.Cells[m.Cell].Span))
	if p.g != nil {
		line += fmt.Sprintf(" | %s [%s] unit %s scale %d | %s", d.Of(p.r.Span), d.Of(p.g.Scaling.Span), unitName(p.v.Unit), p.v.Scale, headerOf(d, p))
	}
	tr.examples[class] = append(tr.examples[class], strings.ReplaceAll(line, "\n", " "))
}

// schedule matches the concepts of figures for coming years and past vintages, whose facts carry the
// date of the statement and whose headers name the years.
var schedule = regexp.MustCompile(`Year(One|Two|Three|Four|Five|Six)|NextTwelveMonths|(First|Second|Third|Fourth|Fifth)Year|` +
	`Thereafter|AfterYear|RemainderOfFiscal|Originated|Maturit|Due|ExpectedFutureBenefit|StatedPercentage|DebtInstrument`)

// period compares the year of a value's period with the end of its fact's context.
func (tr *truth) period(name string, d *block.Doc, p place, f fact, end [3]int) {
	got := p.g.PeriodOf(p.r, p.v)
	class := "right"
	switch {
	case schedule.MatchString(f.name):
		class = "a schedule of coming or past years, not compared"
	case got.Year == 0:
		class = "none named"
	case int(got.Year) == end[0]:
	case int(got.Year) == end[0]-1 && end[1] <= 2:
		class = "right: fiscal year that ends in January or February of the next"
	case int(got.Year) == end[0]+1, int(got.Year) == end[0]-1:
		class = "off by one"
	default:
		class = "wrong"
	}
	tr.periods[class]++
	if os.Getenv("GRID_EXAMPLES") != "" && !strings.HasPrefix(class, "right") {
		line := fmt.Sprintf("%s t%d: %v want %v | %s | %s | %s", name, p.g.Table, got, end, d.Of(p.r.Span), headerOf(d, p), f.name)
		tr.examples["period "+class] = append(tr.examples["period "+class], line)
	}
}

func headerOf(d *block.Doc, p place) string {
	var b []byte
	for _, l := range p.g.Column(p.r, p.v).Path {
		b = append(append(b, d.Of(l.Span)...), " / "...)
	}
	return string(b)
}

func isFigure(src []byte, m *block.Mark) bool {
	tag := src[m.Tag.Start:min(m.Tag.Start+20, m.Tag.End)]
	return bytes.Contains(bytes.ToLower(tag), []byte(":nonfraction"))
}

// magnitude names how a value and a fact differ.
func magnitude(p place, f fact) string {
	v := p.v
	if f.nilled || f.digits == "" {
		if v.Form == Nil || v.Coef == 0 {
			return "right"
		}
		return "zero read as a number"
	}
	coef := v.Coef
	if coef < 0 {
		coef = -coef
	}
	scale := int(v.Scale)
	if v.Unit == label.Percent {
		scale = -2
	}
	digits, power := normal(strconv.FormatInt(coef, 10), int(v.Exp)+scale)
	switch {
	case digits == f.digits && power == f.power:
		return "right"
	case digits != f.digits:
		return "digits differ"
	case v.Unit == label.Percent:
		return "percent that the fact is not"
	case f.scale == -2:
		return "fact is percent"
	case v.Scale == 0 && f.scale > 0:
		return fmt.Sprintf("scale missing (%s, unit %s)", p.g.Scaling.From, unitName(v.Unit))
	case v.Scale > 0 && f.scale == 0:
		return fmt.Sprintf("scaled by mistake (%s, fact %s)", p.g.Scaling.From, unitClass(f.unit))
	}
	return fmt.Sprintf("other scale (%s)", p.g.Scaling.From)
}

func unitClass(unit string) string {
	unit = strings.ToLower(unit)
	switch {
	case strings.Contains(unit, "pershare") || strings.Contains(unit, "per"):
		return "per share"
	case strings.Contains(unit, "share"):
		return "shares"
	case strings.Contains(unit, "usd"):
		return "money"
	}
	return "other"
}

// TestFactsAgree holds the cells of tagged filings against their inline-XBRL facts.
// GRID_EXAMPLES=FILE writes an example line for every class of difference.
func TestFactsAgree(t *testing.T) {
	files := filings(t, 60)
	tr := newTruth()
	tagged, read := 0, 0
	for _, f := range files {
		if !bytes.Contains(f.src, []byte(":nonFraction")) && !bytes.Contains(f.src, []byte(":nonfraction")) {
			continue
		}
		if tagged++; testing.Short() && tagged%6 != 0 || tagged%oneIn != 0 {
			continue
		}
		read++
		tr.compare(f.name, f.src)
	}
	tr.log(t, read)
	tr.write(t)
	if tagged < 40 || tr.values < 800*read {
		t.Fatalf("%d tagged filings with %d values compared: too few to mean anything", tagged, tr.values)
	}
	gate(t, "magnitude where the unit is stated in the table or just before it", tr.statedRight, tr.stated, 99)
	gate(t, "magnitude of all values", tr.right, tr.values, 99)
	years := tr.periods["right"] + tr.periods["right: fiscal year that ends in January or February of the next"]
	gate(t, "year of the period", years, years+tr.periods["off by one"]+tr.periods["wrong"], 97)
	gate(t, "period named", years, years+tr.periods["off by one"]+tr.periods["wrong"]+tr.periods["none named"], 93)
}

// TestFactsAgreeElsewhere holds the folders that the rules were not written with against their facts, filing by filing.
func TestFactsAgreeElsewhere(t *testing.T) {
	files := filingsOf(t, 30, "filings-more/*/*.htm.gz", "filings-10q/*.htm*", "filings/10q_elements/*.html.gz")
	all := newTruth()
	for _, f := range files {
		if !bytes.Contains(f.src, []byte(":nonFraction")) {
			continue
		}
		right, values := all.right, all.values
		all.compare(f.name, f.src)
		right, values = all.right-right, all.values-values
		t.Logf("%-48s %6d values, %6d right, %.2f %%", f.name, values, right, 100*float64(right)/float64(max(values, 1)))
	}
	all.log(t, len(files))
	all.write(t)
	gate(t, "magnitude of all values", all.right, all.values, 99.5)
}

// gate fails where a share is below its target.
func gate(t *testing.T, what string, n, of int, percent float64) {
	t.Helper()
	got := 100 * float64(n) / float64(max(of, 1))
	t.Logf("%s: %d of %d, %.2f %%", what, n, of, got)
	if got < percent {
		t.Errorf("%s: %.2f %%, want at least %.2f %%", what, got, percent)
	}
}

func (tr *truth) log(t *testing.T, files int) {
	t.Logf("%d filings, %d facts, %d in cells, %d of those values of a grid", files, tr.facts, tr.inCells, tr.values)
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{{"values", tr.classes}, {"facts that are no value", tr.noValues}, {"units", tr.units}, {"periods", tr.periods}} {
		t.Log(group.name)
		logCounts(t, group.counts)
	}
}

// write saves the examples for reading.
func (tr *truth) write(t *testing.T) {
	path := os.Getenv("GRID_EXAMPLES")
	if path == "" {
		return
	}
	var b strings.Builder
	for class, lines := range tr.examples {
		for _, l := range lines {
			fmt.Fprintf(&b, "%s\t%s\n", class, strings.ReplaceAll(l, "\n", " "))
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func logCounts(t *testing.T, counts map[string]int) {
	var names []string
	all := 0
	for n := range counts {
		names = append(names, n)
		all += counts[n]
	}
	sort.Slice(names, func(i, j int) bool { return counts[names[i]] > counts[names[j]] })
	for _, n := range names {
		t.Logf("  %7d %7.3f %% %s", counts[n], 100*float64(counts[n])/float64(all), n)
	}
}
