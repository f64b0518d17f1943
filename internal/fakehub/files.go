package fakehub

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// resolve answers /ORG/NAME/resolve/REV/PATH: where the file is.
func (s *Server) resolve(w *writer, r *http.Request, steps []string) {
	revision, _ := url.PathUnescape(steps[3])
	id, path := strings.Join(steps[:2], "/"), strings.Join(steps[4:], "/")
	if fault, ok := s.fault("resolve " + path); ok && fault.answer(w, s) {
		return
	}
	repo := s.find(id, revision)
	switch open := s.opens(r); {
	case repo == nil && !s.has(id) || repo != nil && repo.Private && !open:
		refuse(w, http.StatusUnauthorized, "RepoNotFound", "Invalid username or password.")
		return
	case repo == nil:
		refuse(w, http.StatusNotFound, "RevisionNotFound", "Invalid rev id: "+revision)
		return
	case repo.Gated != "" && r.Header.Get("Authorization") == "":
		refuse(w, http.StatusUnauthorized, "GatedRepo",
			"Access to model "+id+" is restricted. You must have access to it and be authenticated to access it. Please log in.")
		return
	case repo.Gated != "" && !open:
		refuse(w, http.StatusForbidden, "GatedRepo",
			"Access to model "+id+" is restricted and you are not in the authorized list. You said "+r.Header.Get("Authorization"))
		return
	case repo.Files[path] == nil:
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	body := repo.Files[path]
	w.Header().Set("X-Repo-Commit", repo.SHA)
	if large(path) {
		w.Header().Set("X-Linked-Size", itoa(len(body)))
		w.Header().Set("X-Linked-Etag", `"`+sha256Of(body)+`"`)
		w.Header().Set("Location",
			s.StorageURL+"/repos/"+id+"/"+sha256Of(body)+"?path="+url.QueryEscape(path)+"&Signature=signed-planted")
		w.WriteHeader(http.StatusFound)
		return
	}
	w.Header().Set("Etag", `"`+Blob(body)+`"`)
	w.Header().Set("Location", "/api/resolve-cache/models/"+id+"/"+repo.SHA+"/"+path+"?etag=%22"+Blob(body)+"%22")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

// small answers /api/resolve-cache/models/ORG/NAME/SHA/PATH: the bytes of a file that is in git.
func (s *Server) small(w *writer, r *http.Request) {
	steps := strings.SplitN(strings.TrimPrefix(r.URL.Path, "/api/resolve-cache/models/"), "/", 4)
	if len(steps) < 4 {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	repo := s.find(steps[0]+"/"+steps[1], steps[2])
	if repo == nil || repo.Files[steps[3]] == nil {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	body := repo.Files[steps[3]]
	w.Header().Set("X-Repo-Commit", repo.SHA)
	s.send(w, r, steps[3], body, `"`+Blob(body)+`"`)
}

// stored answers for the storage host. A key of the hub's has no business there.
func (s *Server) stored(w *writer, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		http.Error(w, "only one auth mechanism allowed", http.StatusBadRequest)
		return
	}
	if r.URL.Query().Get("Signature") != "signed-planted" {
		http.Error(w, "unsigned", http.StatusForbidden)
		return
	}
	path := r.URL.Query().Get("path")
	steps := strings.Split(strings.TrimPrefix(r.URL.Path, "/repos/"), "/")
	s.mu.Lock()
	var body []byte
	for _, repo := range s.repos {
		if b := repo.Files[path]; b != nil && len(steps) == 3 && repo.ID == steps[0]+"/"+steps[1] && sha256Of(b) == steps[2] {
			body = b
		}
	}
	s.mu.Unlock()
	if body == nil {
		http.Error(w, "no such key", http.StatusNotFound)
		return
	}
	s.send(w, r, path, body, `"`+sha256Of(body)[:32]+`"`) // an ETag of the host's own
}

// send serves bytes with ranges, or does it wrong on order.
func (s *Server) send(w *writer, r *http.Request, path string, body []byte, tag string) {
	fault, ok := s.fault(path)
	if ok && fault.answer(w, s) {
		return
	}
	w.Header().Set("Etag", tag)
	switch fault.Kind {
	case Cut, Hang:
		w.left, w.hang, w.hung = fault.At, fault.Kind == Hang, fault.Hung
	case Wrong:
		body = bytes.Clone(body)
		body[len(body)/2] ^= 1
	case RangesIgnored:
		r.Header.Del("Range")
	case OtherRange:
		w.Header().Set("Content-Range", "bytes 0-"+itoa(len(body)-1)+"/"+itoa(len(body)))
		w.WriteHeader(http.StatusPartialContent)
		w.Write(body)
		return
	case NewTag:
		w.Header().Set("Etag", `"another"`)
	case Longer:
		body = append(bytes.Clone(body), body...)
	case Endless:
		for w.alive() {
			w.Write(body)
		}
		return
	case Packed:
		w.Header().Set("Content-Encoding", "gzip")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
