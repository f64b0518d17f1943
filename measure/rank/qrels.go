package rank

import (
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Qrels are the judgments of a set of queries.
type Qrels struct {
	queries []string // in the order in which they came
	of      map[string]Judgments
}

// NewQrels are no judgments yet.
func NewQrels() *Qrels { return &Qrels{of: map[string]Judgments{}} }

// Add grades a document for a query.
func (q *Qrels) Add(query, doc string, grade int) error {
	if err := named(query, doc); err != nil {
		return err
	}
	if grade < -MaxGrade || grade > MaxGrade {
		return fmt.Errorf("grade %d is not within ±%d", grade, MaxGrade)
	}
	of, ok := q.of[query]
	if !ok {
		of = Judgments{}
		q.queries, q.of[query] = append(q.queries, query), of
	}
	if old, twice := of[doc]; twice {
		return fmt.Errorf("document %q of query %q is judged twice, before with grade %d", doc, query, old)
	}
	of[doc] = grade
	return nil
}

// Queries are the judged queries in the order in which they came.
func (q *Qrels) Queries() []string { return slices.Clone(q.queries) }

// ReadQrels reads a file of judgments, one per line: query, an unused column, document, grade. The
// name is that of the file in errors.
func ReadQrels(name string, r io.Reader) (*Qrels, error) {
	q, names := NewQrels(), interned{}
	bad := &problems{File: name}
	err := eachLine(bad, r, "query 0 document grade", func(_ int, f [][]byte) error {
		grade, err := strconv.Atoi(string(f[3]))
		if err != nil {
			return fmt.Errorf("grade %s is no whole number", short(string(f[3])))
		}
		return q.Add(names.of(f[0]), names.of(f[2]), grade)
	})
	switch {
	case err != nil:
		return nil, err
	case bad.Count == 0 && len(q.queries) == 0:
		return nil, fmt.Errorf("read %q: no judgments in it; a line is: query 0 document grade", name)
	case bad.Count > 0:
		return nil, bad
	}
	return q, nil
}
