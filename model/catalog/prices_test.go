package catalog

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"
)

// genaiMatch is the rule by which that table assigns ids to rows.
type genaiMatch struct {
	Equals     string       `json:"equals"`
	StartsWith string       `json:"starts_with"`
	EndsWith   string       `json:"ends_with"`
	Contains   string       `json:"contains"`
	Regex      string       `json:"regex"`
	Or         []genaiMatch `json:"or"`
	And        []genaiMatch `json:"and"`
}

func (m genaiMatch) matches(id string) bool {
	switch {
	case m.Equals != "":
		return id == m.Equals
	case m.StartsWith != "":
		return strings.HasPrefix(id, m.StartsWith)
	case m.EndsWith != "":
		return strings.HasSuffix(id, m.EndsWith)
	case m.Contains != "":
		return strings.Contains(id, m.Contains)
	case m.Regex != "" && !strings.Contains(m.Regex, "(?!"):
		return regexp.MustCompile(m.Regex).MatchString(id)
	case m.Regex != "": // keeps text-to-speech models out, which we do not list
		return true
	}
	for _, sub := range m.Or {
		if sub.matches(id) {
			return true
		}
	}
	for _, sub := range m.And {
		if !sub.matches(id) {
			return false
		}
	}
	return len(m.And) > 0
}

type genaiModel struct {
	ID     string          `json:"id"`
	Match  genaiMatch      `json:"match"`
	Prices json.RawMessage `json:"prices"`
}

type genaiProvider struct {
	ID     string       `json:"id"`
	Models []genaiModel `json:"models"`
}

type genaiDated struct {
	Constraint *struct {
		Start string `json:"start_date"`
	} `json:"constraint"`
	Prices map[string]json.RawMessage `json:"prices"`
}

// on is the row's prices at a day; the last constraint that is met wins.
func (m genaiModel) on(t *testing.T, day string) map[string]json.RawMessage {
	t.Helper()
	var dated []genaiDated
	if m.Prices[0] == '{' {
		dated = make([]genaiDated, 1)
		if err := json.Unmarshal(m.Prices, &dated[0].Prices); err != nil {
			t.Fatal(err)
		}
	} else if err := json.Unmarshal(m.Prices, &dated); err != nil {
		t.Fatal(err)
	}
	var prices map[string]json.RawMessage
	for _, d := range dated {
		if d.Constraint == nil || d.Constraint.Start <= day {
			prices = d.Prices
		}
	}
	return prices
}

// rate is a class of price for a prompt size; unpriced where the table has none.
func genaiRate(t *testing.T, prices map[string]json.RawMessage, key string, input int64) USD {
	t.Helper()
	raw, ok := prices[key]
	if !ok {
		return unpriced
	}
	if raw[0] != '{' {
		return dollars(t, string(raw), 1_000_000)
	}
	var tiered struct {
		Base  json.Number
		Tiers []struct {
			Start int64
			Price json.Number
		}
	}
	if err := json.Unmarshal(raw, &tiered); err != nil {
		t.Fatal(err)
	}
	price := tiered.Base
	for _, tier := range tiered.Tiers {
		if input > tier.Start {
			price = tier.Price
		}
	}
	return dollars(t, price.String(), 1_000_000)
}

var genaiClasses = []struct {
	key  string
	rate func(*rates) USD
}{
	{"input_mtok", func(r *rates) USD { return r.Input }},
	{"cache_read_mtok", func(r *rates) USD { return r.Cached }},
	{"cache_write_mtok", func(r *rates) USD { return r.CacheWrite }},
	{"cache_write_1h_mtok", func(r *rates) USD { return r.CacheWriteLong }},
	{"output_mtok", func(r *rates) USD { return r.Output }},
}

