package analysis

import (
	"testing"

	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
)

// TestMeaning holds the measures of retrieval, as the neighbours suite names them, against what reports and
// gates need to know of them.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		name   string
		ranged bool
		better score.Direction
	}{
		{"self@1", true, score.Higher}, {"hit@1", true, score.Higher}, {"hit@10", true, score.Higher}, {"mrr@20", true, score.Higher},
		{"mrr@30", true, score.Higher}, {"recall@30", true, score.Higher}, {"ndcg@10", true, score.Higher}, {"coverage", true, score.Higher},
		{"judged@10", true, score.Higher}, {"map", true, score.Higher}, {"exact", true, score.Higher},
		{"first", false, score.Lower}, {"distance", false, score.Lower}, {"HIT@5", false, score.Higher}, {"hit@05", false, score.Higher}, {"grade", false, score.Higher},
	} {
		row := Row(c.name)
		if (row != nil) != c.ranged || better(row, c.name) != c.better {
			t.Errorf("%s: row %+v, better %v", c.name, row, better(row, c.name))
		}
		if row != nil && (row.Name != c.name || row.Doc == "" || row.Caveats == "" || row.Low != 0 || row.High != 1) {
			t.Errorf("%s: row %+v", c.name, row)
		}
	}
	for i := range rank.Measures {
		if m := &rank.Measures[i]; m.Lower && !m.Endless {
			t.Errorf("%s: a row says that higher is better", m.Name)
		}
	}
}

// TestRankScale takes a hit for a rate, and one that ties leave open for a ratio.
func TestRankScale(t *testing.T) {
	l := newLedger(t)
	values := func(low float64) *measure.Stat {
		info := store(t, l, header("s"), "complete", graded(40, "hit@5", func(i int) float64 { return max(low, float64(i%2)) }))
		r, err := Of(l, info, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return &r.Measures[0].Stat
	}
	if s := values(0); s.Scale != measure.Binary {
		t.Errorf("scale %s", s.Scale)
	}
	if s := values(0.5); s.Scale != measure.Ratio || s.Interval.High > 1 {
		t.Errorf("scale %s, %+v", s.Scale, s.Interval)
	}
}
