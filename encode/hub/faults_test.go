package hub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakehub"
)

const weightsPath = "model.safetensors"

// TestFaults has the hub do something wrong once or for good, and looks how a pull ends.
func TestFaults(t *testing.T) {
	status := func(code int, headers ...string) fakehub.Fault {
		f := fakehub.Fault{Kind: fakehub.Status, Code: code, Header: map[string]string{}}
		for i := 0; i+1 < len(headers); i += 2 {
			f.Header[headers[i]] = headers[i+1]
		}
		return f
	}
	times := func(n int, f fakehub.Fault) (all []fakehub.Fault) {
		for range n {
			all = append(all, f)
		}
		return all
	}
	for _, c := range []struct {
		name, what string
		faults     []fakehub.Fault
		kind       call.Kind // of the failure; empty if the error is none
		want       []string  // of the error; nil if the pull succeeds
	}{
		{"too many, then right", "info", times(2, status(429, "Retry-After", "0")), "", nil},
		{"too many for good", "info", times(20, status(429, "RateLimit", `"api";r=0;t=0`)), call.RateLimited,
			[]string{"too many requests", "HTTP 429", "after 6 tries", tokenVar}},
		{"too many for long", "info", times(1, status(429, "RateLimit", `"api";r=0;t=3500`)), call.RateLimited,
			[]string{"HTTP 429", "the next try would come in"}},
		{"down, then right", "resolve config.json", times(3, status(503)), "", nil},
		{"down for good", "info", times(20, status(502)), call.ServerFault, []string{"the provider failed", "HTTP 502", "after 6 tries"}},
		{"the storage refuses an old signature", weightsPath, times(2, status(403)), "", nil},
		{"the storage is down for good", weightsPath, times(20, status(500)), call.ServerFault,
			[]string{"which has model.safetensors", "HTTP 500"}},
		{"no hub", "info", times(20, fakehub.Fault{Kind: fakehub.Text, Text: "<html>welcome</html>"}), call.Malformed,
			[]string{"no description of a model", EndpointVar}},
		{"words that steer a terminal", "info",
			times(1, status(400, "X-Error-Message", "no \u202e\u009b31m "+strings.Repeat("long ",
				1000))), call.BadRequest, []string{"HTTP 400", "no 31m long"}},
		{"another JSON", "info", times(20, fakehub.Fault{Kind: fakehub.Text, Text: "{}"}), "", []string{"names no commit"}},
		{"a commit that is a path", "info",
			times(20, fakehub.Fault{Kind: fakehub.Text, Text: `{"sha":"../../../../../../../../../../../etc/"}`}), "", []string{"names no commit"}},
		{"disabled", "info", times(20, fakehub.Fault{Kind: fakehub.Text, Text: `{"disabled":true,"sha":"` + shaA + `"}`}),
			"", []string{"the hub has disabled it"}},
		{"cut at the beginning", weightsPath, times(1, fakehub.Fault{Kind: fakehub.Cut, At: 0}), "", nil},
		{"cut again and again", weightsPath, times(30, fakehub.Fault{Kind: fakehub.Cut, At: 300_000}), "", nil},
		{"cut for good", weightsPath, times(200, fakehub.Fault{Kind: fakehub.Cut, At: 100}), call.CutOff,
			[]string{"the reply broke off", "model.safetensors"}},
		{"a small file cut", "tokenizer.json", times(2, fakehub.Fault{Kind: fakehub.Cut, At: 500}), "", nil},
		{"a bit wrong", weightsPath, times(1, fakehub.Fault{Kind: fakehub.Wrong}), "",
			[]string{"model.safetensors is not the file that the hub lists: its SHA-256 is", "thrown away"}},
		{"a bit wrong in a small file", "config.json", times(1, fakehub.Fault{Kind: fakehub.Wrong}), "",
			[]string{"config.json is not the file that the hub lists: it is git blob"}},
		{"wrong after it was cut", weightsPath, []fakehub.Fault{{Kind: fakehub.Cut, At: 1_000_000}, {Kind: fakehub.Wrong}}, "", nil},
		{"ranges are not heeded", weightsPath, []fakehub.Fault{{Kind: fakehub.Cut, At: 1_000_000}, {Kind: fakehub.RangesIgnored}}, "", nil},
		{"another range", weightsPath, []fakehub.Fault{{Kind: fakehub.Cut, At: 1_000_000}, {Kind: fakehub.OtherRange}}, "",
			[]string{"bytes from 1000000 were asked for"}},
		{"another thing under the address", weightsPath, []fakehub.Fault{{Kind: fakehub.Cut, At: 1_000_000}, {Kind: fakehub.NewTag}}, "", nil},
		{"longer than listed", weightsPath, times(1, fakehub.Fault{Kind: fakehub.Longer}), "", []string{"the hub lists 4194", "and 8388"}},
		{"endless", weightsPath, times(1, fakehub.Fault{Kind: fakehub.Endless}), "", []string{"model.safetensors is longer than the 4194"}},
		{"packed", "vocab.txt", times(1, fakehub.Fault{Kind: fakehub.Packed}), "", []string{`packed as "gzip"`}},
		{"sent in a circle", "resolve config.json", times(20, fakehub.Fault{Kind: fakehub.Elsewhere, Text: "config.json"}),
			"", []string{"sends on more than 8 times"}},
		{"sent to a file", "resolve config.json",
			times(20, fakehub.Fault{Kind: fakehub.Elsewhere,
				Text: "file:///etc/passwd"}), "", []string{"sends on to an address that is not followed"}},
		{"sent to nobody", "resolve config.json",
			times(20, fakehub.Fault{Kind: fakehub.Elsewhere,
				Text: "http://127.0.0.1:1/x?Signature=planted"}), call.Unreachable, []string{"127.0.0.1:1", "connection refused"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setUp(t, acme(shaA))
			b.hub = connect(t, b.Server, b.Token)
			b.Next(c.what, c.faults...)
			p, err := b.tryPull(t, "acme/tiny-encoder")
			if c.want == nil {
				if err != nil {
					t.Fatal(err)
				}
				holds(t, p.Dir, acme(shaA), wantFiles)
				b.nothingLeft(t)
				return
			}
			says(t, err, c.want...)
			if got := call.KindOf(err); got != c.kind {
				t.Errorf("kind %q, want %q", got, c.kind)
			}
			if text := err.Error(); len(text) > 1000 ||
				strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 || r == 0x202e }) {
				t.Errorf("an error that steers a terminal, or is no line: %q", text)
			}
			if strings.Contains(err.Error(), "planted") || strings.Contains(err.Error(), b.Token) {
				t.Errorf("a signature or a key stands in the error: %v", err)
			}
			if _, err := b.store.Find("acme/tiny-encoder"); err == nil {
				t.Error("half a model is found")
			}
			b.mendedBy(t)
		})
	}
}

