package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/system"
)

func sniffTATQA(h *head) bool {
	return h.first.kind == object && h.first.has("questions") && h.first.has("paragraphs") && h.first.has("table")
}

func readTATQA(p *pass) error {
	return p.each(func(n *node) error {
		r, err := p.report(n)
		if err != nil {
			p.fail(faultf(n.line, "%v", err))
			return nil
		}
		for i := range r.questions {
			q := &r.questions[i]
			c, err := p.tatQACase(r, q)
			if err != nil {
				p.fail(faultf(q.line, "question %d: %v", i+1, err))
				continue
			}
			if err := p.take(c, q.line); err != nil {
				return err
			}
		}
		return nil
	})
}

// report is a record of TAT-QA: a table and the paragraphs around it, with the questions about them.
type report struct {
	name, text string
	lines      map[string]int // of the paragraphs, by their order
	questions  []node
}

func (p *pass) report(n *node) (*report, error) {
	r := &report{lines: map[string]int{}}
	d := &page{}
	paragraphs, err := objects(n, "paragraphs")
	if err != nil {
		return nil, err
	}
	for i := range paragraphs {
		s, err := optional(&paragraphs[i], "text")
		if err != nil {
			return nil, fmt.Errorf("paragraph %d: %w", i+1, err)
		}
		order, err := optional(&paragraphs[i], "order")
		if err != nil {
			return nil, fmt.Errorf("paragraph %d: %w", i+1, err)
		}
		r.lines[order] = d.add(s)
	}
	t := n.find("table")
	if t == nil || t.kind != object {
		return nil, errors.New(`"table" with uid and table is missing`)
	}
	rows, err := cells(t, "table")
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		d.addRow(row)
	}
	if r.text = d.b.String(); strings.TrimSpace(r.text) == "" {
		return nil, errors.New("the context is empty: there is nothing in paragraphs and table")
	}
	if r.name, err = optional(t, "uid"); err != nil {
		return nil, err
	}
	if r.questions, err = objects(n, "questions"); err == nil && len(r.questions) == 0 {
		err = errors.New("there are no questions")
	}
	p.unused(n, "table", "paragraphs", "questions")
	return r, err
}

func (p *pass) tatQACase(r *report, q *node) (c *system.Case, err error) {
	c = &system.Case{}
	if c.Question, err = required(q, "question"); err != nil {
		return nil, err
	}
	if err := named(c, q, "uid"); err != nil {
		return nil, err
	}
	for _, t := range [...]struct{ key, tag string }{{"answer_type", tagAnswer}, {"answer_from", "answer_from"}, {"scale", tagScale}, {"req_comparison", "comparison"}} {
		s, err := optional(q, t.key)
		if err != nil {
			return nil, err
		}
		tag(c, t.tag, s)
	}
	c.Unit = c.Tags[tagScale]
	if err := p.tatQAGold(c, q.find("answer")); err != nil {
		return nil, err
	}
	p.ask(c, r.name, r.text)
	if err := p.paragraphs(c, r, q); err != nil {
		return nil, err
	}
	if way := q.find("derivation"); way != nil && strings.TrimSpace(way.text) != "" {
		c.Extra = append(appendText([]byte(`{"derivation":`), way.text), '}')
	}
	p.unused(q, "uid", "order", "question", "answer", "answer_type", "answer_from", "scale", "req_comparison", "rel_paragraphs", "derivation")
	return c, nil
}

// tatQAGold takes the answer: a number, a text, or a list, which has several items where several spans make
// the answer.
func (p *pass) tatQAGold(c *system.Case, v *node) (err error) {
	if v == nil {
		p.notes.add("a question without an answer has no gold")
		return nil
	}
	if c.Gold, _, err = v.scalars(); err != nil {
		return fmt.Errorf(`"answer" %w`, err)
	}
	if len(c.Gold) == 0 {
		return errors.New(`"answer" is an empty list`)
	}
	c.GoldList = len(c.Gold) > 1 || strings.HasSuffix(c.Tags[tagAnswer], "span")
	return nil
}

// paragraphs takes over which paragraphs the gold rests on.
func (p *pass) paragraphs(c *system.Case, r *report, q *node) error {
	orders, err := texts(q, "rel_paragraphs")
	for _, order := range orders {
		if line := r.lines[order]; line > 0 {
			c.Evidence = append(c.Evidence, lineID(c.Passages[0].ID, line))
		} else {
			p.notes.add("evidence that is not on the page was left out")
		}
	}
	return err
}

// predictions reads an object of {"uid": [answer, scale]}, in which TAT-QA's predictions come.
func (a *Answers) predictions(p *pass, n *node) {
	for i := range n.fields {
		f := &n.fields[i]
		said, scale := &f.value.items[0], f.value.items[1].text
		items, _, err := said.scalars()
		if said.kind == null {
			items, err = nil, nil
		}
		if err != nil {
			p.fail(faultf(f.line, "%q: the answer %v", shown(f.key), err))
			continue
		}
		s := system.StoredAnswer{Text: strings.Join(items, ", "), Unit: scale}
		if len(items) > 1 {
			s.List = items
		}
		a.add(p, f.line, f.key, s)
		a.Scales[f.key] = scale
	}
}

// isPredictions reports whether an object holds nothing but pairs of an answer and a scale.
func isPredictions(n *node) bool {
	for i := range n.fields {
		v := &n.fields[i].value
		if v.kind != list || len(v.items) != 2 || v.items[1].kind != text || !isScale(v.items[1].text) {
			return false
		}
	}
	return len(n.fields) > 0
}

// scales are what an answer of TAT-QA can be counted in.
var scales = [...]string{"", "thousand", "million", "billion", "percent"}

func isScale(s string) bool {
	for _, known := range scales {
		if s == known {
			return true
		}
	}
	return false
}
