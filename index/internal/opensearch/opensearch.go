// Package opensearch turns searches into calls of OpenSearch 2.19 or newer: by vectors, by BM25, or by both.
//
// An index has the text of each record, its vector, and its fields below one object, so that no field of a
// user's meets a name of ours. Filters work inside the search for neighbours, not after it. Texts are scored
// with the statistics of the whole index (dfs_query_then_fetch), so that scores do not depend on shards.
// Hybrid is two searches and our own reciprocal rank, with the constants of the embedded engine: the engine's
// own fusion differs between versions and needs a pipeline that is configured in the cluster.
//
// What a shard did not answer, and what ran out of time, is an error and never a short result.
package opensearch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Bounds of what is sent and asked at once.
const (
	DefaultBatch   = 500
	DefaultQueries = 32
	LuceneEF       = 256     // Lucene alone looks no further than the hits that are asked for, and misses some of them
	MaxBulk        = 8 << 20 // bytes; the smallest managed clusters take 10 MiB
	MaxK           = 10_000  // index.max_result_window, and the most neighbours of a search
	MaxDimension   = 16_000
	MaxID          = 512    // bytes
	MaxKeyword     = 32_766 // bytes of a text that filters can ask about
)

// engineName is this engine's in errors.
const engineName = "opensearch"

// The members of a document.
const (
	textName   = "text"
	vectorName = "vector"
	fieldsName = "fields"
)

// Mode is what records are ranked by.
type Mode string

// The modes.
const (
	Dense  Mode = "dense"
	BM25   Mode = "bm25"
	Hybrid Mode = "hybrid"
)

// Options say which index is meant and how it is reached.
type Options struct {
	Base        string // the address, such as https://localhost:9200
	Index       string
	UserVar     string // environment variables of the credentials; empty are OPENSEARCH_USERNAME
	PasswordVar string // and OPENSEARCH_PASSWORD
	AWS         bool   // requests are signed for Amazon OpenSearch Service instead
	Region      string // for that; empty is AWS_REGION
	Mode        Mode   // empty is Dense
	remote.Shape
	remote.Reach

	Shards         int    // 0 leaves it to the cluster
	Replicas       *int   // nil leaves it to the cluster
	Engine         string // of vectors: lucene (if empty) or faiss
	Links          int    // of a node in the graph (m); 0 leaves it to the engine
	EFConstruction int    // how widely the graph is built (ef_construction); 0 leaves it to the engine
	EF             int    // how widely a search looks (ef_search); 0 is LuceneEF, and leaves it to faiss
	Analyzer       string // of texts; empty is standard
	MaxK           int    // 0 is the constant's
	Batch, Queries int    // records and queries at once; 0 is the default

}

// Index is one index. Many goroutines may use it.
type Index struct {
	o      Options
	path   string
	client *remote.Client
	dirty  atomic.Bool // something was written that searches may not see yet
	turn   sync.Mutex  // of the refresh: a search that comes meanwhile waits for it
}

// New makes the connection and sends nothing.
func New(o Options) (*Index, error) {
	o.Mode, o.Engine, o.Analyzer = cmp.Or(o.Mode, Dense), cmp.Or(o.Engine, "lucene"), cmp.Or(o.Analyzer, "standard")
	if o.Engine == "lucene" {
		o.EF = cmp.Or(o.EF, LuceneEF)
	}
	o.MaxK, o.Batch, o.Queries = cmp.Or(o.MaxK, MaxK), cmp.Or(o.Batch, DefaultBatch), cmp.Or(o.Queries, DefaultQueries)
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("engine %s, index %q: %w", engineName, o.Index, err)
	}
	r := remote.Options{Engine: engineName, Index: o.Index, Base: o.Base, Reach: o.Reach, Failure: failure}
	if err := o.authorize(&r); err != nil {
		return nil, fmt.Errorf("engine %s: %w", engineName, err)
	}
	c, err := remote.New(r)
	if err != nil {
		return nil, err
	}
	return &Index{o: o, path: "/" + url.PathEscape(o.Index), client: c}, nil
}