// mendedBy checks that, once the hub is right again, a pull ends well whatever the one before has left.
func (b *bench) mendedBy(t *testing.T) {
	t.Helper()
	h := fakehub.New()
	defer h.Close()
	h.Add(acme(shaA))
	b.hub = connect(t, h, "")
	p, err := b.tryPull(t, "acme/tiny-encoder")
	if err != nil {
		t.Fatalf("the next pull: %v", err)
	}
	holds(t, p.Dir, acme(shaA), wantFiles)
	b.nothingLeft(t)
}

// A transfer in which nothing comes any more is begun again where it was.
func TestStalledTransferResumes(t *testing.T) {
	b := setUp(t, acme(shaA))
	// Time passes when the storage host hangs, and at no other time.
	var mu sync.Mutex
	var stall func()
	b.hub.wait = func(after time.Duration, stalled func()) *time.Timer {
		mu.Lock()
		defer mu.Unlock()
		stall = stalled
		return time.AfterFunc(after, stalled)
	}
	passes := func() {
		mu.Lock()
		defer mu.Unlock()
		stall()
	}
	b.Next(weightsPath, fakehub.Fault{Kind: fakehub.Hang, At: 1_500_000, Hung: passes})
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, acme(shaA), wantFiles)
	if p.Fetched != p.Bytes() {
		t.Errorf("fetched %d bytes of %d", p.Fetched, p.Bytes())
	}
	b.store.Root = t.TempDir()
	b.hub.Retry.Tries = 2
	for range 3 {
		b.Next(weightsPath, fakehub.Fault{Kind: fakehub.Hang, At: 10, Hung: passes})
	}
	_, err := b.tryPull(t, "acme/tiny-encoder")
	says(t, err, "no reply in time", "nothing came for 30s")
}

