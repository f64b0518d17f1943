package analysis

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// rated is how good an attempt is: the mean over its measures, each as the share of its range.
type rated struct {
	attempt int32
	scored  int32   // measures with a number
	missed  int32   // measures that should have one; a scorer that does not apply misses nothing
	good    float64 // their mean, 1 is perfect
}

// worst are the attempts that went worst: those without any number, and those whose numbers are lowest.
// Where both are many, each gets half of the places, so that an outage does not hide wrong answers.
func worst(l *ledger.Ledger, info *ledger.Info, c *ledger.Columns, chosen []*ledger.Column, n int) ([]Case, error) {
	var none, low []rated
	for _, r := range ranks(info, c, chosen) {
		switch {
		case r.scored == 0 && r.missed > 0:
			none = append(none, r)
		case r.scored > 0 && (r.good < 1 || r.missed > 0):
			low = append(low, r)
		}
	}
	slices.SortFunc(low, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.good, b.good), cmp.Compare(b.missed, a.missed), cmp.Compare(a.attempt, b.attempt))
	})
	first := min(len(none), max(n-len(low), (n+1)/2))
	picked := slices.Concat(none[:min(first, n)], low)
	return read(l, info, c, picked[:min(len(picked), n)])
}

func ranks(info *ledger.Info, c *ledger.Columns, chosen []*ledger.Column) []rated {
	all := make([]rated, c.Len())
	for i := range all {
		all[i].attempt = int32(i)
	}
	for _, column := range chosen {
		s := shareOf(MeasureOf(&info.Header, column.Name), column)
		for i := range column.Outcomes {
			switch column.Outcomes.At(i) {
			case score.Scored:
				all[i].good += s.of(column.Values[i])
				all[i].scored++
			case "", score.Skipped, score.NoModel:
			default:
				all[i].missed++
			}
		}
	}
	for i := range all {
		all[i].good /= float64(max(all[i].scored, 1))
	}
	return all
}

// share maps the values of a measure to 0 for the worst and 1 for the best of its range.
type share struct {
	low, width float64
	lower      bool
}

// shareOf takes the range of the measure, or that of the values where it has none.
func shareOf(about score.Measure, columns ...*ledger.Column) share {
	s := share{lower: about.Better == score.Lower}
	if low, high, ok := about.Range(); ok {
		s.low, s.width = low, high-low
		return s
	}
	var values []float64
	for _, c := range columns {
		values = append(values, valuesOf(c)...)
	}
	low, high, _, _ := extent(values)
	if low >= 0 && high <= 1 {
		low, high = 0, 1
	}
	s.low, s.width = low, high-low
	return s
}

func (s share) of(v float64) float64 {
	if s.width <= 0 {
		return 1 // all are the same: none is worse
	}
	good := min(max((v-s.low)/s.width, 0), 1)
	if s.lower {
		return 1 - good
	}
	return good
}

// read gets what readers look into, of these attempts only.
func read(l *ledger.Ledger, info *ledger.Info, c *ledger.Columns, picked []rated) ([]Case, error) {
	var ordinals []int
	for _, r := range picked {
		ordinals = append(ordinals, int(c.Ordinals[r.attempt]))
	}
	results, err := l.At(info, ordinals, ledger.With{Bodies: true, Answers: true, Details: true})
	if err != nil {
		return nil, err
	}
	type key struct{ ordinal, repeat int }
	found := map[key]*ledger.Result{}
	for i := range results {
		found[key{results[i].Case.Ordinal, results[i].Repeat}] = &results[i]
	}
	var cases []Case
	for _, r := range picked {
		if result := found[key{int(c.Ordinals[r.attempt]), int(c.Repeats[r.attempt])}]; result != nil {
			cases = append(cases, caseOf(result))
		}
	}
	return cases, nil
}

func caseOf(r *ledger.Result) Case {
	c := Case{ID: r.ID, Ordinal: r.Case.Ordinal, Repeat: r.Repeat, Cluster: r.Cluster, Outcome: r.Outcome,
		Reason: r.Reason, Scores: r.Scores}
	c.Question, c.Gold = question(r.Body)
	c.Answer = answer(r.Answer)
	return c
}

// question reads what was asked and the gold out of a case, whatever else its suite keeps there.
func question(body json.RawMessage) (asked string, gold []string) {
	var c struct {
		Question string `json:"question"`
		Messages []struct {
			Text string `json:"text"`
		} `json:"messages"`
		Gold json.RawMessage `json:"gold"`
	}
	if json.Unmarshal(body, &c) != nil {
		return "", nil
	}
	asked = c.Question
	if asked == "" && len(c.Messages) > 0 {
		asked = c.Messages[len(c.Messages)-1].Text
	}
	if json.Unmarshal(c.Gold, &gold) != nil && len(c.Gold) > 0 {
		gold = []string{plain(c.Gold)}
	}
	return asked, gold
}

// answer is the text of an answer, or its list.
func answer(stored json.RawMessage) string {
	var a struct {
		Text string   `json:"text"`
		List []string `json:"list"`
	}
	if json.Unmarshal(stored, &a) != nil {
		return plain(stored)
	}
	if a.Text == "" {
		return strings.Join(a.List, "\n")
	}
	return a.Text
}

// plain is a JSON string without its quotes, and anything else as it is.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
