package bm25

// bounds says of a list what no posting of it exceeds: for each class of lengths four bits, from the lowest on,
// with the highest frequency in rows of such a length. It follows what the term adds at most to a row, for any
// parameters and any average length, which are not known before all segments are.
type bounds uint32

// openFrequency means itself and all that is higher.
const openFrequency = 15

// classEnds are the lengths that the classes end before; the last has no end.
var classEnds = [...]int{8, 16, 24, 32, 48, 64, 128}

// classOf is the class of a length.
var classOf = func() (t [long + 1]uint8) {
	class := 0
	for length := range t {
		if class < len(classEnds) && length == classEnds[class] {
			class++
		}
		t[length] = uint8(class)
	}
	return t
}()

// of is the highest frequency in rows of a length, or openFrequency; 0 if there is none.
func (b bounds) of(length int) uint32 { return uint32(b >> (4 * classOf[length]) & openFrequency) }

// tops are the highest frequencies by class.
type tops [len(classEnds) + 1]uint32

func (t *tops) add(freq, length uint32) {
	to := &t[classOf[uint8(length)]]
	*to = max(*to, freq)
}

func (t *tops) bounds() (b bounds) {
	for class, freq := range t {
		b |= bounds(min(freq, openFrequency)) << (4 * class)
	}
	return b
}
