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

func (o *OpenAI) updateStoreFile(r *http.Request, body []byte) (any, *openaiError) {
	v, err := o.decode(body, attributesShape)
	if err != nil {
		return nil, err
	}
	attributes, err := checkAttributes(v["attributes"])
	if err != nil {
		return nil, err
	}
	return o.withStoreFile(r, func(s *openaiStore, f *openaiStoreFile) (any, *openaiError) {
		f.attributes = attributes
		return f.json(s.id), nil
	})
}

// detach takes a file out of a store. The file remains, as it does at OpenAI.
func (o *OpenAI) detach(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStoreFile(r, func(s *openaiStore, f *openaiStoreFile) (any, *openaiError) {
		s.files = slices.DeleteFunc(s.files, func(other *openaiStoreFile) bool { return other == f })
		return oaMap{"id": f.file.id, "object": "vector_store.file.deleted", "deleted": true}, nil
	})
}

func (o *OpenAI) storeFileContent(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withStoreFile(r, func(_ *openaiStore, f *openaiStoreFile) (any, *openaiError) {
		return oaMap{"object": "vector_store.file_content.page", "has_more": false, "next_page": nil,
			"data": []any{oaMap{"type": "text", "text": f.text}}}, nil
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

func (g *openaiStoreGroup) json(store string) oaMap {
	c := counts(g.files)
	status := "completed"
	switch {
	case c["in_progress"] != 0:
		status = "in_progress"
	case c["cancelled"] != 0:
		status = "cancelled"
	}
	return oaMap{"id": g.id, "object": "vector_store.files_batch", "created_at": g.created.Unix(),
		"vector_store_id": store,
		"status":          status, "file_counts": c}
}

func (o *OpenAI) attachMany(r *http.Request, body []byte) (any, *openaiError) {
	v, err := o.decode(body, attachManyShape)
	if err != nil {
		return nil, err
	}
	ids, _ := v["file_ids"].([]any)
	files, _ := v["files"].([]any)
	switch n := len(ids) + len(files); {
	case len(ids) > 0 && len(files) > 0:
		return nil, oaRefuse("files", "mutually_exclusive_parameters", "Only one of 'file_ids' and 'files' may be given.")
	case n == 0:
		return nil, oaRefuse("file_ids", "missing_required_parameter", "Missing required parameter: 'file_ids'.")
	case n > storeBatchFiles:
		return nil, oaRefuse("file_ids", "array_above_max_length", "Invalid 'file_ids': array too long. Expected an array "+
			"with maximum length %d, but got an array with length %d instead.", storeBatchFiles, n)
	}
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		g := &openaiStoreGroup{created: o.now()}
		if g.files, err = o.attachAll(s, ids, v); err != nil {
			return nil, err
		}
		for _, item := range files {
			f, err := o.attachOne(s, oaObject(item))
			if err != nil {
				return nil, err
			}
			g.files = append(g.files, f)
		}
		g.id = o.newID("vsfb_")
		s.groups = append(s.groups, g)
		return g.json(s.id), nil
	})
}

// withGroup finds a file batch and works on it under the lock.
func (o *OpenAI) withGroup(r *http.Request,
	work func(*openaiStore, *openaiStoreGroup) (any, *openaiError)) (any, *openaiError) {
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		for _, g := range s.groups {
			if g.id == r.PathValue("batch") {
				return work(s, g)
			}
		}
		return nil, oaMissing("No file batch found with id '%s' in vector store '%s'.", r.PathValue("batch"), s.id)
	})
}

func (o *OpenAI) oneGroup(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withGroup(r, func(s *openaiStore, g *openaiStoreGroup) (any, *openaiError) {
		seen := g.json(s.id)
		tick(g.files)
		return seen, nil
	})
}

func (o *OpenAI) cancelGroup(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withGroup(r, func(s *openaiStore, g *openaiStoreGroup) (any, *openaiError) {
		for _, f := range g.files {
			f.cancelled = f.cancelled || f.pending > 0
		}
		return g.json(s.id), nil
	})
}

func (o *OpenAI) listGroupFiles(r *http.Request, _ []byte) (any, *openaiError) {
	return o.withGroup(r, func(s *openaiStore, g *openaiStoreGroup) (any,
		*openaiError) {
		return pageFiles(s, g.files, r)
	})
}
