package ledger

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"zombiezen.com/go/sqlite"
)

// Run is a run that is being written by this process. It holds the run's claim until it ends.
type Run struct {
	Info
	l     *Ledger
	claim *os.File
}

// ErrHeld says that another process is writing a run.
var ErrHeld = errors.New("another process is writing it")

// Begin starts a run.
func (l *Ledger) Begin(h Header, plan Hash, now time.Time) (*Run, error) {
	header, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("begin a run: %w", err)
	}
	r := &Run{l: l, Info: Info{Name: runName(now), Suite: h.Suite, Plan: plan, Started: now.UTC(), Status: Running,
		Header: h}}
	if err := r.claimRun(); err != nil {
		return nil, err
	}
	err = l.store(func(w *writer) (err error) {
		r.id, err = w.insert("INSERT INTO runs(name, suite, plan, started, header) VALUES (?, ?, ?, ?, ?)", r.Name, h.Suite,
			plan, now, string(header))
		if err != nil {
			return err
		}
		return w.event(r.id, now, eventOpened, opened{Process: os.Getpid(), Arguments: h.Arguments})
	})
	if err != nil {
		return nil, errors.Join(err, r.release())
	}
	return r, nil
}

// Continue takes up a run that was begun before, unless another process is writing it.
func (l *Ledger) Continue(info Info, arguments []string, now time.Time) (*Run, error) {
	r := &Run{l: l, Info: info}
	if err := r.claimRun(); err != nil {
		return nil, l.holderOf(&info, err)
	}
	r.Status, r.Ended, r.Reason = Running, time.Time{}, ""
	err := l.store(func(w *writer) error {
		return w.event(r.id, now, eventOpened, opened{Process: os.Getpid(), Arguments: arguments})
	})
	if err != nil {
		return nil, errors.Join(err, r.release())
	}
	return r, nil
}

// holderOf adds the process that holds a run to an error that says that one does.
func (l *Ledger) holderOf(info *Info, held error) error {
	if !errors.Is(held, ErrHeld) {
		return held
	}
	var o opened
	err := l.read(func(c *sqlite.Conn) error {
		return rows(c, "SELECT detail FROM events WHERE run = ? AND kind = 'opened' ORDER BY id DESC LIMIT 1", args{info.id},
			func(s *sqlite.Stmt) error {
				return json.Unmarshal([]byte(s.ColumnText(0)), &o)
			})
	})
	if err != nil || o.Process == 0 {
		return held
	}
	return fmt.Errorf("%w (process %d)", held, o.Process)
}

// nameTime is how the name of a run begins: with when the run did.
const nameTime = "20060102-150405"

// runName names a run so that names sort by time and can be typed.
func runName(now time.Time) string {
	const letters = "abcdefghjkmnpqrstvwxyz23456789"
	var random [4]byte
	rand.Read(random[:]) // never fails
	for i, b := range random {
		random[i] = letters[int(b)%len(letters)]
	}
	return now.UTC().Format(nameTime) + "-" + string(random[:])
}

// Kinds of events.
const (
	eventOpened  = "opened"
	eventCases   = "cases"
	eventWarning = "warning"
	eventEnded   = "ended"
)

type opened struct {
	Process   int      `json:"process"`
	Arguments []string `json:"arguments"`
}

type ended struct {
	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"`
}

type registered struct {
	Cases int `json:"cases"`
}

func (w *writer) event(run int64, at time.Time, kind string, detail any) error {
	text, err := json.Marshal(detail)
	if err != nil {
		return refusal{err}
	}
	_, err = w.insert("INSERT INTO events(run, at, kind, detail) VALUES (?, ?, ?, ?)", run, at, kind, string(text))
	return err
}

// Warn notes something about the run that its readers must know.
func (r *Run) Warn(text string) error {
	return r.l.writer.store(func(w *writer) error { return w.event(r.id, time.Now(), eventWarning, text) })
}

// End notes how the run ended and gives up the claim to it. What was appended before is stored by then.
func (r *Run) End(status Status, reason string) error {
	now := time.Now()
	err := r.l.writer.store(func(w *writer) error { return w.event(r.id, now, eventEnded, ended{status, reason}) })
	if err == nil {
		r.Status, r.Reason, r.Ended = status, reason, now
	}
	return errors.Join(err, r.release())
}
