package bm25

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// window is how many rows are summed up at once: their sums fit the nearest cache.
const window = 1 << 13

// searcher is the memory of one search, used again for the next.
type searcher struct {
	f          *File
	norms      *norms
	terms      []*term // the least bound first
	made       []*term // to be used again
	top        top
	candidates []candidate

	sums    [window]uint32      // scores of the rows of the window
	touched [window / 64]uint64 // the rows whose sums are not 0
	listed  [window + 4]uint16  // the same, one by one; list writes up to four after the last
	exceed  [long + 1]uint32    // what a row of a length must exceed to be a candidate
}

// fewFreqs is how many frequencies, from 1 on, have their contributions at hand.
const fewFreqs = 4

// candidate is a row, and where in sums what is known of its score is.
type candidate struct{ row, at uint32 }

// term is a question's term in the file.
type term struct {
	cursor
	weight float64
	bound  uint32           // no row gets more
	below  [long + 1]uint32 // what it and those before it add at most to a row of a length
	most   uint32           // the highest of these
	text   string

	// few are contributions by frequency, less 1, and length; 0 if not yet known, and always for what is long or
	// more frequent.
	few [fewFreqs + 1][long + 1]uint32
}

// searchers are kept over files: one has 60 kB, more than many an index in memory. One that failed is not used again,
// because its sums may not be 0.
var searchers = sync.Pool{New: func() any { return new(searcher) }}

// search answers one part.
func (f *File) search(p *part, a Ask, chosen *selection) error {
	s := searchers.Get().(*searcher)
	s.f = f
	err := s.search(p, a, chosen)
	s.f = nil
	if err == nil {
		searchers.Put(s)
	}
	return err
}

func (s *searcher) search(p *part, a Ask, chosen *selection) error {
	s.norms = a.Query.norms
	s.top = top{k: min(a.K, len(s.f.lengths))}
	if s.top.k <= 0 || p.from >= p.to || chosen.none() {
		return nil
	}
	if err := s.open(a.Query); err != nil {
		return err
	}
	if len(s.terms) == 0 {
		return nil
	}
	if chosen.sparse(s.postings()) {
		s.scanRows(chosen.within(p.from, p.to))
	} else {
		s.scan(p.from, p.to, chosen)
	}
	p.best = s.top.keys
	s.top.keys = nil
	for _, t := range s.terms {
		if t.damaged {
			return s.f.damaged(t.text)
		}
	}
	return nil
}

// open finds the terms of a question.
func (s *searcher) open(q *Query) error {
	s.terms = s.terms[:0]
	for _, w := range q.terms {
		id, ok, err := s.f.find(w.text)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if len(s.made) == len(s.terms) {
			s.made = append(s.made, &term{})
		}
		t := s.made[len(s.terms)]
		t.weight, t.text = w.weight, w.text
		t.cursor.open(s.f, id)
		t.weigh(s.norms, bounds(s.f.best[id]))
		s.terms = append(s.terms, t)
	}
	slices.SortStableFunc(s.terms, func(a, b *term) int { return cmp.Compare(a.bound, b.bound) })
	for i, t := range s.terms {
		if i == 0 {
			t.most = t.bound
			continue
		}
		t.most = 0
		for length, before := range &s.terms[i-1].below {
			t.below[length] += before
			t.most = max(t.most, t.below[length])
		}
	}
	return nil
}

// weigh finds out what the term adds at most, by length.
func (t *term) weigh(n *norms, b bounds) {
	clear(t.few[:])
	t.bound = 0
	for length := range t.below {
		add := uint32(0)
		if freq := b.of(length); freq > 0 {
			add = fixed(t.weight, n.shares[freq][length])
		}
		t.below[length] = add
		t.bound = max(t.bound, add)
	}
}

// postings is how many the terms have.
func (s *searcher) postings() uint64 {
	n := uint64(0)
	for _, t := range s.terms {
		n += uint64(t.count)
	}
	return n
}

// essential is the first term without which a row cannot exceed the threshold: what comes before it, all
// together, does not.
func (s *searcher) essential() int {
	threshold := s.top.threshold()
	i := 0
	for i < len(s.terms) && s.terms[i].most <= threshold {
		i++
	}
	return i
}

