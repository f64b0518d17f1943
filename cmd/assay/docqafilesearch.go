package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/suite/docqa/filesearch"
	"github.com/assayhq/assay/system"
)

// filesDir is where it is written down what a provider was given, until it is gone from there.
const filesDir = workspaceDir + "/filesearch"

// maxFileResults is how many passages the provider returns at most for a search.
const maxFileResults = 50

// fileSearch puts the provider's search into a setup.
func (r *docqaRun) fileSearch(c *cobra.Command, s *docqa.Setup, d *ledger.System) error {
	n, err := r.cfg.Find("models", r.flags.model)
	if err != nil {
		return usage.Wrap(err)
	}
	conn, err := r.cfg.Connect(n.Provider)
	if err != nil {
		return err
	}
	seconds, err := secondsOf(r.cfg, "OPENAI_FILE_TIMEOUT")
	if err != nil {
		return err
	}
	if s.K > maxFileResults {
		return usage.Errorf("-k %d: mode file_search finds at most %d passages", s.K, maxFileResults)
	}
	delete(d.Settings, "around")
	s.Stores = func(s *docqa.Setup) (system.System, error) {
		turns, err := docqa.FileSearchTurns()
		if err != nil {
			return nil, err
		}
		return filesearch.Open(filesearch.Options{
			Connection: conn, Wrap: r.session.Models.Wrappers(n), Request: s.Told(), Turns: turns, MaxResults: s.K,
			Dir: filepath.FromSlash(filesDir), Processing: time.Duration(seconds) * time.Second,
			Note: func(text string) { fmt.Fprintln(c.ErrOrStderr(), "note:", text) },
		})
	}
	return nil
}
