package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/enginecopy"
	"github.com/assayhq/assay/index/update"
	"github.com/assayhq/assay/internal/usage"
)

// NoEmbedder is the name of no embedder: an index of words alone.
const NoEmbedder = "none"

// BuildOptions say how an index is built. An index keeps the embedder and the analyzer that it was begun with.
type BuildOptions struct {
	Embedder  string // empty keeps the index's own, lsa for a new one; NoEmbedder indexes words alone
	LSA       lsa.Options
	Analyzer  string // of words; empty is embedded.DefaultAnalyzer
	NoWords   bool   // index vectors alone
	CodesOnly bool   // keep vectors as one byte per value
	Engine    string // of assay.yaml, whose copy of the index is brought up to date, too
	Fresh     bool   // remove the index first, and its copy in Engine

	// Progress is told how many sentences of all are done; nil is told nothing.
	Progress func(done, total int64)
}

// Build is what a build did.
type Build struct {
	Index   string `json:"index"`
	Records int    `json:"records"`
	update.Counts
	Cut      int                `json:"cut"`    // texts that are longer than it reads
	Tidied   bool               `json:"tidied"` // small segments were merged, and removed records dropped
	Embedder *embed.Info        `json:"embedder,omitempty"`
	Trained  *lsa.Facts         `json:"trained,omitempty"`
	Bytes    int64              `json:"bytes"`
	Copy     *BuiltCopy         `json:"copy,omitempty"`
	Seconds  map[string]float64 `json:"seconds"`
}

// BuiltCopy is what a build did to the copy in an engine.
type BuiltCopy struct {
	Engine string `json:"engine"`
	Type   string `json:"type"`
	update.Counts
}

// BuildIndex brings an index up to date with the corpus, and makes it where there is none. An empty name is
// DefaultIndex. With an error it returns
// what was done before, if anything was.
func (w *Workspace) BuildIndex(ctx context.Context, name string, o BuildOptions) (_ *Build, err error) {
	name = cmp.Or(name, DefaultIndex)
	dir, err := w.indexDir(name)
	if err != nil {
		return nil, err
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	if o.Engine != "" { // an unknown engine is an error before the index is built
		cfg, err := w.Config()
		if err == nil {
			_, err = findEngine(cfg, o.Engine)
		}
		if err != nil {
			return nil, err
		}
	}
	corpus, err := w.Corpus()
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	if corpus.Stats().Sentences == 0 {
		return nil, errors.New("the corpus has no sentences to index; add documents with: assay ingest PATH")
	}
	if o.Fresh {
		if err := w.clear(ctx, name, dir, o.Engine); err != nil {
			return nil, err
		}
	}
	b := &build{work: w, corpus: corpus, dir: dir, options: &o, Build: Build{Index: name, Seconds: map[string]float64{}}}
	return b.run(ctx)
}

// build is one build under way.
type build struct {
	Build
	work     *Workspace
	corpus   *store.Corpus
	dir      string
	options  *BuildOptions
	embedder *embed.Model // nil in an index of words
}

func (b *build) run(ctx context.Context) (_ *Build, err error) {
	if err := b.begin(ctx); err != nil {
		return nil, err
	}
	if b.embedder != nil {
		defer func() { err = errors.Join(err, b.embedder.Close()) }()
	}
	began := time.Now()
	if b.Counts, err = b.update(ctx, nil, update.Target{Dir: b.dir}, b.corpus.Stats().Sentences); err != nil {
		return nil, err
	}
	b.Tidied = b.Counts.Tidied
	b.Seconds["index"] = time.Since(began).Seconds()
	if b.embedder != nil {
		b.Cut = b.embedder.Truncated()
	}
	x, err := embedded.Open(b.dir)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	b.Records, b.Bytes, b.Build.Embedder = x.Len(), x.Size(), x.Manifest().Embedder
	if b.options.Engine != "" {
		began := time.Now()
		err = b.copyTo(ctx, x, b.options.Engine)
		b.Seconds["copy"] = time.Since(began).Seconds()
	}
	return &b.Build, err
}

// clear removes what is to be built from scratch.
func (w *Workspace) clear(ctx context.Context, name, dir, engine string) error {
	if engine != "" {
		if err := w.RemoveCopy(ctx, engine, name); err != nil && !errors.Is(err, enginecopy.ErrNone) {
			return err
		}
	}
	err := embedded.Destroy(dir)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, embedded.ErrNone) {
		return nil
	}
	return err
}

