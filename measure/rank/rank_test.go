package rank

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestValuesByHand holds measures to values worked out by hand.
func TestValuesByHand(t *testing.T) {
	ranking := []Hit{{"a", 5}, {"b", 4}, {"c", 3}, {"d", 2}}
	log3 := math.Log2(3)
	cases := []struct {
		name      string
		hits      []Hit
		judgments Judgments
		relevant  int
		measure   string
		want      float64
		reason    Reason
	}{
		{"first place", ranking, Judgments{"a": 1}, 1, "mrr", 1, Scored},
		{"third place", ranking, Judgments{"c": 1}, 1, "mrr", 1.0 / 3, Scored},
		{"third place, cut at 2", ranking, Judgments{"c": 1}, 1, "mrr@2", 0, Scored},
		{"cut beyond the list", ranking, Judgments{"c": 1}, 1, "precision@100", 0.01, Scored},
		{"no cut", ranking, Judgments{"c": 1}, 1, "precision", 0.25, Scored},
		{"recall beyond the list", ranking, Judgments{"c": 1, "x": 1}, 1, "recall@100", 0.5, Scored},
		{"not among the hits", ranking, Judgments{"x": 1}, 1, "hit", 0, Scored},
		{"not among the hits, rank", ranking, Judgments{"x": 1}, 1, "first", 0, noneFound},
		{"no relevant document", ranking, Judgments{"a": 0}, 1, "recall", 0, noRelevant},
		{"no judgments", ranking, nil, 1, "hit@1", 0, noRelevant},
		{"no judgments, judged", ranking, nil, 1, "judged", 0, Scored},
		{"nothing retrieved", nil, Judgments{"a": 1}, 1, "precision", 0, nothingFound},
		{"nothing retrieved, of all", nil, Judgments{"a": 1}, 1, "recall", 0, Scored},
		{"nothing retrieved, judged", nil, Judgments{"a": 1}, 1, "judged@5", 0, nothingFound},
		{"unjudged counts as not relevant", ranking, Judgments{"b": 1}, 1, "map", 0.5, Scored},
		{"unjudged is skipped by bpref", ranking, Judgments{"b": 1, "d": 0}, 1, "bpref", 1, Scored},
		{"judged as not relevant is not", ranking, Judgments{"b": 1, "a": 0}, 1, "bpref", 0, Scored},
		{"below 0 is unjudged", ranking, Judgments{"b": 1, "a": -1}, 1, "bpref", 1, Scored},
		{"below 0 is no judgment", ranking, Judgments{"b": 1, "a": -1}, 1, "judged@2", 0.5, Scored},
		{"below 0 is no loss of gain", ranking, Judgments{"b": 1, "a": -3}, 1, "ndcg", 1 / log3, Scored},
		{"grades as gains", ranking, Judgments{"a": 1, "b": 3}, 1, "ndcg", (1 + 3/log3) / (3 + 1/log3), Scored},
		{"exponential gains", ranking, Judgments{"a": 1, "b": 3}, 1, "ndcg-exp", (1 + 7/log3) / (7 + 1/log3), Scored},
		{"grade 1 below the least relevant", ranking, Judgments{"a": 1, "b": 3}, 2, "mrr", 0.5, Scored},
		{"and yet a gain", ranking, Judgments{"a": 1, "b": 3}, 2, "ndcg@1", 1.0 / 3, Scored},
		{"highest grades", ranking, Judgments{"a": MaxGrade, "b": MaxGrade}, 1, "ndcg-exp", 1, Scored},
		{"R is 2", ranking, Judgments{"a": 1, "c": 1}, 1, "rprec", 0.5, Scored},
		{"R beyond the list", ranking[:1], Judgments{"a": 1, "c": 1}, 1, "rprec", 0.5, Scored},
		{"map over all relevant", ranking, Judgments{"a": 1, "c": 1, "x": 1}, 1, "map", (1 + 2.0/3) / 3, Scored},
		{"map cut", ranking, Judgments{"a": 1, "c": 1, "x": 1}, 1, "map@2", 1.0 / 3, Scored},
		{"expected first of a pair", []Hit{{"a", 1}, {"b", 1}}, Judgments{"a": 1}, 1, "first", 1.5, Scored},
		{"expected reciprocal rank of a pair", []Hit{{"a", 1}, {"b", 1}}, Judgments{"a": 1}, 1, "mrr", 0.75, Scored},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse(c.measure)
			if err != nil {
				t.Fatal(err)
			}
			x, reason := s.Of(judge(t, c.hits, c.judgments, Expected, c.relevant))
			if math.Abs(x-c.want) > 1e-15 || reason != c.reason {
				t.Errorf("%v (%v), want %v (%v)", x, reason, c.want, c.reason)
			}
		})
	}
}

