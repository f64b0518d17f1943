package weaviate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/vec"
)

// TestLiveNodeKilled kills a node of a cluster while searches run. Every search must be answered, after tries
// at other nodes where needed, and with two replicas of each of three shards none may lose a hit. It is the last
// test of the package: the cluster has a node less after it.
func TestLiveNodeKilled(t *testing.T) {
	list := addresses(t, clusterVariable)
	victim, err := strconv.Atoi(os.Getenv(victimVariable))
	if err != nil || len(list) < 3 {
		t.Skipf("%s names no process of a cluster of three", victimVariable)
	}
	slices.Reverse(list) // the victim is the one that is asked
	shape := remote.Shape{Schema: index.Schema{{Name: "part", Kind: index.Int}}, Dimension: 64, Metric: index.Cosine}
	x := fresh(t, Options{Addresses: list, Shape: shape, Shards: 3, Replicas: 2, Consistency: "ONE",
		Reach: remote.Reach{Timeout: 10 * time.Second, Retry: &wrap.Retry{Base: 100 * time.Millisecond}}})
	records := clustered(6000, shape.Dimension)
	if err := x.Add(t.Context(), records); err != nil {
		t.Fatal(err)
	}
	before := searched(t, x, records, 150)
	t.Logf("before: %v", before)
	var during figures
	var all sync.WaitGroup
	all.Go(func() { during = searched(t, x, records, 600) })
	time.Sleep(300 * time.Millisecond)
	if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	t.Logf("while a node was killed: %v", during)
	after := searched(t, x, records, 300)
	t.Logf("after: %v", after)
	for name, f := range map[string]figures{"before": before, "during": during, "after": after} {
		if f.failed > 0 || f.recall < 1 {
			t.Errorf("%s: %v; want no failures and all hits", name, f)
		}
	}
	// 1.35 refuses to count while a node is down; a number that is wrong it must not give.
	if n, err := x.Count(t.Context()); err == nil && n != len(records) {
		t.Errorf("%d records of %d are counted", n, len(records))
	} else if err != nil {
		t.Logf("count: %v", err)
	}
}

// clustered are random records around some centres, of length one.
func clustered(n, dim int) []index.Record {
	r := rand.New(rand.NewPCG(7, 9))
	centres := make([][]float32, 40)
	vector := func(around []float32, spread float64) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(r.NormFloat64() * spread)
			if around != nil {
				v[i] += around[i]
			}
		}
		vec.Normalize(v)
		return v
	}
	for i := range centres {
		centres[i] = vector(nil, 1)
	}
	all := make([]index.Record, n)
	for i := range all {
		all[i] = index.Record{ID: fmt.Sprint("r", i), Vector: vector(centres[r.IntN(len(centres))], 0.08),
			Fields: index.Fields{"part": int64(i % 10)}}
	}
	return all
}

// figures are what came of some searches.
type figures struct {
	asked, failed int
	recall        float64
	slowest       time.Duration
}

func (f figures) String() string {
	return fmt.Sprintf("%d asked, %d failed, recall@30 %.4f, slowest %v", f.asked, f.failed, f.recall, f.slowest.Round(time.Millisecond))
}

// searched asks for the neighbours of records, every other query with a filter, and holds them against all.
func searched(t *testing.T, x *Index, records []index.Record, n int) figures {
	f := figures{asked: n}
	found, wanted := 0, 0
	for i := range n {
		q := index.Query{Vector: records[(i*37)%len(records)].Vector, K: 30}
		if i%2 == 1 {
			q.Filter = index.Where(index.Fields{"part": int64(i % 10)})
		}
		began := time.Now()
		results, err := x.Search(context.Background(), []index.Query{q})
		f.slowest = max(f.slowest, time.Since(began))
		if err != nil || results[0].Err != nil {
			t.Logf("query %d: %v, %v", i, results, err)
			f.failed++
			continue
		}
		var near []float64
		score := map[string]float64{}
		for k := range records {
			if q.Filter.Match(records[k].Fields) {
				s := vec.Dot64(q.Vector, records[k].Vector)
				near, score[records[k].ID] = append(near, s), s
			}
		}
		slices.Sort(near)
		worst := near[len(near)-30]
		wanted += 30
		for _, h := range results[0].Hits {
			if score[h.ID] >= worst-1e-6 {
				found++
			}
		}
	}
	f.recall = float64(found) / float64(max(1, wanted))
	return f
}
