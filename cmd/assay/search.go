package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/workspace"
)

func searchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search the sentences of the corpus",
		Args:  atLeast(1, "what to search for"),
		RunE:  func(c *cobra.Command, args []string) error { return f.run(c, strings.Join(args, " ")) },
	}
	addSearchFlags(c.Flags(), &f.where)
	c.Flags().IntVarP(&f.K, "k", "k", workspace.DefaultHits, "show the best `K`")
	c.Flags().Int64Var(&f.CIK, "cik", 0, "only this central index key")
	c.Flags().Int64Var(&f.Year, "year", 0, "only this report year")
	c.Flags().StringVar(&f.Section, "section", "", "only this `ITEM`: 7, 1A, ITEM_7")
	c.Flags().StringVar(&f.Form, "form", "", "only this form")
	c.Flags().StringVar(&f.Reranker, "rerank", "",
		"order what was found by the reranker `NAME`: of assay.yaml, PROVIDER/MODEL or encoder:MODEL")
	c.Flags().IntVar(&f.Among, "among", workspace.DefaultAmong, "of so many hits the reranker takes the best")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON object per line")
	return c
}

// addSearchFlags adds the flags that say what is searched, and how.
func addSearchFlags(f *pflag.FlagSet, o *workspace.SearchOptions) {
	f.StringVar(&o.Index, "index", workspace.DefaultIndex, "search the index `NAME`")
	f.StringVar(&o.Engine, "engine", "", "search the copy in the engine `NAME` of assay.yaml")
	f.StringVar(&o.Mode, "mode", "", "dense, int8, bm25 or hybrid; hybrid where the index has vectors and words")
	f.StringVar(&o.Filter, "filter", "", `find only what passes, such as '{"form_type": "10-K", "report_year": {"$gte": 2020}}'`)
}

// searchFlags are the flags of search.
type searchFlags struct {
	where workspace.SearchOptions
	workspace.Query
	asJSON bool
}

func (f *searchFlags) run(c *cobra.Command, query string) (err error) {
	if f.K < 1 || f.Among < 1 {
		return usage.Errorf("-k and --among are at least 1")
	}
	s, err := here(c).OpenSearch(f.where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	f.Text = query
	a, err := s.Find(c.Context(), f.Query)
	if err != nil {
		return err
	}
	if len(a.Hits) == 0 {
		fmt.Fprintf(c.ErrOrStderr(), "nothing was found among the %s sentences of index %s; take other words, or fewer filters; "+
			"'assay corpus ls' lists what there is\n", grouped(s.Index.Len()), cmp.Or(f.where.Index, workspace.DefaultIndex))
	}
	return printHits(c.OutOrStdout(), a, f.asJSON)
}

// hitJSON is a hit as search prints it.
type hitJSON struct {
	Rank     int          `json:"rank"`
	ID       string       `json:"id"`
	Score    float64      `json:"score"`
	Distance *float64     `json:"distance"`
	Reranker string       `json:"reranker,omitempty"` // that made the score, if not the engine
	Fields   index.Fields `json:"fields"`
	Text     string       `json:"text"`
}

func printHits(out io.Writer, a *workspace.Answer, asJSON bool) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for i := range a.Hits {
		h := &a.Hits[i]
		if !h.Here {
			h.Text = "(the corpus has this sentence no more; 'assay index build' brings the index up to date)"
		}
		if !asJSON {
			fmt.Fprintf(out, "%2d  %.4f  %s  %v\n    %s\n", h.Rank, h.Score, h.ID, h.Fields["name"], h.Text)
			continue
		}
		j := hitJSON{h.Rank, h.ID, h.Score, nil, a.Reranker, h.Fields, h.Text}
		if a.Metric != index.None {
			j.Distance = &h.Distance
		}
		if err := e.Encode(j); err != nil {
			return err
		}
	}
	return nil
}
