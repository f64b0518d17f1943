package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// Answers are the stored answers of a system, by the ids of cases.
type Answers struct {
	ByID     map[string]system.StoredAnswer
	Verdicts map[string]map[string]string // what the file says that others judged of an answer, by id and by the verdict's name
	Scales   map[string]string            // what an answer is counted in, by id, where the file says so apart from the answer
	SHA256   string
	Notes    []string
	byText   map[string][]string // ids that were made of questions, by question
}

// OpenAnswers reads records of {"id", "answer"} in any form that records of a set come in, and the answers
// that FinanceBench, TAT-QA and evaluations of FinQA published. An answer is a text, a number, true or
// false, or a list of them. What else a record says is noted and left out.
func OpenAnswers(path string) (*Answers, error) {
	a := &Answers{ByID: map[string]system.StoredAnswer{}, Verdicts: map[string]map[string]string{},
		Scales: map[string]string{}, byText: map[string][]string{}}
	s := &Set{Path: path, input: record.Input{Path: path}, format: &format{read: a.read}}
	if err := s.detectShape(); err != nil {
		return nil, err
	}
	p, err := s.read(nil)
	switch {
	case err != nil:
		return nil, err
	case p.Problems.Count > 0:
		return nil, &p.Problems
	case len(a.ByID) == 0:
		return nil, fmt.Errorf("read answers %q: there is no answer in it", path)
	}
	a.Notes = p.Notes.Lines()
	err = s.hash(nil)
	a.SHA256 = s.SHA256
	return a, err
}

func (a *Answers) read(p *record.Pass) error {
	return p.Each(func(n *record.Node) error {
		h := &record.Head{First: n}
		switch {
		case isPredictions(n):
			a.predictions(p, n)
		case sniffFinanceBenchResults(h):
			a.result(p, &financeBenchResults, n)
		case sniffFinQAResults(h):
			a.result(p, &finQAResults, n)
		default:
			a.record(p, n)
		}
		return nil
	})
}

func (a *Answers) record(p *record.Pass, n *record.Node) {
	id, answer, err := answerOf(n)
	if err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
		return
	}
	a.add(p, n.Line, id, answer)
	for i := range n.Fields {
		if key := n.Fields[i].Key; key != "id" && key != "answer" {
			p.Notes.Add("%q of answers was not taken over", record.Shown(key))
		}
	}
}

// add keeps an answer. The pass knows the lines of the ids before it.
func (a *Answers) add(p *record.Pass, line int, id string, answer system.StoredAnswer) {
	if err := p.Once(id, line); err != nil {
		p.Fail(err)
		return
	}
	a.ByID[id] = answer
}

// result keeps an answer with the verdicts on it.
func (a *Answers) result(p *record.Pass, r *resultShape, n *record.Node) {
	c, err := resultCase(p, r, n)
	if err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
		return
	}
	a.add(p, n.Line, c.ID, system.StoredAnswer{Text: *c.Answer})
	for _, name := range r.verdicts {
		if v := c.Tags[name]; v != "" {
			if a.Verdicts[c.ID] == nil {
				a.Verdicts[c.ID] = map[string]string{}
			}
			a.Verdicts[c.ID][name] = v
		}
	}
	if r.id == "" {
		a.byText[c.Question] = append(a.byText[c.Question], c.ID)
	}
}

// Join gives answers whose file has no ids the ids of the cases that ask the same question, and returns how
// many answers found their case. A question that several answers or several cases have is left as it is.
// Joining the same set again changes nothing.
func (a *Answers) Join(s *Set) (int, error) {
	if len(a.byText) == 0 {
		return 0, nil
	}
	cases := map[string][]string{}
	for c, err := range s.Cases() {
		if err != nil {
			return 0, err
		}
		if len(a.byText[c.Question]) == 1 {
			cases[c.Question] = append(cases[c.Question], c.ID)
		}
	}
	joined := 0
	for question, ids := range cases {
		if len(ids) == 1 {
			a.rename(a.byText[question][0], ids[0])
			a.byText[question] = ids
			joined++
		}
	}
	return joined, nil
}

func (a *Answers) rename(from, to string) {
	answer, verdicts := a.ByID[from], a.Verdicts[from]
	delete(a.ByID, from)
	delete(a.Verdicts, from)
	a.ByID[to] = answer
	if verdicts != nil {
		a.Verdicts[to] = verdicts
	}
}

func answerOf(n *record.Node) (id string, a system.StoredAnswer, err error) {
	name, answer := n.Find("id"), n.Find("answer")
	if name == nil {
		return "", a, errors.New(`no "id"`)
	}
	if id, err = name.Scalar(); err != nil {
		return "", a, fmt.Errorf(`"id" %w`, err)
	}
	if answer == nil {
		return id, a, fmt.Errorf(`%q: no "answer"; an empty one is ""`, record.Shown(id))
	}
	var c system.Case
	if err := setAnswer(&c, answer); err != nil {
		return id, a, fmt.Errorf("%q: the answer %w", record.Shown(id), err)
	}
	return id, system.StoredAnswer{Text: *c.Answer, List: c.Answers}, nil
}

// Check refuses answers none of which is to a case of a set, and notes those that are to none.
func (a *Answers) Check(s *Set) error {
	unmatched, first := maps.Clone(a.ByID), ""
	for c, err := range s.Cases() {
		if err != nil {
			return err
		}
		first = cmp.Or(first, c.ID)
		delete(unmatched, c.ID)
	}
	if len(unmatched) == 0 {
		return nil
	}
	example := slices.Min(slices.Collect(maps.Keys(unmatched)))
	if len(unmatched) == len(a.ByID) {
		return fmt.Errorf("none of its ids, such as %q, is one of the data set, such as %q: the ids of answers are those of cases",
			example, first)
	}
	a.Notes = append(a.Notes, fmt.Sprintf("%d of %d answer no case of the data set, such as %q", len(unmatched), len(a.ByID), example))
	return nil
}
