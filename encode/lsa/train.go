package lsa

import (
	"context"
	"iter"
	"math"
	"runtime"
	"runtime/debug"
)

// Train learns from texts, which it reads once. A text that cannot be read ends it.
func Train(ctx context.Context, texts iter.Seq2[string, error], o Options) (*Model, error) {
	o, err := o.check(runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	c := newCounts(o)
	if err := c.count(ctx, texts, o.Workers); err != nil {
		return nil, err
	}
	facts := Facts{Version: version, Seed: o.Seed, Texts: c.texts, Sampled: math.Ldexp(1, -c.level)}
	terms := c.vocabulary(o)
	if len(terms) == 0 {
		return nil, ErrNoTerms
	}
	words, idf := make([]string, len(terms)), make([]float32, len(terms))
	for i, t := range terms {
		words[i], idf[i] = t.name, float32(inverse(c.kept.rows(), t.texts))
	}
	m := c.weigh(terms, idf)
	facts.Trained, facts.Terms = int64(m.total), len(terms)
	debug.FreeOSMemory() // the counts go before the sketch, which is as large, comes
	vectors, squares, err := decompose(ctx, m, o.Dim, o.Seed, o.Workers)
	if err != nil {
		return nil, err
	}
	total := m.total
	m = nil
	debug.FreeOSMemory() // and the weights before the model does
	for _, s := range squares {
		facts.Explained += s / total
	}
	facts.Dim = len(squares)
	return newModel(facts, words, idf, vectors, squares), nil
}
