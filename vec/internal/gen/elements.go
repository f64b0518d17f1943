package gen

import "fmt"

// lanes are the registers that a kernel of elements works with. Z has masks for the last values of a row,
// and constants out of memory; Y has tables and one register less for each.
type lanes struct {
	*source
	reg  string
	n    int // values of a register
	part bool
}

// Registers that kernels of elements keep: 14 is the mask of the last values of AVX2, 15 a constant.
const maskRegister, constRegister = 14, 15

func elements512() *source { return elements(&lanes{source: newSource(), reg: "Z", n: 16}) }

func elements256() *source { return elements(&lanes{source: newSource(), reg: "Y", n: 8}) }

func elements(l *lanes) *source {
	l.unary("gelu", "makes x the part of it that the normal distribution has below x.", l.gelu)
	l.unary("geluTanh", "is gelu by its approximation with a hyperbolic tangent.", l.geluTanh)
	l.unary("silu", "multiplies x with its logistic function.", l.silu)
	l.unary("tanh", "makes x its hyperbolic tangent.", func() { l.tanhOf(0) })
	l.unary("relu", "makes x zero where it is below.", l.relu)
	l.binary("add", "adds y to x.", "VADDPS")
	l.binary("times", "multiplies x with y.", "VMULPS")
	l.softmax()
	l.norm(true)
	l.norm(false)
	if l.reg == "Z" {
		l.constants()
	}
	return l.source
}

func (l *lanes) suffix() string { return map[string]string{"Z": "512", "Y": "256"}[l.reg] }

func (l *lanes) v(i int) string { return fmt.Sprintf("%s%d", l.reg, i) }

// at is a constant's place behind R8.
func (l *lanes) at(name string) string {
	for i, c := range table {
		if c.name == name {
			return fmt.Sprintf("%d(R8)", 4*i)
		}
	}
	panic("gen: no constant " + name)
}

// set fills a register with a constant.
func (l *lanes) set(name string, to int) { l.op("VBROADCASTSS %s, %s", l.at(name), l.v(to)) }

// with is an instruction whose first operand is a constant.
func (l *lanes) with(op, name string, rest ...int) {
	first := l.v(constRegister)
	if l.reg == "Z" {
		op, first = op+".BCST", l.at(name)
	} else {
		l.set(name, constRegister)
	}
	l.do(op, first, rest...)
}

func (l *lanes) do(op, first string, rest ...int) {
	text := op + " " + first
	for _, r := range rest {
		text += ", " + l.v(r)
	}
	l.op("%s", text)
}

// clamp keeps a register within two constants. A NaN stays one: it is the operand that minimum and maximum
// choose.
func (l *lanes) clamp(x int, least, most string) {
	l.set(least, constRegister)
	l.op("VMAXPS %s, %s, %s", l.v(x), l.v(constRegister), l.v(x))
	l.set(most, constRegister)
	l.op("VMINPS %s, %s, %s", l.v(x), l.v(constRegister), l.v(x))
}

// polynomial is one in a register, by Horner: coefficients from the highest power.
func (l *lanes) polynomial(x, to int, names ...string) {
	l.set(names[0], to)
	for _, name := range names[1:] {
		l.with("VFMADD213PS", name, x, to)
	}
}

// ratio makes x the odd rational function of it; it uses the three registers behind.
func (l *lanes) ratio(x int, odd, even []string) {
	square, above, below := x+1, x+2, x+3
	l.op("VMULPS %s, %s, %s", l.v(x), l.v(x), l.v(square))
	l.polynomial(square, above, odd...)
	l.op("VMULPS %s, %s, %s", l.v(x), l.v(above), l.v(above))
	l.polynomial(square, below, even...)
	l.op("VDIVPS %s, %s, %s", l.v(below), l.v(above), l.v(x))
}

// tanhOf uses the three registers behind.
func (l *lanes) tanhOf(x int) {
	l.clamp(x, "tanhLeast", "tanhMost")
	l.ratio(x, []string{"tanhA13", "tanhA11", "tanhA9", "tanhA7", "tanhA5", "tanhA3", "tanhA1"},
		[]string{"tanhB6", "tanhB4", "tanhB2", "tanhB0"})
}

// share makes register 0 half of it times one more than register 1.
func (l *lanes) share() {
	l.with("VMULPS", "half", 0, 0)
	l.op("VFMADD213PS %s, %s, %s", l.v(0), l.v(1), l.v(0))
}

func (l *lanes) gelu() {
	l.with("VMULPS", "sqrtHalf", 0, 1)
	l.clamp(1, "erfLeast", "erfMost")
	l.ratio(1, []string{"erfA13", "erfA11", "erfA9", "erfA7", "erfA5", "erfA3", "erfA1"},
		[]string{"erfB8", "erfB6", "erfB4", "erfB2", "erfB0"})
	l.share()
}

