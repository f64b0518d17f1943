package vec

import (
	"fmt"
	"math"
	"sync"
)

// Panels8 are the right side of a matrix product with one byte per weight and one scale per column. Where the
// machine multiplies bytes, the left side is converted to bytes too, with one scale per row. Elsewhere the weights
// are converted to floats again, one panel at a time. So the last digits differ between machines. On one machine a
// value depends on its row and its column alone.
type Panels8 struct {
	n, k   int
	codes  []int8 // by panel, group of four values, column
	scales []float32
	sums   []int32 // of each column's codes: the change of the product if all codes of a row are one higher
	bias   []float32
	kern   *kernels
}

// PackCodes packs weights as models store them: n rows, one for each output, of k values, one for each input.
// Weights that are NaN or infinite make columns of NaN.
func PackCodes(w []float32, n, k int) *Panels8 { return packCodes(active, w, n, k) }

func packCodes(kern *kernels, w []float32, n, k int) *Panels8 {
	stride := CodeStride(k)
	if n < 0 || len(w) != n*k {
		panic(fmt.Sprintf("vec: %d weights are not %d × %d", len(w), n, k))
	}
	wide := panels(n) * panelWidth
	p := &Panels8{
		n: n, k: k, kern: kern, codes: aligned[int8](wide * stride),
		scales: aligned[float32](wide), sums: aligned[int32](wide), bias: aligned[float32](wide),
	}
	codes := make([]uint8, stride)
	for i := range n {
		p.scales[i] = quantizeRow(codes, w[i*k:(i+1)*k])
		at := p.codes[i/panelWidth*panelWidth*stride+i%panelWidth*group:]
		for j, c := range codes {
			code := int8(int(c) - CodeZero)
			at[j/group*group*panelWidth+j%group] = code
			p.sums[i] += int32(code)
		}
	}
	return p
}

// Bias sets what is added to each column.
func (p *Panels8) Bias(b []float32) {
	if len(b) != p.n {
		panic(fmt.Sprintf("vec: bias of %d for %d columns", len(b), p.n))
	}
	copy(p.bias, b)
}

// Size is the number of columns and of values of each: outputs and inputs.
func (p *Panels8) Size() (n, k int) { return p.n, p.k }

// codesArgs are the arguments of a loop of mulCodes. Assembly reads the fields by name.
type codesArgs struct {
	x            *uint8
	stride       uintptr // bytes from row to row of x
	depth        uintptr // groups of four codes
	panel        *int8
	sums         *int32
	weightScales *float32
	bias         *float32
	rows         *rowCode
	dst          *float32
	dstStride    uintptr // bytes
	tiles        uintptr
	mask         uintptr // of the lanes to store
}

// rowCode converts the codes of a row back to values: a value is (code - zero) · scale.
type rowCode struct {
	step float32
	zero int32
}

// quantizeArgs are the arguments and results of the loops that make codes.
type quantizeArgs struct {
	x           *float32
	n           uintptr
	codes       *uint8
	factor      float32
	zero        int32
	least, most float32
	size        uint32 // the highest magnitude, as bits
}

// leftSide holds the rows of the left side as codes.
type leftSide struct {
	codes []uint8
	rows  []rowCode
	panel []float32
}

var leftSides = sync.Pool{New: func() any { return new(leftSide) }}

// codeRows is how many rows pass a panel of weights at once: their codes stay in the first-level cache.
const codeRows = 96

// MulTo writes the product of x with the panels to dst, which must not overlap x. Workers below 1 are as
// many as there are processors; a small product is done by one.
func (p *Panels8) MulTo(dst, x Matrix, workers int) {
	x.check("x")
	dst.check("dst")
	if x.Cols != p.k || dst.Cols != p.n || dst.Rows != x.Rows {
		panic(fmt.Sprintf("vec: product of %d × %d with %d × %d into %d × %d", x.Rows, x.Cols, p.k, p.n, dst.Rows, dst.Cols))
	}
	if x.Rows == 0 || p.n == 0 {
		return
	}
	// A piece is some rows by some panels: few rows are divided by panels, many by rows.
	cols := panels(p.n)
	workers = workerCount(workers, int(1+float64(x.Rows)*float64(p.n)*float64(p.k)/mulPiece))
	tall := (x.Rows + codeRows - 1) / codeRows
	if workers > 1 && tall < 2*workers {
		cols = max(1, cols*tall/(2*workers))
	}
	wide := (panels(p.n) + cols - 1) / cols
	inTurn(workers, tall*wide, 1, func(_, piece, _ int) {
		row, col := piece/wide*codeRows, piece%wide*cols
		some := min(x.Rows, row+codeRows)
		p.block(
			Matrix{Data: dst.Data[row*dst.Stride:], Rows: some - row, Cols: dst.Cols, Stride: dst.Stride},
			Matrix{Data: x.Data[row*x.Stride:], Rows: some - row, Cols: x.Cols, Stride: x.Stride},
			col, min(panels(p.n), col+cols))
	})
}

