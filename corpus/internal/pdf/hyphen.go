package pdf

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// hyphens decides what becomes of a hyphen at a line's end: "esti-/mates" is one word, "long-/term"
// keeps it. The document itself is the dictionary: what it writes inside its lines settles it, and
// where a word occurs nowhere else, what became of most others does.
type hyphens struct {
	seen map[string]int32
	keep bool
}

// lookahead is how many rows below a broken line may hold the rest of its word: more than one, since
// the next column's lines are in between.
const lookahead = 2

// maxBeside is how many pieces of such a row are looked at, and maxWord how long a word may be.
const (
	maxBeside = 8
	maxWord   = 64
)

func learnHyphens(pages []*rawPage) *hyphens {
	h := &hyphens{seen: map[string]int32{}}
	type pair struct{ fused, kept string }
	var pairs []pair
	for _, p := range pages {
		for i := range p.planes {
			rows := rowsOf(p.planes[i].segments)
			for k := range rows {
				for _, s := range rows[k].segments {
					if !s.hyphen {
						continue
					}
					for _, below := range rows[k+1 : min(len(rows), k+1+lookahead)] {
						for _, next := range below.segments[:min(len(below.segments), maxBeside)] {
							fused, kept := candidates(s.text, next.text)
							h.seen[fused], h.seen[kept] = 0, 0
							pairs = append(pairs, pair{fused, kept})
						}
					}
				}
			}
		}
	}
	if len(pairs) == 0 {
		return h
	}
	h.count(pages)
	fuse, keep := 0, 0
	for _, p := range pairs {
		switch f, k := h.seen[p.fused], h.seen[p.kept]; {
		case f > k:
			fuse++
		case k > f:
			keep++
		}
	}
	h.keep = keep > fuse
	return h
}

func candidates(left, right []byte) (fused, kept string) {
	l, r := lastWord(left), bareWord(firstWord(right[:min(len(right), maxWord)]))
	return string(bytes.ToLower(l)) + string(bytes.ToLower(r)), string(bytes.ToLower(l)) + "-" + string(bytes.ToLower(r))
}

func lastWord(text []byte) []byte {
	text = text[max(0, len(text)-maxWord):]
	return bareWord(text[bytes.LastIndexByte(text, ' ')+1:])
}

func bareWord(w []byte) []byte {
	return bytes.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// count looks for the candidates among the words of the document.
func (h *hyphens) count(pages []*rawPage) {
	var lower []byte
	for _, p := range pages {
		for i := range p.planes {
			for _, s := range p.planes[i].segments {
				for rest := s.text; len(rest) > 0; {
					var w []byte
					w, rest, _ = bytes.Cut(rest, []byte{' '})
					lower = append(lower[:0], bytes.ToLower(bareWord(w))...)
					if n, ok := h.seen[string(lower)]; ok {
						h.seen[string(lower)] = n + 1
					}
				}
			}
		}
	}
}

// keeps reports whether the hyphen between two lines belongs to the word.
func (h *hyphens) keeps(left, right []byte) bool {
	if r, _ := utf8.DecodeRune(right); !unicode.IsLower(r) {
		return true
	}
	fused, kept := candidates(left, right)
	f, k := h.seen[fused], h.seen[kept]
	return k > f || k == f && h.keep
}

// between is what goes between two pieces of running text.
func (h *hyphens) between(left []byte, hyphen bool, right []byte) string {
	if hyphen {
		if h.keeps(left, right) {
			return "-"
		}
		return ""
	}
	if n := len(left); n > 1 && left[n-1] == '-' && ascii.IsAlnum(left[n-2]) && len(right) > 0 && ascii.IsAlnum(right[0]) {
		return ""
	}
	return " "
}

// join puts a wrapped cell together.
func (h *hyphens) join(s, next *segment) {
	s.append(next, h.between(s.text, s.hyphen, next.text))
	s.x0 = min(s.x0, next.x0)
}
