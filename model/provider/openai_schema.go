package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/assayhq/assay/model"
)

// strict is the schema as strict mode requires it. Where strict mode cannot express it the schema is sent as
// it is and the model is not held to all of it, which the call says.
func (p *plan) strict(s *model.Schema) (json.RawMessage, bool, error) {
	closed, err := closeSchema(s.JSON)
	var why *notStrict
	switch {
	case errors.As(err, &why):
		p.drop("strict", why.Error())
		return s.JSON, false, nil // encode makes it compact
	case err != nil:
		return nil, false, badSchema(s, err)
	}
	return closed, true, nil
}

// notStrict is why strict mode cannot hold a model to a schema.
type notStrict struct{ path, reason string }

func (e *notStrict) Error() string { return "the schema's " + e.path + " " + e.reason }

// strictDepth bounds nesting; strict mode itself allows ten levels of objects.
const strictDepth = 64

// strictRefuses are the keywords for which strict mode refuses a schema.
var strictRefuses = []string{
	"allOf", "oneOf", "not", "if", "then", "else", "default", "patternProperties", "dependentRequired", "dependentSchemas",
}

// closeSchema makes a schema that leaves additionalProperties unsaid say that there are none: strict mode
// asks for it, and an answer with names that were not asked for is of no use here. Nothing else changes, least of
// all the order of the properties, in which models write. What would change the meaning is refused with a
// *notStrict: optional properties, open objects, keywords that strict mode lacks.
func closeSchema(schema json.RawMessage) (json.RawMessage, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, schema); err != nil {
		return nil, err
	}
	return closeNode(compact.Bytes(), "root", 0)
}

func closeNode(raw json.RawMessage, path string, depth int) (json.RawMessage, error) {
	if depth > strictDepth {
		return nil, &notStrict{"root", fmt.Sprintf("is nested deeper than %d levels", strictDepth)}
	}
	if text := string(bytes.TrimSpace(raw)); text == "true" || text == "false" {
		return nil, &notStrict{path, "is " + text + ", not an object"}
	}
	fields, err := objectFields(raw)
	if err != nil {
		return nil, fmt.Errorf("at %s: %w", path, err)
	}
	object := false
	for i := range fields {
		f := &fields[i]
		if slices.Contains(strictRefuses, f.name) {
			return nil, &notStrict{path, fmt.Sprintf("uses %q", f.name)}
		}
		object = object || f.name == "properties" || f.name == "type" && bytes.Contains(f.value, []byte(`"object"`))
		if f.value, err = closeField(f, path, depth); err != nil {
			return nil, err
		}
	}
	if object {
		if fields, err = closeObject(fields, path); err != nil {
			return nil, err
		}
	} else if depth == 0 {
		return nil, &notStrict{path, "is no object"}
	}
	return joinFields(fields), nil
}

// closeField closes the schemas that a keyword holds.
func closeField(f *field, path string, depth int) (json.RawMessage, error) {
	switch f.name {
	case "items":
		return closeNode(f.value, path+"[]", depth+1)
	case "properties", "$defs", "definitions":
		fields, err := objectFields(f.value)
		if err != nil {
			return nil, fmt.Errorf("at %s: %s: %w", path, f.name, err)
		}
		for i := range fields {
			if fields[i].value, err = closeNode(fields[i].value, path+"."+fields[i].name, depth+1); err != nil {
				return nil, err
			}
		}
		return joinFields(fields), nil
	case "anyOf":
		var list []json.RawMessage
		if err := json.Unmarshal(f.value, &list); err != nil {
			return nil, fmt.Errorf("at %s: anyOf: %w", path, err)
		}
		var err error
		for i := range list {
			if list[i], err = closeNode(list[i], path+".anyOf", depth+1); err != nil {
				return nil, err
			}
		}
		return joinList(list), nil
	}
	return f.value, nil
}

// closeObject checks that every property is required, and closes what is open by silence only.
func closeObject(fields []field, path string) ([]field, error) {
	var required []string
	var properties []field
	closed := false
	for i := range fields {
		switch f := &fields[i]; f.name {
		case "required":
			if err := json.Unmarshal(f.value, &required); err != nil {
				return nil, fmt.Errorf("at %s: required: %w", path, err)
			}
		case "properties":
			properties, _ = objectFields(f.value) // was read once already
		case "additionalProperties":
			if string(bytes.TrimSpace(f.value)) != "false" {
				return nil, &notStrict{path, "allows more properties than it names"}
			}
			closed = true
		}
	}
	must := make(map[string]bool, len(required))
	for _, name := range required {
		must[name] = true
	}
	for i := range properties {
		if !must[properties[i].name] {
			return nil, &notStrict{path + "." + properties[i].name, "is optional"}
		}
	}
	if !closed {
		fields = append(fields, field{"additionalProperties", json.RawMessage("false")})
	}
	return fields, nil
}

// field is one member of a JSON object whose order matters.
type field struct {
	name  string
	value json.RawMessage
}

// objectFields reads an object's members in their order.
func objectFields(raw json.RawMessage) ([]field, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, errors.New("want an object")
	}
	var fields []field
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		f := field{name: name.(string)}
		if err := dec.Decode(&f.value); err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	return fields, nil
}

func joinFields(fields []field) json.RawMessage {
	out := []byte{'{'}
	for i := range fields {
		if i > 0 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(fields[i].name) // a string always encodes
		out = append(append(append(out, name...), ':'), fields[i].value...)
	}
	return append(out, '}')
}

func joinList(list []json.RawMessage) json.RawMessage {
	out := []byte{'['}
	for i, value := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, value...)
	}
	return append(out, ']')
}
