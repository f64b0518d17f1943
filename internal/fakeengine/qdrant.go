package fakeengine

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// NewQdrant starts a fake of Qdrant that takes this API key; an empty one lets everybody in.
func NewQdrant(key string) *Server {
	return start(&qdrant{key: key, collections: map[string]*qdrantCollection{}})
}

type qdrant struct {
	key         string
	collections map[string]*qdrantCollection
	operations  int
}

type qdrantCollection struct {
	create qdrantCreate
	fields map[string]string
	items  map[string]*item
}

type qdrantCreate struct {
	Vectors *struct {
		Size     int    `json:"size"`
		Distance string `json:"distance"`
	} `json:"vectors"`
	Shards   int `json:"shard_number"`
	Replicas int `json:"replication_factor"`
	Graph    *struct {
		M     int `json:"m"`
		Build int `json:"ef_construct"`
	} `json:"hnsw_config"`
}

var qdrantFaults = map[Fault]struct {
	status  int
	message string
}{
	Unauthorized: {401, "Must provide an API key or an Authorization bearer token"},
	Forbidden:    {403, "Forbidden: Write access to this collection is required"},
	NotFound:     {404, "Not found: Collection `sentences` doesn't exist!"},
	TimedOut:     {408, "Timeout: Operation 'Query' timed out after 60 seconds"},
	Conflict:     {409, "Wrong input: Collection `sentences` already exists!"},
	Throttled:    {429, "Rate limit exceeded: read rate limit reached"},
	ThrottledFor: {429, "Rate limit exceeded: read rate limit reached"},
	ServerError:  {500, "Service internal error: RocksDB error"},
	Unavailable:  {503, "Service unavailable: not enough replicas"},
	TooLarge:     {413, "Payload reached size limit"},
}

func (q *qdrant) refuse(w http.ResponseWriter, f Fault) bool {
	if f == EchoedKey {
		qdrantSay(w, 401, "Invalid API key: "+q.key)
		return true
	}
	refusal, ok := qdrantFaults[f]
	if ok {
		if f == ThrottledFor {
			w.Header().Set("Retry-After", "7")
		}
		qdrantSay(w, refusal.status, refusal.message)
	}
	return ok
}

func qdrantSay(w http.ResponseWriter, status int, message string) {
	writeJSON(w, status, map[string]any{"status": map[string]any{"error": message}, "time": 0.001})
}

func (q *qdrant) serve(w http.ResponseWriter, r *http.Request, body []byte, f Fault) {
	if q.key != "" && r.Header.Get("Api-Key") != q.key {
		qdrantSay(w, 401, "Must provide an API key or an Authorization bearer token")
		return
	}
	parts := strings.SplitN(strings.TrimPrefix(r.URL.EscapedPath(), "/collections/"), "/", 2)
	name, err := url.PathUnescape(parts[0])
	if err != nil || !strings.HasPrefix(r.URL.Path, "/collections/") {
		qdrantSay(w, 404, "")
		return
	}
	rest := strings.Join(parts[1:], "")
	answer, status, message := q.operate(r.Method+" "+rest, name, body, f)
	if message != "" {
		qdrantSay(w, status, message)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"result": answer, "status": "ok", "time": 0.001})
}

func (q *qdrant) operate(operation, name string, body []byte, f Fault) (answer any, status int, message string) {
	c := q.collections[name]
	if operation == "PUT " {
		return q.create(name, body)
	}
	if c == nil {
		return nil, 404, "Not found: Collection `" + name + "` doesn't exist!"
	}
	var err error
	switch operation {
	case "GET ":
		answer = c.describe()
	case "DELETE ":
		delete(q.collections, name)
		answer = true
	case "PUT index":
		answer, err = q.index(c, body)
	case "PUT points":
		answer, err = q.upsert(c, body)
	case "POST points":
		answer, err = c.retrieve(body)
	case "POST points/delete":
		answer, err = q.remove(c, body)
	case "POST points/count":
		answer, err = c.count(body)
	case "POST points/query/batch":
		answer, err = c.query(body)
	default:
		return nil, 404, "Not found: " + operation
	}
	if err != nil {
		return nil, 400, "Wrong input: " + err.Error()
	}
	if f == Partial {
		answer = map[string]any{"operation_id": 1, "status": "wait_timeout"}
	}
	return answer, 0, ""
}

func (q *qdrant) create(name string, body []byte) (any, int, string) {
	var c qdrantCreate
	if err := strict(body, &c); err != nil {
		return nil, 400, "Format error in JSON body: " + err.Error()
	}
	switch {
	case q.collections[name] != nil:
		return nil, 409, "Wrong input: Collection `" + name + "` already exists!"
	case c.Vectors == nil || c.Vectors.Size < 1 || c.Vectors.Size > 65_536:
		return nil, 422, "Validation error in JSON body: [vectors.size: value invalid]"
	case c.Vectors.Distance != "Cosine" && c.Vectors.Distance != "Euclid":
		return nil, 400, "Format error in JSON body: unknown variant of distance"
	}
	q.collections[name] = &qdrantCollection{create: c, fields: map[string]string{}, items: map[string]*item{}}
	return true, 0, ""
}

