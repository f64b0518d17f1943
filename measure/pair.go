package measure

import (
	"cmp"
	"errors"
)

// Paired is two samples on the cases where both have a number.
type Paired struct {
	NameA, NameB string
	OnlyA, OnlyB int // cases that only one of them attempted
	NoA, NoB     int // cases that both attempted, with a number on the other side only
	Neither      int // cases that both attempted, with a number on neither side

	scale    Scale
	raw      span
	frame    *Frame
	cases    []int32
	a, b     []float64
	cluster  []int32
	clusters int
}

const (
	attemptedA = 1 << iota
	scoredA
	attemptedB
	scoredB
)

// Pair joins two samples of one frame by their cases; repeats of a case are averaged. It takes one pass
// over cases that were added in order, as the ledger returns them, and a sort otherwise.
func Pair(a, b *Sample) (*Paired, error) {
	if a.frame != b.frame {
		return nil, errors.New("pair samples: they number their cases differently; make both from one frame")
	}
	p := &Paired{NameA: a.Name, NameB: b.Name, frame: a.frame}
	p.count(a, b)
	ga, gb := a.grouped(), b.grouped()
	p.join(ga, gb)
	p.cluster, p.clusters = p.frame.clustersOf(p.cases)
	p.raw = spanOf(a.values).with(spanOf(b.values))
	p.scale = p.raw.scale(cmp.Or(a.Scale, b.Scale))
	return p, nil
}

// count is on how many cases the samples cannot be compared.
func (p *Paired) count(a, b *Sample) {
	state := make([]uint8, p.frame.Len())
	a.mark(state, attemptedA, scoredA)
	b.mark(state, attemptedB, scoredB)
	for _, s := range state {
		switch tried, scored := s&(attemptedA|attemptedB), s&(scoredA|scoredB); {
		case tried == attemptedA:
			p.OnlyA++
		case tried == attemptedB:
			p.OnlyB++
		case tried == 0 || scored == scoredA|scoredB:
		case scored == scoredB:
			p.NoA++
		case scored == scoredA:
			p.NoB++
		default:
			p.Neither++
		}
	}
}

func (s *Sample) mark(state []uint8, attempted, scored uint8) {
	for _, number := range s.cases {
		state[number] |= attempted | scored
	}
	for _, number := range s.missed {
		state[number] |= attempted
	}
}

// join keeps the cases that both have, in the order of their numbers.
func (p *Paired) join(a, b grouped) {
	size := min(len(a.cases), len(b.cases))
	p.cases, p.a, p.b = make([]int32, 0, size), make([]float64, 0, size), make([]float64, 0, size)
	for i, j := 0, 0; i < len(a.cases) && j < len(b.cases); {
		switch cmp.Compare(a.cases[i], b.cases[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			p.cases = append(p.cases, a.cases[i])
			p.a, p.b = append(p.a, a.values[i]), append(p.b, b.values[j])
			i, j = i+1, j+1
		}
	}
}

// Len is the number of cases where both have a number.
func (p *Paired) Len() int { return len(p.cases) }

// differences are a_i − b_i.
func (p *Paired) differences() []float64 {
	d := make([]float64, len(p.a))
	for i := range d {
		d[i] = p.a[i] - p.b[i]
	}
	return d
}
