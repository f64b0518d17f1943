package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func TestAnthropicReplies(t *testing.T) {
	cases := map[string]struct {
		body   string
		stop   model.Stop
		reason string
		text   string
		cited  []model.Citation
		usage  catalog.Usage
	}{
		"blocks and citations": {
			`{"type":"message","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Größe: "},
			{"type":"text","text":"12","citations":[{"type":"char_location","cited_text":"12.3","document_index":0,"document_title":"T"},
			{"type":"page_location","cited_text":"p","document_index":9,"document_title":"Other"},
			{"type":"search_result_location","cited_text":"s","source":"https://nordwind.example","title":"Found"},
			{"type":"web_search_result_location","cited_text":"w","url":"https://web.example","title":"Web"}]}],
			"stop_reason":"end_turn","usage":{"input_tokens":3,"cache_read_input_tokens":5,"cache_creation_input_tokens":9,
			"cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":7},"output_tokens":4,` +
				`"output_tokens_details":{"thinking_tokens":1}}}`,
			model.Complete, "end_turn", "Größe: 12",
			[]model.Citation{{Source: "doc-1", Title: "Ten-K", Quote: "12.3", Start: 9, End: 11},
				{Source: "Other", Title: "Other", Quote: "p", Start: 9, End: 11},
				{Source: "https://nordwind.example", Title: "Found", Quote: "s", Start: 9, End: 11},
				{Source: "https://web.example", Title: "Web", Quote: "w", Start: 9, End: 11}},
			catalog.Usage{Input: 17, CachedInput: 5, CacheWrite: 2, CacheWriteLong: 7, Output: 4, Reasoning: 1, Known: catalog.PartAll},
		},
		"refused": {`{"type":"message","content":[],"stop_reason":"refusal","stop_details":{"type":"refusal",` +
			`"category":"cyber","explanation":"No."}}`, model.Refused, "refusal: cyber (No.)", "", nil, catalog.Usage{}},
		"paused": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"pause_turn"}`,
			model.Unfinished, "pause_turn", "a", nil, catalog.Usage{}},
		"tool": {`{"type":"message","content":[],"stop_reason":"tool_use"}`, model.Unfinished, "tool_use", "", nil, catalog.Usage{}},
		"context": {`{"type":"message","content":[{"type":"text","text":"a"}],` +
			`"stop_reason":"model_context_window_exceeded"}`, model.Context, "model_context_window_exceeded", "a", nil, catalog.Usage{}},
		"new word": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"moonset"}`, model.Unfinished,
			"moonset", "a", nil, catalog.Usage{}},
		"no word": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":null}`, model.Unfinished, "",
			"a", nil, catalog.Usage{}},
		"blank": {`{"type":"message","content":[{"type":"text","text":" \n"}],"stop_reason":"stop_sequence"}`,
			model.Empty, "stop_sequence", " \n", nil, catalog.Usage{}},
		"bad usage": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"max_tokens",` +
			`"usage":{"input_tokens":-1,"output_tokens":2}}`, model.Truncated, "max_tokens", "a", nil, catalog.Usage{}},
		"part usage": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn",` +
			`"usage":{"input_tokens":8,"output_tokens":2}}`, model.Complete, "end_turn", "a", nil,
			catalog.Usage{Input: 8, Output: 2, Known: catalog.PartInput | catalog.PartOutput | catalog.PartSearches}},
	}
	_, conn := anthropicFake(t, "", fakemodel.Options{})
	reader := claudeReader{reading: conn.end.reading("claude-opus-5"), documents: []model.Document{{Title: "Ten-K", Source: "doc-1"}}}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			result, err := reader.message(&call.Exchange{Status: 200, Body: []byte(c.body)})
			if err != nil {
				t.Fatal(err)
			}
			got := result.Value.(*model.Response)
			if got.Stop != c.stop || got.Reason != c.reason || got.Text != c.text || got.Usage != c.usage ||
				fmt.Sprint(got.Citations) != fmt.Sprint(c.cited) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestAnthropicErrors(t *testing.T) {
	cases := map[string]struct {
		status     int
		word, said string
		kind       call.Kind
		next       string
	}{
		"spent key":     {400, "invalid_request_error", "Your credit balance is too low to access the API", call.NoQuota, "credit"},
		"spend limit":   {429, "rate_limit_error", "enforced_spend_limit_reached", call.NoQuota, "credit"},
		"gone":          {404, "not_found_error", "model: claude-sonnet-4-5", call.NoModel, "claude-sonnet-5-5"},
		"context":       {400, "invalid_request_error", "input length and max_tokens exceed context limit", call.TooLong, "window"},
		"sampling":      {400, "invalid_request_error", "temperature: sampling parameters are not supported", call.Unsupported, "temperature"},
		"unknown type":  {418, "tea_error", "tea", call.BadRequest, ""},
		"large":         {413, "request_too_large", "Request exceeds the maximum size", call.TooLong, "shorten"},
		"in a good one": {200, "tea_error", "tea", call.ServerFault, ""},
	}
	_, conn := anthropicFake(t, "", fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			body, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]string{"type": c.word, "message": c.said}})
			reader := claudeReader{reading: conn.end.reading("claude-sonnet-4-5")}
			_, err := reader.message(&call.Exchange{Status: c.status, Body: body, Began: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
			var f *call.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Next, c.next) || f.Code != c.word {
				t.Errorf("got %v", err)
			}
		})
	}
}

func FuzzAnthropicRead(f *testing.F) {
	f.Add(200, []byte(`{"type":"message","content":[{"type":"text","text":"a","citations":[{"document_index":1}]}],`+
		`"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807}}`))
	f.Add(529, []byte(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`))
	f.Add(200, []byte(`{"type":"message","content":null}`))
	conn, err := Open(Settings{Provider: "anthropic", Env: func(string) string { return "" }})
	if err != nil {
		f.Fatal(err)
	}
	r := ask1("x")
	r.Model = "claude-opus-5"
	c, err := clientOf(conn).Prepare(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) { checkRead(t, c, status, body) })
}
