package gen

import (
	"fmt"
	"math"
)

// constant is a number of the approximations. Those of tanh and of the error function are the coefficients
// of rational functions in odd and even powers.
type constant struct {
	name  string
	value float32
}

var table = []constant{
	{"half", 0.5},
	{"one", 1},
	{"sqrtHalf", math.Sqrt2 / 2},
	{"erfMost", 4},
	{"erfLeast", -4},
	{"erfA1", -1.60960333262415e-02},
	{"erfA3", -2.95459980854025e-03},
	{"erfA5", -7.34990630326855e-04},
	{"erfA7", -5.69250639462346e-05},
	{"erfA9", -2.10102402082508e-06},
	{"erfA11", 2.77068142495902e-08},
	{"erfA13", -2.72614225801306e-10},
	{"erfB0", -1.42647390514189e-02},
	{"erfB2", -7.37332916720468e-03},
	{"erfB4", -1.68282697438203e-03},
	{"erfB6", -2.13374055278905e-04},
	{"erfB8", -1.45660718464996e-05},
	{"tanhMost", 7.90531110763549805},
	{"tanhLeast", -7.90531110763549805},
	{"tanhA1", 4.89352455891786e-03},
	{"tanhA3", 6.37261928875436e-04},
	{"tanhA5", 1.48572235717979e-05},
	{"tanhA7", 5.12229709037114e-08},
	{"tanhA9", -8.60467152213735e-11},
	{"tanhA11", 2.00018790482477e-13},
	{"tanhA13", -2.76076847742355e-16},
	{"tanhB0", 4.89352518554385e-03},
	{"tanhB2", 2.26843463243900e-03},
	{"tanhB4", 1.18534705686654e-04},
	{"tanhB6", 1.19825839466702e-06},
	{"geluOuter", 0.7978845608028654},
	{"geluInner", 0.7978845608028654 * 0.044715},
	{"expLeast", -87},
	{"expMost", 88},
	{"log2e", math.Log2E},
	{"ln2High", 0.693359375},
	{"ln2Low", -2.12194440e-4},
	{"exp2", 0.5},
	{"exp3", 1.6666665459e-1},
	{"exp4", 4.1665795894e-2},
	{"exp5", 8.3334519073e-3},
	{"exp6", 1.3981999507e-3},
	{"exp7", 1.9875691500e-4},
	{"minusInfinity", float32(math.Inf(-1))},
}

func (s *source) constants() {
	s.text.WriteString("\n")
	for i, c := range table {
		fmt.Fprintf(&s.text, "DATA ·elementTable+%d(SB)/4, $%#08x // %s\n", 4*i, math.Float32bits(c.value), c.name)
	}
	fmt.Fprintf(&s.text, "GLOBL ·elementTable(SB), RODATA|NOPTR, $%d\n", 4*len(table))
}

// placeOf is the offset of a constant in the table, in bytes.
func placeOf(name string) int {
	for i, c := range table {
		if c.name == name {
			return 4 * i
		}
	}
	panic("gen: no constant " + name)
}