// TestGenaiPrices holds our prices against the public table of 2026-09-23, at its date, for every model
// that both list, at prompt sizes on both sides of every threshold.
func TestGenaiPrices(t *testing.T) {
	var theirs []genaiProvider
	spec(t, "prices/pydantic_genai_prices_0.1.8_2026-09-23.json", &theirs)
	d := &disagreements{t, genaiKnown, map[string]bool{}}
	c, day := Default(), "2026-09-23"
	on, _ := parseDay(day)
	compared := 0
	for _, p := range theirs {
		provider := Provider(p.ID)
		for id := range c.tariffs[provider] {
			row := genaiRow(p.Models, id)
			if row == nil {
				continue
			}
			compared++
			prices := row.on(t, day)
			for _, input := range []int64{1_000, 150_000, 250_000, 300_000} {
				ours := noRates
				if price, cause := c.tariffs[provider][id].on(on, Standard, input); cause == noCause {
					ours = price.rates
				}
				for _, class := range genaiClasses {
					want := genaiRate(t, prices, class.key, input)
					if class.key == "output_mtok" && want == unpriced && ours.Output == 0 {
						continue // an embedding has no output to be priced
					}
					d.compare(provider+" "+id+" "+class.key, class.rate(&ours), want)
				}
			}
		}
	}
	d.finish()
	if compared < 120 {
		t.Errorf("compared only %d models", compared)
	}
	t.Logf("compared %d models", compared)
}

func genaiRow(rows []genaiModel, id string) *genaiModel {
	for i := range rows {
		if rows[i].Match.matches(id) {
			return &rows[i]
		}
	}
	return nil
}

// genaiKnown are the differences from that table and why ours is kept.
var genaiKnown = map[string]string{
	"anthropic claude-sonnet-5-5 cache_read_mtok":           "newer than the table, whose claude-sonnet-5 swallows it",
	"anthropic claude-sonnet-4 *":                           "the table leaves out the price above 200,000 tokens, which LiteLLM has",
	"bedrock anthropic.claude-*-[0-9] cache_write_1h_mtok":  "left out by the table; LiteLLM has it",
	"bedrock global.anthropic.claude-* cache_write_1h_mtok": "left out by the table; LiteLLM has it",
	"bedrock amazon.titan-embed-text-v2 input_mtok":         "the table prices all versions as the first; LiteLLM has the second",
	"bedrock eu.amazon.nova-* *":                            "the table has one price for all regions; LiteLLM has Europe's",
	"bedrock apac.amazon.nova-* *":                          "the table has one price for all regions; LiteLLM has Asia's",
	"bedrock eu.meta.llama3-2-* *":                          "the table has one price for all regions; LiteLLM has Europe's",
	"google gemini-2.0-flash-lite cache_read_mtok":          "left out by the table; LiteLLM has it",
}

// litellm is an entry of LiteLLM's table.
type litellm map[string]json.RawMessage

func (e litellm) text(key string) string {
	var s string
	if json.Unmarshal(e[key], &s) != nil {
		return ""
	}
	return s
}

var litellmProviders = map[string]string{
	"openai": "openai", "anthropic": "anthropic", "gemini": "google", "bedrock": "bedrock", "bedrock_converse": "bedrock",
	"cohere": "cohere", "cohere_chat": "cohere", "voyage": "voyage", "jina_ai": "jina",
}

