package vec

// The loops of codes in assembly. Their source is written by internal/gen.

//go:noescape
func mulCodes1x32(a *codesArgs)

//go:noescape
func mulCodes2x32(a *codesArgs)

//go:noescape
func mulCodes3x32(a *codesArgs)

//go:noescape
func mulCodes4x32(a *codesArgs)

//go:noescape
func mulCodes5x32(a *codesArgs)

//go:noescape
func mulCodes6x32(a *codesArgs)

//go:noescape
func mulCodes7x32(a *codesArgs)

//go:noescape
func mulCodes8x32(a *codesArgs)

//go:noescape
func mulCodes9x32(a *codesArgs)

//go:noescape
func mulCodes10x32(a *codesArgs)

//go:noescape
func mulCodes11x32(a *codesArgs)

//go:noescape
func mulCodes12x32(a *codesArgs)

//go:noescape
func extremes512(a *quantizeArgs)

//go:noescape
func quantize512(a *quantizeArgs)
