package gen

// lanes writes the kernels of elements: what they compute is written here, once, and how a machine does it in its
// file. Registers are numbers; each machine has what they are called.
type lanes struct{ machine }

// machine is what kernels of elements are made of.
type machine interface {
	// begin starts a kernel, with the first value of the row at x and their number in n.
	begin(name, doc string)
	end()
	// pointer loads an argument that points to values, and restart x and n again.
	pointer(name string)
	restart()
	// argument fills a register with a single value.
	argument(name string, to int)
	// each is a loop over the values of a row, by registers as far as they go, and moves the pointers on.
	each(name string, pointers []string, body func())
	// load leaves zero beyond the row, store writes nothing there, and beyond puts another register's values there.
	load(pointer string, to int)
	store(from int, pointer string)
	beyond(fill, x int)
	// fold combines the lanes of a register, always in one order, and spreads the result; it uses the next one.
	fold(op string, x int)

	zero(x int)
	copy(from, to int)
	set(constant string, to int)
	// calc is to = a op b: add, sub, mul, div, max or min. The one of max and min that stays if it is a NaN is b.
	calc(op string, a, b, to int)
	calcWith(op string, a int, constant string, to int)
	// clamp keeps a register within two constants. A NaN stays one.
	clamp(x int, least, most string)
	// mulAdd is x·by + plus in one rounding. It changes x or plus and says which has the result.
	mulAdd(x, by, plus int) int
	// addTimes and lessTimes change to by a product, in one rounding.
	addTimes(a, b, to int)
	lessTimes(constant string, a, to int)
	// polynomial is one in x, by Horner: constants from the highest power.
	polynomial(x, to int, constants ...string)
	sqrt(x int)
	round(x int)
	// power is to = x · 2ⁿ, of a whole number n. It changes n.
	power(n, x, to int)
	// zeroBelow makes a register zero where x is below least, and not where it is a NaN. It may change x.
	zeroBelow(x, least, to int)
	// constants writes their table, for the file that has it.
	constants()
	String() string
}

func elements(m machine) string {
	l := &lanes{m}
	l.unary("gelu", "makes x the part of it that the normal distribution has below x.", l.gelu)
	l.unary("geluTanh", "is gelu by its approximation with a hyperbolic tangent.", l.geluTanh)
	l.unary("silu", "multiplies x with its logistic function.", l.silu)
	l.unary("tanh", "makes x its hyperbolic tangent.", func() { l.tanhOf(0) })
	l.unary("relu", "makes x zero where it is below.", l.relu)
	l.binary("add", "adds y to x.", "add")
	l.binary("times", "multiplies x with y.", "mul")
	l.softmax()
	l.norm(true)
	l.norm(false)
	l.constants()
	return l.String()
}

// ratio makes x the odd rational function of it; it uses the next three registers.
func (l *lanes) ratio(x int, odd, even []string) {
	square, above, below := x+1, x+2, x+3
	l.calc("mul", x, x, square)
	l.polynomial(square, above, odd...)
	l.calc("mul", above, x, above)
	l.polynomial(square, below, even...)
	l.calc("div", above, below, x)
}

// tanhOf uses the next three registers.
func (l *lanes) tanhOf(x int) {
	l.clamp(x, "tanhLeast", "tanhMost")
	l.ratio(x, []string{"tanhA13", "tanhA11", "tanhA9", "tanhA7", "tanhA5", "tanhA3", "tanhA1"},
		[]string{"tanhB6", "tanhB4", "tanhB2", "tanhB0"})
}

// share makes register 0 half of it times one more than register 1.
func (l *lanes) share() {
	l.calcWith("mul", 0, "half", 0)
	l.mulAdd(0, 1, 0)
}

func (l *lanes) gelu() {
	l.calcWith("mul", 0, "sqrtHalf", 1)
	l.clamp(1, "erfLeast", "erfMost")
	l.ratio(1, []string{"erfA13", "erfA11", "erfA9", "erfA7", "erfA5", "erfA3", "erfA1"},
		[]string{"erfB8", "erfB6", "erfB4", "erfB2", "erfB0"})
	l.share()
}

func (l *lanes) geluTanh() {
	l.calc("mul", 0, 0, 1)
	l.polynomial(1, 2, "geluInner", "geluOuter")
	l.calc("mul", 2, 0, 1)
	l.tanhOf(1)
	l.share()
}

