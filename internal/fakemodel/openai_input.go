package fakemodel

import (
	"slices"
	"strconv"
	"strings"
)

// openaiRead is what the items of an input say.
type openaiRead struct {
	system, user, all string
}

// openaiItemKinds are the items that may stand in an input beside messages; what the model put out may be
// given back to it.
var openaiItemKinds = []string{"message", "reasoning", "file_search_call", "web_search_call", "function_call",
	"function_call_output", "item_reference", "computer_call", "computer_call_output", "code_interpreter_call",
	"image_generation_call", "local_shell_call", "local_shell_call_output", "mcp_call", "mcp_list_tools",
	"mcp_approval_request", "mcp_approval_response", "custom_tool_call", "custom_tool_call_output", "compaction"}

// The parts of a message, by who speaks: what a user sends and what a model answered are typed differently.
var (
	openaiInputParts = []openaiPart{
		{"input_text", []string{"text"}, []string{"type", "text", "prompt_cache_breakpoint"}},
		{"input_image", nil, []string{"type", "image_url", "file_id", "detail", "prompt_cache_breakpoint"}},
		{"input_file", nil, []string{"type", "file_id", "file_url", "file_data", "filename", "detail",
			"prompt_cache_breakpoint"}},
	}
	openaiOutputParts = []openaiPart{
		{"output_text", []string{"text"}, []string{"type", "text", "annotations", "logprobs"}},
		{"refusal", []string{"refusal"}, []string{"type", "refusal"}},
	}
)

// openaiPart is a kind of content with its fields.
type openaiPart struct {
	kind   string
	needed []string
	fields []string
}

// inputItems is the input as a list of items.
func inputItems(input any) ([]any, *openaiError) {
	if text, ok := input.(string); ok {
		return []any{oaMap{"role": "user", "content": text}}, nil
	}
	items, _ := input.([]any)
	if len(items) == 0 {
		return nil, oaRefuse("input", "invalid_value", "Invalid 'input': expected at least one item.")
	}
	return items, nil
}

func (o *OpenAI) readItems(items []any) (openaiRead, *openaiError) {
	var read openaiRead
	var all strings.Builder
	for i, item := range items {
		at := "input[" + strconv.Itoa(i) + "]"
		m := oaObject(item)
		if m == nil {
			return read, oaRefuse(at, "invalid_type", "Invalid type for '%s': expected an object, but got %s instead.", at,
				oaArticle(oaKind(item)))
		}
		kind := oaString(oaDefault(m["type"], "message"))
		if !slices.Contains(openaiItemKinds, kind) {
			return read, oaRefuse(at, "invalid_value", "Invalid value: '%s'. Supported values are: %s.", oaQuoted(m["type"]),
				oaListed(openaiItemKinds))
		}
		if kind != "message" {
			continue
		}
		text, err := o.readMessage(at, m)
		if err != nil {
			return read, err
		}
		all.WriteString(text.all)
		switch m["role"] {
		case "user":
			read.user = text.user
		case "system", "developer":
			read.system += text.user + "\n"
		}
	}
	read.all = all.String()
	return read, nil
}

// readMessage gives the text of one message as its user field, and all that counts as input.
func (o *OpenAI) readMessage(at string, m oaMap) (openaiRead, *openaiError) {
	for name := range m {
		if !slices.Contains([]string{"type", "role", "content", "id", "status", "phase"}, name) {
			return openaiRead{}, oaRefuse(at+"."+name, "unknown_parameter", "Unknown parameter: '%s.%s'.", at, name)
		}
	}
	role := oaString(m["role"])
	if !slices.Contains([]string{"user", "assistant", "system", "developer"}, role) {
		return openaiRead{}, oaRefuse(at, "invalid_value",
			"Invalid value: '%s'. Supported values are: 'assistant', 'system', 'developer', and 'user'.", oaQuoted(m["role"]))
	}
	parts := openaiInputParts
	if role == "assistant" {
		parts = openaiOutputParts
	}
	switch content := m["content"].(type) {
	case string:
		return openaiRead{user: content, all: content}, nil
	case []any:
		return o.readParts(at+".content", content, parts)
	}
	return openaiRead{}, oaRefuse(at+".content", "missing_required_parameter",
		"Missing required parameter: '%s.content'.", at)
}

func (o *OpenAI) readParts(at string, content []any, allowed []openaiPart) (openaiRead, *openaiError) {
	var texts []string
	var read openaiRead
	for i, item := range content {
		here := at + "[" + strconv.Itoa(i) + "]"
		m := oaObject(item)
		if err := checkPart(here, m, allowed); err != nil {
			return read, err
		}
		if text := oaString(m["text"]) + oaString(m["refusal"]); text != "" {
			texts = append(texts, text)
		}
		if id := oaString(m["file_id"]); id != "" {
			text, ok := o.fileText(id)
			if !ok {
				return read, oaRefuse(here+".file_id", "", "The file '%s' was not found.", id)
			}
			read.all += text
		}
		read.all += oaString(m["file_data"])
	}
	read.user = strings.Join(texts, "\n")
	read.all = read.user + read.all
	return read, nil
}

func checkPart(at string, m oaMap, allowed []openaiPart) *openaiError {
	kinds := make([]string, len(allowed))
	for i, part := range allowed {
		kinds[i] = "'" + part.kind + "'"
		if m["type"] != part.kind {
			continue
		}
		for _, name := range part.needed {
			if _, ok := m[name].(string); !ok {
				return oaRefuse(at+"."+name, "missing_required_parameter", "Missing required parameter: '%s.%s'.", at, name)
			}
		}
		for name := range m {
			if !slices.Contains(part.fields, name) {
				return oaRefuse(at+"."+name, "unknown_parameter", "Unknown parameter: '%s.%s'.", at, name)
			}
		}
		return nil
	}
	return oaRefuse(at, "invalid_value", "Invalid value: '%s'. Supported values are: %s.", oaQuoted(m["type"]),
		oaListed(kinds))
}
