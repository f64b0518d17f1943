package bm25

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"io"

	"github.com/assayhq/assay/internal/mapped"
)

// readBuffer is how much of each run is read at a time.
const readBuffer = 64 << 10

// eachLength reads the lengths of all rows in their order.
func (w *Writer) eachLength(do func(row, length uint32) error) error {
	var number [4]byte
	for _, r := range w.runs {
		in, err := w.spill.Range(r.lengths, r.lengths+int64(r.rows)*4, readBuffer)
		if err != nil {
			return err
		}
		for i := range r.rows {
			if _, err := io.ReadFull(in, number[:]); err != nil {
				return err
			}
			if err := do(r.first+uint32(i), binary.LittleEndian.Uint32(number[:])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *Writer) tokens() (sum uint64, err error) {
	err = w.eachLength(func(_, n uint32) error {
		sum += uint64(n)
		return nil
	})
	return sum, err
}

// writeLengths writes a byte for each row, and apart the rows and lengths that a byte does not hold.
func (w *Writer) writeLengths(out *mapped.Writer) error {
	passes := []struct {
		section string
		width   int
		value   func(to []byte, row, length uint32) []byte
	}{
		{lengthsSection, 1, func(to []byte, _, n uint32) []byte { return append(to, uint8(min(n, long))) }},
		{longRowsSection, 4, func(to []byte, row, n uint32) []byte {
			if n < long {
				return to
			}
			return binary.LittleEndian.AppendUint32(to, row)
		}},
		{longLengthsSection, 4, func(to []byte, _, n uint32) []byte {
			if n < long {
				return to
			}
			return binary.LittleEndian.AppendUint32(to, n)
		}},
	}
	for _, p := range passes {
		out.Section(p.section, p.width)
		buffered := out.Buffered()
		var value []byte
		err := w.eachLength(func(row, n uint32) error {
			value = p.value(value[:0], row, n)
			_, err := buffered.Write(value)
			return err
		})
		if err == nil {
			err = buffered.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runReader reads a run, a term at a time.
type runReader struct {
	in       mapped.Reader
	first    uint32
	order    int
	term     []byte
	postings uint64
	packed   []byte // the postings
}

// next reads the next term; false at the end.
func (r *runReader) next() (bool, error) {
	n, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if r.term, err = r.read(r.term, n); err != nil {
		return false, err
	}
	if r.postings, err = binary.ReadUvarint(r.in); err != nil {
		return false, err
	}
	if n, err = binary.ReadUvarint(r.in); err != nil {
		return false, err
	}
	r.packed, err = r.read(r.packed, n)
	return true, err
}

func (r *runReader) read(into []byte, n uint64) ([]byte, error) {
	if uint64(cap(into)) < n {
		into = make([]byte, n)
	}
	into = into[:n]
	_, err := io.ReadFull(r.in, into)
	return into, err
}

// runHeap has the run whose term comes first on top; of equal terms, the run of earlier rows.
type runHeap []*runReader

func (h runHeap) Len() int { return len(h) }
func (h runHeap) Less(i, j int) bool {
	c := bytes.Compare(h[i].term, h[j].term)
	return c < 0 || c == 0 && h[i].order < h[j].order
}
func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)   { *h = append(*h, x.(*runReader)) }
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func (w *Writer) openRuns() (runHeap, error) {
	var open runHeap
	for i, r := range w.runs {
		in, err := w.spill.Range(r.at, r.lengths, readBuffer)
		if err != nil {
			return nil, err
		}
		reader := &runReader{in: in, first: r.first, order: i}
		more, err := reader.next()
		if err != nil {
			return nil, err
		}
		if more {
			open = append(open, reader)
		}
	}
	heap.Init(&open)
	return open, nil
}
