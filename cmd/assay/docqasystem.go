package main

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/system"
)

// system is what answers in a mode.
func (r *docqaRun) system(c *cobra.Command, mode string, documents *docqa.Documents, d *ledger.System) (system.System, error) {
	f := r.flags
	if mode == "" {
		sys, described, err := cases.Stored(f.answers, r.set, func(n string) { fmt.Fprintln(c.ErrOrStderr(), "note:", n) })
		if err == nil {
			*d = *described
		}
		return sys, err
	}
	m, err := docqa.FindMode(mode)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	s := f.setup
	s.Documents, s.K, s.Around, s.Rewrite = documents, f.k, f.around, f.rewrite && m.Asks && m.Finds
	*d = ledger.System{Name: mode, Kind: docqaSuite, Prompts: map[string]string{}, Settings: map[string]string{"mode": mode, "version": m.Version}}
	if m.Asks {
		if err := r.asks(m, &s, d); err != nil {
			return nil, err
		}
	}
	if m.Finds {
		d.Settings["k"], d.Settings["around"] = fmt.Sprint(s.K), fmt.Sprint(s.Around)
		if s.Rewrite {
			d.Settings["queries"] = "rewritten"
		}
		if err := r.finds(c, mode, &s, d); err != nil {
			return nil, err
		}
	}
	if err := d.SetHash(); err != nil {
		return nil, err
	}
	sys, _, err := docqa.OpenMode(mode, &s)
	return sys, err
}

// asks puts the model into a setup.
func (r *docqaRun) asks(m *docqa.Mode, s *docqa.Setup, d *ledger.System) error {
	f := r.flags
	if f.model == "" {
		return usage.Errorf("mode %s asks a model: name one with --model, or in OPENAI_MODEL; mode extractive needs none", d.Name)
	}
	asked, err := r.session.Model(f.model)
	if err != nil {
		return err
	}
	s.Client, s.Request, s.Window = asked.Client, asked.Request, asked.Window
	maps.Copy(d.Settings, asked.Settings())
	d.Name += " " + f.model
	d.Models = []string{asked.ID}
	d.Prompts["system"] = ledger.HashText(cmp.Or(s.System, m.Prompt))
	d.Prompts["user"] = ledger.HashText(docqa.UserText)
	return nil
}

// finds puts into a setup what searches.
func (r *docqaRun) finds(c *cobra.Command, mode string, s *docqa.Setup, d *ledger.System) error {
	if mode == "file_search" {
		return r.fileSearch(c, s, d)
	}
	if r.flags.embedder == "" {
		return nil
	}
	e, err := local.Embedder(r.flags.embedder)
	if err != nil {
		return fmt.Errorf("--embedder: %w", err)
	}
	s.Embedder = e
	d.Settings["embedder"] = fmt.Sprintf("%s %.16s", e.Name, e.Hash)
	return nil
}

// environment takes what the environment says where flags and assay.yaml do not.
func (f *docqaFlags) environment(cfg *config.Config) error {
	if f.model == "" && f.answers == "" {
		if name := cfg.Env("OPENAI_MODEL"); name != "" {
			f.model = "openai/" + strings.TrimPrefix(name, "openai/")
		}
	}
	return nil
}
