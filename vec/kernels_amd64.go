package vec

// The loops in assembly. Their sources are written by internal/gen.

//go:noescape
func scan12x32(a *scanArgs)

//go:noescape
func scan12x16(a *scanArgs)

//go:noescape
func scan16x1(a *scanArgs)

//go:noescape
func scanCodes12x32(a *scanArgs)

//go:noescape
func scanCodes12x16(a *scanArgs)

//go:noescape
func scanCodes16x1(a *scanArgs)

//go:noescape
func scan6x16(a *scanArgs)

//go:noescape
func scan8x1(a *scanArgs)

//go:noescape
func scanCodes2x16(a *scanArgs)

//go:noescape
func scanCodes8x1(a *scanArgs)

//go:noescape
func mul1x32(a *mulArgs)

//go:noescape
func mul2x32(a *mulArgs)

//go:noescape
func mul3x32(a *mulArgs)

//go:noescape
func mul4x32(a *mulArgs)

//go:noescape
func mul5x32(a *mulArgs)

//go:noescape
func mul6x32(a *mulArgs)

//go:noescape
func mul7x32(a *mulArgs)

//go:noescape
func mul8x32(a *mulArgs)

//go:noescape
func mul9x32(a *mulArgs)

//go:noescape
func mul10x32(a *mulArgs)

//go:noescape
func mul11x32(a *mulArgs)

//go:noescape
func mul12x32(a *mulArgs)

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
func dot64AVX512(a, b *float32, n int, into *[sums]float64)

//go:noescape
func dot64AVX2(a, b *float32, n int, into *[sums]float64)
