package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func sniffTATQA(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("questions") && h.First.Has("paragraphs") && h.First.Has("table")
}

func readTATQA(p *record.Pass) error {
	return p.Each(func(n *record.Node) error {
		r, err := readReport(p, n)
		if err != nil {
			p.Fail(record.Faultf(n.Line, "%v", err))
			return nil
		}
		for i := range r.questions {
			q := &r.questions[i]
			c, err := tatQACase(p, r, q)
			if err != nil {
				p.Fail(record.Faultf(q.Line, "question %d: %v", i+1, err))
				continue
			}
			if err := p.Take(c, q.Line); err != nil {
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
	questions  []record.Node
}

func readReport(p *record.Pass, n *record.Node) (*report, error) {
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
	t := n.Find("table")
	if t == nil || t.Kind != record.Object {
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
	unused(p, n, "table", "paragraphs", "questions")
	return r, err
}

func tatQACase(p *record.Pass, r *report, q *record.Node) (c *system.Case, err error) {
	c = &system.Case{}
	if c.Question, err = required(q, "question"); err != nil {
		return nil, err
	}
	if err := named(c, q, "uid"); err != nil {
		return nil, err
	}
	for _, t := range [...]struct{ key, tag string }{{"answer_type", tagAnswer}, {"answer_from", "answer_from"},
		{"scale", tagScale}, {"req_comparison", "comparison"}} {
		s, err := optional(q, t.key)
		if err != nil {
			return nil, err
		}
		tag(c, t.tag, s)
	}
	c.Unit = c.Tags[tagScale]
	if err := tatQAGold(p, c, q.Find("answer")); err != nil {
		return nil, err
	}
	ask(p, c, r.name, r.text)
	if err := paragraphs(p, c, r, q); err != nil {
		return nil, err
	}
	if way := q.Find("derivation"); way != nil && strings.TrimSpace(way.Text) != "" {
		c.Extra = append(record.AppendText([]byte(`{"derivation":`), way.Text), '}')
	}
	unused(p, q, "uid", "order", "question", "answer", "answer_type", "answer_from", "scale", "req_comparison", "rel_paragraphs", "derivation")
	return c, nil
}

// tatQAGold takes the answer: a number, a text, or a list, which has several items where several spans make
// the answer.
func tatQAGold(p *record.Pass, c *system.Case, v *record.Node) (err error) {
	if v == nil {
		p.Notes.Add("a question without an answer has no gold")
		return nil
	}
	if c.Gold, _, err = v.Scalars(); err != nil {
		return fmt.Errorf(`"answer" %w`, err)
	}
	if len(c.Gold) == 0 {
		return errors.New(`"answer" is an empty list`)
	}
	c.GoldList = len(c.Gold) > 1 || strings.HasSuffix(c.Tags[tagAnswer], "span")
	return nil
}

// paragraphs takes over which paragraphs the gold rests on.
func paragraphs(p *record.Pass, c *system.Case, r *report, q *record.Node) error {
	orders, err := texts(q, "rel_paragraphs")
	for _, order := range orders {
		if line := r.lines[order]; line > 0 {
			c.Evidence = append(c.Evidence, lineID(c.Passages[0].ID, line))
		} else {
			p.Notes.Add("evidence that is not on the page was left out")
		}
	}
	return err
}

// predictions reads an object of {"uid": [answer, scale]}, in which TAT-QA's predictions come.
func (a *Answers) predictions(p *record.Pass, n *record.Node) {
	for i := range n.Fields {
		f := &n.Fields[i]
		value, scale := &f.Value.Items[0], f.Value.Items[1].Text
		items, _, err := value.Scalars()
		if value.Kind == record.Null {
			items, err = nil, nil
		}
		if err != nil {
			p.Fail(record.Faultf(f.Line, "%q: the answer %v", record.Shown(f.Key), err))
			continue
		}
		s := system.StoredAnswer{Text: strings.Join(items, ", "), Unit: scale}
		if len(items) > 1 {
			s.List = items
		}
		a.add(p, f.Line, f.Key, s)
		a.Scales[f.Key] = scale
	}
}

// isPredictions reports whether an object holds nothing but pairs of an answer and a scale.
func isPredictions(n *record.Node) bool {
	for i := range n.Fields {
		v := &n.Fields[i].Value
		if v.Kind != record.List || len(v.Items) != 2 || v.Items[1].Kind != record.Text || !isScale(v.Items[1].Text) {
			return false
		}
	}
	return len(n.Fields) > 0
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
