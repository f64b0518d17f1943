package bm25

import (
	"encoding/binary"
	"math/bits"
)

// blockLen is how many postings a block has; the last of a list may have fewer.
const blockLen = 128

// slack is how many bytes stand behind the last block, so that eight bytes can be read at any value.
const slack = 8

// info says of a block how its numbers are packed, and of a block or a whole list what no posting of it
// exceeds: the highest frequency and the smallest length. From these a bound follows for any parameters and any
// average length, which are not known before all segments are.
//
//	bits 0–5 width of a row's distance, 6–11 width of a frequency, 12–19 highest frequency, 20–27 least length
type info uint32

// openFrequency stands for itself and all that is higher.
const openFrequency = 255

// long stands for itself and all lengths that a byte does not hold.
const long = 255

func newInfo(rowWidth, freqWidth int, most, least uint32) info {
	return info(uint32(rowWidth) | uint32(freqWidth)<<6 | min(most, openFrequency)<<12 | min(least, long)<<20)
}

func (i info) rowWidth() uint    { return uint(i & 63) }
func (i info) freqWidth() uint   { return uint(i >> 6 & 63) }
func (i info) frequency() uint32 { return uint32(i >> 12 & openFrequency) }
func (i info) length() uint32    { return uint32(i >> 20 & long) }
func (i info) packedSize(n int) uint64 {
	return uint64((n*int(i.rowWidth())+7)/8 + (n*int(i.freqWidth())+7)/8)
}

// appendPacked appends the low bits of numbers, tightly, up to a whole byte.
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

// unpack reads the numbers of a block, of a width up to 32 bits; behind n they mean nothing. Up to slack bytes
// may be read behind the last.
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
		*(*[8]uint32)(dst[i : i+8]) = [8]uint32{uint32(x & mask), uint32(x >> width & mask), uint32(x >> (2 * width & 63) & mask),
			uint32(x >> (3 * width & 63) & mask), uint32(x >> (4 * width & 63) & mask), uint32(x >> (5 * width & 63) & mask),
			uint32(x >> (6 * width & 63) & mask), uint32(x >> (7 * width & 63) & mask)}
	}
}

// unpackOne reads the number at a place.
func unpackOne(src []byte, i int, width uint) uint32 {
	bit := uint(i) * width
	return uint32(binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & (1<<width - 1))
}

// unpackRows reads eight rows from their distances; before is 1 more than the row ahead of the first, and what
// comes back is 1 more than the last. Up to slack bytes may be read behind them.
func unpackRows(dst *[8]uint32, src []byte, width uint, before uint64) uint64 {
	if width > 8 {
		return unpackFar(dst, src, width, before)
	}
	width &= 63 // which it is; shifts are then single instructions
	mask := uint64(1)<<width - 1
	x := binary.LittleEndian.Uint64(src)
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

// unpackFar is unpackRows for widths that take a load for each value.
func unpackFar(dst *[8]uint32, src []byte, width uint, before uint64) uint64 {
	mask := uint64(1)<<width - 1
	bit := uint(0)
	for i := range dst {
		before += binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & mask
		dst[i] = uint32(before)
		before++
		bit += width
	}
	return before
}
