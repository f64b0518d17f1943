package bm25

import (
	"encoding/binary"
	"math/bits"
)

// blockLen is how many postings a block has; the last of a list may have fewer.
const blockLen = 128

// slack is how many bytes follow the last block, so that eight bytes can be read at any value.
const slack = 8

// info says of a block how its numbers are packed: bits 0–5 are the width of a row's distance, 6–11 that of a
// frequency.
type info uint32

// asBits in place of a row's width says that the rows are a bitmap, from the row after the block before up to
// the last of the block. A row is then found without reading those ahead of it.
const asBits = 63

// maxBits is how many rows a bitmap spans at most.
const maxBits = 16 * blockLen

// long means itself and all lengths that a byte does not hold.
const long = 255

func newInfo(rowWidth, freqWidth int) info { return info(uint32(rowWidth) | uint32(freqWidth)<<6) }

func (i info) rowWidth() uint  { return uint(i & 63) }
func (i info) freqWidth() uint { return uint(i >> 6 & 63) }

// packedSize is how many bytes the rows and the frequencies of n postings have; the last row is so far from the
// first that the block may hold.
func (i info) packedSize(n int, far uint32) (rows, freqs uint64) {
	rows = uint64(n*int(i.rowWidth())+7) / 8
	if i.rowWidth() == asBits {
		rows = uint64(far)/8 + 1
	}
	return rows, uint64(n*int(i.freqWidth())+7) / 8
}

// possible reports whether a block can be packed so.
func (i info) possible(far uint32) bool {
	return i>>12 == 0 && i.freqWidth() <= 32 && (i.rowWidth() <= 32 || i.rowWidth() == asBits && far < maxBits)
}

// appendPacked appends the low bits of numbers, tightly, up to a full byte.
func appendPacked(dst []byte, values []uint32, width int) []byte {
	var pending uint64
	filled := 0
	for _, v := range values {
		pending |= uint64(v) << filled
		for filled += width; filled >= 8; filled -= 8 {
			dst = append(dst, byte(pending))
			pending >>= 8
		}
	}
	if filled > 0 {
		dst = append(dst, byte(pending))
	}
	return dst
}

// widthOf is how many bits the largest of some numbers needs.
func widthOf(values []uint32) int {
	var all uint32
	for _, v := range values {
		all |= v
	}
	return bits.Len32(all)
}

// unpack reads the numbers of a block, of a width up to 32 bits; after n they mean nothing. Up to slack bytes
// may be read after the last.
func unpack(dst *[blockLen]uint32, n int, src []byte, width uint) {
	if width > 8 {
		for i := range dst[:n] {
			dst[i] = unpackOne(src, i, width)
		}
		return
	}
	width &= 63 // which it is; shifts are then single instructions
	mask := uint64(1)<<width - 1
	at := uint(0)
	for i := 0; i < n; i += 8 {
		x := binary.LittleEndian.Uint64(src[at:])
		at += width
		*(*[8]uint32)(dst[i : i+8]) = [8]uint32{uint32(x & mask), uint32(x >> width & mask),
			uint32(x >> (2 * width & 63) & mask),
			uint32(x >> (3 * width & 63) & mask), uint32(x >> (4 * width & 63) & mask), uint32(x >> (5 * width & 63) & mask),
			uint32(x >> (6 * width & 63) & mask), uint32(x >> (7 * width & 63) & mask)}
	}
}

// unpackOne reads the number at a place.
func unpackOne(src []byte, i int, width uint) uint32 {
	bit := uint(i) * width
	return uint32(binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & (1<<width - 1))
}

// unpackRows reads the rows from i, which is divisible by 8, to n from their distances; before is 1 more than the
// row ahead of the first, and what comes back is 1 more than the last. Up to slack bytes may be read after them.
func unpackRows(dst *[blockLen]uint32, i, n int, src []byte, width uint, before uint64) uint64 {
	switch {
	case width <= 8:
		for at := uint(i) / 8 * width; i+8 <= n; i += 8 {
			before = eightRows((*[8]uint32)(dst[i:]), binary.LittleEndian.Uint64(src[at:]), width, before)
			at += width
		}
	case width <= 16:
		for bit := uint(i) * width; i+4 <= n; i += 4 {
			before = fourRows((*[4]uint32)(dst[i:]), binary.LittleEndian.Uint64(src[bit>>3:])>>(bit&7), width, before)
			bit += 4 * width
		}
	}
	for ; i < n; i++ {
		before += uint64(unpackOne(src, i, width))
		dst[i] = uint32(before)
		before++
	}
	return before
}

func eightRows(dst *[8]uint32, x uint64, width uint, before uint64) uint64 {
	width &= 63 // which it is; shifts are then single instructions
	mask := uint64(1)<<width - 1
	a := before + x&mask
	b := a + x>>width&mask + 1
	c := b + x>>(2*width&63)&mask + 1
	d := c + x>>(3*width&63)&mask + 1
	e := d + x>>(4*width&63)&mask + 1
	f := e + x>>(5*width&63)&mask + 1
	g := f + x>>(6*width&63)&mask + 1
	h := g + x>>(7*width&63)&mask + 1
	*dst = [8]uint32{uint32(a), uint32(b), uint32(c), uint32(d), uint32(e), uint32(f), uint32(g), uint32(h)}
	return h + 1
}

func fourRows(dst *[4]uint32, x uint64, width uint, before uint64) uint64 {
	width &= 63
	mask := uint64(1)<<width - 1
	a := before + x&mask
	b := a + x>>width&mask + 1
	c := b + x>>(2*width&63)&mask + 1
	d := c + x>>(3*width&63)&mask + 1
	*dst = [4]uint32{uint32(a), uint32(b), uint32(c), uint32(d)}
	return d + 1
}
