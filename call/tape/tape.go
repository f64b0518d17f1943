// Package tape keeps recorded exchanges on disk: calls and what came of them into files, and back, byte for
// byte.
//
// A tape is a directory of segments. Each process that records writes a segment of its own, entry behind
// entry, and reads all that were there when it opened the tape. An entry is one line of JSON in a zstd frame
// of its own, behind a skippable frame with its key and length: standard tools read a segment as JSON lines
// (zstdcat FILE | jq), and opening a tape reads the small frames only. An entry that a kill cut off is
// reported and left out, one that is damaged is an error that names its file and offset and concerns no
// other. Tapes of a newer format are refused, and so are requests' headers that may hold a key: a tape keeps
// their names alone.
package tape

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/assayhq/assay/call"
)

// Tape is a set of recorded exchanges. It may be used by many goroutines.
type Tape struct {
	dir      string // empty in memory
	tool     string
	writable bool

	enc     *zstd.Encoder
	dec     *zstd.Decoder
	scratch sync.Pool // *scratch

	mu       sync.RWMutex
	closed   bool
	sync     bool
	segments []*segment
	own      *segment // the one written to; nil before the first Save
	index    index
	damage   []Damage

	files openFiles
}

// Open reads the tape in a directory. Nothing can be saved to it.
func Open(dir string) (*Tape, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("open recording: %w", err)
	}
	return load(dir)
}

// Create opens the tape in a directory for saving, too, and makes the directory if it is missing. The tool
// is the version that the segment will say wrote it.
func Create(dir, tool string) (*Tape, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("create recording: %w", err)
	}
	t, err := load(dir)
	if err != nil {
		return nil, err
	}
	t.tool, t.writable = tool, true
	return t, nil
}

// New is a tape in memory.
func New() *Tape {
	t, err := newTape("")
	if err != nil {
		panic(err) // the options are constants
	}
	t.writable = true
	return t
}

func newTape(dir string) (*Tape, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxLineBytes), zstd.WithDecoderConcurrency(0))
	if err != nil {
		return nil, err
	}
	t := &Tape{dir: dir, enc: enc, dec: dec, index: newIndex()}
	t.scratch.New = func() any { return new(scratch) }
	return t, nil
}

// load indexes the segments of a directory, oldest first.
func load(dir string) (*Tape, error) {
	names, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*"+suffix))
	if err != nil {
		return nil, fmt.Errorf("open recording %q: %w", dir, err)
	}
	slices.Sort(names)
	t, err := newTape(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := t.addSegment(name); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

// escapeGlob makes a pattern that matches a directory as it is called.
func escapeGlob(dir string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(dir)
}

// SetSync makes Save wait until an entry is on the disk itself. Without it an entry that was saved survives
// the end of the process in any way, but not a loss of power.
func (t *Tape) SetSync(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sync = on
}

// Save stores an entry. When it returns, the entry is with the operating system.
func (t *Tape) Save(e *Entry) error {
	if e.Stored.IsZero() {
		e.Stored = time.Now()
	}
	s := t.scratch.Get().(*scratch)
	defer t.recycle(s)
	if err := t.encode(s, e); err != nil {
		return fmt.Errorf("store the exchange %s: %w", e.Key, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.write(s.frame, e.Key); err != nil {
		return fmt.Errorf("store the exchange %s: %w", e.Key, err)
	}
	return nil
}

// write appends an encoded entry to the own segment.
func (t *Tape) write(frame []byte, key call.Key) error {
	switch {
	case t.closed:
		return errors.New("the recording is closed")
	case !t.writable:
		return errors.New("the recording was opened for reading")
	}
	if t.own == nil {
		own, err := t.newSegment()
		if err != nil {
			return err
		}
		t.segments, t.own = append(t.segments, own), own
	}
	at := t.own.size
	if err := t.own.append(frame); err != nil {
		if t.own.undo(at) != nil {
			t.own = nil // a cut-off entry ends this segment; the next entry begins another
		}
		return err
	}
	if t.sync {
		if err := t.own.flush(); err != nil {
			return err
		}
	}
	t.index.add(key, slot{offset: at, size: uint32(len(frame)), segment: uint32(len(t.segments) - 1)})
	return nil
}

// Load returns what is recorded of a call, oldest first. The error tells of entries that cannot be read;
// the others are returned with it.
func (t *Tape) Load(key call.Key) ([]*Entry, error) {
	t.mu.RLock()
	found := t.index.find(key)
	t.mu.RUnlock()
	var entries []*Entry
	var problems []error
	for _, s := range found {
		e, err := t.read(s)
		switch {
		case err != nil:
			problems = append(problems, err)
		case e.Key == key: // the index knows the beginning of keys only
			entries = append(entries, e)
		}
	}
	return entries, errors.Join(problems...)
}

// Entries is all that is recorded, in the order of the segments and of saving. An entry that cannot be read
// is yielded as its error, and the next follows.
func (t *Tape) Entries() iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for i := 0; ; i++ {
			t.mu.RLock()
			s, ok := t.index.at(i)
			t.mu.RUnlock()
			if !ok || !yield(t.read(s)) {
				return
			}
		}
	}
}

// Close ends the use of a tape.
func (t *Tape) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	t.dec.Close()
	err := t.enc.Close()
	if t.own != nil {
		err = errors.Join(err, t.own.close())
	}
	return errors.Join(err, t.files.close())
}
