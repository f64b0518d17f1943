package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/fake"
)

// outcome is what a fault must become: a failure of a kind, or a response with a stop.
type outcome struct {
	kind model.Kind
	stop model.Stop
	next string // part of the advice
}

// openaiOutcomes is the outcome of every fault of the fake.
var openaiOutcomes = map[fake.Fault]outcome{
	fake.None:             {stop: model.Complete},
	fake.RateLimitSeconds: {kind: model.RateLimited},
	fake.RateLimitMillis:  {kind: model.RateLimited},
	fake.RateLimitDate:    {kind: model.RateLimited},
	fake.RateLimitInfo:    {kind: model.RateLimited},
	fake.RateLimitBare:    {kind: model.RateLimited},
	fake.QuotaExhausted:   {kind: model.NoQuota, next: "credit"},
	fake.ServerError:      {kind: model.ServerFault},
	fake.Unavailable:      {kind: model.Overload},
	fake.Overloaded:       {kind: model.Overload},
	fake.TimedOut:         {kind: model.Timeout},
	fake.Unauthorized:     {kind: model.BadKey, next: "OPENAI_API_KEY"},
	fake.EchoedKey:        {kind: model.BadKey, next: "OPENAI_API_KEY"},
	fake.Forbidden:        {kind: model.Forbidden},
	fake.UnknownModel:     {kind: model.NoModel, next: "assay models check"},
	fake.TooLong:          {kind: model.TooLong, next: "window"},
	fake.BadParameter:     {kind: model.Unsupported, next: "leave out temperature"},
	fake.Hang:             {kind: model.Timeout},
	fake.SlowBody:         {kind: model.Timeout},
	fake.Drop:             {kind: model.Unreachable},
	fake.CutBody:          {kind: model.CutOff},
	fake.MalformedJSON:    {kind: model.Malformed},
	fake.EmptyBody:        {kind: model.Malformed},
	fake.HTMLPage:         {kind: model.ServerFault, next: "proxy"},
	fake.ErrorIn200:       {kind: model.ServerFault},
	fake.Refusal:          {stop: model.Refused},
	fake.Incomplete:       {stop: model.Truncated},
	fake.ContentFilter:    {stop: model.Filtered},
	fake.Recitation:       {stop: model.Filtered},
	fake.BlockedPrompt:    {stop: model.Blocked},
	fake.WrongModel:       {stop: model.Complete},
	fake.NoText:           {stop: model.Empty},
}

func TestOpenAIFaults(t *testing.T) {
	server, conn := openaiFake(t, fake.Options{})
	checkFaults(t, server, conn, openaiOutcomes, "gpt-4o")
}

// checkFaults has a fake do every fault there is, and looks for the key in whatever comes of it.
func checkFaults(t *testing.T, server *fake.Server, conn *Connection, outcomes map[fake.Fault]outcome, name string) {
	for _, fault := range append([]fake.Fault{fake.None}, fake.Faults...) {
		want, ok := outcomes[fault]
		if !ok {
			t.Errorf("fault %q has no outcome in the table", fault)
			continue
		}
		t.Run(string(fault), func(t *testing.T) {
			limit := time.Minute
			if fault == fake.Hang || fault == fake.SlowBody {
				limit = 150 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			server.Next(fault)
			r := ask1("What was revenue?")
			r.Model = name
			got, err := clientOf(conn).Ask(ctx, r)
			checkOutcome(t, fault, want, got, err)
			noKeyIn(t, fake.Key, got, err)
		})
	}
}

func checkOutcome(t *testing.T, fault fake.Fault, want outcome, got *model.Response, err error) {
	t.Helper()
	if want.kind == "" {
		if err != nil || got.Stop != want.stop {
			t.Fatalf("got %+v, %v; want stop %s", got, err, want.stop)
		}
		if got.Answered() && strings.TrimSpace(got.Text) == "" {
			t.Error("an answer without a word")
		}
		if fault == fake.WrongModel && got.Served == got.Asked {
			t.Errorf("served %q as asked", got.Served)
		}
		return
	}
	var f *model.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got %+v, %v; want %s", got, err, want.kind)
	}
	if f.Kind != want.kind || !strings.Contains(f.Next, want.next) || f.Provider != "" && f.Model == "" {
		t.Errorf("got kind %s, next %q, of %s %q (%v); want %s, %q", f.Kind, f.Next, f.Provider, f.Model, err, want.kind, want.next)
	}
	hinted := fault == fake.RateLimitSeconds || fault == fake.RateLimitMillis || fault == fake.RateLimitDate
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
		var f *model.Failure
		if err, ok := v.(error); ok && errors.As(err, &f) && f.Exchange != nil {
			texts = append(texts, string(f.Exchange.Body), fmt.Sprint(f.Exchange.Header))
		}
		for _, text := range texts {
			if strings.Contains(text, key) {
				t.Errorf("the key stands in %q", text)
			}
		}
	}
}

