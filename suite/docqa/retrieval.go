package docqa

import (
	"context"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// retrieval shows the model what an index of ours finds in the document.
var retrieval = mode{
	Name: "retrieval",
	Doc: "what our own index finds in the document: the best sentences and rows of tables by words (and by vectors, " +
		"if an embedder is named), each with its section and the sentences around it, " +
		"and then the model; the evidence is beside the answer",
	Version: "4",
	Asks:    true,
	Prompt:  systemPrompt,
	Finds:   true,
	Open: func(s *setup) (system.System, error) {
		return &retriever{asker{s, systemPrompt}, newSearcher(s)}, nil
	},
}

type retriever struct {
	asker
	searcher *searcher
}

// Answer searches the document and asks about what was found.
func (s *retriever) Answer(ctx context.Context, c *system.Case, repeat int) (_ *system.Answer, err error) {
	query, rewriting := c.Question, (*system.Answer)(nil)
	if s.Rewrite {
		if rewriting, err = s.rewrite(ctx, c, repeat); err != nil || rewriting.Outcome != system.Answered {
			return rewriting, err
		}
		query = rewriting.Text
	}
	found, err := s.searcher.find(ctx, c, query)
	if err != nil {
		a, err := unanswered(err)
		if err != nil {
			return nil, err
		}
		return merged(a, rewriting)
	}
	if len(found) == 0 {
		return merged(&system.Answer{Outcome: string(score.Abstained), Reason: "the search found nothing in the document", Took: -1}, rewriting)
	}
	a, err := s.ask(ctx, userPrompt(c.Question, someOfIt, joined(passagesOf(found))), repeat)
	if err != nil {
		return nil, err
	}
	a.Passages = passagesOf(found)
	return merged(a, rewriting)
}

// Prepare is the call that a case makes, that for its query apart.
func (s *retriever) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	found, err := s.searcher.find(context.Background(), c, c.Question)
	if err != nil {
		return nil, err
	}
	return s.prepare(userPrompt(c.Question, someOfIt, joined(passagesOf(found))), repeat)
}

// maxQuery is the longest query that is searched for.
const maxQuery = 1000

// rewrite asks the model for a query. One that is empty is the question itself.
func (s *retriever) rewrite(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	a, err := s.prompt(rewritePrompt).Answer(ctx, &system.Case{Question: c.Question}, repeat)
	if err != nil || a.Outcome != system.Answered {
		return a, err
	}
	query := strings.Join(strings.Fields(a.Text), " ")
	query = strings.ToValidUTF8(query[:min(len(query), maxQuery)], "")
	if query == "" {
		query = c.Question
	}
	a.Text, a.Passages = query, nil
	return a, nil
}

// merged is an answer with the calls that led to it.
func merged(a, rewriting *system.Answer) (*system.Answer, error) {
	if rewriting == nil {
		return a, nil
	}
	a.Calls = append(rewriting.Calls, a.Calls...)
	a.Took = sum(a.Took, rewriting.Took)
	return a, traced(a, func(t *trace) { t.RewrittenQuery = rewriting.Text })
}

// sum adds times of which negative ones are unknown.
func sum(a, b time.Duration) time.Duration {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}
