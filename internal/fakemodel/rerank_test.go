package fakemodel

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

var bearer = []string{"Authorization", "Bearer " + Key}

func TestRelevance(t *testing.T) {
	const query = "How did revenue develop in 2025?"
	order := []string{"Revenue in 2025 did develop well.", "Revenue rose in 2025.",
		"Revenue rose in 2025 while many other things of no importance happened elsewhere too.", "Revenue.", "The cat sat on the mat."}
	last := 2.0
	for _, d := range order {
		got := relevance(query, d)
		if got >= last || got < 0 || got > 1 {
			t.Errorf("%q has %v after %v", d, got, last)
		}
		last = got
	}
	if last != 0 || relevance("", "x") != 0 || relevance("the of", "the of") != 0 {
		t.Error("what has nothing in common is relevant")
	}
}

func TestMeaning(t *testing.T) {
	for _, s := range []string{"", "a", "Revenue rose 12%", strings.Repeat("word ", 1000)} {
		v, again := meaning(s, 256, "q"), meaning(s, 256, "q")
		sum := 0.0
		for i := range v {
			if v[i] != again[i] {
				t.Fatalf("%q has two meanings", s)
			}
			sum += v[i] * v[i]
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%q has length %v", s, sum)
		}
	}
	if meaning("x", 256, "query")[0] == meaning("x", 256, "document")[0] && sameVector(meaning("x", 256, "query"),
		meaning("x", 256, "document")) {
		t.Error("the task changes nothing")
	}
	for _, x := range scaled(make([]float64, 3), 1) {
		if math.IsNaN(x) {
			t.Error("the zero vector becomes no number")
		}
	}
}

func sameVector(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestRerankFaults(t *testing.T) {
	const cohere = `{"model":"rerank-v3.5","query":"revenue","documents":["a cat","revenue rose"]}`
	const tei = `{"query":"revenue","texts":["a cat","revenue rose"]}`
	servers := []struct {
		name       string
		server     *Server
		path, body string
		cases      []faultCase
	}{
		{"cohere", NewCohere(Options{}), "/v2/rerank", cohere, []faultCase{
			{RateLimitSeconds, 429, "minute"}, {RateLimitMillis, 429, "minute"}, {RateLimitDate, 429, "minute"}, {RateLimitInfo, 429, "message"},
			{RateLimitBare, 429, "minute"}, {QuotaExhausted, 429, "month"}, {ServerError, 500, "internal"},
			{Unavailable, 503, "message"}, {Overloaded, 503, "message"},
			{TimedOut, 504, "timed out"}, {Unauthorized, 401, "invalid api token"}, {Forbidden, 403, "access"}, {UnknownModel, 404, "not found"},
			{TooLong, 400, "too many tokens"}, {BadParameter, 422, "unknown field"}, {EchoedKey, 401, Key},
			{ErrorIn200, 200, "internal server error"},
			{NoText, 200, `"results":[]`}, {Incomplete, 200, `"index":1`},
		}},
		{"jina", NewJina(Options{}), "/v1/rerank", cohere, []faultCase{
			{RateLimitSeconds, 429, "detail"}, {RateLimitMillis, 429, "detail"}, {RateLimitDate, 429, "detail"},
			{RateLimitInfo, 429, "detail"}, {RateLimitBare, 429, "detail"},
			{QuotaExhausted, 402, "balance"}, {ServerError, 500, "detail"}, {EchoedKey, 401, Key},
			{WrongModel, 200, "another-reranker"}, {ErrorIn200, 200, "detail"},
			{TooLong, 400, "8192"}, {UnknownModel, 404, "does not exist"}, {NoText, 200, `"results":[]`},
		}},
		{"tei", NewTEI(Options{Key: Key}), "/rerank", tei, []faultCase{
			{RateLimitSeconds, 429, "Overloaded"}, {RateLimitMillis, 429, "Overloaded"}, {RateLimitDate, 429, "Overloaded"},
			{RateLimitBare, 429, "Overloaded"},
			{ServerError, 424, "Backend"}, {Unavailable, 503, "Unhealthy"}, {Unauthorized, 401, ""}, {EchoedKey, 401, Key},
			{TooLong, 413, "Validation"},
			{BadParameter, 413, "batch size"}, {ErrorIn200, 200, "error_type"}, {NoText, 200, "[]"},
		}},
	}
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			defer s.server.Close()
			worded(t, s.server, s.path, s.body, bearer, s.cases)
		})
	}
}

func TestRerankShapes(t *testing.T) {
	cohere, jina, tei := NewCohere(Options{}), NewJina(Options{}), NewTEI(Options{})
	defer cohere.Close()
	defer jina.Close()
	defer tei.Close()
	type row struct {
		Index    int
		Score    float64
		Relevant float64 `json:"relevance_score"`
		Document *struct{ Text string }
	}
	var wrapped struct{ Results []row }
	got := sendTo(t, cohere.URL+"/v2/rerank",
		`{"model":"rerank-v3.5","query":"revenue rose","documents":["a cat","revenue rose","revenue"],"top_n":2}`, bearer...)
	if err := json.Unmarshal([]byte(got.body), &wrapped); err != nil || len(wrapped.Results) != 2 ||
		wrapped.Results[0].Index != 1 || wrapped.Results[0].Document != nil {
		t.Errorf("cohere: %s", got.body)
	}
	got = sendTo(t, jina.URL+"/v1/rerank",
		`{"model":"m","query":"revenue rose","documents":["a cat",{"text":"revenue rose"},"revenue"]}`, bearer...)
	if err := json.Unmarshal([]byte(got.body), &wrapped); err != nil || len(wrapped.Results) != 3 ||
		wrapped.Results[0].Document.Text != "revenue rose" {
		t.Errorf("jina: %s", got.body)
	}
	var bare []row
	got = sendTo(t, tei.URL+"/rerank", `{"query":"revenue rose","texts":["a cat","revenue rose","revenue"]}`)
	if err := json.Unmarshal([]byte(got.body), &bare); err != nil || len(bare) != 3 || bare[0].Index != 1 ||
		bare[0].Score <= bare[1].Score || bare[0].Score > 1 {
		t.Errorf("tei: %s", got.body)
	}
	for path, says := range map[string]string{"/info": "max_client_batch_size", "/health": ""} {
		if got := sendTo(t, tei.URL+path, ""); got.status != 200 || !strings.Contains(got.body, says) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	many := `{"query":"q","texts":["x"` + strings.Repeat(`,"x"`, mostTEIBatch) + `]}`
	if got := sendTo(t, tei.URL+"/rerank", many); got.status != 413 {
		t.Errorf("33 texts: %d %s", got.status, got.body)
	}
	if got := sendTo(t, tei.URL+"/rerank", `{"query":"q"}`); got.status != 422 || !strings.Contains(got.body, "missing field `texts`") {
		t.Errorf("no texts: %d %s", got.status, got.body)
	}
	if got := sendTo(t, cohere.URL+"/v2/rerank",
		`{"model":"rerank-v3.5","query":"q","documents":["x"],"return_documents":true}`, bearer...); got.status != 422 {
		t.Errorf("unknown field: %d %s", got.status, got.body)
	}
}

func BenchmarkMeaning(b *testing.B) {
	text := strings.Repeat("revenue of the company rose ", 20)
	for b.Loop() {
		meaning(text, 1024, "")
	}
}
