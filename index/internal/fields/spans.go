package fields

import (
	"cmp"
	"slices"
)

// span is rows from one up to another, which is not among them.
type span struct{ from, to uint32 }

// spans are sorted, apart from each other, and not empty.
type spans []span

func (s spans) rows() int {
	n := 0
	for _, x := range s {
		n += int(x.to - x.from)
	}
	return n
}

// list is the rows one by one.
func (s spans) list() []uint32 {
	rows := make([]uint32, 0, s.rows())
	for _, x := range s {
		for row := x.from; row < x.to; row++ {
			rows = append(rows, row)
		}
	}
	return rows
}

// add appends a span that begins after those there are, or touches them.
func (s spans) add(x span) spans {
	if n := len(s); n > 0 && s[n-1].to >= x.from {
		s[n-1].to = max(s[n-1].to, x.to)
		return s
	}
	return append(s, x)
}

// without is what of s is not in out, which lies within s.
func (s spans) without(out spans) spans {
	var left spans
	for _, x := range s {
		for len(out) > 0 && out[0].from < x.to {
			if x.from < out[0].from {
				left = append(left, span{x.from, out[0].from})
			}
			x.from = out[0].to
			if x.from >= x.to {
				break
			}
			out = out[1:]
		}
		if x.from < x.to {
			left = append(left, x)
		}
		for len(out) > 0 && out[0].to <= x.to {
			out = out[1:]
		}
	}
	return left
}

// union is the rows that are in any of several.
func union(of []spans) spans {
	if len(of) == 1 {
		return of[0]
	}
	all := slices.Concat(of...)
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var merged spans
	for _, x := range all {
		merged = merged.add(x)
	}
	return merged
}

// clip is what of the spans in runs, which come from a file, lies within others. It leaps over what cannot
// matter on either side, so that a narrow selection costs little whatever a value's spans are.
func clip(runs []uint32, within spans, rows uint32) (spans, error) {
	var out spans
	for i, w := 0, 0; ; {
		if w < len(within) {
			i += gallop(len(runs)/2-i, func(k int) bool { return runs[2*(i+k)+1] > within[w].from })
		}
		if w == len(within) || 2*i >= len(runs) {
			return out, nil
		}
		from, to := runs[2*i], runs[2*i+1]
		if from >= to || to > rows {
			return nil, errDamaged
		}
		w += gallop(len(within)-w, func(k int) bool { return within[w+k].to > from })
		for ; w < len(within) && within[w].from < to; w++ {
			x := span{max(from, within[w].from), min(to, within[w].to)}
			if n := len(out); x.from >= x.to || (n > 0 && x.from < out[n-1].to) {
				return nil, errDamaged
			}
			out = out.add(x)
			if within[w].to > to {
				break
			}
		}
		i++
	}
}

// gallop returns the first of n for which reached holds; reached holds for all after it, too. It searches by
// steps that double, because the answer is near as a rule.
func gallop(n int, reached func(int) bool) int {
	step := 1
	low := 0
	for low+step <= n && !reached(low+step-1) {
		low += step
		step *= 2
	}
	high := min(low+step-1, n)
	for low < high {
		mid := int(uint(low+high) >> 1)
		if reached(mid) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}
