package docqa

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// extractive answers without a model.
var extractive = Mode{
	Name: "extractive",
	Doc: "no model: the sentence or row that has most of the question's words, and the figure in it that stands nearest to the year asked about. " +
		"It computes nothing: a floor that a model has to beat",
	Version: "2",
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
	doc, err := s.shelf.of(ctx, c)
	if err != nil {
		return nil, err
	}
	hits, err := doc.search(ctx, s.setup, c.Question, s.setup.K)
	if err != nil {
		return nil, err
	}
	a := &system.Answer{Outcome: system.Answered, Passages: doc.shown(hits, s.setup.Around)}
	switch q := readAsked(c.Question); {
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
	years []string
}

func readAsked(question string) asked {
	q := asked{hint: figure.ReadQuestion(question)}
	for _, a := range figure.Find(question) {
		if a.Period.Year > 0 {
			q.years = append(q.years, fmt.Sprint(a.Period.Year))
		}
	}
	return q
}

// extract words the answer.
func (d *document) extract(q asked, hits []hit) string {
	for i, h := range hits {
		u := &d.units[h.row]
		if found, ok := q.best(u.text); ok {
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

// best is the figure of a text that answers best: of the kind that is asked for, and nearest to a year that is
// asked for; else the first.
func (q *asked) best(text string) (string, bool) {
	found, most := "", math.MinInt
	for _, a := range figure.Find(text) {
		if !a.IsAmount() {
			continue
		}
		if s := q.suits(&a, text); s > most {
			found, most = strings.TrimSpace(text[a.Start:a.End]), s
		}
	}
	return found, most > math.MinInt
}

// reach is how far from a year a figure may stand to be that year's.
const reach = 200

// suits says how well a figure suits; more is better.
func (q *asked) suits(a *figure.Amount, text string) int {
	s := 0
	if percent := a.Kind == figure.Percent || a.Kind == figure.Points; percent == q.hint.Percent {
		s += 2 * reach
	}
	if a.Spelled || a.Kind == figure.Number && len(a.Digits) == 1 {
		s -= reach // "one-day", the mark of a footnote
	}
	nearest := reach
	for _, year := range q.years {
		for at := 0; ; {
			i := strings.Index(text[at:], year)
			if i < 0 {
				break
			}
			at += i
			nearest = min(nearest, gap(at, at+len(year), a.Start, a.End))
			at += len(year)
		}
	}
	return s + reach - nearest
}

// gap is how many bytes stand between two extents.
func gap(start, end, from, to int) int { return max(0, from-end, start-to) }
