package gen

import "fmt"

// instruction is one of NEON that Go's assembler does not know, so that it is written as a word.
type instruction struct {
	name string // for the generator
	text string // as other assemblers have it: what is written to, what is read, and the number of a lane
	code uint32 // with all registers 0
}

var instructions = []instruction{
	{"fadd", "fadd v%d.4s, v%d.4s, v%d.4s", 0x4E20D400},
	{"fsub", "fsub v%d.4s, v%d.4s, v%d.4s", 0x4EA0D400},
	{"fmul", "fmul v%d.4s, v%d.4s, v%d.4s", 0x6E20DC00},
	{"fmul lane", "fmul v%d.4s, v%d.4s, v%d.s[%d]", 0x4F809000},
	{"fdiv", "fdiv v%d.4s, v%d.4s, v%d.4s", 0x6E20FC00},
	{"fmax", "fmax v%d.4s, v%d.4s, v%d.4s", 0x4E20F400},
	{"fmin", "fmin v%d.4s, v%d.4s, v%d.4s", 0x4EA0F400},
	{"fadd pairs", "faddp v%d.4s, v%d.4s, v%d.4s", 0x6E20D400},
	{"fmax pairs", "fmaxp v%d.4s, v%d.4s, v%d.4s", 0x6E20F400},
	{"fmin pairs", "fminp v%d.4s, v%d.4s, v%d.4s", 0x6EA0F400},
	{"fsqrt", "fsqrt v%d.4s, v%d.4s", 0x6EA1F800},
	// Go has the next two, with their operands the other way round.
	{"fmla", "fmla v%d.4s, v%d.4s, v%d.4s", 0x4E20CC00},
	{"fmls", "fmls v%d.4s, v%d.4s, v%d.4s", 0x4EA0CC00},
	{"fmla lane", "fmla v%d.4s, v%d.4s, v%d.s[%d]", 0x4F801000},
	{"fmla double", "fmla v%d.2d, v%d.2d, v%d.2d", 0x4E60CC00},
	{"fcmge", "fcmge v%d.4s, v%d.4s, v%d.4s", 0x6E20E400},
	{"fcmgt", "fcmgt v%d.4s, v%d.4s, v%d.4s", 0x6EA0E400},
	{"bic", "bic v%d.16b, v%d.16b, v%d.16b", 0x4E601C00},
	{"round", "frintn v%d.4s, v%d.4s", 0x4E218800},
	{"whole", "fcvtns v%d.4s, v%d.4s", 0x4E21A800},
	{"float", "scvtf v%d.4s, v%d.4s", 0x4E21D800},
	{"double low", "fcvtl v%d.2d, v%d.2s", 0x0E617800},
	{"double high", "fcvtl2 v%d.2d, v%d.4s", 0x4E617800},
	{"mls lane", "mls v%d.4s, v%d.4s, v%d.s[%d]", 0x6F804000},
	{"umax pairs", "umaxp v%d.4s, v%d.4s, v%d.4s", 0x6EA0A400},
	{"narrow words", "uqxtn v%d.4h, v%d.4s", 0x2E614800},
	{"narrow halves", "uqxtn v%d.8b, v%d.8h", 0x2E214800},
	{"sdot", "sdot v%d.4s, v%d.16b, v%d.16b", 0x4E809400},
	{"sdot lane", "sdot v%d.4s, v%d.16b, v%d.4b[%d]", 0x4F80E000},
	{"smull low", "smull v%d.8h, v%d.8b, v%d.8b", 0x0E20C000},
	{"smull high", "smull2 v%d.8h, v%d.16b, v%d.16b", 0x4E20C000},
	{"smlal low", "smlal v%d.8h, v%d.8b, v%d.8b", 0x0E208000},
	{"smlal high", "smlal2 v%d.8h, v%d.16b, v%d.16b", 0x4E208000},
	{"sadalp", "sadalp v%d.4s, v%d.8h", 0x4E606800},
}

// encode is an instruction's word and what other assemblers call it. Operands are the register that is written
// to, those that are read, and a lane.
func encode(name string, operands ...int) (uint32, string) {
	for _, in := range instructions {
		if in.name != name {
			continue
		}
		word, values := in.code, make([]any, len(operands))
		for i, o := range operands {
			values[i] = o
			if i < 3 {
				word |= uint32(o) << [...]int{0, 5, 16}[i]
			} else {
				word |= uint32(o&1)<<21 | uint32(o>>1)<<11
			}
		}
		return word, fmt.Sprintf(in.text, values...)
	}
	panic("gen: no instruction " + name)
}
