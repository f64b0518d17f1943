package item

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/edgar"
)

// realData is the folder of third-party filings next to the repository.
const realData = "../../../../shared/data"

// filing is one filing's report document and where it begins in the unpacked file.
type filing struct {
	name string
	src  []byte // of the report document alone
	at   int    // where src begins in the file
	doc  *block.Doc
}

func dataFolder(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(realData, name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no third-party data: %v", err)
	}
	return dir
}

func unpack(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
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

func openFiling(t testing.TB, path string) *filing {
	t.Helper()
	f := cut(unpack(t, path))
	f.name = filepath.Base(path)
	return f
}

// cut takes the report out of a full submission and reads it.
func cut(src []byte) *filing {
	f := &filing{src: src}
	sub := edgar.Open(src)
	if p := sub.Primary(); p >= 0 {
		doc := sub.Documents[p]
		f.src, f.at = src[doc.Start:doc.End], doc.Start
	}
	f.read()
	return f
}

func (f *filing) read() {
	if isHTML(f.src) {
		f.doc = block.HTML(f.src)
	} else {
		f.doc = block.Plain(f.src)
	}
}

func isHTML(src []byte) bool {
	head := bytes.ToLower(src[:min(len(src), 4096)])
	return bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<body"))
}

func form(t testing.TB, typ string) Form {
	t.Helper()
	f, err := FormOf(typ)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// goldFiling is one line of the boundary gold.
type goldFiling struct {
	File  string
	Note  string
	Items []goldItem
	Bytes int
}

type goldItem struct {
	Item  string
	Start int
}

func readGold(t testing.TB) []goldFiling {
	t.Helper()
	dir := dataFolder(t, "filings")
	f, err := os.Open(filepath.Join(dir, "gold_items.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []goldFiling
	for lines := bufio.NewReader(f); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			var g goldFiling
			if err := json.Unmarshal(line, &g); err != nil {
				t.Fatal(err)
			}
			out = append(out, g)
		}
		if err != nil {
			break
		}
	}
	if len(out) < 62 {
		t.Fatalf("gold of %d filings, want at least 62", len(out))
	}
	return out
}

// tolerance is how far from the gold a start may lie: the gold points at the heading or at an inline
// tag before it.
const tolerance = 64

// starts are the source offsets of the items that were found.
func starts(f *filing, r *Result) map[string]int {
	out := map[string]int{}
	for _, it := range r.Items {
		if len(it.Spans) > 0 {
			out[it.ID] = f.at + int(f.doc.SourceOf(it.Heading.Start))
		}
	}
	return out
}

// TestGoldStarts holds the items of 62 filings against gold starts.
func TestGoldStarts(t *testing.T) {
	gold := readGold(t)
	right, all, complete := 0, 0, 0
	for i, g := range gold {
		if testing.Short() && i%6 != 0 {
			continue
		}
		f := openFiling(t, filepath.Join(realData, "filings", g.File))
		r := Find(f.doc, form(t, "10-K"), 0)
		got := starts(f, r)
		for _, want := range g.Items {
			all++
			if at, ok := got[want.Item]; ok && at-want.Start <= tolerance && want.Start-at <= tolerance {
				right++
				continue
			} else if ok {
				t.Logf("%s: Item %s starts at %d, want %d", f.name, want.Item, at, want.Start)
			} else {
				t.Logf("%s: Item %s not found, want %d", f.name, want.Item, want.Start)
			}
		}
		for _, p := range partition(f.doc, r) {
			t.Errorf("%s: %s", f.name, p)
		}
		if missing := missingCore(r); missing != "" {
			t.Errorf("%s: %s", f.name, missing)
		} else {
			complete++
		}
		if index := strings.HasPrefix(g.Note, "cross_reference_index"); index != (r.Kind == Index) {
			t.Errorf("%s: kind %s", f.name, r.Kind)
		}
	}
	if float64(right) < 0.998*float64(all) || all == 0 {
		t.Errorf("%d of %d starts right, want 99.8 %%", right, all)
	}
	t.Logf("%d of %d starts right, core complete in %d filings", right, all, complete)
}

// partition says how the sections of a result fail to cover the text exactly once.
func partition(d *block.Doc, r *Result) []string {
	var wrong []string
	spans := []block.Span{r.Front, r.Back}
	for _, it := range append(append([]Item(nil), r.Items...), r.Parts...) {
		spans = append(spans, it.Spans...)
	}
	slices.SortFunc(spans, func(a, b block.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	at := int32(0)
	for _, s := range spans {
		if s.Start != at || s.End < s.Start {
			wrong = append(wrong, fmt.Sprintf("section %d-%d, want one that starts at %d", s.Start, s.End, at))
		}
		at = s.End
	}
	if int(at) != len(d.Text) {
		wrong = append(wrong, fmt.Sprintf("sections end at %d of %d", at, len(d.Text)))
	}
	return wrong
}

// core are the items that every annual report has, in order.
var core = []string{"1", "2", "3", "5", "7", "8"}

// TestCoreComplete expects the core items exactly once and in order in further filings: old text, HTML
// of three decades, submissions without markup, text made from PDFs.
func TestCoreComplete(t *testing.T) {
	var files []string
	for _, pattern := range []string{"filings-10k/html/*.html", "filings-10k/eras/*.[ht]*",
		"filings-10k/full-submission-stripped/*.txt", "filings-10k/text-from-pdf/*.txt"} {
		dataFolder(t, filepath.Dir(pattern))
		found, _ := filepath.Glob(filepath.Join(realData, pattern))
		files = append(files, found...)
	}
	if len(files) < 80 {
		t.Fatalf("%d filings, want at least 80", len(files))
	}
	complete, all, items := 0, 0, 0
	for i, path := range files {
		if strings.Contains(path, "ksb-") || testing.Short() && i%8 != 0 {
			continue
		}
		f := openFiling(t, path)
		r := Find(f.doc, form10K(), 0)
		all++
		for _, p := range partition(f.doc, r) {
			t.Errorf("%s: %s", f.name, p)
		}
		missing := missingCore(r)
		if missing == "" {
			complete++
		} else {
			t.Logf("%s: %s", f.name, missing)
		}
		for _, it := range r.Items {
			if it.Status != Absent && it.ID != ExecutiveOfficers && it.ID != AfterItems {
				items++
			}
		}
	}
	t.Logf("core complete in %d of %d filings; %.1f items per filing", complete, all, float64(items)/float64(all))
	if float64(complete) < 0.98*float64(all) {
		t.Errorf("core complete in %d of %d filings, want 98 %%", complete, all)
	}
}

func missingCore(r *Result) string {
	last := int32(-1)
	for _, id := range core {
		it := find(r, id)
		if it == nil || it.Status == Absent {
			return "Item " + id + " missing"
		}
		if len(it.Spans) == 0 {
			continue
		}
		if it.Spans[0].Start <= last {
			return "Item " + id + " out of order"
		}
		last = it.Spans[0].Start
	}
	return ""
}
