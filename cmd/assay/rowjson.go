package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/assayhq/assay/corpus/store"
)

// writeRow prints a row of the store as one JSON object on a line. Its keys are the columns' names, in
// the columns' order, so that JSON and Parquet say the same; unknown dates are null.
func writeRow(out io.Writer, row any) error {
	var b bytes.Buffer
	b.WriteByte('{')
	if err := appendFields(&b, reflect.ValueOf(row)); err != nil {
		return err
	}
	b.WriteString("}\n")
	_, err := out.Write(b.Bytes())
	return err
}

func appendFields(b *bytes.Buffer, row reflect.Value) error {
	for i := range row.NumField() {
		field := row.Type().Field(i)
		if field.Anonymous {
			if err := appendFields(b, row.Field(i)); err != nil {
				return err
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		value, err := json.Marshal(jsonValue(row.Field(i)))
		if err != nil {
			return err
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:%s", name, value)
	}
	return nil
}

// jsonValue is a column's value as JSON shows it.
func jsonValue(v reflect.Value) any {
	switch value := v.Interface().(type) {
	case store.Date:
		if !value.Known() {
			return nil
		}
		return value.String()
	case []string:
		if value == nil {
			return []string{}
		}
		return value
	case []int64:
		if value == nil {
			return []int64{}
		}
		return value
	default:
		return value
	}
}
