package encode

import (
	"fmt"
	"slices"

	"github.com/assayhq/assay/vec"
)

// head is what turns the state of a text's first token into numbers for labels.
type head struct {
	dense  *linear
	act    activation
	norm   *norm // nil for none
	mean   bool  // the mean of all states is taken, not the first
	labels *linear
}

// loadHead loads the head of sequence classification, or nil if the weights have none.
func loadHead(l *loader, a *architecture, s settings) *head {
	stored, ok := l.lookup(a.head.labels, ".weight")
	if l.err != nil || !ok {
		return nil
	}
	// The number of labels is the weights' own where config.json does not say.
	count := s.count
	if s.labels == nil && len(stored.Shape) == 2 && stored.Shape[0] >= 1 && stored.Shape[0] <= maxLabels {
		count = stored.Shape[0]
	}
	act := a.head.act
	if s.headAct != "" {
		act = s.headAct
	}
	h := &head{act: activationOf(act), labels: l.linear(a.head.labels, count, s.width), mean: s.headMean}
	if h.act == nil && l.err == nil {
		l.err = fmt.Errorf("config.json: the head's activation %q is not known here", act)
	}
	if s.headBias {
		h.dense = l.linear(a.head.dense, s.width, s.width)
	} else {
		h.dense = l.unbiased(a.head.dense, s.width, s.width)
	}
	if a.head.norm != "" {
		h.norm = l.scaled(a.head.norm, s.width, s.eps, s.normBias)
	}
	return h
}

// logits is what the head makes of the states of each text of a pack.
func (h *head) logits(p *pack, x vec.Matrix) vec.Matrix {
	n := len(p.ends)
	states := vec.Dense(make([]float32, n*x.Cols), n, x.Cols)
	for i := range n {
		rows, to := rowsOf(x, p.from(i), p.ends[i]), states.Data[i*x.Cols:(i+1)*x.Cols]
		if h.mean {
			meanOf(to, rows, 0)
		} else {
			copy(to, rows.Data[:x.Cols])
		}
	}
	dense := vec.Dense(make([]float32, n*x.Cols), n, x.Cols)
	h.dense.mul(dense, states, 1)
	h.act(dense.Data)
	if h.norm != nil {
		h.norm.of(dense)
	}
	out := vec.Dense(make([]float32, n*h.labels.n), n, h.labels.n)
	h.labels.mul(out, dense, 1)
	return out
}

// slicesOf are copies of the rows of a matrix.
func slicesOf(m vec.Matrix) [][]float32 {
	rows := make([][]float32, m.Rows)
	for i := range rows {
		rows[i] = slices.Clone(m.Data[i*m.Stride : i*m.Stride+m.Cols])
	}
	return rows
}
