// Package config turns assay.yaml, .env and the environment into models that can be asked and engines that
// can be searched.
//
// The file is checked as a whole against the schema that editors use, and all problems are reported at once
// with line and column. Keys are in variables, never in the file. No error repeats a value of a variable, of .env
// or of the file.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/assayhq/assay/internal/yamltree"
	"github.com/assayhq/assay/model/catalog"
)

// FileName is the file of a workspace.
const FileName = "assay.yaml"

// maxFile bounds a file that people write.
const maxFile = 1 << 20

// Config is what a workspace asks and how it is reached.
type Config struct {
	Providers map[string]Provider `yaml:"providers"`
	Models    map[string]Model    `yaml:"models"`
	Embedders map[string]Embedder `yaml:"embedders"`
	Rerankers map[string]Reranker `yaml:"rerankers"`
	Scorers   map[string]Scorer   `yaml:"scorers"`
	Engines   map[string]Engine   `yaml:"engines"`
	Tables    string              `yaml:"catalog"`

	Path    string           `yaml:"-"` // of the file; empty if there is none
	Catalog *catalog.Catalog `yaml:"-"`
	dir     string
	env     Environment
}

// Provider is how a provider is reached.
type Provider struct {
	Type              string            `yaml:"type"`
	BaseURL           string            `yaml:"base_url"`
	KeyEnv            string            `yaml:"key_env"`
	Version           string            `yaml:"version"`
	Region            string            `yaml:"region"`
	JSON              string            `yaml:"json"`
	Script            string            `yaml:"script"`
	Headers           map[string]string `yaml:"headers"`
	Concurrency       int               `yaml:"concurrency"`
	RequestsPerMinute int               `yaml:"requests_per_minute"`
	TokensPerMinute   int               `yaml:"tokens_per_minute"`
	TimeoutSeconds    int               `yaml:"timeout_seconds"`
	Tries             int               `yaml:"tries"`
}

// Model is a language model with the parameters to ask it with.
type Model struct {
	Model       string   `yaml:"model"` // provider/id
	Temperature *float64 `yaml:"temperature"`
	TopP        *float64 `yaml:"top_p"`
	Seed        *int64   `yaml:"seed"`
	MaxTokens   int      `yaml:"max_tokens"`
	Effort      string   `yaml:"effort"`
	Tier        string   `yaml:"tier"`
}

// Embedder is an embedding model.
type Embedder struct {
	Model      string `yaml:"model"` // provider/id, or encoder:name
	Dimensions int    `yaml:"dimensions"`
}

// Reranker is a reranking model.
type Reranker struct {
	Model string `yaml:"model"`
}

// Scorer is an encoder that scores, with its parameters. Its name is the scorer's.
type Scorer struct {
	Model    string `yaml:"model"`
	Layer    *int   `yaml:"layer"`    // of which BERTScore takes the states of tokens
	IDF      bool   `yaml:"idf"`      // weighs them by how rare they are among the golds
	Baseline string `yaml:"baseline"` // a file of what unrelated texts get, to be taken off
}

// Open reads the workspace in a directory. A directory without the file is a workspace with nothing
// configured: providers work under their own names with the keys that the environment holds.
func Open(dir string) (*Config, error) {
	env, err := readEnvironment(filepath.Join(dir, ".env"))
	if err != nil {
		return nil, err
	}
	c := &Config{dir: dir, env: env, Catalog: catalog.Default()}
	path := filepath.Join(dir, FileName)
	src, err := readSmall(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, err
	}
	c.Path = path
	return c, c.parse(src)
}

// readSmall reads a file of at most maxFile bytes.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: %d MB is too large for a file of settings", path, info.Size()>>20)
	}
	return os.ReadFile(path)
}

func (c *Config) parse(src []byte) error {
	file, err := check(c.Path, src)
	if err != nil {
		return err
	}
	if file == nil {
		return nil // nothing but comments
	}
	if err := yaml.NodeToValue(file, c); err != nil {
		return yamltree.Syntax(c.Path, err)
	}
	if c.Tables != "" {
		if c.Catalog, err = catalog.Default().Override(c.inDir(c.Tables)); err != nil {
			return fmt.Errorf("%s: catalog: %w", c.Path, err)
		}
	}
	return c.checkReferences(file)
}

// names are the keys of a section in order.
func names[V any](section map[string]V) []string {
	all := make([]string, 0, len(section))
	for name := range section {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// inDir is a path of the file as seen from the workspace.
func (c *Config) inDir(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.dir, path)
}
