package pgvector

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// arguments are the parameters of a statement, in the order of their places.
type arguments []any

// add is the place of a value.
func (a *arguments) add(v any) string {
	*a = append(*a, v)
	return "$" + strconv.Itoa(len(*a))
}

// comparisons are how an operator is written on a column, its type and the place of its value. A row without
// the field has NULL there, which no comparison is true of but those that must let it through.
var comparisons = map[index.Op]string{
	index.Equal:    "%[1]s = %[3]s",
	index.NotEqual: "%[1]s IS DISTINCT FROM %[3]s",
	index.In:       "%[1]s = ANY(%[3]s::%[2]s[])",
	index.NotIn:    "(%[1]s IS NULL OR %[1]s <> ALL(%[3]s::%[2]s[]))",
	index.Greater:  "%[1]s > %[3]s", index.GreaterOrEqual: "%[1]s >= %[3]s",
	index.Less: "%[1]s < %[3]s", index.LessOrEqual: "%[1]s <= %[3]s",
}

// where is a checked filter as a condition of SQL; all its values go into the arguments.
func where(f *index.Filter, s index.Schema, args *arguments) (string, error) {
	if f == nil {
		return "true", nil
	}
	if f.Op == index.And || f.Op == index.Or {
		parts := make([]string, len(f.Of))
		for i, o := range f.Of {
			var err error
			if parts[i], err = where(o, s, args); err != nil {
				return "", err
			}
		}
		return "(" + strings.Join(parts, map[index.Op]string{index.And: " AND ", index.Or: " OR "}[f.Op]) + ")", nil
	}
	field, _ := s.Find(f.Field)
	kind, _, collated := strings.Cut(columnTypes[field.Kind], " COLLATE ")
	for _, v := range f.Values {
		if t, ok := v.(string); ok {
			if err := keepable(t); err != nil {
				return "", remote.Refused("%s of field %q: %w", f.Op, f.Field, err)
			}
		}
	}
	column := quoted(f.Field)
	if collated {
		column += ` COLLATE "C"` // also where the table was made by others: order is that of bytes
	}
	if f.Op == index.In || f.Op == index.NotIn {
		return fmt.Sprintf(comparisons[f.Op], column, kind, args.add(list(field.Kind, f.Values))), nil
	}
	return fmt.Sprintf(comparisons[f.Op], column, kind, args.add(f.Values[0])+"::"+kind), nil
}

// list is values of one kind as the array that they are sent as.
func list(k index.Kind, values []any) any {
	switch k {
	case index.Int:
		return typed[int64](values)
	case index.Float:
		return typed[float64](values)
	case index.Bool:
		return typed[bool](values)
	}
	return typed[string](values)
}

func typed[T any](values []any) []T {
	all := make([]T, len(values))
	for i, v := range values {
		all[i], _ = v.(T) // a checked filter has values of the field's kind
	}
	return all
}

// keepable reports a text that PostgreSQL cannot keep.
func keepable(s string) error {
	if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return errors.New("a text is not UTF-8, or has a NUL in it, and the engine takes neither")
	}
	return nil
}
