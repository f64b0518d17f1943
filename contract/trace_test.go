package contract

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/assayhq/assay/call/trace"
)

// TestOTLP reads what our exporter sends with the messages that the OpenTelemetry project generates: every
// byte must be a field that they know.
func TestOTLP(t *testing.T) {
	var traces collectortrace.ExportTraceServiceRequest
	var logs collectorlogs.ExportLogsServiceRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m proto.Message = &traces
		if r.URL.Path == "/v1/logs" {
			m = &logs
		}
		if err := proto.Unmarshal(body, m); err != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		refuseUnknown(t, m.ProtoReflect())
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
	ctx, end := trace.Retrieval(t.Context(), tel.Tracer, "corpus", "net sales", 5, true)
	value := 0.25
	trace.Emit(ctx, tel.Logger, trace.Evaluation{Name: "token_f1", Value: &value, Label: "scored", Explanation: "one of four words"})
	_, endInner := trace.Retrieval(ctx, tel.Tracer, "inner", "", 3, false)
	endInner(nil, nil)
	end([]trace.Found{{ID: "s-1", Score: 1.5}}, nil)
	if err := tel.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := traces.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	inner, outer := spans[0], spans[1]
	if outer.GetName() != "retrieval corpus" || outer.GetKind().String() != "SPAN_KIND_CLIENT" || outer.GetEndTimeUnixNano() < outer.GetStartTimeUnixNano() {
		t.Errorf("outer span: %v", outer)
	}
	if string(inner.GetParentSpanId()) != string(outer.GetSpanId()) || len(outer.GetTraceId()) != 16 {
		t.Errorf("parent of the inner span: %x, the outer is %x", inner.GetParentSpanId(), outer.GetSpanId())
	}
	attrs := map[string]string{}
	for _, kv := range outer.GetAttributes() {
		attrs[kv.GetKey()] = kv.GetValue().GetStringValue()
		if kv.GetKey() == "gen_ai.retrieval.top_k" && kv.GetValue().GetIntValue() != 5 {
			t.Errorf("top_k: %v", kv)
		}
	}
	if attrs["gen_ai.retrieval.documents"] != `[{"id":"s-1","score":1.5}]` || attrs["gen_ai.retrieval.query.text"] != "net sales" {
		t.Errorf("attributes: %v", attrs)
	}
	record := logs.GetResourceLogs()[0].GetScopeLogs()[0].GetLogRecords()[0]
	if record.GetEventName() != "gen_ai.evaluation.result" || string(record.GetSpanId()) != string(outer.GetSpanId()) {
		t.Errorf("event: %v", record)
	}
	for _, kv := range record.GetAttributes() {
		if kv.GetKey() == "gen_ai.evaluation.score.value" && kv.GetValue().GetDoubleValue() != 0.25 {
			t.Errorf("value: %v", kv)
		}
	}
}

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
