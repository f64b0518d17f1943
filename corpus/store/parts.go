package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/internal/filelock"
)

// maxSnapshots bounds how often a reader looks again because parts came and went while it looked.
const maxSnapshots = 50

// part is a part as its manifest describes it.
type part struct {
	name     string
	path     string
	manifest *manifest
	dir      *os.Root // held by readers; the files stay readable when the part is discarded
	held     *os.File // the directory, with a shared lock
	starts   [numTables][]int64
}

// holds reports whether the part has one of the documents.
func (p *part) holds(ids map[string]bool) bool {
	return slices.ContainsFunc(p.manifest.Documents, func(e entry) bool { return ids[e.ID] })
}

// computeStarts computes where the documents' rows start in a table.
func (p *part) computeStarts(table int) {
	starts := make([]int64, len(p.manifest.Documents)+1)
	for i := range p.manifest.Documents {
		starts[i+1] = starts[i] + p.manifest.Documents[i].rows(table)
	}
	p.starts[table] = starts
}

// rowsOf is the range of rows that a document has in a table that computeStarts was called for.
func (p *part) rowsOf(table, document int) (first, end int64) {
	return p.starts[table][document], p.starts[table][document+1]
}

func (p *part) close() error {
	var errs []error
	if p.held != nil {
		errs = append(errs, p.held.Close())
	}
	if p.dir != nil {
		errs = append(errs, p.dir.Close())
	}
	return errors.Join(errs...)
}

// partNames lists the parts in a directory.
func partNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && isPartName(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// readParts reads the manifests in a directory that no one else writes to. It returns the parts that
// count, and the names of those whose rows are in another.
func readParts(dir string) (parts []*part, replaced []string, err error) {
	names, err := partNames(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open corpus %q: %w", dir, err)
	}
	parts, err = openParts(dir, names)
	for _, p := range parts {
		err = errors.Join(err, p.close())
		p.dir, p.held = nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	parts, replaced = current(parts)
	return parts, replaced, distinct(dir, parts)
}

// snapshot opens the parts of a corpus that others may be writing to. Parts are taken only when the
// directory looked the same before and after they were opened.
func snapshot(dir string) ([]*part, error) {
	for range maxSnapshots {
		before, err := partNames(dir)
		if err != nil {
			return nil, err
		}
		parts, err := openParts(dir, before)
		after, again := partNames(dir)
		if err == nil && again == nil && slices.Equal(before, after) {
			kept, _ := current(parts)
			for _, p := range parts {
				if !slices.Contains(kept, p) {
					err = errors.Join(err, p.close())
				}
			}
			return kept, errors.Join(err, distinct(dir, kept))
		}
		for _, p := range parts {
			_ = p.close()
		}
		if err != nil && slices.Equal(before, after) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("parts came and went %d times while they were being opened", maxSnapshots)
}

// openParts opens parts by name. On an error it returns those that were opened before it.
func openParts(dir string, names []string) ([]*part, error) {
	var parts []*part
	for _, name := range names {
		p := &part{name: name, path: filepath.Join(dir, name)}
		parts = append(parts, p)
		if err := p.open(); err != nil {
			return parts, damaged(dir, name, err)
		}
	}
	return parts, nil
}

func (p *part) open() (err error) {
	if p.dir, err = os.OpenRoot(p.path); err != nil {
		return err
	}
	if p.held, err = p.dir.Open("."); err != nil {
		return err
	}
	if free, err := filelock.TryShare(p.held); err != nil || !free {
		return errors.Join(err, fs.ErrNotExist) // it is being deleted
	}
	p.manifest, err = readManifest(p.dir)
	return err
}

// current leaves out the parts that others replace.
func current(parts []*part) (kept []*part, replaced []string) {
	gone := make(map[string]bool)
	for _, p := range parts {
		for _, name := range p.manifest.Replaces {
			gone[name] = true
		}
	}
	for _, p := range parts {
		if gone[p.name] {
			replaced = append(replaced, p.name)
		} else {
			kept = append(kept, p)
		}
	}
	return kept, replaced
}

// distinct makes sure that no document is in two parts.
func distinct(dir string, parts []*part) error {
	seen := make(map[string]string)
	for _, p := range parts {
		for i := range p.manifest.Documents {
			id := p.manifest.Documents[i].ID
			if other, ok := seen[id]; ok {
				return fmt.Errorf("open corpus %q: document %q is in both %s and %s; "+
					"to go on, delete one of them and ingest its documents again", dir, id, other, p.name)
			}
			seen[id] = p.name
		}
	}
	return nil
}
