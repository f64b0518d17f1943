package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// Wire is one provider's protocol: requests into calls. A nil function is something that it does not offer.
type Wire struct {
	Provider string
	Protocol string
	Chat     func(*Request) (*call.Call, error)
	Embed    func(*EmbedRequest) (*call.Call, error)
	Rerank   func(*RerankRequest) (*call.Call, error)
	Models   func(after string) (*call.Call,
		error) // a page of the models that the provider lists; its value is a *ModelPage

	EmbedTexts  int // texts that one embedding call may hold
	EmbedTokens int // tokens that one embedding call may hold, by our estimate; 0 is no limit
	RerankTexts int // documents that one rerank call may hold; 0 is no limit

	EmbedLimits func(id string) (texts, tokens int) // the limits of one model, where models differ; replaces the two above
}

// ModelPage is a page of what a provider lists.
type ModelPage struct {
	Models []ListedModel
	After  string // what to ask the next page with; empty if this is the last
}

// ListedModel is a model as its provider describes it. Providers differ in how much they tell.
type ListedModel struct {
	ID      string `json:"id"`
	Name    string `json:"name,omitempty"`
	Retires string `json:"retires,omitempty"` // a date, if the provider gives one
	Input   int    `json:"input_tokens,omitempty"`
	Output  int    `json:"output_tokens,omitempty"`
}

// Client asks one provider through one stack of wrappers. It may be used by many goroutines.
type Client struct {
	Wire
	Sender   call.Sender
	Parallel int // embedding calls at once for one long list of texts; 0 is 8
}

// Prepare is the call that a request makes, for those who want its key or its size and no reply.
func (c *Client) Prepare(r *Request) (*call.Call, error) {
	if c.Chat == nil {
		return nil, c.cannot(r.Model, "answer prompts", "assay models ls")
	}
	if err := r.check(c.Provider); err != nil {
		return nil, err
	}
	outgoing, err := c.Chat(r)
	if err != nil {
		return nil, c.named(r.Model, err)
	}
	c.stamp(outgoing, call.Chat, r.Model)
	outgoing.Repeat, outgoing.Request = r.Repeat, r
	if outgoing.Tokens == 0 {
		outgoing.Tokens = r.estimate()
	}
	return outgoing, nil
}

// stamp writes on a call whose it is.
func (c *Client) stamp(outgoing *call.Call, o call.Operation, model string) {
	outgoing.Provider = c.Provider
	outgoing.Protocol = c.Protocol
	outgoing.Operation = o
	outgoing.Model = model
}

// Ask sends a request and returns the model's response. A response may be no answer: its Stop says so.
func (c *Client) Ask(ctx context.Context, r *Request) (*Response, error) {
	outgoing, err := c.Prepare(r)
	if err != nil {
		return nil, err
	}
	reply, err := c.Sender.Send(ctx, outgoing)
	if err != nil {
		return nil, err
	}
	shared, ok := reply.Result.Value.(*Response)
	if !ok {
		return nil, fmt.Errorf("%s %q: a chat call was read as %T", c.Provider, r.Model, reply.Result.Value)
	}
	response := *shared // callers that asked the same at once share the reply
	response.Citations, response.Searches = slices.Clone(shared.Citations), slices.Clone(shared.Searches)
	response.Asked = r.Model
	response.Source = reply.Source
	response.Tries = reply.Tries
	response.Key = outgoing.Key()
	if reply.Exchange.Header.Get(call.BatchHeader) != "" {
		response.Tier = "batch"
	}
	response.Began = reply.Exchange.Began
	response.Took = reply.Exchange.Took
	response.Dropped = outgoing.Dropped
	response.Forced = SchemaMethod(outgoing.Forced)
	return &response, nil
}

