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

	"github.com/assayhq/assay/corpus/block"
	"github.com/assayhq/assay/corpus/grid"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/corpus/xbrl"
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
	for _, pattern := range []string{"filings/10k/*.gz", "filings-10k/html/*.html"} {
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
	total := tally{classes: map[string]int{}, examples: map[string][]string{}}
	placed, visible := 0, 0
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		r := &reading{}
		if err := r.addFiling(src, 0); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		p := &r.pieces[0]
		if p.facts == nil || seen[string(src[len(src)/2:len(src)/2+200])] {
			continue
		}
		seen[string(src[len(src)/2:len(src)/2+200])] = true
		a := &assembly{rows: &store.Rows{}, splitter: text.NewSplitter(nil)}
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
	total.log(t)
	if percentOf(placed, visible) < 99 {
		t.Errorf("%d of %d facts placed, want at least 99 %%", placed, visible)
	}
	if share := percentOf(total.agree, total.facts); share < 99.5 {
		t.Errorf("%.2f %% of %d numeric facts read as tagged, want at least 99.5 %%", share, total.facts)
	}
}

func percentOf(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// tally counts how readings agree with tags.
type tally struct {
	facts, agree, cells, sentences, otherSign int
	classes                                   map[string]int
	examples                                  map[string][]string
}

func (c *tally) add(a *assembly, i int, file string) {
	c.facts++
	f := &a.p.facts.Facts[i]
	got, place := a.shownValue(i)
	if place == "cell" {
		c.cells++
	} else {
		c.sentences++
	}
	want := f.Number.Abs()
	if got != nil && got.Abs().Equal(want) {
		c.agree++
		if !got.Equal(f.Number) {
			c.otherSign++
		}
		return
	}
	class := place + ": " + disagreement(got, want)
	c.classes[class]++
	if len(c.examples[class]) < 4 {
		shown := "nothing"
		if got != nil {
			shown = got.String()
		}
		around := a.p.doc.Of(block.Span{Start: max(0, f.Spans[0].Start-50), End: min(int32(len(a.p.doc.Text)), f.Spans[0].End+40)})
		c.examples[class] = append(c.examples[class], fmt.Sprintf("%s %s = %s, read %s in %q", file, f.Concept, f.Number, shown, around))
	}
}

func (c *tally) log(t *testing.T) {
	t.Logf("%d numeric facts: %d in cells, %d in sentences; %d (%.3f %%) read as tagged, %d of these with the sign that the concept turns",
		c.facts, c.cells, c.sentences, c.agree, percentOf(c.agree, c.facts), c.otherSign)
	var names []string
	for name := range c.classes {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return c.classes[y] - c.classes[x] })
	for _, name := range names {
		t.Logf("%5d %s", c.classes[name], name)
		for _, e := range c.examples[name] {
			t.Logf("        %s", e)
		}
	}
}

// shownValue is what our own reading of the page makes of the place of a fact: the cell's value, else the
// figure of the sentence.
func (a *assembly) shownValue(i int) (value *decimal.Decimal, place string) {
	f := &a.p.facts.Facts[i]
	if f.Cell >= 0 {
		if at := a.cellRow[f.Cell]; at > 0 && a.rows.Cells[at-1].Value != "" {
			c := &a.rows.Cells[at-1]
			v, err := decimal.NewFromString(c.Value)
			if err != nil {
				return nil, "cell"
			}
			v = v.Shift(c.Scale)
			if c.Unit == "percent" {
				v = v.Shift(-2)
			}
			return &v, "cell"
		}
	}
	if t := a.tableOfCell(f.Cell); t >= 0 {
		c := &a.p.doc.Cells[f.Cell]
		return a.figureAt(c.Span, f.Spans[0].Start, scaleOfTable(a.gridOfCell(f.Cell))), "cell of words"
	}
	s := a.placeAt(f.Spans[0])
	if s == nil {
		return nil, "nowhere"
	}
	return a.figureAt(block.Span{Start: s.span.Start, End: max(s.span.End, f.Spans[0].End)}, f.Spans[0].Start, s.scale), "sentence"
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
func (a *assembly) figureAt(within block.Span, at int32, scale Scale) *decimal.Decimal {
	var body []byte
	off := -1
	blocks := a.p.doc.Blocks
	for i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End > within.Start }); i < len(blocks) && blocks[i].Start < within.End; i++ {
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
			return &m.Value
		}
	}
	return nil
}

func disagreement(got *decimal.Decimal, want decimal.Decimal) string {
	switch {
	case got == nil:
		return "no figure read"
	case got.IsZero() || want.IsZero():
		return "zero against a value"
	}
	ratio := got.Abs().Div(want)
	for shift := int32(-12); shift <= 12; shift++ {
		if ratio.Equal(decimal.New(1, shift)) {
			return fmt.Sprintf("scale off by 10^%d", shift)
		}
	}
	return "other digits"
}
