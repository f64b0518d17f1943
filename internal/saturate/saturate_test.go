package saturate

import (
	"math"
	"testing"
)

func TestAdd(t *testing.T) {
	for _, c := range [][3]int64{
		{1, 2, 3}, {math.MaxInt64, 1, math.MaxInt64}, {math.MaxInt64, math.MaxInt64, math.MaxInt64}, {math.MaxInt64, -1, math.MaxInt64 - 1},
		{math.MinInt64, -1, math.MinInt64}, {math.MinInt64, math.MinInt64, math.MinInt64}, {math.MinInt64, math.MaxInt64, -1},
	} {
		if got := Add(c[0], c[1]); got != c[2] {
			t.Errorf("%d + %d = %d", c[0], c[1], got)
		}
	}
}
