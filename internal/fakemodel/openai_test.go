package fakemodel

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"
)

// ask sends JSON and reads the answer as an object; what is no object reads as nil.
func ask(t *testing.T, s *Server, method, path, body string) (int, http.Header, oaMap) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Key)
	r.Header.Set("Content-Type", "application/json")
	return do(t, r)
}

func do(t *testing.T, r *http.Request) (int, http.Header, oaMap) {
	t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v oaMap
	json.Unmarshal(text, &v) // some answers are not JSON on purpose
	return response.StatusCode, response.Header, v
}

func openAIServer(t *testing.T) *Server {
	s := NewOpenAI(Options{})
	t.Cleanup(s.Close)
	return s
}

// dig follows names and indexes into a value.
func dig(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = oaObject(v)[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				return nil
			}
			v = list[step]
		}
	}
	return v
}

func TestOpenAIAnswers(t *testing.T) {
	s := openAIServer(t)
	for _, c := range []struct {
		name, path, body string
		at               []any
		want             any
	}{
		{"text", "/responses", `{"model":"gpt-4.1","input":"hello"}`, []any{"output", 0, "content", 0, "text"}, "echo: hello"},
		{"reasoning first", "/responses", `{"model":"gpt-5.4","input":"hello"}`, []any{"output", 0, "type"}, "reasoning"},
		{"schema", "/responses", `{"model":"gpt-4.1","input":"x","text":{"format":{"type":"json_schema","name":"n","strict":true,"schema":
			{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}}}}`,
			[]any{"output", 0, "content", 0, "text"}, `{"a":true}`},
		{"cut by its limit", "/responses", `{"model":"gpt-5.4","input":"hello","max_output_tokens":16}`,
			[]any{"incomplete_details", "reason"}, "max_output_tokens"},
		{"chat", "/chat/completions", `{"model":"gpt-4.1","messages":[{"role":"user","content":"hello"}]}`,
			[]any{"choices", 0, "message", "content"}, "echo: hello"},
		{"chat with stop", "/chat/completions", `{"model":"gpt-4.1","stop":"ll","messages":[{"role":"user",` +
			`"content":"hello"}]}`, []any{"choices", 0, "message", "content"}, "echo: he"},
		{"embedding", "/embeddings", `{"model":"text-embedding-3-small","input":["a"],"dimensions":8}`, []any{"data", 0, "object"}, "embedding"},
	} {
		status, header, v := ask(t, s, "POST", c.path, c.body)
		if got := dig(v, c.at...); status != 200 || got != c.want {
			t.Errorf("%s: status %d, got %v, want %v in %v", c.name, status, got, c.want, v)
		}
		if header.Get("x-request-id") == "" || header.Get("x-ratelimit-reset-tokens") == "" {
			t.Errorf("%s: no request id or limits in %v", c.name, header)
		}
	}
	if calls := s.Calls(); len(calls) != 7 || calls[0].Usage.OutputTokens == 0 {
		t.Errorf("the log has %d calls, and no usage in the first", len(calls))
	}
}

