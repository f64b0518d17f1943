package gen

import "fmt"

// codes is the multiplication of bytes with weights of one byte, for processors that have it, and what makes
// bytes of values.
func codes() *source {
	l := &lanes{source: newSource(), reg: "Z", n: 16}
	for rows := 1; rows <= 12; rows++ {
		l.mulCodes(tile{rows: rows, vectors: 2, register: "Z", bytes: 64, unroll: 4})
	}
	l.largest()
	l.quantize()
	return l.source
}

func (s *source) mulCodes(t tile) {
	s.function(fmt.Sprintf("mulCodes%dx32", t.rows), "codesArgs", fmt.Sprintf("multiplies tiles of %d rows of codes with a panel of weights.", t.rows))
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
	s.field("codesArgs", "scales", "R14")
	s.label("tile")
	s.rowBases(t.rows)
	s.field("codesArgs", "panel", "SI")
	s.field("codesArgs", "depth", "DX")
	s.field("codesArgs", "start", "R15")
	for r := range t.rows {
		for v := range t.vectors {
			if r == 0 {
				s.op("VMOVDQU32 %d(R15), %s", 64*v, t.sum(0, v))
			} else {
				s.op("VMOVDQA32 %s, %s", t.sum(0, v), t.sum(r, v))
			}
		}
	}
	s.inner(t, 4, func(k int) {
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
	})
	s.field("codesArgs", "weightScales", "AX")
	s.field("codesArgs", "bias", "BX")
	for v := range t.vectors {
		s.op("VMOVUPS %d(AX), Z%d", 64*v, 24+v)
		s.op("VMOVUPS %d(BX), Z%d", 64*v, 26+v)
	}
	for r := range t.rows {
		s.op("VBROADCASTSS %d(R14), Z28", 4*r)
		for v := range t.vectors {
			s.op("VCVTDQ2PS %s, %s", t.sum(r, v), t.sum(r, v))
			s.op("VMULPS Z%d, Z28, Z29", 24+v)
			s.op("VFMADD213PS Z%d, Z29, %s", 26+v, t.sum(r, v))
			s.op("VMOVUPS %s, K%d, %d(R12)", t.sum(r, v), 1+v, v*64)
		}
		s.op("ADDQ R13, R12")
	}
	s.op("ADDQ $%d, R14", 4*t.rows)
	s.times("R8", "R9", t.rows)
	s.op("DECQ R11")
	s.op("JNZ tile")
	s.end()
}

// quantizing begins a kernel over the values of a row.
func (l *lanes) quantizing(name, doc string) {
	l.function(name, "quantizeArgs", doc)
	l.field("quantizeArgs", "x", "SI")
	l.field("quantizeArgs", "n", "CX")
}

// largest compares magnitudes as whole numbers: that of a NaN is above all others.
func (l *lanes) largest() {
	l.quantizing("largest512", "finds the highest magnitude of a row, as bits.")
	l.op("VPTERNLOGD $0xFF, Z9, Z9, Z9")
	l.op("VPSRLD $1, Z9, Z9")
	l.op("VPXORD Z7, Z7, Z7")
	l.each("most", []string{"SI"}, func() {
		l.load("SI", 0)
		l.op("VPANDD Z9, Z0, Z0")
		l.op("VPMAXUD Z0, Z7, Z7")
	})
	l.fold("VPMAXUD", 7)
	l.op("VMOVSS X7, quantizeArgs_most(DI)")
	l.end()
}

func (l *lanes) quantize() {
	l.quantizing("quantize512", "writes the codes of a row.")
	l.field("quantizeArgs", "codes", "DX")
	l.op("VBROADCASTSS quantizeArgs_factor(DI), Z9")
	l.op("MOVL $128, AX")
	l.op("VPBROADCASTD AX, Z10")
	l.each("codes", []string{"SI"}, func() {
		l.load("SI", 0)
		l.op("VMULPS Z9, Z0, Z0")
		l.op("VCVTPS2DQ Z0, Z0")
		l.op("VPADDD Z10, Z0, Z0")
		if l.part {
			l.op("VPMOVDB Z0, K1, (DX)")
			return
		}
		l.op("VPMOVDB Z0, (DX)")
		l.op("ADDQ $16, DX")
	})
	l.end()
}
