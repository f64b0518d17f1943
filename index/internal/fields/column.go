package fields

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

// layout is how a column is stored.
type layout struct {
	Width int  `json:"width"`         // bytes of a row's code; 0 where rows hold their numbers
	Runs  bool `json:"runs"`          // there are spans of rows for each code
	Rows  int  `json:"rows_with"`     // rows that have a value
	Codes int  `json:"values"`        // different values; 0 where rows hold their numbers
	Spans int  `json:"runs_of_equal"` // how often the value changes from row to row, and one
}

// column is one field of all rows. With codes, a row's value is that of its code less 1 in the sorted list of
// values, and 0 is none.
type column struct {
	field  index.Field
	layout layout
	rows   int
	texts  []byte   // values of a Text one after the other,
	ends   []uint32 // and where each ends
	ints   []int64  // values of an Int, and of a Bool as 0 and 1: of each code, or of each row
	floats []float64
	none   []uint64 // without codes: a bit for each row that has no value
	codes1 []uint8
	codes2 []uint16
	codes4 []uint32
	heads  []uint32 // where the spans of each code begin in runs, in spans; one more at the end
	runs   []uint32 // first row and the row after the last, for each span
}

func section(i int, what string) string { return fmt.Sprintf("c%d.%s", i, what) }

// opener reads sections until one fails.
type opener struct {
	m   *mapped.File
	i   int
	err error
}

func array[T mapped.Number](o *opener, what string) []T {
	if o.err != nil {
		return nil
	}
	values, err := mapped.Array[T](o.m, section(o.i, what))
	o.err = err
	return values
}

func openColumn(m *mapped.File, i int, field index.Field, l layout, rows int) (column, error) {
	c := column{field: field, layout: l, rows: rows}
	o := &opener{m: m, i: i}
	switch field.Kind {
	case index.Text:
		c.texts, c.ends = array[byte](o, "texts"), array[uint32](o, "ends")
	case index.Float:
		c.floats = array[float64](o, "floats")
	default:
		c.ints = array[int64](o, "ints")
	}
	switch l.Width {
	case 0:
		c.none = array[uint64](o, "none")
	case 1:
		c.codes1 = array[uint8](o, "codes")
	case 2:
		c.codes2 = array[uint16](o, "codes")
	case 4:
		c.codes4 = array[uint32](o, "codes")
	}
	if l.Runs {
		c.heads, c.runs = array[uint32](o, "heads"), array[uint32](o, "runs")
	}
	if o.err != nil {
		return c, o.err
	}
	return c, c.check()
}

// check holds the lengths of the sections against each other.
func (c *column) check() error {
	values := len(c.ends) + len(c.ints) + len(c.floats)
	codes := len(c.codes1) + len(c.codes2) + len(c.codes4)
	complete := codes == c.rows && values == c.layout.Codes && slices.Contains([]int{1, 2, 4}, c.layout.Width)
	if c.layout.Width == 0 {
		complete = c.field.Kind != index.Text && values == c.rows && len(c.none) == (c.rows+63)/64
	}
	if c.layout.Runs {
		complete = complete && c.layout.Width > 0 && len(c.heads) == values+2 && len(c.runs)%2 == 0 &&
			int64(c.heads[values+1]) == int64(len(c.runs)/2)
	}
	if !complete {
		return errDamaged
	}
	return nil
}

// code is that of a row.
func (c *column) code(row uint32) uint32 {
	switch c.layout.Width {
	case 1:
		return uint32(c.codes1[row])
	case 2:
		return uint32(c.codes2[row])
	}
	return c.codes4[row]
}

// at is the value of a row, nil being none.
func (c *column) at(row uint32) (any, error) {
	if c.layout.Width == 0 {
		if c.none[row/64]>>(row%64)&1 != 0 {
			return nil, nil
		}
		return c.value(int(row))
	}
	code := c.code(row)
	if code == 0 {
		return nil, nil
	}
	return c.value(int(code) - 1)
}

// value is one of the list of values.
func (c *column) value(i int) (any, error) {
	switch {
	case c.field.Kind == index.Text && i < len(c.ends):
		return c.text(i)
	case c.field.Kind == index.Float && i < len(c.floats):
		return c.floats[i], nil
	case i < len(c.ints):
		if c.field.Kind == index.Bool {
			return c.ints[i] != 0, nil
		}
		return c.ints[i], nil
	}
	return nil, errDamaged
}

func (c *column) text(i int) (string, error) {
	from, to := uint32(0), c.ends[i]
	if i > 0 {
		from = c.ends[i-1]
	}
	if from > to || int64(to) > int64(len(c.texts)) {
		return "", errDamaged
	}
	return string(c.texts[from:to]), nil
}

// search is where a value is, or would be, in the sorted list of values.
func (c *column) search(v any) (at int, there bool, err error) {
	switch v := v.(type) {
	case string:
		low, high := 0, len(c.ends)
		for low < high {
			mid := int(uint(low+high) >> 1)
			text, err := c.text(mid)
			if err != nil {
				return 0, false, err
			}
			switch cmp.Compare(text, v) {
			case 0:
				return mid, true, nil
			case -1:
				low = mid + 1
			default:
				high = mid
			}
		}
		return low, false, nil
	case float64:
		at, there = slices.BinarySearch(c.floats, v)
	case int64:
		at, there = slices.BinarySearch(c.ints, v)
	case bool:
		at, there = slices.BinarySearch(c.ints, bit(v))
	}
	return at, there, nil
}

func bit(v bool) int64 {
	if v {
		return 1
	}
	return 0
}

// verify holds the column against itself: values sorted and each used, codes in bounds, spans exactly where
// the codes are.
func (c *column) verify() error {
	if err := c.verifyValues(); err != nil {
		return err
	}
	if c.layout.Width == 0 {
		return nil
	}
	var used = make([]uint32, c.layout.Codes+1) // rows seen of each code
	at := make([]uint32, c.layout.Codes+1)      // spans seen of each code
	for row := uint32(0); int(row) < c.rows; {
		code, from := c.code(row), row
		if int(code) > c.layout.Codes {
			return errDamaged
		}
		for row++; int(row) < c.rows && c.code(row) == code; row++ {
		}
		used[code] += row - from
		if !c.layout.Runs {
			continue
		}
		i := int(c.heads[code]) + int(at[code])
		if i >= int(c.heads[code+1]) || i >= len(c.runs)/2 || c.runs[2*i] != from || c.runs[2*i+1] != row {
			return fmt.Errorf("rows %d to %d are not where their value is looked for; build the index again: assay index build --fresh", from, row-1)
		}
		at[code]++
	}
	for code := range used {
		if code > 0 && used[code] == 0 {
			return errDamaged
		}
		if c.layout.Runs && c.heads[code+1]-c.heads[code] != at[code] {
			return errDamaged
		}
	}
	return nil
}

func (c *column) verifyValues() error {
	if c.layout.Width == 0 {
		return nil
	}
	sorted := ascending(c.ints) && ascending(c.floats)
	for i := 1; sorted && i < len(c.ends); i++ {
		before, err := c.text(i - 1)
		if err != nil {
			return err
		}
		text, err := c.text(i)
		if err != nil {
			return err
		}
		sorted = before < text
	}
	if !sorted {
		return errDamaged
	}
	return nil
}

// ascending reports whether each value is above the one before.
func ascending[T cmp.Ordered](values []T) bool {
	for i := 1; i < len(values); i++ {
		if !(values[i-1] < values[i]) {
			return false
		}
	}
	return true
}
