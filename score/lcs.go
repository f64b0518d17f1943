package score

import "math/bits"

// Limits of the longest common subsequence: the product of both lengths in tokens.
const (
	// maxLCS bounds its length alone: about half a second.
	maxLCS = 1 << 34
	// maxUnion bounds ROUGE-Lsum, which needs the way through the table as well: one bit a cell.
	maxUnion = 1 << 29
	// maxSentencePairs bounds ROUGE-Lsum by the sentences: each of the gold is aligned with each of the
	// answer.
	maxSentencePairs = 1 << 22
)

// lcs finds longest common subsequences of tokens, 64 cells of the table at a time (Hyyrö's form of
// the bit-parallel algorithm): bit j of row i is clear where the length grows from column j to j+1.
type lcs struct {
	masks []uint64 // by token: its columns in the current block
	carry []uint8  // by row: what the block to the left carries over
	table []uint64 // all rows, where the way back is asked for
	width int      // blocks in a row of the table
}

const blockColumns = 64

// length is the length of the longest common subsequence of two texts of a vocabulary of so many tokens.
func (l *lcs) length(a, b []int32, tokens int) int {
	if len(a) < len(b) {
		a, b = b, a
	}
	l.masks = zeroed(l.masks, tokens)
	l.carry = zeroed(l.carry, len(a))
	n := 0
	for at := 0; at < len(b); at += blockColumns {
		block := b[at:min(at+blockColumns, len(b))]
		l.mark(block)
		grown := ^l.block(a, nil, 0)
		if len(block) < blockColumns {
			grown &= 1<<len(block) - 1
		}
		n += bits.OnesCount64(grown)
		l.unmark(block)
	}
	return n
}

func (l *lcs) mark(block []int32) {
	for k, id := range block {
		l.masks[id] |= 1 << k
	}
}

func (l *lcs) unmark(block []int32) {
	for _, id := range block {
		l.masks[id] = 0
	}
}

// block goes down one block of columns and returns its last row. With a table, each row is kept at
// column of it.
func (l *lcs) block(rows []int32, table []uint64, column int) uint64 {
	v := ^uint64(0)
	for i, id := range rows {
		m := l.masks[id]
		sum, over := bits.Add64(v, v&m, uint64(l.carry[i]))
		v = sum | v&^m
		l.carry[i] = uint8(over)
		if table != nil {
			table[i*l.width+column] = v
		}
	}
	return v
}

// fill makes the table of two texts, whose masks must be clear.
func (l *lcs) fill(rows, columns []int32) {
	l.width = (len(columns) + blockColumns - 1) / blockColumns
	if need := len(rows) * l.width; cap(l.table) < need {
		l.table = make([]uint64, need)
	} else {
		l.table = l.table[:need]
	}
	l.carry = zeroed(l.carry, len(rows))
	for at := 0; at < len(columns); at += blockColumns {
		block := columns[at:min(at+blockColumns, len(columns))]
		l.mark(block)
		l.block(rows, l.table, at/blockColumns)
		l.unmark(block)
	}
}

// grows reports whether the length grows from column j to j+1 of row i, both counted from 1 as in the
// full table. Row 0 is empty.
func (l *lcs) grows(i, j int) int {
	if i == 0 {
		return 0
	}
	return int(^l.table[(i-1)*l.width+j/blockColumns] >> (j % blockColumns) & 1)
}

// at is the length at row i and column j.
func (l *lcs) at(i, j int) int {
	if i == 0 {
		return 0
	}
	row := l.table[(i-1)*l.width : i*l.width]
	n := 0
	for k := range j / blockColumns {
		n += bits.OnesCount64(^row[k])
	}
	if rest := j % blockColumns; rest > 0 {
		n += bits.OnesCount64(^row[j/blockColumns] & (1<<rest - 1))
	}
	return n
}

// walk calls do with every row of one longest common subsequence, last first. Which of several it is
// matters to ROUGE-Lsum: up a row unless only the column to the left keeps the length.
func (l *lcs) walk(rows, columns []int32, do func(row int)) {
	l.fill(rows, columns)
	i, j := len(rows), len(columns)
	here, above := l.at(i, j), l.at(i-1, j)
	for i > 0 && j > 0 && here > 0 {
		switch {
		case rows[i-1] == columns[j-1]:
			do(i - 1)
			i, j = i-1, j-1
			if i > 0 {
				here, above = here-1, l.at(i-1, j)
			}
		case here-l.grows(i, j-1) > above:
			here -= l.grows(i, j-1)
			above -= l.grows(i-1, j-1)
			j--
		default:
			i--
			here = above
			if i > 0 {
				above = l.at(i-1, j)
			}
		}
	}
}