// authorize says how requests are authorized: signed, with a user and password, or not at all.
func (o *Options) authorize(r *remote.Options) error {
	if o.AWS {
		account, err := remote.NewAWS("es", o.Region, o.Getenv)
		if err != nil {
			return err
		}
		r.Authorize, r.Secrets = account.Authorize, account.Secrets
		return nil
	}
	userVar, passwordVar := cmp.Or(o.UserVar, "OPENSEARCH_USERNAME"), cmp.Or(o.PasswordVar, "OPENSEARCH_PASSWORD")
	user, password := o.Getenv(userVar), call.NewSecret(o.Getenv(passwordVar))
	if (user == "") != password.IsZero() {
		return fmt.Errorf("of %s and %s only one is set; set both or none", userVar, passwordVar)
	}
	r.Secrets = func() []call.Secret { return []call.Secret{password} }
	r.Authorize = func(_ context.Context, r *http.Request, _ []byte) error {
		if user != "" {
			r.SetBasicAuth(user, password.Reveal())
		}
		return nil
	}
	return nil
}

func (o *Options) check() error {
	if err := o.Shape.Validate(); err != nil {
		return err
	}
	switch {
	case !indexName(o.Index):
		return errors.New("its name must be lower case, of at most 255 bytes, begin with none of - _ + and have no blank " +
			"and none of , \" * \\ < | > / ? : #")
	case !slices.Contains([]Mode{Dense, BM25, Hybrid}, o.Mode):
		return fmt.Errorf("mode %q is none; there are %s, %s and %s", o.Mode, Dense, BM25, Hybrid)
	case o.Engine != "lucene" && o.Engine != "faiss":
		return fmt.Errorf("vector engine %q is none that filters inside its search; there are lucene and faiss", o.Engine)
	case o.Mode != BM25 && o.Dimension == 0:
		return fmt.Errorf("mode %s needs vectors, and records have no dimensions", o.Mode)
	case o.Dimension > MaxDimension:
		return fmt.Errorf("%d dimensions: OpenSearch takes up to %d: %w", o.Dimension, MaxDimension, remote.ErrLimit)
	}
	return nil
}

func indexName(s string) bool {
	return s != "" && len(s) <= 255 && s == strings.ToLower(s) && !strings.ContainsAny(s, " ,\"*\\<|>/?:#") &&
		!strings.ContainsAny(s[:1], "-_+") && s != "." && s != ".."
}

// MaxK is how many hits a query may ask for.
func (x *Index) MaxK() int { return x.o.MaxK }

// object is an object of JSON.
type object map[string]any

// spaces are the metrics in OpenSearch's words.
var spaces = map[index.Metric]string{index.Cosine: "cosinesimil", index.Euclidean: "l2"}

// kinds are the kinds of fields in OpenSearch's words.
var kinds = map[index.Kind]string{index.Text: "keyword", index.Int: "long", index.Float: "double",
	index.Bool: "boolean"}

// Create makes the index. One that is there already is an error that is remote.ErrExists.
func (x *Index) Create(ctx context.Context) error {
	r, err := remote.Put(x.path, object{"settings": object{"index": x.settings()}, "mappings": x.mapping()})
	if err != nil {
		return err
	}
	_, err = remote.Ask[object](ctx, x.client, r, nil)
	if errors.Is(err, remote.ErrExists) && remote.Tries(err) > 1 {
		return x.Check(ctx) // the first try made it, and its reply was lost
	}
	return err
}

func (x *Index) settings() object {
	s := object{"knn": x.o.Dimension > 0}
	if x.o.Shards > 0 {
		s["number_of_shards"] = x.o.Shards
	}
	if x.o.Replicas != nil {
		s["number_of_replicas"] = *x.o.Replicas
	}
	return s
}

