package gen

import "fmt"

// codes is the multiplication of bytes with weights of one byte, for processors that have it, and what makes
// bytes of values.
func codes() *source {
	l := &x86{source: newSource(), reg: "Z", n: 16}
	for rows := 1; rows <= 12; rows++ {
		l.mulCodes(tile{rows: rows, vectors: 2, register: "Z", bytes: 64, unroll: 4})
	}
	l.extremes()
	l.quantize()
	return l.source
}

func (s *source) mulCodes(t tile) {
	s.function(fmt.Sprintf("mulCodes%dx32", t.rows), "codesArgs",
		fmt.Sprintf("multiplies tiles of %d rows of codes with a panel of weights.", t.rows))
	s.op("MOVQ codesArgs_mask(DI), AX")
	s.op("KMOVW AX, K1")
	s.op("SHRQ $16, AX")
	s.op("KMOVW AX, K2")
	s.field("codesArgs", "x", "R8")
	s.field("codesArgs", "stride", "R9")
	s.op("LEAQ (R9)(R9*2), R10")
	s.field("codesArgs", "tiles", "R11")
	s.field("codesArgs", "dst", "R12")
	s.field("codesArgs", "dstStride", "R13")
	s.field("codesArgs", "rows", "R14")
	s.label("tile")
	s.rowBases(t.rows)
	s.field("codesArgs", "panel", "SI")
	s.field("codesArgs", "depth", "DX")
	for i := range t.rows * t.vectors {
		s.op("VPXORD Z%d, Z%d, Z%d", i, i, i)
	}
	s.inner(t, 4, func(k int) { s.stepCodes(t, k) })
	s.storeCodes(t)
	s.op("ADDQ $%d, R14", 8*t.rows)
	s.times("R8", "R9", t.rows)
	s.op("DECQ R11")
	s.op("JNZ tile")
	s.end()
}

// stepCodes multiplies four codes of each row with one step of the panel.
func (s *source) stepCodes(t tile, k int) {
	for v := range t.vectors {
		s.op("VMOVDQU32 %d(SI), Z%d", k*panelStep+v*64, 24+v)
	}
	for r := range t.rows {
		code := fmt.Sprintf("Z%d", 26+r%6)
		s.op("VPBROADCASTD %s, %s", row(r, 4*k), code)
		for v := range t.vectors {
			s.op("VPDPBUSD Z%d, %s, %s", 24+v, code, t.sum(r, v))
		}
	}
}

// storeCodes takes from the sums of a tile what the codes of each row are above their numbers, scales them by
// row and column, adds the bias and writes them.
func (s *source) storeCodes(t tile) {
	s.field("codesArgs", "weightScales", "AX")
	s.field("codesArgs", "bias", "BX")
	s.field("codesArgs", "sums", "CX")
	for v := range t.vectors {
		s.op("VMOVUPS %d(AX), Z%d", 64*v, 24+v)
		s.op("VMOVUPS %d(BX), Z%d", 64*v, 26+v)
	}
	for r := range t.rows {
		s.op("VBROADCASTSS %d(R14), Z28", 8*r)
		s.op("VPBROADCASTD %d(R14), Z30", 8*r+4)
		for v := range t.vectors {
			s.op("VPMULLD %d(CX), Z30, Z29", 64*v)
			s.op("VPSUBD Z29, %s, %s", t.sum(r, v), t.sum(r, v))
			s.op("VCVTDQ2PS %s, %s", t.sum(r, v), t.sum(r, v))
			s.op("VMULPS Z%d, Z28, Z29", 24+v)
			s.op("VFMADD213PS Z%d, Z29, %s", 26+v, t.sum(r, v))
			s.op("VMOVUPS %s, K%d, %d(R12)", t.sum(r, v), 1+v, v*64)
		}
		s.op("ADDQ R13, R12")
	}
}

// quantizing begins a kernel over the values of a row.
func (l *x86) quantizing(name, doc string) {
	l.function(name, "quantizeArgs", doc)
	l.field("quantizeArgs", "x", "SI")
	l.field("quantizeArgs", "n", "CX")
}

// extremes finds the lowest and the highest value of a row, not above and not below zero. Magnitudes are
// compared as whole numbers as well: that of a NaN is above all others.
func (l *x86) extremes() {
	l.quantizing("extremes512", "finds the lowest and the highest value of a row and zero, and the highest magnitude as bits.")
	l.op("VPTERNLOGD $0xFF, Z9, Z9, Z9")
	l.op("VPSRLD $1, Z9, Z9")
	for _, r := range []int{3, 5, 7} {
		l.op("VPXORD Z%d, Z%d, Z%d", r, r, r)
	}
	l.each("most", []string{"x"}, func() {
		l.load("x", 0)
		l.op("VMINPS Z0, Z3, Z3")
		l.op("VMAXPS Z0, Z5, Z5")
		l.op("VPANDD Z9, Z0, Z0")
		l.op("VPMAXUD Z0, Z7, Z7")
	})
	l.foldBy("VMINPS", 3)
	l.foldBy("VMAXPS", 5)
	l.foldBy("VPMAXUD", 7)
	l.op("VMOVSS X3, quantizeArgs_least(DI)")
	l.op("VMOVSS X5, quantizeArgs_most(DI)")
	l.op("VMOVSS X7, quantizeArgs_size(DI)")
	l.end()
}

// quantize saturates: the code of the highest value may round to one too many.
func (l *x86) quantize() {
	l.quantizing("quantize512", "writes the codes of a row.")
	l.field("quantizeArgs", "codes", "DX")
	l.op("VBROADCASTSS quantizeArgs_factor(DI), Z9")
	l.op("VPBROADCASTD quantizeArgs_zero(DI), Z10")
	l.each("codes", []string{"x"}, func() {
		l.load("x", 0)
		l.op("VMULPS Z9, Z0, Z0")
		l.op("VCVTPS2DQ Z0, Z0")
		l.op("VPADDD Z10, Z0, Z0")
		if l.part {
			l.op("VPMOVUSDB Z0, K1, (DX)")
			return
		}
		l.op("VPMOVUSDB Z0, (DX)")
		l.op("ADDQ $16, DX")
	})
	l.end()
}
