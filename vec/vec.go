// Package vec turns vectors and matrices into inner products, the best k rows of each query, and matrix
// products, as fast as the machine allows: assembly for AVX-512, VNNI and AVX2 on amd64, for NEON and its int8
// dot products on arm64, and plain Go everywhere else.
//
// Three promises hold on every path. The score of a row for a query depends on these two vectors alone:
// not on the other queries, the place in a tile, or the way of scanning. The best rows come in one order,
// higher score first and then lower row, so that neither blocks nor workers change them. And nothing
// outside the slices given is read or written, so that rows may be in a memory-mapped file.
//
// Scores of float32 scans may differ in their last bits between plain Go and assembly: this has fused
// multiply-add, and the same bits on all processors. Dot64 has the same bits on every machine, and is what
// scores that are shown or stored should come from. Int8 scores too are the same everywhere.
//
// A score that is NaN never enters a Top; infinities are scores like others. An int8 row made from a row
// with a NaN or an infinity in it is never found.
//
// The package refuses shapes that do not agree, by a panic as the standard library does: they are mistakes
// of the program, not of its data. It knows no files, no ids beyond row numbers, and no distance but the
// inner product: for cosine, Normalize first.
package vec

import (
	"fmt"
	"math"
)

// MaxDim is the highest number of dimensions: more could overflow the sums of int8 products.
const MaxDim = 1 << 16

// Dot is Dot64 rounded to float32.
func Dot(a, b []float32) float32 { return float32(Dot64(a, b)) }

// Dot64 is the inner product of two vectors of one length. Products are exact and are added in float64 in
// a fixed order, so that the result has the same bits on every machine.
func Dot64(a, b []float32) float64 { return dot64(active, a, b) }

// sums is the number of running sums of Dot64. Sum i takes the products whose place is i modulo sums.
const sums = 16

func dot64(k *kernels, a, b []float32) float64 {
	if len(a) != len(b) {
		panic(fmt.Sprintf("vec: dot product of %d and %d values", len(a), len(b)))
	}
	var s [sums]float64
	n := len(a) &^ (sums - 1)
	if n > 0 {
		k.dot64(&a[0], &b[0], n, &s)
	}
	for i, x := range a[n:] {
		s[i] += float64(x) * float64(b[n+i])
	}
	for half := sums / 2; half > 0; half /= 2 {
		for i := range half {
			s[i] += s[i+half]
		}
	}
	return s[0]
}

// Norm is the length of a vector.
func Norm(v []float32) float64 { return math.Sqrt(Dot64(v, v)) }

// Normalize scales a vector to length one and reports the length that it had. A vector whose length is
// zero, infinite or not a number stays as it is.
func Normalize(v []float32) float64 {
	norm := Norm(v)
	if norm > 0 && !math.IsInf(norm, 1) {
		for i, x := range v {
			v[i] = float32(float64(x) / norm)
		}
	}
	return norm
}

// rowsOf is the number of rows of a dimension in a number of values.
func rowsOf(values, dim int) int {
	if values%dim != 0 {
		panic(fmt.Sprintf("vec: %d values are no whole number of rows of %d", values, dim))
	}
	return values / dim
}

func checkDim(dim int) {
	if dim < 1 || dim > MaxDim {
		panic(fmt.Sprintf("vec: %d dimensions; it takes 1 to %d", dim, MaxDim))
	}
}
