package record

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/yamltree"
)

// maxColumns is the most columns that a table has.
const MaxColumns = 1 << 10

// delimiters are what may be between cells; where a header has as many of two, the first one does.
const delimiters = ",\t;|"

// EachRow reads the rows of a table under their headers.
func (p *Pass) EachRow(yield func(*Node) error) error {
	meter := &meter{src: p.Src}
	delimiter, err := p.Src.delimiter()
	if err != nil {
		return err
	}
	r := csv.NewReader(meter)
	r.Comma, r.ReuseRecord, r.FieldsPerRecord = delimiter, true, -1
	names, err := readHeader(r, meter)
	if err != nil {
		return p.failed(err)
	}
	n := Node{Kind: Object, Fields: make([]Field, len(names))}
	for {
		meter.left = MaxRecord
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
			p.Fail(err)
		} else if err := yield(&n); err != nil {
			return err
		}
	}
}

// failed reports a record that cannot be read; the error is one that ends the file.
func (p *Pass) failed(err error) error {
	var f *yamltree.Problem
	var parse *csv.ParseError
	switch {
	case errors.As(err, &f):
		p.Fail(f)
	case errors.As(err, &parse):
		p.Fail(&yamltree.Problem{Line: parse.Line, Column: parse.Column, Message: csvMessage(parse.Err)})
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
	m.left = MaxRecord
	cells, err := r.Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, Faultf(1, "there is no header row")
		}
		return nil, err
	}
	if len(cells) > MaxColumns {
		return nil, Faultf(1, "%d columns, more than the %d that are read", len(cells), MaxColumns)
	}
	names, seen := make([]string, len(cells)), map[string]bool{}
	for i, c := range cells {
		names[i] = strings.TrimSpace(strings.Clone(c))
		if seen[names[i]] && names[i] != "" {
			return nil, Faultf(1, "the column %q appears twice", Shown(names[i]))
		}
		if !utf8.ValidString(c) {
			return nil, Faultf(1, "a column's name is not UTF-8: save the file as UTF-8")
		}
		seen[names[i]] = true
	}
	return names, nil
}

// fillRow makes an object of a row. Cells without text in columns without a name say nothing.
func fillRow(n *Node, r *csv.Reader, names, cells []string) error {
	line, _ := r.FieldPos(0)
	n.Line, n.Fields = line, n.Fields[:0]
	if len(cells) != len(names) {
		return Faultf(line, "%d cells under %d columns", len(cells), len(names))
	}
	for i, name := range names {
		at, _ := r.FieldPos(i)
		if !utf8.ValidString(cells[i]) {
			return Faultf(at, "column %q: not UTF-8: save the file as UTF-8", Shown(name))
		}
		if name == "" && cells[i] == "" {
			continue
		}
		n.Fields = append(n.Fields, Field{name, at, Node{Kind: Text, Text: strings.Clone(cells[i]), Line: at, Cell: true}})
	}
	return nil
}

// delimiter looks at the header row for the most frequent delimiter.
func (s *Source) delimiter() (rune, error) {
	head, err := s.Peek(ReadBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
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
	src  *Source
	left int
}

func (m *meter) Read(b []byte) (int, error) {
	if m.left <= 0 {
		return 0, fmt.Errorf("a row of more than the %d bytes that are read: is a quotation mark not closed?", MaxRecord)
	}
	n, err := m.src.Read(b)
	m.left -= n
	return n, err
}

// InCell is what a cell of a table holds: JSON where it begins like a list or an object, else its text.
func InCell(n *Node) (*Node, error) {
	s := strings.TrimSpace(n.Text)
	if !n.Cell || s == "" || s[0] != '[' && s[0] != '{' {
		return n, nil
	}
	v, err := ParseJSON([]byte(s), n.Line, MaxRecordNodes)
	if err == nil {
		return v, nil
	}
	if v, ok := parsePython(s, n.Line); ok {
		return v, nil
	}
	return nil, fmt.Errorf("begins like a list or an object, but is neither JSON nor a list as Python prints it: %w", err)
}
