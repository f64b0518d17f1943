// Package enginecopy turns an embedded index into a copy of it in a search engine.
//
//	.assay/engines/NAME/
//	  copy.json   which index was copied, and with what vectors
//	  held/       the records that the engine has acknowledged: an index of ids and hashes of texts
//
// The embedded index remains the truth: the engine gets its vectors and makes none, so that an exact search of the
// same vectors can always be compared with the engine's. What the engine has acknowledged is noted here, because most
// engines cannot say cheaply what they hold. After a kill, the records since the last note are sent again, which
// changes nothing.
//
// It refuses an index in the engine that it has not made, and vectors of another embedder.
package enginecopy

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
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/index/update"
	"github.com/assayhq/assay/internal/atomicfile"
)

const (
	kind     = "assay engine copy"
	format   = 1
	infoName = "copy.json"
	heldName = "held"
	maxInfo  = 1 << 20
	textHash = "text_hash"
)

var (
	// ErrNone is the error of Read if nothing was copied.
	ErrNone = errors.New("it holds no copy of an index; make one with: assay index build --engine NAME")

	errForeign = errors.New("it has an index of this name that was not put there from this workspace; name another " +
		"one, or delete that one in the engine")
	errOther = errors.New("it holds vectors of another embedder, or other fields; --fresh drops the copy and makes it again")
)

// Info is what an engine holds.
type Info struct {
	Kind     string            `json:"kind"`
	Format   int               `json:"format"`
	Tool     string            `json:"tool"` // version of the program that wrote last
	Type     string            `json:"type"` // of the engine
	Settings map[string]string `json:"settings"`
	Index    string            `json:"index"` // that was copied
	Embedder *embed.Info       `json:"embedder,omitempty"`
	Schema   index.Schema      `json:"schema"`
}

// Shape is what the records look like to the engine.
func (i *Info) Shape() engine.Shape {
	s := engine.Shape{Schema: i.Schema}
	if i.Embedder != nil {
		s.Dimension, s.Metric = i.Embedder.Dimension, index.Cosine
	}
	return s
}

// same reports whether a copy can be brought up to date with another description.
func (i *Info) same(o *Info) bool {
	sameVectors := i.Embedder == o.Embedder || i.Embedder != nil && o.Embedder != nil && *i.Embedder == *o.Embedder
	sameField := func(a, b index.Field) bool { return a.Name == b.Name && a.Kind == b.Kind }
	return i.Type == o.Type && i.Index == o.Index && sameVectors && slices.EqualFunc(i.Schema, o.Schema, sameField)
}

func (i *Info) check() error {
	switch {
	case i.Kind != kind:
		return fmt.Errorf("its kind is %q, want %q", i.Kind, kind)
	case i.Format < 1 || i.Format > format:
		return fmt.Errorf("its format is %d and this assay knows formats up to %d; update assay", i.Format, format)
	}
	return remote.Shape(i.Shape()).Validate()
}

// Read reads what the directory of a copy says of it.
func Read(dir string) (*Info, error) {
	path := filepath.Join(dir, infoName)
	file, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err == nil && file.Size() > maxInfo {
		err = fmt.Errorf("it has %d bytes", file.Size())
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	i := new(Info)
	if err == nil {
		err = json.Unmarshal(text, i)
	}
	if err == nil {
		err = i.check()
	}
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	return i, nil
}

func (i *Info) write(dir string) error {
	text, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, infoName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// Open makes the index in the engine if it is not there, and returns it as the target of an update. Kind and Format of
// the description are set.
func Open(ctx context.Context, dir string, i *Info, to engine.Engine) (update.Target, error) {
	i.Kind, i.Format = kind, format
	old, err := Read(dir)
	switch {
	case errors.Is(err, ErrNone):
		err = create(ctx, dir, i, to)
	case err != nil:
	case !old.same(i):
		err = errOther
	default:
		err = resume(ctx, dir, i, to)
	}
	return update.Target{Dir: filepath.Join(dir, heldName), Engine: to, Vectors: i.Embedder != nil}, err
}

// create makes the index in the engine. It is described here first: an index without a description would be taken for
// that of another workspace.
func create(ctx context.Context, dir string, i *Info, to engine.Engine) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	held := embedded.Settings{Schema: index.Schema{{Name: textHash, Kind: index.Int}}}
	err := embedded.Create(filepath.Join(dir, heldName), i.Tool, held)
	if err != nil && !errors.Is(err, embedded.ErrExists) {
		return err
	}
	if err := i.write(dir); err != nil {
		return err
	}
	err = to.Create(ctx)
	if errors.Is(err, engine.ErrExists) {
		err = errForeign
	}
	if err != nil {
		return errors.Join(err, forget(dir))
	}
	return nil
}

// resume checks that the engine still has the index. One that was described and never made is made now.
func resume(ctx context.Context, dir string, i *Info, to engine.Engine) error {
	err := to.Check(ctx)
	if !errors.Is(err, engine.ErrNoIndex) {
		return errors.Join(err, i.write(dir))
	}
	records, countErr := Len(dir)
	if countErr != nil {
		return countErr
	}
	if records > 0 {
		return fmt.Errorf("it has lost the copy of %d sentences that it held (%w); --fresh makes it again", records, err)
	}
	return to.Create(ctx)
}

// Len is the number of records that the engine has acknowledged.
func Len(dir string) (int, error) {
	x, err := embedded.Open(filepath.Join(dir, heldName))
	if err != nil {
		return 0, err
	}
	return x.Len(), x.Close()
}

// Drop deletes the copy in the engine, where it may be gone already, and its directory.
func Drop(ctx context.Context, dir string, from engine.Engine) error {
	if _, err := Read(dir); err != nil {
		return err
	}
	if err := from.Drop(ctx); err != nil && !errors.Is(err, engine.ErrNoIndex) {
		return err
	}
	return forget(dir)
}

// forget deletes the records first: a description that is left by an interruption claims none.
func forget(dir string) error {
	err := embedded.Destroy(filepath.Join(dir, heldName))
	if err == nil || errors.Is(err, embedded.ErrNone) {
		err = os.RemoveAll(dir)
	}
	return err
}
