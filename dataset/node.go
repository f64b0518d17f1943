package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// kind is what a node is.
type kind uint8

const (
	null kind = iota
	truth
	number
	text
	list
	object
)

// String names a kind as messages do.
func (k kind) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}[k]
}

// node is a value of a record or document, from whatever it was read.
type node struct {
	kind   kind
	text   string // of a text; a number or truth value as it was written
	raw    []byte // the JSON that it was read from, on loan
	items  []node
	fields []field
	line   int
	cell   bool // of a table of text, which knows no other kinds
}

// field is a key of an object with its value, in the order of the file.
type field struct {
	key   string
	line  int
	value node
}

func textNode(s string, line int) node { return node{kind: text, text: s, line: line} }

// find is the value of a key, or nil where it is missing or null.
func (n *node) find(key string) *node {
	for i := range n.fields {
		if n.fields[i].key == key && n.fields[i].value.kind != null {
			return &n.fields[i].value
		}
	}
	return nil
}

// has reports whether an object has one of some keys, be it null.
func (n *node) has(keys ...string) bool {
	for i := range n.fields {
		for _, k := range keys {
			if n.fields[i].key == k {
				return true
			}
		}
	}
	return false
}

// scalar is a text, or a number or truth value as it was written.
func (n *node) scalar() (string, error) {
	switch n.kind {
	case text, number, truth:
		return n.text, nil
	}
	return "", fmt.Errorf("holds %s where a text, a number, true or false stands", n.kind)
}

// scalars is one scalar or a list of them.
func (n *node) scalars() (all []string, isList bool, err error) {
	if n.kind != list {
		s, err := n.scalar()
		return []string{s}, false, err
	}
	all = make([]string, len(n.items))
	for i := range n.items {
		if all[i], err = n.items[i].scalar(); err != nil {
			return nil, false, fmt.Errorf("item %d of the list %w", i+1, err)
		}
	}
	return all, true, nil
}

// maxExtra is the most JSON that a case carries besides.
const maxExtra = 8 << 20

var errExtra = errors.New("what it says besides is more JSON than is kept")

// appendJSON writes a node as JSON: as it was read where it was read from JSON.
func (n *node) appendJSON(b []byte) ([]byte, error) {
	if len(b)+len(n.raw)+len(n.text) > maxExtra {
		return b, errExtra
	}
	var err error
	switch {
	case n.raw != nil:
		return append(b, n.raw...), nil
	case n.kind == null:
		return append(b, "null"...), nil
	case n.kind == truth, n.kind == number && json.Valid([]byte(n.text)):
		return append(b, n.text...), nil
	case n.kind == list:
		b = append(b, '[')
		for i := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = n.items[i].appendJSON(b); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	case n.kind == object:
		return appendObject(b, n.fields)
	}
	return appendText(b, n.text), nil
}

func appendObject(b []byte, fields []field) ([]byte, error) {
	b = append(b, '{')
	var err error
	for i := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, fields[i].key), ':')
		if b, err = fields[i].value.appendJSON(b); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// appendText writes a text as JSON, with the letters that it has.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		if from = i + 1; c < 0x20 {
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			b = append(b, '\\', c)
		}
	}
	return append(append(b, s[from:]...), '"')
}

// plain is a value as a template prints it: a scalar as it is, anything else as JSON.
func (n *node) plain() (string, error) {
	switch n.kind {
	case text, number, truth:
		return n.text, nil
	case null:
		return "", nil
	}
	b, err := n.appendJSON(nil)
	return strings.TrimSpace(string(b)), err
}

// rest is the JSON of the fields that were not taken, and their names. It is nil where there are none.
func rest(n *node, taken func(key string) bool) (json.RawMessage, []string, error) {
	var left []field
	var names []string
	for i := range n.fields {
		if f := &n.fields[i]; !taken(f.key) && f.value.kind != null {
			left, names = append(left, *f), append(names, f.key)
		}
	}
	if len(left) == 0 {
		return nil, nil, nil
	}
	b, err := appendObject(nil, left)
	return b, names, err
}
