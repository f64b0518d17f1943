package neighbors

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// outcome is the mean of each measure, by regime.
type outcome map[string]map[string]float64

// evaluate runs the anchors of a world through an engine, and holds every case against the identities.
func evaluate(t *testing.T, w *world, s *search, o scoring) outcome {
	t.Helper()
	s.Schema, s.K = index.Sentences, o.K
	if s.Vector == nil {
		s.Vector = func(_ context.Context, id, _ string) ([]float32, error) { return w.vectors[id], nil }
	}
	o.Exact = s.Exact != nil
	scorer, err := newScorer(o)
	if err != nil {
		t.Fatal(err)
	}
	sums, counts := outcome{}, outcome{}
	for c, err := range casesOf(w.anchors, regimeTable) {
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Answer(context.Background(), c.Asked(), 0)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := scorer.Score(context.Background(), c, a)
		if err != nil {
			t.Fatal(err)
		}
		names := make([]string, len(scores))
		regime := c.Tags["regime"]
		if sums[regime] == nil {
			sums[regime], counts[regime] = map[string]float64{}, map[string]float64{}
		}
		for i, sc := range scores {
			names[i] = sc.Name
			if err := sc.Check(); err != nil {
				t.Fatal(err)
			}
			if sc.Outcome == score.Scored {
				sums[regime][sc.Name] += sc.Value
				counts[regime][sc.Name]++
			}
		}
		if !slices.Equal(names, scorer.Names()) {
			t.Fatalf("scored %v, promised %v", names, scorer.Names())
		}
		identities(t, c, scores)
	}
	for regime := range sums {
		for name := range sums[regime] {
			sums[regime][name] /= counts[regime][name]
		}
	}
	return sums
}

