package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/assayhq/assay/internal/yamltree"
)

// Limits of a YAML file.
const (
	maxYAML   = 2 << 20
	maxSteps  = 200     // of indentation, and of brackets in each other
	maxMerged = 1 << 12 // keys that << brings in
)

// parseYAML reads a file of one document.
func parseYAML(data []byte) (n *node, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, faultf(0, "not readable as YAML: %v", r)
		}
	}()
	if len(data) > maxYAML {
		return nil, faultf(0, "%d bytes of YAML, more than the %d that are read: move the tests to a CSV or JSON lines file", len(data), maxYAML)
	}
	if at := invalidUTF8(data); at >= 0 {
		return nil, faultf(1+bytes.Count(data[:at], []byte{'\n'}), "byte 0x%02x is not UTF-8: save the file as UTF-8", data[at])
	}
	file, err := yamltree.Parse(data, maxSteps)
	if beyond := (*yamltree.Excess)(nil); errors.As(err, &beyond) {
		return nil, faultf(beyond.Line, "%s: move the tests to a CSV or JSON lines file", beyond.Message)
	}
	if err != nil {
		return nil, yamlFault(err)
	}
	y := &yamlReader{anchors: map[string]node{}, left: maxNodes}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			return nil, faultf(lineOf(doc.Body), "a second document begins here; a file holds one")
		}
		body = doc.Body
	}
	if body == nil {
		return nil, faultf(0, "there is nothing in it")
	}
	read, err := y.node(body)
	return &read, err
}

func yamlFault(err error) error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil && y.GetToken().Position != nil {
		at := y.GetToken().Position
		return &fault{at.Line, at.Column, y.GetMessage()}
	}
	return faultf(0, "not readable as YAML")
}

func lineOf(a ast.Node) int {
	if t := a.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// yamlReader makes nodes of what the library read.
type yamlReader struct {
	anchors map[string]node
	left    int
	depth   int
}

func (y *yamlReader) node(a ast.Node) (n node, err error) {
	y.depth++
	defer func() { y.depth-- }()
	if y.left--; y.left < 0 || y.depth > 2*maxSteps {
		return n, faultf(0, "more values in the file, or deeper ones, than are read")
	}
	if a == nil {
		return n, nil
	}
	n.line = lineOf(a)
	switch a := a.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		n.kind, n.text = truth, strconv.FormatBool(a.Value)
	case *ast.IntegerNode, *ast.FloatNode:
		n.kind, n.text = number, a.GetToken().Value
	case *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = text, a.GetToken().Value
	case *ast.StringNode:
		n.kind, n.text = text, a.Value
	case *ast.LiteralNode:
		n.kind, n.text = text, a.Value.Value
	case *ast.SequenceNode:
		err = y.list(&n, a)
	case *ast.MappingNode:
		n.kind = object
		for _, v := range a.Values {
			if err == nil {
				err = y.pair(&n, v)
			}
		}
		settle(&n)
	case *ast.MappingValueNode:
		n.kind = object
		err = y.pair(&n, a)
		settle(&n)
	case *ast.AnchorNode:
		if n, err = y.node(a.Value); err == nil && a.Name != nil {
			y.anchors[a.Name.GetToken().Value] = n
		}
	case *ast.AliasNode:
		there, ok := y.anchors[a.Value.GetToken().Value]
		if !ok {
			return n, faultf(n.line, "no anchor of the name %q stands before here", shown(a.Value.GetToken().Value))
		}
		return there, nil
	case *ast.TagNode:
		if n, err = y.node(a.Value); err == nil && a.Start.Value == "!!str" && n.kind < text {
			n.kind = text
		}
	default:
		err = faultf(n.line, "a part of YAML that is not read (%s)", a.Type())
	}
	return n, err
}

func (y *yamlReader) list(n *node, a *ast.SequenceNode) error {
	n.kind = list
	for _, v := range a.Values {
		item, err := y.node(v)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	return nil
}

func (y *yamlReader) pair(n *node, v *ast.MappingValueNode) error {
	value, err := y.node(v.Value)
	if err != nil {
		return err
	}
	line := lineOf(v.Key)
	if _, merge := v.Key.(*ast.MergeKeyNode); merge {
		return mergeInto(n, &value, line)
	}
	key, err := keyText(v.Key)
	if err != nil {
		return err
	}
	n.fields = append(n.fields, field{key, line, value})
	return nil
}

// settle leaves of keys that stand twice the one that was written, and not the one that was merged in.
func settle(n *node) {
	at := make(map[string]int, len(n.fields))
	kept := n.fields[:0]
	for _, f := range n.fields {
		if i, twice := at[f.key]; twice {
			kept[i] = f
			continue
		}
		at[f.key] = len(kept)
		kept = append(kept, f)
	}
	n.fields = kept
}

// mergeInto puts the keys of another object, or of a list of them, before those of an object: what is
// written there itself wins, and of several the first.
func mergeInto(n, from *node, line int) error {
	all := []*node{from}
	if from.kind == list {
		all = values(from)
	}
	var merged []field
	for _, o := range slices.Backward(all) {
		if o.kind != object {
			return faultf(line, "<< takes an object, and here stands %s", o.kind)
		}
		if len(merged)+len(o.fields) > maxMerged {
			return faultf(line, "<< takes more keys than are read")
		}
		merged = append(merged, o.fields...)
	}
	n.fields = append(merged, n.fields...)
	return nil
}

func keyText(k ast.MapKeyNode) (string, error) {
	switch k := k.(type) {
	case *ast.StringNode:
		return k.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return k.GetToken().Value, nil
	}
	return "", faultf(lineOf(k), "a key that is not a word (%s)", fmt.Sprint(k.Type()))
}
