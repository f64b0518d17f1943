package hub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assayhq/assay/internal/filelock"
)

// DirVar names the directory of models.
const DirVar = "ASSAY_MODELS"

// stagingDir, in the directory of models, holds incomplete models and locks. No organisation has a name that begins with
// a dot.
const stagingDir = ".pulling"

// Store is the models on this machine: ORG/NAME/COMMIT/ in a directory that all workspaces share, and those in the
// cache of the hub's own tools, which are only read.
type Store struct {
	Root  string
	Cache string // of the hub's own tools
}

// Model is a model on this machine.
type Model struct {
	Manifest
	Dir    string
	Cached bool // in the cache of the hub's own tools, without a manifest
}

// Open finds the directories of models. It creates none.
func Open(getenv func(string) string) (*Store, error) {
	s := &Store{Root: getenv(DirVar), Cache: cacheDir(getenv)}
	if s.Root != "" {
		return s, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("models: this account has no directory for caches (%w); set %s to a directory", err, DirVar)
	}
	s.Root = filepath.Join(dir, "assay", "models")
	return s, nil
}

// Find finds a model: the commit that is named, or the one that was pulled last for the revision; then the same
// in the cache of the hub's own tools; then a directory of that name. A path (/…, ./…, ../…) is only a directory.
func (s *Store) Find(name string) (*Model, error) {
	if filepath.IsAbs(name) || name == "." || name == ".." || strings.HasPrefix(filepath.ToSlash(name), "./") ||
		strings.HasPrefix(filepath.ToSlash(name), "../") {
		return atPath(name)
	}
	n, err := ParseName(name)
	if err != nil {
		if m, pathErr := atPath(name); pathErr == nil {
			return m, nil
		}
		return nil, err
	}
	m, err := s.find(n)
	if err != nil || m != nil {
		return m, err
	}
	if m, err := atPath(name); err == nil {
		return m, nil
	}
	return nil, fmt.Errorf("model %q is not on this machine; 'assay models pull %s' fetches it, 'assay models ls "+
		"--local' lists what is there", name, n)
}

// find is a model by name, or nil.
func (s *Store) find(n Name) (*Model, error) {
	all, problems := s.named(n)
	if len(all) == 0 {
		if len(problems) > 0 {
			return nil, errors.Join(problems...)
		}
		return s.inCache(n)
	}
	last := slices.MaxFunc(all, func(a, b *Model) int { return a.pulledAs(n.Revision).Compare(b.pulledAs(n.Revision)) })
	for _, m := range all {
		if m.Name != last.Name {
			return nil, fmt.Errorf("model %q: both %s and %s are here; name one of them", n.Repo, min(m.Name, last.Name),
				max(m.Name, last.Name))
		}
	}
	if err := last.Intact(); err != nil {
		return nil, err
	}
	return last, nil
}

// atPath is a directory that holds a model.
func atPath(path string) (*Model, error) {
	for _, name := range []string{"config.json", "modules.json", weightsFile} {
		if _, err := os.Stat(filepath.Join(path, name)); err == nil {
			m := &Model{Manifest: Manifest{Name: path}, Dir: path}
			if found, err := readManifest(path); err == nil {
				m.Manifest = *found
			}
			return m, nil
		}
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("model %q: %w", path, err)
	}
	return nil, fmt.Errorf("model %q: the directory has no config.json, no modules.json and no %s", path, weightsFile)
}

// Intact checks that all files are there with their sizes; Verify reads them.
func (m *Model) Intact() error {
	for _, f := range m.Files {
		info, err := os.Stat(filepath.Join(m.Dir, filepath.FromSlash(f.Path)))
		if err == nil && info.Size() != f.Bytes {
			err = fmt.Errorf("%s has %d bytes and not %d", f.Path, info.Size(), f.Bytes)
		}
		if err != nil {
			return fmt.Errorf("model %q is damaged: %w; 'assay models pull %s@%s' brings it back", m.Name, err, m.Name, m.SHA)
		}
	}
	return nil
}

