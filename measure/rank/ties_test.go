package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// everySpec is each measure, whole and with some cut-offs.
func everySpec(t testing.TB) []Spec {
	t.Helper()
	var specs []Spec
	for i := range Measures {
		names := []string{Measures[i].Name}
		for k := 1; k <= 9 && Measures[i].Cut; k++ {
			names = append(names, fmt.Sprintf("%s@%d", Measures[i].Name, k))
		}
		for _, name := range names {
			s, err := Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			specs = append(specs, s)
		}
	}
	return specs
}

// invented is a small ranking with ties and judgments of all kinds.
func invented(r *rand.Rand, size int) ([]Hit, Judgments) {
	var hits []Hit
	judgments := Judgments{}
	for i := range size {
		doc := fmt.Sprint("d", i)
		hits = append(hits, Hit{doc, float64(r.IntN(3))})
		if r.IntN(5) > 0 {
			judgments[doc] = r.IntN(5) - 1
		}
	}
	for i := range r.IntN(4) {
		judgments[fmt.Sprint("absent", i)] = r.IntN(4)
	}
	judgments["one"] = 2
	return hits, judgments
}

// orders are the rankings without ties that a ranking with ties stands for.
func orders(hits []Hit, visit func([]Hit)) {
	perm := make([]int, len(hits))
	for i := range perm {
		perm[i] = i
	}
	var place func(n int)
	place = func(n int) {
		if n == len(perm) {
			strict := slices.Clone(hits)
			for rank, i := range perm {
				strict[i].Score = float64(-rank)
			}
			visit(strict)
			return
		}
		for i := n; i < len(perm); i++ {
			perm[n], perm[i] = perm[i], perm[n]
			if n == 0 || hits[perm[n-1]].Score >= hits[perm[n]].Score {
				place(n + 1)
			}
			perm[n], perm[i] = perm[i], perm[n]
		}
	}
	place(0)
}

// TestExpectation holds the closed forms to the mean over every order.
func TestExpectation(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	specs := everySpec(t)
	compared := 0
	for trial := range 250 {
		hits, judgments := invented(r, 1+trial%7)
		for _, relevant := range []int{1, 2} {
			want, n := make([]float64, len(specs)), 0
			orders(hits, func(strict []Hit) {
				n++
				j := judge(t, strict, judgments, Expected, relevant)
				for i, s := range specs {
					x, _ := s.Of(j)
					want[i] += x
				}
			})
			j := judge(t, hits, judgments, Expected, relevant)
			for i, s := range specs {
				x, reason := s.Of(j)
				if math.Abs(x-want[i]/float64(n)) > 1e-12 {
					t.Errorf("%s of %v by %v: %v, over all %d orders %v (%v)", s, hits, judgments, x, n, want[i]/float64(n), reason)
				}
				compared++
			}
		}
	}
	if compared < 20_000 {
		t.Errorf("%d expectations compared, want at least 20,000", compared)
	}
}

