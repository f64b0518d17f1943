// Package milvus turns searches into calls of Milvus 2.5 or newer, Zilliz Cloud and Milvus Lite: by vectors, by
// BM25, or by both.
//
// Milvus is spoken to by gRPC. Calls of gRPC that take one message and give one are a request of HTTP/2 and a few
// bytes around it, and of Milvus's protocol a dozen messages are needed, so both are written here, over net/http and
// the wire format of protocol buffers: its own client is larger than this program. What a server answers is read
// within bounds of what it was asked for.
//
// A collection has the record's id as its key, the vector, and each field of the schema as a column in which a
// value may be missing; with mode bm25 or hybrid it has the text, too, and the server makes of it what BM25 needs.
// Searches are of consistency level Strong: they see what any process was told is written. Records are written one
// batch at a time, in their order: Milvus Lite allows one writer. Filters of the whole grammar are exact. Hybrid is two
// searches and our own reciprocal rank, with the constants of the embedded engine.
//
// It refuses collections whose fields are not those that it would make, servers that know no missing values, records
// that a server does not say it kept, and answers that are compressed, cut off, or longer than what was asked for.
package milvus

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/ascii"
)

// Bounds of what is sent and asked at once; a server takes 64 MB by default.
const (
	DefaultBatch   = 1000
	DefaultQueries = 64
	MaxBody        = 16 << 20
	MaxK           = 16_384
	MinDimension   = 2
	MaxDimension   = 32_768
	MaxText        = 65_535 // bytes of an id, of a field, or of a text
	maxName        = 255
)

// engineName is this engine's in errors.
const engineName = "milvus"

// Mode is what records are ranked by.
type Mode string

// The modes. A collection made for BM25 or Hybrid can be asked in each.
const (
	Dense  Mode = "dense"
	BM25   Mode = "bm25"
	Hybrid Mode = "hybrid"
)

// Options say which collection is meant and how it is reached.
type Options struct {
	Base       string // the address, such as http://localhost:19530
	Collection string
	Database   string // empty is the server's default
	TokenVar   string // the environment variable that holds an API key, or user:password; empty is MILVUS_TOKEN
	Mode       Mode   // empty is Dense
	remote.Shape
	remote.Reach

	Kind           string // of the index of vectors; empty is AUTOINDEX, and FLAT in Milvus Lite
	Links          int    // of a node in the graph (M); 0 leaves it to the server
	EFConstruction int    // how widely the graph is built (efConstruction); 0 leaves it to the server
	EF             int    // how widely a search looks in a graph; 0 leaves it to the server
	Lists          int    // that vectors are parted into (nlist); 0 leaves it to the server
	Probes         int    // of them, how many a search looks at (nprobe); 0 leaves it to the server
	Shards         int    // 0 leaves it to the server
	Replicas       int    // in memory; 0 leaves it to the server
	Analyzer       string // of texts; empty is standard
	MaxK           int    // 0 is the constant's
	Batch, Queries int    // records and queries at once; 0 is the default
}

// Index is one collection. Many goroutines may use it.
type Index struct {
	o       Options
	client  *remote.Client
	writing sync.Mutex

	mu    sync.Mutex
	known *layout // nil until it was asked for
}

// New makes the connection and sends nothing.
func New(o Options) (*Index, error) {
	o.Mode, o.Analyzer = cmp.Or(o.Mode, Dense), cmp.Or(o.Analyzer, "standard")
	o.MaxK, o.Batch, o.Queries = cmp.Or(o.MaxK, MaxK), cmp.Or(o.Batch, DefaultBatch), cmp.Or(o.Queries, DefaultQueries)
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("engine %s, collection %q: %w", engineName, o.Collection, err)
	}
	o.HTTP = newHTTP(o.HTTP)
	token := call.NewSecret(o.Getenv(cmp.Or(o.TokenVar, "MILVUS_TOKEN")))
	c, err := remote.New(remote.Options{Engine: engineName, Index: o.Collection, Base: o.Base, Reach: o.Reach,
		Failure: unanswered,
		Secrets: func() []call.Secret { return []call.Secret{token} },
		Authorize: func(_ context.Context, r *http.Request, _ []byte) error {
			if !token.IsZero() {
				r.Header.Set("Authorization", base64.StdEncoding.EncodeToString([]byte(token.Reveal())))
			}
			if o.Database != "" {
				r.Header.Set("Dbname", o.Database)
			}
			return nil
		}})
	if err != nil {
		return nil, err
	}
	return &Index{o: o, client: c}, nil
}

