package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
)

func TestFusesRanks(t *testing.T) {
	a := []index.Hit{{ID: "x", Rank: 1}, {ID: "y", Rank: 2}, {ID: "z", Rank: 3}}
	b := []index.Hit{{ID: "z", Rank: 1}, {ID: "w", Rank: 2}}
	got := Fuse(3, a, b)
	for i, want := range []index.Hit{{ID: "z", Rank: 1, Score: 1.0/63 + 1.0/61}, {ID: "x", Rank: 2, Score: 1.0 / 61},
		{ID: "y", Rank: 3, Score: 1.0 / 62}} {
		if got[i].ID != want.ID || got[i].Rank != want.Rank || math.Abs(got[i].Score-want.Score) > 1e-15 {
			t.Errorf("%d: %+v, want %+v", i, got[i], want)
		}
	}
	if len(got) != 3 || len(Fuse(5)) != 0 {
		t.Errorf("%d hits", len(got))
	}
}

func TestBatches(t *testing.T) {
	sizes := []int{5, 5, 5, 50, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		most, bytes int
		want        []int
	}{{3, 100, []int{3, 6, 9}}, {9, 10, []int{2, 3, 4, 9}}, {9, 4, []int{1, 2, 3, 4, 8, 9}}, {100, 1000, []int{9}}} {
		if got := Batches(len(sizes), c.most, c.bytes, func(i int) int { return sizes[i] }); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d bytes: %v, want %v", c.most, c.bytes, got, c.want)
		}
	}
	if got := Batches(0, 1, 1, nil); len(got) != 0 {
		t.Errorf("%v of nothing", got)
	}
}

func TestEachStops(t *testing.T) {
	c := &Client{concurrency: 4}
	var done atomic.Int64
	wrong := errors.New("wrong")
	err := c.Each(t.Context(), 10_000, func(_ context.Context, i int) error {
		done.Add(1)
		if i == 10 {
			return wrong
		}
		return nil
	})
	if !errors.Is(err, wrong) || done.Load() > 9_000 {
		t.Errorf("%v after %d", err, done.Load())
	}
	if err := c.Each(t.Context(), 5, func(context.Context, int) error { done.Store(-1); return nil }); err != nil || done.Load() != -1 {
		t.Errorf("%v", err)
	}
}

func TestFieldsOfHits(t *testing.T) {
	s := Shape{Schema: index.Schema{{Name: "t", Kind: index.Text}, {Name: "i", Kind: index.Int},
		{Name: "f", Kind: index.Float}, {Name: "b", Kind: index.Bool}}}
	for text, want := range map[string]index.Fields{
		`{"t":"a","i":7,"f":2,"b":true,"other":[1]}`: {"t": "a", "i": int64(7), "f": 2.0, "b": true},
		`{"t":"q\"\u00e9","i":7.0,"f":1e300}`:        {"t": `q"é`, "i": int64(7), "f": 1e300},
		`{"i":9223372036854775807,"b":null}`:         {"i": int64(math.MaxInt64)},
		`{"i":-9.007199254740991e15}`:                {"i": int64(-9007199254740991)},
		`{"i":7.5}`:                                  nil, `{"i":1e300}`: nil, `{"t":1}`: nil, `{"b":"true"}`: nil,
		`{"t":["a"]}`: nil, `{"f":{}}`: nil, `{"i":"7"}`: nil,
	} {
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		got, err := s.Fields(object)
		if (err == nil) != (want != nil) || err == nil && !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

// FuzzFields: no object of JSON makes fields that the schema does not have.
func FuzzFields(f *testing.F) {
	seeds := []string{`{"t":"a\n","i":1,"f":0.5,"b":false}`, `{"i":-0,"f":-0.0}`, `{"t":"\ud800"}`, `{"i":1e5,"b":null}`}
	if len(seeds) != 4 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	s := Shape{Schema: index.Schema{{Name: "t", Kind: index.Text}, {Name: "i", Kind: index.Int},
		{Name: "f", Kind: index.Float}, {Name: "b", Kind: index.Bool}}}
	f.Fuzz(func(t *testing.T, text string) {
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(text), &object) != nil {
			return
		}
		got, err := s.Fields(object)
		if err == nil && s.Schema.Check(got) != nil {
			t.Errorf("%q: %v", text, got)
		}
		var whole struct{ T *string }
		if err == nil && got["t"] != nil && json.Unmarshal([]byte(`{"T":`+string(object["t"])+`}`), &whole) == nil && *whole.T != got["t"] {
			t.Errorf("%q read as %q", object["t"], got["t"])
		}
	})
}

func BenchmarkFields(b *testing.B) {
	object := map[string]json.RawMessage{}
	for _, f := range index.Sentences {
		object[f.Name] = json.RawMessage(`"a text"`)
		if f.Kind == index.Int {
			object[f.Name] = json.RawMessage(`1234567`)
		}
	}
	s := Shape{Schema: index.Sentences}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Fields(object); err != nil {
			b.Fatal(err)
		}
	}
}

func TestEveryStatusHasAKind(t *testing.T) {
	for status := 300; status < 600; status++ {
		f := ByStatus(status, "code", "")
		if !f.Kind.Known() || (status >= 500) != (f.Kind.Retryable() && status != 408 && status != 429) {
			t.Errorf("%d: %q", status, f.Kind)
		}
	}
	if got := Page([]byte("<html><b>502</b> Bad\nGateway</html>")); got != "502 Bad Gateway" {
		t.Errorf("%q", got)
	}
}

// TestSendsNoKeyTwice: a key that the server repeats is in no error, and one in a body is not sent.
func TestSendsNoKeyTwice(t *testing.T) {
	const key = "very-secret-key-1"
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, "no: %s", r.Header.Get("Api-Key"))
	}))
	defer s.Close()
	c, err := New(Options{Engine: "e", Index: "i", Base: s.URL + "/", Secrets: func() []call.Secret {
		return []call.Secret{call.NewSecret(key)}
	},
		Authorize: func(_ context.Context, r *http.Request, _ []byte) error { r.Header.Set("Api-Key", key); return nil },
		Failure:   func(x *call.Exchange) *call.Failure { return ByStatus(x.Status, "", Page(x.Body)) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Ask[int](t.Context(), c, Request{Method: http.MethodGet, Path: "/x"}, nil); err == nil ||
		strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), "no: [key]") {
		t.Errorf("%v", err)
	}
	if _, err := Ask[int](t.Context(), c, Request{Method: http.MethodPost, Path: "/x", Body: []byte(key)},
		nil); err == nil || strings.Contains(err.Error(), key) || asked != 1 {
		t.Errorf("%v; asked %d times", err, asked)
	}
}
