package config

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/assayhq/assay/internal/suggest"
	"github.com/assayhq/assay/internal/yamltree"
)

// Schema is the JSON Schema of assay.yaml: it checks the file here, and editors complete by it.
//
//go:embed schema.json
var Schema []byte

// Sample is an assay.yaml with everything in it, commented out.
//
//go:embed sample.yaml
var Sample string

var compiled = sync.OnceValues(func() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("assay.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("assay.json")
})

// check parses a file and returns everything that is wrong with it. A file without content is nil, nil.
func check(path string, src []byte) (ast.Node, error) {
	file, err := yamltree.Parse(path, src, maxDepth)
	if err != nil {
		return nil, err
	}
	if len(file.Docs) > 1 {
		return nil, fmt.Errorf("%s: holds %d documents; it must be one", path, len(file.Docs))
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, nil
	}
	body := file.Docs[0].Body
	if err := checkSize(path, body); err != nil {
		return nil, err
	}
	var value any
	if err := yaml.NodeToValue(body, &value); err != nil {
		return nil, yamltree.Syntax(path, err)
	}
	schema, err := compiled()
	if err != nil {
		return nil, err
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(plainValue(value)); errors.As(err, &invalid) {
		return nil, describe(path, body, invalid)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return body, nil
}

// plainValue turns what the YAML library makes of numbers into what the schema library knows.
func plainValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plainValue(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plainValue(v[i])
		}
	case uint64:
		return jsonNumber(strconv.FormatUint(v, 10))
	case int64:
		return jsonNumber(strconv.FormatInt(v, 10))
	}
	return v
}

// describe turns the leaves of a validation error into problems, in the order of the file.
func describe(path string, body ast.Node, invalid *jsonschema.ValidationError) error {
	var problems []*yamltree.Problem
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if name, ok := e.ErrorKind.(*kind.PropertyNames); ok && len(e.Causes) > 0 {
			at := append(slices.Clone(e.InstanceLocation), name.Property)
			problems = append(problems, problemAt(path, body, at, "as a name, it "+explain(leaf(e))))
			return
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) > 0 {
			return
		}
		extra, ok := e.ErrorKind.(*kind.AdditionalProperties)
		if !ok {
			problems = append(problems, problemAt(path, body, e.InstanceLocation, explain(e)))
			return
		}
		for _, name := range extra.Properties {
			at := append(slices.Clone(e.InstanceLocation), name)
			problems = append(problems, problemAt(path, body, at, "unknown key"+suggest.DidYouMean(name, knownKeys(e.InstanceLocation))))
		}
	}
	walk(invalid)
	return yamltree.Join(problems)
}

// leaf is the first of the innermost causes of an error.
func leaf(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	return e
}

// problemAt is a problem of the value at a location: at the key that names it, or at the value in a list.
func problemAt(path string, body ast.Node, location []string, message string) *yamltree.Problem {
	at, node := body, body
	for _, step := range location {
		key, value := child(node, step)
		if value == nil {
			break
		}
		at, node = key, value
	}
	if len(location) > 0 {
		message = strings.Join(location, ".") + ": " + message
	}
	return yamltree.At(path, at, message)
}

// child is the member of a mapping or list under a name, with the node to point at.
func child(n ast.Node, name string) (key, value ast.Node) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, pair := range n.Values {
			if pair.Key.GetToken().Value == name {
				return pair.Key, pair.Value
			}
		}
	case *ast.MappingValueNode:
		if n.Key.GetToken().Value == name {
			return n.Key, n.Value
		}
	case *ast.SequenceNode:
		if i, err := strconv.Atoi(name); err == nil && i < len(n.Values) {
			return n.Values[i], n.Values[i]
		}
	case *ast.AnchorNode:
		return child(n.Value, name)
	}
	return nil, nil
}
