package token

import "unicode/utf8"

// How clusters break at a character: Grapheme_Cluster_Break of UAX 29, with the two properties that its rules for
// emoji and for conjuncts need.
const (
	breakAny class = iota
	breakCR
	breakLF
	breakControl
	breakExtend
	breakPictographic
	breakConsonant
	breakL
	breakLV
	breakLVT
	breakPrepend
	breakRegional
	breakSpacing
	breakT
	breakV
	breakZWJ
)

// clusterState is what the rules remember of the characters before.
type clusterState struct {
	last     class
	emoji    bool // a pictograph, then only extenders
	conjunct int  // 1 after a consonant, 2 after a linker that follows it
	regional int  // indicators in a row
}

// cluster is the size of the cluster that a text begins with.
func (t *classTable) cluster(text []byte) int {
	r, at := utf8.DecodeRune(text)
	var s clusterState
	s.step(t.of(r))
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		c := t.of(r)
		if s.breaks(c >> breakShift) {
			break
		}
		s.step(c)
		at += size
	}
	return at
}

func (s *clusterState) step(c class) {
	b := c >> breakShift
	switch {
	case b == breakPictographic:
		s.emoji = true
	case b != breakExtend && b != breakZWJ:
		s.emoji = false
	}
	switch {
	case b == breakConsonant:
		s.conjunct = 1
	case s.conjunct > 0 && c&isLinker != 0:
		s.conjunct = 2
	case b != breakExtend && b != breakZWJ:
		s.conjunct = 0
	}
	s.regional++
	if b != breakRegional {
		s.regional = 0
	}
	s.last = b
}

// breaks reports whether a new cluster begins.
func (s *clusterState) breaks(next class) bool {
	switch last := s.last; {
	case last == breakCR && next == breakLF:
		return false
	case isBreakControl(last), isBreakControl(next):
		return true
	case last == breakL && (next == breakL || next == breakV || next == breakLV || next == breakLVT),
		(last == breakLV || last == breakV) && (next == breakV || next == breakT),
		(last == breakLVT || last == breakT) && next == breakT,
		next == breakExtend, next == breakZWJ, next == breakSpacing, last == breakPrepend,
		next == breakConsonant && s.conjunct == 2,
		next == breakPictographic && last == breakZWJ && s.emoji,
		next == breakRegional && s.regional%2 == 1:
		return false
	}
	return true
}

func isBreakControl(b class) bool { return b == breakCR || b == breakLF || b == breakControl }
