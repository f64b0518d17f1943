package main

import (
	"fmt"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode/hub"
)

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
