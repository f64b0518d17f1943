package neighbors

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/index"
)

// world is an invented corpus whose sections are about something each: the sentences of a section lie around
// a point of their own, and drift as the section goes on.
type world struct {
	records []index.Record
	anchors *gold.Set
	vectors map[string][]float32
}

// dimensions are few, so that chance is not negligible, and enough that sections stand apart.
const dimensions = 24

func newWorld(companies, sections, sentences int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 7))
	w := &world{anchors: &gold.Set{}, vectors: map[string][]float32{}}
	for company := range companies {
		for section := range sections {
			topic := random(r)
			var ids []string
			drift := make([]float64, dimensions)
			for pos := range sentences {
				for d := range drift {
					drift[d] += 0.18 * r.NormFloat64()
				}
				v := make([]float32, dimensions)
				for d := range v {
					v[d] = float32(topic[d] + drift[d] + 0.25*r.NormFloat64())
				}
				normalize(v)
				id := fmt.Sprintf("%010d_10-K_2020_section_%d_%d", company+1, section, pos)
				ids = append(ids, id)
				w.vectors[id] = v
				w.records = append(w.records,
					index.Record{ID: id, Text: id, Vector: v, Fields: index.Fields{"cik_int": int64(company + 1), "report_year": int64(2020),
						"section_name": fmt.Sprintf("ITEM_%d", section), "sentence_pos": int64(pos), "text_hash": int64(len(w.records) + 1)}})
			}
			w.addAnchors(ids, company+1, section, r)
		}
	}
	return w
}

func (w *world) addAnchors(ids []string, company, section int, r *rand.Rand) {
	base := len(w.records) - len(ids)
	for range 2 {
		at := r.IntN(len(ids))
		a := gold.Anchor{ID: ids[at], Text: ids[at], Class: int64(base + at + 1), CIK: int64(company),
			Company: fmt.Sprint("Company ", company), Year: 2020, Section: fmt.Sprintf("ITEM_%d", section),
			Length: len(ids), Window: 5}
		for step := 1; step <= 5; step++ {
			for _, i := range []int{at - step, at + step} {
				if i >= 0 && i < len(ids) {
					a.Golds = append(a.Golds, gold.Near{ID: ids[i], Class: int64(base + i + 1)})
				}
			}
		}
		if !slices.ContainsFunc(w.anchors.Anchors, func(b gold.Anchor) bool { return b.ID == a.ID }) {
			w.anchors.Anchors = append(w.anchors.Anchors, a)
		}
	}
}

func random(r *rand.Rand) []float64 {
	v := make([]float64, dimensions)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

func normalize(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
}

// engine is an exact searcher over a world, with a fault or none.
type engine struct {
	records []index.Record
	fault   string
	r       *rand.Rand
}

func (w *world) engine(fault string) *engine {
	return &engine{records: w.records, fault: fault, r: rand.New(rand.NewPCG(3, 3))}
}

func (e *engine) Search(_ context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	for i := range queries {
		results[i] = e.search(queries[i])
	}
	return results, nil
}

func (e *engine) search(q index.Query) index.Result {
	var hits []index.Hit
	for i := range e.records {
		rec := &e.records[i]
		if e.fault != "dropped filter" && !q.Filter.Match(rec.Fields) {
			continue
		}
		if e.fault == "nine tenths of the index" && i%10 != 0 && !slices.Equal(rec.Vector, q.Vector) {
			continue // an approximate index whose graph does not reach most of its vectors
		}
		score := 0.0
		for d := range rec.Vector {
			score += float64(rec.Vector[d]) * float64(q.Vector[d])
		}
		if e.fault == "constant" {
			score = 0.5
		}
		hits = append(hits, index.Hit{ID: rec.ID, Score: score, Distance: 1 - score, Fields: rec.Fields})
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	hits = hits[:min(q.K, len(hits))]
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return index.Result{Hits: hits, Metric: index.Cosine}
}

// with changes the records of an engine.
func (e *engine) with(change func(i int, r *index.Record)) *engine {
	e.records = slices.Clone(e.records)
	for i := range e.records {
		change(i, &e.records[i])
	}
	return e
}
