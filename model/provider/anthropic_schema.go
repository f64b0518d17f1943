package provider

import (
	"encoding/json"
	"slices"
)

// claudeSchemas is what Anthropic's structured output takes.
var claudeSchemas = dialect{
	takes: []string{
		"$ref", "$defs", "definitions", "type", "anyOf", "oneOf", "allOf", "description", "title", "enum", "const",
		"properties", "additionalProperties", "required", "items", "minItems", "format", "pattern",
	},
	closed: true,
	rename: map[string]string{"oneOf": "anyOf"},
	accept: claudeTakes,
}

// claudeStringFormats are the formats of texts that Anthropic holds the model to.
var claudeStringFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}

// claudeTakes knows the keywords of which Anthropic takes some values only.
func claudeTakes(keyword string, value json.RawMessage) bool {
	switch keyword {
	case "minItems":
		return string(value) == "0" || string(value) == "1"
	case "format":
		var name string
		return json.Unmarshal(value, &name) == nil && slices.Contains(claudeStringFormats, name)
	}
	return true
}