func (l *lanes) geluTanh() {
	l.op("VMULPS %s, %s, %s", l.v(0), l.v(0), l.v(1))
	l.polynomial(1, 2, "geluInner", "geluOuter")
	l.op("VMULPS %s, %s, %s", l.v(0), l.v(2), l.v(1))
	l.tanhOf(1)
	l.share()
}

func (l *lanes) silu() {
	l.with("VMULPS", "half", 0, 1)
	l.tanhOf(1)
	l.share()
}

func (l *lanes) relu() {
	l.op("VPXOR%s %s, %s, %s", map[string]string{"Z": "D", "Y": ""}[l.reg], l.v(1), l.v(1), l.v(1))
	l.op("VMAXPS %s, %s, %s", l.v(0), l.v(1), l.v(0))
}

// exp makes register 0 its exponential; it uses 1 and 2.
func (l *lanes) exp() {
	l.clamp(0, "expLeast", "expMost")
	l.with("VMULPS", "log2e", 0, 1)
	l.op("%s $0, %s, %s", map[string]string{"Z": "VRNDSCALEPS", "Y": "VROUNDPS"}[l.reg], l.v(1), l.v(1))
	l.with("VFNMADD231PS", "ln2High", 1, 0)
	l.with("VFNMADD231PS", "ln2Low", 1, 0)
	l.polynomial(0, 2, "exp7", "exp6", "exp5", "exp4", "exp3", "exp2", "one", "one")
	l.op("VCVTPS2DQ %s, %s", l.v(1), l.v(1))
	l.op("VPSLLD $23, %s, %s", l.v(1), l.v(1))
	l.op("VPADDD %s, %s, %s", l.v(1), l.v(2), l.v(0))
}

// begin loads what all kernels take.
func (l *lanes) begin(name, doc string) {
	l.function(name+l.suffix(), "elementArgs", doc)
	l.op("LEAQ ·elementTable(SB), R8")
	l.field("elementArgs", "x", "SI")
	l.field("elementArgs", "n", "CX")
}

