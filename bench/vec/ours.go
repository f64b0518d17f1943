//go:build linux

package main

import (
	"slices"

	"github.com/assayhq/assay/vec"
)

// data are rows and queries, in all the forms that are scanned.
type data struct {
	dim           int
	rows, queries []float32
	codes         []uint8
	scales        []float32
	few           []uint32 // every thousandth row or so
	batch, one    side
}

// side is so many queries, packed.
type side struct {
	n     int
	float *vec.Queries
	int8  *vec.Queries8
}

func newData(s *setting, values []float32) *data {
	d := &data{dim: s.dim, rows: values[:s.rows*s.dim], queries: values[s.rows*s.dim:]}
	d.codes, d.scales = make([]uint8, s.rows*vec.CodeStride(s.dim)), make([]float32, s.rows)
	inPieces(s.rows, func(from, to int) {
		stride := vec.CodeStride(d.dim)
		vec.Quantize(d.codes[from*stride:to*stride], d.scales[from:to], d.rows[from*d.dim:to*d.dim], d.dim)
	})
	for i := 500; i < s.rows; i += 1000 {
		d.few = append(d.few, uint32(i+i*7919%499))
	}
	d.batch, d.one = d.pack(s.queries), d.pack(1)
	return d
}

func inPieces(n int, do func(from, to int)) {
	vec.NewTop(0, 0).Parallel(n, 0, func(_ *vec.Top, from, to int) { do(from, to) })
}

func (d *data) pack(n int) side {
	q := d.queries[:n*d.dim]
	return side{n, vec.PackQueries(q, n, d.dim), vec.PackQueries8(q, n, d.dim)}
}

// float finds the best k of all rows.
func (d *data) float(q side, k, workers int) *vec.Top {
	top := vec.NewTop(q.n, k)
	top.Parallel(len(d.scales), workers, func(part *vec.Top, from, to int) {
		part.Scan(q.float, d.rows[from*d.dim:to*d.dim], uint32(from))
	})
	return top
}

// some finds the best k of few rows.
func (d *data) some(q side, k int) *vec.Top {
	top := vec.NewTop(q.n, k)
	top.ScanSome(q.float, d.rows, d.few)
	return top
}

// int8 finds the best k by the codes of all rows and the exact scores of the best of these.
func (d *data) int8(q side, k, wide, workers int) *vec.Top {
	rough, top, stride := vec.NewTop(q.n, wide), vec.NewTop(q.n, k), vec.CodeStride(d.dim)
	rough.Parallel(len(d.scales), workers, func(part *vec.Top, from, to int) {
		part.Scan8(q.int8, d.codes[from*stride:to*stride], d.scales[from:to], uint32(from))
	})
	top.Rescore(rough, workers, func(query int, row uint32) float32 {
		return vec.Dot(d.queries[query*d.dim:(query+1)*d.dim], d.rows[int(row)*d.dim:(int(row)+1)*d.dim])
	})
	return top
}

// shared is the share of the first top's hits that the second has.
func shared(want, got *vec.Top) float64 {
	found, all := 0, 0
	for i := range want.Len() {
		hits := got.Best(i)
		for _, h := range want.Best(i) {
			all++
			if slices.ContainsFunc(hits, func(o vec.Hit) bool { return o.Row == h.Row }) {
				found++
			}
		}
	}
	return float64(found) / float64(all)
}
