package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/search/query"
)

// bleveIndex is bleve with its scorch index and BM25.
type bleveIndex struct{ index bleve.Index }

// batchTexts is how many texts bleve is given at a time.
const batchTexts = 10_000

func blevePath(set string) string { return filepath.Join(set, "bleve") }

func (b *bleveIndex) build(set string, lines func(func(string) error) error) error {
	if err := os.RemoveAll(blevePath(set)); err != nil {
		return err
	}
	m := bleve.NewIndexMapping()
	m.ScoringModel = "bm25"
	if err := m.AddCustomAnalyzer("blanks", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name}); err != nil {
		return err
	}
	text := bleve.NewTextFieldMapping()
	text.Analyzer, text.Store, text.IncludeTermVectors = "blanks", false, false
	text.IncludeInAll, text.DocValues = false, false
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt("t", text)
	m.DefaultMapping = doc
	index, err := bleve.NewUsing(blevePath(set), m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return err
	}
	pending := index.NewBatch()
	row := 0
	err = lines(func(text string) error {
		err := pending.Index(strconv.Itoa(row), map[string]any{"t": text})
		row++
		if err == nil && pending.Size() == batchTexts {
			err = index.Batch(pending)
			pending = index.NewBatch()
		}
		return err
	})
	if err == nil {
		err = index.Batch(pending)
	}
	if err != nil {
		return err
	}
	return index.Close()
}

func (b *bleveIndex) open(set string) (err error) {
	b.index, err = bleve.Open(blevePath(set))
	return err
}

func (b *bleveIndex) ask(question string) ([]found, error) {
	var terms []query.Query
	for _, word := range strings.Fields(question) {
		t := bleve.NewTermQuery(word)
		t.SetField("t")
		terms = append(terms, t)
	}
	request := bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(terms...), best, 0, false)
	answer, err := b.index.Search(request)
	if err != nil {
		return nil, err
	}
	var hits []found
	for _, h := range answer.Hits {
		row, err := strconv.Atoi(h.ID)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found{row, h.Score})
	}
	return hits, nil
}