var litellmClasses = []struct {
	key   string
	tier  Tier
	input int64
	rate  func(*rates) USD
}{
	{"input_cost_per_token", Standard, 1000, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token", Standard, 1000, func(r *rates) USD { return r.Output }},
	{"cache_read_input_token_cost", Standard, 1000, func(r *rates) USD { return r.Cached }},
	{"cache_creation_input_token_cost", Standard, 1000, func(r *rates) USD { return r.CacheWrite }},
	{"cache_creation_input_token_cost_above_1hr", Standard, 1000, func(r *rates) USD { return r.CacheWriteLong }},
	{"input_cost_per_token_above_200k_tokens", Standard, 200_001, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_above_200k_tokens", Standard, 200_001, func(r *rates) USD { return r.Output }},
	{"cache_read_input_token_cost_above_200k_tokens", Standard, 200_001, func(r *rates) USD { return r.Cached }},
	{"input_cost_per_token_above_272k_tokens", Standard, 272_001, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_above_272k_tokens", Standard, 272_001, func(r *rates) USD { return r.Output }},
	{"cache_read_input_token_cost_above_272k_tokens", Standard, 272_001, func(r *rates) USD { return r.Cached }},
	{"cache_creation_input_token_cost_above_272k_tokens", Standard, 272_001, func(r *rates) USD { return r.CacheWrite }},
	{"input_cost_per_token_batches", Batch, 1000, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_batches", Batch, 1000, func(r *rates) USD { return r.Output }},
	{"input_cost_per_token_flex", Flex, 1000, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_flex", Flex, 1000, func(r *rates) USD { return r.Output }},
	{"cache_read_input_token_cost_flex", Flex, 1000, func(r *rates) USD { return r.Cached }},
	{"input_cost_per_token_priority", Priority, 1000, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_priority", Priority, 1000, func(r *rates) USD { return r.Output }},
	{"cache_read_input_token_cost_priority", Priority, 1000, func(r *rates) USD { return r.Cached }},
	{"input_cost_per_token_above_200k_tokens_priority", Priority, 200_001, func(r *rates) USD { return r.Input }},
	{"output_cost_per_token_above_200k_tokens_priority", Priority, 200_001, func(r *rates) USD { return r.Output }},
	{"input_cost_per_query", Standard, 1000, func(r *rates) USD { return r.Search }},
}

// TestLitellmPrices holds our prices against LiteLLM's table of 2026-07-24, at its date: every price that
// it states of a model that we price.
func TestLitellmPrices(t *testing.T) {
	var theirs map[string]json.RawMessage
	spec(t, "prices/litellm_model_prices_2026-07-24.json", &theirs)
	d := &disagreements{t, litellmKnown, map[string]bool{}}
	c := Default()
	on := dayOf(time.Date(2026, 7, 24, 0, 0, 0, 0, time.UTC))
	models, prices := 0, 0
	for key, raw := range theirs {
		var entry litellm
		if json.Unmarshal(raw, &entry) != nil {
			continue // a remark about the file
		}
		provider := litellmProviders[entry.text("litellm_provider")]
		id := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(key, "gemini/"), "voyage/"), "cohere/")
		if provider == "" || strings.HasPrefix(key, "bedrock/") {
			continue
		}
		tariff, cause := c.tariff(provider, id)
		if cause != noCause {
			continue
		}
		models++
		for _, class := range litellmClasses {
			raw, ok := entry[class.key]
			if !ok {
				continue
			}
			prices++
			ours := noRates
			if price, cause := tariff.on(on, class.tier, class.input); cause == noCause {
				ours = price.rates
			}
			d.compare(provider+" "+id+" "+class.key, class.rate(&ours), dollars(t, string(raw), 1))
		}
	}
	d.finish()
	if models < 150 || prices < 700 {
		t.Errorf("compared only %d prices of %d models", prices, models)
	}
	t.Logf("compared %d prices of %d models", prices, models)
}

// litellmKnown are the differences from that table and why ours is kept.
var litellmKnown = map[string]string{
	"openai gpt-5.[45]-pro* cache_read_*":                  "no discount on cached input is listed by the newer table: unknown here",
	"openai gpt-5.4* cache_read_input_token_cost_flex":     "rounded up by the table: half of 0.25 is 0.125",
	"openai gpt-5-nano input_cost_per_token_priority":      "fifty times the standard price: an error of the table",
	"jina jina-reranker-* output_cost_per_token":           "a reranker has no output tokens",
	"google gemini-3.6-flash *":                            "halved since, says the newer table without a date",
	"google gemini-2.5-pro *_priority":                     "equal to the standard price in the table: not believed",
	"google gemini-2.5-flash-preview-09-2025 cache_read_*": "the price before the cut of the family's cached input",
	"google gemini-1.5-flash output_cost_per_token":        "the table holds it for an embedding",
	"cohere embed-multilingual-light-v3.0 *":               "a thousand times the price of its siblings: an error of the table",
	"bedrock *meta.llama3-1-70b-* *":                       "cheaper in the newer table",
	"bedrock *meta.llama3-2-11b-* *":                       "cheaper in the newer table",
	"bedrock *meta.llama3-2-90b-* *":                       "cheaper in the newer table",
	"bedrock *anthropic.claude-3-haiku-* cache_*":          "the newer table has no caching for it: unknown here",
	"bedrock eu.anthropic.claude-opus-4-5-* *":             "the table gives Europe the global price; the newer one a regional price",
	"bedrock eu.anthropic.claude-3-5-haiku-* *":            "the table gives it the price of claude-3-haiku",
	"bedrock anthropic.claude-3-7-sonnet-20240620-v1:0 *":  "no such snapshot: the price of the government regions",
	"bedrock anthropic.claude-[a-z]*-[45]*":                "the table gives ids without region the global price; the newer one the regional",
	"bedrock amazon.nova-2-lite-v1:0 *":                    "the same",
	"anthropic claude-3-haiku-20240307 *_above_1hr":        "twenty-four times the input price: an error of the table",
}

type supplementRow struct {
	Provider, Model string
	Price           map[string]*json.Number `json:"usd_per_mtok"`
	Until           string                  `json:"valid_until"`
	Then            map[string]*json.Number
	Tier            map[string]json.Number
}

var supplementClasses = map[string]func(*rates) USD{
	"input":                     func(r *rates) USD { return r.Input },
	"cache_read":                func(r *rates) USD { return r.Cached },
	"output":                    func(r *rates) USD { return r.Output },
	"cache_write_5m_or_default": func(r *rates) USD { return r.CacheWrite },
	"cache_write_1h":            func(r *rates) USD { return r.CacheWriteLong },
}

// TestSupplementPrices holds our prices against the collected announcements, without exceptions.
func TestSupplementPrices(t *testing.T) {
	var theirs struct{ Rows []supplementRow }
	spec(t, "prices/prices_supplement_2026-11.json", &theirs)
	if len(theirs.Rows) < 10 {
		t.Fatalf("only %d rows", len(theirs.Rows))
	}
	day, _ := parseDay("2026-11-20")
	for _, row := range theirs.Rows {
		checkSupplement(t, row, row.Price, day, 1000)
		if row.Then != nil {
			until, err := parseDay(row.Until)
			if err != nil {
				t.Fatal(err)
			}
			checkSupplement(t, row, row.Price, until, 1000)
			checkSupplement(t, row, row.Then, until+1, 1000)
		}
		if row.Tier != nil {
			above, _ := row.Tier["above_prompt_tokens"].Int64()
			in, out := row.Tier["input"], row.Tier["output"]
			checkSupplement(t, row, row.Price, day, above)
			checkSupplement(t, row, map[string]*json.Number{"input": &in, "output": &out, "cache_read": nil}, day, above+1)
		}
	}
}

func checkSupplement(t *testing.T, row supplementRow, prices map[string]*json.Number, day Day, input int64) {
	t.Helper()
	tariff, cause := Default().tariff(row.Provider, row.Model)
	if cause != noCause {
		t.Errorf("%s %s: no prices", row.Provider, row.Model)
		return
	}
	price, cause := tariff.on(day, Standard, input)
	if cause != noCause {
		t.Errorf("%s %s on %s: no price", row.Provider, row.Model, day)
		return
	}
	for class, number := range prices {
		want := unpriced
		if number != nil {
			want = dollars(t, number.String(), 1_000_000)
		}
		if got := supplementClasses[class](&price.rates); got != want {
			t.Errorf("%s %s %s on %s at %d tokens: %s, want %s", row.Provider, row.Model, class, day, input, perMillionText(got),
				perMillionText(want))
		}
	}
}
