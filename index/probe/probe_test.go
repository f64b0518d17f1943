package probe

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
)

const dimension = 16

// built is an index of sentences of ten companies.
func built(t *testing.T, n int, s embedded.Settings) *embedded.Index {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	r := rand.New(rand.NewPCG(3, 4))
	err := embedded.Create(dir, "test", s)
	var w *embedded.Writer
	if err == nil {
		w, err = embedded.OpenWriter(dir, embedded.Options{})
	}
	for i := 0; i < n && err == nil; i++ {
		v := make([]float32, dimension)
		for k := range v {
			v[k] = float32(r.NormFloat64())
		}
		if s.Embedder == nil {
			v = nil
		}
		err = w.Add(&index.Record{ID: fmt.Sprintf("s%05d", i), Vector: v, Text: fmt.Sprintf("sentence number%d", i), Fields: index.Fields{
			"cik_int": int64(1 + i%10), "report_year": int64(2015 + i/10%8), "section_name": fmt.Sprintf("ITEM_%d", 1+i/80%9), "form_type": "10-K",
			"sentence_pos": int64(i / 720), "text_hash": int64(i)}})
	}
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	x, err := embedded.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// whole is an engine that does everything right: the index itself.
type whole struct {
	index.Searcher
	x *embedded.Index
}

func (e whole) Count(context.Context) (int, error) { return e.x.Len(), nil }

func (e whole) Vectors(_ context.Context, ids []string) ([][]float32, error) {
	all := make([][]float32, len(ids))
	for i, id := range ids {
		v, _, err := e.x.Vector(id)
		if err != nil {
			return nil, err
		}
		all[i] = v
	}
	return all, nil
}

// broken is one that does one thing wrong.
type broken struct {
	whole
	ask  func(q *index.Query)
	hits func(q *index.Query, r *index.Result)
	n    int
	v    func([][]float32)
}

func (e *broken) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	queries = slices.Clone(queries)
	for i := range queries {
		if e.ask != nil {
			e.ask(&queries[i])
		}
	}
	results, err := e.whole.Search(ctx, queries)
	for i := range results {
		if e.hits != nil {
			e.hits(&queries[i], &results[i])
		}
	}
	return results, err
}

func (e *broken) Count(context.Context) (int, error) { return e.x.Len() + e.n, nil }

func (e *broken) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	all, err := e.whole.Vectors(ctx, ids)
	if e.v != nil {
		e.v(all)
	}
	return all, err
}

// TestEngineFaultsAreNamed: each thing that an engine does wrong is found under its name, and what it does right stays right.
func TestEngineFaultsAreNamed(t *testing.T) {
	x := built(t, 2000, embedded.Settings{Schema: index.Sentences, Embedder: &embed.Info{Name: "made", Hash: "1", Dimension: dimension}})
	dense, err := x.Searcher(embedded.Dense)
	if err != nil {
		t.Fatal(err)
	}
	const answers, filters, altered, records, vectors, selves = "answers", "filters", "fields and distances", "records", "vectors",
		"sentences find themselves"
	for _, c := range []struct {
		name  string
		e     broken
		wrong []string // beginnings of findings; all others are right
	}{
		{"nothing", broken{}, nil},
		{"a record is missing", broken{n: -1}, []string{records}},
		{"a vector is missing", broken{v: func(all [][]float32) { all[3] = nil }}, []string{vectors}},
		{"vectors are of another embedder", broken{v: func(all [][]float32) { slices.Reverse(all) }}, []string{vectors}},
		{"the filter is dropped", broken{ask: func(q *index.Query) { q.Filter = nil }}, []string{filters, "recall"}},
		{"half of the neighbours are lost", broken{hits: func(_ *index.Query, r *index.Result) {
			r.Hits = slices.DeleteFunc(r.Hits, func(h index.Hit) bool { return h.Rank%2 == 0 })
		}}, []string{"recall"}},
		{"the sentence itself is lost", broken{hits: func(_ *index.Query, r *index.Result) {
			r.Hits = slices.DeleteFunc(r.Hits, func(h index.Hit) bool { return h.Distance < 1e-6 })
		}}, []string{selves}},
		{"another field's value", broken{hits: func(_ *index.Query, r *index.Result) {
			for i := range r.Hits {
				r.Hits[i].Fields["report_year"] = int64(1999)
			}
		}}, []string{altered}},
		{"similarities for distances", broken{hits: func(_ *index.Query, r *index.Result) {
			for i := range r.Hits {
				r.Hits[i].Distance = 1 - r.Hits[i].Distance
			}
		}}, []string{altered}},
		{"one query in fifty fails", broken{hits: func() func(*index.Query, *index.Result) {
			n := 0
			return func(_ *index.Query, r *index.Result) {
				if n++; n%50 == 0 {
					*r = index.Result{Err: fmt.Errorf("shard 2 is gone")}
				}
			}
		}()}, []string{answers}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.e.whole = whole{dense, x}
			r, err := Run(t.Context(), &Subject{Engine: &c.e, Mode: embedded.Dense, Index: x, Put: x.Len()},
				Options{Sentences: 100, K: 10, Floor: 0.95})
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]bool{}
			for _, f := range r.Findings {
				at := slices.IndexFunc(c.wrong, func(name string) bool { return strings.HasPrefix(f.Name, name) })
				if at < 0 && f.Verdict != Right {
					t.Errorf("%+v", f)
				}
				if at >= 0 && f.Verdict != Right {
					found[c.wrong[at]] = true
				}
			}
			if len(found) != len(c.wrong) {
				t.Errorf("found %v, want %v", found, c.wrong)
			}
		})
	}
}

