package embedded

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
)

func TestWriter(t *testing.T) {
	records := made(60, 0)
	dir := create(t, everything)
	if err := Create(dir, "test", everything); !errors.Is(err, ErrExists) {
		t.Error(err)
	}
	w, err := OpenWriter(dir, Options{Source: "corpus-1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenWriter(dir, Options{}); !errors.Is(err, errBusy) {
		t.Errorf("a second writer: %v", err)
	}
	if err := Destroy(dir); !errors.Is(err, errBusy) {
		t.Errorf("removed under a writer: %v", err)
	}
	for i := range records[:50] {
		if err := w.Add(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	bad := map[string]index.Record{
		"dimensions":          {ID: "x", Text: "x", Vector: []float32{1}},
		"no direction":        {ID: "x", Text: "x", Vector: make([]float32, enginetest.Dimension)},
		"an id has 1 to":      {Text: "x", Vector: records[0].Vector},
		"not a field of this": {ID: "x", Vector: records[0].Vector, Fields: index.Fields{"colour": "red"}},
		"its text has":        {ID: "x", Vector: records[0].Vector, Text: strings.Repeat("x", 17<<20)},
	}
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		r := bad[name]
		if err := w.Add(&r); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if x := open(t, dir); x.Len() != 0 {
		t.Errorf("%d records before the commit", x.Len())
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(&records[55]); err == nil {
		t.Error("added after the end")
	}
	x := open(t, dir)
	if x.Len() != 50 || x.Manifest().Source != "corpus-1" {
		t.Errorf("%d records of %q", x.Len(), x.Manifest().Source)
	}
	if f, ok, err := x.Fields(records[7].ID); !ok || err != nil || !maps.Equal(f, records[7].Fields) {
		t.Errorf("%v, %v, %v", f, ok, err)
	}
	if v, ok, err := x.Vector(records[7].ID); !ok || err != nil || len(v) != enginetest.Dimension {
		t.Errorf("%v, %v, %v", v, ok, err)
	}
	for i, want := range map[int]bool{7: true, 57: false} {
		if ok, err := x.Has(records[i].ID); ok != want || err != nil {
			t.Errorf("has %d: %v, %v", i, ok, err)
		}
	}
	if _, ok, err := x.Fields(records[57].ID); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}

func TestIDsThatAreThere(t *testing.T) {
	records := made(60, 0)
	dir := create(t, everything)
	add(t, dir, Options{}, records[:50])
	w, err := OpenWriter(dir, Options{Records: 5})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(&records[3]); !errors.Is(err, errThere) {
		t.Errorf("an id of the index: %v", err)
	}
	for i := 50; i < 57; i++ {
		if err := w.Add(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Add(&records[50]); !errors.Is(err, errThere) {
		t.Errorf("an id of a finished segment: %v", err)
	}
	if err := w.Add(&records[56]); err != nil {
		t.Error(err)
	}
	if err := w.Commit(); err == nil || !strings.Contains(err.Error(), "was added twice") {
		t.Errorf("an id of the open segment: %v", err)
	}
	x := open(t, dir)
	if left, _ := os.ReadDir(dir); x.Len() != 50 || len(left) != 3 {
		t.Errorf("%d records, %v", x.Len(), left)
	}
	w, err = OpenWriter(dir, Options{Records: 2, Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := w.Add(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Add(&records[0]); !errors.Is(err, errThere) {
		t.Errorf("replaced twice: %v", err)
	}
	w.Abort()
	if x := open(t, dir); x.Len() != 50 || len(x.segments) != 1 || x.segments[0].Gone != 0 {
		t.Errorf("%+v after an abort", x.manifest)
	}
}

// TestWriterRemovesLeftovers puts what a killed writer leaves into an index: readers do not see it, the next writer removes it.
func TestWriterRemovesLeftovers(t *testing.T) {
	records := made(20, 0)
	dir := create(t, everything)
	add(t, dir, Options{}, records[:10])
	if err := os.CopyFS(filepath.Join(dir, "segment-77"), os.DirFS(filepath.Join(dir, "segment-1"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".new-1", "segment-78"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".new-2", "gone-9.map", ".gone-9.map.X", "mine.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if x := open(t, dir); x.Len() != 10 {
		t.Errorf("%d records", x.Len())
	}
	add(t, dir, Options{}, records[10:])
	var names []string
	left, _ := os.ReadDir(dir)
	for _, e := range left {
		names = append(names, e.Name())
	}
	if want := []string{"lock", "manifest.json", "mine.txt", "segment-1", "segment-2"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if err := Destroy(dir); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left: %v", left)
	}
	if _, err := Open(dir); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// TestReadersSeeCommitsOnly opens the index again and again while a writer adds, replaces and compacts: there is
// always a whole number of commits in it.
func TestReadersSeeCommitsOnly(t *testing.T) {
	const part, parts = 20, 12
	records := made(part*parts, 0)
	dir := create(t, everything)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range parts {
			add(t, dir, Options{}, records[i*part:(i+1)*part])
			add(t, dir, Options{Replace: true}, records[i*part:i*part+3])
			if i%3 == 2 {
				if _, err := Tidy(dir, Options{}); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	opened, most := 0, 0
	for {
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		n := x.Len()
		if n%part != 0 || n < most {
			t.Errorf("%d records", n)
		}
		most = n
		results, err := inMode(t, x, Hybrid).Search(context.Background(),
			[]index.Query{{Text: records[5].Text, Vector: records[5].Vector, K: 400}})
		if err != nil || (n > 0 && len(results[0].Hits) == 0) {
			t.Errorf("%d records: %v, %v", n, results, err)
		}
		opened++
		x.Close()
		select {
		case <-done:
			if x := open(t, dir); x.Len() != part*parts || opened < 5 {
				t.Errorf("%d records, opened %d times", x.Len(), opened)
			}
			return
		default:
		}
	}
}

// FuzzOpen gives an index another manifest: it is refused, or what it names is what is there.
func FuzzOpen(f *testing.F) {
	dir := create(f, everything)
	add(f, dir, Options{Records: 10}, made(25, 0))
	path := filepath.Join(dir, manifestName)
	seed, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{string(seed), "{}", `{"format":1}`, strings.ReplaceAll(string(seed), "segment-1",
		"segment-2"), strings.ReplaceAll(string(seed), "10,", "-10,")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		x, err := Open(dir)
		if err != nil {
			return
		}
		defer x.Close()
		if x.Len() > 25 {
			t.Errorf("%d records of 25", x.Len())
		}
		for _, mode := range []Mode{Dense, BM25, Hybrid} {
			if s, err := x.Searcher(mode); err == nil {
				_, _ = s.Search(context.Background(), questions(made(3, 0)))
			}
		}
	})
}

// TestTidy changes an index often and a little: its segments stay few, its answers are those of an index that was
// built at once, and where little happened since nothing is done.
func TestTidy(t *testing.T) {
	records := made(600, 0)
	dir, want := create(t, everything), create(t, everything)
	add(t, want, Options{}, records)
	most := 0
	for part := range slices.Chunk(records, 20) {
		add(t, dir, Options{}, part)
		if _, err := Tidy(dir, Options{}); err != nil {
			t.Fatal(err)
		}
		x := open(t, dir)
		most = max(most, len(x.segments))
		for i := 1; i < len(x.segments); i++ {
			if x.segments[i-1].Records <= x.segments[i].Records {
				t.Errorf("a segment of %d records before one of %d", x.segments[i-1].Records, x.segments[i].Records)
			}
		}
	}
	if most < 3 || most > 6 {
		t.Errorf("%d segments at most: the test shows that they are few, and needs some", most)
	}
	queries := questions(records)
	if !reflect.DeepEqual(answers(t, open(t, dir), queries), answers(t, open(t, want), queries)) {
		t.Error("other answers than those of an index that was built at once")
	}
	gone := 0
	for some := range slices.Chunk(records[:450], 15) {
		remove(t, dir, some)
		gone += len(some)
		done, err := Tidy(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := open(t, dir)
		if again, err := Tidy(dir, Options{}); again || err != nil {
			t.Fatalf("there was something left to do: %v", err)
		}
		for _, s := range x.segments {
			if s.Gone*goneShare >= s.Records {
				t.Fatalf("of %d records %d are gone", s.Records, s.Gone)
			}
		}
		if gone == len(some) && done {
			t.Error("few of many records are gone, and a segment was written again")
		}
		if err := x.Verify(); err != nil || x.Len() != len(records)-gone {
			t.Errorf("%d records, want %d, %v", x.Len(), len(records)-gone, err)
		}
	}
}

func remove(t *testing.T, dir string, records []index.Record) {
	t.Helper()
	w, err := OpenWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if ok, err := w.Remove(r.ID); !ok || err != nil {
			t.Fatalf("%q: %v, %v", r.ID, ok, err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}
