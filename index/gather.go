package index

import (
	"context"

	"github.com/assayhq/assay/internal/microbatch"
)

// Gather makes one batch of what many goroutines ask at the same time, up to a number of queries, so that an
// engine that answers a thousand queries in one pass over its vectors does so, though each caller brings one.
func Gather(s Searcher, most int) Searcher {
	return gathered{microbatch.New(s.Search, most)}
}

type gathered struct {
	*microbatch.Gatherer[Query, Result]
}

func (g gathered) Search(ctx context.Context, queries []Query) ([]Result, error) {
	return g.Ask(ctx, queries)
}
