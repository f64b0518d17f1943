package analysis

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// Pairs are two runs on the cases that both have. Cases are the same if their ids and their contents are.
type Pairs struct {
	A, B     *ledger.Info
	Unpaired *Unpaired // nil if every case is of both

	frame    *measure.Frame
	a, b     *ledger.Columns
	ofA, ofB []int32 // the number of each attempt's case; negative is left out
	cases    []both  // by number
}

// both are the attempts at a case in the columns of either run.
type both struct{ a, b stretch }

// stretch are the attempts at one case.
type stretch struct{ from, to int32 }

// Pair reads two runs and puts their cases together. Without a run B, all cases are those of A.
func Pair(l *ledger.Ledger, a, b *ledger.Info) (*Pairs, error) {
	if b == nil {
		columns, err := l.ColumnsByID(a)
		if err != nil {
			return nil, err
		}
		return Alone(a, columns)
	}
	inA, inB, err := each(a, b, l.ColumnsByID)
	if err != nil {
		return nil, err
	}
	m := newMatcher(a, b, inA, inB)
	return m.Pairs, m.match()
}

// Alone is a run without another.
func Alone(a *ledger.Info, columns *ledger.Columns) (*Pairs, error) {
	p := &Pairs{A: a, a: columns, b: &ledger.Columns{}}
	var err error
	p.frame, p.ofA, err = frameOf(columns)
	for s := range stretches(columns) {
		p.cases = append(p.cases, both{a: s})
	}
	return p, err
}

// Match puts the cases of columns together that have been read already.
func Match(a, b *ledger.Info, inA, inB *ledger.Columns) (*Pairs, error) {
	m := newMatcher(a, b, inA, inB)
	return m.Pairs, m.match()
}

// Len is the number of cases of both.
func (p *Pairs) Len() int { return p.frame.Len() }

// Refuse is the error of runs that do not have the same cases, or nil.
func (p *Pairs) Refuse() error {
	u := p.Unpaired
	if u == nil {
		return nil
	}
	var parts []string
	for _, part := range []struct {
		count int
		what  string
	}{{u.OnlyA, "only in " + p.A.Name}, {u.OnlyB, "only in " + p.B.Name}, {u.Changed, "in both with different contents"}} {
		if part.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.count, part.what))
		}
	}
	some := strings.Join(u.Some, ", ")
	if u.OnlyA+u.OnlyB+u.Changed > len(u.Some) {
		some += ", …"
	}
	return fmt.Errorf("runs %s and %s do not have the same cases: %s (%s)", p.A.Name, p.B.Name,
		strings.Join(parts, ", "), some)
}

// matcher puts cases together.
type matcher struct {
	*Pairs
	ids map[string]stretch // of B's cases that no case of A has matched
}

func newMatcher(a, b *ledger.Info, inA, inB *ledger.Columns) *matcher {
	return &matcher{Pairs: &Pairs{A: a, B: b, a: inA, b: inB, frame: measure.NewFrame()}, ids: map[string]stretch{}}
}

func (m *matcher) match() error {
	m.ofA, m.ofB = unpaired(m.a.Len()), unpaired(m.b.Len())
	for s := range stretches(m.b) {
		m.ids[m.b.IDs[s.from]] = s
	}
	var u Unpaired
	for s := range stretches(m.a) {
		id := m.a.IDs[s.from]
		other, ok := m.ids[id]
		delete(m.ids, id)
		switch {
		case !ok:
			u.note(&u.OnlyA, id)
		case m.a.Hashes[s.from] != m.b.Hashes[other.from]:
			u.note(&u.Changed, id)
		default:
			if err := m.pair(id, s, other); err != nil {
				return fmt.Errorf("runs %s and %s: %w", m.A.Name, m.B.Name, err)
			}
		}
	}
	for s := range stretches(m.b) {
		if _, still := m.ids[m.b.IDs[s.from]]; still {
			u.note(&u.OnlyB, m.b.IDs[s.from])
		}
	}
	if u.OnlyA+u.OnlyB+u.Changed > 0 {
		m.Unpaired = &u
	}
	return nil
}

// unpaired is n places of attempts that are left out until they are paired.
func unpaired(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

// stretches are the attempts of each case.
func stretches(c *ledger.Columns) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		for from := 0; from < c.Len(); {
			to := from + 1
			for to < c.Len() && c.Ordinals[to] == c.Ordinals[from] {
				to++
			}
			if !yield(stretch{int32(from), int32(to)}) {
				return
			}
			from = to
		}
	}
}

