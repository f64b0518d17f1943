package gen

import (
	"fmt"
	"strings"
)

// x86 is the machine of kernels of elements. Z has masks for the last values of a row, and constants out of
// memory; Y has tables and one register less for each.
type x86 struct {
	*source
	reg  string
	n    int // values of a register
	part bool
}

// Registers that kernels of elements keep: 14 is the mask of the last values of AVX2, 15 a constant.
const maskRegister, constRegister = 14, 15

// pointersX86 are the registers of arguments that point to values.
var pointersX86 = map[string]string{"x": "SI", "y": "DX", "gamma": "DX", "beta": "BX"}

func elements512() string { return elements(&x86{source: newSource(), reg: "Z", n: 16}) }

func elements256() string { return elements(&x86{source: newSource(), reg: "Y", n: 8}) }

func (l *x86) suffix() string { return map[string]string{"Z": "512", "Y": "256"}[l.reg] }

func (l *x86) v(i int) string { return fmt.Sprintf("%s%d", l.reg, i) }

// at is a constant's offset from R8.
func (l *x86) at(constant string) string { return fmt.Sprintf("%d(R8)", placeOf(constant)) }

func (l *x86) set(constant string, to int) { l.op("VBROADCASTSS %s, %s", l.at(constant), l.v(to)) }

// with is an instruction whose first operand is a constant.
func (l *x86) with(op, constant string, rest ...int) {
	first := l.v(constRegister)
	if l.reg == "Z" {
		op, first = op+".BCST", l.at(constant)
	} else {
		l.set(constant, constRegister)
	}
	text := op + " " + first
	for _, r := range rest {
		text += ", " + l.v(r)
	}
	l.op("%s", text)
}

func (l *x86) calc(op string, a, b, to int) {
	l.op("V%sPS %s, %s, %s", strings.ToUpper(op), l.v(b), l.v(a), l.v(to))
}

func (l *x86) calcWith(op string, a int, constant string, to int) {
	l.with("V"+strings.ToUpper(op)+"PS", constant, a, to)
}

func (l *x86) clamp(x int, least, most string) {
	l.set(least, constRegister)
	l.calc("max", constRegister, x, x)
	l.set(most, constRegister)
	l.calc("min", constRegister, x, x)
}

func (l *x86) polynomial(x, to int, constants ...string) {
	l.set(constants[0], to)
	for _, c := range constants[1:] {
		l.with("VFMADD213PS", c, x, to)
	}
}

func (l *x86) mulAdd(x, by, plus int) int {
	l.op("VFMADD213PS %s, %s, %s", l.v(plus), l.v(by), l.v(x))
	return x
}

func (l *x86) addTimes(a, b, to int) { l.op("VFMADD231PS %s, %s, %s", l.v(a), l.v(b), l.v(to)) }

func (l *x86) lessTimes(constant string, a, to int) { l.with("VFNMADD231PS", constant, a, to) }

func (l *x86) zero(x int) { l.op("VXORPS %s, %s, %s", l.v(x), l.v(x), l.v(x)) }

func (l *x86) copy(from, to int) { l.op("VMOVAPS %s, %s", l.v(from), l.v(to)) }

func (l *x86) sqrt(x int) { l.op("VSQRTPS %s, %s", l.v(x), l.v(x)) }

func (l *x86) round(x int) {
	l.op("%s $0, %s, %s", map[string]string{"Z": "VRNDSCALEPS", "Y": "VROUNDPS"}[l.reg], l.v(x), l.v(x))
}

func (l *x86) power(n, x, to int) {
	l.op("VCVTPS2DQ %s, %s", l.v(n), l.v(n))
	l.op("VPSLLD $23, %s, %s", l.v(n), l.v(n))
	l.op("VPADDD %s, %s, %s", l.v(n), l.v(x), l.v(to))
}

func (l *x86) zeroBelow(x, least, to int) {
	const notBelow = 5 // NLT_US: also true for NaN
	if l.reg == "Z" {
		l.op("VCMPPS $%d, %s, %s, K2", notBelow, l.v(least), l.v(x))
		l.op("VMOVAPS.Z %s, K2, %s", l.v(to), l.v(to))
		return
	}
	l.op("VCMPPS $%d, %s, %s, %s", notBelow, l.v(least), l.v(x), l.v(x))
	l.op("VANDPS %s, %s, %s", l.v(x), l.v(to), l.v(to))
}