// The key must not be in what is sent as text either.
func TestOpenAIKeyInPrompt(t *testing.T) {
	server, conn := openaiFake(t, fake.Options{})
	_, err := clientOf(conn).Ask(context.Background(), ask1("my key is "+fake.Key))
	if model.KindOf(err) != model.BadRequest || len(server.Calls()) != 0 {
		t.Errorf("%d calls, %v", len(server.Calls()), err)
	}
	noKeyIn(t, fake.Key, err)
}

// A model that has ended is said to have, with what replaces it, on the day of the exchange.
func TestOpenAIModelEnded(t *testing.T) {
	_, conn := openaiFake(t, fake.Options{})
	x := &model.Exchange{Status: 404, Began: time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC),
		Body: []byte(`{"error":{"code":"model_not_found","message":"The model does not exist"}}`)}
	_, err := conn.end.reading("gpt-5").response(x)
	if model.KindOf(err) != model.NoModel || !strings.Contains(err.Error(), "gone since 2026-12-11") || !strings.Contains(err.Error(), "replacement") {
		t.Errorf("got %v", err)
	}
}

func TestOpenAIErrorForms(t *testing.T) {
	cases := map[string]struct {
		status int
		body   string
		kind   model.Kind
		says   string
	}{
		"unknown parameter": {400, `{"error":{"message":"Unknown parameter","type":"invalid_request_error","param":"reasoning.effort","code":"unknown_parameter"}}`, model.Unsupported, "leave out effort"},
		"schema":            {400, `{"error":{"message":"Invalid schema","param":"text.format.schema","code":"invalid_json_schema"}}`, model.BadRequest, "json: mode"},
		"response_format":   {400, `{"error":{"message":"'response_format.type' must be 'json_object'","code":"unsupported_value","param":"response_format"}}`, model.Unsupported, "json: prompt"},
		"vllm flat":         {400, `{"object":"error","message":"This model's maximum context length is 4096 tokens","type":"BadRequestError","param":null,"code":400}`, model.TooLong, "4096"},
		"llama.cpp":         {400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`, model.TooLong, "window"},
		"loading":           {503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, model.Overload, "Loading"},
		"ollama":            {404, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`, model.NoModel, "assay models check"},
		"wrong path":        {404, `404 page not found`, model.BadRequest, "404 page not found"},
		"mistral":           {422, `{"detail":[{"loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}`, model.BadRequest, "leave out seed"},
		"detail":            {400, `{"detail":"Provided API key is invalid."}`, model.BadRequest, "Provided"},
		"tei":               {429, `{"error":"Model is overloaded","error_type":"overloaded"}`, model.RateLimited, "overloaded"},
		"one minute":        {429, `{"error":{"message":"Request too large for gpt-4o on tokens per min","type":"tokens","code":"rate_limit_exceeded"}}`, model.TooLong, "too large"},
		"payment":           {402, `{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}`, model.NoQuota, "credit"},
		"azure deployment":  {404, `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist"}}`, model.NoModel, "check"},
		"no body":           {500, ``, model.ServerFault, "empty"},
		"teapot":            {418, `{"error":{"message":"teapot"}}`, model.BadRequest, "teapot"},
		"router":            {502, `{"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"Upstream","raw":"refused"}}}`, model.ServerFault, "Upstream: refused"},
		"conflict":          {409, `{"error":{"message":"busy"}}`, model.ServerFault, "busy"},
	}
	_, conn := openaiFake(t, fake.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := conn.end.reading("m").completion(&model.Exchange{Status: c.status, Body: []byte(c.body)})
			if model.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %s: %v; want %s, %q", model.KindOf(err), err, c.kind, c.says)
			}
		})
	}
}
