// Package docqa turns questions about long documents into answers, in several ways that are compared with each
// other: by the model's memory alone, by the whole document, by what the index finds in it, by the provider's
// own search, and without any model.
//
// Each way is a mode: one file and one row of modes. All are systems, so that runs, resuming, replays and statistics
// are those of every other suite. The package also scores what is particular to such answers, and writes the JSON
// file that earlier tools for this task wrote.
//
// It refuses to cut a document: one that a model cannot read whole is the outcome too_long.
package docqa

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
)

// setup is what modes are made of.
type setup struct {
	Documents *documentStore // nil where cases hold their documents themselves
	Corpus    *corpusSearch  // of documents that cases only name; nil is none
	Client    *model.Client  // nil where no model is asked
	Request   model.Request  // the model and its parameters
	System    string         // the system prompt; empty is that of the mode
	Window    int            // tokens that the model takes; 0 is unknown
	K, Around int            // sentences that are found, and how many around each are shown
	Rewrite   bool           // the model is asked for a search query first
	Embedder  embed.Embedder // of documents that cases hold; nil searches them by words alone

	Stores func(*setup) (system.System, error) // the provider's search, for the mode file_search
}

// Defaults of a setup.
const (
	defaultK      = 10
	defaultAround = 2
)

// mode is a way to answer.
type mode struct {
	Name    string
	Doc     string
	Version string // changes with what the mode makes of a case, so that old answers are not taken over
	Asks    bool   // a model
	Prompt  string // of the system, where none is given
	Finds   bool   // evidence
	Open    func(*setup) (system.System, error)
}

// modes are all there are.
var modes = []mode{
	closedBook,
	contextWindow,
	retrieval,
	fileSearch,
	extractive,
}

// findMode is the mode of a name.
func findMode(name string) (*mode, error) {
	at := slices.IndexFunc(modes, func(m mode) bool { return m.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("unknown mode %q; there are %s", name, strings.Join(modeNames(), ", "))
	}
	return &modes[at], nil
}

// modeNames are the names of all modes.
func modeNames() (names []string) {
	for i := range modes {
		names = append(names, modes[i].Name)
	}
	return names
}

// check refuses a setup that a mode cannot work with.
func (s *setup) check(m *mode) error {
	switch {
	case m.Asks && s.Client == nil:
		return fmt.Errorf("mode %s asks a model, and none is named", m.Name)
	case s.Rewrite && !m.Finds:
		return fmt.Errorf("mode %s searches nothing, so there is no query to rewrite", m.Name)
	case s.Rewrite && s.Client == nil:
		return fmt.Errorf("mode %s asks no model, so none can rewrite its queries", m.Name)
	case m.Finds && (s.K < 1 || s.K > maxK || s.Around < 0 || s.Around > maxAround):
		return fmt.Errorf("%d sentences with %d around each: it is 1 to %d, and 0 to %d around", s.K, s.Around, maxK, maxAround)
	}
	return nil
}

// Bounds of what is shown to a model.
const (
	maxK      = 200
	maxAround = 20
)

// openMode makes the system of a mode.
func openMode(name string, s *setup) (system.System, *mode, error) {
	m, err := findMode(name)
	if err == nil {
		err = s.check(m)
	}
	if err != nil {
		return nil, nil, err
	}
	sys, err := m.Open(s)
	return sys, m, err
}
