package pgvector

import (
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
)

// statement is one that the fake server was asked to run.
type statement struct {
	sql  string
	args []string // as they came, binary ones too
}

// reply is what the fake says to statements that contain a text: rows of texts under columns, or an error.
type reply struct {
	to      string
	columns []pgproto3.FieldDescription
	rows    [][]string
	code    string // of an error
	hangUp  bool   // ends the connection instead
	once    bool
}

// server speaks enough of PostgreSQL's protocol to be asked by pgx.
type server struct {
	address string
	mu      sync.Mutex
	replies []reply
	asked   []statement
}

func serve(t *testing.T, replies ...reply) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{address: "postgres://u:pass-word-77@" + l.Addr().String() + "/d?sslmode=disable", replies: replies}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer c.Close()
				s.speak(c)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		all.Wait()
	})
	return s
}

// text is a column that comes as text.
func text(name string, oid uint32) pgproto3.FieldDescription {
	return pgproto3.FieldDescription{Name: []byte(name), DataTypeOID: oid, DataTypeSize: -1}
}

var places = regexp.MustCompile(`\$(\d+)::(\w+(?: precision)?)(\[\])?`)

var oids = map[string]uint32{"text": pgtype.TextOID, "text[]": pgtype.TextArrayOID, "bigint": pgtype.Int8OID,
	"bigint[]":         pgtype.Int8ArrayOID,
	"double precision": pgtype.Float8OID, "double precision[]": pgtype.Float8ArrayOID, "boolean": pgtype.BoolOID,
	"boolean[]": pgtype.BoolArrayOID, "vector": 70_000}

// parameters are the types that a statement casts its parameters to.
func parameters(sql string) []uint32 {
	var types []uint32
	for _, m := range places.FindAllStringSubmatch(sql, -1) {
		n, _ := strconv.Atoi(m[1])
		for len(types) < n {
			types = append(types, pgtype.TextOID)
		}
		types[n-1] = oids[m[2]+m[3]]
	}
	if strings.Contains(sql, "$2") && len(types) == 0 {
		types = []uint32{pgtype.TextOID, pgtype.TextOID}
	}
	if strings.Contains(sql, "$1") && len(types) == 0 {
		types = []uint32{pgtype.TextOID}
	}
	return types
}

// to is the reply to a statement.
func (s *server) to(sql string, run bool) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range s.replies {
		if strings.Contains(sql, r.to) {
			if r.once && run {
				s.replies[i].to = "\x00"
			}
			return r
		}
	}
	return reply{}
}

func (s *server) speak(c net.Conn) {
	b := pgproto3.NewBackend(c, c)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	sql, failed := "", false
	for b.Flush() == nil {
		m, err := b.Receive()
		if err != nil {
			return
		}
		if _, ok := m.(*pgproto3.Sync); ok {
			failed = false
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
			continue
		}
		if failed {
			continue
		}
		switch m := m.(type) {
		case *pgproto3.Parse:
			sql = m.Query
			b.Send(&pgproto3.ParseComplete{})
		case *pgproto3.Describe:
			if m.ObjectType == 'S' {
				b.Send(&pgproto3.ParameterDescription{ParameterOIDs: parameters(sql)})
			}
			if columns := s.to(sql, false).columns; columns != nil {
				b.Send(&pgproto3.RowDescription{Fields: columns})
			} else {
				b.Send(&pgproto3.NoData{})
			}
		case *pgproto3.Bind:
			s.keep(sql, m.Parameters)
			b.Send(&pgproto3.BindComplete{})
		case *pgproto3.Execute:
			if failed = s.run(b, sql); failed && s.to(sql, false).hangUp {
				return
			}
		case *pgproto3.Query:
			s.keep(m.String, nil)
			s.run(b, m.String)
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		case *pgproto3.Terminate:
			return
		}
	}
}

func (s *server) keep(sql string, args [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := statement{sql: sql}
	for _, v := range args {
		a.args = append(a.args, string(v))
	}
	s.asked = append(s.asked, a)
}

// run answers a statement, and reports whether with an error.
func (s *server) run(b *pgproto3.Backend, sql string) bool {
	r := s.to(sql, true)
	if r.code != "" || r.hangUp {
		b.Send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: r.code, Message: "the fake was told to"})
		return true
	}
	for _, row := range r.rows {
		values := make([][]byte, len(row))
		for i, v := range row {
			if v != "NULL" {
				values[i] = []byte(v)
			}
		}
		b.Send(&pgproto3.DataRow{Values: values})
	}
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT " + strconv.Itoa(len(r.rows)))})
	return false
}

// statements are those that contain a text.
func (s *server) statements(with string) (some []statement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.asked {
		if strings.Contains(a.sql, with) {
			some = append(some, a)
		}
	}
	return some
}
