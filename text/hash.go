package text

import (
	"encoding/binary"
	"math/bits"
)

// ShapeHash is the hash of a text's shape: it is the same for sentences that differ only in their
// figures and dates, as boilerplate does from year to year. The shape is the normal form with every figure
// masked: see appendShape.
func ShapeHash[T bytestring](s T) uint64 {
	normal := AppendNormal(make([]byte, 0, len(s)), s)
	return sum64(appendShape(make([]byte, 0, len(s)), normal))
}

// A Hasher hashes many texts without allocating for each.
type Hasher struct{ normal, shape []byte }

// Sum is the hash and the ShapeHash of a text. The hash is the same for texts that differ only in what normalising
// removes, and stays the same from one release and machine to the next: it is XXH64 with seed 0 over the bytes of
// AppendNormal, so any tool with an xxhash can recompute it. Equal hashes are taken for equal texts: among 70 million
// different sentences, the chance of any collision is about one in 7,500.
func (h *Hasher) Sum(text []byte) (exact, shape uint64) {
	h.normal = AppendNormal(h.normal[:0], text)
	h.shape = appendShape(h.shape[:0], h.normal)
	return sum64(h.normal), sum64(h.shape)
}

// The primes of XXH64.
const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
	prime4 uint64 = 0x85EBCA77C2B2AE63
	prime5 uint64 = 0x27D4EB2F165667C5
)

// sum64 is XXH64 with seed 0.
func sum64(b []byte) uint64 {
	length := uint64(len(b))
	h := prime5
	if len(b) >= 32 {
		h, b = stripes(b)
	}
	h += length
	for ; len(b) >= 8; b = b[8:] {
		h ^= mix(0, binary.LittleEndian.Uint64(b))
		h = bits.RotateLeft64(h, 27)*prime1 + prime4
	}
	if len(b) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(b)) * prime1
		h = bits.RotateLeft64(h, 23)*prime2 + prime3
		b = b[4:]
	}
	for _, c := range b {
		h ^= uint64(c) * prime5
		h = bits.RotateLeft64(h, 11) * prime1
	}
	h ^= h >> 33
	h *= prime2
	h ^= h >> 29
	h *= prime3
	return h ^ h>>32
}

// stripes digests all whole blocks of 32 bytes and returns what is left.
func stripes(b []byte) (uint64, []byte) {
	// Variables, because their sums are meant to overflow and constants must not.
	p1, p2 := prime1, prime2
	v := [4]uint64{p1 + p2, p2, 0, -p1}
	for ; len(b) >= 32; b = b[32:] {
		for lane := range v {
			v[lane] = mix(v[lane], binary.LittleEndian.Uint64(b[8*lane:]))
		}
	}
	h := bits.RotateLeft64(v[0], 1) + bits.RotateLeft64(v[1], 7) +
		bits.RotateLeft64(v[2], 12) + bits.RotateLeft64(v[3], 18)
	for _, lane := range v {
		h = (h^mix(0, lane))*prime1 + prime4
	}
	return h, b
}

func mix(lane, input uint64) uint64 {
	return bits.RotateLeft64(lane+input*prime2, 31) * prime1
}
