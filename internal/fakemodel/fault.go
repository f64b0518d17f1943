package fakemodel

import (
	"context"
	"encoding/json"
)

// Fault is one way of going wrong.
type Fault string

// The faults. Each provider renders those that it knows in its own words, and treats the others as the
// nearest that it has.
const (
	None Fault = ""

	// Refusals to serve, each with another hint of when to come back.
	RateLimitSeconds Fault = "429, retry-after in seconds"
	RateLimitMillis  Fault = "429, retry-after-ms"
	RateLimitDate    Fault = "429, retry-after as a date"
	RateLimitInfo    Fault = "429, retryDelay in the body"
	RateLimitBare    Fault = "429 without a hint"
	QuotaExhausted   Fault = "quota exhausted"
	ServerError      Fault = "500"
	Unavailable      Fault = "503"
	Overloaded       Fault = "529"
	TimedOut         Fault = "408 or 504 of the provider"
	Unauthorized     Fault = "401"
	Forbidden        Fault = "403"
	UnknownModel     Fault = "unknown model"
	TooLong          Fault = "prompt too long"
	BadParameter     Fault = "unsupported parameter"
	EchoedKey        Fault = "401 whose message repeats the key that was sent"

	// Faults of the connection.
	Hang          Fault = "hang"
	Drop          Fault = "connection dropped"
	SlowBody      Fault = "slow body"
	CutBody       Fault = "cut body"
	MalformedJSON Fault = "malformed JSON"
	EmptyBody     Fault = "empty body"
	HTMLPage      Fault = "a proxy's page"
	ErrorIn200    Fault = "200 with an error in its body"

	// Ways of answering that are no answer.
	Refusal       Fault = "refusal"
	Incomplete    Fault = "incomplete: out of tokens"
	ContentFilter Fault = "stopped by a content filter"
	Recitation    Fault = "stopped for recitation"
	BlockedPrompt Fault = "prompt blocked"
	WrongModel    Fault = "served by another model"
	NoText        Fault = "completed without any text"
)

// Faults is every fault.
var Faults = []Fault{
	RateLimitSeconds, RateLimitMillis, RateLimitDate, RateLimitInfo, RateLimitBare, QuotaExhausted, ServerError,
	Unavailable, Overloaded, TimedOut, Unauthorized, Forbidden, UnknownModel, TooLong, BadParameter, EchoedKey,
	Hang, Drop, SlowBody, CutBody, MalformedJSON, EmptyBody, HTMLPage, ErrorIn200,
	Refusal, Incomplete, ContentFilter, Recitation, BlockedPrompt, WrongModel, NoText,
}

type callKey struct{}

func withCall(ctx context.Context, c *Call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// callOf is the log entry of the request being served: handlers read its fault and note the usage.
func callOf(ctx context.Context) *Call { return ctx.Value(callKey{}).(*Call) }

// Smallest is the smallest value that a JSON schema allows, as JSON: what a lazy but obedient model says.
func Smallest(schema json.RawMessage) string {
	var s struct {
		Type       any                        `json:"type"`
		Enum       []json.RawMessage          `json:"enum"`
		Properties map[string]json.RawMessage `json:"properties"`
		Items      json.RawMessage            `json:"items"`
		MinItems   int                        `json:"minItems"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return "null"
	}
	if len(s.Enum) > 0 {
		return string(s.Enum[0])
	}
	kind, _ := s.Type.(string)
	if kinds, ok := s.Type.([]any); ok && len(kinds) > 0 { // a type or null, as strict schemas have it
		kind, _ = kinds[0].(string)
	}
	switch kind {
	case "object":
		out := map[string]json.RawMessage{}
		for name, property := range s.Properties {
			out[name] = json.RawMessage(Smallest(property))
		}
		text, _ := json.Marshal(out)
		return string(text)
	case "array":
		out := []json.RawMessage{}
		for range s.MinItems {
			out = append(out, json.RawMessage(Smallest(s.Items)))
		}
		text, _ := json.Marshal(out)
		return string(text)
	case "string":
		return `"text"`
	case "boolean":
		return "true"
	case "null":
		return "null"
	}
	return "1"
}
