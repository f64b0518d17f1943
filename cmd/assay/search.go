package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

func searchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search the sentences of the corpus",
		Args:  atLeast(1, "what to search for"),
		RunE:  func(c *cobra.Command, args []string) error { return f.run(c, strings.Join(args, " ")) },
	}
	f.searched.add(c.Flags())
	c.Flags().IntVarP(&f.k, "k", "k", 10, "show the best `K`")
	c.Flags().Int64Var(&f.cik, "cik", 0, "only this central index key")
	c.Flags().Int64Var(&f.year, "year", 0, "only this report year")
	c.Flags().StringVar(&f.section, "section", "", "only this `ITEM`: 7, 1A, ITEM_7")
	c.Flags().StringVar(&f.form, "form", "", "only this form")
	c.Flags().StringVar(&f.rerank, "rerank", "", "order what was found by the reranker `NAME`: of assay.yaml, PROVIDER/MODEL or encoder:MODEL")
	c.Flags().IntVar(&f.among, "among", 50, "of so many hits the reranker takes the best")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON object a line")
	return c
}

// searched are the flags that say what is searched, and how.
type searched struct {
	index, engine, mode, filter string
}

func (s *searched) add(f *pflag.FlagSet) {
	f.StringVar(&s.index, "index", defaultIndex, "search the index `NAME`")
	f.StringVar(&s.engine, "engine", "", "search the copy in the engine `NAME` of assay.yaml")
	f.StringVar(&s.mode, "mode", "", "dense, int8, bm25 or hybrid; hybrid where the index has vectors and words")
	f.StringVar(&s.filter, "filter", "", `find only what passes, such as '{"form_type": "10-K", "report_year": {"$gte": 2020}}'`)
}

// opened is an index with all that queries need.
type opened struct {
	*embedded.Index
	searcher index.Searcher
	copy     *copied // the engine that is searched; nil is the index itself
	mode     embedded.Mode
	filter   *index.Filter
	embedder *embed.Model // nil in mode bm25
}

// open opens what the flags say.
func (s *searched) open() (_ *opened, err error) {
	o := &opened{mode: embedded.Mode(s.mode)}
	if s.engine != "" {
		if o.copy, err = openCopy(s.engine, s.mode); err != nil {
			return nil, err
		}
		s.index, o.mode = o.copy.note.Index, o.copy.mode
	}
	if o.Index, err = openIndex(s.index); err == nil {
		err = s.fill(o)
	}
	if err != nil {
		return nil, errors.Join(err, o.close())
	}
	return o, nil
}

func (s *searched) fill(o *opened) (err error) {
	m := o.Manifest()
	if o.mode == "" {
		switch {
		case m.Embedder == nil:
			o.mode = embedded.BM25
		case m.Texts == nil:
			o.mode = embedded.Dense
		default:
			o.mode = embedded.Hybrid
		}
	}
	if o.copy == nil {
		o.searcher, err = o.Searcher(o.mode)
	} else {
		o.searcher, err = o.copy, o.copy.of(m)
	}
	if err != nil {
		return usage.Wrap(err)
	}
	if s.filter != "" {
		if o.filter, err = index.ParseFilter([]byte(s.filter), m.Schema); err != nil {
			return usage.Errorf("--filter: %w", err)
		}
	}
	if o.mode != embedded.BM25 {
		o.embedder, err = openEmbedder(m.Embedder)
	}
	return err
}

func (o *opened) close() error {
	var errs []error
	if o.embedder != nil {
		errs = append(errs, o.embedder.Close())
	}
	if o.copy != nil {
		errs = append(errs, o.copy.Close())
	}
	if o.Index != nil {
		errs = append(errs, o.Index.Close())
	}
	return errors.Join(errs...)
}

// vectors are those of queries; nil for one that the embedder can say nothing of.
func (o *opened) vectors(ctx context.Context, queries []string, purpose model.Purpose) ([][]float32, error) {
	if o.embedder == nil {
		return make([][]float32, len(queries)), nil
	}
	return o.embedder.Embed(ctx, queries, purpose)
}

// wordsAlone makes a hybrid search of a question that has no vector one by words; by vectors there is none.
func (o *opened) wordsAlone(c *cobra.Command) (err error) {
	by := o.Manifest().Embedder.Name
	if o.mode != embedded.Hybrid || o.copy != nil {
		return fmt.Errorf("the embedder %s knows none of the words; search by words with --mode bm25", by)
	}
	fmt.Fprintf(c.ErrOrStderr(), "note: the embedder %s knows none of the words: searched by words alone, as with --mode bm25\n", by)
	o.mode = embedded.BM25
	o.searcher, err = o.Searcher(o.mode)
	return err
}

