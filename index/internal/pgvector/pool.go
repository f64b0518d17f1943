package pgvector

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index/internal/remote"
)

// pool holds connections; each is made when it is first needed.
type pool struct {
	config  *pgx.ConnConfig
	session map[string]string
	free    chan *pgx.Conn // nil is one that is not made yet

	mu     sync.Mutex
	closed bool
}

func newPool(config *pgx.ConnConfig, n int, session map[string]string) *pool {
	p := &pool{config: config, session: session, free: make(chan *pgx.Conn, n)}
	for range n {
		p.free <- nil
	}
	return p
}

var errClosed = errors.New("the engine is closed")

// take waits for a connection that works, as far as is known.
func (p *pool) take(ctx context.Context) (*pgx.Conn, error) {
	select {
	case c := <-p.free:
		if c != nil && !c.IsClosed() {
			return c, nil
		}
		c, err := p.connect(ctx)
		if err != nil {
			p.free <- nil
		}
		return c, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pool) connect(ctx context.Context) (*pgx.Conn, error) {
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	c, err := pgx.ConnectConfig(ctx, p.config.Copy())
	if err != nil {
		return nil, err
	}
	for name, value := range p.session {
		if _, err := c.Exec(ctx, "SELECT set_config($1, $2, false)", name, value); err != nil {
			return nil, errors.Join(err, c.Close(ctx))
		}
	}
	return c, nil
}

func (p *pool) give(c *pgx.Conn) { p.free <- c }

// close ends all connections, those in use when they are given back.
func (p *pool) close() error {
	p.mu.Lock()
	again := p.closed
	p.closed = true
	p.mu.Unlock()
	if again {
		return nil
	}
	var errs []error
	for range cap(p.free) {
		if c := <-p.free; c != nil {
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
			errs = append(errs, c.Close(ctx))
			stop()
		}
	}
	for range cap(p.free) {
		p.free <- nil // who comes now finds that it is closed
	}
	return errors.Join(errs...)
}

// do runs statements on a connection, each try under the timeout. Where the connection broke or the server
// says that it is busy, it is done again: all statements of this package may be.
func (x *Index) do(ctx context.Context, what string, do func(context.Context, *pgx.Conn) error) error {
	return x.within(ctx, x.o.Timeout, what, do)
}

// within is do with another timeout.
func (x *Index) within(ctx context.Context, timeout time.Duration, what string,
	do func(context.Context, *pgx.Conn) error) error {
	s := wrap.Stack(&operation{x, what, do}, wrap.Options{Retry: x.o.Retry, Limit: x.limit, Try: timeout})
	_, err := s.Send(ctx, &call.Call{Provider: Engine, Protocol: Engine, Operation: call.Retrieve, Model: x.o.Table})
	return err
}

// operation runs statements on a connection, as a sender: retries, limits and timeouts are those of other calls.
type operation struct {
	x    *Index
	what string
	do   func(context.Context, *pgx.Conn) error
}

// ReturnsOnCancel reports that no connection is waited for longer than the context lasts.
func (*operation) ReturnsOnCancel() bool { return true }

// Send does it once.
func (s *operation) Send(ctx context.Context, _ *call.Call) (*call.Reply, error) {
	c, err := s.x.pool.take(ctx)
	if err == nil {
		defer s.x.pool.give(c)
		err = s.do(ctx, c)
	}
	if err != nil {
		return nil, s.x.failed(ctx, s.what, err)
	}
	return &call.Reply{Source: call.Live, Tries: 1}, nil
}

// buildTimeout is for what takes as long as the table is large.
const buildTimeout = 24 * time.Hour

// exec runs a statement that defines something.
func (x *Index) exec(ctx context.Context, sql string) error {
	what, _, _ := strings.Cut(sql, " (")
	return x.within(ctx, buildTimeout, what, func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, sql)
		return err
	})
}

type codeRow struct {
	code  string // or its class, the first two characters
	kind  call.Kind
	cause error
	next  string
}

// codes say what the server's codes mean, the first that fits.
var codes = []codeRow{
	{"42P01", call.BadRequest, remote.ErrNoIndex, "check the name of the table and the address, or build the index first"},
	{"42P07", call.BadRequest, remote.ErrExists, "use the table as it is, or drop it first"},
	{"28", call.BadKey, nil, "are user and password in the address those of this server?"},
	{"42501", call.Forbidden, nil, "give the user the right to do this; making an extension may need an administrator"},
	{"0A000", call.BadRequest, nil, "is the extension pgvector installed on the server?"},
	{"58P01", call.BadRequest, nil, "is the extension pgvector installed on the server?"},
	{"54", call.BadRequest, remote.ErrLimit, ""},
	{"53300", call.Overload, nil, "set a lower concurrency for this engine"},
	{"53", call.Overload, nil, "the server is out of memory, disk or connections"},
	{"40", call.ServerFault, nil, ""},
	{"57014", call.Timeout, nil, "set a longer timeout for this engine"},
	{"57", call.ServerFault, nil, "the server is shutting down or starting"},
	{"08", call.Unreachable, nil, ""},
	{"XX", call.ServerFault, nil, "the server's log says more"},
}

// failed names an error.
func (x *Index) failed(ctx context.Context, what string, err error) *call.Failure {
	f := &call.Failure{Provider: Engine, Model: x.o.Table, Kind: call.Unreachable,
		Message: call.Shorten(what + ": " + once(err.Error())), Err: err,
		Next: "see that the server is up and its address right"}
	var refused *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		f.Kind, f.Err, f.Next = call.Cancelled, ctx.Err(), ""
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind, f.Next = call.Timeout, "set a longer timeout for this engine"
	case errors.Is(err, errClosed):
		f.Kind, f.Next = call.BadRequest, ""
	case errors.As(err, &refused):
		f.Kind = call.BadRequest
		f.Code = refused.Code
		f.Err = nil
		f.Next = ""
		for _, row := range codes {
			if strings.HasPrefix(refused.Code, row.code) {
				f.Kind, f.Err, f.Next = row.kind, row.cause, row.next
				break
			}
		}
	}
	return f
}

// once is an error's text without lines that are there already: each way of connecting gives one.
func once(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// refuse is a failure without a reply.
func (x *Index) refuse(next, format string, args ...any) *call.Failure {
	return &call.Failure{Kind: call.BadRequest, Provider: Engine, Model: x.o.Table,
		Message: fmt.Sprintf(format, args...), Next: next}
}
