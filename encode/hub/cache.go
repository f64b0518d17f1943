package hub

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// cacheDir is where the hub's own tools keep models.
func cacheDir(getenv func(string) string) string {
	if dir := getenv("HF_HUB_CACHE"); dir != "" {
		return dir
	}
	if home := getenv("HF_HOME"); home != "" {
		return filepath.Join(home, "hub")
	}
	if dir := getenv("XDG_CACHE_HOME"); dir != "" {
		return filepath.Join(dir, "huggingface", "hub")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".cache", "huggingface", "hub")
}

const cachePrefix = "models--"

// inCache finds a model that the hub's own tools have fetched: models--ORG--NAME/snapshots/COMMIT, with
// refs/REVISION naming the commit. What has no weights that can be read does not count.
func (s *Store) inCache(n Name) (*Model, error) {
	if s.Cache == "" {
		return nil, nil
	}
	dir := filepath.Join(s.Cache, cachePrefix+strings.ReplaceAll(n.Repo, "/", "--"))
	shas := subdirs(filepath.Join(dir, "snapshots"), commit.MatchString)
	want := n.revision()
	if ref, err := os.ReadFile(filepath.Join(dir, "refs", filepath.FromSlash(want))); err == nil {
		want = strings.TrimSpace(string(ref))
	}
	at := slices.IndexFunc(shas, func(sha string) bool {
		return sha == want || partial.MatchString(want) && strings.HasPrefix(sha, want)
	})
	if at < 0 {
		return nil, nil
	}
	return cachedModel(dir, n.Repo, shas[at]), nil
}

// cached are all models of that cache.
func (s *Store) cached() []*Model {
	var all []*Model
	for _, entry := range subdirs(s.Cache, func(name string) bool { return strings.HasPrefix(name, cachePrefix) }) {
		n, err := ParseName(strings.Replace(strings.TrimPrefix(entry, cachePrefix), "--", "/", 1))
		if err != nil {
			continue
		}
		dir := filepath.Join(s.Cache, entry)
		for _, sha := range subdirs(filepath.Join(dir, "snapshots"), commit.MatchString) {
			if m := cachedModel(dir, n.Repo, sha); m != nil {
				all = append(all, m)
			}
		}
	}
	return all
}

// cachedModel describes a snapshot by its files, or is nil if it has no weights that can be read.
func cachedModel(dir, repo, sha string) *Model {
	m := &Model{Manifest: Manifest{Name: repo, SHA: sha}, Dir: filepath.Join(dir, "snapshots", sha), Cached: true}
	weights := false
	for _, sub := range append([]string{""}, subdirs(m.Dir, moduleDir.MatchString)...) {
		entries, _ := os.ReadDir(filepath.Join(m.Dir, sub))
		for _, e := range entries {
			info, err := os.Stat(filepath.Join(m.Dir, sub, e.Name())) // they are links to blobs
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			f := File{Path: path.Join(sub, e.Name()), Bytes: info.Size()}
			weights = weights || f.weights()
			m.Files = append(m.Files, f)
		}
	}
	if !weights {
		return nil
	}
	m.ModelType = modelType(m.Dir, m.Files)
	m.License = readLicense(m.Dir)
	return m
}
