package gen

import "fmt"

const atLeast = 0x1D // GE_OQ: false for NaN

func avx512() *source {
	s := newSource()
	for _, vectors := range []int{2, 1} {
		t := tile{rows: 12, vectors: vectors, register: "Z", bytes: 64, unroll: 4}
		s.scan512(fmt.Sprintf("scan12x%d", t.width()), t)
	}
	s.single512()
	for rows := 1; rows <= 12; rows++ {
		s.mul512(tile{rows: rows, vectors: 2, register: "Z", bytes: 64, unroll: 4})
	}
	s.dot512()
	return s
}

// step512 multiplies one value of each row with one step of the panel.
func (s *source) step512(t tile, k int) {
	for v := range t.vectors {
		s.op("VMOVUPS %d(SI), Z%d", k*panelStep+v*64, 24+v)
	}
	for r := range t.rows {
		value := fmt.Sprintf("Z%d", 26+r%6)
		s.op("VBROADCASTSS %s, %s", row(r, 4*k), value)
		for v := range t.vectors {
			s.op("VFMADD231PS Z%d, %s, %s", 24+v, value, t.sum(r, v))
		}
	}
}

func (s *source) scan512(name string, t tile) {
	s.function(name, "scanArgs", fmt.Sprintf("compares tiles of 12 rows with %d queries.", t.width()))
	s.scanHead()
	s.rowBases(t.rows)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	for i := range t.rows * t.vectors {
		s.op("VPXORD Z%d, Z%d, Z%d", i, i, i)
	}
	s.ahead("R15")
	s.inner(t, 4, func(k int) {
		if k == t.unroll-1 {
			s.fetch(t.rows*t.unroll*4, "R15")
		}
		s.step512(t, k)
	})
	s.reached512(t)
	s.scanTail(t.rows, func() {}, func() { s.storeScores(t) })
}

// reached512 compares the sums with the limits: masks in memory, or-ed in DX.
func (s *source) reached512(t tile) {
	for v := range t.vectors {
		s.op("VMOVUPS %d(R13), Z%d", v*64, 24+v)
	}
	s.field("scanArgs", "masks", "SI")
	s.op("XORL DX, DX")
	for r := range t.rows {
		a, b := 1+r%2*3, 2+r%2*3
		s.op("VCMPPS $%d, Z24, %s, K%d", atLeast, t.sum(r, 0), a)
		if t.vectors == 2 {
			s.op("VCMPPS $%d, Z25, %s, K%d", atLeast, t.sum(r, 1), b)
			s.op("KUNPCKWD K%d, K%d, K%d", a, b, a)
		}
		s.op("KMOVD K%d, AX", a)
		s.op("MOVL AX, %d(SI)", 4*r)
		s.op("ORL AX, DX")
	}
}

// single512 turns 16 values of 16 rows over, so that rows stand side by side and each sum is still taken
// value after value, as in the tiles.
func (s *source) single512() {
	s.function("scan16x1", "scanArgs", "compares tiles of 16 rows with one query, padded with -0.")
	s.scanHead()
	s.rowBases(16)
	s.field("scanArgs", "panel", "SI")
	s.field("scanArgs", "depth", "DX")
	s.op("VPXORD Z31, Z31, Z31")
	s.op("KXNORW K1, K1, K1")
	s.label("block")
	s.fetchRows(16, "R14")
	s.op("CMPQ DX, $16")
	s.op("JGE whole")
	lastMask(s, "DX", "R14")
	s.op("KMOVW R14, K1")
	s.label("whole")
	for r := range 16 {
		s.op("VMOVUPS.Z %s, K1, Z%d", row(r, 0), r)
	}
	s.turn512()
	s.advance(16, 64)
	s.op("ADDQ $64, SI")
	s.op("SUBQ $16, DX")
	s.op("JG block")
	s.reachedSingle512("Z31")
	s.scanTail(16, func() {}, func() { s.op("VMOVUPS Z31, (AX)") })
}

// lastMask sets as many low bits as a register below 64 says.
func lastMask(s *source, count, mask string) {
	s.op("MOVQ $-1, %s", mask)
	s.op("BZHIQ %s, %s, %s", count, mask, mask)
}

