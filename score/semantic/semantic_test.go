package semantic

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/bertscore"
	"github.com/assayhq/assay/score"
)

// sentence is a tiny encoder with a tokenizer, of random weights.
const sentence = "../../encode/testdata/sentence"

func model(t *testing.T) *encode.Model {
	t.Helper()
	m, err := encode.Open(sentence, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func layer(n int) *int { return &n }

var inputs = []score.Input{
	{Answer: "revenue rose in the year", Gold: []string{"revenue fell in the year"}},
	{Answer: "revenue rose in the year", Gold: []string{"the board met", "revenue rose in the year", "costs"}},
	{Answer: "costs", Gold: []string{"net sales increased because prices rose " + strings.Repeat("and rose ", 300)}},
}

// TestScore: values are those of the model itself, the best gold counts, and the record names the model.
func TestScore(t *testing.T) {
	m := model(t)
	hash, err := m.Hash()
	if err != nil {
		t.Fatal(err)
	}
	direct, err := bertscore.New(m, bertscore.Options{Layer: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open([]string{"bertscore", "bertscore-r"}, Options{Model: m, Name: "test", Layer: layer(1)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open([]string{"cosine"}, Options{Model: m, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		var pairs []bertscore.Pair
		for _, gold := range in.Gold {
			pairs = append(pairs, bertscore.Pair{Candidate: in.Answer, Reference: gold})
		}
		want, err := direct.Scores(t.Context(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		f1, recall := math.Inf(-1), math.Inf(-1)
		for _, w := range want {
			f1, recall = max(f1, w.F1), max(recall, w.Recall)
		}
		got, err := s.Score(t.Context(), &in)
		if err != nil || len(got) != 2 || got[0].Name != "bertscore" || got[1].Name != "bertscore-r" ||
			got[0].Value != f1 || got[1].Value != recall {
			t.Errorf("%q: %+v, %v; want %v and %v", in.Answer, got, err, f1, recall)
		}
		if !strings.Contains(got[0].Explanation, hash[:12]) || !strings.Contains(got[0].Explanation, "L1") {
			t.Errorf("the model is not named: %q", got[0].Explanation)
		}
		near, err := c.Score(t.Context(), &in)
		if err != nil || near[0].Outcome != score.Scored || math.Abs(near[0].Value) > 1 ||
			!strings.Contains(near[0].Explanation, "test "+hash[:16]) {
			t.Errorf("%q: %+v, %v", in.Answer, near, err)
		}
		if slices.Contains(in.Gold, in.Answer) && (near[0].Value < 1-1e-6 || near[0].Expected != in.Answer || f1 < 1-1e-6) {
			t.Errorf("%q is not like itself: %v, %+v", in.Answer, f1, near)
		}
		if cut := strings.Contains(near[0].Explanation, "cut"); cut != (len(in.Gold[0]) > 1000) {
			t.Errorf("%q: %q", in.Answer, near[0].Explanation)
		}
	}
}

// TestTogether: what is scored at the same time changes no bit.
func TestTogether(t *testing.T) {
	s, err := Open([]string{"bertscore", "bertscore-p", "bertscore-r"}, Options{Model: model(t), Name: "test", Layer: layer(2)})
	if err != nil {
		t.Fatal(err)
	}
	alone := make([][]score.Score, len(inputs))
	for i := range inputs {
		if alone[i], err = s.Score(t.Context(), &inputs[i]); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for n := range 60 {
		all.Go(func() {
			got, err := s.Score(context.Background(), &inputs[n%len(inputs)])
			if err != nil || !slices.EqualFunc(got, alone[n%len(inputs)],
				func(a, b score.Score) bool { return a.Value == b.Value && a.Outcome == b.Outcome }) {
				t.Errorf("%d: %+v, %v", n, got, err)
			}
		})
	}
	all.Wait()
}

// TestNothingToScore: no gold, no answer and no token have outcomes of their own, and no value.
func TestNothingToScore(t *testing.T) {
	s, err := Open([]string{"bertscore"}, Options{Model: model(t), Name: "test", Layer: layer(1), Golds: []string{"a", "a"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in      score.Input
		outcome score.Outcome
		says    string
	}{
		{score.Input{Answer: "a"}, score.Skipped, "no gold"},
		{score.Input{Gold: []string{"a"}, Answer: " \n"}, score.Abstained, "empty"},
		{score.Input{Gold: []string{"a"}, Answer: "a"}, score.Skipped, "none that weighs anything"}, // all golds have it
	} {
		got, err := s.Score(t.Context(), &c.in)
		if err != nil || got[0].Outcome != c.outcome || !strings.Contains(got[0].Explanation, c.says) || got[0].Value != 0 {
			t.Errorf("%+v: %+v, %v", c.in, got, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Score(ctx, &inputs[0]); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	m := model(t)
	for _, c := range []struct {
		names []string
		o     Options
		want  string
	}{
		{nil, Options{Model: m}, "no scorer is named"},
		{[]string{"f1"}, Options{Model: m}, "needs no model"},
		{[]string{"bertscore", "cosine"}, Options{Model: m}, "is none of bertscore"},
		{[]string{"bertscore"}, Options{Model: m, Name: "test"}, "no layer is known"},
		{[]string{"bertscore"}, Options{Model: m, Name: "test", Layer: layer(99)}, "layer 99"},
		{[]string{"bleurt"}, Options{Model: m, Name: "test"}, "one number for a pair"},
	} {
		if _, err := Open(c.names, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.names, err, c.want)
		}
	}
	for i := range rows {
		for _, name := range rows[i].Scorers {
			if s, err := score.Find(name); err != nil || s.Name != name || s.Needs&score.NeedsModel == 0 {
				t.Errorf("%s is no scorer that needs a model: %v", name, err)
			}
		}
	}
	for i := range score.Scorers {
		if s := &score.Scorers[i]; s.Needs&score.NeedsModel != 0 && RowOf(s.Name) == nil {
			t.Errorf("no family makes %s", s.Name)
		}
	}
}
