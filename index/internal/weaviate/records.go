package weaviate

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// namespace makes the ids of objects: one of ours for version 5 of RFC 9562.
const namespace = "assay:record:"

// objectID is the id of a record's object: the same record is always the same object, so that adding it again
// replaces it.
func objectID(id string) string {
	sum := sha1.Sum([]byte(namespace + id))
	sum[6] = sum[6]&0x0f | 0x50
	sum[8] = sum[8]&0x3f | 0x80
	h := hex.EncodeToString(sum[:16])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// batchPath is where batches go. All replicas must have a change before it counts as made: else the next search,
// which may ask another one, would not see it.
const batchPath = "/v1/batch/objects?consistency_level=ALL"

// Add puts records into the class; one whose id is there is replaced. After an error, some may be in.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	records, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s, class %q: %w", Engine, x.class, err)
	}
	objects := make([]json.RawMessage, len(records))
	for i := range records {
		if objects[i], err = x.encode(&records[i]); err != nil {
			return fmt.Errorf("engine %s, class %q, record %q: %w", Engine, x.class, records[i].ID, err)
		}
	}
	ends := remote.Batches(len(objects), x.o.Batch, maxRequest, func(i int) int { return len(objects[i]) })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		return x.put(ctx, objects[from:to])
	})
}

func (x *Index) encode(r *index.Record) (json.RawMessage, error) {
	o := object{"class": x.class, "id": objectID(r.ID), "properties": properties(r)}
	if x.o.Shape.Dimension > 0 {
		o["vector"] = r.Vector
	}
	return json.Marshal(o)
}

// added is what the engine says of each object of a batch.
type added struct {
	Result struct {
		Status string
		Errors struct{ Error []struct{ Message string } }
	}
}

// put sends one batch. The engine answers 200 where some or all of it failed; since objects have ids of their
// own, all of it is sent again.
func (x *Index) put(ctx context.Context, objects []json.RawMessage) error {
	r, err := remote.Post(batchPath, object{"objects": objects})
	if err != nil {
		return err
	}
	r.Writes = true
	_, err = remote.Ask(ctx, x.client, r, func(all *[]added) *call.Failure {
		if len(*all) != len(objects) {
			return x.client.Failf(call.Malformed, "", "%d objects were sent and %d answered", len(objects), len(*all))
		}
		for _, a := range *all {
			if e := a.Result.Errors.Error; a.Result.Status == "FAILED" || len(e) > 0 {
				return x.notAdded(e)
			}
		}
		return nil
	})
	return err
}

func (x *Index) notAdded(errs []struct{ Message string }) *call.Failure {
	message := "an object was not added"
	if len(errs) > 0 {
		message = errs[0].Message
	}
	f := x.client.Failf(call.ServerFault, "is every node of the cluster up? a change needs all replicas", "%s", message)
	for _, sign := range []string{"vector lengths", "invalid", "not found in class"} {
		if strings.Contains(message, sign) {
			f.Kind, f.Next = call.BadRequest, "was the class made with this schema and dimension? drop it and build it again"
		}
	}
	return f
}

// Delete takes records out of the class; ids that are not there are none.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	return x.byIDs(ctx, ids, func(ctx context.Context, _ int, some []string) error {
		match := object{"class": x.class, "where": object{"path": []string{"id"}, "operator": "ContainsAny",
			"valueTextArray": some}}
		r, err := remote.Post(batchPath, object{"match": match, "output": "minimal"})
		if err != nil {
			return err
		}
		r.Method, r.Writes = http.MethodDelete, true
		_, err = remote.Ask(ctx, x.client, r, func(o *struct{ Results struct{ Failed int } }) *call.Failure {
			if o.Results.Failed > 0 {
				return x.client.Failf(call.ServerFault, "", "%d objects were not removed", o.Results.Failed)
			}
			return nil
		})
		return err
	})
}

// Vectors are those of records as the engine keeps them, in the order of the ids; nil for ids that are not there.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	vectors := make([][]float32, len(ids))
	if x.o.Dimension == 0 {
		return vectors, nil
	}
	err := x.byIDs(ctx, ids, func(ctx context.Context, from int, objects []string) error {
		list, err := json.Marshal(objects)
		if err != nil {
			return err
		}
		reply, err := x.graphql(ctx, fmt.Sprintf(`{Get{q:%s(limit:%d,where:{path:["id"],operator:ContainsAny,`+
			`valueText:%s}){_additional{id vector}}}}`, x.class, len(objects), list))
		if err != nil {
			return err
		}
		found := map[string][]float32{}
		for _, raw := range reply.Data.Get["q"] {
			var more struct {
				ID     string
				Vector []float32
			}
			if err := json.Unmarshal(raw["_additional"], &more); err != nil {
				return x.client.Failf(call.Malformed, "", "the vector of an object: %v", err)
			}
			found[more.ID] = more.Vector
		}
		for i, o := range objects {
			vectors[from+i] = found[o]
		}
		return nil
	})
	return vectors, err
}

// idsTogether is how many objects are asked for by id in one request.
const idsTogether = 200

// byIDs does something with the objects of records, some at a time, of which the first is at from.
func (x *Index) byIDs(ctx context.Context, ids []string,
	do func(ctx context.Context, from int, objects []string) error) error {
	ends := remote.Batches(len(ids), idsTogether, maxRequest, func(int) int { return 0 })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		objects := make([]string, to-from)
		for k := range objects {
			objects[k] = objectID(ids[from+k])
		}
		return do(ctx, from, objects)
	})
}
