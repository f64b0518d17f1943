package bm25

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"math"

	"github.com/assayhq/assay/internal/mapped"
)

// lists writes the sections of the terms. Those that cannot be written while the postings are wait in temporary
// files, because there may be millions of terms.
type lists struct {
	names, ends, counts, firsts, best, blocks *mapped.Temp

	out       *bufio.Writer // the postings
	at        uint64        // bytes of them
	nameBytes uint64
	nblocks   uint64

	// the list being written
	postings uint64
	tops     tops
	before   int64 // last row of the blocks written
	block    block
}

// block is one being filled.
type block struct {
	rows, freqs []uint32
	distances   []uint32
	packed      []byte
}

func (w *Writer) writeTerms(out *mapped.Writer) error {
	l := &lists{}
	sections := []struct {
		temp  **mapped.Temp
		name  string
		width int
	}{{&l.names, namesSection, 1}, {&l.ends, endsSection, 8}, {&l.counts, countsSection, 4}, {&l.firsts, firstsSection, 4},
		{&l.best, bestSection, 4}, {&l.blocks, blocksSection, 8}}
	for _, s := range sections {
		temp, err := w.to.Temp()
		if err != nil {
			return err
		}
		defer temp.Remove()
		*s.temp = temp
	}
	out.Section(postingsSection, 1)
	l.out = out.Buffered()
	if err := w.merge(l); err != nil {
		return err
	}
	for _, s := range sections {
		out.Section(s.name, s.width)
		if err := (*s.temp).CopyTo(out); err != nil {
			return err
		}
	}
	return nil
}

// merge goes through the terms of all runs in order.
func (w *Writer) merge(l *lists) error {
	open, err := w.openRuns()
	if err != nil {
		return err
	}
	var term []byte
	for len(open) > 0 {
		term = append(term[:0], open[0].term...)
		l.begin()
		for len(open) > 0 && bytes.Equal(open[0].term, term) {
			if err := l.addRun(open[0]); err != nil {
				return err
			}
			more, err := open[0].next()
			if err != nil {
				return err
			}
			if more {
				heap.Fix(&open, 0)
			} else {
				heap.Pop(&open)
			}
		}
		if err := l.end(term); err != nil {
			return err
		}
	}
	if _, err := l.out.Write(make([]byte, slack)); err != nil {
		return err
	}
	return l.out.Flush()
}

var errSpill = errors.New("the temporary file was changed while the index was built")

// addRun appends the postings of a run to the list.
func (l *lists) addRun(r *runReader) error {
	in := r.packed
	row := r.first
	for range r.postings {
		if len(in) < 2 {
			return errSpill
		}
		length := uint32(in[0])
		code, n := binary.Uvarint(in[1:])
		if n <= 0 {
			return errSpill
		}
		in = in[1+n:]
		freq := uint64(1)
		if code&1 == 0 {
			if freq, n = binary.Uvarint(in); n <= 0 {
				return errSpill
			}
			in = in[n:]
		}
		row += uint32(code >> 1)
		if err := l.add(row, uint32(freq), length); err != nil {
			return err
		}
	}
	return nil
}

func (l *lists) begin() {
	l.postings, l.tops, l.before = 0, tops{}, -1
	l.block.clear()
}

func (b *block) clear() { b.rows, b.freqs = b.rows[:0], b.freqs[:0] }

func (l *lists) add(row, freq, length uint32) error {
	b := &l.block
	b.rows = append(b.rows, row)
	b.freqs = append(b.freqs, freq)
	l.tops.add(freq, length)
	l.postings++
	if len(b.rows) < blockLen {
		return nil
	}
	return l.flush()
}

// flush writes the block.
func (l *lists) flush() error {
	b := &l.block
	last := b.rows[len(b.rows)-1]
	base := uint32(l.before + 1)
	for i := range b.freqs {
		b.freqs[i]--
	}
	rowWidth, freqWidth := b.packRows(base), widthOf(b.freqs)
	b.packed = appendPacked(b.packed, b.freqs, freqWidth)
	l.blocks.Uint64(uint64(last) | uint64(newInfo(rowWidth, freqWidth))<<32)
	l.blocks.Uint64(l.at)
	l.at += uint64(len(b.packed))
	l.nblocks++
	l.before = int64(last)
	b.clear()
	_, err := l.out.Write(b.packed)
	return err
}

// packRows packs the rows, of which none is before base, and gives the width that says how. A bitmap may be half
// as long again as distances are: rows are found in it much faster.
func (b *block) packRows(base uint32) (width int) {
	far := b.rows[len(b.rows)-1] - base
	distances, next := b.distances[:0], base
	for _, row := range b.rows {
		distances = append(distances, row-next)
		next = row + 1
	}
	b.distances, b.packed = distances, b.packed[:0]
	width = widthOf(distances)
	if far >= maxBits || int(far)+1 > len(b.rows)*width*3/2 {
		b.packed = appendPacked(b.packed, distances, width)
		return width
	}
	b.packed = append(b.packed, make([]byte, far/8+1)...)
	for _, row := range b.rows {
		b.packed[(row-base)/8] |= 1 << ((row - base) % 8)
	}
	return asBits
}

// end writes what is left of the list, and the term.
func (l *lists) end(term []byte) error {
	first := l.nblocks - l.postings/blockLen
	if len(l.block.rows) > 0 {
		if err := l.flush(); err != nil {
			return err
		}
	}
	if l.nblocks > math.MaxUint32 {
		return errors.New("it has more postings than a file may; make smaller segments")
	}
	l.nameBytes += uint64(len(term))
	l.names.Write(term)
	l.ends.Uint64(l.nameBytes)
	l.counts.Uint32(uint32(l.postings))
	l.firsts.Uint32(uint32(first))
	l.best.Uint32(uint32(l.tops.bounds()))
	return nil
}
