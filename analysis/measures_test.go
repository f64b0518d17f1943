package analysis

import (
	"testing"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
)

// TestMeasuresOfOldHeaders: runs without measures in their headers mean what they meant.
func TestMeasuresOfOldHeaders(t *testing.T) {
	old := &ledger.Header{}
	for _, c := range []struct {
		name   string
		ranged bool
		better score.Direction
	}{
		{"self@1", true, score.Higher}, {"hit@1", true, score.Higher}, {"hit@10", true, score.Higher}, {"mrr@20", true, score.Higher},
		{"mrr@30", true, score.Higher}, {"recall@30", true, score.Higher}, {"ndcg@10", true, score.Higher}, {"coverage", true, score.Higher},
		{"judged@10", true, score.Higher}, {"map", true, score.Higher}, {"exact", true, score.Higher}, {"hit@5 open", true, score.Higher},
		{"first", false, score.Lower}, {"distance", false, score.Lower}, {"HIT@5", false, score.Higher}, {"hit@05", false, score.Higher},
		{"grade", false, score.Higher}, {"Hallucination", false, score.Lower}, {"unheard open", false, score.Higher},
	} {
		m := MeasureOf(old, c.name)
		low, high, ranged := m.Range()
		if m.Name != c.name || m.Better != c.better || ranged != c.ranged || (m.Doc != "" && m.Caveat != "") != ranged {
			t.Errorf("%s: %+v", c.name, m)
		}
		if ranged && (low != 0 || high != 1) {
			t.Errorf("%s: from %g to %g", c.name, low, high)
		}
	}
	for i := range rank.Measures {
		if m := &rank.Measures[i]; m.Lower && !m.Endless {
			t.Errorf("%s: a row says that higher is better", m.Name)
		}
	}
}

// TestMeasuresOfHeader takes everything from the header where it has measures, whatever names suggest.
func TestMeasuresOfHeader(t *testing.T) {
	h := &ledger.Header{Measures: []score.Measure{{Name: "cost saved", Unit: "USD"},
		score.Share("error-free", score.Higher, "d", "c"), {Name: "grade", Better: score.Lower}}}
	for name, want := range map[string]score.Direction{"cost saved": score.Higher, "error-free": score.Higher,
		"error-free open": score.Higher, "grade": score.Lower, "latency": score.Higher, "first": score.Higher} {
		if got := MeasureOf(h, name); got.Better != want || got.Name != name {
			t.Errorf("%s: %+v", name, got)
		}
	}
	exact := MeasureOf(h, "exact")
	if _, _, ranged := exact.Range(); ranged {
		t.Error("a measure that the header does not have has a range")
	}
}

// TestDirectionOfComparison: a name that suggests the wrong direction is compared by what the header says.
func TestDirectionOfComparison(t *testing.T) {
	for _, better := range []score.Direction{score.Higher, score.Lower} {
		l := newLedger(t)
		h := header("s")
		h.Measures = []score.Measure{score.Share("error-free", better, "d", "c")}
		cases := func(first float64) []trial {
			return graded(40, "error-free", func(i int) float64 {
				if i == 0 {
					return first
				}
				return 0.5
			})
		}
		a, b := store(t, l, h, "complete", cases(1)), store(t, l, h, "complete", cases(0))
		c, err := Compare(l, a, b, Options{Worst: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := 1.0 // B lost the case where low values are worse
		if better == score.Higher {
			want = -1
		}
		if c.Measures[0].Better != better.String() || len(c.Changed) != 1 || c.Changed[0].Loss != want {
			t.Errorf("%v: %+v, %+v", better, c.Measures[0], c.Changed)
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
