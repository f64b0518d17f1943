package catalog

import (
	"slices"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	cases := []struct{ provider, id, want string }{ // want is provider/id, empty for not found
		{"openai", "gpt-5.4", "openai/gpt-5.4"},
		{"openai", "gpt-5.4-mini", "openai/gpt-5.4-mini"},
		{"openai", "gpt-5.4-mini-2026-03-17", "openai/gpt-5.4-mini"},
		{"openai", "gpt-5.4-2026-03-05", "openai/gpt-5.4"},
		{"openai", "gpt-5.4-maxi", ""},
		{"openai", "gpt-5.4-2026-3-5", ""},
		{"openai", "gpt-5.4-2026-03-05-x", ""},
		{"openai", "gpt-5.4-20260305", ""},
		{"openai", "gpt-5", "openai/gpt-5"},
		{"openai", "gpt", ""},
		{"openai", "", ""},
		{"openai", "-2026-03-05", ""},
		{"openai", "GPT-5.4", ""},
		{"openai", "gpt-4o-2024-05-13", "openai/gpt-4o-2024-05-13"},
		{"openai", "ft:gpt-4o-2024-08-06:org::id", ""},
		{"anthropic", "claude-haiku-4-5-20251001", "anthropic/claude-haiku-4-5"},
		{"anthropic", "claude-haiku-4-5@20251001", "anthropic/claude-haiku-4-5"},
		{"anthropic", "claude-sonnet-4.5", ""}, // never was an id of the API
		{"anthropic", "claude-opus-5-5", "anthropic/claude-opus-5-5"},
		{"anthropic", "claude-opus-5-6", ""},
		{"google", "gemini-2.5-pro", "google/gemini-2.5-pro"},
		{"gemini", "models/gemini-2.5-pro", "google/gemini-2.5-pro"},
		{"gcp.gemini", "publishers/google/models/gemini-2.5-pro", "google/gemini-2.5-pro"},
		{"google", "gemini-2.0-flash-001", "google/gemini-2.0-flash"},
		{"google", "gemini-embedding-001", "google/gemini-embedding-001"},
		{"google", "gemini-embedding-003", ""},
		{"google", "tunedmodels/gemini-2.5-pro", ""},
		{"google", "gemini-2.5", ""},
		{"google", "gemini-flash-latest", ""}, // moves
		{"bedrock", "anthropic.claude-haiku-4-5-20251001-v1:0", "bedrock/anthropic.claude-haiku-4-5"},
		{"aws.bedrock", "eu.anthropic.claude-opus-4-6-v1", "bedrock/anthropic.claude-opus-4-6"},
		{"bedrock", "global.anthropic.claude-opus-5", "bedrock/anthropic.claude-opus-5"},
		{"bedrock", "arn:aws:bedrock:us-east-1:000000000000:inference-profile/us.anthropic.claude-opus-5", "bedrock/anthropic.claude-opus-5"},
		{"bedrock", "arn:aws:bedrock:us-east-1::foundation-model/amazon.titan-embed-text-v2:0", "bedrock/amazon.titan-embed-text-v2"},
		{"bedrock", "arn:aws:bedrock:us-east-1:000000000000:application-inference-profile/abcd", ""},
		{"bedrock", "amazon.titan-embed-text-v1", "bedrock/amazon.titan-embed-text-v1"},
		{"bedrock", "amazon.titan-embed-text-v2:0:8k", "bedrock/amazon.titan-embed-text-v2"},
		{"bedrock", "amazon.titan-embed-text-v3:0", ""},
		{"bedrock", "us.amazon.nova-lite-v1:0", "bedrock/amazon.nova-lite"},
		{"bedrock", "xx.amazon.nova-lite-v1:0", ""},
		{"bedrock", "us.us.amazon.nova-lite-v1:0", ""},
		{"bedrock", "claude-opus-5", ""},
		{"azure", "gpt-5.4", ""},
		{"openrouter", "openai/gpt-5.4", "openai/gpt-5.4"},
		{"openrouter", "openai/gpt-5.4:nitro", "openai/gpt-5.4"},
		{"openrouter", "anthropic/claude-sonnet-4.5", "anthropic/claude-sonnet-4-5"},
		{"openrouter", "google/gemini-3.5-flash", "google/gemini-3.5-flash"},
		{"openrouter", "nobody/gpt-5.4", ""},
		{"openrouter", "gpt-5.4", ""},
		{"voyageai", "voyage-4", "voyage/voyage-4"},
		{"jina_ai", "jina-reranker-v3", "jina/jina-reranker-v3"},
		{"nobody", "gpt-5.4", ""},
	}
	for _, c := range cases {
		m, ok := Default().Resolve(c.provider, c.id)
		got := ""
		if ok {
			got = m.Provider + "/" + m.ID
		}
		if got != c.want {
			t.Errorf("%s %q: found %q, want %q", c.provider, c.id, got, c.want)
		}
	}
}

