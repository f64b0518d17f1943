package enginetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/index"
)

// memory is the plainest engine there can be. Its faults are what an engine may have.
type memory struct {
	records []index.Record
	texts   bool
	refuses bool // orders of texts, and says so
	fault   string
}

// ofTextOrder reports a comparison of texts by order, wherever it occurs.
func ofTextOrder(f *index.Filter) bool {
	for o := range f.All {
		if o.Field == "topic" && slices.Contains([]index.Op{index.Greater, index.GreaterOrEqual, index.Less, index.LessOrEqual}, o.Op) {
			return true
		}
	}
	return false
}

func (m *memory) engine() Engine {
	put := func(t *testing.T, records []index.Record) index.Searcher {
		for _, r := range records {
			i := slices.IndexFunc(m.records, func(o index.Record) bool { return o.ID == r.ID })
			if i < 0 || m.fault == "overwriting adds" {
				m.records = append(m.records, r)
			} else if m.fault != "overwriting is ignored" {
				m.records[i] = r
			}
		}
		return m
	}
	var refuses func(*index.Filter) bool
	if m.refuses {
		refuses = ofTextOrder
	}
	return Engine{
		Vectors: !m.texts, Texts: m.texts, TiesByAdding: true, Refuses: refuses,
		Load: func(t *testing.T, records []index.Record) index.Searcher {
			m.records = nil
			return put(t, records)
		},
		Overwrite: put,
		Remove: func(t *testing.T, ids []string) index.Searcher {
			if m.fault != "removing is ignored" {
				m.records = slices.DeleteFunc(m.records, func(r index.Record) bool { return slices.Contains(ids, r.ID) })
			}
			return m
		},
	}
}

// faults are those of memory, and a duty that must find each.
var faults = map[string]string{
	"order of results is another":    "batch in order, a filter for each query",
	"one filter for all":             "batch in order, a filter for each query",
	"filter after the best":          "whole filter grammar",
	"filter is dropped":              "whole filter grammar",
	"missing fields are equal":       "whole filter grammar",
	"case is ignored":                "whole filter grammar",
	"fields are lost":                "fields come back",
	"numbers are rounded":            "fields come back",
	"the best is missing":            "exact recall",
	"one dimension is wrong":         "exact recall",
	"distance is the score":          "exact recall",
	"no metric":                      "exact recall",
	"nothing is an error":            "nothing passes",
	"impossible filters pass":        "impossible filters",
	"one bad query spoils the batch": "bad queries beside good ones",
	"refuses without the name":       "refusals",
	"refuses without the field":      "refusals",
	"refuses what it says it takes":  "refusals",
	"answers what it says it cannot": "refusals",
	"refuses nothing, and says so":   "refusals",
	"odd values are others":          "refusals",
	"K is no limit":                  "the same again",
	"ranks from 0":                   "no queries",
	"ties by id":                     "ties",
	"ids are cut":                    "odd ids",
	"the second time is another":     "the same again",
	"context is ignored":             "cancelled",
	"overwriting adds":               "overwrite",
	"overwriting is ignored":         "overwrite",
	"removing is ignored":            "remove",
	"K is what there is":             "more hits than records",
	"falls over when empty":          "empty",
	"texts of any word":              "texts that match",
	"texts have a metric":            "texts that match",
}

// Search is a scan of everything.
func (m *memory) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	if ctx.Err() != nil && m.fault != "context is ignored" {
		return nil, ctx.Err()
	}
	results := make([]index.Result, len(queries))
	for i := range queries {
		q := queries[i]
		if m.fault == "one filter for all" {
			q.Filter = queries[0].Filter
		}
		hits, err := m.answer(&q, len(queries))
		if err != nil && m.fault == "one bad query spoils the batch" {
			return nil, err
		}
		results[i] = index.Result{Hits: hits, Err: err, Metric: index.Cosine}
		if (m.texts && m.fault != "texts have a metric") || m.fault == "no metric" {
			results[i].Metric = index.None
		}
		if len(hits) == 0 && err == nil && (m.fault == "nothing is an error" || (m.fault == "falls over when empty" && len(m.records) == 0)) {
			results[i].Err = errors.New("nothing")
		}
	}
	if n := len(results); m.fault == "order of results is another" && n > 1 {
		results[0], results[n-1] = results[n-1], results[0]
	}
	return results, nil
}