func (o *Options) check() error {
	if err := o.Shape.Validate(); err != nil {
		return err
	}
	for _, f := range o.Schema {
		if !isName(fieldPrefix + f.Name) {
			return fmt.Errorf("field %q: Milvus takes letters, digits and _ in a field's name, up to %d with %q before it",
				f.Name, maxName, fieldPrefix)
		}
	}
	switch {
	case !isName(o.Collection):
		return fmt.Errorf("its name must be of letters, digits and _, begin with no digit, and have at most %d bytes",
			maxName)
	case strings.ContainsFunc(o.Database, func(r rune) bool { return r < '!' || r > '~' }):
		return fmt.Errorf("database %q is no name", o.Database)
	case !slices.Contains([]Mode{Dense, BM25, Hybrid}, o.Mode):
		return fmt.Errorf("mode %q is none; there are %s, %s and %s", o.Mode, Dense, BM25, Hybrid)
	case o.Mode != BM25 && o.Dimension == 0:
		return fmt.Errorf("mode %s needs vectors, and records have no dimensions", o.Mode)
	case o.Dimension != 0 && (o.Dimension < MinDimension || o.Dimension > MaxDimension):
		return fmt.Errorf("%d dimensions: Milvus takes %d to %d: %w", o.Dimension, MinDimension, MaxDimension,
			remote.ErrLimit)
	}
	return nil
}

func isName(s string) bool {
	return s != "" && len(s) <= maxName && !ascii.IsDigit(s[0]) &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// MaxK is how many hits a query may ask for.
func (x *Index) MaxK() int { return x.o.MaxK }

// service is where Milvus's methods are.
const service = "/milvus.proto.milvus.MilvusService/"

// ask calls a method, and reads its answer again for each try. What the server refuses is an error.
func ask[A answer](ctx context.Context, x *Index, method string, m message, fresh func() A) (A, error) {
	var got A
	r := remote.Request{Method: http.MethodPost, Path: service + method, Body: frame(0, m), Type: contentType,
		Writes: !slices.Contains(reads, method)}
	_, err := remote.Ask(ctx, x.client, r, func(r *reply) *call.Failure {
		if f := r.failure(); f != nil {
			return f
		}
		got = fresh()
		if err := decode(got, r.message); err != nil {
			return &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf("the answer to %s: %v", method, err)}
		}
		return got.went().failure()
	})
	return got, err
}

// reads are the methods that change nothing.
var reads = []string{"GetVersion", "DescribeCollection", "DescribeIndex", "GetLoadState", "GetFlushState", "Query",
	"Search"}

// invoke calls a method whose answer holds nothing but a status.
func (x *Index) invoke(ctx context.Context, method string, m message) error {
	_, err := ask(ctx, x, method, m, func() *done { return new(done) })
	return err
}

