package dataset

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/system"
)

func sniffDocFinQA(h *head) bool {
	return h.first.kind == object && h.first.has("Context") && h.first.has("Question") && h.first.has("Answer")
}

func readDocFinQA(p *pass) error {
	return p.each(func(n *node) error {
		c, err := p.docFinQACase(n)
		if err != nil {
			p.fail(faultf(n.line, "%v", err))
			return nil
		}
		return p.take(c, n.line)
	})
}

// docFinQACase reads a record. The names of its keys are taken in any case, as copies have them.
func (p *pass) docFinQACase(n *node) (*system.Case, error) {
	c := &system.Case{}
	var values [4]string
	for i, key := range [...]string{"context", "question", "answer", "program"} {
		f := column1(n, []string{key})
		name := strings.ToUpper(key[:1]) + key[1:]
		if f == nil && key == "program" {
			continue
		}
		if f == nil {
			return nil, fmt.Errorf("%q is missing", name)
		}
		var err error
		if values[i], err = f.value.scalar(); err != nil {
			return nil, fmt.Errorf("%q %w", name, err)
		}
		if strings.TrimSpace(values[i]) == "" && key != "program" {
			return nil, fmt.Errorf("%q is empty", name)
		}
	}
	c.Question, c.Gold = values[1], []string{values[2]}
	if f := column1(n, simpleIDs); f != nil {
		if err := setID(c, &f.value); err != nil {
			return nil, fmt.Errorf("%q %w", f.key, err)
		}
	}
	working(c, values[3])
	tag(c, tagAnswer, answerType(values[2]))
	p.ask(c, "", values[0])
	extra, names, err := rest(n, func(key string) bool {
		key = strings.ToLower(key)
		return key == "context" || key == "question" || key == "answer" || key == "program" || contains(simpleIDs, key)
	})
	for _, name := range names {
		p.notes.add("%q is kept besides and not used", shown(name))
	}
	c.Extra = extra
	return c, err
}
