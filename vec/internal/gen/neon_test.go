package gen

import "fmt"

// neon is a file of assembly for arm64.
type neon struct{ *source }

// word writes an instruction that Go's assembler does not know.
func (s neon) word(name string, operands ...int) {
	word, text := encode(name, operands...)
	s.op("WORD $0x%08x // %s", word, text)
}

// function begins one that takes a pointer to its arguments, in R0.
func (s neon) function(name, args, doc string) {
	s.head(name, args, doc)
	s.op("MOVD a+0(FP), R0")
}

func (s neon) field(args, name, register string) { s.op("MOVD %s_%s(R0), %s", args, name, register) }

// clear makes registers from 0 on zero.
func (s neon) clear(registers int) {
	for i := range registers {
		s.op("VEOR V%d.B16, V%d.B16, V%d.B16", i, i, i)
	}
}

// move copies a register.
func (s neon) move(from, to int) { s.op("VMOV V%d.B16, V%d.B16", from, to) }

// General registers of all loops over rows: R0 the arguments, R1 the panel, R2 the steps left, R3 the tile that
// is fetched, R4 the distance of two rows, R5 the tiles left, R6 the tiles done, R7 the first row, and one for
// each row. R25 and R26 are free. R18 is the system's, and from R27 on they are Go's.
func rowNEON(r int) string {
	if r < 10 {
		return fmt.Sprintf("R%d", 8+r)
	}
	return fmt.Sprintf("R%d", 9+r)
}

// rows sets the registers of so many rows.
func (s neon) rows(n int) {
	s.op("MOVD R7, %s", rowNEON(0))
	for r := 1; r < n; r++ {
		s.op("ADD R4, %s, %s", rowNEON(r-1), rowNEON(r))
	}
}

// nextTile skips so many rows.
func (s neon) nextTile(rows int) {
	s.op("MOVD $%d, R25", rows)
	s.op("MADD R25, R7, R4, R7")
	s.op("SUBS $1, R5, R5")
	s.op("BNE tile")
}

// Vector registers of a tile: its sums come first, four for each row; 24 to 29 are the values of rows, 30 and 31
// those of the panel.
const (
	rowVectors   = 4
	rowsNEON     = 6
	firstValue   = 24
	firstOfPanel = 30
	stepsNEON    = 4 // as many values of a row as a register holds
)

// inner is the loop over the values of rows, or over groups of codes: four steps at a time, and one.
func (s neon) inner(step func(steps int)) {
	s.op("SUBS $%d, R2, R2", stepsNEON)
	s.op("BLT few")
	s.label("steps")
	step(stepsNEON)
	s.op("SUBS $%d, R2, R2", stepsNEON)
	s.op("BGE steps")
	s.label("few")
	s.op("ADDS $%d, R2, R2", stepsNEON)
	s.op("BEQ summed")
	s.label("step")
	step(1)
	s.op("SUBS $1, R2, R2")
	s.op("BNE step")
	s.label("summed")
}

// take loads the next values or codes, four or one, and moves the pointer on.
func (s neon) take(steps int, pointer string, to int) {
	s.op("FMOV%s.P %d(%s), F%d", map[int]string{1: "S", stepsNEON: "Q"}[steps], 4*steps, pointer, to)
}

// takeRows is take for so many rows.
func (s neon) takeRows(rows, steps int) {
	for r := range rows {
		s.take(steps, rowNEON(r), firstValue+r)
	}
}

// multiply adds the products of steps of each row, which are loaded, with the panel's.
func (s neon) multiply(rows, steps int, product string) {
	for k := range steps {
		for v := 0; v < rowVectors; v += 2 {
			s.op("FLDPQ %d(R1), (F%d, F%d)", k*panelStep+16*v, firstOfPanel, firstOfPanel+1)
			for i := range 2 {
				for r := range rows {
					s.word(product, r*rowVectors+v+i, firstOfPanel+i, firstValue+r, k)
				}
			}
		}
	}
	s.op("ADD $%d, R1, R1", steps*panelStep)
}

// scanHead begins a scan by tiles.
func (s neon) scanHead(rows int) {
	s.field("scanArgs", "rows", "R7")
	s.field("scanArgs", "stride", "R4")
	s.field("scanArgs", "tiles", "R5")
	s.op("MOVD ZR, R6")
	s.label("tile")
	s.rows(rows)
	s.field("scanArgs", "panel", "R1")
	s.field("scanArgs", "ahead", "R3")
	s.op("ADD R7, R3, R3")
}

