package fakemodel

import (
	"net/http"
	"strings"
	"testing"
)

var geminiHeaders = []string{"X-Goog-Api-Key", Key}

const (
	geminiHello = `{"contents":[{"role":"user","parts":[{"text":"hello there"}]}]}`
	geminiPath8 = "/v1beta/models/gemini-3.8-flash:generateContent"
)

func TestGeminiFaults(t *testing.T) {
	s := NewGemini(Options{})
	defer s.Close()
	worded(t, s, geminiPath8, geminiHello, geminiHeaders, []faultCase{
		{RateLimitSeconds, 429, "RESOURCE_EXHAUSTED"}, {RateLimitMillis, 429, "RESOURCE_EXHAUSTED"}, {RateLimitDate, 429, "RESOURCE_EXHAUSTED"},
		{RateLimitInfo, 429, `"retryDelay":"0.020s"`}, {RateLimitBare, 429, "PerMinute"}, {QuotaExhausted, 429, "PerDay"},
		{ServerError, 500, "INTERNAL"}, {Unavailable, 503, "UNAVAILABLE"}, {Overloaded, 503, "UNAVAILABLE"}, {TimedOut, 504, "DEADLINE_EXCEEDED"},
		{Unauthorized, 401, "UNAUTHENTICATED"}, {Forbidden, 403, "PERMISSION_DENIED"}, {UnknownModel, 404, "NOT_FOUND"},
		{TooLong, 400, "token count"},
		{BadParameter, 400, "INVALID_ARGUMENT"}, {EchoedKey, 400, Key}, {ErrorIn200, 200, `"error"`},
		{Refusal, 200, `"finishReason":"SAFETY"`}, {ContentFilter, 200, "PROHIBITED_CONTENT"}, {Recitation, 200, "RECITATION"},
		{BlockedPrompt, 200, "blockReason"}, {Incomplete, 200, "MAX_TOKENS"}, {NoText, 200, `"content":{"role":"model"}`},
		{WrongModel, 200, `"modelVersion":"gemini-3.5-flash-lite"`}, {HTMLPage, 502, "<html>"},
	})
}

func TestGeminiRefuses(t *testing.T) {
	s := NewGemini(Options{})
	defer s.Close()
	tests := []struct{ name, path, body, says string }{
		{"unknown name", geminiPath8, `{"contents":[{"parts":[{"txt":"x"}]}]}`,
			`Unknown name \"txt\" at 'contents[0].parts[0]': Cannot find field.`},
		{"unknown name at the top", geminiPath8, strings.Replace(geminiHello, "{", `{"seed":1,`, 1), `Unknown name \"seed\": Cannot find field.`},
		{"no contents", geminiPath8, `{}`, "contents is not specified"},
		{"wrong type", geminiPath8, strings.Replace(geminiHello, "{", `{"generationConfig":{"temperature":"hot"},`, 1),
			"Invalid value at 'generation_config.temperature' (TYPE_NUMBER)"},
		{"role", geminiPath8, strings.Replace(geminiHello, `"user"`, `"system"`, 1), "valid role"},
		{"dimensions", "/v1beta/models/gemini-embedding-001:batchEmbedContents",
			`{"requests":[{"model":"models/gemini-embedding-001","content":{"parts":[{"text":"x"}]},"outputDimensionality":64}]}`,
			"output_dimensionality"},
		{"model of an embedding", "/v1beta/models/gemini-embedding-001:batchEmbedContents",
			`{"requests":[{"model":"models/gemini-embedding-2","content":{"parts":[{"text":"x"}]}}]}`, "does not match"},
		{"batch without input", "/v1beta/models/gemini-3.8-flash:batchGenerateContent", `{"batch":{"inputConfig":{}}}`, "requests"},
		{"method", "/v1beta/models/gemini-3.8-flash:embedContent", `{}`, "not supported for embedContent"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := sendTo(t, s.URL+test.path, test.body, geminiHeaders...)
			if got.status == http.StatusOK || !strings.Contains(got.body, test.says) {
				t.Errorf("got %d %s, want %q", got.status, got.body, test.says)
			}
		})
	}
	snake := strings.Replace(geminiHello, "{",
		`{"generation_config":{"max_output_tokens":100},"system_instruction":{"parts":[{"text":"x"}]},`, 1)
	if got := sendTo(t, s.URL+geminiPath8, snake, geminiHeaders...); got.status != http.StatusOK {
		t.Errorf("snake case is refused: %s", got.body)
	}
	for key, status := range map[string]int{"": 403, "another": 400} {
		if got := sendTo(t, s.URL+geminiPath8, geminiHello, "X-Goog-Api-Key", key); got.status != status {
			t.Errorf("key %q: %d %s", key, got.status, got.body)
		}
	}
}

func FuzzGeminiRequest(f *testing.F) {
	seeds := []string{geminiHello, `{}`, `{"contents":[]}`,
		`{"generation_config":{"response_schema":{"items":{"items":{}}}},"contents":[{}]}`, `{"":1}`}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 5 {
		f.Fatal("seeds are missing")
	}
	f.Fuzz(func(t *testing.T, body string) {
		m, err := decodeBody([]byte(body))
		if err != nil {
			return
		}
		if p := geminiGenerate(nil, m); p != nil && p.kind == unknownField && geminiPath(p.at) == "" && p.at[0] != "" {
			t.Errorf("no place for the problem of %q", body)
		}
	})
}
