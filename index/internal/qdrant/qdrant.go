// Package qdrant turns searches into calls of Qdrant's REST interface.
//
// Dense vectors under filters on the payload; texts are not searched. A point's id is a UUID: it is made of
// the record's id (version 5, so the same in every process), and the record's id is in the payload, where
// two records that met in one point would be seen. Under the cosine Qdrant keeps vectors at length one, and
// gives them back so. Whole numbers are compared exactly by $eq and its like, and as floating point by $gt
// and its like: bounds beyond 2^53 are refused there, and so is any order of texts, which Qdrant has not.
package qdrant

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Bounds of what is sent at once; a server takes 32 MB by default.
const (
	DefaultBatch   = 256
	DefaultQueries = 64
	MaxBody        = 16 << 20
	MaxDimension   = 65_536
	DefaultMaxK    = 10_000 // the server allocates as many as are asked for
)

// engineName is this engine's in errors.
const engineName = "qdrant"

// idKey is the member of the payload that has the record's id.
const idKey = "assay_id"

// Options say which collection is meant and how it is reached.
type Options struct {
	Base       string // the address, such as http://localhost:6333
	Collection string
	KeyVar     string // the environment variable that holds the API key; empty is QDRANT_API_KEY
	remote.Shape
	remote.Reach

	Shards         int  // 0 leaves it to the server
	Replicas       int  // 0 leaves it to the server
	Links          int  // of a node in the graph (m); 0 leaves it to the server
	EFConstruction int  // how widely the graph is built (ef_construct); 0 leaves it to the server
	EF             int  // how widely a search looks (hnsw_ef); 0 leaves it to the server
	Exact          bool // searches look at every vector
	MaxK           int  // 0 is DefaultMaxK
	Batch, Queries int  // records and queries at once; 0 is the default

}

// Index is one collection. Many goroutines may use it.
type Index struct {
	o      Options
	path   string
	client *remote.Client
	point  func(id string) string
}

// New makes the connection and sends nothing.
func New(o Options) (*Index, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("engine %s, collection %q: %w", engineName, o.Collection, err)
	}
	o.MaxK = cmp.Or(o.MaxK, DefaultMaxK)
	o.Batch = cmp.Or(o.Batch, DefaultBatch)
	o.Queries = cmp.Or(o.Queries, DefaultQueries)
	key := call.NewSecret(o.Getenv(cmp.Or(o.KeyVar, "QDRANT_API_KEY")))
	c, err := remote.New(remote.Options{Engine: engineName, Index: o.Collection, Base: o.Base, Reach: o.Reach,
		Failure: failure,
		Secrets: func() []call.Secret { return []call.Secret{key} },
		Authorize: func(_ context.Context, r *http.Request, _ []byte) error {
			if !key.IsZero() {
				r.Header.Set("Api-Key", key.Reveal())
			}
			return nil
		}})
	if err != nil {
		return nil, err
	}
	return &Index{o, "/collections/" + url.PathEscape(o.Collection), c, pointID}, nil
}

func (o *Options) check() error {
	if err := o.Shape.Validate(); err != nil {
		return err
	}
	_, taken := o.Schema.Find(idKey)
	switch {
	case o.Collection == "" || len(o.Collection) > 255 || strings.ContainsAny(o.Collection, "<>:\"/\\|?*\x00"):
		return errors.New("its name is empty, longer than 255 bytes, or has a character of < > : \" / \\ | ? *")
	case taken:
		return fmt.Errorf("field %q is where the record's id is kept; call it otherwise", idKey)
	case o.Dimension < 1 || o.Dimension > MaxDimension:
		return fmt.Errorf("%d dimensions: Qdrant takes 1 to %d: %w", o.Dimension, MaxDimension, remote.ErrLimit)
	}
	return nil
}

// MaxK is how many hits a query may ask for.
func (x *Index) MaxK() int { return x.o.MaxK }

// result is the frame of every reply.
type result[T any] struct {
	Result T `json:"result"`
}

func failure(x *call.Exchange) *call.Failure {
	var b struct {
		Status struct {
			Error string `json:"error"`
		} `json:"status"`
	}
	if json.Unmarshal(x.Body, &b) != nil {
		return remote.ByStatus(x.Status, "", remote.Page(x.Body))
	}
	f := remote.ByStatus(x.Status, "", b.Status.Error)
	switch text := strings.ToLower(b.Status.Error); {
	case x.Status == http.StatusBadRequest && strings.Contains(text, "already exists"):
		f.Err, f.Next = remote.ErrExists, "use the collection as it is, or drop it first" // 409 in newer servers
	case x.Status == http.StatusNotFound && !strings.Contains(text, "collection"):
		f.Err = nil
	}
	return f
}

