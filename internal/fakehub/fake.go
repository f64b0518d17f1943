// Package fakehub turns models of a test's making into a hub on loopback: the description of a model, the address of
// each file, and a storage host of its own for large files, as the Hugging Face hub divides them. It can be told to
// misbehave. Tests import it, and nothing else.
package fakehub

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Repo is a model at a commit.
type Repo struct {
	ID        string // ORG/NAME
	SHA       string
	Revisions []string // that name the commit; empty is main
	Files     map[string][]byte
	License   any    // of the card; nil leaves it out
	Gated     string // auto or manual: only the token opens its files
	Private   bool   // nothing without the token
	Bare      bool   // the description lists names alone, as some mirrors do
	Listed    []any  // further entries of the list of files, as they are
	Sizes     map[string]int64
}

// Request is what the hub, or its storage host, was asked.
type Request struct {
	Storage bool
	Method  string
	Path    string
	Range   string
	IfRange string
	Key     string // of the header Authorization
	Status  int
	Sent    int64 // bytes of the body that were written
}

// Server is a hub with its storage host, which is another port.
type Server struct {
	URL, StorageURL string
	Token           string // that opens what is closed

	mu       sync.Mutex
	repos    []*Repo
	requests []Request
	faults   map[string][]Fault
	servers  []*httptest.Server
	quit     chan struct{}
}

// New starts a hub.
func New() *Server {
	s := &Server{Token: "hf_fakeToken0123456789", faults: map[string][]Fault{}, quit: make(chan struct{})}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, false) }))
	storage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, true) }))
	s.servers = []*httptest.Server{api, storage}
	s.URL, s.StorageURL = api.URL, storage.URL
	return s
}

// Close ends both servers, and with them what hangs.
func (s *Server) Close() {
	close(s.quit)
	for _, server := range s.servers {
		server.CloseClientConnections()
		server.Close()
	}
}

// Add puts a model, or another commit of one, on the hub. A revision moves to the commit that was added last.
func (s *Server) Add(r Repo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Revisions == nil {
		r.Revisions = []string{"main"}
	}
	for _, old := range s.repos {
		if old.ID == r.ID {
			old.Revisions = slices.DeleteFunc(old.Revisions,
				func(have string) bool { return slices.Contains(r.Revisions, have) })
		}
	}
	s.repos = append(s.repos, &r)
}

// Requests are those so far that have ended.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Forget empties the list of requests.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

func (s *Server) find(id, revision string) *Repo {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range slices.Backward(s.repos) {
		if r.ID == id && (r.SHA == revision || slices.Contains(r.Revisions, revision)) {
			return r
		}
	}
	return nil
}

func (s *Server) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.repos, func(r *Repo) bool { return r.ID == id })
}

func (s *Server) serve(rw http.ResponseWriter, r *http.Request, storage bool) {
	w := &writer{ResponseWriter: rw, quit: s.quit, gone: r.Context().Done(), left: -1}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests = append(s.requests, Request{storage, r.Method, r.URL.Path, r.Header.Get("Range"),
			r.Header.Get("If-Range"),
			r.Header.Get("Authorization"), w.status, w.sent})
	}()
	steps := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	switch {
	case storage:
		s.stored(w, r)
	case len(steps) >= 3 && steps[0] == "api" && steps[1] == "resolve-cache":
		s.small(w, r)
	case len(steps) >= 3 && steps[0] == "api" && steps[1] == "models":
		s.describe(w, r, steps[2:])
	case len(steps) >= 5 && steps[2] == "resolve":
		s.resolve(w, r, steps)
	default:
		refuse(w, http.StatusNotFound, "", "Sorry, we can't find the page you are looking for.")
	}
}

// refuse answers as the hub does: the reason is in headers and in the body.
func refuse(w http.ResponseWriter, status int, code, message string) {
	if code != "" {
		w.Header().Set("X-Error-Code", code)
	}
	w.Header().Set("X-Error-Message", message)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":%q}`, message)
}

