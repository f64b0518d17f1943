package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/system"
)

// system is what answers in a mode.
func (r *docqaRun) system(c *cobra.Command, mode string, documents *docqa.Documents, d *ledger.System) (system.System, error) {
	f := r.flags
	if mode == "" {
		stored := &casesFlags{answers: f.answers}
		return stored.stored(r.set, d, c.ErrOrStderr())
	}
	m, err := docqa.FindMode(mode)
	if err != nil {
		return nil, usageError{err}
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
	if d.Hash, err = hashOf(d.Models, d.Prompts, d.Settings); err != nil {
		return nil, err
	}
	sys, _, err := docqa.OpenMode(mode, &s)
	return sys, err
}

// asks puts the model into a setup.
func (r *docqaRun) asks(m *docqa.Mode, s *docqa.Setup, d *ledger.System) error {
	f := r.flags
	if f.model == "" {
		return usageError{fmt.Errorf("mode %s asks a model: name one with --model, or in OPENAI_MODEL; mode extractive needs none", d.Name)}
	}
	n, err := r.cfg.Find("models", f.model)
	if err != nil {
		return usageError{err}
	}
	client, address, err := r.clients.client(n)
	if err != nil {
		return err
	}
	s.Client, s.Request = client, *r.cfg.Request(n)
	if known, ok := r.cfg.Catalog.Resolve(r.cfg.Protocol(n.Provider), n.ID); ok {
		s.Window = cmp.Or(known.MaxInput, known.Window)
	}
	for name, v := range requestSettings(&s.Request) {
		d.Settings[name] = v
	}
	d.Name, d.Models, d.Settings["address"] = d.Name+" "+f.model, []string{n.Provider + "/" + n.ID}, address
	d.Prompts["system"], d.Prompts["user"] = hashText(cmp.Or(s.System, m.Prompt)), hashText(docqa.UserText)
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
	e, err := namedEmbedder(r.flags.embedder)
	if err != nil {
		return fmt.Errorf("--embedder: %w", err)
	}
	s.Embed = e.Embed
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
	seconds, err := secondsOf(cfg, "OPENAI_TIMEOUT")
	if err != nil || seconds == 0 {
		return err
	}
	if p := cfg.Providers["openai"]; p.TimeoutSeconds == 0 {
		if cfg.Providers == nil {
			cfg.Providers = map[string]config.Provider{}
		}
		p.TimeoutSeconds = seconds
		cfg.Providers["openai"] = p
	}
	return nil
}
