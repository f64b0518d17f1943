package gen

import "fmt"

func avx2() *source {
	s := newSource()
	s.scan256()
	s.single256()
	for rows := 1; rows <= 6; rows++ {
		s.mul256(tile{rows: rows, vectors: 2, register: "Y", bytes: 32, unroll: 4})
	}
	s.scanCodes256()
	s.singleCodes256()
	s.dot256()
	s.masks()
	return s
}

func (s *source) step256(t tile, k int) {
	for v := range t.vectors {
		s.op("VMOVUPS %d(SI), Y%d", k*panelStep+v*32, 12+v)
	}
	for r := range t.rows {
		value := fmt.Sprintf("Y%d", 14+r%2)
		s.op("VBROADCASTSS %s, %s", row(r, 4*k), value)
		for v := range t.vectors {
			s.op("VFMADD231PS Y%d, %s, %s", 12+v, value, t.sum(r, v))
		}
	}
}

func (s *source) scan256() {
	t := tile{rows: 6, vectors: 2, register: "Y", bytes: 32, unroll: 4}
	s.function("scan6x16", "scanArgs", "compares tiles of 6 rows with 16 queries.")
	s.scanHead()
	s.rowBases(t.rows)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	for i := range t.rows * t.vectors {
		s.op("VXORPS Y%d, Y%d, Y%d", i, i, i)
	}
	s.ahead("R15")
	s.inner(t, 4, func(k int) {
		if k == t.unroll-1 {
			s.fetch(t.rows*t.unroll*4, "R15")
		}
		s.step256(t, k)
	})
	s.reached256(t)
	s.scanTail(t.rows, func() {}, func() { s.storeScores(t) })
}

// reached256 compares two vectors a row with the limits: masks in memory, or-ed in DX. It uses Y12 to Y15.
func (s *source) reached256(t tile) {
	s.op("VMOVUPS (R13), Y12")
	s.op("VMOVUPS 32(R13), Y13")
	s.field("scanArgs", "masks", "SI")
	s.op("XORL DX, DX")
	for r := range t.rows {
		s.op("VCMPPS $%d, Y12, %s, Y14", atLeast, t.sum(r, 0))
		s.op("VCMPPS $%d, Y13, %s, Y15", atLeast, t.sum(r, 1))
		s.op("VMOVMSKPS Y14, AX")
		s.op("VMOVMSKPS Y15, BX")
		s.op("SHLL $8, BX")
		s.op("ORL BX, AX")
		s.op("MOVL AX, %d(SI)", 4*r)
		s.op("ORL AX, DX")
	}
}

// single256 is single512 for 8 values of 8 rows.
func (s *source) single256() {
	s.function("scan8x1", "scanArgs", "compares tiles of 8 rows with one query, padded with -0.")
	s.scanHead()
	s.rowBases(8)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	s.op("VXORPS Y15, Y15, Y15")
	s.op("SUBQ $8, DX")
	s.op("JLT few")
	s.label("block")
	s.fetchRows(8, "R15")
	for r := range 8 {
		s.op("VMOVUPS %s, Y%d", row(r, 0), r)
	}
	s.turn256()
	s.advance(8, 32)
	s.op("ADDQ $32, SI")
	s.op("SUBQ $8, DX")
	s.op("JGE block")
	s.label("few")
	s.op("ADDQ $8, DX")
	s.op("JZ summed")
	s.op("LEAQ ·lowMasks(SB), R14")
	s.op("SHLQ $5, DX")
	s.op("VMOVUPS (R14)(DX*1), Y14")
	for r := range 8 {
		s.op("VMASKMOVPS %s, Y14, Y%d", row(r, 0), r)
	}
	s.turn256()
	s.label("summed")
	s.reachedSingle256("Y15")
	s.scanTail(8, func() {}, func() { s.op("VMOVUPS Y15, (AX)") })
}

