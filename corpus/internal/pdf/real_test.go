package pdf

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
)

const (
	realPDFs  = "../../../../shared/data/pdf"
	questions = "../../../../shared/data/financebench/financebench_open_source_102.jsonl"

	minReal      = 8    // files
	minBag       = 0.97 // agreement of words with pdftotext, for each file
	minOrder     = 0.93 // agreement of their order, for each file
	minEvidence  = 0.99 // of the evidence's words on the page it names
	minQuestions = 8    // passages of evidence in these files
)

// realFiles are the names and bytes of the real PDFs; with -short only the small ones.
func realFiles(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(realPDFs, "*.pdf"))
	if err != nil || len(paths) == 0 {
		t.Skipf("no real PDFs in %s", realPDFs)
	}
	if len(paths) < minReal {
		t.Fatalf("%d real PDFs in %s, want at least %d", len(paths), realPDFs, minReal)
	}
	files := map[string][]byte{}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if !testing.Short() || len(data) < shortBytes {
			files[strings.TrimSuffix(filepath.Base(p), ".pdf")] = data
		}
	}
	return files
}

const shortBytes = 300_000

// readReal reads a real file, once for all tests.
func readReal(t testing.TB, name string, data []byte) *Document {
	t.Helper()
	shared.mu.Lock()
	d := shared.real[name]
	shared.mu.Unlock()
	if d != nil {
		return d
	}
	d, err := reader(t, true).Read(context.Background(), data)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.real == nil {
		shared.real = map[string]*Document{}
	}
	shared.real[name] = d
	return d
}

