package trace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

type senderFunc func(context.Context, *call.Call) (*call.Reply, error)

func (f senderFunc) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return f(ctx, c) }

func chatCall() *call.Call {
	temperature := 0.0
	return &call.Call{
		Provider: "gemini", Operation: call.Chat, Model: "m-1", Body: []byte("{}"),
		Request: &model.Request{Model: "m-1", System: "be brief", Temperature: &temperature, TopP: &temperature, MaxTokens: 9,
			Messages: []model.Message{{Role: model.User, Text: "What were sales?"}}},
		Dropped: []call.Dropped{{Parameter: "top_p", Reason: "ignored"}},
	}
}

func answer(context.Context, *call.Call) (*call.Reply, error) {
	usage := catalog.Usage{Input: 12, CachedInput: 4, Output: 3, Known: catalog.PartInput | catalog.PartCached | catalog.PartOutput}
	v := &model.Response{Text: "$5 million", Stop: model.Complete, ID: "r-1", Served: "m-1-001", Usage: usage}
	return &call.Reply{Exchange: &call.Exchange{}, Result: call.Result{Value: v, Usage: usage, Served: "m-1-001"},
		Source: call.Cached, Tries: 2}, nil
}

// spanOf sends one call through the wrapper and returns its span's attributes.
func spanOf(t *testing.T, content bool, next senderFunc) (sdktrace.ReadOnlySpan, map[attribute.Key]string) {
	t.Helper()
	recorder := tracetest.NewSpanRecorder()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)).Tracer("test")
	(&calls{next, tracer, content}).Send(t.Context(), chatCall())
	spans := recorder.Ended()
	if len(spans) != 1 {
		t.Fatalf("%d spans", len(spans))
	}
	attrs := map[attribute.Key]string{}
	for _, kv := range spans[0].Attributes() {
		attrs[kv.Key] = kv.Value.String()
	}
	return spans[0], attrs
}

func TestCalls(t *testing.T) {
	span, attrs := spanOf(t, false, answer)
	if span.Name() != "chat m-1" {
		t.Errorf("span %q", span.Name())
	}
	want := map[attribute.Key]string{
		operationName: "chat", providerName: "gcp.gemini", requestModel: "m-1", responseModel: "m-1-001", responseID: "r-1",
		requestTemperature: "0", requestMaxTokens: "9", inputTokens: "12", outputTokens: "3", cacheReadTokens: "4",
		finishReasons: `["complete"]`, replySource: "cache", replyTries: "2",
	}
	for key, value := range want {
		if attrs[key] != value {
			t.Errorf("%s is %q, want %q", key, attrs[key], value)
		}
	}
	for _, absent := range []attribute.Key{requestTopP, reasoningTokens, cacheWriteTokens, inputMessages, outputMessages, systemInstructions} {
		if v, ok := attrs[absent]; ok {
			t.Errorf("%s is there: %q", absent, v)
		}
	}
}

func TestCallsWithContent(t *testing.T) {
	_, attrs := spanOf(t, true, answer)
	if attrs[systemInstructions] != `[{"type":"text","content":"be brief"}]` ||
		!strings.Contains(attrs[inputMessages], "What were sales?") || !strings.Contains(attrs[outputMessages], "$5 million") {
		t.Errorf("content: %v", attrs)
	}
}

func TestCallsThatFail(t *testing.T) {
	span, attrs := spanOf(t, true, func(context.Context, *call.Call) (*call.Reply, error) {
		return nil, &call.Failure{Kind: call.RateLimited, Message: "slow down"}
	})
	if span.Status().Code != codes.Error || attrs[errorType] != "rate_limited" || attrs[requestModel] != "m-1" {
		t.Errorf("status %v, attributes %v", span.Status(), attrs)
	}
}

// collector keeps what is posted to it and answers with the statuses that it is given, then with 200.
type collector struct {
	mu       sync.Mutex
	statuses []int
	bodies   map[string][][]byte
	headers  []http.Header
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bodies == nil {
		c.bodies = map[string][][]byte{}
	}
	c.headers = append(c.headers, r.Header.Clone())
	if len(c.statuses) > 0 {
		w.WriteHeader(c.statuses[0])
		c.statuses = c.statuses[1:]
		return
	}
	c.bodies[r.URL.Path] = append(c.bodies[r.URL.Path], body)
}

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDelivery(t *testing.T) {
	c := &collector{statuses: []int{http.StatusServiceUnavailable}}
	server := httptest.NewServer(c)
	defer server.Close()
	tel, err := Open(environment("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL, "OTEL_EXPORTER_OTLP_HEADERS",
		"authorization=Basic%20abc,x-y=z"), "1.2.3")
	if err != nil || tel == nil {
		t.Fatal(tel, err)
	}
	tel.Around(senderFunc(answer)).Send(t.Context(), chatCall()) //nolint:errcheck // answer does not fail
	if err := tel.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	traces := bytes.Join(c.bodies["/v1/traces"], nil)
	for _, want := range []string{"chat m-1", "gen_ai.usage.input_tokens", "service.name", "assay"} {
		if !bytes.Contains(traces, []byte(want)) {
			t.Errorf("traces lack %q", want)
		}
	}
	if c.headers[0].Get("Authorization") != "Basic abc" || c.headers[0].Get("Content-Type") != "application/x-protobuf" {
		t.Errorf("headers %v", c.headers[0])
	}
}

func TestDeliveryGivesUp(t *testing.T) {
	server := httptest.NewServer(&collector{statuses: []int{http.StatusUnauthorized}})
	defer server.Close()
	d := deliverer{server.Client(), server.URL, nil}
	if again, err := d.post(t.Context(), nil); again || err == nil {
		t.Errorf("refused for good: again %t, %v", again, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.deliver(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	const planted = "planted-5up3rs3cret"
	tests := []struct {
		name string
		env  []string
		want string // of the error; empty for nothing configured
	}{
		{"nothing set", nil, ""},
		{"disabled", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:1", "OTEL_SDK_DISABLED", "true"}, ""},
		{"another protocol", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:1", "OTEL_EXPORTER_OTLP_PROTOCOL",
			"grpc"}, "http/protobuf"},
		{"no address", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", planted}, "no http"},
		{"a password in it", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "https://u:" + planted + "@h"}, "no http"},
		{"bad headers", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:1", "OTEL_EXPORTER_OTLP_HEADERS", "a=b," + planted}, "entry 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tel, err := Open(environment(test.env...), "")
			if tel != nil || (err == nil) != (test.want == "") {
				t.Fatalf("%v, %v", tel, err)
			}
			if err != nil && (!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), planted)) {
				t.Errorf("error %q", err)
			}
		})
	}
}

func BenchmarkCalls(b *testing.B) {
	tracer := sdktrace.NewTracerProvider().Tracer("bench")
	reply, _ := answer(b.Context(), nil)
	c := &calls{next: senderFunc(func(context.Context, *call.Call) (*call.Reply, error) { return reply, nil }), tracer: tracer}
	outgoing := chatCall()
	b.ReportAllocs()
	for b.Loop() {
		c.Send(b.Context(), outgoing)
	}
}