func TestOpenAIRefuses(t *testing.T) {
	s := openAIServer(t)
	for _, c := range []struct{ name, path, body, param, code string }{
		{"unknown parameter", "/responses", `{"model":"gpt-4.1","input":"x","max_tokens":1}`, "max_tokens", "unknown_parameter"},
		{"unknown nested", "/responses", `{"model":"gpt-4.1","input":"x","text":{"fmt":{}}}`, "text.fmt", "unknown_parameter"},
		{"wrong type", "/responses", `{"model":"gpt-4.1","input":"x","store":"yes"}`, "store", "invalid_type"},
		{"no model", "/responses", `{"input":"x"}`, "model", "missing_required_parameter"},
		{"temperature of a reasoning model", "/responses", `{"model":"gpt-5.4","input":"x","temperature":0}`, "temperature", "unsupported_value"},
		{"temperature while thinking", "/responses", `{"model":"gpt-6-sol","input":"x","temperature":0}`, "temperature", "unsupported_value"},
		{"effort none", "/responses", `{"model":"gpt-6.2-sol","input":"x","reasoning":{"effort":"none"}}`, "reasoning.effort",
			"unsupported_value"},
		{"too few tokens", "/responses", `{"model":"gpt-4.1","input":"x","max_output_tokens":1}`, "max_output_tokens", "integer_below_min_value"},
		{"loose schema", "/responses", `{"model":"gpt-4.1","input":"x","text":{"format":{"type":"json_schema","name":"n",` +
			`"strict":true,"schema":{"type":"object","properties":{}}}}}`, "text.format.schema", "invalid_json_schema"},
		{"assistant's part", "/responses", `{"model":"gpt-4.1","input":[{"role":"assistant",` +
			`"content":[{"type":"input_text","text":"x"}]}]}`, "input[0].content[0]", "invalid_value"},
		{"lost turn", "/responses", `{"model":"gpt-4.1","input":"x","previous_response_id":"resp_0"}`, "previous_response_id",
			"previous_response_not_found"},
		{"max_tokens of a reasoning model", "/chat/completions",
			`{"model":"gpt-5.4","max_tokens":9,"messages":[{"role":"user","content":"x"}]}`, "max_tokens", "unsupported_parameter"},
		{"window", "/chat/completions", `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"` +
			strings.Repeat("word ", 110_000) + `"}]}`, "messages", "context_length_exceeded"},
		{"too many inputs", "/embeddings", `{"model":"text-embedding-3-small","input":[` + strings.Repeat(`"a",`, 2048) +
			`"a"]}`, "input", "invalid_array_length"},
		{"filter", "/vector_stores/vs_1/search", `{"query":"x","filters":{"type":"gt","key":"a","value":"b"}}`, "filters.value", "invalid_type"},
	} {
		status, _, v := ask(t, s, "POST", c.path, c.body)
		if status != 400 || dig(v, "error", "param") != c.param || dig(v, "error", "code") != c.code {
			t.Errorf("%s: status %d, %v", c.name, status, v)
		}
	}
	if status, _, _ := ask(t, s, "POST", "/responses",
		`{"model":"gpt-6-sol","input":"x","temperature":0,"reasoning":{"effort":"none"}}`); status != 200 {
		t.Errorf("a temperature without reasoning: status %d", status)
	}
}

func TestOpenAIFaults(t *testing.T) {
	s := openAIServer(t)
	const body = `{"model":"gpt-4.1","input":"hello there"}`
	for _, c := range []struct {
		fault  Fault
		status int
		header string
		at     []any
		want   any
	}{
		{RateLimitSeconds, 429, "retry-after", []any{"error", "code"}, "rate_limit_exceeded"},
		{RateLimitMillis, 429, "retry-after-ms", []any{"error", "code"}, "rate_limit_exceeded"},
		{RateLimitDate, 429, "retry-after", []any{"error", "code"}, "rate_limit_exceeded"},
		{RateLimitInfo, 429, "", []any{"error", "message"},
			"Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 20ms."},
		{RateLimitBare, 429, "", []any{"error", "code"}, "rate_limit_exceeded"},
		{QuotaExhausted, 429, "", []any{"error", "code"}, "insufficient_quota"},
		{ServerError, 500, "", []any{"error", "type"}, "server_error"},
		{Unavailable, 503, "", []any{"error", "type"}, "server_error"},
		{Overloaded, 503, "", []any{"error", "type"}, "server_error"},
		{TimedOut, 504, "", []any{"error", "code"}, 504.0},
		{Unauthorized, 401, "", []any{"error", "code"}, "invalid_api_key"},
		{Forbidden, 403, "", []any{"error", "code"}, "unsupported_country_region_territory"},
		{UnknownModel, 404, "", []any{"error", "message"}, "The model `gpt-4.1` does not exist or you do not have access to it."},
		{TooLong, 400, "", []any{"error", "code"}, "context_length_exceeded"},
		{BadParameter, 400, "", []any{"error", "param"}, "temperature"},
		{BlockedPrompt, 400, "", []any{"error", "code"}, "invalid_prompt"},
		{ErrorIn200, 200, "", []any{"status"}, "failed"},
		{Refusal, 200, "", []any{"output", 0, "content", 0, "type"}, "refusal"},
		{Incomplete, 200, "", []any{"incomplete_details", "reason"}, "max_output_tokens"},
		{ContentFilter, 200, "", []any{"incomplete_details", "reason"}, "content_filter"},
		{Recitation, 200, "", []any{"incomplete_details", "reason"}, "content_filter"},
		{WrongModel, 200, "", []any{"model"}, openaiOther},
		{NoText, 200, "", []any{"output", 0, "type"}, "reasoning"},
		{EmptyBody, 200, "", []any{"id"}, nil},
		{MalformedJSON, 200, "", []any{"id"}, nil},
		{HTMLPage, 502, "", []any{"id"}, nil},
	} {
		s.Next(c.fault)
		status, header, v := ask(t, s, "POST", "/responses", body)
		if got := dig(v, c.at...); status != c.status || got != c.want {
			t.Errorf("%s: status %d, want %d; got %v, want %v", c.fault, status, c.status, got, c.want)
		}
		if c.header != "" && header.Get(c.header) == "" {
			t.Errorf("%s: no header %s", c.fault, c.header)
		}
		if c.header == "" && header.Get("retry-after") != "" {
			t.Errorf("%s: a hint where none belongs", c.fault)
		}
	}
}

