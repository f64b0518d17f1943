package docqa

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// DocumentVariable is the variable of a case that names its document in the corpus.
const DocumentVariable = "document"

// bringsNoText reports whether a case only names its document.
func bringsNoText(c *system.Case) bool {
	return c.Variables[DocumentVariable] != "" && len(c.Passages) == 0
}

// noText is the answer of a mode that needs the text of such a document.
func noText() *system.Answer {
	return &system.Answer{Outcome: string(score.Skipped), Reason: "the question names a document and does not bring its text", Took: -1}
}

// rerankAmong is of how many hits a reranker takes the best.
const rerankAmong = 50

// corpusSearch answers questions about documents that cases only name, from the index, or its copy in an engine, that
// users search.
type corpusSearch struct {
	*suite.Searched
	once      sync.Once
	documents map[string]bool // in the index
	err       error
}

// has reports whether the index has a document. It is asked where nothing was found in one.
func (s *corpusSearch) has(id string) (bool, error) {
	s.once.Do(func() {
		s.documents = map[string]bool{}
		for sentence, err := range s.Index.IDs() {
			if err != nil {
				s.err = err
				return
			}
			if doc, ok := store.DocumentOf(sentence); ok {
				s.documents[doc] = true
			}
		}
	})
	return s.documents[id], s.err
}

// find is what answers a question about a document best.
func (s *corpusSearch) find(ctx context.Context, o *setup, id, question string) ([]evidence, error) {
	if s == nil {
		return nil, fmt.Errorf("document %q is one of a corpus: name the index that has it with --index", id)
	}
	hits, err := s.search(ctx, o.K, id, question)
	if err == nil && len(hits) > 0 {
		company, _ := hits[0].Fields["name"].(string)
		if bare := withoutName(question, company); bare != question {
			hits, err = s.search(ctx, o.K, id, bare)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("search document %q: %w", id, err)
	}
	if len(hits) == 0 {
		if there, err := s.has(id); err != nil || !there {
			return nil, fmt.Errorf("%s %q has no document %q; 'assay corpus ls' lists those of the corpus", "index", s.Name, id)
		}
	}
	return s.shown(hits, o.Around)
}

func (s *corpusSearch) search(ctx context.Context, k int, id, question string) ([]index.Hit, error) {
	q := index.Query{Text: question, K: k, Filter: index.Both(index.Where(index.Fields{"doc_id": id}), s.Filter)}
	if s.Rerank != nil {
		q.K = max(k, rerankAmong)
	}
	if s.Embedder != nil {
		vectors, err := s.Embedder.Embed(ctx, []string{question}, model.ForQuery)
		if err != nil {
			return nil, err
		}
		if q.Vector = vectors[0]; q.Vector == nil {
			return nil, fmt.Errorf("the embedder %s knows none of the words of %q", s.Embedder.Name, question)
		}
	}
	results, err := s.Searcher.Search(ctx, []index.Query{q})
	if err == nil {
		err = results[0].Err
	}
	if err != nil || s.Rerank == nil {
		return results[0].Hits, err
	}
	return s.Rerank(ctx, question, results[0].Hits, k)
}

// shown are hits with the sentences around them. A hit that an earlier one shows is not repeated.
func (s *corpusSearch) shown(hits []index.Hit, around int) ([]evidence, error) {
	var all []evidence
	for i := range hits {
		h := &hits[i]
		text, section, err := s.Texts(h.ID, 0)
		if err != nil {
			return nil, fmt.Errorf("sentence %q: %w; 'assay index build' brings the index up to date", h.ID, err)
		}
		if isFurnitureText(text) || contains(all, text) {
			continue
		}
		passage := system.Passage{ID: h.ID, Title: "Item " + section, Score: h.Score}
		if section == "" || section[0] < '1' || section[0] > '9' {
			passage.Title = ""
		}
		if passage.Text, _, err = s.Texts(h.ID, around); err != nil {
			return nil, err
		}
		all = append(all, evidence{text: text, passage: passage})
	}
	return all, nil
}

// contains reports whether a sentence is shown already.
func contains(found []evidence, text string) bool {
	for i := range found {
		if strings.Contains("\n"+found[i].passage.Text+"\n", "\n"+text+"\n") {
			return true
		}
	}
	return false
}
