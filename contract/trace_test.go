package contract

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/trace"
	"github.com/assayhq/assay/model/catalog"
)

// TestOTLP reads what our exporter sends with the messages that the OpenTelemetry project generates: every
// byte must be a field that they know.
func TestOTLP(t *testing.T) {
	var traces collectortrace.ExportTraceServiceRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := proto.Unmarshal(body, &traces); err != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		refuseUnknown(t, traces.ProtoReflect())
	}))
	defer server.Close()
	tel, err := trace.Open(func(name string) string {
		if name == "OTEL_EXPORTER_OTLP_ENDPOINT" {
			return server.URL
		}
		return ""
	}, "1.0.0")
	if err != nil {
		t.Fatal(err)
	}
	answered := sender(func(context.Context, *call.Call) (*call.Reply, error) {
		usage := catalog.Usage{Input: 12, Output: 3, Known: catalog.PartInput | catalog.PartOutput}
		return &call.Reply{Exchange: &call.Exchange{}, Result: call.Result{Value: "text", Usage: usage, Served: "m-1-001"},
			Source: call.Live, Tries: 1}, nil
	})
	failing := sender(func(context.Context, *call.Call) (*call.Reply, error) {
		return nil, &call.Failure{Kind: call.RateLimited}
	})
	c := &call.Call{Provider: "gemini", Operation: call.Chat, Model: "m-1"}
	tel.Around(answered).Send(t.Context(), c) //nolint:errcheck // it does not fail
	tel.Around(failing).Send(t.Context(), c)  //nolint:errcheck // its failure is read from the span
	if err := tel.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := traces.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	good, bad := spans[0], spans[1]
	if good.GetName() != "chat m-1" || good.GetKind().String() != "SPAN_KIND_CLIENT" ||
		good.GetEndTimeUnixNano() < good.GetStartTimeUnixNano() || len(good.GetTraceId()) != 16 {
		t.Errorf("span: %v", good)
	}
	if bad.GetStatus().GetCode().String() != "STATUS_CODE_ERROR" || bad.GetStatus().GetMessage() != "rate_limited" {
		t.Errorf("status of a failure: %v", bad.GetStatus())
	}
	tokens := int64(0)
	for _, kv := range good.GetAttributes() {
		if kv.GetKey() == "gen_ai.usage.input_tokens" {
			tokens = kv.GetValue().GetIntValue()
		}
	}
	if tokens != 12 {
		t.Errorf("%d input tokens: %v", tokens, good.GetAttributes())
	}
}

// sender is a function that sends.
type sender func(context.Context, *call.Call) (*call.Reply, error)

func (s sender) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// refuseUnknown fails on bytes that are no known field, at any depth.
func refuseUnknown(t *testing.T, m protoreflect.Message) {
	t.Helper()
	if len(m.GetUnknown()) > 0 {
		t.Errorf("%s: unknown fields % x", m.Descriptor().FullName(), m.GetUnknown())
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsList() && f.Message() != nil:
			for i := range v.List().Len() {
				refuseUnknown(t, v.List().Get(i).Message())
			}
		case f.Message() != nil && !f.IsMap():
			refuseUnknown(t, v.Message())
		}
		return true
	})
}
