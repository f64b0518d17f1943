package analysis

import (
	"testing"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

func TestApart(t *testing.T) {
	var outcomes ledger.Outcomes
	for _, o := range []score.Outcome{score.Scored, score.Scored, score.Skipped, ""} {
		if err := outcomes.Append(o); err != nil {
			t.Fatal(err)
		}
	}
	c := &ledger.Columns{
		Measures: []*ledger.Column{{Name: "hit@5", Values: []float64{1, 0, 0, 0}, Outcomes: outcomes}},
		Groups: []*ledger.Group{{Tag: "form", Of: []int32{0, 0, 0, 0}, Values: []string{"10-K"}},
			{Tag: "regime", Of: []int32{0, 1, 1, 2}, Values: []string{"filtered", "open", "none"}}},
	}
	if splitByTag(c, "") != c || splitByTag(c, "absent") != c {
		t.Error("a run that names no tag, or one that no case has, is told apart")
	}
	got := splitByTag(c, "regime")
	if len(got.Measures) != 2 || len(got.Groups) != 1 || got.Groups[0].Tag != "form" || len(c.Groups) != 2 {
		t.Fatalf("%d measures, %d groups", len(got.Measures), len(got.Groups))
	}
	for i, want := range []struct {
		name     string
		outcomes []score.Outcome
	}{{"hit@5 filtered", []score.Outcome{score.Scored, "", "", ""}}, {"hit@5 open", []score.Outcome{"", score.Scored, score.Skipped, ""}}} {
		m := got.Measures[i]
		if m.Name != want.name {
			t.Errorf("measure %q, want %q", m.Name, want.name)
		}
		for at, o := range want.outcomes {
			if m.Outcomes.At(at) != o {
				t.Errorf("%s of attempt %d is %q, want %q", m.Name, at, m.Outcomes.At(at), o)
			}
		}
	}
	o := Options{Measures: []string{"hit@5"}}
	if !o.includes("hit@5 open") || o.includes("hit@1 open") {
		t.Error("a measure is not wanted by its name alone")
	}
}
