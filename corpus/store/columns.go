package store

import (
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Column describes one column of one table.
type Column struct {
	Table    string
	Name     string
	Type     string // string, int32, int64, double, boolean, date, list<string> or list<int64>
	Nullable bool
	Meaning  string
}

// Columns lists every column of every table in the order of the files: the schema's reference.
func Columns() []Column {
	var all []Column
	for i := range tables {
		all = appendColumns(all, &tables[i], tables[i].row)
	}
	return all
}

func appendColumns(all []Column, t *table, row reflect.Type) []Column {
	for i := range row.NumField() {
		field := row.Field(i)
		if field.Anonymous {
			all = appendColumns(all, t, field.Type)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		typ, nullable := typeName(t.schema, name)
		all = append(all, Column{Table: t.name, Name: name, Type: typ, Nullable: nullable, Meaning: field.Tag.Get("doc")})
	}
	return all
}

func typeName(schema *parquet.Schema, name string) (string, bool) {
	if leaf, ok := schema.Lookup(name); ok {
		return leafType(leaf.Node), leaf.Node.Optional()
	}
	if leaf, ok := schema.Lookup(name, "list", "element"); ok {
		return "list<" + leafType(leaf.Node) + ">", false
	}
	return "", false
}

func leafType(node parquet.Node) string {
	if logical := node.Type().LogicalType(); logical != nil {
		switch s := strings.ToLower(logical.String()); s {
		case "string", "date":
			return s
		}
	}
	return strings.ToLower(node.Type().Kind().String())
}
