package encode

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/vec"
)

// activation is a function of single values.
type activation func([]float32)

// activations are the functions by the names that models have for them.
var activations = []struct {
	names []string
	run   activation
}{
	{[]string{"gelu", "gelu_python"}, vec.GELU},
	{[]string{"gelu_new", "gelu_fast", "gelu_pytorch_tanh", "gelu_accurate"}, vec.GELUTanh},
	{[]string{"relu"}, vec.ReLU},
	{[]string{"silu", "swish"}, vec.SiLU},
	{[]string{"tanh"}, vec.Tanh},
	{[]string{"linear", "identity"}, func([]float32) {}},
}

func activationOf(name string) activation {
	for _, a := range activations {
		if slices.Contains(a.names, name) {
			return a.run
		}
	}
	return nil
}

// activation reads the name of one.
func (c *config) activation(key, absent string) activation {
	run := activationOf(c.textOr(key, absent))
	if run == nil {
		var known []string
		for _, a := range activations {
			known = append(known, a.names...)
		}
		c.fail(key, "one of "+strings.Join(known, ", "))
	}
	return run
}
