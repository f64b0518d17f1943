package dataset

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// The names of columns, in small letters, the first that is there.
var (
	simpleQuestions = []string{"problem", "question"}
	simpleGolds     = []string{"correct answer", "answer", "gold"}
	simpleIDs       = []string{"id", "qid", "question_id"}
	choices         = []string{"A", "B", "C", "D"}
)

// sniffSimple leaves the small-lettered question and answer alone: there an answer may be a system's.
func sniffSimple(h *record.Head) bool {
	if h.First.Kind != record.Object {
		return false
	}
	return h.First.Has("problem") && h.First.Has("answer") ||
		h.First.Has("Question") && h.First.Has("Answer", "Correct Answer")
}

func readSimple(p *record.Pass) error { return eachFilled(p, simpleCase) }

func simpleCase(p *record.Pass, c *system.Case, n *record.Node) bool {
	question, gold, id := column1(n, simpleQuestions), column1(n, simpleGolds), column1(n, simpleIDs)
	if question == nil || gold == nil {
		p.Fail(record.Faultf(n.Line, "a record takes a question (%s) and a reference (%s)",
			strings.Join(simpleQuestions, ", "), strings.Join(simpleGolds, ", ")))
		return false
	}
	var err error
	if c.Question, err = question.Value.Scalar(); err == nil && strings.TrimSpace(c.Question) == "" {
		p.Fail(record.Faultf(question.Line, "%q is empty", question.Key))
		return false
	}
	if err == nil {
		err = alternatives(c, &gold.Value)
	}
	if err == nil && id != nil {
		c.ID, err = id.Value.Scalar()
	}
	if err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
		return false
	}
	takeChoices(c, n)
	used := []*record.Field{question, gold, id}
	var ok bool
	c.Extra, ok = leave(p, n, func(key string) bool {
		return slices.ContainsFunc(used, func(f *record.Field) bool { return f != nil && f.Key == key }) ||
			c.Variables != nil && slices.Contains(choices, key)
	})
	return ok
}

// takeChoices keeps the choices of a question that has them as variables.
func takeChoices(c *system.Case, n *record.Node) {
	for _, name := range choices {
		if v := n.Find(name); v == nil || v.Kind > record.Text {
			return
		}
	}
	c.Variables = map[string]string{}
	for _, name := range choices {
		c.Variables[name] = n.Find(name).Text
	}
}

// column1 is the first of some columns that a record has.
func column1(n *record.Node, names []string) *record.Field {
	for _, name := range names {
		for i := range n.Fields {
			if f := &n.Fields[i]; strings.ToLower(f.Key) == name && f.Value.Kind != record.Null && (!f.Value.Cell || f.Value.Text != "") {
				return f
			}
		}
	}
	return nil
}