// scan goes through the rows of a stretch window by window: it sums up the essential terms, and looks up the
// others for those rows only that may still come in.
func (s *searcher) scan(from, to uint64, chosen *selection) {
	for _, t := range s.terms {
		t.seek(uint32(from))
	}
	needed, before := uint32(0), -1
	for from < to {
		essential := s.essential()
		begin := to
		for _, t := range s.terms[essential:] {
			t.fill()
			if !t.done {
				begin = min(begin, uint64(t.rows[t.pos%blockLen]))
			}
		}
		if begin >= to {
			return
		}
		from = max(from, begin&^63)
		end := min(from+window, to)
		for _, t := range s.terms[essential:] {
			s.pour(t, uint32(from), end)
		}
		if threshold := s.top.threshold(); threshold != needed || essential != before {
			s.need(essential)
			needed, before = threshold, essential
		}
		s.collect(uint32(from), chosen)
		s.settle(essential, uint32(from), 0)
		from = end
	}
}

// need finds out what sum of the other terms a row of a length must exceed.
func (s *searcher) need(essential int) {
	threshold := s.top.threshold()
	for length := range s.exceed {
		s.exceed[length] = threshold
		if essential > 0 {
			s.exceed[length] -= s.terms[essential-1].below[length]
		}
	}
}

// settle adds the first terms to the candidates and keeps the best. from is the first row of the window; over is
// how much more than scores their sums are.
func (s *searcher) settle(terms int, from, over uint32) {
	for i := terms - 1; i >= 0 && len(s.candidates) > 0; i-- {
		s.lookUp(s.terms[i], from)
		if i > 0 {
			s.narrow(s.terms[i-1])
		}
	}
	for _, c := range s.candidates {
		s.top.add(s.sums[c.at%window]-over, c.row)
		s.sums[c.at%window] = 0
	}
}

// narrow drops the candidates that a term and those before it cannot bring in.
func (s *searcher) narrow(t *term) {
	threshold, n := s.top.threshold(), 0
	for _, c := range s.candidates {
		sum := s.sums[c.at%window]
		s.candidates[n] = c
		over := exceeds(sum+t.below[s.f.lengths[c.row]], threshold)
		n += int(over)
		s.sums[c.at%window] = sum & -over
	}
	s.candidates = s.candidates[:n]
}

// exceeds is 1 if a is more than b, else 0. It is no jump, which would often be guessed wrong.
func exceeds(a, b uint32) uint32 { return uint32((uint64(b) - uint64(a)) >> 63) }

// crowd is how many candidates must be in the range of a block for it to be gone through, and not searched.
const crowd = 4

// lookUp adds a term to the candidates, which are in the order of their rows.
func (s *searcher) lookUp(t *term, from uint32) {
	for j := 0; j < len(s.candidates); j++ {
		c := s.candidates[j]
		i, ok := t.find(c.row)
		if ok {
			s.sums[c.at%window] += s.at(t, i, c.row)
			i++
		}
		if next := j + crowd; next < len(s.candidates) && s.candidates[next].row <= t.last && t.ready > 0 {
			for j < next || j < len(s.candidates) && s.candidates[j].row <= t.last {
				j++
			}
			j--
			s.visit(t, i, from, s.candidates[j].row)
		}
	}
}

// visit adds the postings of a block, from one on and up to a row, to the candidates that they meet.
func (s *searcher) visit(t *term, i int, from, last uint32) {
	for t.fill(); i < t.n; i++ {
		row := t.rows[i%blockLen]
		if row > last {
			return
		}
		if at := (row - from) % window; s.sums[at] != 0 {
			s.sums[at] += s.at(t, i, row)
		}
	}
}

// at is the contribution of a posting of the block that the term is at.
func (s *searcher) at(t *term, i int, row uint32) uint32 {
	freq := uint32(0)
	if t.info.freqWidth() > 0 {
		freq = t.freq(i)
	}
	add := t.few[min(freq, fewFreqs)][s.f.lengths[row]]
	if add == 0 {
		add = s.contribution(t, freq, row)
	}
	return add
}