// check refuses what no provider can answer.
func (r *Request) check(provider string) error {
	bad := func(what, next string) error {
		return &call.Failure{Kind: call.BadRequest, Provider: provider, Model: r.Model, Message: what, Next: next}
	}
	switch {
	case strings.TrimSpace(r.Model) == "":
		return bad("no model is named", "name one with --model PROVIDER/ID or in assay.yaml; 'assay models ls' lists them")
	case len(r.Messages) == 0:
		return bad("the request has no message", "")
	case r.Messages[len(r.Messages)-1].Role != User:
		return bad("the last turn is not the user's", "")
	case r.MaxTokens < 0:
		return bad(fmt.Sprintf("max tokens is %d", r.MaxTokens), "")
	}
	for i, m := range r.Messages {
		switch {
		case m.Role != User && m.Role != Assistant:
			return bad(fmt.Sprintf("turn %d is of role %q", i+1, m.Role),
				"a turn is the user's or the assistant's; instructions belong into the system prompt")
		case m.Text == "" && len(m.Documents) == 0:
			return bad(fmt.Sprintf("turn %d is empty", i+1), "")
		}
	}
	return nil
}

// bytesPerToken is what English filings come to with the tokenizers of today; the estimate serves limits
// and budgets, and usage as billed replaces it.
const bytesPerToken = 4

func (r *Request) estimate() int {
	n := len(r.System)
	for i := range r.Messages {
		n += len(r.Messages[i].Text)
		for j := range r.Messages[i].Documents {
			n += len(r.Messages[i].Documents[j].Text)
		}
	}
	return n/bytesPerToken + 1
}

