package fields

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assayhq/assay/index"
)

// scanShare is how many rows can be scanned in the time that one span takes.
const scanShare = 8

// Select is the rows that pass a filter, in their order; nil is all of them, and no row is an empty list. A
// filter that this schema cannot have is an error.
func (f *File) Select(filter *index.Filter) ([]uint32, error) {
	if filter == nil {
		return nil, nil
	}
	if err := filter.Check(f.schema); err != nil {
		return nil, err
	}
	if f.ids.rows == 0 {
		return nil, nil
	}
	found, err := f.pass(filter, spans{{0, uint32(f.ids.rows)}})
	if err != nil {
		return nil, f.fail(err)
	}
	if len(found) == 1 && found.rows() == f.ids.rows {
		return nil, nil
	}
	return found.list(), nil
}

// pass is what of some rows passes a filter.
func (f *File) pass(filter *index.Filter, within spans) (spans, error) {
	switch filter.Op {
	case index.And:
		return f.all(filter.Of, within)
	case index.Or:
		of := make([]spans, len(filter.Of))
		for i, o := range filter.Of {
			var err error
			if of[i], err = f.pass(o, within); err != nil {
				return nil, err
			}
		}
		return union(of), nil
	}
	c := &f.columns[slices.IndexFunc(f.schema, func(s index.Field) bool { return s.Name == filter.Field })]
	found, err := c.pass(filter, within)
	if err != nil {
		return nil, fmt.Errorf("field %q: %w", filter.Field, err)
	}
	return found, nil
}

// all applies the cheapest filter first, and each to what the others left.
func (f *File) all(of []*index.Filter, within spans) (spans, error) {
	of = slices.Clone(of)
	slices.SortStableFunc(of, func(a, b *index.Filter) int { return cmp.Compare(f.cost(a), f.cost(b)) })
	for _, o := range of {
		var err error
		if within, err = f.pass(o, within); err != nil || len(within) == 0 {
			return nil, err
		}
	}
	return within, nil
}

// cost is about how much there is to read for a filter.
func (f *File) cost(filter *index.Filter) int {
	if len(filter.Of) > 0 {
		sum := 0
		for _, o := range filter.Of {
			sum += f.cost(o)
		}
		return sum
	}
	c := &f.columns[slices.IndexFunc(f.schema, func(s index.Field) bool { return s.Name == filter.Field })]
	if !c.layout.Runs {
		return c.rows
	}
	ranges, err := c.ranges(filter)
	if err != nil {
		return c.rows
	}
	return c.spansOf(ranges)
}

// codes are from one up to another, which is not among them.
type codes struct{ from, to uint32 }

// ranges are the codes whose values pass a filter, or, for NotEqual and NotIn, do not.
func (c *column) ranges(filter *index.Filter) ([]codes, error) {
	var found []codes
	for _, v := range filter.Values {
		at, there, err := c.search(v)
		if err != nil {
			return nil, err
		}
		from, end, last := uint32(at)+1, uint32(at)+1, uint32(c.layout.Codes)+1
		if there {
			end++
		}
		switch filter.Op {
		case index.Greater:
			from, end = end, last
		case index.GreaterOrEqual:
			end = last
		case index.Less:
			from, end = 1, from
		case index.LessOrEqual:
			from = 1
		}
		if from < end {
			found = append(found, codes{from, end})
		}
	}
	return found, nil
}

// spansOf is how many spans there are to read for codes.
func (c *column) spansOf(ranges []codes) int {
	n := 0
	for _, r := range ranges {
		n += int(c.heads[r.to]) - int(c.heads[r.from])
	}
	return n
}

// pass is what of some rows passes a comparison.
func (c *column) pass(filter *index.Filter, within spans) (found spans, err error) {
	if c.layout.Width == 0 {
		found, err = c.scanNumbers(filter, within)
	} else {
		var ranges []codes
		if ranges, err = c.ranges(filter); err != nil {
			return nil, err
		}
		if c.layout.Runs && c.spansOf(ranges) <= within.rows()/scanShare+scanShare*len(ranges) {
			found, err = c.lookUp(ranges, within)
		} else {
			found, err = c.scanCodes(ranges, within)
		}
	}
	if err == nil && (filter.Op == index.NotEqual || filter.Op == index.NotIn) {
		found = within.without(found)
	}
	return found, err
}

// lookUp intersects the spans of codes with rows.
func (c *column) lookUp(ranges []codes, within spans) (spans, error) {
	var of []spans
	for _, r := range ranges {
		for code := r.from; code < r.to; code++ {
			from, to := c.heads[code], c.heads[code+1]
			if from > to || int64(to) > int64(len(c.runs)/2) {
				return nil, errDamaged
			}
			found, err := clip(c.runs[2*from:2*to], within, uint32(c.rows))
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				of = append(of, found)
			}
		}
	}
	if len(of) == 0 {
		return nil, nil
	}
	return union(of), nil
}

// scanCodes looks at the code of each row.
func (c *column) scanCodes(ranges []codes, within spans) (spans, error) {
	passes := make([]bool, c.layout.Codes+1)
	for _, r := range ranges {
		for code := r.from; code < r.to; code++ {
			passes[code] = true
		}
	}
	switch c.layout.Width {
	case 1:
		return scan(c.codes1, passes, within)
	case 2:
		return scan(c.codes2, passes, within)
	}
	return scan(c.codes4, passes, within)
}

func scan[T uint8 | uint16 | uint32](of []T, passes []bool, within spans) (spans, error) {
	var found spans
	for _, x := range within {
		for row := x.from; row < x.to; row++ {
			code := of[row]
			if int(code) >= len(passes) {
				return nil, errDamaged
			}
			if passes[code] {
				found = found.add(span{row, row + 1})
			}
		}
	}
	return found, nil
}

// scanNumbers looks at the number of each row.
func (c *column) scanNumbers(filter *index.Filter, within spans) (spans, error) {
	if c.field.Kind == index.Float {
		return scanOrdered(c.floats, c.none, test[float64](filter), within), nil
	}
	return scanOrdered(c.ints, c.none, test[int64](filter), within), nil
}

func scanOrdered[T int64 | float64](of []T, none []uint64, passes func(T) bool, within spans) spans {
	var found spans
	for _, x := range within {
		for row := x.from; row < x.to; row++ {
			if none[row/64]>>(row%64)&1 == 0 && passes(of[row]) {
				found = found.add(span{row, row + 1})
			}
		}
	}
	return found
}

// test is a comparison as a function; those that negate are tested without it.
func test[T int64 | float64](filter *index.Filter) func(T) bool {
	values := make([]T, len(filter.Values))
	for i, v := range filter.Values {
		values[i] = v.(T)
	}
	bound := values[0]
	switch filter.Op {
	case index.Greater:
		return func(x T) bool { return x > bound }
	case index.GreaterOrEqual:
		return func(x T) bool { return x >= bound }
	case index.Less:
		return func(x T) bool { return x < bound }
	case index.LessOrEqual:
		return func(x T) bool { return x <= bound }
	}
	slices.Sort(values)
	return func(x T) bool {
		_, there := slices.BinarySearch(values, x)
		return there
	}
}