// Create makes the collection and its indexes, and loads it; where that does not come to its end, it takes the
// collection away again. One that is there already is an error that is remote.ErrExists: Milvus itself takes a second
// making of the same as done.
func (x *Index) Create(ctx context.Context) error {
	switch _, err := x.describe(ctx); {
	case err == nil:
		f := x.client.Failf(call.BadRequest, "use the collection as it is, or drop it first", "the collection exists")
		f.Err = remote.ErrExists
		return f
	case !errors.Is(err, remote.ErrNoIndex):
		return err
	}
	x.forget()
	err := x.invoke(ctx, "CreateCollection", x.create())
	if err != nil && remote.Tries(err) > 1 { // the first try may have made it, and its reply was lost
		if _, wrong := x.layout(ctx); wrong == nil {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	if err := x.complete(ctx); err != nil {
		x.forget()
		return errors.Join(err, x.invoke(context.WithoutCancel(ctx), "DropCollection", x.named(3)))
	}
	return nil
}

// complete makes of a collection that is new one that can be filled and searched.
func (x *Index) complete(ctx context.Context) error {
	if _, err := x.layout(ctx); err != nil {
		return err
	}
	if err := x.createIndexes(ctx); err != nil {
		return err
	}
	return x.load(ctx)
}

// kind is that of the index of vectors. What Milvus Lite takes by itself is a graph that finds a tenth of the
// neighbours under a filter that few records pass; it is slow enough for a scan of all vectors to cost little beside.
func (x *Index) kind(ctx context.Context) (string, error) {
	if x.o.Kind != "" {
		return x.o.Kind, nil
	}
	v, err := ask(ctx, x, "GetVersion", nil, func() *single[string] { return new(single[string]) })
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(v.value, "milvus_lite") {
		return "FLAT", nil
	}
	return "AUTOINDEX", nil
}

func (x *Index) createIndexes(ctx context.Context) error {
	if x.o.Dimension > 0 {
		kind, err := x.kind(ctx)
		if err != nil {
			return err
		}
		params := object{}
		for name, n := range map[string]int{"M": x.o.Links, "efConstruction": x.o.EFConstruction, "nlist": x.o.Lists} {
			if n > 0 {
				params[name] = n
			}
		}
		if err := x.invoke(ctx, "CreateIndex", x.createIndex(vectorName, kind, metrics[x.o.Metric], params)); err != nil {
			return err
		}
	}
	if x.o.Mode == Dense {
		return nil
	}
	return x.invoke(ctx, "CreateIndex", x.createIndex(sparseName, "SPARSE_INVERTED_INDEX", "BM25", object{}))
}

// layout is what is known of the collection: that it has the shape that is set, and whether it has texts.
type layout struct{ texts bool }

// layout asks once; what is not as it should be is an error each time.
func (x *Index) layout(ctx context.Context) (*layout, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known != nil {
		return x.known, nil
	}
	d, err := x.describe(ctx)
	if err != nil {
		return nil, err
	}
	l, wrong := x.compare(d)
	if wrong != nil {
		return nil, x.client.Failf(call.BadRequest, "set what the collection was made with, or make another",
			"the collection is not as it is set: %v", wrong)
	}
	x.known = l
	return l, nil
}

func (x *Index) forget() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known = nil
}

func (x *Index) describe(ctx context.Context) (*described, error) {
	return ask(ctx, x, "DescribeCollection", x.named(3), func() *described { return new(described) })
}

// compare holds the fields of a collection against those that it should have.
func (x *Index) compare(d *described) (*layout, error) {
	has := map[string]fieldSchema{}
	for _, f := range d.fields {
		has[f.name] = f
	}
	if id := has[idName]; id.kind != typeVarChar || !id.primary {
		return nil, fmt.Errorf("its key is not %q: it was not made by assay", idName)
	}
	if v := has[vectorName]; x.o.Dimension > 0 && (v.kind != typeFloats || v.dimension != strconv.Itoa(x.o.Dimension)) {
		return nil, fmt.Errorf("its vectors have %s dimensions; expected are %d", cmp.Or(v.dimension, "no"), x.o.Dimension)
	}
	for _, f := range x.o.Schema {
		switch is, ok := has[fieldPrefix+f.Name]; {
		case !ok:
			return nil, fmt.Errorf("it has no field %q", fieldPrefix+f.Name)
		case is.kind != kinds[f.Kind]:
			return nil, fmt.Errorf("its field %q is not of kind %s", fieldPrefix+f.Name, f.Kind)
		case !is.nullable:
			return nil, fmt.Errorf("its field %q must have a value in every record: servers before 2.5 know no other",
				fieldPrefix+f.Name)
		}
	}
	texts := has[sparseName].kind == typeSparse && has[textName].kind == typeVarChar
	if x.o.Mode != Dense && !texts {
		return nil, fmt.Errorf("it has no texts, which mode %s ranks by: it was made with mode %s", x.o.Mode, Dense)
	}
	return &layout{texts}, nil
}

// Check reports a collection that is not there or has another shape.
func (x *Index) Check(ctx context.Context) error {
	x.forget()
	if _, err := x.layout(ctx); err != nil {
		return err
	}
	got, err := x.indexes(ctx)
	if err != nil || x.o.Dimension == 0 {
		return err
	}
	for _, i := range got.all {
		if i.field == vectorName && i.metric != metrics[x.o.Metric] {
			return x.client.Failf(call.BadRequest, "set what the collection was made with, or make another",
				"the collection's vectors are indexed under %q; expected is %q", i.metric, metrics[x.o.Metric])
		}
	}
	return nil
}

func (x *Index) indexes(ctx context.Context) (*indexed, error) {
	return ask(ctx, x, "DescribeIndex", x.named(3), func() *indexed { return new(indexed) })
}

// Count is the number of records.
func (x *Index) Count(ctx context.Context) (int, error) {
	got, err := ask(ctx, x, "Query", x.count(), func() *rows { return &rows{limit: limit{rows: 1}} })
	if err != nil {
		return 0, err
	}
	for _, c := range got.columns {
		if c.name == countName && len(c.wholes) == 1 {
			return int(c.wholes[0]), nil
		}
	}
	return 0, x.client.Failf(call.Malformed, "", "it was asked for the number of records and gave none")
}

// Drop deletes the collection and all that is in it. Milvus takes the drop of what is not there as done.
func (x *Index) Drop(ctx context.Context) error {
	x.forget()
	if _, err := x.describe(ctx); err != nil {
		return err
	}
	return x.invoke(ctx, "DropCollection", x.named(3))
}

// Close ends nothing: there are only idle connections.
func (x *Index) Close() error { return nil }
