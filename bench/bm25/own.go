package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/index/bm25"
	"github.com/assayhq/assay/internal/mapped"
)

// own is index/bm25.
type own struct {
	analyzer, texts, questions string
	file                       *bm25.File
}

func (o *own) path(set string) string { return filepath.Join(set, o.analyzer+".map") }

func (o *own) build(set string, lines func(func(string) error) error) error {
	w, err := bm25.Create(mapped.OnDisk(o.path(set)), "bench", bm25.Settings{Analyzer: o.analyzer, Parameters: bm25.Usual})
	if err != nil {
		return err
	}
	defer w.Abort()
	if err := lines(w.Add); err != nil {
		return err
	}
	return w.Commit()
}

func (o *own) open(set string) (err error) {
	o.file, err = bm25.Open(mapped.OnDisk(o.path(set)))
	return err
}

func (o *own) ask(question string) ([]found, error) {
	queries, err := bm25.Prepare([]*bm25.File{o.file}, []string{question})
	if err != nil {
		return nil, err
	}
	answers, err := o.file.Search(context.Background(), []bm25.Ask{{Query: queries[0], K: best}})
	if err != nil {
		return nil, err
	}
	hits := make([]found, len(answers[0]))
	for i, h := range answers[0] {
		hits[i] = found{int(h.Row), float64(h.Score)}
	}
	return hits, nil
}

// batch asks all questions at once.
func batch(set string) error {
	o := engines["assay"].(*own)
	if err := o.open(set); err != nil {
		return err
	}
	var questions []string
	if err := lines(filepath.Join(set, o.questions), math.MaxInt, func(q string) error {
		questions = append(questions, q)
		return nil
	}); err != nil {
		return err
	}
	began := time.Now()
	queries, err := bm25.Prepare([]*bm25.File{o.file}, questions)
	if err != nil {
		return err
	}
	asks := make([]bm25.Ask, len(queries))
	for i, q := range queries {
		asks[i] = bm25.Ask{Query: q, K: best}
	}
	if _, err := o.file.Search(context.Background(), asks); err != nil {
		return err
	}
	fmt.Printf("%.0f\n", float64(len(asks))/time.Since(began).Seconds())
	return nil
}