// describe answers /api/models/ORG/NAME/revision/REV, .../tree/REV, and the names without an organisation.
func (s *Server) describe(w *writer, r *http.Request, steps []string) {
	if fault, ok := s.fault("info"); ok && fault.answer(w, s) {
		return
	}
	if len(steps) > 1 && steps[1] == "revision" || len(steps) == 1 {
		s.redirectOld(w, r, steps)
		return
	}
	id, revision, what := strings.Join(steps[:2], "/"), "main", "revision"
	if len(steps) >= 4 {
		what = steps[2]
		revision, _ = url.PathUnescape(steps[3])
	}
	repo := s.find(id, revision)
	switch open := s.opens(r); {
	case !s.has(id) && r.Header.Get("Authorization") == "" || repo != nil && repo.Private && !open:
		refuse(w, http.StatusUnauthorized, "", "Invalid username or password.")
	case !s.has(id):
		refuse(w, http.StatusNotFound, "RepoNotFound", "Repository not found")
	case repo == nil:
		refuse(w, http.StatusNotFound, "RevisionNotFound", "Invalid rev id: "+revision)
	case what == "tree":
		sendJSON(w, repo.tree())
	default:
		sendJSON(w, repo.info(r.URL.Query().Get("blobs") != ""))
	}
}

// redirectOld sends the oldest models, which are asked for without an organisation, to where they are now.
func (s *Server) redirectOld(w *writer, r *http.Request, steps []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, repo := range s.repos {
		if org, name, _ := strings.Cut(repo.ID, "/"); name == steps[0] {
			w.Header().Set("Location", strings.Replace(r.URL.RequestURI(), "/models/", "/models/"+org+"/", 1))
			w.WriteHeader(http.StatusTemporaryRedirect)
			return
		}
	}
	refuse(w, http.StatusUnauthorized, "", "Invalid username or password.")
}

func (s *Server) opens(r *http.Request) bool {
	return r.Header.Get("Authorization") == "Bearer "+s.Token
}

func sendJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	json.NewEncoder(w).Encode(v)
}

// large reports whether a file is in large-file storage.
func large(path string) bool {
	return strings.HasSuffix(path, ".safetensors") || strings.HasSuffix(path, ".bin") || strings.HasSuffix(path, ".model")
}

func sha256Of(b []byte) string { sum := sha256.Sum256(b); return hex.EncodeToString(sum[:]) }

// Blob is the name that git gives to a file.
func Blob(b []byte) string {
	sum := sha1.Sum(append(fmt.Appendf(nil, "blob %d\x00", len(b)), b...))
	return hex.EncodeToString(sum[:])
}

// pointer is the file in git that refers to one in large-file storage.
func pointer(b []byte) []byte {
	return fmt.Appendf(nil, "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n", sha256Of(b), len(b))
}

func (r *Repo) info(blobs bool) map[string]any {
	var siblings []any
	for _, path := range r.paths() {
		entry := map[string]any{"rfilename": path}
		if blobs && !r.Bare {
			b := r.Files[path]
			entry["size"], entry["blobId"] = r.size(path), Blob(b)
			if large(path) {
				entry["blobId"] = Blob(pointer(b))
				entry["lfs"] = map[string]any{"sha256": sha256Of(b), "size": r.size(path), "pointerSize": len(pointer(b))}
			}
		}
		siblings = append(siblings, entry)
	}
	var gated any = false
	if r.Gated != "" {
		gated = r.Gated
	}
	card := map[string]any{"language": "en"}
	if r.License != nil {
		card["license"] = r.License
	}
	return map[string]any{"_id": "6500000000000000000000aa", "id": r.ID, "modelId": r.ID, "sha": r.SHA,
		"private": r.Private, "gated": gated,
		"disabled": false, "lastModified": "2026-03-01T12:00:00.000Z", "cardData": card, "siblings": append(siblings,
			r.Listed...)}
}

// size is what the hub says of a file's size.
func (r *Repo) size(path string) int64 {
	if n, ok := r.Sizes[path]; ok {
		return n
	}
	return int64(len(r.Files[path]))
}

func (r *Repo) paths() []string {
	var paths []string
	for path := range r.Files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func (r *Repo) tree() []any {
	entries := []any{}
	for _, path := range r.paths() {
		b := r.Files[path]
		entry := map[string]any{"type": "file", "path": path, "size": len(b), "oid": Blob(b)}
		if large(path) {
			entry["oid"] = Blob(pointer(b))
			entry["lfs"] = map[string]any{"oid": sha256Of(b), "size": len(b), "pointerSize": len(pointer(b))}
		}
		entries = append(entries, entry)
	}
	return entries
}
