package fakeengine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	aws "github.com/assayhq/assay/internal/fakemodel"
)

// NewOpenSearch starts a fake of OpenSearch that takes this user and password; without a user it lets
// everybody in.
func NewOpenSearch(user, password string) *Server {
	return start(&opensearch{user: user, password: password, indexes: map[string]*osIndex{}})
}

// NewSignedOpenSearch starts a fake of OpenSearch as a service of AWS: it takes requests that are signed with AccessKey
// and SecretKey.
func NewSignedOpenSearch() *Server {
	return start(&opensearch{signed: true, indexes: map[string]*osIndex{}})
}

type opensearch struct {
	user, password string
	signed         bool
	indexes        map[string]*osIndex
}

// osIndex keeps what is written, and what of it searches see since the last refresh.
type osIndex struct {
	name      string
	settings  map[string]any
	mappings  map[string]any
	kinds     map[string]string // of "fields.NAME"
	dimension int
	space     string
	written   map[string]*item
	visible   map[string]*item
}

// osRefusal is a refusal in the engine's words.
type osRefusal struct {
	status int
	kind   string
	reason string
}

func (r *osRefusal) body() map[string]any {
	inner := map[string]any{"type": r.kind, "reason": r.reason}
	return map[string]any{"root_cause": []any{inner}, "type": r.kind, "reason": r.reason}
}

func osInvalid(format string, args ...any) *osRefusal {
	return &osRefusal{400, "parsing_exception", fmt.Sprintf(format, args...)}
}

var osFaults = map[Fault]osRefusal{
	Forbidden: {403, "security_exception", "no permissions for [indices:data/read/msearch] and User [name=reader]"},
	NotFound:  {404, "index_not_found_exception", "no such index [sentences]"},
	Conflict: {409, "version_conflict_engine_exception",
		"[7]: version conflict, current version [2] is different than the one provided [1]"},
	Throttled:   {429, "rejected_execution_exception", "rejected execution of coordinating operation"},
	ServerError: {500, "search_phase_execution_exception", "all shards failed"},
	Unavailable: {503, "cluster_manager_not_discovered_exception", "no cluster manager"},
}

func (o *opensearch) refuse(w http.ResponseWriter, f Fault) bool {
	switch f {
	case Unauthorized, EchoedKey: // the security plugin and proxies answer in plain text
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, "Unauthorized")
		if f == EchoedKey {
			fmt.Fprintf(w, " %s", o.password)
		}
		return true
	case TooLarge:
		writeJSON(w, http.StatusRequestEntityTooLarge, map[string]any{"Message": "Request size exceeded 10485760 bytes"})
		return true
	case ThrottledFor:
		w.Header().Set("Retry-After", "7")
		f = Throttled
	}
	refusal, ok := osFaults[f]
	if ok {
		osSay(w, &refusal)
	}
	return ok
}

func osSay(w http.ResponseWriter, r *osRefusal) {
	writeJSON(w, r.status, map[string]any{"error": r.body(), "status": r.status})
}

