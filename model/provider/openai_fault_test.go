package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

// outcome is what a fault must become: a failure of a kind, or a response with a stop.
type outcome struct {
	kind call.Kind
	stop model.Stop
	next string // part of the advice
}

// openaiOutcomes is the outcome of every fault of the fake.
var openaiOutcomes = map[fakemodel.Fault]outcome{
	fakemodel.None:             {stop: model.Complete},
	fakemodel.RateLimitSeconds: {kind: call.RateLimited},
	fakemodel.RateLimitMillis:  {kind: call.RateLimited},
	fakemodel.RateLimitDate:    {kind: call.RateLimited},
	fakemodel.RateLimitInfo:    {kind: call.RateLimited},
	fakemodel.RateLimitBare:    {kind: call.RateLimited},
	fakemodel.QuotaExhausted:   {kind: call.NoQuota, next: "credit"},
	fakemodel.ServerError:      {kind: call.ServerFault},
	fakemodel.Unavailable:      {kind: call.Overload},
	fakemodel.Overloaded:       {kind: call.Overload},
	fakemodel.TimedOut:         {kind: call.Timeout},
	fakemodel.Unauthorized:     {kind: call.BadKey, next: "OPENAI_API_KEY"},
	fakemodel.EchoedKey:        {kind: call.BadKey, next: "OPENAI_API_KEY"},
	fakemodel.Forbidden:        {kind: call.Forbidden},
	fakemodel.UnknownModel:     {kind: call.NoModel, next: "assay models check"},
	fakemodel.TooLong:          {kind: call.TooLong, next: "window"},
	fakemodel.BadParameter:     {kind: call.Unsupported, next: "leave out temperature"},
	fakemodel.Hang:             {kind: call.Timeout},
	fakemodel.SlowBody:         {kind: call.Timeout},
	fakemodel.Drop:             {kind: call.Unreachable},
	fakemodel.CutBody:          {kind: call.CutOff},
	fakemodel.MalformedJSON:    {kind: call.Malformed},
	fakemodel.EmptyBody:        {kind: call.Malformed},
	fakemodel.HTMLPage:         {kind: call.ServerFault, next: "proxy"},
	fakemodel.ErrorIn200:       {kind: call.ServerFault},
	fakemodel.Refusal:          {stop: model.Refused},
	fakemodel.Incomplete:       {stop: model.Truncated},
	fakemodel.ContentFilter:    {stop: model.Filtered},
	fakemodel.Recitation:       {stop: model.Filtered},
	fakemodel.BlockedPrompt:    {stop: model.Blocked},
	fakemodel.WrongModel:       {stop: model.Complete},
	fakemodel.NoText:           {stop: model.Empty},
}

func TestOpenAIFaults(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	checkFaults(t, server, conn, openaiOutcomes, "gpt-4o")
}

// checkFaults has a fake do every fault there is, and looks for the key in whatever comes of it.
func checkFaults(t *testing.T, server *fakemodel.Server, conn *Connection, outcomes map[fakemodel.Fault]outcome, name string) {
	for _, fault := range append([]fakemodel.Fault{fakemodel.None}, fakemodel.Faults...) {
		want, ok := outcomes[fault]
		if !ok {
			t.Errorf("fault %q has no outcome in the table", fault)
			continue
		}
		t.Run(string(fault), func(t *testing.T) {
			limit := time.Minute
			if fault == fakemodel.Hang || fault == fakemodel.SlowBody {
				limit = 150 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			server.Next(fault)
			r := ask1("What was revenue?")
			r.Model = name
			got, err := clientOf(conn).Ask(ctx, r)
			checkOutcome(t, fault, want, got, err)
			noKeyIn(t, fakemodel.Key, got, err)
		})
	}
}

func checkOutcome(t *testing.T, fault fakemodel.Fault, want outcome, got *model.Response, err error) {
	t.Helper()
	if want.kind == "" {
		if err != nil || got.Stop != want.stop {
			t.Fatalf("got %+v, %v; want stop %s", got, err, want.stop)
		}
		if got.Answered() && strings.TrimSpace(got.Text) == "" {
			t.Error("an answer without a word")
		}
		if fault == fakemodel.WrongModel && got.Served == got.Asked {
			t.Errorf("served %q as asked", got.Served)
		}
		return
	}
	var f *call.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got %+v, %v; want %s", got, err, want.kind)
	}
	if f.Kind != want.kind || !strings.Contains(f.Next, want.next) || f.Provider != "" && f.Model == "" {
		t.Errorf("got kind %s, next %q, of %s %q (%v); want %s, %q", f.Kind, f.Next, f.Provider, f.Model, err, want.kind, want.next)
	}
	hinted := fault == fakemodel.RateLimitSeconds || fault == fakemodel.RateLimitMillis || fault == fakemodel.RateLimitDate
	if hinted != (f.RetryAfter > 0) {
		t.Errorf("retry after %s", f.RetryAfter)
	}
	if got != nil {
		t.Errorf("a response beside a failure: %+v", got)
	}
}

