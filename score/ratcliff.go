package score

import (
	"fmt"
	"sort"
)

// maxRatcliff bounds the work of Ratcliff and Obershelp's algorithm, which is cubic at worst: pairs of
// equal characters looked at, about half a second of them. 100,000 characters of a filing and of the
// next year's need a seventh.
const maxRatcliff = 1 << 27

// Ratcliff is the similarity of two texts by Ratcliff and Obershelp, as Python's
// difflib.SequenceMatcher(None, gold, answer).ratio() computes it over code points: twice the characters
// in matching blocks over the characters of both. In an answer of 200 characters or more, those that
// make up more than one percent of it start no block. Texts that would take too long are refused.
func Ratcliff(gold, answer string) (float64, error) {
	s := getScratch(0)
	defer s.giveBack(2 * (len(gold) + len(answer)))
	m := &s.match
	m.load(gold, answer)
	if len(m.a)+len(m.b) == 0 {
		return 1, nil
	}
	matched, ok := m.blocks()
	if !ok {
		return 0, fmt.Errorf("too long to match: %d characters of gold with %d of answer", len(m.a), len(m.b))
	}
	return 2 * float64(matched) / float64(len(m.a)+len(m.b)), nil
}

// matcher finds the matching blocks of two texts.
type matcher struct {
	a, b    []int32 // characters by their number in b; in a -1 for those that b has not
	ascii   [128]int32
	others  map[rune]int32 // number + 1
	starts  []int32        // by character: where its places begin in places
	places  []int32        // the places of each character in b, none if it is popular
	next    []int32        // while places is filled
	rows    [2][]cell      // how long the run is that ends at a character of b, this row and the last
	row     uint32
	regions []region
	work    int
}

// cell is the length of a run, if it was written in the given row.
type cell struct {
	row    uint32
	length int32
}

// region is a stretch of a and one of b that are still to be matched.
type region struct{ aLow, aHigh, bLow, bHigh int }

// load numbers the characters and lists the places of each.
func (m *matcher) load(a, b string) {
	m.ascii = [128]int32{}
	clear(m.others)
	m.a, m.b = m.a[:0], m.b[:0]
	kinds := int32(0)
	for _, r := range b {
		id := m.known(r)
		if id == 0 {
			kinds++
			id = kinds
			m.learn(r, id)
		}
		m.b = append(m.b, id-1)
	}
	for _, r := range a {
		m.a = append(m.a, m.known(r)-1)
	}
	m.index(int(kinds))
	for i := range m.rows {
		m.rows[i] = zeroed(m.rows[i], len(m.b)+1)
	}
	m.row, m.work = 0, 0
}

func (m *matcher) known(r rune) int32 {
	if r < 128 {
		return m.ascii[r]
	}
	return m.others[r]
}

func (m *matcher) learn(r rune, id int32) {
	if r < 128 {
		m.ascii[r] = id
		return
	}
	if m.others == nil {
		m.others = map[rune]int32{}
	}
	m.others[r] = id
}

// popularFrom is the length of a text from which frequent characters start no block.
const popularFrom = 200

// index lists the places of each character of b, without those of popular ones.
func (m *matcher) index(kinds int) {
	m.starts = zeroed(m.starts, kinds+1)
	for _, id := range m.b {
		m.starts[id+1]++
	}
	most := int32(len(m.b))
	if len(m.b) >= popularFrom {
		most = most/100 + 1
	}
	for id := range kinds {
		if m.starts[id+1] > most {
			m.starts[id+1] = 0
		}
		m.starts[id+1] += m.starts[id]
	}
	m.places = zeroed(m.places, int(m.starts[kinds]))
	m.next = append(m.next[:0], m.starts...)
	for j, id := range m.b {
		if m.next[id] < m.starts[id+1] {
			m.places[m.next[id]] = int32(j)
			m.next[id]++
		}
	}
}

// blocks is the number of characters in matching blocks: the longest block, then what is left and right
// of it.
func (m *matcher) blocks() (matched int, ok bool) {
	m.regions = append(m.regions[:0], region{0, len(m.a), 0, len(m.b)})
	for len(m.regions) > 0 {
		r := m.regions[len(m.regions)-1]
		m.regions = m.regions[:len(m.regions)-1]
		i, j, n := m.longest(r)
		if m.work > maxRatcliff {
			return 0, false
		}
		if n == 0 {
			continue
		}
		matched += n
		if r.aLow < i && r.bLow < j {
			m.regions = append(m.regions, region{r.aLow, i, r.bLow, j})
		}
		if i+n < r.aHigh && j+n < r.bHigh {
			m.regions = append(m.regions, region{i + n, r.aHigh, j + n, r.bHigh})
		}
	}
	return matched, true
}

// longest is the longest block of a region, the first of equals; popular characters only make it
// longer at its ends.
func (m *matcher) longest(r region) (i, j, n int) {
	i, j, n = m.core(r)
	for i > r.aLow && j > r.bLow && m.a[i-1] == m.b[j-1] {
		i, j, n = i-1, j-1, n+1
	}
	for i+n < r.aHigh && j+n < r.bHigh && m.a[i+n] == m.b[j+n] {
		n++
	}
	return i, j, n
}

// core is the longest block of a region without popular characters.
func (m *matcher) core(r region) (besti, bestj, best int) {
	besti, bestj = r.aLow, r.bLow
	m.row++ // what the last region wrote is never the row before
	for i := r.aLow; i < r.aHigh && m.work <= maxRatcliff; i++ {
		m.row++
		m.work++
		id := m.a[i]
		if id < 0 {
			continue
		}
		places := m.placesFrom(id, r.bLow)
		last, here := m.rows[(m.row-1)&1], m.rows[m.row&1]
		for k, place := range places {
			j := int(place)
			if j >= r.bHigh {
				places = places[:k]
				break
			}
			length := int32(1)
			if c := last[j]; c.row == m.row-1 {
				length += c.length
			}
			here[j+1] = cell{m.row, length}
			if int(length) > best {
				besti, bestj, best = i-int(length)+1, j-int(length)+1, int(length)
			}
		}
		m.work += len(places)
	}
	return besti, bestj, best
}

// placesFrom are the places of a character of b from an offset on.
func (m *matcher) placesFrom(id int32, low int) []int32 {
	places := m.places[m.starts[id]:m.starts[id+1]]
	if low == 0 {
		return places
	}
	return places[sort.Search(len(places), func(k int) bool { return int(places[k]) >= low }):]
}

func ratcliff(in *Input) Score {
	return in.best(func(gold string) Score {
		value, err := Ratcliff(gold, in.Answer)
		if err != nil {
			return Not("", Skipped, err.Error())
		}
		out := Of("", value)
		out.Expected, out.Extracted = Shown(gold), Shown(in.Answer)
		return out
	})
}
