// Package ledger turns what happened into one durable record: runs, their cases, the attempts at them, the
// scores, and every exchange with a provider, in one SQLite file in WAL mode that any other tool can open.
//
// It is appended to and never changed; what is stored once under a hash is not stored again. A run can be
// read while it is written. What was appended survives the end of the process however it ends; an exchange
// is stored when SaveCall returns, so nothing that was paid for is paid again.
//
// It refuses ledgers of a newer format, by name, and files that are no ledger. It interprets neither cases
// nor answers, and it computes nothing: that is for measure and report.
package ledger

import (
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// FileName is the ledger's name in the workspace's directory.
const FileName = "ledger.db"

// Format is the version of the schema, kept as SQLite's user_version.
const Format = 2

// applicationID marks the file as a ledger; it reads "asay".
const applicationID = 0x61736179

//go:embed schema.sql
var schema string

// Ledger is an open ledger. It may be used by many goroutines.
type Ledger struct {
	dir     string
	path    string
	readers chan *sqlite.Conn
	writer  *writer // nil if it was opened for reading
	guard   *os.File
	opened  int // readers
	close   sync.Once

	mu    sync.Mutex
	names map[int64]string // of the table names, which only grows
}

func newLedger(dir string) *Ledger {
	return &Ledger{dir: dir, path: filepath.Join(dir, FileName), readers: make(chan *sqlite.Conn, readerConns),
		names: map[int64]string{}}
}

// ErrNone says that a directory holds no ledger.
var ErrNone = errors.New("there is no ledger yet; 'assay eval --help' shows how to make a run")

// Open opens the ledger of a directory for reading.
func Open(dir string) (*Ledger, error) {
	l := newLedger(dir)
	switch there, err := l.inspect(); {
	case err != nil:
		return nil, err
	case !there:
		return nil, fmt.Errorf("open %q: %w", l.path, ErrNone)
	}
	if err := l.openReaders(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Create opens the ledger of a directory for appending, too, and makes it if it is missing. The tool is the
// version that a new ledger will say made it.
func Create(dir, tool string) (*Ledger, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make the ledger's directory: %w; work in a directory that you can write to", err)
	}
	l := newLedger(dir)
	if _, err := l.inspect(); err != nil {
		return nil, err
	}
	if err := l.lockShared(); err != nil {
		return nil, err
	}
	var err error
	if l.writer, err = newWriter(l.path, tool); err == nil {
		err = l.openReaders()
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// inspect reports whether there is a file, and refuses what cannot be one that SQLite began.
func (l *Ledger) inspect() (there bool, err error) {
	const head = 512 // bytes of the smallest page
	info, err := os.Lstat(l.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("open the ledger: %w", err)
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("open ledger %q: it is no file; move it away to start a new ledger", l.path)
	case info.Size() > 0 && info.Size() < head:
		return false, fmt.Errorf("open ledger %q: the file is no ledger, or was cut to %d bytes; move it away to start a "+
			"new one, or bring it back from a copy", l.path, info.Size())
	}
	return info.Size() > 0, nil
}

// store appends and waits until it is stored.
func (l *Ledger) store(do func(*writer) error) error {
	if l.writer == nil {
		return fmt.Errorf("append to ledger %q: it is open for reading only", l.path)
	}
	return l.writer.store(do)
}

// readerConns is how many goroutines can read at once.
const readerConns = 4

// openMode is how a file is opened for reading.
type openMode struct {
	uri   string
	flags sqlite.OpenFlags
}

// openModes are those that may succeed, the best first. A process that can write has to, since reading replays the log that
// a killed writer left; where the file cannot be written and there is no such log, it is read as it is.
func (l *Ledger) openModes() []openMode {
	write := openMode{l.path, sqlite.OpenReadWrite}
	if l.writer != nil {
		return []openMode{write}
	}
	all := []openMode{{l.path, sqlite.OpenReadOnly}}
	if f, err := os.OpenFile(l.path, os.O_RDWR, 0); err == nil {
		f.Close()
		all = []openMode{write, all[0]}
	}
	if log, err := os.Stat(l.path + "-wal"); err != nil || log.Size() == 0 {
		uri := url.URL{Scheme: "file", Path: filepath.ToSlash(l.path), RawQuery: "immutable=1"}
		if !filepath.IsAbs(l.path) {
			uri = url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(l.path)}).EscapedPath(),
				RawQuery: "immutable=1"}
		}
		all = append(all, openMode{uri.String(), sqlite.OpenReadOnly | sqlite.OpenURI})
	}
	return all
}

func (l *Ledger) openReaders() (err error) {
	for _, w := range l.openModes() {
		err = l.openAs(w)
		if code := sqlite.ErrCode(err).ToPrimary(); code != sqlite.ResultCantOpen && code != sqlite.ResultReadOnly {
			break
		}
		for len(l.readers) > 0 {
			(<-l.readers).Close()
			l.opened--
		}
	}
	if errors.Is(err, errEmpty) {
		return fmt.Errorf("open %q: %w", l.path, ErrNone)
	}
	return err
}

func (l *Ledger) openAs(w openMode) error {
	for range readerConns {
		c, err := sqlite.OpenConn(w.uri, w.flags)
		if err != nil {
			return explain(l.path, "open", err)
		}
		l.readers <- c
		l.opened++
		if err := prepareReader(c); err != nil {
			return explain(l.path, "open", err)
		}
	}
	return nil
}

// prepareReader changes nothing in the file. One of format 1 is read through views that have the columns
// that were added since.
func prepareReader(c *sqlite.Conn) error {
	if err := prepare(c, "PRAGMA cache_size = -4096"); err != nil {
		return err
	}
	if err := snapshot(c, checkFormat); err != nil {
		return err
	}
	format, err := number(c, "PRAGMA user_version")
	if err == nil && format == 1 {
		err = prepare(c, "PRAGMA temp_store = MEMORY",
			"CREATE TEMP VIEW attempts AS SELECT *, NULL AS sums FROM main.attempts",
			"CREATE TEMP VIEW cases AS SELECT *, NULL AS sum FROM main.cases")
	}
	if err != nil {
		return err
	}
	return prepare(c, "PRAGMA query_only = ON")
}

// busy is how long opening and reading wait for another process.
const busy = 10_000 // milliseconds

func prepare(c *sqlite.Conn, pragmas ...string) error {
	for _, p := range append([]string{fmt.Sprintf("PRAGMA busy_timeout = %d", busy)}, pragmas...) {
		if err := sqlitex.ExecuteTransient(c, p, nil); err != nil {
			return err
		}
	}
	return nil
}

// errEmpty is a file without anything in it, such as a process leaves that is killed while it makes one.
var errEmpty = errors.New("the file is empty")

// checkFormat refuses what is no ledger of a format that is known.
func checkFormat(c *sqlite.Conn) error {
	id, err := number(c, "PRAGMA application_id")
	if err != nil {
		return err
	}
	format, err := number(c, "PRAGMA user_version")
	if err != nil {
		return err
	}
	tables, err := number(c, "SELECT count(*) FROM sqlite_schema")
	switch {
	case err != nil:
		return err
	case id == 0 && tables == 0:
		return errEmpty
	case id != applicationID:
		return errors.New("it is an SQLite file, and no ledger of assay; move it away and run again")
	case format > Format:
		return fmt.Errorf("its format is %d and this assay knows formats up to %d; update assay ('assay version' shows "+
			"which this is)", format, Format)
	}
	return nil
}

// read runs a reading function on a connection of its own, in one transaction: what it sees does not change
// while a run is being written.
func (l *Ledger) read(do func(*sqlite.Conn) error) (err error) {
	c, open := <-l.readers
	if !open {
		return fmt.Errorf("read ledger %q: it is closed", l.path)
	}
	defer func() { l.readers <- c }()
	return explain(l.path, "read", snapshot(c, do))
}

// snapshot reads in one transaction.
func snapshot(c *sqlite.Conn, do func(*sqlite.Conn) error) error {
	err := exec(c, "BEGIN")
	if err == nil {
		err = do(c)
	}
	if !c.AutocommitEnabled() {
		rollback := exec(c, "ROLLBACK")
		if err == nil { // there is nothing to keep
			err = rollback
		}
	}
	return err
}

// Close ends the use of a ledger, when all that was appended is written and all that reads has read.
func (l *Ledger) Close() (err error) {
	l.close.Do(func() { err = l.closeAll() })
	return err
}

func (l *Ledger) closeAll() error {
	var errs []error
	if l.writer != nil {
		errs = append(errs, l.writer.close())
	}
	for range l.opened {
		errs = append(errs, (<-l.readers).Close())
	}
	close(l.readers)
	if l.guard != nil {
		errs = append(errs, l.guard.Close())
	}
	return errors.Join(errs...)
}

// Path is the ledger's file.
func (l *Ledger) Path() string { return l.path }
