package store

import (
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// field is where the values of a column go in a struct.
type field struct {
	name   string
	column int
	path   []int
	set    func(reflect.Value, parquet.Value)
}

// fieldsOf pairs the fields of T with columns of a table. T has been held to the table's schema.
func fieldsOf[T any](t int) []field {
	return appendFields(nil, t, reflect.TypeFor[T](), nil)
}

func appendFields(all []field, t int, row reflect.Type, path []int) []field {
	for i := range row.NumField() {
		f := row.Field(i)
		at := append(path[:len(path):len(path)], i)
		if f.Anonymous {
			all = appendFields(all, t, f.Type, at)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		leaf, ok := tables[t].schema.Lookup(name)
		if !ok {
			leaf, _ = tables[t].schema.Lookup(name, "list", "element")
		}
		all = append(all, field{name, leaf.ColumnIndex, at, setter(f.Type)})
	}
	return all
}

// setter stores values in a field of the given type. Null leaves the zero value.
func setter(typ reflect.Type) func(reflect.Value, parquet.Value) {
	switch typ.Kind() {
	case reflect.String:
		text := repeated()
		return func(to reflect.Value, v parquet.Value) { to.SetString(text(v)) }
	case reflect.Bool:
		return func(to reflect.Value, v parquet.Value) { to.SetBool(v.Boolean()) }
	case reflect.Int32:
		return func(to reflect.Value, v parquet.Value) { to.SetInt(int64(v.Int32())) }
	case reflect.Int64:
		return func(to reflect.Value, v parquet.Value) { to.SetInt(v.Int64()) }
	case reflect.Pointer:
		return setDouble
	default:
		return appender(typ.Elem())
	}
}

func setDouble(to reflect.Value, v parquet.Value) {
	if !v.IsNull() {
		x := v.Double()
		to.Set(reflect.ValueOf(&x))
	}
}

// appender adds values to a list; an empty list is one null.
func appender(element reflect.Type) func(reflect.Value, parquet.Value) {
	set := setter(element)
	return func(to reflect.Value, v parquet.Value) {
		if v.IsNull() {
			return
		}
		to.Grow(1)
		to.SetLen(to.Len() + 1)
		set(to.Index(to.Len()-1), v)
	}
}

// repeated makes strings of values. A value that is the same as the one before is the same string:
// most columns of a document hold one value over and over.
func repeated() func(parquet.Value) string {
	var last string
	return func(v parquet.Value) string {
		if b := v.ByteArray(); string(b) != last {
			last = string(b)
		}
		return last
	}
}
