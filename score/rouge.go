package score

import (
	"fmt"
	"unicode/utf8"
)

// Rouge is a variant of ROUGE as Google's rouge_score computes it: lower case, tokens of the letters a
// to z and digits, everything else between tokens.
type Rouge struct {
	N    int  // the length of the n-grams, 1 to 9; 0 for the longest common subsequence
	Sum  bool // of the summary: N is 0 and each line a sentence (Lsum)
	Stem bool // Porter's stemmer, as NLTK extends it, on tokens longer than three characters
}

// Of is the score of an answer against a gold. Texts too long to align in reasonable time are refused.
func (r Rouge) Of(gold, answer string) (PRF, error) {
	s := getScratch(len(gold) + len(answer))
	defer s.giveBack(len(gold) + len(answer))
	if r.Sum {
		return s.rougeSum(gold, answer, r.Stem)
	}
	s.gold = s.rougeTokens(s.gold[:0], gold, r.Stem)
	s.answer = s.rougeTokens(s.answer[:0], answer, r.Stem)
	switch {
	case r.N == 1:
		return overlap(s.common(len(s.vocab.ends)), len(s.answer), len(s.gold)), nil
	case r.N > 1:
		return s.sharedGrams(r.N), nil
	case len(s.gold)*len(s.answer) > maxLCS:
		return PRF{}, tooLong(len(s.gold), len(s.answer))
	}
	common := s.lcs.length(s.gold, s.answer, len(s.vocab.ends))
	return overlap(common, len(s.answer), len(s.gold)), nil
}

func tooLong(gold, answer int) error {
	return fmt.Errorf("too long to align: %d tokens of gold with %d of answer", gold, answer)
}

// scorer is the variant as a row's function.
func (r Rouge) scorer(in *Input) Score { return bestF(in, r.Of) }

// sharedGrams is the overlap of n-grams.
func (s *scratch) sharedGrams(n int) PRF {
	kinds := 0
	for range n - 1 {
		s.grams.reset(len(s.gold) + len(s.answer))
		s.gold, s.answer = s.grams.extend(s.gold), s.grams.extend(s.answer)
		kinds = len(s.grams.keys)
	}
	return overlap(s.common(kinds), len(s.answer), len(s.gold))
}

// rougeTokens appends the tokens of a text. Two letters outside ASCII become ASCII in lower case: the
// Kelvin sign and the dotted capital I.
func (s *scratch) rougeTokens(dst []int32, text string, stem bool) []int32 {
	token := s.buf[:0]
	for i := 0; i <= len(text); i++ {
		c := byte(0)
		if i < len(text) {
			c = rougeByte[text[i]]
		}
		switch {
		case c != 0:
			token = append(token, c)
			continue
		case i < len(text) && text[i] >= utf8.RuneSelf:
			if r, n := utf8.DecodeRuneInString(text[i:]); r == '\u212a' {
				token = append(token, 'k')
				i += n - 1
				continue
			} else if r == 'İ' {
				token = append(token, 'i')
			}
		}
		if len(token) > 0 {
			dst = append(dst, s.tokenID(token, stem))
			token = token[:0]
		}
	}
	s.buf = token
	return dst
}

func (s *scratch) tokenID(token []byte, stem bool) int32 {
	if stem && len(token) > 3 {
		token = s.stems.of(token)
	}
	return s.vocab.id(token)
}

// rougeByte is a letter or digit in lower case, or 0 for what is between tokens.
var rougeByte = alphanumericBytes()

func alphanumericBytes() (table [256]byte) {
	for c := range asciiClass {
		if asciiClass[c] == alphanumeric {
			table[c] = byte(c) | asciiLower[c]
		}
	}
	return table
}
