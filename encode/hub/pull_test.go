package hub

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakehub"
)

const (
	shaA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	shaB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// weights are a safetensors file with so many bytes of numbers.
func weights(n int, seed uint64) []byte {
	header := fmt.Appendf(nil, `{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[%d,2],"data_offsets":[0,%d]}}`, n/8, n)
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	out = append(out, header...)
	random := rand.New(rand.NewPCG(seed, 1))
	for range n / 8 {
		out = binary.LittleEndian.AppendUint64(out, random.Uint64())
	}
	return out
}

// tinyWeights are those of the model that most tests pull: made once, and never changed.
var tinyWeights = sync.OnceValue(func() []byte { return weights(4<<20, 1) })

// acme is a sentence encoder of an invented company.
func acme(sha string) fakehub.Repo {
	return fakehub.Repo{ID: "acme/tiny-encoder", SHA: sha, License: "apache-2.0", Files: map[string][]byte{
		"config.json":                       []byte(`{"architectures":["BertModel"],"model_type":"bert","hidden_size":8}`),
		"tokenizer.json":                    bytes.Repeat([]byte(`{"vocab":{}}`), 100),
		"tokenizer_config.json":             []byte(`{"do_lower_case":true}`),
		"special_tokens_map.json":           []byte(`{}`),
		"vocab.txt":                         []byte("[PAD]\n[UNK]\n"),
		"modules.json":                      []byte(`[]`),
		"sentence_bert_config.json":         []byte(`{"max_seq_length":256}`),
		"config_sentence_transformers.json": []byte(`{}`),
		"1_Pooling/config.json":             []byte(`{"pooling_mode_mean_tokens":true}`),
		"2_Dense/config.json":               []byte(`{}`),
		"2_Dense/model.safetensors":         weights(64, 3),
		"model.safetensors":                 tinyWeights(),
		"pytorch_model.bin":                 []byte("pickled"),
		"onnx/model.onnx":                   []byte("onnx"),
		"README.md":                         []byte("---\nlicense: mit\n---\n# Tiny\n"),
		"train_script.py":                   []byte("import os"),
		".gitattributes":                    []byte("*.bin filter=lfs"),
	}}
}

// wantFiles is what an encoder needs of it.
const wantFiles = 12

type bench struct {
	*fakehub.Server
	hub   *Hub
	store *Store
}

func setUp(t *testing.T, repos ...fakehub.Repo) *bench {
	t.Helper()
	s := fakehub.New()
	t.Cleanup(s.Close)
	for _, r := range repos {
		s.Add(r)
	}
	dir := t.TempDir()
	return &bench{s, connect(t, s, ""), &Store{Root: filepath.Join(dir, "models"), Cache: filepath.Join(dir, "hf")}}
}

func connect(t *testing.T, s *fakehub.Server, token string) *Hub {
	t.Helper()
	h, err := Connect(func(name string) string { return map[string]string{EndpointVar: s.URL + "/", tokenVar: token}[name] })
	if err != nil {
		t.Fatal(err)
	}
	h.Retry = wrap.Retry{Base: time.Millisecond, Max: 4 * time.Millisecond}
	h.Tool = "test"
	h.Stall = 30 * time.Second
	return h
}

func (b *bench) pull(t *testing.T, name string) *Pulled {
	t.Helper()
	p, err := b.tryPull(t, name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (b *bench) tryPull(t *testing.T, name string) (*Pulled, error) {
	t.Helper()
	n, err := ParseName(name)
	if err != nil {
		t.Fatal(err)
	}
	return b.hub.Pull(t.Context(), b.store, n)
}

// holds checks that a directory has the wanted files of a model, byte for byte, and nothing else.
func holds(t *testing.T, dir string, r fakehub.Repo, least int) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if rel == manifestFile {
			return nil
		}
		n++
		got, err := os.ReadFile(path)
		if want, ok := r.Files[filepath.ToSlash(rel)]; !ok || !bytes.Equal(got, want) {
			t.Errorf("%s has %d bytes, and is not the file of the hub (%v)", rel, len(got), ok)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < least {
		t.Errorf("%d files, want %d", n, least)
	}
}

// nothingLeft checks that no partial file is left anywhere.
func (b *bench) nothingLeft(t *testing.T) {
	t.Helper()
	filepath.WalkDir(b.store.Root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.Contains(path, partEnding) || strings.Contains(path, stagingDir) &&
			!strings.HasSuffix(path, ".lock")) {
			t.Errorf("%s is left", path)
		}
		return nil
	})
}

func TestPull(t *testing.T) {
	b := setUp(t, acme(shaA))
	var last Progress
	b.hub.Progress = func(p Progress) { last = p }
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, acme(shaA), wantFiles)
	b.nothingLeft(t)
	if want := filepath.Join(b.store.Root, "acme", "tiny-encoder", shaA); p.Dir != want || p.Present || p.Fetched != p.Bytes() {
		t.Errorf("pulled %+v, want it in %s", p, want)
	}
	if len(p.Files) != wantFiles || p.License != "apache-2.0" || p.ModelType != "bert" ||
		p.Parameters != (4<<20)/4+64/4 || p.Tool != "test" || p.Source != b.URL {
		t.Errorf("manifest %+v", p.Manifest)
	}
	if last.Files != wantFiles || last.Bytes != p.Bytes() || last.Total != last.Bytes {
		t.Errorf("the last progress is %+v of %d bytes", last, p.Bytes())
	}
	if got := len(b.Requests()); got != 1+2*wantFiles {
		t.Errorf("%d requests", got)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "pytorch_model.bin")); err == nil {
		t.Error("a pickle was fetched")
	}
	for _, name := range []string{"acme/tiny-encoder", "acme/tiny-encoder@main", "acme/tiny-encoder@" + shaA,
		"acme/tiny-encoder@aaaaaaa", p.Dir} {
		if m, err := b.store.Find(name); err != nil || m.Dir != p.Dir {
			t.Errorf("find %q: %v, %v", name, m, err)
		}
	}
}