// fetch asks for the next lines of a tile to come, in the order of memory.
func (s neon) fetch(bytes int) {
	for at := 0; at < bytes; at += 64 {
		s.op("PRFM %d(R3), PLDL1KEEP", at)
	}
	s.op("ADD $%d, R3, R3", bytes)
}

// scanTail goes on to the next tile unless the masks, or-ed in R26, have a bit set; so many registers from 0 on
// are the scores.
func (s neon) scanTail(rows, scores int) {
	s.op("ADD $1, R6")
	s.op("CBNZ R26, found")
	s.nextTile(rows)
	s.op("MOVD R6, scanArgs_done(R0)")
	s.op("MOVD ZR, scanArgs_found(R0)")
	s.op("RET")
	s.label("found")
	s.op("MOVD R6, scanArgs_done(R0)")
	s.op("MOVD $1, R25")
	s.op("MOVD R25, scanArgs_found(R0)")
	s.field("scanArgs", "scores", "R25")
	for v := 0; v < scores; v += 2 {
		s.op("FSTPQ (F%d, F%d), %d(R25)", v, v+1, 16*v)
	}
	s.op("RET")
}

// reached compares sixteen scores in a row with the limits in registers 24 to 27, or all with that in 24: masks in
// memory, or-ed in R26.
func (s neon) reached(rows int, limits ...int) {
	s.field("scanArgs", "masks", "R25")
	s.op("MOVD ZR, R26")
	s.op("MOVD $0x8040201008040201, R2")
	s.op("VDUP R2, V28.D2")
	for r := range rows {
		compare := func(v, to int) { s.word("fcmge", to, r*rowVectors+v, limits[v]) }
		compare(0, 29)
		compare(1, 30)
		s.op("VUZP1 V30.H8, V29.H8, V29.H8")
		compare(2, 30)
		compare(3, 31)
		s.op("VUZP1 V31.H8, V30.H8, V30.H8")
		s.op("VUZP1 V30.B16, V29.B16, V29.B16")
		s.op("VAND V28.B16, V29.B16, V29.B16")
		for range 3 {
			s.op("VADDP V29.B16, V29.B16, V29.B16")
		}
		s.op("VMOV V29.H[0], R2")
		s.op("MOVW R2, %d(R25)", 4*r)
		s.op("ORR R2, R26")
	}
}

// reachedTile compares the sums of a tile with the limits.
func (s neon) reachedTile(rows int) {
	s.field("scanArgs", "limit", "R25")
	s.op("FLDPQ (R25), (F24, F25)")
	s.op("FLDPQ 32(R25), (F26, F27)")
	s.reached(rows, 24, 25, 26, 27)
}

// reachedSingle compares the scores of sixteen rows with one limit.
func (s neon) reachedSingle() {
	s.field("scanArgs", "limit", "R25")
	s.op("VLD1R (R25), [V24.S4]")
	s.reached(1, 24, 24, 24, 24)
}

func floatsNEON() *source {
	s := neon{newSource()}
	s.scan()
	s.single()
	for rows := 1; rows <= rowsNEON; rows++ {
		s.mul(rows)
	}
	s.dot()
	return s.source
}

// step multiplies values of each row with as many steps of the panel.
func (s neon) step(rows, steps int) {
	s.takeRows(rows, steps)
	s.multiply(rows, steps, "fmla lane")
}

func (s neon) scan() {
	s.function("scan6x16", "scanArgs", "compares tiles of 6 rows with 16 queries.")
	s.scanHead(rowsNEON)
	s.field("scanArgs", "depth", "R2")
	s.clear(rowsNEON * rowVectors)
	s.inner(func(steps int) {
		s.fetch(rowsNEON * steps * 4)
		s.step(rowsNEON, steps)
	})
	s.reachedTile(rowsNEON)
	s.scanTail(rowsNEON, rowsNEON*rowVectors)
}

// rowsSingle are compared with a query that is alone: one lane each of four registers.
const rowsSingle = 16

