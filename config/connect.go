package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/assayhq/assay/internal/yamltree"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
)

// checkReferences refuses providers without a protocol, models without a provider, and engines that are none.
func (c *Config) checkReferences(body ast.Node) error {
	var problems []*yamltree.Problem
	refuse := func(message string, at ...string) {
		problems = append(problems, problemAt(c.Path, body, at, message))
	}
	for _, name := range names(c.Providers) {
		switch p := c.Providers[name]; {
		case p.Type == "":
			if _, ok := provider.Find(name); !ok {
				refuse("is no provider that is known by this name: give it a type, such as compatible", "providers", name)
			}
		default:
			if _, ok := provider.Find(p.Type); !ok {
				refuse("is no provider; 'assay models ls --providers' lists them", "providers", name, "type")
			}
		}
	}
	for _, use := range c.uses() {
		if _, here := strings.CutPrefix(use.model, EncoderPrefix); here {
			if use.section == "models" {
				refuse("an encoder writes no text: it is for embedders, rerankers and scorers", use.section, use.name, "model")
			}
			continue
		}
		if use.section == "scorers" {
			refuse("scorers ask models that run here: "+EncoderPrefix+"ORG/NAME", use.section, use.name, "model")
			continue
		}
		if prefix, _, _ := strings.Cut(use.model, "/"); !c.knows(prefix) {
			refuse(fmt.Sprintf("there is no provider %q", prefix), use.section, use.name, "model")
		}
	}
	c.checkEngines(refuse)
	return yamltree.Join(problems)
}

// use is a place of the file that names a model.
type use struct{ section, name, model string }

// uses are the places that name a model, in order.
func (c *Config) uses() []use {
	var all []use
	for _, name := range names(c.Models) {
		all = append(all, use{"models", name, c.Models[name].Model})
	}
	for _, name := range names(c.Embedders) {
		all = append(all, use{"embedders", name, c.Embedders[name].Model})
	}
	for _, name := range names(c.Rerankers) {
		all = append(all, use{"rerankers", name, c.Rerankers[name].Model})
	}
	for _, name := range names(c.Scorers) {
		all = append(all, use{"scorers", name, c.Scorers[name].Model})
	}
	return all
}

// EncoderPrefix begins the name of a model that runs in this process. A model of a hub or the path of a directory
// follows it.
const EncoderPrefix = "encoder:"

func (c *Config) knows(name string) bool {
	if _, ok := c.Providers[name]; ok {
		return true
	}
	_, ok := provider.Find(name)
	return ok
}

// Named is a model of the file, or one named as provider/model or encoder:name.
type Named struct {
	Section  string // models, embedders, rerankers, scorers; empty if it is not in the file
	Name     string
	Provider string // empty of a model that runs here
	ID       string // the provider's id of the model; of one that runs here its name or path
}

// Here reports whether a model runs in this process, without a provider.
func (n *Named) Here() bool { return n.Provider == "" }

// nameOf is what the text of a model means.
func nameOf(section, name, text string) Named {
	if id, here := strings.CutPrefix(text, EncoderPrefix); here {
		return Named{Section: section, Name: name, ID: id}
	}
	prefix, id, _ := strings.Cut(text, "/")
	return Named{section, name, prefix, id}
}

// All is every model of a provider that the file names, in the order of its sections.
func (c *Config) All() []Named { return c.named(false) }

// Encoders is every model that the file names and that runs here.
func (c *Config) Encoders() []Named { return c.named(true) }

func (c *Config) named(here bool) []Named {
	var all []Named
	for _, u := range c.uses() {
		if n := nameOf(u.section, u.name, u.model); n.Here() == here {
			all = append(all, n)
		}
	}
	return all
}

// Find is the model that a flag means: a name of a section of the file, provider/model, or encoder:name.
func (c *Config) Find(section, name string) (Named, error) {
	var known []string
	for _, n := range append(c.All(), c.Encoders()...) {
		if n.Section == section {
			known = append(known, n.Name)
			if n.Name == name {
				return n, nil
			}
		}
	}
	if n := nameOf("", name, name); n.Here() && n.ID != "" && section != "models" {
		return n, nil
	}
	prefix, id, ok := strings.Cut(name, "/")
	if ok && id != "" && c.knows(prefix) {
		return Named{Name: name, Provider: prefix, ID: id}, nil
	}
	if ok && id != "" {
		return Named{}, fmt.Errorf("model %q: there is no provider %q; 'assay models ls --providers' lists them", name, prefix)
	}
	where := "name it as PROVIDER/MODEL, or under " + section + " in " + FileName
	if len(known) > 0 {
		where = FileName + " has " + strings.Join(known, ", ")
	}
	return Named{}, fmt.Errorf("model %q: not known; %s", name, where)
}

// ProviderNames is every provider that the file names.
func (c *Config) ProviderNames() []string { return names(c.Providers) }

// Protocol is the row of the provider table that a provider of the file speaks.
func (c *Config) Protocol(name string) string {
	if t := c.Providers[name].Type; t != "" {
		return t
	}
	return name
}

// Connect prepares a provider of the file, or one under its own name.
func (c *Config) Connect(name string) (*provider.Connection, error) {
	p := c.Providers[name]
	var withheld error
	if row, ok := provider.Find(c.Protocol(name)); ok {
		withheld = c.withheldFrom(p, row)
	}
	conn, err := provider.Open(provider.Settings{
		Provider: c.Protocol(name), Name: name, BaseURL: p.BaseURL, KeyVar: p.KeyEnv, Version: p.Version, Region: p.Region, JSON: p.JSON,
		Script: c.inDir(p.Script), Headers: p.Headers, Env: c.env.Get, Catalog: c.Catalog,
		Withheld: withheld,
	})
	if err != nil {
		return nil, fmt.Errorf("provider %s: %w", name, err)
	}
	return conn, nil
}

// Request is a request to a model of the file, with its parameters; the messages are the caller's.
func (c *Config) Request(n Named) *model.Request {
	r := &model.Request{Model: n.ID}
	m, ok := c.Models[n.Name]
	if !ok || n.Section != "models" {
		return r
	}
	r.Temperature, r.TopP, r.Seed = m.Temperature, m.TopP, m.Seed
	r.MaxTokens, r.Effort = m.MaxTokens, m.Effort
	if m.Tier != "standard" {
		r.Tier = m.Tier
	}
	return r
}

// KeyPlace is where the key of a variable is set; empty if it is not.
func (c *Config) KeyPlace(variable string) string { return c.env.Where(variable) }

// SetProviders is every provider that can be used now: those of the file, and those whose key is set.
func (c *Config) SetProviders() []string {
	all := c.ProviderNames()
	for i := range provider.Rows {
		row := &provider.Rows[i]
		set := func(name string) bool { return c.env.Get(name) != "" }
		if slices.ContainsFunc(row.KeyVars(), set) && !slices.Contains(all, row.Name) {
			all = append(all, row.Name)
		}
	}
	slices.Sort(all)
	return all
}

// Env is a variable of the environment or of .env.
func (c *Config) Env(name string) string { return c.env.Get(name) }
