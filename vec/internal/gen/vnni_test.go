package gen

import "fmt"

func vnni() *source {
	s := newSource()
	for _, vectors := range []int{2, 1} {
		s.scanCodes512(tile{rows: 12, vectors: vectors, register: "Z", bytes: 64, unroll: 4})
	}
	s.singleCodes512()
	return s
}

func (s *source) scanCodes512(t tile) {
	s.function(fmt.Sprintf("scanCodes12x%d", t.width()), "scanArgs",
		fmt.Sprintf("compares tiles of 12 rows of codes with %d queries.", t.width()))
	s.field("scanArgs", "scales", "R14")
	s.scanHead()
	s.rowBases(t.rows)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	s.op("MOVQ scanArgs_start(DI), R15")
	for r := range t.rows {
		for v := range t.vectors {
			if r == 0 {
				s.op("VMOVDQU32 %d(R15), %s", 64*v, t.sum(0, v))
			} else {
				s.op("VMOVDQA32 %s, %s", t.sum(0, v), t.sum(r, v))
			}
		}
	}
	s.ahead("R15")
	s.inner(t, 4, func(k int) {
		if k == t.unroll-1 {
			s.fetch(t.rows*t.unroll*4, "R15")
		}
		for v := range t.vectors {
			s.op("VMOVDQU32 %d(SI), Z%d", k*panelStep+v*64, 24+v)
		}
		for r := range t.rows {
			codes := fmt.Sprintf("Z%d", 26+r%6)
			s.op("VPBROADCASTD %s, %s", row(r, 4*k), codes)
			for v := range t.vectors {
				s.op("VPDPBUSD Z%d, %s, %s", 24+v, codes, t.sum(r, v))
			}
		}
	})
	s.field("scanArgs", "queryScales", "R15")
	for v := range t.vectors {
		s.op("VMOVUPS %d(R15), Z%d", 64*v, 26+v)
	}
	for r := range t.rows {
		s.op("VBROADCASTSS %d(R14), Z28", 4*r)
		for v := range t.vectors {
			s.op("VCVTDQ2PS %s, %s", t.sum(r, v), t.sum(r, v))
			s.op("VMULPS Z28, %s, %s", t.sum(r, v), t.sum(r, v))
			s.op("VMULPS Z%d, %s, %s", 26+v, t.sum(r, v), t.sum(r, v))
		}
	}
	s.reached512(t)
	s.scanTail(t.rows, func() { s.op("ADDQ $%d, R14", 4*t.rows) }, func() { s.storeScores(t) })
}

// singleCodes512 adds along the rows: sums of whole numbers are the same in any order.
func (s *source) singleCodes512() {
	s.function("scanCodes16x1", "scanArgs", "compares tiles of 16 rows of codes with one query, padded with 0.")
	s.scanHead()
	s.rowBases(16)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "stride", "DX")
	for r := range 16 {
		s.op("VPXORD Z%d, Z%d, Z%d", r, r, r)
	}
	s.op("KXNORQ K1, K1, K1")
	s.label("block")
	s.fetchRows(16, "R14")
	s.op("CMPQ DX, $64")
	s.op("JGE whole")
	lastMask(s, "DX", "R14")
	s.op("KMOVQ R14, K1")
	s.label("whole")
	s.op("VMOVDQU32 (SI), Z16")
	for r := range 16 {
		s.op("VMOVDQU8.Z %s, K1, Z%d", row(r, 0), 17+r%8)
		s.op("VPDPBUSD Z16, Z%d, Z%d", 17+r%8, r)
	}
	s.advance(16, 64)
	s.op("ADDQ $64, SI")
	s.op("SUBQ $64, DX")
	s.op("JG block")
	s.fold512()
	s.op("MOVQ scanArgs_start(DI), SI")
	s.op("VPBROADCASTD (SI), Z1")
	s.op("VPADDD Z1, Z0, Z0")
	s.op("VCVTDQ2PS Z0, Z0")
	s.field("scanArgs", "scales", "SI")
	s.op("MOVQ R12, DX")
	s.op("SHLQ $6, DX")
	s.op("VMULPS (SI)(DX*1), Z0, Z0")
	s.field("scanArgs", "queryScales", "SI")
	s.op("VBROADCASTSS (SI), Z1")
	s.op("VMULPS Z1, Z0, Z0")
	s.reachedSingle512("Z0")
	s.scanTail(16, func() {}, func() { s.op("VMOVUPS Z0, (AX)") })
}

// fold512 adds up each of sixteen vectors: lane i of Z0 becomes the sum of Zi.
func (s *source) fold512() {
	for i := range 8 {
		s.op("VPUNPCKLDQ Z%d, Z%d, Z16", 2*i+1, 2*i)
		s.op("VPUNPCKHDQ Z%d, Z%d, Z17", 2*i+1, 2*i)
		s.op("VPADDD Z16, Z17, Z%d", i)
	}
	for i := range 4 {
		s.op("VPUNPCKLQDQ Z%d, Z%d, Z16", 2*i+1, 2*i)
		s.op("VPUNPCKHQDQ Z%d, Z%d, Z17", 2*i+1, 2*i)
		s.op("VPADDD Z16, Z17, Z%d", i)
	}
	for i := range 2 {
		s.op("VSHUFI32X4 $0x44, Z%d, Z%d, Z16", 2*i+1, 2*i)
		s.op("VSHUFI32X4 $0xEE, Z%d, Z%d, Z17", 2*i+1, 2*i)
		s.op("VPADDD Z16, Z17, Z%d", i)
	}
	s.op("VSHUFI32X4 $0x88, Z1, Z0, Z16")
	s.op("VSHUFI32X4 $0xDD, Z1, Z0, Z17")
	s.op("VPADDD Z16, Z17, Z0")
}
