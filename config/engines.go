package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/internal/suggest"
)

// Engine is one index of one search engine: its type, and the settings that this type has.
type Engine map[string]any

// Type is the name of the engine's row.
func (e Engine) Type() string {
	name, _ := e["type"].(string)
	return name
}

// Settings are what is set, as text: engines have names for their settings and no types.
func (e Engine) Settings() map[string]string {
	values := make(map[string]string, len(e))
	for name, value := range e {
		if name != "type" {
			values[name] = fmt.Sprint(value)
		}
	}
	return values
}

// EngineNames is every engine that the file names.
func (c *Config) EngineNames() []string { return names(c.Engines) }

// FindEngine is an engine of the file.
func (c *Config) FindEngine(name string) (Engine, error) {
	if e, ok := c.Engines[name]; ok {
		return e, nil
	}
	known := "it names none"
	if len(c.Engines) > 0 {
		known = "it has " + strings.Join(c.EngineNames(), ", ")
	}
	return nil, fmt.Errorf("engine %q: give it a type and an address under engines in %s; %s", name, FileName, known)
}

// OpenEngine connects to an engine of the file, for records of a shape, and sends nothing. The mode is how it
// ranks; empty is what the file sets.
func (c *Config) OpenEngine(name, mode string, shape engine.Shape) (engine.Engine, error) {
	e, err := c.FindEngine(name)
	if err != nil {
		return nil, err
	}
	values := e.Settings()
	if mode != "" {
		if values, err = withMode(e.Type(), values, mode); err != nil {
			return nil, fmt.Errorf("engine %q: %w", name, err)
		}
	}
	if row, err := engine.Find(e.Type()); err == nil {
		if err := c.engineWithheld(row, values); err != nil {
			return nil, fmt.Errorf("engine %q: %w", name, err)
		}
	}
	opened, err := engine.Open(e.Type(), engine.Settings{Values: values, Shape: shape, Env: c.env.Get})
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", name, err)
	}
	return opened, nil
}

// withMode sets how an engine ranks. One without such a setting ranks by vectors and nothing else.
func withMode(kind string, values map[string]string, mode string) (map[string]string, error) {
	row, err := engine.Find(kind)
	if err != nil {
		return nil, err
	}
	if has := row.Modes(); !slices.Contains(has, mode) {
		return nil, fmt.Errorf("%s has no mode %q; it has %s", kind, mode, strings.Join(has, ", "))
	}
	if !row.Has("mode") {
		return values, nil
	}
	values = maps.Clone(values)
	values["mode"] = mode
	return values, nil
}

// variableName is what a setting of an engine holds that names a variable.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// checkEngines refuses types that are none, settings that a type does not have, and those that it lacks.
func (c *Config) checkEngines(refuse func(message string, at ...string)) {
	for _, name := range c.EngineNames() {
		e := c.Engines[name]
		row, err := engine.Find(e.Type())
		if err != nil {
			refuse("is no search engine; 'assay engines ls' lists them", "engines", name, "type")
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(e)) {
			switch {
			case key == "type":
			case !row.Has(key):
				refuse("unknown key"+suggest.DidYouMean(key, row.Names())+"; 'assay engines ls --json' lists the settings", "engines", name, key)
			case strings.HasSuffix(key, "_var") && !variableName.MatchString(fmt.Sprint(e[key])):
				refuse(patternMeaning("key_env"), "engines", name, key)
			}
		}
		for _, s := range row.Settings {
			if _, set := e[s.Name]; s.Required && !set {
				refuse("lacks "+s.Name+": "+s.Doc, "engines", name)
			}
		}
	}
}
