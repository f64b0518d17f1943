package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/assayhq/assay/internal/filelock"
)

// Pulled is the result of a pull.
type Pulled struct {
	*Model
	Present bool  // it was there, and nothing was fetched
	Fetched int64 // bytes that came over the network
}

// Pull fetches a model. What is there is not fetched again: for a commit the hub is not asked at all, for another
// revision once, for its commit. A pull that ends early leaves its files to the next one.
func (h *Hub) Pull(ctx context.Context, s *Store, n Name) (*Pulled, error) {
	if err := errors.Join(h.check(), n.check()); err != nil {
		return nil, err
	}
	if h.Offline || n.pinned() {
		m, err := s.find(n)
		if m != nil && !m.Cached {
			return &Pulled{Model: m, Present: true}, h.touch(ctx, s, m, n)
		}
		switch {
		case h.Offline && m != nil:
			return &Pulled{Model: m, Present: true}, nil
		case h.Offline && err != nil:
			return nil, err
		case h.Offline:
			return nil, offline(n)
		}
	}
	i, err := h.describe(ctx, n)
	if err != nil {
		return nil, err
	}
	repo, err := i.repo(n)
	if err != nil {
		return nil, err
	}
	n = Name{repo, n.Revision}
	if m := s.at(repo, i.SHA); m != nil {
		return &Pulled{Model: m, Present: true}, h.touch(ctx, s, m, n)
	}
	p, err := h.pull(ctx, s, n, i)
	return p, s.explain(err)
}

// at is a commit that is complete on this machine, or nil.
func (s *Store) at(repo, sha string) *Model {
	dir := filepath.Join(s.Root, filepath.FromSlash(repo), sha)
	found, err := readManifest(dir)
	if err != nil {
		return nil
	}
	m := &Model{Manifest: *found, Dir: dir}
	m.Name, m.SHA = repo, sha
	if m.Intact() != nil {
		return nil
	}
	return m
}

// lock keeps other processes from a model, and reports if it has to wait.
func (h *Hub) lock(ctx context.Context, s *Store, repo string) (unlock func() error, err error) {
	return s.lock(ctx, repo, func() {
		h.tell(Progress{Name: repo, Note: "another process is at this model: waiting for it"})
	})
}

