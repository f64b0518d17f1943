package bm25

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// spread is texts in which each word occurs in its share of the rows.
func spread(r *rand.Rand, n int, shares map[string]float64) []string {
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for word, share := range shares {
			for r.Float64() < share {
				b.WriteString(word + " ")
			}
		}
		texts[i] = b.String()
	}
	return texts
}

// TestFind looks rows up that are near and far from each other, in lists of every density: what is found is what
// reading the whole list gives, whatever is read of a block before.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	shares := map[string]float64{"nearly-all": 0.95, "half": 0.5, "tenth": 0.1, "twentieth": 0.05, "hundredth": 0.01, "rare": 0.0006}
	texts := spread(r, 20_000, shares)
	f := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, texts)
	bitmaps, distances := 0, 0
	for word := range shares {
		id, ok, err := f.find(word)
		if err != nil || !ok {
			t.Fatal(word, err)
		}
		want := map[uint32]uint32{}
		for row, text := range texts {
			if n := slices.Index(append(strings.Fields(text), ""), word); n >= 0 {
				want[uint32(row)] = uint32(strings.Count(text, word))
			}
		}
		for _, step := range []int{1, 3, 20, 700, 9000} {
			var c cursor
			c.open(f, id)
			for row := r.IntN(step); row < len(texts); row += 1 + r.IntN(step) {
				if step == 20 && r.IntN(30) == 0 {
					c.fill()
				}
				i, ok := c.find(uint32(row))
				if freq, there := want[uint32(row)]; ok != there || ok && c.freq(i)+1 != freq {
					t.Fatalf("%s, row %d: %v, frequency %d, want %d", word, row, ok, c.freq(i)+1, freq)
				}
				if c.info.rowWidth() == asBits {
					bitmaps++
				} else {
					distances++
				}
			}
		}
	}
	if bitmaps < 10_000 || distances < 10_000 {
		t.Errorf("%d rows were looked up in bitmaps, %d in distances", bitmaps, distances)
	}
}

// TestBoundsHoldForPostings holds the bounds of every list against its postings, for lengths of every class.
func TestBoundsHoldForPostings(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	words := rand.NewZipf(r, 1.1, 2, 40)
	var texts []string
	for range 3000 {
		texts = append(texts, sentence(words, r.IntN(300)))
	}
	f := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, texts)
	open, exact := 0, 0
	for id := range f.ends {
		most := map[uint8]uint32{}
		var c cursor
		for c.open(f, id); !c.done; c.load(c.at + 1) {
			c.fill()
			for i, row := range c.rows[:c.n] {
				class := classOf[f.lengths[row]]
				most[class] = max(most[class], c.freq(i)+1)
			}
		}
		for length, class := range classOf {
			got := bounds(f.best[id]).of(length)
			if got != min(most[class], openFrequency) {
				t.Fatalf("term %d, length %d: %d, want %d", id, length, got, most[class])
			}
			if got == openFrequency {
				open++
			} else if got > 0 {
				exact++
			}
		}
	}
	if open < 100 || exact < 1000 {
		t.Errorf("%d open bounds and %d exact ones", open, exact)
	}
}
