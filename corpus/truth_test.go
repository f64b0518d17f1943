package corpus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/text"
)

const realData = "../../shared/data"

// realFilings are the inline-XBRL filings at hand, by path.
func realFilings(t testing.TB, least int) []string {
	t.Helper()
	if _, err := os.Stat(realData); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	var paths []string
	for _, pattern := range []string{"filings/10k/*.gz", "filings-10k/html/*.html", "filings/10q_elements/*primary-document.html.gz"} {
		found, _ := filepath.Glob(filepath.Join(realData, pattern))
		paths = append(paths, found...)
	}
	if len(paths) < least {
		t.Fatalf("%d filings under %s, want at least %d", len(paths), realData, least)
	}
	if testing.Short() {
		paths = slices.DeleteFunc(paths, func(p string) bool { return !strings.Contains(p, "AAPL") && !strings.Contains(p, "WMT") })
	}
	return paths
}

func readReal(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// TestFactsAgreeWithText holds what figure and grid read on the page against what the filer tagged there:
// the same digits at the same scale. Signs are compared apart, because a tag's sign follows its concept: a
// payment in brackets is a positive payment.
func TestFactsAgreeWithText(t *testing.T) {
	seen := map[string]bool{}
	total := tally{classes: map[string]int{}, examples: map[string][]string{}, signs: map[string]int{}}
	placed, visible := 0, 0
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		key := string(src[len(src)/2 : len(src)/2+200])
		if seen[key] || !bytes.Contains(src, []byte("<ix:")) {
			continue
		}
		seen[key] = true
		r := &reading{}
		if err := r.addFiling(&budget{}, src, 0); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		p := &r.pieces[0]
		a := &assembly{budget: &budget{}, rows: &store.Rows{}, splitter: text.NewSplitter(nil)}
		a.piece(p)
		for i := range p.facts.Facts {
			f, row := &p.facts.Facts[i], &a.rows.Facts[i]
			if f.Hidden || f.Nil || len(f.Spans) == 0 {
				continue
			}
			visible++
			if row.TableID >= 0 || a.factSentence[i] >= 0 {
				placed++
			}
			if f.Kind == xbrl.Numeric && f.HasNumber {
				total.add(a, i, filepath.Base(path))
			}
		}
	}
	t.Logf("%d filings, %d facts on pages, %d placed in a sentence or table (%.2f %%)", len(seen), visible, placed, percentOf(placed, visible))
	if percentOf(placed, visible) < 99 {
		t.Errorf("%d of %d facts placed, want at least 99 %%", placed, visible)
	}
	if least := 40; !testing.Short() && len(seen) < least {
		t.Fatalf("%d inline-XBRL filings, want at least %d", len(seen), least)
	}
	total.report(t)
	if share := percentOf(total.agree, total.facts); share < 99.5 {
		t.Errorf("%.2f %% of %d numeric facts read as tagged, want at least 99.5 %%", share, total.facts)
	}
}

