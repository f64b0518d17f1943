package fakeengine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

type passing func(map[string]any) bool

// filter reads a filter of S3 Vectors.
func (s *s3) filter(x *s3Index, f any) (passing, error) {
	if f == nil {
		return func(map[string]any) bool { return true }, nil
	}
	object, ok := f.(map[string]any)
	if !ok || len(object) == 0 {
		return nil, errors.New("a filter is an object that is not empty")
	}
	var all []passing
	for key, v := range object {
		var p passing
		var err error
		if key == "$and" || key == "$or" {
			p, err = s.several(x, key, v)
		} else {
			p, err = s.field(x, key, v)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return func(m map[string]any) bool { return !slices.ContainsFunc(all, func(p passing) bool { return !p(m) }) }, nil
}

func (s *s3) several(x *s3Index, op string, v any) (passing, error) {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return nil, fmt.Errorf("%s takes an array that is not empty", op)
	}
	var all []passing
	for _, f := range list {
		p, err := s.filter(x, f)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	if op == "$or" {
		return func(m map[string]any) bool { return slices.ContainsFunc(all, func(p passing) bool { return p(m) }) }, nil
	}
	return func(m map[string]any) bool { return !slices.ContainsFunc(all, func(p passing) bool { return !p(m) }) }, nil
}

func (s *s3) field(x *s3Index, key string, v any) (passing, error) {
	if slices.Contains(x.unfiltered, key) {
		return nil, fmt.Errorf("%q is not filterable", key)
	}
	operators, ok := v.(map[string]any)
	if !ok {
		operators = map[string]any{"$eq": v}
	}
	var all []passing
	for op, operand := range operators {
		p, err := s.comparison(key, op, operand)
		if err != nil {
			return nil, fmt.Errorf("%s of %q: %w", op, key, err)
		}
		all = append(all, p)
	}
	return func(m map[string]any) bool { return !slices.ContainsFunc(all, func(p passing) bool { return !p(m) }) }, nil
}

func (s *s3) comparison(key, op string, operand any) (passing, error) {
	number, isNumber := operand.(json.Number)
	list, isList := operand.([]any)
	switch op {
	case "$eq", "$ne":
		if isList || !s3Value(operand) {
			return nil, errors.New("it takes a string, a number or a boolean")
		}
		list = []any{operand}
	case "$in", "$nin":
		if !isList || len(list) == 0 {
			return nil, errors.New("it takes an array that is not empty")
		}
	case "$gt", "$gte", "$lt", "$lte":
		if !isNumber {
			return nil, errors.New("it takes a number")
		}
		return func(m map[string]any) bool {
			n, ok := m[key].(json.Number)
			return ok && within(roughly(n, number), op)
		}, nil
	case "$exists":
		want, ok := operand.(bool)
		if !ok {
			return nil, errors.New("it takes a boolean")
		}
		return func(m map[string]any) bool { _, there := m[key]; return there == want }, nil
	default:
		return nil, errors.New("there is no such operator")
	}
	not := op == "$ne" || op == "$nin"
	return func(m map[string]any) bool {
		v, there := m[key]
		if !there {
			return not && !s.options.NotNeedsTheKey
		}
		return s3Any(v, list) != not
	}, nil
}

// s3Any reports whether a value, or any element of a list, is one of several. Numbers are floating point.
func s3Any(v any, of []any) bool {
	if elements, ok := v.([]any); ok {
		return slices.ContainsFunc(elements, func(e any) bool { return s3Any(e, of) })
	}
	return slices.ContainsFunc(of, func(o any) bool {
		x, isNumber := v.(json.Number)
		y, both := o.(json.Number)
		return v == o || isNumber && both && roughly(x, y) == 0
	})
}