// answer answers one of several queries.
func (m *memory) answer(q *index.Query, several int) ([]index.Hit, error) {
	if err := m.check(q); err != nil {
		return nil, err
	}
	var hits []index.Hit
	for i := range m.records {
		r := &m.records[i]
		if m.fault != "filter after the best" && !m.passes(q.Filter, r.Fields) {
			continue
		}
		h := index.Hit{ID: r.ID, Fields: m.fields(r.Fields)}
		if m.texts {
			h.Score = shared(q.Text, r.Text)
			if h.Score == 0 && m.fault != "texts of any word" {
				continue
			}
		} else {
			h.Score = m.cosine(q.Vector, r.Vector)
			h.Distance = 1 - h.Score
		}
		if m.fault == "distance is the score" {
			h.Distance = h.Score
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 || m.fault != "ties by id" {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return m.best(hits, q, several), nil
}

// best are those of hits in order that a query asks for.
func (m *memory) best(hits []index.Hit, q *index.Query, several int) []index.Hit {
	if (m.fault == "the best is missing" || (m.fault == "the second time is another" && several == 1)) && len(hits) > 3 {
		hits = hits[1:]
	}
	if m.fault != "K is no limit" || q.K > len(hits) {
		hits = hits[:min(q.K, len(hits))]
	}
	if m.fault == "filter after the best" {
		hits = hits[:min(30, len(hits))]
		hits = slices.DeleteFunc(hits, func(h index.Hit) bool { return !q.Filter.Match(h.Fields) })
	}
	for i := range hits {
		hits[i].Rank = i + 1
		if m.fault == "ranks from 0" {
			hits[i].Rank = i
		}
		if m.fault == "ids are cut" {
			hits[i].ID = strings.TrimSpace(hits[i].ID)
		}
	}
	return hits
}

func (m *memory) check(q *index.Query) error {
	if m.fault != "impossible filters pass" {
		if err := q.Filter.Check(Schema); err != nil {
			return err
		}
	}
	if err := m.refused(q.Filter); err != nil {
		return err
	}
	if m.fault == "K is what there is" && q.K > len(m.records) {
		return errors.New("there are not so many")
	}
	if q.K < 1 || (m.texts && q.Text == "") {
		return errors.New("it asks for nothing")
	}
	if m.texts {
		return nil
	}
	if len(q.Vector) != Dimension {
		return errors.New("another dimension")
	}
	if c := cosine(q.Vector, q.Vector); c != c {
		return errors.New("no direction")
	}
	return nil
}

// refused is the error of a filter that the engine refuses.
func (m *memory) refused(f *index.Filter) error {
	switch {
	case f == nil || !m.refuses && m.fault != "refuses what it says it takes":
		return nil
	case !ofTextOrder(f) || m.fault == "answers what it says it cannot":
		return nil
	case m.fault == "refuses without the name":
		return errors.New("there is no order of topic")
	case m.fault == "refuses without the field":
		return fmt.Errorf("there is no order: %w", index.ErrRefused)
	}
	return fmt.Errorf("there is no order of topic: %w", index.ErrRefused)
}

// passes is Match, but for faults.
func (m *memory) passes(f *index.Filter, with index.Fields) bool {
	switch {
	case m.fault == "filter is dropped":
		return true
	case m.fault == "impossible filters pass" && f.Check(Schema) != nil:
		return true
	case m.fault == "odd values are others" && f != nil && f.Op == index.LessOrEqual && f.Values[0] == int64(1<<53+1):
		return index.Where(index.Fields{"cues": int64(1 << 53)}).Match(with)
	case m.fault == "missing fields are equal" && f != nil && f.Op == index.NotEqual:
		_, there := with[f.Field]
		return there && f.Match(with)
	case m.fault == "case is ignored" && f != nil && f.Op == index.Equal:
		a, ok := with[f.Field].(string)
		return (ok && strings.EqualFold(a, fmt.Sprint(f.Values[0]))) || f.Match(with)
	}
	return f.Match(with)
}

func (m *memory) fields(f index.Fields) index.Fields {
	switch m.fault {
	case "fields are lost":
		return nil
	case "numbers are rounded":
		f = maps.Clone(f)
		for name, v := range f {
			if n, ok := v.(int64); ok {
				f[name] = int64(float64(n))
			}
		}
	}
	return f
}

func (m *memory) cosine(a, b []float32) float64 {
	if m.fault == "one dimension is wrong" {
		return cosine(a[1:], b[1:])
	}
	return cosine(a, b)
}

// shared is how many words of a text another has.
func shared(a, b string) float64 {
	n := 0.0
	for _, w := range strings.Fields(a) {
		if common(w, b) {
			n++
		}
	}
	return n
}

func TestPlainEngine(t *testing.T) {
	for _, texts := range []bool{false, true} {
		t.Run(fmt.Sprintf("texts %v", texts), func(t *testing.T) {
			Run(t, func(*testing.T) Engine { return (&memory{texts: texts}).engine() })
		})
	}
}

// TestRefusingEngine: an engine that refuses some filters, and says so, meets its duties.
func TestRefusingEngine(t *testing.T) {
	for i := range checks {
		if c := &checks[i]; slices.Contains([]string{"whole filter grammar", "nothing passes", "refusals"}, c.name) {
			t.Run(c.name, func(t *testing.T) { c.run(t, t, (&memory{refuses: true}).engine()) })
		}
	}
}

// TestFaultsAreFound breaks the plain engine in each way, and asks the duty that is to notice.
func TestFaultsAreFound(t *testing.T) {
	for fault, duty := range faults {
		i := slices.IndexFunc(checks, func(c check) bool { return c.name == duty })
		if i < 0 {
			t.Fatalf("there is no duty %q", duty)
		}
		m := &memory{fault: fault, texts: strings.HasPrefix(fault, "texts"),
			refuses: strings.HasPrefix(fault, "refuses without") || strings.HasPrefix(fault, "answers")}
		e := m.engine()
		if fault == "refuses nothing, and says so" {
			e.Refuses = func(*index.Filter) bool { return false }
		}
		if r := record(t, &checks[i], e); !r.Failed() || r.skipped {
			t.Errorf("%q was not found by %q", fault, duty)
		}
	}
	for i := range checks {
		if !slices.Contains(slices.Collect(maps.Values(faults)), checks[i].name) {
			t.Errorf("no fault shows that %q can fail", checks[i].name)
		}
	}
}

// recorder is told what is wrong, and keeps it.
type recorder struct {
	testing.TB
	mu      sync.Mutex
	errors  []string
	skipped bool
}

// record runs a duty as far as it comes.
func record(t *testing.T, c *check, e Engine) *recorder {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.run(r, t, e)
	}()
	<-done
	return r
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errors = append(r.errors, fmt.Sprintf(format, values...))
}

func (r *recorder) Error(values ...any) { r.Errorf("%s", fmt.Sprint(values...)) }

func (r *recorder) Fatalf(format string, values ...any) {
	r.Errorf(format, values...)
	runtime.Goexit()
}

func (r *recorder) Skip(...any) {
	r.skipped = true
	runtime.Goexit()
}

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.errors) > 0
}
