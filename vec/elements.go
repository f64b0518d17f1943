package vec

import "fmt"

// The functions of elements work in place. Their results may differ in the last bits between paths, as
// those of products do; they depend on the values of one row alone. A NaN stays one.

// GELU multiplies each value with the share of the normal distribution that lies below it.
func GELU(x []float32) { activeElements.unary(activeElements.gelu, x) }

// GELUTanh is GELU by the approximation with a hyperbolic tangent, which some models were trained with.
func GELUTanh(x []float32) { activeElements.unary(activeElements.geluTanh, x) }

// SiLU multiplies each value with its logistic function.
func SiLU(x []float32) { activeElements.unary(activeElements.silu, x) }

// Tanh makes each value its hyperbolic tangent.
func Tanh(x []float32) { activeElements.unary(activeElements.tanh, x) }

// ReLU makes negative values zero.
func ReLU(x []float32) { activeElements.unary(activeElements.relu, x) }

// Add adds y to x.
func Add(x, y []float32) { activeElements.binary(activeElements.add, x, y) }

// Times multiplies x with y, value by value.
func Times(x, y []float32) { activeElements.binary(activeElements.times, x, y) }

// Softmax makes each row, times scale, a distribution. A value whose share would be below e⁻⁸⁷ of the
// highest becomes zero, minus infinity among them.
func Softmax(m Matrix, scale float32) { activeElements.softmaxRows(m, scale) }

// LayerNorm is layer normalisation: it makes each row one of mean 0 and variance 1, times gamma, plus beta. Eps
// is added to the variance.
func LayerNorm(x Matrix, gamma, beta []float32, eps float32) {
	activeElements.normRows(x, nil, gamma, beta, eps)
}

// AddLayerNorm adds the rows of y, as many and side by side as those of x, and then is LayerNorm.
func AddLayerNorm(x Matrix, y []float32, gamma, beta []float32, eps float32) {
	if x.Rows > 0 && len(y) != x.Rows*x.Cols {
		panic(fmt.Sprintf("vec: adding %d values to %d × %d", len(y), x.Rows, x.Cols))
	}
	activeElements.normRows(x, y, gamma, beta, eps)
}

// elements are the loops over elements of one path. Each does one row.
type elements struct {
	gelu, geluTanh, silu, tanh, relu func(*elementArgs)
	add, times                       func(*elementArgs)
	softmax, norm, addNorm           func(*elementArgs)
}

// elementArgs is what they get. Assembly reads the fields by name.
type elementArgs struct {
	x, y        *float32
	gamma, beta *float32
	n           uintptr // values, at least one
	scale       float32
	share       float32 // one value's, of the row
	eps         float32
}

// activeElements are those of the active path.
var activeElements = active.elements

func (e *elements) unary(run func(*elementArgs), x []float32) {
	if len(x) > 0 {
		run(&elementArgs{x: &x[0], n: uintptr(len(x))})
	}
}

func (e *elements) binary(run func(*elementArgs), x, y []float32) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("vec: %d and %d values", len(x), len(y)))
	}
	if len(x) > 0 {
		run(&elementArgs{x: &x[0], y: &y[0], n: uintptr(len(x))})
	}
}

func (e *elements) softmaxRows(m Matrix, scale float32) {
	m.check("m")
	if m.Cols == 0 {
		return
	}
	a := &elementArgs{n: uintptr(m.Cols), scale: scale}
	for i := range m.Rows {
		a.x = &m.Data[i*m.Stride]
		e.softmax(a)
	}
}

func (e *elements) normRows(x Matrix, y, gamma, beta []float32, eps float32) {
	x.check("x")
	if len(gamma) != x.Cols || len(beta) != x.Cols {
		panic(fmt.Sprintf("vec: %d gammas and %d betas for rows of %d", len(gamma), len(beta), x.Cols))
	}
	if x.Cols == 0 {
		return
	}
	run := e.norm
	if y != nil {
		run = e.addNorm
	}
	a := &elementArgs{gamma: &gamma[0], beta: &beta[0], n: uintptr(x.Cols), share: 1 / float32(x.Cols), eps: eps}
	for i := range x.Rows {
		a.x = &x.Data[i*x.Stride]
		if y != nil {
			a.y = &y[i*x.Cols]
		}
		run(a)
	}
}
