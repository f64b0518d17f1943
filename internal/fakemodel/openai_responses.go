package fakemodel

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

var responsesShape = openaiShape{
	"background":           {kinds: "boolean null"},
	"include":              {kinds: "array null"},
	"input":                {kinds: "string array"},
	"instructions":         {kinds: "string null"},
	"max_output_tokens":    {kinds: "integer null"},
	"max_tool_calls":       {kinds: "integer null"},
	"metadata":             {kinds: "object null"},
	"model":                {kinds: "string"},
	"parallel_tool_calls":  {kinds: "boolean null"},
	"previous_response_id": {kinds: "string null"},
	"prompt_cache_key":     {kinds: "string null"},
	"prompt_cache_options": {kinds: "object null", fields: openaiShape{"ttl": {kinds: "string"},
		"mode": {kinds: "string"}}},
	"prompt_cache_retention": {kinds: "string null"},
	"reasoning": {kinds: "object null", fields: openaiShape{
		"effort": {kinds: "string null"}, "summary": {kinds: "string null"},
		"mode": {kinds: "string null"}, "context": {kinds: "string null"}}},
	"safety_identifier": {kinds: "string null"},
	"service_tier":      {kinds: "string null"},
	"store":             {kinds: "boolean null"},
	"stream":            {kinds: "boolean null"},
	"temperature":       {kinds: "number null"},
	"text": {kinds: "object null", fields: openaiShape{
		"verbosity": {kinds: "string null"},
		"format": {kinds: "object", fields: openaiShape{
			"type": {kinds: "string"}, "name": {kinds: "string"}, "schema": {kinds: "object"},
			"strict": {kinds: "boolean null"}, "description": {kinds: "string"}}}}},
	"tool_choice":  {kinds: "any"},
	"tools":        {kinds: "array null", fields: fileSearchShape},
	"top_logprobs": {kinds: "integer null"},
	"top_p":        {kinds: "number null"},
	"truncation":   {kinds: "string null"},
	"user":         {kinds: "string null"},
}

var fileSearchShape = openaiShape{
	"type":             {kinds: "string"},
	"vector_store_ids": {kinds: "array"},
	"max_num_results":  {kinds: "integer"},
	"filters":          {kinds: "object null"},
	"ranking_options": {kinds: "object null", fields: openaiShape{
		"ranker": {kinds: "string"}, "score_threshold": {kinds: "number"},
		"hybrid_search": {kinds: "object", fields: openaiShape{
			"embedding_weight": {kinds: "number"}, "text_weight": {kinds: "number"}}}}},
}

// openaiIncludes are the values of include that the server knows.
var openaiIncludes = []string{"file_search_call.results", "web_search_call.results", "web_search_call.action.sources",
	"message.input_image.image_url", "computer_call_output.output.image_url", "code_interpreter_call.outputs",
	"reasoning.encrypted_content", "message.output_text.logprobs"}

// Bounds of a request.
const (
	leastOutputTokens = 16
	mostOutputTokens  = 1 << 20
)

// createResponse answers POST /v1/responses.
func (o *OpenAI) createResponse(body []byte, f Fault) (any, Answer, *openaiError) {
	v, err := o.decode(body, responsesShape)
	if err != nil {
		return nil, Answer{}, err
	}
	t, err := o.readTurn(v, body)
	if err != nil {
		return nil, Answer{}, err
	}
	found, err := o.searchTools(v, t.prompt.User)
	if err != nil {
		return nil, Answer{}, err
	}
	if found != nil {
		t.prompt.System += found.text()
		t.input += found.text()
	}
	if f == ErrorIn200 {
		f = None
		return o.failedResponse(v, t), Answer{}, nil
	}
	reply := o.say(t, f)
	return o.spoken(v, t, reply, found), reply.Answer, nil
}

