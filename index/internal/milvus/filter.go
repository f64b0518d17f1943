package milvus

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/index"
)

// symbols are the operators that compare with one value, in Milvus's words.
var symbols = map[index.Op]string{index.Greater: ">", index.GreaterOrEqual: ">=", index.Less: "<",
	index.LessOrEqual: "<="}

// expression is a filter in Milvus's words; nothing lets everything through. Its depth is bounded by what
// Filter.Check lets through. Everything is in brackets: servers have differed in what binds closer. A negation
// names records that lack the field, and not is used nowhere: what it makes of a missing value has changed.
func expression(f *index.Filter) string {
	if f == nil {
		return ""
	}
	name := fieldPrefix + f.Field
	switch f.Op {
	case index.And, index.Or:
		parts := make([]string, len(f.Of))
		for i, o := range f.Of {
			parts[i] = expression(o)
		}
		return "(" + strings.Join(parts, map[index.Op]string{index.And: " and ", index.Or: " or "}[f.Op]) + ")"
	case index.Equal, index.In:
		return equal.of(name, f.Values)
	case index.NotEqual, index.NotIn:
		return "(" + name + " is null or " + unequal.of(name, f.Values) + ")"
	}
	if f.Values[0] == any(int64(math.MinInt64)) {
		return ofLeast(name, f.Op)
	}
	return fmt.Sprintf("(%s %s %s)", name, symbols[f.Op], literal(f.Values[0]))
}

// comparison is how a field is held against several values.
type comparison struct {
	one, list, join string
	least           index.Op // of the least whole number, which cannot be named
}

var (
	equal   = comparison{"==", "in", " or ", index.LessOrEqual}
	unequal = comparison{"!=", "not in", " and ", index.Greater} // for records that have the field
)

// of holds a field against the values. Lists are of numbers and texts: of yes and no each is asked.
func (c comparison) of(name string, values []any) string {
	each, list := splitValues(values)
	var parts []string
	for _, v := range each {
		if v == any(int64(math.MinInt64)) {
			parts = append(parts, ofLeast(name, c.least))
			continue
		}
		parts = append(parts, fmt.Sprintf("(%s %s %s)", name, c.one, literal(v)))
	}
	if len(list) > 0 {
		parts = append(parts, fmt.Sprintf("(%s %s [%s])", name, c.list, strings.Join(list, ", ")))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, c.join) + ")"
}

// splitValues returns the values that are compared one by one, and the others as a list has them.
func splitValues(values []any) (each []any, list []string) {
	for _, v := range values {
		_, yesNo := v.(bool)
		if yesNo || len(values) == 1 || v == any(int64(math.MinInt64)) {
			if !slices.Contains(each, v) {
				each = append(each, v)
			}
			continue
		}
		list = append(list, literal(v))
	}
	return each, list
}

// ofLeast compares with the least whole number. Servers read it as the negative of a number that is one too
// large, so the filter does not name it.
func ofLeast(name string, op index.Op) string {
	const above = "-9223372036854775807"
	switch op {
	case index.Less:
		return fmt.Sprintf("(%s < 0 and %s > 0)", name, name)
	case index.LessOrEqual:
		return fmt.Sprintf("(%s < %s)", name, above)
	case index.Greater:
		return fmt.Sprintf("(%s >= %s)", name, above)
	}
	return fmt.Sprintf("(%s is not null)", name)
}

// among holds for records of these ids.
func among(name string, ids []string) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = literal(id)
	}
	return name + " in [" + strings.Join(list, ", ") + "]"
}

// escapes are what a text of a filter cannot hold as it is; everything else can.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// literal is a value as filters have it. A number that is not whole always has a point or an exponent: without one
// it would be a whole number, which some servers do not compare with it.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return `"` + escapes.Replace(v) + `"`
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	}
	return fmt.Sprint(v)
}
