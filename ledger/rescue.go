package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
)

// Rescued counts the rows of a damaged ledger that were saved, and those that had to go because what they
// rest on is lost.
type Rescued struct {
	Path  string   `json:"ledger"`
	Rows  int64    `json:"rows"`
	Gone  int64    `json:"left_out"` // rows that rest on something lost: they are asked again when their run is resumed
	Short []string `json:"damaged"`  // tables that are damaged: rows of them are missing
}

// tables are those of the schema, what others refer to first, with the order in which they lie.
var tables = []struct{ name, order string }{
	{"names", "id"}, {"blobs", "id"}, {"runs", "id"}, {"events", "id"}, {"cases", "run, ordinal"}, {"attempts", "id"},
	{"scores", "attempt, ordinal"}, {"calls", "id"}, {"uses", "attempt, ordinal"}, {"baselines", "id"},
}

// Rescue copies what can be read of a damaged ledger into a new one in another directory. Each table is read
// from its beginning up to the damage, and from its end back to it. The damaged ledger is not touched.
func (l *Ledger) Rescue(dir, tool string) (*Rescued, error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("rescue ledger %q: %q has a ledger already, or cannot be looked into; name another directory", l.path, dir)
	}
	to, err := Create(dir, tool)
	if err != nil {
		return nil, err
	}
	saved := &Rescued{Path: to.path}
	for _, t := range tables {
		for _, order := range []string{t.order, strings.ReplaceAll(t.order, ",", " DESC,") + " DESC"} {
			damage, err := l.copyTable(to, "SELECT * FROM "+t.name+" ORDER BY "+order, t.name, saved)
			if err != nil {
				return nil, errors.Join(err, to.Close())
			}
			if damage == nil {
				break
			}
			saved.noteDamaged(t.name)
		}
	}
	err = to.writer.store(func(w *writer) error {
		if err := to.dropUnsound(w, saved); err != nil {
			return err
		}
		return saved.tidy(w)
	})
	return saved, errors.Join(err, to.Close())
}

// noteDamaged notes that a table is damaged.
func (r *Rescued) noteDamaged(table string) {
	if !slices.Contains(r.Short, table) {
		r.Short = append(r.Short, table)
	}
}

// sound reports whether a row of blobs has the content that its hash says.
func sound(s *sqlite.Stmt) bool {
	var want Hash
	s.ColumnBytes(s.ColumnIndex("hash"), want[:])
	_, err := unpack(s.ColumnInt(s.ColumnIndex("codec")), columnBytes(s, s.ColumnIndex("data")), want,
		s.ColumnInt64(s.ColumnIndex("size")))
	return err == nil
}

// rescueRows is how many rows are copied at a time.
const rescueRows = 1000

// copyTable copies rows until there are no more, or until one cannot be read, which is the damage.
func (l *Ledger) copyTable(to *Ledger, query, table string, saved *Rescued) (damage, err error) {
	var batch [][]any
	flush := func() error {
		rows := batch
		batch = nil
		return to.writer.store(func(w *writer) error {
			for _, row := range rows {
				insert := "INSERT OR IGNORE INTO " + table + " VALUES (?" + strings.Repeat(", ?", len(row)-1) + ")"
				if err := exec(w.conn, insert, row...); err != nil {
					return err
				}
				saved.Rows += int64(w.conn.Changes())
			}
			return nil
		})
	}
	damage = l.read(func(c *sqlite.Conn) error {
		return rows(c, query, nil, func(s *sqlite.Stmt) error {
			if table == "blobs" && !sound(s) {
				saved.noteDamaged(table)
				return nil
			}
			batch = append(batch, values(s))
			if len(batch) == rescueRows {
				err = flush()
			}
			return err
		})
	})
	if err == nil && len(batch) > 0 {
		err = flush()
	}
	return damage, err
}

// values are the columns of a row, as they are.
func values(s *sqlite.Stmt) []any {
	row := make([]any, s.ColumnCount())
	for i := range row {
		switch s.ColumnType(i) {
		case sqlite.TypeInteger:
			row[i] = s.ColumnInt64(i)
		case sqlite.TypeFloat:
			row[i] = s.ColumnFloat(i)
		case sqlite.TypeText:
			row[i] = s.ColumnText(i)
		case sqlite.TypeBlob:
			row[i] = columnBytes(s, i)
		}
	}
	return row
}

