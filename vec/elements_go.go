package vec

import (
	"math"
	"unsafe"
)

// portableElements are the loops in plain Go. They compute in float64: on such machines the products take the time,
// not these loops.
var portableElements = elements{
	gelu: each(func(x float64) float64 { return x / 2 * (1 + math.Erf(x/math.Sqrt2)) }),
	geluTanh: each(func(x float64) float64 {
		return x / 2 * (1 + math.Tanh(math.Sqrt2/math.SqrtPi*(x+0.044715*x*x*x)))
	}),
	silu:    each(func(x float64) float64 { return x / (1 + math.Exp(-x)) }),
	tanh:    each(math.Tanh),
	relu:    each(func(x float64) float64 { return max(x, 0) }),
	add:     pairs(func(x, y float32) float32 { return x + y }),
	times:   pairs(func(x, y float32) float32 { return x * y }),
	softmax: softmaxGo,
	norm:    normGo,
	addNorm: func(a *elementArgs) {
		x := unsafe.Slice(a.x, a.n)
		for i, y := range unsafe.Slice(a.y, a.n) {
			x[i] += y
		}
		normGo(a)
	},
}

func each(f func(float64) float64) func(*elementArgs) {
	return func(a *elementArgs) {
		x := unsafe.Slice(a.x, a.n)
		for i, v := range x {
			x[i] = float32(f(float64(v)))
		}
	}
}

func pairs(f func(x, y float32) float32) func(*elementArgs) {
	return func(a *elementArgs) {
		x, y := unsafe.Slice(a.x, a.n), unsafe.Slice(a.y, a.n)
		for i, v := range x {
			x[i] = f(v, y[i])
		}
	}
}

// expLeast is the least difference whose exponential is not taken as zero.
const expLeast = -87

func softmaxGo(a *elementArgs) {
	x, most := unsafe.Slice(a.x, a.n), math.Inf(-1)
	for _, v := range x {
		most = max(most, float64(v))
	}
	var sum float64
	for i, v := range x {
		d := (float64(v) - most) * float64(a.scale)
		x[i] = 0
		if !(d < expLeast) {
			x[i] = float32(math.Exp(d))
		}
		sum += float64(x[i])
	}
	for i, v := range x {
		x[i] = float32(float64(v) / sum)
	}
}

func normGo(a *elementArgs) {
	x, gamma, beta := unsafe.Slice(a.x, a.n), unsafe.Slice(a.gamma, a.n), unsafe.Slice(a.beta, a.n)
	var sum, squares float64
	for _, v := range x {
		sum += float64(v)
	}
	mean := sum / float64(a.n)
	for _, v := range x {
		squares += (float64(v) - mean) * (float64(v) - mean)
	}
	factor := 1 / math.Sqrt(squares/float64(a.n)+float64(a.eps))
	for i, v := range x {
		x[i] = float32((float64(v)-mean)*factor*float64(gamma[i]) + float64(beta[i]))
	}
}
