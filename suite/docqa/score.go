package docqa

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// defaultScorers are the names of those that a run has if none are named: the headline first, then the rule that earlier
// figures were made by, the comparators of yes and no and of lists, and those that compare texts.
var defaultScorers = []string{"figure", "docqa", "boolean", "jaccard", "exact", "exact-normal", "f1", "bleu", "ratcliff"}

// own are the further measures of this suite.
var own = []score.Measure{
	score.Share("extracted", score.Higher,
		"Whether there is a figure in an answer whose gold is one: 1 or 0.",
		"Says that something could be compared, not that it was right. Cases whose gold is no figure are skipped."),
	score.Share("final.tag", score.Higher,
		"Whether the answer has a line that begins with FINAL: and says something there: 1 or 0.",
		"Whether the model kept to the form that it was asked for. "+
			"Without it the answer is found by its other marks: a label, a box, a tag, a conclusion."),
	score.Share("perfect", score.Higher,
		"Whether the figure is right and has the gold's digits, unrounded: 1 or 0.",
		"Rounding that the headline allows is not perfect. Cases whose gold is no figure are skipped."),
	score.Share("evidence.recall", score.Higher,
		"The share of the gold pages or sentences that are among the evidence.",
		"Of what the mode showed to the model, k sentences with those around them. "+
			"Cases without gold evidence are skipped, and so are modes that search nothing."),
}

// keepsForm reports whether an answer has a line that begins with FINAL: and states something.
func keepsForm(answer string) bool {
	_, ok := score.Final(answer)
	return ok && strings.Contains(answer, "FINAL:")
}

// finalScorer is a scorer of the table that is given what the answer ends in, without the reasoning before it. A gold
// that is a list of several items is compared as a list, by the comparators of lists, and as one text, by those of
// texts: to the others any one of its items would do.
func finalScorer(s *score.Scorer) run.Scorer {
	apply := func(_ context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
		return []score.Score{ofFinal(s, c, a)}, nil
	}
	return run.Scorer{Measures: []score.Measure{s.Measure()}, Score: apply}
}

func ofFinal(s *score.Scorer, c *system.Case, a *system.Answer) score.Score {
	in := c.Input(a)
	if final, ok := score.Final(a.Text); ok {
		in.Answer = final
	}
	several := c.GoldList && len(c.Gold) > 1
	switch {
	case s.Name == "jaccard" && !c.GoldList:
		return score.Not(s.Name, score.Skipped, "the gold is no list")
	case several && slices.Contains(ofOne, s.Name):
		return score.Not(s.Name, score.Skipped, isList)
	case slices.Contains(ofFigures, s.Name) && score.Explains(c.Gold):
		return score.Not(s.Name, score.Skipped, score.NotAFigure)
	case several && !slices.Contains(ofLists, s.Name):
		in.Gold = []string{strings.Join(c.Gold, ", ")}
	}
	return s.Score(&in)
}

// Comparators of lists, and those of one figure or one verdict.
var (
	ofLists = []string{"jaccard", "tatqa-em", "tatqa-f1"}
	ofOne   = []string{"figure", "docqa", "boolean"}
)

// ofFigures are the comparators of figures.
var ofFigures = []string{"figure", "docqa"}

const isList = "the gold is a list of several items; 'jaccard' compares lists"

// ownScorer scores what is particular to this suite.
func ownScorer() run.Scorer {
	return run.Scorer{Measures: own, Score: func(_ context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
		all := append(figured(c, a), tagged(a), evidenceRecall(c, a))
		return []score.Score{all[0], all[2], all[1], all[3]}, nil
	}}
}

func indicator(name string, holds bool, why string) score.Score {
	s := score.Of(name, 0)
	if holds {
		s.Value = 1
	}
	s.Explanation = why
	return s
}

