package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func jsonNumber(s string) any { return json.Number(s) }

// explain is what a value should be. It never repeats the value, which may be a key in place of its variable's
// name.
func explain(e *jsonschema.ValidationError) string {
	last := ""
	if n := len(e.InstanceLocation); n > 0 {
		last = e.InstanceLocation[n-1]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return fmt.Sprintf("must be of type %s, is %s", strings.Join(k.Want, " or "), k.Got)
	case *kind.Required:
		return "lacks " + strings.Join(k.Missing, ", ")
	case *kind.Enum:
		return fmt.Sprintf("must be one of %s", list(k.Want))
	case *kind.Pattern:
		return patternMeaning(last)
	case *kind.Minimum:
		return fmt.Sprintf("must be at least %s", k.Want.RatString())
	case *kind.Maximum:
		return fmt.Sprintf("must be at most %s", k.Want.RatString())
	case *kind.MinLength:
		return "must not be empty"
	}
	return "is not what the schema allows"
}

// patternMeaning describes the patterns of the schema.
func patternMeaning(key string) string {
	switch key {
	case "key_env":
		return "must be the name of a variable, such as OPENAI_API_KEY: the key itself is never in this file"
	case "base_url":
		return "must begin with http:// or https://"
	case "model":
		return "must be PROVIDER/MODEL; 'assay models ls' lists them"
	}
	return "must be of small letters, digits, '-', '_' and '.'"
}

func list(values []any) string {
	var all []string
	for _, v := range values {
		all = append(all, fmt.Sprint(v))
	}
	return strings.Join(all, ", ")
}

// knownKeys are the keys that are allowed at a place of the file: those of a section's entry at depth two, the sections
// at the top.
func knownKeys(location []string) []string {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if json.Unmarshal(Schema, &schema) != nil {
		return nil
	}
	at := schema.object
	if len(location) == 2 {
		at = schema.Defs[strings.TrimSuffix(location[0], "s")]
	}
	keys := make([]string, 0, len(at.Properties))
	for key := range at.Properties {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
