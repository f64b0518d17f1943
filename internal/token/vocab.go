package token

import (
	"fmt"
	"math"
	"unsafe"
)

// Limits of what a vocabulary can hold. The largest in use have some 260,000 tokens, and tokens of some 400 bytes.
const (
	MaxTokens     = 1 << 21
	MaxTokenBytes = 1 << 12
)

// vocab is a list of tokens and a table from their text to their id: two slices and a blob, however many there are.
type vocab struct {
	blob   []byte
	start  []uint32 // of each id in blob; one more at the end
	size   []uint16 // of each id; 0 where the id has no token
	slots  []uint32 // ids by hash, plus 1
	count  int      // tokens that have an id
	widest int      // bytes of the longest
}

// entry is a token as a file gives it.
type entry struct {
	text string
	id   uint32
}

// newVocab makes the table. Of tokens given twice the later one counts, as in the library.
func newVocab(entries []entry) (*vocab, error) {
	top, bytes := uint32(0), 0
	for _, e := range entries {
		if e.id >= MaxTokens {
			return nil, fmt.Errorf("token %q has the id %d; ids can be up to %d", clip(e.text), e.id, MaxTokens-1)
		}
		if len(e.text) > MaxTokenBytes {
			return nil, fmt.Errorf("token %q has %d bytes; tokens can have up to %d", clip(e.text), len(e.text), MaxTokenBytes)
		}
		top = max(top, e.id+1)
		bytes += len(e.text)
	}
	if bytes > math.MaxUint32 {
		return nil, fmt.Errorf("the tokens have %d bytes in all, which is no vocabulary", bytes)
	}
	v := &vocab{blob: make([]byte, 0, bytes), start: make([]uint32, top), size: make([]uint16, top)}
	slots := 16
	for slots < 2*len(entries) {
		slots *= 2
	}
	v.slots = make([]uint32, slots)
	for _, e := range entries {
		v.put(e)
	}
	return v, nil
}

func (v *vocab) put(e entry) {
	v.widest = max(v.widest, len(e.text))
	h := hashBytes(e.text)
	for at := h & uint64(len(v.slots)-1); ; at = (at + 1) & uint64(len(v.slots)-1) {
		switch slot := v.slots[at]; {
		case slot == 0:
			v.slots[at] = e.id + 1
			v.count++
			v.keep(e)
			return
		case v.text(slot-1) == e.text:
			v.slots[at] = e.id + 1
			v.keep(e)
			return
		}
	}
}

// keep stores the text of an id. Where a file gives two texts one id, the later one is what the id says, and the
// earlier one is no longer found.
func (v *vocab) keep(e entry) {
	v.start[e.id], v.size[e.id] = uint32(len(v.blob)), uint16(len(e.text))
	v.blob = append(v.blob, e.text...)
}

// text is the token of an id.
func (v *vocab) text(id uint32) string {
	if id >= uint32(len(v.start)) || v.size[id] == 0 {
		return ""
	}
	return unsafe.String(unsafe.SliceData(v.blob[v.start[id]:]), v.size[id])
}

// id finds a token.
func (v *vocab) id(text string) (uint32, bool) {
	return v.findAfter("", asBytes(text), hashBytes(text))
}

// findAfter finds the token that a prefix and a text make, whose hash is known.
func (v *vocab) findAfter(prefix string, text []byte, h uint64) (uint32, bool) {
	for at := h & uint64(len(v.slots)-1); ; at = (at + 1) & uint64(len(v.slots)-1) {
		slot := v.slots[at]
		if slot == 0 {
			return 0, false
		}
		id := slot - 1
		if int(v.size[id]) != len(prefix)+len(text) {
			continue
		}
		if token := v.text(id); token[len(prefix):] == string(text) && token[:len(prefix)] == prefix {
			return id, true
		}
	}
}

// asString is the text of bytes, which must not change while it is used.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// The hash is FNV-1a with a final mix: it grows by a byte at a time, which gives those of all the prefixes of a word
// in one pass.
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func hashByte(h uint64, b byte) uint64 { return (h ^ uint64(b)) * hashPrime }

func hashDone(h uint64) uint64 { return h ^ h>>29 }

func hashBytes[T string | []byte](text T) uint64 {
	h := uint64(hashSeed)
	for i := range len(text) {
		h = hashByte(h, text[i])
	}
	return hashDone(h)
}

// asBytes are those of a text, which must not be written to.
func asBytes(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// clip shortens what a message quotes.
func clip(text string) string {
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return text
}
