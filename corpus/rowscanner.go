package corpus

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxRow bounds a row of a file of rows, which is one document and is held in memory several times.
const maxRow = 48 << 20

// rowScanner splits a file of rows into JSON values: those of one array, or one after the other. It looks only for
// where each ends, so that a row that is damaged or too long costs itself. A row that never ends does so where a
// line begins with {" as it did itself.
type rowScanner struct {
	in    *bufio.Reader
	array bool
	buf   []byte
	size  int64 // of the row, of which buf has the first maxRow bytes
}

func newRowScanner(r io.Reader) *rowScanner {
	s := &rowScanner{in: bufio.NewReaderSize(r, 1<<20)}
	if c, err := s.skip(""); err == nil {
		s.array = c == '['
		if !s.array {
			_ = s.in.UnreadByte()
		}
	}
	return s
}

// next is the next row, good until the one after it, or io.EOF.
func (s *rowScanner) next() ([]byte, error) {
	if cap(s.buf) > 8<<20 {
		s.buf = nil
	}
	s.buf, s.size = s.buf[:0], 0
	between := ""
	if s.array {
		between = ","
	}
	c, err := s.skip(between)
	if err != nil {
		return nil, err
	}
	if s.array && c == ']' {
		return nil, io.EOF
	}
	s.keep(c)
	if c == '{' || c == '[' {
		err = s.value()
	} else {
		err = s.word()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if s.size > maxRow {
		return nil, tooLong(s.size, maxRow)
	}
	return s.buf, nil
}

// skip passes over blanks and the given bytes.
func (s *rowScanner) skip(also string) (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil || !strings.ContainsRune(" \t\r\n", rune(c)) && !strings.Contains("\ufeff", string([]byte{c})) &&
			!strings.Contains(also, string([]byte{c})) {
			return c, err
		}
	}
}

func (s *rowScanner) keep(c byte) {
	if s.size++; s.size <= maxRow {
		s.buf = append(s.buf, c)
	}
}

// value keeps the rest of an object or array.
func (s *rowScanner) value() error {
	depth, quoted, escaped, inLine := 1, false, false, s.begins()
	for depth > 0 {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		if c == '\n' && inLine && s.begins('{') {
			return nil
		}
		s.keep(c)
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// begins reports whether the given bytes and a quotation mark come next.
func (s *rowScanner) begins(mark ...byte) bool {
	mark = append(mark, '"')
	next, _ := s.in.Peek(len(mark))
	return string(next) == string(mark)
}

// word keeps the rest of what is neither an object nor an array, to the end of its line.
func (s *rowScanner) word() error {
	for {
		c, err := s.in.ReadByte()
		switch {
		case err != nil:
			return err
		case c == '\n':
			return nil
		case c == '{' || s.array && (c == ',' || c == ']'):
			return s.in.UnreadByte()
		}
		s.keep(c)
	}
}
