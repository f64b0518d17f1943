package score

import "strconv"

// PRF is an overlap seen from both sides: the share of the answer that the gold has, the share of the
// gold that the answer has, and their harmonic mean.
type PRF struct {
	Precision, Recall, F float64
}

// overlap is the PRF of an overlap; without any it is 0 on every side.
func overlap(common, answer, gold int) PRF {
	if common == 0 {
		return PRF{}
	}
	p, r := float64(common)/float64(answer), float64(common)/float64(gold)
	return PRF{p, r, 2 * p * r / (p + r)}
}

// String is precision and recall.
func (m PRF) String() string {
	b := make([]byte, 0, 32)
	b = append(b, "precision "...)
	b = strconv.AppendFloat(b, m.Precision, 'f', 4, 64)
	b = append(b, ", recall "...)
	return string(strconv.AppendFloat(b, m.Recall, 'f', 4, 64))
}

// bestF scores an answer by the F of a measure.
func bestF(in *Input, measure func(gold, answer string) (PRF, error)) Score {
	return in.best(func(gold string) Score {
		m, err := measure(gold, in.Answer)
		if err != nil {
			return Not("", Skipped, err.Error())
		}
		out := Of("", m.F)
		out.Expected, out.Extracted, out.Explanation = Shown(gold), Shown(in.Answer), m.String()
		return out
	})
}