// TestRecallNearTheFloorIsUnclear: a recall between is neither right nor wrong.
func TestRecallNearTheFloorIsUnclear(t *testing.T) {
	x := built(t, 500, embedded.Settings{Schema: index.Sentences, Embedder: &embed.Info{Name: "made", Hash: "1", Dimension: dimension}})
	dense, err := x.Searcher(embedded.Dense)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	e := &broken{whole: whole{dense, x}, hits: func(_ *index.Query, result *index.Result) {
		result.Hits = slices.DeleteFunc(result.Hits, func(h index.Hit) bool { return h.Rank > 1 && r.IntN(20) == 0 })
	}}
	report, err := Run(t.Context(), &Subject{Engine: e, Mode: embedded.Dense, Index: x, Put: x.Len()}, Defaults)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Name == "recall@10, none" && f.Verdict != Unclear {
			t.Errorf("%+v", f)
		}
	}
}

// TestWordSearchHasNoExactAnswer: an engine that ranks by words has no exact answer, and is held to all the rest.
func TestWordSearchHasNoExactAnswer(t *testing.T) {
	x := built(t, 400, embedded.Settings{Schema: index.Sentences, Texts: &embedded.Texts{}})
	words, err := x.Searcher(embedded.BM25)
	if err != nil {
		t.Fatal(err)
	}
	s := &Subject{Engine: whole{words, x}, Mode: embedded.BM25, Index: x, Put: 400, Text: func(id string) (string, error) {
		n := 0
		_, err := fmt.Sscanf(id, "s%d", &n)
		return fmt.Sprintf("sentence number%d", n), err
	}}
	r, err := Run(t.Context(), s, Options{Sentences: 50, K: 5, Floor: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, f := range r.Findings {
		names = append(names, f.Name)
		if f.Verdict != Right {
			t.Errorf("%+v", f)
		}
	}
	if want := []string{"records", "answers", "filters", "fields and distances", "sentences find themselves"}; !slices.Equal(names, want) {
		t.Errorf("findings %v, want %v", names, want)
	}
}

func TestRefuses(t *testing.T) {
	vectors := embedded.Settings{Schema: index.Sentences, Embedder: &embed.Info{Name: "made", Hash: "1", Dimension: dimension}}
	codes := vectors
	codes.CodesOnly = true
	for _, c := range []struct {
		name string
		s    Subject
		want string
	}{
		{"codes only", Subject{Index: built(t, 10, codes)}, "without --codes-only"},
		{"more than the engine gives", Subject{Index: built(t, 10, vectors), MaxK: 10}, "gives 10 hits at most"},
		{"an empty index", Subject{Index: built(t, 0, vectors)}, "the index is empty"},
	} {
		c.s.Mode = embedded.Dense
		if _, err := Run(t.Context(), &c.s, Defaults); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
