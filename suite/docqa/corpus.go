package docqa

import (
	"context"
	"fmt"
	"strings"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
)

// Corpus is what answers questions about documents that cases only name: the index, or its copy in an engine, that
// users search, and the corpus that it was made of.
type Corpus struct {
	Searcher index.Searcher
	Store    *store.Corpus
	Embedder embed.Embedder // of the index; nil searches by words
	Filter   *index.Filter  // besides the document; nil is none

	// Rerank orders hits by their texts, and keeps the best k; nil leaves them as they are.
	Rerank func(ctx context.Context, question string, hits []index.Hit, k int) ([]index.Hit, error)
}

// rerankAmong is of how many hits a reranker takes the best.
const rerankAmong = 50

// documentVariable is the variable of a case that names its document in the corpus.
const documentVariable = "document"

func (s *Corpus) find(ctx context.Context, setup *Setup, id, question string) ([]evidence, error) {
	if s == nil {
		return nil, fmt.Errorf("document %q is one of a corpus, and there is none", id)
	}
	d, err := s.Store.Document(id)
	if err != nil {
		return nil, fmt.Errorf("document %q: %w", id, err)
	}
	question = withoutName(question, d.Company)
	q := index.Query{Text: question, K: setup.K, Filter: index.Both(index.Where(index.Fields{"doc_id": id}), s.Filter)}
	if s.Rerank != nil {
		q.K = max(setup.K, rerankAmong)
	}
	if s.Embedder != nil {
		vectors, err := s.Embedder.Embed(ctx, []string{question}, model.ForQuery)
		if err != nil {
			return nil, err
		}
		q.Vector = vectors[0]
	}
	results, err := s.Searcher.Search(ctx, []index.Query{q})
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		return nil, fmt.Errorf("search document %q: %w", id, err)
	}
	hits := results[0].Hits
	if s.Rerank != nil {
		if hits, err = s.Rerank(ctx, question, hits, setup.K); err != nil {
			return nil, fmt.Errorf("rerank sentences of document %q: %w", id, err)
		}
	}
	return s.shown(hits, setup.Around)
}

// shown are hits with the sentences around them. One that is shown already is not repeated.
func (s *Corpus) shown(hits []index.Hit, around int) ([]evidence, error) {
	taken := map[string]bool{}
	var all []evidence
	for i := range hits {
		h := &hits[i]
		if taken[h.ID] {
			continue
		}
		before, own, after, err := s.Store.Sentence(h.ID, around)
		if err != nil {
			return nil, fmt.Errorf("sentence %q: %w; 'assay index build' brings the index up to date", h.ID, err)
		}
		if isFurniture(&own, 1) {
			continue
		}
		var lines []string
		for _, sentence := range append(append(before, own), after...) {
			if !taken[sentence.ID] {
				taken[sentence.ID] = true
				lines = append(lines, sentence.Text)
			}
		}
		title := strings.Replace(own.SectionName, "ITEM_", "Item ", 1)
		all = append(all, evidence{own.Text, system.Passage{ID: h.ID, Title: title, Score: h.Score, Text: strings.Join(lines, "\n")}})
	}
	return all, nil
}
