package workspace

import (
	"errors"
	"fmt"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/hub"
)

// openEncoder opens a model that runs here: one that was pulled, or a directory.
func openEncoder(cfg *config.Config, name string, o encode.Options) (*encode.Model, error) {
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return nil, err
	}
	m, err := store.Find(name)
	if err != nil {
		return nil, err
	}
	x, err := encode.Open(m.Dir, o)
	if err != nil && len(m.Files) > 0 && !m.Cached {
		err = fmt.Errorf("%w; 'assay models verify %s' says whether its files are what was pulled", err, name)
	}
	return x, err
}

// Encoder opens a model that runs here: one that was pulled, or a directory.
func (w *Workspace) Encoder(name string, o encode.Options) (*encode.Model, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	return openEncoder(cfg, name, o)
}

// encoders are models that run here, each opened once.
type encoders struct {
	cfg  *config.Config
	open map[string]*encode.Model
}

func (e *encoders) get(id string) (*encode.Model, error) {
	if m, ok := e.open[id]; ok {
		return m, nil
	}
	m, err := openEncoder(e.cfg, id, encode.Options{})
	if err != nil {
		return nil, err
	}
	if e.open == nil {
		e.open = map[string]*encode.Model{}
	}
	e.open[id] = m
	return m, nil
}

func (e *encoders) close() error {
	var errs []error
	for _, m := range e.open {
		errs = append(errs, m.Close())
	}
	return errors.Join(errs...)
}
