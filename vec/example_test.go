package vec_test

import (
	"fmt"

	"github.com/assayhq/assay/vec"
)

func ExampleTop() {
	rows := []float32{
		1, 0, 0,
		0.6, 0.8, 0,
		0, 1, 0,
		0, 0, 1,
	}
	queries := vec.PackQueries([]float32{
		1, 0, 0,
		0, 0.8, 0.6,
	}, 2, 3)
	top := vec.NewTop(2, 2)
	top.Parallel(4, 2, func(part *vec.Top, from, to int) {
		part.Scan(queries, rows[3*from:3*to], uint32(from))
	})
	fmt.Println(top.Best(0))
	fmt.Println(top.Best(1))
	// Output:
	// [{0 1} {1 0.6}]
	// [{2 0.8} {1 0.64000005}]
}

func ExamplePack() {
	weights := vec.Pack([]float32{
		1, 2, 3,
		0, 1, 0,
	}, 2, 3)
	weights.Bias([]float32{0, 10})
	out := make([]float32, 4)
	weights.Mul(out, []float32{
		1, 1, 1,
		2, 0, 1,
	}, 2, 1)
	fmt.Println(out)
	// Output: [6 11 5 10]
}
