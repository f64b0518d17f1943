package dataset

import (
	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func sniffOpenAI(h *record.Head) bool {
	if h.First.Kind != record.Object || h.Shape == record.Table {
		return false
	}
	input := h.First.Find("input")
	if input == nil {
		return false
	}
	return h.First.Has("ideal") || input.Kind == record.List && len(input.Items) > 0 && input.Items[0].Has("role")
}

func readOpenAI(p *record.Pass) error { return eachFilled(p, openAICase) }

// openAICase reads a sample; false is one with problems, which have been reported.
func openAICase(p *record.Pass, c *system.Case, n *record.Node) bool {
	input, ideal := n.Find("input"), n.Find("ideal")
	if input == nil {
		p.Fail(record.Faultf(n.Line, `a sample without "input"`))
		return false
	}
	if err := converse(p, c, input); err != nil {
		p.Fail(record.Faultf(input.Line, `"input": %v`, err))
		return false
	}
	if ideal == nil {
		p.Notes.Add(`a sample without "ideal" has no gold`)
	} else if err := alternatives(c, ideal); err != nil {
		p.Fail(record.Faultf(ideal.Line, `"ideal": %v`, err))
		return false
	}
	var ok bool
	c.Extra, ok = leave(p, n, func(key string) bool { return key == "input" || key == "ideal" })
	return ok
}

// converse takes a text as the question, and a list of messages as the conversation that ends in it.
func converse(p *record.Pass, c *system.Case, input *record.Node) (err error) {
	if input, err = record.InCell(input); err != nil {
		return err
	}
	if input.Kind != record.List {
		c.Question, err = input.Scalar()
		return err
	}
	m, err := record.MessagesOf(input, func(key string) error {
		p.Notes.Add("%q of messages was not taken over", record.Shown(key))
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
func alternatives(c *system.Case, v *record.Node) error {
	if v.Kind == record.Object {
		s, err := v.Plain()
		c.Gold = []string{s}
		return err
	}
	gold, _, err := v.Scalars()
	c.Gold = gold
	return err
}
