package docqa

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/system"
)

// fileSearch leaves searching to the provider; see package filesearch.
var fileSearch = mode{
	Name: "file_search",
	Doc: "the provider's own search: the document is uploaded as a file into a vector store, " +
		"one for each document, the model answers with the tool file_search, and store and file are deleted afterwards",
	Version: "1",
	Asks:    true,
	Prompt:  systemPrompt,
	Finds:   true,
	Open: func(s *setup) (system.System, error) {
		if s.Stores == nil {
			return nil, errors.New("mode file_search: the provider of the model has no search of files; OpenAI's has")
		}
		inner, err := s.Stores(s)
		if err != nil {
			return nil, err
		}
		return &filed{s, inner}, nil
	},
}

// filed adds the texts of documents to cases that only name them.
type filed struct {
	*setup
	inner system.System
}

// Answer asks with the document.
func (s *filed) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	if bringsNoText(c) {
		return noText(), nil
	}
	full, err := s.full(c)
	if err != nil {
		return nil, err
	}
	return s.inner.Answer(ctx, full, repeat)
}

// Prepare returns the call that a case makes.
func (s *filed) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	p, ok := s.inner.(run.Preparer)
	if !ok {
		return nil, errors.New("what the provider's search is asked is not known before")
	}
	full, err := s.full(c)
	if err != nil {
		return nil, err
	}
	return p.Prepare(full, repeat)
}

// caseExpecter counts the questions to come about a document, which is deleted after the last one.
type caseExpecter interface{ Expect(*system.Case) }

// expectAll calls Expect for each repeat of each case that it yields.
func expectAll(cases iter.Seq2[*system.Case, error], e caseExpecter, repeats int) iter.Seq2[*system.Case, error] {
	return func(yield func(*system.Case, error) bool) {
		for c, err := range cases {
			for range repeats {
				if err == nil {
					e.Expect(c)
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// Expect passes the case on to the provider's search.
func (s *filed) Expect(c *system.Case) {
	e, ok := s.inner.(caseExpecter)
	if !ok {
		return
	}
	if full, err := s.full(c); err == nil {
		e.Expect(full)
	}
}

// Close deletes what the provider keeps.
func (s *filed) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func (s *filed) full(c *system.Case) (*system.Case, error) {
	passages, err := s.passages(c)
	own := *c
	own.Passages = passages
	return &own, err
}

// fileSearchTurns are the turns for a model that searches itself, without the system prompt.
func fileSearchTurns() ([]system.Turn, error) {
	t, err := system.ParseTemplate("Question: {{question}}\n\n" + searchIt + "\n\n" + footer + "\n\nQuestion: {{question}}")
	return []system.Turn{{Role: "user", Template: t}}, err
}

// FullRequest is the request with the system prompt.
func (s *setup) FullRequest() model.Request {
	a := asker{s, systemPrompt}
	return a.prompt(a.systemText()).Request
}
