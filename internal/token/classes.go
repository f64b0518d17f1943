package token

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// unicodeText are the classes of characters as the Python package sees them, code point by code point: it mixes
// tables of several versions of Unicode, and neither Go's nor x/text's would agree with it, nor stay as they are.
//
//go:embed unicode.txt
var unicodeText string

// class is what a character is, a bit each; the highest bits hold how clusters break at it.
type class uint32

const (
	isControl class = 1 << iota // BertNormalizer drops it
	isSpace                     // White_Space
	isAccent                    // BertNormalizer strips it: Mn
	isMark                      // StripAccents strips it: M
	isPunctuation
	isNumeric  // Digits splits it off
	isWord     // \w of Whitespace and of added tokens that are single words
	isLetter   // \p{L} of patterns
	isNumber   // \p{N} of patterns
	isBlank    // \s of patterns
	isNormal   // the library's canonical forms know it; others are left as they are
	isCompat   // its compatible forms do
	isUpper    // lower case is something else
	isCJK      // BertNormalizer sets it apart
	isLinker   // joins consonants of some scripts
	breakShift = iota
)

// names are the lines of unicodeText that are a bit.
var names = []struct {
	name string
	bit  class
}{
	{"control", isControl}, {"space", isSpace}, {"accent", isAccent}, {"mark", isMark},
	{"punctuation", isPunctuation}, {"numeric", isNumeric}, {"word", isWord}, {"letter", isLetter},
	{"number", isNumber}, {"blank", isBlank}, {"normal", isNormal}, {"compat", isCompat}, {"gcLinker", isLinker},
	{"gcCR", breakCR << breakShift}, {"gcLF", breakLF << breakShift}, {"gcControl", breakControl << breakShift},
	{"gcExtend", breakExtend << breakShift}, {"gcExtended_Pictographic", breakPictographic << breakShift},
	{"gcInCB_Consonant", breakConsonant << breakShift}, {"gcL", breakL << breakShift}, {"gcLV", breakLV << breakShift},
	{"gcLVT", breakLVT << breakShift}, {"gcPrepend", breakPrepend << breakShift},
	{"gcRegional_Indicator", breakRegional << breakShift}, {"gcSpacingMark", breakSpacing << breakShift},
	{"gcT", breakT << breakShift}, {"gcV", breakV << breakShift}, {"gcZWJ", breakZWJ << breakShift},
}

// cjk are the blocks that BERT sets apart, with the gap at 2B820 that its authors left.
var cjk = []span32{{0x4E00, 0x9FFF}, {0x3400, 0x4DBF}, {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F},
	{0x2B920, 0x2CEAF}, {0xF900, 0xFAFF}, {0x2F800, 0x2FA1F}}

type span32 struct{ first, last rune }

// classTable holds the class of every character: blocks of 256, the equal ones once.
type classTable struct {
	block  [0x1100]uint16
	rows   [][256]uint8
	kinds  []class
	lower  map[rune]rune
	spread map[rune][]rune // lower cases that are several characters
}

// of is the class of a character.
func (t *classTable) of(r rune) class {
	return t.kinds[t.rows[t.block[uint32(r)>>8%0x1100]][uint8(r)]]
}

// table is read once, when the first tokenizer is.
var table = sync.OnceValue(func() *classTable { return readClasses(unicodeText) })

func readClasses(text string) *classTable {
	bits := make([]class, utf8.MaxRune+1)
	t := &classTable{lower: map[rune]rune{}, spread: map[rune][]rune{}}
	for line := range strings.Lines(text) {
		name, rest, found := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.HasPrefix(name, "#") || !found {
			continue
		}
		if name == "lower" {
			t.readLower(rest)
			continue
		}
		at := slices.IndexFunc(names, func(n struct {
			name string
			bit  class
		}) bool {
			return n.name == name
		})
		if at < 0 {
			panic("unicode.txt has a class of no name: " + name)
		}
		for field := range strings.FieldsSeq(rest) {
			mark(bits, parseSpan(field), names[at].bit)
		}
	}
	for r := range t.lower {
		bits[r] |= isUpper
	}
	for r := range t.spread {
		bits[r] |= isUpper
	}
	for _, s := range cjk {
		mark(bits, s, isCJK)
	}
	t.pack(bits)
	return t
}

func mark(bits []class, s span32, bit class) {
	for r := s.first; r <= s.last; r++ {
		bits[r] |= bit
	}
}

// readLower reads first-last/step+delta and, for several characters, upper=lower.lower.
func (t *classTable) readLower(text string) {
	for field := range strings.FieldsSeq(text) {
		if from, to, several := strings.Cut(field, "="); several {
			var seq []rune
			for d := range strings.SplitSeq(to, ".") {
				seq = append(seq, parseRune(d))
			}
			t.spread[parseRune(from)] = seq
			continue
		}
		over, rule, _ := strings.Cut(field, "/")
		step, err := strconv.Atoi(rule[:1])
		delta, err2 := strconv.Atoi(rule[1:])
		if err != nil || err2 != nil || step < 1 {
			panic("unicode.txt has a lower case that cannot be read: " + field)
		}
		s := parseSpan(over)
		for r := s.first; r <= s.last; r += rune(step) {
			t.lower[r] = r + rune(delta)
		}
	}
}

func parseSpan(text string) span32 {
	first, last, wide := strings.Cut(text, "-")
	if !wide {
		last = first
	}
	return span32{parseRune(first), parseRune(last)}
}

func parseRune(text string) rune {
	n, err := strconv.ParseUint(text, 16, 21)
	if err != nil || n > utf8.MaxRune {
		panic("unicode.txt has a code point that is none: " + text)
	}
	return rune(n)
}

// pack keeps one byte a character, and one block of each kind.
func (t *classTable) pack(bits []class) {
	kind := map[class]uint8{}
	seen := map[[256]uint8]uint16{}
	for b := range t.block {
		var row [256]uint8
		for i, c := range bits[b<<8 : b<<8+256] {
			k, ok := kind[c]
			if !ok {
				if len(t.kinds) == 256 {
					panic("unicode.txt has more than 256 kinds of characters")
				}
				k = uint8(len(t.kinds))
				kind[c] = k
				t.kinds = append(t.kinds, c)
			}
			row[i] = k
		}
		at, ok := seen[row]
		if !ok {
			at = uint16(len(t.rows))
			seen[row] = at
			t.rows = append(t.rows, row)
		}
		t.block[b] = at
	}
}