// searchFlags are the flags of search.
type searchFlags struct {
	searched
	k             int
	cik, year     int64
	section, form string
	rerank        string
	among         int
	asJSON        bool
}

func (f *searchFlags) run(c *cobra.Command, query string) (err error) {
	if f.k < 1 || f.among < 1 {
		return usage.Wrap(errors.New("-k and --among are at least 1"))
	}
	o, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	most := f.k
	if f.rerank != "" {
		most = max(f.k, f.among)
	}
	q := index.Query{Text: query, K: most, Filter: index.Both(f.where(), o.filter)}
	vectors, err := o.vectors(c.Context(), []string{query}, model.ForQuery)
	if err != nil {
		return err
	}
	if q.Vector = vectors[0]; q.Vector == nil && o.mode != embedded.BM25 {
		if err := o.wordsAlone(c); err != nil {
			return err
		}
	}
	results, err := o.searcher.Search(c.Context(), []index.Query{q})
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		return err
	}
	corpus, err := openCorpus()
	if err != nil {
		return err
	}
	defer corpus.Close()
	by := ""
	if f.rerank != "" {
		if by, err = f.reorder(c, corpus, query, &results[0]); err != nil {
			return err
		}
	}
	return printHits(c.OutOrStdout(), corpus, &results[0], by, f.asJSON)
}

// reorder has a reranker order the hits, and names it: their scores are then its own.
func (f *searchFlags) reorder(c *cobra.Command, corpus *store.Corpus, query string, r *index.Result) (signature string, err error) {
	by, err := namedReranker(f.rerank)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, by.close()) }()
	ids := make([]string, len(r.Hits))
	for i := range r.Hits {
		ids[i] = r.Hits[i].ID
	}
	texts, err := textsOf(corpus, ids)
	if err != nil {
		return "", err
	}
	cut := 0
	if r.Hits, cut, err = by.rerank(c.Context(), query, r.Hits, texts, f.k); err != nil {
		return "", err
	}
	if signature, err = by.signed(); err == nil {
		fmt.Fprintf(c.ErrOrStderr(), "%d sentences in the order of %s; %d of them were longer than it reads\n", len(texts), signature, cut)
	}
	return signature, err
}

// where is the filter of the flags.
func (f *searchFlags) where() *index.Filter {
	w := index.Fields{}
	if f.cik != 0 {
		w["cik_int"] = f.cik
	}
	if f.year != 0 {
		w["report_year"] = f.year
	}
	if f.section != "" {
		w["section_name"] = "ITEM_" + strings.TrimPrefix(strings.ToUpper(f.section), "ITEM_")
	}
	if f.form != "" {
		w["form_type"] = f.form
	}
	return index.Where(w)
}

// hitJSON is a hit as search prints it.
type hitJSON struct {
	Rank     int          `json:"rank"`
	ID       string       `json:"id"`
	Score    float64      `json:"score"`
	Distance *float64     `json:"distance"`
	Reranker string       `json:"reranker,omitempty"` // whose score it is, if not the engine's
	Fields   index.Fields `json:"fields"`
	Text     string       `json:"text"`
}

func printHits(out io.Writer, c *store.Corpus, r *index.Result, reranker string, asJSON bool) error {
	ids := make([]string, len(r.Hits))
	for i := range r.Hits {
		ids[i] = r.Hits[i].ID
	}
	texts, err := textsOf(c, ids)
	if err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for i := range r.Hits {
		h := &r.Hits[i]
		text, ok := texts[h.ID]
		if !ok {
			text = "(the corpus has this sentence no more; 'assay index build' brings the index up to date)"
		}
		if !asJSON {
			fmt.Fprintf(out, "%2d  %.4f  %s  %v\n    %s\n", h.Rank, h.Score, h.ID, h.Fields["name"], text)
			continue
		}
		j := hitJSON{h.Rank, h.ID, h.Score, nil, reranker, h.Fields, text}
		if r.Metric != index.None {
			j.Distance = &h.Distance
		}
		if err := e.Encode(j); err != nil {
			return err
		}
	}
	return nil
}
