package neighbors

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/text"
)

// scored are the scores of one ranking, by name.
func scored(t *testing.T, a gold.Anchor, question string, hits []system.Passage) map[string]score.Score {
	t.Helper()
	scorer, err := newScorer(scoring{K: 30, Adapt: true})
	if err != nil {
		t.Fatal(err)
	}
	extra, err := json.Marshal(known{a, "open"})
	if err != nil {
		t.Fatal(err)
	}
	all, err := scorer.Score(context.Background(), &system.Case{ID: "c", Question: question, Extra: extra},
		&system.Answer{Outcome: system.Answered, Passages: hits})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]score.Score{}
	for _, s := range all {
		by[s.Name] = s
	}
	return by
}

// hit is a passage of a text, at a distance.
func hit(id, class string, points, far float64) system.Passage {
	return system.Passage{ID: id, Score: points, Class: class, Distance: &far}
}

// TestScores holds the scores of small rankings against what anybody can count.
func TestScores(t *testing.T) {
	sentence := "Net sales of gliders rose by 4% to $12 million in 2019."
	shape := classOf(int64(text.ShapeHash(sentence)))
	a := gold.Anchor{ID: "a", Class: 1, Window: 7, Golds: []gold.Near{{ID: "g", Class: 2}, {ID: "h", Class: 3}}}
	for name, c := range map[string]struct {
		hits []system.Passage
		want map[string]float64
	}{
		"the anchor, a gold, another": {[]system.Passage{hit("a", "1", 9, 0), hit("g", "2", 8, 0.1), hit("x", "9", 7, 0.4)},
			map[string]float64{"self@1": 1, "self@1.class": 1, "hit@1": 1, "mrr@30": 1, "first": 1, "recall@30": 0.5,
				"distance": 0.1, "distance.other": 0.4, "distance.auc": 1, "boilerplate": 0, "coverage": 1, "window": 7}},
		"a copy of a gold is no gold": {[]system.Passage{hit("a", "1", 9, 0), hit("x", "2", 8, 0.1), hit("y", "9", 7, 0.4)},
			map[string]float64{"hit@1": 0, "hit@5": 0, "hit@5.class": 1, "mrr@30": 0, "mrr@30.class": 1, "recall@30": 0}},
		"a copy of the anchor ahead of it": {[]system.Passage{hit("b", "1", 9, 0), hit("a", "1", 8, 0), hit("g", "2", 7, 0.2)},
			map[string]float64{"self@1": 0, "self@1.class": 1, "hit@1": 0, "mrr@30": 0.5, "boilerplate": 1}},
		"a copy beside it": {[]system.Passage{hit("b", "1", 9, 0), hit("a", "1", 9, 0), hit("g", "2", 7, 0.2)},
			map[string]float64{"self@1": 0.5, "self@1.class": 1}},
		"another beside it": {[]system.Passage{hit("b", "8", 9, 0), hit("a", "1", 9, 0)},
			map[string]float64{"self@1": 0.5, "self@1.class": 0.5}},
		"the same but for years": {[]system.Passage{hit("a", "1", 9, 0), {ID: "b", Score: 8, Class: "4", Shape: shape}},
			map[string]float64{"boilerplate": 1}},
		"an even number of others": {[]system.Passage{hit("g", "2", 9, 0.2), hit("w", "5", 8, 0.2), hit("x", "6", 7, 0.4),
			hit("y", "7", 6, 0.5), hit("z", "8", 5, 0.9)},
			map[string]float64{"distance": 0.2, "distance.other": 0.45, "distance.auc": 0.875, "self@1": 0}},
		"nothing": {nil, map[string]float64{"self@1": 0, "self@1.class": 0, "hit@1": 0, "hit@10": 0, "mrr@30": 0,
			"recall@30": 0, "ndcg@10": 0, "boilerplate": 0, "coverage": 1}},
		"itself, alone": {[]system.Passage{hit("a", "1", 9, 0)}, map[string]float64{"self@1": 1, "hit@5": 0, "mrr@30": 0}},
	} {
		got := scored(t, a, sentence, c.hits)
		for measure, want := range c.want {
			if s := got[measure]; s.Outcome != score.Scored || !near(s.Value, want, 1e-12) {
				t.Errorf("%s: %s is %v (%s), want %v", name, measure, s.Value, s.Outcome, want)
			}
		}
	}
	without := a
	without.Golds = nil
	for measure, s := range scored(t, without, sentence, []system.Passage{hit("a", "1", 9, 0), hit("x", "2", 8, 0.1)}) {
		of := slices.Contains([]string{self, ownClass, coverage, window, others, tied, repeated}, measure)
		if (s.Outcome == score.Scored) != of || !of && !strings.Contains(s.Explanation, "no gold") {
			t.Errorf("without golds %s is %v (%s: %s)", measure, s.Value, s.Outcome, s.Explanation)
		}
	}
	if s := scored(t, a, sentence, []system.Passage{{ID: "a"}, {ID: "x"}})["boilerplate"]; s.Outcome != score.Skipped {
		t.Errorf("an engine that says nothing of texts: %+v", s)
	}
}

