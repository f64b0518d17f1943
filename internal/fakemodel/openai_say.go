package fakemodel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// openaiTurn is what is asked of a model, whichever endpoint it came through.
type openaiTurn struct {
	prompt Prompt
	input  string // everything that is read by the model, for counting
	model  openaiModel
	effort string
	limit  int // tokens of output, reasoning among them; 0 is none
	stops  []string
}

// openaiFinish is how an answer ended.
type openaiFinish string

const (
	finishStop    openaiFinish = "stop"
	finishLength  openaiFinish = "length"
	finishFilter  openaiFinish = "content_filter"
	finishRefused openaiFinish = "refusal"
	finishSilent  openaiFinish = "silent" // completed without text
)

// openaiAnswer is an answer with its tokens counted.
type openaiAnswer struct {
	Answer
	finish openaiFinish
}

// The words of a refusal, and the served model of a server that serves another.
const (
	openaiRefusal = "I'm sorry, but I can't assist with that request."
	openaiOther   = "gpt-4o-mini-2024-07-18"
)

// charactersPerToken is near what the real tokenizers do with English, and is cheap.
const charactersPerToken = 4

func openaiTokens(text string) int { return (len(text) + charactersPerToken - 1) / charactersPerToken }

// say has the model answer, does what the fault orders and counts tokens.
func (o *OpenAI) say(t openaiTurn, f Fault) openaiAnswer {
	s := openaiAnswer{Answer: o.answer(t.prompt), finish: finishStop}
	s.Served = cmp.Or(s.Served, t.model.id)
	switch f {
	case Refusal:
		s.finish, s.Text = finishRefused, openaiRefusal
	case Incomplete:
		s.finish, s.Text = finishLength, cutText(s.Text, len(s.Text)/2)
	case ContentFilter, Recitation:
		s.finish, s.Text = finishFilter, ""
	case NoText:
		s.finish, s.Text = finishSilent, ""
	case WrongModel:
		s.Served = openaiOther
	}
	for _, stop := range t.stops {
		if before, _, found := strings.Cut(s.Text, stop); found && stop != "" {
			s.Text = before
		}
	}
	if s.ReasoningTokens == 0 {
		s.ReasoningTokens = t.model.reasoning(t.effort)
	}
	s.cap(t.limit)
	if s.InputTokens == 0 {
		s.InputTokens = openaiTokens(t.input) + 3
	}
	if s.OutputTokens == 0 {
		s.OutputTokens = openaiTokens(s.Text) + s.ReasoningTokens
	}
	if s.CachedTokens == 0 {
		s.CachedTokens = o.cached(t.model.id+"\x00"+t.input, s.InputTokens)
	}
	return s
}

// cap cuts an answer that is longer than the request allows; reasoning comes first.
func (s *openaiAnswer) cap(limit int) {
	if limit == 0 || s.ReasoningTokens+openaiTokens(s.Text) <= limit {
		return
	}
	s.finish = finishLength
	s.ReasoningTokens = min(s.ReasoningTokens, limit)
	s.Text = cutText(s.Text, (limit-s.ReasoningTokens)*charactersPerToken)
}

