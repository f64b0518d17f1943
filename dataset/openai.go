package dataset

import (
	"github.com/assayhq/assay/system"
)

func sniffOpenAI(h *head) bool {
	if h.first.kind != object || h.shape == table {
		return false
	}
	input := h.first.find("input")
	if input == nil {
		return false
	}
	return h.first.has("ideal") || input.kind == list && len(input.items) > 0 && input.items[0].has("role")
}

func readOpenAI(p *pass) error {
	return p.each(func(n *node) error {
		c := &system.Case{}
		if !p.openAICase(c, n) {
			return nil
		}
		return p.take(c, n.line)
	})
}

// openAICase reads a sample; false is one with problems, which have been told.
func (p *pass) openAICase(c *system.Case, n *node) bool {
	input, ideal := n.find("input"), n.find("ideal")
	if input == nil {
		p.fail(faultf(n.line, `a sample without "input"`))
		return false
	}
	if err := p.converse(c, input); err != nil {
		p.fail(faultf(input.line, `"input": %v`, err))
		return false
	}
	if ideal == nil {
		p.notes.add(`a sample without "ideal" has no gold`)
	} else if err := alternatives(c, ideal); err != nil {
		p.fail(faultf(ideal.line, `"ideal": %v`, err))
		return false
	}
	var ok bool
	c.Extra, ok = p.leave(n, func(key string) bool { return key == "input" || key == "ideal" })
	return ok
}

// converse takes a text as the question, and a list of messages as the conversation that ends in it.
func (p *pass) converse(c *system.Case, input *node) (err error) {
	if input, err = inCell(input); err != nil {
		return err
	}
	if input.kind != list {
		c.Question, err = input.scalar()
		return err
	}
	m, err := messagesOf(input, func(key string) error {
		p.notes.add("%q of messages was not taken over", shown(key))
		return nil
	})
	if err != nil {
		return err
	}
	c.Question = m[len(m)-1].Text
	if len(m) > 1 || m[0].Role != "user" {
		c.Messages = m
	}
	return nil
}

// alternatives takes a gold of which any item is right. An object is a gold by its JSON.
func alternatives(c *system.Case, v *node) error {
	if v.kind == object {
		s, err := v.plain()
		c.Gold = []string{s}
		return err
	}
	gold, _, err := v.scalars()
	c.Gold = gold
	return err
}