func (l *x86) begin(name, doc string) {
	l.function(name+l.suffix(), "elementArgs", doc)
	l.op("LEAQ ·elementTable(SB), R8")
	l.restart()
}

func (l *x86) restart() {
	l.pointer("x")
	l.field("elementArgs", "n", "CX")
}

func (l *x86) pointer(name string) { l.field("elementArgs", name, pointersX86[name]) }

func (l *x86) argument(name string, to int) {
	l.op("VBROADCASTSS elementArgs_%s(DI), %s", name, l.v(to))
}

// each has the values left in CX: whole registers, and then a part of one.
func (l *x86) each(name string, pointers []string, body func()) {
	l.op("SUBQ $%d, CX", l.n)
	l.op("JLT %sPart", name)
	l.label(name)
	l.part = false
	body()
	for _, p := range pointers {
		l.op("ADDQ $%d, %s", 4*l.n, pointersX86[p])
	}
	l.op("SUBQ $%d, CX", l.n)
	l.op("JGE %s", name)
	l.label(name + "Part")
	l.op("ADDQ $%d, CX", l.n)
	l.op("JZ %sDone", name)
	if l.reg == "Z" {
		lastMask(l.source, "CX", "AX")
		l.op("KMOVW AX, K1")
	} else {
		l.op("LEAQ ·lowMasks(SB), AX")
		l.op("SHLQ $5, CX")
		l.op("VMOVUPS (AX)(CX*1), %s", l.v(maskRegister))
	}
	l.part = true
	body()
	l.part = false
	l.label(name + "Done")
}

func (l *x86) load(pointer string, to int) {
	from := pointersX86[pointer]
	switch {
	case !l.part:
		l.op("VMOVUPS (%s), %s", from, l.v(to))
	case l.reg == "Z":
		l.op("VMOVUPS.Z (%s), K1, %s", from, l.v(to))
	default:
		l.op("VMASKMOVPS (%s), %s, %s", from, l.v(maskRegister), l.v(to))
	}
}

func (l *x86) store(from int, pointer string) {
	to := pointersX86[pointer]
	switch {
	case !l.part:
		l.op("VMOVUPS %s, (%s)", l.v(from), to)
	case l.reg == "Z":
		l.op("VMOVUPS %s, K1, (%s)", l.v(from), to)
	default:
		l.op("VMASKMOVPS %s, %s, (%s)", l.v(from), l.v(maskRegister), to)
	}
}

func (l *x86) beyond(fill, x int) {
	switch {
	case !l.part:
	case l.reg == "Z":
		l.op("VBLENDMPS %s, %s, K1, %s", l.v(x), l.v(fill), l.v(x))
	default:
		l.op("VBLENDVPS %s, %s, %s, %s", l.v(maskRegister), l.v(x), l.v(fill), l.v(x))
	}
}

func (l *x86) fold(op string, x int) { l.foldBy("V"+strings.ToUpper(op)+"PS", x) }

func (l *x86) foldBy(op string, x int) {
	t := x + 1
	if l.reg == "Z" {
		l.op("VSHUFF32X4 $0x4E, %s, %s, %s", l.v(x), l.v(x), l.v(t))
		l.op("%s %s, %s, %s", op, l.v(t), l.v(x), l.v(x))
		l.op("VSHUFF32X4 $0xB1, %s, %s, %s", l.v(x), l.v(x), l.v(t))
	} else {
		l.op("VPERM2F128 $1, %s, %s, %s", l.v(x), l.v(x), l.v(t))
	}
	l.op("%s %s, %s, %s", op, l.v(t), l.v(x), l.v(x))
	for _, order := range []int{0x4E, 0xB1} {
		l.op("VPERMILPS $%#x, %s, %s", order, l.v(x), l.v(t))
		l.op("%s %s, %s, %s", op, l.v(t), l.v(x), l.v(x))
	}
}

// constants are in the file of the wider registers, for both.
func (l *x86) constants() {
	if l.reg == "Z" {
		l.source.constants()
	}
}
