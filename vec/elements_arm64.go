package vec

// The loops over elements in assembly. Their source is written by internal/gen.

var neonElements = elements{
	gelu:     geluNEON,
	geluTanh: geluTanhNEON,
	silu:     siluNEON,
	tanh:     tanhNEON,
	relu:     reluNEON,
	add:      addNEON,
	times:    timesNEON,
	softmax:  softmaxNEON,
	addNorm:  addNormNEON,
	norm:     normNEON,
}

//go:noescape
func geluNEON(a *elementArgs)

//go:noescape
func geluTanhNEON(a *elementArgs)

//go:noescape
func siluNEON(a *elementArgs)

//go:noescape
func tanhNEON(a *elementArgs)

//go:noescape
func reluNEON(a *elementArgs)

//go:noescape
func addNEON(a *elementArgs)

//go:noescape
func timesNEON(a *elementArgs)

//go:noescape
func softmaxNEON(a *elementArgs)

//go:noescape
func addNormNEON(a *elementArgs)

//go:noescape
func normNEON(a *elementArgs)
