package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

// heard is one answer of a server.
type heard struct {
	status int
	header http.Header
	body   string
}

// sendTo posts a body to a server, or gets where there is none.
func sendTo(t *testing.T, url, body string, headers ...string) heard {
	t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return heard{response.StatusCode, response.Header, string(text)}
}

var claudeHeaders = []string{"X-Api-Key", Key, "Anthropic-Version", claude2023}

const claudeHello = `{"model":"claude-haiku-4-5","max_tokens":64,"messages":[{"role":"user","content":"hello there"}]}`

// faultCase is how a server words a fault.
type faultCase struct {
	fault  Fault
	status int
	says   string
}

// worded orders each fault and compares what the server says.
func worded(t *testing.T, s *Server, path, body string, headers []string, cases []faultCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(string(c.fault), func(t *testing.T) {
			s.Next(c.fault)
			got := sendTo(t, s.URL+path, body, headers...)
			if got.status != c.status || !strings.Contains(got.body, c.says) {
				t.Errorf("got %d %s, want %d with %q", got.status, got.body, c.status, c.says)
			}
			if after := sendTo(t, s.URL+path, body, headers...); after.status != http.StatusOK {
				t.Errorf("the next request has %d %s", after.status, after.body)
			}
			hint := got.header.Get("Retry-After")
			if c.fault == RateLimitMillis {
				hint = got.header.Get("Retry-After-Ms")
			}
			wants := c.fault == RateLimitSeconds || c.fault == RateLimitMillis || c.fault == RateLimitDate
			if wants != (hint != "") {
				t.Errorf("hint %q", hint)
			}
		})
	}
}

func TestClaudeFaults(t *testing.T) {
	s := NewAnthropic(Options{})
	defer s.Close()
	worded(t, s, "/v1/messages", claudeHello, claudeHeaders, []faultCase{
		{RateLimitSeconds, 429, "rate_limit_error"}, {RateLimitMillis, 429, "rate_limit_error"}, {RateLimitDate, 429, "rate_limit_error"},
		{RateLimitInfo, 429, "rate_limit_error"}, {RateLimitBare, 429, "rate_limit_error"}, {QuotaExhausted, 402, "billing_error"},
		{ServerError, 500, "api_error"}, {Unavailable, 503, "api_error"}, {Overloaded, 529, "overloaded_error"}, {TimedOut, 504, "timeout_error"},
		{Unauthorized, 401, "authentication_error"}, {Forbidden, 403, "permission_error"}, {UnknownModel, 404, "not_found_error"},
		{TooLong, 400, "prompt is too long"}, {BadParameter, 400, "`temperature`"}, {EchoedKey, 401, Key}, {ErrorIn200, 200, `"type":"error"`},
		{Refusal, 200, `"stop_reason":"refusal"`}, {ContentFilter, 200, `"stop_reason":"refusal"`}, {Recitation, 200, `"stop_reason":"refusal"`},
		{BlockedPrompt, 200, `"stop_reason":"refusal"`}, {Incomplete, 200, `"stop_reason":"max_tokens"`},
		{NoText, 200, `"content":[]`}, {WrongModel, 200, `"model":"claude-haiku-4-5-20251001"`},
		{HTMLPage, 502, "<html>"}, {MalformedJSON, 200, `{"unclosed`}, {EmptyBody, 200, ""},
	})
}

