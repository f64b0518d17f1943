package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// method is how JSON is asked for: as the settings say, else the strongest way that the model is not known
// to lack.
func (p *plan) method(setting string) model.SchemaMethod {
	switch setting {
	case "schema":
		return model.BySchema
	case "mode":
		return model.ByJSONMode
	case "prompt":
		return model.ByPromptOnly
	}
	switch {
	case p.model.Schema != catalog.No:
		return model.BySchema
	case p.model.JSON != catalog.No:
		return model.ByJSONMode
	}
	return model.ByPromptOnly
}

func badSchema(s *model.Schema, err error) error {
	return &call.Failure{Kind: call.BadRequest, Message: fmt.Sprintf("schema %q is no JSON Schema: %v", s.Name, err)}
}

// schemaName is the name of a schema in the characters and length that providers take.
func schemaName(s *model.Schema) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || ascii.IsDigit(r) || ascii.IsLetter(r) {
			return r
		}
		return '_'
	}, s.Name)
	if name == "" {
		return "answer"
	}
	return name[:min(len(name), 64)]
}

// checkSchema refuses a schema that is no JSON, however it is asked for.
func checkSchema(s *model.Schema) error {
	if !json.Valid(s.JSON) {
		return badSchema(s, errors.New("it is not JSON"))
	}
	return nil
}

// withSchema asks for JSON in words, for models that are not held to a schema.
func withSchema(instructions string, s *model.Schema) string {
	var ask bytes.Buffer
	if instructions != "" {
		ask.WriteString(instructions + "\n\n")
	}
	ask.WriteString("Answer with one JSON value and nothing else: no prose, no code fence. It must be valid against this JSON Schema:\n")
	if json.Compact(&ask, s.JSON) != nil { // which writes nothing then
		ask.Write(s.JSON)
	}
	return ask.String()
}

// maxSchemaDepth bounds how deeply a schema may nest.
const maxSchemaDepth = 64

// dialect is what a provider takes of JSON Schema.
type dialect struct {
	takes  []string // the keywords it takes; if empty, all but those it refuses
	refuse []string
	closed bool // objects must be closed to further properties

	rename map[string]string                                // keywords that it knows under another name only
	accept func(keyword string, value json.RawMessage) bool // reports whether it takes a keyword's value; nil takes all
}

// schemaNotes are keywords that describe and do not constrain: leaving them out loses nothing.
var schemaNotes = []string{"$schema", "$comment", "title", "examples", "default", "deprecated", "readOnly", "writeOnly"}

// dropKeywords records the constraints of a schema that the provider will not hold the model to.
func (p *plan) dropKeywords(lost []string) {
	if len(lost) > 0 {
		p.drop("schema keywords", "the provider does not take "+strings.Join(lost, ", "))
	}
}

// narrow rewrites a schema into what a provider takes, keeps the order of its properties (models write them
// in that order), and lists the constraints that are lost.
func narrow(schema json.RawMessage, d dialect) (json.RawMessage, []string, error) {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	n := narrower{dialect: d, dec: dec}
	err := n.schema(0)
	if err == nil && dec.More() {
		err = errors.New("something follows it")
	}
	if err != nil {
		return nil, nil, &call.Failure{Kind: call.BadRequest, Err: fmt.Errorf("schema: %w", err)}
	}
	slices.Sort(n.lost)
	return n.out.Bytes(), slices.Compact(n.lost), nil
}

type narrower struct {
	dialect
	dec  *json.Decoder
	out  bytes.Buffer
	lost []string
}

var errSchemaDepth = fmt.Errorf("it nests deeper than %d", maxSchemaDepth)

