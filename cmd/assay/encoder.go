package main

import (
	"fmt"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/embed"
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

// encoderFinding says whether a model that runs here is here.
func encoderFinding(cfg *config.Config, n config.Named) finding {
	f := finding{Check: n.Name}
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return f.failed(err)
	}
	m, err := store.Find(n.ID)
	if err != nil {
		return f.failed(err)
	}
	l := describeLocal(m)
	return f.set(stateOK, fmt.Sprintf("%s%s runs here: %s, licence %s", config.EncoderPrefix, n.ID, megabytes(l.Bytes), l.license()), "")
}

// encoderTexts is how many texts are embedded at once: enough to be sorted by length, and few enough to see how far
// it is.
const encoderTexts = 1024

// encoderHere is a model that runs here as an embedder.
func encoderHere(cfg *config.Config, name, id string) (*embed.Model, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("embedder %q: %w", name, err)
	}
	return embed.Encoder(name, m)
}
