package text

// align finds the stretch words[from:to] that takes the fewest edits (a word replaced, inserted or
// taken out, each one edit) to become the quotation. It is Myers' bit-parallel algorithm in Hyyrö's
// form for long patterns, over words instead of characters: exact, with no candidates to miss, and
// its time is the length of the source times a 64th of the quotation's.
func align(quote, words []word) (from, to, edits int) {
	forward := newMatcher(quote, false)
	edits = len(quote)
	for i := range words {
		score := forward.step(words[i].hash, 0)
		if score < edits || score == edits && to > 0 &&
			!endsWithLastWord(quote, words, to) && endsWithLastWord(quote, words, i+1) {
			edits, to = score, i+1
		}
	}
	if edits == len(quote) {
		return 0, 0, edits
	}
	backward := newMatcher(quote, true)
	from = to
	for i := to - 1; i >= max(0, to-len(quote)-edits); i-- {
		if backward.step(words[i].hash, 1) != edits {
			continue
		}
		if from == to || words[i].hash == quote[0].hash {
			from = i
		}
		if words[i].hash == quote[0].hash {
			break
		}
	}
	return from, to, edits
}

// endsWithLastWord reports whether words[:to] ends with the quotation's last word:
// of stretches with equally many edits, the one to show.
func endsWithLastWord(quote, words []word, to int) bool {
	return to > 0 && words[to-1].hash == quote[len(quote)-1].hash
}

// matcher keeps one column of the table of edit distances between the quotation's beginnings and
// the stretches of source that end at the current word, as differences of one bit each.
type matcher struct {
	blocks []block
	equal  map[uint64]int // of a word's hash: where its bits begin in bits
	bits   []uint64       // which places of the quotation hold a word, 64 to an element
	none   []uint64       // of a word that the quotation does not have
	last   uint64         // the bit of the quotation's last word in the last block
	score  int
}

// block is the differences of 64 rows: where the distance grows by one and where it falls.
type block struct{ up, down uint64 }

const blockSize = 64

func newMatcher(quote []word, reversed bool) *matcher {
	count := (len(quote) + blockSize - 1) / blockSize
	m := &matcher{
		blocks: make([]block, count),
		equal:  make(map[uint64]int, len(quote)),
		none:   make([]uint64, count),
		last:   1 << ((len(quote) - 1) % blockSize),
		score:  len(quote),
	}
	for i := range m.blocks {
		m.blocks[i].up = ^uint64(0)
	}
	for i := range quote {
		place := i
		if reversed {
			place = len(quote) - 1 - i
		}
		at, known := m.equal[quote[i].hash]
		if !known {
			at = len(m.bits)
			m.equal[quote[i].hash] = at
			m.bits = append(m.bits, m.none...)
		}
		m.bits[at+place/blockSize] |= 1 << (place % blockSize)
	}
	return m
}

// step moves on to the next word of the source and returns the edits of the best stretch that ends
// there. top is what it costs to begin the stretch one word later: 0 where it may begin anywhere, 1
// where it must begin with the first word stepped to.
func (m *matcher) step(hash uint64, top int) int {
	equal := m.none
	if at, ok := m.equal[hash]; ok {
		equal = m.bits[at : at+len(m.blocks)]
	}
	carry := top
	for i := range m.blocks {
		high := uint64(1) << (blockSize - 1)
		if i == len(m.blocks)-1 {
			high = m.last
		}
		carry = m.blocks[i].step(equal[i], carry, high)
	}
	m.score += carry
	return m.score
}

// step computes the next column of 64 rows; carry is by how much the row above them changed, the
// result by how much the row of the bit high did.
func (b *block) step(equal uint64, carry int, high uint64) int {
	vertical := equal | b.down
	if carry < 0 {
		equal |= 1
	}
	horizontal := ((equal&b.up + b.up) ^ b.up) | equal
	grow := b.down | ^(horizontal | b.up)
	fall := b.up & horizontal
	change := 0
	if grow&high != 0 {
		change = 1
	} else if fall&high != 0 {
		change = -1
	}
	grow <<= 1
	fall <<= 1
	if carry > 0 {
		grow |= 1
	} else if carry < 0 {
		fall |= 1
	}
	b.up = fall | ^(vertical | grow)
	b.down = grow & vertical
	return change
}
