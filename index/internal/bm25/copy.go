package bm25

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"runtime"

	"github.com/assayhq/assay/internal/mapped"
)

// Copy appends the texts of a file but for those that are gone, as if they were added: what the file holds of
// them is all that is written of texts, so they are not needed again.
func (w *Writer) Copy(f *File, gone func(row uint32) bool) error {
	if w.chunks == nil {
		return fmt.Errorf("write text index %q: it has ended", w.to)
	}
	if f.analyzer.Name != w.analyzer.Name {
		return fmt.Errorf("copy text index %q: its words were read by %q, not by %q", f.from, f.analyzer.Name,
			w.analyzer.Name)
	}
	moved, kept := make([]uint32, f.Len()), uint32(0)
	for row := range moved {
		moved[row] = dropped
		if !gone(uint32(row)) {
			moved[row] = kept
			kept++
		}
	}
	if kept == 0 {
		return nil
	}
	if w.rows+uint64(kept) > math.MaxUint32 {
		return fmt.Errorf("copy text index %q: more than %d texts; begin another segment", f.from, w.rows)
	}
	w.settle()
	began := w.spill.Size()
	c := &copier{f: f, moved: moved, out: w.spill}
	if err := c.run(); err != nil {
		return fmt.Errorf("copy text index %q: %w", f.from, err)
	}
	w.runs = append(w.runs, run{first: uint32(w.rows), rows: int(kept), at: began, lengths: began + c.terms})
	w.rows += uint64(kept)
	return nil
}

// dropped is the new row of a row that is gone.
const dropped = math.MaxUint32

// settle waits until no chunk is under way, so that the end of the temporary file stays where it is.
func (w *Writer) settle() {
	w.send()
	idle := make([]*chunk, runtime.GOMAXPROCS(0)+1)
	for i := range idle {
		idle[i] = <-w.free
	}
	for _, c := range idle {
		w.free <- c
	}
}

// copier writes a file as a run.
type copier struct {
	f        *File
	moved    []uint32 // where a row goes
	out      *mapped.Temp
	terms    int64 // bytes of them
	postings []byte
	head     []byte
}

func (c *copier) run() error {
	var before []byte
	for id := range c.f.ends {
		name, ok := c.f.name(id)
		if !ok || id > 0 && bytes.Compare(before, name) >= 0 { // terms rise, or the file lies
			return errDamaged
		}
		before = name
		if err := c.term(id, name); err != nil {
			return err
		}
	}
	for row, to := range c.moved {
		if to != dropped {
			c.out.Uint32(c.f.length(uint32(row)))
		}
	}
	return nil
}

// term writes a term as appendRun does, unless all rows that it is in are gone.
func (c *copier) term(id int, name []byte) error {
	n, before, least := uint64(0), uint32(0), uint32(0)
	c.postings = c.postings[:0]
	var list cursor
	for list.open(c.f, id); !list.done; list.load(list.at + 1) {
		list.fill()
		if list.done {
			break
		}
		for i, row := range list.rows[:list.n] {
			if row < least || int(row) >= len(c.moved) { // rows rise, or the file lies
				return c.f.damaged(string(name))
			}
			least = row + 1
			if to := c.moved[row]; to != dropped {
				c.postings = appendPosting(c.postings, c.f.lengths[row], to-before, list.freq(i)+1)
				before = to
				n++
			}
		}
	}
	if list.damaged {
		return c.f.damaged(string(name))
	}
	if n == 0 {
		return nil
	}
	c.head = appendTerm(c.head[:0], name, n, len(c.postings))
	c.terms += int64(len(c.head) + len(c.postings))
	_, err := c.out.Write(c.head)
	_, then := c.out.Write(c.postings)
	return cmp.Or(err, then)
}
