package s3vectors

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// doc is an object of a filter.
type doc map[string]any

// filter is a filter in the service's words; nil lets everything through. What the service cannot ask is an
// error, so that nothing is sent that would mean something else.
func (x *Index) filter(f *index.Filter) (doc, error) {
	if f == nil {
		return nil, nil
	}
	terms := 0
	for o := range f.All {
		if o.Op != index.And && o.Op != index.Or {
			terms++
		}
	}
	if terms > x.o.MaxTerms {
		return nil, fmt.Errorf("the filter has %d comparisons and may have %d: %w; $in asks for many values in one, and "+
			"max_terms can be set", terms, x.o.MaxTerms, remote.ErrLimit)
	}
	return x.translate(f)
}

// translate is bounded in depth by what Filter.Check lets through.
func (x *Index) translate(f *index.Filter) (doc, error) {
	if f.Op == index.And || f.Op == index.Or {
		parts := make([]doc, len(f.Of))
		for i, o := range f.Of {
			part, err := x.translate(o)
			if err != nil {
				return nil, err
			}
			parts[i] = part
		}
		return doc{string(f.Op): parts}, nil
	}
	if slices.Contains(x.o.NonFilterable, f.Field) {
		return nil, remote.Refused("%s of field %q, which this index keeps without filters", f.Op, f.Field)
	}
	value, err := x.values(f)
	if err != nil {
		return nil, err
	}
	compared := doc{f.Field: doc{string(f.Op): value}}
	if f.Op == index.NotEqual || f.Op == index.NotIn {
		return doc{string(index.Or): []doc{{f.Field: doc{"$exists": false}}, compared}}, nil
	}
	return compared, nil
}

// values is what a comparison compares with: one value, or an array where the operator takes several.
func (x *Index) values(f *index.Filter) (any, error) {
	field, _ := x.o.Schema.Find(f.Field)
	ordered := f.Op != index.Equal && f.Op != index.NotEqual && f.Op != index.In && f.Op != index.NotIn
	asText := slices.Contains(x.o.AsText, f.Field)
	if ordered && (field.Kind == index.Text || asText) {
		return nil, remote.Refused("%s of field %q, which is kept as text: S3 Vectors orders numbers only", f.Op, f.Field)
	}
	var sent []any
	for _, v := range f.Values {
		kept := x.value(field, bounded(v, asText))
		if !slices.Contains(sent, kept) {
			sent = append(sent, kept)
		}
	}
	if f.Op == index.In || f.Op == index.NotIn {
		return sent, nil
	}
	return sent[0], nil
}

// bounded is a whole number as it compares with those that are kept: they lie within 2^53, where floating point
// is exact. Any number beyond is as good as another, and twice as far it cannot be taken for the bound itself.
func bounded(v any, asText bool) any {
	n, ok := v.(int64)
	switch {
	case !ok || asText:
		return v
	case n > remote.MaxExact:
		return int64(2 * remote.MaxExact)
	case n < -remote.MaxExact:
		return int64(-2 * remote.MaxExact)
	}
	return v
}

// value is a field's value as it is sent.
func (x *Index) value(field index.Field, v any) any {
	if n, ok := v.(int64); ok && slices.Contains(x.o.AsText, field.Name) {
		return strconv.FormatInt(n, 10)
	}
	return v
}
