package ledger

import (
	"fmt"

	"zombiezen.com/go/sqlite"
)

// At reads the results of single cases, all repeats of each, in the order in which they are named. An
// ordinal that the run does not have is passed over.
func (l *Ledger) At(r *Info, ordinals []int, with With) (found []Result, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		for _, ordinal := range ordinals {
			p := pager{l: l, c: c, run: r.id, from: int64(ordinal), to: int64(ordinal) + 1}
			if err := p.fill(with); err != nil {
				return fmt.Errorf("run %q: %w", r.Name, err)
			}
			found = append(found, p.page...)
		}
		return nil
	})
	return found, err
}

// Served are the models that answered calls of a run, as provider/model, in any of its attempts.
func (l *Ledger) Served(r *Info) (all []string, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		const query = `SELECT DISTINCT p.text || '/' || v.text FROM attempts a JOIN uses u ON u.attempt = a.id
			JOIN names p ON p.id = u.provider JOIN names v ON v.id = u.served WHERE a.run = ? AND v.text <> '' ORDER BY 1`
		return rows(c, query, args{r.id}, func(s *sqlite.Stmt) error {
			all = append(all, s.ColumnText(0))
			return nil
		})
	})
	return all, err
}
