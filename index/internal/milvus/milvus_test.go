package milvus

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/fakeengine"
)

const token = "root:milvus-key-0123456789"

var schema = index.Schema{{Name: "form", Kind: index.Text}, {Name: "year", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "audited", Kind: index.Bool}}

func options(s *fakeengine.Server) Options {
	return Options{Base: s.URL, Collection: "filings", Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine}, Queries: 4,
		Reach: remote.Reach{Env: func(name string) string { return map[string]string{"MILVUS_TOKEN": token}[name] },
			Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond, Total: time.Second}}}
}

func opened(t *testing.T, o Options) *Index {
	t.Helper()
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func filled(t *testing.T, n int, mode Mode) (*fakeengine.Server, *Index) {
	t.Helper()
	s := fakeengine.NewMilvus(token)
	t.Cleanup(s.Close)
	o := options(s)
	o.Mode = mode
	x := opened(t, o)
	err := x.Create(t.Context())
	var records []index.Record
	for i := range n {
		records = append(records, index.Record{ID: fmt.Sprint("s", i), Text: fmt.Sprint("goodwill of unit ", i),
			Vector: []float32{1, float32(i)}, Fields: index.Fields{"year": int64(math.MaxInt64 - i)}})
	}
	if err == nil {
		err = x.Add(t.Context(), records)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, x
}

// methods are those that were called since a number of calls.
func methods(s *fakeengine.Server, since int) string {
	var all []string
	for _, c := range s.Calls()[since:] {
		all = append(all, strings.TrimPrefix(c.Path, service))
	}
	return strings.Join(all, " ")
}

func like(k int) index.Query { return index.Query{Vector: []float32{1, 0.5}, K: k} }

func TestFiltersInItsWords(t *testing.T) {
	for _, c := range []struct{ name, filter, want string }{
		{"nothing", `{}`, ``},
		{"text", `{"form": "10-K"}`, `(f_form == "10-K")`},
		{"text with all that needs escaping", `{"form": "a\"b\\c\nd\re\tf'g"}`, `(f_form == "a\"b\\c\nd\re\tf'g")`},
		{"text as it is", `{"form": "ünï\u0001$0{v}"}`, "(f_form == \"ünï\u0001$0{v}\")"},
		{"whole", `{"year": 9223372036854775807}`, `(f_year == 9223372036854775807)`},
		{"least", `{"year": -9223372036854775808}`, `(f_year < -9223372036854775807)`},
		{"not the least", `{"year": {"$ne": -9223372036854775808}}`, `(f_year is null or (f_year >= -9223372036854775807))`},
		{"the least among others", `{"year": {"$in": [-9223372036854775808, 3]}}`, `((f_year < -9223372036854775807) or (f_year in [3]))`},
		{"the least among none", `{"year": {"$nin": [-9223372036854775808, 3]}}`,
			`(f_year is null or ((f_year >= -9223372036854775807) and (f_year not in [3])))`},
		{"above the least", `{"year": {"$gt": -9223372036854775808}}`, `(f_year >= -9223372036854775807)`},
		{"from the least", `{"year": {"$gte": -9223372036854775808}}`, `(f_year is not null)`},
		{"below the least", `{"year": {"$lt": -9223372036854775808}}`, `(f_year < 0 and f_year > 0)`},
		{"up to the least", `{"year": {"$lte": -9223372036854775808}}`, `(f_year < -9223372036854775807)`},
		{"fraction", `{"weight": -0.5}`, `(f_weight == -0.5)`},
		{"whole fraction", `{"weight": {"$gte": 3}}`, `(f_weight >= 3.0)`},
		{"large fraction", `{"weight": {"$lt": 1e300}}`, `(f_weight < 1e+300)`},
		{"yes", `{"audited": false}`, `(f_audited == false)`},
		{"in", `{"form": {"$in": ["a", "b"]}}`, `(f_form in ["a", "b"])`},
		{"in yes and no", `{"audited": {"$in": [true, false]}}`, `((f_audited == true) or (f_audited == false))`},
		{"not in yes and no", `{"audited": {"$nin": [true, false]}}`, `(f_audited is null or ((f_audited != true) and (f_audited != false)))`},
		{"not equal", `{"form": {"$ne": "a"}}`, `(f_form is null or (f_form != "a"))`},
		{"not in", `{"year": {"$nin": [1, 2]}}`, `(f_year is null or (f_year not in [1, 2]))`},
		{"and, or", `{"year": {"$gt": 3, "$lte": 4}, "$or": [{"form": "a"}, {"form": {"$lt": "b"}}]}`,
			`((f_year > 3) and (f_year <= 4) and ((f_form == "a") or (f_form < "b")))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), schema)
			if err != nil {
				t.Fatal(err)
			}
			if got := expression(f); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestCreates(t *testing.T) {
	s, x := filled(t, 1, Dense)
	if got := methods(s, 0); got != "DescribeCollection CreateCollection DescribeCollection GetVersion CreateIndex "+
		"LoadCollection GetLoadState Upsert" {
		t.Errorf("%s", got)
	}
	if err := x.Create(t.Context()); !errors.Is(err, remote.ErrExists) {
		t.Errorf("made twice: %v", err)
	}
	o := options(s)
	o.Collection = "another"
	o.Kind = "IVF_FLAT"
	o.Lists = 64
	o.Shards = 6
	o.Replicas = 2
	another := opened(t, o)
	s.Next(fakeengine.None, fakeengine.CutBody) // made, and not heard of
	if err := another.Create(t.Context()); err != nil {
		t.Errorf("a collection whose first reply was lost: %v", err)
	}
	o.Collection, o.Kind = "third", "HNSW"
	third := opened(t, o)
	if err := third.Create(t.Context()); call.KindOf(err) != call.BadRequest ||
		!strings.Contains(err.Error(), "nlist is no parameter of HNSW") {
		t.Errorf("%v", err)
	}
	if err := third.Check(t.Context()); !errors.Is(err, remote.ErrNoIndex) {
		t.Errorf("half a collection was left behind: %v", err)
	}
}

// TestSettingsArrive: every option of the server's changes what is sent.
func TestSettingsArrive(t *testing.T) {
	s := fakeengine.NewMilvus(token)
	t.Cleanup(s.Close)
	o := options(s)
	o.Mode = Hybrid
	o.Kind = "HNSW"
	o.Links = 24
	o.EFConstruction = 99
	o.EF = 77
	o.Probes = 5
	o.Shards = 6
	o.Replicas = 2
	o.Analyzer = "english"
	x := opened(t, o)
	if err := x.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{3, 1000} {
		if _, err := x.Search(t.Context(), []index.Query{{Text: "a", Vector: []float32{1, 1}, K: k}}); err != nil {
			t.Fatal(err)
		}
	}
	sent := ""
	wholes := map[string]int64{}
	for _, c := range s.Calls() {
		sent += string(c.Body)
		_ = each(c.Body[frameHead:], func(n number, v value) error {
			wholes[fmt.Sprint(strings.TrimPrefix(c.Path, service), " ", n)] = int64(v.integer)
			return nil
		})
	}
	for _, want := range []string{"HNSW", `"M":24`, `"efConstruction":99`, `{"ef":100,"nprobe":5}`,
		`{"ef":1000,"nprobe":5}`, `{"type":"english"}`, "COSINE", "BM25"} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s was not sent", want)
		}
	}
	if wholes["CreateCollection 5"] != 6 || wholes["LoadCollection 4"] != 2 {
		t.Errorf("%v", wholes)
	}
}

// TestKindsOfIndex: the index is the server's own, but for Milvus Lite, and but for what is set.
func TestKindsOfIndex(t *testing.T) {
	for _, c := range []struct {
		serve     func() *fakeengine.Server
		set, want string
	}{
		{func() *fakeengine.Server {
			return fakeengine.NewMilvus(token)
		}, "", "AUTOINDEX"}, {fakeengine.NewMilvusLite, "", "FLAT"}, {fakeengine.NewMilvusLite, "HNSW", "HNSW"},
	} {
		s := c.serve()
		t.Cleanup(s.Close)
		o := options(s)
		o.Kind = c.set
		if err := opened(t, o).Create(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, outgoing := range s.Calls() {
			if outgoing.Path == service+"CreateIndex" && !strings.Contains(string(outgoing.Body), c.want) {
				t.Errorf("%q: no %s in %q", c.set, c.want, outgoing.Body)
			}
		}
	}
}

// TestWaitsForLoading: a collection that is being loaded is asked about again, and again.
func TestWaitsForLoading(t *testing.T) {
	s, x := filled(t, 0, Dense)
	before := len(s.Calls())
	s.Next(fakeengine.None, fakeengine.Partial, fakeengine.None, fakeengine.Partial, fakeengine.None, fakeengine.None, fakeengine.Partial)
	if err := x.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := methods(s, before); got != "Flush GetFlushState GetFlushState DescribeIndex DescribeIndex LoadCollection "+
		"GetLoadState GetLoadState" {
		t.Errorf("%s", got)
	}
	s.Next(fakeengine.None, fakeengine.None, fakeengine.ItemThrottled)
	if err := x.Settle(t.Context()); err == nil || !strings.Contains(err.Error(), "was not built: no space left on device") {
		t.Errorf("%v", err)
	}
}

// TestSearchesTogether: queries of one filter and depth are one request, cut where they are many.
func TestSearchesTogether(t *testing.T) {
	s, x := filled(t, 20, Dense)
	before := len(s.Calls())
	queries := make([]index.Query, 9)
	for i := range queries {
		queries[i] = index.Query{Vector: []float32{1, float32(i)}, K: 2}
	}
	queries[4].K = 0
	queries[7].Filter = index.Where(index.Fields{"year": int64(math.MaxInt64 - 7)})
	results, err := x.Search(t.Context(), queries)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		switch {
		case i == 4:
			if r.Err == nil {
				t.Error("a query of no hits was answered")
			}
		case r.Err != nil || len(r.Hits) != map[bool]int{true: 1, false: 2}[i == 7] || r.Hits[0].ID != fmt.Sprint("s", i) ||
			math.Abs(r.Hits[0].Distance) > 1e-6 || r.Hits[0].Fields["year"] != int64(math.MaxInt64-i):
			t.Errorf("query %d: %+v", i, r)
		}
	}
	if got := methods(s, before); got != "Search Search Search" {
		t.Errorf("%s: 7 queries of 4 at once, and one of a filter of its own", got)
	}
}

func TestFailures(t *testing.T) {
	s, x := filled(t, 5, Dense)
	for _, c := range []struct {
		fault fakeengine.Fault
		kind  call.Kind
		again bool
		says  string
	}{
		{fakeengine.Unauthorized, call.BadKey, false, "(HTTP 200, UNAUTHENTICATED): auth check failure"},
		{fakeengine.EchoedKey, call.BadKey, false, "no such user: [key]"},
		{fakeengine.Forbidden, call.Forbidden, false, "permission deny"},
		{fakeengine.NotFound, call.BadRequest, false, "build the index first"},
		{fakeengine.TimedOut, call.Timeout, true, "DEADLINE_EXCEEDED"},
		{fakeengine.Quota, call.NoQuota, false, "(HTTP 200, Milvus 9): quota exceeded"},
		{fakeengine.TooLarge, call.BadRequest, false, "smaller batch"},
		{fakeengine.Throttled, call.RateLimited, true, "request is rejected by limiter"},
		{fakeengine.ServerError, call.ServerFault, true, "100% invalid memory address"},
		{fakeengine.Unavailable, call.Overload, true, "node is shutting down"},
		{fakeengine.ShardFailed, call.ServerFault, true, "channel not available"},
		{fakeengine.ItemRefused, call.BadRequest, false, "Milvus 1100): the 2th row"},
		{fakeengine.ProxyPage, call.ServerFault, true, "Bad Gateway"},
		{fakeengine.Drop, call.Unreachable, true, ""},
		{fakeengine.CutBody, call.CutOff, true, ""},
		{fakeengine.MalformedJSON, call.Malformed, true, "no answer of gRPC"},
		{fakeengine.EmptyBody, call.Malformed, true, "no message"},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s.Next(c.fault)
			results, err := x.Search(t.Context(), []index.Query{like(3)})
			if c.again {
				if err != nil || results[0].Err != nil || len(results[0].Hits) != 3 {
					t.Errorf("it was not tried again: %v, %v", results, err)
				}
				s.Next(c.fault, c.fault, c.fault)
				results, err = x.Search(t.Context(), []index.Query{like(3)})
			}
			if err == nil {
				err = results[0].Err
			}
			if call.KindOf(err) != c.kind || !strings.Contains(fmt.Sprint(err), c.says) || strings.Contains(fmt.Sprint(err), token) {
				t.Errorf("kind %q: %v; want %q, saying %q", call.KindOf(err), err, c.kind, c.says)
			}
		})
	}
}

// TestServerGone: a server that is killed in the middle is an error that names it, and not a hang.
func TestServerGone(t *testing.T) {
	s, x := filled(t, 5, Dense)
	s.Close()
	if _, err := x.Search(t.Context(), []index.Query{like(3)}); call.KindOf(err) != call.Unreachable ||
		!strings.Contains(err.Error(), "is the server running") {
		t.Errorf("%v", err)
	}
	if err := x.Add(t.Context(), []index.Record{{ID: "a", Vector: []float32{1, 1}}}); call.KindOf(err) != call.Unreachable {
		t.Errorf("%v", err)
	}
}

// TestOneRefusedAmongMany: queries that are refused together are asked one by one.
func TestOneRefusedAmongMany(t *testing.T) {
	s, x := filled(t, 5, Dense)
	s.Next(fakeengine.TooLarge, fakeengine.TooLarge)
	results, err := x.Search(t.Context(), []index.Query{like(2), like(2), like(2)})
	if err != nil || results[0].Err == nil || len(results[1].Hits) != 2 || len(results[2].Hits) != 2 {
		t.Errorf("%+v, %v", results, err)
	}
}

// TestUnacknowledgedWriteIsAnError: what the server does not say it kept is an error.
func TestUnacknowledgedWriteIsAnError(t *testing.T) {
	s, x := filled(t, 1, Dense)
	records := []index.Record{{ID: "a", Vector: []float32{1, 1}}, {ID: "b", Vector: []float32{1, 2}}}
	for fault, says := range map[fakeengine.Fault]string{
		fakeengine.ItemThrottled: "of 2 records 1 were acknowledged and 1 refused",
		fakeengine.Partial:       "of 2 records 0 were acknowledged",
	} {
		s.Next(fault)
		if err := x.Add(t.Context(), records); call.KindOf(err) != call.ServerFault || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", fault, err)
		}
	}
}

// TestNotLoaded: a collection that was taken out of memory is reported, and Settle loads it again.
func TestNotLoaded(t *testing.T) {
	_, x := filled(t, 3, Dense)
	if err := x.invoke(t.Context(), "ReleaseCollection", x.named(3)); err != nil {
		t.Fatal(err)
	}
	results, err := x.Search(t.Context(), []index.Query{like(2)})
	if err != nil || call.KindOf(results[0].Err) != call.BadRequest || !strings.Contains(results[0].Err.Error(),
		"not loaded[collection=filings]; load it: 'assay index build") {
		t.Errorf("%+v, %v", results, err)
	}
	if err := x.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if results, err := x.Search(t.Context(), []index.Query{like(2)}); err != nil || len(results[0].Hits) != 2 {
		t.Errorf("%+v, %v", results, err)
	}
}

// TestOtherCollections: a collection that was made with other settings, or by another program, is refused at its
// first use, whatever that is.
func TestOtherCollections(t *testing.T) {
	s, mine := filled(t, 1, Dense)
	foreign := message(nil).text(1, "foreign").part(4, message(nil).text(2, idName).yes(3, true).integer(5,
		typeVarChar).pair(6, "max_length", "9"))
	if err := mine.invoke(t.Context(), "CreateCollection", message(nil).text(3, "foreign").part(4, foreign)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(*Options)
		says  string
	}{
		"dimension":  {func(o *Options) { o.Dimension = 3 }, "its vectors have 2 dimensions; expected are 3"},
		"field":      {func(o *Options) { o.Schema = index.Schema{{Name: "sic", Kind: index.Text}} }, `it has no field "f_sic"`},
		"kind":       {func(o *Options) { o.Schema = index.Schema{{Name: "year", Kind: index.Text}} }, `its field "f_year" is not of kind text`},
		"texts":      {func(o *Options) { o.Mode = BM25 }, "it has no texts, which mode bm25 ranks by"},
		"no vectors": {func(o *Options) { o.Collection = "foreign" }, "its vectors have no dimensions"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(s)
			c.spoil(&o)
			v := make([]float32, o.Dimension)
			v[0] = 1
			for what, do := range map[string]func(x *Index) error{
				"check": func(x *Index) error { return x.Check(t.Context()) },
				"add":   func(x *Index) error { return x.Add(t.Context(), []index.Record{{ID: "a", Vector: v}}) },
				"search": func(x *Index) error {
					_, err := x.Search(t.Context(), []index.Query{{Text: "a", Vector: v, K: 1}})
					return err
				},
			} {
				if err := do(opened(t, o)); call.KindOf(err) != call.BadRequest || !strings.Contains(fmt.Sprint(err), c.says) {
					t.Errorf("%s: %v, want %q", what, err, c.says)
				}
			}
		})
	}
	o := options(s)
	o.Metric = index.Euclidean
	if err := opened(t, o).Check(t.Context()); err == nil || !strings.Contains(err.Error(), `indexed under "COSINE"; expected is "L2"`) {
		t.Errorf("%v", err)
	}
	o = options(s)
	o.Database = "nowhere"
	if err := opened(t, o).Check(t.Context()); err == nil || !strings.Contains(err.Error(), "set database to one that is there") {
		t.Errorf("%v", err)
	}
}

// TestOneCollectionOfAllModes: what was made with texts can be filled and asked in each mode.
func TestOneCollectionOfAllModes(t *testing.T) {
	s, _ := filled(t, 5, Hybrid)
	for _, mode := range []Mode{Dense, BM25, Hybrid} {
		o := options(s)
		o.Mode = mode
		x := opened(t, o)
		id := "of " + string(mode)
		if err := x.Add(t.Context(), []index.Record{{ID: id, Text: "goodwill only", Vector: []float32{-1, 0}}}); err != nil {
			t.Fatal(err)
		}
		results, err := x.Search(t.Context(), []index.Query{{Text: "only", Vector: []float32{-1, 0}, K: 3}})
		if err != nil || len(results[0].Hits) == 0 {
			t.Errorf("%s: %+v, %v", mode, results, err)
		}
	}
}

func TestRefusesRecords(t *testing.T) {
	_, x := filled(t, 1, BM25)
	long := strings.Repeat("x", MaxText+1)
	for name, r := range map[string]index.Record{
		"id": {ID: long}, "text": {ID: "a", Text: long}, "field": {ID: "a", Fields: index.Fields{"form": long}},
	} {
		r.Vector = []float32{1, 1}
		if err := x.Add(t.Context(), []index.Record{r}); !errors.Is(err, remote.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefusesOptions(t *testing.T) {
	s := fakeengine.NewMilvus("")
	defer s.Close()
	for name, spoil := range map[string]func(*Options){
		"collection": func(o *Options) {
			o.Collection = "a-b"
		},
		"digit":     func(o *Options) { o.Collection = "1a" },
		"dimension": func(o *Options) { o.Dimension = 0 },
		"address": func(o *Options) {
			o.Base = ""
		},
		"one dimension": func(o *Options) {
			o.Dimension = 1
		},
		"field": func(o *Options) { o.Schema = index.Schema{{Name: "a-b", Kind: index.Text}} },
		"metric": func(o *Options) {
			o.Metric = ""
		},
		"mode":     func(o *Options) { o.Mode = "words" },
		"database": func(o *Options) { o.Database = "a\r\nb: c" },
	} {
		o := options(s)
		spoil(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s was not refused", name)
		}
	}
}

// shapeOf is a shape with whole-number fields of these names.
func shapeOf(names ...string) remote.Shape {
	s := remote.Shape{Dimension: 2, Metric: index.Cosine}
	for _, name := range names {
		s.Schema = append(s.Schema, index.Field{Name: name, Kind: index.Int})
	}
	return s
}