// mapping is closed: a field that the schema does not have is refused rather than guessed.
func (x *Index) mapping() object {
	fields := object{}
	for _, f := range x.o.Schema {
		fields[f.Name] = object{"type": kinds[f.Kind]}
	}
	properties := object{
		textName:   object{"type": "text", "analyzer": x.o.Analyzer},
		fieldsName: object{"type": "object", "dynamic": "strict", "properties": fields},
	}
	if x.o.Dimension > 0 {
		parameters := object{}
		if x.o.Links > 0 {
			parameters["m"] = x.o.Links
		}
		if x.o.EFConstruction > 0 {
			parameters["ef_construction"] = x.o.EFConstruction
		}
		properties[vectorName] = object{"type": "knn_vector", "dimension": x.o.Dimension,
			"method": object{"name": "hnsw", "engine": x.o.Engine, "space_type": spaces[x.o.Metric], "parameters": parameters}}
	}
	return object{"dynamic": "strict", "properties": properties}
}

// Check reports an index that is not there or has another shape.
func (x *Index) Check(ctx context.Context) error {
	type mapped map[string]struct {
		Mappings struct {
			Properties struct {
				Vector *struct {
					Dimension int `json:"dimension"`
					Method    struct {
						Space string `json:"space_type"`
					} `json:"method"`
				} `json:"vector"`
			} `json:"properties"`
		} `json:"mappings"`
	}
	got, err := remote.Ask[mapped](ctx, x.client, remote.Request{Method: http.MethodGet, Path: x.path + "/_mapping"}, nil)
	if err != nil {
		return err
	}
	next := "set what the index was made with, or make another"
	for name, m := range *got { // an alias shows the index that it is of
		v := m.Mappings.Properties.Vector
		switch {
		case v == nil && x.o.Dimension == 0:
		case v == nil:
			return x.client.Failf(call.BadRequest, next, "index %q has no vectors", name)
		case v.Dimension != x.o.Dimension || v.Method.Space != spaces[x.o.Metric]:
			return x.client.Failf(call.BadRequest, next, "index %q has %d dimensions under %q; expected are %d under %q",
				name, v.Dimension, v.Method.Space, x.o.Dimension, spaces[x.o.Metric])
		}
	}
	return nil
}

// Drop deletes the index and all that is in it.
func (x *Index) Drop(ctx context.Context) error {
	_, err := remote.Ask[object](ctx, x.client, remote.Request{Method: http.MethodDelete, Path: x.path, Writes: true}, nil)
	return err
}

// Settle makes what was written visible to the searches of other processes, too, whichever process wrote it.
func (x *Index) Settle(ctx context.Context) error {
	x.dirty.Store(true)
	return x.refresh(ctx)
}

// Close ends nothing: there are only idle connections.
func (x *Index) Close() error { return nil }

// refresh makes what this process wrote visible to searches, if it wrote anything since the last time. What is
// written meanwhile asks for another.
func (x *Index) refresh(ctx context.Context) error {
	x.turn.Lock()
	defer x.turn.Unlock()
	if !x.dirty.Swap(false) {
		return nil
	}
	_, err := remote.Ask(ctx, x.client, remote.Request{Method: http.MethodPost, Path: x.path + "/_refresh",
		Writes: true}, complete)
	if err != nil {
		x.dirty.Store(true)
	}
	return err
}

// shards is what replies say of the shards that were asked.
type shards struct {
	Failed   int `json:"failed"`
	Failures []struct {
		Reason reason `json:"reason"`
	} `json:"failures"`
}

type sharded struct {
	Shards shards `json:"_shards"`
	Count  int    `json:"count"`
}

// complete refuses a reply in which a shard is missing.
func complete(got *sharded) *call.Failure { return got.Shards.failure() }

func (s *shards) failure() *call.Failure {
	if s.Failed == 0 {
		return nil
	}
	f := &call.Failure{Kind: call.ServerFault, Message: fmt.Sprintf("%d shards did not answer", s.Failed),
		Next: "is the cluster green? GET _cluster/health says"}
	if len(s.Failures) > 0 {
		f.Code, f.Message = s.Failures[0].Reason.Type, f.Message+": "+s.Failures[0].Reason.Reason
	}
	return f
}

// Count is the number of records.
func (x *Index) Count(ctx context.Context) (int, error) {
	if err := x.refresh(ctx); err != nil {
		return 0, err
	}
	got, err := remote.Ask(ctx, x.client, remote.Request{Method: http.MethodGet, Path: x.path + "/_count"}, complete)
	if err != nil {
		return 0, err
	}
	return got.Count, nil
}
