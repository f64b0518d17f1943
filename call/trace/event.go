package trace

import (
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/trace"
)

// Found is a document that a retrieval found.
type Found struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
}

// Retrieval makes a span of a search that is no call to a provider. What it returns ends the span.
func Retrieval(ctx context.Context, t trace.Tracer, source, query string, k int, content bool) (context.Context, func([]Found, error)) {
	ctx, span := t.Start(ctx, "retrieval "+source, trace.WithSpanKind(trace.SpanKindClient))
	return ctx, func(found []Found, err error) {
		defer span.End()
		if !span.IsRecording() {
			return
		}
		attrs := []attribute.KeyValue{operationName.String("retrieval"), dataSource.String(source), retrievalTopK.Int(k)}
		if content {
			attrs = append(attrs, retrievalQuery.String(query))
		}
		if err != nil {
			attrs = append(attrs, errorType.String("retrieval"))
		}
		if text, jsonErr := json.Marshal(found); jsonErr == nil && err == nil {
			attrs = append(attrs, retrievalDocuments.String(string(text)))
		}
		span.SetAttributes(attrs...)
	}
}

// Evaluation is a score of something that a span of the context did.
type Evaluation struct {
	Name        string
	Value       *float64 // nil where the outcome is no number
	Label       string   // the outcome, in a word
	Explanation string
	ResponseID  string
}

// Emit writes a score as an event of the span in the context.
func Emit(ctx context.Context, l log.Logger, e Evaluation) {
	var r log.Record
	r.SetEventName(evaluationEvent)
	r.SetSeverity(log.SeverityInfo)
	r.AddAttributes(attribute.String(evaluationName, e.Name))
	if e.Value != nil {
		r.AddAttributes(attribute.Float64(evaluationValue, *e.Value))
	}
	for _, text := range []struct{ key, value string }{
		{evaluationLabel, e.Label}, {evaluationExplanation, e.Explanation}, {string(responseID), e.ResponseID},
	} {
		if text.value != "" {
			r.AddAttributes(attribute.String(text.key, text.value))
		}
	}
	l.Emit(ctx, r)
}