func (o *opensearch) serve(w http.ResponseWriter, r *http.Request, body []byte, f Fault) {
	user, password, _ := r.BasicAuth()
	if o.user != "" && (user != o.user || password != o.password) {
		o.refuse(w, Unauthorized)
		return
	}
	if o.signed {
		if _, message := aws.Verify(r, body, "es", time.Now()); message != "" {
			writeJSON(w, http.StatusForbidden, map[string]any{"message": message})
			return
		}
	}
	if kind := r.Header.Get("Content-Type"); len(body) > 0 && !strings.HasPrefix(kind, "application/json") &&
		!strings.HasPrefix(kind, "application/x-ndjson") {
		writeJSON(w, http.StatusNotAcceptable,
			map[string]any{"error": "Content-Type header [" + kind + "] is not supported", "status": 406})
		return
	}
	parts := strings.SplitN(strings.Trim(r.URL.EscapedPath(), "/"), "/", 2)
	name, err := url.PathUnescape(parts[0])
	if err != nil || len(parts) > 2 {
		osSay(w, osInvalid("bad path"))
		return
	}
	answer, refusal := o.operate(r.Method+" "+strings.Join(parts[1:], ""), name, r.URL.Query(), body, f)
	if refusal != nil {
		osSay(w, refusal)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

func (o *opensearch) operate(operation, name string, query url.Values, body []byte, f Fault) (any, *osRefusal) {
	if operation == "PUT " {
		return o.create(name, body)
	}
	x := o.indexes[name]
	if x == nil {
		if operation == "POST _msearch" { // each search fails by itself
			x = &osIndex{}
		} else {
			return nil, &osRefusal{404, "index_not_found_exception", "no such index [" + name + "]"}
		}
	}
	switch operation {
	case "DELETE ":
		delete(o.indexes, name)
		return map[string]any{"acknowledged": true}, nil
	case "GET _mapping":
		return map[string]any{name: map[string]any{"mappings": x.mappings}}, nil
	case "POST _refresh":
		x.refresh()
		return map[string]any{"_shards": osShards(None)}, nil
	case "GET _count", "POST _count":
		return map[string]any{"count": len(x.visible), "_shards": osShards(f)}, nil
	case "POST _bulk":
		return x.bulk(body, f)
	case "POST _mget":
		return x.mget(query, body)
	case "POST _msearch":
		return x.msearch(name, body, f)
	case "POST _delete_by_query":
		return x.deleteBy(query, body)
	}
	return nil, &osRefusal{400, "illegal_argument_exception", "no handler found for uri [" + operation + "]"}
}

func osShards(f Fault) map[string]any {
	if f == ShardFailed {
		return map[string]any{"total": 2, "successful": 1, "skipped": 0, "failed": 1, "failures": []any{
			map[string]any{"shard": 0, "index": "sentences", "node": "n1",
				"reason": map[string]any{"type": "circuit_breaking_exception", "reason": "Data too large"}}}}
	}
	return map[string]any{"total": 2, "successful": 2, "skipped": 0, "failed": 0}
}

func (x *osIndex) refresh() {
	x.visible = make(map[string]*item, len(x.written))
	maps.Copy(x.visible, x.written)
}

type osMapping struct {
	Type       string               `json:"type"`
	Analyzer   string               `json:"analyzer"`
	Dynamic    string               `json:"dynamic"`
	Dimension  int                  `json:"dimension"`
	Method     *osMethod            `json:"method"`
	Properties map[string]osMapping `json:"properties"`
}

type osMethod struct {
	Name       string         `json:"name"`
	Engine     string         `json:"engine"`
	Space      string         `json:"space_type"`
	Parameters map[string]int `json:"parameters"`
}

func (o *opensearch) create(name string, body []byte) (any, *osRefusal) {
	var q struct {
		Settings struct {
			Index map[string]any `json:"index"`
		} `json:"settings"`
		Mappings osMapping `json:"mappings"`
	}
	if err := strict(body, &q); err != nil {
		return nil, osInvalid("unknown setting or mapping: %v", err)
	}
	if o.indexes[name] != nil {
		return nil, &osRefusal{400, "resource_already_exists_exception", "index [" + name + "/uuid] already exists"}
	}
	x := &osIndex{name: name, settings: q.Settings.Index, kinds: map[string]string{}, written: map[string]*item{},
		visible: map[string]*item{}}
	for key := range q.Settings.Index {
		if !slices.Contains([]string{"knn", "number_of_shards", "number_of_replicas"}, key) {
			return nil, osInvalid("unknown setting [index.%s]", key)
		}
	}
	if refusal := x.learn("", q.Mappings.Properties); refusal != nil {
		return nil, refusal
	}
	var raw struct {
		Mappings map[string]any `json:"mappings"`
	}
	json.Unmarshal(body, &raw)
	x.mappings = raw.Mappings
	o.indexes[name] = x
	return map[string]any{"acknowledged": true, "shards_acknowledged": true, "index": name}, nil
}

// learn reads the types of fields.
func (x *osIndex) learn(prefix string, properties map[string]osMapping) *osRefusal {
	for name, m := range properties {
		switch m.Type {
		case "object":
			if refusal := x.learn(prefix+name+".", m.Properties); refusal != nil {
				return refusal
			}
		case "knn_vector":
			if m.Method == nil || m.Dimension < 1 || m.Dimension > 16_000 || m.Method.Name != "hnsw" ||
				!slices.Contains([]string{"lucene", "faiss"}, m.Method.Engine) ||
				!slices.Contains([]string{"cosinesimil", "l2"}, m.Method.Space) {
				return &osRefusal{400, "mapper_parsing_exception", "Failed to parse mapping: invalid knn_vector [" + name + "]"}
			}
			x.dimension, x.space = m.Dimension, m.Method.Space
		case "keyword", "long", "double", "boolean", "text":
		default:
			return &osRefusal{400, "mapper_parsing_exception",
				"No handler for type [" + m.Type + "] declared on field [" + name + "]"}
		}
		x.kinds[prefix+name] = m.Type
	}
	return nil
}

// bulk writes each action by itself, and answers with 200 whatever became of them.
func (x *osIndex) bulk(body []byte, f Fault) (any, *osRefusal) {
	if len(body) == 0 || body[len(body)-1] != '\n' {
		return nil, &osRefusal{400, "illegal_argument_exception", "The bulk request must be terminated by a newline [\\n]"}
	}
	rows := bytes.Split(body[:len(body)-1], []byte("\n"))
	items, failed := []any{}, false
	for i := 0; i+1 < len(rows); i += 2 {
		var action struct {
			Index *struct {
				ID string `json:"_id"`
			} `json:"index"`
		}
		if err := strict(rows[i], &action); err != nil || action.Index == nil {
			return nil, &osRefusal{400, "illegal_argument_exception", "Malformed action/metadata line"}
		}
		id := action.Index.ID
		if len(id) > 512 { // one refuses them all
			return nil, &osRefusal{400, "action_request_validation_exception", "Validation Failed: 1: id [" + id +
				"] is too long, must be no longer than 512 bytes but was: " + fmt.Sprint(len(id)) + ";"}
		}
		status, refusal := x.write(id, rows[i+1])
		switch {
		case f == ItemThrottled && i == 2:
			refusal = &osRefusal{429, "rejected_execution_exception", "rejected execution of primary operation"}
		case f == ItemRefused && i == 2:
			refusal = &osRefusal{400, "mapper_parsing_exception", "failed to parse"}
		}
		done := map[string]any{"_index": x.name, "_id": id, "status": status}
		if refusal != nil {
			failed = true
			done["status"], done["error"] = refusal.status, map[string]any{"type": refusal.kind, "reason": refusal.reason}
		} else {
			result := "created"
			if status == http.StatusOK {
				result = "updated"
			}
			done["result"] = result
			done["_version"] = 1
			done["_seq_no"] = 0
			done["_primary_term"] = 1
			done["_shards"] = osShards(None)
		}
		items = append(items, map[string]any{"index": done})
	}
	return map[string]any{"took": 1, "errors": failed, "items": items}, nil
}

func (x *osIndex) write(id string, source []byte) (int, *osRefusal) {
	var d struct {
		Text   string         `json:"text"`
		Vector []float32      `json:"vector"`
		Fields map[string]any `json:"fields"`
	}
	if err := strict(source, &d); err != nil {
		return 0, &osRefusal{400, "strict_dynamic_mapping_exception", err.Error()}
	}
	if id == "" {
		return 0, &osRefusal{400, "illegal_argument_exception", "if _id is specified it must not be empty"}
	}
	if len(d.Vector) != x.dimension {
		return 0, &osRefusal{400, "mapper_parsing_exception",
			fmt.Sprintf("Vector dimension mismatch. Expected: %d, Given: %d", x.dimension, len(d.Vector))}
	}
	if x.space == "cosinesimil" && len(d.Vector) > 0 &&
		!slices.ContainsFunc(d.Vector, func(v float32) bool { return v != 0 }) {
		return 0, &osRefusal{400, "mapper_parsing_exception", "zero vector is not supported when space type is [cosinesimil]"}
	}
	for name, v := range d.Fields {
		kind, ok := x.kinds["fields."+name]
		if !ok {
			return 0, &osRefusal{400, "strict_dynamic_mapping_exception", "mapping set to strict, dynamic introduction of [" +
				name + "] within [fields] is not allowed"}
		}
		if !osTyped(kind, v) {
			return 0, &osRefusal{400, "mapper_parsing_exception",
				"failed to parse field [fields." + name + "] of type [" + kind + "]"}
		}
	}
	it := &item{id: id, words: osWords(d.Text), vector: d.Vector, fields: d.Fields}
	json.Unmarshal(source, &it.source)
	status := http.StatusCreated
	if x.written[id] != nil {
		status = http.StatusOK
	}
	x.written[id] = it
	return status, nil
}

// osTyped reports whether a value is of a mapped type.
func osTyped(kind string, v any) bool {
	switch v := v.(type) {
	case string:
		return kind == "keyword" && len(v) <= 32_766
	case bool:
		return kind == "boolean"
	case json.Number:
		_, err := v.Int64()
		return kind == "double" || kind == "long" && err == nil
	}
	return false
}

func (x *osIndex) mget(query url.Values, body []byte) (any, *osRefusal) {
	var q struct {
		IDs []string `json:"ids"`
	}
	if err := strict(body, &q); err != nil || len(q.IDs) == 0 {
		return nil, &osRefusal{400, "action_request_validation_exception", "Validation Failed: 1: no documents to get;"}
	}
	only := query.Get("_source_includes")
	docs := []any{}
	for _, id := range q.IDs {
		it := x.written[id]
		if it == nil {
			docs = append(docs, map[string]any{"_index": x.name, "_id": id, "found": false})
			continue
		}
		docs = append(docs, map[string]any{"_index": x.name, "_id": id, "_version": 1, "found": true,
			"_source": it.member(only)})
	}
	return map[string]any{"docs": docs}, nil
}

// member is one member of an item's source, or all of it.
func (it *item) member(only string) any {
	if v, ok := it.source[only]; ok {
		return map[string]json.RawMessage{only: v}
	}
	if only == "" {
		return it.source
	}
	return struct{}{}
}

func (x *osIndex) deleteBy(query url.Values, body []byte) (any, *osRefusal) {
	var q struct {
		Query json.RawMessage `json:"query"`
	}
	if err := strict(body, &q); err != nil {
		return nil, osInvalid("%v", err)
	}
	pass, refusal := x.query(q.Query)
	if refusal != nil {
		return nil, refusal
	}
	deleted := 0
	for id, it := range x.visible {
		if pass(it) {
			delete(x.written, id)
			deleted++
		}
	}
	if query.Get("refresh") == "true" {
		x.refresh()
	}
	return map[string]any{"took": 1, "timed_out": false, "total": deleted, "deleted": deleted, "batches": 1,
		"version_conflicts": 0,
		"noops":             0, "retries": map[string]any{"bulk": 0,
			"search": 0}, "throttled_millis": 0, "requests_per_second": -1,
		"throttled_until_millis": 0, "failures": []any{}}, nil
}
