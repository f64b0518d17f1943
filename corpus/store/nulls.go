package store

import (
	"math/bits"
	"reflect"
	"strings"
)

// parquet-go v0.32.0 loses nulls of fields that are marked optional and are neither pointers nor slices
// (column_buffer_write.go:368). It keeps one bit per row of a Write, set where there is a value, in words of 64, and
// compares the rest of a word from bit y on with (1<<y)-1, where 64-y ones are meant. So if a run of y values begins at
// bit y and only nulls follow it in its word, these nulls become zeros: 1970-01-01 in a column of days. Such a run has
// to begin a Write, where y is 0.

// optionalColumn is a column of such a field.
type optionalColumn []int // path of the field

// optionalColumns are those of a row's type.
func optionalColumns(row reflect.Type, path ...int) (all []optionalColumn) {
	for i := range row.NumField() {
		f := row.Field(i)
		at := append(path[:len(path):len(path)], i)
		switch {
		case f.Anonymous:
			all = append(all, optionalColumns(f.Type, at...)...)
		case strings.Contains(f.Tag.Get("parquet"), ",optional") && f.Type.Kind() != reflect.Pointer:
			all = append(all, at)
		}
	}
	return all
}

// safeRows is how many of the rows, from the first, one Write keeps the nulls of.
func safeRows[T any](rows []T, columns []optionalColumn) int {
	if len(columns) == 0 {
		return len(rows)
	}
	safe := len(rows)
	for first := 0; first < safe; first += 64 {
		word := rows[first:min(first+64, safe)]
		for _, c := range columns {
			var known uint64
			for i := range word {
				if !reflect.ValueOf(&word[i]).Elem().FieldByIndex(c).IsZero() {
					known |= 1 << i
				}
			}
			if y := losesNulls(known); y > 0 {
				safe = min(safe, first+y)
			}
		}
	}
	return safe
}

// losesNulls is the bit at which a run of as many ones begins that ends the ones of a word; 0 without one.
func losesNulls(known uint64) int {
	begins := known &^ (known << 1)
	for begins != 0 {
		y := bits.TrailingZeros64(begins)
		if y > 0 && y < 32 && known>>y == 1<<y-1 {
			return y
		}
		begins &= begins - 1
	}
	return 0
}