// TestContradictionsAreSeen: numbers that cannot be are an error.
func TestContradictionsAreSeen(t *testing.T) {
	r := &ranking{hits: []system.Passage{{ID: "x", Score: 2}, {ID: "g", Score: 1}}, relevant: map[string]int{"g": 1}, anchor: &gold.Anchor{}}
	j, err := r.judge(r.relevant)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.consistent(j); err != nil {
		t.Fatal(err)
	}
	kept := rising
	defer func() { rising = kept }()
	rising = append(slices.Clone(kept), chain("hit@5", "mrr@20")) // which is 1, and 1/2
	if err := r.consistent(j); err == nil || !strings.Contains(err.Error(), "a bug in assay") {
		t.Error(err)
	}
	r.hits[1].Score = 2 // a tie, whose hit@1 is a half
	if j, err = r.judge(r.relevant); err != nil {
		t.Fatal(err)
	}
	r.hits[1].Score = 1
	rising = [][]rank.Spec{chain("hit@1")}
	if err := r.consistent(j); err == nil || !strings.Contains(err.Error(), "without ties") {
		t.Error(err)
	}
}

// TestRegimes: filtered tells company, year and section, the company by what the filing says of it.
func TestRegimes(t *testing.T) {
	a := gold.Anchor{ID: "a", DocID: "d", CIK: 7, Company: "Ærø Ltd", Year: 2019, Section: "ITEM_7"}
	unnamed, unknown := a, a
	unnamed.CIK = 0
	unknown.CIK, unknown.Company = 0, ""
	for _, c := range []struct {
		name string
		of   gold.Anchor
		want string
	}{
		{"by its key", a, `{"$and":[{"cik_int":{"$eq":7}},{"$and":[{"report_year":{"$eq":2019}},{"section_name":{"$eq":"ITEM_7"}}]}]}`},
		{"by its name", unnamed, `{"$and":[{"name":{"$eq":"Ærø Ltd"}},{"$and":[{"report_year":{"$eq":2019}},` +
			`{"section_name":{"$eq":"ITEM_7"}}]}]}`},
		{"by the document", unknown,
			`{"$and":[{"doc_id":{"$eq":"d"}},{"$and":[{"report_year":{"$eq":2019}},{"section_name":{"$eq":"ITEM_7"}}]}]}`},
	} {
		for i := range regimeTable {
			k, err := caseOf(&c.of, &regimeTable[i])
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"filtered": c.want, "open": ""}[regimeTable[i].Name]
			if got := k.Variables[filterVariable]; got != want {
				t.Errorf("%s, %s: %s, want %s", c.name, regimeTable[i].Name, got, want)
			}
		}
	}
}
