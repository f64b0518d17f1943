package gen

import "fmt"

// codesNEON are the loops over codes: with products of bytes where the processor has them, and without.
func codesNEON() *source {
	s := neon{newSource()}
	s.scanCodes()
	s.singleCodes(rowsSingle, "scanCodes16x1", func(sum, codes, query int) { s.word("sdot", sum, codes, query) })
	for rows := 1; rows <= rowsNEON; rows++ {
		s.mulCodes(rows)
	}
	s.scanWidened()
	// A product is below 2¹⁴, so that two of them add up in 16 bits.
	s.singleCodes(rowsSingle/2, "scanCodes8x1", func(sum, codes, query int) {
		s.word("smull low", 29, codes, query)
		s.word("smlal high", 29, codes, query)
		s.word("sadalp", sum, 29)
	})
	n := &neonElements{neon: s}
	n.extremes()
	n.quantize()
	return s.source
}

// signed makes codes what they stand for, by their highest bit. That spares the start of the sums.
func (s neon) signed(first, registers int) {
	s.op("VMOVI $0x80, V31.B16")
	for i := range registers {
		s.op("VEOR V31.B16, V%d.B16, V%d.B16", first+i, first+i)
	}
}

// stepCodes multiplies groups of codes of each row with as many steps of the panel.
func (s neon) stepCodes(rows, steps int) {
	s.takeRows(rows, steps)
	s.signed(firstValue, rows)
	s.multiply(rows, steps, "sdot lane")
}

func (s neon) scanCodes() {
	s.function("scanCodes6x16", "scanArgs", "compares tiles of 6 rows of codes with 16 queries.")
	s.scanHead(rowsNEON)
	s.field("scanArgs", "depth", "R2")
	s.clear(rowsNEON * rowVectors)
	s.inner(func(steps int) {
		s.fetch(rowsNEON * steps * 4)
		s.stepCodes(rowsNEON, steps)
	})
	s.scaleTile(rowsNEON)
	s.reachedTile(rowsNEON)
	s.scanTail(rowsNEON, rowsNEON*rowVectors)
}

// scales leaves the place of the first scale of a tile in R25.
func (s neon) scales(rows int) {
	s.field("scanArgs", "scales", "R25")
	s.op("MOVD $%d, R26", 4*rows)
	s.op("MADD R26, R25, R6, R25")
}

// scaleTile makes sums scores: float32(sum·scale)·query scale.
func (s neon) scaleTile(rows int) {
	s.field("scanArgs", "queryScales", "R25")
	s.op("FLDPQ (R25), (F24, F25)")
	s.op("FLDPQ 32(R25), (F26, F27)")
	s.scales(rows)
	for r := range rows {
		s.op("FMOVS %d(R25), F28", 4*r)
		for v := range rowVectors {
			sum := r*rowVectors + v
			s.word("float", sum, sum)
			s.word("fmul lane", sum, sum, 28, 0)
			s.word("fmul", sum, sum, 24+v)
		}
	}
}

// singleCodes adds along the rows, sixteen codes at a time: sums of whole numbers are the same in any order.
func (s neon) singleCodes(rows int, name string, product func(sum, codes, query int)) {
	s.function(name, "scanArgs", fmt.Sprintf("compares tiles of %d rows of codes with one query.", rows))
	s.scanHead(rows)
	s.field("scanArgs", "depth", "R2")
	s.clear(rows)
	s.inner(func(steps int) {
		s.fetch(rows * steps * 4)
		s.take(steps, "R1", 30)
		for r := 0; r < rows; r += 8 {
			for i := range 8 {
				s.take(steps, rowNEON(r+i), 16+i)
			}
			s.signed(16, 8)
			for i := range 8 {
				product(r+i, 16+i, 30)
			}
		}
	})
	for left := rows; left > rows/4; left /= 2 {
		for i := 0; i < left; i += 2 {
			s.op("VADDP V%d.S4, V%d.S4, V%d.S4", i+1, i, i/2)
		}
	}
	s.field("scanArgs", "queryScales", "R25")
	s.op("FMOVS (R25), F24")
	s.scales(rows)
	for v := range rows / 4 {
		s.op("FMOVQ %d(R25), F25", 16*v)
		s.word("float", v, v)
		s.word("fmul", v, v, 25)
		s.word("fmul lane", v, v, 24, 0)
	}
	s.reachedSingle()
	s.scanTail(rows, rows/4)
}

