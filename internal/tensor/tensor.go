// Package tensor turns safetensors files, one or several with an index, into named arrays that are read in
// place.
//
// Opening maps the files and checks what their headers claim: every tensor lies inside its file, has as many
// bytes as its shape and type take, and overlaps no other; together they fill the file, as the format asks.
// What passes can be read without another check. A tensor's memory is the file's own: it must not be written
// to, nor used after Close, and the file must not be changed or cut while it is open.
//
// It refuses headers that claim what the file does not hold, types that it does not know, and other formats
// of weights, those that run code when they are read among them. It knows nothing of what the numbers mean.
package tensor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/assayhq/assay/internal/mmap"
)

// Type is the type of a tensor's elements, as the format writes it.
type Type string

// The types that can be read as numbers.
const (
	F64  Type = "F64"
	F32  Type = "F32"
	F16  Type = "F16"
	BF16 Type = "BF16"
	I64  Type = "I64"
	I32  Type = "I32"
	I8   Type = "I8"
)

// widths are the bytes of an element of each type of the format. Types that are not read may still be in
// a file: buffers, for one.
var widths = map[Type]int64{
	F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1, "U8": 1, "I16": 2, "U16": 2, "U32": 4, "U64": 8,
	"BOOL": 1, "F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1, "C64": 8,
}

// Tensor is an array in a file.
type Tensor struct {
	Name  string
	Type  Type
	Shape []int
	data  []byte
}

// Set is the tensors of a model.
type Set struct {
	files   []*file
	tensors map[string]Tensor
}

// Names are the names of all tensors, sorted.
func (s *Set) Names() []string {
	names := make([]string, 0, len(s.tensors))
	for name := range s.tensors {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Lookup is the tensor of a name.
func (s *Set) Lookup(name string) (Tensor, bool) {
	t, ok := s.tensors[name]
	return t, ok
}

// Files are the paths of the files, in order.
func (s *Set) Files() []string {
	paths := make([]string, len(s.files))
	for i, f := range s.files {
		paths[i] = f.path
	}
	return paths
}

// Values is the number of elements of all tensors of floats.
func (s *Set) Values() int64 {
	var n int64
	for _, t := range s.tensors {
		if t.Type == F32 || t.Type == F16 || t.Type == BF16 || t.Type == F64 {
			n += int64(t.Len())
		}
	}
	return n
}

// Close ends the use of all tensors.
func (s *Set) Close() error {
	var errs []error
	for _, f := range s.files {
		errs = append(errs, f.close())
	}
	s.files, s.tensors = nil, nil
	return errors.Join(errs...)
}

// Len is the number of elements.
func (t Tensor) Len() int { return len(t.data) / int(widths[t.Type]) }

// Is says whether the shape is one.
func (t Tensor) Is(shape ...int) bool { return slices.Equal(t.Shape, shape) }

// String says what the tensor is, for errors.
func (t Tensor) String() string {
	return fmt.Sprintf("%q, %s of %s", t.Name, t.Type, Shape(t.Shape))
}

// Shape writes a shape as people do.
func Shape(shape []int) string {
	if len(shape) == 0 {
		return "one value"
	}
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), " × "), "[]")
}

// Floats are the elements as float32: the file's own memory where they are stored so, a copy otherwise.
func (t Tensor) Floats() ([]float32, error) {
	if own, ok := t.own(); ok {
		return own, nil
	}
	values := make([]float32, t.Len())
	return values, t.Read(values, 0)
}

// own is the file's memory as float32.
func (t Tensor) own() ([]float32, bool) {
	if t.Type != F32 || len(t.data) == 0 || uintptr(unsafe.Pointer(&t.data[0]))%4 != 0 || !littleEndian {
		return nil, false
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(&t.data[0])), len(t.data)/4), true
}

// littleEndian says whether the machine writes numbers as the format does.
var littleEndian = func() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 1
}()

// Read writes the elements from one on to dst, as float32.
func (t Tensor) Read(dst []float32, from int) error {
	if from < 0 || len(dst) > t.Len() || from > t.Len()-len(dst) {
		return fmt.Errorf("read %d values of tensor %s from %d on: it has %d", len(dst), t, from, t.Len())
	}
	data := t.data[from*int(widths[t.Type]):]
	switch t.Type {
	case F32:
		for i := range dst {
			dst[i] = math.Float32frombits(word32(data[4*i:]))
		}
	case F64:
		for i := range dst {
			dst[i] = float32(math.Float64frombits(word64(data[8*i:])))
		}
	case F16:
		for i := range dst {
			dst[i] = half(uint16(data[2*i]) | uint16(data[2*i+1])<<8)
		}
	case BF16:
		for i := range dst {
			dst[i] = math.Float32frombits(uint32(data[2*i])<<16 | uint32(data[2*i+1])<<24)
		}
	case I8:
		for i := range dst {
			dst[i] = float32(int8(data[i]))
		}
	default:
		return fmt.Errorf("read tensor %s as float32: it takes F32, F16, BF16, F64 and I8", t)
	}
	return nil
}

func word32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func word64(b []byte) uint64 { return uint64(word32(b)) | uint64(word32(b[4:]))<<32 }

// half is the value of a number of sixteen bits.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	case 0: // a denormal: fraction · 2⁻²⁴
		return math.Float32frombits(math.Float32bits(float32(fraction)*0x1p-24) | sign)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// Ints are the elements of a tensor of whole numbers.
func (t Tensor) Ints() ([]int64, error) {
	values := make([]int64, t.Len())
	switch t.Type {
	case I64:
		for i := range values {
			values[i] = int64(word64(t.data[8*i:]))
		}
	case I32:
		for i := range values {
			values[i] = int64(int32(word32(t.data[4*i:])))
		}
	default:
		return nil, fmt.Errorf("read tensor %s as whole numbers: it takes I64 and I32", t)
	}
	return values, nil
}

// Release advises the system that the tensor's memory is not needed soon. It may still be read.
func (t Tensor) Release() { mmap.Release(t.data) }
