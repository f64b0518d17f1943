package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// ragasKeys are the keys of Ragas under all the names that they have had.
var ragasKeys = []struct {
	name string
	set  func(*record.Pass, *system.Case, *record.Node) error
}{
	{"user_input", func(p *record.Pass, c *system.Case, v *record.Node) error { return converse(p, c, v) }},
	{"question", func(p *record.Pass, c *system.Case, v *record.Node) error { return converse(p, c, v) }},
	{"retrieved_contexts", func(_ *record.Pass, c *system.Case, v *record.Node) error { return setPassages(c, v) }},
	{"contexts", func(_ *record.Pass, c *system.Case, v *record.Node) error { return setPassages(c, v) }},
	{"response", func(_ *record.Pass, c *system.Case, v *record.Node) error { return setAnswer(c, v) }},
	{"answer", func(_ *record.Pass, c *system.Case, v *record.Node) error { return setAnswer(c, v) }},
	{"reference", func(_ *record.Pass, c *system.Case, v *record.Node) error { return addGold(c, v) }},
	{"ground_truth", func(_ *record.Pass, c *system.Case, v *record.Node) error { return addGold(c, v) }},
	{"ground_truths", func(_ *record.Pass, c *system.Case, v *record.Node) error { return addGold(c, v) }},
	{"reference_context_ids", setEvidence},
	{"retrieved_context_ids", func(*record.Pass, *system.Case, *record.Node) error { return nil }}, // of the passages, once these are there
	{"id", func(_ *record.Pass, c *system.Case, v *record.Node) error { return setID(c, v) }},
}

// twins are the older and the newer name of one thing.
var twins = [][2]string{{"user_input", "question"}, {"retrieved_contexts", "contexts"}, {"response", "answer"}}

func sniffRagas(h *record.Head) bool {
	if h.First.Kind != record.Object || h.First.Has("gold") {
		return false
	}
	if h.First.Has("user_input", "retrieved_contexts", "reference_contexts", "ground_truth", "ground_truths") {
		return true
	}
	return h.First.Has("question") && h.First.Has("contexts") && h.First.Has("answer")
}

func readRagas(p *record.Pass) error { return eachFilled(p, ragasCase) }

// ragasCase reads a sample; false is one with problems, which have been reported.
func ragasCase(p *record.Pass, c *system.Case, n *record.Node) bool {
	before := p.Problems.Count
	for i := range n.Fields {
		setRagas(p, c, &n.Fields[i])
	}
	for _, t := range twins {
		if n.Find(t[0]) != nil && n.Find(t[1]) != nil {
			p.Fail(record.Faultf(n.Line, "%s and %s are two names of one thing: keep one", t[0], t[1]))
		}
	}
	if err := namePassages(c, n); err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
	}
	if p.Problems.Count == before && c.Question == "" {
		p.Fail(record.Faultf(n.Line, "a sample without a question (user_input, question)"))
	}
	if p.Problems.Count > before {
		return false
	}
	if len(c.Gold) == 0 {
		p.Notes.Add("a sample without ground truth has no gold")
	}
	var ok bool
	c.Extra, ok = leave(p, n, func(key string) bool {
		for i := range ragasKeys {
			if ragasKeys[i].name == key {
				return true
			}
		}
		return key == "" // the numbers of rows, as data frames write them
	})
	return ok
}

func setRagas(p *record.Pass, c *system.Case, f *record.Field) {
	v := &f.Value
	if v.Kind == record.Null || v.Cell && v.Text == "" && f.Key != "answer" && f.Key != "response" {
		return
	}
	noteEmptyAnswer(p, f)
	for i := range ragasKeys {
		if ragasKeys[i].name == f.Key {
			if err := ragasKeys[i].set(p, c, v); err != nil {
				p.Fail(record.Faultf(f.Line, "%q: %v", f.Key, err))
			}
			return
		}
	}
}

// addGold takes ground truths; a sample that has one under two names has it once.
func addGold(c *system.Case, v *record.Node) (err error) {
	if v, err = record.InCell(v); err != nil {
		return err
	}
	gold, _, err := v.Scalars()
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

func setEvidence(_ *record.Pass, c *system.Case, v *record.Node) (err error) {
	if v, err = record.InCell(v); err != nil {
		return err
	}
	c.Evidence, _, err = v.Scalars()
	return err
}

// namePassages gives the passages the ids in the list beside them.
func namePassages(c *system.Case, n *record.Node) error {
	v := n.Find("retrieved_context_ids")
	if v == nil || v.Cell && v.Text == "" {
		return nil
	}
	v, err := record.InCell(v)
	if err != nil {
		return err
	}
	ids, _, err := v.Scalars()
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
