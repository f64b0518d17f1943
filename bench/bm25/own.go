package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
)

// own is the embedded index, of words alone.
type own struct {
	analyzer, texts, questions string
	searcher                   index.Searcher
}

func (o *own) path(set string) string { return filepath.Join(set, o.analyzer+".index") }

func (o *own) build(set string, lines func(func(string) error) error) error {
	if err := os.RemoveAll(o.path(set)); err != nil {
		return err
	}
	if err := embedded.Create(o.path(set), "bench", embedded.Settings{Texts: &embedded.Texts{Analyzer: o.analyzer}}); err != nil {
		return err
	}
	w, err := embedded.OpenWriter(o.path(set), embedded.Options{})
	if err != nil {
		return err
	}
	defer w.Abort()
	n := 0
	if err := lines(func(text string) error {
		n++
		return w.Add(&index.Record{ID: strconv.Itoa(n - 1), Text: text})
	}); err != nil {
		return err
	}
	return w.Commit()
}

func (o *own) open(set string) error {
	x, err := embedded.Open(o.path(set))
	if err != nil {
		return err
	}
	o.searcher, err = x.Searcher(embedded.BM25)
	return err
}

func (o *own) ask(question string) ([]found, error) {
	results, err := o.searcher.Search(context.Background(), []index.Query{{Text: question, K: best}})
	if err != nil {
		return nil, err
	}
	var hits []found
	for _, h := range results[0].Hits {
		row, err := strconv.Atoi(h.ID)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found{row, h.Score})
	}
	return hits, results[0].Err
}

// batch asks all questions at once.
func batch(set string) error {
	o := engines["assay"].(*own)
	if err := o.open(set); err != nil {
		return err
	}
	var queries []index.Query
	if err := lines(filepath.Join(set, o.questions), math.MaxInt, func(q string) error {
		queries = append(queries, index.Query{Text: q, K: best})
		return nil
	}); err != nil {
		return err
	}
	began := time.Now()
	if _, err := o.searcher.Search(context.Background(), queries); err != nil {
		return err
	}
	fmt.Printf("%.0f\n", float64(len(queries))/time.Since(began).Seconds())
	return nil
}
