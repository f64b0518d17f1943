package embedded

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
)

var everything = Settings{Schema: enginetest.Schema, Embedder: &embed.Info{Name: "made", Hash: "1",
	Dimension: enginetest.Dimension}, Texts: &Texts{}}

func create(t testing.TB, s Settings) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if err := Create(dir, "test", s); err != nil {
		t.Fatal(err)
	}
	return dir
}

// add adds records and commits.
func add(t testing.TB, dir string, o Options, records []index.Record) {
	t.Helper()
	w, err := OpenWriter(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if err := w.Add(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *Index {
	t.Helper()
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func inMode(t testing.TB, x *Index, mode Mode) index.Searcher {
	t.Helper()
	s, err := x.Searcher(mode)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	codes := everything
	codes.CodesOnly = true
	for _, c := range []struct {
		name     string
		mode     Mode
		settings Settings
		records  int // of a segment
	}{
		{"dense", Dense, everything, 0}, {"dense in segments", Dense, everything, 90}, {"int8", Int8, everything, 150},
		{"bm25", BM25, everything, 0}, {"bm25 in segments", BM25, everything, 90},
		{"hybrid", Hybrid, everything, 0}, {"hybrid in segments", Hybrid, everything, 90}, {"hybrid of codes", Hybrid, codes, 90},
	} {
		t.Run(c.name, func(t *testing.T) {
			enginetest.Run(t, func(t *testing.T) enginetest.Engine {
				var dir string
				o := Options{Tool: "test", Records: c.records}
				return enginetest.Engine{
					Load: func(t *testing.T, records []index.Record) index.Searcher {
						dir = create(t, c.settings)
						add(t, dir, o, records)
						return inMode(t, open(t, dir), c.mode)
					},
					Overwrite: func(t *testing.T, records []index.Record) index.Searcher {
						replace := o
						replace.Replace = true
						add(t, dir, replace, records)
						x := open(t, dir)
						if err := x.Verify(); err != nil {
							t.Error(err)
						}
						return inMode(t, x, c.mode)
					},
					Remove: func(t *testing.T, ids []string) index.Searcher {
						w, err := OpenWriter(dir, o)
						if err != nil {
							t.Fatal(err)
						}
						for _, id := range ids {
							if ok, err := w.Remove(id); !ok || err != nil {
								t.Errorf("remove %q: %v, %v", id, ok, err)
							}
						}
						if ok, err := w.Remove(ids[0]); ok || err != nil {
							t.Errorf("removed twice: %v, %v", ok, err)
						}
						if err := w.Commit(); err != nil {
							t.Fatal(err)
						}
						x := open(t, dir)
						if err := x.Verify(); err != nil {
							t.Error(err)
						}
						return inMode(t, x, c.mode)
					},
					Vectors: c.mode != BM25, Texts: c.mode == BM25 || c.mode == Hybrid, TiesByAdding: true,
				}
			})
		})
	}
}

// made are records of a small corpus, some of which are equal.
func made(n int, from int) []index.Record {
	all := make([]index.Record, n)
	for i := range all {
		r := rand.New(rand.NewPCG(uint64((from+i)%(n-n/10)), 3))
		words := make([]string, 4+r.IntN(9))
		for k := range words {
			words[k] = fmt.Sprintf("w%d", r.IntN(40)*r.IntN(9))
		}
		v := make([]float32, enginetest.Dimension)
		for k := range v {
			v[k] = float32(r.NormFloat64())
		}
		all[i] = index.Record{ID: fmt.Sprintf("%010d_10-K_2020_section_7_%d", (from+i)/50, from+i), Text: strings.Join(words, " "), Vector: v,
			Fields: index.Fields{"cik_int": int64((from + i) / 50), "report_year": int64(2020), "form_type": "10-K", "sentence_pos": int64(i % 50)}}
	}
	return all
}

func questions(records []index.Record) []index.Query {
	var queries []index.Query
	for i := 0; i < len(records); i += 7 {
		q := index.Query{Text: records[i].Text, Vector: records[i].Vector, K: 15}
		if i%2 == 0 {
			q.Filter = index.Where(index.Fields{"cik_int": records[i].Fields["cik_int"]})
		}
		queries = append(queries, q)
	}
	return queries
}

// answers are those of all modes.
func answers(t *testing.T, x *Index, queries []index.Query) map[Mode][]index.Result {
	t.Helper()
	all := map[Mode][]index.Result{}
	for _, mode := range []Mode{Dense, Int8, BM25, Hybrid} {
		r, err := inMode(t, x, mode).Search(context.Background(), queries)
		if err != nil {
			t.Fatal(err)
		}
		hits := 0
		for i := range r {
			hits += len(r[i].Hits)
		}
		if hits < len(queries) {
			t.Fatalf("%s: %d hits of %d queries", mode, hits, len(queries))
		}
		all[mode] = r
	}
	return all
}

// TestSegmentsDoNotMatter builds the same index in one go, in segments, in several runs, and compacted.
func TestSegmentsDoNotMatter(t *testing.T) {
	records := made(900, 0)
	queries := questions(records)
	one := create(t, everything)
	add(t, one, Options{}, records)
	want := answers(t, open(t, one), queries)

	segments := create(t, everything)
	add(t, segments, Options{Records: 100}, records)
	runs := create(t, everything)
	for part := range slices.Chunk(records, 90) {
		add(t, runs, Options{}, part)
	}
	for name, dir := range map[string]string{"segments": segments, "runs": runs} {
		x := open(t, dir)
		if len(x.segments) < 7 {
			t.Fatalf("%s: %d segments", name, len(x.segments))
		}
		if got := answers(t, x, queries); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: other answers", name)
		}
	}
	if _, err := Tidy(runs, Options{Tool: "test"}); err != nil {
		t.Fatal(err)
	}
	x := open(t, runs)
	if err := x.Verify(); err != nil || len(x.segments) != 1 || x.Len() != len(records) {
		t.Errorf("compacted: %d segments, %d records, %v", len(x.segments), x.Len(), err)
	}
	if got := answers(t, x, queries); !reflect.DeepEqual(got, want) {
		t.Error("compacted: other answers")
	}
	for _, name := range []string{fieldsName, denseName, termsName} {
		a, _ := os.ReadFile(filepath.Join(one, "segment-1", name))
		b, err := os.ReadFile(filepath.Join(runs, x.segments[0].Name, name))
		if err != nil || !bytes.Equal(withoutTool(a), withoutTool(b)) {
			t.Errorf("%s compacted is not the file that would have been built: %v", name, err)
		}
	}
}

// withoutTool takes the version of the tool out of a file's table, and what depends on it.
func withoutTool(content []byte) []byte {
	return bytes.ReplaceAll(content[:max(0, len(content)-32)], []byte(`"tool":"test"`), []byte(`"tool":""`))
}

// TestCompactedEqualsRebuilt removes and replaces, and compacts: the answers are those of an index built without.
func TestCompactedEqualsRebuilt(t *testing.T) {
	records := made(400, 0)
	dir := create(t, everything)
	add(t, dir, Options{Records: 60}, records)
	w, err := OpenWriter(dir, Options{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	var left []index.Record
	for i, r := range records {
		if i%3 > 0 {
			left = append(left, r)
		} else if ok, err := w.Remove(r.ID); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	again := made(30, 5000)
	for i := range again {
		again[i].ID = left[i*5].ID
		if err := w.Add(&again[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	left = slices.DeleteFunc(left, func(r index.Record) bool {
		return slices.ContainsFunc(again, func(a index.Record) bool { return a.ID == r.ID })
	})
	left = append(left, again...)
	reader := open(t, dir)
	want := create(t, everything)
	add(t, want, Options{}, left)
	if _, err := Tidy(dir, Options{Records: 150}); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir)
	if err := x.Verify(); err != nil || x.Len() != len(left) || len(x.segments) < 2 {
		t.Errorf("%d records of %d in %d segments, %v", x.Len(), len(left), len(x.segments), err)
	}
	queries := questions(left)
	if !reflect.DeepEqual(answers(t, x, queries), answers(t, open(t, want), queries)) {
		t.Error("other answers than those of an index built of what is left")
	}
	if reader.Len() != len(left) {
		t.Errorf("an open reader has %d records", reader.Len())
	}
	answers(t, reader, queries) // its files may be gone, and it goes on
}

func TestRecordsWithoutVectors(t *testing.T) {
	records := made(300, 0)
	for i := range records {
		if i%4 == 0 {
			records[i].Vector = nil
		}
	}
	dir := create(t, everything)
	add(t, dir, Options{Records: 90}, records)
	x := open(t, dir)
	if err := x.Verify(); err != nil {
		t.Fatal(err)
	}
	queries := questions(records)
	for i := range queries {
		queries[i].Vector = records[1].Vector
	}
	found := answers(t, x, queries)
	seen := map[Mode]bool{}
	for mode, results := range found {
		for _, r := range results {
			for _, h := range r.Hits {
				i := slices.IndexFunc(records, func(r index.Record) bool { return r.ID == h.ID })
				seen[mode] = seen[mode] || i%4 == 0
			}
		}
	}
	if seen[Dense] || seen[Int8] || !seen[BM25] || !seen[Hybrid] {
		t.Errorf("records without vectors are found in modes %v", seen)
	}
	if v, ok, err := x.Vector(records[4].ID); v != nil || !ok || err != nil {
		t.Errorf("%v, %v, %v", v, ok, err)
	}
	vectors := everything
	vectors.Texts = nil
	w, err := OpenWriter(create(t, vectors), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(&records[0]); err == nil || !strings.Contains(err.Error(), "0 dimensions") {
		t.Errorf("a record of nothing: %v", err)
	}
}

func TestModesThatAreNot(t *testing.T) {
	texts, vectors, codes := everything, everything, everything
	texts.Embedder, vectors.Texts, codes.CodesOnly = nil, nil, true
	for _, c := range []struct {
		settings Settings
		mode     Mode
		want     string
	}{
		{texts, Dense, "no vectors"}, {texts, Hybrid, "no vectors"}, {vectors, BM25, "no texts"}, {vectors, Hybrid, "no texts"},
		{codes, Dense, "codes only"}, {everything, "hnsw", "unknown mode"},
	} {
		if _, err := open(t, create(t, c.settings)).Searcher(c.mode); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.mode, err)
		}
	}
}

// TestFieldsAlone: an index without vectors and texts holds ids and fields, and cannot be searched.
func TestFieldsAlone(t *testing.T) {
	dir := create(t, Settings{Schema: enginetest.Schema})
	records := made(20, 0)
	for i := range records {
		records[i].Vector, records[i].Text = nil, ""
	}
	add(t, dir, Options{}, records)
	x := open(t, dir)
	f, there, err := x.Fields(records[7].ID)
	if x.Len() != 20 || !there || err != nil || f["cik_int"] != records[7].Fields["cik_int"] {
		t.Errorf("%d records, %v %v %v", x.Len(), there, f, err)
	}
	if err := x.Verify(); err != nil {
		t.Error(err)
	}
	for _, mode := range []Mode{Dense, Int8, BM25, Hybrid} {
		if _, err := x.Searcher(mode); err == nil {
			t.Errorf("%s: it can be searched", mode)
		}
	}
}

func TestManifestsThatCannotBe(t *testing.T) {
	dir := create(t, everything)
	add(t, dir, Options{}, made(20, 0))
	path := filepath.Join(dir, manifestName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{`"name": "segment-1"`, `"name": "../segment-1"`, "contradict"},
		{`"name": "segment-1"`, `"name": "segment-2"`, "no such file"},
		{`"records": 20`, `"records": 21`, "contradict"},
		{`"records": 20`, `"records": -1`, "contradict"},
		{`"records": 20`, `"records": 20, "gone": 3, "list": "/etc/passwd"`, "contradict"},
		{`"records": 20`, `"records": 20, "gone": 3`, "contradict"},
		{`"format": 1`, `"format": 2`, "update assay"},
		{`"dimension": 24`, `"dimension": 25`, "contradict"},
		{`"kind": "float"`, `"kind": "date"`, "which is none"},
		{`"segments": [`, `"segments": 7, "more": [`, "cannot unmarshal"},
	} {
		if !bytes.Contains(good, []byte(c[0])) {
			t.Fatalf("the manifest has no %s:\n%s", c[0], good)
		}
		if err := os.WriteFile(path, bytes.Replace(good, []byte(c[0]), []byte(c[1]), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v", c[1], err)
		}
	}
}

// TestVerify damages each file of an index in many places: Open or Verify finds it, and a search does not fall over.
func TestVerify(t *testing.T) {
	dir := create(t, everything)
	records := made(80, 0)
	add(t, dir, Options{}, records)
	add(t, dir, Options{Replace: true}, records[:9])
	queries := questions(records)
	tried := 0
	for _, name := range []string{"segment-1/" + fieldsName, "segment-1/" + denseName, "segment-1/" + termsName, "gone-3.map"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += 1 + len(whole)/60 {
			damaged := slices.Clone(whole)
			damaged[at] ^= 0x55
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			tried++
			x, err := Open(dir)
			if err != nil {
				continue
			}
			if x.Verify() == nil && whole[at] != 0 { // what lies between sections is zero and means nothing
				t.Errorf("%s: a change of byte %d of %d was not noticed", name, at, len(whole))
			}
			for _, mode := range []Mode{Dense, BM25, Hybrid} {
				_, _ = inMode(t, x, mode).Search(context.Background(), queries)
			}
			x.Close()
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := open(t, dir).Verify(); err != nil || tried < 200 {
		t.Errorf("%d places, %v", tried, err)
	}
}
