package milvus

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"

	"github.com/assayhq/assay/index"
)

// The types of fields and of what is searched for, as the protocol counts them.
const (
	typeBool    = 1
	typeInt64   = 5
	typeDouble  = 11
	typeVarChar = 21
	typeFloats  = 101
	typeSparse  = 104
)

// Further numbers of the protocol. Strong is the level of consistency at which a search sees what any process was
// told is written; it is 0, and so it is what a request says that says nothing.
const (
	functionBM25 = 1
	filterText   = 1 // how a search's filter is written (BoolExprV1)
	stateLoaded  = 3
	stateBuilt   = 3
	stateFailed  = 4
)

// The fields of a collection. Those of the schema have fieldPrefix before their names, so that none of them is a
// word of Milvus's filters, or one of these.
const (
	idName      = "assay_id"
	vectorName  = "vector"
	textName    = "text"
	sparseName  = "text_sparse"
	fieldPrefix = "f_"
	countName   = "count(*)"
)

// kinds are the kinds of fields in Milvus's types.
var kinds = map[index.Kind]int64{index.Text: typeVarChar, index.Int: typeInt64, index.Float: typeDouble,
	index.Bool: typeBool}

// metrics are the metrics in Milvus's words.
var metrics = map[index.Metric]string{index.Cosine: "COSINE", index.Euclidean: "L2"}

// object is parameters, which Milvus takes as JSON within its messages.
type object map[string]any

func (o object) text() string {
	text, err := json.Marshal(o)
	if err != nil {
		return "{}" // they are numbers and texts
	}
	return string(text)
}

// named is a request that says no more than the collection it is for.
func (x *Index) named(n number) message { return message(nil).text(n, x.o.Collection) }

// create is what makes the collection.
func (x *Index) create() message {
	return x.named(3).part(4, x.schema()).integer(5, int64(x.o.Shards))
}

// schema is the fields of the collection. Texts are there where the mode needs them.
func (x *Index) schema() message {
	longest := strconv.Itoa(MaxText)
	s := message(nil).text(1, x.o.Collection).
		part(4, message(nil).text(2, idName).yes(3, true).integer(5, typeVarChar).pair(6, "max_length", longest))
	if x.o.Dimension > 0 {
		s = s.part(4, message(nil).text(2, vectorName).integer(5, typeFloats).pair(6, "dim", strconv.Itoa(x.o.Dimension)))
	}
	for _, f := range x.o.Schema {
		field := message(nil).text(2, fieldPrefix+f.Name).text(4, f.Doc).integer(5, kinds[f.Kind])
		if f.Kind == index.Text {
			field = field.pair(6, "max_length", longest)
		}
		s = s.part(4, field.yes(15, true))
	}
	if x.o.Mode == Dense {
		return s
	}
	return s.part(4, message(nil).text(2, textName).integer(5, typeVarChar).pair(6, "max_length", longest).
		pair(6, "enable_analyzer", "true").pair(6, "analyzer_params", object{"type": x.o.Analyzer}.text())).
		part(4, message(nil).text(2, sparseName).integer(5, typeSparse).yes(16, true)).
		part(7, message(nil).text(1, "bm25").integer(4, functionBM25).text(5, textName).text(7, sparseName))
}

// createIndex is what makes the index of a field.
func (x *Index) createIndex(field, kind, metric string, params object) message {
	return x.named(3).text(4, field).pair(5, "index_type", kind).pair(5, "metric_type", metric).pair(5, "params",
		params.text()).text(6, field)
}

// upsert is records in columns. A value that a record lacks is marked so, and not among those of its column.
func (x *Index) upsert(records []index.Record, texts bool) message {
	ids := make([]string, len(records))
	words := make([]string, len(records))
	for i := range records {
		ids[i], words[i] = records[i].ID, records[i].Text
	}
	m := x.named(3).part(5, textColumn(idName, ids, nil))
	if x.o.Dimension > 0 {
		m = m.part(5, vectorColumn(records, x.o.Dimension))
	}
	for _, f := range x.o.Schema {
		m = m.part(5, fieldColumn(f, records))
	}
	if texts {
		m = m.part(5, textColumn(textName, words, nil))
	}
	return m.integer(7, int64(len(records)))
}

