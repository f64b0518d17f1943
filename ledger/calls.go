package ledger

import (
	"cmp"
	"math"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/assayhq/assay/internal/saturate"
)

// Calls are the exchanges that are stored under a key, oldest first.
func (l *Ledger) Calls(key Hash) (all []Call, err error) {
	const query = `SELECT key, provider, operation, model, repeat, stored, request, body, status, header, response, began, took, failure
		FROM calls WHERE key = ? ORDER BY id`
	err = l.read(func(c *sqlite.Conn) error {
		return rows(c, query, args{key}, func(s *sqlite.Stmt) error {
			call, err := l.readCall(c, s)
			all = append(all, call)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

func (l *Ledger) readCall(c *sqlite.Conn, s *sqlite.Stmt) (call Call, err error) {
	s.ColumnBytes(0, call.Key[:])
	call.Repeat, call.Stored = s.ColumnInt(4), timeOf(s.ColumnInt64(5))
	for i, to := range []*string{&call.Provider, &call.Operation, &call.Model} {
		if *to, err = l.text(c, s.ColumnInt64(1+i)); err != nil {
			return call, err
		}
	}
	if !s.ColumnIsNull(13) {
		call.Failure = []byte(s.ColumnText(13))
	}
	if call.Request, err = body(c, ref(s.ColumnInt64(6))); err != nil {
		return call, err
	}
	if call.Body, err = body(c, ref(s.ColumnInt64(7))); err != nil || s.ColumnIsNull(8) {
		return call, err
	}
	call.Response = &Response{Status: s.ColumnInt(8), Began: time.Unix(0, s.ColumnInt64(11)).UTC(),
		Took: time.Duration(s.ColumnInt64(12))}
	if call.Response.Header, err = body(c, ref(s.ColumnInt64(9))); err != nil {
		return call, err
	}
	call.Response.Body, err = body(c, ref(s.ColumnInt64(10)))
	return call, err
}

// Totals count what a run has.
type Totals struct {
	Cases    int                       // registered
	Attempts int                       // that count
	Outcomes map[string]map[string]int // attempts by outcome and reason
	Sources  map[string]int            // attempts by where their answers came from
	Cost     int64                     // 1e-12 USD, of those of the attempts that count whose cost is known
	Unpriced int                       // attempts that count, made calls and have no known cost
	// Retried is the cost in 1e-12 USD of calls of tries that were superseded. No other number includes it, so that
	// a replay gives the same numbers.
	Retried int64
	Models  []ModelTotals // by provider, model asked and served, of the attempts that count
}

// ModelTotals are the calls of a run that one model answered for another that was asked.
type ModelTotals struct {
	Provider, Asked, Served string
	Calls                   int
	Failed                  int
	Input, Output           int64 // tokens, of calls whose usage is known
	Unknown                 int   // calls whose usage is not
	Cost                    int64
	Unpriced                int
}

// Tokens are those of all models, of calls whose usage is known; calls and unknown count all calls and those whose is not.
func (t *Totals) Tokens() (input, output int64, unknown, calls int) {
	for i := range t.Models {
		m := &t.Models[i]
		input, output = saturate.Add(input, m.Input), saturate.Add(output, m.Output)
		unknown, calls = unknown+m.Unknown, calls+m.Calls
	}
	return input, output, unknown, calls
}

// Totals counts a run as it is at one moment.
func (l *Ledger) Totals(r *Info) (*Totals, error) {
	t := &Totals{Outcomes: map[string]map[string]int{}, Sources: map[string]int{}}
	err := l.read(func(c *sqlite.Conn) error {
		cases, err := number(c, "SELECT count(*) FROM cases WHERE run = ?", r.id)
		if err != nil {
			return err
		}
		t.Cases = int(cases)
		if err := t.attempts(c, r.id); err != nil {
			return err
		}
		err = rows(c, spentBefore, args{r.id}, func(s *sqlite.Stmt) error {
			t.Retried = sumAt(s, 0)
			return nil
		})
		if err != nil {
			return err
		}
		return l.models(c, r.id, t)
	})
	return t, err
}

// Counts are how many cases a run has, and how many attempts that count; of a large run little is read for it.
func (l *Ledger) Counts(r *Info) (cases, attempts int, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		const query = "SELECT (SELECT count(*) FROM cases WHERE run = ?1), (SELECT count(*) FROM (SELECT DISTINCT ordinal, " +
			"repeat FROM attempts WHERE run = ?1))"
		return rows(c, query, args{r.id}, func(s *sqlite.Stmt) error {
			cases, attempts = s.ColumnInt(0), s.ColumnInt(1)
			return nil
		})
	})
	return cases, attempts, err
}

// retried are the repeats of a run with more than one attempt, and the last of each: few, so that asking them
// is faster than asking for each attempt whether there is a later one.
const retried = `WITH retried AS MATERIALIZED (SELECT ordinal, repeat, max(try) AS last FROM attempts ` +
	`WHERE run = ?1 AND try > 0 GROUP BY 1, 2) `

// counting is the condition under which an attempt a counts.
const counting = ` a.run = ?1 AND NOT EXISTS (SELECT 1 FROM retried l ` +
	`WHERE l.ordinal = a.ordinal AND l.repeat = a.repeat AND l.last > a.try)`

// spentBefore is what tries cost that count no more, but for calls that the last try of the repeat rests on, too.
var spentBefore = retried + `SELECT ` + sumOf("cost") + ` FROM (
	SELECT max(u.cost) AS cost FROM retried l
		JOIN attempts a ON a.run = ?1 AND a.ordinal = l.ordinal AND a.repeat = l.repeat AND a.try < l.last
		JOIN uses u ON u.attempt = a.id
	WHERE u.call NOT IN (SELECT v.call FROM attempts b JOIN uses v ON v.attempt = b.id
		WHERE b.run = ?1 AND b.ordinal = l.ordinal AND b.repeat = l.repeat AND b.try = l.last)
	GROUP BY l.ordinal, l.repeat, u.call)`

// sumOf adds a column up, in two columns: its upper and its lower halves, since sum fails where it overflows. One reply
// may have reported any number to an older version.
func sumOf(column string) string {
	return "coalesce(sum(" + column + " >> 32), 0), coalesce(sum(" + column + " & 4294967295), 0)"
}

// sumAt is the sum that sumOf has written from a column on, or the largest number if it is larger.
func sumAt(s *sqlite.Stmt, column int) int64 {
	upper, lower := s.ColumnInt64(column), s.ColumnInt64(column+1)
	upper += lower >> 32
	switch {
	case upper > math.MaxInt32:
		return math.MaxInt64
	case upper < math.MinInt32:
		return math.MinInt64
	}
	return upper<<32 | lower&math.MaxUint32
}

func (t *Totals) attempts(c *sqlite.Conn, run int64) error {
	query := retried + `SELECT outcome, reason, source, count(*), ` + sumOf("cost") + `,
			count(*) FILTER (WHERE cost IS NULL AND EXISTS (SELECT 1 FROM uses WHERE attempt = a.id))
		FROM attempts a WHERE` + counting + ` GROUP BY outcome, reason, source ORDER BY outcome, reason, source`
	return rows(c, query, args{run}, func(s *sqlite.Stmt) error {
		outcome, n := s.ColumnText(0), s.ColumnInt(3)
		if t.Outcomes[outcome] == nil {
			t.Outcomes[outcome] = map[string]int{}
		}
		t.Outcomes[outcome][s.ColumnText(1)] += n
		t.Sources[s.ColumnText(2)] += n
		t.Attempts += n
		t.Cost = saturate.Add(t.Cost, sumAt(s, 4))
		t.Unpriced += s.ColumnInt(6)
		return nil
	})
}

func (l *Ledger) models(c *sqlite.Conn, run int64, t *Totals) error {
	query := retried + `SELECT u.provider, u.asked, u.served, count(*), count(*) FILTER (WHERE u.outcome <> 'complete'), ` +
		sumOf("u.input") + `, ` + sumOf("u.output") + `, count(*) FILTER (WHERE u.input IS NULL OR u.output IS NULL), ` +
		sumOf("u.cost") + `, count(*) FILTER (WHERE u.cost IS NULL)
		FROM uses u CROSS JOIN attempts a ON a.id = u.attempt
		WHERE u.attempt BETWEEN (SELECT min(id) FROM attempts WHERE run = ?1)
			AND (SELECT max(id) FROM attempts WHERE run = ?1) AND` + counting + ` GROUP BY 1, 2, 3`
	err := rows(c, query, args{run}, func(s *sqlite.Stmt) error {
		m := ModelTotals{Calls: s.ColumnInt(3), Failed: s.ColumnInt(4), Input: sumAt(s, 5), Output: sumAt(s, 7),
			Unknown: s.ColumnInt(9),
			Cost:    sumAt(s, 10), Unpriced: s.ColumnInt(12)}
		for i, to := range []*string{&m.Provider, &m.Asked, &m.Served} {
			var err error
			if *to, err = l.text(c, s.ColumnInt64(i)); err != nil {
				return err
			}
		}
		t.Models = append(t.Models, m)
		return nil
	})
	slices.SortFunc(t.Models, func(a, b ModelTotals) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.Asked, b.Asked), cmp.Compare(a.Served, b.Served))
	})
	return err
}
