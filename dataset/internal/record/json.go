package record

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/internal/yamltree"
)

// Limits of one JSON value.
const (
	maxDepth       = 100     // of lists and objects within each other
	MaxRecordNodes = 1 << 18 // values in a record
	MaxNodes       = 1 << 20 // values in a document that is read whole
)

// jsonParser reads JSON as RFC 8259 has it, and refuses keys that appear twice and halves of characters.
type jsonParser struct {
	data  []byte
	pos   int
	line  int
	depth int
	left  int // values that may still come
}

// ParseJSON reads one value. Its nodes borrow from data.
func ParseJSON(data []byte, line, nodes int) (*Node, error) {
	p := &jsonParser{data: data, line: line, left: nodes}
	if at := InvalidUTF8(data); at >= 0 {
		p.pos, p.line = at, line+bytes.Count(data[:at], []byte{'\n'})
		return nil, p.fail("byte 0x%02x is not UTF-8: save the file as UTF-8", data[at])
	}
	n := new(Node)
	p.space()
	if err := p.value(n); err != nil {
		return nil, err
	}
	p.space()
	if p.pos < len(data) {
		return nil, p.fail("unexpected %q after the end of the value", p.next())
	}
	return n, nil
}

// InvalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func InvalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func (p *jsonParser) fail(format string, args ...any) error {
	at := min(p.pos, len(p.data))
	column := at - bytes.LastIndexByte(p.data[:at], '\n')
	return &yamltree.Problem{Line: p.line, Column: column, Message: fmt.Sprintf(format, args...)}
}

// next is the text at the position, for a message.
func (p *jsonParser) next() string {
	if p.pos >= len(p.data) {
		return ""
	}
	return Shown(string(p.data[p.pos:min(len(p.data), p.pos+12)]))
}

func (p *jsonParser) space() {
	for ; p.pos < len(p.data); p.pos++ {
		switch p.data[p.pos] {
		case '\n':
			p.line++
		case ' ', '\t', '\r':
		default:
			return
		}
	}
}

func (p *jsonParser) peek() byte {
	if p.pos < len(p.data) {
		return p.data[p.pos]
	}
	return 0
}

func (p *jsonParser) value(n *Node) error {
	if p.left--; p.left < 0 {
		return p.fail("more values in one record than are read")
	}
	start := p.pos
	n.Line = p.line
	var err error
	switch c := p.peek(); {
	case c == '"':
		n.Kind = Text
		n.Text, err = p.string()
	case c == '{':
		n.Kind = Object
		err = p.nested(func() error { return p.object(n) })
	case c == '[':
		n.Kind = List
		err = p.nested(func() error { return p.list(n) })
	case c == '-' || ascii.IsDigit(c):
		n.Kind = Number
		err = p.number()
		n.Text = string(p.data[start:p.pos])
	default:
		err = p.word(n)
	}
	n.Raw = p.data[start:p.pos:p.pos]
	return err
}

func (p *jsonParser) nested(read func() error) error {
	if p.depth++; p.depth > maxDepth {
		return p.fail("lists and objects are nested more than %d deep", maxDepth)
	}
	p.pos++
	p.space()
	err := read()
	p.depth--
	return err
}

func (p *jsonParser) list(n *Node) error {
	if p.peek() == ']' {
		p.pos++
		return nil
	}
	for {
		n.Items = append(n.Items, Node{})
		if err := p.value(&n.Items[len(n.Items)-1]); err != nil {
			return err
		}
		if done, err := p.separator(']'); done || err != nil {
			return err
		}
	}
}

func (p *jsonParser) object(n *Node) error {
	if p.peek() == '}' {
		p.pos++
		return nil
	}
	n.Fields = make([]Field, 0, 4)
	keys := keySet{}
	for {
		if p.peek() != '"' {
			return p.fail("want a key in double quotes, got %q", p.next())
		}
		n.Fields = append(n.Fields, Field{Line: p.line})
		f := &n.Fields[len(n.Fields)-1]
		var err error
		start := p.pos
		if f.Key, err = p.string(); err != nil {
			return err
		}
		if keys.twice(n.Fields) {
			p.pos = start
			return p.fail("the key %q appears twice", Shown(f.Key))
		}
		p.space()
		if p.peek() != ':' {
			return p.fail("want a colon after a key, got %q", p.next())
		}
		p.pos++
		p.space()
		if err := p.value(&f.Value); err != nil {
			return err
		}
		if done, err := p.separator('}'); done || err != nil {
			return err
		}
	}
}

// separator reads the comma after an item, or the end.
func (p *jsonParser) separator(end byte) (done bool, err error) {
	p.space()
	switch c := p.peek(); {
	case c == end && p.pos < len(p.data):
		p.pos++
		return true, nil
	case c != ',':
		if p.pos >= len(p.data) {
			return false, p.fail("the record is cut off: %q is missing", end)
		}
		return false, p.fail("want a comma or %q, got %q", end, p.next())
	}
	p.pos++
	p.space()
	if p.peek() == end {
		return false, p.fail("a comma before %q", end)
	}
	return false, nil
}

