package fakeengine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Types of fields, as Milvus counts them.
const (
	milvusBool    = 1
	milvusInt64   = 5
	milvusDouble  = 11
	milvusVarChar = 21
	milvusFloats  = 101
	milvusSparse  = 104
)

type milvusField struct {
	name              string
	kind              int64
	params            map[string]string
	primary, nullable bool
	output            bool // of a function
}

type milvusCollection struct {
	fields  []milvusField
	schema  []byte // as it came
	indexes map[string]map[string]string
	loaded  bool
	items   map[string]*item
}

// milvusMethod is what a method may be sent, and what it does.
type milvusMethod struct {
	fields []protowire.Number
	name   protowire.Number // of the field that has the collection's name
	loaded bool             // it needs the collection in memory
	do     func(c *milvusCollection, r protoReader, f Fault) (protoWriter, error)
}

var milvusMethods = map[string]milvusMethod{
	"CreateCollection":   {fields: []protowire.Number{3, 4, 5, 6}, name: 3},
	"DropCollection":     {fields: []protowire.Number{3}, name: 3},
	"DescribeCollection": {fields: []protowire.Number{3}, name: 3, do: (*milvusCollection).describe},
	"CreateIndex":        {fields: []protowire.Number{3, 4, 5, 6}, name: 3, do: (*milvusCollection).index},
	"DescribeIndex":      {fields: []protowire.Number{3, 4, 5}, name: 3, do: (*milvusCollection).describeIndexes},
	"LoadCollection":     {fields: []protowire.Number{3, 4}, name: 3, do: (*milvusCollection).load},
	"ReleaseCollection":  {fields: []protowire.Number{3}, name: 3, do: (*milvusCollection).release},
	"GetLoadState":       {fields: []protowire.Number{2}, name: 2, do: (*milvusCollection).loadState},
	"Flush":              {fields: []protowire.Number{3}, name: 3, do: (*milvusCollection).flush},
	"GetFlushState":      {fields: []protowire.Number{1, 2, 4}, name: 4, do: (*milvusCollection).flushState},
	"Upsert":             {fields: []protowire.Number{3, 5, 7}, name: 3, do: (*milvusCollection).upsert},
	"Delete":             {fields: []protowire.Number{3, 5}, name: 3, do: (*milvusCollection).remove},
	"Query":              {fields: []protowire.Number{3, 4, 5}, name: 3, loaded: true, do: (*milvusCollection).query},
	"Search": {fields: []protowire.Number{3, 5, 6, 7, 8, 9, 12}, name: 3, loaded: true,
		do: (*milvusCollection).search},
}

func (m *milvus) create(name string, there *milvusCollection, r protoReader) *milvusRefusal {
	wrong := func(err error) *milvusRefusal { return &milvusRefusal{code: 1100, old: 1, reason: err.Error()} }
	if there != nil {
		if string(there.schema) == string(r.bytes(4)) {
			return nil // the same once more is done
		}
		return wrong(errors.New("create duplicate collection with different parameters, collection: " + name))
	}
	s, err := readProto(r.bytes(4), 1, 4, 7)
	if err != nil {
		return wrong(err)
	}
	c := &milvusCollection{schema: r.bytes(4), indexes: map[string]map[string]string{}, items: map[string]*item{}}
	for _, f := range s[4] {
		field, err := milvusFieldOf(f.bytes)
		if err != nil {
			return wrong(err)
		}
		c.fields = append(c.fields, field)
	}
	for _, f := range s[7] {
		fn, err := readProto(f.bytes, 1, 4, 5, 7)
		if err != nil || fn.varint(4) != 1 {
			return wrong(fmt.Errorf("a function is none that is known: %v", err))
		}
		in, out := c.field(fn.text(5)), c.field(fn.text(7))
		if in == nil || out == nil || in.params["enable_analyzer"] != "true" || in.nullable || out.kind != milvusSparse {
			return wrong(errors.New("the BM25 function needs a text that is analyzed, and a sparse vector"))
		}
		out.output = true
	}
	if c.field("assay_id") == nil || !c.field("assay_id").primary {
		return wrong(errors.New("primary key is not specified"))
	}
	m.collections[name] = c
	return nil
}

func milvusFieldOf(b []byte) (milvusField, error) {
	r, err := readProto(b, 2, 3, 4, 5, 6, 15, 16)
	if err != nil {
		return milvusField{}, err
	}
	params, err := r.pairs(6)
	f := milvusField{r.text(2), r.varint(5), params, r.varint(3) == 1, r.varint(15) == 1, r.varint(16) == 1}
	number := func(name string, least, most int) error {
		if n, err := strconv.Atoi(params[name]); err != nil || n < least || n > most {
			return fmt.Errorf("%s %q of field %s is out of range", name, params[name], f.name)
		}
		return nil
	}
	switch {
	case err != nil:
	case f.kind == milvusVarChar:
		err = number("max_length", 1, 65535)
	case f.kind == milvusFloats:
		err = number("dim", 2, 32768)
	case !slices.Contains([]int64{milvusBool, milvusInt64, milvusDouble, milvusSparse}, f.kind):
		err = fmt.Errorf("field %s is of type %d", f.name, f.kind)
	}
	return f, err
}

