package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/samplefilings"
)

// filing is an invented annual report.
func filing(company, year int) []byte { return samplefilings.Companies()[company].AnnualReport(year) }

// bench is a directory with files to ingest and a corpus beside it.
type bench struct {
	t   testing.TB
	dir string
}

func newBench(t testing.TB) *bench { return &bench{t, t.TempDir()} }

func (b *bench) path(name string) string { return filepath.Join(b.dir, "in", name) }

func (b *bench) write(name string, data []byte) string {
	b.t.Helper()
	path := b.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		b.t.Fatal(err)
	}
	return path
}

func (b *bench) corpus() string { return filepath.Join(b.dir, "corpus") }

func (b *bench) ingest(paths ...string) *Summary {
	b.t.Helper()
	if len(paths) == 0 {
		paths = []string{filepath.Join(b.dir, "in")}
	}
	s, err := Ingest(context.Background(), Walk(paths), Options{Dir: b.corpus(), Version: "test"})
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

func (b *bench) open() *store.Corpus {
	b.t.Helper()
	c, err := store.Open(b.corpus())
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { c.Close() })
	return c
}

func (b *bench) documents() map[string]store.Document {
	b.t.Helper()
	all := map[string]store.Document{}
	for d, err := range b.open().Documents(store.Query{}) {
		if err != nil {
			b.t.Fatal(err)
		}
		all[filepath.Base(d.Source)] = d
	}
	return all
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data)
	_ = z.Close()
	return b.Bytes()
}

// TestBadInput puts every kind of bad file beside a good one. Each is skipped, or read with a warning, for
// a reason that names what is wrong; the good one is always read.
func TestBadInput(t *testing.T) {
	report := filing(0, 2024)
	pool := []byte("<SEC-DOCUMENT>x\n<SEC-HEADER>\nACCESSION NUMBER:\t0009999000-07-000001\nCONFORMED SUBMISSION TYPE:\t10-D\n" +
		"FILER:\n\tCOMPANY CONFORMED NAME:\tSmall & Co\n\tCENTRAL INDEX KEY:\t0009999009\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>10-D\n<TEXT>\n" +
		"ITEM 1. BUSINESS\n\nWe sell rope.\n</TEXT>\n</DOCUMENT>\n")
	var other bytes.Buffer
	if err := parquet.Write(&other, []struct {
		Ticker string
		Close  float64
	}{{"ABCD", 1.5}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		data    []byte
		reason  string // why it is skipped; empty where it is read
		warning string // what is said of it where it is read
	}{
		{"empty.htm", nil, "empty file", ""},
		{"blank.txt", []byte(" \n\n \t\n"), "empty file", ""},
		{"truncated.htm", filing(1, 2024)[:30_000], "", "cut off"},
		{"unclosed.htm", append([]byte("<html><body>"+strings.Repeat("<font><b>", 50_000)),
			"One sentence survives.</body></html>"...), "", "open elements"},
		{"latin.htm", []byte("<html><body><p>The caf\xe9\x92s revenue was \x80 5 million \x96 a record.</p></body></html>"), "", ""},
		{"invalid.txt", []byte("A report with \xff\xfe\xfd bytes that are no text. It goes on.\n"), "", ""},
		{"bomb.htm.gz", zipped(bytes.Repeat([]byte("<p>aaaaaaaaaaaaaaaaaaaa</p>\n"), 2<<20)), "decompression bomb", ""},
		{"torn.htm.gz", zipped(report)[:2000], "damaged gzip", ""},
		{"archive.htm.gz", []byte("PK\x03\x04rest"), "ZIP archive", ""},
		{"binary.txt", bytes.Repeat([]byte{0, 1, 2, 3}, 3000), "not text", ""},
		{"noise.pdf", []byte("%PDF-1.7\n" + strings.Repeat("noise ", 100)), "damaged", ""},
		{"nopdf.pdf", []byte("<html><body><p>This is a page that was saved as a PDF by mistake.</p></body></html>"), "", ""},
		{"pool.txt", pool, "10-D", ""},
		{"prices.parquet", other.Bytes(), "section_1 … section_15", ""},
		{"torn.parquet", other.Bytes()[:other.Len()/2], "damaged Parquet", ""},
		{"bomb.json.gz", zipped(append([]byte("{\"section_7\": \""), bytes.Repeat([]byte("a"), freeSize+1)...)), "decompression bomb", ""},
		{"claims.parquet", claiming(other.Bytes()), "its footer states a length of 4093642165 bytes", ""},
		{"rows.jsonl", []byte("{\"ticker\": \"ABCD\"}\n"), "neither EDGAR-CORPUS nor edgar-crawler", ""},
		{"torn.json", []byte("{\"cik\": \"9999000003\", \"section_7\": \"Item 7. We earned"), "cut off", ""},
		{"logo.png", []byte("\x89PNG\r\n"), "not a kind of file", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.write("good.htm", report)
			path := b.write(c.name, c.data)
			s := b.ingest()
			docs := b.documents()
			if docs["good.htm"].NFacts < 80 {
				t.Errorf("the good filing beside it was not read: %+v", s)
			}
			if c.reason == "" {
				if len(s.Skipped) != 0 {
					t.Fatalf("skipped: %+v", s.Skipped)
				}
				if got := strings.Join(docs[c.name].Warnings, "; "); !strings.Contains(got, c.warning) {
					t.Errorf("warnings %q, want one with %q", got, c.warning)
				}
				return
			}
			if len(s.Skipped) != 1 || s.Skipped[0].Path != path || !strings.Contains(s.Skipped[0].Reason, c.reason) {
				t.Errorf("skipped %+v, want %s for a reason with %q", s.Skipped, path, c.reason)
			}
			noLeftovers(t, b.corpus())
		})
	}
}

