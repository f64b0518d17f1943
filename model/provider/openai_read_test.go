package provider

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// reads is what a reader makes of literal replies, status 200.
func TestOpenAIStops(t *testing.T) {
	message := func(content string) string {
		return `"output":[{"type":"reasoning","summary":[]},{"type":"message","role":"assistant","content":[` + content + `]}]`
	}
	text := `{"type":"output_text","text":"yes","annotations":[]}`
	cases := map[string]struct {
		body   string
		stop   model.Stop
		reason string
		text   string
	}{
		"complete":  {`{"status":"completed",` + message(text) + `}`, model.Complete, "completed", "yes"},
		"two parts": {`{"status":"completed",` + message(text+","+text) + `}`, model.Complete, "completed", "yesyes"},
		"truncated": {`{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},` + message(text) +
			`}`, model.Truncated, "max_output_tokens", "yes"},
		"truncated empty": {`{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`,
			model.Truncated, "max_output_tokens", ""},
		"filtered": {`{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}`,
			model.Filtered, "content_filter", ""},
		"steered": {`{"status":"incomplete","incomplete_details":{"reason":"steered"},` + message(text) + `}`,
			model.Unfinished, "steered", "yes"},
		"no reason": {`{"status":"incomplete","output":[]}`, model.Unfinished, "incomplete", ""},
		"refusal": {`{"status":"completed",` + message(`{"type":"refusal","refusal":"I cannot."}`) + `}`,
			model.Refused, "refusal", "I cannot."},
		"empty refusal":   {`{"status":"completed",` + message(`{"type":"refusal","refusal":""}`) + `}`, model.Refused, "refusal", "refusal"},
		"empty":           {`{"status":"completed",` + message(`{"type":"output_text","text":" \n"}`) + `}`, model.Empty, "completed", " \n"},
		"no output":       {`{"status":"completed","output":[]}`, model.Empty, "completed", ""},
		"cancelled":       {`{"status":"cancelled","output":[]}`, model.Unfinished, "cancelled", ""},
		"queued":          {`{"status":"queued","output":[]}`, model.Unfinished, "queued", ""},
		"in progress":     {`{"status":"in_progress",` + message(text) + `}`, model.Unfinished, "in_progress", "yes"},
		"unknown":         {`{"status":"paused",` + message(text) + `}`, model.Unfinished, "paused", "yes"},
		"failed silently": {`{"status":"failed","error":null,"output":[]}`, model.Unfinished, "failed", ""},
		"blocked":         {`{"status":"failed","error":{"code":"bio_policy","message":"no"},"output":[]}`, model.Blocked, "bio_policy", ""},
		"commentary": {`{"status":"completed","output":[{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"hm"}]},
			{"type":"message","phase":"final_answer","content":[` + text + `]}]}`, model.Complete, "completed", "yes"},
		"commentary only": {`{"status":"completed","output":[{"type":"message","phase":"commentary","content":[` + text +
			`]}]}`, model.Complete, "completed", "yes"},
		"null usage": {`{"status":"completed","usage":null,` + message(text) + `}`, model.Complete, "completed", "yes"},
		"odd usage":  {`{"status":"completed","usage":{"input_tokens":-5},` + message(text) + `}`, model.Complete, "completed", "yes"},
	}
	_, conn := openaiFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := conn.end.reading("m").response(&call.Exchange{Status: 200, Body: []byte(c.body)})
			if err != nil {
				t.Fatal(err)
			}
			v := got.Value.(*model.Response)
			if v.Stop != c.stop || v.Reason != c.reason || v.Text != c.text {
				t.Errorf("got %q %q %q, want %q %q %q", v.Stop, v.Reason, v.Text, c.stop, c.reason, c.text)
			}
			if v.Usage.Known != 0 {
				t.Errorf("usage %+v from a reply that reports none", v.Usage)
			}
		})
	}
}

