package docqa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// documentVariable is the variable of a case that names its document in the corpus.
const documentVariable = "document"

// bringsNoText reports whether a case only names its document.
func bringsNoText(c *system.Case) bool {
	return c.Variables[documentVariable] != "" && len(c.Passages) == 0
}

// noText is the answer of a mode that needs the text of such a document.
func noText() *system.Answer {
	return &system.Answer{Outcome: string(score.Skipped), Reason: "the question names a document and does not bring its text", Took: -1}
}

// unknownDocument says that the document of a case cannot be searched. It is an error of that case, and the run goes on.
type unknownDocument string

func (e unknownDocument) Error() string { return string(e) }

// unanswered is the answer of a case whose search failed, if the run can go on without it.
func unanswered(err error) (*system.Answer, error) {
	if unknown, ok := errors.AsType[unknownDocument](err); ok {
		return &system.Answer{Outcome: string(score.Error), Reason: string(unknown), Took: -1}, nil
	}
	return nil, err
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

	mu         sync.Mutex
	noEvidence map[string]map[string]bool // furniture by document
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
		return nil, unknownDocument(fmt.Sprintf("document %q is one of a corpus: name the index that has it with --index", id))
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
			return nil, cmp.Or(err, error(unknownDocument(fmt.Sprintf(
				"index %q has no document %q; 'assay corpus ls' lists those of the corpus", s.Name, id))))
		}
	}
	return s.shown(hits, o.Around)
}

// search is the k best sentences of a document that are no furniture. It asks for more until there are as many.
func (s *corpusSearch) search(ctx context.Context, k int, id, question string) ([]index.Hit, error) {
	q := index.Query{Text: question, Filter: index.Both(index.Where(index.Fields{"doc_id": id}), s.Filter)}
	if s.Embedder != nil {
		vectors, err := s.Embedder.Embed(ctx, []string{question}, model.ForQuery)
		if err != nil {
			return nil, err
		}
		if q.Vector = vectors[0]; q.Vector == nil && s.Mode != embedded.Hybrid {
			return nil, nil // the embedder knows none of the words
		}
	}
	searcher := s.Searcher
	if s.Embedder != nil && q.Vector == nil {
		var err error
		if searcher, err = s.Index.Searcher(embedded.BM25); err != nil {
			return nil, err
		}
	}
	isFurniture, err := s.furniture(id)
	if err != nil {
		return nil, err
	}
	least, most := k, s.MaxK
	if s.Rerank != nil {
		least = max(k, rerankAmong)
	}
	if most == 0 {
		most = least + len(isFurniture)
	}
	for q.K = min(2*least, most); ; q.K = min(2*q.K, most) {
		results, err := searcher.Search(ctx, []index.Query{q})
		if err == nil {
			err = results[0].Err
		}
		if err != nil {
			return nil, err
		}
		found := len(results[0].Hits)
		hits := slices.DeleteFunc(results[0].Hits, func(h index.Hit) bool { return isFurniture[h.ID] })
		if len(hits) < least && found == q.K && q.K < most {
			continue
		}
		hits = hits[:min(least, len(hits))]
		if s.Rerank == nil {
			return hits, nil
		}
		return s.Rerank(ctx, question, hits, k)
	}
}

// furniture is which sentences of a document are no evidence, by their ids.
func (s *corpusSearch) furniture(id string) (map[string]bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.noEvidence[id]; ok {
		return known, nil
	}
	var all []store.Sentence
	for sentence, err := range s.Sentences(id) {
		if err != nil {
			return nil, err
		}
		all = append(all, sentence)
	}
	found := map[string]bool{}
	for i, is := range furniture(all) {
		if is {
			found[all[i].ID] = true
		}
	}
	if s.noEvidence == nil {
		s.noEvidence = map[string]map[string]bool{}
	}
	s.noEvidence[id] = found
	return found, nil
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
		if contains(all, text) {
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