func TestGatedModelsAreRefused(t *testing.T) {
	gated, private := acme(shaA), acme(shaA)
	gated.Gated, private.Private = "auto", true
	const other = "hf_otherToken9876543210"
	for _, c := range []struct {
		name, token string
		repo        fakehub.Repo
		asked       string
		kind        call.Kind
		want        []string
	}{
		{"gated without a token", "", gated, "acme/tiny-encoder", call.MissingKey,
			[]string{"HTTP 401, GatedRepo", "is restricted", "accept its terms at http://", "/acme/tiny-encoder, then set " + tokenVar}},
		{"gated for this account", other, gated, "acme/tiny-encoder", call.Forbidden, []string{"HTTP 403, GatedRepo", "ask for access at"}},
		{"private without a token", "", private, "acme/tiny-encoder", call.NoModel,
			[]string{"HTTP 401", "check the name; if the model is private, set " + tokenVar}},
		{"private with a wrong token", other, private, "acme/tiny-encoder", call.BadKey, []string{"HTTP 401", "/settings/tokens"}},
		{"nowhere", other, private, "acme/nothing", call.NoModel, []string{"HTTP 404, RepoNotFound", "check the name"}},
		{"nowhere without a token", "", private, "acme/nothing", call.NoModel, []string{"HTTP 401", "check the name"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setUp(t, c.repo)
			b.hub = connect(t, b.Server, c.token)
			_, err := b.tryPull(t, c.asked)
			says(t, err, c.want...)
			if call.KindOf(err) != c.kind {
				t.Errorf("kind %q, want %q", call.KindOf(err), c.kind)
			}
			if strings.Contains(err.Error(), other) {
				t.Errorf("the token stands in the error: %v", err)
			}
			for _, r := range b.Requests() {
				if r.Status/100 == 5 || r.Status == http.StatusTooManyRequests {
					t.Errorf("%+v", r)
				}
			}
			if n := len(b.Requests()); n > 2 {
				t.Errorf("%d requests: a closed door was knocked on again", n)
			}
		})
	}
	b := setUp(t, gated)
	b.hub = connect(t, b.Server, b.Token)
	if p := b.pull(t, "acme/tiny-encoder"); p.Gated != "auto" {
		t.Errorf("gated %q", p.Gated)
	}
	b.tokenStays(t)
}

// tokenStays checks that the token went to the hub with every request, and to the storage host with none.
func (b *bench) tokenStays(t *testing.T) {
	t.Helper()
	storage := 0
	for _, r := range b.Requests() {
		if r.Storage {
			storage++
		}
		if r.Storage != (r.Key == "") {
			t.Errorf("%s of the storage host (%v) had the key %q", r.Path, r.Storage, r.Key)
		}
	}
	if storage < 2 {
		t.Fatalf("the storage host was asked %d times only", storage)
	}
	filepath.WalkDir(b.store.Root, func(path string, d os.DirEntry, err error) error {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), b.Token) {
			t.Errorf("%s holds the token", path)
		}
		return nil
	})
}

func TestEndpoints(t *testing.T) {
	for _, c := range []struct{ name, endpoint, token, want string }{
		{"none", "", "hf_x", ""},
		{"a mirror with a path", "https://mirror.example/api/hub/", "hf_x", ""},
		{"http without a token", "http://mirror.example", "", ""},
		{"http with a token", "http://mirror.example", "hf_plantedPlanted", "plain http"},
		{"http on this machine", "http://127.0.0.1:8080", "hf_plantedPlanted", ""},
		{"no scheme", "mirror.example", "", "begins with https://"},
		{"another scheme", "ftp://mirror.example", "", "begins with https://"},
		{"a password", "https://me:plantedPlanted@mirror.example", "", "holds a name or a password"},
		{"a query", "https://mirror.example?x=plantedPlanted", "", "ends in a query"},
		{"a token of several lines", "", "hf_planted\nPlanted", "is no token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, err := Connect(func(name string) string { return map[string]string{EndpointVar: c.endpoint, tokenVar: c.token}[name] })
			if c.want != "" {
				says(t, err, c.want)
				if strings.Contains(err.Error(), "lanted") {
					t.Errorf("the error repeats a secret: %v", err)
				}
				return
			}
			if err != nil || strings.HasSuffix(h.Endpoint, "/") {
				t.Errorf("%q, %v", h.Endpoint, err)
			}
		})
	}
}

