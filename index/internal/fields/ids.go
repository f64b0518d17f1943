package fields

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/assayhq/assay/internal/mapped"
)

// idBlock is how many ids follow one that is written in full.
const idBlock = 32

// bucketRows is about how many rows share a bucket of the hash.
const bucketRows = 8

// ids is the ids of all rows. An id is written as the number of bytes that it shares with the one before it, the
// number of bytes that follow, and those; the first of each block shares nothing. Rows are in buckets by the
// upper bits of their id's hash, and beside each row is the lowest byte of it.
type ids struct {
	rows   int
	text   []byte
	blocks []uint64 // where each begins in text
	heads  []uint32 // where each bucket begins in order; one more at the end
	order  []uint32 // rows by the hash of their ids
	marks  []uint8
}

// hash of an id. It is a cryptographic one so that a file of ids cannot be made that all fall into one bucket.
func hash(id []byte) uint64 {
	sum := sha256.Sum256(id)
	return binary.BigEndian.Uint64(sum[:])
}

// buckets is the number of buckets, a power of two, for a number of rows.
func buckets(rows int) int {
	return 1 << bits.Len(uint(max(rows-1, 0)/bucketRows))
}

// bucket is the bucket of a hash among a number of them that is a power of two.
func bucket(h uint64, buckets int) int {
	return int(h >> 1 >> (64 - bits.Len(uint(buckets))))
}

func openIDs(m *mapped.File) (ids, error) {
	var d ids
	var errs [5]error
	d.text, errs[0] = mapped.Array[byte](m, "ids")
	d.blocks, errs[1] = mapped.Array[uint64](m, "ids.blocks")
	d.heads, errs[2] = mapped.Array[uint32](m, "ids.heads")
	d.order, errs[3] = mapped.Array[uint32](m, "ids.order")
	d.marks, errs[4] = mapped.Array[uint8](m, "ids.marks")
	for _, err := range errs {
		if err != nil {
			return d, err
		}
	}
	d.rows = len(d.order)
	if len(d.marks) != d.rows || len(d.blocks) != (d.rows+idBlock-1)/idBlock || len(d.heads) != buckets(d.rows)+1 ||
		d.rows > maxRows {
		return d, errDamaged
	}
	return d, nil
}

// block is the bytes of the ids from a block on, and how many ids the block has.
func (d *ids) block(b int) (text []byte, n int, err error) {
	at := d.blocks[b]
	if at > uint64(len(d.text)) {
		return nil, 0, errDamaged
	}
	return d.text[at:], min(idBlock, d.rows-b*idBlock), nil
}

// next reads the id after the one in id, into its memory.
func next(text, id []byte) (_, rest []byte, err error) {
	shared, n := binary.Uvarint(text)
	if n <= 0 || shared > uint64(len(id)) {
		return nil, nil, errDamaged
	}
	text = text[n:]
	more, n := binary.Uvarint(text)
	if n <= 0 || more > MaxID || more > uint64(len(text)-n) {
		return nil, nil, errDamaged
	}
	return append(id[:shared], text[n:n+int(more)]...), text[n+int(more):], nil
}

// read reads the id of a row into the memory of id.
func (d *ids) read(row uint32, id []byte) ([]byte, error) {
	if int64(row) >= int64(d.rows) {
		return nil, fmt.Errorf("there is no row %d among %d", row, d.rows)
	}
	text, _, err := d.block(int(row / idBlock))
	id = id[:0]
	for i := uint32(0); err == nil && i <= row%idBlock; i++ {
		id, text, err = next(text, id)
	}
	return id, err
}

func (d *ids) at(row uint32) (string, error) {
	var memory [64]byte
	id, err := d.read(row, memory[:])
	return string(id), err
}

// bucket is the rows whose ids may be found in a bucket, and their marks.
func (d *ids) bucket(b int) (rows []uint32, marks []uint8, err error) {
	from, to := d.heads[b], d.heads[b+1]
	if from > to || int64(to) > int64(d.rows) {
		return nil, nil, errDamaged
	}
	return d.order[from:to], d.marks[from:to], nil
}

func (d *ids) find(id string) (uint32, bool, error) {
	h := hash([]byte(id))
	rows, marks, err := d.bucket(bucket(h, len(d.heads)-1))
	if err != nil {
		return 0, false, err
	}
	var memory [64]byte
	at := memory[:0]
	for i, mark := range marks {
		if mark != uint8(h) {
			continue
		}
		if at, err = d.read(rows[i], at); err != nil {
			return 0, false, err
		}
		if string(at) == id {
			return rows[i], true, nil
		}
	}
	return 0, false, nil
}

// verify reads every id twice: in order, and through the hash, where each row must be once, in its bucket,
// and not beside another row of the same id.
func (d *ids) verify() error {
	seen := make([]uint64, (d.rows+63)/64)
	var heap [2][]byte
	for b := range len(d.heads) - 1 {
		rows, marks, err := d.bucket(b)
		if err != nil {
			return err
		}
		if b == 0 && d.heads[0] != 0 {
			return errDamaged
		}
		for i, row := range rows {
			if heap[0], err = d.read(row, heap[0]); err != nil {
				return err
			}
			h := hash(heap[0])
			if seen[row/64]>>(row%64)&1 != 0 || bucket(h, len(d.heads)-1) != b || marks[i] != uint8(h) {
				return fmt.Errorf("row %d with id %q is not where its id is looked for; build the index again: assay index build --fresh", row, heap[0])
			}
			seen[row/64] |= 1 << (row % 64)
			if heap[1], err = d.twice(rows[:i], marks, heap[0], heap[1]); err != nil {
				return err
			}
		}
	}
	for _, word := range seen[:d.rows/64] {
		if word != ^uint64(0) {
			return errDamaged
		}
	}
	if left := d.rows % 64; left > 0 && seen[d.rows/64] != 1<<left-1 {
		return errDamaged
	}
	return d.verifyText()
}

// twice looks for an id in earlier rows of its bucket.
func (d *ids) twice(rows []uint32, marks []uint8, id, memory []byte) ([]byte, error) {
	for i, row := range rows {
		if marks[i] != marks[len(rows)] {
			continue
		}
		var err error
		if memory, err = d.read(row, memory); err != nil {
			return memory, err
		}
		if bytes.Equal(memory, id) {
			return memory, fmt.Errorf("id %q is there twice; build the index again: assay index build --fresh", id)
		}
	}
	return memory, nil
}

// verifyText reads the ids in their order: blocks must follow each other and end where the text ends.
func (d *ids) verifyText() error {
	end := uint64(0)
	var id []byte
	for b := range d.blocks {
		text, n, err := d.block(b)
		if err != nil || d.blocks[b] != end {
			return errDamaged
		}
		id = id[:0]
		for range n {
			if id, text, err = next(text, id); err != nil {
				return err
			}
			if len(id) == 0 || len(id) > MaxID {
				return errDamaged
			}
		}
		end = uint64(len(d.text) - len(text))
	}
	if end != uint64(len(d.text)) {
		return errDamaged
	}
	return nil
}
