package vec

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fenced is a slice that ends where memory ends, or starts where it starts: a touch outside is a fault.
type fenced struct {
	page   int
	memory []byte
}

func newFenced(t *testing.T, bytes int) *fenced {
	t.Helper()
	f := &fenced{page: unix.Getpagesize()}
	size := up(bytes, f.page)
	memory, err := unix.Mmap(-1, 0, size+2*f.page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	for _, fence := range [][]byte{memory[:f.page], memory[size+f.page:]} {
		if err := unix.Mprotect(fence, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	f.memory = memory[f.page : size+f.page]
	return f
}

// put copies values to the end of the memory, or to its start.
func put[T float32 | uint8](f *fenced, values []T, atEnd bool) []T {
	size := int(unsafe.Sizeof(*new(T))) * len(values)
	if size == 0 {
		return values
	}
	from := 0
	if atEnd {
		from = len(f.memory) - size
	}
	fencedValues := unsafe.Slice((*T)(unsafe.Pointer(&f.memory[from])), len(values))
	copy(fencedValues, values)
	return fencedValues
}

// TestKernelsStayWithinSlices runs everything on slices with a fence after them, and before them.
func TestKernelsStayWithinSlices(t *testing.T) {
	const most = 1 << 16
	a, b := newFenced(t, most), newFenced(t, most)
	c, d := newFenced(t, most), newFenced(t, most)
	eachPath(t, func(t *testing.T, path *kernels) {
		r := source(14)
		for i := range 600 {
			dim, n := 1+i%70, 1+r.IntN(36)
			count, end := 1+r.IntN(40), i%2 == 0
			values := fill(i%len(kinds), r, count, dim)
			rows := put(a, values, end)
			q := put(b, fill(i%len(kinds), r, n, dim), end)
			top := NewTop(n, 5)
			packed := packQueries(path, q, n, dim)
			top.Scan(packed, rows, 0)
			top.ScanSome(packed, rows, shuffled(r, count))

			plain, plainScales := quantized(values, dim)
			codes, scales := put(c, plain, end), put(d, plainScales, end)
			Quantize(codes, scales, rows, dim)
			packed8 := packQueries8(path, q, n, dim)
			top.Scan8(packed8, codes, scales, 0)
			top.ScanSome8(packed8, codes, scales, shuffled(r, count))

			p := Panels{kern: path}
			p.SetRows(Dense(q, n, dim))
			p.Mul(put(c, make([]float32, n*count), end), rows, count, 1)
			p.SetColumns(Dense(q, n, dim))
			if n <= dim {
				p.MulTo(Dense(put(c, make([]float32, count*dim), end), count, dim),
					Matrix{Data: rows, Rows: count, Cols: n, Stride: dim}, 1)
			}
			dot64(path, rows, rows)
		}
	})
}
