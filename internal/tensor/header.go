package tensor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// maxDims bounds the dimensions of a tensor.
const maxDims = 16

// entry is what a header says of a tensor.
type entry struct {
	name     string
	kind     Type
	shape    []int
	from, to int64
}

// size is how many bytes the shape and the type take.
func (e entry) size() (int64, error) {
	n := widths[e.kind]
	if n == 0 {
		return 0, fmt.Errorf("tensor %q has elements of type %q, which is not known here", e.name, e.kind)
	}
	for _, d := range e.shape {
		if d > 0 && n > math.MaxInt64/int64(d) {
			return 0, fmt.Errorf("tensor %q of %s is larger than any file", e.name, Shape(e.shape))
		}
		n *= int64(d)
	}
	return n, nil
}

// readHeader reads the entries token by token: a name that comes twice would otherwise go unseen.
func readHeader(header []byte) ([]entry, error) {
	in := json.NewDecoder(bytes.NewReader(header))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	seen := map[string]bool{}
	var entries []entry
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok || seen[name] {
			return nil, fmt.Errorf("%q is in it twice", name)
		}
		seen[name] = true
		e, err := readEntry(in, name)
		if err != nil {
			return nil, err
		}
		if e != nil {
			entries = append(entries, *e)
		}
	}
	if _, err := in.Token(); err != nil {
		return nil, err
	}
	if rest := bytes.TrimRight(header[in.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, errors.New("something follows its JSON object")
	}
	return entries, nil
}

// readEntry reads one tensor, or nil for the texts that go with a file.
func readEntry(in *json.Decoder, name string) (*entry, error) {
	if name == "__metadata__" {
		var texts map[string]string
		if err := in.Decode(&texts); err != nil {
			return nil, fmt.Errorf("__metadata__: %w", err)
		}
		return nil, nil
	}
	var fields struct {
		Type    *Type   `json:"dtype"`
		Shape   []int64 `json:"shape"`
		Offsets []int64 `json:"data_offsets"`
	}
	if err := in.Decode(&fields); err != nil {
		return nil, fmt.Errorf("tensor %q: %w", name, err)
	}
	if fields.Type == nil || fields.Shape == nil || len(fields.Offsets) != 2 || len(fields.Shape) > maxDims {
		return nil, fmt.Errorf("tensor %q needs a dtype, a shape of up to %d dimensions and two data_offsets", name, maxDims)
	}
	e := &entry{name: name, kind: *fields.Type, shape: make([]int, len(fields.Shape)), from: fields.Offsets[0], to: fields.Offsets[1]}
	for i, d := range fields.Shape {
		if d < 0 || int64(int(d)) != d {
			return nil, fmt.Errorf("tensor %q has a dimension of %d", name, d)
		}
		e.shape[i] = int(d)
	}
	if e.from < 0 || e.to < 0 {
		return nil, fmt.Errorf("tensor %q is declared at bytes %d to %d", name, e.from, e.to)
	}
	return e, nil
}
