package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/assayhq/assay/internal/filelock"
)

const (
	journalName = "ingest.jsonl"
	// maxEntryBytes bounds a line: a path, a reason and the ids of the documents of one source.
	maxEntryBytes = 64 << 20
)

// Outcome is what became of a source.
type Outcome string

// The outcomes of an ingest.
const (
	Ingested Outcome = "ingested" // its documents were added
	Replaced Outcome = "replaced" // its documents took the place of older ones
	Known    Outcome = "known"    // the same bytes were read before by the same rules
	Skipped  Outcome = "skipped"  // nothing was taken from it; the reason says why
	Reading  Outcome = "reading"  // it is large and is being read; a later line says what became of it
)

// Entry is a line of the journal ingest.jsonl: what an ingest did with one source. The journal is
// a history for people; the parts alone determine what is in the corpus.
type Entry struct {
	Time      time.Time `json:"time"`
	Path      string    `json:"path"`             // as given to ingest
	Member    string    `json:"member,omitempty"` // row or document within the file
	Outcome   Outcome   `json:"outcome"`
	Reason    string    `json:"reason,omitempty"`    // why it was skipped, in words
	Documents []string  `json:"documents,omitempty"` // ids of the documents made from it
	SHA256    string    `json:"sha256,omitempty"`    // of the unpacked source
	Bytes     int64     `json:"bytes,omitempty"`     // of the file, where it is being read
}

// Record adds a line to the journal. A zero time becomes now.
func (w *Writer) Record(e Entry) error {
	if e.Time.IsZero() {
		e.Time = time.Now().UTC().Truncate(time.Millisecond)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lock == nil {
		return fmt.Errorf("write journal: %w", os.ErrClosed)
	}
	if w.journal == nil {
		if w.journal, err = openJournal(filepath.Join(w.dir, journalName)); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	_, err = w.journal.Write(append(line, '\n'))
	return err
}

// openJournal opens the journal for appending. A line that a crash cut off is taken away.
func openJournal(path string) (*os.File, error) {
	f, err := filelock.Open(path, os.O_CREATE)
	if err != nil {
		return nil, err
	}
	end, err := endOfLines(f)
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// endOfLines is the offset after the last newline.
func endOfLines(f *os.File) (int64, error) {
	end, err := f.Seek(0, io.SeekEnd)
	buf := make([]byte, 32<<10)
	for err == nil && end > 0 {
		piece := buf[:min(int64(len(buf)), end)]
		if _, err = f.ReadAt(piece, end-int64(len(piece))); err != nil {
			break
		}
		if i := bytes.LastIndexByte(piece, '\n'); i >= 0 {
			return end - int64(len(piece)) + int64(i) + 1, nil
		}
		end -= int64(len(piece))
	}
	return end, err
}

// Journal gives the entries of the journal, oldest first. A last line without an end is being written
// or was cut off by a crash, and does not count.
func (c *Corpus) Journal() iter.Seq2[Entry, error] {
	return journalOf(filepath.Join(c.dir, journalName), func([]byte) bool { return true })
}

// Killer begins the reason why a file is skipped that an ingest did not survive.
const Killer = "an ingest ended while it read this file, on"

// Unfinished lists the files, by their absolute paths, that were being read when an ingest ended without a word.
func (w *Writer) Unfinished() (map[string]Entry, error) {
	open := map[string]Entry{}
	mark, err := json.Marshal(Reading)
	if err != nil {
		return nil, err
	}
	wanted := func(line []byte) bool { return len(open) > 0 || bytes.Contains(line, mark) }
	for e, err := range journalOf(filepath.Join(w.dir, journalName), wanted) {
		if err != nil {
			return nil, err
		}
		path, err := filepath.Abs(e.Path)
		switch {
		case err != nil:
			return nil, err
		case e.Outcome == Reading:
			open[path] = e
		case e.Outcome != Skipped || !strings.HasPrefix(e.Reason, Killer):
			delete(open, path)
		}
	}
	return open, nil
}

// journalOf gives the entries of the lines that are wanted.
func journalOf(path string, wanted func(line []byte) bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(Entry{}, err)
			return
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, maxEntryBytes)
		lines.Split(wholeLines)
		n := 0
		for lines.Scan() {
			n++
			if !wanted(lines.Bytes()) {
				continue
			}
			var e Entry
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				err = fmt.Errorf("read journal %q: line %d: %w", path, n, err)
				if !yield(Entry{}, err) {
					return
				}
				continue
			}
			if !yield(e, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Entry{}, fmt.Errorf("read journal %q: line %d: %w", path, n+1, err))
		}
	}
}

// wholeLines splits at newlines and leaves out a last line without one.
func wholeLines(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}