// keySet finds keys that appear twice, without a map for the few that objects mostly have.
type keySet map[string]bool

const fewKeys = 16

func (s *keySet) twice(fields []Field) bool {
	last := len(fields) - 1
	if len(fields) <= fewKeys {
		for i := range last {
			if fields[i].Key == fields[last].Key {
				return true
			}
		}
		return false
	}
	if len(*s) == 0 {
		*s = keySet{}
		for i := range last {
			(*s)[fields[i].Key] = true
		}
	}
	was := (*s)[fields[last].Key]
	(*s)[fields[last].Key] = true
	return was
}

func (p *jsonParser) number() error {
	if p.peek() == '-' {
		p.pos++
	}
	switch c := p.peek(); {
	case c == '0':
		p.pos++
	case c >= '1' && c <= '9':
		p.digits()
	default:
		return p.noNumber()
	}
	if p.peek() == '.' {
		p.pos++
		if !p.digits() {
			return p.fail("digits are missing after a decimal point")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !p.digits() {
			return p.fail("digits are missing in an exponent")
		}
	}
	return nil
}

func (p *jsonParser) digits() bool {
	start := p.pos
	for c := p.peek(); ascii.IsDigit(c); c = p.peek() {
		p.pos++
	}
	return p.pos > start
}

// noNumbers are what programs write where they have no number, or no value.
var noNumbers = [...]string{"NaN", "nan", "Infinity", "inf", "None", "undefined"}

func (p *jsonParser) noNumber() error {
	for _, w := range noNumbers {
		if bytes.HasPrefix(p.data[p.pos:], []byte(w)) {
			return p.fail("%s is no JSON: write null, or leave the key out", w)
		}
	}
	return p.fail("want a value, got %q", p.next())
}

func (p *jsonParser) word(n *Node) error {
	for _, w := range [...]struct {
		word string
		kind Kind
	}{{"true", Truth}, {"false", Truth}, {"null", Null}} {
		if bytes.HasPrefix(p.data[p.pos:], []byte(w.word)) {
			n.Kind, n.Text = w.kind, w.word
			p.pos += len(w.word)
			return nil
		}
	}
	switch {
	case p.pos >= len(p.data):
		return p.fail("the record is cut off: a value is missing")
	case p.data[p.pos] == '\'':
		return p.fail("JSON takes double quotes, not single ones")
	}
	return p.noNumber()
}

// string reads a text in quotes.
func (p *jsonParser) string() (string, error) {
	p.pos++
	start := p.pos
	for ; p.pos < len(p.data); p.pos++ {
		switch c := p.data[p.pos]; {
		case c == '"':
			p.pos++
			return string(p.data[start : p.pos-1]), nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", p.fail("a text goes over the end of its line, or holds the bare control character 0x%02x", c)
		}
	}
	return "", p.fail("the record is cut off: a text is not closed")
}

// escaped reads on from the first backslash of a text.
func (p *jsonParser) escaped(start int) (string, error) {
	b := append(make([]byte, 0, p.closing()-start), p.data[start:p.pos]...)
	for from := p.pos; p.pos < len(p.data); {
		c := p.data[p.pos]
		if c >= 0x20 && c != '"' && c != '\\' {
			p.pos++
			continue
		}
		b = append(b, p.data[from:p.pos]...)
		switch {
		case c == '"':
			p.pos++
			return string(b), nil
		case c < 0x20:
			return "", p.fail("a text goes over the end of its line, or holds the bare control character 0x%02x", c)
		}
		r, err := p.escape()
		if err != nil {
			return "", err
		}
		b = utf8.AppendRune(b, r)
		from = p.pos
	}
	return "", p.fail("the record is cut off: a text is not closed")
}

// closing is where the text ends that is being read, or the data does.
func (p *jsonParser) closing() int {
	for i := p.pos; i < len(p.data); i++ {
		switch p.data[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(p.data)
}

func (p *jsonParser) escape() (rune, error) {
	p.pos++
	c := p.peek()
	p.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		return p.unicode()
	}
	p.pos--
	return 0, p.fail("\\%s is no escape of JSON", Shown(string(p.data[min(p.pos, len(p.data)):min(p.pos+1, len(p.data))])))
}

func (p *jsonParser) unicode() (rune, error) {
	r, err := p.hex()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if bytes.HasPrefix(p.data[p.pos:], []byte(`\u`)) {
		p.pos += 2
		low, err := p.hex()
		if err != nil {
			return 0, err
		}
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			return both, nil
		}
	}
	return 0, p.fail("\\u%04x is half a character: its other half is missing", r)
}

func (p *jsonParser) hex() (rune, error) {
	if p.pos+4 > len(p.data) {
		return 0, p.fail("the record is cut off in an escape")
	}
	v, err := strconv.ParseUint(string(p.data[p.pos:p.pos+4]), 16, 32)
	if err != nil {
		return 0, p.fail("\\u takes four hexadecimal digits")
	}
	p.pos += 4
	return rune(v), nil
}
