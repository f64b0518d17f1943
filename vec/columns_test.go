package vec

import (
	"slices"
	"testing"
)

// TestColumns: a product with some columns is that part of the product with all.
func TestColumns(t *testing.T) {
	const m, n, k = 13, 150, 40
	r := source(31)
	x, p := random(r, m*k), Pack(random(r, n*k), n, k)
	p.Bias(random(r, n))
	all := make([]float32, m*n)
	p.Mul(all, x, m, 1)
	for _, c := range [][2]int{{0, 150}, {32, 150}, {64, 65}, {128, 150}, {0, 31}, {96, 96}} {
		some := make([]float32, m*(c[1]-c[0]))
		p.Columns(c[0], c[1]).Mul(some, x, m, 1)
		for i := range m {
			if !slices.Equal(some[i*(c[1]-c[0]):(i+1)*(c[1]-c[0])], all[i*n+c[0]:i*n+c[1]]) {
				t.Errorf("columns %v differ in row %d", c, i)
			}
		}
	}
	for _, c := range [][2]int{{-32, 0}, {1, 5}, {64, 32}, {0, 151}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("columns %v of %d are taken", c, n)
				}
			}()
			p.Columns(c[0], c[1])
		}()
	}
}
