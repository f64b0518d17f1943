package weaviate

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

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
func where(f *index.Filter) string {
	if f == nil {
		return ""
	}
	if f.Op == index.And || f.Op == index.Or {
		parts := make([]string, len(f.Of))
		for i, o := range f.Of {
			parts[i] = where(o)
		}
		return join(f.Op, parts...)
	}
	if _, ok := f.Values[0].(int64); ok {
		return integer(f)
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
func compare(op index.Op, name string, values []any) string {
	literals := make([]string, len(values))
	kind := ""
	for i, v := range values {
		kind, literals[i] = literal(v)
	}
	value := literals[0]
	if op == index.In || op == index.NotIn {
		value = "[" + strings.Join(literals, ",") + "]"
	}
	return "{path:[" + quote(name) + "],operator:" + operators[op] + "," + kind + ":" + value + "}"
}

// literal is a value that remote.Shape lets through, and the name of the argument that takes it.
func literal(v any) (kind, text string) {
	switch v := v.(type) {
	case string:
		return "valueText", quote(guard(v))
	case int64:
		return "valueInt", strconv.FormatInt(v, 10)
	case float64:
		return "valueNumber", strconv.FormatFloat(v, 'g', -1, 64)
	}
	return "valueBoolean", fmt.Sprint(v)
}

// quote is a text as GraphQL writes it: JSON's escapes are all known there.
func quote(s string) string {
	text, _ := json.Marshal(s) // a string cannot fail
	return string(text)
}

// integer is a comparison of a field of whole numbers. Wide ones have a property of their own.
func integer(f *index.Filter) string {
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
			parts = append(parts, compare(op, name, values))
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
