package lsa

import (
	"unicode/utf8"

	"github.com/assayhq/assay/text"
)

// maxTerm is how long a word may be, in bytes; what is longer is no word of anybody's language.
const maxTerm = 64

// stem is how many characters of a word count: "acquired" and "acquisition" are one term. Of what was tried on
// 420,000 sentences of filings (whole words, without a plural's s, 4 to 7 characters, pairs of words, without
// figures), 5 characters found the most neighbours of a sentence; 4 and 6 are within noise of it, whole words
// are 2 to 5 points lower, pairs of words farther. That was one corpus: its choice, not an estimate.
const stem = 5

// reader finds the terms of texts: words and figures in the form in which text compares them, words cut to
// their stem. It is not for many goroutines at once.
type reader struct {
	tokens []text.Token
	keys   []byte
	ends   []int
}

// read finds the terms of a text, with repeats, in their order.
func (r *reader) read(s string) {
	r.tokens = text.Tokens(r.tokens[:0], s)
	r.keys, r.ends = r.keys[:0], r.ends[:0]
	for _, token := range r.tokens {
		if token.Len() > maxTerm {
			continue
		}
		start := len(r.keys)
		r.keys = text.AppendKey(r.keys, s, token)
		if token.Kind == text.Word {
			r.keys = r.keys[:start+prefix(r.keys[start:])]
		}
		if len(r.keys) > start {
			r.ends = append(r.ends, len(r.keys))
		}
	}
}

// prefix is the length of a word's stem in bytes.
func prefix(word []byte) int {
	n := 0
	for range stem {
		if n == len(word) {
			break
		}
		_, size := utf8.DecodeRune(word[n:])
		n += size
	}
	return n
}

// each gives the terms that read found.
func (r *reader) each(yield func(term []byte)) {
	start := 0
	for _, end := range r.ends {
		yield(r.keys[start:end])
		start = end
	}
}