func TestOpenAIKeys(t *testing.T) {
	s := openAIServer(t)
	const wrong = "sk-wrong-abcdefghijklmnop"
	send := func(key string) (int, oaMap) {
		r, err := http.NewRequest("GET", s.URL+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+key)
		status, _, v := do(t, r)
		return status, v
	}
	if status, v := send(wrong); status != 401 || strings.Contains(dig(v, "error", "message").(string), wrong) {
		t.Errorf("a wrong key: %d %v", status, v)
	}
	if status, _ := send(""); status != 401 {
		t.Errorf("no key: %d", status)
	}
	s.Next(EchoedKey)
	if status, _, v := ask(t, s, "POST", "/responses", `{}`); status != 401 || !strings.Contains(dig(v, "error", "message").(string), Key) {
		t.Errorf("the key was not repeated: %d %v", status, v)
	}
}

// put uploads a file and returns its id.
func put(t *testing.T, s *Server, name, purpose, text string) string {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("purpose", purpose)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(part, text)
	form.Close()
	r, err := http.NewRequest("POST", s.URL+"/files", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Key)
	r.Header.Set("Content-Type", form.FormDataContentType())
	status, _, v := do(t, r)
	id, _ := v["id"].(string)
	if status != 200 || id == "" {
		t.Fatalf("upload of %s: %d %v", name, status, v)
	}
	return id
}

func TestOpenAIStoreSearch(t *testing.T) {
	s := openAIServer(t)
	cash := put(t, s, "cash.txt", "user_data", "Cash and equivalents rose to 12 million at Brindle Works.")
	risk := put(t, s, "risk.txt", "user_data", "Risk factors: suppliers of Brindle Works are few.")
	table := put(t, s, "table.csv", "user_data", "a,b")
	_, _, store := ask(t, s, "POST", "/vector_stores", `{"name":"filings","expires_after":{"anchor":"last_active_at","days":1}}`)
	at := "/vector_stores/" + store["id"].(string)
	for id, year := range map[string]string{cash: "2025", risk: "2024", table: "2025"} {
		ask(t, s, "POST", at+"/files", `{"file_id":"`+id+`","attributes":{"year":`+year+`}}`)
	}
	s.OpenAI().Advance(time.Minute)
	if _, _, v := ask(t, s, "GET", at+"/files/"+table, ""); dig(v, "last_error", "code") != "unsupported_file" {
		t.Errorf("a table was indexed: %v", v)
	}
	_, _, v := ask(t, s, "POST", at+"/search", `{"query":"how much cash"}`)
	if dig(v, "data", 0, "file_id") != cash {
		t.Errorf("first is %v", dig(v, "data", 0))
	}
	for filter, want := range map[string]any{
		`{"type":"eq","key":"year","value":2024}`: risk,
		`{"type":"and","filters":[{"type":"gte","key":"year","value":2025},{"type":"ne","key":"form","value":"8-K"}]}`:        cash,
		`{"type":"or","filters":[{"type":"in","key":"year","value":[1999]},{"type":"nin","key":"year","value":[2025, "x"]}]}`: risk,
		`{"type":"lt","key":"year","value":2000}`: nil,
		`{"type":"and","filters":[{"type":"gt","key":"year","value":2023},{"type":"lte","key":"year","value":2024}]}`: risk,
	} {
		if _, _, v := ask(t, s, "POST", at+"/search", `{"query":"cash","filters":`+filter+`}`); dig(v, "data", 0, "file_id") != want {
			t.Errorf("%s found %v, want %v", filter, dig(v, "data", 0, "file_id"), want)
		}
	}
	if _, _, v := ask(t, s, "POST", at+"/search", `{"query":"cash","ranking_options":{"score_threshold":0.99}}`); dig(v, "data", 1) != nil {
		t.Errorf("the threshold let %v through", v)
	}
	s.OpenAI().Advance(48 * time.Hour)
	if status, _, _ := ask(t, s, "POST", at+"/search", `{"query":"cash"}`); status != 400 {
		t.Errorf("an expired store answered %d", status)
	}
	if got := s.OpenAI().Leftovers(); len(got) != 4 {
		t.Errorf("leftovers: %v", got)
	}
	ask(t, s, "DELETE", at, "")
	for _, id := range []string{cash, risk, table} {
		ask(t, s, "DELETE", "/files/"+id, "")
	}
	if got := s.OpenAI().Leftovers(); len(got) != 0 {
		t.Errorf("leftovers after deletion: %v", got)
	}
}