// touch records that a model was pulled again, under which revision. That it cannot be written is no failure: all files
// are there.
func (h *Hub) touch(ctx context.Context, s *Store, m *Model, n Name) (err error) {
	unlock, err := h.lock(ctx, s, m.Name)
	if readOnly(err) {
		return nil
	}
	if err != nil {
		return s.explain(err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return s.explain(m.again(n))
}

// again records that a model was pulled again. The caller has its lock.
func (m *Model) again(n Name) error {
	m.asked(n)
	if err := m.write(m.Dir); err != nil && !readOnly(err) {
		return err
	}
	return nil
}

func readOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

// asked adds a revision that means this commit.
func (m *Manifest) asked(n Name) {
	m.Pulled = time.Now().UTC()
	if m.Revisions == nil {
		m.Revisions = map[string]time.Time{}
	}
	m.Revisions[n.revision()] = m.Pulled
}

// pull fetches a commit.
func (h *Hub) pull(ctx context.Context, s *Store, n Name, i *info) (p *Pulled, err error) {
	files, err := i.pick(n)
	if err != nil {
		return nil, err
	}
	unlock, err := h.lock(ctx, s, n.Repo)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if m := s.at(n.Repo, i.SHA); m != nil { // the other process was after the same
		return &Pulled{Model: m, Present: true}, m.again(n)
	}
	final := filepath.Join(s.Root, filepath.FromSlash(n.Repo), i.SHA)
	staging := filepath.Join(s.staging(n.Repo), i.SHA)
	if err := reopen(final, staging); err != nil {
		return nil, err
	}
	p = &Pulled{Model: &Model{Manifest: Manifest{Kind: manifestKind, Format: manifestFormat, Tool: h.Tool, Name: n.Repo,
		Source: h.Endpoint, SHA: i.SHA,
		Modified: clip(i.Modified), Gated: string(i.Gated), License: i.license()}, Dir: final}}
	if p.Files, err = h.fetchAll(ctx, s, n, i.SHA, files, p); err != nil {
		return nil, err
	}
	p.describe(staging)
	p.asked(n)
	return p, p.commit(staging, s.staging(n.Repo))
}

// reopen makes the staging directory of a model. A model that lost a file is moved there with the files that it has.
func reopen(final, staging string) error {
	if _, err := readManifest(final); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(final); err == nil {
		if err := os.RemoveAll(staging); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(staging), 0o777); err != nil {
			return err
		}
		return os.Rename(final, staging)
	}
	return os.MkdirAll(staging, 0o777)
}

// fetchAll fetches the files into the staging directory, one after the other.
func (h *Hub) fetchAll(ctx context.Context, s *Store, n Name, sha string, files []File, p *Pulled) ([]File, error) {
	others, _ := s.snapshots(n.Repo)
	dir := filepath.Join(s.staging(n.Repo), sha)
	shown := Progress{Name: n.Repo, SHA: sha, Of: len(files)}
	for _, f := range files {
		shown.Total += max(f.Bytes, 0)
	}
	var before int64
	asked := h.Readable == nil
	for k, f := range files {
		if f.weights() && !asked {
			if err := h.Readable(dir); err != nil {
				return nil, fmt.Errorf("model %q: its weights were not fetched: %w", n.Repo, err)
			}
			asked = true
		}
		d := &download{hub: h, name: n, sha: sha, file: f, path: filepath.Join(dir, filepath.FromSlash(f.Path))}
		reuse(others, f, d.path)
		d.report = func(have int64) {
			shown.File, shown.Files = f.Path, k
			shown.Bytes, shown.Fetched = before+have, p.Fetched+d.fetched
			h.tell(shown)
		}
		got, err := d.run(ctx)
		if err != nil {
			return nil, err
		}
		files[k] = got
		p.Fetched += d.fetched
		before += got.Bytes
		shown.Total += got.Bytes - max(f.Bytes, 0)
		shown.Files, shown.Bytes = k+1, before
		h.tell(shown)
	}
	return files, nil
}

// reuse links or copies a file of another commit that has the same hash: a model's card changes more often than its
// weights. Weights are linked, since they are never changed in place; what people edit is copied. A failure is ignored,
// because both are checked like fetched files.
func reuse(others []*Model, f File, path string) {
	for _, m := range others {
		for _, have := range m.Files {
			if have.Bytes != f.Bytes || (f.SHA256 == "" || have.SHA256 != f.SHA256) && (f.Blob == "" || have.Blob != f.Blob) {
				continue
			}
			from := filepath.Join(m.Dir, filepath.FromSlash(have.Path))
			if os.MkdirAll(filepath.Dir(path), 0o777) == nil && take(from, path, f.weights()) == nil {
				return
			}
		}
	}
}

func take(from, to string, link bool) error {
	if link {
		return os.Link(from, to)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// describe adds what the files contain to the manifest.
func (p *Pulled) describe(dir string) {
	p.ModelType, p.Parameters = modelType(dir, p.Files), parameters(dir, p.Files)
	if p.License == "" {
		p.License = readLicense(dir)
	}
}

// commit moves the model to its directory and removes the remains of earlier pulls.
func (p *Pulled) commit(staging, leftovers string) error {
	if err := p.tidy(staging); err != nil {
		return err
	}
	if err := p.write(staging); err != nil {
		return err
	}
	if err := filelock.SyncDir(staging); err != nil {
		return err
	}
	parent := filepath.Dir(p.Dir)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	if err := os.Rename(staging, p.Dir); err != nil {
		return fmt.Errorf("model %q: %w", p.Name, err)
	}
	if err := filelock.SyncDir(parent); err != nil {
		return err
	}
	return os.RemoveAll(leftovers)
}

// tidy removes what is no file of the model, such as parts of files after a repair.
func (p *Pulled) tidy(staging string) error {
	return filepath.WalkDir(staging, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(staging, path)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(p.Files, func(f File) bool { return filepath.FromSlash(f.Path) == rel }) {
			return nil
		}
		return os.Remove(path)
	})
}
