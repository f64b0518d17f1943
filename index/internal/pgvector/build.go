package pgvector

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/assayhq/assay/index"
)

// prepare builds the indexes that are not there, before the first search.
func (x *Index) prepare(ctx context.Context) (Ranker, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ready {
		return x.ranker, nil
	}
	if x.ranker == "" && x.o.Mode != Dense {
		if err := x.choose(ctx); err != nil {
			return "", err
		}
	}
	for _, sql := range x.indexes() {
		if err := x.exec(ctx, sql); err != nil {
			return "", err
		}
	}
	x.ready = true
	return x.ranker, nil
}

// choose takes the better ranker that the server has.
func (x *Index) choose(ctx context.Context) error {
	return x.do(ctx, "look for extensions", func(ctx context.Context, c *pgx.Conn) error {
		var there bool
		err := c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = $1)",
			string(TextSearch)).Scan(&there)
		x.ranker = Native
		if there {
			x.ranker = TextSearch
		}
		return err
	})
}

// indexes are the statements that build them.
func (x *Index) indexes() []string {
	var all []string
	index := func(name, method, on string, with ...string) {
		sql := fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s USING %s (%s)", quoted(x.o.Table+"_"+name), x.table, method,
			on)
		if len(with) > 0 {
			sql += " WITH (" + strings.Join(with, ", ") + ")"
		}
		all = append(all, sql)
	}
	for i, f := range x.o.Schema {
		if x.o.Indexed == nil || slices.Contains(x.o.Indexed, f.Name) {
			index(fmt.Sprintf("field%d", i), "btree", x.columns[i])
		}
	}
	if x.o.Dimension > 0 {
		index("hnsw", "hnsw", vectorColumn+" "+x.o.vectorType()+x.metric().class, x.graph()...)
	}
	switch {
	case x.o.Mode == Dense:
	case x.ranker == TextSearch:
		all = append(all, "CREATE EXTENSION IF NOT EXISTS "+string(TextSearch))
		index("bm25", "bm25", textColumn, "text_config='"+x.o.Config+"'")
	default:
		all = append(all, fmt.Sprintf("ALTER TABLE %s ADD COLUMN IF NOT EXISTS %s tsvector GENERATED ALWAYS AS (to_tsvector('%s', %s)) STORED",
			x.table, wordsColumn, x.o.Config, textColumn))
		index("words", "gin", wordsColumn)
	}
	return append(all, "ANALYZE "+x.table)
}

func (x *Index) graph() []string {
	var with []string
	if x.o.Links > 0 {
		with = append(with, fmt.Sprintf("m = %d", x.o.Links))
	}
	if x.o.EFConstruction > 0 {
		with = append(with, fmt.Sprintf("ef_construction = %d", x.o.EFConstruction))
	}
	return with
}

// metric is a distance in the words of pgvector.
type metric struct{ operator, class string }

func (x *Index) metric() metric {
	if x.o.Metric == index.Euclidean {
		return metric{"<->", "_l2_ops"}
	}
	return metric{"<=>", "_cosine_ops"}
}
