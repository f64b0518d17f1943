// Package system turns a case into an answer: by a prompt for a model, or from stored answers.
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
	Extra     json.RawMessage   `json:"extra,omitempty"`    // further data of the record, unchanged
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

// Answer is a system's answer to a case.
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

// Input combines the case and an answer for scorers.
func (c *Case) Input(a *Answer) score.Input {
	in := score.Input{
		ID: c.ID, Question: c.Question, Gold: c.Gold, GoldList: c.GoldList, Unit: c.Unit, Tolerance: c.Tolerance,
		Answer: a.Text, List: a.List, AnswerUnit: a.Unit,
	}
	passages := a.Passages
	if len(passages) == 0 {
		passages = c.Passages
	}
	for i := range passages {
		in.Sources = append(in.Sources, passages[i].Text)
	}
	return in
}

// System answers cases. An error ends the run; a failure of one case is the answer's outcome.
type System interface {
	Answer(ctx context.Context, c *Case, repeat int) (*Answer, error)
}

// Func is a function that implements System.
type Func func(ctx context.Context, c *Case, repeat int) (*Answer, error)

// Answer calls f.
func (f Func) Answer(ctx context.Context, c *Case, repeat int) (*Answer, error) {
	return f(ctx, c, repeat)
}

// Asked returns the case as a system may see it: without the gold and everything derived from it.
func (c *Case) Asked() *Case {
	seen := *c
	seen.Gold = nil
	seen.GoldList = false
	seen.Unit = ""
	seen.Tolerance = 0
	seen.Evidence = nil
	seen.Working = ""
	seen.Cluster = ""
	seen.Tags = nil
	seen.Extra = nil
	return &seen
}
