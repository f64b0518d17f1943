package dense

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
	"github.com/assayhq/assay/vec"
)

// Writer makes a file. Memory does not grow with the vectors.
type Writer struct {
	dim    int
	file   *mapped.Writer
	exact  bool
	codes  *mapped.Temp // codes, until the vectors are written; nil without vectors
	scales []float32
	row    []float32
	fits   bool // row is a vector that was found to fit
	code   []uint8
	err    error
}

// Create begins a file of vectors of a dimension; tool is the version of the program. Without exact, the file
// holds codes only.
func Create(to mapped.Location, tool string, dim int, exact bool) (*Writer, error) {
	if dim < 1 || dim > vec.MaxDim {
		return nil, fmt.Errorf("vectors of %d dimensions; they may have 1 to %d", dim, vec.MaxDim)
	}
	m, err := to.Create(mapped.About{Kind: kind, Format: format, Tool: tool,
		Texts: map[string]string{aboutDim: strconv.Itoa(dim), aboutMetric: string(index.Cosine)}})
	if err != nil {
		return nil, err
	}
	w := &Writer{dim: dim, file: m, exact: exact, row: make([]float32, dim), code: make([]uint8, vec.CodeStride(dim))}
	if !exact {
		m.Section("codes", 1)
		return w, nil
	}
	if w.codes, err = to.Temp(); err != nil {
		m.Abort()
		return nil, err
	}
	m.Section("vectors", 4)
	return w, nil
}

// Fits reports why a vector cannot be added. If it can, AddFitting adds it.
func (w *Writer) Fits(vector []float32) error {
	w.fits = false
	switch {
	case w.err != nil:
		return w.err
	case len(vector) != w.dim:
		return fmt.Errorf("a vector of %d dimensions among those of %d", len(vector), w.dim)
	case len(w.scales) >= maxRows:
		return fmt.Errorf("there are %d rows, and no file has more", len(w.scales))
	}
	copy(w.row, vector)
	if w.fits = unit(w.row); !w.fits {
		return ErrNoDirection
	}
	return nil
}

// AddFitting appends the vector that Fits was last asked of and found to fit.
func (w *Writer) AddFitting() error {
	if w.err != nil || !w.fits {
		return cmp.Or(w.err, errors.New("no vector was found to fit"))
	}
	var scale [1]float32
	vec.Quantize(w.code, scale[:], w.row, w.dim)
	return w.append(w.row, w.code, scale[0])
}

// AddNone appends a row without a vector, for a record of which nothing is known but its words. No search finds it.
func (w *Writer) AddNone() error {
	if w.err != nil || len(w.scales) >= maxRows {
		return cmp.Or(w.err, fmt.Errorf("there are %d rows, and no file has more", len(w.scales)))
	}
	for i := range w.row {
		w.row[i] = none
	}
	for i := range w.code {
		w.code[i] = vec.CodeZero
	}
	return w.append(w.row, w.code, none)
}

// none is every value of a row without a vector, and for its scale: no score of it is a number.
var none = math.Float32frombits(0x7fc00000)

// isNone reports whether a value is none, to the bit.
func isNone(x float32) bool { return math.Float32bits(x) == math.Float32bits(none) }

// Copy appends a row of another file, as it is.
func (w *Writer) Copy(f *File, row uint32) error {
	switch {
	case w.err != nil:
		return w.err
	case f.dim != w.dim || f.Exact() != w.exact || int64(row) >= int64(f.rows):
		return fmt.Errorf("row %d of %q cannot be copied here", row, f.from)
	}
	at := int(row)
	var vector []float32
	if w.exact {
		vector = f.vectors[at*f.dim : (at+1)*f.dim]
	}
	return w.append(vector, f.codes[at*f.stride:(at+1)*f.stride], f.scales[at])
}

