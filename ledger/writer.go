package ledger

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// writer is the one connection that appends. What many goroutines hand it within a moment becomes one
// transaction: the cost of a commit is shared, and each still knows when its own is stored.
type writer struct {
	path string
	conn *sqlite.Conn
	ops  chan *op
	done chan struct{}

	broken atomic.Pointer[error] // after it, nothing is appended

	mu     sync.RWMutex // of closed: held for reading while something is handed over
	closed bool

	worked time.Duration // since others had their turn
	blobs  *recent[Hash]
	names  map[string]int64

	scratch digest
}

// op is something to append. Its done gets the outcome once it is stored.
type op struct {
	do   func(*writer) error
	done chan error
	err  error
}

// What is gathered into a transaction.
const (
	maxBatch = 1024
	maxDelay = 20 * time.Millisecond
)

// Processes that write to one ledger take turns: after maxDelay of work a writer pauses, and one that waits
// looks often enough to find the pause.
const (
	pause      = time.Millisecond
	retryEvery = pause / 2
	maxWait    = time.Minute // a writer waits for its turn at most so long
)

func newWriter(path, tool string) (*writer, error) {
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return nil, explain(path, "open", err)
	}
	if err := retryWhileBusy(func() error { return prepareWriter(c, tool) }); err != nil {
		c.Close()
		return nil, explain(path, "open", err)
	}
	w := &writer{path: path, conn: c, ops: make(chan *op, maxBatch), done: make(chan struct{})}
	w.forget()
	go w.run()
	return w, nil
}

// prepareWriter changes nothing in a file before it is known to be a ledger, or empty.
func prepareWriter(c *sqlite.Conn, tool string) error {
	if err := prepare(c); err != nil {
		return err
	}
	known := snapshot(c, checkFormat) // at one moment: another process may be making it
	if known != nil && !errors.Is(known, errEmpty) {
		return known
	}
	var mode string
	err := rows(c, "PRAGMA journal_mode = WAL", nil, func(s *sqlite.Stmt) error { mode = s.ColumnText(0); return nil })
	if err == nil && mode != "wal" {
		err = errors.New("its directory cannot be shared between processes; is it on a network drive? Use a local one")
	}
	switch {
	case err != nil:
	case known != nil:
		err = initSchema(c, tool)
	default:
		err = migrate(c)
	}
	if err != nil {
		return err
	}
	// A page that is written often goes into the file once for many commits; the log grows to 64 MB instead.
	return prepare(c, "PRAGMA busy_timeout = 0", "PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -32768",
		"PRAGMA wal_autocheckpoint = 16384")
}

// initSchema makes a ledger of an empty file, unless another process has just done so.
func initSchema(c *sqlite.Conn, tool string) (err error) {
	end, err := sqlitex.ImmediateTransaction(c)
	if err != nil {
		return err
	}
	defer end(&err)
	if err := checkFormat(c); !errors.Is(err, errEmpty) {
		return err
	}
	if err := sqlitex.ExecuteScript(c, schema, nil); err != nil {
		return err
	}
	about := [][2]string{{"kind", "assay ledger"}, {"tool", tool}, {"created", time.Now().UTC().Format(time.RFC3339)}}
	for _, row := range about {
		if err := exec(c, "INSERT INTO about VALUES (?, ?)", row[0], row[1]); err != nil {
			return err
		}
	}
	return sqlitex.ExecuteScript(c, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID,
		Format), nil)
}

// migrate brings a file of format 1 to format 2, which has columns for checksums. What is in it stays as it was.
func migrate(c *sqlite.Conn) (err error) {
	end, err := sqlitex.ImmediateTransaction(c)
	if err != nil {
		return err
	}
	defer end(&err)
	format, err := number(c, "PRAGMA user_version")
	if err != nil || format != 1 {
		return err
	}
	return sqlitex.ExecuteScript(c, "ALTER TABLE attempts ADD COLUMN sums BLOB; ALTER TABLE cases ADD COLUMN sum BLOB; "+
		"PRAGMA user_version = 2", nil)
}

// submit hands over something to append; done is buffered, so the writer never waits.
func (w *writer) submit(do func(*writer) error) *op {
	o := &op{do: do, done: make(chan error, 1)}
	w.mu.RLock()
	defer w.mu.RUnlock()
	switch err := w.failed(); {
	case err != nil:
		o.done <- err
	case w.closed:
		o.done <- errors.New("append to the ledger: it is closed")
	default:
		w.ops <- o
	}
	return o
}

