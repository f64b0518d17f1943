package qdrant

import (
	"context"
	"crypto/sha1"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// space is the namespace of points: 8d5b1d0e-52c1-4f0e-9f0c-6d8f6c2f3a61, drawn once.
var space = [16]byte{0x8d, 0x5b, 0x1d, 0x0e, 0x52, 0xc1, 0x4f, 0x0e, 0x9f, 0x0c, 0x6d, 0x8f, 0x6c, 0x2f, 0x3a, 0x61}

// pointID is the UUID of a record's id: version 5 of RFC 9562, 122 bits of the SHA-1 of space and id.
func pointID(id string) string {
	h := sha1.New()
	h.Write(space[:])
	h.Write([]byte(id))
	u := h.Sum(nil)[:16]
	u[6] = u[6]&0x0f | 0x50
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

type point struct {
	ID      string         `json:"id"`
	Vector  []float32      `json:"vector"`
	Payload map[string]any `json:"payload"`
}

type pointsBody struct {
	Points []json.RawMessage `json:"points"`
}

// Add keeps records, replacing those of the same id. All are checked before the first is sent; after an error
// some may be kept, and adding them again is safe. Texts are not kept.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	checked, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s: %w", engineName, err)
	}
	points := make([]json.RawMessage, len(checked))
	owner := make(map[string]string, len(checked))
	for i := range checked {
		r := &checked[i]
		p := point{ID: x.point(r.ID), Vector: r.Vector, Payload: map[string]any{idKey: r.ID}}
		if other, ok := owner[p.ID]; ok {
			return x.collision(p.ID, other, r.ID)
		}
		owner[p.ID] = r.ID
		maps.Copy(p.Payload, r.Fields)
		if points[i], err = json.Marshal(p); err != nil {
			return fmt.Errorf("engine %s: record %q: %w", engineName, r.ID, err)
		}
	}
	ends := remote.Batches(len(points), x.o.Batch, MaxBody, func(i int) int { return len(points[i]) + 1 })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		r, err := remote.Put(x.path+"/points?wait=true", pointsBody{points[from:to]})
		if err != nil {
			return err
		}
		return x.update(ctx, r)
	})
}

func (x *Index) collision(point, a, b string) error {
	return x.client.Failf(call.BadRequest, "change one of the ids", "records %q and %q would be one point, %s", a, b,
		point)
}

// Delete takes records out; an id that is not there is no error.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	ends := remote.Batches(len(ids), 1000, MaxBody, func(int) int { return 40 })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		r, err := remote.Post(x.path+"/points/delete?wait=true", map[string][]string{"points": x.points(ids[from:to])})
		if err != nil {
			return err
		}
		return x.update(ctx, r)
	})
}

func (x *Index) points(ids []string) []string {
	points := make([]string, len(ids))
	for i, id := range ids {
		points[i] = x.point(id)
	}
	slices.Sort(points)
	return slices.Compact(points)
}

type retrieveBody struct {
	IDs     []string `json:"ids"`
	Payload []string `json:"with_payload"`
	Vector  bool     `json:"with_vector"`
}

// Vectors are the vectors of records, in the order of the ids; nil where there is none. A point that another
// record's id lives in is an error.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	type kept struct {
		ID      string                     `json:"id"`
		Vector  []float32                  `json:"vector"`
		Payload map[string]json.RawMessage `json:"payload"`
	}
	vectors := make([][]float32, len(ids))
	ends := remote.Batches(len(ids), x.o.Batch, MaxBody, func(int) int { return 40 + x.o.Dimension*remote.PerNumber })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		r, err := remote.Post(x.path+"/points", retrieveBody{x.points(ids[from:to]), []string{idKey}, true})
		if err != nil {
			return err
		}
		got, err := remote.Ask[result[[]kept]](ctx, x.client, r, nil)
		if err != nil {
			return err
		}
		of := make(map[string]*kept, len(got.Result))
		for i := range got.Result {
			of[got.Result[i].ID] = &got.Result[i]
		}
		for i := from; i < to; i++ {
			k := of[x.point(ids[i])]
			if k == nil {
				continue
			}
			if id, err := recordID(k.Payload); err != nil || id != ids[i] {
				return x.collision(k.ID, id, ids[i])
			}
			vectors[i] = k.Vector
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// recordID is the record's id in a payload.
func recordID(payload map[string]json.RawMessage) (string, error) {
	var id string
	if err := json.Unmarshal(payload[idKey], &id); err != nil || id == "" {
		return "", fmt.Errorf("a point without %q: it was not made by assay", idKey)
	}
	return id, nil
}
