package engine

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/fakeengine"
)

func TestRowsAreWhole(t *testing.T) {
	rows := Rows()
	if len(rows) < 3 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows {
		if len(row.Doc) < 100 || row.open == nil || !row.Dense && !row.BM25 || row.Hybrid && !(row.Dense && row.BM25) ||
			row.Tested != Contract && row.Tested != Live {
			t.Errorf("%+v", row)
		}
		if i > 0 && row.Name <= rows[i-1].Name {
			t.Errorf("%s is listed after %s", row.Name, rows[i-1].Name)
		}
		seen := map[string]bool{}
		for _, s := range row.Settings {
			if seen[s.Name] || s.Doc == "" || strings.Contains(s.Name, "password") && !strings.HasSuffix(s.Name, "_var") {
				t.Errorf("%s: setting %+v", row.Name, s)
			}
			seen[s.Name] = true
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	shape := Shape{Schema: index.Sentences, Dimension: 2, Metric: index.Cosine}
	for _, c := range []struct {
		name   string
		engine string
		values map[string]string
		says   string
	}{
		{"engine", "pinecone", nil, "there are milvus, opensearch, pgvector, qdrant, s3vectors, weaviate"},
		{"required", "qdrant", map[string]string{"collection": "a"}, "url is not set: the address"},
		{"unknown", "qdrant", map[string]string{"url": "http://h", "collection": "a", "api_key": "x"}, `"api_key" is no setting`},
		{"several at once", "opensearch", map[string]string{"url": "http://h", "index": "a", "shards": "0", "timeout": "5",
			"aws": "maybe"}, "neither true nor false"},
		{"engine's own", "s3vectors", map[string]string{"bucket": "b", "index": "abc"}, "vector bucket"},
		{"not a field", "s3vectors", map[string]string{"bucket": "bucket", "index": "abc", "as_text": "name, nothing"}, "no whole-number field"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := Open(c.engine, Settings{Values: c.values, Shape: shape, Env: env})
			if e != nil || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, %v; want %q", e, err, c.says)
			}
			if c.name == "several at once" && (!strings.Contains(err.Error(), `shards "0"`) || !strings.Contains(err.Error(), `timeout "5"`)) {
				t.Errorf("not all is said: %v", err)
			}
		})
	}
}

// TestSettingsArrive: every setting of a row changes what is sent or how, or is refused with a wrong value.
func TestSettingsArrive(t *testing.T) {
	s := fakeengine.NewOpenSearch("", "")
	defer s.Close()
	values := map[string]string{"url": s.URL, "index": "filings", "mode": "hybrid", "user_var": "NO_USER",
		"password_var": "NO_PASSWORD", "shards": "4", "replicas": "0",
		"vectors": "faiss", "m": "24", "ef_construction": "99", "ef_search": "77", "analyzer": "english", "timeout": "3s",
		"concurrency": "2", "max_k": "9"}
	e, err := Open("opensearch", Settings{Values: values, Shape: Shape{Schema: index.Sentences, Dimension: 2, Metric: index.Cosine}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	fatal(t, e.Create(t.Context()))
	results, err := e.Search(t.Context(), []index.Query{{Text: "a", Vector: []float32{1, 1}, K: 5},
		{Text: "a", Vector: []float32{1, 1}, K: 10}})
	if err != nil || results[0].Err != nil || results[1].Err == nil || e.MaxK() != 9 {
		t.Errorf("%+v, %v", results, err)
	}
	sent := ""
	for _, c := range s.Calls() {
		sent += string(c.Body)
	}
	for _, want := range []string{`"number_of_shards":4`, `"number_of_replicas":0`, `"engine":"faiss"`, `"m":24`,
		`"ef_construction":99`, `"ef_search":77`, `"analyzer":"english"`, `"match"`} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s was not sent in %s", want, sent)
		}
	}
}

// TestRetrySettings: every engine tries as often as it is told to; nothing listens where they are sent.
func TestRetrySettings(t *testing.T) {
	shape := Shape{Schema: index.Sentences, Dimension: 2, Metric: index.Cosine}
	nobody := "http://127.0.0.1:1"
	for name, values := range map[string]map[string]string{
		"opensearch": {"url": nobody, "index": "filings"}, "qdrant": {"url": nobody, "collection": "filings"},
		"weaviate": {"url": nobody, "class": "Filings"},
		"pgvector": {"table": "filings"}, "s3vectors": {"url": nobody, "bucket": "sentences", "index": "filings"},
	} {
		own := func(name string) string {
			if name == "PGVECTOR_URL" {
				return "postgres://u:" + password + "@127.0.0.1:1/d"
			}
			return env(name)
		}
		e, err := Open(name, Settings{Values: values, Shape: shape, Env: own, Retry: &wrap.Retry{Base: time.Millisecond, Tries: 3}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Count(t.Context())
		var f *call.Failure
		if !errors.As(err, &f) || f.Tries != 3 || f.Kind != call.Unreachable || strings.Contains(err.Error(), password) {
			t.Errorf("%s: %v", name, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
