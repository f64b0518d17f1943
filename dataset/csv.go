package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxColumns is the most columns that a table has.
const maxColumns = 1 << 10

// delimiters are what may stand between cells; where a header has as many of two, the first one does.
const delimiters = ",\t;|"

// eachRow reads the rows of a table under their headers.
func (p *pass) eachRow(yield func(*node) error) error {
	meter := &meter{src: p.src}
	delimiter, err := p.src.delimiter()
	if err != nil {
		return err
	}
	r := csv.NewReader(meter)
	r.Comma, r.ReuseRecord, r.FieldsPerRecord = delimiter, true, -1
	names, err := readHeader(r, meter)
	if err != nil {
		return p.failed(err)
	}
	n := node{kind: object, fields: make([]field, len(names))}
	for {
		meter.left = maxRecord
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			if err := p.failed(err); err != nil {
				return err
			}
			continue
		}
		if err := fillRow(&n, r, names, cells); err != nil {
			p.fail(err)
		} else if err := yield(&n); err != nil {
			return err
		}
	}
}

// failed tells of a record that cannot be read; the error is one that ends the file.
func (p *pass) failed(err error) error {
	var f *fault
	var parse *csv.ParseError
	switch {
	case errors.As(err, &f):
		p.fail(f)
	case errors.As(err, &parse):
		p.fail(&fault{parse.Line, parse.Column, csvMessage(parse.Err)})
	default:
		return err
	}
	return nil
}

func csvMessage(err error) string {
	if errors.Is(err, csv.ErrQuote) || errors.Is(err, csv.ErrBareQuote) {
		return "a quotation mark inside a cell: double it, and put the cell in quotation marks"
	}
	return err.Error()
}

// readHeader reads the names of the columns.
func readHeader(r *csv.Reader, m *meter) ([]string, error) {
	m.left = maxRecord
	cells, err := r.Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, faultf(1, "there is no header row")
		}
		return nil, err
	}
	if len(cells) > maxColumns {
		return nil, faultf(1, "%d columns, more than the %d that are read", len(cells), maxColumns)
	}
	names, seen := make([]string, len(cells)), map[string]bool{}
	for i, c := range cells {
		names[i] = strings.TrimSpace(strings.Clone(c))
		if seen[names[i]] && names[i] != "" {
			return nil, faultf(1, "the column %q stands twice", shown(names[i]))
		}
		if !utf8.ValidString(c) {
			return nil, faultf(1, "a column's name is not UTF-8: save the file as UTF-8")
		}
		seen[names[i]] = true
	}
	return names, nil
}

// fillRow makes an object of a row. Cells without text in columns without a name say nothing.
func fillRow(n *node, r *csv.Reader, names, cells []string) error {
	line, _ := r.FieldPos(0)
	n.line, n.fields = line, n.fields[:0]
	if len(cells) != len(names) {
		return faultf(line, "%d cells under %d columns", len(cells), len(names))
	}
	for i, name := range names {
		at, _ := r.FieldPos(i)
		if !utf8.ValidString(cells[i]) {
			return faultf(at, "column %q: not UTF-8: save the file as UTF-8", shown(name))
		}
		if name == "" && cells[i] == "" {
			continue
		}
		n.fields = append(n.fields, field{name, at, node{kind: text, text: strings.Clone(cells[i]), line: at, cell: true}})
	}
	return nil
}

// delimiter looks at the header row for what stands most often between its cells.
func (s *source) delimiter() (rune, error) {
	head, err := s.Peek(readBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errBufferFull) {
		return 0, err
	}
	counts, quoted := map[rune]int{}, false
	for _, c := range string(head) {
		if c == '"' {
			quoted = !quoted
		}
		if c == '\n' && !quoted {
			break
		}
		if !quoted {
			counts[c]++
		}
	}
	best := ','
	for _, d := range delimiters {
		if counts[d] > counts[best] {
			best = d
		}
	}
	return best, nil
}

// meter ends a record that is too long: a quotation mark that is never closed makes one of the whole file.
type meter struct {
	src  *source
	left int
}

func (m *meter) Read(b []byte) (int, error) {
	if m.left <= 0 {
		return 0, fmt.Errorf("a row of more than the %d bytes that are read: is a quotation mark not closed?", maxRecord)
	}
	n, err := m.src.Read(b)
	m.left -= n
	return n, err
}

// inCell is what a cell of a table holds: JSON where it begins like a list or an object, else its text.
func inCell(n *node) (*node, error) {
	s := strings.TrimSpace(n.text)
	if !n.cell || s == "" || s[0] != '[' && s[0] != '{' {
		return n, nil
	}
	v, err := parseJSON([]byte(s), n.line, maxRecordNodes)
	if err == nil {
		return v, nil
	}
	if v, ok := parsePython(s, n.line); ok {
		return v, nil
	}
	return nil, fmt.Errorf("begins like a list or an object, but is neither JSON nor a list as Python prints it: %w", err)
}
