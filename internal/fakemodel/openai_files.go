package fakemodel

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// openaiFile is an uploaded file.
type openaiFile struct {
	id, name, purpose string
	data              []byte
	created           time.Time
	expires           time.Time // zero if it does not
}

// Bounds of files and of their expiry.
const (
	openaiFileBytes   = 512 << 20
	openaiFormMemory  = 8 << 20
	leastExpirySecond = 3_600
	mostExpirySecond  = 2_592_000
)

// What may be uploaded, and of that what may be downloaded again.
var (
	uploadPurposes   = []string{"assistants", "batch", "fine-tune", "vision", "user_data", "evals"}
	downloadPurposes = []string{"batch", "batch_output", "fine-tune", "evals"}
)

func (o *OpenAI) fileRoutes(add func(string, openaiEndpoint)) {
	add("POST /v1/files", o.upload)
	add("GET /v1/files", o.listFiles)
	add("GET /v1/files/{id}/content", o.fileContent)
	add("DELETE /v1/files/{id}", o.deleteFile)
}

func (f *openaiFile) json() oaMap {
	m := oaMap{"id": f.id, "object": "file", "bytes": len(f.data), "created_at": f.created.Unix(), "filename": f.name,
		"purpose": f.purpose, "status": "processed"}
	if !f.expires.IsZero() {
		m["expires_at"] = f.expires.Unix()
	}
	return m
}

// sweep removes files that have expired; the caller holds the lock.
func (o *OpenAI) sweep() {
	now := o.now()
	for _, f := range slices.Clone(o.files) {
		if !f.expires.IsZero() && now.After(f.expires) {
			o.removeFile(f)
		}
	}
}

// removeFile deletes a file, and with it its entry in every store.
func (o *OpenAI) removeFile(f *openaiFile) {
	o.files = slices.DeleteFunc(o.files, func(other *openaiFile) bool { return other == f })
	for _, s := range o.stores {
		s.files = slices.DeleteFunc(s.files, func(sf *openaiStoreFile) bool { return sf.file == f })
	}
}

// file finds a file; the caller holds the lock.
func (o *OpenAI) file(id string) *openaiFile {
	o.sweep()
	for _, f := range o.files {
		if f.id == id {
			return f
		}
	}
	return nil
}

func (o *OpenAI) fileText(id string) (string, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := o.file(id)
	if f == nil {
		return "", false
	}
	return string(f.data), true
}

func (o *OpenAI) upload(r *http.Request, _ []byte) (any, *openaiError) {
	if err := r.ParseMultipartForm(openaiFormMemory); err != nil {
		return nil, oaRefuse("", "", "Could not parse multipart form")
	}
	for name := range r.MultipartForm.Value {
		if !slices.Contains([]string{"purpose", "expires_after[anchor]", "expires_after[seconds]"}, name) {
			return nil, oaRefuse(name, "unknown_parameter", "Unknown parameter: '%s'.", name)
		}
	}
	part, header, err := r.FormFile("file")
	if err != nil {
		return nil, oaRefuse("file", "missing_required_parameter", "Missing required parameter: 'file'.")
	}
	defer part.Close()
	data := make([]byte, header.Size)
	if _, err := part.ReadAt(data, 0); err != nil && header.Size > 0 {
		return nil, oaRefuse("file", "", "The file could not be read.")
	}
	f := &openaiFile{name: header.Filename, purpose: r.FormValue("purpose"), data: data}
	o.mu.Lock()
	defer o.mu.Unlock()
	f.created = o.now()
	if err := f.check(r.MultipartForm.Value); err != nil {
		return nil, err
	}
	f.id = o.newID("file-")
	o.files = append(o.files, f)
	return f.json(), nil
}

// check refuses what may not be uploaded and reads the expiry.
func (f *openaiFile) check(form url.Values) *openaiError {
	switch {
	case f.purpose == "":
		return oaRefuse("purpose", "missing_required_parameter", "Missing required parameter: 'purpose'.")
	case len(f.data) == 0:
		return oaRefuse("file", "", "File is empty.")
	case len(f.data) > openaiFileBytes:
		return &openaiError{status: 413, kind: "invalid_request_error", message: "Maximum content size limit exceeded."}
	case f.purpose == "batch" && path.Ext(f.name) != ".jsonl":
		return oaRefuse("file", "", "Invalid file format for Batch API. Must be .jsonl")
	}
	if err := oaOneOf("purpose", f.purpose, uploadPurposes...); err != nil {
		return err
	}
	anchor, text := form.Get("expires_after[anchor]"), form.Get("expires_after[seconds]")
	if anchor == "" && text == "" {
		return nil
	}
	seconds, err := strconv.Atoi(text)
	if err != nil || anchor != "created_at" || seconds < leastExpirySecond || seconds > mostExpirySecond {
		return oaRefuse("expires_after", "invalid_value",
			"Invalid 'expires_after': expected the anchor 'created_at' and between %d and %d seconds.", leastExpirySecond, mostExpirySecond)
	}
	f.expires = f.created.Add(time.Duration(seconds) * time.Second)
	return nil
}