func TestSampling(t *testing.T) {
	cases := []struct {
		provider, id, version, effort string
		want                          Sampling
	}{
		{"openai", "gpt-4.1", "", "", accepts},
		{"openai", "gpt-5", "", "none", Rejects},
		{"openai", "gpt-6-sol", "", "none", accepts},
		{"openai", "gpt-6-sol", "", "low", Rejects},
		{"openai", "gpt-6-sol", "", "", Rejects},
		{"openai", "gpt-6.2-sol", "", "none", Rejects},
		{"anthropic", "claude-haiku-4-5", "2023-06-01", "", accepts},
		{"anthropic", "claude-haiku-4-5", AnthropicNoSampling, "", Rejects},
		{"anthropic", "claude-opus-5", "2023-06-01", "", Rejects},
		{"bedrock", "us.anthropic.claude-haiku-4-5-20251001-v1:0", AnthropicNoSampling, "", accepts},
		{"google", "gemini-3.8-flash", "", "", Ignores},
		{"google", "gemini-3.5-flash-lite", "", "", Ignores},
		{"google", "gemini-3.5-flash", "", "", accepts},
		{"google", "gemini-4-argon", "", "", samplingUnknown},
	}
	for _, c := range cases {
		m, ok := Default().Resolve(c.provider, c.id)
		if got := m.SamplingUnder(c.version, c.effort); !ok || got != c.want {
			t.Errorf("%s under %q with effort %q: %s, want %s", c.id, c.version, c.effort, got, c.want)
		}
	}
}

func TestCapabilities(t *testing.T) {
	m, _ := Default().Resolve("google", "gemini-embedding-001")
	if m.Kind != embedding || m.Dimensions != 3072 || m.Norm != NormFull || m.TokensPerText != 2048 ||
		!m.Takes(768) || m.Takes(4096) || m.Takes(64) || !slices.Contains(m.Tasks, "RETRIEVAL_QUERY") {
		t.Errorf("%+v", m)
	}
	m, _ = Default().Resolve("bedrock", "amazon.titan-embed-text-v2:0")
	if m.TextsPerCall != 1 || !m.Takes(512) || m.Takes(513) || !m.Takes(1024) {
		t.Errorf("%+v", m)
	}
	m, _ = Default().Resolve("openai", "text-embedding-ada-002")
	if !m.Takes(1536) || m.Takes(512) {
		t.Errorf("%+v", m)
	}
	m, _ = Default().Resolve("anthropic", "claude-haiku-4-5")
	if m.Window != 200_000 || m.MaxOutput != 64_000 || m.Schema != Yes || m.Seed != No || m.Thinking != "budget" {
		t.Errorf("%+v", m)
	}
	m, _ = Default().Resolve("bedrock", "anthropic.claude-haiku-4-5")
	if m.Window != 200_000 || m.Provider != "bedrock" || m.ID != "anthropic.claude-haiku-4-5" {
		t.Errorf("a model like another: %+v", m)
	}
}

