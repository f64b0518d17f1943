// Package pgvector turns records into rows of a PostgreSQL table with the pgvector extension, and queries into
// SQL: by vectors (HNSW with iterative scans, so that a filter does not leave fewer hits than there are), by
// texts, or by both.
//
// Texts are ranked by BM25 where the server has pg_textsearch, and by ts_rank of its own text search where it
// has not; the latter knows no statistics of the whole and is no BM25. Both by reciprocal rank is ours.
// Indexes are built at the first search, after the rows are in, which is much faster than row by row.
//
// What comes from users is a parameter, never part of the SQL; names are quoted. It refuses texts that are not
// UTF-8 or have a NUL, which PostgreSQL does not keep.
package pgvector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Engine is the name of this engine.
const Engine = "pgvector"

// Mode is how a table is searched.
type Mode string

// The modes. Hybrid takes the best of both, each at least fusion.Depth deep, and fuses them by reciprocal rank.
const (
	Dense  Mode = "dense"
	BM25   Mode = "bm25"
	Hybrid Mode = "hybrid"
)

// Ranker is what ranks texts.
type Ranker string

// The rankers. TextSearch needs the extension pg_textsearch; Native is what every PostgreSQL has.
const (
	TextSearch Ranker = "pg_textsearch"
	Native     Ranker = "ts_rank"
)

// Bounds of the extension, and defaults.
const (
	MaxDimension       = 2000 // that an index can have
	MaxHalfDimension   = 4000
	DefaultBatch       = 256
	DefaultTimeout     = time.Minute
	DefaultConcurrency = 4
	maxBatchBytes      = 8 << 20
)

// Options say where a table is and what it is like.
type Options struct {
	URLVar string // the environment variable that holds the address, postgres://user:password@host/database; empty is PGVECTOR_URL
	Table  string
	Mode   Mode // empty is Dense
	remote.Shape

	Half    bool     // vectors of 16 bits a value
	Ranker  Ranker   // empty takes the better one that the server has
	Config  string   // of PostgreSQL's text search; empty is simple: words as they are
	Indexed []string // fields with an index of their own; nil is all

	// Settings of HNSW; 0 leaves them to the extension.
	Links, EFConstruction, EF, ScanTuples int

	Batch       int // records at once; 0 is the default
	MaxK        int // of one query; 0 is any number
	Env         func(string) string
	Timeout     time.Duration // of one try of a statement; building indexes has none
	Concurrency int           // connections; PGlite takes one
	Retry       *wrap.Retry   // nil is the default
}

// Index is one table. Many goroutines may use it.
type Index struct {
	o       Options
	columns []string // of fields, quoted
	table   string   // quoted
	pool    *pool
	limit   *wrap.Limit

	mu     sync.Mutex
	ready  bool   // the indexes are there
	ranker Ranker // in use
}

// The columns beside fields.
const (
	idColumn     = "record_id"
	textColumn   = "record_text"
	vectorColumn = "record_vector"
	wordsColumn  = "record_words"
)

