package docqa

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// extractive answers without a model.
var extractive = mode{
	Name: "extractive",
	Doc: "no model: the sentence or row that has most of the question's words, and the figure in it that is under, or " +
		"nearest to, the year asked about. " +
		"It computes nothing: a floor that a model has to beat",
	Version: "6",
	Finds:   true,
	Open:    func(s *setup) (system.System, error) { return &extractor{newSearcher(s)}, nil },
}

type extractor struct{ *searcher }

// Answer is the best figure of the best sentence that has one, or the best sentence.
func (s *extractor) Answer(ctx context.Context, c *system.Case, _ int) (*system.Answer, error) {
	began := time.Now()
	found, err := s.find(ctx, c, c.Question)
	if err != nil {
		return unanswered(err)
	}
	a := &system.Answer{Outcome: system.Answered, Passages: passagesOf(found)}
	if len(found) == 0 {
		a.Outcome, a.Reason = string(score.Abstained), "no word of the question is in the document"
	} else if a.Text, err = extract(c.Question, found); err != nil {
		return nil, err
	}
	a.Took = time.Since(began)
	return a, nil
}

// wanted is what a question says about the figure that answers it.
type wanted struct {
	hint    figure.Hint
	years   []int
	terms   []string
	termsOf func(text string) []string
}

func readQuestion(question string) (*wanted, error) {
	termsOf, err := embedded.Terms(analyzer)
	if err != nil {
		return nil, err
	}
	w := &wanted{hint: figure.ReadQuestion(question), terms: termsOf(question), termsOf: termsOf}
	for _, amount := range figure.Find(question) {
		if amount.Period.Year > 0 {
			w.years = append(w.years, amount.Period.Year)
		}
	}
	return w, nil
}

// extract is the answer to a question from what was found.
func extract(question string, found []evidence) (string, error) {
	w, err := readQuestion(question)
	if err != nil {
		return "", err
	}
	for i := range found {
		if best, ok := w.best(found[i].text, found[i].scale); ok {
			return fmt.Sprintf("REASONING: no model was asked; of the document this has most of the question's words%s: \u201c%s\u201d\nFINAL: %s",
				skippedText(i), found[i].text, best), nil
		}
	}
	return "REASONING: no model was asked, and what has most of the question's words holds no figure\nFINAL: " + found[0].text, nil
}

func skippedText(skipped int) string {
	if skipped == 0 {
		return ""
	}
	return fmt.Sprintf(" and a figure (%d before it have none)", skipped)
}

// best is the figure of a sentence that answers best: of the kind that is asked for, and under or nearest to a year
// that is asked for; else the first.
func (w *wanted) best(text, scale string) (string, bool) {
	all := figures(text)
	all = all[:min(len(all), maxFigures)]
	found, most := "", math.MinInt
	for i := range all {
		v := &all[i]
		if !v.IsAmount() {
			continue
		}
		points := w.kind(&v.Amount)
		if v.column != nil {
			points += w.under(v.column)
		} else {
			points += w.near(&v.Amount, all)
		}
		if points > most {
			found, most = v.worded(text, scale), points
		}
	}
	return found, most > math.MinInt
}

// maxFigures bounds how many figures of a sentence are compared.
const maxFigures = 500

// maxDistance is how many bytes a figure may be from a year to be that year's.
const maxDistance = 200

// kind says how well a figure suits by itself; more is better.
func (w *wanted) kind(a *figure.Amount) int {
	points := 0
	if percent := a.Kind == figure.Percent || a.Kind == figure.Points; percent == w.hint.Percent {
		points += 2 * maxDistance
	}
	if a.Spelled || a.Kind == figure.Number && len(a.Digits) == 1 {
		points -= maxDistance // "one-day", the mark of a footnote
	}
	return points
}

// near says how well a figure suits for the years that are named around it.
func (w *wanted) near(a *figure.Amount, all []valued) int {
	nearest := maxDistance
	for i := range all {
		if y := &all[i].Amount; slices.Contains(w.years, y.Period.Year) {
			nearest = min(nearest, max(0, a.Start-y.End, y.Start-a.End))
		}
	}
	return maxDistance - nearest
}

// under says how well a figure suits for the header of its column: a year that is asked for, and then the words of
// the question.
func (w *wanted) under(c *column) int {
	points := 0
	if slices.ContainsFunc(c.years, func(y int) bool { return slices.Contains(w.years, y) }) {
		points = maxDistance
	}
	for _, t := range w.termsOf(c.text) {
		if slices.Contains(w.terms, t) {
			points++
		}
	}
	return points
}
