package contract

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// openSuffix marks the variant of a schema that may stand in a composition: it leaves unknown fields to
// the whole that it is part of.
const openSuffix = ".open"

// Load rewrites a schema when it is first referred to; the file has far more than any test needs.
func (s *openAISpec) Load(url string) (any, error) {
	name := strings.TrimPrefix(url, schemaPrefix)
	base, open := strings.CutSuffix(name, openSuffix)
	schema, ok := s.raw[base]
	if !ok {
		return nil, fmt.Errorf("no schema %q", base)
	}
	return rewriter{base}.schema(schema, !open), nil
}

// schemaPrefix makes a schema's name an address.
const schemaPrefix = "openai:///"

// rewriter turns OpenAPI schemas into JSON Schema 2020-12 with closed objects.
type rewriter struct{ name string }

func (r rewriter) ref(name string, closed bool) any {
	if !closed {
		name += openSuffix
	}
	return schemaPrefix + name
}

func (r rewriter) schema(v any, closed bool) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	switch {
	case m["$ref"] != nil:
		out["$ref"] = r.ref(strings.TrimPrefix(m["$ref"].(string), "#/components/schemas/"), closed)
	case m["$recursiveRef"] != nil:
		out["$ref"] = r.ref(r.name, closed)
	default:
		r.keywords(m, out, closed)
	}
	if m["nullable"] == true {
		return map[string]any{"anyOf": []any{out, map[string]any{"type": "null"}}}
	}
	return out
}

func (r rewriter) keywords(m, out map[string]any, closed bool) {
	if required, ok := m["required"].([]any); ok {
		required = slices.Clone(required)
		slices.SortFunc(required, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		out["required"] = slices.Compact(required) // the file repeats some
	}
	for _, name := range []string{"type", "enum", "const", "minimum", "maximum", "minLength", "maxLength",
		"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"} {
		if v, ok := m[name]; ok {
			out[name] = v
		}
	}
	if pattern, ok := m["pattern"].(string); ok {
		if _, err := regexp.Compile(pattern); err == nil { // the file's patterns are JavaScript's
			out["pattern"] = pattern
		}
	}
	if items, ok := m["items"]; ok {
		out["items"] = r.schema(items, true)
	}
	whole := r.composition(m, out, closed)
	if extra, ok := m["additionalProperties"]; ok && (closed || extra != false) {
		out["additionalProperties"] = r.schema(extra, true)
	} else if closed && whole {
		out["unevaluatedProperties"] = false
	}
}

// composition writes properties and alternatives, and reports whether this schema is a whole of parts.
func (r rewriter) composition(m, out map[string]any, closed bool) bool {
	properties, whole := m["properties"].(map[string]any)
	if whole {
		fields := map[string]any{}
		for name, schema := range properties {
			fields[name] = r.schema(schema, true)
		}
		out["properties"] = fields
	}
	list := func(v any, closed bool) []any {
		var out []any
		for _, member := range v.([]any) {
			out = append(out, r.schema(member, closed))
		}
		return out
	}
	if all, ok := m["allOf"]; ok {
		whole = true
		out["allOf"] = list(all, false)
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if v, ok := m[name]; ok {
			out["anyOf"] = list(v, closed && !whole)
		}
	}
	return whole
}
