package system

import (
	"context"
	"errors"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/score"
)

// Prompt asks a model. Its turns of the system come before the case's own. The last of its other turns replaces
// the case's question, after the case's earlier messages. Without turns other than the system's the model gets the
// case's conversation, or its question with its passages as documents.
type Prompt struct {
	Client  *model.Client
	Request model.Request // the model and its parameters
	Turns   []Turn
}

// Turn is what one side says.
type Turn struct {
	Role     string // system, user, assistant
	Template *Template
}

// Answer asks the model once.
func (p *Prompt) Answer(ctx context.Context, c *Case, repeat int) (*Answer, error) {
	r, err := p.request(c, repeat)
	if err != nil {
		return &Answer{Outcome: string(score.Skipped), Reason: err.Error(), Took: -1}, nil
	}
	response, err := p.Client.Ask(ctx, r)
	called := Called{Provider: p.Client.Provider, Protocol: p.Client.Protocol, Model: r.Model, Tier: r.Tier}
	if err != nil {
		if outgoing, unprepared := p.Client.Prepare(r); unprepared == nil {
			called.Key = outgoing.Key()
		}
		return p.failed(called, err)
	}
	called.Response, called.Key = response, response.Key
	a := &Answer{Text: response.Text, Passages: c.Passages, Calls: []Called{called}, Took: response.Took}
	a.Outcome, a.Reason = outcomeOf(response)
	return a, nil
}

// failed is the answer of a call that got none, or the error that ends the run.
func (p *Prompt) failed(called Called, err error) (*Answer, error) {
	f := call.FailureOf(&call.Call{Provider: called.Provider, Model: called.Model}, err)
	if Ends(f.Kind) {
		return nil, err
	}
	called.Failure = f
	a := &Answer{Outcome: string(score.Error), Reason: string(f.Kind), Calls: []Called{called}, Took: -1}
	if f.Exchange != nil {
		a.Took = f.Exchange.Took
	}
	return a, nil
}

// enders are the failures that the next case would meet as well, so that going on would turn a missing key
// into a run full of errors.
var enders = []call.Kind{
	call.MissingKey, call.BadKey, call.Forbidden, call.NoModel, call.NoQuota, call.OverBudget,
	call.NotStored, call.Cancelled, call.Withheld,
}

// Ends reports whether a failure is that of the run and not of a case.
func Ends(k call.Kind) bool { return slices.Contains(enders, k) }

// Prepare is the call that a case makes, for estimates.
func (p *Prompt) Prepare(c *Case, repeat int) (*call.Call, error) {
	r, err := p.request(c, repeat)
	if err != nil {
		return nil, err
	}
	return p.Client.Prepare(r)
}

func (p *Prompt) request(c *Case, repeat int) (*model.Request, error) {
	r := p.Request
	r.Repeat, r.Messages = repeat, nil
	talk, err := p.messages(c)
	if err != nil {
		return nil, err
	}
	for _, m := range talk {
		if m.Role == "system" {
			r.System = joinTexts(r.System, m.Text)
			continue
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Role(m.Role), Text: m.Text})
	}
	switch {
	case len(r.Messages) == 0:
		return nil, errors.New("its conversation has no turn of the user")
	case len(c.Messages) == 0 && !p.asks():
		r.Messages[0].Documents = documents(c.Passages)
	}
	return &r, nil
}

// asks reports whether the prompt has turns other than those of the system.
func (p *Prompt) asks() bool {
	return slices.ContainsFunc(p.Turns, func(t Turn) bool { return t.Role != "system" })
}

// messages are the conversation of a case, in order.
func (p *Prompt) messages(c *Case) ([]Message, error) {
	own := c.Messages
	if len(own) == 0 {
		own = []Message{{Role: "user", Text: c.Question}}
		if c.Question == "" && !p.asks() {
			return nil, errors.New("the case has no question: a prompt has to ask it, with --prompt")
		}
	}
	var all []Message
	for _, t := range p.Turns {
		text, err := t.Template.Fill(c)
		if err != nil {
			return nil, err
		}
		all = append(all, Message{t.Role, text})
	}
	if !p.asks() {
		return append(all, own...), nil
	}
	last := len(all) - 1
	for all[last].Role == "system" {
		last--
	}
	return slices.Insert(all, last, own[:len(own)-1]...), nil
}

func joinTexts(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n\n" + b
}

func documents(passages []Passage) []model.Document {
	var all []model.Document
	for i := range passages {
		all = append(all, model.Document{Title: passages[i].Title, Text: passages[i].Text, Source: passages[i].ID})
	}
	return all
}

// stops is what the end of a reply means for the case.
var stops = []struct {
	stop    model.Stop
	outcome string
}{
	{model.Complete, Answered},
	{model.Truncated, string(score.Truncated)},
	{model.Context, string(score.Truncated)},
	{model.Refused, string(score.Refused)},
	{model.Filtered, string(score.Refused)},
	{model.Recitation, string(score.Refused)},
	{model.Blocked, string(score.Refused)},
	{model.Unfinished, string(score.Error)},
	{model.Empty, string(score.Error)},
}

func outcomeOf(r *model.Response) (outcome, reason string) {
	for _, s := range stops {
		if s.stop == r.Stop {
			if outcome = s.outcome; outcome != Answered {
				reason = string(r.Stop)
			}
			return outcome, reason
		}
	}
	return string(score.Error), "ended as " + string(r.Stop)
}