func (l *lanes) silu() {
	l.calcWith("mul", 0, "half", 1)
	l.tanhOf(1)
	l.share()
}

func (l *lanes) relu() {
	l.zero(1)
	l.calc("max", 1, 0, 0)
}

// exp makes register 0 its exponential; it uses 1 and 2.
func (l *lanes) exp() {
	l.clamp(0, "expLeast", "expMost")
	l.calcWith("mul", 0, "log2e", 1)
	l.round(1)
	l.lessTimes("ln2High", 1, 0)
	l.lessTimes("ln2Low", 1, 0)
	l.polynomial(0, 2, "exp7", "exp6", "exp5", "exp4", "exp3", "exp2", "one", "one")
	l.power(1, 2, 0)
}

func (l *lanes) unary(name, doc string, body func()) {
	l.begin(name, doc)
	l.each("values", []string{"x"}, func() {
		l.load("x", 0)
		body()
		l.store(0, "x")
	})
	l.end()
}

func (l *lanes) binary(name, doc, op string) {
	l.begin(name, doc)
	l.pointer("y")
	l.each("values", []string{"x", "y"}, func() {
		l.load("x", 0)
		l.load("y", 1)
		l.calc(op, 0, 1, 0)
		l.store(0, "x")
	})
	l.end()
}

func (l *lanes) softmax() {
	l.begin("softmax", "makes a row, times scale, a distribution. Values far below the highest become zero.")
	l.argument("scale", 9)
	l.set("minusInfinity", 10)
	l.copy(10, 7)
	l.each("most", []string{"x"}, func() {
		l.load("x", 0)
		l.beyond(10, 0)
		l.calc("max", 7, 0, 7)
	})
	l.fold("max", 7)
	l.zero(5)
	l.restart()
	l.set("expLeast", 12)
	l.each("powers", []string{"x"}, func() {
		l.load("x", 0)
		l.beyond(10, 0)
		l.calc("sub", 0, 7, 0)
		l.calc("mul", 0, 9, 0)
		l.copy(0, 11)
		l.exp()
		l.zeroBelow(11, 12, 0)
		l.calc("add", 5, 0, 5)
		l.store(0, "x")
	})
	l.fold("add", 5)
	l.set("one", 0)
	l.calc("div", 0, 5, 5)
	l.restart()
	l.each("shares", []string{"x"}, func() {
		l.load("x", 0)
		l.calc("mul", 0, 5, 0)
		l.store(0, "x")
	})
	l.end()
}

// norm is layer normalisation of a row, or of the sum of two.
func (l *lanes) norm(sum bool) {
	name, doc := "norm", "makes a row one of mean 0 and variance 1, times gamma, plus beta."
	if sum {
		name, doc = "addNorm", "adds y to x and then is norm."
	}
	l.begin(name, doc)
	l.argument("share", 9)
	l.mean(sum)
	l.deviation()
	l.restart()
	l.pointer("gamma")
	l.pointer("beta")
	l.each("scaled", []string{"x", "gamma", "beta"}, func() {
		l.load("x", 0)
		l.load("gamma", 1)
		l.load("beta", 2)
		l.calc("sub", 0, 5, 0)
		l.calc("mul", 0, 7, 0)
		l.store(l.mulAdd(0, 1, 2), "x")
	})
	l.end()
}

// mean makes register 5 that of the row, to which y is added before if there is a sum.
func (l *lanes) mean(sum bool) {
	l.zero(5)
	pointers := []string{"x"}
	if sum {
		l.pointer("y")
		pointers = append(pointers, "y")
	}
	l.each("sum", pointers, func() {
		l.load("x", 0)
		if sum {
			l.load("y", 1)
			l.calc("add", 0, 1, 0)
			l.store(0, "x")
		}
		l.calc("add", 5, 0, 5)
	})
	l.fold("add", 5)
	l.calc("mul", 5, 9, 5)
}

// deviation makes register 7 one over the root of the row's variance and eps.
func (l *lanes) deviation() {
	l.zero(10)
	l.zero(7)
	l.restart()
	l.each("squares", []string{"x"}, func() {
		l.load("x", 0)
		l.calc("sub", 0, 5, 0)
		l.beyond(10, 0)
		l.addTimes(0, 0, 7)
	})
	l.fold("add", 7)
	l.argument("eps", 0)
	variance := l.mulAdd(7, 9, 0)
	l.sqrt(variance)
	l.set("one", 1)
	l.calc("div", 1, variance, 7)
}
