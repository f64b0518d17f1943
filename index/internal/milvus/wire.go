package milvus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// number is that of a field in a message of protocol buffers.
type number = protowire.Number

// message is a message that is being written: fields one after the other. What equals nothing is left out, as the
// format has it.
type message []byte

func (m message) text(n number, s string) message {
	if s == "" {
		return m
	}
	return protowire.AppendString(protowire.AppendTag(m, n, protowire.BytesType), s)
}

func (m message) integer(n number, v int64) message {
	if v == 0 {
		return m
	}
	return protowire.AppendVarint(protowire.AppendTag(m, n, protowire.VarintType), uint64(v))
}

func (m message) yes(n number, v bool) message { return m.integer(n, int64(protowire.EncodeBool(v))) }

// part is a message or bytes within a message, which is there though it may be empty.
func (m message) part(n number, b []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, n, protowire.BytesType), b)
}

// texts are several texts, of which each is there though it may be empty.
func (m message) texts(n number, all []string) message {
	for _, s := range all {
		m = protowire.AppendString(protowire.AppendTag(m, n, protowire.BytesType), s)
	}
	return m
}

// pair is one of the messages of a name and a value that most settings of Milvus are.
func (m message) pair(n number, key, value string) message {
	return m.part(n, message(nil).text(1, key).text(2, value))
}

// head begins a field of a known number of bytes.
func (m message) head(n number, bytes int) message {
	return protowire.AppendVarint(protowire.AppendTag(m, n, protowire.BytesType), uint64(bytes))
}

func appendFloats(b []byte, v []float32) []byte {
	for _, x := range v {
		b = protowire.AppendFixed32(b, math.Float32bits(x))
	}
	return b
}

// value is a field that was read.
type value struct {
	kind    protowire.Type
	integer uint64
	bytes   []byte
}

var (
	errWire  = errors.New("a field is of another type than the protocol's")
	errMany  = errors.New("a list is longer than what was asked for")
	errWords = errors.New("a text is not UTF-8")
)

// each goes through the fields of a message. Groups, which the protocol has not, are refused.
func each(b []byte, do func(n number, v value) error) error {
	for len(b) > 0 {
		n, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			return fmt.Errorf("a message is damaged: %w", protowire.ParseError(size))
		}
		b = b[size:]
		v := value{kind: kind}
		switch kind {
		case protowire.VarintType:
			v.integer, size = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			v.bytes, size = protowire.ConsumeBytes(b)
		case protowire.Fixed32Type, protowire.Fixed64Type:
			if size = protowire.ConsumeFieldValue(n, kind, b); size >= 0 {
				v.bytes = b[:size]
			}
		default:
			return errWire
		}
		if size < 0 {
			return fmt.Errorf("a message is damaged: %w", protowire.ParseError(size))
		}
		if err := do(n, v); err != nil {
			return err
		}
		b = b[size:]
	}
	return nil
}

// part goes through the fields of a message within a message.
func (v value) part(do func(n number, v value) error) error {
	if v.kind != protowire.BytesType {
		return errWire
	}
	return each(v.bytes, do)
}

// field goes through a message within a message of which one field matters.
func (v value) field(wanted number, do func(v value) error) error {
	return v.part(func(n number, v value) error {
		if n != wanted {
			return nil
		}
		return do(v)
	})
}

// addPart adds a message to a list that may have maxColumns of them.
func addPart[T any](to *[]T, v value, read func(*T, number, value) error) error {
	if len(*to) == maxColumns {
		return errMany
	}
	*to = append(*to, *new(T))
	element := &(*to)[len(*to)-1]
	return v.part(func(n number, v value) error { return read(element, n, v) })
}

func (v value) int() (int64, error) {
	if v.kind != protowire.VarintType {
		return 0, errWire
	}
	return int64(v.integer), nil
}

func (v value) text() (string, error) {
	switch {
	case v.kind != protowire.BytesType:
		return "", errWire
	case !utf8.Valid(v.bytes):
		return "", errWords
	}
	return string(v.bytes), nil
}

// set reads a field into a string, an int64 or a bool.
func (v value) set(to any) (err error) {
	switch to := to.(type) {
	case *string:
		*to, err = v.text()
	case *int64:
		*to, err = v.int()
	case *bool:
		var i int64
		i, err = v.int()
		*to = i != 0
	}
	return err
}

// addText adds a text to a list that may get so long.
func (v value) addText(to *[]string, most int) error {
	if len(*to) >= most {
		return errMany
	}
	s, err := v.text()
	*to = append(*to, s)
	return err
}

// addInts adds whole numbers, packed or one by one.
func (v value) addInts(to *[]int64, most int) error {
	b := v.bytes
	switch v.kind {
	case protowire.VarintType:
		b = protowire.AppendVarint(nil, v.integer)
	case protowire.BytesType:
	default:
		return errWire
	}
	for len(b) > 0 {
		i, size := protowire.ConsumeVarint(b)
		if size < 0 {
			return protowire.ParseError(size)
		}
		if len(*to) >= most {
			return errMany
		}
		*to, b = append(*to, int64(i)), b[size:]
	}
	return nil
}

// addFloats adds numbers of 32 bits, packed or one by one.
func (v value) addFloats(to *[]float32, most int) error {
	return addFixed(v, protowire.Fixed32Type, 4, to, most, func(b []byte) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	})
}

// addDoubles adds numbers of 64 bits, packed or one by one.
func (v value) addDoubles(to *[]float64, most int) error {
	return addFixed(v, protowire.Fixed64Type, 8, to, most, func(b []byte) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	})
}

// addFixed adds numbers of a fixed size.
func addFixed[T any](v value, one protowire.Type, size int, to *[]T, most int, read func([]byte) T) error {
	if v.kind != protowire.BytesType && v.kind != one || len(v.bytes)%size != 0 {
		return errWire
	}
	if len(*to)+len(v.bytes)/size > most {
		return errMany
	}
	for b := v.bytes; len(b) > 0; b = b[size:] {
		*to = append(*to, read(b))
	}
	return nil
}
