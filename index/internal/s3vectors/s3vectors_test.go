package s3vectors

import (
	"context"
	"encoding/json"
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

var schema = index.Schema{{Name: "form", Kind: index.Text}, {Name: "year", Kind: index.Int}, {Name: "weight", Kind: index.Float},
	{Name: "audited", Kind: index.Bool}, {Name: "hash", Kind: index.Int}, {Name: "note", Kind: index.Text}}

func environment(name string) string {
	return map[string]string{"AWS_ACCESS_KEY_ID": fakeengine.AccessKey, "AWS_SECRET_ACCESS_KEY": fakeengine.SecretKey,
		"AWS_REGION": "us-east-1"}[name]
}

func options(s *fakeengine.Server) Options {
	return Options{Bucket: "sentences", Index: "filings", Base: s.URL, Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine},
		NonFilterable: []string{"note"}, AsText: []string{"hash"}, Reach: remote.Reach{Env: environment,
			Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond, Total: time.Second}}}
}

// filled is an index of n records on a fake.
func filled(t *testing.T, s *fakeengine.Server, n int) *Index {
	t.Helper()
	t.Cleanup(s.Close)
	x, err := New(options(s))
	if err == nil {
		err = x.Create(t.Context())
	}
	if err == nil {
		err = x.Add(t.Context(), some(n))
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func some(n int) []index.Record {
	records := make([]index.Record, n)
	for i := range records {
		records[i] = index.Record{ID: fmt.Sprintf("s%04d", i), Vector: []float32{1, float32(i) / 100},
			Fields: index.Fields{"year": int64(2000 + i%20), "hash": int64(math.MaxInt64 - i)}}
	}
	return records
}

func like(k int, f *index.Filter) []index.Query {
	return []index.Query{{Vector: []float32{1, 0.5}, K: k, Filter: f}}
}

func TestFiltersInItsWords(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	x := filled(t, s, 1)
	for _, c := range []struct{ name, filter, want, says string }{
		{"nothing", `{}`, `null`, ""},
		{"equal", `{"form": "10-K"}`, `{"form":{"$eq":"10-K"}}`, ""},
		{"whole", `{"year": {"$gte": 2018}}`, `{"year":{"$gte":2018}}`, ""},
		{"fraction", `{"weight": {"$lt": 0.5}}`, `{"weight":{"$lt":0.5}}`, ""},
		{"yes", `{"audited": true}`, `{"audited":{"$eq":true}}`, ""},
		{"in", `{"year": {"$in": [1, 2]}}`, `{"year":{"$in":[1,2]}}`, ""},
		{"and, or", `{"year": 1, "$or": [{"form": "a"}, {"form": "b"}]}`,
			`{"$and":[{"year":{"$eq":1}},{"$or":[{"form":{"$eq":"a"}},{"form":{"$eq":"b"}}]}]}`, ""},
		{"not equal lets through what lacks the field", `{"form": {"$ne": "a"}}`,
			`{"$or":[{"form":{"$exists":false}},{"form":{"$ne":"a"}}]}`, ""},
		{"and so does not in", `{"year": {"$nin": [1]}}`, `{"$or":[{"year":{"$exists":false}},{"year":{"$nin":[1]}}]}`, ""},
		{"kept as text", `{"hash": {"$in": [9223372036854775807]}}`, `{"hash":{"$in":["9223372036854775807"]}}`, ""},
		{"beyond what is kept", `{"year": {"$lt": 9223372036854775807}}`, `{"year":{"$lt":18014398509481984}}`, ""},
		{"two beyond are one", `{"year": {"$in": [9223372036854775807, 9223372036854775806]}}`, `{"year":{"$in":[18014398509481984]}}`, ""},
		{"order of texts", `{"form": {"$gt": "10"}}`, "", "orders numbers only"},
		{"order of what is kept as text", `{"hash": {"$gt": 1}}`, "", "orders numbers only"},
		{"not filterable", `{"year": 1, "$or": [{"note": "x"}, {"year": 2}]}`, "", `"note", which this index keeps without filters`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), schema)
			if err != nil {
				t.Fatal(err)
			}
			d, err := x.filter(f)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, want %q", err, c.says)
				}
				return
			}
			got, _ := json.Marshal(d)
			if err != nil || string(got) != c.want {
				t.Errorf("%s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestRefusesBeforeSending(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	x := filled(t, s, 3)
	before := len(s.Calls())
	many := &index.Filter{Op: index.Or}
	for i := range 101 {
		many.Of = append(many.Of, &index.Filter{Op: index.Equal, Field: "year", Values: []any{int64(i)}})
	}
	for name, c := range map[string]struct {
		q    index.Query
		says string
	}{
		"more than the cap": {index.Query{Vector: []float32{1, 1}, K: 101}, "gives at most 100"},
		"many comparisons":  {index.Query{Vector: []float32{1, 1}, K: 1, Filter: many}, "101 comparisons and may have 100"},
		"unknown field":     {index.Query{Vector: []float32{1, 1}, K: 1, Filter: index.Where(index.Fields{"colour": "red"})}, "no field"},
		"zero":              {index.Query{Vector: []float32{0, 0}, K: 1}, "no direction"},
	} {
		results, err := x.Search(t.Context(), []index.Query{c.q})
		if err != nil || results[0].Err == nil || !strings.Contains(results[0].Err.Error(), c.says) {
			t.Errorf("%s: %v, %v; want %q", name, results, err, c.says)
		}
	}
	vector := []float32{1, 1}
	for name, c := range map[string]struct {
		r    index.Record
		says string
	}{
		"NaN":          {index.Record{ID: "a", Vector: []float32{1, float32(math.NaN())}}, "NaN at place 1"},
		"infinite":     {index.Record{ID: "a", Vector: []float32{1, float32(math.Inf(-1))}}, "-Inf"},
		"zero":         {index.Record{ID: "a", Vector: []float32{0, 0}}, "no direction"},
		"dimensions":   {index.Record{ID: "a", Vector: []float32{1}}, "1 dimensions, the index 2"},
		"no id":        {index.Record{Vector: vector}, "no id"},
		"long id":      {index.Record{ID: strings.Repeat("x", 1025), Vector: vector}, "1025 characters"},
		"field":        {index.Record{ID: "a", Vector: vector, Fields: index.Fields{"colour": "red"}}, "not a field of this index"},
		"filterable":   {index.Record{ID: "a", Vector: vector, Fields: index.Fields{"form": strings.Repeat("x", 2100)}}, "may take 2048"},
		"metadata":     {index.Record{ID: "a", Vector: vector, Fields: index.Fields{"note": strings.Repeat("x", 41_000)}}, "may take 40960"},
		"whole number": {index.Record{ID: "a", Vector: vector, Fields: index.Fields{"year": int64(1<<53 + 1)}}, "2^53"},
	} {
		if err := x.Add(t.Context(), []index.Record{{ID: "fine", Vector: vector}, c.r}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	if err := x.Add(t.Context(), []index.Record{{ID: "a", Vector: vector}, {ID: "a", Vector: vector}}); err == nil {
		t.Error("an id was sent twice")
	}
	if n := len(s.Calls()) - before; n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestRefusesOptions(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	defer s.Close()
	for name, spoil := range map[string]func(*Options){
		"bucket": func(o *Options) {
			o.Bucket = ""
		},
		"index":     func(o *Options) { o.Index = "ab" },
		"dimension": func(o *Options) { o.Dimension = 4097 },
		"metric": func(o *Options) {
			o.Metric = "dot"
		},
		"region":  func(o *Options) { o.Region = "us east" },
		"address": func(o *Options) { o.Base = "s3vectors" },
		"password": func(o *Options) {
			o.Base = "http://user:secret-word@host"
		},
		"not a field": func(o *Options) { o.NonFilterable = []string{"colour"} },
		"text as text": func(o *Options) {
			o.AsText = []string{"form"}
		},
		"field name": func(o *Options) { o.Schema = index.Schema{{Name: "a.b", Kind: index.Text}} },
	} {
		o := options(s)
		spoil(&o)
		if _, err := New(o); err == nil || strings.Contains(err.Error(), "secret-word") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPages(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{Page: 30})
	x := filled(t, s, 250)
	before := len(s.Calls())
	results, err := x.Search(t.Context(), like(100, nil))
	if err != nil || results[0].Err != nil || len(results[0].Hits) != 100 || results[0].Hits[99].Rank != 100 {
		t.Fatalf("%v, %v", results, err)
	}
	if n := len(s.Calls()) - before; n != 4 {
		t.Errorf("%d requests for 100 hits at 30 a page, want 4", n)
	}
	for i, h := range results[0].Hits[1:] {
		if h.Distance < results[0].Hits[i].Distance || math.Abs(h.Score-(1-h.Distance)) > 1e-12 {
			t.Errorf("hit %d: distance %v and score %v", i+2, h.Distance, h.Score)
		}
	}
	if got := results[0].Hits[0].Fields; got["hash"] == nil || got["hash"].(int64) < 1<<60 {
		t.Errorf("fields %v: the hash came back otherwise", got)
	}
	s.Next(fakeengine.SamePage)
	if results, err = x.Search(t.Context(), like(100, nil)); err != nil || results[0].Err == nil ||
		!strings.Contains(results[0].Err.Error(), "do not come to an end") {
		t.Errorf("%v, %v", results, err)
	}
	if n, err := x.Count(t.Context()); err != nil || n != 250 {
		t.Errorf("%d, %v", n, err)
	}
}

// TestBatches: no request has more than the service takes, in vectors and in bytes.
func TestBatches(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	defer s.Close()
	o := options(s)
	o.Dimension = 200
	x, err := New(o)
	if err == nil {
		err = x.Create(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	wide := make([]float32, o.Dimension)
	for i := range wide {
		wide[i] = float32(math.Sqrt(float64(i))) * -1.0000001e-7
	}
	note := index.Fields{"note": strings.Repeat("n", 40_900)}
	var records []index.Record
	for i := range 501 {
		records = append(records, index.Record{ID: fmt.Sprint(i), Vector: wide, Fields: note})
	}
	if err := x.Add(t.Context(), records); err != nil {
		t.Fatal(err)
	}
	puts, sent := 0, 0
	for _, c := range s.Calls() {
		if c.Path == "/PutVectors" {
			puts++
			sent += len(c.Body)
			if len(c.Body) > MaxBody {
				t.Errorf("a request of %d bytes", len(c.Body))
			}
		}
	}
	if n, err := x.Count(t.Context()); err != nil || n != 501 || puts != 2 || sent < MaxBody {
		t.Errorf("%d records of %d bytes in %d requests, %v", n, sent, puts, err)
	}
}

// TestFailures: each has its kind and says what to do; what another try can help is tried again.
func TestFailures(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	x := filled(t, s, 5)
	for _, c := range []struct {
		fault fakeengine.Fault
		kind  call.Kind
		again bool
		says  string
	}{
		{fakeengine.Unauthorized, call.BadKey, false, "AWS_ACCESS_KEY_ID"},
		{fakeengine.EchoedKey, call.BadKey, false, "[key]"},
		{fakeengine.Forbidden, call.Forbidden, false, "s3vectors:GetVectors"},
		{fakeengine.NotFound, call.BadRequest, false, "build the index first"},
		{fakeengine.Quota, call.NoQuota, false, "HTTP 402"},
		{fakeengine.TimedOut, call.Timeout, true, "HTTP 408"},
		{fakeengine.Throttled, call.RateLimited, true, "lower concurrency"},
		{fakeengine.ServerError, call.ServerFault, true, "InternalServerException"},
		{fakeengine.Unavailable, call.Overload, true, "Currently unable"},
		{fakeengine.ProxyPage, call.ServerFault, true, "502 Bad Gateway proxy"},
		{fakeengine.Drop, call.Unreachable, true, ""},
		{fakeengine.CutBody, call.CutOff, true, ""},
		{fakeengine.MalformedJSON, call.Malformed, true, ""},
		{fakeengine.EmptyBody, call.Malformed, true, ""},
		{fakeengine.OtherMetric, call.BadRequest, false, "set the metric"},
		{fakeengine.ThrottledFor, call.RateLimited, false, "all waits may take 1s"}, // the last: all wait for as long as one was told
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s.Next(c.fault)
			results, err := x.Search(t.Context(), like(3, nil))
			if c.again {
				if err != nil || results[0].Err != nil || len(results[0].Hits) != 3 {
					t.Errorf("it was not tried again: %v, %v", results, err)
				}
				s.Next(c.fault, c.fault, c.fault)
				results, err = x.Search(t.Context(), like(3, nil))
			}
			if err == nil {
				err = results[0].Err
			}
			if call.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), fakeengine.SecretKey) {
				t.Errorf("kind %q: %v; want %q, saying %q", call.KindOf(err), err, c.kind, c.says)
			}
			if errors.Is(err, remote.ErrNoIndex) != (c.fault == fakeengine.NotFound) {
				t.Errorf("%v: that there is no index", err)
			}
		})
	}
}

func TestCreates(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	x := filled(t, s, 1)
	if err := x.Create(t.Context()); !errors.Is(err, remote.ErrExists) || remote.Tries(err) != 1 {
		t.Errorf("made twice: %v", err)
	}
	if err := x.Check(t.Context()); err != nil {
		t.Error(err)
	}
	s.Next(fakeengine.CutBody) // made, and not heard of
	o := options(s)
	o.Index = "another"
	another, err := New(o)
	if err == nil {
		err = another.Create(t.Context())
	}
	if err != nil {
		t.Errorf("an index whose first reply was lost: %v", err)
	}
	o.Dimension = 3
	other, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "2 dimensions under cosine; expected are 3") {
		t.Errorf("another shape: %v", err)
	}
	o = options(s)
	o.NonFilterable = nil
	if other, err = New(o); err != nil {
		t.Fatal(err)
	}
	if err := other.Check(t.Context()); err == nil || !strings.Contains(err.Error(), `no filter on field "note"`) {
		t.Errorf("other filters: %v", err)
	}
}

func TestNoCredentials(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	defer s.Close()
	o := options(s)
	o.Env = func(name string) string {
		return map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIAWRONG",
			"AWS_SECRET_ACCESS_KEY": "wrong-secret-0123456789"}[name]
	}
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Create(t.Context()); call.KindOf(err) != call.BadKey || strings.Contains(err.Error(), "wrong-secret") {
		t.Errorf("%v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := x.Search(ctx, like(1, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a search that was cancelled", err)
	}
}
