package provider

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
)

func TestNarrow(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 100) + "{}" + strings.Repeat("}", 100)
	cases := map[string]struct {
		d        dialect
		in, want string
		lost     string
		fails    bool
	}{
		"closed": {claudeSchemas, `{"type":"object","properties":{"b":{"type":"object"},"a":true}}`,
			`{"type":"object","properties":{"b":{"type":"object","additionalProperties":false},"a":true},` +
				`"additionalProperties":false}`, "[]", false},
		"opened": {claudeSchemas, `{"properties":{},"additionalProperties":{"type":"string"}}`,
			`{"properties":{},"additionalProperties":false}`, "[additionalProperties]", false},
		"names": {claudeSchemas, `{"$defs":{"minimum":{"minimum":1}},"enum":[{"minimum":1}]}`,
			`{"$defs":{"minimum":{}},"enum":[{"minimum":1}]}`, "[minimum]", false},
		"choice": {claudeSchemas, `{"oneOf":[{"type":"string"},{"type":"null"}]}`,
			`{"anyOf":[{"type":"string"},{"type":"null"}]}`, "[]", false},
		"choices": {claudeSchemas, `{"oneOf":[{"type":"string"}],"anyOf":[{"type":"null"}]}`, `{"anyOf":[{"type":"string"}]}`, "[anyOf]", false},
		"few": {claudeSchemas, `{"type":"array","minItems":1,"items":{"type":"array","minItems": 2,` +
			`"items":{"minItems":0}}}`, `{"type":"array","minItems":1,"items":{"type":"array","items":{"minItems":0}}}`, "[minItems]", false},
		"formats": {claudeSchemas, `{"allOf":[{"format":"date"},{"format":"regex"},{"format":7}]}`,
			`{"allOf":[{"format":"date"},{},{}]}`, "[format]", false},
		"logic": {claudeSchemas, `{"not":{"type":"null"},"if":{},"then":{},"else":{},"prefixItems":[{}],"contains":{},` +
			`"default":1,"title":"T"}`, `{"title":"T"}`, "[contains else if not prefixItems then]", false},
		"gemini": {geminiSchemas, `{"$schema":"s","type":"string","pattern":"x","minLength":1,"anyOf":[{"const":1},` +
			`{"type":"null"}]}`, `{"type":"string","anyOf":[{},{"type":"null"}]}`, "[const minLength pattern]", false},
		"deep":     {claudeSchemas, deep, "", "", true},
		"no json":  {claudeSchemas, `{"type":`, "", "", true},
		"two":      {claudeSchemas, `{} {}`, "", "", true},
		"no list":  {claudeSchemas, `{"anyOf":{}}`, "", "", true},
		"a string": {claudeSchemas, `"object"`, "", "", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, lost, err := narrow(json.RawMessage(c.in), c.d)
			if c.fails {
				if call.KindOf(err) != call.BadRequest {
					t.Errorf("got %s, %v", got, err)
				}
				return
			}
			if err != nil || string(got) != c.want || fmt.Sprint(lost) != c.lost {
				t.Errorf("got %s, %v, %v", got, lost, err)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ levels, effort, want string }{
		{"low,medium,high", "minimal", "low"}, {"low,medium,high", "max", "high"}, {"minimal,high", "medium", "minimal"},
		{"low,high", "none", "low"}, {"low,medium,high,max", "xhigh", "high"}, {"low,medium,high", "medium", "medium"},
	} {
		if got := nearest(strings.Split(c.levels, ","), c.effort); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.effort, c.levels, got, c.want)
		}
	}
}
