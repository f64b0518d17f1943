// Package rank turns rankings and judgments into rank measures: hit rate, reciprocal rank, recall,
// precision, nDCG, average precision and their like, each a small file and a row of Measures.
//
// A search engine that gives several documents the same score has not ordered them.
// With the ties rule Expected a measure is therefore its expected value over the random orders of each group
// of equal scores, in closed form: a scorer that gives everything the same score gets the value of chance,
// and the order in which hits arrive changes nothing. The rule Trec breaks ties as trec_eval does. Without
// ties both are what trec_eval computes, except that all 64 bits of a score count: older versions of it, and
// its Python bindings, keep 32 and so see ties where there are none.
//
// It reads and writes the qrels and run files of TREC. It refuses documents that are listed twice in one
// ranking or judged twice, scores that are no finite numbers, and it gives no value where there is none: a
// query without relevant documents, or one that the run lacks, is named with its reason, and counts as 0
// only where the complete set of queries is asked for.
package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Hit is a document as it was retrieved. Higher scores come first.
type Hit struct {
	Doc   string
	Score float64
}

// Judgments are the grades of the judged documents of one query. A grade below 0 says that the document
// was in the pool and not judged after all, as trec_eval reads it.
type Judgments map[string]int

// MaxGrade bounds grades on both sides. The exponential gain of higher ones would leave the range of floats.
const MaxGrade = 500

// Ties is how documents with equal scores are ranked.
type Ties string

const (
	// Expected takes the expected value over all orders of each group of equal scores.
	Expected Ties = "expected"
	// Trec puts the document with the greater name first, in byte order, as trec_eval does.
	Trec Ties = "trec"
)

// ParseTies reads the name of a rule for ties.
func ParseTies(name string) (Ties, error) {
	if t := Ties(name); t == Expected || t == Trec {
		return t, nil
	}
	return "", fmt.Errorf("ties %q: no such rule; there are %s and %s", name, Expected, Trec)
}

// unjudged is the grade of a document without a judgment.
const unjudged = math.MinInt

// Judged is one ranking with its grades, ready to be measured.
type Judged struct {
	grades []int // of the documents in the order of the ranking
	ties   []tie
	ideal  []int // the grades above 0 of all judged documents, highest first

	// Relevant and nonrelevant documents of the query, retrieved or not.
	relevant, nonrelevant int
}

// tie is a group of documents with equal scores; most often of one.
type tie struct {
	above                 int // documents that rank higher
	size                  int
	relevant, nonrelevant int
}

// Judge joins what was retrieved for one query with the judgments of that query. Documents graded at or
// above relevant, which is 1 or more, are relevant. Hits may come in any order and are left as they are.
func Judge(hits []Hit, judgments Judgments, ties Ties, relevant int) (*Judged, error) {
	if relevant < 1 || relevant > MaxGrade {
		return nil, fmt.Errorf("judge a ranking: grade %d cannot be the least relevant one; it is 1 to %d", relevant,
			MaxGrade)
	}
	hits = slices.Clone(hits)
	slices.SortFunc(hits, before)
	if err := sound(hits); err != nil {
		return nil, err
	}
	return join(hits, judgments, ties, relevant)
}

// join adds grades and groups to the hits, which are sorted.
func join(hits []Hit, judgments Judgments, ties Ties, relevant int) (*Judged, error) {
	j := &Judged{grades: make([]int, len(hits))}
	for i, h := range hits {
		j.grades[i] = unjudged
		if grade, ok := judgments[h.Doc]; ok {
			j.grades[i] = grade
		}
		if i == 0 || ties == Trec || h.Score != hits[i-1].Score {
			j.ties = append(j.ties, tie{above: i})
		}
		j.ties[len(j.ties)-1].count(j.grades[i], relevant)
	}
	return j, j.pool(judgments, relevant)
}

// before is trec_eval's order: by falling score, then by falling name.
func before(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc, a.Doc))
}

// sound refuses rankings that have no order.
func sound(hits []Hit) error {
	seen := make(map[string]struct{}, len(hits))
	for _, h := range hits {
		if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) {
			return fmt.Errorf("judge a ranking: document %q has the score %v, which is no finite number", h.Doc, h.Score)
		}
		if _, twice := seen[h.Doc]; twice {
			return fmt.Errorf("judge a ranking: document %q is listed twice", h.Doc)
		}
		seen[h.Doc] = struct{}{}
	}
	return nil
}

func (t *tie) count(grade, relevant int) {
	t.size++
	switch {
	case grade >= relevant:
		t.relevant++
	case grade >= 0:
		t.nonrelevant++
	}
}

// pool counts what was judged, retrieved or not.
func (j *Judged) pool(judgments Judgments, relevant int) error {
	for doc, grade := range judgments {
		switch {
		case grade > MaxGrade:
			return fmt.Errorf("judge a ranking: document %q has the grade %d; %d is the highest", doc, grade, MaxGrade)
		case grade >= relevant:
			j.relevant++
		case grade >= 0:
			j.nonrelevant++
		}
		if grade > 0 {
			j.ideal = append(j.ideal, grade)
		}
	}
	slices.SortFunc(j.ideal, func(a, b int) int { return b - a })
	return nil
}

// within is how many documents of a group are among the first k of the ranking.
func (t tie) within(k int) int { return max(0, min(t.size, k-t.above)) }
