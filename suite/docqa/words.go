package docqa

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assayhq/assay/index/bm25"
)

// words finds the sentences of one document by BM25, with the terms, the parameters and the formula of index/bm25.
// A document is too small to be worth a file, and too short-lived.
type words struct {
	analyzer bm25.Analyzer
	ids      map[string]int32
	rows     [][]posting // by term
	lengths  []int32     // in terms, by sentence
	average  float64
}

type posting struct{ row, count int32 }

// hit is a sentence that was found.
type hit struct {
	row   int
	score float64
}

func newWords(units []unit) (*words, error) {
	a, err := bm25.FindAnalyzer("filings")
	if err != nil {
		return nil, fmt.Errorf("index a document: %w", err)
	}
	w := &words{analyzer: a, ids: map[string]int32{}, lengths: make([]int32, len(units))}
	total := 0
	for i := range units {
		terms := a.Terms(units[i].text)
		for _, t := range terms {
			w.add(t, int32(i))
		}
		w.lengths[i] = int32(len(terms))
		total += len(terms)
	}
	w.average = float64(max(total, 1)) / float64(max(len(units), 1))
	return w, nil
}

func (w *words) add(term string, row int32) {
	id, known := w.ids[term]
	if !known {
		id = int32(len(w.rows))
		w.ids[term] = id
		w.rows = append(w.rows, nil)
	}
	list := w.rows[id]
	if n := len(list); n > 0 && list[n-1].row == row {
		list[n-1].count++
		return
	}
	w.rows[id] = append(list, posting{row, 1})
}

// search finds the k best sentences; of equal scores the earlier one stands first.
func (w *words) search(query string, k int) []hit {
	p, n := bm25.Usual, float64(len(w.lengths))
	scores := make([]float64, len(w.lengths))
	for _, t := range w.analyzer.Terms(query) {
		id, known := w.ids[t]
		if !known {
			continue
		}
		df := float64(len(w.rows[id]))
		idf := math.Log1p((n - df + 0.5) / (df + 0.5))
		for _, at := range w.rows[id] {
			tf := float64(at.count)
			scores[at.row] += idf * tf / (tf + p.K1*(1-p.B+p.B*float64(w.lengths[at.row])/w.average))
		}
	}
	return best(scores, k)
}

// best are the k highest of scores above 0.
func best(scores []float64, k int) []hit {
	var found []hit
	for row, s := range scores {
		if s > 0 {
			found = append(found, hit{row, s})
		}
	}
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row))
	})
	return found[:min(k, len(found))]
}
