package structured

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is a compiled JSON Schema. It may be used by many goroutines.
type Schema struct {
	text     []byte
	compiled *jsonschema.Schema
	object   bool
}

// schemaURL names the schema to its compiler; nothing is ever loaded from it.
const schemaURL = "reply:schema"

// noLoader refuses references to other documents: a schema is complete or it is an error.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("the schema refers to %q: put what it needs into its $defs", url)
}

// Compile makes a JSON Schema ready to check readings with.
func Compile(schema []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	compiled, err := c.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	root, _ := doc.(map[string]any)
	return &Schema{text: bytes.Clone(schema), compiled: compiled, object: root["type"] == "object"}, nil
}

// Read reads the one value of a reply that the schema allows: the only value of the reply, or the only
// one of several that matches, or the one object in a list. It does not say that the value matches: that
// is what Check is for.
func (s *Schema) Read(text string) (Reading, error) {
	return read(text, expectation{fits: s.fits, object: s.object})
}

func (s *Schema) fits(value []byte) bool { return s.Check(Reading{JSON: value}) == nil }

// ErrMismatch is what every Mismatch is.
var ErrMismatch = errors.New("reply does not match its schema")

// Mismatch lists where a value is not what its schema asks for.
type Mismatch struct{ Problems []Problem }

// Problem is one place where a value does not match.
type Problem struct {
	Path   string // JSON Pointer; empty for the whole value
	Reason string
}

func (e *Mismatch) Error() string {
	var b strings.Builder
	b.WriteString("check reply against its schema: ")
	for i, p := range e.Problems {
		if i == maxListed {
			fmt.Fprintf(&b, "; and %d more", len(e.Problems)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s: %s", pathName(p.Path), p.Reason)
	}
	return b.String()
}

// maxListed is how many problems an error spells out; Problems has all.
const maxListed = 8

// Is makes errors.Is(err, ErrMismatch) hold.
func (e *Mismatch) Is(target error) bool { return target == ErrMismatch }

func pathName(path string) string {
	return cmp.Or(path, "the value")
}

// Check compares a reading with the schema. The error is a *Mismatch.
func (s *Schema) Check(r Reading) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.JSON))
	if err != nil {
		return fmt.Errorf("check reply against its schema: %w", err)
	}
	err = s.compiled.Validate(doc)
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	m := &Mismatch{}
	m.collect(invalid, message.NewPrinter(language.English))
	return m
}

// collect takes the innermost causes, which name the places that a person would look at.
func (e *Mismatch) collect(v *jsonschema.ValidationError, printer *message.Printer) {
	if len(v.Causes) > 0 {
		for _, cause := range v.Causes {
			e.collect(cause, printer)
		}
		return
	}
	var path strings.Builder
	for _, segment := range v.InstanceLocation {
		path.WriteString("/" + escapePointer(segment))
	}
	e.Problems = append(e.Problems, Problem{path.String(), v.ErrorKind.LocalizedString(printer)})
}