func TestStatus(t *testing.T) {
	cases := []struct{ provider, id, on, want string }{
		{"openai", "gpt-5", "2026-11-21", "ends on 2026-12-11 (20 days), replacement gpt-5.6-sol, gpt-5.6-terra or gpt-5.6-luna"},
		{"openai", "gpt-5-2025-08-07", "2026-12-10", "ends on 2026-12-11 (1 day), replacement gpt-5.6-sol, gpt-5.6-terra or gpt-5.6-luna"},
		{"openai", "gpt-5", "2026-12-11", "gone since 2026-12-11, replacement gpt-5.6-sol, gpt-5.6-terra or gpt-5.6-luna"},
		{"openai", "gpt-4o-2024-05-13", "2026-11-21", "gone since 2026-10-23"},
		{"openai", "gpt-4o-2024-08-06", "2026-11-21", "ends on 2027-01-14 (54 days), replacement gpt-6-luna"},
		{"openai", "gpt-5.4", "2026-11-21", "no end known"},
		{"openai", "/v1/evals", "2026-11-21", "ends on 2026-11-30 (9 days); read-only since 2026-10-31"},
		{"gemini", "models/gemini-2.5-pro", "2026-11-21", "from 2026-12-01 (10 days) answered by gemini-3.8-flash"},
		{"gemini", "models/gemini-2.5-pro", "2026-12-01", "answered by gemini-3.8-flash since 2026-12-01"},
		{"google", "gemini-1.5-pro", "2026-11-21", "gone"},
		{"google", "text-embedding-004", "2026-11-21", "gone since 2026-01-14, replacement gemini-embedding-001 or gemini-embedding-2"},
		{"anthropic", "claude-sonnet-4-5-20250929", "2026-11-21", "ends on 2026-11-30 (9 days), replacement claude-sonnet-5-5"},
		{"bedrock", "anthropic.claude-sonnet-4-5-20250929-v1:0", "2026-11-21", "no end known"}, // Amazon's dates are its own
		{"openrouter", "openai/gpt-5", "2026-11-21", "in no table"},
		{"openai", "gpt-9", "2026-11-21", "in no table"},
	}
	for _, c := range cases {
		if got := Default().Status(c.provider, c.id, date(c.on)); got.String() != c.want {
			t.Errorf("%s %s on %s: %s\nwant %s", c.provider, c.id, c.on, got, c.want)
		}
	}
	s := Default().Status("openai", "gpt-5-2025-08-07", date("2026-11-21"))
	if s.Of != "gpt-5" || s.Days != 20 || s.Confidence != secondary || s.Source.Text == "" {
		t.Errorf("%+v", s)
	}
}

// FuzzResolve looks for ids that break the cutting or are found as something they do not begin with.
func FuzzResolve(f *testing.F) {
	seeds := []string{"gpt-5.4-2026-03-05", "models/gemini-2.0-flash-001", "us.anthropic.claude-opus-5-20260101-v1:0", "openai/gpt-5:nitro",
		"arn:aws:bedrock:::inference-profile/", "claude-sonnet-4-5@20250929", "-2026-03-05", strings.Repeat("us.", 50) + "amazon.nova-lite"}
	providers := []string{"openai", "anthropic", "google", "bedrock", "openrouter", "azure", "cohere"}
	if len(seeds) < 8 {
		f.Fatal("seeds are missing")
	}
	for _, id := range seeds {
		for _, provider := range providers {
			f.Add(provider, id)
		}
	}
	f.Fuzz(func(t *testing.T, provider, id string) {
		m, ok := Default().Resolve(provider, id)
		cost := Default().Cost(Sale{Provider: provider, Model: id, On: date("2026-11-21"), Tier: Standard,
			Usage: Usage{Input: 10, Known: PartAll}})
		if !ok && (cost.Known || cost.Why.Cause != NoModel) {
			t.Errorf("%s %q is not found, but costs %s", provider, id, cost)
		}
		_ = cost.String() + Default().Status(provider, id, date("2026-11-21")).String()
		if !ok || provider == "openrouter" {
			return
		}
		again, ok := Default().Resolve(m.Provider, m.ID)
		if !ok || again.ID != m.ID || again.Provider != m.Provider {
			t.Errorf("%q is found as %q, which is found as %q", id, m.ID, again.ID)
		}
	})
}