// newColumn is a column of scalars: their list is a field of its own for each type.
func newColumn(name string, kind int64, list number, data, valid []byte) message {
	m := message(nil).integer(1, kind).text(2, name).part(3, message(nil).part(list, data))
	if valid != nil {
		m = m.part(7, valid)
	}
	return m
}

func textColumn(name string, values []string, valid []byte) message {
	return newColumn(name, typeVarChar, listTexts, message(nil).texts(1, values), valid)
}

func vectorColumn(records []index.Record, dimension int) message {
	floats := message(nil).head(1, 4*dimension*len(records))
	for i := range records {
		floats = appendFloats(floats, records[i].Vector)
	}
	return message(nil).integer(1, typeFloats).text(2, vectorName).part(4,
		message(nil).integer(1, int64(dimension)).part(2, floats))
}

// The lists of scalars, by the number of the field that holds them.
const (
	listBools   = 1
	listInts    = 3
	listDoubles = 5
	listTexts   = 6
)

func fieldColumn(f index.Field, records []index.Record) message {
	name, valid := fieldPrefix+f.Name, make([]byte, len(records))
	var texts []string
	var packed []byte
	for i := range records {
		v, there := records[i].Fields[f.Name]
		if !there {
			continue
		}
		valid[i] = 1
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case int64:
			packed = binary.AppendUvarint(packed, uint64(v))
		case float64:
			packed = binary.LittleEndian.AppendUint64(packed, math.Float64bits(v))
		case bool:
			packed = append(packed, map[bool]byte{true: 1}[v])
		}
	}
	if f.Kind == index.Text {
		return textColumn(name, texts, valid)
	}
	list := map[index.Kind]number{index.Int: listInts, index.Float: listDoubles, index.Bool: listBools}[f.Kind]
	return newColumn(name, kinds[f.Kind], list, message(nil).part(1, packed), valid)
}

// remove is records out by their ids.
func (x *Index) remove(ids []string) message { return x.named(3).text(5, among(idName, ids)) }

// count asks for the number of records.
func (x *Index) count() message { return x.named(3).texts(5, []string{countName}) }

// fetch asks for vectors by ids.
func (x *Index) fetch(ids []string) message {
	return x.named(3).text(4, among(idName, ids)).texts(5, []string{idName, vectorName})
}

// search is several queries under one filter.
func (x *Index) search(s *searches, queries []index.Query) message {
	values := message(nil).text(1, "$0").integer(2, s.asks())
	for _, at := range s.at {
		q := &queries[at]
		if s.mode == BM25 {
			values = values.part(3, []byte(q.Text))
			continue
		}
		values = values.part(3, appendFloats(make([]byte, 0, 4*len(q.Vector)), q.Vector))
	}
	m := x.named(3).text(5, s.filter).part(6, message(nil).part(1, values)).integer(7, filterText)
	for _, f := range x.o.Schema {
		m = m.text(8, fieldPrefix+f.Name)
	}
	return m.pair(9, "anns_field", s.field()).pair(9, "topk", strconv.Itoa(s.depth)).pair(9, "metric_type",
		s.metric(x.o.Metric)).
		pair(9, "round_decimal", "-1").pair(9, "params", x.params(s).text()).integer(12, int64(len(s.at)))
}

// flushState asks whether what a flush sealed is kept.
func (x *Index) flushState(f *flushed) message {
	var packed []byte
	for _, id := range f.segments {
		packed = binary.AppendUvarint(packed, uint64(id))
	}
	m := message(nil)
	if len(packed) > 0 {
		m = m.part(1, packed)
	}
	return m.integer(2, f.at).text(4, x.o.Collection)
}
