package store

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assayhq/assay/internal/filelock"
)

const (
	partPrefix = "part-"
	tmpName    = ".tmp"     // spools, parts being written and parts being removed: worthless after a crash
	pendName   = ".pending" // complete parts whose documents replace others that are still there
)

// output is a file being written; tests put failing ones in its place.
type output interface {
	io.Writer
	Sync() error
	Close() error
}

func createFile(path string) (output, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func newPartName() string {
	var b [8]byte
	rand.Read(b[:])
	return partPrefix + hex.EncodeToString(b[:])
}

// isPartName reports whether a directory is a part, and not one that the store has not made.
func isPartName(name string) bool {
	id, ok := strings.CutPrefix(name, partPrefix)
	if !ok || len(id) != 16 {
		return false
	}
	_, err := hex.DecodeString(id)
	return err == nil
}

// compareEntries is the order of documents in every table.
func compareEntries(a, b *entry) int {
	return cmp.Or(cmp.Compare(a.CIK, b.CIK), cmp.Compare(a.Year, b.Year), strings.Compare(a.ID, b.ID))
}

// fill writes the rows of one table.
type fill func(table int, out io.Writer) (rows int64, err error)

// draft is a part being written: a directory below .tmp, where no reader looks.
type draft struct {
	path   string
	create func(path string) (output, error)
	open   []output
}

// writePart makes a part and moves it to the directory into. Nothing is left of one that fails.
func (w *Writer) writePart(into string, m *manifest, rows fill) (name string, err error) {
	name = newPartName()
	d := &draft{path: filepath.Join(w.dir, tmpName, name), create: w.create}
	defer func() {
		if err != nil {
			d.discard()
		}
	}()
	if err := os.MkdirAll(d.path, 0o777); err != nil {
		return "", err
	}
	m.Kind, m.Format = manifestKind, formatVersion
	m.Tool, m.Created = w.tool, time.Now().UTC().Truncate(time.Second)
	for t := range tables {
		f, err := d.write(t, rows)
		if err != nil {
			return "", err
		}
		m.Files = append(m.Files, f)
	}
	if err := d.finish(m); err != nil {
		return "", err
	}
	return name, move(d.path, filepath.Join(into, name))
}

// write writes one table's file and leaves it open, so that all files are made durable at once.
func (d *draft) write(t int, rows fill) (file, error) {
	out, err := d.create(filepath.Join(d.path, tables[t].file()))
	if err != nil {
		return file{}, err
	}
	d.open = append(d.open, out)
	sum := &summed{out: out, hash: sha256.New()}
	n, err := rows(t, sum)
	if err != nil {
		return file{}, err
	}
	return file{Name: tables[t].file(), Rows: n, Bytes: sum.n, SHA256: hex.EncodeToString(sum.hash.Sum(nil))}, nil
}

// finish writes the manifest last and makes everything durable.
func (d *draft) finish(m *manifest) error {
	if err := m.check(); err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	out, err := d.create(filepath.Join(d.path, manifestName))
	if err != nil {
		return err
	}
	d.open = append(d.open, out)
	if _, err := io.Copy(out, bytes.NewReader(data)); err != nil {
		return err
	}
	var sync errgroup.Group
	for _, f := range d.open {
		sync.Go(f.Sync)
	}
	if err := errors.Join(sync.Wait(), d.close()); err != nil {
		return err
	}
	return filelock.SyncDir(d.path)
}

func (d *draft) close() error {
	var errs []error
	for _, f := range d.open {
		errs = append(errs, f.Close())
	}
	d.open = nil
	return errors.Join(errs...)
}

// discard removes a failed draft; what it cannot remove, the next writer will.
func (d *draft) discard() {
	_ = d.close()
	_ = os.RemoveAll(d.path)
}

// move renames a directory and makes the rename durable.
func move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(filelock.SyncDir(filepath.Dir(to)), filelock.SyncDir(filepath.Dir(from)))
}

// summed counts and hashes what is written.
type summed struct {
	out  io.Writer
	hash hash.Hash
	n    int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	s.hash.Write(p[:n])
	s.n += int64(n)
	return n, err
}
