package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/parquet-go/parquet-go"
)

// Corpus is a corpus as it was when it was opened: what a writer does later is not seen. Its methods
// may be called from many goroutines.
type Corpus struct {
	dir   string
	parts []*part
	runs  []run // all documents in order

	mu    sync.Mutex
	files map[tableOf]*tableFile
	ids   map[string]ref
}

// ErrNone is the error of Open for a directory without a corpus.
var ErrNone = errors.New("there is no corpus; make one with: assay ingest PATH")

// ErrNotFound is the error for a document or sentence that the corpus does not have.
var ErrNotFound = errors.New("not in the corpus")

// ref is a document's place.
type ref struct{ part, document int }

// tableOf names a table of a part.
type tableOf struct{ part, table int }

// tableFile is an open Parquet file.
type tableFile struct {
	path string
	file *os.File
	data *parquet.File
}

// Open opens the corpus in dir for reading. A writer may be at work.
func Open(dir string) (*Corpus, error) {
	parts, err := snapshot(dir)
	if errors.Is(err, fs.ErrNotExist) && !hasPart(err) {
		err = ErrNone
	}
	if err != nil {
		for _, p := range parts {
			_ = p.close()
		}
		return nil, fmt.Errorf("open corpus %q: %w", dir, err)
	}
	c := &Corpus{dir: dir, parts: parts, runs: interleave(parts, nil), files: make(map[tableOf]*tableFile)}
	for _, p := range parts {
		for t := range tables {
			p.computeStarts(t)
		}
	}
	return c, nil
}

// hasPart reports whether an error is about a part rather than about the corpus.
func hasPart(err error) bool {
	var d *damage
	return errors.As(err, &d)
}

// Close ends the use of the corpus. Sequences from it must not be used any more.
func (c *Corpus) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, f := range c.files {
		errs = append(errs, f.file.Close())
	}
	for _, p := range c.parts {
		errs = append(errs, p.close())
	}
	c.files, c.parts = nil, nil
	c.runs, c.ids = nil, nil
	return errors.Join(errs...)
}

// table opens a table of a part, once.
func (c *Corpus) table(part, t int) (*tableFile, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		return nil, fmt.Errorf("read corpus %q: %w", c.dir, os.ErrClosed)
	}
	key := tableOf{part, t}
	if f := c.files[key]; f != nil {
		return f, nil
	}
	p := c.parts[part]
	f := &tableFile{path: filepath.Join(p.path, tables[t].file())}
	var err error
	if f.file, err = p.dir.Open(tables[t].file()); err != nil {
		return nil, fmt.Errorf("read %q: %w", f.path, err)
	}
	if f.data, err = openTable(f.file, p, t); err != nil {
		return nil, errors.Join(fmt.Errorf("read %q: %w", f.path, err), f.file.Close())
	}
	c.files[key] = f
	return f, nil
}

// find is the place of a document.
func (c *Corpus) find(docID string) (ref, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil {
		c.ids = make(map[string]ref)
		for i, p := range c.parts {
			for j := range p.manifest.Documents {
				c.ids[p.manifest.Documents[j].ID] = ref{i, j}
			}
		}
	}
	at, ok := c.ids[docID]
	return at, ok
}

// Stats counts what is in a corpus, as its manifests say.
type Stats struct {
	Documents  int64            `json:"documents"`
	Companies  int              `json:"companies"` // different known CIKs
	Items      int64            `json:"items"`
	Paragraphs int64            `json:"paragraphs"`
	Sentences  int64            `json:"sentences"`
	Words      int64            `json:"words"`
	Tables     int64            `json:"tables"`
	Cells      int64            `json:"cells"`
	Facts      int64            `json:"facts"`
	Bytes      int64            `json:"source_bytes"` // of unpacked sources
	Parts      int              `json:"parts"`
	DiskBytes  int64            `json:"disk_bytes"`
	Forms      map[string]int64 `json:"forms"` // documents of each form
	Years      map[string]int64 `json:"years"`
}

// Stats counts what is in the corpus without reading rows.
func (c *Corpus) Stats() Stats {
	s := Stats{Parts: len(c.parts), Forms: map[string]int64{}, Years: map[string]int64{}}
	ciks := make(map[int64]bool)
	for _, p := range c.parts {
		s.DiskBytes += p.manifest.bytes()
		for t, n := range [numTables]*int64{&s.Documents, &s.Items, &s.Paragraphs, &s.Tables, &s.Cells, &s.Sentences, &s.Facts} {
			*n += p.manifest.Files[t].Rows
		}
		for i := range p.manifest.Documents {
			e := &p.manifest.Documents[i]
			s.Words += e.Words
			s.Bytes += e.Bytes
			ciks[e.CIK] = true
			s.Forms[e.Form]++
			s.Years[strconv.Itoa(int(e.Year))]++
		}
	}
	delete(ciks, 0)
	s.Companies = len(ciks)
	return s
}

// Verify reads every file and compares it with the hash in its manifest.
func (c *Corpus) Verify(ctx context.Context) error {
	for _, p := range c.parts {
		for _, f := range p.manifest.Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := p.verify(f); err != nil {
				return damaged(c.dir, p.name, err)
			}
		}
	}
	return nil
}

func (p *part) verify(f file) error {
	in, err := p.dir.Open(f.Name)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("%s is not what was written: its SHA-256 differs from the manifest's", f.Name)
	}
	return nil
}