// each emits a loop over the values of a row: whole registers, and then a part of one. The pointers are
// moved on; CX is counted down.
func (l *lanes) each(name string, pointers []string, body func()) {
	l.op("SUBQ $%d, CX", l.n)
	l.op("JLT %sPart", name)
	l.label(name)
	l.part = false
	body()
	for _, p := range pointers {
		l.op("ADDQ $%d, %s", 4*l.n, p)
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

// load fills a register; values beyond the row are zero.
func (l *lanes) load(pointer string, to int) {
	switch {
	case !l.part:
		l.op("VMOVUPS (%s), %s", pointer, l.v(to))
	case l.reg == "Z":
		l.op("VMOVUPS.Z (%s), K1, %s", pointer, l.v(to))
	default:
		l.op("VMASKMOVPS (%s), %s, %s", pointer, l.v(maskRegister), l.v(to))
	}
}

// store writes a register, and nothing beyond the row.
func (l *lanes) store(from int, pointer string) {
	switch {
	case !l.part:
		l.op("VMOVUPS %s, (%s)", l.v(from), pointer)
	case l.reg == "Z":
		l.op("VMOVUPS %s, K1, (%s)", l.v(from), pointer)
	default:
		l.op("VMASKMOVPS %s, %s, (%s)", l.v(from), l.v(maskRegister), pointer)
	}
}

// beyond makes the values beyond the row those of a constant's register.
func (l *lanes) beyond(constant, x int) {
	switch {
	case !l.part:
	case l.reg == "Z":
		l.op("VBLENDMPS %s, %s, K1, %s", l.v(x), l.v(constant), l.v(x))
	default:
		l.op("VBLENDVPS %s, %s, %s, %s", l.v(maskRegister), l.v(x), l.v(constant), l.v(x))
	}
}

func (l *lanes) unary(name, doc string, body func()) {
	l.begin(name, doc)
	l.each("values", []string{"SI"}, func() {
		l.load("SI", 0)
		body()
		l.store(0, "SI")
	})
	l.end()
}

func (l *lanes) binary(name, doc, op string) {
	l.begin(name, doc)
	l.field("elementArgs", "y", "DX")
	l.each("values", []string{"SI", "DX"}, func() {
		l.load("SI", 0)
		l.load("DX", 1)
		l.op("%s %s, %s, %s", op, l.v(1), l.v(0), l.v(0))
		l.store(0, "SI")
	})
	l.end()
}

// fold combines the lanes of a register, always in one order, and spreads the result; it uses the one behind.
func (l *lanes) fold(op string, x int) {
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

// again goes back to the start of the row.
func (l *lanes) again() {
	l.field("elementArgs", "x", "SI")
	l.field("elementArgs", "n", "CX")
}

func (l *lanes) softmax() {
	l.begin("softmax", "makes a row, times scale, a distribution. Values far below the highest become zero.")
	l.op("VBROADCASTSS elementArgs_scale(DI), %s", l.v(9))
	l.set("minusInfinity", 10)
	l.op("VMOVAPS %s, %s", l.v(10), l.v(7))
	l.each("most", []string{"SI"}, func() {
		l.load("SI", 0)
		l.beyond(10, 0)
		l.op("VMAXPS %s, %s, %s", l.v(0), l.v(7), l.v(7))
	})
	l.fold("VMAXPS", 7)
	l.op("VXORPS %s, %s, %s", l.v(5), l.v(5), l.v(5))
	l.again()
	l.set("expLeast", 12)
	l.each("powers", []string{"SI"}, func() {
		l.load("SI", 0)
		l.beyond(10, 0)
		l.op("VSUBPS %s, %s, %s", l.v(7), l.v(0), l.v(0))
		l.op("VMULPS %s, %s, %s", l.v(9), l.v(0), l.v(0))
		l.op("VMOVAPS %s, %s", l.v(0), l.v(11))
		l.exp()
		l.zeroBelow(11, 12)
		l.op("VADDPS %s, %s, %s", l.v(0), l.v(5), l.v(5))
		l.store(0, "SI")
	})
	l.fold("VADDPS", 5)
	l.set("one", 0)
	l.op("VDIVPS %s, %s, %s", l.v(5), l.v(0), l.v(5))
	l.again()
	l.each("shares", []string{"SI"}, func() {
		l.load("SI", 0)
		l.op("VMULPS %s, %s, %s", l.v(5), l.v(0), l.v(0))
		l.store(0, "SI")
	})
	l.end()
}

// zeroBelow makes register 0 zero where x is below least; a NaN is not below.
func (l *lanes) zeroBelow(x, least int) {
	const notBelow = 5 // NLT_US: also true for NaN
	if l.reg == "Z" {
		l.op("VCMPPS $%d, %s, %s, K2", notBelow, l.v(least), l.v(x))
		l.op("VMOVAPS.Z %s, K2, %s", l.v(0), l.v(0))
		return
	}
	l.op("VCMPPS $%d, %s, %s, %s", notBelow, l.v(least), l.v(x), l.v(x))
	l.op("VANDPS %s, %s, %s", l.v(x), l.v(0), l.v(0))
}

// norm is layer normalisation of a row, or of the sum of two.
func (l *lanes) norm(sum bool) {
	name, doc := "norm", "makes a row one of mean 0 and variance 1, times gamma, plus beta."
	if sum {
		name, doc = "addNorm", "adds y to x and then is norm."
	}
	l.begin(name, doc)
	l.op("VBROADCASTSS elementArgs_share(DI), %s", l.v(9))
	l.mean(sum)
	l.deviation()
	l.again()
	l.field("elementArgs", "gamma", "DX")
	l.field("elementArgs", "beta", "BX")
	l.each("scaled", []string{"SI", "DX", "BX"}, func() {
		l.load("SI", 0)
		l.load("DX", 1)
		l.load("BX", 2)
		l.op("VSUBPS %s, %s, %s", l.v(5), l.v(0), l.v(0))
		l.op("VMULPS %s, %s, %s", l.v(7), l.v(0), l.v(0))
		l.op("VFMADD213PS %s, %s, %s", l.v(2), l.v(1), l.v(0))
		l.store(0, "SI")
	})
	l.end()
}

// mean makes register 5 that of the row, to which y is added before if there is a sum.
func (l *lanes) mean(sum bool) {
	l.op("VXORPS %s, %s, %s", l.v(5), l.v(5), l.v(5))
	pointers := []string{"SI"}
	if sum {
		l.field("elementArgs", "y", "DX")
		pointers = append(pointers, "DX")
	}
	l.each("sum", pointers, func() {
		l.load("SI", 0)
		if sum {
			l.load("DX", 1)
			l.op("VADDPS %s, %s, %s", l.v(1), l.v(0), l.v(0))
			l.store(0, "SI")
		}
		l.op("VADDPS %s, %s, %s", l.v(0), l.v(5), l.v(5))
	})
	l.fold("VADDPS", 5)
	l.op("VMULPS %s, %s, %s", l.v(9), l.v(5), l.v(5))
}

// deviation makes register 7 one over the root of the row's variance and eps.
func (l *lanes) deviation() {
	l.op("VXORPS %s, %s, %s", l.v(10), l.v(10), l.v(10))
	l.op("VXORPS %s, %s, %s", l.v(7), l.v(7), l.v(7))
	l.again()
	l.each("squares", []string{"SI"}, func() {
		l.load("SI", 0)
		l.op("VSUBPS %s, %s, %s", l.v(5), l.v(0), l.v(0))
		l.beyond(10, 0)
		l.op("VFMADD231PS %s, %s, %s", l.v(0), l.v(0), l.v(7))
	})
	l.fold("VADDPS", 7)
	l.op("VBROADCASTSS elementArgs_eps(DI), %s", l.v(0))
	l.op("VFMADD213PS %s, %s, %s", l.v(0), l.v(9), l.v(7))
	l.op("VSQRTPS %s, %s", l.v(7), l.v(7))
	l.set("one", 0)
	l.op("VDIVPS %s, %s, %s", l.v(7), l.v(0), l.v(7))
}
