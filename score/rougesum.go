package score

import (
	"fmt"
	"strings"
)

// summary is the memory of ROUGE-Lsum: where the sentences of gold and answer end in the scratch's
// tokens, and how often each token of the answer may still be counted.
type summary struct {
	goldEnds, answerEnds []int
	left                 []int32
	hit                  []bool
}

// rougeSum is ROUGE-Lsum: for each sentence of the gold, the union of its longest common subsequences
// with each sentence of the answer; no token counts more often than the answer has it.
func (s *scratch) rougeSum(gold, answer string, stem bool) (PRF, error) {
	s.gold, s.sum.goldEnds = s.sentences(s.gold[:0], s.sum.goldEnds[:0], gold, stem)
	s.answer, s.sum.answerEnds = s.sentences(s.answer[:0], s.sum.answerEnds[:0], answer, stem)
	pairs := len(s.sum.goldEnds) * len(s.sum.answerEnds)
	switch {
	case pairs == 0:
		return PRF{}, nil
	case pairs > maxSentencePairs:
		return PRF{}, fmt.Errorf("too long to align: %d lines of gold with %d of answer",
			len(s.sum.goldEnds), len(s.sum.answerEnds))
	case pairs == 1 && len(s.gold)*len(s.answer) <= maxLCS:
		common := s.lcs.length(s.gold, s.answer, len(s.vocab.ends))
		return overlap(common, len(s.answer), len(s.gold)), nil
	case len(s.gold)*len(s.answer) > maxUnion:
		return PRF{}, tooLong(len(s.gold), len(s.answer))
	}
	return overlap(s.unionHits(), len(s.answer), len(s.gold)), nil
}

// sentences appends the tokens of a text and the offsets after those of each line that has any.
func (s *scratch) sentences(tokens []int32, ends []int, text string, stem bool) ([]int32, []int) {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		before := len(tokens)
		if tokens = s.rougeTokens(tokens, line, stem); len(tokens) > before {
			ends = append(ends, len(tokens))
		}
		text = rest
	}
	return tokens, ends
}

// unionHits counts the tokens of the unions.
func (s *scratch) unionHits() int {
	m := &s.sum
	kinds := len(s.vocab.ends)
	m.left = zeroed(m.left, kinds)
	s.lcs.masks = zeroed(s.lcs.masks, kinds)
	for _, id := range s.answer {
		m.left[id]++
	}
	hits, start := 0, 0
	for _, end := range m.goldEnds {
		hits += s.union(s.gold[start:end])
		start = end
	}
	return hits
}

// union counts the tokens of one sentence of the gold that are in a common subsequence.
func (s *scratch) union(sentence []int32) int {
	m := &s.sum
	m.hit = zeroed(m.hit, len(sentence))
	start := 0
	for _, end := range m.answerEnds {
		s.lcs.walk(sentence, s.answer[start:end], func(row int) { m.hit[row] = true })
		start = end
	}
	hits := 0
	for row, id := range sentence {
		if m.hit[row] && m.left[id] > 0 {
			m.left[id]--
			hits++
		}
	}
	return hits
}