// rowsWidened is how many rows of a tile have their products made wider: each has twice as many sums.
const rowsWidened = 2

// scanWidened is scanCodes for processors without sdot. Products of two steps are added in 16 bits.
func (s neon) scanWidened() {
	s.function("scanCodes2x16", "scanArgs", "compares tiles of 2 rows of codes with 16 queries, on any processor.")
	s.scanHead(rowsWidened)
	s.field("scanArgs", "depth", "R2")
	s.clear(2 * rowsWidened * rowVectors)
	s.inner(func(steps int) {
		s.fetch(rowsWidened * steps * 4)
		s.takeRows(rowsWidened, steps)
		s.signed(firstValue, rowsWidened)
		for k := 0; k < steps; k += 2 {
			s.widened(k, min(2, steps))
		}
		s.op("ADD $%d, R1, R1", steps*panelStep)
	})
	for i := range rowsWidened * rowVectors {
		s.op("VADDP V%d.S4, V%d.S4, V%d.S4", 2*i+1, 2*i, i)
	}
	s.scaleTile(rowsWidened)
	s.reachedTile(rowsWidened)
	s.scanTail(rowsWidened, rowsWidened*rowVectors)
}

// widened adds the products of one step or two from step k on. Registers 16 to 19 are codes of rows, 20 and 21
// of the panel, and 22 and 23 products.
func (s neon) widened(k, steps int) {
	for r := range rowsWidened {
		for i := range steps {
			s.op("VDUP V%d.S[%d], V%d.S4", firstValue+r, k+i, 16+2*r+i)
		}
	}
	for v := range rowVectors {
		for i := range steps {
			s.op("FMOVQ %d(R1), F%d", (k+i)*panelStep+16*v, 20+i)
		}
		for r := range rowsWidened {
			for half, which := range []string{"low", "high"} {
				s.word("smull "+which, 22+half, 20, 16+2*r)
				if steps == 2 {
					s.word("smlal "+which, 22+half, 21, 17+2*r)
				}
				s.word("sadalp", 2*(r*rowVectors+v)+half, 22+half)
			}
		}
	}
}

// mulCodes lowers codes by 128, for a product of signed bytes, and has the sums start at what that takes away.
func (s neon) mulCodes(rows int) {
	s.function(fmt.Sprintf("mulCodes%dx16", rows), "codesArgs",
		fmt.Sprintf("multiplies tiles of %d rows of codes with half a panel of weights.", rows))
	s.field("codesArgs", "rows", "R24")
	s.mulHead("codesArgs", rows)
	s.field("codesArgs", "sums", "R25")
	s.op("FLDPQ (R25), (F0, F1)")
	s.op("FLDPQ 32(R25), (F2, F3)")
	for v := range rowVectors {
		s.op("VSHL $7, V%d.S4, V%d.S4", v, v)
	}
	s.sameRows(rows)
	s.inner(func(steps int) { s.stepCodes(rows, steps) })
	s.scaleCodes(rows)
	s.mulTail(rows)
}

// scaleCodes takes from the sums of a tile what the codes of each row are above their numbers, scales them by row
// and column and adds the bias.
func (s neon) scaleCodes(rows int) {
	s.field("codesArgs", "weightScales", "R26")
	s.field("codesArgs", "bias", "R2")
	for v := range rowVectors {
		s.op("FMOVQ %d(R25), F24", 16*v)
		s.op("FMOVQ %d(R26), F25", 16*v)
		s.op("FMOVQ %d(R2), F26", 16*v)
		for r := range rows {
			sum := r*rowVectors + v
			s.op("FMOVD %d(R24), F27", 8*r) // step and zero
			s.word("mls lane", sum, 24, 27, 1)
			s.word("float", sum, sum)
			s.word("fmul lane", 28, 25, 27, 0)
			s.move(26, 29)
			s.word("fmla", 29, sum, 28)
			s.move(29, sum)
		}
	}
	s.op("ADD $%d, R24, R24", 8*rows)
}