// Embed returns the vectors of any number of texts, in as many calls as the provider needs.
func (c *Client) Embed(ctx context.Context, r *EmbedRequest) (*Embeddings, error) {
	if c.Wire.Embed == nil {
		return nil, c.cannot(r.Model, "embed texts", "assay models ls")
	}
	parts := c.split(r.Model, r.Texts)
	got := make([]*Embeddings, len(parts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, c.parallel()))
	for i, texts := range parts {
		g.Go(func() error {
			part := *r
			part.Texts = texts
			var err error
			got[i], err = c.embedPart(ctx, &part)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return joinEmbeddings(got, len(r.Texts)), nil
}

func (c *Client) parallel() int {
	if c.Parallel > 0 {
		return c.Parallel
	}
	return 8
}

// evenTexts is what one call holds where the provider takes more: of few large calls all replies come at
// once, so that the provider waits for the client and then the client for the provider.
const evenTexts = 256

// split cuts texts into lists that one call may hold.
func (c *Client) split(id string, texts []string) [][]string {
	maxTexts, maxTokens := c.EmbedTexts, c.EmbedTokens
	if c.EmbedLimits != nil {
		maxTexts, maxTokens = c.EmbedLimits(id)
	}
	if maxTexts <= 0 || maxTexts > evenTexts {
		maxTexts = evenTexts
	}
	var parts [][]string
	start, tokens := 0, 0
	for i, text := range texts {
		n := len(text)/bytesPerToken + 1
		full := maxTexts > 0 && i-start == maxTexts || maxTokens > 0 && tokens+n > maxTokens
		if full && i > start {
			parts = append(parts, texts[start:i])
			start, tokens = i, 0
		}
		tokens += n
	}
	if start < len(texts) {
		parts = append(parts, texts[start:])
	}
	return parts
}

func (c *Client) embedPart(ctx context.Context, r *EmbedRequest) (*Embeddings, error) {
	outgoing, err := c.Wire.Embed(r)
	if err != nil {
		return nil, c.named(r.Model, err)
	}
	c.stamp(outgoing, call.Embed, r.Model)
	for _, text := range r.Texts {
		outgoing.Tokens += len(text)/bytesPerToken + 1
	}
	reply, err := c.Sender.Send(ctx, outgoing)
	if err != nil {
		return nil, err
	}
	shared, ok := reply.Result.Value.(*Embeddings)
	if !ok || len(shared.Vectors) != len(r.Texts) {
		return nil, c.miscounted(outgoing, reply, len(r.Texts), "vectors")
	}
	e := *shared
	e.Dropped = outgoing.Dropped
	return &e, nil
}

func joinEmbeddings(parts []*Embeddings, n int) *Embeddings {
	if len(parts) == 1 {
		return parts[0]
	}
	all := &Embeddings{Vectors: make([][]float32, 0, n), Usage: noUsage}
	for _, p := range parts {
		all.Vectors = append(all.Vectors, p.Vectors...)
		all.Usage = all.Usage.Add(p.Usage)
		all.Served, all.Dropped = parts[0].Served, parts[0].Dropped
	}
	return all
}

// noUsage is what no call at all consumes: nothing, and that is known.
var noUsage = catalog.Usage{Known: catalog.PartAll}

// Rank scores documents by their relevance to a query, in as many calls as the provider needs: one model
// scores each document by itself.
func (c *Client) Rank(ctx context.Context, r *RerankRequest) (*Ranking, error) {
	if c.Rerank == nil {
		return nil, c.cannot(r.Model, "rerank", "assay models ls")
	}
	size := len(r.Documents)
	if c.RerankTexts > 0 {
		size = min(size, c.RerankTexts)
	}
	all := &Ranking{Usage: noUsage}
	for start := 0; start < len(r.Documents); start += size {
		part := *r
		part.Documents = r.Documents[start:min(start+size, len(r.Documents))]
		got, err := c.rankPart(ctx, &part)
		if err != nil {
			return nil, err
		}
		if start == 0 {
			all.Served = got.Served
		}
		all.Usage = all.Usage.Add(got.Usage)
		all.Scores = append(all.Scores, got.Scores...)
	}
	return all, nil
}

func (c *Client) rankPart(ctx context.Context, r *RerankRequest) (*Ranking, error) {
	outgoing, err := c.Rerank(r)
	if err != nil {
		return nil, c.named(r.Model, err)
	}
	c.stamp(outgoing, call.Rerank, r.Model)
	outgoing.Tokens = len(r.Query)/bytesPerToken + 1
	for _, text := range r.Documents {
		outgoing.Tokens += len(text)/bytesPerToken + 1
	}
	reply, err := c.Sender.Send(ctx, outgoing)
	if err != nil {
		return nil, err
	}
	ranking, ok := reply.Result.Value.(*Ranking)
	if !ok || len(ranking.Scores) != len(r.Documents) {
		return nil, c.miscounted(outgoing, reply, len(r.Documents), "scores")
	}
	return ranking, nil
}

// List is every model that the provider lists.
func (c *Client) List(ctx context.Context) ([]ListedModel, error) {
	if c.Models == nil {
		return nil, c.cannot("", "list its models", "")
	}
	var all []ListedModel
	for after, pages := "", 0; pages < maxPages; pages++ {
		outgoing, err := c.Models(after)
		if err != nil {
			return nil, c.named("", err)
		}
		c.stamp(outgoing, call.Manage, "")
		reply, err := c.Sender.Send(ctx, outgoing)
		if err != nil {
			return nil, err
		}
		page, ok := reply.Result.Value.(*ModelPage)
		if !ok {
			return nil, fmt.Errorf("%s: a list of models was read as %T", c.Provider, reply.Result.Value)
		}
		all = append(all, page.Models...)
		if page.After == "" {
			return all, nil
		}
		if page.After == after {
			return nil, c.endless(fmt.Sprintf("page %d of the models says that it is followed by itself", pages+1))
		}
		after = page.After
	}
	return nil, c.endless(fmt.Sprintf("the list of models has not ended after %d pages", maxPages))
}

// maxPages bounds a listing that never ends.
const maxPages = 100

// endless is the failure of a listing without an end.
func (c *Client) endless(message string) error {
	return &call.Failure{Kind: call.Malformed, Provider: c.Provider, Message: message}
}

func (c *Client) cannot(model, what, next string) error {
	f := &call.Failure{Kind: call.BadRequest, Provider: c.Provider, Model: model,
		Message: "this provider does not " + what}
	if next != "" {
		f.Next = "'" + next + "' shows which do"
	}
	return f
}

// named puts the provider and the model on an error of a wire.
func (c *Client) named(model string, err error) error {
	var f *call.Failure
	if !errors.As(err, &f) {
		return &call.Failure{Kind: call.BadRequest, Provider: c.Provider, Model: model, Err: err}
	}
	own := *f
	own.Provider, own.Model = c.Provider, model
	return &own
}

// miscounted is a reply that answers another number of texts than were sent.
func (c *Client) miscounted(outgoing *call.Call, reply *call.Reply, want int, what string) error {
	got := 0
	switch v := reply.Result.Value.(type) {
	case *Embeddings:
		got = len(v.Vectors)
	case *Ranking:
		got = len(v.Scores)
	}
	return &call.Failure{Kind: call.Malformed, Provider: c.Provider, Model: outgoing.Model, Exchange: reply.Exchange,
		Message: fmt.Sprintf("%d %s came back for %d texts", got, what, want)}
}