// single turns four values of four rows over, so that rows stand side by side and each sum is still taken value
// after value, as in the tiles.
func (s neon) single() {
	s.function("scan16x1", "scanArgs", "compares tiles of 16 rows with one query.")
	s.scanHead(rowsSingle)
	s.field("scanArgs", "depth", "R2")
	s.clear(rowVectors)
	s.inner(func(steps int) {
		s.fetch(rowsSingle * steps * 4)
		s.take(steps, "R1", 24)
		for g := range rowsSingle / 4 {
			if steps == 1 {
				for r := range 4 {
					s.op("VLD1.P 4(%s), V4.S[%d]", rowNEON(4*g+r), r)
				}
			} else {
				s.turn(g)
			}
			for k := range steps {
				s.word("fmla lane", g, 4+k, 24, k)
			}
		}
	})
	s.reachedSingle()
	s.scanTail(rowsSingle, rowVectors)
}

// turn loads four values of the four rows of a group: the first ones into register 4, and so on to 7.
func (s neon) turn(group int) {
	for r := range 4 {
		s.take(stepsNEON, rowNEON(4*group+r), 8+r)
	}
	for i := range 2 {
		s.op("VTRN1 V%d.S4, V%d.S4, V%d.S4", 9+2*i, 8+2*i, 12+i)
		s.op("VTRN2 V%d.S4, V%d.S4, V%d.S4", 9+2*i, 8+2*i, 14+i)
	}
	for i := range 2 {
		s.op("VTRN1 V%d.D2, V%d.D2, V%d.D2", 13+2*i, 12+2*i, 4+i)
		s.op("VTRN2 V%d.D2, V%d.D2, V%d.D2", 13+2*i, 12+2*i, 6+i)
	}
}

// mulHead begins a product of tiles of rows: R6 where they go, R3 the distance of two rows there.
func (s neon) mulHead(args string, rows int) {
	s.field(args, "x", "R7")
	s.field(args, "stride", "R4")
	s.field(args, "tiles", "R5")
	s.field(args, "dst", "R6")
	s.field(args, "dstStride", "R3")
	s.label("tile")
	s.rows(rows)
	s.field(args, "panel", "R1")
	s.field(args, "depth", "R2")
}

// sameRows makes the sums of all rows start as those of the first.
func (s neon) sameRows(rows int) {
	for i := rowVectors; i < rows*rowVectors; i++ {
		s.move(i%rowVectors, i)
	}
}

// mulTail writes the sums and goes on to the next tile.
func (s neon) mulTail(rows int) {
	for i := 0; i < rows*rowVectors; i += rowVectors {
		s.op("FSTPQ (F%d, F%d), (R6)", i, i+1)
		s.op("FSTPQ (F%d, F%d), 32(R6)", i+2, i+3)
		s.op("ADD R3, R6")
	}
	s.nextTile(rows)
	s.op("RET")
}

func (s neon) mul(rows int) {
	s.function(fmt.Sprintf("mul%dx16", rows), "mulArgs", fmt.Sprintf("multiplies tiles of %d rows with half a panel.", rows))
	s.mulHead("mulArgs", rows)
	s.field("mulArgs", "bias", "R25")
	s.op("FLDPQ (R25), (F0, F1)")
	s.op("FLDPQ 32(R25), (F2, F3)")
	s.sameRows(rows)
	s.inner(func(steps int) { s.step(rows, steps) })
	s.mulTail(rows)
}

// dot is the same addition in float64 as in Go: sixteen sums.
func (s neon) dot() {
	s.dotArguments("dot64NEON", "MOVD", "R1", "R2", "R3", "R4")
	pairs := func(op string) {
		for i := 0; i < 8; i += 2 {
			s.op(op, i, i+1, 16*i)
		}
	}
	pairs("FLDPQ %[3]d(R4), (F%[1]d, F%[2]d)")
	s.label("steps")
	for i := range 2 {
		s.op("FLDPQ.P 32(R%d), (F%d, F%d)", 1, 16+2*i, 17+2*i)
		s.op("FLDPQ.P 32(R%d), (F%d, F%d)", 2, 20+2*i, 21+2*i)
	}
	for i := range 4 {
		for half, wide := range []string{"double low", "double high"} {
			s.word(wide, 24, 16+i)
			s.word(wide, 25, 20+i)
			s.word("fmla double", 2*i+half, 24, 25)
		}
	}
	s.op("SUBS $16, R3, R3")
	s.op("BGT steps")
	pairs("FSTPQ (F%[1]d, F%[2]d), %[3]d(R4)")
	s.op("RET")
}
