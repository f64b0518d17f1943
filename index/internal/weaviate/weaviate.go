// Package weaviate turns records into objects of a class in a Weaviate server or cluster, and queries into its
// searches: by vectors, by its BM25, or by its hybrid of both. It speaks REST for objects and GraphQL for
// searches, and needs server 1.33 or later (ContainsNone).
//
// Weaviate trims texts that it filters by, gives whole numbers back as 32 bits and keeps them as float64. Where
// a value would suffer, it is kept beside itself in a form that does not; ordinary values are kept as they are, so
// that other clients can read the class.
//
// It refuses names that Weaviate does not take, and texts that are not UTF-8.
package weaviate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Engine is the name of this engine.
const Engine = "weaviate"

// Mode is how a class is searched.
type Mode string

// The modes. Hybrid is Weaviate's own ranked fusion with equal weights: 1/(60+rank) of each ranking.
const (
	Dense  Mode = "dense"
	BM25   Mode = "bm25"
	Hybrid Mode = "hybrid"
)

// The defaults, and what the server allows unless its QUERY_MAXIMUM_RESULTS says otherwise.
const (
	DefaultBatch   = 256 // objects in a request
	DefaultQueries = 8   // queries in a request
	DefaultMaxK    = 10_000
	maxRequest     = 16 << 20 // bytes of a request, about
)

// The properties beside the fields of records.
const (
	idProperty   = "record_id"
	textProperty = "text"
	exactSuffix  = "_exact" // of a whole number that the property itself cannot give back
)

// Options say where a class is and what it is like.
type Options struct {
	Addresses []string // http://host:port of each node; where one fails, the next is asked
	Index     string   // the class; its first letter is made a capital
	Mode      Mode     // empty is Dense
	KeyVar    string   // the environment variable that holds the API key; empty is WEAVIATE_API_KEY
	remote.Shape
	remote.Reach

	Batch, Queries, MaxK int // 0 is the default

	// Settings of Create; 0 leaves them to the server.
	Shards, Replicas          int
	EF, EFConstruction, Links int

	Consistency string // of searches: ONE, QUORUM or ALL replicas; empty is the server's

}

// Index is one class. Many goroutines may use it.
type Index struct {
	o      Options
	class  string
	client *remote.Client
}

// names that can be a property, as GraphQL and Weaviate's own rules have it; it makes first letters small.
var (
	classPattern    = regexp.MustCompile(`^[A-Z][_0-9A-Za-z]{0,200}$`)
	propertyPattern = regexp.MustCompile(`^[a-z][_0-9A-Za-z]{0,200}$`)
)

// New checks the options and sends nothing.
func New(o Options) (*Index, error) {
	o.Batch = cmp.Or(o.Batch, DefaultBatch)
	o.Queries = cmp.Or(o.Queries, DefaultQueries)
	o.MaxK = cmp.Or(o.MaxK, DefaultMaxK)
	o.Mode = cmp.Or(o.Mode, Dense)
	x := &Index{o: o}
	if o.Index != "" {
		x.class = strings.ToUpper(o.Index[:1]) + o.Index[1:]
	}
	if err := x.check(); err != nil {
		return nil, fmt.Errorf("engine %s, index %q: %w", Engine, o.Index, err)
	}
	nodes, err := newNodes(o.Addresses, o.HTTP)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", Engine, err)
	}
	o.HTTP = nodes.client()
	key := call.NewSecret(o.Getenv(cmp.Or(o.KeyVar, "WEAVIATE_API_KEY")))
	x.client, err = remote.New(remote.Options{Engine: Engine, Index: x.class, Base: o.Addresses[0], Reach: o.Reach,
		Authorize: authorize(key), Secrets: func() []call.Secret { return []call.Secret{key} }, Failure: refusal})
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (x *Index) check() error {
	switch {
	case !classPattern.MatchString(x.class):
		return errors.New("a class has a letter first, and then letters, digits and _, at most 200")
	case x.o.Mode != Dense && x.o.Mode != BM25 && x.o.Mode != Hybrid:
		return fmt.Errorf("mode %q is none; there are %s, %s and %s", x.o.Mode, Dense, BM25, Hybrid)
	case x.o.Mode != BM25 && x.o.Shape.Dimension == 0:
		return fmt.Errorf("mode %s needs vectors, and the index has none", x.o.Mode)
	case !slices.Contains([]string{"", "ONE", "QUORUM", "ALL"}, x.o.Consistency):
		return fmt.Errorf("unknown consistency %q; want ONE, QUORUM or ALL", x.o.Consistency)
	}
	taken := map[string]bool{"id": true, idProperty: true, textProperty: true}
	for _, f := range x.o.Shape.Schema {
		for _, p := range propertiesOf(f) {
			if !propertyPattern.MatchString(p.Name) || taken[p.Name] {
				return fmt.Errorf("field %q: the engine takes a small letter first, then letters, digits and _, and no name "+
					"twice, %s, %s and id among them", f.Name, idProperty, textProperty)
			}
			taken[p.Name] = true
		}
	}
	return x.o.Shape.Validate()
}

// authorize puts the key on requests.
func authorize(key call.Secret) func(context.Context, *http.Request, []byte) error {
	return func(_ context.Context, r *http.Request, _ []byte) error {
		if !key.IsZero() {
			r.Header.Set("Authorization", "Bearer "+key.Reveal())
		}
		return nil
	}
}

