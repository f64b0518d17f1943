// Package dense turns vectors into a file in which the nearest to a query are found by looking at all of them,
// so that what comes out is exact and can judge engines that guess.
//
// Vectors are scaled to length one when they are added; the score is the cosine. The file holds them as they
// are, and as one byte a value, which is four times quicker to read: in mode Int8 the bytes give candidates and
// the vectors themselves decide. A file may be without the vectors, for a corpus that would be too large with
// them; its scores are then those of the bytes, and not exact.
//
// The best have one order: the higher score, then the lower row. Scores are computed by vec.Dot64. They, and in
// mode Exact the choice of rows, too, are therefore the same on every machine, for every batch of queries and
// every number of threads, with equal vectors at the cut as well.
//
// It refuses vectors without a direction (zero, NaN, infinite), and other dimensions than its own. A row may be
// without a vector, and is then found by no search.
package dense

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
	"github.com/assayhq/assay/vec"
)

const (
	kind   = "dense"
	format = 1
)

// About names the texts of the file.
const (
	aboutDim    = "dimension"
	aboutMetric = "metric"
)

const maxRows = 1<<32 - 2

var (
	// ErrNoDirection is a vector whose length is zero or no number.
	ErrNoDirection = errors.New("the vector has no direction: its length is zero, infinite or not a number")

	errDamaged = errors.New("it contradicts itself; build the index again: assay index build --fresh")
)

// File is an open file of vectors. Its methods may be called from many goroutines.
type File struct {
	file    *mapped.File
	from    mapped.Location
	dim     int
	stride  int // codes of a row
	rows    int
	vectors []float32 // nil if the file is without
	codes   []uint8
	scales  []float32
}

// Open opens a file that Writer made.
func Open(from mapped.Location) (*File, error) {
	m, err := from.Open(kind, format)
	if err != nil {
		return nil, err
	}
	f := &File{file: m, from: from}
	if err := f.open(); err != nil {
		return nil, errors.Join(f.fail(err), m.Close())
	}
	return f, nil
}

func (f *File) open() (err error) {
	texts := f.file.About().Texts
	if f.dim, err = strconv.Atoi(texts[aboutDim]); err != nil || f.dim < 1 || f.dim > vec.MaxDim {
		return fmt.Errorf("its vectors have %q dimensions", texts[aboutDim])
	}
	if texts[aboutMetric] != string(index.Cosine) {
		return fmt.Errorf("its metric is %q, and there is only %s", texts[aboutMetric], index.Cosine)
	}
	f.stride = vec.CodeStride(f.dim)
	if f.codes, err = mapped.Array[uint8](f.file, "codes"); err != nil {
		return err
	}
	if f.scales, err = mapped.Array[float32](f.file, "scales"); err != nil {
		return err
	}
	if f.rows = len(f.scales); f.rows > maxRows || len(f.codes) != f.rows*f.stride {
		return errDamaged
	}
	if !f.file.Has("vectors") {
		return nil
	}
	if f.vectors, err = mapped.Array[float32](f.file, "vectors"); err == nil && len(f.vectors) != f.rows*f.dim {
		err = errDamaged
	}
	if f.vectors == nil {
		f.vectors = []float32{} // there are no rows, and the file has the section
	}
	return err
}

func (f *File) fail(err error) error {
	return fmt.Errorf("vectors %q: %w", f.from, err)
}

// Len is the number of rows.
func (f *File) Len() int { return f.rows }

// Dim is the number of dimensions.
func (f *File) Dim() int { return f.dim }

// Exact reports whether the file has the vectors themselves.
func (f *File) Exact() bool { return f.vectors != nil }

// Size is the file's, in bytes.
func (f *File) Size() int64 { return f.file.Size() }

// Vector is the vector of a row, of length one, or nil if the row has none. In a file without vectors it is decoded into
// buffer.
func (f *File) Vector(row uint32, buffer []float32) ([]float32, error) {
	if int64(row) >= int64(f.rows) {
		return nil, f.fail(fmt.Errorf("there is no row %d among %d", row, f.rows))
	}
	if isNone(f.scales[row]) {
		return nil, nil
	}
	return f.vector(row, buffer), nil
}

func (f *File) vector(row uint32, buffer []float32) []float32 {
	if f.vectors != nil {
		return f.vectors[int(row)*f.dim : (int(row)+1)*f.dim]
	}
	buffer = f.decode(row, buffer)
	vec.Normalize(buffer)
	return buffer
}

// decode turns the codes of a row into a vector.
func (f *File) decode(row uint32, buffer []float32) []float32 {
	buffer = buffer[:0]
	for _, c := range f.codes[int(row)*f.stride:][:f.dim] {
		buffer = append(buffer, float32(int(c)-vec.CodeZero)*f.scales[row])
	}
	return buffer
}

// Close ends the use of the file.
func (f *File) Close() error { return f.file.Close() }
