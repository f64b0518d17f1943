package xbrl

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// realData is where the real filings are kept, outside the repository.
const realData = "../../../../shared/data"

// readReal is one real filing, unpacked.
func readReal(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join(realData, path))
	if os.IsNotExist(err) {
		t.Skipf("real filing %q is not here", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	src, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// realSets are the folders with inline XBRL, and the least number of such filings in each.
var realSets = []struct {
	pattern string
	inline  int
}{
	{"filings/10k/*.gz", 47},
	{"filings-10k/html/*.htm*", 10},
	{"filings-10q/*.htm*", 6},
	{"filings-10k/eras/*.htm", 3},
	{"filings/10q_elements/*.html.gz", 3},
}

// tally sums up what the filings hold.
type tally struct {
	filings, facts, shown, placed, hidden, hiddenPlaced, numbers, empty int
}

func TestRealFilings(t *testing.T) {
	var all tally
	for _, set := range realSets {
		paths, err := filepath.Glob(filepath.Join(realData, set.pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(paths) == 0 {
			t.Skipf("no real filings at %q", set.pattern)
		}
		inline := 0
		for i, path := range paths {
			if testing.Short() && i%8 != 0 {
				continue
			}
			rel, _ := filepath.Rel(realData, path)
			src := readReal(t, rel)
			if !bytes.Contains(src, []byte("/inlineXBRL\"")) {
				continue
			}
			inline++
			t.Run(filepath.Base(path), func(t *testing.T) { readFiling(t, src, &all) })
		}
		if inline < set.inline && !testing.Short() {
			t.Errorf("%d filings with inline XBRL at %q, want at least %d", inline, set.pattern, set.inline)
		}
	}
	t.Logf("%+v", all)
	if all.placed*100 < all.shown*99 {
		t.Errorf("%d of %d facts on the page have a place, want 99 %%", all.placed, all.shown)
	}
	if !testing.Short() && all.facts < 104_000 {
		t.Errorf("%d facts, want at least 104,000", all.facts)
	}
}

func readFiling(t *testing.T, src []byte, all *tally) {
	doc := block.HTML(src)
	in := Read(doc, src)
	check(t, doc, src, in)
	if want := countFacts(src); len(in.Facts) != want || want < 100 {
		t.Errorf("%d facts, counted %d, want the same and at least 100", len(in.Facts), want)
	}
	var one tally
	for i := range in.Facts {
		f := &in.Facts[i]
		one.add(f)
		// These filings were accepted by the SEC: every reference resolves and every text fits.
		for _, p := range f.Problems {
			t.Errorf("%s %s: %s", f.ID, f.Concept, p)
		}
		if len(f.Spans) == 1 && !f.Hidden && string(doc.Of(f.Spans[0])) != f.Shown {
			t.Errorf("%s %s is at %q and shows %q", f.ID, f.Concept, doc.Of(f.Spans[0]), clip(f.Shown))
		}
	}
	if one.placed*100 < one.shown*95 {
		t.Errorf("%d of %d facts on the page have a place, want 95 %%", one.placed, one.shown)
	}
	for _, p := range in.Problems {
		// Annual reports in an exhibit of its own leave their footnotes there, and one of these filings
		// lost its declarations to an editor.
		if !strings.HasPrefix(p, "footnote ") && !strings.HasPrefix(p, "namespace prefix ") {
			t.Error(p)
		}
	}
	checkCover(t, in.Cover())
	all.sum(one)
}

func (a *tally) add(f *Fact) {
	a.facts++
	placed := 0
	if len(f.Spans) > 0 {
		placed = 1
	}
	switch {
	case f.Hidden:
		a.hidden++
		a.hiddenPlaced += placed
	case f.Nil && f.Shown == "":
		a.empty++
	default:
		a.shown++
		a.placed += placed
	}
	if f.HasNumber {
		a.numbers++
	}
}

func (a *tally) sum(b tally) {
	a.filings++
	a.facts += b.facts
	a.shown += b.shown
	a.placed += b.placed
	a.hidden += b.hidden
	a.hiddenPlaced += b.hiddenPlaced
	a.numbers += b.numbers
	a.empty += b.empty
}

// checkCover checks the cover for what every filing of the SEC has.
func checkCover(t *testing.T, c Cover) {
	t.Helper()
	if c.DocumentType != "10-K" && c.DocumentType != "10-Q" || len(c.CIK) != 10 || !allDigits(c.CIK) {
		t.Errorf("document type %q, cik %q", c.DocumentType, c.CIK)
	}
	if len(c.PeriodEnd) != 10 || !isDate([]byte(c.PeriodEnd)) || len(c.FiscalYear) != 4 || !allDigits(c.FiscalYear) {
		t.Errorf("period end %q, fiscal year %q", c.PeriodEnd, c.FiscalYear)
	}
	if c.Registrant == "" || c.FilerCategory == "" || c.FiscalPeriod == "" || c.FiscalYearEnd == "" {
		t.Errorf("cover lacks something: %+v", c)
	}
	if len(c.Problems) > 0 {
		t.Errorf("cover: %q", c.Problems)
	}
}

// countFacts counts the opening tags of facts outside comments, without any of the code under test.
func countFacts(src []byte) int {
	n := 0
	for len(src) > 0 {
		text, rest, ok := bytes.Cut(src, []byte("<!--"))
		for _, tag := range []string{"<ix:nonFraction", "<ix:nonNumeric", "<ix:fraction", "<ix:tuple"} {
			n += bytes.Count(text, []byte(tag))
		}
		if !ok {
			break
		}
		_, src, _ = bytes.Cut(rest, []byte("-->"))
	}
	return n
}
