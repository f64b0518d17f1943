package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/report"
)

// measureFlags are what `assay measure` is asked.
type measureFlags struct {
	rank.Request
	ties             string
	perQuery, asJSON bool
}

func measureCommand() *cobra.Command {
	var f measureFlags
	c := &cobra.Command{
		Use:   "measure [NAME,… --qrels FILE --run FILE…]",
		Short: "Measure rankings in TREC files, with error bars; compare runs query by query",
		Long: `Measure rankings in TREC files: qrels with lines 'query 0 document grade', runs with lines
'query Q0 document rank score tag', packed with gzip or not. Without names, list the measures.

The score decides, higher first, and documents of equal score are taken in every order: values are
expected values over them. '--ties trec' breaks ties as trec_eval does, by falling name. Queries without
a value are named with the reason; '--complete' counts them as 0, as 'trec_eval -c' does. Of several runs,
each is compared with the first, on the queries that both have, with P values adjusted by Holm over all.

Clusters are what queries have in common, such as the company that they ask about:
  --cluster-by prefix:-           what is before the first '-' of the query's name
  --cluster-by 'regexp:^(\d{10})' the first group of the expression, or all that it matches
  --cluster-by file:FILE          lines 'query, tab, cluster'`,
		Example: `  assay measure ndcg@10,mrr@30,map --qrels gold.qrels --run dense.run --run hybrid.run`,
		RunE:    f.run,
	}
	c.Flags().StringVar(&f.Qrels, "qrels", "", "the judgments")
	c.Flags().StringArrayVar(&f.Runs, "run", nil, "a run; give it again for more, the first is what others are compared with")
	c.Flags().StringVar(&f.ties, "ties", string(rank.Expected), "expected or trec: what becomes of equal scores")
	c.Flags().IntVar(&f.Options.Relevant, "relevant", 1, "the least grade that is relevant")
	c.Flags().BoolVarP(&f.Options.Complete, "complete", "c", false, "count queries without a value as 0")
	c.Flags().BoolVar(&f.perQuery, "per-query", false, "print the values of each query too")
	c.Flags().Float64Var(&f.Level, "level", 0.95, "of the intervals, between 0 and 1")
	c.Flags().StringVar(&f.ClusterBy, "cluster-by", "", "prefix:SEPARATOR, regexp:EXPRESSION or file:FILE")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON object; of the list of measures, one per line")
	return c
}

func (f *measureFlags) run(c *cobra.Command, args []string) error {
	if len(args) == 0 && f.Qrels == "" && len(f.Runs) == 0 {
		return listMeasures(c.OutOrStdout(), f.asJSON)
	}
	specs, err := f.check(args)
	if err != nil {
		return usage.Wrap(err)
	}
	f.Specs, f.Options.Ties = specs, rank.Ties(f.ties)
	m, err := f.Measure()
	if err != nil {
		return err
	}
	if f.asJSON {
		return m.WriteJSON(c.OutOrStdout(), f.perQuery)
	}
	for i, t := range report.RankTables(m, f.perQuery) {
		if i > 0 {
			fmt.Fprintln(c.OutOrStdout())
		}
		if err := t.Print(c.OutOrStdout()); err != nil {
			return err
		}
	}
	for _, line := range m.Notes() {
		fmt.Fprintln(c.ErrOrStderr(), line)
	}
	return nil
}

// check reads the command line; what it refuses is a matter of usage.
func (f *measureFlags) check(args []string) ([]rank.Spec, error) {
	if len(args) == 0 {
		return nil, errors.New("measure: missing the names of measures; 'assay measure' lists them")
	}
	specs, err := rank.ParseList(strings.Join(args, ","))
	if err != nil {
		return nil, err
	}
	if _, err := rank.ParseTies(f.ties); err != nil {
		return nil, err
	}
	switch {
	case f.Qrels == "" || len(f.Runs) == 0:
		return nil, errors.New("measure: --qrels and --run are needed; see 'assay measure --help'")
	case f.Options.Relevant < 1 || f.Options.Relevant > rank.MaxGrade:
		return nil, fmt.Errorf("measure: --relevant %d is not from 1 to %d", f.Options.Relevant, rank.MaxGrade)
	case !(f.Level > 0 && f.Level < 1):
		return nil, fmt.Errorf("measure: --level %v is not between 0 and 1; for 95 %% say 0.95", f.Level)
	}
	return specs, nil
}

// measureRow is a line of `assay measure --json`: a row of the table of measures.
type measureRow struct {
	Name     string `json:"name"`
	CutOff   bool   `json:"cut_off"`
	TrecEval string `json:"trec_eval,omitempty"`
	Lower    bool   `json:"lower_is_better,omitempty"`
	Doc      string `json:"doc"`
	Caveat   string `json:"caveat"`
}

func listMeasures(out io.Writer, asJSON bool) error {
	var rows []measureRow
	for _, m := range rank.Measures {
		rows = append(rows, measureRow{m.Name, m.Cut, strings.ReplaceAll(m.Trec, "%d", "K"), m.Lower, m.Doc, m.Caveat})
	}
	if asJSON {
		return eachJSON(out, rows)
	}
	for _, r := range rows {
		name := r.Name
		if r.CutOff {
			name += "[@k]"
		}
		if r.TrecEval != "" {
			name += "  (trec_eval: " + r.TrecEval + ")"
		}
		if _, err := fmt.Fprintf(out, "%s\n%s\n%s\n", name, indented(r.Doc, 4, 100), indented(r.Caveat, 4, 100)); err != nil {
			return err
		}
	}
	return nil
}
