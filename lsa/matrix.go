package lsa

import (
	"cmp"
	"math"
	"slices"
)

// matrix holds the weights of the training texts: a row a text, of length one, and a column a term. Texts of
// the same terms are one row, longer by the root of their number, which changes no product of the matrix with
// its transpose.
type matrix struct {
	columns int
	ends    []int // where each row ends
	ids     []int32
	weights []float32
	total   float64 // squared weights, which is how many texts are in it
}

// inverse is how much a term that is in some of the texts counts: smoothed, as if one more text held all terms.
func inverse(texts int, in int32) float64 {
	return math.Log(float64(1+texts)/float64(1+in)) + 1
}

// sublinear is how much a term that is in a text several times counts.
func sublinear(times int) float64 { return 1 + math.Log(float64(times)) }

// weigh makes the matrix of the chosen terms. The counts are used up.
func (c *counts) weigh(terms []term, idf []float32) *matrix {
	column := make([]int32, len(c.names))
	for i := range column {
		column[i] = -1
	}
	for i, t := range terms {
		column[t.id] = int32(i)
	}
	c.words, c.names = nil, nil
	c.choose(column)
	order, first := c.order()
	m := &matrix{columns: len(terms)}
	pairs := 0
	for _, i := range first {
		from, to := c.span(order[i])
		pairs += to - from
	}
	m.ids, m.weights, m.ends = make([]int32, 0, pairs), make([]float32, 0, pairs), make([]int, 0, len(first))
	for n, i := range first {
		next := len(order)
		if n+1 < len(first) {
			next = first[n+1]
		}
		m.add(c, order[i], next-i, idf)
	}
	return m
}

// choose renames the terms to their columns and drops the others; rows stay sorted.
func (c *counts) choose(column []int32) {
	at, start := 0, 0
	for i, end := range c.ends {
		from := at
		for k := start; k < end; k++ {
			if id := column[c.ids[k]]; id >= 0 {
				c.ids[at], c.times[at] = id, c.times[k]
				at++
			}
		}
		sortPairs(c.ids[from:at], c.times[from:at])
		c.ends[i] = at
		start = end
	}
	c.ids, c.times = c.ids[:at], c.times[:at]
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

func (c *counts) span(i int32) (from, to int) {
	if i > 0 {
		from = c.ends[i-1]
	}
	return from, c.ends[i]
}

// order sorts the rows that are not empty by what is in them, so that sums do not depend on the order of the
// texts, and says where in that order each different row first stands.
func (c *counts) order() (order []int32, first []int) {
	sums := make([]uint64, len(c.ends))
	for i := range c.ends {
		from, to := c.span(int32(i))
		for k := from; k < to; k++ {
			sums[i] = mix(sums[i] ^ uint64(c.ids[k])<<16 ^ uint64(c.times[k]))
		}
		if to > from {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		if d := cmp.Compare(sums[a], sums[b]); d != 0 {
			return d
		}
		return c.compare(a, b)
	})
	for i := range order {
		if i == 0 || c.compare(order[i-1], order[i]) != 0 {
			first = append(first, i)
		}
	}
	return order, first
}

func (c *counts) compare(a, b int32) int {
	fromA, toA := c.span(a)
	fromB, toB := c.span(b)
	if d := slices.Compare(c.ids[fromA:toA], c.ids[fromB:toB]); d != 0 {
		return d
	}
	return slices.Compare(c.times[fromA:toA], c.times[fromB:toB])
}

// add appends the row of one text that occurs several times.
func (m *matrix) add(c *counts, i int32, copies int, idf []float32) {
	from, to := c.span(i)
	start, square := len(m.ids), 0.0
	for k := from; k < to; k++ {
		w := sublinear(int(c.times[k])) * float64(idf[c.ids[k]])
		square += w * w
		m.ids, m.weights = append(m.ids, c.ids[k]), append(m.weights, float32(w))
	}
	scale := float32(math.Sqrt(float64(copies) / square))
	for k := start; k < len(m.weights); k++ {
		m.weights[k] *= scale
	}
	m.ends = append(m.ends, len(m.ids))
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
	start := 0
	for _, end := range m.ends {
		ids, weights := m.ids[start:end], m.weights[start:end]
		start = end
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
