package fakemodel

import (
	"net/http"
	"slices"
)

func (f *openaiStoreFile) json(store string) oaMap {
	m := oaMap{"id": f.file.id, "object": "vector_store.file", "usage_bytes": len(f.text), "created_at": f.created.Unix(),
		"vector_store_id": store, "status": f.status(), "last_error": nil, "attributes": f.attributes,
		"chunking_strategy": oaMap{"type": "static", "static": oaMap{
			"max_chunk_size_tokens": f.strategy.size, "chunk_overlap_tokens": f.strategy.overlap}}}
	if f.fault != nil && f.status() == "failed" {
		m["last_error"] = oaMap{"code": f.fault.code, "message": f.fault.message}
	}
	return m
}

func (o *OpenAI) attach(r *http.Request, body []byte) (any, *openaiError) {
	v, err := o.decode(body, attachShape)
	if err != nil {
		return nil, err
	}
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		f, err := o.attachOne(s, v)
		if err != nil {
			return nil, err
		}
		return f.json(s.id), nil
	})
}

// withStoreFile finds a file in a store and works on it under the lock.
func (o *OpenAI) withStoreFile(r *http.Request,
	work func(*openaiStore, *openaiStoreFile) (any, *openaiError)) (any, *openaiError) {
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		for _, f := range s.files {
			if f.file.id == r.PathValue("file") {
				return work(s, f)
			}
		}
		return nil, oaMissing("No file found with id '%s' in vector store '%s'.", r.PathValue("file"), s.id)
	})
}

func (o *OpenAI) oneStoreFile(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStoreFile(r, func(s *openaiStore, f *openaiStoreFile) (any, *openaiError) {
		seen := f.json(s.id)
		f.pending = max(0, f.pending-1)
		return seen, nil
	})
}

// detach takes a file out of a store. The file remains, as it does at OpenAI.
func (o *OpenAI) detach(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStoreFile(r, func(s *openaiStore, f *openaiStoreFile) (any, *openaiError) {
		s.files = slices.DeleteFunc(s.files, func(other *openaiStoreFile) bool { return other == f })
		return oaMap{"id": f.file.id, "object": "vector_store.file.deleted", "deleted": true}, nil
	})
}

func (o *OpenAI) listStoreFiles(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) { return pageFiles(s, s.files, r) })
}

func pageFiles(s *openaiStore, files []*openaiStoreFile, r *http.Request) (any, *openaiError) {
	state := r.URL.Query().Get("filter")
	if err := oaOneOf("filter", oaNullable(state), "in_progress", "completed", "failed", "cancelled"); err != nil {
		return nil, err
	}
	data := []any{}
	for _, f := range files {
		if state == "" || f.status() == state {
			data = append(data, f.json(s.id))
		}
	}
	return oaPage(data, r, "desc")
}