// noKeyIn looks for a key in every way of printing a value.
func noKeyIn(t *testing.T, key string, values ...any) {
	t.Helper()
	for _, v := range values {
		asJSON, _ := json.Marshal(v)
		texts := []string{fmt.Sprintf("%v", v), fmt.Sprintf("%+v", v), fmt.Sprintf("%#v", v), string(asJSON)}
		if err, ok := v.(error); ok && err != nil {
			for ; err != nil; err = errors.Unwrap(err) {
				texts = append(texts, err.Error(), fmt.Sprintf("%+v", err))
			}
		}
		var f *call.Failure
		if err, ok := v.(error); ok && errors.As(err, &f) && f.Exchange != nil {
			texts = append(texts, string(f.Exchange.Body), fmt.Sprint(f.Exchange.Header))
		}
		for _, text := range texts {
			if strings.Contains(text, key) {
				t.Errorf("the key is in %q", text)
			}
		}
	}
}

// The key must not be in what is sent as text either.
func TestOpenAIKeyInPrompt(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	_, err := clientOf(conn).Ask(context.Background(), ask1("my key is "+fakemodel.Key))
	if call.KindOf(err) != call.BadRequest || len(server.Calls()) != 0 {
		t.Errorf("%d calls, %v", len(server.Calls()), err)
	}
	noKeyIn(t, fakemodel.Key, err)
}

// A model that has ended is said to have, with what replaces it, on the day of the exchange.
func TestOpenAIModelEnded(t *testing.T) {
	_, conn := openaiFake(t, fakemodel.Options{})
	x := &call.Exchange{Status: 404, Began: time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC),
		Body: []byte(`{"error":{"code":"model_not_found","message":"The model does not exist"}}`)}
	_, err := conn.end.reading("gpt-5").response(x)
	if call.KindOf(err) != call.NoModel || !strings.Contains(err.Error(), "gone since 2026-12-11") ||
		!strings.Contains(err.Error(), "replacement") {
		t.Errorf("got %v", err)
	}
}

func TestOpenAIErrorForms(t *testing.T) {
	cases := map[string]struct {
		status int
		body   string
		kind   call.Kind
		says   string
	}{
		"unknown parameter": {400, `{"error":{"message":"Unknown parameter","type":"invalid_request_error",` +
			`"param":"reasoning.effort","code":"unknown_parameter"}}`, call.Unsupported, "leave out effort"},
		"schema": {400, `{"error":{"message":"Invalid schema","param":"text.format.schema",` +
			`"code":"invalid_json_schema"}}`, call.BadRequest, "json: mode"},
		"response_format": {400, `{"error":{"message":"'response_format.type' must be 'json_object'",` +
			`"code":"unsupported_value","param":"response_format"}}`, call.Unsupported, "json: prompt"},
		"vllm flat": {400, `{"object":"error","message":"This model's maximum context length is 4096 tokens",` +
			`"type":"BadRequestError","param":null,"code":400}`, call.TooLong, "4096"},
		"llama.cpp": {400, `{"error":{"code":400,"message":"the request exceeds the available context size",` +
			`"type":"exceed_context_size_error"}}`, call.TooLong, "window"},
		"loading": {503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, call.Overload, "Loading"},
		"ollama": {404, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error",` +
			`"param":null,"code":null}}`, call.NoModel, "assay models check"},
		"wrong path": {404, `404 page not found`, call.BadRequest, "404 page not found"},
		"mistral": {422, `{"detail":[{"loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}`,
			call.BadRequest, "leave out seed"},
		"detail": {400, `{"detail":"Provided API key is invalid."}`, call.BadRequest, "Provided"},
		"tei":    {429, `{"error":"Model is overloaded","error_type":"overloaded"}`, call.RateLimited, "overloaded"},
		"one minute": {429, `{"error":{"message":"Request too large for gpt-4o on tokens per min","type":"tokens",` +
			`"code":"rate_limit_exceeded"}}`, call.TooLong, "too large"},
		"payment": {402, `{"error":{"message":"Insufficient Balance","type":"unknown_error",` +
			`"code":"invalid_request_error"}}`, call.NoQuota, "credit"},
		"azure deployment": {404, `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource ` +
			`does not exist"}}`, call.NoModel, "check"},
		"no body": {500, ``, call.ServerFault, "empty"},
		"teapot":  {418, `{"error":{"message":"teapot"}}`, call.BadRequest, "teapot"},
		"router": {502, `{"error":{"code":502,"message":"Provider returned error",` +
			`"metadata":{"provider_name":"Upstream","raw":"refused"}}}`, call.ServerFault, "Upstream: refused"},
		"conflict": {409, `{"error":{"message":"busy"}}`, call.ServerFault, "busy"},
	}
	_, conn := openaiFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := conn.end.reading("m").completion(&call.Exchange{Status: c.status, Body: []byte(c.body)})
			if call.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %s: %v; want %s, %q", call.KindOf(err), err, c.kind, c.says)
			}
		})
	}
}
