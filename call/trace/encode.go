package trace

import (
	"encoding/binary"
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/protobuf/encoding/protowire"
)

// The OTLP messages are few and frozen, so they are written field by field: the official exporter adds
// 7 MB of gRPC to the binary for the same bytes. The field numbers are those of opentelemetry-proto 1.x.

// encodeSpans writes an ExportTraceServiceRequest: for each run of spans with the same resource and scope the resource
// (1) with its attributes (1) and the scope's spans (2), with the scope's name (1).
func encodeSpans(spans []sdktrace.ReadOnlySpan) []byte {
	var out []byte
	for i := 0; i < len(spans); {
		res, scope := spans[i].Resource(), spans[i].InstrumentationScope().Name
		inner := appendMessage(nil, 1, appendString(nil, 1, scope))
		for ; i < len(spans) && spans[i].Resource() == res && spans[i].InstrumentationScope().Name == scope; i++ {
			inner = appendMessage(inner, 2, encodeSpan(spans[i]))
		}
		ofResource := appendMessage(nil, 1, appendAttributes(nil, 1, res.Attributes()))
		out = appendMessage(out, 1, appendMessage(ofResource, 2, inner))
	}
	return out
}

func encodeSpan(s sdktrace.ReadOnlySpan) []byte {
	traceID, spanID := s.SpanContext().TraceID(), s.SpanContext().SpanID()
	b := appendMessage(nil, 1, traceID[:])
	b = appendMessage(b, 2, spanID[:])
	if s.Parent().HasSpanID() {
		parent := s.Parent().SpanID()
		b = appendMessage(b, 4, parent[:])
	}
	b = appendString(b, 5, s.Name())
	b = appendVarint(b, 6, uint64(s.SpanKind()))
	b = appendTime(b, 7, s.StartTime())
	b = appendTime(b, 8, s.EndTime())
	b = appendAttributes(b, 9, s.Attributes())
	for _, e := range s.Events() {
		inner := appendString(appendTime(nil, 1, e.Time), 2, e.Name)
		b = appendMessage(b, 11, appendAttributes(inner, 3, e.Attributes))
	}
	status := appendString(nil, 2, s.Status().Description)
	b = appendMessage(b, 15, appendVarint(status, 3, statusCode(s.Status().Code)))
	return appendFixed32(b, 16, uint32(s.SpanContext().TraceFlags()))
}

// statusCode is OTLP's number for a status; the SDK numbers them otherwise.
func statusCode(c codes.Code) uint64 {
	switch c {
	case codes.Ok:
		return 1
	case codes.Error:
		return 2
	}
	return 0
}

func appendAttributes(b []byte, field protowire.Number, attrs []attribute.KeyValue) []byte {
	for _, kv := range attrs {
		b = appendMessage(b, field, encodePair(kv))
	}
	return b
}

func encodePair(kv attribute.KeyValue) []byte {
	return appendMessage(appendString(nil, 1, string(kv.Key)), 2, encodeValue(kv.Value))
}

// encodeValue writes an AnyValue. Kinds that nothing here makes are written as the text that they print.
func encodeValue(v attribute.Value) []byte {
	switch v.Type() {
	case attribute.BOOL:
		return protowire.AppendVarint(protowire.AppendTag(nil, 2, protowire.VarintType), protowire.EncodeBool(v.AsBool()))
	case attribute.INT64:
		return protowire.AppendVarint(protowire.AppendTag(nil, 3, protowire.VarintType), uint64(v.AsInt64()))
	case attribute.FLOAT64:
		return protowire.AppendFixed64(protowire.AppendTag(nil, 4, protowire.Fixed64Type), math.Float64bits(v.AsFloat64()))
	case attribute.STRINGSLICE:
		var list []byte
		for _, s := range v.AsStringSlice() {
			list = appendMessage(list, 1, appendText(nil, 1, s))
		}
		return appendMessage(nil, 5, list)
	case attribute.STRING:
		return appendText(nil, 1, v.AsString())
	}
	return appendText(nil, 1, v.String())
}

// appendText writes a string, also an empty one: in an AnyValue that differs from none.
func appendText(b []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), s)
}

func appendString(b []byte, field protowire.Number, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(b, field, s)
}

func appendMessage(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}

func appendVarint(b []byte, field protowire.Number, v uint64) []byte {
	if v == 0 {
		return b
	}
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func appendTime(b []byte, field protowire.Number, t time.Time) []byte {
	if t.IsZero() {
		return b
	}
	return binary.LittleEndian.AppendUint64(protowire.AppendTag(b, field, protowire.Fixed64Type), uint64(t.UnixNano()))
}

func appendFixed32(b []byte, field protowire.Number, v uint32) []byte {
	return binary.LittleEndian.AppendUint32(protowire.AppendTag(b, field, protowire.Fixed32Type), v)
}
