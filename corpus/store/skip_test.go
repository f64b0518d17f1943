package store

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// counting counts what is read of a file.
type counting struct {
	in io.ReaderAt
	n  int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.in.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}

// watch puts a counter under a table of a corpus' first part. The footer is read before it counts.
func watch(t *testing.T, c *Corpus, table int) *counting {
	t.Helper()
	p := c.parts[0]
	f, err := os.Open(filepath.Join(p.path, tables[table].file()))
	must(t, err)
	count := &counting{in: f}
	pf, err := openParquet(count, p.manifest.Files[table].Bytes, p.manifest.Files[table].Rows, table)
	must(t, err)
	c.files[tableOf{0, table}] = &tableFile{path: f.Name(), file: f, data: pf}
	count.n = 0
	return count
}

// grown is a corpus of one part with enough documents for several row groups.
func grown(t testing.TB, docs int) string {
	t.Helper()
	dir := t.TempDir()
	v := invent(20)
	w := openWriter(t, dir)
	w.limit = 1 << 30
	z := annual
	z.tables, z.facts = 1, 10
	for cik := range docs {
		must(t, w.Add(v.filing(int64(cik+1), 2020, z)))
	}
	must(t, w.Close())
	return dir
}

// TestSkipping reads one document of many and counts the bytes that were read for it: its pages, and
// not those of the others.
func TestSkipping(t *testing.T) {
	c := open(t, grown(t, 148))
	f, err := c.table(0, sentencesTable)
	must(t, err)
	checkRowGroups(t, f)
	size := c.parts[0].manifest.Files[sentencesTable].Bytes
	count := watch(t, c, sentencesTable)
	tests := []struct {
		name  string
		read  func() int
		least int   // rows
		share int64 // of the file that may be read, in percent
	}{
		{"a document", func() int { return len(all(t, c.Sentences(Query{Documents: []string{"0000000075_10-K_2020"}}))) }, 2000, 5},
		{"a section", func() int {
			return len(all(t, c.Sentences(Query{CIKs: []int64{139}, Sections: []string{"7"}})))
		}, 100, 3},
		{"a sentence", func() int {
			before, _, after, err := c.Sentence("0000000030_10-K_2020_section_7_20", 3)
			must(t, err)
			return len(before) + len(after)
		}, 6, 3},
		{"nothing", func() int { return len(all(t, c.Sentences(Query{CIKs: []int64{1000}}))) }, 0, 0},
		{"one column", func() int {
			type year struct {
				Year int32 `parquet:"year,delta"`
			}
			return len(all(t, Select[year](c, "sentences", Query{})))
		}, 280_000, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			count.n = 0
			if n := test.read(); n < test.least {
				t.Errorf("%d rows, want at least %d", n, test.least)
			}
			t.Logf("read %d of %d bytes", count.n, size)
			if count.n > size*test.share/100 {
				t.Errorf("read %d of %d bytes, more than %d %%", count.n, size, test.share)
			}
		})
	}
}

// checkRowGroups looks at what other readers skip by: row groups are of whole documents and of bounded
// size, sorted and marked so, with statistics.
func checkRowGroups(t *testing.T, f *tableFile) {
	t.Helper()
	if n := len(f.data.RowGroups()); n < 3 {
		t.Fatalf("only %d row groups", n)
	}
	column := columnIndex(sentencesTable, "doc_id")
	last := ""
	for i, g := range f.data.RowGroups() {
		if g.NumRows() > groupRows {
			t.Errorf("row group %d has %d rows", i, g.NumRows())
		}
		if s := g.SortingColumns(); len(s) != 3 || s[0].Path()[0] != "cik" || s[1].Path()[0] != "year" || s[2].Path()[0] != "doc_id" {
			t.Errorf("row group %d is marked as sorted by %v", i, s)
		}
		chunk := g.ColumnChunks()[column].(*parquet.FileColumnChunk)
		low, high, ok := chunk.Bounds()
		if !ok || low.String() <= last || high.String() < low.String() {
			t.Errorf("row group %d goes from %q to %q, after %q", i, low, high, last)
		}
		last = high.String()
		index, err := chunk.ColumnIndex()
		must(t, err)
		if index.NumPages() < 2 {
			t.Errorf("row group %d has %d pages", i, index.NumPages())
		}
	}
}

// TestTiers holds merging to its bounds: few parts stay, and large ones are left alone.
func TestTiers(t *testing.T) {
	sized := func(bytes ...int64) (parts []*part) {
		for _, b := range bytes {
			parts = append(parts, &part{manifest: &manifest{Files: []file{{Bytes: b}}}})
		}
		return parts
	}
	const mb = 1 << 20
	tests := []struct {
		name  string
		parts []*part
		n     int
		want  int
	}{
		{"none", nil, 4, 0},
		{"three small ones", sized(mb, 2*mb, 3*mb), 4, 0},
		{"four small ones", sized(mb, 2*mb, 3*mb, 1), 4, 4},
		{"different sizes", sized(mb, 2*mb, 20*mb, 100*mb), 4, 0},
		{"the smaller tier first", sized(mb, mb, mb, mb, 20*mb, 20*mb, 20*mb, 20*mb), 4, 4},
		{"final ones", sized(finalBytes, finalBytes, 2*finalBytes, finalBytes, finalBytes), 4, 0},
		{"too many at once", sized(make([]int64, 100)...), 4, crowdedParts},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := len(crowded(test.parts, test.n)); got != test.want {
				t.Errorf("%d parts to merge, want %d", got, test.want)
			}
		})
	}
	if tier(smallestTier-1) != 0 || tier(smallestTier) != 1 || tier(4*smallestTier-1) != 1 || tier(4*smallestTier) != 2 {
		t.Errorf("tiers %d %d %d %d", tier(smallestTier-1), tier(smallestTier), tier(4*smallestTier-1), tier(4*smallestTier))
	}
}