// schema rewrites one schema: an object, or true and false.
func (n *narrower) schema(depth int) error {
	if depth > maxSchemaDepth {
		return errSchemaDepth
	}
	token, err := n.dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		if _, ok := token.(bool); ok {
			return n.value(token)
		}
		return errors.New("a schema must be an object")
	}
	n.out.WriteByte('{')
	w := objectWriter{n: n}
	for n.dec.More() {
		if err := n.keyword(&w, depth); err != nil {
			return err
		}
	}
	if n.closed && w.object && !w.bounded {
		w.name("additionalProperties")
		n.out.WriteString("false")
	}
	n.out.WriteByte('}')
	_, err = n.dec.Token()
	return err
}

// objectWriter writes the members of one schema and remembers what they say.
type objectWriter struct {
	n               *narrower
	some            bool
	object, bounded bool
	choice          bool // anyOf is written
}

func (w *objectWriter) name(s string) {
	if w.some {
		w.n.out.WriteByte(',')
	}
	w.some = true
	w.n.value(s)
	w.n.out.WriteByte(':')
}

// keyword rewrites one member of a schema.
func (n *narrower) keyword(w *objectWriter, depth int) error {
	token, err := n.dec.Token()
	if err != nil {
		return err
	}
	name := token.(string) // the decoder gives nothing else here
	if !n.known(name) {
		return n.skip(name)
	}
	sent := cmp.Or(n.rename[name], name)
	if sent == "anyOf" {
		if w.choice { // the one name cannot stand for two lists
			return n.skip(name)
		}
		w.choice = true
	}
	switch name {
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		w.object = w.object || name == "properties"
		w.name(sent)
		return n.named(depth)
	case "items", "not", "if", "then", "else", "contains", "propertyNames":
		w.name(sent)
		return n.schema(depth + 1)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		w.name(sent)
		return n.list(depth)
	}
	return n.plain(w, sent)
}

// skip leaves a keyword out.
func (n *narrower) skip(name string) error {
	if !slices.Contains(schemaNotes, name) {
		n.lost = append(n.lost, name)
	}
	var skipped json.RawMessage
	return n.dec.Decode(&skipped)
}

// plain writes a keyword whose value holds no schema, or none that is kept.
func (n *narrower) plain(w *objectWriter, name string) error {
	var value json.RawMessage
	if err := n.dec.Decode(&value); err != nil {
		return err
	}
	switch {
	case n.accept != nil && !n.accept(name, value):
		n.lost = append(n.lost, name)
		return nil
	case name == "type" && string(value) == `"object"`:
		w.object = true
	case name == "additionalProperties":
		w.bounded = true
		if n.closed && string(value) != "false" {
			n.lost = append(n.lost, name)
			value = json.RawMessage("false")
		}
	}
	w.name(name)
	return json.Compact(&n.out, value)
}

func (n *narrower) known(name string) bool {
	if len(n.takes) > 0 {
		return slices.Contains(n.takes, name)
	}
	return !slices.Contains(n.refuse, name)
}

// named rewrites an object whose members are schemas.
func (n *narrower) named(depth int) error {
	token, err := n.dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return errors.New("properties must be an object")
	}
	n.out.WriteByte('{')
	w := objectWriter{n: n}
	for n.dec.More() {
		token, err := n.dec.Token()
		if err != nil {
			return err
		}
		w.name(token.(string))
		if err := n.schema(depth + 1); err != nil {
			return err
		}
	}
	n.out.WriteByte('}')
	_, err = n.dec.Token()
	return err
}

// list rewrites an array of schemas.
func (n *narrower) list(depth int) error {
	token, err := n.dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		return errors.New("alternatives must be a list")
	}
	n.out.WriteByte('[')
	for first := true; n.dec.More(); first = false {
		if !first {
			n.out.WriteByte(',')
		}
		if err := n.schema(depth + 1); err != nil {
			return err
		}
	}
	n.out.WriteByte(']')
	_, err = n.dec.Token()
	return err
}

// value writes a name or a truth value.
func (n *narrower) value(v any) error {
	text, err := encode(v)
	n.out.Write(text)
	return err
}
