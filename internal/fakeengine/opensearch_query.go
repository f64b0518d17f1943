package fakeengine

import (
	"encoding/json"
	"slices"
	"strings"
)

// all is the conjunction of queries in a filter's place; one that is not there holds.
func (x *osIndex) all(list []json.RawMessage) (func(*item) bool, *osRefusal) {
	var parts []func(*item) bool
	for _, text := range list {
		if len(text) == 0 {
			continue
		}
		p, refusal := x.query(text)
		if refusal != nil {
			return nil, refusal
		}
		parts = append(parts, p)
	}
	return func(it *item) bool {
		return !slices.ContainsFunc(parts, func(p func(*item) bool) bool { return !p(it) })
	}, nil
}

// query reads a query that scores nothing.
func (x *osIndex) query(text json.RawMessage) (func(*item) bool, *osRefusal) {
	var q struct {
		Bool  *osBool                    `json:"bool"`
		Term  map[string]osTerm          `json:"term"`
		Terms map[string][]any           `json:"terms"`
		Range map[string]map[string]any  `json:"range"`
		IDs   *struct{ Values []string } `json:"ids"`
	}
	var members map[string]json.RawMessage
	if err := strict(text, &q); err != nil {
		return nil, osInvalid("%v", err)
	}
	json.Unmarshal(text, &members)
	if len(members) != 1 {
		return nil, osInvalid("[query] malformed query, expected one member")
	}
	switch {
	case q.Bool != nil:
		return x.bool(q.Bool)
	case q.IDs != nil:
		return func(it *item) bool { return slices.Contains(q.IDs.Values, it.id) }, nil
	case len(q.Term) == 1:
		for name, term := range q.Term {
			return x.terms(name, []any{term.Value})
		}
	case len(q.Terms) == 1:
		for name, values := range q.Terms {
			return x.terms(name, values)
		}
	case len(q.Range) == 1:
		for name, bounds := range q.Range {
			return x.ranges(name, bounds)
		}
	}
	return nil, osInvalid("[query] malformed query: one clause has one field")
}

type osBool struct {
	Filter  []json.RawMessage `json:"filter"`
	Should  []json.RawMessage `json:"should"`
	MustNot []json.RawMessage `json:"must_not"`
	Least   int               `json:"minimum_should_match"`
}

type osTerm struct {
	Value any `json:"value"`
}

func (x *osIndex) bool(b *osBool) (func(*item) bool, *osRefusal) {
	filter, refusal := x.all(b.Filter)
	if refusal != nil {
		return nil, refusal
	}
	var should, not []func(*item) bool
	for _, part := range []struct {
		from []json.RawMessage
		to   *[]func(*item) bool
	}{{b.Should, &should}, {b.MustNot, &not}} {
		for _, text := range part.from {
			p, refusal := x.query(text)
			if refusal != nil {
				return nil, refusal
			}
			*part.to = append(*part.to, p)
		}
	}
	return func(it *item) bool {
		met := 0
		for _, p := range should {
			if p(it) {
				met++
			}
		}
		return filter(it) && met >= b.Least && !slices.ContainsFunc(not, func(p func(*item) bool) bool { return p(it) })
	}, nil
}

// terms is equality with one of several values, which must be of the field's type. A field that is not mapped
// matches nothing, as in the engine.
func (x *osIndex) terms(name string, values []any) (func(*item) bool, *osRefusal) {
	kind, ok := x.kinds[name]
	for _, v := range values {
		if ok && !osTyped(kind, v) {
			return nil, &osRefusal{400, "query_shard_exception",
				"failed to create query: value of another type than field [" + name + "]"}
		}
	}
	field := strings.TrimPrefix(name, "fields.")
	return func(it *item) bool {
		v, there := it.fields[field]
		return ok && there && slices.ContainsFunc(values, func(w any) bool { return equal(v, w) })
	}, nil
}

func (x *osIndex) ranges(name string, bounds map[string]any) (func(*item) bool, *osRefusal) {
	kind, ok := x.kinds[name]
	for op, bound := range bounds {
		if !slices.Contains([]string{"gt", "gte", "lt", "lte"}, op) || kind == "boolean" || ok && !osTyped(kind, bound) {
			return nil, osInvalid("[range] query does not support [%s] of field [%s]", op, name)
		}
	}
	field := strings.TrimPrefix(name, "fields.")
	return func(it *item) bool {
		v, there := it.fields[field]
		for op, bound := range bounds {
			if !there {
				return false
			}
			n, isNumber := v.(json.Number)
			o := 0
			if isNumber {
				o = order(n, bound.(json.Number))
			} else {
				o = strings.Compare(v.(string), bound.(string))
			}
			if !within(o, op) {
				return false
			}
		}
		return ok && there
	}, nil
}
