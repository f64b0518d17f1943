package findings

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

func result(t *testing.T, id string, gold, program string, scores ...score.Score) *ledger.Result {
	t.Helper()
	c := system.Case{ID: id, Question: "Why?", Gold: []string{gold}, Working: program}
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return &ledger.Result{Case: ledger.Case{ID: id, Body: body}, Attempt: ledger.Attempt{Outcome: ledger.Answered, Scores: scores}}
}

func scored(name string, value float64, why string) score.Score {
	s := score.Of(name, value)
	s.Expected, s.Extracted, s.Explanation = "5", "6", why
	return s
}

func TestOf(t *testing.T) {
	all := []*ledger.Result{
		result(t, "a", "2", "add(1, 1)", scored(headline, 1, "right"), scored(legacy, 1, "off by 0")),
		result(t, "b", "3", "add(1, 1)", scored(headline, 0, "sign"), scored(legacy, 1, "off by 0.1")),
		result(t, "c", "3", "divide(1, 0)", scored(headline, 1, "right"), scored(legacy, 0, "off by 1000")),
		result(t, "d", "x", "", score.Not(headline, score.Unparsable, "none"), scored(legacy, 0, "off")),
		result(t, "e", "x", "", score.Not(headline, score.Skipped, "no figure"), score.Not(legacy, score.Skipped, "no figure")),
	}
	found, err := Of(nil, func(with ledger.With) iter.Seq2[*ledger.Result, error] {
		if !with.Bodies || !with.Details {
			t.Errorf("read with %+v", with)
		}
		return func(yield func(*ledger.Result, error) bool) {
			for _, r := range all {
				if !yield(r, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		c := f.Counts[0]
		for i, k := range c.Kinds {
			got = append(got, fmt.Sprintf("%s: %s %d of %d", f.Name, k.Name, c.Series[0].Counts[i], c.Series[0].Of()))
		}
		for _, one := range f.Cases {
			got = append(got, fmt.Sprintf("%s: case %s, %s", f.Name, one.ID, one.Group))
		}
	}
	want := []string{
		"figures: right 2 of 3", "figures: sign 1 of 3", "figures: case b, sign",
		"rules: right by the older rule only 1 of 3", "rules: right by the headline only 1 of 3", "rules: both right 1 of 3",
		"rules: case b, right by the older rule only", "rules: case c, right by the headline only",
		"golds: sound 1 of 3", "golds: not_executed 1 of 3", "golds: other_result 1 of 3", "golds: case c, not_executed",
		"golds: case b, other_result",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if doc := found[2].Doc; !strings.Contains(doc, "The programs of 3 golds were executed: 1 not_executed, 1 other_result.") {
		t.Errorf("%q", doc)
	}
}