type createBody struct {
	Vectors  vectorsBody `json:"vectors"`
	Shards   int         `json:"shard_number,omitempty"`
	Replicas int         `json:"replication_factor,omitempty"`
	Graph    *graphBody  `json:"hnsw_config,omitempty"`
}

type vectorsBody struct {
	Size     int    `json:"size"`
	Distance string `json:"distance"`
}

type graphBody struct {
	Links          int `json:"m,omitempty"`
	EFConstruction int `json:"ef_construct,omitempty"`
}

type fieldBody struct {
	Name   string `json:"field_name"`
	Schema string `json:"field_schema"`
}

// distances are the metrics in Qdrant's words.
var distances = map[index.Metric]string{index.Cosine: "Cosine", index.Euclidean: "Euclid"}

// kinds are the kinds of fields in Qdrant's words.
var kinds = map[index.Kind]string{index.Text: "keyword", index.Int: "integer", index.Float: "float", index.Bool: "bool"}

// Create makes the collection and an index of each field. A collection that is there already is an error that
// is remote.ErrExists.
func (x *Index) Create(ctx context.Context) error {
	body := createBody{Vectors: vectorsBody{x.o.Dimension, distances[x.o.Metric]}, Shards: x.o.Shards,
		Replicas: x.o.Replicas}
	if x.o.Links > 0 || x.o.EFConstruction > 0 {
		body.Graph = &graphBody{x.o.Links, x.o.EFConstruction}
	}
	r, err := remote.Put(x.path, body)
	if err != nil {
		return err
	}
	_, err = remote.Ask[result[bool]](ctx, x.client, r, nil)
	if errors.Is(err, remote.ErrExists) && remote.Tries(err) > 1 {
		err = x.Check(ctx) // the first try made it, and its reply was lost
	}
	for _, f := range x.o.Schema {
		if err != nil {
			return err
		}
		r, err = remote.Put(x.path+"/index?wait=true", fieldBody{f.Name, kinds[f.Kind]})
		if err == nil {
			err = x.update(ctx, r)
		}
	}
	return err
}

// update is a request that changes points or their indexes, and is done when it is answered.
func (x *Index) update(ctx context.Context, r remote.Request) error {
	type status struct {
		Status string `json:"status"`
	}
	r.Writes = true
	_, err := remote.Ask(ctx, x.client, r, func(got *result[status]) *call.Failure {
		if s := got.Result.Status; s != "completed" {
			return &call.Failure{Kind: call.Timeout, Code: s, Message: "the change is queued and not yet made",
				Next: "smaller batches are made sooner"}
		}
		return nil
	})
	return err
}

// Check reports a collection that is not there or has another shape.
func (x *Index) Check(ctx context.Context) error {
	type info struct {
		Config struct {
			Params struct {
				Vectors vectorsBody `json:"vectors"`
			} `json:"params"`
		} `json:"config"`
	}
	got, err := remote.Ask[result[info]](ctx, x.client, remote.Request{Method: http.MethodGet, Path: x.path}, nil)
	if err != nil {
		return err
	}
	want := vectorsBody{x.o.Dimension, distances[x.o.Metric]}
	if is := got.Result.Config.Params.Vectors; is != want {
		return x.client.Failf(call.BadRequest, "set what the collection was made with, or make another",
			"the collection has %d dimensions under %q; expected are %d under %q", is.Size, is.Distance, want.Size, want.Distance)
	}
	return nil
}

// Count is the number of records.
func (x *Index) Count(ctx context.Context) (int, error) {
	type count struct {
		Count int `json:"count"`
	}
	r, err := remote.Post(x.path+"/points/count", map[string]bool{"exact": true})
	if err != nil {
		return 0, err
	}
	got, err := remote.Ask[result[count]](ctx, x.client, r, nil)
	if err != nil {
		return 0, err
	}
	return got.Result.Count, nil
}

// Drop deletes the collection and all that is in it.
func (x *Index) Drop(ctx context.Context) error {
	_, err := remote.Ask[result[bool]](ctx, x.client, remote.Request{Method: http.MethodDelete, Path: x.path,
		Writes: true}, nil)
	return err
}

// Settle does nothing: an acknowledged point is found.
func (x *Index) Settle(context.Context) error { return nil }

// Close ends nothing: there are only idle connections.
func (x *Index) Close() error { return nil }

// distinct are values without those that came before.
func distinct(values []any) []any {
	var all []any
	for _, v := range values {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}
