package dataset

import (
	"crypto/sha256"
	"fmt"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// resultShape is a shape in which answers were published together with their gold and verdicts on them.
type resultShape struct {
	id, question, answer string
	golds                []string // the first that is there
	verdicts, tags       []string
}

// Verdicts on answers become tags of cases and Verdicts of Answers, under the names that they have there.
var (
	financeBenchResults = resultShape{"financebench_id", "question", "model_answer", []string{"gold_answer"},
		[]string{"label"}, []string{"model_name", "eval_mode"}}
	finQAResults = resultShape{"", "question", "final_answer_text", []string{"gold_text", "gold"},
		[]string{"correct", "correct_mathverify", "correct_legacy", "correct_legacy_base"}, []string{"tag_status", "evaluator"}}
)

func sniffFinanceBenchResults(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("financebench_id") && h.First.Has("model_answer")
}

func sniffFinQAResults(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("final_answer_text") && h.First.Has("gold_text") && h.First.Has("correct")
}

func readResults(r *resultShape) func(*record.Pass) error {
	return func(p *record.Pass) error {
		return p.Each(func(n *record.Node) error {
			c, err := resultCase(p, r, n)
			if err != nil {
				p.Fail(record.Faultf(n.Line, "%v", err))
				return nil
			}
			return p.Take(c, n.Line)
		})
	}
}

// resultCase reads a record as a case that has its answer.
func resultCase(p *record.Pass, r *resultShape, n *record.Node) (c *system.Case, err error) {
	c = &system.Case{}
	if c.Question, err = required(n, r.question); err != nil {
		return nil, err
	}
	if c.ID, err = resultID(p, r, n, c.Question); err != nil {
		return nil, err
	}
	for _, key := range r.golds {
		gold, err := optional(n, key)
		if err != nil {
			return nil, err
		}
		if gold != "" {
			c.Gold = []string{gold}
			break
		}
	}
	answer, err := optional(n, r.answer)
	if err != nil {
		return nil, err
	}
	c.Answer = &answer
	for _, key := range append(append([]string{}, r.verdicts...), r.tags...) {
		s, err := optional(n, key)
		if err != nil {
			return nil, err
		}
		tag(c, key, s)
	}
	if len(c.Gold) == 0 {
		p.Notes.Add("a record without %s has no gold", r.golds[0])
	} else {
		tag(c, tagAnswer, answerType(c.Gold[0]))
	}
	extra, ok := leave(p, n, r.taken)
	c.Extra = extra
	if !ok {
		return nil, fmt.Errorf("its extra data cannot be kept")
	}
	return c, nil
}

// resultID is the id of a record, or one that its question gives.
func resultID(p *record.Pass, r *resultShape, n *record.Node, question string) (string, error) {
	if r.id != "" {
		return required(n, r.id)
	}
	sum := sha256.Sum256([]byte(question))
	return p.Numbered(sum[:]), nil
}

func (r *resultShape) taken(key string) bool {
	return key == r.id || key == r.question || key == r.answer || contains(r.golds, key) || contains(r.verdicts, key) || contains(r.tags, key)
}
