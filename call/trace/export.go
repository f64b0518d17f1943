package trace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/assayhq/assay/call"
)

// exportTimeout bounds one delivery; exportTries how often one is tried.
const (
	exportTimeout = 10 * time.Second
	exportTries   = 3
)

// Telemetry sends spans to an endpoint.
type Telemetry struct {
	tracer   trace.Tracer
	content  bool // put prompts and answers into spans
	endpoint string
	close    func(context.Context) error
}

// Around makes a span of each call of a sender.
func (t *Telemetry) Around(next call.Sender) call.Sender {
	return &calls{next: next, tracer: t.tracer, content: t.content}
}

// Endpoint is the address that spans are sent to.
func (t *Telemetry) Endpoint() string { return t.endpoint }

// Close delivers the spans that wait.
func (t *Telemetry) Close(ctx context.Context) error { return t.close(ctx) }

// Open reads the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT and its kin). Without an endpoint, or with
// the SDK disabled, it returns nil: there is nothing to trace to. OTLP over HTTP is what it speaks.
func Open(env func(string) string, version string) (*Telemetry, error) {
	address, err := spansAddress(env)
	if err != nil || address == "" || strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") {
		return nil, err
	}
	headers, err := parseHeaders(env("OTEL_EXPORTER_OTLP_HEADERS"))
	if err != nil {
		return nil, err
	}
	name := cmp.Or(env("OTEL_SERVICE_NAME"), "assay")
	res := resource.NewSchemaless(attribute.String("service.name", name), attribute.String("service.version", version))
	client := &http.Client{Timeout: exportTimeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	spans := sdktrace.NewTracerProvider(sdktrace.WithResource(res), sdktrace.WithBatcher(&spanExporter{deliverer{client, address, headers}}))
	return &Telemetry{
		tracer:   spans.Tracer("github.com/assayhq/assay"),
		content:  strings.EqualFold(env("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"), "true"),
		endpoint: address,
		close:    spans.Shutdown,
	}, nil
}

// spansAddress is where spans are posted to; empty if nothing is configured.
func spansAddress(env func(string) string) (string, error) {
	if p := env("OTEL_EXPORTER_OTLP_PROTOCOL"); p != "" && p != "http/protobuf" {
		return "", fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %q: assay speaks http/protobuf; unset it or name that", p)
	}
	address := env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := strings.TrimRight(env("OTEL_EXPORTER_OTLP_ENDPOINT"), "/"); address == "" && base != "" {
		address = base + "/v1/traces"
	}
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return "", errors.New("OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address without a password")
	}
	return address, nil
}

// parseHeaders reads "name=value,name=value" with percent-encoded values. Errors do not repeat them: they
// hold keys.
func parseHeaders(s string) (http.Header, error) {
	h := http.Header{}
	for i, pair := range strings.Split(s, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_HEADERS: entry %d is not of the form name=value", i+1)
		}
		h.Set(strings.TrimSpace(name), decoded)
	}
	return h, nil
}

// deliverer posts batches to one address.
type deliverer struct {
	client  *http.Client
	address string
	headers http.Header
}

type spanExporter struct{ deliverer }

// ExportSpans delivers a batch of spans.
func (e *spanExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	return e.deliver(ctx, encodeSpans(spans))
}

// Shutdown has nothing to do: every delivery is complete when it returns.
func (d *deliverer) Shutdown(context.Context) error { return nil }

// deliver posts a body, again after a pause where the server is overloaded.
func (d *deliverer) deliver(ctx context.Context, body []byte) error {
	var err error
	for try := range exportTries {
		if try > 0 {
			select {
			case <-time.After(time.Duration(try) * time.Second):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		var again bool
		if again, err = d.post(ctx, body); !again {
			return err
		}
	}
	return err
}

func (d *deliverer) post(ctx context.Context, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.address, bytes.NewReader(body))
	if err != nil {
		return false, errors.New("telemetry: the endpoint is no address")
	}
	maps.Copy(req.Header, d.headers)
	req.Header.Set("Content-Type", "application/x-protobuf")
	resp, err := d.client.Do(req)
	if err != nil {
		return true, fmt.Errorf("telemetry: %w", err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return false, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true, fmt.Errorf("telemetry: %s answers HTTP %d", req.URL.Host, resp.StatusCode)
	}
	return false, fmt.Errorf("telemetry: %s answers HTTP %d", req.URL.Host, resp.StatusCode)
}
