package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Kind is what a node is.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Truth
	Number
	Text
	List
	Object
)

// String names a kind as messages do.
func (k Kind) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}[k]
}

// Node is a value of a record or document, from whatever it was read.
type Node struct {
	Kind   Kind
	Text   string // of a text; a number or truth value as it was written
	Raw    []byte // the JSON that it was read from, on loan
	Items  []Node
	Fields []Field
	Line   int
	Cell   bool // of a table of text, which knows no other kinds
}

// Field is a key of an object with its value, in the order of the file.
type Field struct {
	Key   string
	Line  int
	Value Node
}

// TextNode is a node that is a text.
func TextNode(s string, line int) Node { return Node{Kind: Text, Text: s, Line: line} }

// Find is the value of a key, or nil where it is missing or null.
func (n *Node) Find(key string) *Node {
	for i := range n.Fields {
		if n.Fields[i].Key == key && n.Fields[i].Value.Kind != Null {
			return &n.Fields[i].Value
		}
	}
	return nil
}

// Has reports whether an object has one of some keys, be it null.
func (n *Node) Has(keys ...string) bool {
	for i := range n.Fields {
		for _, k := range keys {
			if n.Fields[i].Key == k {
				return true
			}
		}
	}
	return false
}

// Scalar is a text, or a number or truth value as it was written.
func (n *Node) Scalar() (string, error) {
	switch n.Kind {
	case Text, Number, Truth:
		return n.Text, nil
	}
	return "", fmt.Errorf("holds %s where a text, a number, true or false belongs", n.Kind)
}

// Scalars is one scalar or a list of them.
func (n *Node) Scalars() (all []string, isList bool, err error) {
	if n.Kind != List {
		s, err := n.Scalar()
		return []string{s}, false, err
	}
	all = make([]string, len(n.Items))
	for i := range n.Items {
		if all[i], err = n.Items[i].Scalar(); err != nil {
			return nil, false, fmt.Errorf("item %d of the list %w", i+1, err)
		}
	}
	return all, true, nil
}

// maxExtra bounds the extra JSON of a case.
const MaxExtra = 8 << 20

var ErrExtra = errors.New("its extra data is more JSON than is kept")

// AppendJSON writes a node as JSON: as it was read where it was read from JSON.
func (n *Node) AppendJSON(b []byte) ([]byte, error) {
	if len(b)+len(n.Raw)+len(n.Text) > MaxExtra {
		return b, ErrExtra
	}
	var err error
	switch {
	case n.Raw != nil:
		return append(b, n.Raw...), nil
	case n.Kind == Null:
		return append(b, "null"...), nil
	case n.Kind == Truth, n.Kind == Number && json.Valid([]byte(n.Text)):
		return append(b, n.Text...), nil
	case n.Kind == List:
		b = append(b, '[')
		for i := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = n.Items[i].AppendJSON(b); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	case n.Kind == Object:
		return AppendObject(b, n.Fields)
	}
	return AppendText(b, n.Text), nil
}

func AppendObject(b []byte, fields []Field) ([]byte, error) {
	b = append(b, '{')
	var err error
	for i := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendText(b, fields[i].Key), ':')
		if b, err = fields[i].Value.AppendJSON(b); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// AppendText writes a text as JSON, with the letters that it has.
func AppendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if c < 0x20 {
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			b = append(b, '\\', c)
		}
	}
	return append(append(b, s[from:]...), '"')
}

// Plain is a value as a template prints it: a scalar as it is, anything else as JSON.
func (n *Node) Plain() (string, error) {
	switch n.Kind {
	case Text, Number, Truth:
		return n.Text, nil
	case Null:
		return "", nil
	}
	b, err := n.AppendJSON(nil)
	return strings.TrimSpace(string(b)), err
}

// Rest is the JSON of the fields that were not taken, and their names. It is nil where there are none.
func Rest(n *Node, taken func(key string) bool) (json.RawMessage, []string, error) {
	var left []Field
	var names []string
	for i := range n.Fields {
		if f := &n.Fields[i]; !taken(f.Key) && f.Value.Kind != Null {
			left, names = append(left, *f), append(names, f.Key)
		}
	}
	if len(left) == 0 {
		return nil, nil, nil
	}
	b, err := AppendObject(nil, left)
	return b, names, err
}
