package bm25

import (
	"bytes"
	"fmt"
)

// Verify reads all of the file: its checksums, and whether its numbers agree.
func (f *File) Verify() error {
	if err := f.mapped.Verify(); err != nil {
		return err
	}
	if err := f.verifyLengths(); err != nil {
		return err
	}
	return f.verifyTerms()
}

func (f *File) contradiction(what string, values ...any) error {
	return fmt.Errorf("text index %q: %s: %w", f.from, fmt.Sprintf(what, values...), errDamaged)
}

func (f *File) verifyLengths() error {
	var tokens uint64
	next := 0
	for row, n := range f.lengths {
		if n < long {
			tokens += uint64(n)
			continue
		}
		if next == len(f.longRows) || f.longRows[next] != uint32(row) || f.longs[next] < long {
			return f.contradiction("row %d is long and has no length", row)
		}
		tokens += uint64(f.longs[next])
		next++
	}
	if next != len(f.longRows) || tokens != f.tokens {
		return f.contradiction("its lengths are %d in sum, of which %d are long, not %d and %d", tokens, next, f.tokens,
			len(f.longRows))
	}
	return nil
}

func (f *File) verifyTerms() error {
	var tokens, blocks uint64
	var before []byte
	for id := range f.ends {
		name, ok := f.name(id)
		if !ok || id > 0 && bytes.Compare(before, name) >= 0 {
			return f.contradiction("term %d does not follow the one before", id)
		}
		before = name
		if uint64(f.firsts[id]) != blocks {
			return f.contradiction("the blocks of term %q begin at %d, not %d", name, f.firsts[id], blocks)
		}
		blocks += (uint64(f.counts[id]) + blockLen - 1) / blockLen
		n, err := f.verifyList(id, name)
		if err != nil {
			return err
		}
		tokens += n
	}
	if tokens != f.tokens || 2*blocks != uint64(len(f.blocks)) {
		return f.contradiction("its postings count %d terms in %d blocks, not %d in %d", tokens, blocks, f.tokens,
			len(f.blocks)/2)
	}
	return nil
}

// verifyList goes through a term's postings and gives the sum of their frequencies.
func (f *File) verifyList(id int, name []byte) (tokens uint64, err error) {
	var t tops
	var c cursor
	for c.open(f, id); !c.done; c.load(c.at + 1) {
		c.fill()
		if c.done {
			break
		}
		for i, row := range c.rows[:c.n] {
			freq := c.freq(i) + 1
			tokens += uint64(freq)
			t.add(freq, uint32(f.lengths[row]))
		}
	}
	if c.damaged {
		return 0, f.damaged(string(name))
	}
	if bounds(f.best[id]) != t.bounds() {
		return 0, f.contradiction("term %q has other bounds than its list", name)
	}
	return tokens, nil
}
