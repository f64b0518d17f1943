// Package engine turns the name of a search engine and its settings into an engine that can be filled and
// searched. Each engine is a row of a table, which is what help, reference and reports print.
//
// It refuses names and settings that it does not know, and values that a setting does not take, before
// anything is sent. No key is a setting: settings name the environment variables that hold keys.
package engine

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// Errors of an engine; ask with errors.Is.
var (
	ErrExists  = remote.ErrExists  // of Create: the index is there
	ErrNoIndex = remote.ErrNoIndex // of all else: it is not
)

// Shape is what the records of an index look like.
type Shape struct {
	Schema    index.Schema
	Dimension int // 0 if records have no vectors
	Metric    index.Metric
}

// Engine is one index of one engine.
type Engine interface {
	index.Searcher
	Create(context.Context) error                           // makes it, or ErrExists
	Check(context.Context) error                            // that it is there, and of the shape that is set
	Add(context.Context, []index.Record) error              // replaces those of the same id; seen by the next search
	Delete(context.Context, []string) error                 // by id
	Settle(context.Context) error                           // makes what was written ready for searches of any process
	Count(context.Context) (int, error)                     // of records; may take long, see the row
	Vectors(context.Context, []string) ([][]float32, error) // by id; nil where there is none
	Drop(context.Context) error                             // deletes all of it
	MaxK() int                                              // hits that a query may ask for; 0 is any number
	Close() error
}

// Tested says against what an engine was tested.
type Tested string

// The ways of testing. Contract is a local server that is faithful to the published specification, which the
// official client accepts; Live is the engine itself.
const (
	Contract Tested = "contract"
	Live     Tested = "live"
)

// Row is one engine.
type Row struct {
	Name     string
	Doc      string
	Dense    bool // ranks by vectors
	BM25     bool // ranks by texts
	Hybrid   bool // by both
	Sharded  bool // spreads an index over machines
	Tested   Tested
	MaxK     int // hits of one query at most, unless set otherwise; 0 is any number
	Settings []Setting

	open func(*reader, Settings) (Engine, error)
}

// Modes are the ways of ranking that the engine has.
func (row *Row) Modes() []string {
	modes := []string{}
	for _, m := range []struct {
		has  bool
		name string
	}{{row.Dense, "dense"}, {row.BM25, "bm25"}, {row.Hybrid, "hybrid"}} {
		if m.has {
			modes = append(modes, m.name)
		}
	}
	return modes
}

// Names are those of the settings.
func (row *Row) Names() []string {
	names := make([]string, len(row.Settings))
	for i := range row.Settings {
		names[i] = row.Settings[i].Name
	}
	return names
}

// Has reports whether the engine has a setting.
func (row *Row) Has(setting string) bool { return slices.Contains(row.Names(), setting) }

// Setting is one thing that can be set, as text.
type Setting struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Default  string `json:"default,omitempty"` // what holds where nothing is set, for readers
	Required bool   `json:"required,omitempty"`
}

// Settings are what is set for one index, and what its records look like.
type Settings struct {
	Values map[string]string // by the name of the setting
	Shape

	Env   func(string) string // nil is os.Getenv
	HTTP  *http.Client        // nil is model.NewTransport()
	Retry *wrap.Retry         // nil is the default
}

// Rows are all engines, by name.
func Rows() []Row {
	rows := []Row{milvusRow, opensearchRow, pgvectorRow, qdrantRow, s3vectorsRow, weaviateRow}
	for i := range rows {
		rows[i].Settings = append(slices.Clone(rows[i].Settings), common...)
	}
	return rows
}

// Find is the engine of a name.
func Find(name string) (Row, error) {
	rows := Rows()
	names := make([]string, len(rows))
	for i := range rows {
		if rows[i].Name == name {
			return rows[i], nil
		}
		names[i] = rows[i].Name
	}
	return Row{}, fmt.Errorf("engine %q is not known; there are %s", name, strings.Join(names, ", "))
}

// Open makes the connection to an index and sends nothing.
func Open(name string, s Settings) (Engine, error) {
	row, err := Find(name)
	if err != nil {
		return nil, err
	}
	if s.Env == nil {
		s.Env = os.Getenv
	}
	r := &reader{values: s.Values}
	if err := row.known(s.Values); err != nil {
		return nil, fmt.Errorf("engine %s: %w", name, err)
	}
	e, err := row.open(r, s)
	if wrong := r.err(); wrong != nil {
		return nil, fmt.Errorf("engine %s: %w", name, wrong)
	}
	return e, err
}

// known reports settings that the row does not have, and those that it needs and are not there.
func (row *Row) known(values map[string]string) error {
	for _, s := range row.Settings {
		if s.Required && values[s.Name] == "" {
			return fmt.Errorf("%s is not set: %s", s.Name, s.Doc)
		}
	}
	for name := range values {
		if !row.Has(name) {
			return fmt.Errorf("%q is no setting of it; there are %s", name, strings.Join(row.Names(), ", "))
		}
	}
	return nil
}

// common are the settings that every remote engine has.
var common = []Setting{
	{Name: "timeout", Doc: "of one try of a request, such as 30s", Default: "1m"},
	{Name: "concurrency", Doc: "requests under way at once; it shrinks by itself where the engine is overrun",
		Default: "8"},
	{Name: "max_k", Doc: "hits that a query may ask for, where yours gives another number than the documented one"},
}
