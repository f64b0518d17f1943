// Package system turns a case into an answer: a prompt for a model, answers that somebody stored, and what
// stands around them.
//
// A system that could not answer says so in the answer's outcome and reason; it never makes an answer up.
// Scoring is not its business, and it does not see the gold.
package system

import (
	"context"
	"encoding/json"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/score"
)

// Case is one question with what is known of its answer. Data sets of every shape are read into cases.
type Case struct {
	ID        string            `json:"id"`
	Question  string            `json:"question,omitempty"`
	Messages  []Message         `json:"messages,omitempty"`  // a conversation that ends in the question, where the data has one
	Passages  []Passage         `json:"passages,omitempty"`  // what the data gives to answer from
	Variables map[string]string `json:"variables,omitempty"` // for the places of a prompt
	Gold      []string          `json:"gold,omitempty"`      // a list's items, or alternatives
	GoldList  bool              `json:"gold_list"`           // the answer is a list, and Gold its items
	Unit      string            `json:"unit,omitempty"`
	Tolerance float64           `json:"tolerance,omitempty"`
	Evidence  []string          `json:"evidence,omitempty"` // ids of what the gold rests on
	Working   string            `json:"working,omitempty"`  // how the gold comes about, as the data has it: a program
	Answer    *string           `json:"answer,omitempty"`   // that the data holds, of whatever system made it
	Answers   []string          `json:"answers,omitempty"`  // the same, where it is a list; Answer is then its items with commas
	Cluster   string            `json:"cluster,omitempty"`  // company or document
	Tags      map[string]string `json:"tags,omitempty"`     // for tables by group
	Extra     json.RawMessage   `json:"extra,omitempty"`    // what the data says besides, as it says it
}

// Message is one turn of a conversation.
type Message struct {
	Role string `json:"role"` // system, user, assistant
	Text string `json:"text"`
}

// Passage is a text that an answer is given from.
type Passage struct {
	ID    string  `json:"id,omitempty"`
	Title string  `json:"title,omitempty"`
	Text  string  `json:"text"`
	Score float64 `json:"score,omitempty"`

	Distance *float64 `json:"distance,omitempty"` // as the engine that found it measures it
	Class    string   `json:"class,omitempty"`    // equal for passages of the same text
	Shape    string   `json:"shape,omitempty"`    // equal for passages of the same text but for figures and dates
}

// Answered is the outcome of an answer; the others are those of scores.
const Answered = "answered"

// Answer is what a system said to a case.
type Answer struct {
	Text     string          `json:"text"`
	List     []string        `json:"list,omitempty"`
	Unit     string          `json:"unit,omitempty"`     // where it was asked for apart from the answer
	Passages []Passage       `json:"passages,omitempty"` // what it was given or found, best first
	Exact    []Passage       `json:"exact,omitempty"`    // what it would have found by an exact search
	Extra    json.RawMessage `json:"extra,omitempty"`    // how it came about, as the system that made it keeps that
	Outcome  string          `json:"-"`
	Reason   string          `json:"-"`
	Calls    []Called        `json:"-"`
	Took     time.Duration   `json:"-"` // as first recorded; negative is unknown
}

// Called is a call that an answer rests on: its response, or the failure that it ended in.
type Called struct {
	Provider string
	Protocol string // whose prices hold
	Model    string
	Key      call.Key
	Tier     string
	Began    time.Time
	Response *model.Response
	Failure  *call.Failure
}

// Input is the case and an answer as scorers take them.
func (c *Case) Input(a *Answer) score.Input {
	in := score.Input{ID: c.ID, Question: c.Question, Gold: c.Gold, GoldList: c.GoldList, Answer: a.Text, List: a.List, AnswerUnit: a.Unit, Unit: c.Unit, Tolerance: c.Tolerance}
	passages := a.Passages
	if len(passages) == 0 {
		passages = c.Passages
	}
	for i := range passages {
		in.Sources = append(in.Sources, passages[i].Text)
	}
	return in
}

// System answers cases. Its error is about the system as a whole and ends the run; what befalls one case
// is that answer's outcome.
type System interface {
	Answer(ctx context.Context, c *Case, repeat int) (*Answer, error)
}

// Func is a function as a system.
type Func func(ctx context.Context, c *Case, repeat int) (*Answer, error)

// Answer calls the function.
func (f Func) Answer(ctx context.Context, c *Case, repeat int) (*Answer, error) {
	return f(ctx, c, repeat)
}

// Asked is the case as a system may see it: without the gold and what is known of it.
func (c *Case) Asked() *Case {
	seen := *c
	seen.Gold, seen.GoldList, seen.Unit, seen.Tolerance, seen.Evidence, seen.Working = nil, false, "", 0, nil, ""
	seen.Cluster, seen.Tags, seen.Extra = "", nil, nil
	return &seen
}
