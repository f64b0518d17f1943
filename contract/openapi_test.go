package contract

import (
	"strings"
	"testing"
)

func TestOpenAISpecAccepts(t *testing.T) {
	s := openAI(t)
	for _, c := range []struct{ name, method, path, body string }{
		{"a text", "POST", "/v1/responses", `{"model":"gpt-5.4","input":"hello"}`},
		{"items", "POST", "/responses", `{"model":"gpt-5.4","input":[{"role":"user","content":[{"type":"input_text","text":"a"}]},
			{"role":"assistant","content":"b"},{"type":"message","role":"user","content":"c"}],"instructions":"short","max_output_tokens":64,` +
			`"store":false}`},
		{"strict schema", "POST", "/v1/responses", `{"model":"gpt-5.4","input":"x","text":{"format":{"type":"json_schema","name":"n",` +
			`"strict":true,
			"schema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}},"verbosity":"low"}}`},
		{"file search", "POST", "/v1/responses", `{"model":"gpt-5.4","input":"x","include":["file_search_call.results"],` +
			`"reasoning":{"effort":"low"},
			"tools":[{"type":"file_search","vector_store_ids":["vs_1"],"max_num_results":5,"filters":{"type":"and","filters":[
			{"type":"eq","key":"year","value":2025},{"type":"or","filters":[{"type":"in","key":"form","value":["10-K"]}]}]},` +
			`"ranking_options":{"score_threshold":0.2}}]}`},
		{"chat", "POST", "/v1/chat/completions", `{"model":"gpt-4.1","messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}],
			"temperature":0,"seed":7,"response_format":{"type":"json_object"},"max_completion_tokens":9}`},
		{"embeddings", "POST", "/v1/embeddings",
			`{"model":"text-embedding-3-small","input":["a","b"],"dimensions":256,"encoding_format":"base64"}`},
		{"store", "POST", "/v1/vector_stores", `{"name":"n","expires_after":{"anchor":"last_active_at","days":1}}`},
		{"batch", "POST", "/v1/batches", `{"input_file_id":"file-1","endpoint":"/v1/responses","completion_window":"24h"}`},
		{"list", "GET", "/v1/files?limit=10&order=asc&purpose=batch", ``},
	} {
		if err := s.checkRequest(c.method, c.path, "application/json", []byte(c.body)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestOpenAISpecRefuses(t *testing.T) {
	s := openAI(t)
	for _, c := range []struct{ name, method, path, body, want string }{
		{"unknown field", "POST", "/v1/responses", `{"model":"m","input":"x","max_tokens":5}`, "max_tokens"},
		{"unknown nested field", "POST", "/v1/responses", `{"model":"m","input":"x","reasoning":{"level":"low"}}`, "level"},
		{"wrong type", "POST", "/v1/responses", `{"model":"m","input":"x","store":"no"}`, "store"},
		{"value of no enumeration", "POST", "/v1/responses", `{"model":"m","input":"x","truncation":"sometimes"}`, "truncation"},
		{"below the minimum", "POST", "/v1/responses", `{"model":"m","input":"x","max_output_tokens":3}`, "max_output_tokens"},
		{"schema without a name", "POST", "/v1/responses",
			`{"model":"m","input":"x","text":{"format":{"type":"json_schema","schema":{}}}}`, "name"},
		{"schema as chat has it", "POST", "/v1/responses",
			`{"model":"m","input":"x","text":{"format":{"type":"json_schema","json_schema":{"name":"n","schema":{}}}}}`, "json_schema"},
		{"role that does not exist", "POST", "/v1/responses", `{"model":"m","input":[{"role":"model","content":"x"}]}`, "role"},
		{"chat's content part", "POST", "/v1/responses",
			`{"model":"m","input":[{"role":"user","content":[{"type":"text","text":"x"}]}]}`, "/input/0/content/0"},
		{"include of nothing", "POST", "/v1/responses", `{"model":"m","input":"x","include":["file_search.results"]}`, "include"},
		{"tool without stores", "POST", "/v1/responses", `{"model":"m","input":"x","tools":[{"type":"file_search"}]}`, "vector_store_ids"},
		{"filter operator", "POST", "/v1/vector_stores/vs_1/search", `{"query":"x","filters":{"type":"like","key":"a","value":"b"}}`, "type"},
		{"too many results", "POST", "/v1/vector_stores/vs_1/search", `{"query":"x","max_num_results":51}`, "max_num_results"},
		{"chat without messages", "POST", "/v1/chat/completions", `{"model":"m"}`, "messages"},
		{"responses' input in chat", "POST", "/v1/chat/completions",
			`{"model":"m","messages":[{"role":"user","content":"x"}],"input":"x"}`, "input"},
		{"too many inputs", "POST", "/v1/embeddings", `{"model":"m","input":[` + strings.Repeat(`"a",`, 2048) + `"a"]}`, "input"},
		{"encoding", "POST", "/v1/embeddings", `{"model":"m","input":"a","encoding_format":"binary"}`, "encoding_format"},
		{"expiry anchor", "POST", "/v1/vector_stores", `{"expires_after":{"anchor":"created_at","days":1}}`, "anchor"},
		{"completion window", "POST", "/v1/batches",
			`{"input_file_id":"f","endpoint":"/v1/responses","completion_window":"1h"}`, "completion_window"},
		{"not JSON", "POST", "/v1/batches", `{"input_file_id"`, "JSON"},
		{"no body", "POST", "/v1/embeddings", ``, "body"},
		{"query parameter", "GET", "/v1/files?page=2", ``, "page"},
		{"path", "POST", "/v1/v1/responses", `{}`, "/v1/v1/responses"},
		{"method", "PUT", "/v1/responses", `{}`, "PUT"},
	} {
		err := s.checkRequest(c.method, c.path, "application/json", []byte(c.body))
		if err == nil {
			t.Errorf("%s: accepted", c.name)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not name %q", c.name, err, c.want)
		}
	}
	if err := s.checkRequest("POST", "/v1/responses", "text/plain", []byte(`{}`)); err == nil {
		t.Error("a wrong content type was accepted")
	}
}

func TestOpenAISpecRefusesResponses(t *testing.T) {
	s := openAI(t)
	for _, c := range []struct {
		name, path string
		status     int
		body, want string
	}{
		{"missing usage fields", "/v1/responses", 200, `{"id":"r","object":"response","created_at":1,"error":null,` +
			`"incomplete_details":null,"instructions":null,
			"model":"m","output":[],"parallel_tool_calls":true,"tools":[],"tool_choice":"auto","metadata":{},"temperature":1,"top_p":1,` +
			`"usage":{"input_tokens":1}}`, "output_tokens"},
		{"text without annotations", "/v1/responses", 200,
			`{"id":"r","object":"response","created_at":1,"error":null,"incomplete_details":null,"instructions":null,
			"model":"m","output":[{"id":"m","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x"}]}],
			"parallel_tool_calls":true}`, "annotations"},
		{"unknown field", "/v1/embeddings", 200,
			`{"object":"list","data":[],"model":"m","usage":{"prompt_tokens":1,"total_tokens":1},"extra":1}`, "extra"},
		{"error without type", "/v1/embeddings", 400, `{"error":{"message":"x","param":null,"code":null}}`, "type"},
	} {
		err := s.checkResponse("POST", c.path, c.status, []byte(c.body))
		if err == nil {
			t.Errorf("%s: accepted", c.name)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not name %q", c.name, err, c.want)
		}
	}
}
