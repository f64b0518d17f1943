package fakeengine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// upsert keeps records that came in columns: of every field but those that functions make, and none twice.
func (c *milvusCollection) upsert(r protoReader, f Fault) (protoWriter, error) {
	rows := int(r.varint(7))
	columns := map[string][]any{}
	for _, part := range r[5] {
		name, values, err := c.column(part.bytes, rows)
		if err != nil {
			return nil, err
		}
		if columns[name] != nil {
			return nil, fmt.Errorf("field %s is there twice", name)
		}
		columns[name] = values
	}
	for _, field := range c.fields {
		if (columns[field.name] == nil) != field.output {
			return nil, fmt.Errorf("fieldSchema(%s) is required, or is given and made by a function", field.name)
		}
	}
	var ids []string
	for i := range rows {
		id := columns["assay_id"][i].(string)
		if slices.Contains(ids, id) {
			return nil, fmt.Errorf("duplicate primary keys are not allowed in the same batch: %s", id)
		}
		ids = append(ids, id)
		c.items[id] = c.item(columns, i)
	}
	var list, all, answer protoWriter
	for _, id := range ids {
		list.text(1, id)
	}
	all.part(2, list)
	answer.part(2, all)
	switch f {
	case ItemThrottled: // acknowledged, but for one
		answer.varints(4, []int64{1})
		rows--
	case Partial:
		rows = 0
	}
	answer.varint(8, int64(rows))
	return answer, nil
}

// item is one row of columns.
func (c *milvusCollection) item(columns map[string][]any, row int) *item {
	it := &item{id: columns["assay_id"][row].(string), fields: map[string]any{}}
	for name, values := range columns {
		switch v := values[row].(type) {
		case []float32:
			it.vector = v
		case nil:
		default:
			it.fields[name] = v
		}
	}
	if text, ok := it.fields["text"].(string); ok {
		it.words = osWords(text)
	}
	return it
}

// column reads a column: a value for each row, nil where it is marked as missing.
func (c *milvusCollection) column(b []byte, rows int) (string, []any, error) {
	r, err := readProto(b, 1, 2, 3, 4, 7)
	if err != nil {
		return "", nil, err
	}
	f := c.field(r.text(2))
	if f == nil || f.kind != r.varint(1) {
		return "", nil, fmt.Errorf("field %q of type %d is none of the collection", r.text(2), r.varint(1))
	}
	values, err := f.values(r)
	if err != nil {
		return "", nil, fmt.Errorf("field %s: %w", f.name, err)
	}
	valid, err := r.varints(7)
	if err != nil || (len(valid) > 0) != f.nullable || f.nullable && len(valid) != rows {
		return "", nil, fmt.Errorf("field %s has %d marks of validity for %d rows: %v", f.name, len(valid), rows, err)
	}
	if !f.nullable {
		if len(values) != rows {
			return "", nil, fmt.Errorf("the num_rows (%d) of field (%s) is not equal to passed num_rows (%d)", len(values),
				f.name, rows)
		}
		return f.name, values, nil
	}
	all := make([]any, rows)
	for i := range all {
		if valid[i] == 0 {
			continue
		}
		if len(values) == 0 {
			return "", nil, fmt.Errorf("the length of field %s is wrong: too few values", f.name)
		}
		all[i], values = values[0], values[1:]
	}
	if len(values) > 0 {
		return "", nil, fmt.Errorf("the length of field %s is wrong: too many values", f.name)
	}
	return f.name, all, nil
}

// values are those that a column lists.
func (f *milvusField) values(r protoReader) ([]any, error) {
	if f.kind == milvusFloats {
		return f.vectors(r)
	}
	list := map[int64]protowire.Number{milvusBool: 1, milvusInt64: 3, milvusDouble: 5, milvusVarChar: 6}[f.kind]
	scalars, err := readProto(r.bytes(3), list)
	if err != nil {
		return nil, err
	}
	data, err := readProto(scalars.bytes(list), 1)
	if err != nil {
		return nil, err
	}
	var all []any
	switch f.kind {
	case milvusVarChar:
		texts, err := data.texts(1)
		longest, _ := strconv.Atoi(f.params["max_length"])
		for _, s := range texts {
			if len(s) > longest {
				return nil, fmt.Errorf("length of varchar exceeds max length: %d", len(s))
			}
			all = append(all, s)
		}
		return all, err
	case milvusDouble:
		doubles, err := protoDoubles(data.bytes(1))
		for _, x := range doubles {
			all = append(all, x)
		}
		return all, err
	}
	varints, err := data.varints(1)
	for _, n := range varints {
		if f.kind == milvusBool {
			all = append(all, n == 1)
		} else {
			all = append(all, n)
		}
	}
	return all, err
}

func (f *milvusField) vectors(r protoReader) ([]any, error) {
	v, err := readProto(r.bytes(4), 1, 2)
	if err != nil {
		return nil, err
	}
	data, err := readProto(v.bytes(2), 1)
	if err != nil {
		return nil, err
	}
	floats, err := protoFloats(data.bytes(1))
	n := int(v.varint(1))
	if err != nil || fmt.Sprint(n) != f.params["dim"] || len(floats)%n != 0 {
		return nil, fmt.Errorf("%d numbers of dimension %d, where %s is expected: %v", len(floats), n, f.params["dim"], err)
	}
	var all []any
	for v := range slices.Chunk(floats, n) {
		all = append(all, v)
	}
	return all, nil
}

func (c *milvusCollection) remove(r protoReader, _ Fault) (protoWriter, error) {
	pass, err := c.filter(r.text(5))
	if err != nil || r.text(5) == "" {
		return nil, fmt.Errorf("failed to create delete plan: %w", err)
	}
	n := int64(len(c.items))
	maps.DeleteFunc(c.items, func(_ string, it *item) bool { return pass(it) })
	var answer protoWriter
	answer.varint(7, n-int64(len(c.items)))
	return answer, nil
}
