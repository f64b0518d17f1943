package s3vectors

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

type putBody struct {
	named
	Vectors []json.RawMessage `json:"vectors"`
}

type putVector struct {
	Key      string     `json:"key"`
	Data     vectorData `json:"data"`
	Metadata doc        `json:"metadata,omitempty"`
}

type vectorData struct {
	Float32 []float32 `json:"float32"`
}

// Add keeps records, replacing those of the same id. All are checked before the first is sent; after an
// error some may be kept, and adding them again is safe. Texts are not kept.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	checked, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s: %w", service, err)
	}
	vectors := make([]json.RawMessage, len(checked))
	for i := range checked {
		if vectors[i], err = x.put(&checked[i]); err != nil {
			return fmt.Errorf("engine %s: record %q: %w", service, checked[i].ID, err)
		}
	}
	const frame = 1 << 10 // names around the vectors
	ends := remote.Batches(len(vectors), MaxPut, MaxBody-frame, func(i int) int { return len(vectors[i]) + 1 })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		_, err := ask[nothing](ctx, x, "PutVectors", true, putBody{x.named(), vectors[from:to]}, nil)
		return err
	})
}

// put is one record as it is sent.
func (x *Index) put(r *index.Record) (json.RawMessage, error) {
	if err := checkKey(r.ID); err != nil {
		return nil, err
	}
	metadata := make(doc, len(r.Fields))
	filterable := make(doc, len(r.Fields))
	for name, v := range r.Fields {
		field, _ := x.o.Schema.Find(name)
		kept := x.value(field, v)
		if n, ok := kept.(int64); ok && (n > remote.MaxExact || n < -remote.MaxExact) {
			return nil, fmt.Errorf("field %q has %d, and S3 Vectors keeps whole numbers exactly only up to 2^53: %w; name "+
				"the field in as_text", name, n, remote.ErrLimit)
		}
		metadata[name] = kept
		if !slices.Contains(x.o.NonFilterable, name) {
			filterable[name] = kept
		}
	}
	if err := within(metadata, MaxMetadata, "metadata", "leave fields out"); err != nil {
		return nil, err
	}
	if err := within(filterable, MaxFilterable, "fields that can be filtered on",
		"name long ones in non_filterable"); err != nil {
		return nil, err
	}
	return json.Marshal(putVector{r.ID, vectorData{r.Vector}, metadata})
}

func checkKey(id string) error {
	if n := utf8.RuneCountInString(id); n > MaxKeyLength {
		return fmt.Errorf("its id has %d characters and may have %d: %w", n, MaxKeyLength, remote.ErrLimit)
	}
	return nil
}

// within holds metadata to a limit of the service, which says the number of bytes and not how it counts them:
// they are counted here as JSON.
func within(d doc, most int, what, next string) error {
	text, err := json.Marshal(d)
	if err == nil && len(text) > most {
		err = fmt.Errorf("its %s take %d bytes and may take %d: %w; %s", what, len(text), most, remote.ErrLimit, next)
	}
	return err
}

type keysBody struct {
	named
	Keys   []string `json:"keys"`
	Data   bool     `json:"returnData,omitempty"`
	Fields bool     `json:"returnMetadata,omitempty"`
}

// Delete takes records out; an id that is not there is no error.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	ends := remote.Batches(len(ids), MaxDelete, MaxBody/2, func(i int) int { return len(ids[i]) })
	return x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		_, err := ask[nothing](ctx, x, "DeleteVectors", true, keysBody{named: x.named(), Keys: ids[from:to]}, nil)
		return err
	})
}
