package lsa

import (
	"cmp"
	"math"
	"slices"
)

// matrix holds the weights of the training texts: one row per text, of length one, and one column per term. Texts of
// the same terms are one row, longer by the root of their number, which changes no product of the matrix with
// its transpose.
type matrix struct {
	columns int
	kept    pairs
	scales  []float32 // of the rows: a weight is one's own times that of the term
	idf     []float32
	total   float64 // squared weights, which is how many texts are in it
}

// inverse is how much a term that is in some of the texts counts: smoothed, as if one more text held all terms.
func inverse(texts int, in int32) float64 {
	return math.Log(float64(1+texts)/float64(1+in)) + 1
}

// sublinear is how much a term that is in a text several times counts.
func sublinear(times int) float64 { return 1 + math.Log(float64(times)) }

// weight is what a term that is in a text several times weighs, before the row is made of length one.
func weight(times uint16, idf float32) float64 {
	if times == 1 {
		return float64(idf) // as nearly all are
	}
	return sublinear(int(times)) * float64(idf)
}

// weigh makes the matrix of the chosen terms. The counts are used up.
func (c *counts) weigh(terms []term, idf []float32) *matrix {
	column := make([]int32, len(c.names))
	for i := range column {
		column[i] = -1
	}
	for i, t := range terms {
		column[t.id] = int32(i)
	}
	c.words, c.names, c.place = nil, nil, nil
	c.choose(column)
	order, first := c.order()
	m := &matrix{columns: len(terms), idf: idf, scales: make([]float32, 0, len(first))}
	m.kept.spans = make([]span, 0, len(first))
	for n, i := range first {
		next := len(order)
		if n+1 < len(first) {
			next = int(first[n+1])
		}
		ids, times := c.kept.row(int(order[i]))
		m.add(ids, times, next-int(i))
	}
	return m
}

// choose renames the terms to their columns and drops the others; rows stay sorted.
func (c *counts) choose(column []int32) {
	for i := range c.kept.rows() {
		ids, times := c.kept.row(i)
		at := 0
		for k, id := range ids {
			if id := column[id]; id >= 0 {
				ids[at], times[at] = id, times[k]
				at++
			}
		}
		sortPairs(ids[:at], times[:at])
		c.kept.shorten(i, at)
	}
}

// sortPairs sorts by id. Most rows are short.
func sortPairs(ids []int32, times []uint16) {
	if len(ids) <= 64 {
		for i := 1; i < len(ids); i++ {
			for j := i; j > 0 && ids[j] < ids[j-1]; j-- {
				ids[j], ids[j-1] = ids[j-1], ids[j]
				times[j], times[j-1] = times[j-1], times[j]
			}
		}
		return
	}
	pairs := make([]uint64, len(ids))
	for i, id := range ids {
		pairs[i] = uint64(id)<<16 | uint64(times[i])
	}
	slices.Sort(pairs)
	for i, p := range pairs {
		ids[i], times[i] = int32(p>>16), uint16(p)
	}
}

// order sorts the rows that are not empty by what is in them, so that sums do not depend on the order of the
// texts, and where in that order each different row is first.
func (c *counts) order() (order, first []int32) {
	sums := make([]uint64, c.kept.rows())
	for i := range sums {
		ids, times := c.kept.row(i)
		for k, id := range ids {
			sums[i] = mix(sums[i] ^ uint64(id)<<16 ^ uint64(times[k]))
		}
		if len(ids) > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		if d := cmp.Compare(sums[a], sums[b]); d != 0 {
			return d
		}
		return c.kept.compare(a, b)
	})
	for i := range order {
		if i == 0 || c.kept.compare(order[i-1], order[i]) != 0 {
			first = append(first, int32(i))
		}
	}
	return order, first
}

// add appends the row of one text that occurs several times.
func (m *matrix) add(ids []int32, times []uint16, copies int) {
	square := 0.0
	m.kept.begin(len(ids))
	for k, id := range ids {
		w := weight(times[k], m.idf[id])
		square += w * w
		m.kept.add(id, times[k])
	}
	m.kept.end()
	m.scales = append(m.scales, float32(math.Sqrt(float64(copies)/square)))
	m.total += float64(copies)
}

// width is the columns of a panel: a dense matrix with a row a term is kept as panels of so many columns, each
// in one piece, so that workers share nothing but the sparse matrix and a panel's rows are whole cache lines.
const width = 64

// panel is some columns of a dense matrix.
type panel [][width]float32

// square sets z to AᵀA q less shift times q. Each sum is taken in the order of the rows of A.
func (m *matrix) square(z, q panel, shift float64) {
	for i := range z {
		for j := range z[i] {
			z[i][j] = -float32(shift) * q[i][j]
		}
	}
	var y [width]float32
	var weights []float32
	for i, scale := range m.scales {
		ids, times := m.kept.row(i)
		weights = weights[:0]
		for k, id := range ids {
			weights = append(weights, float32(weight(times[k], m.idf[id]))*scale)
		}
		clear(y[:])
		for k, id := range ids {
			axpy(&y, weights[k], &q[id])
		}
		for k, id := range ids {
			axpy(&z[id], weights[k], &y)
		}
	}
}

// axpy adds a x to y.
func axpy(y *[width]float32, a float32, x *[width]float32) {
	for i := 0; i < width; i += 4 {
		y[i] += a * x[i]
		y[i+1] += a * x[i+1]
		y[i+2] += a * x[i+2]
		y[i+3] += a * x[i+3]
	}
}
