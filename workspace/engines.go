package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/index/enginecopy"
	"github.com/assayhq/assay/index/probe"
	"github.com/assayhq/assay/internal/suggest"
	"github.com/assayhq/assay/internal/usage"
)

// engineDir is where it is written down what an engine holds.
func (w *Workspace) engineDir(name string) string { return w.Path("engines", name) }

// engineCopy is the copy of an index that an engine of assay.yaml holds.
type engineCopy struct {
	engine.Engine
	name     string
	note     *enginecopy.Info
	settings map[string]string
	mode     embedded.Mode // how the engine ranks
}

// findEngine is an engine of assay.yaml.
func findEngine(cfg *config.Config, name string) (config.Engine, error) {
	e, err := cfg.FindEngine(name)
	if err == nil {
		return e, nil
	}
	if near := suggest.DidYouMean(name, cfg.EngineNames()); near != "" {
		err = fmt.Errorf("engine %q is none of assay.yaml%s 'assay engines ls' lists them", name, near)
	}
	return nil, usage.Wrap(err)
}

// openCopy connects to the copy that an engine holds, and sends nothing.
func (w *Workspace) openCopy(name, mode string) (*engineCopy, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	set, err := findEngine(cfg, name)
	if err != nil {
		return nil, err
	}
	if err := w.checked(); err != nil {
		return nil, err
	}
	note, err := enginecopy.Read(w.engineDir(name))
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
	return &engineCopy{Engine: e, name: name, note: note, settings: set.Settings(), mode: embedded.Mode(mode)}, nil
}

// matches refuses an index that is not the one that the engine holds a copy of.
func (c *engineCopy) matches(m *embedded.Manifest) error {
	made := c.note.Embedder
	switch {
	case (m.Embedder == nil) != (made == nil) || m.Embedder != nil && *m.Embedder != *made:
		return fmt.Errorf("engine %q holds a copy of index %q with vectors of another embedder; 'assay index build %s "+
			"--engine %s --fresh' makes both again",
			c.name, c.note.Index, c.note.Index, c.name)
	case m.Embedder == nil && c.mode != embedded.BM25:
		return fmt.Errorf("index %q has no vectors; search its copy with mode bm25", c.note.Index)
	}
	return nil
}

// describe puts what decides the engine's answers among the settings of a run: not how often it is tried, nor where
// its keys are.
func (c *engineCopy) describe(settings map[string]string) {
	settings["engine"] = c.note.Type
	settings["index"] = c.note.Index
	for name, value := range c.settings {
		if name != "timeout" && name != "concurrency" && name != "mode" && !strings.HasSuffix(name, "_var") {
			settings[c.note.Type+"."+name] = value
		}
	}
}

// RemoveCopy removes the copy that an engine holds, if it is one of the index. The index stays.
func (w *Workspace) RemoveCopy(ctx context.Context, engine, index string) (err error) {
	c, err := w.openCopy(engine, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if c.note.Index != index {
		return usage.Errorf("engine %q holds a copy of index %q, not of %q", engine, c.note.Index, index)
	}
	if err := enginecopy.Drop(ctx, w.engineDir(engine), c); err != nil {
		return fmt.Errorf("engine %q: %w", engine, err)
	}
	return nil
}

// Copy is what an engine holds of an index.
type Copy struct {
	Engine, Type, Index string
	Sentences           int // that the engine has acknowledged
	note                *enginecopy.Info
}

// Copy is what an engine holds, or nil where it holds nothing.
func (w *Workspace) Copy(engine string) (*Copy, error) {
	if err := w.checked(); err != nil {
		return nil, err
	}
	note, err := enginecopy.Read(w.engineDir(engine))
	if errors.Is(err, enginecopy.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	held, err := enginecopy.Len(w.engineDir(engine))
	return &Copy{Engine: engine, Type: note.Type, Index: note.Index, Sentences: held, note: note}, err
}

// CopiesOf are the names of the engines that hold a copy of an index.
func (w *Workspace) CopiesOf(index string) ([]string, error) {
	dir, err := w.own("engines")
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir) // sorted by name
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var engines []string
	for _, entry := range entries {
		note, err := enginecopy.Read(w.engineDir(entry.Name()))
		if errors.Is(err, enginecopy.ErrNone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if note.Index == index {
			engines = append(engines, entry.Name())
		}
	}
	return engines, err
}

// PingEngine asks an engine whether it has the copy that the workspace records.
func (w *Workspace) PingEngine(ctx context.Context, c *Copy, offline bool) (err error) {
	cfg, err := w.Config()
	if err != nil {
		return err
	}
	e, err := cfg.OpenEngine(c.Engine, "", c.note.Shape())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if offline {
		return nil
	}
	return e.Check(ctx)
}

// EngineCheck is what a check of an engine found, and what was asked.
type EngineCheck struct {
	*probe.Report
	Copy *Copy
	Mode embedded.Mode
}

// CheckEngine holds an engine's answers to sentences of the index that it has a copy of against an exact search.
func (w *Workspace) CheckEngine(ctx context.Context, name, mode string, o probe.Options) (_ *EngineCheck, err error) {
	s, err := w.OpenSearch(SearchOptions{Engine: name, Mode: mode})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	held, err := w.Copy(name)
	if err != nil {
		return nil, err
	}
	corpus, err := w.Corpus()
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	subject := &probe.Subject{
		Engine: s.copy, Mode: s.Mode, Index: s.Index, MaxK: s.copy.MaxK(), Put: held.Sentences,
		Text: func(id string) (string, error) {
			_, sentence, _, err := corpus.Sentence(id, 0)
			if err != nil {
				return "", err
			}
			return sentence.Text, nil
		},
	}
	r, err := probe.Run(ctx, subject, o)
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", name, err)
	}
	return &EngineCheck{Report: r, Copy: held, Mode: s.Mode}, nil
}
