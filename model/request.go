// Package model turns requests into the replies of language models, embedders and rerankers, one way for
// all providers.
//
// A provider's Wire turns a request into a call.Call, and a call.Sender sends it. A reply that is no answer
// (refused, cut off, blocked) is a Response whose Stop says so; a call that got no reply is a *call.Failure.
// Neither is ever an empty answer.
package model

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// Request asks a language model for a text.
type Request struct {
	Model    string // the provider's id
	System   string
	Messages []Message

	Schema      *Schema  // the JSON wanted, if any
	Temperature *float64 // nil leaves it to the provider
	TopP        *float64
	Seed        *int64
	MaxTokens   int      // of the answer, thinking included; 0 takes the provider's limit, or call.DefaultMaxOut where one must be named
	Effort      string   // of thinking: none, minimal, low, medium, high, xhigh, max; empty leaves it to the provider
	Stop        []string // texts that end the answer
	Search      *FileSearch
	Tier        string // of service: flex, priority; empty is standard
	Repeat      int    // which of several otherwise equal requests this is: each is asked and kept apart
}

// Message is one turn.
type Message struct {
	Role      Role
	Text      string
	Documents []Document // what the turn is about, ahead of its text
	Cache     bool       // the prompt up to here will be sent again: let the provider keep it where that must be requested
}

// Role says whose turn it is.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Document is a passage that the model may cite. Providers that know no documents get it as text with its
// title, between marks.
type Document struct {
	Title  string
	Text   string
	Source string // what a citation names
}

// Schema is the JSON that a reply must hold.
type Schema struct {
	Name string // letters, digits, - and _, at most 64
	JSON json.RawMessage
}

// FileSearch lets the model search stores of files (OpenAI).
type FileSearch struct {
	Stores     []string
	MaxResults int
	Filter     json.RawMessage
	MinScore   float64
}

// Response is a model's answer and how it was produced.
type Response struct {
	Text      string
	Stop      Stop
	Reason    string // the provider's own word for the stop
	ID        string
	Asked     string // the model asked for
	Served    string // the model that answered, as the provider names it; empty if it does not say
	Tier      string // of service that it was answered in, as the provider names it; empty if it does not say
	Usage     catalog.Usage
	Citations []Citation
	Searches  []Search       // what the model searched and found, if it searched
	Dropped   []call.Dropped // what the request wanted and was not sent
	Forced    SchemaMethod   // how the JSON was asked for

	Source call.Source   // where the reply came from
	Tries  int           // calls made for it, 0 if none
	Began  time.Time     // when the call that succeeded was sent, however long ago
	Took   time.Duration // from the first byte sent to the last received, of the call that succeeded
	Key    call.Key      // of the call, under which it is kept
}

// Answered reports whether the model finished what it wanted to say.
func (r *Response) Answered() bool { return r.Stop == Complete }

// Stop says how a reply ended. Only Complete is an answer.
type Stop string

// The stops.
const (
	Complete   Stop = "complete"
	Truncated  Stop = "truncated"  // out of tokens
	Refused    Stop = "refused"    // the model declined
	Filtered   Stop = "filtered"   // the provider stopped the answer (safety, policy)
	Recitation Stop = "recitation" // the provider stopped it for quoting its sources
	Blocked    Stop = "blocked"    // the provider refused the prompt
	Context    Stop = "context"    // the context window ran out
	Unfinished Stop = "unfinished" // the provider paused, cancelled or failed midway
	Empty      Stop = "empty"      // finished without a word
)

// stops says of each way to end whether the same call would end like that again.
var stops = []struct {
	stop  Stop
	final bool
	doc   string
}{
	{Complete, true, "the answer"},
	{Truncated, true, "the same cap on tokens cuts it off again"},
	{Refused, true, "asking until a model consents is no measurement; a repeat asks again on purpose"},
	{Filtered, true, "as refused, by the provider"},
	{Recitation, true, "as filtered"},
	{Blocked, true, "the prompt decides"},
	{Context, true, "the prompt decides"},
	{Unfinished, false, "the provider's state of the day decides"},
	{Empty, false, "nothing that is kept may be empty"},
}

// Final reports whether the response may answer later calls that are equal.
func (r *Response) Final() bool {
	if r.Stop == Complete && strings.TrimSpace(r.Text) == "" {
		return false
	}
	for i := range stops {
		if stops[i].stop == r.Stop {
			return stops[i].final
		}
	}
	return false
}

// Citation is a place that the provider says an answer rests on.
type Citation struct {
	Source     string `json:"source"` // document, file or store entry
	Title      string `json:"title,omitempty"`
	Quote      string `json:"quote,omitempty"`
	Start, End int    // in the answer's text, in bytes; both 0 where the provider does not say
}

// Search is one search that the provider made for the model.
type Search struct {
	Queries []string  `json:"queries"`
	Results []Passage `json:"results"`
}

// Passage is a text that a provider's store holds.
type Passage struct {
	File       string         `json:"file"`
	Name       string         `json:"name"`
	Score      float64        `json:"score"`
	Text       string         `json:"text"`
	Attributes map[string]any `json:"attributes,omitempty"`
}

// SchemaMethod says how a reply's JSON was asked for.
type SchemaMethod string

// The ways to ask for JSON, strongest first.
const (
	noSchema     SchemaMethod = ""
	BySchema     SchemaMethod = "json_schema" // the provider holds the model to the schema
	ByJSONMode   SchemaMethod = "json_mode"   // the provider holds the model to JSON, the prompt names the schema
	ByPromptOnly SchemaMethod = "prompt"
)

// EmbedRequest asks for the vectors of texts.
type EmbedRequest struct {
	Model      string
	Texts      []string
	Purpose    Purpose
	Dimensions int // 0 takes the model's own
}

// Purpose is what vectors are for; some models embed questions and passages differently.
type Purpose string

// The purposes.
const (
	ForQuery      Purpose = "query"
	ForDocument   Purpose = "document"
	ForSimilarity Purpose = "similarity"
)

// Embeddings are the vectors of an EmbedRequest, in the order of its texts.
type Embeddings struct {
	Vectors [][]float32
	Served  string
	Usage   catalog.Usage
	Dropped []call.Dropped
}

// Final reports whether there are vectors to keep.
func (e *Embeddings) Final() bool { return len(e.Vectors) > 0 }

// RerankRequest asks how relevant documents are to a query.
type RerankRequest struct {
	Model     string
	Query     string
	Documents []string
}

// Ranking holds a score for each document of a RerankRequest, in their order. Scores of different models
// cannot be compared.
type Ranking struct {
	Scores []float64
	Served string
	Usage  catalog.Usage
}

// Final reports whether there are scores to keep.
func (r *Ranking) Final() bool { return len(r.Scores) > 0 }