// identities hold for every case, whatever the engine.
func identities(t *testing.T, c *system.Case, scores []score.Score) {
	t.Helper()
	v := map[string]float64{}
	for _, s := range scores {
		if s.Outcome == score.Scored {
			v[s.Name] = s.Value
		}
	}
	if _, ok := v["hit@1"]; !ok {
		return
	}
	const slack = 1e-9
	for _, pair := range [][2]string{{"hit@1", "hit@3"}, {"hit@3", "hit@5"}, {"hit@5", "hit@10"}, {"hit@1", "mrr@20"},
		{"mrr@20", "mrr@30"}, {"hit@5", "hit@5.class"}, {"mrr@30", "mrr@30.class"}} {
		_, a := v[pair[0]]
		if _, b := v[pair[1]]; a && b && v[pair[0]] > v[pair[1]]+slack {
			t.Fatalf("case %q: %s %v is above %s %v", c.ID, pair[0], v[pair[0]], pair[1], v[pair[1]])
		}
	}
	if v["mrr@20"] > 1+slack || v["recall@30"] > 1+slack || v["ndcg@10"] > 1+slack || v["hit@10"] < -slack {
		t.Fatalf("case %q: %v", c.ID, v)
	}
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// TestPlantedFaults plants a fault each and looks at which measures move.
func TestPlantedFaults(t *testing.T) {
	w := newWorld(10, 3, 40, 1)
	o := scoring{K: 30}
	sound := evaluate(t, w, &search{Searcher: w.engine("")}, o)
	if f := sound["filtered"]; f["self@1"] != 1 || f["hit@5"] < 0.9 || f["distance.auc"] < 0.7 || f["tied"] != 0 {
		t.Fatalf("without a fault: %v", f)
	}
	if p := sound["open"]; p["self@1"] != 1 || p["hit@5"] < 0.8 {
		t.Fatalf("without a fault: %v", p)
	}

	t.Run("shuffled ids", func(t *testing.T) {
		order := rand.New(rand.NewPCG(5, 5)).Perm(len(w.records))
		e := w.engine("").with(func(i int, r *index.Record) { r.ID = w.records[order[i]].ID })
		got := evaluate(t, w, &search{Searcher: e}, o)
		if p := got["open"]; p["self@1"] > 0.01 || p["hit@5"] > 0.06 {
			t.Errorf("ids mean nothing, and still: %v", p)
		}
		if p := got["open"]; !near(p["distance.other"], sound["open"]["distance.other"], 0.05) || p["tied"] != 0 {
			t.Errorf("the vectors are what they were, and distances are others: %v", p)
		}
	})
	t.Run("a filter that is dropped", func(t *testing.T) {
		got := evaluate(t, w, &search{Searcher: w.engine("dropped filter")}, o)
		if got["open"]["hit@5"] != sound["open"]["hit@5"] || got["filtered"]["hit@5"] != sound["open"]["hit@5"] ||
			got["filtered"]["self@1"] != 1 || got["open"]["distance"] != sound["open"]["distance"] {
			t.Errorf("filtered %v is not what open is: %v", got["filtered"]["hit@5"], got["open"]["hit@5"])
		}
	})
	t.Run("one dimension that is wrong", func(t *testing.T) {
		e := w.engine("").with(func(i int, r *index.Record) {
			r.Vector = slices.Clone(r.Vector)
			r.Vector[3] = 3
		})
		got := evaluate(t, w, &search{Searcher: e}, o)
		f, was := got["filtered"], sound["filtered"]
		if f["distance"] < was["distance"]+0.05 && f["distance.other"] < was["distance.other"]+0.05 {
			t.Errorf("distances did not move: %v, before %v", f, was)
		}
		if f["tied"] != 0 || f["recall@30"] < was["recall@30"]-0.1 {
			t.Errorf("more moved than one dimension can: %v, before %v", f, was)
		}
	})
	t.Run("vectors that are turned around", func(t *testing.T) {
		flat := make([]float32, 0, len(w.records)*dimensions)
		for i := range w.records {
			flat = append(flat, w.records[i].Vector...)
		}
		e := w.engine("").with(func(i int, r *index.Record) { // read by columns instead of rows
			r.Vector = make([]float32, dimensions)
			for d := range r.Vector {
				r.Vector[d] = flat[(d*len(w.records)+i)%len(flat)]
			}
		})
		got := evaluate(t, w, &search{Searcher: e}, o)
		if p := got["open"]; p["self@1"] > 0.05 || p["hit@5"] > 0.1 {
			t.Errorf("%v", p)
		}
	})
	t.Run("a corpus that stands there twice", func(t *testing.T) {
		e := w.engine("")
		twice := slices.Clone(e.records)
		for _, r := range e.records {
			r.ID = "copy " + r.ID
			twice = append(twice, r)
		}
		e.records = twice
		got := evaluate(t, w, &search{Searcher: e}, o)
		if p := got["open"]; !near(p["self@1"], 0.5, 1e-9) {
			t.Errorf("self@1 is %v; each sentence stands there twice, so it is 1/2", p["self@1"])
		}
		if p := got["open"]; p["self@1.class"] != 1 || p["boilerplate"] != 1 || p["hit@5.class"] < p["hit@5"] ||
			p["hit@5.class"] < sound["open"]["hit@5"]-0.15 {
			t.Errorf("copies are as good as what they are copies of: %v, before %v", p, sound["open"])
		}
		if p := sound["open"]; p["boilerplate"] != 0 {
			t.Errorf("nothing stands there twice: %v", p)
		}
	})
	t.Run("a scorer that gives everything the same", func(t *testing.T) {
		got := evaluate(t, w, &search{Searcher: w.engine("constant")}, o)
		chance := 0.0
		for i := range w.anchors.Anchors { // of 39 others in the section, so many are golds
			none := 1.0
			for j := range 5 {
				none *= float64(39-len(w.anchors.Anchors[i].Golds)-j) / float64(39-j)
			}
			chance += (1 - none) / float64(len(w.anchors.Anchors))
		}
		f := got["filtered"]
		if !near(f["self@1"], 1.0/40, 1e-9) || !near(f["hit@5"], chance, 1e-9) || !near(f["distance.auc"], 0.5, 1e-9) {
			t.Errorf("self@1 %v, hit@5 %v, auc %v; chance gives 0.025, %v, 0.5", f["self@1"], f["hit@5"], f["distance.auc"], chance)
		}
	})
}

// TestLosses tells what an index loses from what its vectors lose.
func TestLosses(t *testing.T) {
	w := newWorld(10, 3, 40, 1)
	o := scoring{K: 30}
	sound := evaluate(t, w, &search{Searcher: w.engine(""), Exact: w.engine("")}, o)["filtered"]
	if sound["ann.recall"] != 1 || sound["loss.index@5"] != 0 || !near(sound["ann.distance"], 1, 1e-9) ||
		!near(sound["loss.vector@5"], 1-sound["hit@5"], 1e-9) {
		t.Errorf("an exact index loses: %v", sound)
	}
	lossy := evaluate(t, w, &search{Searcher: w.engine("nine tenths of the index"), Exact: w.engine("")}, o)["filtered"]
	if lossy["ann.recall"] > 0.2 || lossy["loss.index@5"] <= 0 || lossy["loss.vector@5"] != sound["loss.vector@5"] ||
		lossy["ann.distance"] <= 1 || lossy["self@1"] != 1 {
		t.Errorf("an index that reaches a tenth of its vectors: %v", lossy)
	}
	noise := rand.New(rand.NewPCG(9, 9))
	worse := func(_ int, r *index.Record) {
		v := slices.Clone(r.Vector)
		for d := range v {
			v[d] += float32(0.5 * noise.NormFloat64())
		}
		normalize(v)
		r.Vector = v
	}
	e := w.engine("").with(worse)
	own := func(_ context.Context, id, _ string) ([]float32, error) {
		i := slices.IndexFunc(e.records, func(r index.Record) bool { return r.ID == id })
		return e.records[i].Vector, nil
	}
	blurred := evaluate(t, w, &search{Searcher: e, Exact: e, Vector: own}, o)["filtered"]
	if blurred["ann.recall"] != 1 || blurred["loss.index@5"] != 0 || blurred["loss.vector@5"] <= sound["loss.vector@5"] {
		t.Errorf("vectors that are worse: %v, before %v", blurred, sound)
	}
}

// TestLegacyRanks keeps the anchor in its ranking, as old figures have it: it takes the first place, and
// halves the reciprocal ranks.
func TestLegacyRanks(t *testing.T) {
	w := newWorld(10, 3, 40, 2)
	now := evaluate(t, w, &search{Searcher: w.engine("")}, scoring{K: 30})["filtered"]
	old := evaluate(t, w, &search{Searcher: w.engine("")}, scoring{K: 30, Legacy: true})["filtered"]
	if old["hit@1"] != 0 || old["mrr@30"] > 0.51 || now["hit@1"] < 0.5 {
		t.Errorf("legacy %v, now %v", old, now)
	}
}

func TestUncovered(t *testing.T) {
	w := newWorld(2, 1, 12, 3)
	w.anchors.Anchors[0].Golds = nil
	got := evaluate(t, w, &search{Searcher: w.engine("")}, scoring{K: 10, Adapt: true})
	n := float64(len(w.anchors.Anchors))
	if !near(got["open"]["coverage"], (n-1)/n, 1e-9) {
		t.Errorf("coverage %v of %v anchors, one of which is uncovered", got["open"]["coverage"], n)
	}
	if _, ok := got["open"]["mrr@20"]; ok {
		t.Error("mrr@20 is scored of 10 ranks")
	}
}

// TestRandomWorlds holds the identities on worlds of every shape, with ties.
func TestRandomWorlds(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(1+r.IntN(4), 1+r.IntN(3), 1+r.IntN(30), seed)
		e := w.engine("").with(func(i int, rec *index.Record) {
			if r.IntN(3) == 0 { // copies of each other
				rec.Vector = w.records[0].Vector
			}
		})
		evaluate(t, w, &search{Searcher: e}, scoring{K: 1 + r.IntN(40)})
	}
}

