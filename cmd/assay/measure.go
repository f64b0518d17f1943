package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/measure/rank"
)

// measureFlags are what `assay measure` is asked.
type measureFlags struct {
	qrels     string
	runs      []string
	ties      string
	relevant  int
	complete  bool
	perQuery  bool
	asJSON    bool
	level     float64
	clusterBy string
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
  --cluster-by prefix:-           what stands before the first '-' of the query's name
  --cluster-by 'regexp:^(\d{10})' the first group of the expression, or all that it matches
  --cluster-by file:FILE          lines 'query, tab, cluster'`,
		Example: `  assay measure ndcg@10,mrr@30,map --qrels gold.qrels --run dense.run --run hybrid.run`,
		RunE:    f.run,
	}
	c.Flags().StringVar(&f.qrels, "qrels", "", "the judgments")
	c.Flags().StringArrayVar(&f.runs, "run", nil, "a run; give it again for more, the first is what others are compared with")
	c.Flags().StringVar(&f.ties, "ties", string(rank.Expected), "expected or trec: what becomes of equal scores")
	c.Flags().IntVar(&f.relevant, "relevant", 1, "the least grade that is relevant")
	c.Flags().BoolVarP(&f.complete, "complete", "c", false, "count queries without a value as 0")
	c.Flags().BoolVar(&f.perQuery, "per-query", false, "print the values of each query too")
	c.Flags().Float64Var(&f.level, "level", 0.95, "of the intervals, between 0 and 1")
	c.Flags().StringVar(&f.clusterBy, "cluster-by", "", "prefix:SEPARATOR, regexp:EXPRESSION or file:FILE")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON object; of the list of measures, one a line")
	return c
}

func (f *measureFlags) run(c *cobra.Command, args []string) error {
	if len(args) == 0 && f.qrels == "" && len(f.runs) == 0 {
		return listMeasures(c.OutOrStdout(), f.asJSON)
	}
	specs, err := f.check(args)
	if err != nil {
		return usage.Wrap(err)
	}
	m, err := f.measure(specs)
	if err != nil {
		return err
	}
	if f.asJSON {
		return m.printJSON(c.OutOrStdout())
	}
	if err := m.print(c.OutOrStdout()); err != nil {
		return err
	}
	m.note(c.ErrOrStderr())
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
	case f.qrels == "" || len(f.runs) == 0:
		return nil, errors.New("measure: --qrels and --run are needed; see 'assay measure --help'")
	case f.relevant < 1 || f.relevant > rank.MaxGrade:
		return nil, fmt.Errorf("measure: --relevant %d is not from 1 to %d", f.relevant, rank.MaxGrade)
	case !(f.level > 0 && f.level < 1):
		return nil, fmt.Errorf("measure: --level %v is not between 0 and 1; for 95 %% say 0.95", f.level)
	}
	return specs, nil
}

// measured is what `assay measure` prints: tables and samples in the order of the runs, comparisons with
// the first run.
type measured struct {
	flags *measureFlags
	specs []rank.Spec
	qrels *rank.Qrels
	runs  []measuredRun

	comparisons [][]measure.Comparison // by run after the first, by measure
}

// measuredRun is one run.
type measuredRun struct {
	file    string
	table   *rank.Table
	samples []*measure.Sample // by measure
	stats   []measure.Stat
}

func (f *measureFlags) measure(specs []rank.Spec) (*measured, error) {
	m := &measured{flags: f, specs: specs}
	var err error
	if m.qrels, err = readTREC(f.qrels, rank.ReadQrels); err != nil {
		return nil, err
	}
	frame, err := f.frame(m.qrels)
	if err != nil {
		return nil, err
	}
	o := rank.Options{Ties: rank.Ties(f.ties), Relevant: f.relevant, Complete: f.complete}
	for _, file := range f.runs {
		r := measuredRun{file: file}
		if r.table, err = evaluateRun(m.qrels, file, specs, o); err != nil {
			return nil, err
		}
		m.runs = append(m.runs, r)
	}
	return m, m.infer(frame)
}

// evaluateRun measures a file ranking by ranking, and a pipe, which cannot be read again, as a whole.
func evaluateRun(qrels *rank.Qrels, path string, specs []rank.Spec, o rank.Options) (*rank.Table, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		run, err := readTREC(path, rank.ReadRun)
		if err != nil {
			return nil, err
		}
		return rank.Evaluate(qrels, run, specs, o)
	}
	return rank.EvaluateFile(qrels, path, func() (io.ReadCloser, error) { return openTREC(path) }, specs, o)
}

// readTREC reads a file by its path.
func readTREC[T any](path string, read func(string, io.Reader) (T, error)) (T, error) {
	file, err := openTREC(path)
	if err != nil {
		var none T
		return none, err
	}
	defer file.Close()
	return read(path, file)
}

func openTREC(path string) (*os.File, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read %q: no such file; give the path of a TREC file", path)
	case err != nil:
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	return file, nil
}

// infer adds the statistics: of each run, and of the differences to the first.
func (m *measured) infer(frame *measure.Frame) error {
	o := measure.Options{Level: m.flags.level}
	for i := range m.specs {
		scale := m.scale(i)
		for at := range m.runs {
			r := &m.runs[at]
			sample := r.sample(i, frame.Sample(m.specs[i].String(), scale))
			r.samples, r.stats = append(r.samples, sample), append(r.stats, sample.Stat(o))
		}
	}
	var all []measure.Comparison
	for _, r := range m.runs[1:] {
		for i, sample := range r.samples {
			pair, err := measure.Pair(sample, m.runs[0].samples[i])
			if err != nil {
				return err
			}
			all = append(all, pair.Compare(o))
		}
	}
	measure.Adjust(all)
	for len(all) > 0 {
		m.comparisons = append(m.comparisons, all[:len(m.specs)])
		all = all[len(m.specs):]
	}
	return nil
}

// sample is the i-th measure of a run, the queries numbered as they stand in the frame.
func (r *measuredRun) sample(i int, s *measure.Sample) *measure.Sample {
	for number, row := range r.table.Rows {
		if v := row.Values[i]; v.Scored {
			s.Add(number, v.X)
		} else {
			s.Miss(number, v.Reason.String())
		}
	}
	return s
}

// scale is that of the i-th measure: a rate where it is 0 or 1 by nature and no tie made it a fraction.
func (m *measured) scale(i int) measure.Scale {
	if m.specs[i].Lower {
		return measure.Continuous
	}
	if m.specs[i].Name != "hit" {
		return measure.Ratio
	}
	for _, r := range m.runs {
		_, values := r.table.Scored(i)
		for _, x := range values {
			if x != 0 && x != 1 {
				return measure.Ratio
			}
		}
	}
	return measure.Binary
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
