package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
)

// Filter chooses runs. What is zero chooses nothing away.
type Filter struct {
	Suite string
	Plan  Hash
	Limit int
}

// Runs are the runs that a filter leaves, newest first. One that cannot be read is among them, as damaged, and
// so is one of which damage hides whether the filter leaves it; no plan finds it.
func (l *Ledger) Runs(f Filter) (runs []Info, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		runs, err = l.listRuns(c, f)
		return err
	})
	return runs, err
}

func (l *Ledger) listRuns(c *sqlite.Conn, f Filter) ([]Info, error) {
	runs, err := l.readHeads(c, f)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(runs, func(a, b Info) int { return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(b.id, a.id)) })
	if f.Limit > 0 && len(runs) > f.Limit {
		runs = runs[:f.Limit]
	}
	kept := runs[:0]
	for i := range runs {
		r := &runs[i]
		if r.damaged == nil {
			if err := l.noteDamage(r, l.readRest(c, r)); err != nil {
				return nil, err
			}
		}
		if r.damaged == nil || f.Plan == (Hash{}) {
			kept = append(kept, *r)
		}
	}
	return kept, nil
}

// readHeads reads the rows of the runs that a filter leaves, without headers. The names come from their index, so
// that a run is known by its name though its row cannot be read.
func (l *Ledger) readHeads(c *sqlite.Conn, f Filter) (runs []Info, err error) {
	var all []Info
	err = rows(c, "SELECT id, name FROM runs INDEXED BY sqlite_autoindex_runs_1 ORDER BY name", nil,
		func(s *sqlite.Stmt) error {
			all = append(all, Info{id: s.ColumnInt64(0), Name: s.ColumnText(1)})
			return nil
		})
	for i := range all {
		r := &all[i]
		if err == nil {
			err = l.noteDamage(r, readHead(c, r))
		}
		if r.damaged != nil || (f.Suite == "" || f.Suite == r.Suite) && (f.Plan == (Hash{}) || f.Plan == r.Plan) {
			runs = append(runs, *r)
		}
	}
	return runs, err
}

// noteDamage takes the error of reading a run. Damage is noted in the run, so that others can still be read.
func (l *Ledger) noteDamage(r *Info, err error) error {
	if err != nil && isDamage(err) {
		r.damage(explain(l.path, "read", fmt.Errorf("run %q: %w", r.Name, err)))
		return nil
	}
	return err
}

// readHead reads the row of a run up to its header, which may lie on other pages.
func readHead(c *sqlite.Conn, r *Info) error {
	found := false
	err := rows(c, "SELECT name, suite, plan, started FROM runs WHERE id = ?", args{r.id}, func(s *sqlite.Stmt) error {
		found = s.ColumnText(0) == r.Name
		r.Suite, r.Started = s.ColumnText(1), timeOf(s.ColumnInt64(3))
		s.ColumnBytes(2, r.Plan[:])
		return nil
	})
	if err == nil && !found {
		err = damaged("its row is missing, or another's")
	}
	return err
}

