package dataset

import (
	"errors"
	"fmt"

	"github.com/assayhq/assay/system"
)

// Answers are what a system said, by the ids of cases.
type Answers struct {
	ByID   map[string]system.StoredAnswer
	SHA256 string
	Notes  []string
}

// OpenAnswers reads records of {"id", "answer"} in any form that records of a set come in. An answer is a
// text, a number, true or false, or a list of them. What else a record says is noted and left out.
func OpenAnswers(path string) (*Answers, error) {
	a := &Answers{ByID: map[string]system.StoredAnswer{}}
	s := &Set{Path: path, format: &Format{read: a.read}}
	if err := s.detectShape(); err != nil {
		return nil, err
	}
	p, err := s.read(nil)
	switch {
	case err != nil:
		return nil, err
	case p.problems.Count > 0:
		return nil, &p.problems
	case len(a.ByID) == 0:
		return nil, fmt.Errorf("read answers %q: there is no answer in it", path)
	}
	a.Notes = p.notes.lines()
	err = s.hash(nil)
	a.SHA256 = s.SHA256
	return a, err
}

func (a *Answers) read(p *pass) error {
	at := map[string]int{}
	return p.each(func(n *node) error {
		id, said, err := answerOf(n)
		if err == nil && at[id] > 0 {
			err = fmt.Errorf("the id %q stands twice: on line %d, too", shown(id), at[id])
		}
		if err != nil {
			p.fail(faultf(n.line, "%v", err))
			return nil
		}
		at[id], a.ByID[id] = max(n.line, 1), said
		for i := range n.fields {
			if key := n.fields[i].key; key != "id" && key != "answer" {
				p.notes.add("%q of answers was not taken over", shown(key))
			}
		}
		return nil
	})
}

func answerOf(n *node) (id string, a system.StoredAnswer, err error) {
	name, said := n.find("id"), n.find("answer")
	if name == nil {
		return "", a, errors.New(`no "id"`)
	}
	if id, err = name.scalar(); err != nil {
		return "", a, fmt.Errorf(`"id" %w`, err)
	}
	if said == nil {
		return id, a, fmt.Errorf(`%q: no "answer"; an empty one is ""`, shown(id))
	}
	var c system.Case
	if err := setAnswer(&c, said); err != nil {
		return id, a, fmt.Errorf("%q: the answer %w", shown(id), err)
	}
	return id, system.StoredAnswer{Text: *c.Answer, List: c.Answers}, nil
}
