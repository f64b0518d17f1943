package score

import (
	"fmt"
	"math"
	"strconv"
)

// maxOrder is the length of the longest n-grams of BLEU.
const maxOrder = 4

// sacreBLEU is the version of sacreBLEU that BLEU is held equal to.
const sacreBLEU = "2.6.0"

// bleuCounts is what BLEU is computed from: the n-grams of an answer that a gold has, all of its n-grams,
// its tokens, and those of the gold that is nearest in length.
type bleuCounts struct {
	Correct, Total [maxOrder]int64
	Answer, Gold   int64
}

// score is BLEU by the counts. Only BLEU of a sentence leaves out the orders for which it is too short.
func (c *bleuCounts) score(effective bool) float64 {
	if c.Correct == [maxOrder]int64{} {
		return 0
	}
	logs, orders, smooth := 0.0, maxOrder, 1.0
	for n, total := range c.Total {
		if total == 0 {
			if !effective {
				return 0
			}
			orders = n
			break
		}
		correct := float64(c.Correct[n])
		if correct == 0 {
			smooth *= 2
			correct = 1 / smooth
		}
		logs += math.Log(100 * correct / float64(total))
	}
	brevity := 1.0
	if c.Answer < c.Gold {
		brevity = math.Exp(1 - float64(c.Gold)/float64(c.Answer))
	}
	return min(100, brevity*math.Exp(logs/float64(orders)))
}

func countBLEU(golds []string, answer string) bleuCounts {
	size := len(answer)
	for _, gold := range golds {
		size += len(gold)
	}
	s := getScratch(size)
	defer s.giveBack(size)
	s.answer = s.bleuTokens(s.answer[:0], answer)
	s.gold = s.gold[:0]
	s.ends = s.ends[:0]
	for _, gold := range golds {
		s.gold = s.bleuTokens(s.gold, gold)
		s.ends = append(s.ends, len(s.gold))
	}
	c := bleuCounts{Answer: int64(len(s.answer)), Gold: int64(nearestLength(len(s.answer), s.ends))}
	kinds := len(s.vocab.ends)
	for n := range maxOrder {
		if n > 0 {
			kinds = s.longerGrams()
		}
		c.Total[n] = int64(len(s.answer))
		c.Correct[n] = int64(s.clipped(kinds))
	}
	return c
}

// nearestLength is the length of the gold that is nearest to that of the answer, the shorter of two.
func nearestLength(answer int, ends []int) int {
	best, start := -1, 0
	for _, end := range ends {
		n := end - start
		start = end
		far, least := abs(n-answer), abs(best-answer)
		if best < 0 || far < least || far == least && n < best {
			best = n
		}
	}
	return max(0, best)
}

func abs(n int) int { return max(n, -n) }

// longerGrams makes the n-grams of the answer and of each gold longer by one, and counts their kinds.
func (s *scratch) longerGrams() int {
	s.grams.reset(len(s.gold) + len(s.answer))
	s.answer = s.grams.extend(s.answer)
	start, kept := 0, 0
	for i, end := range s.ends {
		longer := s.grams.extend(s.gold[start:end])
		start = end
		kept += copy(s.gold[kept:], longer)
		s.ends[i] = kept
	}
	s.gold = s.gold[:kept]
	return len(s.grams.keys)
}

// clipped counts the n-grams of the answer, each at most as often as the gold that has it most.
func (s *scratch) clipped(kinds int) int {
	if len(s.ends) == 1 {
		return s.common(kinds)
	}
	most := s.cleared(kinds)
	s.here = zeroed(s.here, kinds)
	start := 0
	for _, end := range s.ends {
		for _, id := range s.gold[start:end] {
			s.here[id]++
			most[id] = max(most[id], s.here[id])
		}
		for _, id := range s.gold[start:end] {
			s.here[id] = 0
		}
		start = end
	}
	n := 0
	for _, id := range s.answer {
		if most[id] > 0 {
			most[id]--
			n++
		}
	}
	return n
}

// CorpusBLEU is BLEU of many answers at once, which is no mean of theirs: n-grams and lengths are added
// up before they are divided. The zero value has no answers.
type CorpusBLEU struct {
	counts  bleuCounts
	answers int
	golds   int // of each answer; -1 if they differ
}

// Add adds an answer with its golds. One without a gold is left out.
func (b *CorpusBLEU) Add(golds []string, answer string) {
	if len(golds) == 0 {
		return
	}
	c := countBLEU(golds, answer)
	for n := range maxOrder {
		b.counts.Correct[n] += c.Correct[n]
		b.counts.Total[n] += c.Total[n]
	}
	b.counts.Answer += c.Answer
	b.counts.Gold += c.Gold
	switch {
	case b.answers == 0:
		b.golds = len(golds)
	case b.golds != len(golds):
		b.golds = -1
	}
	b.answers++
}

// Answers is how many were added.
func (b *CorpusBLEU) Answers() int { return b.answers }

// Score is the corpus's BLEU, from 0 to 100, as a record under the name "corpus-bleu".
func (b *CorpusBLEU) Score() Score {
	if b.answers == 0 {
		return Not("corpus-bleu", Skipped, "there are no answers with a gold")
	}
	out := Of("corpus-bleu", b.counts.score(false))
	out.Explanation = fmt.Sprintf("%s over %d answers with %d tokens against %d of gold",
		b.Signature(), b.answers, b.counts.Answer, b.counts.Gold)
	return out
}

// Signature describes how the score was computed, in sacreBLEU's notation.
func (b *CorpusBLEU) Signature() string {
	golds := "var"
	if b.golds >= 0 {
		golds = strconv.Itoa(b.golds)
	}
	return "nrefs:" + golds + "|case:mixed|eff:no|tok:13a|smooth:exp|version:" + sacreBLEU
}

func bleu(in *Input) Score {
	golds := in.Gold
	for _, gold := range golds {
		if blank(gold) {
			golds = in.spoken()
			break
		}
	}
	c := countBLEU(golds, in.Answer)
	out := Of("", c.score(true))
	out.Expected, out.Extracted = Shown(golds[0]), Shown(in.Answer)
	out.Explanation = c.String()
	return out
}

// String is the precision of the n-grams and the length of both sides.
func (c *bleuCounts) String() string {
	b := make([]byte, 0, 64)
	b = append(b, "n-grams"...)
	for n, total := range c.Total {
		b = strconv.AppendInt(append(b, ' '), c.Correct[n], 10)
		b = strconv.AppendInt(append(b, '/'), total, 10)
	}
	b = strconv.AppendInt(append(b, ", tokens "...), c.Answer, 10)
	return string(strconv.AppendInt(append(b, '/'), c.Gold, 10))
}
