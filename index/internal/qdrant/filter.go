package qdrant

import (
	"strings"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// condition is a filter, or a condition on one field: Qdrant tells them apart by their members.
type condition struct {
	Must    []*condition `json:"must,omitempty"`
	Should  []*condition `json:"should,omitempty"`
	MustNot []*condition `json:"must_not,omitempty"`

	Key   string         `json:"key,omitempty"`
	Match map[string]any `json:"match,omitempty"`
	Range map[string]any `json:"range,omitempty"`
}

// filter is a filter in Qdrant's words. What is sent is a filter always, and never a bare condition.
func (x *Index) filter(f *index.Filter) (*condition, error) {
	if f == nil {
		return nil, nil
	}
	c, err := x.translate(f)
	if err != nil {
		return nil, err
	}
	if c.Key != "" {
		c = &condition{Must: []*condition{c}}
	}
	return c, nil
}

// translate is bounded in depth by what Filter.Check lets through. A negation is what its complement does not
// match, so that it holds for points that lack the field.
func (x *Index) translate(f *index.Filter) (*condition, error) {
	switch f.Op {
	case index.And, index.Or:
		parts := make([]*condition, len(f.Of))
		for i, o := range f.Of {
			part, err := x.translate(o)
			if err != nil {
				return nil, err
			}
			parts[i] = part
		}
		if f.Op == index.And {
			return &condition{Must: parts}, nil
		}
		return &condition{Should: parts}, nil
	case index.NotEqual, index.NotIn:
		return &condition{MustNot: []*condition{x.anyOf(f)}}, nil
	case index.Equal, index.In:
		return x.anyOf(f), nil
	}
	return x.ordered(f)
}

// anyOf matches points whose field has one of the values. Qdrant matches any of several texts or whole
// numbers; numbers that are not whole it knows by ranges only.
func (x *Index) anyOf(f *index.Filter) *condition {
	field, _ := x.o.Schema.Find(f.Field)
	values := distinct(f.Values)
	if len(values) > 1 && (field.Kind == index.Text || field.Kind == index.Int) {
		return &condition{Key: f.Field, Match: map[string]any{"any": values}}
	}
	each := make([]*condition, len(values))
	for i, v := range values {
		each[i] = &condition{Key: f.Field, Match: map[string]any{"value": v}}
		if field.Kind == index.Float {
			each[i] = &condition{Key: f.Field, Range: map[string]any{"gte": v, "lte": v}}
		}
	}
	if len(each) == 1 {
		return each[0]
	}
	return &condition{Should: each}
}

// ordered compares with a bound, which Qdrant takes as floating point.
func (x *Index) ordered(f *index.Filter) (*condition, error) {
	bound := f.Values[0]
	switch v := bound.(type) {
	case string:
		return nil, remote.Refused("%s of field %q, which holds texts: Qdrant orders numbers only", f.Op, f.Field)
	case int64:
		if v >= remote.MaxExact || v <= -remote.MaxExact {
			return nil, remote.Refused("%s of field %q with %d: Qdrant orders numbers as floating point, which is not "+
				"exact from 2^53", f.Op, f.Field, v)
		}
	}
	return &condition{Key: f.Field, Range: map[string]any{strings.TrimPrefix(string(f.Op), "$"): bound}}, nil
}
