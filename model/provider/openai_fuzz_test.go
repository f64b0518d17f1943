package provider

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

// replySeeds are replies of all kinds for the readers to be fuzzed from.
var replySeeds = []string{
	`{"id":"r","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text",` +
		`"text":"yes","annotations":[{"type":"file_citation","file_id":"f","index":1}]}]}],"usage":{"input_tokens":1,"output_tokens":2}}`,
	`{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`,
	`{"status":"failed","error":{"code":"server_error","message":"m"}}`,
	`{"status":"completed","output":[{"type":"file_search_call","queries":["q"],"results":[{"file_id":"f","score":1}]}]}`,
	`{"choices":[{"finish_reason":"stop","message":{"content":"yes"}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`,
	`{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"y"}]}}]}`,
	`{"choices":[{"error":{"code":502}}],"error":"x"}`,
	`{"data":[{"index":0,"embedding":[1,2]}],"usage":{"total_tokens":1}}`,
	`{"data":[{"index":0,"embedding":"AACAPw=="}]}`,
	`{"error":{"code":400,"message":"m","metadata":{"raw":"x"}}}`,
	`{"object":"error","message":"m","code":40}`, `{"detail":[{"msg":"m"}]}`,
	`[{"id":"m","context_length":5}]`, `<html><title>x</title>`, `null`, ``, "\x00\xff",
}

func FuzzOpenAIReaders(f *testing.F) {
	if len(replySeeds) < 15 {
		f.Fatal("too few seeds")
	}
	for _, seed := range replySeeds {
		f.Add([]byte(seed), 200)
		f.Add([]byte(seed), 400)
	}
	conn := connectTo(f, Settings{Provider: "openai"}, fakemodel.Key)
	r := conn.end.reading("gpt-5")
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		x := &call.Exchange{Status: status, Body: body}
		for _, read := range []func(*call.Exchange) (call.Result, error){r.response, r.completion} {
			got, err := read(x)
			if err != nil {
				if call.KindOf(err) == "" {
					t.Fatalf("%v is no failure", err)
				}
				continue
			}
			v := got.Value.(*model.Response)
			if v.Stop == "" || v.Answered() && (strings.TrimSpace(v.Text) == "" || status != 200) {
				t.Fatalf("an answer that is none: %+v", v)
			}
			if err := v.Usage.Valid(); err != nil {
				t.Fatal(err)
			}
			for _, c := range v.Citations {
				if c.Start < 0 || c.Start > c.End || c.End > len(v.Text) {
					t.Fatalf("citation %+v of %d bytes", c, len(v.Text))
				}
			}
		}
		if got, err := r.vectors(x, vectorsWanted{1, 0}); err == nil && checkVector(got.Value.(*model.Embeddings).Vectors[0]) != nil {
			t.Fatalf("an unusable vector: %+v", got.Value)
		}
		r.models(x)
	})
}

func FuzzCloseSchema(f *testing.F) {
	seeds := []string{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"anyOf":[{"type":"object"}]}`,
		`{"type":"object","properties":{"a":{"items":{"type":"object","additionalProperties":false}}},"required":["a"]}`,
		`true`, `{"$defs":{"x":{}},"type":["object"]}`, `{"type":"object","properties":{"a":{},"a":{}},"required":["a"]}`,
	}
	if len(seeds) < 6 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		got, err := closeSchema(schema)
		if err != nil {
			return
		}
		if !json.Valid(got) || !json.Valid(schema) {
			t.Fatalf("%q became %q", schema, got)
		}
		again, err := closeSchema(got)
		if err != nil || string(again) != string(got) {
			t.Fatalf("%q, closed again, became %q, %v", got, again, err)
		}
	})
}

func FuzzOpenAIBatchLine(f *testing.F) {
	seeds := []string{
		`{"custom_id":"a","response":{"status_code":200,"body":{}},"error":null}`, `{"custom_id":"a","error":{"code":"batch_expired"}}`,
		`{"custom_id":"a","error":"x"}`, `{"custom_id":"a"}`, `{}`, `null`,
	}
	if len(seeds) < 6 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	conn := connectTo(f, Settings{Provider: "openai"}, fakemodel.Key)
	b, err := newOpenAIBatches(conn, conn.Sender)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		id, e, failure, err := b.line(line)
		if err == nil && (id == "" || (e == nil) == (failure == nil)) {
			t.Fatalf("%q: %q %v %v", line, id, e, failure)
		}
	})
}
