package update

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
)

// corpus is the sentences of documents: d1_section_1_0 and so on.
type corpus struct {
	texts map[string][]string
	fail  error // after the last record
}

func (c *corpus) records(documents ...string) iter.Seq2[*index.Record, error] {
	return func(yield func(*index.Record, error) bool) {
		for _, d := range []string{"d1", "d2", "d3"} {
			if len(documents) > 0 && !slices.Contains(documents, d) {
				continue
			}
			for i, text := range c.texts[d] {
				hash := int64(0)
				for _, b := range []byte(text) {
					hash = hash*31 + int64(b)
				}
				r := &index.Record{ID: fmt.Sprintf("%s_section_1_%d", d, i), Text: text, Fields: index.Fields{"text_hash": hash, "doc_id": d}}
				if !yield(r, nil) {
					return
				}
			}
		}
		if c.fail != nil {
			yield(nil, c.fail)
		}
	}
}

func embedder(t *testing.T) *embed.Model {
	t.Helper()
	texts := func(yield func(string, error) bool) {
		for _, text := range []string{"sales rose", "sales fell", "costs rose", "costs fell"} {
			if !yield(text, nil) {
				return
			}
		}
	}
	m, err := lsa.Train(t.Context(), texts, lsa.Options{Dim: 2})
	if err != nil {
		t.Fatal(err)
	}
	e := embed.LSA(m)
	e.BatchSize = 3
	t.Cleanup(func() { e.Close() })
	return e
}

func TestEmbeddedIndex(t *testing.T) {
	e := embedder(t)
	for _, c := range []struct {
		name  string
		texts *embedded.Texts
		want  []Counts // of each step
		held  []int
	}{
		{"with words", &embedded.Texts{},
			[]Counts{{Added: 5, NoVector: 1}, {Kept: 5}, {Kept: 3, Replaced: 1, Removed: 1, NoVector: 1},
				{Kept: 2, Added: 1, Removed: 2}}, []int{5, 5, 4, 3}},
		{"vectors only", nil, []Counts{{Added: 4, NoVector: 1}, {Kept: 4, NoVector: 1}, {Kept: 2, Removed: 2, NoVector: 2},
			{Kept: 2, Added: 1}}, []int{4, 4, 2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := embedded.Create(dir, "test", embedded.Settings{Schema: index.Sentences, Embedder: &e.Info, Texts: c.texts}); err != nil {
				t.Fatal(err)
			}
			all := &corpus{}
			for i, texts := range []map[string][]string{
				{"d1": {"sales rose", "costs rose", "sales fell"}, "d2": {"costs fell", "xyzzy"}},
				{"d1": {"sales rose", "costs rose", "sales fell"}, "d2": {"costs fell", "xyzzy"}},
				{"d1": {"sales rose", "plugh"}, "d2": {"costs fell", "xyzzy"}}, // replaced by words nobody knows, and shorter
				{"d1": {"sales rose"}, "d2": {"costs fell"}, "d3": {"costs rose"}},
			} {
				all.texts = texts
				done := 0
				got, err := Run(t.Context(), Source{Records: all.records, Embedder: e}, Target{Dir: dir},
					Options{Tool: "test", Progress: func(n int) { done = n }})
				if err != nil {
					t.Fatal(err)
				}
				got.Tidied = false
				if got != c.want[i] {
					t.Errorf("step %d: got %+v, want %+v", i+1, got, c.want[i])
				}
				want := 0
				for range all.records() {
					want++
				}
				if x := open(t, dir); x.Len() != c.held[i] || x.Verify() != nil || done != want {
					t.Errorf("step %d: %d records, want %d; %d done, want %d; %v", i+1, x.Len(), c.held[i], done, want, x.Verify())
				}
			}
		})
	}
}

func open(t *testing.T, dir string) *embedded.Index {
	t.Helper()
	x, err := embedded.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// TestKeepsWhatWasDone ends updates early: what was written is there for the next one.
func TestKeepsWhatWasDone(t *testing.T) {
	e := embedder(t)
	dir := t.TempDir()
	if err := embedded.Create(dir, "test", embedded.Settings{Schema: index.Sentences, Embedder: &e.Info}); err != nil {
		t.Fatal(err)
	}
	all := &corpus{texts: map[string][]string{"d1": {"sales rose", "costs rose", "sales fell", "costs fell"}}, fail: errors.New("unreadable")}
	source, target := Source{Records: all.records, Embedder: e}, Target{Dir: dir}
	if got, err := Run(t.Context(), source, target, Options{}); !errors.Is(err, all.fail) || got != (Counts{Added: 3}) {
		t.Errorf("%+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	all.fail = nil
	if _, err := Run(ctx, source, target, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got, err := Run(t.Context(), source, target, Options{}); err != nil || got.Kept != 3 || got.Added != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}
