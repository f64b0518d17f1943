package docqa

import (
	"context"
	"errors"
	"fmt"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// contextWindow puts the whole document into the prompt.
var contextWindow = mode{
	Name: "context_window",
	Doc: "the whole document in the prompt; one that does not fit the model's window is too_long, by the catalog's " +
		"number, by the provider's refusal, " +
		"or because the provider counted far fewer tokens than the document has",
	Version: "1",
	Asks:    true,
	Prompt:  systemPrompt,
	Open: func(s *setup) (system.System, error) {
		return &inContext{asker{s, systemPrompt}}, nil
	},
}

type inContext struct{ asker }

// Bytes to a token, blanks counted once: English prose has about 4.5, tables fewer. A document with more tokens than
// the window even at fewest is too long for certain and is not sent; one of which the provider counted so few that
// each would have mostBytes was cut on the way.
const (
	fewestBytes = 6
	mostBytes   = 14
	certainSize = 8 << 10 // shorter prompts are not held against what was counted
)

// Answer asks about the whole document.
func (s *inContext) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	if bringsNoText(c) {
		return noText(), nil
	}
	user, why, err := s.user(c)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return &system.Answer{Outcome: string(score.TooLong), Reason: why, Took: -1}, nil
	}
	a, err := s.ask(ctx, user, repeat)
	if err != nil {
		return nil, err
	}
	tooLong(a, user)
	return a, nil
}

// Prepare is the call that a case makes.
func (s *inContext) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	user, why, err := s.user(c)
	if err == nil && why != "" {
		err = errors.New(why)
	}
	if err != nil {
		return nil, err
	}
	return s.prepare(user, repeat)
}

// user returns the user's message, or why the document is too long for the model.
func (s *inContext) user(c *system.Case) (user, why string, err error) {
	passages, err := s.passages(c)
	if err != nil {
		return "", "", err
	}
	user = userPrompt(c.Question, wholeDocument, oneDocument(passages))
	if least := blankless(user) / fewestBytes; s.Window > 0 && least > s.Window {
		why = fmt.Sprintf("at least %d tokens, and the model takes %d", least, s.Window)
	}
	return user, why, nil
}

// tooLong gives an answer the outcome too_long where the provider refused the prompt for its length, ran out of
// window, or read less than it was sent.
func tooLong(a *system.Answer, user string) {
	if a.Outcome == string(score.Error) && a.Reason == string(call.TooLong) {
		a.Outcome, a.Reason = string(score.TooLong), "the provider refused it for its length"
		return
	}
	if a.Outcome == string(score.Truncated) && a.Reason == string(model.Context) {
		a.Outcome, a.Reason = string(score.TooLong), "the model's window ran out"
		return
	}
	if len(a.Calls) == 0 || a.Calls[0].Response == nil {
		return
	}
	u := a.Calls[0].Response.Usage
	if n := blankless(user); u.Has(catalog.PartInput) && n > certainSize && u.Input > 0 && int64(n)/u.Input > mostBytes {
		a.Outcome = string(score.TooLong)
		a.Reason = fmt.Sprintf("the provider counted %d tokens in a prompt of %d bytes: it was cut on the way", u.Input, n)
	}
}

// blankless is the length of a text with each run of blanks counted once.
func blankless(s string) int {
	n, blank := 0, false
	for i := range len(s) {
		is := s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r'
		if !is || !blank {
			n++
		}
		blank = is
	}
	return n
}