// block multiplies a few rows with some panels, in tiles of nearly equal size.
func (p *Panels8) block(dst, x Matrix, firstPanel, lastPanel int) {
	left := leftSides.Get().(*leftSide)
	defer leftSides.Put(left)
	set := &p.kern.codes
	if set.run == nil {
		p.floats(left, dst, x, firstPanel, lastPanel)
		return
	}
	left.quantize(p.kern, x)
	stride := CodeStride(p.k)
	a := &codesArgs{stride: uintptr(stride), depth: uintptr(stride / group)}
	most := len(set.run)
	tiles := (x.Rows + most - 1) / most
	size, larger := x.Rows/tiles, x.Rows%tiles
	for col := firstPanel * panelWidth; col < min(p.n, lastPanel*panelWidth); col += set.width {
		a.panel, a.sums = &p.codes[col/panelWidth*panelWidth*stride+col%panelWidth*group], &p.sums[col]
		a.weightScales, a.bias = &p.scales[col], &p.bias[col]
		a.mask = 1<<min(set.width, p.n-col) - 1
		p.tiles(a, left, dst, 0, col, size+1, larger)
		p.tiles(a, left, dst, larger*(size+1), col, size, tiles-larger)
	}
}

// tiles multiplies so many tiles of so many rows with one panel.
func (p *Panels8) tiles(a *codesArgs, left *leftSide, dst Matrix, row, col, rows, tiles int) {
	set := &p.kern.codes
	set.tiles(dst, row, col, rows, tiles, func(row, tiles int, to *float32, stride uintptr) {
		a.x, a.rows, a.tiles = &left.codes[row*int(a.stride)], &left.rows[row], uintptr(tiles)
		a.dst, a.dstStride = to, stride
		set.run[rows-1](a)
	})
}

// quantize converts rows to codes.
func (l *leftSide) quantize(kern *kernels, x Matrix) {
	stride := CodeStride(x.Cols)
	if cap(l.codes) < x.Rows*stride {
		l.codes = aligned[uint8](codeRows * stride)
	}
	if l.rows == nil {
		l.rows = make([]rowCode, codeRows)
	}
	l.codes = l.codes[:x.Rows*stride]
	for i := range x.Rows {
		codes := l.codes[i*stride : (i+1)*stride]
		l.rows[i] = codesOf(kern, codes, x.row(i))
	}
}

// codeSteps is how many steps the values of a row are divided into.
const codeSteps = 255

// codesOf converts a row to codes. Their range is from the row's lowest value or zero to its highest or zero,
// because the results of an activation are mostly of one sign.
func codesOf(kern *kernels, codes []uint8, row []float32) rowCode {
	clear(codes[len(row):])
	a := &quantizeArgs{x: &row[0], n: uintptr(len(row)), codes: &codes[0]}
	kern.extremes(a)
	span := min(a.most-a.least, math.MaxFloat32)
	if span > 0 {
		a.factor = min(codeSteps/span, math.MaxFloat32)
		a.zero = int32(math.RoundToEven(float64(-a.least * a.factor)))
	}
	kern.quantize(a)
	if !(math.Float32frombits(a.size) <= math.MaxFloat32) {
		return rowCode{step: float32(math.NaN())}
	}
	return rowCode{step: span / codeSteps, zero: a.zero}
}

// floats does the work of block on machines that do not multiply bytes: by the float kernels, one panel at a time.
func (p *Panels8) floats(left *leftSide, dst, x Matrix, firstPanel, lastPanel int) {
	stride := CodeStride(p.k)
	if cap(left.panel) < p.k*panelWidth {
		left.panel = aligned[float32](p.k * panelWidth)
	}
	for panel := firstPanel; panel < lastPanel; panel++ {
		col := panel * panelWidth
		n := min(panelWidth, p.n-col)
		one := Panels{n: n, k: p.k, data: left.panel[:p.k*panelWidth], bias: p.bias[col : col+panelWidth], kern: p.kern}
		codes := p.codes[col*stride:]
		for k := range p.k {
			at := codes[k/group*group*panelWidth+k%group:]
			for j := range panelWidth {
				one.data[k*panelWidth+j] = float32(at[j*group]) * p.scales[col+j]
			}
		}
		one.MulTo(Matrix{Data: dst.Data[col:], Rows: dst.Rows, Cols: n, Stride: dst.Stride}, x, 1)
	}
}