func (c *milvusCollection) field(name string) *milvusField {
	i := slices.IndexFunc(c.fields, func(f milvusField) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &c.fields[i]
}

func (c *milvusCollection) dimension() int {
	for _, f := range c.fields {
		if f.kind == milvusFloats {
			n, _ := strconv.Atoi(f.params["dim"])
			return n
		}
	}
	return 0
}

func (c *milvusCollection) describe(protoReader, Fault) (protoWriter, error) {
	var schema, answer protoWriter
	for i, f := range c.fields {
		var w protoWriter
		w.varint(1, int64(100+i))
		w.text(2, f.name)
		if f.primary {
			w.varint(3, 1)
		}
		w.varint(5, f.kind)
		for _, name := range slices.Sorted(maps.Keys(f.params)) {
			w.pair(6, name, f.params[name])
		}
		if f.nullable {
			w.varint(15, 1)
		}
		if f.output {
			w.varint(16, 1)
		}
		schema.part(4, w)
	}
	answer.part(2, schema)
	answer.varint(3, 4455)
	answer.varint(8, 1)
	return answer, nil
}

func (c *milvusCollection) index(r protoReader, _ Fault) (protoWriter, error) {
	params, err := r.pairs(5)
	if err != nil {
		return nil, err
	}
	name, f := r.text(4), c.field(r.text(4))
	var build map[string]int
	if err := json.Unmarshal([]byte(params["params"]), &build); err != nil {
		return nil, fmt.Errorf("the index's parameters %q: %w", params["params"], err)
	}
	switch {
	case f == nil:
		return nil, fmt.Errorf("cannot create index on non-exist field: %s", name)
	case f.kind == milvusFloats && params["metric_type"] != "COSINE" && params["metric_type"] != "L2",
		f.kind == milvusSparse && (params["metric_type"] != "BM25" || params["index_type"] != "SPARSE_INVERTED_INDEX"):
		return nil, fmt.Errorf("metric type %s not found or not supported", params["metric_type"])
	case f.kind == milvusFloats && !slices.Contains([]string{"AUTOINDEX", "FLAT", "HNSW", "IVF_FLAT", "DISKANN"},
		params["index_type"]):
		return nil, fmt.Errorf("invalid index type: %s", params["index_type"])
	}
	if _, lists := build["nlist"]; lists && params["index_type"] != "IVF_FLAT" {
		return nil, fmt.Errorf("nlist is no parameter of %s", params["index_type"])
	}
	c.indexes[name] = params
	return nil, nil
}

func (c *milvusCollection) describeIndexes(_ protoReader, f Fault) (protoWriter, error) {
	var answer protoWriter
	for _, name := range slices.Sorted(maps.Keys(c.indexes)) {
		var w protoWriter
		w.text(1, name)
		params := maps.Clone(c.indexes[name])
		if f == OtherMetric {
			params["metric_type"] = "IP"
		}
		for _, key := range slices.Sorted(maps.Keys(params)) {
			w.pair(3, key, params[key])
		}
		w.text(4, name)
		w.varint(5, int64(len(c.items)))
		w.varint(6, int64(len(c.items)))
		switch f {
		case Partial: // some records are sealed and not in it yet
			w.varint(7, 3)
			w.varint(9, 5)
		case ItemThrottled:
			w.varint(7, 4)
			w.text(8, "no space left on device")
		default:
			w.varint(7, 3)
		}
		answer.part(2, w)
	}
	return answer, nil
}

func (c *milvusCollection) load(protoReader, Fault) (protoWriter, error) {
	for _, f := range c.fields {
		if (f.kind == milvusFloats || f.kind == milvusSparse) && c.indexes[f.name] == nil {
			return nil, fmt.Errorf("there is no vector index on field: [%s], please create index firstly", f.name)
		}
	}
	c.loaded = true
	return nil, nil
}

func (c *milvusCollection) release(protoReader, Fault) (protoWriter, error) {
	c.loaded = false
	return nil, nil
}

func (c *milvusCollection) loadState(_ protoReader, f Fault) (protoWriter, error) {
	var answer protoWriter
	state := map[bool]int64{true: 3, false: 1}[c.loaded]
	if f == Partial {
		state = 2
	}
	answer.varint(2, state)
	return answer, nil
}

// flushedAt is when the fake flushes.
const flushedAt = 449_000_000_000_000_000

func (c *milvusCollection) flush(r protoReader, _ Fault) (protoWriter, error) {
	var segments, entry, at, answer protoWriter
	segments.varints(1, []int64{7, 449_000_000_000_000_001})
	entry.text(1, r.text(3))
	entry.part(2, segments)
	answer.part(3, entry)
	at.text(1, r.text(3))
	at.varint(2, flushedAt)
	answer.part(6, at)
	return answer, nil
}

func (c *milvusCollection) flushState(r protoReader, f Fault) (protoWriter, error) {
	segments, err := r.varints(1)
	if err != nil || !slices.Equal(segments, []int64{7, 449_000_000_000_000_001}) || r.varint(2) != flushedAt {
		return nil, fmt.Errorf("it was not flushed: %v at %d, %v", segments, r.varint(2), err)
	}
	var answer protoWriter
	if f != Partial {
		answer.varint(2, 1)
	}
	return answer, nil
}
