package fakeengine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	aws "github.com/assayhq/assay/internal/fakemodel"
)

// AccessKey and SecretKey are the pair whose signatures the fake of S3 Vectors accepts.
const AccessKey, SecretKey = aws.AccessKey, aws.SecretKey

// S3Options say how the fake of S3 Vectors behaves.
type S3Options struct {
	Bucket         string // the one that is there; "sentences" if empty
	Page           int    // vectors on a page of a query or list; 0 is 30
	MaxK           int    // topK that is allowed; 0 is 100
	NotNeedsTheKey bool   // $ne and $nin hold only where the key is there: the guide does not say which it is
}

// NewS3Vectors starts a fake of S3 Vectors. It accepts requests that are signed with AccessKey and SecretKey.
func NewS3Vectors(o S3Options) *Server {
	o.Bucket = cmp.Or(o.Bucket, "sentences")
	o.Page = cmp.Or(o.Page, 30)
	o.MaxK = cmp.Or(o.MaxK, 100)
	return start(&s3{options: o, indexes: map[string]*s3Index{}})
}

type s3 struct {
	options S3Options
	indexes map[string]*s3Index
}

type s3Index struct {
	name       string
	dimension  int
	metric     string
	unfiltered []string
	items      map[string]*item
	made       time.Time
}

// s3Request is every member that a request of any operation can have.
type s3Request struct {
	Bucket    string      `json:"vectorBucketName"`
	Name      string      `json:"indexName"`
	ARN       string      `json:"indexArn"`
	DataType  string      `json:"dataType"`
	Dimension int         `json:"dimension"`
	Metric    string      `json:"distanceMetric"`
	Metadata  *s3Metadata `json:"metadataConfiguration"`
	Vectors   []s3Vector  `json:"vectors"`
	Keys      []string    `json:"keys"`
	Data      bool        `json:"returnData"`
	WithMeta  bool        `json:"returnMetadata"`
	Distance  bool        `json:"returnDistance"`
	TopK      *int        `json:"topK"`
	Query     *s3Data     `json:"queryVector"`
	Filter    any         `json:"filter"`
	Next      string      `json:"nextToken"`
	Max       int         `json:"maxResults"`
	Segments  int         `json:"segmentCount"`
	Segment   int         `json:"segmentIndex"`
}

type s3Metadata struct {
	Keys []string `json:"nonFilterableMetadataKeys"`
}

type s3Vector struct {
	Key      string         `json:"key"`
	Data     *s3Data        `json:"data"`
	Metadata map[string]any `json:"metadata"`
}

type s3Data struct {
	Float32 []float64 `json:"float32"`
}

// s3Refusal is a refusal in the service's words.
type s3Refusal struct {
	status  int
	code    string
	message string
}

func s3Invalid(format string, args ...any) *s3Refusal {
	return &s3Refusal{http.StatusBadRequest, "ValidationException", fmt.Sprintf(format, args...)}
}

var s3Faults = map[Fault]s3Refusal{
	Unauthorized: {403, "UnrecognizedClientException", "The security token included in the request is invalid."},
	Forbidden:    {403, "AccessDeniedException", "User is not authorized to perform: s3vectors:GetVectors"},
	NotFound:     {404, "NotFoundException", "The specified index could not be found"},
	TimedOut:     {408, "RequestTimeoutException", "The request timed out."},
	Conflict:     {409, "ConflictException", "An index with the specified name already exists"},
	Quota:        {402, "ServiceQuotaExceededException", "Your request exceeds a service quota."},
	Throttled:    {429, "TooManyRequestsException", "The request was denied due to request throttling."},
	ThrottledFor: {429, "TooManyRequestsException", "The request was denied due to request throttling."},
	ServerError:  {500, "InternalServerException", "Internal server error"},
	Unavailable:  {503, "ServiceUnavailableException", "Currently unable to handle the request"},
}

func (s *s3) refuse(w http.ResponseWriter, f Fault) bool {
	if f == EchoedKey {
		s.say(w, &s3Refusal{403, "InvalidSignatureException", "The signature of " + SecretKey + " does not match."})
		return true
	}
	refusal, ok := s3Faults[f]
	if ok {
		if f == ThrottledFor {
			w.Header().Set("Retry-After", "7")
		}
		s.say(w, &refusal)
	}
	return ok
}

