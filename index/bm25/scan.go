package bm25

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// window is how many rows are summed up at once: their sums fit the nearest cache.
const window = 1 << 13

// searcher is the memory of one search, used again for the next.
type searcher struct {
	f          *File
	norms      *norms
	terms      []*term  // the least bound first
	made       []*term  // to be used again
	below      []uint32 // what the terms before add at most, to any row
	top        top
	candidates []candidate

	sums    [window]uint32     // scores of the rows of the window
	touched [2 * window]uint16 // the rows whose sums are not 0
	found   [window / 64]uint64
	freqs   [blockLen]uint32 // of a block, less 1
}

// fewFreqs is how many frequencies, from 1 on, have their contributions at hand.
const fewFreqs = 2

// candidate is a row with what is known of its score.
type candidate struct{ row, score uint32 }

// term is a question's term in the file.
type term struct {
	cursor
	weight float64
	bound  uint32                     // no row gets more
	few    [fewFreqs][long + 1]uint32 // contributions by frequency, less 1, and length; 0 for what is long
	text   string
}

// search answers one part.
func (s *searcher) search(p *part, a Ask, chosen *selection) error {
	s.norms = a.Query.norms
	s.top = top{k: min(a.K, len(s.f.lengths))}
	if s.top.k <= 0 || p.from >= p.to || chosen.none() {
		return nil
	}
	if err := s.open(a.Query); err != nil {
		return err
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
		t.bound = s.boundOf(t.weight, info(s.f.best[id]))
		for length, norm := range s.norms.byLength {
			for freq := range t.few {
				t.few[freq][length] = contribution(t.weight, float64(freq)+1, norm)
			}
		}
		s.terms = append(s.terms, t)
	}
	slices.SortStableFunc(s.terms, func(a, b *term) int { return cmp.Compare(a.bound, b.bound) })
	s.below = append(s.below[:0], 0)
	for i, t := range s.terms {
		s.below = append(s.below, s.below[i]+t.bound)
	}
	return nil
}

// boundOf is what no posting of a block or list adds more than.
func (s *searcher) boundOf(weight float64, i info) uint32 {
	freq := float64(i.frequency())
	if freq == openFrequency {
		freq = math.MaxUint32
	}
	return contribution(weight, freq, s.norms.of(i.length()))
}

// postings is how many the terms have.
func (s *searcher) postings() uint64 {
	n := uint64(0)
	for _, t := range s.terms {
		n += uint64(t.count)
	}
	return n
}

// essential is the first term without which a row cannot exceed the threshold: what stands before it, all
// together, does not.
func (s *searcher) essential() int {
	threshold := s.top.threshold()
	i := 0
	for i < len(s.terms) && s.below[i+1] <= threshold {
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
	for from < to {
		essential := s.essential()
		begin := to
		for _, t := range s.terms[essential:] {
			if !t.done {
				begin = min(begin, uint64(t.rows[t.pos]))
			}
		}
		if begin >= to {
			return
		}
		from = max(from, begin&^63)
		end := min(from+window, to)
		n := 0
		for _, t := range s.terms[essential:] {
			n = s.pour(t, uint32(from), end, n)
		}
		s.collect(n, uint32(from), s.top.threshold()-s.below[essential], chosen)
		s.settle(essential)
		from = end
	}
}

// settle adds the first terms to the candidates and keeps the best.
func (s *searcher) settle(terms int) {
	for i := terms - 1; i >= 0; i-- {
		s.narrow(i + 1)
		if len(s.candidates) == 0 {
			return
		}
		s.lookUp(s.terms[i])
	}
	for _, c := range s.candidates {
		s.top.add(c.score, c.row)
	}
}

// narrow drops the candidates that the first terms cannot bring in.
func (s *searcher) narrow(terms int) {
	threshold, rest := s.top.threshold(), s.below[terms]
	n := 0
	for _, c := range s.candidates {
		s.candidates[n] = c
		if c.score+rest > threshold {
			n++
		}
	}
	s.candidates = s.candidates[:n]
}

// lookUp adds a term to the candidates, which are in the order of their rows.
func (s *searcher) lookUp(t *term) {
	for i := range s.candidates {
		c := &s.candidates[i]
		if t.seek(c.row); t.done {
			return
		}
		if t.rows[t.pos] == c.row {
			c.score += s.at(t, t.pos)
		}
	}
}

// at is the contribution of a posting of the block that is read.
func (s *searcher) at(t *term, i int) uint32 {
	row := t.rows[i]
	freq := uint32(0)
	if t.info.freqWidth() > 0 {
		freq = t.freq(i)
	}
	length := s.f.lengths[row]
	if freq < fewFreqs && length < long {
		return t.few[freq][length]
	}
	return contribution(t.weight, float64(freq)+1, s.norm(row))
}

func (s *searcher) norm(row uint32) float64 {
	if n := s.f.lengths[row]; n < long {
		return s.norms.byLength[n]
	}
	return s.norms.of(s.f.length(row))
}

// pour adds the postings of a term up to a row to the sums, and counts the rows that are touched.
func (s *searcher) pour(t *term, from uint32, to uint64, n int) int {
	for t.fill(); !t.done; t.fill() {
		stop := t.n
		if uint64(t.last) >= to {
			stop = t.find(uint32(to))
		}
		if t.info.freqWidth() == 0 {
			n = s.pourOnes(t, t.rows[t.pos:stop], from, n)
		} else {
			n = s.pourFreqs(t, stop, from, n)
		}
		if t.pos = stop; stop < t.n {
			return n
		}
		t.load(t.at + 1)
	}
	return n
}

// pourOnes is pour for postings whose frequency is 1.
func (s *searcher) pourOnes(t *term, rows []uint32, from uint32, n int) int {
	lengths, ones := s.f.lengths, &t.few[0]
	for _, row := range rows {
		length := lengths[row]
		add := ones[length]
		if length == long {
			add = contribution(t.weight, 1, s.norm(row))
		}
		n = s.sum(row-from, add, n)
	}
	return n
}

func (s *searcher) pourFreqs(t *term, stop int, from uint32, n int) int {
	unpack(&s.freqs, t.n, t.freqs, t.info.freqWidth())
	for i := t.pos; i < stop; i++ {
		row, freq := t.rows[i%blockLen], s.freqs[i%blockLen]
		length := s.f.lengths[row]
		add := t.few[freq%fewFreqs][length]
		if freq >= fewFreqs || length == long {
			add = contribution(t.weight, float64(freq)+1, s.norm(row))
		}
		n = s.sum(row-from, add, n)
	}
	return n
}

// sum adds to a row of the window.
func (s *searcher) sum(i, add uint32, n int) int {
	old := s.sums[i%window]
	s.sums[i%window] = old + add
	s.touched[uint(n)%(2*window)] = uint16(i)
	if old == 0 {
		n++
	}
	return n
}

// collect makes candidates of the touched rows whose sums exceed a bound, and empties the window.
func (s *searcher) collect(n int, from, exceed uint32, chosen *selection) {
	for _, i := range s.touched[:n] {
		if s.sums[i%window] > exceed {
			s.found[i%window/64] |= 1 << (i % 64)
		} else {
			s.sums[i%window] = 0
		}
	}
	s.candidates = s.candidates[:0]
	for w, word := range s.found {
		if word == 0 {
			continue
		}
		s.found[w] = 0
		for may := chosen.word(from/64 + uint32(w)); word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			i := uint32(w*64 + bit)
			if may>>bit&1 == 1 {
				s.candidates = append(s.candidates, candidate{from + i, s.sums[i%window]})
			}
			s.sums[i%window] = 0
		}
	}
}
