package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// anthropicRow speaks Anthropic's Messages API.
var anthropicRow = Row{
	Name: "anthropic",
	Doc: "Anthropic's Messages API and message batches, under API version 2026-10-21 unless the settings name " +
		"2023-06-01. The new version refuses temperature and top_p for every model: both are dropped. Documents " +
		"are sent with citations on, unless a schema is asked for: the two cannot be combined. It has no seed.",
	BaseURL: "https://api.anthropic.com",
	BaseVar: "ANTHROPIC_BASE_URL",
	KeyVar:  "ANTHROPIC_API_KEY",
	KeyFrom: "sk-ant-",
	open:    openAnthropic,
	batches: func(c *Connection, s call.Sender) (batch.Service, error) { return newAnthropicBatches(c, s) },
}

// claudeCachePoints is how many places of a prompt may be marked for the cache.
const claudeCachePoints = 4

// claudeWire makes calls of the Messages API.
type claudeWire struct{ *endpoint }

func openAnthropic(e *endpoint) (model.Wire, authorize) {
	e.base = strings.TrimSuffix(e.base, "/v1")
	e.version = cmp.Or(e.version, catalog.AnthropicNoSampling)
	if _, err := time.Parse(time.DateOnly, e.version); err != nil {
		e.err = fmt.Errorf("provider %s: %q is no version of its API: known are 2023-06-01 and %s",
			e.name, e.version, catalog.AnthropicNoSampling)
	}
	w := claudeWire{e}
	return model.Wire{Chat: w.chat, Models: w.listModels}, func(ctx context.Context, r *http.Request, _ []byte) error {
		return e.withHeader(r, "X-Api-Key", "") // which both versions take; Bearer is the newer SDKs' habit
	}
}

// versioned puts the version on a call: replies depend on it, so it is part of the key.
func (w claudeWire) versioned(c *call.Call) *call.Call {
	c.Header.Set("Anthropic-Version", w.version)
	return c
}

// claudeBody is a request for a message. Its fields are sent in this order, so equal requests have equal
// bytes.
type claudeBody struct {
	Model       string          `json:"model"`
	MaxTokens   int             `json:"max_tokens"`
	System      string          `json:"system,omitempty"`
	Messages    []claudeTurn    `json:"messages"`
	Stop        []string        `json:"stop_sequences,omitempty"`
	Temperature *float64        `json:"temperature,omitempty"`
	TopP        *float64        `json:"top_p,omitempty"`
	Thinking    *claudeThinking `json:"thinking,omitempty"`
	Output      *claudeOutput   `json:"output_config,omitempty"`
	Tier        string          `json:"service_tier,omitempty"`
}

type claudeTurn struct {
	Role    model.Role    `json:"role"`
	Content []claudeBlock `json:"content"`
}

// claudeBlock is a text or a document.
type claudeBlock struct {
	Type      string        `json:"type"`
	Text      string        `json:"text,omitempty"`
	Source    *claudeSource `json:"source,omitempty"`
	Title     string        `json:"title,omitempty"`
	Citations *claudeSwitch `json:"citations,omitempty"`
	Cache     *claudeCache  `json:"cache_control,omitempty"`
}

type claudeSource struct {
	Type  string `json:"type"`
	Media string `json:"media_type"`
	Data  string `json:"data"`
}

type claudeSwitch struct {
	Enabled bool `json:"enabled"`
}

type claudeCache struct {
	Type string `json:"type"`
}

type claudeThinking struct {
	Type   string `json:"type"`
	Budget int    `json:"budget_tokens,omitempty"`
}

type claudeOutput struct {
	Effort string        `json:"effort,omitempty"`
	Format *claudeFormat `json:"format,omitempty"`
}

// chat is the call of a request.
func (w claudeWire) chat(r *model.Request) (*call.Call, error) {
	if r.Search != nil {
		return nil, cannotSearch()
	}
	m, known := w.catalog.Resolve(w.row.Name, r.Model)
	if !known {
		m.Provider = w.row.Name // the version decides on sampling for unknown models too
	}
	p := &claudePlan{plan: plan{request: r, model: m}, version: w.version}
	body := claudeBody{Model: r.Model, MaxTokens: p.maxTokens(), System: r.System, Stop: r.Stop, Tier: p.claudeTier()}
	body.Thinking, body.Output = p.think(body.MaxTokens)
	body.Temperature, body.TopP = p.sampling(body.Thinking)
	p.dropSeed("the Messages API has no seed")
	if err := p.format(&body); err != nil {
		return nil, err
	}
	body.Messages = p.turns()
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	reader := claudeReader{reading: w.reading(r.Model), documents: p.documents}
	c := w.versioned(w.post("/v1/messages", bytes, reader.message))
	c.MaxOut, c.Dropped, c.Forced = body.MaxTokens, p.dropped, string(p.forced)
	return c, nil
}

