package score

import (
	"math"
	"regexp"
	"strings"

	"github.com/assayhq/assay/figure"
)

// figures compares the figure of an answer with that of a gold, as package figure understands them.
func figures(in *Input) Score {
	if Explains(in.Gold) {
		return Not("", Skipped, NotAFigure)
	}
	answer := withUnit(in.Answer, in.AnswerUnit)
	hint := figure.ReadQuestion(in.Question)
	return in.best(func(gold string) Score {
		gold = withUnit(gold, in.Unit)
		m, err := figure.CompareText(gold, answer, hint)
		if err == nil {
			out := in.unlessAbstained(in.verdict(m, gold, answer))
			if out.Value > 0 && (m.Got.Kind == figure.Absence || declines(in.Answer)) { // "no information" is no zero
				if none, abstained := abstention(in, out.Expected); abstained {
					return none
				}
			}
			return out
		}
		if _, ok := figure.Answer(gold); !ok {
			return Not("", Skipped, "the gold has no figure")
		}
		return unread(in, gold, "there is no figure in the answer")
	})
}

// maxOtherWords is how many words a gold may have beside its figure: "about", "in 2019", "per share".
const maxOtherWords = 4

// NotAFigure is why golds that Explains finds are skipped.
const NotAFigure = "the gold is a text or a name with a figure in it, which the figure alone does not answer"

// Explains reports whether all golds with a figure say more than the figure: of "No, since capital spending is 5 %
// of revenue" the figure is not the answer, nor is it of "Boeing 737".
func Explains(golds []string) bool {
	found := false
	for _, gold := range golds {
		a, ok := figure.Answer(gold)
		if !ok || a.Start < 0 || a.End > len(gold) || a.Start > a.End {
			continue
		}
		before, after := gold[:a.Start], gold[a.End:]
		if len(strings.Fields(before))+len(strings.Fields(after)) <= maxOtherWords &&
			!inName(&a, before, after) && !company.MatchString(gold) {
			return false
		}
		found = true
	}
	return found
}

// names are the names that a number without a unit is part of.
var names = []struct {
	example       string
	before, after *regexp.Regexp
}{
	{"Boeing 737, iPhone 15", regexp.MustCompile(`(?:^|\s)(?:[A-Z][\w&.-]*|[a-z]+[A-Z]\w*) $`), nil},
	{"One-time, 7-Eleven", nil, regexp.MustCompile(`^-[A-Za-z]`)},
	{"Five Below", nil, regexp.MustCompile(`^ [A-Z][a-z]`)},
	{"top five customers", regexp.MustCompile(`(?i)\b(?:top|big|first|last|largest) $`), nil},
}

// company is a number that is a name as it is: 3M.
var company = regexp.MustCompile(`^\s*\d[KMB]\s*$`)

// inName reports whether a figure is a part of a name: a number of few digits, beside a word with a capital.
func inName(a *figure.Amount, before, after string) bool {
	if a.Kind != figure.Number || strings.ContainsAny(a.Digits, ".,") || len(a.Digits) > maxInName {
		return false
	}
	for i := range names {
		n := &names[i]
		if n.before != nil && n.before.MatchString(before) || n.after != nil && n.after.MatchString(after) {
			return true
		}
	}
	return false
}

const maxInName = 5 // digits, or letters of a number in words

// withUnit adds a unit to a gold that is a bare number, and a scale to a sum that has none: "$ 5.2" in
// millions.
func withUnit(gold, unit string) string {
	if unit == "" {
		return gold
	}
	a, ok := figure.Answer(gold)
	if !ok || a.Scale != 0 || a.Kind != figure.Year && a.Kind != figure.Money &&
		(a.Kind != figure.Number || a.Unit != "") {
		return gold
	}
	with := gold + " " + unit
	b, ok := figure.Answer(with)
	if !ok || a.Kind == figure.Money && (b.Scale == 0 || b.Unit != a.Unit) || a.Kind == figure.Year &&
		b.Kind == figure.Year {
		return gold
	}
	return with
}

// verdict is the score of a match. The tolerance of a gold forgives what is wrong by its size alone.
func (in *Input) verdict(m figure.Match, gold, answer string) Score {
	value, why := 0.0, string(m.Reason)
	switch {
	case m.Right:
		value, why = 1, "right"
	case (m.Reason == figure.Rounding || m.Reason == figure.Other) && within(m, in.Tolerance):
		value, why = 1, "right within the tolerance of the gold"
	}
	out := Of("", value)
	out.Expected, out.Extracted, out.Explanation = Shown(clean(gold, m.Gold)), Shown(clean(answer, m.Got)), why
	out.Evidence = []string{"gold: " + m.Gold.String(), "answer: " + m.Got.String()}
	if c, ok := figure.Final(answer); ok && c.Start <= m.Got.Start && m.Got.End <= c.End {
		out.Evidence = append(out.Evidence, "found by: "+c.Rule)
	}
	return out
}

// clean is the text of a figure.
func clean(text string, a figure.Amount) string {
	if a.Start < 0 || a.End > len(text) || a.Start >= a.End {
		return text
	}
	return text[a.Start:a.End]
}

// within reports whether two values differ by no more than a share of the gold.
func within(m figure.Match, tolerance float64) bool {
	if tolerance <= 0 || !m.Gold.IsAmount() || !m.Got.IsAmount() {
		return false
	}
	gold, got := m.Gold.Value.InexactFloat64(), m.Got.Value.InexactFloat64()
	return math.Abs(gold-got) <= tolerance*math.Abs(gold)
}
