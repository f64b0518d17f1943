package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// BenchmarkScripted runs cases through a scripted model, with every wrapper, three scorers and the ledger.
func BenchmarkScripted(b *testing.B) {
	const n = 20_000
	for b.Loop() {
		l := newLedger(b)
		r := execute(b, l, scriptedPlan(b, &Calls{Ledger: l}, n))
		b.ReportMetric(float64(n)/r.Progress.Elapsed.Seconds(), "cases/s")
	}
}

func scriptedPlan(b *testing.B, calls *Calls, n int) *Plan {
	script := filepath.Join(b.TempDir(), "script.jsonl")
	if err := os.WriteFile(script, []byte(`{"text": "The revenue of the year was $12.4 million."}`), 0o666); err != nil {
		b.Fatal(err)
	}
	conn, err := provider.Open(provider.Settings{Provider: "scripted", Script: script})
	if err != nil {
		b.Fatal(err)
	}
	sender := wrap.Stack(conn.Sender, wrap.Options{Witness: &wrap.Witness{}, Cache: &wrap.Cache{Store: calls, Recorded: true},
		Record: &wrap.Record{Store: calls},
		Retry:  &wrap.Retry{}, Budget: &wrap.Budget{Price: catalog.Default().Cost}, Limit: wrap.NewLimit(wrap.Limits{Concurrency: 64})})
	p := planOf(n, &system.Prompt{Client: &model.Client{Wire: conn.Wire, Sender: sender}, Request: model.Request{Model: "any"}})
	p.Concurrency, p.Scorers, p.Cost = 64, nil, catalog.Default().Cost
	for _, name := range []string{"exact", "f1", "figure"} {
		s, err := score.Find(name)
		if err != nil {
			b.Fatal(err)
		}
		p.Scorers = append(p.Scorers, Deterministic(s))
	}
	return p
}
