package store

import (
	"encoding/binary"
	"errors"
)

// Limits of one Thrift structure: a Parquet footer, an index or a page header. The decoder allocates what
// a list or a text says it holds before it has seen any of it and follows nesting as deep as it goes, both
// of which end the process; so nothing reaches it that has not been walked to its end.
const (
	maxThriftItems = 1 << 20 // list elements in all; a file of 1000 row groups and 20 columns has 300 000
	maxThriftDepth = 24      // nested structures and lists; Parquet's own need 7
)

var (
	errShort  = errors.New("it is cut off")
	errThrift = errors.New("it is no Thrift structure")
	errItems  = errors.New("it lists more than a million things")
)

// Types of the compact protocol, as fields and lists name them.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftI8
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// thriftWalk goes over one structure without building it.
type thriftWalk struct {
	data  []byte
	at    int
	items int
}

// thriftSize is how many bytes the structure at the beginning of data takes. Whatever it says it holds is
// there. The error is errShort where more data could help.
func thriftSize(data []byte) (int, error) {
	w := thriftWalk{data: data}
	err := w.value(thriftStruct, 0)
	return w.at, err
}

func (w *thriftWalk) value(kind byte, depth int) error {
	if depth > maxThriftDepth {
		return errThrift
	}
	switch kind {
	case thriftTrue, thriftFalse:
		return nil // a field's type is its value
	case thriftI8:
		return w.skip(1)
	case thriftI16, thriftI32, thriftI64:
		_, err := w.varint()
		return err
	case thriftDouble:
		return w.skip(8)
	case thriftUUID:
		return w.skip(16)
	case thriftBinary:
		n, err := w.varint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thriftList, thriftSet:
		return w.list(depth)
	case thriftMap:
		return w.mapping(depth)
	case thriftStruct:
		return w.fields(depth)
	}
	return errThrift
}

func (w *thriftWalk) fields(depth int) error {
	for {
		b, err := w.byte()
		if err != nil {
			return err
		}
		if b == thriftStop {
			return nil
		}
		if b>>4 == 0 { // the field's number follows, rather than its distance from the one before
			if _, err := w.varint(); err != nil {
				return err
			}
		}
		if err := w.value(b&0xf, depth+1); err != nil {
			return err
		}
	}
}

func (w *thriftWalk) list(depth int) error {
	b, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(b >> 4)
	if n == 0xf {
		if n, err = w.varint(); err != nil {
			return err
		}
	}
	return w.elements(n, depth, b&0xf)
}

func (w *thriftWalk) mapping(depth int) error {
	n, err := w.varint()
	if err != nil || n == 0 {
		return err
	}
	b, err := w.byte()
	if err != nil {
		return err
	}
	return w.elements(n, depth, b>>4, b&0xf)
}

// elements goes over the elements of a list, or the keys and values of a map. Each takes a byte at least.
func (w *thriftWalk) elements(n uint64, depth int, kinds ...byte) error {
	if n > maxThriftItems || w.items+int(n) > maxThriftItems {
		return errItems
	}
	if int(n) > len(w.data)-w.at {
		return errShort
	}
	w.items += int(n)
	for range n {
		for _, kind := range kinds {
			if kind == thriftTrue || kind == thriftFalse {
				kind = thriftI8 // in a list a truth value takes a byte
			}
			if err := w.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *thriftWalk) byte() (byte, error) {
	if w.at >= len(w.data) {
		return 0, errShort
	}
	w.at++
	return w.data[w.at-1], nil
}

func (w *thriftWalk) skip(n uint64) error {
	if n > uint64(len(w.data)-w.at) {
		return errShort
	}
	w.at += int(n)
	return nil
}

func (w *thriftWalk) varint() (uint64, error) {
	v, n := binary.Uvarint(w.data[w.at:])
	if n < 0 {
		return 0, errThrift
	}
	if n == 0 {
		return 0, errShort
	}
	w.at += n
	return v, nil
}
