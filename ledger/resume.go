package ledger

import (
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"
)

// Pending is a repeat of a case that has no final attempt.
type Pending struct {
	Case
	Repeat int
	Try    int // of the attempt to make
}

// Pending reads what is left to do from an ordinal on, a page of cases at a time: repeats without an
// attempt, and those whose last attempt has one of the outcomes to try again. Next is the ordinal to go on
// with, or -1.
func (r *Run) Pending(from, repeats int, again []string) (page []Pending, next int, err error) {
	for len(page) == 0 && from >= 0 {
		if page, from, err = r.pending(from, repeats, again); err != nil {
			return nil, -1, err
		}
	}
	return page, from, nil
}

func (r *Run) pending(from, repeats int, again []string) (page []Pending, next int, err error) {
	err = r.l.read(func(c *sqlite.Conn) error {
		to, err := pageEnd(c, r.id, int64(from))
		if err != nil {
			return err
		}
		next = int(to)
		if to == end {
			next = -1
		}
		if page, err = r.open(c, int64(from), to, repeats, again); err != nil {
			return err
		}
		for i := range page {
			if i > 0 && page[i-1].Ordinal == page[i].Ordinal {
				page[i].Case = page[i-1].Case
			} else if err := r.readCase(c, &page[i].Case); err != nil {
				return fmt.Errorf("run %q, case %d: %w", r.Name, page[i].Ordinal+1, err)
			}
		}
		return nil
	})
	return page, next, err
}

// open finds the repeats that are to be done of the cases in a range.
func (r *Run) open(c *sqlite.Conn, from, to int64, repeats int, again []string) (page []Pending, err error) {
	const query = `SELECT c.ordinal, a.repeat, a.try, a.outcome FROM cases c LEFT JOIN attempts a ON a.run = c.run AND a.ordinal = c.ordinal
		WHERE c.run = ? AND c.ordinal >= ? AND c.ordinal < ? ORDER BY c.ordinal, a.repeat, a.try`
	at := -1
	tries := make([]int, repeats) // the try to make next, or -1 if the repeat is done
	flush := func() {
		for repeat, try := range tries {
			if try >= 0 && at >= 0 {
				page = append(page, Pending{Case: Case{Ordinal: at}, Repeat: repeat, Try: try})
			}
		}
		clear(tries)
	}
	err = rows(c, query, args{r.id, from, to}, func(s *sqlite.Stmt) error {
		if ordinal := s.ColumnInt(0); ordinal != at {
			flush()
			at = ordinal
		}
		if repeat := s.ColumnInt(1); !s.ColumnIsNull(1) && repeat >= 0 && repeat < repeats {
			tries[repeat] = -1
			if len(again) > 0 && slices.Contains(again, s.ColumnText(3)) {
				tries[repeat] = s.ColumnInt(2) + 1
			}
		}
		return nil
	})
	flush()
	return page, err
}

func (r *Run) readCase(c *sqlite.Conn, to *Case) error {
	var id ref
	err := rows(c, "SELECT "+caseColumns+" FROM cases c WHERE c.run = ? AND c.ordinal = ?", args{r.id, to.Ordinal},
		func(s *sqlite.Stmt) (err error) {
			id, err = readCase(s, 0, to, nil)
			return err
		})
	if err == nil {
		to.Body, err = body(c, id)
	}
	return err
}

// Registered is the number of a run's cases, and whether that is all of them.
func (r *Run) Registered() (n int, all bool, err error) {
	err = r.l.read(func(c *sqlite.Conn) error {
		ended, err := number(c, "SELECT count(*) FROM events WHERE run = ? AND kind = 'cases'", r.id)
		if err != nil {
			return err
		}
		cases, err := number(c, "SELECT count(*) FROM cases WHERE run = ?", r.id)
		n, all = int(cases), ended > 0
		return err
	})
	return n, all, err
}

// Done is the number of repeats that have an attempt, and whether the ledger holds other runs.
func (r *Run) Done() (done int, others bool, err error) {
	err = r.l.read(func(c *sqlite.Conn) error {
		n, err := number(c, "SELECT count(*) FROM attempts WHERE run = ? AND try = 0", r.id)
		if err != nil {
			return err
		}
		runs, err := number(c, "SELECT count(*) FROM runs")
		done, others = int(n), runs > 1
		return err
	})
	return done, others, err
}

// Find is the newest attempt of any run under each key that has one of some outcomes, with its answer and
// its uses and without its scores.
func (l *Ledger) Find(keys []Hash, outcomes ...string) (map[Hash]*Attempt, error) {
	found := map[Hash]*Attempt{}
	err := l.read(func(c *sqlite.Conn) error {
		for _, key := range keys {
			a, err := l.findOne(c, key, outcomes)
			if err != nil {
				return err
			}
			if a != nil {
				found[key] = a
			}
		}
		return nil
	})
	return found, err
}

func (l *Ledger) findOne(c *sqlite.Conn, key Hash, outcomes []string) (found *Attempt, err error) {
	const query = "SELECT " + attemptColumns + " FROM attempts a WHERE a.key = ? ORDER BY a.id DESC"
	var answer ref
	var have sums
	var want []byte
	err = rows(c, query, args{key}, func(s *sqlite.Stmt) error {
		if !slices.Contains(outcomes, s.ColumnText(5)) {
			return nil
		}
		found = &Attempt{}
		answer, want = readAttempt(s, 0, found, &have)
		return errEnough
	})
	if err != nil || found == nil {
		return nil, err
	}
	if answer != 0 {
		if found.Answer, err = body(c, answer); err != nil {
			return nil, err
		}
	}
	const uses = "SELECT " + useColumns + " FROM uses u WHERE u.attempt = ? ORDER BY u.ordinal"
	err = rows(c, uses, args{found.id}, func(s *sqlite.Stmt) error {
		use, err := l.readUse(c, s, &have)
		found.Uses = append(found.Uses, use)
		return err
	})
	if err == nil {
		err = have.check(want, sumRow, sumUses)
	}
	return found, err
}