// Paths are the hub's choice, and none but those in the table of wanted files reach the disk.
func TestHostileLists(t *testing.T) {
	entry := func(path string) any {
		return map[string]any{"rfilename": path, "size": 3, "blobId": fakehub.Blob([]byte("abc"))}
	}
	for _, c := range []struct {
		name   string
		listed []any
		sizes  map[string]int64
		want   string // of the error; empty if the pull succeeds
	}{
		{name: "paths", listed: []any{entry("../config.json"), entry("/config.json"), entry("//config.json"),
			entry(`..\config.json`), entry("1_Pooling/../../config.json"),
			entry("1_Pooling//config.json"), entry("./config.json"), entry("C:\\config.json"), entry("CON"), entry("con.json"),
			entry("config.json/"), entry(""), entry("config.json\x00"),
			entry(".pulling/config.json"), entry("manifest.json"), entry(".manifest.json"), entry("1_../config.json"),
			entry(strings.Repeat("a/", 5000) + "config.json")}},
		{name: "twice", listed: []any{entry("vocab.txt")}, want: `lists "vocab.txt" twice`},
		{name: "shards beside the whole", listed: []any{entry("model-00001-of-00009.safetensors")}},
		{name: "a size below zero", sizes: map[string]int64{"vocab.txt": -5}, want: "with -5 bytes"},
		{name: "a size beyond all", sizes: map[string]int64{"vocab.txt": 1 << 60}, want: "at most are read"},
		{name: "weights beyond all", sizes: map[string]int64{weightsPath: 1 << 60}, want: "at most are read"},
		{name: "a size that is too small", sizes: map[string]int64{weightsPath: 1000}, want: "the hub lists 1000 bytes"},
		{name: "a size that is too large", sizes: map[string]int64{weightsPath: 1 << 32}, want: "the hub lists 4294967296 bytes"},
		{name: "no bytes", sizes: map[string]int64{"vocab.txt": 0}, want: "is not the file that the hub lists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := acme(shaA)
			r.Listed, r.Sizes = c.listed, c.sizes
			b := setUp(t, r)
			p, err := b.tryPull(t, "acme/tiny-encoder")
			if c.want != "" {
				says(t, err, c.want)
			} else if err != nil {
				t.Fatal(err)
			} else {
				holds(t, p.Dir, r, wantFiles)
			}
			for _, dir := range []string{filepath.Dir(b.store.Root), b.store.Root, filepath.Join(b.store.Root, "acme"),
				filepath.Join(b.store.Root, "acme", "tiny-encoder")} {
				if found, _ := filepath.Glob(filepath.Join(dir, "*.json")); len(found) > 0 {
					t.Errorf("a file escaped: %v", found)
				}
			}
		})
	}
}

func TestManySiblings(t *testing.T) {
	r := acme(shaA)
	for i := range 10_000 {
		r.Listed = append(r.Listed, map[string]any{"rfilename": fmt.Sprintf("checkpoints/%05d/config.json", i), "size": 1, "blobId": shaA})
	}
	b := setUp(t, r)
	holds(t, b.pull(t, "acme/tiny-encoder").Dir, r, wantFiles)
}

