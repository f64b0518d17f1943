package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// geminiFile is one file that was uploaded, or the results of a batch.
type geminiFile struct {
	name, display, mime string
	data                []byte
	created             time.Time
}

func (f *geminiFile) info(url string) map[string]any {
	return map[string]any{
		"name": f.name, "displayName": f.display, "mimeType": f.mime, "sizeBytes": fmt.Sprint(len(f.data)), "createTime": stamp(f.created),
		"updateTime": stamp(f.created), "expirationTime": stamp(f.created.Add(48 * time.Hour)),
		"uri": url + "/v1beta/" + f.name, "state": "ACTIVE", "source": "UPLOADED",
	}
}

func (g *gemini) store(data []byte, display string) *geminiFile {
	f := &geminiFile{name: "files/" + g.next("f"), display: display, mime: "application/jsonl", data: data,
		created: time.Now()}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.files = append(g.files, f)
	return f
}

func (g *gemini) fileNamed(name string) *geminiFile {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.IndexFunc(g.files, func(f *geminiFile) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return g.files[i]
}

// upload is the resumable protocol in its shortest form: one request that starts and is told where to
// send the bytes, and one that sends and finalises.
func (g *gemini) upload(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	command := r.Header.Get("X-Goog-Upload-Command")
	switch {
	case strings.HasPrefix(command, "start"):
		var meta struct {
			File struct {
				Display string `json:"displayName"`
				MIME    string `json:"mimeType"`
			} `json:"file"`
		}
		if len(body) > 0 && json.Unmarshal(body, &meta) != nil {
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Invalid JSON payload received.")
			return
		}
		f := g.store(nil, meta.File.Display)
		if f.mime = meta.File.MIME; f.mime == "" {
			f.mime = r.Header.Get("X-Goog-Upload-Header-Content-Type")
		}
		w.Header().Set("X-Goog-Upload-Status", "active")
		w.Header().Set("X-Goog-Upload-Url", g.server.URL+"/upload/v1beta/files?upload_id="+strings.TrimPrefix(f.name,
			"files/"))
		writeJSON(w, http.StatusOK, map[string]any{})
	case strings.Contains(command, "upload"):
		f := g.fileNamed("files/" + r.URL.Query().Get("upload_id"))
		if f == nil {
			geminiFail(w, http.StatusNotFound, "NOT_FOUND", "Upload not found.")
			return
		}
		g.mu.Lock()
		f.data = append(f.data, body...)
		out := f.info(g.server.URL)
		g.mu.Unlock()
		status := "active"
		if strings.Contains(command, "finalize") {
			status = "final"
		}
		w.Header().Set("X-Goog-Upload-Status", status)
		writeJSON(w, http.StatusOK, map[string]any{"file": out})
	default:
		geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Invalid request: X-Goog-Upload-Command is missing.")
	}
}

// getFile answers a file's description, or with :download its bytes.
func (g *gemini) getFile(w http.ResponseWriter, r *http.Request) {
	id, action, _ := strings.Cut(r.PathValue("id"), ":")
	f := g.fileNamed("files/" + id)
	switch {
	case f == nil:
		geminiFail(w, http.StatusForbidden, "PERMISSION_DENIED",
			"You do not have permission to access the File "+id+" or it may not exist.")
	case action == "download" && r.URL.Query().Get("alt") == "media":
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(f.data)
	case action == "":
		writeJSON(w, http.StatusOK, f.info(g.server.URL))
	default:
		geminiFail(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	}
}

func (g *gemini) deleteFile(w http.ResponseWriter, r *http.Request) {
	name := "files/" + r.PathValue("id")
	if g.fileNamed(name) == nil {
		geminiFail(w, http.StatusForbidden, "PERMISSION_DENIED",
			"You do not have permission to access the File "+name+" or it may not exist.")
		return
	}
	g.mu.Lock()
	g.files = slices.DeleteFunc(g.files, func(f *geminiFile) bool { return f.name == name })
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, map[string]any{})
}
