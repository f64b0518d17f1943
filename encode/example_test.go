package encode_test

import (
	"context"
	"fmt"

	"github.com/assayhq/assay/encode"
)

func ExampleOpen() {
	m, err := encode.Open("testdata/sentence", encode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	vectors, err := m.Vectors(context.Background(), []string{"Net sales rose by 12 percent in the year."}, "document")
	if err != nil {
		fmt.Println(err)
		return
	}
	facts := m.Facts()
	fmt.Println(facts.Architecture, facts.Layers, "layers,", len(vectors[0].Values), "values of", vectors[0].Tokens, "tokens")
	// Output: bert 2 layers, 20 values of 12 tokens
}