func TestNothingToRead(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(files map[string][]byte)
		want   []string
	}{
		{"pickles alone", func(f map[string][]byte) { delete(f, weightsPath); delete(f, "2_Dense/model.safetensors") },
			[]string{"has no model.safetensors but its weights as pytorch_model.bin", "runs code in them", "refs/pr/NUMBER"}},
		{"a module as a pickle", func(f map[string][]byte) {
			delete(f, "2_Dense/model.safetensors")
			f["2_Dense/pytorch_model.bin"] = []byte("x")
		}, []string{"module 2_Dense has its weights as pytorch_model.bin"}},
		{"no weights", func(f map[string][]byte) { clear(f); f["README.md"] = []byte("x") }, []string{"no weights at all"}},
		{"no config", func(f map[string][]byte) { delete(f, "config.json"); delete(f, "modules.json") },
			[]string{"neither config.json nor modules.json"}},
		{"a shard lacks", func(f map[string][]byte) {
			delete(f, weightsPath)
			f["model-00001-of-00002.safetensors"] = weights(8, 1)
		}, []string{"of 2 parts of its weights the hub lists 1"}},
		{"shards without their list", func(f map[string][]byte) {
			delete(f, weightsPath)
			f["model-00001-of-00001.safetensors"] = weights(8, 1)
		}, []string{"no model.safetensors.index.json"}},
		{"shards of two numbers", func(f map[string][]byte) {
			delete(f, weightsPath)
			f["model-00001-of-00001.safetensors"], f["model-00001-of-00002.safetensors"] = weights(8, 1), weights(8, 1)
		}, []string{"parts"}},
		{"too many shards", func(f map[string][]byte) {
			delete(f, weightsPath)
			f["model-00001-of-90000.safetensors"] = weights(8, 1)
		}, []string{"in 90000 parts"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := acme(shaA)
			c.change(r.Files)
			b := setUp(t, r)
			_, err := b.tryPull(t, "acme/tiny-encoder")
			says(t, err, append(c.want, `"acme/tiny-encoder"`)...)
			if n := len(b.Requests()); n != 1 {
				t.Errorf("%d requests for nothing", n)
			}
		})
	}
}

// Two pulls at once: one fetches, the other waits for it and finds everything there.
func TestTwoPulls(t *testing.T) {
	b := setUp(t, acme(shaA))
	var wait sync.WaitGroup
	results := make([]*Pulled, 4)
	for i := range results {
		wait.Go(func() {
			h := connect(t, b.Server, "")
			p, err := h.Pull(t.Context(), b.store, Name{Repo: "acme/tiny-encoder"})
			if err != nil {
				t.Error(err)
				return
			}
			results[i] = p
		})
	}
	wait.Wait()
	fetched := 0
	for _, p := range results {
		if p != nil && !p.Present {
			fetched++
		}
	}
	if fetched != 1 || len(b.Requests()) != len(results)+2*wantFiles {
		t.Errorf("%d of %d pulls fetched, with %d requests", fetched, len(results), len(b.Requests()))
	}
	m, err := b.store.Find("acme/tiny-encoder")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	holds(t, m.Dir, acme(shaA), wantFiles)
}

// A listing of files, as a hub could send it: no path leaves the table, and nothing panics.
func FuzzPick(f *testing.F) {
	seeds := []string{`{"siblings":[{"rfilename":"config.json","size":2},{"rfilename":"model.safetensors","lfs":{"sha256":"x","size":1}}]}`,
		`{"siblings":[{"rfilename":"../config.json"},{"rfilename":"/model.safetensors"}]}`,
		`{"siblings":[{"rfilename":"model-00001-of-00001.safetensors"},{"rfilename":"model.safetensors.index.json"},` +
			`{"rfilename":"modules.json"}]}`,
		`{"siblings":[{"rfilename":"0_T/model.safetensors","lfs":null,"size":-1}],"cardData":{"license":["a",1]},"tags":["license:x"]}`,
		`{"gated":true,"cardData":3}`}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		i := &info{}
		if json.Unmarshal([]byte(text), i) != nil {
			return
		}
		files, err := i.pick(Name{Repo: "a/b"})
		if err != nil {
			return
		}
		for _, file := range files {
			dir, base := filepath.Split(file.Path)
			if !filepath.IsLocal(file.Path) || dir != "" && !moduleDir.MatchString(strings.TrimSuffix(dir, "/")) ||
				strings.HasPrefix(base, ".") || file.Bytes < -1 || file.Bytes > maxWeights {
				t.Errorf("%+v is fetched", file)
			}
		}
	})
}

// The mark of a range, as a host could send it.
func FuzzContentRange(f *testing.F) {
	for _, s := range []string{"bytes 5-9/10", "bytes 5-9/*", "bytes */10", "bytes -5-9/10", "bytes 5-9", "items 5-9/10", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if first, of, ok := contentRange(s); ok && (first < 0 || of < -1) {
			t.Errorf("%q is %d of %d", s, first, of)
		}
	})
}

func FuzzCardLicense(f *testing.F) {
	f.Add("---\nlicense: mit\n---\n")
	f.Add("---\r\nlicense: 'x' # y\r\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		if got := cardLicense(s); len(got) > 80 || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("licence %q", got)
		}
	})
}
