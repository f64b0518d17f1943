package finqa

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
)

// Equal reports whether two programs compute the same from the same operands, whatever the numbers are:
// add(a, b) is add(b, a), and divide(subtract(a, b), b) is subtract(divide(a, b), 1) only if 1 stands in
// both. That is program accuracy as FinQA's authors count it. Operands are equal as they are written, so
// that 100 is not const_100; a program that uses an operand which the gold does not have differs.
//
// Both are evaluated as fractions at points of a finite field that the operands' texts choose, so that
// programs that differ are told apart but for one chance in 10^36. Laws of powers are not applied: a power
// equals one with an equal base and an equal exponent.
func Equal(gold, other *Program) bool {
	if !other.uses(gold.operands()) {
		return false
	}
	for _, point := range []string{"first", "second"} {
		a, defined := gold.at(point)
		b, alike := other.at(point)
		if !defined || !alike {
			return gold.String() == other.String()
		}
		if a.Cmp(b) != 0 {
			return false
		}
	}
	return true
}

// operands are the texts of all operands and rows.
func (p *Program) operands() map[string]bool {
	all := map[string]bool{}
	p.each(func(text string) { all[text] = true })
	return all
}

func (p *Program) uses(known map[string]bool) bool {
	ok := true
	p.each(func(text string) { ok = ok && known[text] })
	return ok
}

func (p *Program) each(yield func(string)) {
	if p.result.number != nil {
		yield(p.result.text)
		return
	}
	for i := range p.steps[:p.result.ref+1] {
		s := &p.steps[i]
		if s.op.ofTable() {
			yield(operations[s.op].name + "(" + s.row)
		}
		for _, a := range s.args {
			if a.number != nil {
				yield(a.text)
			}
		}
	}
}

// field is the prime 2^89 - 1.
var field = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 89), big.NewInt(1))

// at is the value of a program where each operand has the value that a point gives it; false is a division
// by zero.
func (p *Program) at(point string) (*big.Int, bool) {
	if p.result.number != nil {
		return element(point, "operand", p.result.text), true
	}
	values := make([]*big.Int, p.result.ref+1)
	for i := range values {
		s := &p.steps[i]
		args := make([]*big.Int, len(s.args))
		for j, a := range s.args {
			if a.number != nil {
				args[j] = element(point, "operand", a.text)
			} else {
				args[j] = values[a.ref]
			}
		}
		var ok bool
		if values[i], ok = s.in(point, args); !ok {
			return nil, false
		}
	}
	return values[p.result.ref], true
}

// in computes a step in the field. What is no arithmetic there is an element that its arguments choose.
func (s *step) in(point string, args []*big.Int) (*big.Int, bool) {
	v := new(big.Int)
	switch s.op {
	case add:
		v.Add(args[0], args[1])
	case subtract:
		v.Sub(args[0], args[1])
	case multiply:
		v.Mul(args[0], args[1])
	case divide:
		if args[1].Sign() == 0 {
			return nil, false
		}
		v.Mul(args[0], new(big.Int).ModInverse(args[1], field))
	case exp:
		if args[1].IsInt64() && args[1].Int64() == 1 {
			return args[0], true
		}
		fallthrough
	default:
		parts := []string{operations[s.op].name + operations[s.op].python, s.row}
		for _, a := range args {
			parts = append(parts, string(a.Bytes()))
		}
		return element(point, parts...), true
	}
	return v.Mod(v, field), true
}

// element is an element of the field that texts choose.
func element(point string, parts ...string) *big.Int {
	h := sha256.New()
	for _, p := range append(parts, point) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	v := new(big.Int).SetBytes(h.Sum(nil))
	return v.Mod(v, field)
}
