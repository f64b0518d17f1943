package enginecopy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/index/update"
	"github.com/assayhq/assay/internal/fakeengine"
)

const (
	dimension = 8
	batch     = 4096 // records that an update adds at once
)

// world is an index, an engine, and the copy of the one in the other.
type world struct {
	t       *testing.T
	dir     string
	records map[string]*index.Record
	order   []string
	server  *fakeengine.Server
	info    *Info
}

func newWorld(t *testing.T, n int) *world {
	s := fakeengine.NewQdrant("")
	t.Cleanup(s.Close)
	w := &world{t: t, dir: t.TempDir(), records: map[string]*index.Record{}, server: s,
		info: &Info{Tool: "test", Type: "qdrant", Index: "main", Schema: index.Sentences,
			Embedder: &embed.Info{Name: "made", Hash: "1", Dimension: dimension}}}
	for i := range n {
		w.put(fmt.Sprintf("s%05d", i), "first")
	}
	return w
}

// put makes or changes a sentence.
func (w *world) put(id, text string) {
	r := rand.New(rand.NewPCG(uint64(len(text)), uint64(len(w.order))))
	v := make([]float32, dimension)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	if w.records[id] == nil {
		w.order = append(w.order, id)
	}
	w.records[id] = &index.Record{ID: id, Text: text, Vector: v, Fields: index.Fields{"text_hash": int64(len(text)), "cik_int": int64(7)}}
}

func (w *world) engine() engine.Engine {
	e, err := engine.Open("qdrant",
		engine.Settings{Values: map[string]string{"url": w.server.URL, "collection": "s", "batch": "64"}, Shape: w.info.Shape(),
			Env: func(string) string { return "" }, Retry: &wrap.Retry{Tries: 1, Base: time.Millisecond}})
	if err != nil {
		w.t.Fatal(err)
	}
	return e
}

func (w *world) copyDir() string { return filepath.Join(w.dir, "copy") }