// turn512 adds the products of Z0 to Z15, rows, with 16 values at SI to Z31.
func (s *source) turn512() {
	for g := 0; g < 16; g += 4 {
		s.op("VUNPCKLPS Z%d, Z%d, Z16", g+1, g)
		s.op("VUNPCKHPS Z%d, Z%d, Z17", g+1, g)
		s.op("VUNPCKLPS Z%d, Z%d, Z18", g+3, g+2)
		s.op("VUNPCKHPS Z%d, Z%d, Z19", g+3, g+2)
		s.op("VUNPCKLPD Z18, Z16, Z%d", g)
		s.op("VUNPCKHPD Z18, Z16, Z%d", g+1)
		s.op("VUNPCKLPD Z19, Z17, Z%d", g+2)
		s.op("VUNPCKHPD Z19, Z17, Z%d", g+3)
	}
	for c := range 4 {
		for i, half := range []int{0x44, 0xEE} {
			s.op("VSHUFF32X4 $%d, Z%d, Z%d, Z%d", half, 4+c, c, 16+2*i)
			s.op("VSHUFF32X4 $%d, Z%d, Z%d, Z%d", half, 12+c, 8+c, 17+2*i)
		}
		for l := range 4 {
			from := 16 + l/2*2
			s.op("VSHUFF32X4 $%d, Z%d, Z%d, Z%d", []int{0x88, 0xDD}[l%2], from+1, from, 4*l+c)
		}
	}
	for k := range 16 {
		s.op("VFMADD231PS.BCST %d(SI), Z%d, Z31", 4*k, k)
	}
}

// reachedSingle512 compares one vector of scores with one limit.
func (s *source) reachedSingle512(sum string) {
	s.field("scanArgs", "masks", "SI")
	s.op("VBROADCASTSS (R13), Z24")
	s.op("VCMPPS $%d, Z24, %s, K2", atLeast, sum)
	s.op("KMOVW K2, DX")
	s.op("MOVL DX, (SI)")
}

func (s *source) mul512(t tile) {
	s.function(fmt.Sprintf("mul%dx32", t.rows), "mulArgs", fmt.Sprintf("multiplies tiles of %d rows with a panel.", t.rows))
	s.op("MOVQ mulArgs_mask(DI), AX")
	s.op("KMOVW AX, K1")
	s.op("SHRQ $16, AX")
	s.op("KMOVW AX, K2")
	s.mul(t, func(k int) { s.step512(t, k) }, func() {
		for r := range t.rows {
			for v := range t.vectors {
				s.op("VMOVUPS %s, K%d, %d(R12)", t.sum(r, v), 1+v, v*64)
			}
			s.op("ADDQ R13, R12")
		}
	})
}

// dot512 is the same addition in float64 as in Go: sixteen sums.
func (s *source) dot512() {
	s.dotHead("dot64AVX512")
	s.op("VMOVUPD (DX), Z0")
	s.op("VMOVUPD 64(DX), Z1")
	s.label("steps")
	for i := range 2 {
		s.op("VCVTPS2PD %d(AX), Z2", 32*i)
		s.op("VCVTPS2PD %d(BX), Z3", 32*i)
		s.op("VFMADD231PD Z2, Z3, Z%d", i)
	}
	s.dotTail()
	s.op("VMOVUPD Z0, (DX)")
	s.op("VMOVUPD Z1, 64(DX)")
	s.end()
}

func (s *source) dotHead(name string) { s.dotArguments(name, "MOVQ", "AX", "BX", "CX", "DX") }

// dotArguments begins a loop of Dot64 and loads its arguments.
func (s *source) dotArguments(name, move string, registers ...string) {
	fmt.Fprintf(&s.text, "\n// func %s(a, b *float32, n int, into *[sums]float64)\nTEXT ·%s(SB), NOSPLIT, $0-32\n", name, name)
	for i, argument := range []string{"a", "b", "n", "into"} {
		s.op("%s %s+%d(FP), %s", move, argument, 8*i, registers[i])
	}
}

func (s *source) dotTail() {
	s.op("ADDQ $64, AX")
	s.op("ADDQ $64, BX")
	s.op("SUBQ $16, CX")
	s.op("JG steps")
}
