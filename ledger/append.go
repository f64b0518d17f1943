package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/assayhq/assay/score"
)

// ErrTwice says that two cases of a run have the same id.
var ErrTwice = errors.New("two cases have the same id")

// AddCases appends cases to a run and waits until they are stored: all of them or, after an error, none.
func (r *Run) AddCases(cases []Case) error {
	bodies, tags := make([]packed, len(cases)), make([]string, len(cases))
	for i := range cases {
		bodies[i] = pack(cases[i].Body)
		text, err := json.Marshal(cases[i].Tags)
		if err != nil {
			return fmt.Errorf("case %q: %w", cases[i].ID, err)
		}
		tags[i] = string(text)
		if cases[i].Tags == nil {
			tags[i] = "{}"
		}
	}
	return r.l.writer.store(func(w *writer) error {
		return w.atomically(func() error {
			for i := range cases {
				if err := w.addCase(r.id, &cases[i], bodies[i], tags[i]); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func (w *writer) addCase(run int64, c *Case, body packed, tags string) error {
	id, err := w.blob(body)
	if err != nil {
		return err
	}
	row := args{run, c.Ordinal, c.ID, c.identity(body), c.Cluster, tags, id, nil}
	w.scratch = w.scratch[:0].values(row[:caseSum]...)
	row[caseSum] = w.scratch.sum()
	_, err = w.insert("INSERT INTO cases(run, ordinal, id, hash, cluster, tags, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row...)
	switch sqlite.ErrCode(err) {
	case sqlite.ResultConstraintUnique:
		return refusal{fmt.Errorf("record %d: case %q: %w", c.Ordinal+1, c.ID, ErrTwice)}
	case sqlite.ResultConstraintPrimaryKey:
		return refusal{fmt.Errorf("record %d: case %q: the record is registered already", c.Ordinal+1, c.ID)}
	}
	return err
}

// identity is the hash under which a case is the same in two runs: its own, or that of its body.
func (c *Case) identity(body packed) Hash {
	if c.Hash != (Hash{}) {
		return c.Hash
	}
	return body.hash
}

// EndCases notes that all cases are registered.
func (r *Run) EndCases(n int) error {
	return r.l.writer.store(func(w *writer) error { return w.event(r.id, time.Now(), eventCases, registered{n}) })
}

// AddAttempt appends an attempt with its scores. It does not wait: the next append, or End, tells if it
// could not be stored, and a run that is killed before makes the attempt again from the calls that it stored.
func (r *Run) AddAttempt(a *Attempt) error {
	if a.Outcome != Answered && !score.Outcome(a.Outcome).Known() {
		return fmt.Errorf("case %d: an attempt with outcome %q", a.Ordinal+1, a.Outcome)
	}
	var answer packed
	if a.Answer != nil {
		answer = pack(a.Answer)
	}
	details := make([]string, len(a.Scores))
	for i := range a.Scores {
		var err error
		if details[i], err = detail(&a.Scores[i]); err != nil {
			return fmt.Errorf("case %d: %w", a.Ordinal+1, err)
		}
		if slices.ContainsFunc(a.Scores[:i], func(s score.Score) bool { return s.Name == a.Scores[i].Name }) {
			return fmt.Errorf("case %d: two scores %q", a.Ordinal+1, a.Scores[i].Name)
		}
	}
	have := a.sums(details)
	r.l.writer.submit(func(w *writer) error { return w.addAttempt(r.id, a, answer, details, have) })
	return r.l.writer.failed()
}

// sums are the checksums over the scores and the uses of an attempt.
func (a *Attempt) sums(details []string) sums {
	var have sums
	d := make(digest, 0, 512)
	for i := range a.Scores {
		s := &a.Scores[i]
		d = d[:0].integer(int64(i)).text(s.Name).text(string(s.Outcome))
		if s.Outcome == score.Scored {
			d = d.real(s.Value)
		} else {
			d = append(d, digestNull)
		}
		have.add(sumScores, d)
		d = d[:0].integer(int64(i)).text(details[i])
		have.add(sumDetails, d)
	}
	for i := range a.Uses {
		u := &a.Uses[i]
		d = d[:0].integer(int64(i)).hash(&u.Call).text(u.Provider).text(u.Asked)
		d = d.text(u.Served).text(u.Outcome).text(u.Source).integer(int64(u.Tries))
		d = d.optional(micros(u.Took)).optional(u.Input).optional(u.Cached)
		d = d.optional(u.Written).optional(u.Output).optional(u.Reasoning).optional(u.Cost)
		have.add(sumUses, d)
	}
	return have
}

// valueOf is what a score's column holds.
func valueOf(s *score.Score) any {
	if s.Outcome == score.Scored {
		return s.Value
	}
	return nil
}

func (w *writer) addAttempt(run int64, a *Attempt, body packed, details []string, have sums) error {
	var answer ref
	if a.Answer != nil {
		query := ""
		if a.Source != Live {
			query = "SELECT b.id, b.hash FROM attempts a JOIN blobs b ON b.id = a.answer WHERE a.key = ? ORDER BY a.id DESC LIMIT 1"
		}
		var err error
		if answer, err = w.ownBlob(body, query, a.Key); err != nil {
			return err
		}
	}
	row := args{run, a.Ordinal, a.Repeat, a.Try, a.Key, a.Outcome, a.Reason, answer, a.Source, micros(a.Took), a.Cost,
		a.Finished, nil}
	w.scratch = w.scratch[:0].values(row[:attemptSums]...)
	have.add(sumRow, w.scratch)
	row[attemptSums] = have.bytes()
	id, err := w.insert("INSERT INTO attempts(run, ordinal, repeat, try, key, outcome, reason, answer, source, took, "+
		"cost, finished, sums) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row...)
	if err != nil {
		return err
	}
	for i := range a.Scores {
		if err := w.addScore(id, i, &a.Scores[i], details[i]); err != nil {
			return err
		}
	}
	for i := range a.Uses {
		if err := w.addUse(id, i, &a.Uses[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) addScore(attempt int64, ordinal int, s *score.Score, detail string) error {
	name, err := w.name(s.Name)
	if err != nil {
		return err
	}
	_, err = w.insert("INSERT INTO scores(attempt, ordinal, name, outcome, value, detail) VALUES (?, ?, ?, ?, ?, ?)",
		attempt, ordinal, name, string(s.Outcome), valueOf(s), detail)
	return err
}

func (w *writer) addUse(attempt int64, ordinal int, u *Use) error {
	var ids [3]int64
	for i, text := range []string{u.Provider, u.Asked, u.Served} {
		var err error
		if ids[i], err = w.name(text); err != nil {
			return err
		}
	}
	_, err := w.insert("INSERT INTO uses(attempt, ordinal, call, provider, asked, served, outcome, source, tries, took, "+
		"input, cached, written, output, reasoning, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		attempt, ordinal, u.Call, ids[0], ids[1], ids[2], u.Outcome, u.Source, u.Tries, micros(u.Took), u.Input, u.Cached,
		u.Written, u.Output, u.Reasoning, u.Cost)
	return err
}

// micros is a duration for a column; negative is unknown.
func micros(d time.Duration) *int64 {
	if d < 0 {
		return nil
	}
	us := d.Microseconds()
	return &us
}

// SaveCall appends an exchange and returns when it is stored.
func (l *Ledger) SaveCall(c *Call) error {
	request, body := pack(c.Request), pack(c.Body)
	var header, response packed
	if c.Response != nil {
		header, response = pack(c.Response.Header), pack(c.Response.Body)
	}
	return l.store(func(w *writer) error { return w.addCall(c, request, body, header, response) })
}

func (w *writer) addCall(c *Call, request, body, header, response packed) error {
	var names [3]int64
	for i, text := range []string{c.Provider, c.Operation, c.Model} {
		var err error
		if names[i], err = w.name(text); err != nil {
			return err
		}
	}
	refs, err := w.addBodies(c, request, body, header, response)
	if err != nil {
		return err
	}
	var status, began, took, failure any
	if r := c.Response; r != nil {
		status, began, took = r.Status, r.Began.UnixNano(), int64(r.Took)
	}
	if c.Failure != nil {
		failure = string(c.Failure)
	}
	_, err = w.insert("INSERT INTO calls(key, provider, operation, model, repeat, stored, request, body, status, "+
		"header, response, began, took, failure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		c.Key, names[0], names[1], names[2], c.Repeat, c.Stored, refs[0], refs[1], status, refs[2], refs[3], began, took, failure)
	return err
}

// addBodies stores what was sent and what came back, and gives their ids in the order of the columns.
func (w *writer) addBodies(c *Call, request, body, header, response packed) (refs [4]ref, err error) {
	if refs[0], err = w.blob(request); err != nil {
		return refs, err
	}
	const sent = "SELECT b.id, b.hash FROM calls c JOIN blobs b ON b.id = c.body WHERE c.key = ? ORDER BY c.id DESC LIMIT 1"
	if refs[1], err = w.ownBlob(body, sent, c.Key); err != nil || c.Response == nil {
		return refs, err
	}
	if refs[2], err = w.blob(header); err != nil {
		return refs, err
	}
	refs[3], err = w.ownBlob(response, "", c.Key)
	return refs, err
}
