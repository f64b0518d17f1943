package block

import (
	"bytes"
	"unicode/utf8"
)

// wideEncoding names the two-byte encoding that a source is written in, which the readers do not know.
func wideEncoding(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte{0xFF, 0xFE}):
		return "UTF-16 (little-endian)"
	case bytes.HasPrefix(src, []byte{0xFE, 0xFF}):
		return "UTF-16 (big-endian)"
	}
	return ""
}

// UTF8 is the source as the readers of this package need it: itself, or a decoded copy where its
// byte-order mark says that it is UTF-16. The offsets of a Doc are those of the bytes that were read,
// so the copy has to be kept as its source.
func UTF8(src []byte) []byte {
	if wideEncoding(src) == "" {
		return src
	}
	first, second := 1, 0
	if src[0] == 0xFE {
		first, second = 0, 1
	}
	out := make([]byte, 0, len(src)/2+len(src)/8)
	var high rune // the first half of a character beyond the basic plane
	for i := 2; i+1 < len(src); i += 2 {
		unit := rune(src[i+first])<<8 | rune(src[i+second])
		switch {
		case 0xD800 <= unit && unit < 0xDC00:
			high = unit
			continue
		case 0xDC00 <= unit && unit < 0xE000 && high != 0:
			unit = 0x10000 + (high-0xD800)<<10 + unit - 0xDC00
		}
		high = 0
		out = utf8.AppendRune(out, unit)
	}
	return out
}
