package weaviate

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/index"
)

// operators are Weaviate's names. NotEqual and ContainsNone are complements of all records of a shard, so that
// they let through what lacks the field, as they must.
var operators = map[index.Op]string{
	index.And: "And", index.Or: "Or",
	index.Equal: "Equal", index.NotEqual: "NotEqual", index.In: "ContainsAny", index.NotIn: "ContainsNone",
	index.Greater: "GreaterThan", index.GreaterOrEqual: "GreaterThanEqual", index.Less: "LessThan", index.LessOrEqual: "LessThanEqual",
}

// where is a checked filter as GraphQL's argument; empty for none.
func where(f *index.Filter) (string, error) {
	if f == nil {
		return "", nil
	}
	if f.Op == index.And || f.Op == index.Or {
		parts := make([]string, len(f.Of))
		for i, o := range f.Of {
			var err error
			if parts[i], err = where(o); err != nil {
				return "", err
			}
		}
		return join(f.Op, parts...), nil
	}
	if _, ok := f.Values[0].(int64); ok {
		return whole(f), nil
	}
	return compare(f.Op, f.Field, f.Values)
}

func join(op index.Op, parts ...string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "{operator:" + operators[op] + ",operands:[" + strings.Join(parts, ",") + "]}"
}

// compare is one comparison of one property.
func compare(op index.Op, name string, values []any) (string, error) {
	literals := make([]string, len(values))
	kind := ""
	for i, v := range values {
		var err error
		if kind, literals[i], err = literal(v); err != nil {
			return "", fmt.Errorf("filter on field %q: %w", name, err)
		}
	}
	value := literals[0]
	if op == index.In || op == index.NotIn {
		value = "[" + strings.Join(literals, ",") + "]"
	}
	return "{path:[" + quote(name) + "],operator:" + operators[op] + "," + kind + ":" + value + "}", nil
}

// literal is a value, and the name of the argument that takes it.
func literal(v any) (kind, text string, err error) {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) {
			return "", "", errUTF8
		}
		return "valueText", quote(guard(v)), nil
	case int64:
		return "valueInt", strconv.FormatInt(v, 10), nil
	case float64:
		if math.IsInf(v, 0) {
			return "", "", errInfinite
		}
		return "valueNumber", strconv.FormatFloat(v, 'g', -1, 64), nil
	case bool:
		return "valueBoolean", strconv.FormatBool(v), nil
	}
	return "", "", fmt.Errorf("the engine has no value of type %T", v)
}

// quote is a text as GraphQL writes it: JSON's escapes are all known there.
func quote(s string) string {
	text, _ := json.Marshal(s) // a string cannot fail
	return string(text)
}

// whole is a comparison of a field of whole numbers, of which wide ones stand in a property of their own.
func whole(f *index.Filter) string {
	var near, far []any
	for _, v := range f.Values {
		if n, _ := v.(int64); wide(n) {
			far = append(far, exact(n))
		} else {
			near = append(near, v)
		}
	}
	var parts []string
	add := func(op index.Op, name string, values ...any) {
		if len(values) > 0 {
			part, _ := compare(op, name, values) // whole numbers and their exact texts have literals
			parts = append(parts, part)
		}
	}
	add(f.Op, f.Field, near...)
	add(f.Op, f.Field+exactSuffix, far...)
	if len(far) == 0 || f.Op == index.Equal || f.Op == index.In {
		return join(index.Or, parts...)
	}
	if f.Op == index.NotEqual || f.Op == index.NotIn {
		return join(index.And, parts...)
	}
	// An order against a wide number: narrow ones, and wide ones of the other sign, lie all on one side of it.
	n, _ := f.Values[0].(int64)
	if greater := f.Op == index.Greater || f.Op == index.GreaterOrEqual; greater && n < 0 {
		add(index.Greater, f.Field, int64(-narrow))
	} else if !greater && n > 0 {
		add(index.Less, f.Field, int64(narrow))
	}
	return join(index.Or, parts...)
}
