package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// exportTimeout bounds one delivery; exportTries how often one is tried.
const (
	exportTimeout = 10 * time.Second
	exportTries   = 3
)

// Telemetry is where spans and events go.
type Telemetry struct {
	Tracer  trace.Tracer
	Logger  log.Logger
	Content bool

	endpoint string
	close    func(context.Context) error
}

// Endpoint is where it all goes, for people.
func (t *Telemetry) Endpoint() string { return t.endpoint }

// Close delivers what waits and ends.
func (t *Telemetry) Close(ctx context.Context) error { return t.close(ctx) }

// Open reads the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT and its kin). Without an endpoint, or with
// the SDK disabled, it returns nil: there is nothing to trace to. OTLP over HTTP is what it speaks.
func Open(env func(string) string, version string) (*Telemetry, error) {
	traces, logs, err := endpoints(env)
	if err != nil || traces == "" || strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") {
		return nil, err
	}
	headers, err := parseHeaders(env("OTEL_EXPORTER_OTLP_HEADERS"))
	if err != nil {
		return nil, err
	}
	name := env("OTEL_SERVICE_NAME")
	if name == "" {
		name = "assay"
	}
	res := resource.NewSchemaless(attribute.String("service.name", name), attribute.String("service.version", version))
	client := &http.Client{Timeout: exportTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	spans := sdktrace.NewTracerProvider(sdktrace.WithResource(res), sdktrace.WithBatcher(&spanExporter{deliverer{client, traces, headers}}))
	events := sdklog.NewLoggerProvider(sdklog.WithResource(res), sdklog.WithProcessor(sdklog.NewBatchProcessor(&logExporter{deliverer{client, logs, headers}})))
	return &Telemetry{
		Tracer: spans.Tracer("github.com/assayhq/assay"), Logger: events.Logger("github.com/assayhq/assay"),
		Content:  strings.EqualFold(env("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"), "true"),
		endpoint: traces,
		close: func(ctx context.Context) error {
			return errors.Join(spans.Shutdown(ctx), events.Shutdown(ctx))
		},
	}, nil
}

// endpoints are the addresses of traces and logs.
func endpoints(env func(string) string) (traces, logs string, err error) {
	if p := env("OTEL_EXPORTER_OTLP_PROTOCOL"); p != "" && p != "http/protobuf" {
		return "", "", fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %q: assay speaks http/protobuf; unset it or name that", p)
	}
	base := strings.TrimRight(env("OTEL_EXPORTER_OTLP_ENDPOINT"), "/")
	traces, logs = env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), env("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT")
	if base != "" {
		if traces == "" {
			traces = base + "/v1/traces"
		}
		if logs == "" {
			logs = base + "/v1/logs"
		}
	}
	if traces != "" && logs == "" {
		logs = strings.TrimSuffix(traces, "/v1/traces") + "/v1/logs"
	}
	for _, address := range []string{traces, logs} {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil) {
			return "", "", errors.New("OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address without a password")
		}
	}
	return traces, logs, nil
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

type logExporter struct{ deliverer }

// Export delivers a batch of events.
func (e *logExporter) Export(ctx context.Context, records []sdklog.Record) error {
	return e.deliver(ctx, encodeLogs(records))
}

// Shutdown has nothing to do: every delivery is complete when it returns.
func (d *deliverer) Shutdown(context.Context) error { return nil }

// ForceFlush has nothing to do, for the same reason.
func (d *deliverer) ForceFlush(context.Context) error { return nil }

// deliver posts a body, again after a pause where the server asks for patience.
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
	for name, values := range d.headers {
		req.Header[name] = values
	}
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
