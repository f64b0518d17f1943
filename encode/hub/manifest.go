package hub

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/assayhq/assay/internal/atomicfile"
)

// Kind and format of a manifest.
const (
	manifestKind   = "assay encoder"
	manifestFormat = 1
	manifestFile   = "manifest.json"
	maxManifest    = 4 << 20
)

// Manifest is what a model is and where it comes from. It is written last, so that a directory with a manifest is
// complete.
type Manifest struct {
	Kind     string    `json:"kind"`
	Format   int       `json:"format"`
	Tool     string    `json:"tool"`
	Name     string    `json:"name"`
	Source   string    `json:"source"` // the hub that it was pulled from
	SHA      string    `json:"sha"`
	Modified string    `json:"modified,omitempty"` // as the hub says
	Pulled   time.Time `json:"pulled"`             // the last time
	// Revisions are those that were asked for and gave this commit, with the last time that they did.
	Revisions  map[string]time.Time `json:"revisions"`
	License    string               `json:"license,omitempty"` // as the hub or the model's README says
	Gated      string               `json:"gated,omitempty"`
	ModelType  string               `json:"model_type,omitempty"` // of config.json
	Parameters int64                `json:"parameters,omitempty"` // numbers in the weights
	Files      []File               `json:"files"`
}

// File is a file of a model. Those of git have the name of their blob beside the hash.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Blob   string `json:"git_blob,omitempty"`
}

// Bytes is the size of all files.
func (m *Manifest) Bytes() int64 {
	var n int64
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// readManifest reads a directory's manifest; os.ErrNotExist says that there is none.
func readManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, manifestFile)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	switch err := json.Unmarshal(src, m); {
	case len(src) > maxManifest || err != nil || m.Kind != manifestKind:
		return nil, fmt.Errorf("%s is no manifest of a model; 'assay models rm' takes the model away, 'assay models pull' brings it back", path)
	case m.Format > manifestFormat:
		return nil, fmt.Errorf("%s has format %d, and this assay (%s) reads up to %d; use a newer one", path, m.Format,
			m.Kind, manifestFormat)
	}
	for _, f := range m.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) || f.Bytes < 0 {
			return nil, fmt.Errorf("%s names a file %q outside its directory", path, f.Path)
		}
	}
	return m, nil
}

// write stores the manifest in a directory, atomically.
func (m *Manifest) write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, manifestFile), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// errWrong is the error of a file that is not what the hub lists.
var errWrong = errors.New("is not the file that the hub lists")

// check reads a file and returns it with its size and SHA-256, which must be those that the hub lists.
func (f File) check(ctx context.Context, path string) (File, error) {
	in, err := os.Open(path)
	if err != nil {
		return f, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return f, err
	}
	if f.Bytes >= 0 && info.Size() != f.Bytes {
		return f, fmt.Errorf("%s %w: it has %d bytes and not %d", f.Path, errWrong, info.Size(), f.Bytes)
	}
	content := sha256.New()
	blob := sha1.New() // as git names a file: over its kind, its size and its bytes
	io.WriteString(blob, "blob "+strconv.FormatInt(info.Size(), 10)+"\x00")
	into := []io.Writer{content}
	if f.Blob != "" {
		into = append(into, blob)
	}
	if _, err := io.Copy(io.MultiWriter(into...), cancelled{ctx, in}); err != nil {
		return f, err
	}
	switch sum, name := hexSum(content), hexSum(blob); {
	case f.SHA256 != "" && sum != f.SHA256:
		return f, fmt.Errorf("%s %w: its SHA-256 is %s and not %s", f.Path, errWrong, sum, f.SHA256)
	case f.Blob != "" && name != f.Blob:
		return f, fmt.Errorf("%s %w: it is git blob %s and not %s", f.Path, errWrong, name, f.Blob)
	default:
		f.Bytes, f.SHA256 = info.Size(), sum
	}
	return f, nil
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// cancelled is a reader that ends with its context: reading a large file takes a while.
type cancelled struct {
	ctx context.Context
	io.Reader
}

func (c cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.Reader.Read(p)
}