func (w *Writer) append(vector []float32, codes []uint8, scale float32) error {
	w.scales, w.fits = append(w.scales, scale), false
	if !w.exact {
		_, w.err = w.file.Write(codes)
		return w.err
	}
	if _, w.err = w.codes.Write(codes); w.err == nil {
		w.err = mapped.Append(w.file, vector)
	}
	return w.err
}

// unit scales a vector to length one, if it has a direction.
func unit(v []float32) bool {
	largest := float32(0)
	for _, x := range v {
		if x != x {
			return false
		}
		largest = max(largest, x, -x)
	}
	if largest == 0 || largest*0 != 0 {
		return false
	}
	vec.Normalize(v)
	norm := vec.Norm(v)
	return norm > 1-tolerance && norm < 1+tolerance
}

// tolerance is how far the length of a stored vector may be from one.
const tolerance = 1e-5

// Commit ends the file and gives it its name.
func (w *Writer) Commit() error {
	err := w.err
	if err == nil && w.exact {
		err = w.copyCodes()
	}
	if err == nil {
		err = mapped.Put(w.file, "scales", w.scales)
	}
	if err != nil {
		w.Abort()
		return fmt.Errorf("write vectors: %w", err)
	}
	w.removeSpool()
	w.err = errors.New("the writer of vectors has ended")
	return w.file.Commit()
}

// copyCodes takes the codes over from beside the file.
func (w *Writer) copyCodes() error {
	w.file.Section("codes", 1)
	return w.codes.CopyTo(w.file)
}

func (w *Writer) removeSpool() {
	if w.codes != nil {
		w.codes.Remove()
		w.codes = nil
	}
}

// Abort takes back what was begun.
func (w *Writer) Abort() {
	w.removeSpool()
	w.file.Abort()
	w.err = errors.New("the writer of vectors has ended")
}

// Verify reads all of the file: sections have their checksums, vectors have length one, codes are theirs.
func (f *File) Verify() error {
	if err := f.file.Verify(); err != nil {
		return err
	}
	buffer := make([]float32, 0, f.dim)
	for row := range f.rows {
		if err := f.verify(row, buffer); err != nil {
			return f.fail(fmt.Errorf("row %d: %w; build the index again: assay index build --fresh", row, err))
		}
	}
	return nil
}

// coarse is how far the length of a decoded vector may be from one: each value may be off by half a step,
// and there are 127 steps to the largest.
func coarse(dim int) float64 { return tolerance + 0.5/127*float64(dim) }

func (f *File) verify(row int, buffer []float32) error {
	if isNone(f.scales[row]) {
		return f.verifyNone(row)
	}
	v, off := f.decode(uint32(row), buffer), coarse(f.dim)
	if f.vectors != nil {
		v, off = f.vector(uint32(row), nil), tolerance
	}
	norm := vec.Norm(v)
	if !(norm > 0 && norm > 1-off && norm < 1+off) {
		return fmt.Errorf("its vector has length %g, not 1", norm)
	}
	codes := f.codes[row*f.stride : (row+1)*f.stride]
	if slices.ContainsFunc(codes[f.dim:], func(c uint8) bool { return c != vec.CodeZero }) {
		return errors.New("it has codes beyond its dimensions")
	}
	if f.vectors == nil {
		return nil
	}
	var scale [1]float32
	own := make([]uint8, f.stride)
	vec.Quantize(own, scale[:], v, f.dim)
	if !slices.Equal(own, codes) || scale[0] != f.scales[row] {
		return errors.New("its codes are not those of its vector")
	}
	return nil
}

// verifyNone holds a row without a vector to be without all of it.
func (f *File) verifyNone(row int) error {
	codes := f.codes[row*f.stride : (row+1)*f.stride]
	some := slices.ContainsFunc(codes, func(c uint8) bool { return c != vec.CodeZero })
	if f.vectors != nil {
		v := f.vectors[row*f.dim : (row+1)*f.dim]
		some = some || slices.ContainsFunc(v, func(x float32) bool { return !isNone(x) })
	}
	if some {
		return errors.New("it has half a vector")
	}
	return nil
}
