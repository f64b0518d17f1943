package catalog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of a table file, which may come from anywhere.
const (
	maxFile   = 4 << 20 // bytes
	maxLine   = 4 << 10 // bytes
	maxFaults = 100     // reported of a file
)

// fault is one error in a table.
type fault struct {
	File      string
	Line, Col int
	Text      string
}

// String is "file:line:column: text".
func (f fault) String() string { return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Col, f.Text) }

// faults are all errors of a table.
type faults []fault

func (f faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// word is a field or a name on a line. A field has both halves.
type word struct {
	col        int // from 1, in bytes
	key, value string
	field      bool
}

// record is a line of a table.
type record struct {
	line  int
	words []word
}

// scanner reads the records of a file.
type scanner struct {
	file    string
	records []record
	faults  faults
	words   []word // of all records, which hold parts of it
}

func (s *scanner) fault(line, col int, format string, args ...any) {
	switch {
	case len(s.faults) < maxFaults:
		s.faults = append(s.faults, fault{s.file, line, col, fmt.Sprintf(format, args...)})
	case len(s.faults) == maxFaults:
		s.faults = append(s.faults, fault{s.file, line, col, "and more errors, not shown"})
	}
}

func (s *scanner) read(r io.Reader) error {
	limited := &io.LimitedReader{R: r, N: maxFile + 1}
	lines := bufio.NewScanner(limited)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	n := 0
	for lines.Scan() {
		n++
		s.scanLine(n, lines.Text())
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		s.fault(n+1, 1, "a line of more than %d bytes", maxLine)
	case err != nil:
		return fmt.Errorf("read table %q: %w", s.file, err)
	case limited.N == 0:
		s.fault(n, 1, "a file of more than %d bytes", maxFile)
	}
	return nil
}

func (s *scanner) scanLine(n int, text string) {
	if !utf8.ValidString(text) {
		s.fault(n, 1, "not UTF-8 text")
		return
	}
	if strings.HasPrefix(strings.TrimLeft(text, " \t"), "#") {
		return
	}
	start := len(s.words)
	for at := 0; ; {
		for at < len(text) && blank(text[at]) {
			at++
		}
		if at == len(text) {
			break
		}
		w, next, fault := scanWord(text, at)
		if fault != "" {
			s.fault(n, at+1, "%s", fault)
			return
		}
		s.words = append(s.words, w)
		at = next
	}
	if end := len(s.words); end > start {
		s.records = append(s.records, record{n, s.words[start:end:end]})
	}
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// scanWord reads one word, and where the next may begin.
func scanWord(text string, at int) (word, int, string) {
	w := word{col: at + 1}
	end := at
	for end < len(text) && !blank(text[end]) && text[end] != '=' {
		end++
	}
	w.key = text[at:end]
	if end == len(text) || text[end] != '=' {
		return w, end, ""
	}
	w.field = true
	value := end + 1
	if value < len(text) && text[value] == '"' {
		quote := strings.IndexByte(text[value+1:], '"')
		if quote < 0 {
			return w, 0, fmt.Sprintf("the quote of %q does not end on its line", w.key)
		}
		w.value = text[value+1 : value+1+quote]
		end = value + quote + 2
		if end < len(text) && !blank(text[end]) {
			return w, 0, fmt.Sprintf("no blank after the quoted value of %q", w.key)
		}
		return w, end, ""
	}
	for end < len(text) && !blank(text[end]) {
		end++
	}
	w.value = text[value:end]
	return w, end, ""
}