// noLeftovers fails where an artefact was begun and not finished.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(filepath.ToSlash(path), "/.tmp/") {
			t.Errorf("left behind: %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLoopOfLinks(t *testing.T) {
	b := newBench(t)
	b.write("a/good.htm", filing(0, 2024))
	if err := os.Symlink("..", b.path("a/up")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := os.Symlink("nowhere", b.path("a/gone.htm")); err != nil {
		t.Fatal(err)
	}
	s := b.ingest()
	if s.Documents != 1 || len(s.Skipped) != 2 {
		t.Fatalf("got %+v, want one document and two skipped links", s)
	}
	if !strings.Contains(s.Skipped[0].Reason, "no such file") || !strings.Contains(s.Skipped[1].Reason, "loop") {
		t.Errorf("reasons %+v", s.Skipped)
	}
}

func TestUnreadableFile(t *testing.T) {
	b := newBench(t)
	b.write("good.htm", filing(0, 2024))
	path := b.write("secret.htm", filing(1, 2024))
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		f.Close()
		t.Skip("this user may read every file")
	}
	s := b.ingest()
	if s.Documents != 1 || len(s.Skipped) != 1 || !strings.Contains(s.Skipped[0].Reason, "permission denied") {
		t.Errorf("got %+v", s)
	}
}

// TestLargeSubmission reads a full submission of 200 MB, nearly all of it an encoded picture, as the
// largest on EDGAR are.
func TestLargeSubmission(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 200 MB")
	}
	b := newBench(t)
	line := []byte("M" + strings.Repeat("_]C_X", 12) + "\n")
	var src bytes.Buffer
	src.Grow(200 << 20)
	src.WriteString("<SEC-DOCUMENT>0009999000-24-000001.txt\n<SEC-HEADER>\nACCESSION NUMBER:\t0009999000-24-000001\nCONFORMED " +
		"SUBMISSION TYPE:\t10-K\n</SEC-HEADER>\n")
	src.WriteString("<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n")
	src.Write(filing(0, 2024))
	src.WriteString("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>GRAPHIC\n<TEXT>\nbegin 644 plant.jpg\n")
	for src.Len() < 200<<20 {
		src.Write(line)
	}
	src.WriteString("end\n</TEXT>\n</DOCUMENT>\n")
	b.write("0009999000-24-000001.txt", src.Bytes())
	b.write("small.htm", filing(1, 2024))
	s := b.ingest()
	if s.Documents != 2 || len(s.Skipped) != 0 || s.Bytes < 200<<20 {
		t.Errorf("got %+v", s)
	}
}

func TestSameContentTwice(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", filing(0, 2024))
	b.write("b.htm", filing(0, 2024))
	b.write("c.htm.gz", zipped(filing(0, 2024)))
	s := b.ingest()
	if s.Documents != 1 || len(s.Skipped) != 2 {
		t.Fatalf("got %+v, want one document and two copies", s)
	}
	for _, k := range s.Skipped {
		if !strings.Contains(k.Reason, "the same content as 9999000001_10-K_2024, read from "+b.path("a.htm")) {
			t.Errorf("reason %q", k.Reason)
		}
	}
	if s = b.ingest(); s.Documents != 0 || s.Unchanged != 1 || len(s.Skipped) != 2 {
		t.Errorf("the second time: %+v", s)
	}
}