// Verify reads all files of a model and reports those that are not what was pulled. A model without a manifest is an
// error: nothing is known of its files.
func (m *Model) Verify(ctx context.Context) error {
	if m.Cached || len(m.Files) == 0 {
		return fmt.Errorf("model %q has no manifest: what its files should be is unknown", m.Name)
	}
	var problems []error
	for _, f := range m.Files {
		if _, err := f.check(ctx, filepath.Join(m.Dir, filepath.FromSlash(f.Path))); err != nil {
			problems = append(problems, fmt.Errorf("model %q: %w", m.Name, err))
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return errors.Join(problems...)
}

// List returns every model on this machine, by name and then the last first, those of the other cache at the end, and
// the problems of those that cannot be read.
func (s *Store) List() ([]*Model, []error) {
	var all []*Model
	var problems []error
	for _, org := range subdirs(s.Root, validSegment) {
		for _, name := range subdirs(filepath.Join(s.Root, org), validSegment) {
			found, wrong := s.snapshots(org + "/" + name)
			slices.SortFunc(found, func(a, b *Model) int { return b.Pulled.Compare(a.Pulled) })
			all, problems = append(all, found...), append(problems, wrong...)
		}
	}
	return append(all, s.cached()...), problems
}

// named are the models that a name can mean.
func (s *Store) named(n Name) (all []*Model, problems []error) {
	repos := []string{n.Repo}
	if !strings.Contains(n.Repo, "/") {
		repos = nil
		for _, org := range subdirs(s.Root, validSegment) {
			repos = append(repos, org+"/"+n.Repo)
		}
	}
	for _, repo := range repos {
		found, wrong := s.snapshots(repo)
		all, problems = append(all, found...), append(problems, wrong...)
	}
	return slices.DeleteFunc(all, func(m *Model) bool { return !m.answers(n.Revision) }), problems
}

// pulledAs is when a revision last meant this model.
func (m *Model) pulledAs(revision string) time.Time {
	if t, ok := m.Revisions[revision]; ok {
		return t
	}
	return m.Pulled
}

// answers reports whether a model is what a revision means.
func (m *Model) answers(revision string) bool {
	_, gave := m.Revisions[revision]
	return revision == "" || m.SHA == revision || gave ||
		partial.MatchString(revision) && strings.HasPrefix(m.SHA, revision)
}

// snapshots are the commits of a model on this machine.
func (s *Store) snapshots(repo string) (all []*Model, problems []error) {
	dir := filepath.Join(s.Root, filepath.FromSlash(repo))
	for _, sha := range subdirs(dir, commit.MatchString) {
		found, err := readManifest(filepath.Join(dir, sha))
		if err != nil {
			problems = append(problems, err)
			continue
		}
		found.Name, found.SHA = repo, sha
		all = append(all, &Model{Manifest: *found, Dir: filepath.Join(dir, sha)})
	}
	return all, problems
}

// subdirs are the directories in a directory whose names are of a kind.
func subdirs(dir string, of func(string) bool) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if e.IsDir() && of(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// staging is the directory in which a commit of a model is assembled.
func (s *Store) staging(repo string) string {
	return filepath.Join(s.Root, stagingDir, filepath.FromSlash(repo))
}

// lockWait is the interval at which a process checks whether another has finished with a model.
const lockWait = 100 * time.Millisecond

// lock waits until no other process pulls or removes a model, and keeps others from it.
func (s *Store) lock(ctx context.Context, repo string, waiting func()) (unlock func() error, err error) {
	org, name, _ := strings.Cut(repo, "/")
	dir := filepath.Join(s.Root, stagingDir, org)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := filelock.Open(filepath.Join(dir, "."+name+".lock"), os.O_CREATE)
	if err != nil {
		return nil, err
	}
	for first := true; ; first = false {
		ok, err := filelock.Try(f)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if ok {
			return f.Close, nil
		}
		if first {
			waiting()
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), f.Close())
		case <-time.After(lockWait):
		}
	}
}

// Remove removes a model, or one revision of it, and the remains of unfinished pulls. It returns what it removed.
func (s *Store) Remove(ctx context.Context, n Name) (gone []*Model, err error) {
	all, problems := s.named(n)
	if len(all) == 0 && len(problems) == 0 && !strings.Contains(n.Repo, "/") {
		return nil, fmt.Errorf("model %q is not on this machine; 'assay models ls --local' lists what is", n)
	}
	repos := []string{}
	for _, m := range all {
		repos = append(repos, m.Name)
	}
	if strings.Contains(n.Repo, "/") {
		repos = []string{n.Repo}
	}
	slices.Sort(repos)
	for _, repo := range slices.Compact(repos) {
		found, err := s.removeFrom(ctx, Name{repo, n.Revision})
		gone = append(gone, found...)
		if err != nil {
			return gone, s.explain(err)
		}
	}
	return gone, nil
}

func (s *Store) removeFrom(ctx context.Context, n Name) (gone []*Model, err error) {
	dir, staging := filepath.Join(s.Root, filepath.FromSlash(n.Repo)), s.staging(n.Repo)
	shas := subdirs(dir, commit.MatchString)
	_, partErr := os.Stat(staging)
	if len(shas) == 0 && partErr != nil {
		return nil, s.absent(n)
	}
	unlock, err := s.lock(ctx, n.Repo, func() {})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	for _, sha := range subdirs(dir, commit.MatchString) {
		m := &Model{Manifest: Manifest{Name: n.Repo, SHA: sha}, Dir: filepath.Join(dir, sha)}
		if found, err := readManifest(m.Dir); err == nil {
			m.Manifest = *found
		}
		if !m.answers(n.Revision) {
			continue
		}
		if err := discard(m.Dir, staging); err != nil {
			return gone, err
		}
		gone = append(gone, m)
	}
	if n.Revision == "" {
		err = os.RemoveAll(staging)
		os.Remove(dir)               // as far as they are empty
		os.Remove(filepath.Dir(dir)) //
	}
	if len(gone) == 0 && n.Revision != "" {
		return nil, s.absent(n)
	}
	return gone, err
}

// discard removes a directory. No other process sees a part of it.
func discard(dir, staging string) error {
	if err := os.MkdirAll(staging, 0o777); err != nil {
		return err
	}
	away := filepath.Join(staging, "gone-"+filepath.Base(dir))
	if err := os.RemoveAll(away); err != nil {
		return err
	}
	if err := os.Rename(dir, away); err != nil {
		return err
	}
	return os.RemoveAll(away)
}

// absent is the error of removing what is not there.
func (s *Store) absent(n Name) error {
	if m, err := s.inCache(n); err == nil && m != nil {
		return fmt.Errorf("model %q is in the cache of the hub's own tools (%s), which assay only reads", n, m.Dir)
	}
	return fmt.Errorf("model %q is not on this machine; 'assay models ls --local' lists what is", n)
}