func (c *qdrantCollection) describe() any {
	vectors := map[string]any{"size": c.create.Vectors.Size, "distance": c.create.Vectors.Distance}
	params := map[string]any{"vectors": vectors, "shard_number": max(1, c.create.Shards),
		"replication_factor": max(1, c.create.Replicas)}
	return map[string]any{"status": "green", "optimizer_status": "ok", "segments_count": 1, "points_count": len(c.items),
		"payload_schema": map[string]any{}, "config": map[string]any{"params": params,
			"hnsw_config": map[string]any{"m": 16, "ef_construct": 100, "full_scan_threshold": 10000},
			"optimizer_config": map[string]any{"deleted_threshold": 0.2, "vacuum_min_vector_number": 1000,
				"default_segment_number": 0, "flush_interval_sec": 5}}}
}

// done is what a change is answered with.
func (q *qdrant) done() any {
	q.operations++
	return map[string]any{"operation_id": q.operations, "status": "completed"}
}

func (q *qdrant) index(c *qdrantCollection, body []byte) (any, error) {
	var r struct {
		Name   string `json:"field_name"`
		Schema string `json:"field_schema"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	switch r.Schema {
	case "keyword", "integer", "float", "bool":
		c.fields[r.Name] = r.Schema
		return q.done(), nil
	}
	return nil, fmt.Errorf("unknown field schema %q", r.Schema)
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

func (q *qdrant) upsert(c *qdrantCollection, body []byte) (any, error) {
	var r struct {
		Points []struct {
			ID      string         `json:"id"`
			Vector  []float32      `json:"vector"`
			Payload map[string]any `json:"payload"`
		} `json:"points"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	for _, p := range r.Points {
		if !uuid.MatchString(p.ID) {
			return nil, fmt.Errorf("value %s is not a valid point ID, valid values are either an unsigned integer or a UUID",
				p.ID)
		}
		if len(p.Vector) != c.create.Vectors.Size {
			return nil, fmt.Errorf("vector dimension error: expected dim: %d, got %d", c.create.Vectors.Size, len(p.Vector))
		}
	}
	for _, p := range r.Points {
		c.items[p.ID] = &item{id: p.ID, vector: c.normal(p.Vector), fields: p.Payload}
	}
	return q.done(), nil
}

// normal is a vector as the collection keeps it: of length one under the cosine.
func (c *qdrantCollection) normal(v []float32) []float32 {
	if c.create.Vectors.Distance != "Cosine" {
		return v
	}
	length := math.Sqrt(squares(v, make([]float32, len(v))))
	if length == 0 {
		return v
	}
	unit := make([]float32, len(v))
	for i := range v {
		unit[i] = float32(float64(v[i]) / length)
	}
	return unit
}

func (q *qdrant) remove(c *qdrantCollection, body []byte) (any, error) {
	var r struct {
		Points []string `json:"points"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	for _, id := range r.Points {
		delete(c.items, id)
	}
	return q.done(), nil
}

func (c *qdrantCollection) count(body []byte) (any, error) {
	var r struct {
		Exact  bool            `json:"exact"`
		Filter json.RawMessage `json:"filter"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	pass, err := qdrantFilter(r.Filter)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, it := range c.items {
		if pass(it.fields) {
			n++
		}
	}
	return map[string]any{"count": n}, nil
}

func (c *qdrantCollection) retrieve(body []byte) (any, error) {
	var r struct {
		IDs     []string `json:"ids"`
		Payload []string `json:"with_payload"`
		Vector  bool     `json:"with_vector"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	out := []any{}
	for _, id := range r.IDs {
		it := c.items[id]
		if it == nil {
			continue
		}
		payload := map[string]any{}
		for _, name := range r.Payload {
			if v, ok := it.fields[name]; ok {
				payload[name] = v
			}
		}
		record := map[string]any{"id": id, "payload": payload}
		if r.Vector {
			record["vector"] = it.vector
		}
		out = append(out, record)
	}
	return out, nil
}

func (c *qdrantCollection) query(body []byte) (any, error) {
	var r struct {
		Searches []struct {
			Query   []float32       `json:"query"`
			Filter  json.RawMessage `json:"filter"`
			Limit   int             `json:"limit"`
			Payload bool            `json:"with_payload"`
			Params  struct {
				Ef    int  `json:"hnsw_ef"`
				Exact bool `json:"exact"`
			} `json:"params"`
		} `json:"searches"`
	}
	if err := strict(body, &r); err != nil {
		return nil, err
	}
	out := []any{}
	for _, s := range r.Searches {
		if len(s.Query) != c.create.Vectors.Size || s.Limit < 1 {
			return nil, fmt.Errorf("vector dimension error: expected dim: %d, got %d", c.create.Vectors.Size, len(s.Query))
		}
		pass, err := qdrantFilter(s.Filter)
		if err != nil {
			return nil, err
		}
		query := c.normal(s.Query)
		points := []any{}
		for _, it := range best(c.items, func(it *item) (float64, bool) {
			return c.better(query, it.vector),
				pass(it.fields)
		}) {
			if len(points) == s.Limit {
				break
			}
			p := map[string]any{"id": it.id, "version": 0, "score": float32(math.Abs(it.score))}
			if c.create.Vectors.Distance == "Cosine" {
				p["score"] = float32(it.score)
			}
			if s.Payload {
				p["payload"] = it.fields
			}
			points = append(points, p)
		}
		out = append(out, map[string]any{"points": points})
	}
	return out, nil
}

func (c *qdrantCollection) better(a, b []float32) float64 {
	if c.create.Vectors.Distance == "Cosine" {
		dot := 0.0
		for i := range a {
			dot += float64(a[i]) * float64(b[i])
		}
		return dot
	}
	return -math.Sqrt(squares(a, b))
}
