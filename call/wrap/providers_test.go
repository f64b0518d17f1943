package wrap_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/internal/sendertest"
	"github.com/assayhq/assay/call/trace"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// served is a provider on loopback and a model that it has.
type served struct {
	provider, keyVar, model string
	serve                   func(fakemodel.Options) *fakemodel.Server
}

var allServed = []served{
	{"openai", "OPENAI_API_KEY", "gpt-6-luna", fakemodel.NewOpenAI},
	{"compatible", "LOCAL_KEY", "served-model", fakemodel.NewCompatible},
	{"anthropic", "ANTHROPIC_API_KEY", "claude-haiku-5-5", fakemodel.NewAnthropic},
	{"gemini", "GEMINI_API_KEY", "gemini-3.5-flash-lite", fakemodel.NewGemini},
	{"bedrock", "AWS_BEARER_TOKEN_BEDROCK", "us.anthropic.claude-opus-4-7-v1:0", fakemodel.NewBedrock},
	{"cohere", "CO_API_KEY", "rerank-v3.5", fakemodel.NewCohere},
	{"jina", "JINA_API_KEY", "jina-reranker-v2-base-multilingual", fakemodel.NewJina},
	{"tei", "TEI_API_KEY", "reranker", fakemodel.NewTEI},
}

// wrappers are the ways to stand around a provider, one wrapper each and all together.
var wrappers = []struct {
	name    string
	options func() wrap.Options
	cached  bool
}{
	{"alone", func() wrap.Options { return wrap.Options{} }, false},
	{"cache", func() wrap.Options { return wrap.Options{Cache: &wrap.Cache{Store: &wrap.Memory{}}} }, true},
	{"record", func() wrap.Options { return wrap.Options{Record: &wrap.Record{Store: &wrap.Memory{}}} }, false},
	{"retry", func() wrap.Options { return wrap.Options{Retry: &wrap.Retry{}} }, false},
	{"limit", func() wrap.Options { return wrap.Options{Limit: wrap.NewLimit(wrap.Limits{Concurrency: 8})} }, false},
	{"budget", func() wrap.Options { return wrap.Options{Budget: &wrap.Budget{Price: catalog.Default().Cost}} }, false},
	{"deadlines", func() wrap.Options { return wrap.Options{Call: time.Minute, Try: time.Minute} }, false},
	{"witness", func() wrap.Options { return wrap.Options{Witness: &wrap.Witness{}} }, false},
	{"trace", func() wrap.Options { return wrap.Options{Trace: traced} }, false},
	{"all", func() wrap.Options {
		return wrap.Options{Trace: traced, Witness: &wrap.Witness{}, Cache: &wrap.Cache{Store: &wrap.Memory{}},
			Call: time.Minute, Retry: &wrap.Retry{},
			Limit: wrap.NewLimit(wrap.Limits{Concurrency: 8}), Budget: &wrap.Budget{Price: catalog.Default().Cost},
			Try: time.Minute, Record: &wrap.Record{Store: &wrap.Memory{}}}
	}, true},
}

// telemetry goes to a collector that takes everything, for as long as the tests run.
var telemetry = sync.OnceValue(func() *trace.Telemetry {
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t, err := trace.Open(func(name string) string {
		switch name {
		case "OTEL_EXPORTER_OTLP_ENDPOINT":
			return collector.URL
		case "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT":
			return "true"
		}
		return ""
	}, "test")
	if err != nil {
		panic(err)
	}
	return t
})

func traced(next call.Sender) call.Sender { return telemetry().Around(next) }

// TestConformance holds every provider, alone and within every wrapper, to what every sender must do.
func TestConformance(t *testing.T) {
	for _, s := range allServed {
		for _, w := range wrappers {
			t.Run(s.provider+"/"+w.name, func(t *testing.T) {
				t.Parallel()
				server := s.serve(fakemodel.Options{Key: fakemodel.Key, Fault: bySaying})
				t.Cleanup(server.Close)
				conn, err := provider.Open(provider.Settings{Provider: s.provider, BaseURL: server.URL, Region: "us-east-1", KeyVar: s.keyVar,
					Env: func(name string) string {
						if name == s.keyVar {
							return fakemodel.Key
						}
						return ""
					}})
				if err != nil {
					t.Fatal(err)
				}
				subject := sendertest.Subject{
					Open:   func(testing.TB) call.Sender { return wrap.Stack(conn.Sender, w.options()) },
					Call:   func(n int) *call.Call { return s.call(t, conn, "sales", n) },
					Fail:   func(n int) *call.Call { return s.call(t, conn, "refuse", n) },
					Hang:   func(n int) *call.Call { return s.call(t, conn, "hang", n) },
					Secret: fakemodel.Key,
				}
				if w.cached {
					subject.Sources = []call.Source{call.Live, call.Cached}
				}
				sendertest.Run(t, subject)
			})
		}
	}
}

// bySaying makes a call fail, and show the key that it was sent with, or hang, by what it asks.
func bySaying(body []byte) fakemodel.Fault {
	switch {
	case bytes.Contains(body, []byte("refuse ")):
		return fakemodel.EchoedKey
	case bytes.Contains(body, []byte("hang ")):
		return fakemodel.Hang
	}
	return fakemodel.None
}

// call is the nth call of what the provider offers: a question, or documents to rank.
func (s served) call(t *testing.T, conn *provider.Connection, what string, n int) *call.Call {
	if conn.Wire.Chat == nil {
		c, err := conn.Wire.Rerank(&model.RerankRequest{Model: s.model, Query: fmt.Sprint(what, " ", n),
			Documents: []string{"Net sales rose.", "The board met."}})
		if err != nil {
			t.Fatal(err)
		}
		c.Provider = s.provider
		c.Protocol = s.provider
		c.Operation = call.Rerank
		c.Model = s.model
		return c
	}
	client := &model.Client{Wire: conn.Wire}
	c, err := client.Prepare(&model.Request{Model: s.model, MaxTokens: 50,
		Messages: []model.Message{{Role: model.User, Text: fmt.Sprint(what, " ", n)}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
