package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/assayhq/assay/internal/linereader"
	"github.com/assayhq/assay/internal/yamltree"
)

// maxRecord is the most bytes of one record: a line, an item of a list, a row.
const MaxRecord = 32 << 20

// EachLine reads JSON lines. A line that cannot be read is a problem, and reading goes on with the next one.
func (p *Pass) EachLine(yield func(*Node) error) error {
	r := linereader.New(p.Src.Reader, MaxRecord)
	for {
		text, err := r.Next()
		before := p.Problems.Count
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, linereader.ErrTooLong):
			p.Fail(Faultf(r.Line(), "a line of more than the %d bytes that are read", MaxRecord))
			p.bad(before)
			continue
		case err != nil:
			return err
		case len(bytes.TrimSpace(text)) == 0:
			continue
		}
		n, err := ParseJSON(text, r.Line(), MaxRecordNodes)
		if err != nil {
			p.Fail(err)
			p.bad(before)
			continue
		}
		if err := yield(n); err != nil {
			return err
		}
	}
}

// eachItem reads the items of a JSON list one by one. An item that cannot be read is a problem, and reading goes
// on with the next one.
func (p *Pass) eachItem(yield func(*Node) error) error {
	s := &Splitter{Src: p.Src, line: 1}
	if c, err := s.Skip(); err != nil || c != '[' {
		return p.cut(s, err)
	}
	for first := true; ; first = false {
		c, err := s.Skip()
		if err != nil {
			return p.cut(s, err)
		}
		if c == ']' && first {
			return p.after(s)
		}
		line := s.line
		end, err := s.item()
		if err != nil {
			return p.cut(s, err)
		}
		p.record++
		if n, err := s.parse(line, end); err != nil {
			before := p.Problems.Count
			p.Fail(err)
			p.bad(before)
		} else if err := yield(n); err != nil {
			return err
		}
		if end == ']' {
			return p.after(s)
		}
	}
}

// cut reports that a list ends too early.
func (p *Pass) cut(s *Splitter, err error) error {
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	p.damage(Faultf(s.line, "the list is cut off: its end is missing"))
	return nil
}

// after refuses what follows the end of the list.
func (p *Pass) after(s *Splitter) error {
	c, err := s.Skip()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		p.damage(Faultf(s.line, "unexpected %q after the end of the list", c))
	}
	return err
}

// Splitter cuts a JSON list into its items, without understanding them.
type Splitter struct {
	Src  *Source
	line int
	buf  []byte // the last item
	long bool   // that item is over the limit, and is not kept

	depth           int // of lists and objects, where the item is read
	quoted, escaped bool
}

// Skip reads the next byte that is no space.
func (s *Splitter) Skip() (byte, error) {
	for {
		c, err := s.Src.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		default:
			return c, nil
		}
	}
}

// item reads an item whose first byte was just read, and the comma or bracket that ends it.
func (s *Splitter) item() (end byte, err error) {
	s.buf, s.long, s.depth = s.buf[:0], false, 0
	s.quoted, s.escaped = false, false
	if err := s.Src.UnreadByte(); err != nil {
		return 0, err
	}
	for {
		if _, err := s.Src.Peek(1); err != nil {
			return 0, err
		}
		part, err := s.Src.Peek(s.Src.Buffered())
		if err != nil {
			return 0, err
		}
		n, done := s.scan(part)
		s.keep(part[:n])
		if done {
			end = part[n]
			n++
		}
		if _, err := s.Src.Discard(n); err != nil || done {
			return end, err
		}
	}
}

// scan is how much of a part belongs to the item, and whether the item ends there.
func (s *Splitter) scan(part []byte) (n int, done bool) {
	for n, c := range part {
		switch {
		case s.quoted:
			s.quoted = s.escaped || c != '"'
			s.escaped = c == '\\' && !s.escaped
		case c == '"':
			s.quoted = true
		case s.depth == 0 && (c == ',' || c == ']'):
			return n, true
		case c == '[' || c == '{':
			s.depth++
		case c == ']' || c == '}':
			s.depth--
		}
	}
	return len(part), false
}

// keep adds to the item, up to the limit.
func (s *Splitter) keep(part []byte) {
	s.line += bytes.Count(part, []byte{'\n'})
	if s.long = s.long || len(s.buf)+len(part) > MaxRecord; !s.long {
		s.buf = append(s.buf, part...)
	}
}

// parse understands the item, which began on a line and ended so.
func (s *Splitter) parse(line int, end byte) (*Node, error) {
	switch {
	case s.long:
		return nil, Faultf(line, "an item of more than the %d bytes that are read", MaxRecord)
	case len(s.buf) == 0:
		return nil, Faultf(line, "an item is missing before %q", end)
	}
	return ParseJSON(s.buf, line, MaxRecordNodes)
}

// eachColumn reads a JSON object whose keys are columns: of lists, as a data set prints itself, or of
// objects with the same keys, as a data frame does.
func (p *Pass) eachColumn(yield func(*Node) error) error {
	doc, err := p.document()
	if err != nil || doc == nil {
		return err
	}
	length := len(Values(&doc.Fields[0].Value))
	for i := range doc.Fields {
		f := &doc.Fields[i]
		if n := len(Values(&f.Value)); n != length {
			p.damage(Faultf(f.Line, "column %q has %d values, column %q has %d", Shown(f.Key), n, Shown(doc.Fields[0].Key), length))
			return nil
		}
	}
	for row := range length {
		n := Node{Kind: Object, Line: Values(&doc.Fields[0].Value)[row].Line}
		for i := range doc.Fields {
			f := &doc.Fields[i]
			n.Fields = append(n.Fields, Field{f.Key, f.Line, *Values(&f.Value)[row]})
		}
		if err := yield(&n); err != nil {
			return err
		}
	}
	return nil
}

// Values are what a list or an object holds.
func Values(n *Node) []*Node {
	var all []*Node
	for i := range n.Items {
		all = append(all, &n.Items[i])
	}
	for i := range n.Fields {
		all = append(all, &n.Fields[i].Value)
	}
	return all
}

// document reads the whole of a JSON file; nil is one that cannot be read, which has been reported.
func (p *Pass) document() (*Node, error) {
	data, err := p.Src.ReadAll()
	if err != nil {
		return nil, err
	}
	n, err := ParseJSON(data, 1, MaxNodes)
	if err != nil {
		p.damage(err)
		return nil, nil
	}
	return n, nil
}

// NotObject is the problem of a record that is no object.
func NotObject(n *Node) error {
	return &yamltree.Problem{Line: n.Line, Message: fmt.Sprintf("a record must be an object, got %s", n.Kind)}
}
