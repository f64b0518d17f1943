package score

import "hash/maphash"

// stems remembers stems of words that came before: texts repeat their words, and a stem takes several
// times as long to find as to remember. Which words are remembered changes no stem.
type stems []stemmed

// stemmed is a word and its stem; longer words are not remembered.
type stemmed struct {
	word, stem   [16]byte
	words, stems uint8 // their lengths
}

// stemSlots is how many words are remembered, a power of two.
const stemSlots = 1 << 11

// of is the stem of a word. It may share the word's memory.
func (s *stems) of(word []byte) []byte {
	if *s == nil {
		*s = make(stems, stemSlots)
	}
	slot := &(*s)[maphash.Bytes(hashSeed, word)%stemSlots]
	switch {
	case string(slot.word[:slot.words]) == string(word):
		return slot.stem[:slot.stems]
	case len(word) > len(slot.word):
		return porter(word)
	}
	slot.words = uint8(copy(slot.word[:], word))
	stem := porter(word)
	slot.stems = uint8(copy(slot.stem[:], stem))
	return stem
}
