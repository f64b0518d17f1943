package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/internal/filelock"
)

// Documents wait in a spool until there are enough for a large part, or until they have waited so long
// that a crash would lose much work.
const (
	spoolBytes = 512 << 20 // in memory, of their rows: about eight times as many as in the part
	spoolTime  = 30 * time.Second
)

const lockName = "lock"

// ErrBusy is the error of OpenWriter while another process writes to the corpus.
var ErrBusy = errors.New("another process is writing to it")

// errAdded is the error of Add for a document id that was added before through the same writer.
var errAdded = errors.New("a document of this id was added before in this run")

// Writer adds documents to a corpus, replaces and removes them. There is one at a time; readers do not wait for
// it and see what was there when they opened. Its methods may be called from many goroutines.
type Writer struct {
	dir    string
	tool   string
	limit  int64
	lock   *os.File
	create func(path string) (output, error)

	mu      sync.Mutex // guards what follows, and is never held while a part is written
	spool   *spool     // opened by the first Add
	parts   []*part
	pending []*part
	stored  map[string]*entry // documents in parts
	sources map[source][]string
	added   map[string]bool // documents that went through Add
	failed  error           // the first failure to write; nothing is accepted after it
	journal *os.File        // opened by the first Record

	writing sync.Mutex // held while a part is written; taken before mu is released
}

// source is what a document was made from: the bytes and the rules.
type source struct{ sha256, reader string }

// OpenWriter opens the corpus in dir for writing and creates it if it is not there. tool is the
// version of assay, which every part records. What a crashed writer left is repaired or removed.
func OpenWriter(dir, tool string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("create corpus %q: %w", dir, err)
	}
	lock, err := lockCorpus(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		dir: dir, tool: tool, limit: spoolBytes, lock: lock, create: createFile,
		stored: make(map[string]*entry), sources: make(map[source][]string), added: make(map[string]bool),
	}
	if err := w.recover(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return w, nil
}

// lockCorpus takes the lock or says who has it.
func lockCorpus(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockName)
	f, err := filelock.Open(path, os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("open corpus %q for writing: %w", dir, err)
	}
	held, err := filelock.Try(f)
	if err == nil && !held {
		holder, _ := os.ReadFile(path)
		err = fmt.Errorf("%w: %s; wait for it or stop it", ErrBusy, strings.TrimSpace(string(holder)))
	}
	if err == nil {
		if err = f.Truncate(0); err == nil {
			_, err = fmt.Fprintf(f, "process %d, since %s\n", os.Getpid(), time.Now().UTC().Format(time.RFC3339))
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open corpus %q for writing: %w", dir, err), f.Close())
	}
	return f, nil
}

// Known lists the documents that were made from a source of this SHA-256 by this version of the
// reader, those that wait included.
func (w *Writer) Known(sha256, readerVersion string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.sources[source{sha256, readerVersion}])
}

// Add adds a document and its rows, which the caller must not use any more. It replaces a document of the same id that was in the
// corpus before. The document is durable after Flush or Close, or when enough others were added after it.
func (w *Writer) Add(d *Rows) error {
	d.Document.ToolVersion = w.tool
	size, err := d.stamp()
	if err != nil {
		return err
	}
	w.mu.Lock()
	if err := w.accept(d); err != nil {
		w.mu.Unlock()
		return err
	}
	if err := w.put(d, size); err != nil {
		w.mu.Unlock()
		return w.keep(err)
	}
	if w.spool.bytes < w.limit && time.Since(w.spool.begun) < spoolTime {
		w.mu.Unlock()
		return nil
	}
	return w.writeSpool()
}

// put adds a document to the spool. The caller holds mu.
func (w *Writer) put(d *Rows, size int64) (err error) {
	if w.spool == nil {
		tmp := filepath.Join(w.dir, tmpName)
		if err := os.MkdirAll(tmp, 0o777); err != nil {
			return err
		}
		if w.spool, err = newSpool(filepath.Join(tmp, "spool-"+newPartName()), w.create); err != nil {
			return err
		}
	}
	return w.spool.add(d, size)
}

// accept records a document that is being added. The caller holds mu.
func (w *Writer) accept(d *Rows) error {
	id := d.Document.DocID
	if w.failed != nil {
		return w.failed
	}
	if w.added[id] {
		return fmt.Errorf("add document %q from %q: %w", id, d.Document.Source, errAdded)
	}
	if old := w.stored[id]; old != nil {
		w.forget(old)
	}
	from := source{d.Document.SHA256, d.Document.ReaderVersion}
	w.added[id] = true
	w.sources[from] = append(w.sources[from], id)
	return nil
}

// forget takes a stored document out of the list of sources. The caller holds mu.
func (w *Writer) forget(old *entry) {
	from := source{old.SHA256, old.Reader}
	ids := slices.DeleteFunc(w.sources[from], func(id string) bool { return id == old.ID })
	w.sources[from] = ids
	if len(ids) == 0 {
		delete(w.sources, from)
	}
}

// Flush writes the documents that wait.
func (w *Writer) Flush() error {
	w.mu.Lock()
	return w.writeSpool()
}

// writeSpool writes the documents of the spool as a part. It is called with mu held and releases it.
// Taking the lock of writing first holds other goroutines up while two spools are full.
func (w *Writer) writeSpool() error {
	w.writing.Lock()
	defer w.writing.Unlock()
	s, failed := w.spool, w.failed
	w.spool = nil
	w.mu.Unlock()
	if s == nil {
		return failed
	}
	if failed == nil {
		failed = w.commit(s)
	}
	return w.keep(errors.Join(failed, s.remove()))
}

// keep remembers the first failure.
func (w *Writer) keep(err error) error {
	if err == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed == nil {
		w.failed = fmt.Errorf("write corpus %q: %w", w.dir, err)
	}
	return w.failed
}

// Merge makes fewer and larger parts of many small ones. It may be stopped by ctx between two parts.
func (w *Writer) Merge(ctx context.Context) error {
	if err := w.Flush(); err != nil {
		return err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if err := w.keep(w.settle()); err != nil {
		return err
	}
	return w.keep(w.mergeTiers(ctx, mergeParts))
}

// Remove takes documents out of the corpus and says how many there were.
func (w *Writer) Remove(docIDs ...string) (int, error) {
	if err := w.Flush(); err != nil {
		return 0, err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if err := w.keep(w.settle()); err != nil {
		return 0, err
	}
	gone := make(map[string]bool)
	w.mu.Lock()
	for _, id := range docIDs {
		if e := w.stored[id]; e != nil {
			gone[id] = true
			w.forget(e)
		}
		delete(w.added, id)
	}
	w.mu.Unlock()
	return len(gone), w.keep(w.drop(gone))
}

// Close writes the documents that wait, removes those they replace, and releases the lock.
func (w *Writer) Close() error {
	err := w.Flush()
	if err == nil {
		w.writing.Lock()
		err = w.keep(w.settle())
		w.writing.Unlock()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lock == nil {
		return err
	}
	lock := w.lock
	if w.journal != nil {
		err = errors.Join(err, w.journal.Close())
	}
	w.lock, w.failed = nil, errors.Join(w.failed, fmt.Errorf("write corpus %q: %w", w.dir, os.ErrClosed))
	return errors.Join(err, lock.Truncate(0), lock.Close())
}
