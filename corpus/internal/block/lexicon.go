package block

import (
	"bytes"
	"math/rand/v2"

	"github.com/assayhq/assay/internal/ascii"
)

// lexicon is the set of words of a document, gathered when the first divided word asks for it.
type lexicon struct {
	src   []byte
	words []uint64 // an open-addressing hash table of the words' hashes; 0 is free
	count int
	mix   uint64 // random per document, so that no text can be made to collide
}

// divided reports whether a hyphen at a line's end only divides a word: the undivided word is elsewhere in
// the document. "long-" and "term" stay hyphenated, "manage-" and "ment" do not.
func (x *lexicon) divided(last, next []byte) bool {
	if x.words == nil {
		x.collect()
	}
	h := uint64(wordSeed)
	for _, c := range bytes.TrimSuffix(last, []byte{'-'}) {
		h = hashLetter(h, folded[c])
	}
	for _, c := range next {
		h = hashLetter(h, folded[c])
	}
	return x.words[x.slot(h)] == h
}

// slot is the index of a hash in words, or the free one where it belongs.
func (x *lexicon) slot(h uint64) uint64 {
	mask := uint64(len(x.words) - 1)
	at := h * x.mix >> 32 & mask
	for x.words[at] != 0 && x.words[at] != h {
		at = (at + 1) & mask
	}
	return at
}

func (x *lexicon) add(h uint64) {
	at := x.slot(h)
	if x.words[at] == h {
		return
	}
	x.words[at] = h
	x.count++
	if x.count*2 > len(x.words) {
		old := x.words
		x.words = make([]uint64, 2*len(old))
		for _, h := range old {
			if h != 0 {
				x.words[x.slot(h)] = h
			}
		}
	}
}

// collect adds every run of letters that may be a word.
func (x *lexicon) collect() {
	const shortest, longest = 4, 30
	x.words = make([]uint64, 1<<13) // a power of two
	x.mix = rand.Uint64() | 1
	h, n := uint64(wordSeed), 0
	for _, c := range x.src {
		if letter := folded[c]; letter != 0 {
			h = hashLetter(h, letter)
			n++
			continue
		}
		if shortest <= n && n <= longest {
			x.add(h)
		}
		h, n = wordSeed, 0
	}
	if shortest <= n && n <= longest {
		x.add(h)
	}
}

// folded maps letters to lower case, and everything else to 0.
var folded = func() (t [256]byte) {
	for c := range byte(26) {
		t['a'+c], t['A'+c] = 'a'+c, 'a'+c
	}
	return t
}()

// wordSeed and hashLetter make the FNV-1a hash of a word.
const wordSeed = 14695981039346656037

func hashLetter(h uint64, c byte) uint64 { return (h ^ uint64(c)) * 1099511628211 }

func lastWord(b []byte) []byte {
	i := len(b)
	for i > 0 && (ascii.IsLetter(b[i-1]) || b[i-1] == '-') {
		i--
	}
	return b[i:]
}

func firstWord(b []byte) []byte {
	i := 0
	for i < len(b) && ascii.IsLetter(b[i]) {
		i++
	}
	return b[:i]
}
