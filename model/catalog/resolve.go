package catalog

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Provider is the name that the tables use for a provider under one of its other names, so that a record
// written with OpenTelemetry's or another tool's spelling is found. Other names stand for themselves.
func Provider(name string) string {
	switch name {
	case "gemini", "gcp.gemini", "gcp.gen_ai":
		return "google"
	case "aws", "aws.bedrock", "bedrock_converse":
		return "bedrock"
	case "azure.ai.openai", "azure-openai":
		return "azure"
	case "voyageai":
		return "voyage"
	case "jina_ai":
		return "jina"
	}
	return name
}

// Resolve finds the model that an id on the wire names: its own row, or the row of the family that it is
// a dated snapshot, a versioned id or a regional profile of. It never goes from one family to another: an
// id that is merely longer than a listed one ("gpt-5.4-mini" beside "gpt-5.4") is not found.
//
// Deployments of Azure, fine-tuned models and application inference profiles have names that say nothing
// of the model: they are unknown unless the user's own file lists them. A model reached through OpenRouter
// is found among its vendor's, for what may be sent to it; it has neither the vendor's prices nor its life.
func (c *Catalog) Resolve(provider, id string) (Model, bool) {
	if m := c.find(Provider(provider), id); m != nil {
		return *m, true
	}
	return Model{}, false
}

// find is Resolve without the copy.
func (c *Catalog) find(provider, id string) *Model {
	rows := c.models[provider]
	if m := lookup(rows, provider, id); m != nil {
		return m
	}
	switch provider {
	case "bedrock":
		if region, base := cutRegion(bedrockName(id)); region != "" {
			return lookup(rows, provider, base)
		}
	case "openrouter":
		return c.findRouted(id)
	}
	return nil
}

// lookup tries an id as it is, and then without what its provider appends to a family's name.
func lookup[T any](rows map[string]*T, provider, id string) *T {
	if row := rows[id]; row != nil || len(rows) == 0 {
		return row
	}
	switch provider {
	case "openai":
		return rows[cutDigits(id, "-dddd-dd-dd")]
	case "anthropic":
		return rows[cutDigits(cutDigits(id, "-dddddddd"), "@dddddddd")]
	case "google":
		if at := strings.LastIndex(id, "models/"); at == 0 || at > 0 && id[at-1] == '/' {
			id = id[at+len("models/"):]
		}
		if row := rows[id]; row != nil {
			return row
		}
		return rows[cutDigits(id, "-ddd")]
	case "bedrock":
		return lookupBedrock(rows, bedrockName(id))
	}
	return nil
}

// lookupBedrock peels "anthropic.claude-x-20251001-v1:0" from its end: the revision, the version, the
// date; it stops at the first name that is listed, so that titan-embed-text-v1 and -v2 stay apart.
func lookupBedrock[T any](rows map[string]*T, id string) *T {
	if row := rows[id]; row != nil {
		return row
	}
	id, _, _ = strings.Cut(id, ":")
	if row := rows[id]; row != nil {
		return row
	}
	id = cutDigits(id, "-vd")
	if row := rows[id]; row != nil {
		return row
	}
	return rows[cutDigits(id, "-dddddddd")]
}

// bedrockName is the model or system profile that an ARN ends in; other ids stand for themselves.
func bedrockName(id string) string {
	if !strings.HasPrefix(id, "arn:") {
		return id
	}
	return id[strings.LastIndexByte(id, '/')+1:]
}

// regions are the prefixes of Bedrock's cross-region profiles.
var regions = []string{"us", "eu", "apac", "jp", "au", "ca", "sa", "us-gov", "global"}

// cutRegion splits "eu.anthropic.claude-x"; the region is empty where there is none.
func cutRegion(id string) (region, base string) {
	head, rest, ok := strings.Cut(id, ".")
	if ok && strings.Contains(rest, ".") {
		for _, r := range regions {
			if head == r {
				return r, rest
			}
		}
	}
	return "", id
}

// regionalPrice reports whether a profile of a region costs what the model costs in its region. Anthropic's
// and OpenAI's models have one price for all regional profiles; other vendors' were seen to differ outside
// the United States; and the global and government profiles always differ.
func regionalPrice(region, base string) bool {
	switch region {
	case "", "us":
		return true
	case "global", "us-gov":
		return false
	}
	return strings.HasPrefix(base, "anthropic.") || strings.HasPrefix(base, "openai.")
}

// findRouted finds OpenRouter's "vendor/model:variant" among the vendor's models.
func (c *Catalog) findRouted(id string) *Model {
	id, _, _ = strings.Cut(id, ":")
	vendor, name, ok := strings.Cut(id, "/")
	if !ok {
		return nil
	}
	switch vendor {
	case "anthropic": // which writes 4.5 where its own API has 4-5
		return c.find(vendor, strings.ReplaceAll(name, ".", "-"))
	case "openai", "google", "cohere":
		return c.find(vendor, name)
	}
	return nil
}

// cutDigits takes off an ending of the shape of a pattern, in which d is a digit.
func cutDigits(id, pattern string) string {
	at := len(id) - len(pattern)
	if at <= 0 {
		return id
	}
	for i := range len(pattern) {
		if b := id[at+i]; pattern[i] == 'd' && !ascii.IsDigit(b) || pattern[i] != 'd' && b != pattern[i] {
			return id
		}
	}
	return id[:at]
}

// tariff is the prices of an id: those listed for it expressly, else its model's.
func (c *Catalog) tariff(provider, id string) (*tariff, cause) {
	rows := c.tariffs[provider]
	if t := lookup(rows, provider, id); t != nil {
		return t, noCause
	}
	if provider == "bedrock" {
		if region, base := cutRegion(bedrockName(id)); region != "" {
			return c.profileTariff(region, base)
		}
	}
	switch m := c.find(provider, id); {
	case m == nil:
		return nil, NoModel
	case m.Provider != provider || rows[m.ID] == nil:
		return nil, NoPrice
	default:
		return rows[m.ID], noCause
	}
}

// profileTariff is the prices of a Bedrock profile that has none of its own.
func (c *Catalog) profileTariff(region, base string) (*tariff, cause) {
	rows := c.tariffs["bedrock"]
	t := lookup(rows, "bedrock", base)
	if t == nil {
		m := lookup(c.models["bedrock"], "bedrock", base)
		if m == nil {
			return nil, NoModel
		}
		t = rows[m.ID]
	}
	if t == nil || !regionalPrice(region, base) {
		return nil, NoPrice
	}
	return t, noCause
}
