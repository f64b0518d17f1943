package fakemodel

import (
	"slices"
	"strconv"
	"strings"
)

var chatShape = openaiShape{
	"frequency_penalty":      {kinds: "number null"},
	"logit_bias":             {kinds: "object null"},
	"logprobs":               {kinds: "boolean null"},
	"max_completion_tokens":  {kinds: "integer null"},
	"max_tokens":             {kinds: "integer null"},
	"messages":               {kinds: "array", fields: chatMessageShape},
	"metadata":               {kinds: "object null"},
	"model":                  {kinds: "string"},
	"n":                      {kinds: "integer null"},
	"parallel_tool_calls":    {kinds: "boolean"},
	"presence_penalty":       {kinds: "number null"},
	"prompt_cache_key":       {kinds: "string null"},
	"prompt_cache_retention": {kinds: "string null"},
	"reasoning_effort":       {kinds: "string null"},
	"response_format": {kinds: "object", fields: openaiShape{
		"type": {kinds: "string"},
		"json_schema": {kinds: "object", fields: openaiShape{
			"name": {kinds: "string"}, "schema": {kinds: "object"}, "strict": {kinds: "boolean null"}, "description": {kinds: "string"}}}}},
	"safety_identifier": {kinds: "string null"},
	"seed":              {kinds: "integer null"},
	"service_tier":      {kinds: "string null"},
	"stop":              {kinds: "string array null"},
	"store":             {kinds: "boolean null"},
	"stream":            {kinds: "boolean null"},
	"temperature":       {kinds: "number null"},
	"top_logprobs":      {kinds: "integer null"},
	"top_p":             {kinds: "number null"},
	"user":              {kinds: "string"},
	"verbosity":         {kinds: "string null"},
}

var chatMessageShape = openaiShape{
	"role":         {kinds: "string"},
	"content":      {kinds: "string array null"},
	"name":         {kinds: "string"},
	"refusal":      {kinds: "string null"},
	"tool_call_id": {kinds: "string"},
}

// chatStops is how many stop sequences a request may name.
const chatStops = 4

// createChat answers POST /v1/chat/completions.
func (o *OpenAI) createChat(body []byte, f Fault) (any, Answer, *openaiError) {
	v, err := o.decode(body, chatShape)
	if err != nil {
		return nil, Answer{}, err
	}
	t, err := o.readChat(v, body)
	if err != nil {
		return nil, Answer{}, err
	}
	if f == ErrorIn200 {
		failed := oaMap{"message": "The server had an error processing your request.", "type": "server_error", "param": nil,
			"code": nil}
		return oaMap{"error": failed}, Answer{}, nil
	}
	reply := o.say(t, f)
	return o.completion(v, reply), reply.Answer, nil
}

func (o *OpenAI) readChat(v oaMap, body []byte) (t openaiTurn, err *openaiError) {
	if err = oaNeed(v, "model", "messages"); err == nil {
		t.model, err = o.model(v["model"])
	}
	if err == nil {
		err = o.checkChat(v, t.model)
	}
	if err == nil && !o.compatible {
		t.effort, err = t.model.checkEffort("reasoning_effort", v["reasoning_effort"])
	}
	if err == nil {
		err = t.model.checkSampling(t.effort, v)
	}
	if err != nil {
		return t, err
	}
	read, err := chatMessages(v["messages"].([]any))
	if err != nil {
		return t, err
	}
	t.prompt = Prompt{Model: t.model.id, System: strings.TrimSpace(read.system), User: read.user, Body: body}
	t.input = read.all
	t.limit = max(oaInteger(v["max_completion_tokens"]), oaInteger(v["max_tokens"]))
	t.stops = chatStopList(v["stop"])
	if temperature, ok := oaNumber(v["temperature"]); ok {
		t.prompt.Temperature = &temperature
	}
	if format := oaObject(v["response_format"]); format != nil {
		if t.prompt.Schema, err = openaiFormat("response_format", format, oaObject(format["json_schema"]),
			t.input); err != nil {
			return t, err
		}
	}
	if n := openaiTokens(t.input); n > t.model.window {
		return t, oaRefuse("messages", "context_length_exceeded",
			"This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce "+
				"the length of the messages.", t.model.window, n)
	}
	return t, nil
}

