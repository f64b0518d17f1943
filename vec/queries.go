package vec

import (
	"fmt"
	"math"
	"unsafe"
)

// panelWidth is the number of queries, or rows of weights, in a panel.
const panelWidth = 32

// singles is the highest number of queries after the last full half-panel that are scanned one by one: so few cost
// less than half a panel.
const singles = 3

// leftOver is the number of n queries that are scanned one by one on paths that can do so.
func leftOver(n int) int {
	if left := n % (panelWidth / 2); left <= singles {
		return left
	}
	return 0
}

// Queries are vectors packed for scanning: in panels of 32, the first values of all, then the second, and
// so on. They may be shared between goroutines.
type Queries struct {
	n, dim int
	panels []float32
	tail   []float32 // the last queries again, one after the other, if they are few
	kern   *kernels
}

// PackQueries packs n queries of dim values each. The slice is not kept.
func PackQueries(q []float32, n, dim int) *Queries { return packQueries(active, q, n, dim) }

func packQueries(kern *kernels, q []float32, n, dim int) *Queries {
	checkDim(dim)
	if n < 0 || len(q) != n*dim {
		panic(fmt.Sprintf("vec: %d values are not %d queries of %d", len(q), n, dim))
	}
	packed := &Queries{n: n, dim: dim, panels: aligned[float32](panels(n) * panelWidth * dim), kern: kern}
	packRows(packed.panels, q, n, dim, dim)
	left := leftOver(n)
	packed.tail = tail(q[(n-left)*dim:], left, dim)
	return packed
}

// panels is how many panels hold n rows.
func panels(n int) int { return (n + panelWidth - 1) / panelWidth }

// packRows writes n rows into panels that are zero.
func packRows(dst, rows []float32, n, dim, stride int) {
	for i := range n {
		at := dst[i/panelWidth*panelWidth*dim+i%panelWidth:]
		for k, x := range rows[i*stride : i*stride+dim] {
			at[k*panelWidth] = x
		}
	}
}

// tailBlock is the number of values that a kernel of a single query takes in one step.
const tailBlock = 16

// tail pads queries with negative zero: adding zero times that to a sum changes nothing, not even the sign of zero.
func tail(q []float32, n, dim int) []float32 {
	size := up(dim, tailBlock)
	padded := aligned[float32](n * size)
	for i := range n {
		row := padded[i*size : (i+1)*size]
		for k := copy(row, q[i*dim:(i+1)*dim]); k < size; k++ {
			row[k] = float32(math.Copysign(0, -1))
		}
	}
	return padded
}

// up rounds up to a multiple of a step.
func up(n, step int) int { return (n + step - 1) / step * step }

// line is the size of a cache line.
const line = 64

// aligned returns a slice that starts at a cache line: loads that cross two lines cost double.
func aligned[T float32 | int8 | uint8 | int32](n int) []T {
	size := int(unsafe.Sizeof(T(0)))
	s := make([]T, n+line/size)
	skip := (line - int(uintptr(unsafe.Pointer(&s[0]))%line)) % line / size
	return s[skip : skip+n : skip+n]
}