func (o *OpenAI) listFiles(r *http.Request, _ []byte) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sweep()
	purpose := r.URL.Query().Get("purpose")
	data := []any{}
	for _, f := range o.files {
		if purpose == "" || f.purpose == purpose {
			data = append(data, f.json())
		}
	}
	return oaPage(data, r, "desc")
}

// withFile finds a file and works on it under the lock.
func (o *OpenAI) withFile(r *http.Request, work func(*openaiFile) (any, *openaiError)) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := o.file(r.PathValue("id"))
	if f == nil {
		return nil, noFile(r.PathValue("id"))
	}
	return work(f)
}

func noFile(id string) *openaiError { return oaMissing("No such File object: %s", id) }

func (o *OpenAI) fileContent(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withFile(r, func(f *openaiFile) (any, *openaiError) {
		if !slices.Contains(downloadPurposes, f.purpose) {
			return nil, oaRefuse("", "", "Not allowed to download files of purpose: %s", f.purpose)
		}
		return openaiRaw(f.data), nil
	})
}

func (o *OpenAI) deleteFile(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withFile(r, func(f *openaiFile) (any, *openaiError) {
		o.removeFile(f)
		return oaMap{"id": f.id, "object": "file", "deleted": true}, nil
	})
}

// The sizes of a page.
const (
	pageDefault = 20
	pageMost    = 10_000
)

// oaPage is a page of a list that is given oldest first.
func oaPage(data []any, r *http.Request, order string) (any, *openaiError) {
	q := r.URL.Query()
	limit := pageDefault
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > pageMost {
			return nil, oaRefuse("limit", "invalid_value", "Invalid 'limit': expected an integer between 1 and %d.", pageMost)
		}
		limit = n
	}
	if q.Get("order") != "" {
		order = q.Get("order")
	}
	if err := oaOneOf("order", order, "asc", "desc"); err != nil {
		return nil, err
	}
	data = slices.Clone(data)
	if order == "desc" {
		slices.Reverse(data)
	}
	at := func(id string) int {
		return slices.IndexFunc(data, func(v any) bool { return oaObject(v)["id"] == id })
	}
	if before := q.Get("before"); before != "" {
		if i := at(before); i >= 0 {
			data = data[max(0, i-limit):i]
		}
	}
	if after := q.Get("after"); after != "" {
		i := at(after)
		if i < 0 {
			return nil, oaMissing("No such object: %s", after)
		}
		data = data[i+1:]
	}
	more := len(data) > limit
	data = data[:min(limit, len(data))]
	page := oaMap{"object": "list", "data": data, "has_more": more, "first_id": "", "last_id": ""}
	if len(data) > 0 {
		page["first_id"], page["last_id"] = oaObject(data[0])["id"], oaObject(data[len(data)-1])["id"]
	}
	return page, nil
}

// searchable are the endings of files that file search takes.
var searchable = strings.Fields(".c .cpp .cs .css .doc .docx .go .html .java .js .json .md .pdf .php .pptx .py .rb .sh .tex .ts .txt")

// indexable is the text of a file for search, or why there is none. The words of a PDF are not decoded:
// what is printable in it is indexed, which is enough to be found by its uncompressed parts.
func (f *openaiFile) indexable() (string, *storeFault) {
	ext := strings.ToLower(path.Ext(f.name))
	if !slices.Contains(searchable, ext) {
		return "", &storeFault{"unsupported_file", fmt.Sprintf("The file type %q is not supported.", ext)}
	}
	text := string(f.data)
	if ext == ".pdf" {
		return strings.Map(func(r rune) rune {
			if r == utf8.RuneError || r < ' ' && r != '\n' {
				return ' '
			}
			return r
		}, text), nil
	}
	if !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
		return "", &storeFault{"invalid_file", "The file could not be parsed because it has no readable text."}
	}
	return text, nil
}