// readRest reads what readHead leaves: the header and the status.
func (l *Ledger) readRest(c *sqlite.Conn, r *Info) error {
	err := rows(c, "SELECT header FROM runs WHERE id = ?", args{r.id}, func(s *sqlite.Stmt) error {
		if err := json.Unmarshal([]byte(s.ColumnText(0)), &r.Header); err != nil {
			return damaged("its header: %w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.status(c, r)
}

// status reads the status of a run from its last events. A run that was opened, has not ended and is held by
// no process was killed.
func (l *Ledger) status(c *sqlite.Conn, r *Info) error {
	var kind, detail string
	var at time.Time
	err := rows(c, "SELECT kind, at, detail FROM events WHERE run = ? AND kind IN ('opened', 'ended') ORDER BY id "+
		"DESC LIMIT 1", args{r.id}, func(s *sqlite.Stmt) error {
		kind, at, detail = s.ColumnText(0), timeOf(s.ColumnInt64(1)), s.ColumnText(2)
		return nil
	})
	if err != nil {
		return err
	}
	if kind == eventEnded {
		var e ended
		if err := json.Unmarshal([]byte(detail), &e); err != nil {
			return damaged("how it ended: %w", err)
		}
		r.Status, r.Reason, r.Ended = e.Status, e.Reason, at
		return nil
	}
	r.Status = Running
	if !l.held(r.Name) {
		r.Status, r.Reason = Interrupted, "its process ended before it could say why: it was killed, or the disk was full"
	}
	return nil
}

// Refer says how Run finds a run; help prints it.
const Refer = "a run's name or the beginning of it, latest, latest~N for the Nth before it, latest:SUITE, or @NAME for a baseline"

// Run finds a run by what a person calls it.
func (l *Ledger) Run(ref string) (found *Info, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		found, err = l.find(c, ref)
		return err
	})
	return found, err
}

func (l *Ledger) find(c *sqlite.Conn, ref string) (*Info, error) {
	if name, ok := strings.CutPrefix(ref, "@"); ok {
		return l.baseline(c, name)
	}
	if ref == "latest" || strings.HasPrefix(ref, "latest~") || strings.HasPrefix(ref, "latest:") {
		return l.latest(c, ref)
	}
	var names []string
	err := rows(c, "SELECT name FROM runs WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name LIMIT 6", args{ref},
		func(s *sqlite.Stmt) error {
			names = append(names, s.ColumnText(0))
			return nil
		})
	switch {
	case err != nil:
		return nil, err
	case len(names) == 0 || ref == "":
		return nil, explained{fmt.Errorf("there is no run %q; 'assay runs' lists those there are", ref)}
	case len(names) > 1 && names[0] != ref: // the shortest is the first
		return nil, explained{fmt.Errorf("%q is the beginning of several runs: %s; give more of the name", ref,
			strings.Join(names, ", "))}
	}
	return l.byName(c, names[0])
}

func (l *Ledger) latest(c *sqlite.Conn, ref string) (*Info, error) {
	back, suite := 0, ""
	if n, ok := strings.CutPrefix(ref, "latest~"); ok {
		var err error
		if back, err = strconv.Atoi(n); err != nil || back < 0 || back > 1_000_000 {
			return nil, explained{fmt.Errorf("run %q: want a number after latest~", ref)}
		}
	} else {
		suite, _ = strings.CutPrefix(strings.TrimPrefix(ref, "latest"), ":")
	}
	runs, err := l.listRuns(c, Filter{Suite: suite, Limit: back + 1})
	if err != nil {
		return nil, err
	}
	if len(runs) <= back {
		return nil, explained{fmt.Errorf("there is no run %q: %d runs are in the ledger; 'assay runs' lists them", ref,
			len(runs))}
	}
	return &runs[back], runs[back].damaged
}

// byName reads the run of a name. One that is damaged is an error.
func (l *Ledger) byName(c *sqlite.Conn, name string) (*Info, error) {
	r := Info{Name: name}
	err := rows(c, "SELECT id FROM runs INDEXED BY sqlite_autoindex_runs_1 WHERE name = ?", args{name},
		func(s *sqlite.Stmt) error {
			r.id = s.ColumnInt64(0)
			return nil
		})
	switch {
	case err != nil:
		return nil, err
	case r.id == 0:
		return nil, explained{fmt.Errorf("there is no run %q; 'assay runs' lists those there are", name)}
	}
	if err = readHead(c, &r); err == nil {
		err = l.readRest(c, &r)
	}
	if err := l.noteDamage(&r, err); err != nil {
		return nil, err
	}
	return &r, r.damaged
}

// Baseline is a name for a run that others are held against.
type Baseline struct {
	Name string    `json:"name"`
	Run  string    `json:"run"`
	Set  time.Time `json:"set"`
}

// SetBaseline gives a run a name; a name that another run had passes on.
func (l *Ledger) SetBaseline(name string, run *Info) error {
	if name == "" || strings.ContainsAny(name, "@ \t\n/\\") {
		return fmt.Errorf("baseline %q: a name has no blanks, slashes or @", name)
	}
	return l.store(func(w *writer) error {
		_, err := w.insert("INSERT INTO baselines(name, run, at) VALUES (?, ?, ?)", name, run.id, time.Now())
		return err
	})
}

// RemoveBaseline takes a name away from the run that has it. The run stays.
func (l *Ledger) RemoveBaseline(name string) error {
	if err := l.read(func(c *sqlite.Conn) error { _, err := l.baseline(c, name); return err }); err != nil {
		return err
	}
	return l.store(func(w *writer) error {
		_, err := w.insert("INSERT INTO baselines(name, run, at) VALUES (?, ?, ?)", name, nil, time.Now())
		return err
	})
}

// Baselines are the names that runs have, by name.
func (l *Ledger) Baselines() (all []Baseline, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		const query = `SELECT b.name, r.name, b.at FROM baselines b JOIN runs r ON r.id = b.run
			WHERE b.id = (SELECT max(id) FROM baselines WHERE name = b.name) ORDER BY b.name`
		return rows(c, query, nil, func(s *sqlite.Stmt) error {
			all = append(all, Baseline{s.ColumnText(0), s.ColumnText(1), timeOf(s.ColumnInt64(2))})
			return nil
		})
	})
	return all, err
}

func (l *Ledger) baseline(c *sqlite.Conn, name string) (*Info, error) {
	var run string
	const query = "SELECT r.name FROM baselines b LEFT JOIN runs r ON r.id = b.run WHERE b.name = ? ORDER BY b.id DESC LIMIT 1"
	err := rows(c, query, args{name}, func(s *sqlite.Stmt) error { run = s.ColumnText(0); return nil })
	if err != nil {
		return nil, err
	}
	if run == "" {
		return nil, explained{fmt.Errorf("there is no baseline %q; 'assay baseline ls' lists them, 'assay baseline set RUN "+
			"--name %s' makes it", name, name)}
	}
	return l.byName(c, run)
}

// Warnings are what a run's readers must know, oldest first.
func (l *Ledger) Warnings(r *Info) (all []string, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		return rows(c, "SELECT detail FROM events WHERE run = ? AND kind = 'warning' ORDER BY id", args{r.id},
			func(s *sqlite.Stmt) error {
				var text string
				err := json.Unmarshal([]byte(s.ColumnText(0)), &text)
				all = append(all, text)
				return err
			})
	})
	return all, err
}

// BaselineRun is the run that a baseline's name means, or one that is referred to like any other.
func (l *Ledger) BaselineRun(name string) (*Info, error) {
	named, err := l.Run("@" + strings.TrimPrefix(name, "@"))
	if err == nil {
		return named, nil
	}
	if other, unnamed := l.Run(name); unnamed == nil {
		return other, nil
	}
	return nil, err
}
