// Package saturate adds counts and amounts that came from outside.
package saturate

import "math"

// Add adds and stops at the largest number: a sum that wrapped would be a negative cost.
func Add(a, b int64) int64 {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	default:
		return sum
	}
}
