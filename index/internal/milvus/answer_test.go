package milvus

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/assayhq/assay/index"
)

// TestColumns: values that are missing are left out of a list, or stand in it and are marked; servers do both.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []int64
		valid  []int64
		want   []any
		says   string
	}{
		{"all there", []int64{1, 2, 3}, nil, []any{int64(1), int64(2), int64(3)}, ""},
		{"all marked", []int64{1, 2, 3}, []int64{1, 1, 1}, []any{int64(1), int64(2), int64(3)}, ""},
		{"inside the values", []int64{1, 0, 3}, []int64{1, 0, 1}, []any{int64(1), nil, int64(3)}, ""},
		{"left out", []int64{1, 3}, []int64{1, 0, 1}, []any{int64(1), nil, int64(3)}, ""},
		{"none", nil, []int64{0, 0, 0}, []any{nil, nil, nil}, ""},
		{"too few", []int64{1}, []int64{1, 0, 1}, nil, "1 values, of which 2 are valid"},
		{"too few marks", []int64{1, 2, 3}, []int64{1, 0}, nil, "for 3 records"},
		{"no marks", []int64{1, 2}, nil, nil, "2 values, of which 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			column := column{name: "f_year", wholes: c.values, valid: c.valid}
			err := column.of(index.Int, 3)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, want %q", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.want {
				if got := column.at(index.Int, i); got != want {
					t.Errorf("row %d: %v, want %v", i, got, want)
				}
			}
		})
	}
}

// hits is an answer to a search: ids, scores and counts.
func hits(ids []string, scores []float32, counts ...int64) message {
	list := message(nil).texts(1, ids)
	var packed []byte
	for _, n := range counts {
		packed = protowire.AppendVarint(packed, uint64(n))
	}
	year := message(nil).text(2, "f_year").part(3, message(nil).part(3, message(nil).part(1, slices.Repeat([]byte{7}, len(ids)))))
	data := message(nil).part(3, year).part(4, appendFloats(nil, scores)).part(5, message(nil).part(2, list)).part(6, packed)
	return message(nil).part(2, data)
}

// TestContradictoryResultsAreErrors: what a search found is parted among its queries, or contradicts itself and is an error.
func TestContradictoryResultsAreErrors(t *testing.T) {
	x := opened(t, Options{Base: "http://h", Collection: "a", Shape: shapeOf("year")})
	for _, c := range []struct {
		name   string
		answer message
		says   string
	}{
		{"well", hits([]string{"a", "b", "c"}, []float32{1, 0.5, 1}, 2, 1), ""},
		{"nothing", hits(nil, nil), ""},
		{"nothing, counted", hits(nil, nil, 0, 0), ""},
		{"more than asked", hits([]string{"a", "b", "c"}, []float32{1, 1, 1}, 3, 0), "3 hits of one query, which asked for 2"},
		{"counts", hits([]string{"a", "b", "c"}, []float32{1, 1, 1}, 2), "1 counts, 3 ids and 3 scores for 2 queries"},
		{"scores", hits([]string{"a", "b"}, []float32{1}, 1, 1), "2 counts, 2 ids and 1 scores"},
		{"no number", hits([]string{"a"}, []float32{float32(math.NaN())}, 1, 0), `hit "a" has no score`},
		{"below nothing", hits(nil, nil, -1, 1), "-1 hits"},
		{"too many", hits([]string{"a", "b", "c", "d", "e"}, []float32{1, 1, 1, 1, 1}, 2, 2), errMany.Error()},
		{"numbers as ids", message(nil).part(2, message(nil).part(5, message(nil).part(1, message(nil).part(1, []byte{1})))),
			"not made by assay"},
		{"words", message(nil).part(2, message(nil).part(5, message(nil).part(2, message(nil).part(1, []byte{0xff})))), errWords.Error()},
		{"no field", message(nil).part(2, message(nil).part(4, appendFloats(nil, []float32{1})).part(5,
			message(nil).part(2, message(nil).texts(1, []string{"a"}))).part(6, []byte{1, 0})), `field "f_year" did not come back`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := &found{queries: 2, depth: 2}
			to := make([]index.Result, 3)
			err := decode(got, c.answer)
			if err == nil {
				err = x.read(&searches{mode: Dense, depth: 2, at: []int{2, 0}}, got, to)
			}
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v, want %q", err, c.says)
			}
			if c.name == "well" && (len(to[2].Hits) != 2 || to[0].Hits[0].ID != "c" || to[0].Hits[0].Fields["year"] != int64(7)) {
				t.Errorf("%+v", to)
			}
		})
	}
}

