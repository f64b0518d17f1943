package ledger

import (
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
)

// args are the values of a query's parameters.
type args []any

// errEnough ends a query early.
var errEnough = errors.New("enough")

// rows runs a query and hands each row to a function. A connection keeps the statements that it has seen, so
// the texts of queries are constants.
func rows(c *sqlite.Conn, query string, with args, row func(*sqlite.Stmt) error) error {
	s, err := c.Prepare(query)
	if err != nil {
		return err
	}
	for i, arg := range with {
		bind(s, i+1, arg)
	}
	for {
		more, err := s.Step()
		if err == nil && more {
			if err = row(s); err == nil {
				continue
			}
		}
		reset := s.Reset()
		if err == nil || err == errEnough {
			err = reset
		}
		return err
	}
}

// exec runs a statement that gives no rows that matter.
func exec(c *sqlite.Conn, query string, with ...any) error {
	return rows(c, query, with, func(*sqlite.Stmt) error { return nil })
}

// number is what a query that gives one number gives, or 0.
func number(c *sqlite.Conn, query string, with ...any) (n int64, err error) {
	err = rows(c, query, with, func(s *sqlite.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	})
	return n, err
}

// ref is the id of another row; 0 is none.
type ref int64

// bind gives a parameter its value. A nil pointer and a zero reference are NULL.
func bind(s *sqlite.Stmt, at int, arg any) {
	switch v := arg.(type) {
	case string:
		s.BindText(at, v)
	case int:
		s.BindInt64(at, int64(v))
	case int64:
		s.BindInt64(at, v)
	case []byte:
		s.BindBytes(at, v)
	case Hash:
		s.BindBytes(at, v[:])
	case time.Time:
		s.BindInt64(at, v.UnixMilli())
	case float64:
		s.BindFloat(at, v)
	case *int64:
		if v == nil {
			s.BindNull(at)
			return
		}
		s.BindInt64(at, *v)
	case ref:
		if v == 0 {
			s.BindNull(at)
			return
		}
		s.BindInt64(at, int64(v))
	case nil:
		s.BindNull(at)
	default:
		panic(fmt.Sprintf("ledger: a column of type %T", arg))
	}
}

func timeOf(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// durationAt is a duration in microseconds; negative is unknown.
func durationAt(s *sqlite.Stmt, at int) time.Duration {
	if s.ColumnIsNull(at) {
		return -1
	}
	return time.Duration(s.ColumnInt64(at)) * time.Microsecond
}

func optional(s *sqlite.Stmt, at int) *int64 {
	if s.ColumnIsNull(at) {
		return nil
	}
	n := s.ColumnInt64(at)
	return &n
}

// intern is a text of which most rows have one of a few, without a new string for each row.
func intern(s *sqlite.Stmt, at int, few ...string) string {
	text := s.ColumnText(at)
	for _, one := range few {
		if text == one {
			return one
		}
	}
	return text
}