func TestClaudeRefuses(t *testing.T) {
	s := NewAnthropic(Options{})
	defer s.Close()
	tests := []struct{ name, version, body, says string }{
		{"no version", "", claudeHello, "anthropic-version: header is required"},
		{"another version", "2027-01-01", claudeHello, "not a valid version"},
		{"no JSON", claude2023, `{`, "not valid JSON"},
		{"two objects", claude2023, claudeHello + `{}`, "not valid JSON"},
		{"no max_tokens", claude2023, `{"model":"claude-haiku-4-5","messages":[{"role":"user","content":"x"}]}`, "max_tokens: Field required"},
		{"max_tokens of the model", claude2023, strings.Replace(claudeHello, "64", "64001", 1), "maximum allowed number of output tokens"},
		{"hot", claude2023, strings.Replace(claudeHello, "{", `{"temperature":1.5,`, 1), "temperature: Input should be less than or equal to 1"},
		{"temperature of a new model", claude2023, strings.NewReplacer("haiku-4-5", "opus-5", `{"model"`,
			`{"temperature":0,"model"`).Replace(claudeHello), "`temperature` is deprecated"},
		{"prefill of a new model", claude2023, `{"model":"claude-opus-5","max_tokens":9,"messages":[{"role":"user",` +
			`"content":"x"},{"role":"assistant","content":"{"}]}`, "prefill"},
		{"citations in structure", claude2023, `{"model":"claude-opus-5","max_tokens":9,` +
			`"output_config":{"format":{"type":"json_schema","schema":{}}},"messages":[{"role":"user",` +
			`"content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"},` +
			`"citations":{"enabled":true}}]}]}`, "cannot be combined"},
		{"temperature of the new version", claude2026, strings.Replace(claudeHello, "{", `{"temperature":1,`, 1), "2026-10-21"},
		{"old structured output", claude2026, strings.Replace(claudeHello, "{", `{"output_format":{},`, 1),
			"output_format: Extra inputs are not permitted"},
		{"open object", claude2026, strings.Replace(claudeHello, "{",
			`{"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}},`, 1), "additionalProperties"},
		{"effort", claude2026, strings.Replace(claudeHello, "{", `{"output_config":{"effort":"low"},`, 1), "effort"},
		{"small budget", claude2026, strings.Replace(claudeHello, "{", `{"thinking":{"type":"enabled","budget_tokens":1000},`,
			1), "greater than or equal to 1024"},
		{"assistant first", claude2026, strings.Replace(claudeHello, `"user"`, `"assistant"`, 1), "user"},
		{"block of another kind", claude2026, strings.Replace(claudeHello, `"hello there"`, `[{"type":"poem","text":"x"}]`,
			1), "does not match any of the expected tags"},
		{"assistant's document", claude2026, `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user",` +
			`"content":"x"},{"role":"assistant","content":[{"type":"document","source":{"type":"text",` +
			`"media_type":"text/plain","data":"x"}}]},{"role":"user","content":"y"}]}`, "documents are not allowed in assistant turns"},
		{"citations on user text", claude2026, `{"model":"claude-haiku-4-5","max_tokens":9,"messages":[{"role":"user",` +
			`"content":[{"type":"text","text":"x","citations":[{}]}]}]}`, "citations are not allowed on user text"},
		{"retired model", claude2026, strings.Replace(claudeHello, "claude-haiku-4-5", "claude-3-opus-20240229", 1), "not_found_error"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			headers := []string{"Authorization", "Bearer " + Key}
			if test.version != "" {
				headers = append(headers, "Anthropic-Version", test.version)
			}
			got := sendTo(t, s.URL+"/v1/messages", test.body, headers...)
			if got.status == http.StatusOK || !strings.Contains(got.body, test.says) {
				t.Errorf("got %d %s, want %q", got.status, got.body, test.says)
			}
		})
	}
	old := strings.Replace(claudeHello, `"hello there"`, `[{"type":"text","text":"x","citations":[{}]}]`, 1)
	if got := sendTo(t, s.URL+"/v1/messages", old, claudeHeaders...); got.status != http.StatusOK {
		t.Errorf("the old version refuses citations on user text: %s", got.body)
	}
}

func TestClaudeEndsByItself(t *testing.T) {
	s := NewAnthropic(Options{Answer: func(p Prompt) Answer {
		if p.User == "window" {
			return Answer{Text: "x", InputTokens: 199_999, OutputTokens: 2}
		}
		return Answer{Text: strings.Repeat("word ", 100)}
	}})
	defer s.Close()
	tests := []struct{ name, body, stop string }{
		{"max_tokens", `{"model":"claude-haiku-4-5","max_tokens":5,"messages":[{"role":"user","content":"x"}]}`, "max_tokens"},
		{"stop sequence", `{"model":"claude-haiku-4-5","max_tokens":500,"stop_sequences":["word w"],` +
			`"messages":[{"role":"user","content":"x"}]}`, "stop_sequence"},
		{"window", `{"model":"claude-haiku-4-5","max_tokens":500,"messages":[{"role":"user","content":"window"}]}`,
			"model_context_window_exceeded"},
		{"pause", `{"model":"claude-haiku-4-5","max_tokens":500,"tools":[{"type":"web_search_20260209",` +
			`"name":"web_search"}],"messages":[{"role":"user","content":"x"}]}`, "pause_turn"},
		{"tool", `{"model":"claude-haiku-4-5","max_tokens":500,"tools":[{"name":"f","input_schema":{"type":"object"}}],` +
			`"tool_choice":{"type":"any"},"messages":[{"role":"user","content":"x"}]}`, "tool_use"},
		{"thought only", `{"model":"claude-opus-4-6","max_tokens":10,"thinking":{"type":"adaptive"},` +
			`"messages":[{"role":"user","content":"x"}]}`, "max_tokens"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := sendTo(t, s.URL+"/v1/messages", test.body, claudeHeaders...)
			var m struct {
				Stop  string `json:"stop_reason"`
				Usage struct {
					Output int `json:"output_tokens"`
				}
			}
			if err := json.Unmarshal([]byte(got.body), &m); err != nil || m.Stop != test.stop {
				t.Fatalf("%s: %v", got.body, err)
			}
			if test.stop == "max_tokens" && (m.Usage.Output > 10 || m.Usage.Output == 0) {
				t.Errorf("%d tokens of output", m.Usage.Output)
			}
		})
	}
}

func FuzzClaudeRequest(f *testing.F) {
	seeds := []string{claudeHello, `{}`, `null`, `[]`, `{"messages":[{}]}`,
		`{"model":"claude-haiku-4-5","max_tokens":1,"messages":[{"role":"user","content":[{"type":"document"}]}]}`}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 6 {
		f.Fatal("seeds are missing")
	}
	f.Fuzz(func(t *testing.T, body string) {
		req, _, no := readClaude([]byte(body), claude2026, claudeRequestCheck)
		if no == nil && (len(req.Messages) == 0 || req.MaxTokens < 1) {
			t.Errorf("accepted %q", body)
		}
		if no != nil && no.message == "" {
			t.Errorf("refused %q without a word", body)
		}
	})
}

func FuzzSentences(f *testing.F) {
	seeds := []string{"", "One. Two.", "Rose 1.5%.  Fell!\n\nNext", "a.b", "…?! x"}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 5 {
		f.Fatal("seeds are missing")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := strings.Join(sentencesOf(s), ""); got != s && utf8.ValidString(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}
