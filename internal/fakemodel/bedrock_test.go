package fakemodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

var bedrockHeaders = []string{"Authorization", "Bearer " + Key}

const (
	bedrockPath  = "/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/converse"
	bedrockHello = `{"messages":[{"role":"user","content":[{"text":"hello there"}]}]}`
)

func TestBedrockFaults(t *testing.T) {
	s := NewBedrock(Options{})
	defer s.Close()
	worded(t, s, bedrockPath, bedrockHello, bedrockHeaders, []faultCase{
		{RateLimitSeconds, 429, "Too many requests"}, {RateLimitMillis, 429, "Too many requests"}, {RateLimitDate, 429, "Too many tokens"},
		{RateLimitInfo, 429, "not ready"}, {RateLimitBare, 429, "Too many requests"}, {QuotaExhausted, 429, "per day"},
		{ServerError, 500, "unexpected error"}, {Unavailable, 503, "unable to process"},
		{Overloaded, 424, `"originalStatusCode":529`}, {TimedOut, 408, "timed out"},
		{Unauthorized, 403, "security token"}, {Forbidden, 403, "access to the model"},
		{UnknownModel, 404, "Could not resolve"}, {TooLong, 400, "too long"},
		{BadParameter, 400, "`temperature`"}, {EchoedKey, 403, Key}, {ErrorIn200, 200, "__type"},
		{Refusal, 200, "content_filtered"}, {ContentFilter, 200, "guardrail_intervened"}, {BlockedPrompt, 200, "guardrail_intervened"},
		{Incomplete, 200, "max_tokens"}, {NoText, 200, `"content":[]`}, {WrongModel, 200, "invokedModelId"}, {HTMLPage, 502, "<html>"},
	})
	s.Next(RateLimitBare)
	kind := sendTo(t, s.URL+bedrockPath, bedrockHello, bedrockHeaders...).header.Get("X-Amzn-Errortype")
	if !strings.HasPrefix(kind, "ThrottlingException:http") {
		t.Errorf("error type %q", kind)
	}
}

func TestBedrockRefuses(t *testing.T) {
	s := NewBedrock(Options{})
	defer s.Close()
	tests := []struct{ name, path, body, says string }{
		{"unknown member", bedrockPath, strings.Replace(bedrockHello, "{", `{"seed":1,`, 1), "extraneous key [seed]"},
		{"no messages", bedrockPath, `{}`, "required key [messages]"},
		{"hot", bedrockPath, strings.Replace(bedrockHello, "{", `{"inferenceConfig":{"temperature":1.5},`, 1), "#/inferenceConfig/temperature"},
		{"temperature of a new model", "/model/us.anthropic.claude-opus-5-v1/converse", strings.Replace(bedrockHello, "{",
			`{"inferenceConfig":{"temperature":0},`, 1), "`temperature` is deprecated"},
		{"assistant first", bedrockPath, strings.Replace(bedrockHello, `"user"`, `"assistant"`, 1), "start with a user message"},
		{"embedder", "/model/cohere.embed-english-v3/converse", bedrockHello, "doesn't support the model"},
		{"unknown model", "/model/claude/converse", bedrockHello, "model identifier is invalid"},
		{"schema that is none", bedrockPath, strings.Replace(bedrockHello, "{",
			`{"outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"schema":"{"}}}},`, 1), "not valid JSON"},
		{"rerank without version", "/model/cohere.rerank-v3-5%3A0/invoke", `{"query":"a","documents":["b"]}`, "api_version"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := sendTo(t, s.URL+test.path, test.body, bedrockHeaders...)
			if got.status != http.StatusBadRequest || !strings.Contains(got.body, test.says) {
				t.Errorf("got %d %s, want %q", got.status, got.body, test.says)
			}
		})
	}
	if got := sendTo(t, s.URL+bedrockPath, bedrockHello); got.status != http.StatusForbidden ||
		!strings.Contains(got.body, "Missing Authentication Token") {
		t.Errorf("without a key: %d %s", got.status, got.body)
	}
}

func TestSignatures(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	body := []byte(bedrockHello)
	signed := func(at time.Time, service string) *http.Request {
		r, _ := http.NewRequest(http.MethodPost, "http://127.0.0.1:9"+bedrockPath, strings.NewReader(bedrockHello))
		r.Header.Set("Content-Type", "application/json")
		sum := sha256.Sum256(body)
		err := v4.NewSigner().SignHTTP(context.Background(), aws.Credentials{AccessKeyID: AccessKey,
			SecretAccessKey: SecretKey}, r, hex.EncodeToString(sum[:]), service, "eu-central-1", at)
		if err != nil {
			t.Fatal(err)
		}
		r.Host, r.RequestURI = "127.0.0.1:9", bedrockPath // as a server sees it
		return r
	}
	tests := []struct {
		name   string
		change func(*http.Request)
		at     time.Time
		asked  string
		body   string
		want   string
	}{
		{"good", nil, now, "bedrock", bedrockHello, ""},
		{"five minutes less a second", nil, now.Add(-5*time.Minute + time.Second), "bedrock", bedrockHello, ""},
		{"too old", nil, now.Add(-6 * time.Minute), "bedrock", bedrockHello, "Signature expired"},
		{"too young", nil, now.Add(6 * time.Minute), "bedrock", bedrockHello, "Signature expired"},
		{"another body", nil, now, "bedrock", bedrockHello + " ", "does not match"},
		{"another service", nil, now, "s3", bedrockHello, "correct service"},
		{"another path", func(r *http.Request) { r.RequestURI = "/model/other/converse" }, now, "bedrock", bedrockHello, "does not match"},
		{"another method", func(r *http.Request) { r.Method = http.MethodPut }, now, "bedrock", bedrockHello, "does not match"},
		{"another host", func(r *http.Request) { r.Host = "elsewhere" }, now, "bedrock", bedrockHello, "does not match"},
		{"another header", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, now, "bedrock", bedrockHello, "does not match"},
		{"no date", func(r *http.Request) { r.Header.Del("X-Amz-Date") }, now, "bedrock", bedrockHello, "X-Amz-Date"},
		{"no credential", func(r *http.Request) {
			r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Signature=00")
		}, now, "bedrock", bedrockHello, "Credential"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := signed(test.at, test.asked)
			if test.change != nil {
				test.change(r)
			}
			kind, message := Verify(r, []byte(test.body), "bedrock", now)
			if (test.want == "") != (kind == "") || !strings.Contains(message, test.want) {
				t.Errorf("got %s %s, want %q", kind, message, test.want)
			}
		})
	}
}

func FuzzSignature(f *testing.F) {
	seeds := []string{"", "AWS4-HMAC-SHA256 ",
		"AWS4-HMAC-SHA256 Credential=a/20261121/r/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=00", "Bearer x"}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 4 {
		f.Fatal("seeds are missing")
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := &http.Request{Method: http.MethodPost, Host: "h", RequestURI: "/model/x/converse", Header: http.Header{"Authorization": {header}}}
		if kind, _ := Verify(r, nil, "bedrock", time.Now()); kind == "" {
			t.Errorf("%q is accepted", header)
		}
	})
}
