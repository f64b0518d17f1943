package docqa

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// extractive answers without a model.
var extractive = Mode{
	Name: "extractive",
	Doc: "no model: the sentence or row that has most of the question's words, and the figure in it that stands under, or nearest to, the year asked about. " +
		"It computes nothing: a floor that a model has to beat",
	Version: "3",
	Finds:   true,
	Open: func(s *Setup) (system.System, error) {
		return &extracted{setup: s, shelf: shelf{setup: s}}, nil
	},
}

type extracted struct {
	setup *Setup
	shelf shelf
}

// Answer is the best figure of the best sentence that has one, or the best sentence.
func (s *extracted) Answer(ctx context.Context, c *system.Case, _ int) (*system.Answer, error) {
	began := time.Now()
	doc, giveBack, err := s.shelf.of(ctx, c)
	if err != nil {
		return nil, err
	}
	defer giveBack()
	hits, err := doc.search(ctx, s.setup, c.Question, s.setup.K)
	if err != nil {
		return nil, err
	}
	a := &system.Answer{Outcome: system.Answered, Passages: doc.shown(hits, s.setup.Around)}
	switch q := doc.asked(c.Question); {
	case len(hits) == 0:
		a.Outcome, a.Reason = string(score.Abstained), "no word of the question stands in the document"
	default:
		a.Text = doc.extract(q, hits)
	}
	a.Took = time.Since(began)
	return a, nil
}

// asked is what a question says about the figure that answers it.
type asked struct {
	hint  figure.Hint
	years []int
	terms []string
	words *words
}

func (d *document) asked(question string) *asked {
	q := &asked{hint: figure.ReadQuestion(question), terms: d.words.analyzer.Terms(question), words: d.words}
	for _, a := range figure.Find(question) {
		if a.Period.Year > 0 {
			q.years = append(q.years, a.Period.Year)
		}
	}
	return q
}

// extract words the answer.
func (d *document) extract(q *asked, hits []hit) string {
	for i, h := range hits {
		u := &d.units[h.row]
		if found, ok := q.best(u); ok {
			return fmt.Sprintf("REASONING: no model was asked; of the document this has most of the question's words%s: \u201c%s\u201d\nFINAL: %s", among(i), u.text, found)
		}
	}
	best := d.units[hits[0].row].text
	return fmt.Sprintf("REASONING: no model was asked, and what has most of the question's words holds no figure\nFINAL: %s", best)
}

func among(skipped int) string {
	if skipped == 0 {
		return ""
	}
	return fmt.Sprintf(" and a figure (%d before it have none)", skipped)
}

// best is the figure of a sentence or row that answers best: of the kind that is asked for, and under or nearest to a
// year that is asked for; else the first.
func (q *asked) best(u *unit) (string, bool) {
	all, found, most := u.figures(), "", math.MinInt
	all = all[:min(len(all), maxFigures)]
	columns := u.columns(all)
	for i := range all {
		if !all[i].IsAmount() {
			continue
		}
		s := q.suits(&all[i])
		if columns != nil {
			s += q.under(&columns[i])
		} else {
			s += q.near(&all[i], all)
		}
		if s > most {
			found, most = u.worded(&all[i]), s
		}
	}
	return found, most > math.MinInt
}

// maxFigures bounds how many figures of a sentence or row are looked at.
const maxFigures = 500

// reach is how far from a year a figure may stand to be that year's.
const reach = 200

// suits says how well a figure suits by itself; more is better.
func (q *asked) suits(a *figure.Amount) int {
	s := 0
	if percent := a.Kind == figure.Percent || a.Kind == figure.Points; percent == q.hint.Percent {
		s += 2 * reach
	}
	if a.Spelled || a.Kind == figure.Number && len(a.Digits) == 1 {
		s -= reach // "one-day", the mark of a footnote
	}
	return s
}

// near says how well a figure suits for the years that are told around it.
func (q *asked) near(a *figure.Amount, all []figure.Amount) int {
	nearest := reach
	for i := range all {
		if y := &all[i]; slices.Contains(q.years, y.Period.Year) {
			nearest = min(nearest, gap(y.Start, y.End, a.Start, a.End))
		}
	}
	return reach - nearest
}

// under says how well a figure suits for what stands above it: a year that is asked for, and then the words of the
// question.
func (q *asked) under(c *column) int {
	s := 0
	if slices.ContainsFunc(c.years, func(y int) bool { return slices.Contains(q.years, y) }) {
		s = reach
	}
	for _, t := range q.words.analyzer.Terms(c.text) {
		if slices.Contains(q.terms, t) {
			s++
		}
	}
	return s
}

// gap is how many bytes stand between two extents.
func gap(start, end, from, to int) int { return max(0, from-end, start-to) }
