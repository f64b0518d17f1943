package gen

// neonElements is the machine of kernels of elements for arm64. Registers 13 to 15 are its own, and from 16 on
// constants, which are loaded before the loops. The last values of a row are taken one by one.
type neonElements struct {
	neon
	part     bool
	before   string   // the kernel
	constant []string // of the kernel, from register 16 on
}

const ownRegister, firstConstant = 13, 16

// pointersNEON are the registers of arguments that point to values. Their number is in R4.
var pointersNEON = map[string]string{"x": "R1", "y": "R2", "gamma": "R2", "beta": "R3"}

func elementsNEON() string { return elements(&neonElements{neon: neon{newSource()}}) }

// of is the register of a constant.
func (l *neonElements) of(constant string) int {
	for i, c := range l.constant {
		if c == constant {
			return firstConstant + i
		}
	}
	if l.constant = append(l.constant, constant); len(l.constant) > 32-firstConstant {
		panic("gen: too many constants")
	}
	return firstConstant + len(l.constant) - 1
}

func (l *neonElements) begin(name, doc string) {
	l.before, l.constant = l.String(), nil
	l.text.Reset()
	l.function(name+"NEON", "elementArgs", doc)
	l.before += l.String()
	l.text.Reset()
	l.restart()
}

// end puts the constants, which are known now, before the kernel.
func (l *neonElements) end() {
	l.op("RET")
	kernel := l.String()
	l.text.Reset()
	l.text.WriteString(l.before)
	if len(l.constant) > 0 {
		l.op("MOVD $·elementTable(SB), R5")
	}
	for i, c := range l.constant {
		l.op("FMOVS %d(R5), F%d", placeOf(c), firstConstant+i)
		l.op("VDUP V%[1]d.S[0], V%[1]d.S4", firstConstant+i)
	}
	l.text.WriteString(kernel)
}

func (l *neonElements) restart() {
	l.pointer("x")
	l.field("elementArgs", "n", "R4")
}

func (l *neonElements) pointer(name string) { l.field("elementArgs", name, pointersNEON[name]) }

func (l *neonElements) argument(name string, to int) {
	l.op("FMOVS elementArgs_%s(R0), F%d", name, to)
	l.op("VDUP V%[1]d.S[0], V%[1]d.S4", to)
}

func (l *neonElements) each(name string, pointers []string, body func()) {
	advance := func(values int) {
		for _, p := range pointers {
			l.op("ADD $%d, %s", 4*values, pointersNEON[p])
		}
		l.op("SUBS $%d, R4, R4", values)
	}
	l.op("SUBS $4, R4, R4")
	l.op("BLT %sPart", name)
	l.label(name)
	body()
	advance(4)
	l.op("BGE %s", name)
	l.label(name + "Part")
	l.op("ADDS $4, R4, R4")
	l.op("BEQ %sDone", name)
	l.label(name + "One")
	l.part = true
	body()
	l.part = false
	advance(1)
	l.op("BNE %sOne", name)
	l.label(name + "Done")
}

// size is a whole register, or its first value.
func (l *neonElements) size() string {
	if l.part {
		return "FMOVS"
	}
	return "FMOVQ"
}

func (l *neonElements) load(pointer string, to int) {
	l.op("%s (%s), F%d", l.size(), pointersNEON[pointer], to)
}

func (l *neonElements) store(from int, pointer string) {
	l.op("%s F%d, (%s)", l.size(), from, pointersNEON[pointer])
}

func (l *neonElements) beyond(fill, x int) {
	if l.part {
		l.move(fill, ownRegister)
		l.op("VMOV V%d.S[0], V%d.S[0]", x, ownRegister)
		l.move(ownRegister, x)
	}
}

func (l *neonElements) fold(op string, x int) { l.foldBy("f"+op, x) }

func (l *neonElements) foldBy(op string, x int) {
	for range 2 {
		l.word(op+" pairs", x, x, x)
	}
}

