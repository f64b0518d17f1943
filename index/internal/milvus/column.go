package milvus

import (
	"errors"
	"fmt"

	"github.com/assayhq/assay/index"
)

// rows are records that were asked for, in columns.
type rows struct {
	status
	columns []column
	limit   limit
}

// limit is how many values a column may have, and numbers a vector.
type limit struct{ rows, dimension int }

func (r *rows) read(n number, v value) error {
	if n == 2 {
		return addColumn(&r.columns, v, r.limit)
	}
	return nil
}

// column is the values of one field.
type column struct {
	name    string
	texts   []string
	wholes  []int64
	doubles []float64
	floats  []float32
	valid   []int64
	places  []int // of each row among the values; -1 where it has none
}

func addColumn(all *[]column, v value, most limit) error {
	return addPart(all, v, func(c *column, n number, v value) error { return c.read(n, v, most) })
}

func (c *column) read(n number, v value, most limit) error {
	switch n {
	case 2:
		return v.set(&c.name)
	case 3:
		return v.part(func(n number, v value) error { return c.scalars(n, v, most.rows) })
	case 4:
		return v.field(2, func(v value) error {
			return v.field(1, func(v value) error { return v.addFloats(&c.floats, most.rows*most.dimension) })
		})
	case 7:
		return v.addInts(&c.valid, most.rows)
	}
	return nil
}

func (c *column) scalars(list number, v value, most int) error {
	return v.field(1, func(v value) error {
		switch list {
		case listBools, listInts:
			return v.addInts(&c.wholes, most)
		case listDoubles:
			return v.addDoubles(&c.doubles, most)
		case listTexts:
			return v.addText(&c.texts, most)
		}
		return nil
	})
}

// settle finds each row's value among n, of which a row that has none may have a place, or not.
func (c *column) settle(rows, n int) error {
	c.places = make([]int, rows)
	next, there := 0, 0
	for _, v := range c.valid {
		if v != 0 {
			there++
		}
	}
	dense := n == rows
	switch {
	case len(c.valid) == 0 && dense:
	case len(c.valid) != rows, !dense && n != there:
		return fmt.Errorf("field %q has %d values, of which %d are valid, for %d records", c.name, n, there, rows)
	}
	for i := range c.places {
		switch {
		case len(c.valid) > 0 && c.valid[i] == 0:
			c.places[i] = -1
		case dense:
			c.places[i] = i
		default:
			c.places[i] = next
			next++
		}
	}
	return nil
}

// of settles a column for values of a kind.
func (c *column) of(kind index.Kind, rows int) error {
	return c.settle(rows, map[index.Kind]int{index.Text: len(c.texts), index.Int: len(c.wholes), index.Bool: len(c.wholes),
		index.Float: len(c.doubles)}[kind])
}

// at is a row's value; nil where it has none.
func (c *column) at(kind index.Kind, row int) any {
	i := c.places[row]
	if i < 0 {
		return nil
	}
	switch kind {
	case index.Text:
		return c.texts[i]
	case index.Float:
		return c.doubles[i]
	case index.Bool:
		return c.wholes[i] != 0
	}
	return c.wholes[i]
}

// found is what several queries found, one after the other.
type found struct {
	status
	ids     []string
	scores  []float32
	counts  []int64 // of each query's hits
	columns []column
	queries int
	depth   int
}

func (f *found) read(n number, v value) error {
	if n == 2 {
		return v.part(f.results)
	}
	return nil
}

func (f *found) results(n number, v value) error {
	most := f.queries * f.depth
	switch n {
	case 3:
		return addColumn(&f.columns, v, limit{rows: most})
	case 4:
		return v.addFloats(&f.scores, most)
	case 5:
		return v.part(func(n number, v value) error {
			if n != 2 && len(v.bytes) > 0 {
				return errors.New("its ids are no texts: the collection was not made by assay")
			}
			return v.field(1, func(v value) error { return v.addText(&f.ids, most) })
		})
	case 6:
		return v.addInts(&f.counts, f.queries)
	}
	return nil
}

// check reports counts that do not fit each other. A server that found nothing may leave them out.
func (f *found) check() error {
	if len(f.counts) == 0 && len(f.ids) == 0 {
		f.counts = make([]int64, f.queries)
	}
	sum := int64(0)
	for _, n := range f.counts {
		if n < 0 || n > int64(f.depth) {
			return fmt.Errorf("%d hits of one query, which asked for %d", n, f.depth)
		}
		sum += n
	}
	if len(f.counts) != f.queries || sum != int64(len(f.ids)) || len(f.ids) != len(f.scores) {
		return fmt.Errorf("%d counts, %d ids and %d scores for %d queries", len(f.counts), len(f.ids), len(f.scores),
			f.queries)
	}
	return nil
}
