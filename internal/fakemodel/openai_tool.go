package fakemodel

import (
	"slices"
	"strconv"
	"strings"
)

// openaiFound is what the file search tool found for one response.
type openaiFound struct {
	query string
	hits  []openaiHit
}

// citedFiles is how many files an answer cites at most.
const citedFiles = 3

// searchTools runs the tools of a request: file search, or none.
func (o *OpenAI) searchTools(v oaMap, query string) (*openaiFound, *openaiError) {
	tools, _ := v["tools"].([]any)
	if len(tools) == 0 || v["tool_choice"] == "none" {
		return nil, nil
	}
	found := &openaiFound{query: query}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sweep()
	for i, item := range tools {
		at := "tools[" + strconv.Itoa(i) + "]."
		tool := oaObject(item)
		if tool["type"] != "file_search" {
			return nil, oaRefuse(at+"type", "invalid_value",
				"Invalid value: '%s'. The only tool that is served here is 'file_search'.", oaQuoted(tool["type"]))
		}
		stores, err := o.toolStores(at, tool)
		if err != nil {
			return nil, err
		}
		q, err := readRanking(at, tool, openaiQuery{texts: []string{query}, limit: toolDefault})
		if err != nil {
			return nil, err
		}
		found.hits = append(found.hits, search(stores, q)...)
	}
	return found, nil
}

func (o *OpenAI) toolStores(at string, tool oaMap) ([]*openaiStore, *openaiError) {
	ids, _ := tool["vector_store_ids"].([]any)
	if len(ids) == 0 {
		return nil, oaRefuse(at+"vector_store_ids", "missing_required_parameter",
			"Missing required parameter: '%svector_store_ids'.", at)
	}
	var stores []*openaiStore
	for _, id := range ids {
		s := o.store(oaString(id))
		if s == nil {
			return nil, noStore(oaQuoted(id))
		}
		if s.expired(o.now()) {
			return nil, storeExpired(s)
		}
		s.active = o.now()
		stores = append(stores, s)
	}
	return stores, nil
}

// text is what the model reads of the results: a prompt's System ends with it.
func (f *openaiFound) text() string {
	var b strings.Builder
	for _, h := range f.hits {
		b.WriteString("\n\n[" + h.file.file.name + "]\n" + h.chunk.text)
	}
	return b.String()
}

// item is the tool call in the output; the results are told only if they were asked for.
func (f *openaiFound) item(id string, include bool) oaMap {
	item := oaMap{"id": id, "type": "file_search_call", "status": "completed", "queries": []string{f.query},
		"results": nil}
	if !include {
		return item
	}
	results := []any{}
	for _, h := range f.hits {
		results = append(results, oaMap{"file_id": h.file.file.id, "filename": h.file.file.name, "score": h.score,
			"text": h.chunk.text, "attributes": h.file.attributes})
	}
	item["results"] = results
	return item
}

// citations point from the end of the answer to the files that had something to say.
func (f *openaiFound) citations(index int) []any {
	out := []any{}
	var cited []string
	for _, h := range f.hits {
		id := h.file.file.id
		if h.score == 0 || slices.Contains(cited, id) || len(cited) == citedFiles {
			continue
		}
		cited = append(cited, id)
		out = append(out, oaMap{"type": "file_citation", "file_id": id, "filename": h.file.file.name, "index": index})
	}
	return out
}