// TestUnreadableModelFetchesNoWeights: a model that the settings say cannot be read costs no weights.
func TestUnreadableModelFetchesNoWeights(t *testing.T) {
	b := setUp(t, acme(shaA))
	readable := errors.New("it brings code of its own")
	b.hub.Readable = func(dir string) error {
		if _, err := os.Stat(filepath.Join(dir, "config.json")); err != nil {
			t.Error("the settings are not there:", err)
		}
		return readable
	}
	_, err := b.hub.Pull(t.Context(), b.store, Name{Repo: "acme/tiny-encoder"})
	if !errors.Is(err, readable) || !strings.Contains(err.Error(), "were not fetched") {
		t.Errorf("the error is %v", err)
	}
	for _, r := range b.Requests() {
		if strings.Contains(r.Path, ".safetensors") {
			t.Errorf("%s was asked for", r.Path)
		}
	}
	readable = nil
	if _, err := b.hub.Pull(t.Context(), b.store, Name{Repo: "acme/tiny-encoder"}); err != nil {
		t.Error(err)
	}
}

func TestPullAgain(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.pull(t, "acme/tiny-encoder")
	b.Forget()
	p := b.pull(t, "acme/tiny-encoder")
	if got := b.Requests(); len(got) != 1 || !p.Present || p.Fetched != 0 {
		t.Errorf("a second pull asks %v", got)
	}
	b.Forget()
	p = b.pull(t, "acme/tiny-encoder@"+shaA)
	if got := b.Requests(); len(got) != 0 || !p.Present || len(p.Revisions) != 2 || !p.Revisions[shaA].After(p.Revisions["main"]) {
		t.Errorf("a pull of a commit that is here asks %v; revisions %v", got, p.Revisions)
	}
}

// The card changes, the weights do not: they are not fetched again.
func TestNewCommitKeepsWeights(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.pull(t, "acme/tiny-encoder")
	next := acme(shaB)
	next.Files["tokenizer.json"] = []byte(`{"vocab":{"new":1}}`)
	b.Add(next)
	b.Forget()
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, next, wantFiles)
	if p.SHA != shaB || p.Fetched != int64(len(next.Files["tokenizer.json"])) || len(b.Requests()) != 3 {
		t.Errorf("%s: fetched %d bytes with %d requests", p.SHA, p.Fetched, len(b.Requests()))
	}
	if m, err := b.store.Find("acme/tiny-encoder"); err != nil || m.SHA != shaB {
		t.Errorf("the one that was pulled last is %v, %v", m, err)
	}
	b.pull(t, "acme/tiny-encoder@"+shaA)
	if m, err := b.store.Find("acme/tiny-encoder"); err != nil || m.SHA != shaA {
		t.Errorf("the one that was pulled last is %v, %v", m, err)
	}
	if m, err := b.store.Find("acme/tiny-encoder@main"); err != nil || m.SHA != shaB {
		t.Errorf("main is %v, %v", m, err)
	}
	if all, problems := b.store.List(); len(all) != 2 || len(problems) > 0 || all[0].SHA != shaA {
		t.Errorf("list: %v, %v", all, problems)
	}
}