// TestIngestAgain: what is there is not read again, what changed replaces its older reading, and what is
// new comes beside it.
func TestIngestAgain(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", filing(0, 2024))
	b.write("b.htm", filing(1, 2024))
	first := b.ingest()
	if first.Documents != 2 {
		t.Fatalf("first: %+v", first)
	}
	b.write("a.htm", bytes.Replace(filing(0, 2024), []byte("liquids"), []byte("gases"), 1))
	b.write("c.htm", filing(1, 2023))
	again := b.ingest()
	if again.Documents != 2 || again.Replaced != 1 || again.Unchanged != 1 {
		t.Fatalf("again: %+v", again)
	}
	if docs := b.documents(); len(docs) != 3 {
		t.Errorf("%d documents, want 3", len(docs))
	}
	found := 0
	for s, err := range b.open().Sentences(store.Query{Sections: []string{"1"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(s.Text, "liquids") {
			t.Errorf("the old reading is still there: %s %q", s.ID, s.Text)
		}
		if strings.Contains(s.Text, "gases") {
			found++
		}
	}
	if found != 1 {
		t.Errorf("the new text stands in %d sentences, want 1", found)
	}
}

// TestChangedIdentity: a file whose new content is another filing leaves nothing of the old one.
func TestChangedIdentity(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", filing(0, 2024))
	b.ingest()
	b.write("a.htm", filing(1, 2023))
	b.ingest()
	docs := b.documents()
	if len(docs) != 1 || docs["a.htm"].DocID != "9999000002_10-K_2023" {
		t.Errorf("got %v", docs)
	}
}

// TestSameWish: two filings that would have the same id are both kept, and each keeps its own id when it is
// read again.
func TestSameWish(t *testing.T) {
	b := newBench(t)
	const second = "0009999000-25-000002.htm"
	b.write("0009999000-25-000001.htm", filing(0, 2024))
	b.write(second, bytes.Replace(filing(0, 2024), []byte("liquids"), []byte("gases"), 1))
	if s := b.ingest(); s.Documents != 2 {
		t.Fatalf("got %+v", s)
	}
	id := b.documents()[second].DocID
	if !strings.HasPrefix(id, "9999000001_10-K_2024-") {
		t.Fatalf("the second is called %s", id)
	}
	b.write(second, bytes.Replace(filing(0, 2024), []byte("liquids"), []byte("vapours"), 1))
	s := b.ingest()
	if docs := b.documents(); s.Replaced != 1 || len(docs) != 2 || docs[second].DocID != id {
		t.Errorf("read again: %+v, %v", s, docs[second].DocID)
	}
}

// TestSameFilingTwice: another file of a filing that is there is left out, unless it is preferred.
func TestSameFilingTwice(t *testing.T) {
	b := newBench(t)
	b.write("original.htm", filing(0, 2024))
	b.ingest()
	b.write("copy-0009999000-24-000001.htm", bytes.Replace(filing(0, 2024), []byte("liquids"), []byte("gases"), 1))
	s := b.ingest()
	if s.Documents != 0 || len(s.Skipped) != 1 || !strings.Contains(s.Skipped[0].Reason, "the same filing") {
		t.Fatalf("got %+v", s)
	}
	s, err := Ingest(context.Background(), Walk([]string{b.path("copy-0009999000-24-000001.htm")}),
		Options{Dir: b.corpus(), Version: "test", Replace: true})
	if err != nil || s.Replaced != 1 || len(b.documents()) != 1 {
		t.Errorf("preferred: %+v, %v", s, err)
	}
}

// TestSameResultWithAnyWorkers: the rows do not depend on which file was ready first.
// coverOf is a filing without tags, numbers or other metadata than its cover.
func coverOf(company, form, period string) []byte {
	return []byte("<html><body><p>FORM " + form + "</p><p>For the fiscal year ended " + period + "</p><p>" + company +
		"</p><p>(Exact name of registrant as specified in its charter)</p><p>Item 1. Business</p><p>We make kettles in " + company +
		", and sell them.</p>")
}

func TestSameFilingByCover(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", coverOf("Larkspur Kettle Corporation", "10-K", "May 31, 2019"))
	b.ingest()
	for _, c := range []struct {
		name, company, form, period string
		same                        bool
	}{
		{"b.htm", "LARKSPUR KETTLE CORP.", "10-K", "May 31, 2019", true},
		{"c.htm", "Larkspur Kettle Corporation", "10-K", "May 31, 2018", false},
		{"d.htm", "Larkspur Kettle Corporation", "10-K/A", "May 31, 2019", false},
		{"e.htm", "Larkspur Kettle L.P.", "10-K", "May 31, 2019", false},
		{"f.htm", "Larkspur Teapot Corporation", "10-K", "May 31, 2019", false},
		{"g.htm", "Larkspur Kettle Corporation", "8-K", "May 31, 2019", false},
		{"h.htm", "LARKSPUR KETTLE CORPORATION", "8-K", "May 31, 2019", false}, // of these a company may file two a day
	} {
		b.write(c.name, coverOf(c.company, c.form, c.period))
		s := b.ingest()
		if same := s.Documents == 0; same != c.same {
			t.Errorf("%s: %s %s %s: same filing is %t, want %t (%v)", c.name, c.company, c.form, c.period, same, c.same, s.Skipped)
		}
	}
	preferred, err := Ingest(context.Background(), Walk([]string{b.path("b.htm")}), Options{Dir: b.corpus(), Version: "test", Replace: true})
	if err != nil || preferred.Replaced != 1 || preferred.Documents != 1 {
		t.Fatalf("preferred: %+v, %v", preferred, err)
	}
	all := b.documents()
	if _, old := all["a.htm"]; old || all["b.htm"].Company != "LARKSPUR KETTLE CORP." {
		t.Errorf("b.htm did not replace a.htm: %v", slices.Sorted(maps.Keys(all)))
	}
}

// TestSameAccession: rows made from a filing are that filing; an exhibit of it is not.
func TestSameAccession(t *testing.T) {
	b := newBench(t)
	b.write("10k_0009999000-19-000001.htm", coverOf("Larkspur Kettle Corporation", "10-K", "May 31, 2019"))
	b.write("rows_0009999000-19-000001.json", []byte(`{"item_1": "We make kettles, and sell them.", "filing_type": "10-K"}`))
	b.write("exhibit_0009999000-19-000001.htm", []byte("<html><body><p>Lease of the shed in Larkspur, with terms.</p>"))
	s := b.ingest()
	if s.Documents != 2 || len(s.Skipped) != 1 || !strings.HasPrefix(s.Skipped[0].Reason, "the same filing as 10k-0009999000") {
		t.Errorf("got %+v", s)
	}
}

func TestCompanyKey(t *testing.T) {
	for name, want := range map[string]string{
		"THE LARKSPUR COMPANY": "larkspur", "Larkspur & Co., Ltd.": "larkspur", "LARKSPUR CORP /NEW": "larkspur", "LARKSPUR CO/": "larkspur",
		`LARKSPUR INC \PA\`: "larkspur", "Larkspur L.P.": "larkspur lp", "Larkspur Trust": "larkspur trust", "24/7 Larkspur": "24 7 larkspur",
		"Larkspur's A/S": "larkspurs a s", "The Co": "co", "": "",
	} {
		if got := companyKey(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestSameResultWithAnyWorkers(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 7} {
		b := newBench(t)
		for n := range 2 {
			for year := samplefilings.FirstReport; year <= samplefilings.LastReport; year++ {
				b.write(fmt.Sprintf("%d-%d.htm", n, year), filing(n, year))
			}
		}
		if _, err := Ingest(context.Background(), Walk([]string{filepath.Join(b.dir, "in")}),
			Options{Dir: b.corpus(), Version: "test", Workers: workers}); err != nil {
			t.Fatal(err)
		}
		got := dump(t, b)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers: other rows than one", workers)
		}
	}
	if len(want) < 10_000 {
		t.Errorf("the dump has %d bytes only", len(want))
	}
}

func dump(t *testing.T, b *bench) string {
	var out strings.Builder
	c := b.open()
	for d, err := range c.Documents(store.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		d.Source = filepath.Base(d.Source)
		fmt.Fprintf(&out, "%+v\n", d)
	}
	for s, err := range c.Sentences(store.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v\n", s)
	}
	for f, err := range c.Facts(store.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		f.ValueFloat = nil
		fmt.Fprintf(&out, "%+v\n", f)
	}
	return out.String()
}

// TestInterrupted: what was written before an interruption stays, and the next run goes on.
func TestInterrupted(t *testing.T) {
	b := newBench(t)
	for n := range 2 {
		for year := samplefilings.FirstReport; year <= samplefilings.LastReport; year++ {
			b.write(fmt.Sprintf("%d-%d.htm", n, year), filing(n, year))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Ingest(ctx, Walk([]string{filepath.Join(b.dir, "in")}), Options{Dir: b.corpus(), Version: "test", Workers: 1,
		Progress: func(p Progress) {
			if p.Files == 2 {
				cancel()
			}
		}})
	if err == nil || s.Documents != 2 {
		t.Fatalf("interrupted after two files: %v, %+v", err, s)
	}
	rest := b.ingest()
	if rest.Documents+rest.Unchanged != 4 || len(b.documents()) != 4 {
		t.Errorf("the rest: %+v", rest)
	}
	noLeftovers(t, b.corpus())
}