// index rebuilds the index from what there is.
func (w *world) index() *embedded.Index {
	w.t.Helper()
	dir := filepath.Join(w.t.TempDir(), "index")
	err := embedded.Create(dir, "test", embedded.Settings{Schema: w.info.Schema, Embedder: w.info.Embedder})
	var writer *embedded.Writer
	if err == nil {
		writer, err = embedded.OpenWriter(dir, embedded.Options{})
	}
	for r, _ := range w.corpus() {
		if err == nil && r.Vector != nil {
			err = writer.Add(r)
		}
	}
	if err == nil {
		err = writer.Commit()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	x, err := embedded.Open(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { x.Close() })
	return x
}

func (w *world) corpus() iter.Seq2[*index.Record, error] {
	return func(yield func(*index.Record, error) bool) {
		for _, id := range w.order {
			if r := w.records[id]; r != nil {
				sent := *r
				if !yield(&sent, nil) {
					return
				}
			}
		}
	}
}

// update brings the copy up to date.
func (w *world) update() (update.Counts, error) {
	w.t.Helper()
	e := w.engine()
	defer e.Close()
	target, err := Open(context.Background(), w.copyDir(), w.info, e)
	if err != nil {
		return update.Counts{}, err
	}
	source := update.Source{Vectors: w.index(), Records: func(...string) iter.Seq2[*index.Record, error] { return w.corpus() }}
	counts, err := update.Run(context.Background(), source, target, update.Options{Tool: "test"})
	counts.Tidied = false // depends on how many commits there were
	return counts, err
}

// agrees checks that the engine, what is noted, and the truth are the same.
func (w *world) agrees() {
	w.t.Helper()
	e := w.engine()
	defer e.Close()
	want := 0
	var ids []string
	for r := range w.corpus() {
		if r.Vector != nil {
			want++
			ids = append(ids, r.ID)
		}
	}
	held, err := Len(w.copyDir())
	n, countErr := e.Count(context.Background())
	vectors, vectorsErr := e.Vectors(context.Background(), ids)
	if err := errors.Join(err, countErr, vectorsErr); err != nil {
		w.t.Fatal(err)
	}
	if held != want || n != want {
		w.t.Errorf("noted %d, the engine has %d, of %d", held, n, want)
	}
	for i, v := range vectors {
		if len(v) != dimension || cosine(v, w.records[ids[i]].Vector) < 1-1e-6 {
			w.t.Fatalf("%s has the vector %v, not %v", ids[i], v, w.records[ids[i]].Vector)
		}
	}
}

func cosine(a, b []float32) float64 {
	ab, aa, bb := 0.0, 0.0, 0.0
	for i := range a {
		ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	return ab * ab / (aa * bb) * map[bool]float64{true: 1, false: -1}[ab > 0]
}

func TestUpdate(t *testing.T) {
	w := newWorld(t, 300)
	steps := []struct {
		name string
		do   func()
		want update.Counts
	}{
		{"all is new", func() {}, update.Counts{Added: 300}},
		{"nothing is new", func() {}, update.Counts{Kept: 300}},
		{"one reads otherwise", func() { w.put("s00007", "second!") }, update.Counts{Kept: 299, Replaced: 1}},
		{"two are gone, one is new", func() { w.records["s00001"], w.records["s00299"] = nil, nil; w.put("t1", "a third") },
			update.Counts{Kept: 298, Added: 1, Removed: 2}},
		{"one has no vector from the beginning", func() { w.put("t2", "mute"); w.records["t2"].Vector = nil },
			update.Counts{Kept: 299, NoVector: 1}},
		{"one loses its vector", func() { w.put("s00008", "is muted"); w.records["s00008"].Vector = nil },
			update.Counts{Kept: 298, NoVector: 2, Removed: 1}},
		{"it has one again", func() { w.put("s00008", "said once more") }, update.Counts{Kept: 298, Added: 1, NoVector: 1}},
	}
	for _, s := range steps {
		s.do()
		got, err := w.update()
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if got != s.want {
			t.Errorf("%s: %+v, want %+v", s.name, got, s.want)
		}
		w.agrees()
	}
}

// TestUpdateResumesAfterFailure: what was acknowledged before a failure is not sent again, and the next update ends the same.
func TestUpdateResumesAfterFailure(t *testing.T) {
	w := newWorld(t, 3*batch)
	if _, err := w.update(); err != nil {
		t.Fatal(err)
	}
	for i := range 2 * batch {
		w.put(fmt.Sprintf("t%05d", i), "new")
	}
	w.server.Next(fakeengine.None, fakeengine.None, fakeengine.None, fakeengine.ServerError)
	first, err := w.update()
	if err == nil {
		t.Fatal("no failure")
	}
	second, err := w.update()
	if err != nil {
		t.Fatal(err)
	}
	if first.Added+second.Added != 2*batch || second.Kept != 3*batch+first.Added {
		t.Errorf("first %+v, then %+v", first, second)
	}
	w.agrees()
}

func TestRefuses(t *testing.T) {
	t.Run("an index of others", func(t *testing.T) {
		w := newWorld(t, 5)
		e := w.engine()
		if err := e.Create(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.update(); err == nil || !strings.Contains(err.Error(), "not put there from this workspace") {
			t.Error(err)
		}
		if _, err := Read(w.copyDir()); !errors.Is(err, ErrNone) {
			t.Errorf("it is noted as ours: %v", err)
		}
		if n, err := e.Count(t.Context()); n != 0 || err != nil {
			t.Errorf("%d records were put into it, %v", n, err)
		}
	})
	t.Run("another embedder", func(t *testing.T) {
		w := newWorld(t, 5)
		if _, err := w.update(); err != nil {
			t.Fatal(err)
		}
		w.info = &Info{Tool: "test", Type: "qdrant", Index: "main", Schema: index.Sentences,
			Embedder: &embed.Info{Name: "made", Hash: "2", Dimension: dimension}}
		if _, err := w.update(); !errors.Is(err, errOther) {
			t.Error(err)
		}
	})
	t.Run("a copy that is lost", func(t *testing.T) {
		w := newWorld(t, 5)
		if _, err := w.update(); err != nil {
			t.Fatal(err)
		}
		if err := w.engine().Drop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.update(); err == nil || !strings.Contains(err.Error(), "has lost the copy of 5 sentences") {
			t.Error(err)
		}
		if err := Drop(t.Context(), w.copyDir(), w.engine()); err != nil {
			t.Fatal(err)
		}
		if c, err := w.update(); err != nil || c.Added != 5 {
			t.Errorf("%+v %v", c, err)
		}
	})
	t.Run("notes that cannot be", func(t *testing.T) {
		for _, text := range []string{"", "{", `{"kind": "assay index", "format": 1}`,
			`{"kind": "assay engine copy", "format": 2}`, `{"kind": "assay engine copy", "format": 0}`} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, infoName), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Read(dir); err == nil || errors.Is(err, ErrNone) {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
