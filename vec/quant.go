package vec

import (
	"fmt"
	"math"
	"slices"
	"unsafe"
)

const (
	// CodeZero is the code of zero: a value is (code - CodeZero) · scale.
	CodeZero = 128
	// codeMax is the largest value of code - CodeZero.
	codeMax = 127
	// group is the number of codes that are multiplied at once.
	group = 4
)

// CodeStride is the number of codes of a row of dim dimensions: a multiple of four. The codes beyond the
// dimensions are CodeZero.
func CodeStride(dim int) int {
	checkDim(dim)
	return up(dim, group)
}

// Quantize turns rows into one byte per value and one scale per row, the same on every machine: a value is about
// (code - CodeZero) · scale. It fills codes, CodeStride(dim) for each row, and scales. The scale of a
// row with a NaN or an infinity in it is NaN.
func Quantize(codes []uint8, scales, rows []float32, dim int) {
	stride := CodeStride(dim)
	n := rowsOf(len(rows), dim)
	if len(codes) != n*stride || len(scales) != n {
		panic(fmt.Sprintf("vec: %d codes and %d scales for %d rows of %d", len(codes), len(scales), n, stride))
	}
	for i := range n {
		scales[i] = quantizeRow(codes[i*stride:(i+1)*stride], rows[i*dim:(i+1)*dim])
	}
}

// quantizeRow writes the codes of a row and returns its scale.
func quantizeRow(codes []uint8, row []float32) float32 {
	largest := largest(row)
	usable := largest > 0 && largest <= math.MaxFloat32
	factor := codeMax / float64(largest)
	for k := range codes {
		codes[k] = CodeZero
		if usable && k < len(row) {
			codes[k] = uint8(CodeZero + int(math.RoundToEven(float64(row[k])*factor)))
		}
	}
	if largest > math.MaxFloat32 || largest != largest {
		return float32(math.NaN())
	}
	return float32(float64(largest) / codeMax)
}

// largest returns the highest magnitude, or NaN if any value is NaN.
func largest(row []float32) float32 {
	var m float32
	for _, x := range row {
		if x < 0 {
			x = -x
		}
		if x > m || x != x {
			m = x
		}
		if x != x {
			break
		}
	}
	return m
}

// Queries8 are queries packed for scanning codes. They may be shared between goroutines.
type Queries8 struct {
	n, dim int
	panels []int8
	tail   []int8
	scales []float32
	start  []int32 // minus the excess of each sum that comes from CodeZero
	kern   *kernels
}

// PackQueries8 quantizes and packs n queries of dim values each. A query with a NaN or an infinity in it
// finds nothing.
func PackQueries8(q []float32, n, dim int) *Queries8 { return packQueries8(active, q, n, dim) }

func packQueries8(kern *kernels, q []float32, n, dim int) *Queries8 {
	stride := CodeStride(dim)
	if n < 0 || len(q) != n*dim {
		panic(fmt.Sprintf("vec: %d values are not %d queries of %d", len(q), n, dim))
	}
	wide := up(n, panelWidth)
	packed := &Queries8{
		n: n, dim: dim, kern: kern, panels: aligned[int8](wide * stride),
		scales: aligned[float32](wide), start: aligned[int32](wide),
	}
	left, padded := leftOver(n), up(stride, line)
	packed.tail = aligned[int8](left * padded)
	codes := make([]uint8, stride)
	for i := range n {
		packed.scales[i] = quantizeRow(codes, q[i*dim:(i+1)*dim])
		at := packed.panels[i/panelWidth*panelWidth*stride+i%panelWidth*group:]
		for k, c := range codes {
			code := int8(int(c) - CodeZero)
			at[k/group*group*panelWidth+k%group] = code
			packed.start[i] -= CodeZero * int32(code)
			if i >= n-left {
				packed.tail[(i-n+left)*padded+k] = code
			}
		}
	}
	return packed
}

func (q *Queries8) side() *side[uint8] {
	stride := CodeStride(q.dim)
	return &side[uint8]{
		set: &q.kern.int8, work: func(w *work) *scratch[uint8] { return &w.codes },
		n: q.n, stride: stride, depth: stride / group,
		panels: codeWords(q.panels), tail: codeWords(q.tail), scales: q.scales, start: q.start,
	}
}

// codeWords are the same codes, four in a word.
func codeWords(s []int8) []T32 {
	return unsafe.Slice((*T32)(unsafe.Pointer(unsafe.SliceData(s))), len(s)/group)
}

// Scan8 compares all rows of codes, which are numbered from base on, with the queries. The scores are nearly those
// of Scan: ask for more hits than you need, and Rescore.
func (t *Top) Scan8(q *Queries8, codes []uint8, scales []float32, base uint32) {
	n := q.rows(codes, scales)
	t.start(q.n, n, base)
	s := q.side()
	s.scan(t, codes, scales, numbers{base: base})
}

// ScanSome8 compares the rows of codes whose numbers are given.
func (t *Top) ScanSome8(q *Queries8, codes []uint8, scales []float32, which []uint32) {
	n := q.rows(codes, scales)
	t.startSome(q.n, n, which)
	s := q.side()
	s.scanSome(t, codes, scales, which)
}

func (q *Queries8) rows(codes []uint8, scales []float32) int {
	n := rowsOf(len(codes), CodeStride(q.dim))
	if len(scales) != n {
		panic(fmt.Sprintf("vec: %d scales for %d rows of codes", len(scales), n))
	}
	return n
}

// Rescore adds the rows that another Top holds, with their exact scores, to this one. It calls score for each row,
// from several goroutines, but for one query from one goroutine, in the order of the rows' numbers. Workers below 1
// are as many as there are processors.
func (t *Top) Rescore(o *Top, workers int, score func(query int, row uint32) float32) {
	if t.n != o.n {
		panic(fmt.Sprintf("vec: rescoring the best of %d and of %d queries", t.n, o.n))
	}
	t.expect(false)
	t.next = max(t.next, o.next)
	inTurn(workerCount(workers, t.n), t.n, 1, func(_, query, _ int) {
		for _, row := range o.rows(query) {
			t.offer(query, Hit{row, score(query, row)})
		}
	})
}

// rows are the numbers of the rows of a query, ascending: the order in memory.
func (t *Top) rows(query int) []uint32 {
	rows := make([]uint32, 0, t.held[query])
	for _, h := range t.heap(query) {
		rows = append(rows, h.Row)
	}
	slices.Sort(rows)
	return rows
}
