package fakemodel

import (
	"net/http"
	"slices"
	"strconv"
	"time"
)

// openaiStore is a vector store.
type openaiStore struct {
	id, name string
	created  time.Time
	active   time.Time
	days     int // after which it expires, counted from active; 0 is never
	metadata any
	files    []*openaiStoreFile
}

// openaiStoreFile is a file in a store.
type openaiStoreFile struct {
	file       *openaiFile
	created    time.Time
	pending    int // polls until it is indexed
	cancelled  bool
	fault      *storeFault
	attributes oaMap
	strategy   openaiChunking
	text       string
	chunks     []openaiChunk
}

// storeFault is why a file could not be indexed.
type storeFault struct{ code, message string }

// openaiChunking is how a file is cut.
type openaiChunking struct{ size, overlap int }

// Bounds of stores.
const (
	storeCreateFiles = 500
	storeDays        = 365
	attributePairs   = 16
	attributeLength  = 512
	attributeKey     = 64
	chunkLeast       = 100
	chunkMost        = 4_096
)

var autoChunking = openaiChunking{size: 800, overlap: 400}

var (
	expiryShape   = openaiShape{"anchor": {kinds: "string"}, "days": {kinds: "integer"}}
	chunkingShape = openaiShape{"type": {kinds: "string"}, "static": {kinds: "object", fields: openaiShape{
		"max_chunk_size_tokens": {kinds: "integer"}, "chunk_overlap_tokens": {kinds: "integer"}}}}
	createStoreShape = openaiShape{
		"name": {kinds: "string null"}, "description": {kinds: "string null"}, "file_ids": {kinds: "array"}, "metadata": {kinds: "object null"},
		"expires_after":     {kinds: "object null", fields: expiryShape},
		"chunking_strategy": {kinds: "object", fields: chunkingShape}}
	attachShape = openaiShape{"file_id": {kinds: "string"}, "attributes": {kinds: "object null"},
		"chunking_strategy": {kinds: "object", fields: chunkingShape}}
)

func (o *OpenAI) storeRoutes(add func(string, openaiEndpoint)) {
	const one = "/v1/vector_stores/{id}"
	add("POST /v1/vector_stores", o.createStore)
	add("GET /v1/vector_stores", o.listStores)
	add("GET "+one, o.oneStore)
	add("DELETE "+one, o.deleteStore)
	add("POST "+one+"/search", o.searchStore)
	add("POST "+one+"/files", o.attach)
	add("GET "+one+"/files", o.listStoreFiles)
	add("GET "+one+"/files/{file}", o.oneStoreFile)
	add("DELETE "+one+"/files/{file}", o.detach)
}

func (f *openaiStoreFile) status() string {
	switch {
	case f.cancelled:
		return "cancelled"
	case f.pending > 0:
		return "in_progress"
	case f.fault != nil:
		return "failed"
	}
	return "completed"
}

// counts is how many files are in which state.
func counts(files []*openaiStoreFile) oaMap {
	c := oaMap{"in_progress": 0, "completed": 0, "failed": 0, "cancelled": 0, "total": len(files)}
	for _, f := range files {
		c[f.status()] = c[f.status()].(int) + 1
	}
	return c
}

func (s *openaiStore) expires() time.Time { return s.active.AddDate(0, 0, s.days) }

func (s *openaiStore) expired(now time.Time) bool { return s.days > 0 && now.After(s.expires()) }

func (s *openaiStore) json(now time.Time) oaMap {
	size := 0
	for _, f := range s.files {
		size += len(f.text)
	}
	m := oaMap{"id": s.id, "object": "vector_store", "created_at": s.created.Unix(), "name": s.name, "usage_bytes": size,
		"file_counts": counts(s.files), "status": "completed", "expires_at": nil, "last_active_at": s.active.Unix(), "metadata": s.metadata}
	if m["file_counts"].(oaMap)["in_progress"] != 0 {
		m["status"] = "in_progress"
	}
	if s.days > 0 {
		m["expires_after"] = oaMap{"anchor": "last_active_at", "days": s.days}
		m["expires_at"] = s.expires().Unix()
	}
	if s.expired(now) {
		m["status"] = "expired"
	}
	return m
}

// withStore finds a store and works on it under the lock.
func (o *OpenAI) withStore(r *http.Request, work func(*openaiStore) (any, *openaiError)) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sweep()
	s := o.store(r.PathValue("id"))
	if s == nil {
		return nil, noStore(r.PathValue("id"))
	}
	return work(s)
}

func noStore(id string) *openaiError { return oaMissing("Vector store with id '%s' not found.", id) }

func (o *OpenAI) store(id string) *openaiStore {
	for _, s := range o.stores {
		if s.id == id {
			return s
		}
	}
	return nil
}

func (o *OpenAI) createStore(_ *http.Request, body []byte) (any, *openaiError) {
	if len(body) == 0 {
		body = []byte("{}")
	}
	v, err := o.decode(body, createStoreShape)
	if err == nil {
		err = oaMetadata(v["metadata"])
	}
	ids, _ := v["file_ids"].([]any)
	if err == nil && len(ids) > storeCreateFiles {
		err = oaRefuse("file_ids", "array_above_max_length", "Invalid 'file_ids': array too long. Expected an array with "+
			"maximum length %d, but got an array with length %d instead.", storeCreateFiles, len(ids))
	}
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sweep()
	s := &openaiStore{name: oaString(v["name"]), created: o.now(), active: o.now(),
		metadata: oaDefault(v["metadata"], oaMap{})}
	if s.days, err = expiryDays(v["expires_after"]); err != nil {
		return nil, err
	}
	if _, err := o.attachAll(s, ids, oaMap{"chunking_strategy": v["chunking_strategy"]}); err != nil {
		return nil, err
	}
	s.id = o.newID("vs_")
	o.stores = append(o.stores, s)
	return s.json(o.now()), nil
}

