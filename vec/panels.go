package vec

import "fmt"

// Panels are the packed right side of a matrix product: n columns of k values each. The zero value is empty. SetRows
// and SetColumns may be called again and reuse its memory. Once set, it may be shared between goroutines.
type Panels struct {
	n, k int
	data []float32
	bias []float32 // of each column
	kern *kernels
}

// Pack packs weights as models store them: n rows, one for each output, of k values, one for each input.
func Pack(w []float32, n, k int) *Panels {
	p := new(Panels)
	p.SetRows(Dense(w, n, k))
	return p
}

// SetRows packs w for the product x·wᵀ: the rows of w become columns.
func (p *Panels) SetRows(w Matrix) {
	w.check("w")
	p.reset(w.Rows, w.Cols)
	if w.Cols > 0 {
		packRows(p.data, w.Data, w.Rows, w.Cols, w.Stride)
	}
}

// SetColumns packs b for the product x·b.
func (p *Panels) SetColumns(b Matrix) {
	b.check("b")
	p.reset(b.Cols, b.Rows)
	for k := range p.k {
		if p.n == 0 {
			return
		}
		row := b.row(k)
		for first := 0; first < p.n; first += panelWidth {
			copy(p.data[(first*p.k)+k*panelWidth:], row[first:min(p.n, first+panelWidth)])
		}
	}
}

func (p *Panels) reset(n, k int) {
	if p.kern == nil {
		p.kern = active
	}
	p.n, p.k = n, k
	size, wide := panels(n)*panelWidth*k, panels(n)*panelWidth
	if cap(p.data) < size {
		p.data = aligned[float32](size)
	}
	if cap(p.bias) < wide {
		p.bias = aligned[float32](wide)
	}
	p.data, p.bias = p.data[:size], p.bias[:wide]
	clear(p.data)
	clear(p.bias)
}

// Bias sets the number that is added to each column. The sum of a column starts with it.
func (p *Panels) Bias(b []float32) {
	if len(b) != p.n {
		panic(fmt.Sprintf("vec: bias of %d for %d columns", len(b), p.n))
	}
	copy(p.bias, b)
}

// Size is the number of columns and of values of each: outputs and inputs.
func (p *Panels) Size() (n, k int) { return p.n, p.k }

// Mul writes m contiguous rows of n outputs for m contiguous rows of k inputs.
func (p *Panels) Mul(dst, x []float32, m, workers int) {
	p.MulTo(Dense(dst, m, p.n), Dense(x, m, p.k), workers)
}

// mulPiece is the least number of multiplications of a worker.
const mulPiece = 1 << 20

// MulTo writes the product of x with the panels to dst, which must not overlap x. A value depends on its
// row and its column alone. Workers below 1 are as many as there are processors; a small product is done
// by one.
func (p *Panels) MulTo(dst, x Matrix, workers int) {
	x.check("x")
	dst.check("dst")
	if x.Cols != p.k || dst.Cols != p.n || dst.Rows != x.Rows {
		panic(fmt.Sprintf("vec: product of %d × %d with %d × %d into %d × %d",
			x.Rows, x.Cols, p.k, p.n, dst.Rows, dst.Cols))
	}
	if x.Rows == 0 || p.n == 0 {
		return
	}
	if p.k == 0 {
		for i := range dst.Rows {
			copy(dst.row(i), p.bias)
		}
		return
	}
	g := p.grid(x.Rows, workers)
	inTurn(g.workers, g.tall*g.wide, 1, func(_, piece, _ int) {
		rows, cols := piece/g.wide*g.rows, piece%g.wide*g.cols
		p.block(dst, x, rows, min(x.Rows, rows+g.rows), cols, min(panels(p.n), cols+g.cols))
	})
}

// grid is the division of a product into pieces of some rows by some panels.
type grid struct{ rows, cols, tall, wide, workers int }

// grid chooses as many rows as stay in the second-level cache while the panels are read. It cuts further only if
// workers would have nothing to do.
func (p *Panels) grid(rows, workers int) grid {
	most := len(p.kern.mul.run)
	g := grid{rows: max(1, blockBytes/(4*p.k)/most) * most, cols: panels(p.n)}
	g.tall, g.wide = (rows+g.rows-1)/g.rows, 1
	g.workers = workerCount(workers, int(1+float64(rows)*float64(p.n)*float64(p.k)/mulPiece))
	const spare = 4 // pieces for each worker, so that none waits long for the last
	if g.workers > 1 && g.tall < spare*g.workers {
		parts := min(g.cols, (spare*g.workers+g.tall-1)/g.tall)
		g.cols = (g.cols + parts - 1) / parts
		g.wide = (panels(p.n) + g.cols - 1) / g.cols
	}
	return g
}

// block multiplies some rows with some panels, in tiles of nearly equal size.
func (p *Panels) block(dst, x Matrix, from, to, firstPanel, lastPanel int) {
	set := &p.kern.mul
	a := &mulArgs{stride: uintptr(x.Stride) * 4, depth: uintptr(p.k)}
	most := len(set.run)
	tiles := (to - from + most - 1) / most
	size, larger := (to-from)/tiles, (to-from)%tiles
	for col := firstPanel * panelWidth; col < min(p.n, lastPanel*panelWidth); col += set.width {
		a.panel = &p.data[col/panelWidth*panelWidth*p.k+col%panelWidth]
		a.bias = &p.bias[col]
		a.lanes = uintptr(min(set.width, p.n-col))
		a.mask = 1<<a.lanes - 1
		p.tiles(a, dst, x, from, col, size+1, larger)
		p.tiles(a, dst, x, from+larger*(size+1), col, size, tiles-larger)
	}
}

// tiles multiplies so many tiles of so many rows with one panel.
func (p *Panels) tiles(a *mulArgs, dst, x Matrix, row, col, rows, tiles int) {
	set := &p.kern.mul
	set.tiles(dst, row, col, rows, tiles, func(row, tiles int, to *float32, stride uintptr) {
		a.x, a.tiles = &x.Data[row*x.Stride], uintptr(tiles)
		a.dst, a.dstStride = to, stride
		set.run[rows-1](a)
	})
}

// tiles calls a function that writes tiles of so many rows to dst, from a row and a column on. A tile that would
// reach beyond dst is written to a buffer first.
func (m *mulSet[args]) tiles(dst Matrix, row, col, rows, tiles int, run func(row, tiles int, to *float32, stride uintptr)) {
	if tiles == 0 {
		return
	}
	lanes := dst.Cols - col
	if m.masked || lanes >= m.width {
		run(row, tiles, &dst.Data[row*dst.Stride+col], uintptr(dst.Stride)*4)
		return
	}
	var whole [maxTile * panelWidth]float32
	for range tiles {
		run(row, 1, &whole[0], uintptr(m.width)*4)
		for r := range rows {
			copy(dst.Data[(row+r)*dst.Stride+col:][:lanes], whole[r*m.width:])
		}
		row += rows
	}
}
