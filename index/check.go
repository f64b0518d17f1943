package index

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Validate reports what is wrong with a schema, which may come from a file.
func (s Schema) Validate() error {
	seen := map[string]bool{}
	for _, f := range s {
		switch {
		case f.Name == "" || strings.HasPrefix(f.Name, "$"):
			return fmt.Errorf("field %q has a name that a filter cannot hold", f.Name)
		case seen[f.Name]:
			return fmt.Errorf("field %q is there twice", f.Name)
		case !slices.Contains([]Kind{Text, Int, Float, Bool}, f.Kind):
			return fmt.Errorf("field %q is of kind %q, which is none; there are %s, %s, %s and %s", f.Name, f.Kind, Text, Int,
				Float, Bool)
		}
		seen[f.Name] = true
	}
	return nil
}

// Normal is a record's fields with each value as the schema has it, so that Match can compare them: any whole
// number of Go becomes an int64, or a float64 where the field is one.
func (s Schema) Normal(f Fields) (Fields, error) {
	if err := s.Check(f); err != nil {
		return nil, err
	}
	normal := make(Fields, len(f))
	for name, value := range f {
		field, _ := s.Find(name)
		normal[name], _ = field.Kind.value(value)
	}
	return normal, nil
}

// Check reports why a filter that was not parsed under this schema cannot mean anything. Every searcher asks,
// so that a filter made in code is refused as one in a file is.
func (f *Filter) Check(s Schema) error {
	if f == nil {
		return nil
	}
	values := 0
	if err := f.check(s, 0, &values); err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	return nil
}

func (f *Filter) check(s Schema, depth int, values *int) error {
	if f == nil {
		return errors.New("it holds an empty filter, which says nothing")
	}
	if f.Op != And && f.Op != Or {
		return f.checkComparison(s, values)
	}
	if depth >= maxFilterDepth {
		return errDeep
	}
	if len(f.Of) == 0 {
		return fmt.Errorf("%s is empty, and can be neither met nor missed", f.Op)
	}
	for _, o := range f.Of {
		if err := o.check(s, depth+1, values); err != nil {
			return err
		}
	}
	return nil
}

func (f *Filter) checkComparison(s Schema, values *int) error {
	if !slices.Contains(comparisons, f.Op) {
		return fmt.Errorf("%q is no operator on a field; there are %s", f.Op, opNames())
	}
	field, ok := s.Find(f.Field)
	if !ok {
		return fmt.Errorf("%q is no field of this index; it has %s", f.Field, s.names())
	}
	several := f.Op == In || f.Op == NotIn
	if len(f.Values) == 0 || (len(f.Values) > 1 && !several) {
		return fmt.Errorf("%s of field %q has %d values", f.Op, f.Field, len(f.Values))
	}
	if *values += len(f.Values); *values > maxFilterValues {
		return fmt.Errorf("it holds more than %d values", maxFilterValues)
	}
	for _, v := range f.Values {
		if as, ok := field.Kind.value(v); !ok || as != v {
			return fmt.Errorf("field %q takes %s, and the %T %v is none", f.Field, field.Kind.values(), v, v)
		}
	}
	return field.ordered(f.Op)
}

// ordered reports that an operator needs an order and the field has none.
func (f Field) ordered(op Op) error {
	if f.Kind == Bool && op.ordered() {
		return fmt.Errorf("field %q is yes or no and has no order; %s needs one", f.Name, op)
	}
	return nil
}

var errDeep = fmt.Errorf("it is nested deeper than %d", maxFilterDepth)

// depth is how many filters lie within each other.
func (f *Filter) depth() int {
	deepest := 0
	if f != nil {
		for _, o := range f.Of {
			deepest = max(deepest, 1+o.depth())
		}
	}
	return deepest
}

// float is a number that a field can have: neither NaN, which equals nothing, nor an infinite one, nor a zero
// below zero, which equals zero and is written otherwise.
func float(x float64) (float64, bool) {
	return x + 0, !math.IsNaN(x) && !math.IsInf(x, 0)
}
