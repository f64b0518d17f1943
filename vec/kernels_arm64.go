package vec

// The loops in assembly. Their sources are written by internal/gen.

//go:noescape
func scan6x16(a *scanArgs)

//go:noescape
func scan16x1(a *scanArgs)

//go:noescape
func scanCodes6x16(a *scanArgs)

//go:noescape
func scanCodes16x1(a *scanArgs)

//go:noescape
func scanCodes2x16(a *scanArgs)

//go:noescape
func scanCodes8x1(a *scanArgs)

//go:noescape
func mul1x16(a *mulArgs)

//go:noescape
func mul2x16(a *mulArgs)

//go:noescape
func mul3x16(a *mulArgs)

//go:noescape
func mul4x16(a *mulArgs)

//go:noescape
func mul5x16(a *mulArgs)

//go:noescape
func mul6x16(a *mulArgs)

//go:noescape
func mulCodes1x16(a *codesArgs)

//go:noescape
func mulCodes2x16(a *codesArgs)

//go:noescape
func mulCodes3x16(a *codesArgs)

//go:noescape
func mulCodes4x16(a *codesArgs)

//go:noescape
func mulCodes5x16(a *codesArgs)

//go:noescape
func mulCodes6x16(a *codesArgs)

//go:noescape
func extremesNEON(a *quantizeArgs)

//go:noescape
func quantizeNEON(a *quantizeArgs)

//go:noescape
func dot64NEON(a, b *float32, n int, into *[sums]float64)
