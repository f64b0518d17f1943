package tape

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Texts are looked through eight bytes at a time. In each byte of the masks the highest bit is set where the
// byte is one that is looked for; above the first such byte a mask may be wrong, so only the first counts.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// specialMask marks what cannot stand in a JSON string as it is, of characters of one byte.
func specialMask(x uint64) uint64 {
	quote, backslash := x^'"'*ones, x^'\\'*ones
	return ((x-' '*ones)&^x | (quote-ones)&^quote | (backslash-ones)&^backslash) & highs
}

// untilSpecial is how many bytes come before the first that cannot stand in a JSON string as it is.
func untilSpecial(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if mask := specialMask(binary.LittleEndian.Uint64(b[i:])); mask != 0 {
			return i + bits.TrailingZeros64(mask)/8
		}
	}
	for ; i < len(b) && b[i] >= ' ' && b[i] != '"' && b[i] != '\\'; i++ {
	}
	return i
}

// untilNotPlain is how many bytes come before the first that cannot stand in a JSON string as it is or is no
// ASCII.
func untilNotPlain(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if mask := specialMask(x) | x&highs; mask != 0 {
			return i + bits.TrailingZeros64(mask)/8
		}
	}
	for ; i < len(b) && b[i] >= ' ' && b[i] < utf8.RuneSelf && b[i] != '"' && b[i] != '\\'; i++ {
	}
	return i
}
