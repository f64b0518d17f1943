package fakeengine

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// item is one record as an engine keeps it.
type item struct {
	id     string
	vector []float32
	fields map[string]any             // string, json.Number, bool
	words  []string                   // of its text
	source map[string]json.RawMessage // as it came, where the engine gives that back
}

// scored is an item and how good it is; more is better.
type scored struct {
	*item
	score float64
}

// best are the items that pass, best first, ties by id.
func best(items map[string]*item, pass func(*item) (score float64, ok bool)) []scored {
	var all []scored
	for _, it := range items {
		if score, ok := pass(it); ok {
			all = append(all, scored{it, score})
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score),
			strings.Compare(a.id, b.id))
	})
	return all
}

// cosine is the cosine of the angle between two vectors.
func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa) / math.Sqrt(bb)
}

// squares is the squared distance of two vectors.
func squares(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return sum
}

// equal compares two values of JSON; numbers are equal by value, whole ones exactly.
func equal(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, both := b.(json.Number)
	if !isNumber || !both {
		return a == b
	}
	return order(x, y) == 0
}

// order compares two numbers, whole ones exactly.
func order(a, b json.Number) int {
	x, err := strconv.ParseInt(a.String(), 10, 64)
	y, err2 := strconv.ParseInt(b.String(), 10, 64)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return roughly(a, b)
}

// roughly compares two numbers as floating point.
func roughly(a, b json.Number) int {
	x, _ := a.Float64()
	y, _ := b.Float64()
	return cmp.Compare(x, y)
}

// within reports whether an order is what an operator asks for.
func within(order int, op string) bool {
	switch strings.TrimPrefix(op, "$") {
	case "gt":
		return order > 0
	case "gte":
		return order >= 0
	case "lt":
		return order < 0
	case "lte":
		return order <= 0
	}
	return false
}
