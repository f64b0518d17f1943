package ledger

import (
	"strings"

	"zombiezen.com/go/sqlite"
)

// Check reads the whole file for damage: its pages, the rows of runs, that each body has its hash, and that
// each case and each attempt has its checksum.
func (l *Ledger) Check() error {
	return l.read(func(c *sqlite.Conn) error {
		if err := checkPages(c); err != nil {
			return err
		}
		runs, err := l.listRuns(c, Filter{})
		for i := range runs {
			if runs[i].damaged != nil {
				return runs[i].damaged
			}
		}
		if err != nil {
			return err
		}
		err = rows(c, "SELECT id FROM blobs", nil, func(s *sqlite.Stmt) error {
			_, err := body(c, ref(s.ColumnInt64(0)))
			return err
		})
		if err != nil {
			return err
		}
		return l.checkRows(c, func(_ wrongChecksum, err error) error { return err })
	})
}

// checkPages has SQLite look for damage in the structure of the file.
func checkPages(c *sqlite.Conn) error {
	var wrong []string
	err := rows(c, "PRAGMA integrity_check(20)", nil, func(s *sqlite.Stmt) error {
		for line := range strings.Lines(s.ColumnText(0)) {
			line = strings.TrimSpace(line)
			if line != "ok" && !strings.HasPrefix(line, "***") {
				wrong = append(wrong, line)
			}
		}
		return nil
	})
	switch {
	case len(wrong) > 1:
		return damaged("%s, and %d findings more", wrong[0], len(wrong)-1)
	case len(wrong) == 1:
		return damaged("%s", wrong[0])
	}
	return err
}

// wrongChecksum is an attempt, or a case of a run, that does not have its checksum.
type wrongChecksum struct{ attempt, run, ordinal int64 }

// checkRows hands over every case and every attempt whose rows do not have their checksums, and why. It reads
// the tables in their own order, since what an index says may be sound where the row is not.
func (l *Ledger) checkRows(c *sqlite.Conn, found func(wrongChecksum, error) error) error {
	err := rows(c, "SELECT "+caseColumns+" FROM cases c ORDER BY c.run, c.ordinal", nil, func(s *sqlite.Stmt) error {
		if err := checkCase(s, 0); err != nil {
			return found(wrongChecksum{run: s.ColumnInt64(0), ordinal: s.ColumnInt64(1)}, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return rows(c, "SELECT "+attemptColumns+" FROM attempts a ORDER BY a.id", nil, func(s *sqlite.Stmt) error {
		id := s.ColumnInt64(attemptID)
		if s.ColumnLen(attemptSums) > 0 {
			if err := l.checkAttempt(c, s, id); err != nil {
				return found(wrongChecksum{attempt: id}, err)
			}
		}
		return nil
	})
}

// checkAttempt reads all rows of an attempt.
func (l *Ledger) checkAttempt(c *sqlite.Conn, s *sqlite.Stmt, id int64) error {
	var have sums
	have.add(sumRow, digest(nil).columns(s, 0, attemptSums))
	err := rows(c, "SELECT "+scoreColumns+", s.detail FROM scores s WHERE s.attempt = ? ORDER BY s.ordinal", args{id},
		func(s *sqlite.Stmt) error {
			name, err := l.text(c, s.ColumnInt64(2))
			have.addScore(s, name)
			have.addDetail(s)
			return err
		})
	if err != nil {
		return err
	}
	err = rows(c, "SELECT "+useColumns+" FROM uses u WHERE u.attempt = ? ORDER BY u.ordinal", args{id},
		func(s *sqlite.Stmt) error {
			_, err := l.readUse(c, s, &have)
			return err
		})
	if err != nil {
		return err
	}
	return have.check(columnBytes(s, attemptSums), sumRow, sumScores, sumDetails, sumUses)
}