// begin opens the embedder of an index that exists, or makes both.
func (b *build) begin(ctx context.Context) error {
	x, err := embedded.Open(b.dir)
	if errors.Is(err, embedded.ErrNone) {
		return b.create(ctx)
	}
	if err != nil {
		return err
	}
	defer x.Close()
	own, asked := NoEmbedder, b.options.Embedder
	if made := x.Manifest().Embedder; made != nil {
		own = made.Name
	}
	if asked != "" && asked != own {
		return fmt.Errorf("index %q was begun with another embedder; build it from scratch (fresh), or name another index", b.Index)
	}
	if own == NoEmbedder {
		return nil
	}
	b.embedder, err = b.work.embedderOf(x.Manifest().Embedder)
	return err
}

// create makes an empty index with the embedder that the options name.
func (b *build) create(ctx context.Context) (err error) {
	o := b.options
	s := embedded.Settings{Schema: index.Sentences, CodesOnly: o.CodesOnly}
	if !o.NoWords {
		s.Texts = &embedded.Texts{Analyzer: o.Analyzer}
	}
	switch o.Embedder {
	case NoEmbedder:
	case "", embed.LSAName:
		began := time.Now()
		if b.embedder, b.Trained, err = b.work.trainLSA(ctx, b.corpus, o.LSA); err != nil {
			return err
		}
		b.Seconds["train"] = time.Since(began).Seconds()
	default:
		if b.embedder, err = b.work.Embedder(o.Embedder); err != nil {
			return err
		}
		if err := b.embedder.MeasureDimension(ctx); err != nil {
			return errors.Join(err, b.embedder.Close())
		}
	}
	if b.embedder == nil && o.NoWords {
		return usage.Errorf("neither an embedder nor words: that leaves nothing to search by")
	}
	if b.embedder != nil {
		s.Embedder = &b.embedder.Info
	}
	return embedded.Create(b.dir, b.work.opts.Version, s)
}

// copyTo brings the copy of the index in an engine up to date.
func (b *build) copyTo(ctx context.Context, x *embedded.Index, engine string) (err error) {
	cfg, err := b.work.Config()
	if err != nil {
		return err
	}
	set, err := findEngine(cfg, engine)
	if err != nil {
		return err
	}
	n := &enginecopy.Info{
		Tool: b.work.opts.Version, Type: set.Type(), Settings: set.Settings(),
		Index: b.Index, Embedder: x.Manifest().Embedder, Schema: x.Manifest().Schema,
	}
	to, err := cfg.OpenEngine(engine, "", n.Shape())
	if err != nil {
		return usage.Wrap(err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	target, err := enginecopy.Open(ctx, b.work.engineDir(engine), n, to)
	if err != nil {
		return fmt.Errorf("engine %q: %w", engine, err)
	}
	counts, err := b.update(ctx, x, target, int64(x.Len()))
	b.Copy = &BuiltCopy{engine, set.Type(), counts}
	if err != nil {
		return fmt.Errorf("engine %q, after %d sentences of its copy: %w; the same command goes on from there",
			engine, counts.Added+counts.Replaced, err)
	}
	return nil
}

// update brings a target up to date with the corpus. Vectors are copied from an index, or made where it is nil.
func (b *build) update(ctx context.Context, vectors *embedded.Index, t update.Target, total int64) (update.Counts, error) {
	source := update.Corpus(b.corpus, b.embedder)
	source.Vectors = vectors
	return update.Run(ctx, source, t, update.Options{
		Tool:     b.work.opts.Version,
		Progress: func(done int) { b.options.Progress(int64(done), total) },
	})
}