// pageText is everything a page says, its running lines included.
func pageText(d *Document, p *Page) string {
	return strings.Join(p.Header, "\n") + "\n" + string(d.Of(p.Span)) + "\n" + strings.Join(p.Footer, "\n")
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// common counts the words that two bags share.
func common(a, b []string) int {
	bag := map[string]int{}
	for _, w := range a {
		bag[w]++
	}
	n := 0
	for _, w := range b {
		if bag[w] > 0 {
			bag[w]--
			n++
		}
	}
	return n
}

// inOrder is the length of the longest common subsequence.
func inOrder(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, w := range a {
		diagonal := 0
		for j, v := range b {
			up := row[j+1]
			if w == v {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return row[len(b)]
}

// TestAgainstPdftotext compares words and their order, page by page, with an independent reader. Its
// layout mode keeps table rows together, as we do; all these files have one column.
func TestAgainstPdftotext(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed; nothing to compare with")
	}
	for name, data := range realFiles(t) {
		d := readReal(t, name, data)
		check(t, d)
		theirs, err := exec.Command(tool, "-layout", filepath.Join(realPDFs, name+".pdf"), "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		pages := bytes.Split(theirs, []byte{'\f'})
		if len(pages) != len(d.Pages)+1 {
			t.Fatalf("%s: %d pages, pdftotext has %d", name, len(d.Pages), len(pages)-1)
		}
		total, bag, order := 0, 0, 0
		for i := range d.Pages {
			a, b := wordsOf(pageText(d, &d.Pages[i])), wordsOf(string(pages[i]))
			total += len(a) + len(b)
			bag += 2 * common(a, b)
			order += 2 * inOrder(a, b)
		}
		f1, lcs := float64(bag)/float64(total), float64(order)/float64(total)
		t.Logf("%-40s %6d words, F1 %.4f, order %.4f", name, total/2, f1, lcs)
		if f1 < minBag || lcs < minOrder {
			t.Errorf("%s: F1 %.4f, order %.4f; want %.2f and %.2f", name, f1, lcs, minBag, minOrder)
		}
	}
}

// TestEvidence looks the passages that answer published questions up on the pages that they name.
func TestEvidence(t *testing.T) {
	files := realFiles(t)
	text, err := os.ReadFile(questions)
	if err != nil {
		t.Skipf("no questions: %v", err)
	}
	type evidence struct {
		Text string `json:"evidence_text"`
		Doc  string `json:"doc_name"`
		Page int    `json:"evidence_page_num"`
	}
	seen, best := 0, 0
	for line := range bytes.Lines(text) {
		var q struct{ Evidence []evidence }
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		for _, e := range q.Evidence {
			data, ok := files[e.Doc]
			if !ok {
				continue
			}
			seen++
			if evidenceFits(t, readReal(t, e.Doc, data), e.Doc, e.Page, e.Text) {
				best++
			}
		}
	}
	t.Logf("%d passages, %d on the page that fits best", seen, best)
	if !testing.Short() && seen < minQuestions {
		t.Errorf("%d passages of evidence, want at least %d", seen, minQuestions)
	}
}

// evidenceFits checks that the named page has the passage's words, and says whether no other page has
// more of them.
func evidenceFits(t *testing.T, d *Document, doc string, page int, passage string) bool {
	t.Helper()
	words := wordsOf(passage)
	if page >= len(d.Pages) || len(words) == 0 {
		t.Errorf("%s: page %d of %d, %d words", doc, page, len(d.Pages), len(words))
		return false
	}
	here := common(words, wordsOf(pageText(d, &d.Pages[page])))
	if share := float64(here) / float64(len(words)); share < minEvidence {
		t.Errorf("%s: page %d has %.3f of the evidence %.60q", doc, page, share, passage)
	}
	for i := range d.Pages {
		if i != page && common(words, wordsOf(pageText(d, &d.Pages[i]))) > here {
			return false
		}
	}
	return true
}

// TestRealLayout checks what a careful reader would see in the files at once: statements are tables,
// page numbers are known, and paragraphs are not cut into lines.
func TestRealLayout(t *testing.T) {
	for name, data := range realFiles(t) {
		d := readReal(t, name, data)
		prose, low := 0, 0
		for i, b := range d.Blocks {
			if b.Table >= 0 || b.Page == 0 {
				continue
			}
			prose++
			if i > 0 && unicode.IsLower([]rune(string(d.Of(b.Span)))[0]) && d.Blocks[i-1].Table < 0 {
				low++
			}
		}
		t.Logf("%-40s %4d pages %5d blocks %4d tables; %d of %d paragraphs begin in mid-sentence",
			name, len(d.Pages), len(d.Blocks), len(d.Tables), low, prose)
		if len(d.Tables) == 0 || low > 20+prose/20 {
			t.Errorf("%s: %d tables, %d of %d paragraphs begin in mid-sentence", name, len(d.Tables), low, prose)
		}
	}
}

// BenchmarkRead reads the real files, and reports pages and megabytes for a second.
func BenchmarkRead(b *testing.B) {
	files := realFiles(b)
	for _, mode := range []struct {
		name    string
		workers bool
	}{{"guarded", false}, {"worker", true}} {
		b.Run(mode.name, func(b *testing.B) {
			r := reader(b, mode.workers)
			if _, err := r.Read(context.Background(), sample().bytes()); err != nil {
				b.Fatal(err)
			}
			pages, size := 0, 0
			for b.Loop() {
				for name, data := range files {
					d, err := r.Read(context.Background(), data)
					if err != nil {
						b.Fatal(name, err)
					}
					pages += len(d.Pages)
					size += len(data)
				}
			}
			b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
			b.ReportMetric(float64(size)/1e6/b.Elapsed().Seconds(), "MB/s")
		})
	}
}

// BenchmarkStart starts the engine with an empty cache and with a full one.
func BenchmarkStart(b *testing.B) {
	for _, workers := range []bool{false, true} {
		name := map[bool]string{false: "guarded", true: "unguarded"}[workers]
		dir := b.TempDir()
		start := func(b *testing.B) {
			r := Open(Config{CacheDir: dir, unguarded: workers})
			if _, err := r.Read(context.Background(), sample().bytes()); err != nil {
				b.Fatal(err)
			}
			r.Close()
		}
		begin := time.Now()
		start(b)
		cold := time.Since(begin)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				start(b)
			}
			b.ReportMetric(cold.Seconds(), "s/cold")
		})
	}
}