func percentOf(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// tally counts how readings agree with tags.
type tally struct {
	facts, agree, words int
	places              [3]int // by place
	signs               map[string]int
	classes             map[string]int
	examples            map[string][]string
}

func (c *tally) add(a *assembly, i int, file string) {
	f := &a.p.facts.Facts[i]
	seen := a.see(i)
	class := seen.class(f)
	if class == wordsAlone {
		c.words++
		return
	}
	c.facts++
	c.places[seen.place]++
	if class == "" {
		c.agree++
		class = signs(*seen.value, f.Number)
		c.signs[class]++
		if class == "" {
			return
		}
	} else {
		c.classes[class]++
	}
	if len(c.examples[class]) < examplesShown {
		shown := "nothing"
		if seen.value != nil {
			shown = seen.value.String()
		}
		around := a.p.doc.Of(block.Span{Start: max(0, f.Spans[0].Start-50), End: min(int32(len(a.p.doc.Text)), f.Spans[0].End+40)})
		c.examples[class] = append(c.examples[class], fmt.Sprintf("%s %s = %s, read %s in the %s: %q", file, f.Concept,
			f.Number, shown, seen.place, around))
	}
}

const examplesShown = 4

// signs says how the sign on the page and the tag's differ.
func signs(shown, tagged decimal.Decimal) string {
	switch {
	case shown.Sign() < 0 && tagged.Sign() > 0:
		return "sign: shown negative, tagged positive"
	case shown.Sign() > 0 && tagged.Sign() < 0:
		return "sign: shown positive, tagged negative"
	}
	return ""
}

func (c *tally) report(t *testing.T) {
	t.Logf("%d numeric facts: %d in cells of figures, %d in other cells of tables, %d in sentences; %d (%.3f %%) read as tagged",
		c.facts, c.places[inCell], c.places[inWords], c.places[inSentence], c.agree, percentOf(c.agree, c.facts))
	t.Logf("%d more facts are shown as words alone and no figure: no part in the count", c.words)
	for class, n := range c.signs {
		if class != "" {
			t.Logf("%6d of those read as tagged have another %s: the tag's sign follows its concept", n, class)
			c.list(t, class)
		}
	}
	for _, k := range knownClasses {
		n := c.classes[k.name]
		t.Logf("%6d %s: %s", n, k.name, k.why)
		if n > k.most {
			t.Errorf("%d facts of class %q, want at most %d", n, k.name, k.most)
		}
		c.list(t, k.name)
		delete(c.classes, k.name)
	}
	for class, n := range c.classes {
		t.Errorf("%d facts of class %q, which nothing explains", n, class)
		c.list(t, class)
	}
}

func (c *tally) list(t *testing.T, class string) {
	for _, e := range c.examples[class] {
		t.Logf("          %s", e)
	}
}

// spot is where a fact's figure was read.
type spot int

const (
	inCell     spot = iota // a cell of the grid that holds one figure
	inWords                // a label, a range or a footnote of a table
	inSentence             // prose
)

func (s spot) String() string { return [...]string{"cell", "cell of words", "sentence"}[s] }

// sight is what our own reading of the page makes of the place of a fact.
type sight struct {
	value    *decimal.Decimal
	place    spot
	declared Scale // of the place
	part     bool  // the tag begins or ends within a word
	percent  bool  // a percent sign follows
}

// see reads the place of a fact: the cell's value, else the figure of the cell's text or of the sentence.
func (a *assembly) see(i int) sight {
	f := &a.p.facts.Facts[i]
	rest := a.p.doc.Text[f.Spans[0].End:]
	s := sight{
		part:    isPart(a.p.doc.Text, f.Spans[0]),
		percent: bytes.HasPrefix(bytes.TrimLeft(rest[:min(len(rest), 5)], "\t )"), []byte("%")),
	}
	var of figure.Context
	if f.Cell >= 0 && a.cellRow[f.Cell] > 0 {
		c := &a.rows.Cells[a.cellRow[f.Cell]-1]
		of = (figure.Context{Scale: int(c.Scale)})
		if c.Unit == "percent" {
			of.Unit = figure.UnitPercent
		}
		if c.Value != "" {
			if v, err := decimal.NewFromString(c.Value); err == nil {
				v = v.Shift(c.Scale)
				if c.Unit == "percent" {
					v = v.Shift(-2)
				}
				s.value = &v
			}
			return s
		}
	}
	if a.tableOfCell(f.Cell) >= 0 {
		s.place, s.declared = inWords, scaleOfTable(a.gridOfCell(f.Cell))
		if a := a.figureAt(a.p.doc.Cells[f.Cell].Span, f.Spans[0].Start, s.declared); a != nil {
			v := of.Apply(*a).Value
			s.value = &v
		}
		return s
	}
	s.place = inSentence
	if in := a.placeAt(f.Spans[0]); in != nil {
		row := &a.rows.Sentences[in.sentence]
		s.declared = Scale{int8(row.Scale), int8(row.ShareScale)}
		if a := a.figureAt(block.Span{Start: in.span.Start, End: max(in.span.End, f.Spans[0].End)}, f.Spans[0].Start, s.declared); a != nil {
			s.value = &a.Value
		}
	}
	return s
}

// isPart says whether letters go on beyond an end of a span: "no" in "not", "six" in "sixth".
func isPart(text []byte, s block.Span) bool {
	letter := func(i int32) bool { return i >= 0 && int(i) < len(text) && (text[i]|0x20)-'a' < 26 }
	return letter(s.Start) && letter(s.Start-1) || letter(s.End-1) && letter(s.End)
}

// gridOfCell is the table that holds a cell.
func (a *assembly) gridOfCell(cell int32) *grid.Grid {
	tables := a.p.doc.Tables
	for i := range tables {
		if tables[i].Cells.Start <= cell && cell < tables[i].Cells.End {
			return &a.l.grids[i]
		}
	}
	return nil
}

// figureAt is what we read at a place of a text, furniture between its pages left out.
func (a *assembly) figureAt(within block.Span, at int32, scale Scale) *figure.Amount {
	var body []byte
	off := -1
	blocks := a.p.doc.Blocks
	for i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End > within.Start }); i < len(blocks) &&
		blocks[i].Start < within.End; i++ {
		if a.l.furniture[i] {
			continue
		}
		s := clip(blocks[i].Span, within)
		if s.Start <= at && at < s.End {
			off = len(body) + int(at-s.Start)
		}
		body = append(append(body, a.p.doc.Of(s)...), ' ')
	}
	for _, m := range scale.Figures(oneLine(body)) {
		if m.Start <= off && off < m.End && m.Bare.End > off {
			return &m
		}
	}
	return nil
}