// store appends and waits until it is stored.
func (w *writer) store(do func(*writer) error) error { return <-w.submit(do).done }

// failed is why nothing can be appended any more, if so.
func (w *writer) failed() error {
	if err := w.broken.Load(); err != nil {
		return *err
	}
	return nil
}

func (w *writer) run() {
	defer close(w.done)
	batch := make([]*op, 0, maxBatch)
	for first := range w.ops {
		batch = append(batch[:0], first)
		err := w.commit(&batch)
		if err != nil {
			w.broken.CompareAndSwap(nil, &err)
		}
		for i, o := range batch {
			if err != nil {
				o.err = err
			}
			o.done <- o.err
			batch[i] = nil
		}
	}
}

// commit writes a batch, and what arrives meanwhile, in one transaction.
func (w *writer) commit(batch *[]*op) (err error) {
	if broken := w.failed(); broken != nil {
		return broken
	}
	defer func() { err = explain(w.path, "append to", err) }()
	if err := w.begin(); err != nil {
		return err
	}
	began := time.Now()
	defer func() { w.worked += time.Since(began) }()
	for i := 0; i < len(*batch); i++ {
		o := (*batch)[i]
		if o.err = o.do(w); o.err != nil && !isRefusal(o.err) {
			w.forget()
			return errors.Join(o.err, w.rollback())
		}
		if len(*batch) < maxBatch && time.Since(began) < maxDelay {
			w.gather(batch)
			if i == len(*batch)-1 {
				runtime.Gosched() // callers of the last commit are about to append again
				w.gather(batch)
			}
		}
	}
	return exec(w.conn, "COMMIT")
}

// begin waits for the process's turn to write.
func (w *writer) begin() error {
	if w.worked > maxDelay {
		time.Sleep(pause)
		w.worked = 0
	}
	return retryWhileBusy(func() error { return exec(w.conn, "BEGIN IMMEDIATE") })
}

// retryWhileBusy does what has to wait while another process writes. SQLite's own waiting looks ever more rarely,
// and does not wait at all for a file's change to a write-ahead log.
func retryWhileBusy(do func() error) error {
	for began := time.Now(); ; {
		err := do()
		if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultBusy || time.Since(began) > maxWait {
			return err
		}
		time.Sleep(retryEvery)
	}
}

func (w *writer) gather(batch *[]*op) {
	for len(*batch) < maxBatch {
		select {
		case o, ok := <-w.ops:
			if !ok {
				return
			}
			*batch = append(*batch, o)
		default:
			return
		}
	}
}

func (w *writer) rollback() error {
	if w.conn.AutocommitEnabled() {
		return nil // SQLite has rolled back by itself
	}
	return exec(w.conn, "ROLLBACK")
}

// atomically appends several rows of which all are stored or, after a refusal, none.
func (w *writer) atomically(do func() error) error {
	if err := exec(w.conn, "SAVEPOINT atomic"); err != nil {
		return err
	}
	err := do()
	if err != nil {
		w.forget()
		if back := exec(w.conn, "ROLLBACK TO atomic"); back != nil {
			return back
		}
	}
	return errors.Join(err, exec(w.conn, "RELEASE atomic"))
}

// forget drops what is known of the file, as some of it may not be there any more.
func (w *writer) forget() { w.blobs, w.names = newRecent[Hash](recentBlobs), map[string]int64{} }

// refusal is an error of what was to be appended, not of the ledger: the others of its batch are stored.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func isRefusal(err error) bool {
	var r refusal
	return errors.As(err, &r)
}

func (w *writer) close() error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return nil
	}
	w.closed = true
	close(w.ops)
	w.mu.Unlock()
	<-w.done
	return errors.Join(w.failed(), w.conn.Close())
}

// insert runs a statement that adds one row and gives the row's id.
func (w *writer) insert(query string, with ...any) (int64, error) {
	err := exec(w.conn, query, with...)
	return w.conn.LastInsertRowID(), err
}

// maxNames bounds the memory of names; a provider may call its models something new in every reply.
const maxNames = 10_000

// name is the id of a text that repeats.
func (w *writer) name(text string) (int64, error) {
	if id, ok := w.names[text]; ok {
		return id, nil
	}
	if len(w.names) >= maxNames {
		clear(w.names)
	}
	if err := exec(w.conn, "INSERT INTO names(text) VALUES (?) ON CONFLICT(text) DO NOTHING", text); err != nil {
		return 0, err
	}
	id, err := number(w.conn, "SELECT id FROM names WHERE text = ?", text)
	if err == nil {
		w.names[text] = id
	}
	return id, err
}
