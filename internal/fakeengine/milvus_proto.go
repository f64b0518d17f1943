package fakeengine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// protoWriter is a message of protocol buffers that is being written.
type protoWriter []byte

func (w *protoWriter) varint(n protowire.Number, v int64) {
	*w = protowire.AppendVarint(protowire.AppendTag(*w, n, protowire.VarintType), uint64(v))
}

func (w *protoWriter) text(n protowire.Number, s string) { w.part(n, []byte(s)) }

func (w *protoWriter) part(n protowire.Number, b []byte) {
	*w = protowire.AppendBytes(protowire.AppendTag(*w, n, protowire.BytesType), b)
}

func (w *protoWriter) pair(n protowire.Number, key, value string) {
	var p protoWriter
	p.text(1, key)
	p.text(2, value)
	w.part(n, p)
}

func (w *protoWriter) varints(n protowire.Number, all []int64) {
	var packed []byte
	for _, v := range all {
		packed = protowire.AppendVarint(packed, uint64(v))
	}
	w.part(n, packed)
}

func (w *protoWriter) floats(n protowire.Number, all []float32) {
	var packed []byte
	for _, v := range all {
		packed = protowire.AppendFixed32(packed, math.Float32bits(v))
	}
	w.part(n, packed)
}

// protoReader is a message by the numbers of its fields. Numbers and nested messages are both kept as they came.
type protoReader map[protowire.Number][]protoField

type protoField struct {
	varint uint64
	bytes  []byte
	kind   protowire.Type
}

// readProto reads a message that may have these fields and no other.
func readProto(b []byte, known ...protowire.Number) (protoReader, error) {
	r := protoReader{}
	for len(b) > 0 {
		n, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			return nil, errors.New("a tag is damaged")
		}
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("field %d is none that is known here", n)
		}
		f := protoField{kind: kind}
		rest := b[size:]
		switch kind {
		case protowire.VarintType:
			f.varint, size = protowire.ConsumeVarint(rest)
		case protowire.BytesType:
			f.bytes, size = protowire.ConsumeBytes(rest)
		default:
			return nil, fmt.Errorf("field %d has wire type %d", n, kind)
		}
		if size < 0 {
			return nil, fmt.Errorf("field %d is damaged", n)
		}
		r[n], b = append(r[n], f), rest[size:]
	}
	return r, nil
}

// text is the last of a field's texts, as the format has it.
func (r protoReader) text(n protowire.Number) string { return string(r.bytes(n)) }

func (r protoReader) bytes(n protowire.Number) []byte {
	if all := r[n]; len(all) > 0 {
		return all[len(all)-1].bytes
	}
	return nil
}

func (r protoReader) varint(n protowire.Number) int64 {
	if all := r[n]; len(all) > 0 {
		return int64(all[len(all)-1].varint)
	}
	return 0
}

func (r protoReader) texts(n protowire.Number) ([]string, error) {
	all := make([]string, len(r[n]))
	for i, f := range r[n] {
		if !utf8.Valid(f.bytes) {
			return nil, fmt.Errorf("field %d contains invalid UTF-8", n)
		}
		all[i] = string(f.bytes)
	}
	return all, nil
}

// pairs are messages of a key and a value.
func (r protoReader) pairs(n protowire.Number) (map[string]string, error) {
	all := map[string]string{}
	for _, f := range r[n] {
		p, err := readProto(f.bytes, 1, 2)
		if err != nil {
			return nil, err
		}
		all[p.text(1)] = p.text(2)
	}
	return all, nil
}

// varints are packed whole numbers.
func (r protoReader) varints(n protowire.Number) ([]int64, error) {
	var all []int64
	for b := r.bytes(n); len(b) > 0; {
		v, size := protowire.ConsumeVarint(b)
		if size < 0 {
			return nil, fmt.Errorf("field %d is damaged", n)
		}
		all, b = append(all, int64(v)), b[size:]
	}
	return all, nil
}

func protoFloats(b []byte) ([]float32, error) {
	var all []float32
	for len(b) > 0 {
		bits, size := protowire.ConsumeFixed32(b)
		if size < 0 {
			return nil, errors.New("a vector is no multiple of four bytes")
		}
		all, b = append(all, math.Float32frombits(bits)), b[size:]
	}
	return all, nil
}

func protoDoubles(b []byte) ([]float64, error) {
	var all []float64
	for len(b) > 0 {
		bits, size := protowire.ConsumeFixed64(b)
		if size < 0 {
			return nil, errors.New("a list of numbers is no multiple of eight bytes")
		}
		all, b = append(all, math.Float64frombits(bits)), b[size:]
	}
	return all, nil
}

func appendDouble(b []byte, x float64) []byte {
	return protowire.AppendFixed64(b, math.Float64bits(x))
}