// cutText is the first n bytes, or a little less so that no character is torn.
func cutText(text string, n int) string {
	if n >= len(text) {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// Prefixes shorter than this are not cached, and what is cached is counted in steps.
const (
	cachedLeast = 1024
	cachedStep  = 128
)

// cached is the tokens of a prompt that were seen before; whole prompts only.
func (o *OpenAI) cached(prompt string, tokens int) int {
	h := fnv.New64a()
	h.Write([]byte(prompt))
	o.mu.Lock()
	defer o.mu.Unlock()
	seen := o.prefixes[h.Sum64()]
	o.prefixes[h.Sum64()] = true
	if !seen || tokens < cachedLeast {
		return 0
	}
	return tokens / cachedStep * cachedStep
}

// oaSchemaDepth is how many levels of objects a strict schema may have.
const oaSchemaDepth = 10

// checkSchema refuses what strict structured output does not allow.
func checkSchema(param, name string, schema any, depth int) *openaiError {
	bad := func(format string, args ...any) *openaiError {
		return oaRefuse(param, "invalid_json_schema", "Invalid schema for response_format '%s': "+format,
			append([]any{name}, args...)...)
	}
	s := oaObject(schema)
	switch {
	case s == nil:
		return bad("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.")
	case depth > oaSchemaDepth:
		return bad("schema exceeds the maximum nesting of %d levels.", oaSchemaDepth)
	case depth == 0 && s["type"] != "object": // a root that is no object has no depth to add, and ends here
		return bad("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"%s\"'.", oaQuoted(s["type"]))
	}
	for _, word := range []string{"allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "oneOf"} {
		if s[word] != nil {
			return bad("In context=(), '%s' is not permitted.", word)
		}
	}
	if s["type"] == "object" {
		if s["additionalProperties"] != false {
			return bad("In context=(), 'additionalProperties' is required to be supplied and to be false.")
		}
		required, _ := s["required"].([]any)
		for key := range oaObject(s["properties"]) {
			if !slices.Contains(required, any(key)) {
				return bad("In context=(), 'required' is required to be supplied and to be an array including every key in "+
					"properties. Missing '%s'.", key)
			}
		}
	}
	if s["type"] == "object" {
		depth++
	}
	return checkSubschemas(param, name, s, depth)
}

func checkSubschemas(param, name string, s oaMap, depth int) *openaiError {
	for _, group := range []string{"properties", "$defs"} {
		for _, child := range oaObject(s[group]) {
			if err := checkSchema(param, name, child, depth); err != nil {
				return err
			}
		}
	}
	if s["items"] != nil {
		if err := checkSchema(param, name, s["items"], depth); err != nil {
			return err
		}
	}
	choices, _ := s["anyOf"].([]any)
	for _, child := range choices {
		if err := checkSchema(param, name, child, depth); err != nil {
			return err
		}
	}
	return nil
}

// openaiFormat reads the wanted form of an answer. The two endpoints differ in where the fields stand.
func openaiFormat(param string, format oaMap, spec oaMap, input string) (json.RawMessage, *openaiError) {
	switch kind := format["type"]; kind {
	case nil:
		return nil, oaRefuse(param+".type", "missing_required_parameter", "Missing required parameter: '%s.type'.", param)
	case "text":
		return nil, nil
	case "json_object":
		if !strings.Contains(strings.ToLower(input), "json") {
			return nil, oaRefuse("input", "",
				"Response input messages must contain the word 'json' in some form to use '%s' of type 'json_object'.", param)
		}
		return json.RawMessage(`{"type":"object"}`), nil
	case "json_schema":
		return openaiSchema(param, spec)
	default:
		return nil, oaRefuse(param+".type", "invalid_value",
			"Invalid value: '%s'. Supported values are: 'json_object', 'json_schema', and 'text'.", oaQuoted(kind))
	}
}

func openaiSchema(param string, spec oaMap) (json.RawMessage, *openaiError) {
	name := oaString(spec["name"])
	switch {
	case name == "":
		return nil, oaRefuse(param+".name", "missing_required_parameter", "Missing required parameter: '%s.name'.", param)
	case len(name) > 64:
		return nil, oaRefuse(param+".name", "string_above_max_length",
			"Invalid '%s.name': string too long. Expected a string with maximum length 64, but got a string with "+
				"length %d instead.", param, len(name))
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "":
		return nil, oaRefuse(param+".name", "invalid_value",
			"Invalid '%s.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", param)
	case oaObject(spec["schema"]) == nil:
		return nil, oaRefuse(param+".schema", "missing_required_parameter", "Missing required parameter: '%s.schema'.", param)
	}
	if spec["strict"] == true {
		if err := checkSchema(param+".schema", name, spec["schema"], 0); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(spec["schema"])
	if err != nil {
		return nil, oaRefuse(param+".schema", "invalid_json_schema", "Invalid schema: %s", fmt.Sprint(err))
	}
	return text, nil
}
