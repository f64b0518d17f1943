package lsa

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Bounds of what is kept while counting. Above maxPairs pairs of a text and a term the sample is halved, as it
// is above Options.Sample texts; above maxSeen different terms, those of one text
// only are forgotten, and the sample is halved until half as many are left.
const (
	maxPairs = 1 << 26
	maxSeen  = 1 << 22
)

// counts are the texts of the sample as the terms that are in them.
type counts struct {
	words map[string]int32
	names []string
	kept  pairs
	place []int64 // of each text among all
	texts int64   // all that came
	level int     // one of 2^level texts is looked at
	seed  uint64
	row   []int32

	mostTexts, mostPairs, mostSeen int
}

func newCounts(o Options) *counts {
	return &counts{words: map[string]int32{}, seed: o.Seed, mostTexts: o.Sample, mostPairs: maxPairs, mostSeen: maxSeen}
}

// draws reports whether a text is in the sample: each level keeps half of the one before.
func (c *counts) draws(place int64) bool {
	return bits.LeadingZeros64(mix(c.seed^mix(uint64(place)+1))) >= c.level
}

// mix is a bijection that leaves no pattern: the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// add counts the terms of one text.
func (c *counts) add(place int64, terms iter.Seq[[]byte]) {
	c.row = c.row[:0]
	for term := range terms {
		id, ok := c.words[string(term)]
		if !ok {
			id = int32(len(c.names))
			name := string(term)
			c.names = append(c.names, name)
			c.words[name] = id
		}
		c.row = append(c.row, id)
	}
	c.kept.begin(len(c.row))
	b := &c.kept.blocks[len(c.kept.blocks)-1]
	b.ids, b.times = appendRuns(b.ids, b.times, c.row)
	c.kept.end()
	c.place = append(c.place, place)
}

// appendRuns appends the different values, rising, and how often each occurs. It sorts the row.
func appendRuns(ids []int32, times []uint16, row []int32) ([]int32, []uint16) {
	slices.Sort(row)
	for i := 0; i < len(row); {
		j := i + 1
		for j < len(row) && row[j] == row[i] {
			j++
		}
		ids, times = append(ids, row[i]), append(times, uint16(min(j-i, 1<<16-1)))
		i = j
	}
	return ids, times
}

// bound keeps memory within what the constants and the sample allow.
func (c *counts) bound() {
	for c.kept.rows() > c.mostTexts || c.kept.n > c.mostPairs && c.kept.rows() > 1 {
		c.halve()
	}
	if len(c.names) <= c.mostSeen {
		return
	}
	c.forget()
	for len(c.names) > c.mostSeen/2 && c.kept.rows() > 1 {
		c.halve()
		c.forget()
	}
}

// halve goes to the next level of the sample.
func (c *counts) halve() {
	c.level++
	c.filter(func(i int) bool { return c.draws(c.place[i]) }, func(int32) int32 { return 0 })
}

// filter keeps some texts, and of those the terms that do not become negative.
func (c *counts) filter(keep func(i int) bool, shift func(id int32) int32) {
	var kept pairs
	texts := 0
	for i := range c.place {
		if !keep(i) {
			continue
		}
		ids, times := c.kept.row(i)
		kept.begin(len(ids))
		for k, id := range ids {
			if moved := shift(id); moved >= 0 {
				kept.add(id-moved, times[k])
			}
		}
		kept.end()
		c.place[texts] = c.place[i]
		texts++
	}
	c.kept, c.place = kept, c.place[:texts]
}

// forget takes out the terms that are in one text only; ids move down and keep their order.
func (c *counts) forget() {
	in := c.textsOf()
	down, gone := make([]int32, len(in)), int32(0)
	kept := c.names[:0]
	words := make(map[string]int32, len(in)/2)
	for id, n := range in {
		if n < 2 {
			down[id] = -1
			gone++
			continue
		}
		down[id] = gone
		words[c.names[id]] = int32(len(kept))
		kept = append(kept, c.names[id])
	}
	clear(c.names[len(kept):])
	c.names, c.words = kept, words
	c.filter(func(int) bool { return true }, func(id int32) int32 { return down[id] })
}

// textsOf is in how many texts each term is.
func (c *counts) textsOf() []int32 {
	in := make([]int32, len(c.names))
	for i := range c.kept.blocks {
		for _, id := range c.kept.blocks[i].ids {
			in[id]++
		}
	}
	return in
}

// term is one that the model will know.
type term struct {
	name  string
	id    int32 // among those counted
	texts int32
}

// vocabulary chooses the terms: those of enough texts and not of too many, the most frequent first. Frequent
// terms are together so that their vectors are in memory.
func (c *counts) vocabulary(o Options) []term {
	most := o.MaxShare * float64(c.kept.rows())
	var terms []term
	for id, n := range c.textsOf() {
		if int(n) >= o.MinTexts && float64(n) <= most {
			terms = append(terms, term{c.names[id], int32(id), n})
		}
	}
	slices.SortFunc(terms, func(a, b term) int {
		if a.texts != b.texts {
			return int(b.texts) - int(a.texts)
		}
		return strings.Compare(a.name, b.name)
	})
	return terms[:min(len(terms), o.MaxTerms)]
}
