package rank

import (
	"fmt"
	"io"
	"slices"
)

// Options say how a run is measured.
type Options struct {
	Ties     Ties
	Relevant int // the least grade that is relevant; 1 where it is 0

	// Complete counts queries that the run lacks, and those without a relevant document, as 0, which makes
	// the mean that of trec_eval -c.
	Complete bool
}

// Value is the value of a measure for a query, or the reason why there is none. With Options.Complete
// a 0 that was counted keeps its reason beside it.
type Value struct {
	X      float64
	Reason Reason
	Scored bool
}

// Row is one query.
type Row struct {
	Query  string
	Values []Value // in the order of the measures
}

// Table is a run, measured.
type Table struct {
	heading
	Specs   []Spec
	Queries int   // of the run
	Rows    []Row // one for each query that was judged, in byte order

	// Unjudged are the queries of the run that the judgments lack; nothing of them is measured.
	Unjudged []string
}

// Evaluate measures a run against judgments.
func Evaluate(qrels *Qrels, run *Run, specs []Spec, o Options) (*Table, error) {
	e := newEvaluation(qrels, specs, o)
	for _, query := range run.queries {
		j, err := Judge(run.of[query], qrels.of[query], o.Ties, e.o.Relevant)
		if err != nil {
			return nil, fmt.Errorf("measure query %q: %w", query, err)
		}
		e.add(query, j)
	}
	return e.table(run.heading)
}

// EvaluateFile measures a run file and keeps one ranking of it in memory, as long as the lines of each
// query are together; where they are not, the file is opened again, which must give the same bytes, and
// read as a whole. The name is that of the file in errors.
func EvaluateFile(qrels *Qrels, name string, open func() (io.ReadCloser, error), specs []Spec,
	o Options) (*Table, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e := newEvaluation(qrels, specs, o)
	read := runReader{bad: &problems{File: name}}
	read.use = func(b *block) error { return e.block(b, read.bad) }
	switch err := read.all(file); {
	case err == errScattered:
		return evaluateAtOnce(qrels, name, open, specs, o)
	case err != nil:
		return nil, err
	case read.bad.Count > 0:
		return nil, read.bad
	}
	return e.table(read.heading)
}

func evaluateAtOnce(qrels *Qrels, name string, open func() (io.ReadCloser, error), specs []Spec,
	o Options) (*Table, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	run, err := ReadRun(name, file)
	if err != nil {
		return nil, err
	}
	return Evaluate(qrels, run, specs, o)
}

// evaluation is a table while the rankings come in.
type evaluation struct {
	qrels *Qrels
	specs []Spec
	o     Options
	of    map[string][]Value // nil for queries that the judgments lack
}

func newEvaluation(qrels *Qrels, specs []Spec, o Options) *evaluation {
	o.Relevant = max(o.Relevant, 1)
	return &evaluation{qrels, specs, o, map[string][]Value{}}
}

// block measures a block of a file, unless its query had one before.
func (e *evaluation) block(b *block, bad *problems) error {
	if _, before := e.of[b.query]; before {
		return errScattered
	}
	b.twice(bad)
	slices.SortFunc(b.hits, before)
	j, err := join(b.hits, e.qrels.of[b.query], e.o.Ties, e.o.Relevant)
	if err != nil {
		return err
	}
	e.add(b.query, j)
	return nil
}

// add measures a ranking.
func (e *evaluation) add(query string, j *Judged) {
	if _, ok := e.qrels.of[query]; !ok {
		e.of[query] = nil
		return
	}
	values := make([]Value, len(e.specs))
	for i, s := range e.specs {
		values[i].X, values[i].Reason = s.Of(j)
	}
	e.of[query] = values
}

// table puts the queries in order, those that the run lacks among them.
func (e *evaluation) table(heading heading) (*Table, error) {
	t := &Table{heading: heading, Specs: e.specs, Queries: len(e.of)}
	for _, query := range slices.Sorted(slices.Values(e.qrels.queries)) {
		values, ok := e.of[query]
		if !ok {
			j, err := join(nil, e.qrels.of[query], e.o.Ties, e.o.Relevant)
			if err != nil {
				return nil, fmt.Errorf("measure query %q: %w", query, err)
			}
			values = e.missing(j)
		}
		for i := range values {
			v := &values[i]
			v.Scored = v.Reason == Scored || e.o.Complete && !e.specs[i].Open
		}
		t.Rows = append(t.Rows, Row{query, values})
	}
	for query, values := range e.of {
		if values == nil {
			t.Unjudged = append(t.Unjudged, query)
		}
	}
	slices.Sort(t.Unjudged)
	return t, nil
}

// missing is why a query that the run lacks has no values. That it has no relevant document holds for
// every run, and so it comes first.
func (e *evaluation) missing(j *Judged) []Value {
	values := make([]Value, len(e.specs))
	for i, s := range e.specs {
		values[i].Reason = notInRun
		if !s.Needs.met(j) {
			values[i].Reason = noRelevant
		}
	}
	return values
}

// Scored are the values of the i-th measure, with their queries.
func (t *Table) Scored(i int) (queries []string, values []float64) {
	for _, row := range t.Rows {
		if v := row.Values[i]; v.Scored {
			queries, values = append(queries, row.Query), append(values, v.X)
		}
	}
	return queries, values
}

// Unscored are the queries for which the i-th measure has no value, by reason.
func (t *Table) Unscored(i int) map[Reason][]string {
	by := map[Reason][]string{}
	for _, row := range t.Rows {
		if v := row.Values[i]; !v.Scored {
			by[v.Reason] = append(by[v.Reason], row.Query)
		}
	}
	return by
}
