package wrap

import (
	"context"
	"fmt"
	"testing"

	"github.com/assayhq/assay/call"
)

func TestSameModel(t *testing.T) {
	tests := []struct {
		asked, served string
		same          bool
	}{
		{"gpt-5.4", "gpt-5.4", true},
		{"gpt-5.4", "", true},
		{"gpt-4o", "gpt-4o-2024-08-06", true},
		{"GPT-4o", "gpt-4o-2024-08-06", true},
		{"gpt-4", "gpt-4-0613", true},
		{"claude-haiku-4-5", "claude-haiku-4-5-20251001", true},
		{"claude-3-5-haiku-latest", "claude-3-5-haiku-20241022", true},
		{"claude-haiku-4-5", "claude-haiku-4-5@20251001", true},
		{"gemini-2.5-flash", "models/gemini-2.5-flash-001", true},
		{"llama3", "llama3:latest", true},
		{"gpt-4", "gpt-4-32k", false},
		{"gpt-4", "gpt-4-32k-0613", false},
		{"gpt-5", "gpt-5.1", false},
		{"gpt-5.4", "gpt-5.4-mini", false},
		{"claude-haiku-4", "claude-haiku-4-5", false},
		{"gpt-4o-2024-08-06", "gpt-4o", false},
		{"gemini-2.5-pro", "gemini-3.8-flash", false},
		{"gemini-2.5-flash", "gemini-2.5-flash-lite", false},
		{"llama3", "/models/llama3.gguf", false},
	}
	for _, test := range tests {
		if got := sameModel(test.asked, test.served); got != test.same {
			t.Errorf("asked %q, served %q: %v", test.asked, test.served, got)
		}
	}
}

func TestWitness(t *testing.T) {
	served := []string{"ledger-1-2026-10-01", "ledger-1-2026-10-01", "ledger-2", "ledger-1-2026-10-01"}
	w := &Witness{}
	s := w.Around(&inner{do: func(_ context.Context, c *call.Call, n int) (*call.Reply, error) {
		if n > len(served) {
			return nil, &call.Failure{Kind: call.BadRequest}
		}
		reply := answer(c, "so it is")
		reply.Result.Served = served[n-1]
		return reply, nil
	}})
	for n := range len(served) + 1 {
		s.Send(t.Context(), callN(n)) //nolint:errcheck // the last fails and is not counted
	}
	got := w.Report()
	if len(got) != 2 || got[0].Count != 3 || got[0].Other || !got[0].Changed || got[1].Served != "ledger-2" ||
		got[1].Count != 1 || !got[1].Other || got[0].First.After(got[0].Last) {
		t.Errorf("%+v", got)
	}
}

// TestWitnessBounded is called something new in every reply.
func TestWitnessBounded(t *testing.T) {
	w := &Witness{}
	s := w.Around(&inner{do: func(_ context.Context, c *call.Call, n int) (*call.Reply, error) {
		reply := answer(c, "so it is")
		reply.Result.Served = fmt.Sprint("ledger-", n)
		return reply, nil
	}})
	for n := range 10 * maxServed {
		_, err := s.Send(t.Context(), callN(n))
		must(t, err)
	}
	if got := len(w.Report()); got != maxServed {
		t.Errorf("%d models noted", got)
	}
}