// A response that failed is a failure by its code, although it comes with HTTP 200.
func TestOpenAIFailedResponses(t *testing.T) {
	cases := map[string]call.Kind{
		`{"status":"failed","error":{"code":"server_error","message":"m"}}`:         call.ServerFault,
		`{"status":"failed","error":{"code":"rate_limit_exceeded","message":"m"}}`:  call.RateLimited,
		`{"status":"failed","error":{"code":"vector_store_timeout","message":"m"}}`: call.ServerFault,
		`{"status":"failed","error":{"code":"something_new","message":"m"}}`:        call.ServerFault,
		`{"error":{"code":"insufficient_quota","message":"m"}}`:                     call.NoQuota,
		`{"error":{"code":503,"message":"m"}}`:                                      call.Overload,
		`{"error":"boom"}`:                                                          call.ServerFault,
		`{"object":"response"}`:                                                     call.Malformed,
		`[]`:                                                                        call.Malformed,
		`null`:                                                                      call.Malformed,
		``:                                                                          call.Malformed,
		"  \n":                                                                      call.Malformed,
		`<html><title>Sign in</title>`:                                              call.Malformed,
	}
	_, conn := openaiFake(t, fakemodel.Options{})
	for body, want := range cases {
		_, err := conn.end.reading("m").response(&call.Exchange{Status: 200, Body: []byte(body)})
		if got := call.KindOf(err); got != want {
			t.Errorf("%s: got %s (%v), want %s", body, got, err, want)
		}
	}
}

func TestOpenAICitations(t *testing.T) {
	body := `{"status":"completed","output":[
		{"type":"file_search_call","status":"completed","queries":["umsatz"],"results":[{"file_id":"f1","filename":"a.txt","score":0.9,` +
		`"text":"Umsatz","attributes":{"year":2025}}]},
		{"type":"message","content":[{"type":"output_text","text":"Erlöse: 5. ","annotations":[]},
		 {"type":"output_text","text":"Größe 7","annotations":[
			{"type":"file_citation","file_id":"f1","filename":"a.txt","index":5},
			{"type":"url_citation","url":"https://example.com","title":"T","start_index":0,"end_index":5},
			{"type":"file_citation","file_id":"f2","filename":"b.txt","index":999},
			{"type":"new_kind"}]}]}]}`
	_, conn := openaiFake(t, fakemodel.Options{})
	got, err := conn.end.reading("m").response(&call.Exchange{Status: 200, Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	v := got.Value.(*model.Response)
	want := []model.Citation{
		{Source: "f1", Title: "a.txt", Start: 19, End: 19},
		{Source: "https://example.com", Title: "T", Start: 12, End: 19},
		{Source: "f2", Title: "b.txt", Start: 21, End: 21},
		{},
	}
	if !reflect.DeepEqual(v.Citations, want) {
		t.Errorf("citations %+v, want %+v", v.Citations, want)
	}
	if v.Text[12:19] != "Größe" {
		t.Errorf("the citation covers %q", v.Text[12:19])
	}
	search := []model.Search{{Queries: []string{"umsatz"}, Results: []model.Passage{
		{File: "f1", Name: "a.txt", Score: 0.9, Text: "Umsatz", Attributes: map[string]any{"year": 2025.0}}}}}
	if !reflect.DeepEqual(v.Searches, search) {
		t.Errorf("searches %+v", v.Searches)
	}
}

func TestOpenAIUsage(t *testing.T) {
	all := catalog.PartInput | catalog.PartOutput
	cases := map[string]struct {
		raw  string
		want catalog.Usage
	}{
		"responses": {`{"input_tokens":10,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":3},` +
			`"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2},"total_tokens":15}`,
			catalog.Usage{Input: 10, CachedInput: 4, CacheWrite: 3, Output: 5, Reasoning: 2,
				Known: all | catalog.PartCached | catalog.PartCacheWrite | catalog.PartReasoning}},
		"chat": {`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}`, catalog.Usage{Input: 10, Output: 5, Known: all}},
		"chat, null": {`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":null}`,
			catalog.Usage{Input: 10, Output: 5, Known: all}},
		"deepseek": {`{"prompt_tokens":10,"completion_tokens":5,"prompt_cache_hit_tokens":8}`,
			catalog.Usage{Input: 10, CachedInput: 8, Output: 5, Known: all | catalog.PartCached}},
		"cached above":   {`{"prompt_tokens":10,"completion_tokens":5,"prompt_cache_hit_tokens":80}`, catalog.Usage{}},
		"reasoning over": {`{"output_tokens":1,"input_tokens":1,"output_tokens_details":{"reasoning_tokens":2}}`, catalog.Usage{}},
		"fractions":      {`{"input_tokens":1.5}`, catalog.Usage{}},
		"text":           {`"many"`, catalog.Usage{}},
		"null":           {`null`, catalog.Usage{}},
		"nothing":        {``, catalog.Usage{}},
		"empty":          {`{}`, catalog.Usage{}},
	}
	for name, c := range cases {
		if got := readUsage(json.RawMessage(c.raw)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}