func (l *neonElements) zero(x int) { l.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", x) }

func (l *neonElements) copy(from, to int) { l.move(from, to) }

func (l *neonElements) set(constant string, to int) { l.move(l.of(constant), to) }

// calc is NaN wherever one of its operands is.
func (l *neonElements) calc(op string, a, b, to int) { l.word("f"+op, to, a, b) }

func (l *neonElements) calcWith(op string, a int, constant string, to int) {
	l.calc(op, a, l.of(constant), to)
}

func (l *neonElements) clamp(x int, least, most string) {
	l.calcWith("max", x, least, x)
	l.calcWith("min", x, most, x)
}

func (l *neonElements) mulAdd(x, by, plus int) int {
	l.word("fmla", plus, x, by)
	return plus
}

func (l *neonElements) addTimes(a, b, to int) { l.word("fmla", to, a, b) }

func (l *neonElements) lessTimes(constant string, a, to int) { l.word("fmls", to, a, l.of(constant)) }

// polynomial goes to and fro between two registers, since a product is added to what must be a copy of a constant.
func (l *neonElements) polynomial(x, to int, constants ...string) {
	last, next := ownRegister, to
	if len(constants)%2 == 1 {
		last, next = to, ownRegister
	}
	l.set(constants[0], last)
	for _, c := range constants[1:] {
		l.set(c, next)
		l.word("fmla", next, last, x)
		last, next = next, last
	}
}

func (l *neonElements) sqrt(x int) { l.word("fsqrt", x, x) }

func (l *neonElements) round(x int) { l.word("round", x, x) }

func (l *neonElements) power(n, x, to int) {
	l.word("whole", n, n)
	l.op("VSHL $23, V%[1]d.S4, V%[1]d.S4", n)
	l.op("VADD V%d.S4, V%d.S4, V%d.S4", n, x, to)
}

func (l *neonElements) zeroBelow(x, least, to int) {
	l.word("fcmgt", x, least, x)
	l.word("bic", to, to, x)
}

// quantizing begins a kernel over the values of a row.
func (l *neonElements) quantizing(name, doc string) {
	l.function(name, "quantizeArgs", doc)
	l.field("quantizeArgs", "x", "R1")
	l.field("quantizeArgs", "n", "R4")
}

// extremes finds the lowest and the highest value of a row, not above and not below zero. Magnitudes are compared
// as whole numbers as well: that of a NaN is above all others.
func (l *neonElements) extremes() {
	l.quantizing("extremesNEON", "finds the lowest and the highest value of a row and zero, and the highest magnitude as bits.")
	l.op("MOVD $0x7fffffff7fffffff, R2")
	l.op("VDUP R2, V9.D2")
	for _, r := range []int{3, 5, 7} {
		l.zero(r)
	}
	l.each("most", []string{"x"}, func() {
		l.load("x", 0)
		l.calc("min", 3, 0, 3)
		l.calc("max", 5, 0, 5)
		l.op("VAND V9.B16, V0.B16, V0.B16")
		l.op("VUMAX V0.S4, V7.S4, V7.S4")
	})
	l.foldBy("fmin", 3)
	l.foldBy("fmax", 5)
	l.foldBy("umax", 7)
	l.op("FMOVS F3, quantizeArgs_least(R0)")
	l.op("FMOVS F5, quantizeArgs_most(R0)")
	l.op("FMOVS F7, quantizeArgs_size(R0)")
	l.op("RET")
}

// quantize saturates: the code of the highest value may round to one too many.
func (l *neonElements) quantize() {
	l.quantizing("quantizeNEON", "writes the codes of a row.")
	l.field("quantizeArgs", "codes", "R2")
	l.op("FMOVS quantizeArgs_factor(R0), F9")
	l.op("MOVW quantizeArgs_zero(R0), R3")
	l.op("VDUP R3, V10.S4")
	l.each("codes", []string{"x"}, func() {
		l.load("x", 0)
		l.word("fmul lane", 0, 0, 9, 0)
		l.word("whole", 0, 0)
		l.op("VADD V10.S4, V0.S4, V0.S4")
		l.word("narrow words", 0, 0)
		l.word("narrow halves", 0, 0)
		if l.part {
			l.op("VST1.P V0.B[0], 1(R2)")
			return
		}
		l.op("FMOVS.P F0, 4(R2)")
	})
	l.op("RET")
}
