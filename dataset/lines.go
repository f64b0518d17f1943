package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxRecord is the most bytes of one record: a line, an item of a list, a row.
const maxRecord = 32 << 20

// eachLine reads JSON lines. A line that cannot be read is told, and the next one is read.
func (p *pass) eachLine(yield func(*node) error) error {
	var buf []byte
	for line := 1; ; line++ {
		var err error
		var long bool
		buf, long, err = p.src.line(buf[:0])
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return err
		}
		switch trimmed, before := bytes.TrimSpace(buf), p.problems.Count; {
		case long:
			p.fail(faultf(line, "a line of more than the %d bytes that are read", maxRecord))
			p.bad(before)
		case len(trimmed) > 0:
			n, err := parseJSON(bytes.TrimRight(buf, "\r\n"), line, maxRecordNodes)
			if err != nil {
				p.fail(err)
				p.bad(before)
			} else if err := yield(n); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
	}
}

// line reads up to the end of a line. Of one that is too long nothing is kept.
func (s *source) line(buf []byte) (line []byte, long bool, err error) {
	for {
		part, err := s.ReadSlice('\n')
		if long = long || len(buf)+len(part) > maxRecord; !long {
			buf = append(buf, part...)
		}
		if !errors.Is(err, errBufferFull) {
			return buf, long, err
		}
	}
}

// eachItem reads the items of a JSON list one by one. An item that cannot be read is told, and the next
// one is read.
func (p *pass) eachItem(yield func(*node) error) error {
	s := &splitter{src: p.src, line: 1}
	if c, err := s.skip(); err != nil || c != '[' {
		return p.cut(s, err)
	}
	for first := true; ; first = false {
		c, err := s.skip()
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
			before := p.problems.Count
			p.fail(err)
			p.bad(before)
		} else if err := yield(n); err != nil {
			return err
		}
		if end == ']' {
			return p.after(s)
		}
	}
}

// cut tells that a list ends too early.
func (p *pass) cut(s *splitter, err error) error {
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	p.damage(faultf(s.line, "the list is cut off: its end is missing"))
	return nil
}

// after tells what stands after the end of the list.
func (p *pass) after(s *splitter) error {
	c, err := s.skip()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		p.damage(faultf(s.line, "%q stands after the end of the list", c))
	}
	return err
}

// splitter cuts a JSON list into its items, without understanding them.
type splitter struct {
	src  *source
	line int
	buf  []byte // the last item
	long bool   // that item is over the limit, and is not kept

	depth           int // of lists and objects, where the item is read
	quoted, escaped bool
}

// skip reads the next byte that is no space.
func (s *splitter) skip() (byte, error) {
	for {
		c, err := s.src.ReadByte()
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
func (s *splitter) item() (end byte, err error) {
	s.buf, s.long, s.depth, s.quoted, s.escaped = s.buf[:0], false, 0, false, false
	if err := s.src.UnreadByte(); err != nil {
		return 0, err
	}
	for {
		if _, err := s.src.Peek(1); err != nil {
			return 0, err
		}
		part, err := s.src.Peek(s.src.Buffered())
		if err != nil {
			return 0, err
		}
		n, done := s.scan(part)
		s.keep(part[:n])
		if done {
			end = part[n]
			n++
		}
		if _, err := s.src.Discard(n); err != nil || done {
			return end, err
		}
	}
}

// scan is how much of a part belongs to the item, and whether the item ends there.
func (s *splitter) scan(part []byte) (n int, done bool) {
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
func (s *splitter) keep(part []byte) {
	s.line += bytes.Count(part, []byte{'\n'})
	if s.long = s.long || len(s.buf)+len(part) > maxRecord; !s.long {
		s.buf = append(s.buf, part...)
	}
}

// parse understands the item, which began on a line and ended so.
func (s *splitter) parse(line int, end byte) (*node, error) {
	switch {
	case s.long:
		return nil, faultf(line, "an item of more than the %d bytes that are read", maxRecord)
	case len(s.buf) == 0:
		return nil, faultf(line, "an item is missing before %q", end)
	}
	return parseJSON(s.buf, line, maxRecordNodes)
}

// eachColumn reads a JSON object whose keys are columns: of lists, as a data set prints itself, or of
// objects with the same keys, as a data frame does.
func (p *pass) eachColumn(yield func(*node) error) error {
	doc, err := p.document()
	if err != nil || doc == nil {
		return err
	}
	length := len(values(&doc.fields[0].value))
	for i := range doc.fields {
		f := &doc.fields[i]
		if n := len(values(&f.value)); n != length {
			p.damage(faultf(f.line, "column %q has %d values, column %q has %d", shown(f.key), n, shown(doc.fields[0].key), length))
			return nil
		}
	}
	for row := range length {
		n := node{kind: object, line: values(&doc.fields[0].value)[row].line}
		for i := range doc.fields {
			f := &doc.fields[i]
			n.fields = append(n.fields, field{f.key, f.line, *values(&f.value)[row]})
		}
		if err := yield(&n); err != nil {
			return err
		}
	}
	return nil
}

// values are what a list or an object holds.
func values(n *node) []*node {
	var all []*node
	for i := range n.items {
		all = append(all, &n.items[i])
	}
	for i := range n.fields {
		all = append(all, &n.fields[i].value)
	}
	return all
}

// document reads the whole of a JSON file; nil is one that cannot be read, which has been told.
func (p *pass) document() (*node, error) {
	data, err := p.src.whole()
	if err != nil {
		return nil, err
	}
	n, err := parseJSON(data, 1, maxNodes)
	if err != nil {
		p.damage(err)
		return nil, nil
	}
	return n, nil
}

// notObject tells that a record is no object.
func notObject(n *node) error {
	return &fault{line: n.line, message: fmt.Sprintf("a record is an object, and here stands %s", n.kind)}
}