// figured is whether the headline could read a figure, and whether that is the gold's to the digit.
func figured(c *system.Case, a *system.Answer) []score.Score {
	const extracted, perfect = "extracted", "perfect"
	scorer, err := score.Find("figure")
	if err != nil {
		return []score.Score{score.Not(extracted, score.Error, err.Error()), score.Not(perfect, score.Error, err.Error())}
	}
	s := ofFinal(scorer, c, a)
	why := s.Explanation
	if s.Outcome == score.Skipped {
		return []score.Score{score.Not(extracted, score.Skipped, why), score.Not(perfect, score.Skipped, why)}
	}
	digits := s.Value == 1 && equal(s.Evidence)
	if s.Value == 1 && !digits {
		why = "right, but rounded"
	}
	return []score.Score{indicator(extracted, s.Outcome == score.Scored, s.Explanation), indicator(perfect, digits, why)}
}

// maxShift is how many powers of ten notation may lie between two figures that are right: trillions, or a percentage.
const maxShift = 12

// equal reports whether gold and answer, which the headline read and found right, have the same digits: 198 in a
// question that asks for millions is 198 million, and 15.2 % is 0.152.
func equal(read []string) bool {
	if len(read) < 2 {
		return false
	}
	gold, err := figure.Parse(strings.TrimPrefix(read[0], "gold: "))
	got, other := figure.Parse(strings.TrimPrefix(read[1], "answer: "))
	if err != nil || other != nil {
		return false
	}
	for shift := int32(-maxShift); shift <= maxShift; shift++ {
		if gold.Value.Shift(shift).Equal(got.Value) {
			return true
		}
	}
	return false
}

func tagged(a *system.Answer) score.Score {
	return indicator("final.tag", keepsForm(a.Text), "")
}

// evidenceRecall is the share of the gold evidence that was found. A passage that was cut out of a page is that page's.
func evidenceRecall(c *system.Case, a *system.Answer) score.Score {
	const name = "evidence.recall"
	switch {
	case len(c.Evidence) == 0:
		return score.Not(name, score.Skipped, "there is no gold evidence")
	case len(a.Passages) == 0 || slices.EqualFunc(a.Passages, c.Passages, samePassage):
		return score.Not(name, score.Skipped, "the system names no evidence")
	case !slices.ContainsFunc(c.Passages, func(p system.Passage) bool { return !slices.Contains(c.Evidence, p.ID) }):
		return score.Not(name, score.Skipped, "the case gives nothing but its gold evidence")
	}
	found := 0
	var missing []string
	for _, id := range c.Evidence {
		if isFound(id, a.Passages) {
			found++
			continue
		}
		missing = append(missing, "not found: "+id)
	}
	s := score.Of(name, float64(found)/float64(len(c.Evidence)))
	s.Explanation = fmt.Sprintf("%d of %d, among %d passages", found, len(c.Evidence), len(a.Passages))
	s.Evidence = missing
	return s
}

// samePassage tells what a system was given from what it found.
func samePassage(a, b system.Passage) bool { return a.ID == b.ID && a.Text == b.Text }

// isFound reports whether evidence is among passages: a page, or what was cut out of it; or a line, NAME#L12, within
// the lines of one, NAME#L10-14.
func isFound(id string, passages []system.Passage) bool {
	name, line := lineOf(id)
	for i := range passages {
		own := passages[i].ID
		if own == id || strings.HasPrefix(own, id+lineMark) {
			return true
		}
		if rest, ok := strings.CutPrefix(own, name+lineMark); ok && line > 0 {
			from, to, _ := strings.Cut(rest, "-")
			first, err := strconv.Atoi(from)
			last, other := strconv.Atoi(to)
			if err == nil && other == nil && first <= line && line <= last {
				return true
			}
		}
	}
	return false
}

// lineMark is between a document's name and the number of a line.
const lineMark = "#L"

// lineOf is the line that evidence names; 0 if it names none.
func lineOf(id string) (name string, line int) {
	at := strings.LastIndex(id, lineMark)
	if at < 0 {
		return id, 0
	}
	line, err := strconv.Atoi(id[at+len(lineMark):])
	if err != nil {
		return id, 0
	}
	return id[:at], line
}