func expiryDays(v any) (int, *openaiError) {
	m := oaObject(v)
	if m == nil {
		return 0, nil
	}
	if m["anchor"] != "last_active_at" {
		return 0, oaRefuse("expires_after.anchor", "invalid_value",
			"Invalid value: '%s'. Supported values are: 'last_active_at'.", oaQuoted(m["anchor"]))
	}
	if m["days"] == nil {
		return 0, oaRefuse("expires_after.days", "missing_required_parameter",
			"Missing required parameter: 'expires_after.days'.")
	}
	return oaInteger(m["days"]), oaWithin("expires_after.days", m["days"], 1, storeDays)
}

func (o *OpenAI) listStores(r *http.Request, _ []byte) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	data := []any{}
	for _, s := range o.stores {
		data = append(data, s.json(o.now()))
	}
	return oaPage(data, r, "desc")
}

func (o *OpenAI) oneStore(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		seen := s.json(o.now())
		tick(s.files)
		return seen, nil
	})
}

// tick counts one poll of files that are being indexed.
func tick(files []*openaiStoreFile) {
	for _, f := range files {
		f.pending = max(0, f.pending-1)
	}
}

// deleteStore deletes a store. Its files remain, as they do at OpenAI.
func (o *OpenAI) deleteStore(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		o.stores = slices.DeleteFunc(o.stores, func(other *openaiStore) bool { return other == s })
		return oaMap{"id": s.id, "object": "vector_store.deleted", "deleted": true}, nil
	})
}

// readChunking reads a chunking strategy.
func readChunking(v any) (openaiChunking, *openaiError) {
	m := oaObject(v)
	switch {
	case m == nil || m["type"] == "auto":
		return autoChunking, nil
	case m["type"] != "static":
		return autoChunking, oaRefuse("chunking_strategy.type", "invalid_value",
			"Invalid value: '%s'. Supported values are: 'auto' and 'static'.", oaQuoted(m["type"]))
	}
	static := oaObject(m["static"])
	c := openaiChunking{oaInteger(static["max_chunk_size_tokens"]), oaInteger(static["chunk_overlap_tokens"])}
	if c.size < chunkLeast || c.size > chunkMost {
		return c, oaRefuse("chunking_strategy.static.max_chunk_size_tokens", "invalid_value",
			"Invalid 'max_chunk_size_tokens': expected a value between %d and %d, but got %d.", chunkLeast, chunkMost, c.size)
	}
	if c.overlap < 0 || c.overlap > c.size/2 {
		return c, oaRefuse("chunking_strategy.static.chunk_overlap_tokens", "invalid_value",
			"Invalid 'chunk_overlap_tokens': must not exceed half of max_chunk_size_tokens, but got %d.", c.overlap)
	}
	return c, nil
}

// checkAttributes refuses attributes that a store does not take.
func checkAttributes(v any) (oaMap, *openaiError) {
	m := oaObject(v)
	if len(m) > attributePairs {
		return nil, oaRefuse("attributes", "object_above_max_properties",
			"Invalid 'attributes': too many properties. Expected an object with at most %d properties, but got %d.", attributePairs, len(m))
	}
	for key, value := range m {
		text, isText := value.(string)
		_, isNumber := oaNumber(value)
		_, isBool := value.(bool)
		if len(key) > attributeKey || len(text) > attributeLength || !isText && !isNumber && !isBool {
			return nil, oaRefuse("attributes."+key, "invalid_value", "Invalid 'attributes.%s': expected a string with "+
				"maximum length %d, a number or a boolean under a key with maximum length %d.", key, attributeLength, attributeKey)
		}
	}
	if m == nil {
		m = oaMap{}
	}
	return m, nil
}

// attachOne puts a file into a store, or replaces its attributes if it is there.
func (o *OpenAI) attachOne(s *openaiStore, v oaMap) (*openaiStoreFile, *openaiError) {
	id := oaString(v["file_id"])
	if id == "" {
		return nil, oaRefuse("file_id", "missing_required_parameter", "Missing required parameter: 'file_id'.")
	}
	f := o.file(id)
	if f == nil {
		return nil, oaMissing("No such File object: %s", id)
	}
	strategy, err := readChunking(v["chunking_strategy"])
	if err != nil {
		return nil, err
	}
	attributes, err := checkAttributes(v["attributes"])
	if err != nil {
		return nil, err
	}
	sf := &openaiStoreFile{file: f, created: o.now(), pending: 1, attributes: attributes, strategy: strategy}
	sf.text, sf.fault = f.indexable()
	sf.chunks = chunk(sf.text, strategy)
	s.files = slices.DeleteFunc(s.files, func(other *openaiStoreFile) bool { return other.file == f })
	s.files = append(s.files, sf)
	s.active = o.now()
	return sf, nil
}

// attachAll attaches files that share their settings; none of them if one cannot be.
func (o *OpenAI) attachAll(s *openaiStore, ids []any, shared oaMap) ([]*openaiStoreFile, *openaiError) {
	for i, id := range ids {
		if text, ok := id.(string); !ok || o.file(text) == nil {
			return nil, oaRefuse("file_ids["+strconv.Itoa(i)+"]", "", "No such File object: %s", oaQuoted(id))
		}
	}
	var out []*openaiStoreFile
	for _, id := range ids {
		f, err := o.attachOne(s, oaMap{"file_id": id, "attributes": shared["attributes"],
			"chunking_strategy": shared["chunking_strategy"]})
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}
