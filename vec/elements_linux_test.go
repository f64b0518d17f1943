package vec

import "testing"

// TestElementsStayWithinSlices runs the functions of elements on slices with a fence after them, and before them.
func TestElementsStayWithinSlices(t *testing.T) {
	const most = 1 << 14
	a, b := newFenced(t, most), newFenced(t, most)
	c, d := newFenced(t, most), newFenced(t, most)
	eachPath(t, func(t *testing.T, k *kernels) {
		e, r := k.elements, source(22)
		for i := range 400 {
			n, end := 1+i/2, i%2 == 0
			x, y := put(a, random(r, n), end), put(b, random(r, n), end)
			gamma, beta := put(c, random(r, n), end), put(d, random(r, n), end)
			for _, f := range functions {
				f.run(e, x)
			}
			e.binary(e.add, x, y)
			e.binary(e.times, x, y)
			e.softmaxRows(Dense(x, 1, n), 1)
			e.normRows(Dense(x, 1, n), nil, gamma, beta, 1e-5)
			e.normRows(Dense(x, 1, n), y, gamma, beta, 1e-5)
		}
	})
}

// TestCodeFences multiplies codes with fences around what is read and written.
func TestCodeFences(t *testing.T) {
	const most = 1 << 16
	a, b := newFenced(t, most), newFenced(t, most)
	eachPath(t, func(t *testing.T, k *kernels) {
		r := source(43)
		for i := range 300 {
			m, n := 1+r.IntN(30), 1+r.IntN(70)
			dim, end := 1+i%70, i%2 == 0
			p := packCodes(k, random(r, n*dim), n, dim)
			x, dst := put(a, random(r, m*dim), end), put(b, make([]float32, m*n), end)
			p.MulTo(Dense(dst, m, n), Dense(x, m, dim), 1)
		}
	})
}
