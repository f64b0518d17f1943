package rank

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// What is read of one file. A name beyond nameLimit is no identifier.
const (
	maxLine   = 16 << 10
	maxLines  = 50_000_000
	maxBytes  = 4 << 30
	nameLimit = 4 << 10
)

// maxShown is how many problems of a file an error prints. All are counted.
const maxShown = 10

// problems is everything that is wrong with a file.
type problems struct {
	File  string
	Count int
	Shown []string // the first of them, with their places
	Next  string   // what to do
}

func (p *problems) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "read %q: %d lines cannot be used", p.File, p.Count)
	if p.Count == 1 {
		b.Reset()
		fmt.Fprintf(&b, "read %q: one line cannot be used", p.File)
	}
	for _, s := range p.Shown {
		b.WriteString("\n  " + s)
	}
	if more := p.Count - len(p.Shown); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String() + "\n" + p.Next
}

func (p *problems) add(line int, err error) {
	p.Count++
	if len(p.Shown) < maxShown {
		p.Shown = append(p.Shown, fmt.Sprintf("%s:%d: %v", p.File, line, err))
	}
}

// eachLine calls use with the number and the fields of each line, and collects what is wrong with the lines.
// Blank lines and those that begin with # are no lines, as in trec_eval. The fields last until use returns.
func eachLine(bad *problems, r io.Reader, layout string, use func(line int, fields [][]byte) error) error {
	want := len(strings.Fields(layout))
	fields := make([][]byte, 0, want+1)
	bad.Next = "a line is: " + layout + ", with blanks or tabs between and none inside"
	return eachText(bad, r, func(n int, text []byte) error {
		if fields = split(fields[:0], text, want); len(fields) == 0 {
			return nil
		}
		if err := counted(fields, want); err != nil {
			return err
		}
		return use(n, fields)
	})
}

// errScattered stops reading a file that was hoped to have the lines of each query together.
var errScattered = errors.New("the lines of a query are not together")

// eachText calls use with each line and its number, within the limits.
func eachText(bad *problems, r io.Reader, use func(line int, text []byte) error) error {
	lines, err := unpacked(r)
	if err != nil {
		return fmt.Errorf("read %q: %w", bad.File, err)
	}
	n := 0
	for lines.Scan() {
		if n++; n > maxLines {
			return fmt.Errorf("read %q: more than %d lines; split it by queries", bad.File, maxLines)
		}
		text := lines.Bytes()
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		switch err := use(n, text); {
		case err == errScattered:
			return err
		case err != nil:
			bad.add(n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read %q: line %d: %w", bad.File, n+1, readable(err))
	}
	return nil
}

func counted(fields [][]byte, want int) error {
	switch {
	case len(fields) > want:
		return fmt.Errorf("more than %d fields", want)
	case len(fields) < want:
		return fmt.Errorf("%d of %d fields", len(fields), want)
	}
	return nil
}

// split is the fields of a line, of too many only one too many.
func split(fields [][]byte, line []byte, most int) [][]byte {
	line = bytes.TrimLeft(line, blanks)
	if len(line) == 0 || line[0] == '#' {
		return fields
	}
	for len(line) > 0 && len(fields) <= most {
		end := 0
		for end < len(line) && !ascii.IsSpace(line[end]) {
			end++
		}
		fields = append(fields, line[:end])
		line = bytes.TrimLeft(line[end:], blanks)
	}
	return fields
}

// blanks are what C's isspace takes for such.
const blanks = " \t\r\v\f\n"

// readable adds to an error of reading lines what to do about it.
func readable(err error) error {
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("it is longer than %d bytes; is this a TREC file?", maxLine)
	case errors.Is(err, errTooMuch):
		return fmt.Errorf("%w; split it by queries", err)
	case errors.As(err, new(flate.CorruptInputError)), errors.Is(err, gzip.ErrChecksum),
		errors.Is(err, gzip.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("the gzip data is damaged or cut off (%w); fetch the file again", err)
	}
	return err
}

// unpacked is the lines of a text, or of a gzip of one, whatever its name ends in.
func unpacked(r io.Reader) (*bufio.Scanner, error) {
	in := bufio.NewReader(r)
	r = in
	if head, _ := in.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return nil, readable(err)
		}
		r = unzipped
	}
	lines := bufio.NewScanner(&bounded{r, maxBytes})
	lines.Buffer(make([]byte, 0, 4<<10), maxLine)
	return lines, nil
}

// errTooMuch ends a file that is too large, unpacked.
var errTooMuch = fmt.Errorf("more than %d MB", maxBytes>>20)

// bounded is a reader that fails, rather than ends, beyond its bound.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooMuch
	}
	return n, err
}

// interned keeps one string of each name: a document is named by many queries.
type interned map[string]string

func (in interned) of(name []byte) string {
	if known, ok := in[string(name)]; ok {
		return known
	}
	s := string(name)
	in[s] = s
	return s
}

// named refuses what would not be read back as the same query and document.
func named(query, doc string) error {
	if strings.HasPrefix(query, "#") {
		return fmt.Errorf("query %s begins with #, which begins a remark", short(query))
	}
	if err := nameOf("query", query); err != nil {
		return err
	}
	return nameOf("document", doc)
}

func nameOf(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s without a name", what)
	case len(name) > nameLimit:
		return fmt.Errorf("%s %s… has a name of more than %d bytes", what, short(name), nameLimit)
	case strings.ContainsAny(name, blanks):
		return fmt.Errorf("%s %s has a blank in its name", what, short(name))
	case strings.ContainsRune(name, 0) || !utf8.ValidString(name):
		return fmt.Errorf("%s %s is no text", what, short(name))
	}
	return nil
}

// short quotes a word of a file, or the beginning of a long one.
func short(word string) string {
	const most = 40
	if len(word) > most {
		return strconv.Quote(word[:most]) + "…"
	}
	return strconv.Quote(word)
}
