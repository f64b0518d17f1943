// Package s3vectors turns searches into calls of Amazon S3 Vectors.
//
// The service searches vectors under filters on metadata; it has no text search. What it does not say or do:
// it counts nothing (Count lists the whole index), it orders no texts ($gt and its like on a text field are
// refused here), its numbers are floating point (whole numbers beyond 2^53 are refused, except in fields that
// are kept as text), a filtered query may find fewer hits than there are, and no parameter of its search can
// be set. Whether $ne and $nin let a vector through that lacks the key is not documented: the filters that
// are sent say so themselves, with $exists, and hold under either reading.
package s3vectors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Limits of the service, as its guide has them in November 2026.
const (
	MaxDimension     = 4096
	MaxPut           = 500
	MaxGet           = 100
	MaxDelete        = 500
	MaxBody          = 20 << 20
	MaxMetadata      = 40 << 10 // bytes of one vector's metadata
	MaxFilterable    = 2 << 10  // bytes of those that filters can ask about
	MaxKeys          = 50
	MaxNonFilterable = 10
	MaxKeyLength     = 1024
	DefaultMaxK      = 100 // hits of one query; it was 30 in the preview
	DefaultMaxTerms  = 100 // comparisons in one filter: the documented bound of the stricter index mode
)

// service is the name under which requests are signed.
const service = "s3vectors"

// Options say which index is meant and how it is reached.
type Options struct {
	Bucket string // of vectors
	Index  string
	Region string // empty is AWS_REGION
	Base   string // the address; empty is the service's own in the region
	remote.Shape
	remote.Reach

	NonFilterable []string // fields that are kept and not filtered on: they do not count towards MaxFilterable
	AsText        []string // whole-number fields that are kept as text, exact and without an order
	MaxK          int      // 0 is DefaultMaxK
	MaxTerms      int      // 0 is DefaultMaxTerms

}

// Index is one index of vectors. Many goroutines may use it.
type Index struct {
	o      Options
	client *remote.Client
}

// New makes the connection and sends nothing.
func New(o Options) (*Index, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("engine %s, index %q: %w", service, o.Index, err)
	}
	account, err := remote.NewAWS(service, o.Region, o.Getenv)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", service, err)
	}
	o.MaxK, o.MaxTerms = cmp.Or(o.MaxK, DefaultMaxK), cmp.Or(o.MaxTerms, DefaultMaxTerms)
	base := cmp.Or(o.Base, o.Getenv("AWS_ENDPOINT_URL_S3VECTORS"), address(account.Region()))
	c, err := remote.New(remote.Options{Engine: service, Index: o.Bucket + "/" + o.Index, Base: base,
		Reach: o.Reach, Authorize: account.Authorize, Secrets: account.Secrets, Failure: failure})
	if err != nil {
		return nil, err
	}
	return &Index{o, c}, nil
}

// address is the service's own in a region.
func address(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return "https://s3vectors." + region + ".api.amazonwebservices.com.cn"
	}
	return "https://s3vectors." + region + ".api.aws"
}

func (o *Options) check() error {
	if err := o.Shape.Validate(); err != nil {
		return err
	}
	switch {
	case len(o.Bucket) < 3 || len(o.Bucket) > 63:
		return fmt.Errorf("the name %q of the vector bucket has %d characters; it takes 3 to 63", o.Bucket, len(o.Bucket))
	case len(o.Index) < 3 || len(o.Index) > 63:
		return fmt.Errorf("its name has %d characters; it takes 3 to 63", len(o.Index))
	case o.Dimension < 1 || o.Dimension > MaxDimension:
		return fmt.Errorf("%d dimensions: the service takes 1 to %d: %w", o.Dimension, MaxDimension, remote.ErrLimit)
	case len(o.Schema) > MaxKeys:
		return fmt.Errorf("%d fields: the service keeps at most %d: %w", len(o.Schema), MaxKeys, remote.ErrLimit)
	case len(o.NonFilterable) > MaxNonFilterable:
		return fmt.Errorf("%d fields without filter: the service takes at most %d: %w", len(o.NonFilterable),
			MaxNonFilterable, remote.ErrLimit)
	}
	return o.checkFields()
}