// What a pull of another commit has left is taken away, and what another process has pulled meanwhile is noted.
func TestPullRemovesLeftovers(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.hub.Retry.Tries = 1
	b.Next(weightsPath, fakehub.Fault{Kind: fakehub.Cut, At: 10})
	if _, err := b.tryPull(t, "acme/tiny-encoder"); err == nil {
		t.Fatal("a pull that was cut ends well")
	}
	next := acme(shaB)
	next.Revisions = []string{"main", "v2"}
	b.Add(next)
	i, err := b.hub.describe(t.Context(), Name{"acme/tiny-encoder", "v2"})
	if err != nil {
		t.Fatal(err)
	}
	b.pull(t, "acme/tiny-encoder")
	b.nothingLeft(t)
	p, err := b.hub.pull(t.Context(), b.store, Name{"acme/tiny-encoder", "v2"}, i)
	if err != nil || !p.Present {
		t.Fatalf("%+v, %v", p, err)
	}
	if m, err := b.store.Find("acme/tiny-encoder@v2"); err != nil || m.SHA != shaB {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestPullDraft(t *testing.T) {
	r := acme(shaA)
	r.Revisions = []string{"refs/pr/21"}
	b := setUp(t, r)
	if p := b.pull(t, "acme/tiny-encoder@refs/pr/21"); p.SHA != shaA {
		t.Errorf("pulled %s", p.SHA)
	}
	_, err := b.tryPull(t, "acme/tiny-encoder@main")
	says(t, err, `it has no revision "main"`, "leave the revision out")
	if call.KindOf(err) != call.NoModel {
		t.Errorf("kind %q", call.KindOf(err))
	}
}

func TestPullShards(t *testing.T) {
	r := acme(shaA)
	delete(r.Files, "model.safetensors")
	r.Files["model-00001-of-00002.safetensors"] = weights(80, 1)
	r.Files["model-00002-of-00002.safetensors"] = weights(160, 2)
	r.Files["model.safetensors.index.json"] = []byte(`{"weight_map":{}}`)
	b := setUp(t, r)
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, r, wantFiles+2)
	if p.Parameters != 20+40+16 {
		t.Errorf("%d parameters", p.Parameters)
	}
}

// The hub's oldest models are asked for without an organisation.
func TestPullOldName(t *testing.T) {
	b := setUp(t, acme(shaA))
	if p := b.pull(t, "tiny-encoder"); p.Name != "acme/tiny-encoder" {
		t.Errorf("pulled %s", p.Name)
	}
	if m, err := b.store.Find("tiny-encoder"); err != nil || m.SHA != shaA {
		t.Errorf("find: %v, %v", m, err)
	}
}

// A mirror that lists names alone: sizes and hashes come with the files.
func TestPullBareList(t *testing.T) {
	r := acme(shaA)
	r.Bare = true
	b := setUp(t, r)
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, r, wantFiles)
	if err := os.Remove(filepath.Join(p.Dir, "vocab.txt")); err != nil { // what is left is not believed without a hash
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Dir, "config.json"), []byte(`{"model_type":"spoilt"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	holds(t, b.pull(t, "acme/tiny-encoder").Dir, r, wantFiles)
	b.Next("model.safetensors", fakehub.Fault{Kind: fakehub.Wrong})
	if _, err := b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"}); err != nil {
		t.Fatal(err)
	}
	_, err := b.tryPull(t, "acme/tiny-encoder")
	says(t, err, "model.safetensors is not the file that the hub lists: its SHA-256 is")
}

func TestLicense(t *testing.T) {
	for _, c := range []struct {
		name    string
		license any
		readme  string
		want    string
	}{
		{"a word", "mit", "", "mit"},
		{"several", []string{"mit", "apache-2.0"}, "", "mit, apache-2.0"},
		{"of the readme", nil, "---\nlanguage: en\nlicense: \"cc-by-4.0\" # free\n---\nlicense: wrong", "cc-by-4.0"},
		{"not of its text", nil, "# Tiny\nlicense: wrong", ""},
		{"none", nil, "", ""},
		{"hostile", "mit\x1b[31m" + strings.Repeat("x", 1000), "", "mit[31m" + strings.Repeat("x", 73)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := acme(shaA)
			r.License = c.license
			r.Files["README.md"] = []byte(c.readme)
			b := setUp(t, r)
			p := b.pull(t, "acme/tiny-encoder")
			if p.License != c.want {
				t.Errorf("licence %q, want %q", p.License, c.want)
			}
			if _, err := os.Stat(filepath.Join(p.Dir, "README.md")); (err == nil) != (c.license == nil) {
				t.Errorf("README.md: %v", err)
			}
		})
	}
}

func TestOffline(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.hub.Offline = true
	_, err := b.tryPull(t, "acme/tiny-encoder")
	says(t, err, "is not on this machine, and the hub is not asked", "assay models pull acme/tiny-encoder", offlineVar)
	b.hub.Offline = false
	b.pull(t, "acme/tiny-encoder")
	b.hub.Offline = true
	b.Forget()
	if p := b.pull(t, "acme/tiny-encoder"); !p.Present || len(b.Requests()) > 0 {
		t.Errorf("offline: present %v, %d requests", p.Present, len(b.Requests()))
	}
}

func TestRemove(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.pull(t, "acme/tiny-encoder")
	b.Add(acme(shaB))
	b.pull(t, "acme/tiny-encoder")
	gone, err := b.store.Remove(t.Context(), Name{"acme/tiny-encoder", "aaaaaaaa"})
	if err != nil || len(gone) != 1 || gone[0].SHA != shaA {
		t.Fatalf("removed %v, %v", gone, err)
	}
	_, err = b.store.Remove(t.Context(), Name{"acme/tiny-encoder", shaA})
	says(t, err, "is not on this machine")
	if gone, err := b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"}); err != nil || len(gone) != 1 {
		t.Fatalf("removed %v, %v", gone, err)
	}
	if _, err := os.Stat(filepath.Join(b.store.Root, "acme")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is left: %v", err)
	}
	_, err = b.store.Find("acme/tiny-encoder")
	says(t, err, "is not on this machine; 'assay models pull acme/tiny-encoder' fetches it")
	_, err = b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"})
	says(t, err, "is not on this machine")
}

func TestVerifyAndRepair(t *testing.T) {
	b := setUp(t, acme(shaA))
	p := b.pull(t, "acme/tiny-encoder")
	if err := p.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(p.Dir, "vocab.txt")
	spoilt := []byte("[PAD]\n[UNX]\n")
	if err := os.WriteFile(path, spoilt, 0o666); err != nil {
		t.Fatal(err)
	}
	says(t, p.Verify(t.Context()), "vocab.txt is not the file", "SHA-256")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_, err := b.store.Find("acme/tiny-encoder")
	says(t, err, "is damaged", "vocab.txt", "'assay models pull acme/tiny-encoder@"+shaA+"' brings it back")
	b.Forget()
	for _, name := range []string{"acme/tiny-encoder@" + shaA, "acme/tiny-encoder"} {
		p = b.pull(t, name)
		holds(t, p.Dir, acme(shaA), wantFiles)
	}
	if p.Fetched > int64(len(spoilt)) || len(b.Requests()) != 4 {
		t.Errorf("the repair took %d requests", len(b.Requests()))
	}
	b.nothingLeft(t)
}

func TestManifest(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"newer", `{"kind":"assay encoder","format":9}`, "has format 9, and this assay"},
		{"other kind", `{"kind":"assay corpus part","format":1}`, "is no manifest of a model"},
		{"broken", `{"kind"`, "is no manifest of a model"},
		{"outside", `{"kind":"assay encoder","format":1,"files":[{"path":"../../x","bytes":1}]}`, "outside its directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setUp(t, acme(shaA))
			p := b.pull(t, "acme/tiny-encoder")
			if err := os.WriteFile(filepath.Join(p.Dir, manifestFile), []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := b.store.Find("acme/tiny-encoder")
			says(t, err, c.want)
			if all, problems := b.store.List(); len(all) != 0 || len(problems) != 1 {
				t.Errorf("list: %v, %v", all, problems)
			}
			_, err = b.tryPull(t, "acme/tiny-encoder")
			says(t, err, c.want)
			if gone, err := b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"}); err != nil || len(gone) != 1 {
				t.Errorf("remove: %v, %v", gone, err)
			}
		})
	}
}

func TestFindPaths(t *testing.T) {
	b := setUp(t)
	t.Chdir(t.TempDir())
	for _, dir := range []string{"here/is", "empty"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("here/is/config.json", []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"./here/is", "here/is"} {
		if m, err := b.store.Find(name); err != nil || m.Dir != name {
			t.Errorf("find %q: %v, %v", name, m, err)
		}
	}
	_, err := b.store.Find("./empty")
	says(t, err, "has no config.json")
	_, err = b.store.Find("../nowhere")
	says(t, err, "no such file")
}

// The cache of the hub's own tools is read: snapshots are links to blobs.
func TestFindInCache(t *testing.T) {
	b := setUp(t)
	dir := filepath.Join(b.store.Cache, "models--acme--tiny-encoder")
	snapshot := filepath.Join(dir, "snapshots", shaA)
	for _, d := range []string{snapshot, filepath.Join(dir, "refs"), filepath.Join(dir, "blobs"), filepath.Join(dir, "snapshots", shaB)} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{"refs/main": shaA, "blobs/1": `{"model_type":"mpnet"}`,
		"blobs/2": string(weights(80, 1)), "blobs/3": "---\nlicense: mit\n---\n",
		"snapshots/" + shaB + "/pytorch_model.bin": "pickled"} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, blob := range map[string]string{"config.json": "1", "model.safetensors": "2", "README.md": "3"} {
		if err := os.Symlink("../../blobs/"+blob, filepath.Join(snapshot, name)); err != nil {
			t.Skip("this system makes no links:", err)
		}
	}
	m, err := b.store.Find("acme/tiny-encoder")
	if err != nil || m.Dir != snapshot || !m.Cached || m.ModelType != "mpnet" || m.License != "mit" {
		t.Fatalf("found %+v, %v", m, err)
	}
	_, err = b.store.Find("acme/tiny-encoder@" + shaB)
	says(t, err, "is not on this machine")
	if all, _ := b.store.List(); len(all) != 1 || !all[0].Cached {
		t.Errorf("list: %v", all)
	}
	says(t, m.Verify(t.Context()), "has no manifest")
	_, err = b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"})
	says(t, err, "which assay only reads")
}

func TestNames(t *testing.T) {
	for _, good := range []string{"a/b", "sentence-transformers/all-MiniLM-L6-v2", "bert-base-uncased", "BAAI/bge-small-en-v1.5@main",
		"a/b@refs/pr/1", "a/b@v1.0", "a/_b", "microsoft/deberta-v3-base@" + shaA} {
		if n, err := ParseName(good); err != nil || n.String() != good {
			t.Errorf("%q: %v, %v", good, n, err)
		}
	}
	for _, bad := range []string{"", "/", "a/", "/a", "a/b/c", "../a", "a/..", "a/.b", "a\\b", "a/b@", "a/b@../x",
		"a/b@/x", "a/b@x y", "a/b@x//y", "con/a", "a/NUL.txt", "a/b--c",
		".pulling/a", "a/b\x00", "ä/b", strings.Repeat("a", 97), "a/b@" + strings.Repeat("r", 201), "a/b@x\\y", "-a/b", "a/b."} {
		if n, err := ParseName(bad); err == nil {
			t.Errorf("%q is taken as %v", bad, n)
		}
	}
}

func TestOpen(t *testing.T) {
	vars := map[string]string{}
	getenv := func(name string) string { return vars[name] }
	t.Setenv("XDG_CACHE_HOME", filepath.FromSlash("/cache"))
	t.Setenv("HOME", filepath.FromSlash("/home/someone"))
	s, err := Open(getenv)
	if err != nil || !strings.HasSuffix(s.Root, filepath.FromSlash("/assay/models")) ||
		!strings.HasSuffix(s.Cache, filepath.FromSlash("/.cache/huggingface/hub")) {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct{ name, value, root, cache string }{
		{DirVar, "/m", "/m", ""}, {"HF_HOME", "/h", "", "/h/hub"}, {"HF_HUB_CACHE", "/c", "", "/c"}, {"XDG_CACHE_HOME",
			"/x", "", "/x/huggingface/hub"},
	} {
		vars = map[string]string{c.name: c.value}
		s, err := Open(getenv)
		if err != nil || c.root != "" && s.Root != c.root || c.cache != "" && filepath.ToSlash(s.Cache) != c.cache {
			t.Errorf("%s: %+v, %v", c.name, s, err)
		}
	}
}

// says checks the words of an error.
func says(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}