func (m *matcher) pair(id string, a, b stretch) error {
	number, err := m.frame.Case(id, m.a.ClusterNames[m.a.Clusters[a.from]])
	if err != nil {
		return err
	}
	for i := a.from; i < a.to; i++ {
		m.ofA[i] = int32(number)
	}
	for i := b.from; i < b.to; i++ {
		m.ofB[i] = int32(number)
	}
	m.cases = append(m.cases, both{a, b})
	return nil
}

// maxSome is how many cases an error names.
const maxSome = 5

func (u *Unpaired) note(count *int, id string) {
	*count++
	if len(u.Some) < maxSome {
		u.Some = append(u.Some, id)
	}
}

// storedKind is the kind of a system whose answers the data holds.
const storedKind = "stored"

func bothStored(a, b *ledger.Info) bool {
	return a.Header.System.Kind == storedKind && b.Header.System.Kind == storedKind
}

// Stored reports whether the answers of both runs are in their data, which differ by them.
func (p *Pairs) Stored() bool { return p.B != nil && bothStored(p.A, p.B) }

// Names are the measures of each run.
func (p *Pairs) Names() (a, b []string) { return namesOf(p.a), namesOf(p.b) }

func namesOf(c *ledger.Columns) (names []string) {
	for _, m := range c.Measures {
		names = append(names, m.Name)
	}
	return names
}

// Samples are a measure of both runs over the cases whose tags have all of these values; nil is a run
// without such a measure. The samples can be paired.
func (p *Pairs) Samples(name string, where map[string]string) (a, b *measure.Sample) {
	inA, inB := p.a.Measure(name), p.b.Measure(name)
	var columns []*ledger.Column
	for _, c := range []*ledger.Column{inA, inB} {
		if c != nil {
			columns = append(columns, c)
		}
	}
	scale := scaleOf(MeasureOf(&p.A.Header, name), columns...)
	keep := p.where(where)
	if inA != nil {
		a = sampleOf(p.frame, filtered(p.ofA, keep), inA, scale)
	}
	if inB != nil {
		b = sampleOf(p.frame, filtered(p.ofB, keep), inB, scale)
	}
	return a, b
}

// where says of each case whether its tags are as asked, by what A knows of it; nil is all.
func (p *Pairs) where(tags map[string]string) []bool {
	if len(tags) == 0 {
		return nil
	}
	keep := make([]bool, p.frame.Len())
	matched := make([]int, p.frame.Len())
	for _, g := range p.a.Groups {
		value, asked := tags[g.Tag]
		at := int32(slices.Index(g.Values, value))
		if !asked || at < 0 {
			continue
		}
		for i, n := range p.ofA {
			if n >= 0 && g.Of[i] == at && (i == 0 || p.ofA[i-1] != n) {
				matched[n]++
			}
		}
	}
	for n, count := range matched {
		keep[n] = count == len(tags)
	}
	return keep
}

func filtered(numbers []int32, keep []bool) []int32 {
	if keep == nil {
		return numbers
	}
	kept := slices.Clone(numbers)
	for i, n := range kept {
		if n >= 0 && !keep[n] {
			kept[i] = -1
		}
	}
	return kept
}

// Values are the numbers of the cases, means of their repeats, where both runs have one; without a run B,
// those of A. A run that has no such measure has no values.
func (p *Pairs) Values(name string, where map[string]string) (a, b []float64) {
	inA, inB, keep := p.a.Measure(name), p.b.Measure(name), p.where(where)
	if inA == nil || p.B != nil && inB == nil {
		return nil, nil
	}
	for number, at := range p.cases {
		if keep != nil && !keep[number] {
			continue
		}
		x, outcome := meanOf(inA, at.a)
		if outcome != score.Scored {
			continue
		}
		if p.B != nil {
			y, outcome := meanOf(inB, at.b)
			if outcome != score.Scored {
				continue
			}
			b = append(b, y)
		}
		a = append(a, x)
	}
	return a, b
}

// Numbers are all numbers of run A, of every attempt.
func (p *Pairs) Numbers(name string, where map[string]string) []float64 {
	c, keep := p.a.Measure(name), p.where(where)
	var values []float64
	for i, n := range p.ofA {
		if c != nil && n >= 0 && (keep == nil || keep[n]) && c.Outcomes.At(i) == score.Scored {
			values = append(values, c.Values[i])
		}
	}
	return values
}