// readTurn reads what is asked and refuses what the model would not take.
func (o *OpenAI) readTurn(v oaMap, body []byte) (t openaiTurn, err *openaiError) {
	if err = oaNeed(v, "model", "input"); err == nil {
		t.model, err = o.model(v["model"])
	}
	if err == nil {
		err = checkResponses(v, t.model)
	}
	if err == nil {
		t.effort, err = t.model.checkEffort("reasoning.effort", oaObject(v["reasoning"])["effort"])
	}
	if err == nil {
		err = t.model.checkSampling(t.effort, v)
	}
	if err != nil {
		return t, err
	}
	items, err := inputItems(v["input"])
	if err != nil {
		return t, err
	}
	read, err := o.readItems(items)
	if err != nil {
		return t, err
	}
	t.prompt = Prompt{Model: t.model.id, System: strings.TrimSpace(oaString(v["instructions"]) + "\n" + read.system),
		User: read.user, Body: body}
	t.input = t.prompt.System + read.all
	t.limit = oaInteger(v["max_output_tokens"])
	if temperature, ok := oaNumber(v["temperature"]); ok {
		t.prompt.Temperature = &temperature
	}
	if format := oaObject(oaObject(v["text"])["format"]); format != nil {
		if t.prompt.Schema, err = openaiFormat("text.format", format, format, t.input); err != nil {
			return t, err
		}
	}
	if openaiTokens(t.input) > t.model.window && v["truncation"] != "auto" {
		return t, oaRefuse("input", "context_length_exceeded",
			"Your input exceeds the context window of this model. Please adjust your input and try again.")
	}
	return t, nil
}

// checkResponses refuses values out of bounds.
func checkResponses(v oaMap, m openaiModel) *openaiError {
	if m.width > 0 {
		return oaRefuse("model", "unsupported_model", "The requested model '%s' is not supported with the Responses API.",
			m.id)
	}
	include, _ := v["include"].([]any)
	for i, value := range include {
		if err := oaOneOf("include["+strconv.Itoa(i)+"]", value, openaiIncludes...); err != nil {
			return err
		}
	}
	if v["background"] == true {
		return oaRefuse("background", "unsupported_value", "Background mode is not served here.")
	}
	if id := oaString(v["previous_response_id"]); id != "" {
		return oaRefuse("previous_response_id", "previous_response_not_found", "Previous response with id '%s' not found.", id)
	}
	if v["stream"] == true {
		return oaRefuse("stream", "unsupported_value", "Streaming is not served here.")
	}
	return oaFirst(
		oaWithin("max_output_tokens", v["max_output_tokens"], leastOutputTokens, mostOutputTokens),
		oaWithin("temperature", v["temperature"], 0, 2),
		oaWithin("top_p", v["top_p"], 0, 1),
		oaWithin("top_logprobs", v["top_logprobs"], 0, 20),
		oaOneOf("truncation", v["truncation"], "auto", "disabled"),
		oaOneOf("service_tier", v["service_tier"], "auto", "default", "flex", "scale", "priority", "fast", "ultrafast"),
		oaOneOf("text.verbosity", oaObject(v["text"])["verbosity"], "low", "medium", "high"),
		oaOneOf("reasoning.summary", oaObject(v["reasoning"])["summary"], "auto", "concise", "detailed"),
		oaMetadata(v["metadata"]),
	)
}

