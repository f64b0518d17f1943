package ledger

import (
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite/sqlitex"
)

// Remove deletes runs, and the calls and bodies that rested on them alone. Calls that no attempt has used
// yet stay: a run that was killed will take them up. There must be no writer.
func (l *Ledger) Remove(runs []*Info) (err error) {
	if l.writer == nil {
		return fmt.Errorf("remove runs from ledger %q: it is open for reading only", l.path)
	}
	release, err := l.lockAlone()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	if name := l.writing(); name != "" {
		return fmt.Errorf("remove runs: run %q is being written; wait until it has ended", name)
	}
	return l.store(func(w *writer) error { return w.remove(runs) })
}

func (w *writer) remove(runs []*Info) error {
	w.forget()
	if err := sqlitex.ExecuteScript(w.conn, "CREATE TEMP TABLE gone(call BLOB PRIMARY KEY) WITHOUT ROWID",
		nil); err != nil {
		return err
	}
	for _, r := range runs {
		for _, query := range removals {
			if err := exec(w.conn, query, r.id); err != nil {
				return err
			}
		}
	}
	return sqlitex.ExecuteScript(w.conn, orphans, nil)
}

// removals delete one run, what refers to others first.
var removals = []string{
	"INSERT OR IGNORE INTO temp.gone SELECT call FROM uses WHERE attempt IN (SELECT id FROM attempts WHERE run = ?)",
	"DELETE FROM scores WHERE attempt IN (SELECT id FROM attempts WHERE run = ?)",
	"DELETE FROM uses WHERE attempt IN (SELECT id FROM attempts WHERE run = ?)",
	"DELETE FROM attempts WHERE run = ?",
	"DELETE FROM cases WHERE run = ?",
	"DELETE FROM events WHERE run = ?",
	"INSERT INTO baselines(name, run, at) SELECT name, NULL, 1000 * unixepoch() FROM baselines b WHERE run = ? AND id " +
		"= (SELECT max(id) FROM baselines WHERE name = b.name)", // rather than fall back to the run before
	"DELETE FROM baselines WHERE run = ?",
	"DELETE FROM runs WHERE id = ?",
}

// orphans deletes calls that only the removed attempts rested on, and bodies that no row names.
const orphans = `
	DELETE FROM calls WHERE key IN (SELECT call FROM temp.gone) AND key NOT IN (SELECT call FROM uses);
	DROP TABLE temp.gone;
	DELETE FROM blobs WHERE id NOT IN (
		SELECT body FROM cases UNION SELECT answer FROM attempts WHERE answer IS NOT NULL
		UNION SELECT request FROM calls UNION SELECT body FROM calls
		UNION SELECT header FROM calls WHERE header IS NOT NULL
		UNION SELECT response FROM calls WHERE response IS NOT NULL);
`
