package embedded

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
)

// TestInMemoryEqualsDisk searches the same records in memory and on disk, in every mode.
func TestInMemoryEqualsDisk(t *testing.T) {
	records := made(3000, 0)
	dir := create(t, everything)
	add(t, dir, Options{}, records)
	memory, err := InMemory(everything, records)
	if err != nil {
		t.Fatal(err)
	}
	if err := memory.Verify(); err != nil || memory.Len() != len(records) {
		t.Errorf("%d records, %v; want %d", memory.Len(), err, len(records))
	}
	queries := questions(records)
	got, want := answers(t, memory, queries), answers(t, open(t, dir), queries)
	hits := 0
	for mode := range want {
		if !reflect.DeepEqual(got[mode], want[mode]) {
			t.Errorf("mode %s: memory and disk give other hits", mode)
		}
		for _, r := range got[mode] {
			hits += len(r.Hits)
		}
	}
	if hits < 100 {
		t.Errorf("got %d hits, want at least 100", hits)
	}
}

func TestInMemoryRefuses(t *testing.T) {
	words := Settings{Texts: &Texts{}}
	for want, build := range map[string]func() (*Index, error){
		"added twice": func() (*Index, error) {
			return InMemory(words, []index.Record{{ID: "a", Text: "x"}, {ID: "a", Text: "y"}})
		},
		"it has a vector": func() (*Index, error) {
			return InMemory(words, []index.Record{{ID: "a", Text: "x", Vector: []float32{1}}})
		},
		"no analyzer":  func() (*Index, error) { return InMemory(Settings{Texts: &Texts{Analyzer: "x"}}, nil) },
		"1 to 1024":    func() (*Index, error) { return InMemory(words, []index.Record{{Text: "x"}}) },
		"0 dimensions": func() (*Index, error) { return InMemory(Settings{Embedder: &embed.Info{}}, nil) },
		`field "color"`: func() (*Index, error) {
			return InMemory(words, []index.Record{{ID: "a", Fields: index.Fields{"color": "red"}}})
		},
	} {
		if _, err := build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	x, err := InMemory(words, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := inMode(t, x, BM25).Search(t.Context(), []index.Query{{Text: "x", K: 3}})
	if err != nil || r[0].Err != nil || len(r[0].Hits) != 0 {
		t.Errorf("an index of no records: %+v, %v", r, err)
	}
}

// The sentences of one document become an index without a directory.
func ExampleInMemory() {
	settings := Settings{
		Embedder: &embed.Info{Name: "made", Dimension: 2},
		Texts:    &Texts{}, // the usual analyzer and BM25 parameters
	}
	x, err := InMemory(settings, []index.Record{
		{ID: "1", Text: "Net sales rose to $ 4.2 billion.", Vector: []float32{1, 0}},
		{ID: "2", Text: "The board approved a dividend.", Vector: []float32{0, 1}},
		{ID: "3", Text: "Sales of the Americas segment fell.", Vector: []float32{0.9, 0.1}},
		{ID: "4", Text: "12 13 14"}, // the embedder can say nothing of it: only its words are found
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	hybrid, err := x.Searcher(Hybrid)
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := hybrid.Search(context.Background(), []index.Query{{Text: "net sales", Vector: []float32{1, 0}, K: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, hit := range results[0].Hits {
		fmt.Printf("%d. %s %.4f\n", hit.Rank, hit.ID, hit.Score)
	}
	// Output:
	// 1. 1 0.0328
	// 2. 3 0.0323
}

var lines5000 = func() []index.Record {
	words := strings.Fields("revenue increased net sales because prices rose in the fiscal year ended company costs of goods sold were " +
		"lower than expected operating income margin basis points segment tax rate shares dividend")
	records := make([]index.Record, 5000)
	for i := range records {
		var b strings.Builder
		for w := range 25 {
			fmt.Fprintf(&b, "%s ", words[(i*7+w*(i%13+1))%len(words)])
			if w%9 == 0 {
				fmt.Fprintf(&b, "%d ", i*w)
			}
		}
		records[i] = index.Record{ID: fmt.Sprint(i), Text: b.String()}
	}
	return records
}()

// BenchmarkInMemory builds an index of words as large as a long 10-K.
func BenchmarkInMemory(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := InMemory(Settings{Texts: &Texts{}}, lines5000); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInMemorySearch asks one question of it.
func BenchmarkInMemorySearch(b *testing.B) {
	x, err := InMemory(Settings{Texts: &Texts{}}, lines5000)
	if err != nil {
		b.Fatal(err)
	}
	s, err := x.Searcher(BM25)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Search(context.Background(), []index.Query{{Text: "what was the operating income of the segment", K: 20}}); err != nil {
			b.Fatal(err)
		}
	}
}