// turn256 adds the products of Y0 to Y7, rows, with 8 values at SI to Y15.
func (s *source) turn256() {
	for g := 0; g < 8; g += 4 {
		s.op("VUNPCKLPS Y%d, Y%d, Y8", g+1, g)
		s.op("VUNPCKHPS Y%d, Y%d, Y9", g+1, g)
		s.op("VUNPCKLPS Y%d, Y%d, Y10", g+3, g+2)
		s.op("VUNPCKHPS Y%d, Y%d, Y11", g+3, g+2)
		s.op("VUNPCKLPD Y10, Y8, Y%d", g)
		s.op("VUNPCKHPD Y10, Y8, Y%d", g+1)
		s.op("VUNPCKLPD Y11, Y9, Y%d", g+2)
		s.op("VUNPCKHPD Y11, Y9, Y%d", g+3)
	}
	for half := range 2 {
		for c := range 4 {
			s.op("VPERM2F128 $%d, Y%d, Y%d, Y8", 0x20+half*0x11, 4+c, c)
			s.op("VBROADCASTSS %d(SI), Y9", 16*half+4*c)
			s.op("VFMADD231PS Y8, Y9, Y15")
		}
	}
}

// reachedSingle256 compares one vector of scores with one limit.
func (s *source) reachedSingle256(sum string) {
	s.field("scanArgs", "masks", "SI")
	s.op("VBROADCASTSS (R13), Y8")
	s.op("VCMPPS $%d, Y8, %s, Y8", atLeast, sum)
	s.op("VMOVMSKPS Y8, DX")
	s.op("MOVL DX, (SI)")
}

func (s *source) mul256(t tile) {
	s.function(fmt.Sprintf("mul%dx16", t.rows), "mulArgs", fmt.Sprintf("multiplies tiles of %d rows with half a panel.", t.rows))
	s.mul(t, func(k int) { s.step256(t, k) }, func() {
		for r := range t.rows {
			for v := range t.vectors {
				s.op("VMOVUPS %s, %d(R12)", t.sum(r, v), v*32)
			}
			s.op("ADDQ R13, R12")
		}
	})
}

// scanCodes256 widens codes to 16 bits: the product of bytes would saturate.
func (s *source) scanCodes256() {
	t := tile{rows: 2, vectors: 4, register: "Y", bytes: 32, unroll: 2}
	s.function("scanCodes2x16", "scanArgs", "compares tiles of 2 rows of codes with 16 queries.")
	s.field("scanArgs", "scales", "R14")
	s.scanHead()
	s.rowBases(t.rows)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	for i := range 8 {
		s.op("VPXOR Y%d, Y%d, Y%d", i, i, i)
	}
	s.ahead("R15")
	s.inner(t, 4, func(k int) {
		if k == t.unroll-1 {
			s.fetch(t.rows*t.unroll*4, "R15")
		}
		for v := range 4 {
			s.op("VPMOVSXBW %d(SI), Y%d", k*panelStep+16*v, 8+v)
		}
		for r := range 2 {
			s.op("VPBROADCASTD %s, X12", row(r, 4*k))
			s.op("VPMOVZXBW X12, Y12")
			for v := range 4 {
				s.op("VPMADDWD Y%d, Y12, Y%d", 8+v, 13+v%2)
				s.op("VPADDD Y%d, %s, %s", 13+v%2, t.sum(r, v), t.sum(r, v))
			}
		}
	})
	s.scaleCodes256(t)
	two := tile{rows: 2, vectors: 2, register: "Y", bytes: 32}
	s.reached256(two)
	s.scanTail(2, func() { s.op("ADDQ $8, R14") }, func() { s.storeScores(two) })
}

// scaleCodes256 turns pairs of sums into scores: two vectors a row, from the first register on.
func (s *source) scaleCodes256(t tile) {
	s.op("MOVQ scanArgs_start(DI), R15")
	s.op("MOVQ scanArgs_queryScales(DI), AX")
	for r := range 2 {
		s.op("VBROADCASTSS %d(R14), Y15", 4*r)
		for v := range 2 {
			sum := fmt.Sprintf("Y%d", 2*r+v)
			s.op("VPHADDD %s, %s, Y8", t.sum(r, 2*v+1), t.sum(r, 2*v))
			s.op("VPERMQ $0xD8, Y8, %s", sum)
			s.op("VPADDD %d(R15), %s, %s", 32*v, sum, sum)
			s.op("VCVTDQ2PS %s, %s", sum, sum)
			s.op("VMULPS Y15, %s, %s", sum, sum)
			s.op("VMULPS %d(AX), %s, %s", 32*v, sum, sum)
		}
	}
}

