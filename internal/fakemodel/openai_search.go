package fakemodel

import (
	"cmp"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// openaiChunk is a stretch of a file as it is found.
type openaiChunk struct {
	text   string
	counts map[string]int
	words  int
}

// openaiHit is a chunk with its score.
type openaiHit struct {
	file  *openaiStoreFile
	chunk openaiChunk
	score float64
}

// openaiQuery is what is looked for.
type openaiQuery struct {
	texts     []string
	filter    any
	limit     int
	threshold float64
}

// Bounds of a search, and the constants of BM25.
const (
	searchDefault = 10
	searchMost    = 50
	toolDefault   = 20
	bm25K1        = 1.2
	bm25B         = 0.75

	// scoreSteepness gives 0.78 to a chunk of average length that holds every word of the query once.
	scoreSteepness = 1.5
)

var searchShape = openaiShape{
	"query": {kinds: "string array"}, "rewrite_query": {kinds: "boolean"}, "max_num_results": {kinds: "integer"},
	"filters": {kinds: "object null"},
	"ranking_options": {kinds: "object null", fields: openaiShape{
		"ranker": {kinds: "string"}, "score_threshold": {kinds: "number"}}},
}

// chunk cuts a text into windows of words that overlap; a word counts as a token.
func chunk(text string, c openaiChunking) []openaiChunk {
	var starts, ends []int
	inside := false
	for i, r := range text {
		if unicode.IsSpace(r) == inside {
			if inside {
				ends = append(ends, i)
			} else {
				starts = append(starts, i)
			}
			inside = !inside
		}
	}
	if inside {
		ends = append(ends, len(text))
	}
	var out []openaiChunk
	for at := 0; at < len(starts); at += c.size - c.overlap {
		last := min(at+c.size, len(starts))
		piece := openaiChunk{text: text[starts[at]:ends[last-1]], counts: map[string]int{}}
		for _, word := range searchWords(piece.text) {
			piece.counts[word]++
			piece.words++
		}
		out = append(out, piece)
		if last == len(starts) {
			break
		}
	}
	return out
}

func searchWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
}

// search ranks the chunks of stores by BM25, brought into 0 to 1 without a change of the order. Chunks
// that share no word with the query come last with 0: vector search never comes back empty-handed.
func search(stores []*openaiStore, q openaiQuery) []openaiHit {
	var hits []openaiHit
	total := 0
	for _, s := range stores {
		for _, f := range s.files {
			if f.status() != "completed" || q.filter != nil && !matches(oaObject(q.filter), f.attributes) {
				continue
			}
			for _, c := range f.chunks {
				hits = append(hits, openaiHit{file: f, chunk: c})
				total += c.words
			}
		}
	}
	terms := searchWords(strings.Join(q.texts, " "))
	slices.Sort(terms)
	terms = slices.Compact(terms)
	most := 0.0
	for _, term := range terms {
		found := 0
		for _, h := range hits {
			if h.chunk.counts[term] > 0 {
				found++
			}
		}
		weight := math.Log(1 + (float64(len(hits)-found)+0.5)/(float64(found)+0.5))
		most += weight
		for i := range hits {
			hits[i].score += weight * saturation(hits[i].chunk, term, float64(total)/float64(len(hits)))
		}
	}
	return best(hits, most, q)
}

func saturation(c openaiChunk, term string, mean float64) float64 {
	n := float64(c.counts[term])
	if n == 0 {
		return 0
	}
	return n * (bm25K1 + 1) / (n + bm25K1*(1-bm25B+bm25B*float64(c.words)/mean))
}

func best(hits []openaiHit, most float64, q openaiQuery) []openaiHit {
	kept := hits[:0]
	for _, h := range hits {
		if most > 0 {
			h.score = 1 - math.Exp(-scoreSteepness*h.score/most)
		}
		if h.score >= q.threshold {
			kept = append(kept, h)
		}
	}
	slices.SortStableFunc(kept, func(a, b openaiHit) int { return cmp.Compare(b.score, a.score) })
	return kept[:min(q.limit, len(kept))]
}