func TestOpenAIBatchExpires(t *testing.T) {
	s := openAIServer(t)
	line := func(id string) string {
		return `{"custom_id":"` + id + `","method":"POST","url":"/v1/responses","body":{"model":"gpt-4.1","input":"` + id + `"}}` + "\n"
	}
	input := put(t, s, "in.jsonl", "batch", line("a")+line("b")+line("c"))
	s.OpenAI().StallBatch(2)
	_, _, b := ask(t, s, "POST", "/batches", `{"input_file_id":"`+input+`","endpoint":"/v1/responses","completion_window":"24h"}`)
	at := "/batches/" + b["id"].(string)
	if _, _, v := ask(t, s, "GET", at, ""); v["status"] != "in_progress" {
		t.Errorf("a batch without progress is %v", v["status"])
	}
	s.OpenAI().Advance(25 * time.Hour)
	_, _, v := ask(t, s, "GET", at, "")
	if v["status"] != "expired" || dig(v, "request_counts", "completed") != 2.0 || v["output_file_id"] == nil || v["error_file_id"] == nil {
		t.Errorf("expired: %v", v)
	}
	bad := put(t, s, "bad.jsonl", "batch", "{\n"+line("a")+line("a"))
	_, _, b = ask(t, s, "POST", "/batches", `{"input_file_id":"`+bad+`","endpoint":"/v1/responses","completion_window":"24h"}`)
	_, _, v = ask(t, s, "GET", "/batches/"+b["id"].(string), "")
	if v["status"] != "failed" || dig(v, "errors", "data", 1, "code") != "duplicate_custom_id" {
		t.Errorf("failed: %v", v)
	}
}

func TestCompatible(t *testing.T) {
	s := NewCompatible(Options{})
	defer s.Close()
	const chat = `{"model":"any","max_tokens":50,"top_k":3,"messages":[{"role":"user","content":"hello"}]}`
	if status, _, v := ask(t, s, "POST", "/chat/completions", chat); status != 200 ||
		dig(v, "choices", 0, "message", "content") != "echo: hello" {
		t.Errorf("chat: %d %v", status, v)
	}
	if status, _, _ := ask(t, s, "POST", "/responses", `{"model":"any","input":"x"}`); status != 404 {
		t.Errorf("responses: %d", status)
	}
	s.Next(ErrorIn200)
	if status, _, v := ask(t, s, "POST", "/chat/completions", chat); status != 200 || dig(v, "error", "code") != 502.0 {
		t.Errorf("error in 200: %d %v", status, v)
	}
	keyed := NewCompatible(Options{Key: "secret"})
	defer keyed.Close()
	if status, _, _ := ask(t, keyed, "GET", "/models", ""); status != 401 {
		t.Errorf("a wrong key: %d", status)
	}
}

func TestTextVector(t *testing.T) {
	dot := func(a, b string) (sum float32) {
		x, y := TextVector(a, 256), TextVector(b, 256)
		for i := range x {
			sum += x[i] * y[i]
		}
		return sum
	}
	const text = "Revenue grew by eight percent in 2025."
	if self := dot(text, text); self < 0.9999 || self > 1.0001 {
		t.Errorf("norm %v", self)
	}
	if near, far := dot(text, "In 2025 revenue grew nine percent."), dot(text, "The board met in Oslo."); near <= far+0.2 {
		t.Errorf("near %v, far %v", near, far)
	}
	for _, text := range []string{"", "…", "\xff"} {
		if v := TextVector(text, 1); v[0] != 1 && v[0] != -1 {
			t.Errorf("%q: %v", text, v)
		}
	}
}
