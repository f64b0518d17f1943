// Package trace turns calls into OpenTelemetry spans under the GenAI conventions, and sends them over OTLP where an
// endpoint is configured.
//
// Without an endpoint nothing is made. An endpoint that fails loses spans, never calls. Prompts and answers are left out
// unless they are asked for.
package trace

import (
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// calls makes a span of each call that goes through it.
type calls struct {
	next    call.Sender
	tracer  trace.Tracer
	content bool // put prompts and answers into spans
}

// Send sends the call on, in a span of its own.
func (t *calls) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	name := string(c.Operation)
	if c.Model != "" {
		name += " " + c.Model
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient))
	defer span.End()
	reply, err := t.next.Send(ctx, c)
	if !span.IsRecording() {
		return reply, err
	}
	attrs := appendRequest(make([]attribute.KeyValue, 0, 24), c)
	if t.content {
		if r, ok := c.Request.(*model.Request); ok {
			attrs = appendPrompt(attrs, r)
		}
	}
	if err != nil {
		kind := string(call.KindOf(err))
		span.SetAttributes(append(attrs, errorType.String(kind))...)
		span.SetStatus(codes.Error, kind)
		return nil, err
	}
	span.SetAttributes(appendReply(attrs, reply, t.content)...)
	return reply, nil
}

func appendRequest(attrs []attribute.KeyValue, c *call.Call) []attribute.KeyValue {
	attrs = append(attrs, operationName.String(string(c.Operation)), providerName.String(providerOf(c)), callKey.String(c.Key().String()))
	if c.Model != "" {
		attrs = append(attrs, requestModel.String(c.Model))
	}
	r, ok := c.Request.(*model.Request)
	if !ok {
		return attrs
	}
	dropped := map[string]bool{}
	for _, d := range c.Dropped {
		dropped[d.Parameter] = true
	}
	if r.MaxTokens > 0 {
		attrs = append(attrs, requestMaxTokens.Int(r.MaxTokens))
	}
	if r.Temperature != nil && !dropped["temperature"] {
		attrs = append(attrs, requestTemperature.Float64(*r.Temperature))
	}
	if r.TopP != nil && !dropped["top_p"] {
		attrs = append(attrs, requestTopP.Float64(*r.TopP))
	}
	if r.Seed != nil && !dropped["seed"] {
		attrs = append(attrs, requestSeed.Int64(*r.Seed))
	}
	if r.Effort != "" && !dropped["effort"] {
		attrs = append(attrs, requestReasoning.String(r.Effort))
	}
	return attrs
}

func appendReply(attrs []attribute.KeyValue, reply *call.Reply, content bool) []attribute.KeyValue {
	result := reply.Result
	attrs = append(attrs, replySource.String(string(reply.Source)), replyTries.Int(reply.Tries))
	if result.Served != "" {
		attrs = append(attrs, responseModel.String(result.Served))
	}
	if r, ok := result.Value.(*model.Response); ok {
		attrs = append(attrs, finishReasons.StringSlice([]string{string(r.Stop)}))
		if r.ID != "" {
			attrs = append(attrs, responseID.String(r.ID))
		}
		if content {
			attrs = append(attrs, outputMessages.String(messages("assistant", r.Text)))
		}
	}
	return appendUsage(attrs, result.Usage)
}

// appendUsage writes the parts that the provider reported; the others are unknown, not 0.
func appendUsage(attrs []attribute.KeyValue, u catalog.Usage) []attribute.KeyValue {
	if u.Has(catalog.PartInput) {
		attrs = append(attrs, inputTokens.Int64(u.Input))
	}
	if u.Has(catalog.PartOutput) {
		attrs = append(attrs, outputTokens.Int64(u.Output))
	}
	if u.Has(catalog.PartCached) {
		attrs = append(attrs, cacheReadTokens.Int64(u.CachedInput))
	}
	if u.Has(catalog.PartCacheWrite) {
		attrs = append(attrs, cacheWriteTokens.Int64(u.CacheWrite+u.CacheWriteLong))
	}
	if u.Has(catalog.PartReasoning) {
		attrs = append(attrs, reasoningTokens.Int64(u.Reasoning))
	}
	return attrs
}

func appendPrompt(attrs []attribute.KeyValue, r *model.Request) []attribute.KeyValue {
	if r.System != "" {
		attrs = append(attrs, systemInstructions.String(parts(r.System)))
	}
	turns := make([]message, len(r.Messages))
	for i, m := range r.Messages {
		turns[i] = message{string(m.Role), []part{{"text", m.Text}}}
		for _, d := range m.Documents {
			turns[i].Parts = append(turns[i].Parts, part{"text", d.Text})
		}
	}
	return append(attrs, inputMessages.String(marshal(turns)))
}

// message is a turn as the conventions write it.
type message struct {
	Role  string `json:"role"`
	Parts []part `json:"parts"`
}

type part struct {
	Type    string `json:"type"`
	Content string `json:"content"`
}

func parts(text string) string { return marshal([]part{{"text", text}}) }

func messages(role, text string) string {
	return marshal([]message{{role, []part{{"text", text}}}})
}

// marshal writes a value of strings alone, which cannot fail.
func marshal(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