// dropTorn deletes rows that make no sense or rest on what is lost. A run that lost cases cannot be resumed and
// is removed; an attempt that lost its answer or one of its scores is made again, from the calls that are
// there.
var dropTorn = []string{
	"DELETE FROM calls WHERE request NOT IN (SELECT id FROM blobs) OR body NOT IN (SELECT id FROM blobs) OR (status IS " +
		"NOT NULL AND (header NOT IN (SELECT id FROM blobs) OR response NOT IN (SELECT id FROM blobs)))",
	"DELETE FROM events WHERE NOT json_valid(detail)",
	"DELETE FROM cases WHERE NOT json_valid(tags) OR run NOT IN (SELECT id FROM runs) OR body NOT IN (SELECT id FROM blobs)",
	"DELETE FROM runs WHERE NOT json_valid(header) OR id NOT IN (SELECT run FROM events WHERE kind = 'opened') OR " +
		"(SELECT count(*) FROM cases WHERE run = runs.id) <> (SELECT coalesce(max(ordinal), -1) + 1 FROM cases WHERE run = runs.id)",
	"DELETE FROM cases WHERE run NOT IN (SELECT id FROM runs)",
	"DELETE FROM scores WHERE NOT json_valid(detail) OR (outcome = 'scored') <> (value IS NOT NULL) OR name NOT IN (SELECT id FROM names)",
	"CREATE TEMP TABLE had AS SELECT a.id, a.run, count(s.attempt) AS n FROM attempts a LEFT JOIN scores s ON s.attempt = a.id GROUP BY a.id",
	"CREATE TEMP TABLE most AS SELECT run, max(n) AS n FROM had GROUP BY run",
	"DELETE FROM attempts WHERE run NOT IN (SELECT id FROM runs) OR (answer IS NOT NULL AND answer NOT IN (SELECT id " +
		"FROM blobs)) OR id IN (SELECT had.id FROM had JOIN most ON most.run = had.run WHERE had.n < most.n)",
	"DROP TABLE temp.had",
	"DROP TABLE temp.most",
	"DELETE FROM scores WHERE attempt NOT IN (SELECT id FROM attempts)",
	"DELETE FROM uses WHERE attempt NOT IN (SELECT id FROM attempts) OR provider NOT IN (SELECT id FROM names) OR asked " +
		"NOT IN (SELECT id FROM names) OR served NOT IN (SELECT id FROM names)",
	"DELETE FROM events WHERE run NOT IN (SELECT id FROM runs)",
	"DELETE FROM baselines WHERE run NOT IN (SELECT id FROM runs)",
}

// dropUnsound takes out what does not have its checksum: attempts that will be made again, and cases, whose
// run goes with them.
func (l *Ledger) dropUnsound(w *writer, saved *Rescued) error {
	var bad []wrongChecksum
	err := l.checkRows(w.conn, func(one wrongChecksum, why error) error {
		table := "names" // what is missing for a checksum to be made
		if part := mismatch(0); errors.As(why, &part) {
			table = sumTables[part]
		} else if one.attempt == 0 {
			table = "cases"
		}
		saved.noteDamaged(table)
		bad = append(bad, one)
		return nil
	})
	for _, one := range bad {
		if err != nil {
			return err
		}
		if one.attempt != 0 {
			err = exec(w.conn, "DELETE FROM attempts WHERE id = ?", one.attempt)
		} else {
			err = exec(w.conn, "DELETE FROM cases WHERE run = ? AND ordinal = ?", one.run, one.ordinal)
		}
		saved.Gone++
	}
	return err
}

// tidy takes out what rests on something lost, and says in every run that it was saved from a damaged
// ledger: a run that was complete is so no more, and goes on where attempts are missing.
func (r *Rescued) tidy(w *writer) error {
	for _, query := range dropTorn {
		if err := exec(w.conn, query); err != nil {
			return err
		}
		if strings.HasPrefix(query, "DELETE") {
			r.Gone += int64(w.conn.Changes())
		}
	}
	var ids []int64
	err := rows(w.conn, "SELECT id FROM runs ORDER BY id", nil, func(s *sqlite.Stmt) error {
		ids = append(ids, s.ColumnInt64(0))
		return nil
	})
	for _, id := range ids {
		if err != nil {
			return err
		}
		if err = w.event(id, time.Now(), eventWarning, "saved from a damaged ledger: attempts may be missing"); err == nil {
			err = w.event(id, time.Now(), eventEnded, ended{Interrupted, "its ledger was damaged; what could be read was saved"})
		}
	}
	return err
}