func TestTrecOrder(t *testing.T) {
	s, _ := Parse("first")
	hits := []Hit{{"a", 1}, {"c", 1}, {"b", 1}}
	for doc, want := range map[string]float64{"c": 1, "b": 2, "a": 3} {
		if x, _ := s.Of(judge(t, hits, Judgments{doc: 1}, Trec, 1)); x != want {
			t.Errorf("%s stands at %v, want %v", doc, x, want)
		}
	}
}

func TestJudgeRefuses(t *testing.T) {
	cases := []struct {
		name      string
		hits      []Hit
		judgments Judgments
		relevant  int
		want      string
	}{
		{"twice", []Hit{{"a", 1}, {"b", 3}, {"a", 2}}, nil, 1, `document "a" is listed twice`},
		{"not a number", []Hit{{"a", math.NaN()}}, nil, 1, `no finite number`},
		{"infinite", []Hit{{"a", math.Inf(-1)}}, nil, 1, `no finite number`},
		{"grade", nil, Judgments{"a": MaxGrade + 1}, 1, `document "a" has the grade 501`},
		{"least relevant grade", nil, nil, 0, `it is 1 to 500`},
	}
	for _, c := range cases {
		if _, err := Judge(c.hits, c.judgments, Expected, c.relevant); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestEvaluate(t *testing.T) {
	qrels, run := NewQrels(), NewRun("r")
	for _, j := range []struct {
		query, doc string
		grade      int
	}{{"q2", "a", 1}, {"q1", "a", 1}, {"q3", "a", 0}, {"q4", "a", 1}, {"q5", "a", 0}} {
		if err := qrels.Add(j.query, j.doc, j.grade); err != nil {
			t.Fatal(err)
		}
	}
	for _, query := range []string{"q9", "q1", "q2", "q3"} {
		if err := run.Add(query, Hit{"b", 2}); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Add("q1", Hit{"a", 1}); err != nil {
		t.Fatal(err)
	}
	specs, err := ParseList("mrr,first,judged,mrr")
	if err != nil || len(specs) != 3 {
		t.Fatal(specs, err)
	}
	table, err := Evaluate(qrels, run, specs, Options{Ties: Expected})
	if err != nil {
		t.Fatal(err)
	}
	want := "q1:0.5/2/0.5 q2:0/no relevant document retrieved/0 q3:no relevant document is known/no relevant document is known/0 " +
		"q4:not in the run/not in the run/not in the run q5:no relevant document is known/no relevant document is known/not in the run"
	if got := rows(table); got != want {
		t.Errorf("rows\n%s, want\n%s", got, want)
	}
	if m, n := mean(table, 0); m != 0.25 || n != 2 {
		t.Errorf("mean %v of %d", m, n)
	}
	if !slices.Equal(table.Unjudged, []string{"q9"}) {
		t.Errorf("unjudged %v", table.Unjudged)
	}
	if by := table.Unscored(0); !slices.Equal(by[notInRun], []string{"q4"}) ||
		!slices.Equal(by[noRelevant], []string{"q3", "q5"}) || len(by) != 2 {
		t.Errorf("unscored %v", by)
	}
	complete, err := Evaluate(qrels, run, specs, Options{Ties: Expected, Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	if m, n := mean(complete, 0); m != 0.1 || n != 5 {
		t.Errorf("complete set: mean %v of %d", m, n)
	}
	if m, n := mean(complete, 1); m != 2 || n != 1 {
		t.Errorf("complete set: a rank that nobody has was counted: mean %v of %d", m, n)
	}
	if queries, values := complete.Scored(0); !slices.Equal(queries, []string{"q1", "q2", "q3", "q4", "q5"}) ||
		!slices.Equal(values, []float64{0.5, 0, 0, 0, 0}) {
		t.Errorf("complete set: %v %v", queries, values)
	}
}

// mean is over the queries that have a value, and 0 of 0 where none has.
func mean(table *Table, i int) (float64, int) {
	_, values := table.Scored(i)
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(max(1, len(values))), len(values)
}

func rows(table *Table) string {
	var all []string
	for _, row := range table.Rows {
		var values []string
		for _, v := range row.Values {
			if v.Scored {
				values = append(values, fmt.Sprint(v.X))
			} else {
				values = append(values, v.Reason.String())
			}
		}
		all = append(all, row.Query+":"+strings.Join(values, "/"))
	}
	return strings.Join(all, " ")
}

func TestNothingScored(t *testing.T) {
	qrels := NewQrels()
	if err := qrels.Add("q", "d", 0); err != nil {
		t.Fatal(err)
	}
	specs, _ := ParseList("map")
	table, err := Evaluate(qrels, NewRun("r"), specs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m, n := mean(table, 0); m != 0 || n != 0 {
		t.Errorf("mean %v of %d", m, n)
	}
}

func TestParse(t *testing.T) {
	good := map[string]string{"map": "map", " nDCG@10 ": "ndcg@10", "ndcg-exp@5": "ndcg-exp@5", "rprec": "rprec", "hit@1000000": "hit@1000000"}
	for name, want := range good {
		if s, err := Parse(name); err != nil || s.String() != want {
			t.Errorf("%q: %v, %v", name, s, err)
		}
	}
	bad := map[string]string{
		"":              "no such measure; there are hit[@k], mrr[@k]",
		"ndgc":          "no such measure",
		"map@0":         "a whole number from 1 to 1000000",
		"map@":          "a whole number",
		"map@1000001":   "a whole number",
		"map@1e3":       "a whole number",
		"rprec@5":       "rprec takes no cut-off",
		"ndcg_cut_10":   "(trec_eval's ndcg_cut_10 is ndcg@10 here)",
		"P.5":           "(trec_eval's P.5 is precision@5 here)",
		"success_3":     "(trec_eval's success_3 is hit@3 here)",
		"recip_rank":    "(trec_eval's recip_rank is mrr here)",
		"map,,ndcg":     "no such measure",
		"precision_cut": "no such measure; there",
	}
	for name, want := range bad {
		if _, err := ParseList(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	if _, err := ParseTies("best"); err == nil || !strings.Contains(err.Error(), "expected and trec") {
		t.Error(err)
	}
}

// TestTable: every row says what it is and what it hides, under a name of its own.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Measures {
		if m.Doc == "" || m.Caveat == "" || m.of == nil || seen[m.Name] || m.Name != strings.ToLower(m.Name) {
			t.Errorf("row %+v", m)
		}
		if m.Lower && !m.Open {
			t.Errorf("%s: 0 is not the worst value of a measure whose lower values are better", m.Name)
		}
		seen[m.Name] = true
	}
	if len(seen) < 11 {
		t.Errorf("%d measures", len(seen))
	}
}

func BenchmarkEvaluate(b *testing.B) {
	qrels, run := readSet(b, "seeded", "tied")
	specs := everySpec(b)
	for b.Loop() {
		if _, err := Evaluate(qrels, run, specs, Options{Ties: Expected}); err != nil {
			b.Fatal(err)
		}
	}
}
