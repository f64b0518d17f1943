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

func (c *milvusCollection) query(r protoReader, _ Fault) (protoWriter, error) {
	names, err := r.texts(5)
	if err != nil {
		return nil, err
	}
	pass, err := c.filter(r.text(4))
	if err != nil {
		return nil, err
	}
	var answer protoWriter
	if slices.Equal(names, []string{"count(*)"}) {
		n := int64(0)
		for _, it := range c.items {
			if pass(it) {
				n++
			}
		}
		var list, scalars, column protoWriter
		list.varints(1, []int64{n})
		scalars.part(3, list)
		column.varint(1, milvusInt64)
		column.text(2, "count(*)")
		column.part(3, scalars)
		answer.part(2, column)
		return answer, nil
	}
	if r.text(4) == "" {
		return nil, errors.New("empty expression should be used with limit")
	}
	var items []*item
	for _, id := range slices.Sorted(maps.Keys(c.items)) {
		if pass(c.items[id]) {
			items = append(items, c.items[id])
		}
	}
	return answer, c.columns(&answer, 2, names, items)
}

// columns writes the fields of items. A value that is missing is left empty in its list, and is marked.
func (c *milvusCollection) columns(w *protoWriter, n protowire.Number, names []string, items []*item) error {
	for _, name := range names {
		f := c.field(name)
		if f == nil {
			return fmt.Errorf("field %s not exist", name)
		}
		var column protoWriter
		column.varint(1, f.kind)
		column.text(2, name)
		if f.kind == milvusFloats {
			column.part(4, c.vectorsOf(items))
		} else {
			column.part(3, f.scalars(items))
		}
		if f.nullable {
			valid := make([]int64, len(items))
			for i, it := range items {
				if _, there := it.fields[name]; there {
					valid[i] = 1
				}
			}
			column.varints(7, valid)
		}
		w.part(n, column)
	}
	return nil
}

func (c *milvusCollection) vectorsOf(items []*item) protoWriter {
	var floats []float32
	for _, it := range items {
		floats = append(floats, it.vector...)
	}
	var list, vectors protoWriter
	list.floats(1, floats)
	vectors.varint(1, int64(c.dimension()))
	vectors.part(2, list)
	return vectors
}

func (f *milvusField) scalars(items []*item) protoWriter {
	var list, scalars protoWriter
	var varints []int64
	var packed []byte
	for _, it := range items {
		v := it.fields[f.name]
		switch f.kind {
		case milvusVarChar:
			text, _ := v.(string)
			list.text(1, text)
		case milvusDouble:
			x, _ := v.(float64)
			packed = appendDouble(packed, x)
		case milvusBool:
			varints = append(varints, map[any]int64{true: 1}[v])
		default:
			n, _ := v.(int64)
			varints = append(varints, n)
		}
	}
	switch f.kind {
	case milvusBool, milvusInt64:
		list.varints(1, varints)
	case milvusDouble:
		list.part(1, packed)
	}
	scalars.part(map[int64]protowire.Number{milvusBool: 1, milvusInt64: 3, milvusDouble: 5, milvusVarChar: 6}[f.kind],
		list)
	return scalars
}

// milvusAsked is a search as it came.
type milvusAsked struct {
	field, metric string
	topK          int
	rank          []func(*item) (float64, bool) // of each query
}

func (c *milvusCollection) search(r protoReader, _ Fault) (protoWriter, error) {
	names, err := r.texts(8)
	if err != nil {
		return nil, err
	}
	pass, err := c.filter(r.text(5))
	if err != nil {
		return nil, fmt.Errorf("failed to create query plan: %w", err)
	}
	asked, err := c.asked(r)
	if err != nil {
		return nil, err
	}
	var hits []*item
	var scores []float32
	var counts []int64
	for _, rank := range asked.rank {
		found := best(c.items, func(it *item) (float64, bool) { score, ok := rank(it); return score, ok && pass(it) })
		found = found[:min(len(found), asked.topK)]
		for _, h := range found {
			hits = append(hits, h.item)
			if asked.metric == "L2" {
				h.score = -h.score
			}
			scores = append(scores, float32(h.score))
		}
		counts = append(counts, int64(len(found)))
	}
	var list, ids, results, answer protoWriter
	results.varint(1, int64(len(asked.rank)))
	results.varint(2, int64(asked.topK))
	if len(hits) > 0 {
		if err := c.columns(&results, 3, names, hits); err != nil {
			return nil, err
		}
	}
	results.floats(4, scores)
	for _, h := range hits {
		list.text(1, h.id)
	}
	ids.part(2, list)
	results.part(5, ids)
	results.varints(6, counts)
	results.text(13, "assay_id")
	answer.part(2, results)
	return answer, nil
}

// asked reads what is searched for: vectors, or texts, for each of several queries.
func (c *milvusCollection) asked(r protoReader) (*milvusAsked, error) {
	params, err := r.pairs(9)
	if err != nil {
		return nil, err
	}
	a := &milvusAsked{field: params["anns_field"], metric: params["metric_type"]}
	var inner map[string]int
	if err := json.Unmarshal([]byte(params["params"]), &inner); err != nil {
		return nil, fmt.Errorf("params %q: %w", params["params"], err)
	}
	if a.topK, err = strconv.Atoi(params["topk"]); err != nil || a.topK < 1 || a.topK > 16384 {
		return nil, fmt.Errorf("topk [%s] is invalid, it should be in range [1, 16384]", params["topk"])
	}
	if ef, ok := inner["ef"]; ok && ef < a.topK {
		return nil, fmt.Errorf("ef(%d) should be larger than k(%d)", ef, a.topK)
	}
	if index := c.indexes[a.field]; index == nil || index["metric_type"] != a.metric {
		return nil, fmt.Errorf("metric type not match: invalid [expected=%s][actual=%s]", index["metric_type"], a.metric)
	}
	group, err := readProto(r.bytes(6), 1)
	if err != nil || len(group[1]) != 1 || r.varint(7) != 1 {
		return nil, fmt.Errorf("the placeholder group is not one of queries: %v", err)
	}
	values, err := readProto(group.bytes(1), 1, 2, 3)
	if err != nil || values.text(1) != "$0" || int64(len(values[3])) != r.varint(12) || r.varint(12) == 0 {
		return nil, fmt.Errorf("%d queries, and nq is %d: %v", len(values[3]), r.varint(12), err)
	}
	for _, f := range values[3] {
		rank, err := c.rank(a, values.varint(2), f.bytes)
		if err != nil {
			return nil, err
		}
		a.rank = append(a.rank, rank)
	}
	return a, nil
}

// rank is how good an item is for a query.
func (c *milvusCollection) rank(a *milvusAsked, kind int64, query []byte) (func(*item) (float64, bool), error) {
	field := c.field(a.field)
	switch {
	case kind == milvusVarChar && field.kind == milvusSparse:
		score := bm25(c.items, string(query))
		return func(it *item) (float64, bool) { s := score(it); return s, s > 0 }, nil
	case kind != milvusFloats || field.kind != milvusFloats:
		return nil, fmt.Errorf("vector type must be the same, field %s - type %d, search info type %d", a.field, field.kind,
			kind)
	}
	v, err := protoFloats(query)
	if err != nil || len(v) != c.dimension() {
		return nil, fmt.Errorf("vector dimension mismatch, expected vector size(byte) %d, actual %d", 4*c.dimension(),
			len(query))
	}
	return func(it *item) (float64, bool) {
		if a.metric == "L2" {
			return -squares(v, it.vector), true
		}
		return cosine(v, it.vector), true
	}, nil
}
