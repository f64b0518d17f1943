package batch_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// TestProviders runs the same questions as batches at each provider that has them, then asks them one by
// one: all are answered from the store, and nothing is sent.
func TestProviders(t *testing.T) {
	tests := []struct {
		provider, keyVar, model string
		serve                   func(fakemodel.Options) *fakemodel.Server
	}{
		{"openai", "OPENAI_API_KEY", "gpt-6-luna", fakemodel.NewOpenAI},
		{"anthropic", "ANTHROPIC_API_KEY", "claude-haiku-5-5", fakemodel.NewAnthropic},
		{"gemini", "GEMINI_API_KEY", "gemini-3.5-flash-lite", fakemodel.NewGemini},
	}
	for _, test := range tests {
		t.Run(test.provider, func(t *testing.T) {
			server := test.serve(fakemodel.Options{})
			defer server.Close()
			server.PlanBatches(fakemodel.BatchPlan{Polls: 2})
			conn, err := provider.Open(provider.Settings{Provider: test.provider, BaseURL: server.URL, Env: func(name string) string {
				if name == test.keyVar {
					return fakemodel.Key
				}
				return ""
			}})
			if err != nil {
				t.Fatal(err)
			}
			service, err := conn.Batches(conn.Sender)
			if err != nil {
				t.Fatal(err)
			}
			store := &wrap.Memory{}
			client := &model.Client{Wire: conn.Wire, Sender: wrap.Stack(conn.Sender, wrap.Options{Cache: &wrap.Cache{Store: store}})}
			r := &batch.Runner{Service: service, Provider: test.provider, Store: store, Dir: t.TempDir(), MaxCalls: 10,
				Price: catalog.Default().Cost,
				Sleep: func(context.Context, time.Duration) {}}
			report, err := r.Run(t.Context(), prepared(t, client, test.model, 25))
			if err != nil {
				t.Fatal(err)
			}
			if report.Answered != 25 || report.Batches != 3 || len(report.Failed) != 0 || len(report.Leftover) != 0 {
				t.Errorf("report %+v", report)
			}
			if report.Cost.USD <= 0 || !report.Cost.Complete() {
				t.Errorf("cost %s: %v", &report.Cost, report.Cost.Reasons())
			}
			before := len(server.Calls())
			for i := range 25 {
				response, err := client.Ask(t.Context(), question(test.model, i))
				if err != nil || response.Source != call.Cached || response.Text != fmt.Sprintf("echo: question %d", i) {
					t.Fatalf("question %d: %+v, %v", i, response, err)
				}
			}
			if sent := len(server.Calls()) - before; sent != 0 {
				t.Errorf("%d calls were sent again", sent)
			}
		})
	}
}

func question(id string, i int) *model.Request {
	return &model.Request{Model: id, MaxTokens: 50, Messages: []model.Message{{Role: model.User, Text: fmt.Sprintf("question %d", i)}}}
}

func prepared(t *testing.T, c *model.Client, id string, n int) batch.Calls {
	return func() iter.Seq2[*call.Call, error] {
		return func(yield func(*call.Call, error) bool) {
			for i := range n {
				outgoing, err := c.Prepare(question(id, i))
				if err != nil {
					t.Error(err)
				}
				if !yield(outgoing, err) {
					return
				}
			}
		}
	}
}
