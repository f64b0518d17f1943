package dataset

import (
	"slices"
	"strings"

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
func sniffSimple(h *head) bool {
	if h.first.kind != object {
		return false
	}
	return h.first.has("problem") && h.first.has("answer") ||
		h.first.has("Question") && h.first.has("Answer", "Correct Answer")
}

func readSimple(p *pass) error {
	return p.each(func(n *node) error {
		c := &system.Case{}
		if !p.simpleCase(c, n) {
			return nil
		}
		return p.take(c, n.line)
	})
}

func (p *pass) simpleCase(c *system.Case, n *node) bool {
	question, gold, id := column1(n, simpleQuestions), column1(n, simpleGolds), column1(n, simpleIDs)
	if question == nil || gold == nil {
		p.fail(faultf(n.line, "a record takes a question (%s) and a reference (%s)", strings.Join(simpleQuestions, ", "), strings.Join(simpleGolds, ", ")))
		return false
	}
	var err error
	if c.Question, err = question.value.scalar(); err == nil && strings.TrimSpace(c.Question) == "" {
		p.fail(faultf(question.line, "%q is empty", question.key))
		return false
	}
	if err == nil {
		err = alternatives(c, &gold.value)
	}
	if err == nil && id != nil {
		c.ID, err = id.value.scalar()
	}
	if err != nil {
		p.fail(faultf(n.line, "%v", err))
		return false
	}
	takeChoices(c, n)
	used := []*field{question, gold, id}
	var ok bool
	c.Extra, ok = p.leave(n, func(key string) bool {
		return slices.ContainsFunc(used, func(f *field) bool { return f != nil && f.key == key }) || c.Variables != nil && slices.Contains(choices, key)
	})
	return ok
}

// takeChoices keeps the choices of a question that has them as variables.
func takeChoices(c *system.Case, n *node) {
	for _, name := range choices {
		if v := n.find(name); v == nil || v.kind > text {
			return
		}
	}
	c.Variables = map[string]string{}
	for _, name := range choices {
		c.Variables[name] = n.find(name).text
	}
}

// column1 is the first of some columns that a record has.
func column1(n *node, names []string) *field {
	for _, name := range names {
		for i := range n.fields {
			if f := &n.fields[i]; strings.ToLower(f.key) == name && f.value.kind != null && (!f.value.cell || f.value.text != "") {
				return f
			}
		}
	}
	return nil
}
