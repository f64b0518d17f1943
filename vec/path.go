package vec

import (
	"os"
	"unsafe"
)

// pathVariable is the environment variable that names the path to take, for comparisons. An unknown name, or that of
// a path that this machine does not have, changes nothing.
const pathVariable = "ASSAY_VEC"

// active is the path of this process, chosen once.
var active = choose(paths(), os.Getenv(pathVariable))

// Path is the name of the kernels that this process runs: go everywhere; avx2, avx512, or vnni, which is avx512
// with int8 dot products, on amd64; neon, or dotprod, which is neon with them, on arm64.
func Path() string { return active.name }

// choose returns the path of that name, or else the last one, which is the fastest.
func choose(from []*kernels, name string) *kernels {
	for _, k := range from {
		if k.name == name {
			return k
		}
	}
	return from[len(from)-1]
}

// kernels are the inner loops of one path.
type kernels struct {
	name  string
	float scanSet
	int8  scanSet
	mul   mulSet[mulArgs]
	codes mulSet[codesArgs] // empty where bytes are not multiplied
	// extremes and quantize make the codes for it.
	extremes, quantize func(*quantizeArgs)
	elements           *elements
	// dot64 adds the products of n values, a multiple of sums, to the running sums.
	dot64 func(a, b *float32, n int, into *[sums]float64)
}

// scanSet has one loop for each number of queries that a panel may hold.
type scanSet struct {
	wide   scanKernel // of a whole panel, or of a part of it where narrow is nil
	narrow scanKernel // of half a panel
	single scanKernel // one query against rows side by side
}

// scanKernel compares tiles of rows with a panel of queries until a tile has a score that reaches its limit.
type scanKernel struct {
	rows  int
	width int // queries
	run   func(*scanArgs)
}

// scanArgs are the arguments and results of a scanKernel. Assembly reads the fields by name.
type scanArgs struct {
	rows   unsafe.Pointer // the first row
	stride uintptr        // bytes from row to row
	depth  uintptr        // steps: values of a row, or groups of four codes
	panel  unsafe.Pointer // of queries; one step is 128 bytes, or a value or four codes for a single query
	limit  *float32       // of each query
	tiles  uintptr
	ahead  uintptr // bytes to the tile that is prefetched

	scales      *float32 // of each row, int8 only
	queryScales *float32 // of each query, int8 only
	start       *int32   // of each query's sum, int8 only

	scores *float32 // of the tile, row by row
	masks  *uint32  // of the tile: a word for each row, a bit for each query; of a single query, a bit for each row
	done   uintptr  // tiles compared
	found  uintptr  // 1 if the last of them has a bit set
}

// mulSet computes tiles of a matrix product: run[r-1] takes r rows at a time.
type mulSet[args any] struct {
	width  int
	masked bool // run stores the first lanes only; without it, whole widths
	run    []func(*args)
}

// mulArgs are the arguments of a loop of mulSet.
type mulArgs struct {
	x         *float32
	stride    uintptr // bytes from row to row of x
	depth     uintptr // values of a row
	panel     *float32
	bias      *float32 // where the sums start, one for each lane
	dst       *float32
	dstStride uintptr // bytes
	tiles     uintptr
	lanes     uintptr // to store, 1 to width
	mask      uintptr // the same as bits
}