func (s *s3) say(w http.ResponseWriter, r *s3Refusal) {
	w.Header().Set("X-Amzn-Errortype", r.code+":http://internal.amazon.com/coral/com.amazonaws.s3vectors/")
	writeJSON(w, r.status, map[string]any{"message": r.message})
}

// s3Members are the members that the request of an operation may have, beside the names of the index.
var s3Members = map[string]string{
	"CreateIndex": "dataType dimension distanceMetric metadataConfiguration", "GetIndex": "", "DeleteIndex": "",
	"PutVectors": "vectors", "GetVectors": "keys returnData returnMetadata", "DeleteVectors": "keys",
	"ListVectors":  "maxResults nextToken segmentCount segmentIndex returnData returnMetadata",
	"QueryVectors": "topK queryVector filter returnMetadata returnDistance nextToken",
}

func (s *s3) serve(w http.ResponseWriter, r *http.Request, body []byte, f Fault) {
	answer, refusal := s.answer(r, body, f)
	if refusal != nil {
		s.say(w, refusal)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

func (s *s3) answer(r *http.Request, body []byte, f Fault) (any, *s3Refusal) {
	if code, message := aws.Verify(r, body, "s3vectors", time.Now()); code != "" {
		return nil, &s3Refusal{http.StatusForbidden, code, message}
	}
	operation := strings.TrimPrefix(r.URL.Path, "/")
	members, ok := s3Members[operation]
	if !ok || r.Method != http.MethodPost {
		return nil, &s3Refusal{404, "UnknownOperationException", ""}
	}
	if len(body) > 20<<20 {
		return nil, s3Invalid("Request payload size must not exceed 20 MiB")
	}
	var q s3Request
	if err := strict(body, &q); err != nil {
		return nil, s3Invalid("1 validation error detected: %v", err)
	}
	var raw map[string]json.RawMessage
	json.Unmarshal(body, &raw)
	for name := range raw {
		if name != "vectorBucketName" && name != "indexName" && !slices.Contains(strings.Fields(members), name) {
			return nil, s3Invalid("%s does not take %s", operation, name)
		}
	}
	if q.Bucket != s.options.Bucket {
		return nil, &s3Refusal{404, "NotFoundException", "The specified vector bucket could not be found"}
	}
	if operation == "CreateIndex" {
		return s.create(&q)
	}
	x, ok := s.indexes[q.Name]
	if !ok {
		return nil, &s3Refusal{404, "NotFoundException", "The specified index could not be found"}
	}
	return s.operate(operation, x, &q, f)
}

func (s *s3) operate(operation string, x *s3Index, q *s3Request, f Fault) (any, *s3Refusal) {
	switch operation {
	case "GetIndex":
		return x.describe(s.options.Bucket), nil
	case "DeleteIndex":
		delete(s.indexes, x.name)
		return struct{}{}, nil
	case "PutVectors":
		return x.put(q)
	case "GetVectors":
		return x.vectors(q)
	case "DeleteVectors":
		if len(q.Keys) < 1 || len(q.Keys) > 500 {
			return nil, s3Invalid("keys: Member must have length between 1 and 500")
		}
		for _, key := range q.Keys {
			delete(x.items, key)
		}
		return struct{}{}, nil
	case "ListVectors":
		return s.list(x, q)
	}
	return s.query(x, q, f)
}

func (s *s3) create(q *s3Request) (any, *s3Refusal) {
	switch {
	case len(q.Name) < 3 || len(q.Name) > 63:
		return nil, s3Invalid("indexName: Member must have length between 3 and 63")
	case q.DataType != "float32":
		return nil, s3Invalid("dataType: Member must satisfy enum value set: [float32]")
	case q.Dimension < 1 || q.Dimension > 4096:
		return nil, s3Invalid("dimension: Member must be between 1 and 4096")
	case q.Metric != "cosine" && q.Metric != "euclidean":
		return nil, s3Invalid("distanceMetric: Member must satisfy enum value set: [euclidean, cosine]")
	case q.Metadata != nil && (len(q.Metadata.Keys) < 1 || len(q.Metadata.Keys) > 10):
		return nil, s3Invalid("nonFilterableMetadataKeys: Member must have length between 1 and 10")
	case s.indexes[q.Name] != nil:
		return nil, &s3Refusal{409, "ConflictException", "An index with the specified name already exists"}
	}
	x := &s3Index{name: q.Name, dimension: q.Dimension, metric: q.Metric, items: map[string]*item{}, made: time.Now()}
	if q.Metadata != nil {
		x.unfiltered = q.Metadata.Keys
	}
	s.indexes[q.Name] = x
	return map[string]any{"indexArn": x.arn(s.options.Bucket)}, nil
}

func (x *s3Index) arn(bucket string) string {
	return "arn:aws:s3vectors:us-east-1:123456789012:bucket/" + bucket + "/index/" + x.name
}

func (x *s3Index) describe(bucket string) any {
	d := map[string]any{"vectorBucketName": bucket, "indexName": x.name, "indexArn": x.arn(bucket), "dataType": "float32",
		"creationTime": float64(x.made.Unix()), "dimension": x.dimension, "distanceMetric": x.metric}
	if len(x.unfiltered) > 0 {
		d["metadataConfiguration"] = map[string]any{"nonFilterableMetadataKeys": x.unfiltered}
	}
	return map[string]any{"index": d}
}

func (x *s3Index) put(q *s3Request) (any, *s3Refusal) {
	if len(q.Vectors) < 1 || len(q.Vectors) > 500 {
		return nil, s3Invalid("vectors: Member must have length between 1 and 500")
	}
	added := map[string]*item{}
	for i := range q.Vectors {
		v := &q.Vectors[i]
		if n := len([]rune(v.Key)); n < 1 || n > 1024 {
			return nil, s3Invalid("key: Member must have length between 1 and 1024")
		}
		if added[v.Key] != nil {
			return nil, s3Invalid("Duplicate keys are not allowed in one request")
		}
		vector, refusal := x.vector(v.Data)
		if refusal == nil {
			refusal = x.metadata(v.Metadata)
		}
		if refusal != nil {
			return nil, refusal
		}
		added[v.Key] = &item{id: v.Key, vector: vector, fields: v.Metadata}
	}
	maps.Copy(x.items, added)
	return struct{}{}, nil
}

// vector checks a vector as the service documents it.
func (x *s3Index) vector(d *s3Data) ([]float32, *s3Refusal) {
	if d == nil || len(d.Float32) != x.dimension {
		return nil, s3Invalid("vector must have length %d", x.dimension)
	}
	v := make([]float32, x.dimension)
	zero := true
	for i, f := range d.Float32 {
		v[i] = float32(f)
		if math.IsInf(float64(v[i]), 0) {
			return nil, s3Invalid("vector must have finite values")
		}
		zero = zero && v[i] == 0
	}
	if zero && x.metric == "cosine" {
		return nil, s3Invalid("vector must not be zero under the cosine distance")
	}
	return v, nil
}

func (x *s3Index) metadata(m map[string]any) *s3Refusal {
	if len(m) > 50 {
		return s3Invalid("metadata must have at most 50 keys")
	}
	filterable := map[string]any{}
	for key, v := range m {
		if !s3Value(v) {
			return s3Invalid("metadata %q must be a string, a number, a boolean or a list of them", key)
		}
		if !slices.Contains(x.unfiltered, key) {
			filterable[key] = v
		}
	}
	all, _ := json.Marshal(m)
	some, _ := json.Marshal(filterable)
	if len(all) > 40<<10 {
		return s3Invalid("metadata must have at most 40960 bytes")
	}
	if len(some) > 2<<10 {
		return s3Invalid("Filterable metadata must have at most 2048 bytes")
	}
	return nil
}

func s3Value(v any) bool {
	switch v := v.(type) {
	case string, json.Number, bool:
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { _, list := e.([]any); return list || !s3Value(e) })
	}
	return false
}

func (x *s3Index) vectors(q *s3Request) (any, *s3Refusal) {
	if len(q.Keys) < 1 || len(q.Keys) > 100 {
		return nil, s3Invalid("keys: Member must have length between 1 and 100")
	}
	out := []any{}
	for _, key := range q.Keys {
		if it := x.items[key]; it != nil {
			out = append(out, it.s3(q))
		}
	}
	return map[string]any{"vectors": out}, nil
}

func (it *item) s3(q *s3Request) map[string]any {
	v := map[string]any{"key": it.id}
	if q.Data {
		v["data"] = map[string]any{"float32": it.vector}
	}
	if q.WithMeta && len(it.fields) > 0 {
		v["metadata"] = it.fields
	}
	return v
}
