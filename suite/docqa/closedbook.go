package docqa

import (
	"context"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/system"
)

// closedBook asks for what the model knows by heart.
var closedBook = mode{
	Name:    "closed_book",
	Doc:     "the question alone: what the model remembers of the filing, which other modes have to be held against",
	Version: "1",
	Asks:    true,
	Prompt:  closedPrompt,
	Open: func(s *setup) (system.System, error) {
		return &closed{asker{s, closedPrompt}}, nil
	},
}

type closed struct{ asker }

// Answer asks the question.
func (s *closed) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	return s.ask(ctx, c.Question, repeat)
}

// Prepare is the call that a case makes.
func (s *closed) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	return s.prepare(c.Question, repeat)
}
