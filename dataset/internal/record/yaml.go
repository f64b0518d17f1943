package record

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/assayhq/assay/internal/yamltree"
)

// Limits of a YAML file.
const (
	MaxYAML   = 2 << 20
	maxSteps  = 200     // of indentation, and of brackets in each other
	maxMerged = 1 << 12 // keys that << brings in
)

// ParseYAML reads a file of one document.
func ParseYAML(data []byte) (n *Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, Faultf(0, "not readable as YAML: %v", r)
		}
	}()
	if len(data) > MaxYAML {
		return nil, Faultf(0, "%d bytes of YAML, more than the %d that are read: move the tests to a CSV or JSON lines file", len(data), MaxYAML)
	}
	if at := InvalidUTF8(data); at >= 0 {
		return nil, Faultf(1+bytes.Count(data[:at], []byte{'\n'}), "byte 0x%02x is not UTF-8: save the file as UTF-8", data[at])
	}
	file, err := yamltree.Parse("", data, maxSteps)
	if err != nil {
		p := yamltree.Syntax("", err)
		if p.Limit {
			return nil, Faultf(p.Line, "%s: move the tests to a CSV or JSON lines file", p.Message)
		}
		return nil, p
	}
	y := &yamlReader{anchors: map[string]Node{}, left: MaxNodes}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			return nil, Faultf(lineOf(doc.Body), "a second document begins here; a file holds one")
		}
		body = doc.Body
	}
	if body == nil {
		return nil, Faultf(0, "there is nothing in it")
	}
	read, err := y.node(body)
	return &read, err
}

func lineOf(a ast.Node) int {
	if t := a.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// yamlReader makes nodes of what the library read.
type yamlReader struct {
	anchors map[string]Node
	left    int
	depth   int
}

func (y *yamlReader) node(a ast.Node) (n Node, err error) {
	y.depth++
	defer func() { y.depth-- }()
	if y.left--; y.left < 0 || y.depth > 2*maxSteps {
		return n, Faultf(0, "more values in the file, or deeper ones, than are read")
	}
	if a == nil {
		return n, nil
	}
	n.Line = lineOf(a)
	switch a := a.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		n.Kind, n.Text = Truth, strconv.FormatBool(a.Value)
	case *ast.IntegerNode, *ast.FloatNode:
		n.Kind, n.Text = Number, a.GetToken().Value
	case *ast.InfinityNode, *ast.NanNode:
		n.Kind, n.Text = Text, a.GetToken().Value
	case *ast.StringNode:
		n.Kind, n.Text = Text, a.Value
	case *ast.LiteralNode:
		n.Kind, n.Text = Text, a.Value.Value
	case *ast.SequenceNode:
		err = y.list(&n, a)
	case *ast.MappingNode:
		n.Kind = Object
		for _, v := range a.Values {
			if err == nil {
				err = y.pair(&n, v)
			}
		}
		settle(&n)
	case *ast.MappingValueNode:
		n.Kind = Object
		err = y.pair(&n, a)
		settle(&n)
	case *ast.AnchorNode:
		if n, err = y.node(a.Value); err == nil && a.Name != nil {
			y.anchors[a.Name.GetToken().Value] = n
		}
	case *ast.AliasNode:
		there, ok := y.anchors[a.Value.GetToken().Value]
		if !ok {
			return n, Faultf(n.Line, "no anchor %q before this line", Shown(a.Value.GetToken().Value))
		}
		return there, nil
	case *ast.TagNode:
		if n, err = y.node(a.Value); err == nil && a.Start.Value == "!!str" && n.Kind < Text {
			n.Kind = Text
		}
	default:
		err = Faultf(n.Line, "a part of YAML that is not read (%s)", a.Type())
	}
	return n, err
}

func (y *yamlReader) list(n *Node, a *ast.SequenceNode) error {
	n.Kind = List
	for _, v := range a.Values {
		item, err := y.node(v)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	return nil
}

func (y *yamlReader) pair(n *Node, v *ast.MappingValueNode) error {
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
	n.Fields = append(n.Fields, Field{key, line, value})
	return nil
}

// settle leaves of keys that appear twice the one that was written, and not the one that was merged in.
func settle(n *Node) {
	at := make(map[string]int, len(n.Fields))
	kept := n.Fields[:0]
	for _, f := range n.Fields {
		if i, twice := at[f.Key]; twice {
			kept[i] = f
			continue
		}
		at[f.Key] = len(kept)
		kept = append(kept, f)
	}
	n.Fields = kept
}

// mergeInto puts the keys of another object, or of a list of them, before those of an object: what is
// written there itself wins, and of several the first.
func mergeInto(n, from *Node, line int) error {
	all := []*Node{from}
	if from.Kind == List {
		all = Values(from)
	}
	var merged []Field
	for _, o := range slices.Backward(all) {
		if o.Kind != Object {
			return Faultf(line, "<< takes an object, got %s", o.Kind)
		}
		if len(merged)+len(o.Fields) > maxMerged {
			return Faultf(line, "<< takes more keys than are read")
		}
		merged = append(merged, o.Fields...)
	}
	n.Fields = append(merged, n.Fields...)
	return nil
}

func keyText(k ast.MapKeyNode) (string, error) {
	switch k := k.(type) {
	case *ast.StringNode:
		return k.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return k.GetToken().Value, nil
	}
	return "", Faultf(lineOf(k), "a key that is not a word (%s)", fmt.Sprint(k.Type()))
}