func TestTiesBeyondWhatTheEngineNames(t *testing.T) {
	w := newWorld(3, 2, 40, 4)
	got := evaluate(t, w, &search{Searcher: w.engine("constant"), MaxK: 32}, scoring{K: 20})
	if got["open"]["tied"] != 1 {
		t.Errorf("%v", got["open"])
	}
}

func TestOutcomes(t *testing.T) {
	w := newWorld(1, 1, 10, 5)
	var c *system.Case
	for first, err := range casesOf(w.anchors, regimeTable) {
		c = first
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	s := &search{Searcher: w.engine(""), Schema: index.Sentences, K: 5,
		Vector: func(context.Context, string, string) ([]float32, error) { return nil, nil }}
	a, err := s.Answer(context.Background(), c.Asked(), 0)
	if err != nil || a.Outcome != string(score.Skipped) || !strings.Contains(a.Reason, "no vector") {
		t.Errorf("a sentence without a vector: %+v, %v", a, err)
	}
	s.Vector = func(context.Context, string, string) ([]float32, error) {
		return nil, fmt.Errorf("the embedder is down")
	}
	if a, err = s.Answer(context.Background(), c.Asked(), 0); err != nil || a.Outcome != string(score.Error) ||
		a.Reason != "the embedder is down" {
		t.Errorf("an embedder that fails: %+v, %v", a, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err = s.Answer(ctx, c.Asked(), 0); err == nil {
		t.Error("a run that was stopped was answered")
	}
}

// TestOwnFilter: what the user adds holds beside what the regime tells.
func TestOwnFilter(t *testing.T) {
	w := newWorld(3, 2, 20, 6)
	own := &index.Filter{Op: index.Less, Field: "sentence_pos", Values: []any{int64(7)}}
	s := &search{Searcher: w.engine(""), Schema: index.Sentences, K: 50, Filter: own,
		Vector: func(_ context.Context, id, _ string) ([]float32, error) { return w.vectors[id], nil }}
	n := map[string]int{}
	for c, err := range casesOf(w.anchors, regimeTable) {
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Answer(context.Background(), c.Asked(), 0)
		if err != nil {
			t.Fatal(err)
		}
		n[c.Tags["regime"]] = len(a.Passages)
		for _, p := range a.Passages {
			i := slices.IndexFunc(w.records, func(r index.Record) bool { return r.ID == p.ID })
			if !own.Match(w.records[i].Fields) {
				t.Errorf("%q does not pass %s", p.ID, own)
			}
		}
	}
	if n["filtered"] != 7 || n["open"] != 3*2*7 {
		t.Errorf("hits: %v; 7 of a section pass", n)
	}
}
