package finqa

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Table is a table as data sets give it: rows of cells, the first of which names the row.
type Table [][]string

// value is what a program comes to: a number, or yes or no.
type value struct {
	Verdict bool // it is yes or no
	Yes     bool
	Exact   bool // no step rounded; only a power that is no fraction does
	number  *big.Rat
}

// places is how many decimals the results of FinQA have.
const places = 5

// String is yes or no, or the number with at most Places decimals.
func (v value) String() string {
	switch {
	case v.Verdict && v.Yes:
		return "yes"
	case v.Verdict:
		return "no"
	case v.number == nil:
		return ""
	}
	s := rounded(v.number, places).FloatString(places)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Run computes a program. The table is asked by its operations on rows only.
func (p *program) run(t Table) (value, error) {
	r := run{table: t, values: make([]value, 0, len(p.steps))}
	for i := range p.steps {
		v, err := r.step(&p.steps[i])
		if err != nil {
			return value{}, err
		}
		r.values = append(r.values, v)
	}
	if p.result.number != nil {
		return value{number: p.result.number, Exact: true}, nil
	}
	return r.values[p.result.ref], nil
}

type run struct {
	table  Table
	values []value
}

func (r *run) step(s *step) (value, error) {
	if s.op.ofTable() {
		numbers, err := r.row(s.row)
		if err != nil {
			return value{}, err
		}
		return checked(aggregate(s.op, numbers), true)
	}
	exact := true
	numbers := make([]*big.Rat, len(s.args))
	for i, a := range s.args {
		numbers[i] = a.number
		if a.number != nil {
			continue
		}
		v := r.values[a.ref]
		if v.Verdict {
			return value{}, errorf(noNumber, -1, "yes or no is computed with")
		}
		numbers[i], exact = v.number, exact && v.Exact
	}
	return compute(s.op, numbers, exact)
}

func compute(o op, n []*big.Rat, exact bool) (value, error) {
	switch o {
	case greater, less, atLeast, atMost, equal, unequal:
		return value{Verdict: true, Yes: holds(o, n[0].Cmp(n[1])), Exact: exact}, nil
	case add:
		return checked(new(big.Rat).Add(n[0], n[1]), exact)
	case subtract:
		return checked(new(big.Rat).Sub(n[0], n[1]), exact)
	case multiply:
		return checked(new(big.Rat).Mul(n[0], n[1]), exact)
	case divide:
		if n[1].Sign() == 0 {
			return value{}, errorf(divisionByZero, -1, "%s is divided by zero", n[0].RatString())
		}
		return checked(new(big.Rat).Quo(n[0], n[1]), exact)
	case exp:
		return power(n[0], n[1], exact)
	case absolute:
		return value{number: new(big.Rat).Abs(n[0]), Exact: exact}, nil
	case round:
		return rounding(n, exact)
	}
	return checked(aggregate(o, n), exact)
}

func holds(o op, order int) bool {
	switch o {
	case greater:
		return order > 0
	case less:
		return order < 0
	case atLeast:
		return order >= 0
	case atMost:
		return order <= 0
	case equal:
		return order == 0
	}
	return order != 0
}

// aggregate is the sum, the mean, the largest, the least or the number of some numbers.
func aggregate(o op, n []*big.Rat) *big.Rat {
	switch o {
	case tableMax, most:
		return slices.MaxFunc(n, (*big.Rat).Cmp)
	case tableMin, least:
		return slices.MinFunc(n, (*big.Rat).Cmp)
	case count:
		return big.NewRat(int64(len(n)), 1)
	}
	total := new(big.Rat)
	for _, one := range n {
		total.Add(total, one)
		if large(total) {
			return total
		}
	}
	if o == tableAverage {
		total.Quo(total, big.NewRat(int64(len(n)), 1))
	}
	return total
}

// large reports whether a number has more digits than are computed with.
func large(r *big.Rat) bool { return r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits }

func checked(r *big.Rat, exact bool) (value, error) {
	if large(r) {
		return value{}, errorf(tooLarge, -1, "a number of more than the %d binary digits that are computed with", maxBits)
	}
	return value{number: r, Exact: exact}, nil
}

// maxPower is the largest whole exponent of a power that stays a fraction.
const maxPower = 1 << 12

// power is exact where the exponent is a whole number.
func power(base, exponent *big.Rat, exact bool) (value, error) {
	if exponent.IsInt() && exponent.Num().IsInt64() {
		if n := exponent.Num().Int64(); n >= -maxPower && n <= maxPower {
			return integerPower(base, int(n), exact)
		}
	}
	if base.Sign() == 0 && exponent.Sign() < 0 {
		return value{}, errorf(divisionByZero, -1, "a power of zero with a negative exponent")
	}
	b, _ := base.Float64()
	e, _ := exponent.Float64()
	f := math.Pow(b, e)
	switch {
	case math.IsNaN(f):
		return value{}, errorf(notReal, -1, "the root of a negative number")
	case math.IsInf(f, 0):
		return value{}, errorf(tooLarge, -1, "a power that is larger than a float")
	}
	return value{number: new(big.Rat).SetFloat64(f)}, nil
}

func integerPower(base *big.Rat, n int, exact bool) (value, error) {
	if n < 0 {
		if base.Sign() == 0 {
			return value{}, errorf(divisionByZero, -1, "a power of zero with a negative exponent")
		}
		base, n = new(big.Rat).Inv(base), -n
	}
	if bits := max(base.Num().BitLen(), base.Denom().BitLen()) - 1; bits*n > maxBits {
		return value{}, errorf(tooLarge, -1, "a power of more than the %d binary digits that are computed with", maxBits)
	}
	e := big.NewInt(int64(n))
	num := new(big.Int).Exp(base.Num(), e, nil)
	return checked(new(big.Rat).SetFrac(num, new(big.Int).Exp(base.Denom(), e, nil)), exact)
}

// rounding is Python's: half to even.
func rounding(n []*big.Rat, exact bool) (value, error) {
	places := 0
	if len(n) == 2 {
		if !n[1].IsInt() || !n[1].Num().IsInt64() || n[1].Num().Int64() > maxExponent || n[1].Num().Int64() < 0 {
			return value{}, errorf(noNumber, -1, "%s is no number of decimals", n[1].RatString())
		}
		places = int(n[1].Num().Int64())
	}
	return checked(rounded(n[0], places), exact)
}

// rounded is a number with so many decimals, half to even.
func rounded(r *big.Rat, places int) *big.Rat {
	shift := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	scaled := new(big.Rat).Mul(r, shift)
	whole, rest := new(big.Int).DivMod(scaled.Num(), scaled.Denom(), new(big.Int))
	order := rest.Lsh(rest, 1).Cmp(scaled.Denom())
	if order > 0 || order == 0 && whole.Bit(0) == 1 {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).Quo(new(big.Rat).SetInt(whole), shift)
}

// row is the numbers of a row. Of rows with one name the last is taken, as FinQA's authors do.
func (r *run) row(name string) ([]*big.Rat, error) {
	cells := r.table.find(name, func(s string) string { return s })
	if cells == nil {
		cells = r.table.find(name, func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) })
	}
	if cells == nil {
		return nil, errorf(unknownRow, -1, "the table has no row %q", shown(name))
	}
	var all []*big.Rat
	for _, cell := range cells[1:] {
		n, ok := cellNumber(cell)
		if !ok {
			return nil, errorf(noCellNumber, -1, "row %q: the cell %q is no number", shown(name), shown(cell))
		}
		all = append(all, n)
	}
	if len(all) == 0 {
		return nil, errorf(noCellNumber, -1, "row %q has no cells", shown(name))
	}
	return all, nil
}

func (t Table) find(name string, form func(string) string) []string {
	name = form(name)
	for i := len(t) - 1; i >= 0; i-- {
		if len(t[i]) > 0 && form(t[i][0]) == name {
			return t[i]
		}
	}
	return nil
}

// cellNumber reads a cell: a currency sign is left out, and what is in a bracket after the number,
// which repeats it: -26 ( 26 ), 12.4% ( 12.4 % ).
func cellNumber(cell string) (*big.Rat, bool) {
	cell = strings.ReplaceAll(cell, "$", "")
	cell, _, _ = strings.Cut(cell, "(")
	cell = strings.TrimSpace(cell)
	return readNumber(cell)
}

// outcomeOf is the outcome of an error of Parse or Run; empty is none.
func outcomeOf(err error) outcome {
	var e *programError
	if errors.As(err, &e) {
		return e.Outcome
	}
	return ""
}
