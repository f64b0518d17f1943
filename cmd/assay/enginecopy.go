package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/index/mirror"
	"github.com/assayhq/assay/index/sentences"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

// enginesDir has a directory for each engine that holds a copy of an index.
const enginesDir = workspaceDir + "/engines"

func engineDir(name string) string { return filepath.Join(filepath.FromSlash(enginesDir), name) }

// copied is the copy of an index that an engine of assay.yaml holds.
type copied struct {
	engine.Engine
	name string
	note *mirror.Note
	set  map[string]string
	mode embedded.Mode // how the engine ranks
}

// findEngine is an engine of assay.yaml.
func findEngine(cfg *config.Config, name string) (config.Engine, error) {
	set, err := cfg.FindEngine(name)
	if err == nil {
		return set, nil
	}
	if near := likely(name, cfg.EngineNames()); near != "" {
		err = fmt.Errorf("engine %q is none of assay.yaml; did you mean %q? 'assay engines ls' lists them", name, near)
	}
	return nil, usage.Wrap(err)
}

// openCopy connects to the copy that an engine holds, and sends nothing.
func openCopy(name, mode string) (*copied, error) {
	cfg, err := config.Open(".")
	if err != nil {
		return nil, err
	}
	set, err := findEngine(cfg, name)
	if err != nil {
		return nil, err
	}
	note, err := mirror.Read(engineDir(name))
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", name, err)
	}
	if mode == "" {
		mode = set.Settings()["mode"]
	}
	if mode == "" {
		mode = string(embedded.Dense)
	}
	e, err := cfg.OpenEngine(name, mode, note.Shape())
	if err != nil {
		return nil, usage.Wrap(err)
	}
	return &copied{e, name, note, set.Settings(), embedded.Mode(mode)}, nil
}

// of refuses an index that is not the one that the engine holds a copy of.
func (c *copied) of(m *embedded.Manifest) error {
	switch {
	case (m.Embedder == nil) != (c.note.Embedder == nil) || m.Embedder != nil && *m.Embedder != *c.note.Embedder:
		return fmt.Errorf("engine %q holds a copy of index %q with vectors of another embedder; 'assay index build %s --engine %s --fresh' makes both anew", c.name, c.note.Index, c.note.Index, c.name)
	case m.Embedder == nil && c.mode != embedded.BM25:
		return fmt.Errorf("index %q has no vectors; search its copy with --mode bm25", c.note.Index)
	}
	return nil
}

// describe puts what decides the answers of an engine among the settings of a run: not how often it is tried, nor
// where its keys stand.
func (c *copied) describe(settings map[string]string) {
	settings["engine"], settings["index"] = c.note.Type, c.note.Index
	for name, value := range c.set {
		if name != "timeout" && name != "concurrency" && name != "mode" && !strings.HasSuffix(name, "_var") {
			settings[c.note.Type+"."+name] = value
		}
	}
}

// copyIndex brings the copy of an index in an engine up to date.
func copyIndex(c *cobra.Command, corpus *store.Corpus, x *embedded.Index, b *built, name string, e *embed.Model) (err error) {
	cfg, err := config.Open(".")
	if err != nil {
		return err
	}
	set, err := findEngine(cfg, name)
	if err != nil {
		return err
	}
	n := &mirror.Note{Tool: version, Type: set.Type(), Settings: set.Settings(), Index: b.Index, Embedder: x.Manifest().Embedder, Schema: x.Manifest().Schema}
	to, err := cfg.OpenEngine(name, "", n.Shape())
	if err != nil {
		return usage.Wrap(err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	m, err := mirror.Begin(c.Context(), engineDir(name), n, to)
	if err != nil {
		return fmt.Errorf("engine %q: %w", name, err)
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	meter := newBuildMeter(c.ErrOrStderr(), int64(x.Len()))
	counts, err := m.Update(c.Context(), &mirror.Source{
		Index: x, Records: sentences.Records(corpus, store.Query{}), Vectors: vectorsOf(x, e),
		Show: func(c *mirror.Counts) { meter.show(c.Kept + c.Added + c.Replaced + c.NoVector) },
	})
	b.Copy = &copyJSON{name, set.Type(), counts}
	if err != nil {
		return fmt.Errorf("engine %q, after %s sentences of its copy: %w; the same command goes on from there", name, grouped(counts.Added+counts.Replaced), err)
	}
	return nil
}

// vectorsOf gives records the vectors that the index has. One that keeps codes only has none that are whole: they
// are embedded once more.
func vectorsOf(x *embedded.Index, e *embed.Model) func(context.Context, []*index.Record) error {
	return func(ctx context.Context, records []*index.Record) error {
		if e == nil {
			return nil
		}
		if x.Manifest().CodesOnly {
			return embedRecords(ctx, e, records)
		}
		for _, r := range records {
			v, _, err := x.Vector(r.ID)
			if err != nil {
				return err
			}
			r.Vector = v
		}
		return nil
	}
}

// embedRecords gives records vectors, as many at once as the embedder takes.
func embedRecords(ctx context.Context, e *embed.Model, records []*index.Record) error {
	for part := range slices.Chunk(records, e.BatchSize) {
		texts := make([]string, len(part))
		for i, r := range part {
			texts[i] = r.Text
		}
		vectors, err := e.Embed(ctx, texts, model.ForDocument)
		if err != nil {
			return err
		}
		for i, r := range part {
			r.Vector = vectors[i]
		}
	}
	return nil
}

// dropCopy deletes the copy that an engine holds, if it is one of the index.
func dropCopy(ctx context.Context, name, of string) (err error) {
	c, err := openCopy(name, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if c.note.Index != of {
		return usage.Errorf("engine %q holds a copy of index %q, not of %q", name, c.note.Index, of)
	}
	if err := mirror.Drop(ctx, engineDir(name), c); err != nil {
		return fmt.Errorf("engine %q: %w", name, err)
	}
	return nil
}

// copies are the engines that hold a copy of an index, by name; empty is of any.
func copies(of string) (map[string]*mirror.Note, error) {
	entries, err := os.ReadDir(filepath.FromSlash(enginesDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all := map[string]*mirror.Note{}
	for _, entry := range entries {
		n, err := mirror.Read(engineDir(entry.Name()))
		if errors.Is(err, mirror.ErrNone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if of == "" || n.Index == of {
			all[entry.Name()] = n
		}
	}
	return all, err
}

// copyJSON is what a build did to the copy in an engine.
type copyJSON struct {
	Engine string `json:"engine"`
	Type   string `json:"type"`
	mirror.Counts
}

func (j *copyJSON) print(out io.Writer) {
	fmt.Fprintf(out, "engine    %s (%s): added %s, replaced %s, kept %s, removed %s\n", j.Engine, j.Type, grouped(j.Added), grouped(j.Replaced), grouped(j.Kept), grouped(j.Removed))
	if j.NoVector > 0 {
		fmt.Fprintf(out, "          %s sentences are not in it: an engine needs a vector for each\n", grouped(j.NoVector))
	}
}
