package pgvector

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Add puts records into the table, many with each statement; one whose id is there is replaced. After an error,
// some may be in.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	records, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s, table %q: %w", Engine, x.o.Table, err)
	}
	for i := range records {
		if err := keepableRecord(&records[i]); err != nil {
			return fmt.Errorf("engine %s, table %q, record %q: %w", Engine, x.o.Table, records[i].ID, err)
		}
	}
	const perDimension = 12 // bytes of a number as text, about
	ends := remote.Batches(len(records), x.o.Batch, maxBatchBytes, func(i int) int {
		return len(records[i].Text) + perDimension*x.o.Dimension
	})
	return x.each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		sql, args := x.insert(records[from:to])
		return x.do(ctx, "add", func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, sql, args...)
			return err
		})
	})
}

// each does n things, as many at once as there are connections.
func (x *Index) each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(x.o.Concurrency)
	for i := range n {
		if inner.Err() != nil {
			break
		}
		g.Go(func() error { return do(inner, i) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func keepableRecord(r *index.Record) error {
	errs := []error{keepable(r.ID), keepable(r.Text)}
	for _, v := range r.Fields {
		if s, ok := v.(string); ok {
			errs = append(errs, keepable(s))
		}
	}
	return errors.Join(errs...)
}

// insert is one statement for many records: a parameter is a column, since COPY is not everywhere and one
// parameter a value would be too many.
func (x *Index) insert(records []index.Record) (sql string, args arguments) {
	ids, texts := make([]string, len(records)), make([]string, len(records))
	for i := range records {
		ids[i], texts[i] = records[i].ID, records[i].Text
	}
	columns := []string{idColumn, textColumn}
	from := []string{args.add(ids) + "::text[]", args.add(texts) + "::text[]"}
	values := []string{"c1", "c2"}
	if x.o.Dimension > 0 {
		vectors := make([]string, len(records))
		for i := range records {
			vectors[i] = literal(records[i].Vector)
		}
		columns = append(columns, vectorColumn)
		from = append(from, args.add(vectors)+"::text[]")
		values = append(values, "c3::"+x.o.vectorType())
	}
	for i, f := range x.o.Schema {
		kind, _, _ := strings.Cut(columnTypes[f.Kind], " COLLATE ")
		columns, from = append(columns, x.columns[i]), append(from, args.add(column(f, records))+"::"+kind+"[]")
		values = append(values, "c"+strconv.Itoa(len(columns)))
	}
	names, set := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i], set[i] = "c"+strconv.Itoa(i+1), c+" = EXCLUDED."+c
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS u(%s) ON CONFLICT (%s) DO UPDATE SET %s", x.table,
		strings.Join(columns, ", "),
		strings.Join(values, ", "), strings.Join(from, ", "), strings.Join(names, ", "), idColumn, strings.Join(set,
			", ")), args
}

// column is one field of many records, as the array that is sent: nil where a record lacks it.
func column(f index.Field, records []index.Record) any {
	switch f.Kind {
	case index.Int:
		return maybe[int64](f.Name, records)
	case index.Float:
		return maybe[float64](f.Name, records)
	case index.Bool:
		return maybe[bool](f.Name, records)
	}
	return maybe[string](f.Name, records)
}

func maybe[T any](name string, records []index.Record) []*T {
	all := make([]*T, len(records))
	for i := range records {
		if v, ok := records[i].Fields[name].(T); ok {
			all[i] = &v
		}
	}
	return all
}

// literal is a vector as pgvector reads it.
func literal(v []float32) string {
	b := make([]byte, 0, 12*len(v)+2)
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return string(append(b, ']'))
}

// idsTogether is how many rows are asked for by id in one statement.
const idsTogether = 1000

// Delete removes rows; ids that are not there are none.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	return x.byIDs(ctx, ids, func(ctx context.Context, _ int, some []string) error {
		return x.do(ctx, "delete", func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "DELETE FROM "+x.table+" WHERE "+idColumn+" = ANY($1::text[])", some)
			return err
		})
	})
}

// Vectors are those of records as the table has them, in the order of the ids; nil for ids that are not there.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	vectors := make([][]float32, len(ids))
	if x.o.Dimension == 0 {
		return vectors, nil
	}
	err := x.byIDs(ctx, ids, func(ctx context.Context, from int, some []string) error {
		found := map[string][]float32{}
		err := x.do(ctx, "vectors", func(ctx context.Context, c *pgx.Conn) error {
			rows, err := c.Query(ctx,
				"SELECT "+idColumn+", "+vectorColumn+"::real[] FROM "+x.table+" WHERE "+idColumn+" = ANY($1::text[])", some)
			if err != nil {
				return err
			}
			for rows.Next() {
				var id string
				var v []float32
				if err := rows.Scan(&id, &v); err != nil {
					rows.Close()
					return err
				}
				found[id] = v
			}
			return rows.Err()
		})
		for i, id := range some {
			vectors[from+i] = found[id]
		}
		return err
	})
	return vectors, err
}

// byIDs does something with ids, some at a time, of which the first is at from. Those that no row can have
// are left as they are: they are not there.
func (x *Index) byIDs(ctx context.Context, ids []string,
	do func(ctx context.Context, from int, some []string) error) error {
	for _, id := range ids {
		if err := keepable(id); err != nil {
			return fmt.Errorf("engine %s, table %q, id %q: %w", Engine, x.o.Table, id, err)
		}
	}
	ends := remote.Batches(len(ids), idsTogether, maxBatchBytes, func(i int) int { return len(ids[i]) })
	return x.each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		return do(ctx, from, ids[from:to])
	})
}
