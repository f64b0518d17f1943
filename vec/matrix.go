package vec

import "fmt"

// Matrix is rows of values in a slice. Each row begins Stride values after the one before. A head of attention in a
// tensor of tokens × heads × width is such a matrix: its rows are the tokens, its stride is heads × width.
type Matrix struct {
	Data               []float32
	Rows, Cols, Stride int
}

// Dense returns a matrix whose rows are contiguous.
func Dense(data []float32, rows, cols int) Matrix {
	if rows < 0 || cols < 0 || len(data) != rows*cols {
		panic(fmt.Sprintf("vec: %d values are not a matrix of %d × %d", len(data), rows, cols))
	}
	return Matrix{Data: data, Rows: rows, Cols: cols, Stride: cols}
}

// check panics if the rows would overlap or reach beyond the data. The last row needs no full stride.
func (m Matrix) check(name string) {
	switch {
	case m.Rows < 0 || m.Cols < 0 || m.Stride < m.Cols:
		panic(fmt.Sprintf("vec: matrix %s of %d × %d with rows %d apart", name, m.Rows, m.Cols, m.Stride))
	case m.Rows > 0 && m.Cols > 0 && (len(m.Data) < m.Cols || (len(m.Data)-m.Cols)/max(1, m.Stride) < m.Rows-1):
		panic(fmt.Sprintf("vec: matrix %s of %d × %d with rows %d apart in %d values", name, m.Rows, m.Cols, m.Stride, len(m.Data)))
	}
}

// row is a row of the matrix.
func (m Matrix) row(i int) []float32 { return m.Data[i*m.Stride : i*m.Stride+m.Cols] }

// MatMulT writes a·bᵀ to dst, which must not overlap them: the inner products of the rows of a with those of b. Workers
// below 1 are as many as there are processors; a small product is done by one. It packs b every time: for weights, Pack once.
func MatMulT(dst, a, b Matrix, workers int) {
	var p Panels
	p.SetRows(b)
	p.MulTo(dst, a, workers)
}