func (o *Options) checkFields() error {
	for _, f := range o.Schema {
		if len(f.Name) > 63 {
			return fmt.Errorf("field %q: a key of metadata has at most 63 characters: %w", f.Name, remote.ErrLimit)
		}
	}
	for _, name := range o.NonFilterable {
		if _, ok := o.Schema.Find(name); !ok {
			return fmt.Errorf("non-filterable field %q is not a field of this index", name)
		}
	}
	for _, name := range o.AsText {
		if f, ok := o.Schema.Find(name); !ok || f.Kind != index.Int {
			return fmt.Errorf("field %q is to be kept as text and is no whole-number field of this index", name)
		}
	}
	return nil
}

// MaxK is how many hits a query may ask for.
func (x *Index) MaxK() int { return x.o.MaxK }

// named is the part of a request that says which index is meant.
type named struct {
	Bucket string `json:"vectorBucketName"`
	Index  string `json:"indexName"`
}

func (x *Index) named() named { return named{x.o.Bucket, x.o.Index} }

// ask asks for an operation of the service.
func ask[T any](ctx context.Context, x *Index, operation string, writes bool, body any,
	accept func(*T) *call.Failure) (*T, error) {
	r, err := remote.Post("/"+operation, body)
	if err != nil {
		return nil, err
	}
	r.Writes = writes
	return remote.Ask(ctx, x.client, r, accept)
}

// nothing is what the service answers with where it has nothing to say.
type nothing struct{}

type createBody struct {
	named
	DataType  string       `json:"dataType"`
	Dimension int          `json:"dimension"`
	Metric    index.Metric `json:"distanceMetric"`
	Metadata  *unfiltered  `json:"metadataConfiguration,omitempty"`
}

type unfiltered struct {
	Keys []string `json:"nonFilterableMetadataKeys"`
}

// Create makes the index in its bucket, which must be there. An index that is there already is an error that
// is remote.ErrExists. What is set here cannot be changed later.
func (x *Index) Create(ctx context.Context) error {
	body := createBody{named: x.named(), DataType: "float32", Dimension: x.o.Dimension, Metric: x.o.Metric}
	if len(x.o.NonFilterable) > 0 {
		body.Metadata = &unfiltered{x.o.NonFilterable}
	}
	_, err := ask[nothing](ctx, x, "CreateIndex", true, body, nil)
	if errors.Is(err, remote.ErrExists) && remote.Tries(err) > 1 {
		return x.Check(ctx) // the first try made it, and its reply was lost
	}
	return err
}

type indexBody struct {
	Index struct {
		Dimension int          `json:"dimension"`
		Metric    index.Metric `json:"distanceMetric"`
		Metadata  unfiltered   `json:"metadataConfiguration"`
	} `json:"index"`
}

// Check reports an index that is not there or is not of the shape that the options say.
func (x *Index) Check(ctx context.Context) error {
	got, err := ask[indexBody](ctx, x, "GetIndex", false, x.named(), nil)
	if err != nil {
		return err
	}
	is := got.Index
	next := "set what the index was made with, or make another"
	if is.Dimension != x.o.Dimension || is.Metric != x.o.Metric {
		return x.client.Failf(call.BadRequest, next, "the index has %d dimensions under %s; expected are %d under %s",
			is.Dimension, is.Metric, x.o.Dimension, x.o.Metric)
	}
	for _, name := range is.Metadata.Keys {
		if _, ok := x.o.Schema.Find(name); ok && !slices.Contains(x.o.NonFilterable, name) {
			return x.client.Failf(call.BadRequest, next, "the index takes no filter on field %q", name)
		}
	}
	return nil
}

// Drop deletes the index and all that is in it.
func (x *Index) Drop(ctx context.Context) error {
	_, err := ask[nothing](ctx, x, "DeleteIndex", true, x.named(), nil)
	return err
}

// Settle does nothing: an acknowledged vector is found.
func (x *Index) Settle(context.Context) error { return nil }

// Close ends nothing: there are only idle connections.
func (x *Index) Close() error { return nil }
