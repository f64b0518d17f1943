package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

// SearchOptions say what is searched, and how.
type SearchOptions struct {
	Index  string // empty is DefaultIndex
	Engine string // of assay.yaml, which has a copy of the index; empty searches the index itself
	Mode   string // dense, int8, bm25 or hybrid; empty is hybrid where the index has vectors and words
	Filter string // JSON that every hit passes, such as {"form_type": "10-K"}
}

// Search is an index, or its copy in an engine, with all that queries need.
type Search struct {
	Index    *embedded.Index
	Mode     embedded.Mode
	Filter   *index.Filter
	Embedder *embed.Model // nil in mode bm25

	work     *Workspace
	searcher index.Searcher
	copy     *engineCopy // nil where the index itself is searched
}

// OpenSearch opens what the options say.
func (w *Workspace) OpenSearch(o SearchOptions) (_ *Search, err error) {
	s := &Search{work: w, Mode: embedded.Mode(o.Mode)}
	if o.Engine != "" {
		if s.copy, err = w.openCopy(o.Engine, o.Mode); err != nil {
			return nil, err
		}
		o.Index, s.Mode = s.copy.note.Index, s.copy.mode
	}
	if s.Index, err = w.Index(o.Index); err == nil {
		err = s.prepare(o.Filter)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepare settles the mode, and opens the searcher, the filter and the embedder of queries.
func (s *Search) prepare(filter string) (err error) {
	m := s.Index.Manifest()
	if s.Mode == "" {
		s.Mode = defaultMode(m)
	}
	if s.copy == nil {
		s.searcher, err = s.Index.Searcher(s.Mode)
	} else {
		s.searcher, err = s.copy, s.copy.matches(m)
	}
	if err != nil {
		return usage.Wrap(err)
	}
	if filter != "" {
		if s.Filter, err = index.ParseFilter([]byte(filter), m.Schema); err != nil {
			return usage.Wrap(err)
		}
	}
	if s.Mode != embedded.BM25 {
		s.Embedder, err = s.work.embedderOf(m.Embedder)
	}
	return err
}

func defaultMode(m *embedded.Manifest) embedded.Mode {
	switch {
	case m.Embedder == nil:
		return embedded.BM25
	case m.Texts == nil:
		return embedded.Dense
	}
	return embedded.Hybrid
}

// Close closes what was opened.
func (s *Search) Close() error {
	var errs []error
	if s.Embedder != nil {
		errs = append(errs, s.Embedder.Close())
	}
	if s.copy != nil {
		errs = append(errs, s.copy.Close())
	}
	if s.Index != nil {
		errs = append(errs, s.Index.Close())
	}
	return errors.Join(errs...)
}

// MaxK is how many hits can be asked for; 0 is any number.
func (s *Search) MaxK() int {
	if s.copy == nil {
		return 0
	}
	return s.copy.MaxK()
}

// Check reports whether the engine can be reached; the index itself always can.
func (s *Search) Check(ctx context.Context) error {
	if s.copy == nil {
		return nil
	}
	if err := s.copy.Check(ctx); err != nil {
		return fmt.Errorf("engine %q: %w", s.copy.name, err)
	}
	return nil
}

// DescribeEngine puts what decides the answers of an engine among the settings of a run.
func (s *Search) DescribeEngine(settings map[string]string) {
	if s.copy != nil {
		s.copy.describe(settings)
	}
}

// Query is a question to a search.
type Query struct {
	Text     string
	K        int // hits; 0 is 10
	CIK      int64
	Year     int64  // of the report
	Section  string // an item, such as 7, 1A or ITEM_7
	Form     string
	Reranker string // that orders the best hits; empty leaves the engine's order
	Among    int    // hits that the reranker is given; 0 is 50
}

// Found is a hit with its text.
type Found struct {
	index.Hit
	Text string // empty where the corpus has the sentence no more
	Here bool   // the corpus has the sentence
}

// Answer is what a search found.
type Answer struct {
	Hits     []Found
	Metric   index.Metric
	Reranker string // whose scores they are, with its hash; empty is the engine
}

// Defaults of a query.
const (
	DefaultHits  = 10
	DefaultAmong = 50
)

// Find searches once.
func (s *Search) Find(ctx context.Context, q Query) (*Answer, error) {
	k := cmp.Or(q.K, DefaultHits)
	most := k
	if q.Reranker != "" {
		most = max(k, cmp.Or(q.Among, DefaultAmong))
	}
	result, err := s.search(ctx, index.Query{Text: q.Text, K: most, Filter: index.Both(q.filter(), s.Filter)})
	if err != nil {
		return nil, err
	}
	corpus, err := s.work.Corpus()
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	ids := make([]string, len(result.Hits))
	for i := range result.Hits {
		ids[i] = result.Hits[i].ID
	}
	texts, err := textsOf(corpus, ids)
	if err != nil {
		return nil, err
	}
	a := &Answer{Metric: result.Metric}
	hits := result.Hits
	if q.Reranker != "" {
		if hits, a.Reranker, err = s.rerank(ctx, &q, hits, texts, k); err != nil {
			return nil, err
		}
	}
	for _, h := range hits {
		text, there := texts[h.ID]
		a.Hits = append(a.Hits, Found{Hit: h, Text: text, Here: there})
	}
	return a, nil
}

// filter is what the query's own fields ask for.
func (q *Query) filter() *index.Filter {
	w := index.Fields{}
	if q.CIK != 0 {
		w["cik_int"] = q.CIK
	}
	if q.Year != 0 {
		w["report_year"] = q.Year
	}
	if q.Section != "" {
		w["section_name"] = store.SectionName(store.ItemID(q.Section))
	}
	if q.Form != "" {
		w["form_type"] = q.Form
	}
	return index.Where(w)
}

// search embeds a query and searches. A hybrid search of a text that the embedder knows no word of goes by words.
func (s *Search) search(ctx context.Context, q index.Query) (*index.Result, error) {
	searcher := s.searcher
	if s.Embedder != nil {
		vectors, err := s.Embedder.Embed(ctx, []string{q.Text}, model.ForQuery)
		if err != nil {
			return nil, err
		}
		q.Vector = vectors[0]
	}
	if q.Vector == nil && s.Mode != embedded.BM25 {
		var err error
		if searcher, err = s.wordsOnly(); err != nil {
			return nil, err
		}
	}
	results, err := searcher.Search(ctx, []index.Query{q})
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		return nil, err
	}
	return &results[0], nil
}

func (s *Search) wordsOnly() (index.Searcher, error) {
	name := s.Index.Manifest().Embedder.Name
	if s.Mode != embedded.Hybrid || s.copy != nil {
		return nil, fmt.Errorf("the embedder %s knows none of the words; search by words with mode bm25", name)
	}
	s.work.opts.Note(fmt.Sprintf("the embedder %s knows none of the words: searched by words alone, as mode bm25 does", name))
	return s.Index.Searcher(embedded.BM25)
}

func (s *Search) rerank(
	ctx context.Context, q *Query, hits []index.Hit, texts map[string]string, k int,
) (_ []index.Hit, signature string, err error) {
	r, err := s.work.Reranker(q.Reranker)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	best, truncated, err := r.Rerank(ctx, q.Text, hits, texts, k)
	if err != nil {
		return nil, "", err
	}
	if signature, err = r.Signature(); err != nil {
		return nil, "", err
	}
	s.work.opts.Note(fmt.Sprintf("%d sentences in the order of %s; %d of them were longer than it reads",
		len(texts), signature, truncated))
	return best, signature, nil
}

// textsOf are the texts of sentences, those that the corpus has.
func textsOf(c *store.Corpus, ids []string) (map[string]string, error) {
	all := map[string]string{}
	for _, id := range ids {
		_, s, _, err := c.Sentence(id, 0)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all[id] = s.Text
	}
	return all, nil
}

// Texts are the texts of sentences, those that the corpus has; none where there is no corpus.
func (w *Workspace) Texts(ids []string) (map[string]string, error) {
	t := &corpusTexts{work: w}
	texts, err := t.byID(ids)
	return texts, errors.Join(err, t.close())
}
