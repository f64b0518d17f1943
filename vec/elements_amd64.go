package vec

// The loops over elements in assembly. Their sources are written by internal/gen.

var avx512Elements = elements{
	gelu:     gelu512,
	geluTanh: geluTanh512,
	silu:     silu512,
	tanh:     tanh512,
	relu:     relu512,
	add:      add512,
	times:    times512,
	softmax:  softmax512,
	addNorm:  addNorm512,
	norm:     norm512,
}

var avx2Elements = elements{
	gelu:     gelu256,
	geluTanh: geluTanh256,
	silu:     silu256,
	tanh:     tanh256,
	relu:     relu256,
	add:      add256,
	times:    times256,
	softmax:  softmax256,
	addNorm:  addNorm256,
	norm:     norm256,
}

//go:noescape
func gelu512(a *elementArgs)

//go:noescape
func geluTanh512(a *elementArgs)

//go:noescape
func silu512(a *elementArgs)

//go:noescape
func tanh512(a *elementArgs)

//go:noescape
func relu512(a *elementArgs)

//go:noescape
func add512(a *elementArgs)

//go:noescape
func times512(a *elementArgs)

//go:noescape
func softmax512(a *elementArgs)

//go:noescape
func addNorm512(a *elementArgs)

//go:noescape
func norm512(a *elementArgs)

//go:noescape
func gelu256(a *elementArgs)

//go:noescape
func geluTanh256(a *elementArgs)

//go:noescape
func silu256(a *elementArgs)

//go:noescape
func tanh256(a *elementArgs)

//go:noescape
func relu256(a *elementArgs)

//go:noescape
func add256(a *elementArgs)

//go:noescape
func times256(a *elementArgs)

//go:noescape
func softmax256(a *elementArgs)

//go:noescape
func addNorm256(a *elementArgs)

//go:noescape
func norm256(a *elementArgs)
