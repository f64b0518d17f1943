package fakemodel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// openaiField is what a request may hold under one name. The kinds are JSON's, separated by blanks;
// "any" is not looked into. The fields are those of the object, or of the objects in the array.
type openaiField struct {
	kinds  string
	fields openaiShape
}

// openaiShape is the fields of an object. A field that is not listed is refused, as OpenAI refuses it.
type openaiShape map[string]openaiField

// openaiDepth bounds how deep a request may nest.
const openaiDepth = 64

// decodeOpenAI reads a request and checks it against a shape. Compatible servers ignore what they do not know.
func (o *OpenAI) decode(body []byte, s openaiShape) (oaMap, *openaiError) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v oaMap
	err := dec.Decode(&v)
	if err == nil {
		_, err = dec.Token()
	}
	if err != io.EOF || v == nil {
		return nil, oaRefuse("", "",
			"We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly.)")
	}
	return v, s.check("", v, o.compatible, 0)
}

func (s openaiShape) check(path string, v oaMap, lenient bool, depth int) *openaiError {
	if depth > openaiDepth {
		return oaRefuse(path, "invalid_value", "Invalid '%s': nested too deeply.", path)
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		at := name
		if path != "" {
			at = path + "." + name
		}
		field, known := s[name]
		if !known {
			if lenient {
				continue
			}
			return oaRefuse(at, "unknown_parameter", "Unknown parameter: '%s'.", at)
		}
		if err := field.check(at, v[name], lenient, depth); err != nil {
			return err
		}
	}
	return nil
}

func (f openaiField) check(path string, v any, lenient bool, depth int) *openaiError {
	if f.kinds == "any" {
		return nil
	}
	kind := oaKind(v)
	allowed := strings.Fields(f.kinds)
	if !slices.Contains(allowed, kind) && (kind != "integer" || !slices.Contains(allowed, "number")) {
		return oaRefuse(path, "invalid_type", "Invalid type for '%s': expected %s, but got %s instead.",
			path, oaArticle(allowed[0]), oaArticle(kind))
	}
	if f.fields == nil {
		return nil
	}
	switch v := v.(type) {
	case oaMap:
		return f.fields.check(path, v, lenient, depth+1)
	case []any:
		for i, item := range v {
			at := path + "[" + strconv.Itoa(i) + "]"
			object, ok := item.(oaMap)
			if !ok {
				return oaRefuse(at, "invalid_type", "Invalid type for '%s': expected an object, but got %s instead.", at,
					oaArticle(oaKind(item)))
			}
			if err := f.fields.check(at, object, lenient, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func oaKind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "number"
		}
		return "integer"
	}
	return "object"
}

func oaArticle(kind string) string {
	switch kind {
	case "null":
		return "null"
	case "number":
		return "a decimal"
	case "array", "object", "integer":
		return "an " + kind
	}
	return "a " + kind
}

// need reports the first required field that is absent.
func oaNeed(v oaMap, names ...string) *openaiError {
	for _, name := range names {
		if v[name] == nil {
			return oaRefuse(name, "missing_required_parameter", "Missing required parameter: '%s'.", name)
		}
	}
	return nil
}

// oneOf refuses a string that is none of the values; an absent one is fine.
func oaOneOf(path string, v any, values ...string) *openaiError {
	text, ok := v.(string)
	if !ok || slices.Contains(values, text) {
		return nil
	}
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = "'" + value + "'"
	}
	return oaRefuse(path, "invalid_value", "Invalid value: '%s'. Supported values are: %s.", text, oaListed(quoted))
}

func oaListed(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + ", and " + items[len(items)-1]
}

// within refuses a number outside its bounds; an absent one is fine.
func oaWithin(path string, v any, low, high float64) *openaiError {
	n, ok := oaNumber(v)
	kind := "decimal"
	if oaKind(v) == "integer" {
		kind = "integer"
	}
	switch {
	case !ok:
		return nil
	case n < low:
		return oaRefuse(path, kind+"_below_min_value",
			"Invalid '%s': %s below minimum value. Expected a value >= %v, but got %v instead.", path, kind, low, n)
	case n > high:
		return oaRefuse(path, kind+"_above_max_value",
			"Invalid '%s': %s above maximum value. Expected a value <= %v, but got %v instead.", path, kind, high, n)
	}
	return nil
}

func oaNumber(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

func oaInteger(v any) int {
	n, _ := oaNumber(v)
	return int(n)
}

func oaString(v any) string {
	s, _ := v.(string)
	return s
}

func oaObject(v any) oaMap {
	m, _ := v.(oaMap)
	return m
}

func oaDefault(v, otherwise any) any {
	return cmp.Or(v, otherwise)
}

// oaTier is the tier that serves a call: the one asked for, or the default where that is left open.
func oaTier(asked any) any {
	if asked == nil || asked == "auto" {
		return "default"
	}
	return asked
}

// first is the first error of several checks.
func oaFirst(errs ...*openaiError) *openaiError {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// metadata is checked alike wherever it is: 16 pairs, keys of 64 and values of 512 characters.
func oaMetadata(v any) *openaiError {
	pairs := oaObject(v)
	if len(pairs) > 16 {
		return oaRefuse("metadata", "object_above_max_properties",
			"Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got %d.", len(pairs))
	}
	for key, value := range pairs {
		text, ok := value.(string)
		if !ok || len(text) > 512 || len(key) > 64 {
			return oaRefuse("metadata."+key, "invalid_type",
				"Invalid 'metadata.%s': expected a string with maximum length 512 under a key with maximum length 64.", key)
		}
	}
	return nil
}

// quoted is text for a message, cut where it is long.
func oaQuoted(v any) string {
	text := fmt.Sprint(v)
	if len(text) > 80 {
		text = text[:80] + "…"
	}
	return text
}
