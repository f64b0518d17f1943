package workspace

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/suggest"
	"github.com/assayhq/assay/internal/usage"
)

// DefaultIndex is the index that is meant where none is named.
const DefaultIndex = "main"

// indexName is what an index can be called: it is the name of its directory.
var indexName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$`)

// indexDir is the directory of an index.
func (w *Workspace) indexDir(name string) (string, error) {
	if !indexName.MatchString(name) {
		return "", usage.Errorf("index %q: a name has letters, digits, dots, dashes and underscores, 64 at most", name)
	}
	return w.own("index", name)
}

// Indexes are the names of the indexes, sorted.
func (w *Workspace) Indexes() ([]string, error) {
	dir, err := w.own("index")
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && indexName.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// Index opens an index; without a name, the default one.
func (w *Workspace) Index(name string) (*embedded.Index, error) {
	if name == "" {
		name = DefaultIndex
	}
	dir, err := w.indexDir(name)
	if err != nil {
		return nil, err
	}
	x, err := embedded.Open(dir)
	if !errors.Is(err, embedded.ErrNone) {
		return x, err
	}
	names, _ := w.Indexes() // they are a hint only
	switch near := suggest.DidYouMean(name, names); {
	case near != "":
		err = fmt.Errorf("%w %s%s", err, name, near)
	case len(names) > 0:
		err = fmt.Errorf("%w %s; the workspace has %s", err, name, strings.Join(names, ", "))
	case name != DefaultIndex:
		err = fmt.Errorf("%w %s", err, name)
	}
	return nil, err
}

// RemoveIndex removes an index. Copies of it in engines stay.
func (w *Workspace) RemoveIndex(name string) error {
	dir, err := w.indexDir(name)
	if err != nil {
		return err
	}
	return embedded.Destroy(dir)
}
