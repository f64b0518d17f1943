package dataset

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func sniffDocFinQA(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("Context") && h.First.Has("Question") && h.First.Has("Answer")
}

func readDocFinQA(p *record.Pass) error { return eachCase(p, docFinQACase) }

// docFinQACase reads a record. The names of its keys are taken in any case, as copies have them.
func docFinQACase(p *record.Pass, n *record.Node) (*system.Case, error) {
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
		if values[i], err = f.Value.Scalar(); err != nil {
			return nil, fmt.Errorf("%q %w", name, err)
		}
		if strings.TrimSpace(values[i]) == "" && key != "program" {
			return nil, fmt.Errorf("%q is empty", name)
		}
	}
	c.Question, c.Gold = values[1], []string{values[2]}
	if f := column1(n, simpleIDs); f != nil {
		if err := setID(c, &f.Value); err != nil {
			return nil, fmt.Errorf("%q %w", f.Key, err)
		}
	}
	working(c, values[3])
	tag(c, tagAnswer, answerType(values[2]))
	ask(p, c, "", values[0])
	extra, names, err := record.Rest(n, func(key string) bool {
		key = strings.ToLower(key)
		return key == "context" || key == "question" || key == "answer" || key == "program" || contains(simpleIDs, key)
	})
	for _, name := range names {
		p.Notes.Add("%q is kept as extra data and not used", record.Shown(name))
	}
	c.Extra = extra
	return c, err
}