// checkFilter refuses a filter that the grammar does not allow.
func checkFilter(path string, v any, depth int) *openaiError {
	f := oaObject(v)
	if f == nil || depth > openaiDepth {
		return oaRefuse(path, "invalid_type", "Invalid type for '%s': expected a filter object.", path)
	}
	kind := oaString(f["type"])
	compound := kind == "and" || kind == "or"
	allowed := []string{"type", "key", "value"}
	if compound {
		allowed = []string{"type", "filters"}
	}
	for name := range f {
		if !slices.Contains(allowed, name) {
			return oaRefuse(path+"."+name, "unknown_parameter", "Unknown parameter: '%s.%s'.", path, name)
		}
	}
	if !compound {
		return checkComparison(path, kind, f)
	}
	list, _ := f["filters"].([]any)
	if len(list) == 0 {
		return oaRefuse(path+".filters", "missing_required_parameter", "Missing required parameter: '%s.filters'.", path)
	}
	for i, child := range list {
		if err := checkFilter(path+".filters["+strconv.Itoa(i)+"]", child, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func checkComparison(path, kind string, f oaMap) *openaiError {
	if oaString(f["key"]) == "" {
		return oaRefuse(path+".key", "missing_required_parameter", "Missing required parameter: '%s.key'.", path)
	}
	value := oaKind(f["value"])
	bad := func() *openaiError {
		return oaRefuse(path+".value", "invalid_type", "Invalid type for '%s.value': %s does not compare with %s.", path,
			kind, oaArticle(value))
	}
	switch kind {
	case "eq", "ne":
		if value == "null" || value == "object" || value == "array" {
			return bad()
		}
	case "gt", "gte", "lt", "lte":
		if value != "number" && value != "integer" {
			return bad()
		}
	case "in", "nin":
		if value != "array" {
			return bad()
		}
	default:
		return oaRefuse(path+".type", "invalid_value", "Invalid value: '%s'. Supported values are: 'eq', 'ne', 'gt', "+
			"'gte', 'lt', 'lte', 'in', 'nin', 'and', and 'or'.", oaQuoted(f["type"]))
	}
	return nil
}

// matches evaluates a filter that was checked. A file without the attribute matches ne and nin only.
func matches(f oaMap, attributes oaMap) bool {
	list, _ := f["filters"].([]any)
	switch f["type"] {
	case "and":
		return !slices.ContainsFunc(list, func(v any) bool { return !matches(oaObject(v), attributes) })
	case "or":
		return slices.ContainsFunc(list, func(v any) bool { return matches(oaObject(v), attributes) })
	}
	have, present := attributes[oaString(f["key"])]
	switch f["type"] {
	case "eq":
		return present && equalValues(have, f["value"])
	case "ne":
		return !present || !equalValues(have, f["value"])
	case "in", "nin":
		values, _ := f["value"].([]any)
		found := present && slices.ContainsFunc(values, func(v any) bool { return equalValues(have, v) })
		return found == (f["type"] == "in")
	}
	a, isNumber := oaNumber(have)
	b, _ := oaNumber(f["value"])
	if !isNumber {
		return false
	}
	switch f["type"] {
	case "gt":
		return a > b
	case "gte":
		return a >= b
	case "lt":
		return a < b
	}
	return a <= b
}

func equalValues(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, both := b.(json.Number)
	if isNumber && both {
		n, _ := x.Float64()
		m, _ := y.Float64()
		return n == m
	}
	return a == b
}

// readRanking reads the options that the search endpoint and the tool share.
func readRanking(at string, v oaMap, q openaiQuery) (openaiQuery, *openaiError) {
	options := oaObject(v["ranking_options"])
	q.threshold, _ = oaNumber(options["score_threshold"])
	if v["max_num_results"] != nil {
		q.limit = oaInteger(v["max_num_results"])
	}
	q.filter = v["filters"]
	err := oaFirst(
		oaWithin(at+"max_num_results", v["max_num_results"], 1, searchMost),
		oaWithin(at+"ranking_options.score_threshold", options["score_threshold"], 0, 1),
		oaOneOf(at+"ranking_options.ranker", options["ranker"], "none", "auto", "default-2024-11-15"))
	if err == nil && q.filter != nil {
		err = checkFilter(at+"filters", q.filter, 0)
	}
	return q, err
}

func (o *OpenAI) searchStore(r *http.Request, body []byte) (any, *openaiError) {
	v, err := o.decode(body, searchShape)
	if err == nil {
		err = oaNeed(v, "query")
	}
	if err != nil {
		return nil, err
	}
	q, err := readRanking("", v, openaiQuery{texts: queryTexts(v["query"]), limit: searchDefault})
	if err != nil {
		return nil, err
	}
	if len(q.texts) == 0 || slices.Contains(q.texts, "") {
		return nil, oaRefuse("query", "invalid_value", "Invalid 'query': expected a text or texts that are not empty.")
	}
	return o.withStore(r, func(s *openaiStore) (any, *openaiError) {
		if s.expired(o.now()) {
			return nil, storeExpired(s)
		}
		s.active = o.now()
		data := []any{}
		for _, h := range search([]*openaiStore{s}, q) {
			data = append(data, oaMap{"file_id": h.file.file.id, "filename": h.file.file.name, "score": h.score,
				"attributes": h.file.attributes, "content": []any{oaMap{"type": "text", "text": h.chunk.text}}})
		}
		return oaMap{"object": "vector_store.search_results.page", "search_query": q.texts, "data": data, "has_more": false,
			"next_page": nil}, nil
	})
}

func storeExpired(s *openaiStore) *openaiError {
	return oaRefuse("vector_store_id", "vector_store_expired", "Vector store '%s' expired at %s.", s.id,
		s.expires().UTC().Format(time.RFC3339))
}

func queryTexts(v any) []string {
	if text, ok := v.(string); ok {
		return []string{text}
	}
	list, _ := v.([]any)
	out := make([]string, len(list))
	for i := range list {
		out[i] = oaString(list[i])
	}
	return out
}
