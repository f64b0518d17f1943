// Command engines loads random clustered vectors into live engines and prints how fast they take and find them
// and how much of the exact answer they find: bench/engines/run.sh starts the engines and runs it.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/vec"
)

var (
	records  = flag.Int("records", 50_000, "vectors")
	dim      = flag.Int("dim", 384, "dimensions")
	clusters = flag.Int("clusters", 500, "clusters that the vectors lie in")
	asked    = flag.Int("queries", 300, "queries of each kind")
	most     = flag.Int("k", 30, "hits of a query")
	ef       = flag.Int("ef", 0, "how widely HNSW looks; 0 is the engine's own, or the adapter's")
	shards   = flag.Int("shards", 0, "of a Weaviate class or an OpenSearch index")
	replicas = flag.Int("replicas", 0, "of a Weaviate class")
	nodes    = flag.String("weaviate", "", "addresses of Weaviate, between commas")
	lucene   = flag.String("opensearch", "", "the address of OpenSearch")
	lite     = flag.String("milvus", "", "the address of Milvus")
	kind     = flag.String("index-type", "HNSW", "of Milvus")
	postgres = flag.Bool("pgvector", false, "the PostgreSQL that PGVECTOR_URL names")
)

var schema = index.Schema{{Name: "cik_int", Kind: index.Int}, {Name: "report_year", Kind: index.Int},
	{Name: "section_name", Kind: index.Text}}

func main() {
	flag.Parse()
	name, values := chosen()
	for setting, v := range values {
		if v == "" {
			delete(values, setting)
		}
	}
	shape := engine.Shape{Schema: schema, Dimension: *dim, Metric: index.Cosine}
	e, err := engine.Open(name, engine.Settings{Values: values, Shape: shape})
	if err == nil {
		err = measure(context.Background(), e)
	}
	if err != nil {
		log.SetFlags(0)
		log.Fatal(err)
	}
}

// chosen is the engine that the flags name, and its settings.
func chosen() (name string, values map[string]string) {
	switch {
	case *postgres:
		return "pgvector", map[string]string{"table": "bench", "ef_search": number(*ef), "concurrency": "1"}
	case *lite != "":
		return "milvus", map[string]string{"url": *lite, "collection": "bench", "index_type": *kind, "ef": number(*ef)}
	case *lucene != "":
		values = map[string]string{"url": *lucene, "index": "bench", "ef_search": number(*ef), "shards": number(*shards), "replicas": "0"}
		return "opensearch", values
	}
	return "weaviate", map[string]string{"url": *nodes, "class": "Bench", "ef": number(*ef), "shards": number(*shards),
		"replicas": number(*replicas)}
}

// number is a setting; 0 leaves it to the engine.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func measure(ctx context.Context, e engine.Engine) error {
	all, queries := data()
	_ = e.Drop(ctx) // of a run that broke off
	if err := e.Create(ctx); err != nil {
		return err
	}
	began := time.Now()
	for batch := range slices.Chunk(all, 2048) {
		if err := e.Add(ctx, batch); err != nil {
			return err
		}
	}
	loaded := time.Since(began)
	n, err := e.Count(ctx)
	if err != nil || n != len(all) {
		return fmt.Errorf("the engine has %d records of %d: %w", n, len(all), err)
	}
	fmt.Printf("records %d x %d, loaded in %.1f s, %.0f/s\n", n, *dim, loaded.Seconds(), float64(n)/loaded.Seconds())
	began = time.Now()
	if err := e.Settle(ctx); err != nil {
		return err
	}
	if _, err := e.Search(ctx, queries[:1]); err != nil {
		return err
	}
	fmt.Printf("settled and first search %.1f s (pgvector and Milvus build their indexes in it, OpenSearch refreshes)\n",
		time.Since(began).Seconds())
	for _, kind := range []string{"unfiltered", "filtered"} {
		if err := search(ctx, e, kind, queries, all); err != nil {
			return err
		}
	}
	return e.Drop(ctx)
}

// data are records in clusters, spread over companies and years, and queries beside some of them.
func data() (all []index.Record, queries []index.Query) {
	r := rand.New(rand.NewPCG(1, 2))
	vector := func(around []float32, spread float64) []float32 {
		v := make([]float32, *dim)
		for i := range v {
			v[i] = float32(r.NormFloat64() * spread)
			if around != nil {
				v[i] += around[i]
			}
		}
		vec.Normalize(v)
		return v
	}
	centres := make([][]float32, *clusters)
	for i := range centres {
		centres[i] = vector(nil, 1)
	}
	spread := 0.5 / math.Sqrt(float64(*dim))
	for i := range *records {
		all = append(all, index.Record{ID: fmt.Sprintf("%08d", i), Vector: vector(centres[r.IntN(len(centres))], spread),
			Fields: index.Fields{"cik_int": int64(r.IntN(50)), "report_year": int64(2000 + r.IntN(20)),
				"section_name": fmt.Sprint("ITEM_", r.IntN(8))}})
	}
	for range *asked {
		queries = append(queries, index.Query{Vector: vector(all[r.IntN(len(all))].Vector, spread/2), K: *most})
	}
	return all, queries
}

// search asks one by one, for the latency, and all together, for the throughput.
func search(ctx context.Context, e engine.Engine, kind string, queries []index.Query, all []index.Record) error {
	queries = slices.Clone(queries)
	if kind == "filtered" {
		for i := range queries {
			queries[i].Filter = index.Where(index.Fields{"cik_int": int64(i % 50), "report_year": int64(2000 + i%20)})
		}
	}
	var times []time.Duration
	for i := range queries {
		began := time.Now()
		if r, err := e.Search(ctx, queries[i:i+1]); err != nil || r[0].Err != nil {
			return fmt.Errorf("query %d: %v, %w", i, r, err)
		}
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	began := time.Now()
	results, err := e.Search(ctx, queries)
	if err != nil {
		return err
	}
	rate := float64(len(queries)) / time.Since(began).Seconds()
	fmt.Printf("%s top %d: p50 %.1f ms, p95 %.1f ms, %.0f queries/s together, recall@%d %.4f\n", kind, *most,
		times[len(times)/2].Seconds()*1e3, times[len(times)*95/100].Seconds()*1e3, rate, *most, recall(queries, results, all))
	return nil
}

// recall is the share of the exact answers that was found; a hit as near as the last exact one counts.
func recall(queries []index.Query, results []index.Result, all []index.Record) float64 {
	found, wanted := 0, 0
	for i, q := range queries {
		var scores []float64
		near := map[string]float64{}
		for k := range all {
			if q.Filter.Match(all[k].Fields) {
				s := vec.Dot64(q.Vector, all[k].Vector)
				scores, near[all[k].ID] = append(scores, s), s
			}
		}
		slices.SortFunc(scores, func(a, b float64) int { return cmpDown(a, b) })
		scores = scores[:min(len(scores), q.K)]
		wanted += len(scores)
		for _, h := range results[i].Hits {
			if s, ok := near[h.ID]; ok && s >= scores[len(scores)-1]-1e-9 {
				found++
			}
		}
	}
	if wanted == 0 {
		fmt.Fprintln(os.Stderr, "no query has an answer")
		os.Exit(1)
	}
	return float64(found) / float64(wanted)
}

func cmpDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