func judge(t testing.TB, hits []Hit, judgments Judgments, ties Ties, relevant int) *Judged {
	t.Helper()
	j, err := Judge(hits, judgments, ties, relevant)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestEqualScoresGetTheExpectedValue: who scores everything alike gets what a random order gets.
func TestEqualScoresGetTheExpectedValue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	const size, relevant, k, orders = 40, 6, 10, 4000
	var hits []Hit
	judgments := Judgments{}
	for i := range size {
		hits = append(hits, Hit{fmt.Sprint("d", i), 0.5})
		judgments[hits[i].Doc] = 0
		if i < relevant {
			judgments[hits[i].Doc] = 1
		}
	}
	constant := judge(t, hits, judgments, Expected, 1)
	specs, err := ParseList("hit@10,mrr,mrr@10,recall@10,precision@10,rprec,ndcg@10,ndcg-exp,map,map@10,bpref,first")
	if err != nil {
		t.Fatal(err)
	}
	sum, squares := make([]float64, len(specs)), make([]float64, len(specs))
	for range orders {
		shuffled := slices.Clone(hits)
		for i, at := range r.Perm(size) {
			shuffled[i].Score = float64(at)
		}
		j := judge(t, shuffled, judgments, Expected, 1)
		for i, s := range specs {
			x, _ := s.Of(j)
			sum[i], squares[i] = sum[i]+x, squares[i]+x*x
		}
	}
	for i, s := range specs {
		mean := sum[i] / orders
		se := math.Sqrt((squares[i]/orders - mean*mean) / orders)
		if x, _ := s.Of(constant); math.Abs(x-mean) > 4*se {
			t.Errorf("%s: constant %v, random order %v ± %v", s, x, mean, se)
		}
	}
	if x, _ := (Spec{&Measures[0],
		k}).Of(constant); math.Abs(x-(1-34.0*33*32*31*30*29*28*27*26*25/(40.0*39*38*37*36*35*34*33*32*31))) > 1e-12 {
		t.Errorf("hit@%d of a constant scorer is %v", k, x)
	}
}

// TestDuplicates: with d equal texts of equal score, one of them asked for, hit@1 is 1/d.
func TestDuplicates(t *testing.T) {
	for d := 1; d <= 6; d++ {
		hits := []Hit{{"other", 0.1}}
		for i := range d {
			hits = append(hits, Hit{fmt.Sprint("copy", i), 1})
		}
		s, _ := Parse("hit@1")
		if x, _ := s.Of(judge(t, hits, Judgments{"copy0": 1}, Expected, 1)); math.Abs(x-1/float64(d)) > 1e-15 {
			t.Errorf("%d copies: %v", d, x)
		}
	}
}

// TestOrderOfHitsDoesNotMatter: the order in which hits arrive does not change a bit of any value.
func TestOrderOfHitsDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	specs := everySpec(t)
	for trial := range 200 {
		hits, judgments := invented(r, 1+trial%30)
		for _, ties := range []Ties{Expected, Trec} {
			before := judge(t, hits, judgments, ties, 1)
			mixed := slices.Clone(hits)
			r.Shuffle(len(mixed), func(a, b int) { mixed[a], mixed[b] = mixed[b], mixed[a] })
			after := judge(t, mixed, judgments, ties, 1)
			for _, s := range specs {
				a, _ := s.Of(before)
				if b, _ := s.Of(after); math.Float64bits(a) != math.Float64bits(b) {
					t.Errorf("%s %s: %v became %v", s, ties, a, b)
				}
			}
		}
	}
}

// TestIdentities: hit@1 ≤ mrr@k ≤ hit@k, measures of the whole grow with k, and all but first lie in 0 to 1.
func TestIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	of := func(j *Judged, name string, k int) float64 {
		s, err := Parse(fmt.Sprintf("%s@%d", name, k))
		if err != nil {
			t.Fatal(err)
		}
		x, reason := s.Of(j)
		if reason != Scored || x < 0 || x > 1 {
			t.Errorf("%s is %v (%v)", s, x, reason)
		}
		return x
	}
	const slack = 1e-12
	for trial := range 300 {
		hits, judgments := invented(r, 1+trial%40)
		j := judge(t, hits, judgments, Expected, 1)
		for k := 1; k < 45; k++ {
			hitAt1, mrr, hit := of(j, "hit", 1), of(j, "mrr", k), of(j, "hit", k)
			if hitAt1 > mrr+slack || mrr > hit+slack {
				t.Errorf("k=%d: hit@1 %v, mrr %v, hit %v", k, hitAt1, mrr, hit)
			}
			for _, name := range []string{"hit", "mrr", "recall", "map"} {
				if a, b := of(j, name, k), of(j, name, k+1); a > b+slack {
					t.Errorf("%s falls from %v to %v at k=%d", name, a, b, k)
				}
			}
			for _, name := range []string{"precision", "ndcg", "ndcg-exp", "judged"} {
				of(j, name, k)
			}
		}
	}
}