func (o *OpenAI) checkChat(v oaMap, m openaiModel) *openaiError {
	if m.width > 0 && !o.compatible {
		return missingChat()
	}
	if messages, _ := v["messages"].([]any); len(messages) == 0 {
		return oaRefuse("messages", "empty_array",
			"Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.")
	}
	if m.efforts != "" {
		for _, name := range []string{"max_tokens", "stop"} {
			if v[name] == nil {
				continue
			}
			hint := ""
			if name == "max_tokens" {
				hint = " Use 'max_completion_tokens' instead."
			}
			return oaRefuse(name, "unsupported_parameter", "Unsupported parameter: '%s' is not supported with this model.%s",
				name, hint)
		}
	}
	if v["stream"] == true || v["logprobs"] == true {
		return oaRefuse("stream", "unsupported_value", "Streaming and log probabilities are not served here.")
	}
	if len(chatStopList(v["stop"])) > chatStops {
		return oaRefuse("stop", "array_above_max_length",
			"Invalid 'stop': array too long. Expected an array with maximum length %d.", chatStops)
	}
	return oaFirst(
		oaWithin("temperature", v["temperature"], 0, 2), oaWithin("top_p", v["top_p"], 0, 1),
		oaWithin("n", v["n"], 1, 128),
		oaWithin("max_tokens", v["max_tokens"], 1, mostOutputTokens),
		oaWithin("max_completion_tokens", v["max_completion_tokens"], 1, mostOutputTokens),
		oaOneOf("verbosity", v["verbosity"], "low", "medium", "high"),
		oaOneOf("service_tier", v["service_tier"], "auto", "default", "flex", "scale", "priority", "fast"),
		oaMetadata(v["metadata"]),
	)
}

func missingChat() *openaiError {
	return oaMissing("This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you " +
		"mean to use v1/completions?")
}

func chatStopList(v any) []string {
	if text, ok := v.(string); ok {
		return []string{text}
	}
	list, _ := v.([]any)
	out := make([]string, len(list))
	for i := range list {
		out[i] = oaString(list[i])
	}
	return out
}

// chatMessages reads the messages; the shape has been checked, the roles and parts are checked here.
func chatMessages(messages []any) (openaiRead, *openaiError) {
	var read openaiRead
	var all strings.Builder
	for i, item := range messages {
		m := oaObject(item)
		at := "messages[" + strconv.Itoa(i) + "]"
		role := oaString(m["role"])
		if !slices.Contains([]string{"system", "developer", "user", "assistant", "tool"}, role) {
			return read, oaRefuse(at+".role", "invalid_value", "Invalid value: '%s'. Supported values are: 'system', "+
				"'assistant', 'user', 'function', 'tool', and 'developer'.", oaQuoted(m["role"]))
		}
		text, err := chatText(at+".content", m["content"], role)
		if err != nil {
			return read, err
		}
		all.WriteString(text)
		switch role {
		case "user":
			read.user = text
		case "system", "developer":
			read.system += text + "\n"
		}
	}
	read.all = all.String()
	return read, nil
}

func chatText(at string, content any, role string) (string, *openaiError) {
	switch c := content.(type) {
	case string:
		return c, nil
	case []any:
		var texts []string
		for i, item := range c {
			m := oaObject(item)
			here := at + "[" + strconv.Itoa(i) + "]"
			if err := oaOneOf(here+".type", oaDefault(m["type"], ""), "text", "image_url", "input_audio", "file",
				"refusal"); err != nil {
				return "", err
			}
			texts = append(texts, oaString(m["text"]))
		}
		return strings.Join(texts, "\n"), nil
	}
	if role == "assistant" {
		return "", nil
	}
	return "", oaRefuse(at, "invalid_type", "Invalid type for '%s': expected a string, but got null instead.", at)
}

// completion is the body of a chat answer.
func (o *OpenAI) completion(v oaMap, s openaiAnswer) oaMap {
	message := oaMap{"role": "assistant", "content": s.Text, "refusal": nil, "annotations": []any{}}
	finish := string(s.finish)
	switch s.finish {
	case finishRefused:
		message["content"], message["refusal"], finish = nil, s.Text, "stop"
	case finishSilent:
		finish = "stop"
	}
	if o.compatible {
		// vLLM knows no refusals; what a reasoning model thought is a field beside the content.
		delete(message, "annotations")
		message["reasoning_content"] = nil
		if s.finish == finishRefused {
			message["content"], message["refusal"] = s.Text, nil
		}
		if s.finish == finishSilent || s.ReasoningTokens > 0 {
			message["reasoning_content"] = "thinking"
		}
	}
	choices := []any{}
	for i := range max(1, oaInteger(v["n"])) {
		choices = append(choices, oaMap{"index": i, "message": message, "finish_reason": finish, "logprobs": nil})
	}
	c := oaMap{
		"id": o.lockedID("chatcmpl-"), "object": "chat.completion", "created": o.now().Unix(), "model": s.Served,
		"choices": choices, "usage": chatUsage(s.Answer, o.compatible),
	}
	if !o.compatible {
		c["service_tier"], c["system_fingerprint"] = oaTier(v["service_tier"]), "fp_fake"
	}
	return c
}

func chatUsage(a Answer, compatible bool) oaMap {
	u := oaMap{"prompt_tokens": a.InputTokens, "completion_tokens": a.OutputTokens,
		"total_tokens": a.InputTokens + a.OutputTokens}
	if compatible {
		u["prompt_tokens_details"] = nil
		if a.CachedTokens > 0 {
			u["prompt_tokens_details"] = oaMap{"cached_tokens": a.CachedTokens}
		}
		return u
	}
	u["prompt_tokens_details"] = oaMap{"cached_tokens": a.CachedTokens, "audio_tokens": 0}
	u["completion_tokens_details"] = oaMap{"reasoning_tokens": a.ReasoningTokens, "audio_tokens": 0,
		"accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0}
	return u
}
