package vec

import "fmt"

// The functions below work in place. Their results may differ in the last bits between paths, as those of products
// do. They depend on the values of one row alone. A NaN stays NaN.

// GELU multiplies each value x by Φ(x), the distribution function of the normal distribution.
func GELU(x []float32) { activeElements.unary(activeElements.gelu, x) }

// GELUTanh is GELU by the approximation with a hyperbolic tangent, which some models were trained with.
func GELUTanh(x []float32) { activeElements.unary(activeElements.geluTanh, x) }

// SiLU multiplies each value x by 1 / (1 + e⁻ˣ).
func SiLU(x []float32) { activeElements.unary(activeElements.silu, x) }

// Tanh replaces each value by its hyperbolic tangent.
func Tanh(x []float32) { activeElements.unary(activeElements.tanh, x) }

// ReLU makes negative values zero.
func ReLU(x []float32) { activeElements.unary(activeElements.relu, x) }

// Add adds y to x.
func Add(x, y []float32) { activeElements.binary(activeElements.add, x, y) }

// Times multiplies x by y, value by value.
func Times(x, y []float32) { activeElements.binary(activeElements.times, x, y) }

// Softmax replaces each row x by softmax(scale · x). A value whose share would be below e⁻⁸⁷ of the highest becomes
// zero, and so does minus infinity.
func Softmax(m Matrix, scale float32) { activeElements.softmaxRows(m, scale) }

// LayerNorm replaces each row x by (x - mean) / √(variance + eps) · gamma + beta.
func LayerNorm(x Matrix, gamma, beta []float32, eps float32) {
	activeElements.normRows(x, nil, gamma, beta, eps)
}

// AddLayerNorm adds the rows of y, which are contiguous and as many as those of x, and then does LayerNorm.
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

// elementArgs are their arguments. Assembly reads the fields by name.
type elementArgs struct {
	x, y        *float32
	gamma, beta *float32
	n           uintptr // values, at least one
	scale       float32
	share       float32 // of one value in the mean of the row
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
