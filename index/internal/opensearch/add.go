package opensearch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// document is a record as it is kept.
type document struct {
	Text   string       `json:"text"`
	Vector []float32    `json:"vector,omitempty"`
	Fields index.Fields `json:"fields"`
}

type bulkAction struct {
	Index struct {
		ID string `json:"_id"`
	} `json:"index"`
}

// lines are NDJSON, the body of requests for many things.
const lines = "application/x-ndjson"

// Add keeps records, replacing those of the same id. All are checked before the first is sent; after an error
// some may be kept, and adding them again is safe.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	checked, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s: %w", engineName, err)
	}
	parts := make([][]byte, len(checked))
	for i := range checked {
		if parts[i], err = part(&checked[i]); err != nil {
			return fmt.Errorf("engine %s: record %q: %w", engineName, checked[i].ID, err)
		}
	}
	ends := remote.Batches(len(parts), x.o.Batch, MaxBulk, func(i int) int { return len(parts[i]) })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		defer x.dirty.Store(true) // after it: a refresh on the way may not see what it writes
		r := remote.Request{Method: http.MethodPost, Path: x.path + "/_bulk", Body: bytes.Join(parts[from:to], nil),
			Type: lines, Writes: true}
		_, err := remote.Ask(ctx, x.client, r, kept)
		return err
	})
}

// part is the two lines of a record.
func part(r *index.Record) ([]byte, error) {
	if len(r.ID) > MaxID {
		return nil, fmt.Errorf("its id has %d bytes and may have %d: %w", len(r.ID), MaxID, remote.ErrLimit)
	}
	for name, v := range r.Fields {
		if s, ok := v.(string); ok && len(s) > MaxKeyword {
			return nil, fmt.Errorf("field %q has %d bytes and may have %d: %w", name, len(s), MaxKeyword, remote.ErrLimit)
		}
	}
	var action bulkAction
	action.Index.ID = r.ID
	head, err := json.Marshal(action)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(document{r.Text, r.Vector, r.Fields})
	return slices.Concat(head, []byte("\n"), body, []byte("\n")), err
}

// bulked is what a request for many writes is answered with: with 200, whatever became of each.
type bulked struct {
	Errors bool `json:"errors"`
	Items  []map[string]struct {
		ID     string  `json:"_id"`
		Status int     `json:"status"`
		Error  *reason `json:"error"`
	} `json:"items"`
}

// kept refuses a bulk of which something was not kept. Where one was turned away for the load, all are sent
// again, which changes nothing for those that were kept.
func kept(b *bulked) *call.Failure {
	var first *call.Failure
	failed := 0
	for _, item := range b.Items {
		for _, what := range item {
			if what.Error == nil && what.Status < http.StatusBadRequest {
				continue
			}
			failed++
			why := cmp.Or(what.Error, &reason{})
			f := why.failure(what.Status)
			f.Message = fmt.Sprintf("record %q: %s", what.ID, f.Message)
			if first == nil || first.Kind.Retryable() && !f.Kind.Retryable() {
				first = f
			}
		}
	}
	if first == nil && b.Errors {
		first = &call.Failure{Kind: call.Malformed, Message: "it says that there are errors, and shows none"}
	}
	if failed > 1 {
		first.Message += fmt.Sprintf(" (and %d more)", failed-1)
	}
	return first
}

// Delete takes records out; an id that is not there is no error.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	ends := remote.Batches(len(ids), 1000, MaxBulk, func(i int) int { return len(ids[i]) })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		return x.deleteBy(ctx, object{"ids": object{"values": ids[from:to]}})
	})
}

type deleted struct {
	TimedOut bool `json:"timed_out"`
	Failures []struct {
		ID     string `json:"id"`
		Status int    `json:"status"`
		Cause  reason `json:"cause"`
	} `json:"failures"`
}

func (x *Index) deleteBy(ctx context.Context, query object) error {
	if err := x.refresh(ctx); err != nil { // what is not visible would not be deleted
		return err
	}
	r, err := remote.Post(x.path+"/_delete_by_query?refresh=true", object{"query": query})
	if err != nil {
		return err
	}
	r.Writes = true
	_, err = remote.Ask(ctx, x.client, r, func(d *deleted) *call.Failure {
		if len(d.Failures) > 0 {
			f := d.Failures[0].Cause.failure(d.Failures[0].Status)
			f.Message = fmt.Sprintf("record %q is not deleted: %s", d.Failures[0].ID, f.Message)
			return f
		}
		if d.TimedOut {
			return &call.Failure{Kind: call.Timeout, Message: "it ran out of time before all were deleted"}
		}
		return nil
	})
	return err
}

// Vectors are the vectors of records, in the order of the ids; nil where there is none.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	type got struct {
		Docs []struct {
			ID     string  `json:"_id"`
			Found  bool    `json:"found"`
			Error  *reason `json:"error"`
			Source struct {
				Vector []float32 `json:"vector"`
			} `json:"_source"`
		} `json:"docs"`
	}
	vectors := make([][]float32, len(ids))
	ends := remote.Batches(len(ids), x.o.Batch, MaxBulk,
		func(i int) int { return len(ids[i]) + x.o.Dimension*remote.PerNumber })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		r, err := remote.Post(x.path+"/_mget?_source_includes="+vectorName, object{"ids": ids[from:to]})
		if err != nil {
			return err
		}
		reply, err := remote.Ask(ctx, x.client, r, func(g *got) *call.Failure {
			if len(g.Docs) != to-from {
				return &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf("%d documents of %d", len(g.Docs), to-from)}
			}
			for i := range g.Docs {
				if e := g.Docs[i].Error; e != nil {
					return e.failure(http.StatusInternalServerError)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for i := range reply.Docs {
			if d := &reply.Docs[i]; d.Found && d.ID == ids[from+i] {
				vectors[from+i] = d.Source.Vector
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}
