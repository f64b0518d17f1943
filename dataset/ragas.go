package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/system"
)

// ragasKeys are the keys of Ragas under all the names that they have had.
var ragasKeys = []struct {
	name string
	set  func(*pass, *system.Case, *node) error
}{
	{"user_input", func(p *pass, c *system.Case, v *node) error { return p.converse(c, v) }},
	{"question", func(p *pass, c *system.Case, v *node) error { return p.converse(c, v) }},
	{"retrieved_contexts", func(_ *pass, c *system.Case, v *node) error { return setPassages(c, v) }},
	{"contexts", func(_ *pass, c *system.Case, v *node) error { return setPassages(c, v) }},
	{"response", func(_ *pass, c *system.Case, v *node) error { return setAnswer(c, v) }},
	{"answer", func(_ *pass, c *system.Case, v *node) error { return setAnswer(c, v) }},
	{"reference", func(_ *pass, c *system.Case, v *node) error { return addGold(c, v) }},
	{"ground_truth", func(_ *pass, c *system.Case, v *node) error { return addGold(c, v) }},
	{"ground_truths", func(_ *pass, c *system.Case, v *node) error { return addGold(c, v) }},
	{"reference_context_ids", setEvidence},
	{"retrieved_context_ids", func(*pass, *system.Case, *node) error { return nil }}, // of the passages, once these are there
	{"id", func(_ *pass, c *system.Case, v *node) error { return setID(c, v) }},
}

// twins are the older and the newer name of one thing.
var twins = [][2]string{{"user_input", "question"}, {"retrieved_contexts", "contexts"}, {"response", "answer"}}

func sniffRagas(h *head) bool {
	if h.first.kind != object || h.first.has("gold") {
		return false
	}
	if h.first.has("user_input", "retrieved_contexts", "reference_contexts", "ground_truth", "ground_truths") {
		return true
	}
	return h.first.has("question") && h.first.has("contexts") && h.first.has("answer")
}

func readRagas(p *pass) error {
	return p.each(func(n *node) error {
		c := &system.Case{}
		if !p.ragasCase(c, n) {
			return nil
		}
		return p.take(c, n.line)
	})
}

// ragasCase reads a sample; false is one with problems, which have been told.
func (p *pass) ragasCase(c *system.Case, n *node) bool {
	before := p.problems.Count
	for i := range n.fields {
		p.setRagas(c, &n.fields[i])
	}
	for _, t := range twins {
		if n.find(t[0]) != nil && n.find(t[1]) != nil {
			p.fail(faultf(n.line, "%s and %s are two names of one thing: keep one", t[0], t[1]))
		}
	}
	if err := namePassages(c, n); err != nil {
		p.fail(faultf(n.line, "%v", err))
	}
	if p.problems.Count == before && c.Question == "" {
		p.fail(faultf(n.line, "a sample without a question (user_input, question)"))
	}
	if p.problems.Count > before {
		return false
	}
	if len(c.Gold) == 0 {
		p.notes.add("a sample without ground truth has no gold")
	}
	var ok bool
	c.Extra, ok = p.leave(n, func(key string) bool {
		for i := range ragasKeys {
			if ragasKeys[i].name == key {
				return true
			}
		}
		return key == "" // the numbers of rows, as data frames write them
	})
	return ok
}

func (p *pass) setRagas(c *system.Case, f *field) {
	v := &f.value
	if v.kind == null || v.cell && v.text == "" && f.key != "answer" && f.key != "response" {
		return
	}
	p.noteEmptyAnswer(f)
	for i := range ragasKeys {
		if ragasKeys[i].name == f.key {
			if err := ragasKeys[i].set(p, c, v); err != nil {
				p.fail(faultf(f.line, "%q: %v", f.key, err))
			}
			return
		}
	}
}

// addGold takes ground truths; a sample that has one under two names has it once.
func addGold(c *system.Case, v *node) (err error) {
	if v, err = inCell(v); err != nil {
		return err
	}
	gold, _, err := v.scalars()
	if err != nil {
		return err
	}
	for _, g := range gold {
		if strings.TrimSpace(g) != "" && !contains(c.Gold, g) {
			c.Gold = append(c.Gold, g)
		}
	}
	return nil
}

const maxGold = 1 << 10 // ground truths that are compared with each other

func contains(all []string, s string) bool {
	for i := range min(len(all), maxGold) {
		if all[i] == s {
			return true
		}
	}
	return false
}

func setEvidence(_ *pass, c *system.Case, v *node) (err error) {
	if v, err = inCell(v); err != nil {
		return err
	}
	c.Evidence, _, err = v.scalars()
	return err
}

// namePassages gives the passages the ids that stand in a list beside them.
func namePassages(c *system.Case, n *node) error {
	v := n.find("retrieved_context_ids")
	if v == nil || v.cell && v.text == "" {
		return nil
	}
	v, err := inCell(v)
	if err != nil {
		return err
	}
	ids, _, err := v.scalars()
	if err != nil {
		return fmt.Errorf(`"retrieved_context_ids": %w`, err)
	}
	if len(ids) != len(c.Passages) {
		return errors.New("retrieved_context_ids and retrieved_contexts have different lengths")
	}
	for i := range ids {
		c.Passages[i].ID = ids[i]
	}
	return nil
}
