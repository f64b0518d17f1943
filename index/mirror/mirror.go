// Package mirror turns an embedded index into a copy of it in a search engine, and keeps the copy up to date.
//
//	.assay/engines/NAME/
//	  copy.json   of which index it is a copy, and with what vectors
//	  held/       the records that the engine has acknowledged: an index of ids and hashes of texts
//
// The embedded index remains the truth: the engine gets its vectors and never makes any, so that an exact search of
// the same vectors can always be held against it. What the engine has acknowledged is noted here, because most
// engines cannot say cheaply what they hold. A copy that is stopped goes on from its last note; a killed one sends
// up to noteRecords again, which replaces them by themselves.
//
// It refuses an index in the engine that it has not made, and vectors of another embedder.
package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/index/remote"
	"github.com/assayhq/assay/internal/atomicfile"
)

// Kind and FormatVersion are what a note says it is.
const (
	Kind          = "assay engine copy"
	FormatVersion = 1
)

const (
	noteName = "copy.json"
	heldName = "held"
	maxNote  = 1 << 20
)

var (
	// ErrNone is the error of Open where nothing was copied.
	ErrNone = errors.New("it holds no copy of an index; make one with: assay index build --engine NAME")

	errForeign = errors.New("it has an index of this name that was not put there from this workspace; name another one, or delete that one in the engine")
	errOther   = errors.New("it holds vectors of another embedder, or other fields; --fresh drops the copy and makes it anew")
)

// Note says what an engine holds.
type Note struct {
	Kind     string            `json:"kind"`
	Format   int               `json:"format"`
	Tool     string            `json:"tool"` // version of the assay that wrote last
	Type     string            `json:"type"` // of the engine
	Settings map[string]string `json:"settings"`
	Index    string            `json:"index"` // of which it is a copy
	Embedder *embed.Info       `json:"embedder,omitempty"`
	Schema   index.Schema      `json:"schema"`
}

// Shape is what the records look like to the engine.
func (n *Note) Shape() remote.Shape {
	s := remote.Shape{Schema: n.Schema}
	if n.Embedder != nil {
		s.Dimension, s.Metric = n.Embedder.Dimension, index.Cosine
	}
	return s
}

// same reports whether what an engine holds can be brought up to what another note says.
func (n *Note) same(other *Note) bool {
	sameVectors := (n.Embedder == nil) == (other.Embedder == nil) && (n.Embedder == nil || *n.Embedder == *other.Embedder)
	return n.Type == other.Type && n.Index == other.Index && sameVectors &&
		slices.EqualFunc(n.Schema, other.Schema, func(a, b index.Field) bool { return a.Name == b.Name && a.Kind == b.Kind })
}

// Read is the note of a directory.
func Read(dir string) (*Note, error) {
	path := filepath.Join(dir, noteName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err == nil && info.Size() > maxNote {
		err = fmt.Errorf("it has %d bytes", info.Size())
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	n := new(Note)
	if err == nil {
		err = json.Unmarshal(text, n)
	}
	if err == nil {
		err = n.check()
	}
	if err != nil {
		return nil, fmt.Errorf("read note %q: %w", path, err)
	}
	return n, nil
}

func (n *Note) check() error {
	switch {
	case n.Kind != Kind:
		return fmt.Errorf("it says it is %q, not %q", n.Kind, Kind)
	case n.Format < 1 || n.Format > FormatVersion:
		return fmt.Errorf("its format is %d and this assay knows formats up to %d; update assay", n.Format, FormatVersion)
	}
	return n.Shape().Validate()
}

// write puts a note into a directory, whole or not at all.
func (n *Note) write(dir string) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	err = atomicfile.Write(filepath.Join(dir, noteName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("write note: %w", err)
	}
	return nil
}

// Mirror is the copy of one index in one engine.
type Mirror struct {
	Note *Note
	dir  string
	to   engine.Engine
	held *embedded.Index
}

// Begin opens the copy that an engine holds, or makes the index in the engine for it.
func Begin(ctx context.Context, dir string, n *Note, to engine.Engine) (*Mirror, error) {
	n.Kind, n.Format = Kind, FormatVersion
	old, err := Read(dir)
	switch {
	case errors.Is(err, ErrNone):
		err = create(ctx, dir, n, to)
	case err != nil:
	case !old.same(n):
		err = errOther
	default:
		err = resume(ctx, dir, n, to)
	}
	if err != nil {
		return nil, err
	}
	m := &Mirror{Note: n, dir: dir, to: to}
	m.held, err = embedded.Open(m.heldDir())
	return m, err
}

func (m *Mirror) heldDir() string { return filepath.Join(m.dir, heldName) }

// create makes the index in the engine. It is noted before: an index without a note would be taken for
// somebody else's.
func create(ctx context.Context, dir string, n *Note, to engine.Engine) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	held := index.Schema{{Name: textHash, Kind: index.Int}}
	if err := embedded.Create(filepath.Join(dir, heldName), n.Tool, embedded.Settings{Schema: held}); err != nil && !errors.Is(err, embedded.ErrExists) {
		return err
	}
	if err := n.write(dir); err != nil {
		return err
	}
	err := to.Create(ctx)
	if errors.Is(err, remote.ErrExists) {
		err = errForeign
	}
	if err != nil {
		return errors.Join(err, forget(dir))
	}
	return nil
}

// resume looks whether the engine still has the index. One that was noted and never made is made now.
func resume(ctx context.Context, dir string, n *Note, to engine.Engine) error {
	err := to.Check(ctx)
	if !errors.Is(err, remote.ErrNoIndex) {
		return errors.Join(err, n.write(dir))
	}
	held, openErr := embedded.Open(filepath.Join(dir, heldName))
	if openErr != nil {
		return openErr
	}
	records := held.Len()
	if err := held.Close(); err != nil {
		return err
	}
	if records > 0 {
		return fmt.Errorf("it has lost the copy of %d sentences that it held (%w); --fresh makes it anew", records, err)
	}
	return to.Create(ctx)
}

// Held is the number of records that the engine has acknowledged.
func Held(dir string) (int, error) {
	x, err := embedded.Open(filepath.Join(dir, heldName))
	if err != nil {
		return 0, err
	}
	return x.Len(), x.Close()
}

// Drop deletes the copy, in the engine and here. One that the engine has lost is dropped, too.
func Drop(ctx context.Context, dir string, to engine.Engine) error {
	if _, err := Read(dir); err != nil {
		return err
	}
	if err := to.Drop(ctx); err != nil && !errors.Is(err, remote.ErrNoIndex) {
		return err
	}
	return forget(dir)
}

// forget takes the note away, and then what was held: an interrupted one leaves no note that claims records.
func forget(dir string) error {
	err := embedded.Destroy(filepath.Join(dir, heldName))
	if err == nil || errors.Is(err, embedded.ErrNone) {
		err = os.RemoveAll(dir)
	}
	return err
}

// Close ends the use of what is noted. The engine is the caller's.
func (m *Mirror) Close() error { return m.held.Close() }
