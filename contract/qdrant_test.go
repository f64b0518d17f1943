package contract

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/internal/fakeengine"
)

// qdrantFile is Qdrant's published specification, beside the repository; it is never copied in.
const qdrantFile = "../../shared/specs/qdrant/openapi.json"

// qdrantPaths is fewer than the file has.
const qdrantPaths = 40

// qdrantSpec is the specification, made stricter: the file writes "or nothing" as an alternative that accepts
// anything, and leaves objects open, so that no request could be wrong.
func qdrantSpec(t *testing.T) *openapi3.T {
	t.Helper()
	text, err := os.ReadFile(qdrantFile)
	if os.IsNotExist(err) {
		t.Skipf("the specification of Qdrant is not at %s", qdrantFile)
	}
	var raw any
	if err == nil {
		err = json.Unmarshal(text, &raw)
	}
	if err == nil {
		text, err = json.Marshal(stricter(raw))
	}
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if n := doc.Paths.Len(); n < qdrantPaths {
		t.Fatalf("%d paths in %s, want at least %d", n, qdrantFile, qdrantPaths)
	}
	return doc
}

func stricter(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = stricter(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = stricter(v[name])
		}
		if alternatives, ok := v["anyOf"].([]any); ok {
			var kept []any
			for _, a := range alternatives {
				if o, ok := a.(map[string]any); ok && len(o) == 1 && o["nullable"] == true {
					v["nullable"] = true
					continue
				}
				kept = append(kept, a)
			}
			v["anyOf"] = kept
		}
		if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
	}
	return v
}

// qdrantSchema is the schema of an operation's request, or of its answer with 200.
func qdrantSchema(t *testing.T, doc *openapi3.T, method, path string, answer bool) *openapi3.Schema {
	t.Helper()
	template := "/collections/{collection_name}" + strings.TrimPrefix(path, "/collections/filings")
	item := doc.Paths.Find(template)
	if item == nil || item.GetOperation(method) == nil {
		t.Fatalf("%s %s is not specified", method, template)
	}
	op := item.GetOperation(method)
	content := openapi3.Content{}
	if answer {
		content = op.Responses.Status(http.StatusOK).Value.Content
	} else if op.RequestBody != nil {
		content = op.RequestBody.Value.Content
	}
	if content["application/json"] == nil {
		return nil
	}
	return content["application/json"].Schema.Value
}

// TestAdapterQdrant holds all that our adapter sends, and all that the fake answers, against the published
// specification.
func TestAdapterQdrant(t *testing.T) {
	doc := qdrantSpec(t)
	s := fakeengine.NewQdrant("")
	defer s.Close()
	x, err := engine.Open("qdrant", engine.Settings{
		Values: map[string]string{"url": s.URL, "collection": "filings", "shards": "3", "replicas": "2", "m": "16",
			"ef_construct": "100", "hnsw_ef": "64"},
		Shape: engineShape, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	useEngine(t, x, ordersTexts)
	operations := map[string]bool{}
	for _, c := range s.Calls() {
		operations[c.Method+" "+strings.TrimPrefix(c.Path, "/collections/filings")] = true
		for answer, body := range map[bool][]byte{false: c.Body, true: c.Answer} {
			schema := qdrantSchema(t, doc, c.Method, c.Path, answer)
			if schema == nil && len(body) == 0 {
				continue
			}
			var v any
			if err := json.Unmarshal(body, &v); err != nil || schema == nil {
				t.Errorf("%s %s: %v, schema %v", c.Method, c.Path, err, schema)
			} else if err := schema.VisitJSON(v); err != nil {
				t.Errorf("%s %s, answer %t: %v\n%s", c.Method, c.Path, answer, err, headOf(body))
			}
		}
		query, err := url.ParseQuery(c.Query)
		if err != nil || len(query) > 0 && query.Get("wait") != "true" {
			t.Errorf("query %q", c.Query)
		}
	}
	if len(operations) != 9 {
		t.Errorf("%d operations were checked: %v", len(operations), operations)
	}
}

func TestQdrantValidatorRefusesWhatIsWrong(t *testing.T) {
	doc := qdrantSpec(t)
	for name, c := range map[string]struct{ method, path, body string }{
		"unknown member": {"POST", "/points/query/batch", `{"searches":[{"query":[1],"limits":3}]}`},
		"limit as text":  {"POST", "/points/query/batch", `{"searches":[{"query":[1],"limit":"3"}]}`},
		"unknown clause": {"POST", "/points/query/batch", `{"searches":[{"query":[1],"filter":{"must_nott":[]}}]}`},
		"unknown condition": {"POST", "/points/query/batch",
			`{"searches":[{"query":[1],"filter":{"must":[{"key":"a","matches":{"value":1}}]}}]}`},
		"fraction":  {"POST", "/points/query/batch", `{"searches":[{"query":[1],"filter":{"must":[{"key":"a","match":{"value":1.5}}]}}]}`},
		"distance":  {"PUT", "", `{"vectors":{"size":3,"distance":"cosine"}}`},
		"no vector": {"PUT", "/points", `{"points":[{"id":1}]}`},
	} {
		var v any
		if err := json.Unmarshal([]byte(c.body), &v); err != nil {
			t.Fatal(err)
		}
		if err := qdrantSchema(t, doc, c.method, "/collections/filings"+c.path, false).VisitJSON(v); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