// claudePlan works out what of a request is sent to a Claude model.
type claudePlan struct {
	plan
	version   string
	documents []model.Document // those sent as documents, in the order in which citations count them
}

// maxTokens is the cap that every request must name.
func (p *claudePlan) maxTokens() int {
	asked, most := p.request.MaxTokens, p.model.MaxOutput
	switch {
	case asked == 0 && most > 0:
		return min(call.DefaultMaxOut, most)
	case asked == 0:
		return call.DefaultMaxOut
	case most > 0 && asked > most:
		p.drop("max_tokens", fmt.Sprintf("%d asked, %d sent: the model writes no more", asked, most))
		return most
	}
	return asked
}

// claudeTier is the service tier: priority capacity is used where the account has it, and there is no flex.
// Neither word names a tier that will serve the call, so its price is the standard one until the reply says
// otherwise.
func (p *claudePlan) claudeTier() string {
	switch t := p.request.Tier; t {
	case "":
		return ""
	case "priority", "auto":
		return "auto"
	case "standard", "default", "standard_only":
		return "standard_only"
	default:
		p.drop("tier", "Anthropic has no tier "+t)
		return ""
	}
}

// sampling is the temperature and top_p that are sent. A model that thinks takes neither, and one that
// takes both takes one of them.
func (p *claudePlan) sampling(thinking *claudeThinking) (temperature, topP *float64) {
	r := p.request
	reason := ""
	switch sampling := p.model.SamplingUnder(p.version, r.Effort); {
	case sampling == catalog.Rejects && p.version >= catalog.AnthropicNoSampling:
		reason = "API version " + p.version + " refuses it"
	case sampling == catalog.Rejects:
		reason = "the model refuses it"
	case sampling == catalog.Ignores:
		reason = "the model ignores it"
	case thinking != nil && thinking.Type != "disabled":
		reason = "a model that thinks refuses it"
	case r.Temperature != nil && r.TopP != nil:
		p.drop("top_p", "the model takes temperature or top_p, not both")
		return r.Temperature, nil
	default:
		return r.Temperature, r.TopP
	}
	if r.Temperature != nil {
		p.drop("temperature", reason)
	}
	if r.TopP != nil {
		p.drop("top_p", reason)
	}
	return nil, nil
}

// turns are the messages. Only the last places marked for the cache are kept: each covers all before it.
func (p *claudePlan) turns() []claudeTurn {
	marks := 0
	for i := range p.request.Messages {
		if p.request.Messages[i].Cache {
			marks++
		}
	}
	skip := max(0, marks-claudeCachePoints)
	turns := make([]claudeTurn, 0, len(p.request.Messages))
	for i := range p.request.Messages {
		m := &p.request.Messages[i]
		turn := claudeTurn{Role: m.Role, Content: p.blocks(m)}
		if m.Cache {
			if skip == 0 {
				turn.Content[len(turn.Content)-1].Cache = &claudeCache{"ephemeral"}
			}
			skip = max(0, skip-1)
		}
		turns = append(turns, turn)
	}
	return turns
}

// blocks are the documents of a turn and its text. The API takes documents in turns of the user only.
func (p *claudePlan) blocks(m *model.Message) []claudeBlock {
	if len(m.Documents) == 0 || m.Role != model.User || p.request.Schema != nil {
		return []claudeBlock{{Type: "text", Text: messageText(m)}}
	}
	var blocks []claudeBlock
	for _, d := range m.Documents {
		p.documents = append(p.documents, d)
		blocks = append(blocks, claudeBlock{
			Type: "document", Source: &claudeSource{"text", "text/plain", d.Text}, Title: claudeTitle(d),
			Citations: &claudeSwitch{true},
		})
	}
	if m.Text != "" {
		blocks = append(blocks, claudeBlock{Type: "text", Text: m.Text})
	}
	return blocks
}

// claudeTitleBytes is what a document's title may have.
const claudeTitleBytes = 500

func claudeTitle(d model.Document) string {
	title := cmp.Or(d.Title, d.Source)
	if len(title) > claudeTitleBytes {
		title = strings.ToValidUTF8(title[:claudeTitleBytes], "")
	}
	return title
}