// MaxK is how many hits a query may ask for.
func (x *Index) MaxK() int { return x.o.MaxK }

// Settle does nothing: an acknowledged record is found.
func (x *Index) Settle(context.Context) error { return nil }

// Close ends nothing: there are only idle connections.
func (x *Index) Close() error { return nil }

// property is one of a class, as the schema endpoint has it.
type property struct {
	Name         string   `json:"name"`
	DataType     []string `json:"dataType"`
	Tokenization string   `json:"tokenization,omitempty"`
	Filterable   bool     `json:"indexFilterable"`
	Searchable   *bool    `json:"indexSearchable,omitempty"`
}

func text(name, tokenization string, filterable, searchable bool) property {
	return property{Name: name, DataType: []string{"text"}, Tokenization: tokenization, Filterable: filterable,
		Searchable: &searchable}
}

// propertiesOf are those that hold a field.
func propertiesOf(f index.Field) []property {
	switch f.Kind {
	case index.Int:
		return []property{{Name: f.Name, DataType: []string{"int"}, Filterable: true},
			text(f.Name+exactSuffix, "field", true, false)}
	case index.Float:
		return []property{{Name: f.Name, DataType: []string{"number"}, Filterable: true}}
	case index.Bool:
		return []property{{Name: f.Name, DataType: []string{"boolean"}, Filterable: true}}
	}
	return []property{text(f.Name, "field", true, false)}
}

// properties are all of the class. Its texts are indexed whatever the mode: another may ask for them.
func (x *Index) properties() []property {
	all := []property{text(idProperty, "field", false, false), text(textProperty, "word", false, true)}
	for _, f := range x.o.Schema {
		all = append(all, propertiesOf(f)...)
	}
	return all
}

// distance is the engine's name of a metric.
func distance(m index.Metric) string {
	if m == index.Euclidean {
		return "l2-squared"
	}
	return "cosine"
}

// object is a JSON object that is sent.
type object map[string]any

// class is the definition that Create sends.
func (x *Index) definition() object {
	hnsw := object{"distance": distance(x.o.Metric)}
	setting(hnsw, "ef", x.o.EF)
	setting(hnsw, "efConstruction", x.o.EFConstruction)
	setting(hnsw, "maxConnections", x.o.Links)
	class := object{"class": x.class, "vectorizer": "none", "vectorIndexType": "hnsw", "vectorIndexConfig": hnsw,
		"properties": x.properties(), "invertedIndexConfig": object{"stopwords": object{"preset": "none"}}}
	if x.o.Shards > 0 {
		class["shardingConfig"] = object{"desiredCount": x.o.Shards}
	}
	if x.o.Replicas > 0 {
		class["replicationConfig"] = object{"factor": x.o.Replicas}
	}
	return class
}

func setting(o object, name string, value int) {
	if value > 0 {
		o[name] = value
	}
}

// Create makes the class; one that is there is remote.ErrExists.
func (x *Index) Create(ctx context.Context) error {
	r, err := remote.Post("/v1/schema", x.definition())
	if err != nil {
		return err
	}
	r.Writes = true
	_, err = remote.Ask[object](ctx, x.client, r, nil)
	return err
}

// Check reports a class that is not there or that has not all properties of the shape.
func (x *Index) Check(ctx context.Context) error {
	type class struct {
		Properties []property
		Config     struct{ Distance string } `json:"vectorIndexConfig"`
	}
	got, err := remote.Ask[class](ctx, x.client, remote.Request{Method: http.MethodGet, Path: x.path()}, nil)
	if err != nil {
		return err
	}
	const next = "was the class made by assay, and under this schema? build the index first"
	for _, want := range x.properties() {
		i := slices.IndexFunc(got.Properties, func(p property) bool { return p.Name == want.Name })
		if i < 0 || !slices.Equal(got.Properties[i].DataType, want.DataType) {
			return x.client.Failf(call.BadRequest, next, "the class has no property %q of type %s", want.Name, want.DataType[0])
		}
	}
	if want := distance(x.o.Metric); x.o.Dimension > 0 && got.Config.Distance != want {
		return x.client.Failf(call.BadRequest, next, "the class has distance %q; expected is %q", got.Config.Distance, want)
	}
	return nil
}

func (x *Index) path() string { return "/v1/schema/" + url.PathEscape(x.class) }

// Drop removes the class and all that is in it. One that is not there is gone already.
func (x *Index) Drop(ctx context.Context) error {
	_, err := remote.Ask[nothing](ctx, x.client, remote.Request{Method: http.MethodDelete, Path: x.path(), Writes: true},
		nil)
	if errors.Is(err, remote.ErrNoIndex) {
		return nil
	}
	return err
}

// Count is how many records the class has.
func (x *Index) Count(ctx context.Context) (int, error) {
	reply, err := x.graphql(ctx, "{Aggregate{"+x.class+"{meta{count}}}}")
	if err != nil {
		return 0, err
	}
	of := reply.Data.Aggregate[x.class]
	if len(of) != 1 {
		return 0, x.client.Failf(call.Malformed, "", "a count of %d groups", len(of))
	}
	return of[0].Meta.Count, nil
}