var (
	tablePattern  = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,39}$`) // names of indexes are longer by up to 20
	configPattern = regexp.MustCompile(`^[a-z_]{1,40}$`)
)

// maxName is how much of a name PostgreSQL keeps, in bytes.
const maxName = 63

// New checks the options and connects to nothing yet.
func New(o Options) (*Index, error) {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	o.Mode, o.Config, o.URLVar = cmp.Or(o.Mode, Dense), cmp.Or(o.Config, "simple"), cmp.Or(o.URLVar, "PGVECTOR_URL")
	o.Batch = cmp.Or(o.Batch, DefaultBatch)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Concurrency = cmp.Or(o.Concurrency, DefaultConcurrency)
	o.Retry = cmp.Or(o.Retry, &wrap.Retry{})
	x := &Index{o: o, table: quoted(o.Table), ranker: o.Ranker,
		limit: wrap.NewLimit(wrap.Limits{Concurrency: o.Concurrency})}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("engine %s, table %q: %w", Engine, o.Table, err)
	}
	for _, f := range o.Schema {
		x.columns = append(x.columns, quoted(f.Name))
	}
	address := o.Env(o.URLVar)
	if address == "" {
		return nil, fmt.Errorf("engine %s: %s is not set; set it to postgres://user:password@host:5432/database", Engine,
			o.URLVar)
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("engine %s: what %s holds is no address of PostgreSQL; write "+
			"postgres://user:password@host:5432/database", Engine, o.URLVar)
	}
	if config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe // named statements outlive connections of poolers and in PGlite
	}
	x.pool = newPool(config, o.Concurrency, o.session())
	return x, nil
}

func (o *Options) check() error {
	most := MaxDimension
	if o.Half {
		most = MaxHalfDimension
	}
	switch {
	case !tablePattern.MatchString(o.Table):
		return errors.New("a table has small letters, digits and _, at most 40")
	case o.Mode != Dense && o.Mode != BM25 && o.Mode != Hybrid:
		return fmt.Errorf("mode %q is none; there are %s, %s and %s", o.Mode, Dense, BM25, Hybrid)
	case o.Mode != BM25 && o.Dimension == 0:
		return fmt.Errorf("mode %s needs vectors, and the index has none", o.Mode)
	case o.Dimension > most:
		return fmt.Errorf("%d dimensions: an index takes %d, and %d with half set: %w", o.Dimension, MaxDimension,
			MaxHalfDimension, remote.ErrLimit)
	case o.Ranker != "" && o.Ranker != TextSearch && o.Ranker != Native:
		return fmt.Errorf("ranker %q is none; there are %s and %s", o.Ranker, TextSearch, Native)
	case !configPattern.MatchString(o.Config):
		return fmt.Errorf("text search configuration %q is no name", o.Config)
	}
	for _, f := range o.Schema {
		if strings.HasPrefix(f.Name, "record_") || len(f.Name) > maxName {
			return fmt.Errorf("field %q: the engine's own columns begin so, or it is longer than %d bytes; call it otherwise",
				f.Name, maxName)
		}
	}
	for _, name := range o.Indexed {
		if _, ok := o.Schema.Find(name); !ok {
			return fmt.Errorf("%q is to be indexed and no field", name)
		}
	}
	return o.Shape.Validate()
}

// session are the settings of a connection, by name.
func (o *Options) session() map[string]string {
	s := map[string]string{"plan_cache_mode": "force_custom_plan", "hnsw.iterative_scan": "relaxed_order"}
	if o.EF > 0 {
		s["hnsw.ef_search"] = fmt.Sprint(o.EF)
	}
	if o.ScanTuples > 0 {
		s["hnsw.max_scan_tuples"] = fmt.Sprint(o.ScanTuples)
	}
	return s
}

// quoted is a name as SQL writes it.
func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// vectorType is the type of vectors.
func (o *Options) vectorType() string {
	if o.Half {
		return "halfvec"
	}
	return "vector"
}

// columnTypes are the types of fields' columns. Texts sort by their bytes, as everywhere in assay.
var columnTypes = map[index.Kind]string{
	index.Text: `text COLLATE "C"`, index.Int: "bigint", index.Float: "double precision", index.Bool: "boolean",
}

// MaxK is how many hits a query may ask for; 0 is any number.
func (x *Index) MaxK() int { return x.o.MaxK }

// Settle builds the indexes, which would otherwise wait for the first search.
func (x *Index) Settle(ctx context.Context) error {
	_, err := x.prepare(ctx)
	return err
}

// Close closes the connections.
func (x *Index) Close() error { return x.pool.close() }

// Create makes the table; one that is there is remote.ErrExists. The extensions are made, too, if the user may.
func (x *Index) Create(ctx context.Context) error {
	columns := []string{idColumn + ` text COLLATE "C" PRIMARY KEY`, textColumn + " text NOT NULL"}
	if x.o.Dimension > 0 {
		if err := x.exec(ctx, "CREATE EXTENSION IF NOT EXISTS vector"); err != nil {
			return err
		}
		columns = append(columns, fmt.Sprintf("%s %s(%d) NOT NULL", vectorColumn, x.o.vectorType(), x.o.Dimension))
	}
	for i, f := range x.o.Schema {
		columns = append(columns, x.columns[i]+" "+columnTypes[f.Kind])
	}
	return x.exec(ctx, "CREATE TABLE "+x.table+" ("+strings.Join(columns, ", ")+")")
}

// Drop removes the table and all that is in it.
func (x *Index) Drop(ctx context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ready = false
	return x.exec(ctx, "DROP TABLE "+x.table)
}

// Count is how many rows there are.
func (x *Index) Count(ctx context.Context) (int, error) {
	var n int
	err := x.do(ctx, "count", func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, "SELECT count(*) FROM "+x.table).Scan(&n)
	})
	return n, err
}

// Check reports a table that is not there or that has not the columns of the shape.
func (x *Index) Check(ctx context.Context) error {
	is := map[string]string{}
	err := x.do(ctx, "check", func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
			WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped`, x.table)
		if err != nil {
			return err
		}
		var name, kind string
		_, err = pgx.ForEachRow(rows, []any{&name, &kind}, func() error {
			is[name] = kind
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	want := map[string]string{idColumn: "text", textColumn: "text"}
	if x.o.Dimension > 0 {
		want[vectorColumn] = fmt.Sprintf("%s(%d)", x.o.vectorType(), x.o.Dimension)
	}
	for _, f := range x.o.Schema {
		want[f.Name], _, _ = strings.Cut(columnTypes[f.Kind], " COLLATE")
	}
	for name, kind := range want {
		if is[name] != kind {
			return x.refuse("was the table made by assay, and under this schema? build the index first",
				"column %q has type %q, expected is %q", name, is[name], kind)
		}
	}
	return nil
}
