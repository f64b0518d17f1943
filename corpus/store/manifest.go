package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// formatVersion is the version of the layout of parts that this package writes. Parts of a newer one
// are refused, older ones are read.
const formatVersion = 1

const (
	manifestName     = "manifest.json"
	manifestKind     = "assay corpus part"
	maxManifestBytes = 4 << 30
)

// manifest lists what a part holds. It appears with the part, by one rename, so a part with a manifest is complete.
type manifest struct {
	Kind      string    `json:"kind"`
	Format    int       `json:"format"`
	Tool      string    `json:"tool"`
	Created   time.Time `json:"created"`
	Replaces  []string  `json:"replaces,omitempty"` // parts whose rows are in this one
	Files     []file    `json:"files"`              // in the order of tables
	Documents []entry   `json:"documents"`          // in the order of their rows
}

// file is one table of a part.
type file struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// entry is one document of a part: enough to find its rows, to choose documents, and to know a source
// again, without opening a Parquet file.
type entry struct {
	ID      string       `json:"id"`
	CIK     int64        `json:"cik,omitempty"`
	Year    int32        `json:"year,omitempty"`
	Form    string       `json:"form,omitempty"`
	Family  string       `json:"family,omitempty"`
	SHA256  string       `json:"sha256"`
	Reader  string       `json:"reader"`
	Words   int64        `json:"words,omitempty"`
	Bytes   int64        `json:"bytes,omitempty"`
	Lengths rowsPerTable `json:"rows"` // in the order of tables, documents left out
}

// rowsPerTable counts the rows of a document in every table but documents.
type rowsPerTable [numTables - 1]int32

func (e *entry) rows(table int) int64 {
	if table == documentsTable {
		return 1
	}
	return int64(e.Lengths[table-1])
}

func entryOf(d *Document) entry {
	e := entry{
		ID: d.DocID, CIK: d.CIK, Year: d.Year, Form: d.Form, Family: d.FormFamily,
		SHA256: d.SHA256, Reader: d.ReaderVersion, Words: d.Words, Bytes: d.Bytes,
	}
	for t := range tables {
		if count := tables[t].count; count != nil {
			e.Lengths[t-1] = *count(d)
		}
	}
	return e
}

// readManifest reads a part's manifest and holds the part's files to it.
func readManifest(dir *os.Root) (*manifest, error) {
	info, err := dir.Stat(manifestName)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxManifestBytes {
		return nil, fmt.Errorf("%s has %d bytes, more than %d", manifestName, info.Size(), int64(maxManifestBytes))
	}
	data, err := dir.ReadFile(manifestName)
	if err != nil {
		return nil, err
	}
	m := new(manifest)
	if err := checkVersion(data); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", manifestName, err)
	}
	return m, errors.Join(m.check(), m.checkFiles(dir))
}

// checkVersion comes before the rest is decoded: a newer format may mean anything.
func checkVersion(data []byte) error {
	var head struct {
		Kind   string `json:"kind"`
		Format int    `json:"format"`
		Tool   string `json:"tool"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("%s is damaged: %w", manifestName, err)
	}
	if head.Kind != manifestKind {
		return fmt.Errorf("%s is of kind %q, not %q", manifestName, head.Kind, manifestKind)
	}
	if head.Format > formatVersion {
		return fmt.Errorf("written in format %d by assay %s, and this assay reads formats up to %d: install a newer assay",
			head.Format, head.Tool, formatVersion)
	}
	if head.Format < 1 {
		return fmt.Errorf("%s names no format version", manifestName)
	}
	return nil
}

// check makes sure that the counts agree, because positions of rows are computed from them.
func (m *manifest) check() error {
	if len(m.Files) != numTables {
		return fmt.Errorf("%s names %d files, not %d", manifestName, len(m.Files), numTables)
	}
	for t := range tables {
		if m.Files[t].Name != tables[t].file() {
			return fmt.Errorf("%s names file %q, want %q", manifestName, m.Files[t].Name, tables[t].file())
		}
		var sum int64
		for i := range m.Documents {
			n := m.Documents[i].rows(t)
			if n < 0 {
				return fmt.Errorf("%s gives document %q %d rows in %s", manifestName, m.Documents[i].ID, n, m.Files[t].Name)
			}
			sum += n
		}
		if sum != m.Files[t].Rows {
			return fmt.Errorf("%s gives %s %d rows and its documents %d", manifestName, m.Files[t].Name, m.Files[t].Rows, sum)
		}
	}
	for i := 1; i < len(m.Documents); i++ {
		if compareEntries(&m.Documents[i-1], &m.Documents[i]) >= 0 {
			return fmt.Errorf("%s lists document %q after %q", manifestName, m.Documents[i].ID, m.Documents[i-1].ID)
		}
	}
	return nil
}

func (m *manifest) checkFiles(dir *os.Root) error {
	for _, f := range m.Files {
		info, err := dir.Stat(f.Name)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is missing", f.Name)
		}
		if err != nil {
			return err
		}
		if info.Size() != f.Bytes {
			return fmt.Errorf("%s has %d bytes and was written with %d: it is truncated or was changed", f.Name, info.Size(), f.Bytes)
		}
	}
	return nil
}

// bytes is the size of the part's files.
func (m *manifest) bytes() int64 {
	var n int64
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// damage is the error about a part that cannot be read.
type damage struct {
	path  string
	cause error
}

func (d *damage) Error() string {
	return fmt.Sprintf("open corpus part %q: %v; to go on without it, delete that directory and ingest its documents again",
		d.path, d.cause)
}

func (d *damage) Unwrap() error { return d.cause }

func damaged(dir, part string, err error) error { return &damage{filepath.Join(dir, part), err} }