// TestLimits: lists are read within what was asked for, however they are written.
func TestLimits(t *testing.T) {
	var ints []int64
	var floats []float32
	var doubles []float64
	var texts []string
	for name, err := range map[string]error{
		"packed wholes":  value{kind: protowire.BytesType, bytes: []byte{1, 2, 3}}.addInts(&ints, 2),
		"packed floats":  value{kind: protowire.BytesType, bytes: make([]byte, 12)}.addFloats(&floats, 2),
		"packed doubles": value{kind: protowire.BytesType, bytes: make([]byte, 24)}.addDoubles(&doubles, 2),
		"texts":          value{kind: protowire.BytesType}.addText(&texts, 0),
	} {
		if !errors.Is(err, errMany) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ints, floats, doubles = nil, nil, nil
	if err := errors.Join(value{kind: protowire.VarintType, integer: 7}.addInts(&ints, 1),
		value{kind: protowire.Fixed32Type, bytes: []byte{0, 0, 128, 63}}.addFloats(&floats, 1),
		value{kind: protowire.Fixed64Type, bytes: []byte{0, 0, 0, 0, 0, 0, 240, 63}}.addDoubles(&doubles, 1)); err != nil ||
		ints[0] != 7 || floats[0] != 1 || doubles[0] != 1 {
		t.Errorf("%v %v %v, %v", ints, floats, doubles, err)
	}
	for _, v := range []value{{kind: protowire.BytesType, bytes: make([]byte, 3)}, {kind: protowire.VarintType}} {
		if v.addFloats(&floats, 9) == nil || v.addDoubles(&doubles, 9) == nil {
			t.Errorf("%+v was read", v)
		}
	}
	many := message(nil)
	for range maxColumns + 1 {
		many = many.part(2, nil)
	}
	for _, a := range []answer{&indexed{}, &rows{}} {
		if err := decode(a, many); !errors.Is(err, errMany) {
			t.Errorf("%T: %v", a, err)
		}
	}
}

// FuzzAnswers reads every message from any bytes: no panic, and no more than was asked for.
func FuzzAnswers(f *testing.F) {
	row := message(nil).text(2, "f_year").part(3, message(nil).part(3, message(nil).part(1, []byte{7, 8}))).part(7, []byte{1, 0, 1})
	vector := message(nil).text(2, vectorName).part(4, message(nil).integer(1, 2).part(2, message(nil).part(1, make([]byte, 16))))
	seeds := [][]byte{nil, message(nil).part(1, message(nil).integer(1, 4).text(2, "why").integer(3, 100).yes(4, true)),
		hits([]string{"a", "b", "c"}, []float32{1, 0.5, 1}, 2, 1), message(nil).part(2, row), message(nil).part(2, vector),
		message(nil).part(2, message(nil).part(4, message(nil).text(2, idName).integer(5, 21).pair(6, "dim", "2"))),
		message(nil).part(3, message(nil).text(1, "a").part(2, message(nil).part(1, []byte{1}))),
		message(nil).part(4, []byte{1, 2}).integer(8, 3), {0x0b, 0x0c}, {0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f}}
	for _, s := range seeds {
		f.Add(s)
	}
	x, err := New(Options{Base: "http://h", Collection: "a", Shape: shapeOf("year")})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, a := range []answer{new(done), new(single[string]), new(described), new(indexed), new(single[int64]), new(flushed),
			new(single[bool]), &mutated{most: 2}} {
			_ = decode(a, b)
			_ = a.went().failure()
		}
		r := &rows{limit: limit{3, 2}}
		if decode(r, b) == nil {
			if of, err := byID(r.columns, 2); err == nil && len(of) > 3 {
				t.Errorf("%d vectors", len(of))
			}
		}
		got := &found{queries: 2, depth: 2}
		to := make([]index.Result, 2)
		if decode(got, b) == nil && x.read(&searches{mode: Dense, depth: 2, at: []int{0, 1}}, got, to) == nil &&
			len(to[0].Hits)+len(to[1].Hits) > 4 {
			t.Errorf("%+v", to)
		}
	})
}