// singleCodes256 adds along the rows, 16 codes at a time.
func (s *source) singleCodes256() {
	s.function("scanCodes8x1", "scanArgs", "compares tiles of 8 rows of codes with one query, padded with 0.")
	s.scanHead()
	s.rowBases(8)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "stride", "DX")
	for r := range 8 {
		s.op("VPXOR Y%d, Y%d, Y%d", r, r, r)
	}
	add := func(r int) {
		s.op("VPMADDWD Y8, Y9, Y9")
		s.op("VPADDD Y9, Y%d, Y%d", r, r)
	}
	s.op("SUBQ $16, DX")
	s.op("JLT few")
	s.label("block")
	s.fetchRows(8, "R15")
	s.op("VPMOVSXBW (SI), Y8")
	for r := range 8 {
		s.op("VPMOVZXBW %s, Y9", row(r, 0))
		add(r)
	}
	s.advance(8, 16)
	s.op("ADDQ $16, SI")
	s.op("SUBQ $16, DX")
	s.op("JGE block")
	s.label("few")
	s.op("ADDQ $16, DX")
	s.op("JZ summed")
	s.op("LEAQ ·lowMasks(SB), R14")
	s.op("SHLQ $3, DX")
	s.op("VMOVDQU (R14)(DX*1), X14")
	s.op("VPMOVSXBW (SI), Y8")
	for r := range 8 {
		s.op("VPMASKMOVD %s, X14, X9", row(r, 0))
		s.op("VPMOVZXBW X9, Y9")
		add(r)
	}
	s.label("summed")
	s.fold256()
	s.op("MOVQ scanArgs_start(DI), SI")
	s.op("VPBROADCASTD (SI), Y1")
	s.op("VPADDD Y1, Y0, Y0")
	s.op("VCVTDQ2PS Y0, Y0")
	s.field("scanArgs", "scales", "SI")
	s.op("MOVQ R12, DX")
	s.op("SHLQ $5, DX")
	s.op("VMULPS (SI)(DX*1), Y0, Y0")
	s.field("scanArgs", "queryScales", "SI")
	s.op("VBROADCASTSS (SI), Y1")
	s.op("VMULPS Y1, Y0, Y0")
	s.reachedSingle256("Y0")
	s.scanTail(8, func() {}, func() { s.op("VMOVUPS Y0, (AX)") })
}

// fold256 adds up each of eight vectors: lane i of Y0 becomes the sum of Yi.
func (s *source) fold256() {
	for i := range 4 {
		s.op("VPHADDD Y%d, Y%d, Y%d", 2*i+1, 2*i, i)
	}
	for i := range 2 {
		s.op("VPHADDD Y%d, Y%d, Y%d", 2*i+1, 2*i, i)
	}
	s.op("VPERM2I128 $0x20, Y1, Y0, Y8")
	s.op("VPERM2I128 $0x31, Y1, Y0, Y9")
	s.op("VPADDD Y8, Y9, Y0")
}

func (s *source) dot256() {
	s.dotHead("dot64AVX2")
	for i := range 4 {
		s.op("VMOVUPD %d(DX), Y%d", 32*i, i)
	}
	s.label("steps")
	for i := range 4 {
		s.op("VCVTPS2PD %d(AX), Y4", 16*i)
		s.op("VCVTPS2PD %d(BX), Y5", 16*i)
		s.op("VFMADD231PD Y4, Y5, Y%d", i)
	}
	s.dotTail()
	for i := range 4 {
		s.op("VMOVUPD Y%d, %d(DX)", i, 32*i)
	}
	s.end()
}

// masks is a table whose entry i, of 32 bytes, selects the first i of eight lanes.
func (s *source) masks() {
	s.text.WriteString("\n")
	for i := range 8 {
		for lane := range 8 {
			value := uint32(0)
			if lane < i {
				value = 0xFFFFFFFF
			}
			fmt.Fprintf(&s.text, "DATA ·lowMasks+%d(SB)/4, $%#x\n", 32*i+4*lane, value)
		}
	}
	s.text.WriteString("GLOBL ·lowMasks(SB), RODATA|NOPTR, $256\n")
}
