package tape

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Export writes the tape as plain lines of JSON, for people and for version control: a line that names the
// format, and one for each entry in order. Bodies that are one line of JSON stand there as JSON.
func (t *Tape) Export(w io.Writer) error {
	first, err := json.Marshal(preamble{Kind: kind, Version: formatVersion, Tool: t.tool})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.Write(append(first, '\n')) // a bufio.Writer keeps its first error for Flush
	var line []byte
	for e, err := range t.Entries() {
		if err != nil {
			return fmt.Errorf("export recording: %w", err)
		}
		line = append(appendEntry(line[:0], e, true), '\n')
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("export recording: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export recording: %w", err)
	}
	return nil
}

// Import saves the entries of lines as Export writes them, or as they stand in a segment. Lines before one
// that cannot be read are saved.
func (t *Tape) Import(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLineBytes)
	for n := 1; in.Scan(); n++ {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		if err := t.importLine(in.Bytes()); err != nil {
			return fmt.Errorf("import recording: line %d: %w", n, err)
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("import recording: %w", err)
	}
	return nil
}

func (t *Tape) importLine(text []byte) error {
	var p preamble
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	if p.Kind != "" {
		return p.check()
	}
	e, err := readEntry(text)
	if err != nil {
		return err
	}
	if e.Stored.IsZero() {
		return errors.New("the entry does not say when it was stored")
	}
	return t.Save(e)
}
