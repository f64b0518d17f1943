package system

import (
	"context"
	"slices"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/score"
)

// Prompt asks a model. Without a template it asks the case's conversation, or its question with its
// passages as documents.
type Prompt struct {
	Client   *model.Client
	Request  model.Request // the model and its parameters
	System   *Template     // nil is none
	Template *Template     // of the user's turn; nil as above
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
		if call, unprepared := p.Client.Prepare(r); unprepared == nil {
			called.Key = call.Key()
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
	f := model.FailureOf(&model.Call{Provider: called.Provider, Model: called.Model}, err)
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
var enders = []model.Kind{
	model.MissingKey, model.BadKey, model.Forbidden, model.NoModel, model.NoQuota, model.OverBudget,
	model.NotStored, model.Cancelled,
}

// Ends reports whether a failure is that of the run and not of a case.
func Ends(k model.Kind) bool { return slices.Contains(enders, k) }

// Prepare is the call that a case makes, for estimates.
func (p *Prompt) Prepare(c *Case, repeat int) (*model.Call, error) {
	r, err := p.request(c, repeat)
	if err != nil {
		return nil, err
	}
	return p.Client.Prepare(r)
}

func (p *Prompt) request(c *Case, repeat int) (*model.Request, error) {
	r := p.Request
	r.Repeat = repeat
	if p.System != nil {
		text, err := p.System.Fill(c)
		if err != nil {
			return nil, err
		}
		r.System = text
	}
	if p.Template != nil {
		text, err := p.Template.Fill(c)
		if err != nil {
			return nil, err
		}
		r.Messages = []model.Message{{Role: model.User, Text: text}}
		return &r, nil
	}
	r.Messages = nil
	for _, m := range c.Messages {
		if m.Role == "system" || m.Role == "developer" {
			r.System = joinTexts(r.System, m.Text)
			continue
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Role(m.Role), Text: m.Text})
	}
	if len(c.Messages) == 0 {
		r.Messages = []model.Message{{Role: model.User, Text: c.Question, Documents: documents(c.Passages)}}
	}
	return &r, nil
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