// shell is what every response has.
func (o *OpenAI) shell(v oaMap, t openaiTurn, status string) oaMap {
	format := oaDefault(oaObject(v["text"])["format"], oaMap{"type": "text"})
	var reasoning any = oaMap{"effort": nil, "summary": nil}
	if t.model.efforts != "" {
		reasoning = oaMap{"effort": t.effort, "summary": oaObject(v["reasoning"])["summary"]}
	}
	r := oaMap{
		"id": o.lockedID("resp_"), "object": "response", "created_at": o.now().Unix(), "status": status,
		"background": oaDefault(v["background"], false), "error": nil, "incomplete_details": nil,
		"instructions": v["instructions"], "max_output_tokens": v["max_output_tokens"], "max_tool_calls": v["max_tool_calls"],
		"model": t.model.id, "output": []any{}, "parallel_tool_calls": oaDefault(v["parallel_tool_calls"], true),
		"previous_response_id": v["previous_response_id"], "reasoning": reasoning,
		"service_tier": oaTier(v["service_tier"]), "temperature": oaDefault(v["temperature"],
			1.0), "top_p": oaDefault(v["top_p"], 1.0),
		"text":        oaMap{"format": format, "verbosity": oaDefault(oaObject(v["text"])["verbosity"], "medium")},
		"tool_choice": oaDefault(v["tool_choice"], "auto"), "tools": oaDefault(v["tools"], []any{}), "top_logprobs": 0,
		"truncation": oaDefault(v["truncation"], "disabled"), "metadata": oaDefault(v["metadata"], oaMap{}),
		"prompt_cache_key": v["prompt_cache_key"], "safety_identifier": v["safety_identifier"], "completed_at": nil,
	}
	return r
}

// failedResponse is OpenAI's error inside HTTP 200: a response that failed.
func (o *OpenAI) failedResponse(v oaMap, t openaiTurn) oaMap {
	r := o.shell(v, t, "failed")
	r["error"] = oaMap{"code": "server_error", "message": "The model failed to generate a response."}
	return r
}

// spoken is the response with the model's answer.
func (o *OpenAI) spoken(v oaMap, t openaiTurn, s openaiAnswer, found *openaiFound) oaMap {
	r := o.shell(v, t, "completed")
	output := []any{}
	if found != nil {
		output = append(output, found.item(o.lockedID("fs_"), includes(v, "file_search_call.results")))
	}
	if s.ReasoningTokens > 0 || s.finish == finishSilent {
		item := oaMap{"id": o.lockedID("rs_"), "type": "reasoning", "summary": []any{}}
		if includes(v, "reasoning.encrypted_content") {
			item["encrypted_content"] = "Z0FBQUFBZmFrZQ=="
		}
		output = append(output, item)
	}
	status := "completed"
	switch s.finish {
	case finishLength:
		status, r["incomplete_details"] = "incomplete", oaMap{"reason": "max_output_tokens"}
	case finishFilter:
		status, r["incomplete_details"] = "incomplete", oaMap{"reason": "content_filter"}
	default:
		r["completed_at"] = o.now().Unix()
	}
	r["status"], r["model"], r["usage"] = status, s.Served, responseUsage(s.Answer)
	if content := s.content(found); content != nil {
		output = append(output, oaMap{"id": o.lockedID("msg_"), "type": "message", "role": "assistant", "status": status,
			"content": []any{content}})
	}
	r["output"] = output
	return r
}

// content is the part of the message, or nil if there is no text.
func (s openaiAnswer) content(found *openaiFound) oaMap {
	if s.finish == finishRefused {
		return oaMap{"type": "refusal", "refusal": s.Text}
	}
	if s.finish == finishSilent || s.Text == "" && s.finish != finishStop {
		return nil
	}
	annotations := []any{}
	if found != nil {
		annotations = found.citations(utf8.RuneCountInString(s.Text))
	}
	return oaMap{"type": "output_text", "text": s.Text, "annotations": annotations, "logprobs": []any{}}
}

func includes(v oaMap, what string) bool {
	list, _ := v["include"].([]any)
	return slices.ContainsFunc(list, func(item any) bool { return item == what })
}

func responseUsage(a Answer) oaMap {
	return oaMap{
		"input_tokens": a.InputTokens, "input_tokens_details": oaMap{"cached_tokens": a.CachedTokens,
			"cache_write_tokens": 0},
		"output_tokens": a.OutputTokens, "output_tokens_details": oaMap{"reasoning_tokens": a.ReasoningTokens},
		"total_tokens": a.InputTokens + a.OutputTokens,
	}
}