// contribution is that of a row with a frequency, which is given less 1. If others may have the same it is kept.
func (s *searcher) contribution(t *term, freq, row uint32) uint32 {
	length := s.f.lengths[row]
	if length == long {
		return contribution(t.weight, float64(freq)+1, s.norms.of(s.f.length(row)))
	}
	add := contribution(t.weight, float64(freq)+1, s.norms.byLength[length])
	if freq < fewFreqs {
		t.few[freq][length] = add
	}
	return add
}

// pour adds the postings of a term up to a row to the sums.
func (s *searcher) pour(t *term, from uint32, to uint64) {
	for t.fill(); !t.done; t.fill() {
		stop := t.n
		if uint64(t.last) >= to {
			stop = t.before(uint32(to))
		}
		if t.pos < stop {
			if t.info.freqWidth() == 0 {
				s.pourOnes(t, stop, from)
			} else {
				s.pourFreqs(t, stop, from)
			}
			t.pos = stop
		}
		if stop < t.n {
			return
		}
		t.load(t.at + 1)
	}
}

// pourOnes is pour for postings whose frequency is 1.
func (s *searcher) pourOnes(t *term, stop int, from uint32) {
	lengths, ones := s.f.lengths, &t.few[0]
	for _, row := range t.rows[t.pos:stop] {
		length := lengths[row]
		add := ones[length]
		if add == 0 {
			add = s.contribution(t, 0, row)
		}
		s.add(row-from, add)
	}
}

func (s *searcher) pourFreqs(t *term, stop int, from uint32) {
	t.fillFreqs()
	lengths := s.f.lengths
	rows := t.rows[t.pos:stop]
	for i, freq := range t.times[t.pos:][:len(rows)] {
		row := rows[i]
		length := lengths[row]
		add := t.few[min(freq, fewFreqs)][length]
		if add == 0 {
			add = s.contribution(t, freq, row)
		}
		s.add(row-from, add)
	}
}

// add adds to a row of the window.
func (s *searcher) add(i, add uint32) {
	s.sums[i%window] += add
	s.touched[i%window/64] |= 1 << (i % 64)
}

// collect makes candidates of the touched rows whose sums exceed what they need, and empties the window of the
// others.
func (s *searcher) collect(from uint32, chosen *selection) {
	n := 0
	for w := range s.touched {
		word := s.touched[w]
		s.touched[w] = 0
		if chosen != nil {
			may := chosen.word(from/64 + uint32(w))
			s.drop(w, word&^may)
			word &= may
		}
		n = s.list(n, uint32(w)*64, word)
	}
	lengths := s.f.lengths[from:]
	s.candidates = slices.Grow(s.candidates[:0], n)[:n]
	m := 0
	for _, i := range s.listed[:n] {
		sum := s.sums[i%window]
		s.candidates[m] = candidate{from + uint32(i), uint32(i)}
		over := exceeds(sum, s.exceed[lengths[i]])
		m += int(over)
		s.sums[i%window] = sum & -over
	}
	s.candidates = s.candidates[:m]
}

// list writes down the rows of a word. Four are written whether there are as many or not, which is faster than
// to ask for each.
func (s *searcher) list(n int, first uint32, word uint64) int {
	end := n + bits.OnesCount64(word)
	for {
		to := (*[4]uint16)(s.listed[n%window:])
		to[0] = uint16(first + uint32(bits.TrailingZeros64(word)))
		word &= word - 1
		to[1] = uint16(first + uint32(bits.TrailingZeros64(word)))
		word &= word - 1
		to[2] = uint16(first + uint32(bits.TrailingZeros64(word)))
		word &= word - 1
		to[3] = uint16(first + uint32(bits.TrailingZeros64(word)))
		if word &= word - 1; word == 0 {
			return end
		}
		n += 4
	}
}

// drop empties rows of the window.
func (s *searcher) drop(w int, word uint64) {
	for ; word != 0; word &= word - 1 {
		s.sums[(w*64+bits.TrailingZeros64(word))%window] = 0
	}
}
