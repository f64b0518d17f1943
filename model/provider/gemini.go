package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// geminiRow speaks the Gemini Developer API.
var geminiRow = Row{
	Name: "gemini",
	Doc: "Google's Gemini API: generateContent, embeddings and batches. Models from 3.6 ignore temperature and " +
		"top_p: both are dropped. Vectors shortened below the model's own size are normalised here, since Google " +
		"sends them with another length than 1. The key may also stand in GOOGLE_API_KEY.",
	BaseURL: "https://generativelanguage.googleapis.com",
	BaseVar: "GOOGLE_GEMINI_BASE_URL",
	KeyVar:  "GEMINI_API_KEY",
	KeyAlso: "GOOGLE_API_KEY", // in which Google's own clients look first
	KeyFrom: "AIza",
	open:    openGemini,
	batches: func(c *Connection, s call.Sender) (batch.Service, error) { return newGeminiBatches(c, s) },
}

const geminiVersion = "v1beta"

// geminiWire makes calls of the Gemini API.
type geminiWire struct{ *endpoint }

func openGemini(e *endpoint) (model.Wire, authorize) {
	e.version = cmp.Or(e.version, geminiVersion)
	e.base = strings.TrimSuffix(e.base, "/"+e.version)
	w := geminiWire{e}
	wire := model.Wire{Chat: w.chat, Embed: w.embed, Models: w.listModels, EmbedTexts: geminiEmbedTexts}
	return wire, func(_ context.Context, r *http.Request, _ []byte) error { return e.withHeader(r, "X-Goog-Api-Key", "") }
}

// path is the path of a method of a model.
func (w geminiWire) path(id, method string) string {
	return "/" + w.version + "/" + geminiName(id) + ":" + method
}

// geminiName is the name of a model in a path: "models/…", "tunedModels/…".
func geminiName(id string) string {
	parts := strings.Split(id, "/")
	for i := range parts {
		parts[i] = awsEscape(parts[i])
	}
	if len(parts) == 1 {
		return "models/" + parts[0]
	}
	return strings.Join(parts, "/")
}

// geminiBody is a request for content. Its fields are sent in this order, so equal requests have equal
// bytes.
type geminiBody struct {
	System   *geminiContent  `json:"systemInstruction,omitempty"`
	Contents []geminiContent `json:"contents"`
	Config   geminiConfig    `json:"generationConfig"`
	Tier     string          `json:"serviceTier,omitempty"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text string `json:"text"`
}

type geminiConfig struct {
	Temperature *float64        `json:"temperature,omitempty"`
	TopP        *float64        `json:"topP,omitempty"`
	MaxOut      int             `json:"maxOutputTokens,omitempty"`
	Stop        []string        `json:"stopSequences,omitempty"`
	Seed        *int64          `json:"seed,omitempty"`
	MIME        string          `json:"responseMimeType,omitempty"`
	Schema      json.RawMessage `json:"responseJsonSchema,omitempty"`
	Thinking    *geminiThinking `json:"thinkingConfig,omitempty"`
}

type geminiThinking struct {
	Budget *int   `json:"thinkingBudget,omitempty"`
	Level  string `json:"thinkingLevel,omitempty"`
}

// chat is the call of a request.
func (w geminiWire) chat(r *model.Request) (*call.Call, error) {
	if r.Search != nil {
		return nil, cannotSearch()
	}
	m, _ := w.catalog.Resolve(w.row.Name, r.Model)
	p := &geminiPlan{plan{request: r, model: m}}
	body := geminiBody{Config: geminiConfig{MaxOut: r.MaxTokens, Stop: r.Stop, Seed: p.seed(), Thinking: p.think()}}
	body.Config.Temperature, body.Config.TopP = p.sampling(r.Effort)
	body.Tier = p.tier("flex", "priority")
	system := r.System
	if err := p.format(&body.Config, &system); err != nil {
		return nil, err
	}
	if system != "" {
		body.System = &geminiContent{Parts: []geminiPart{{system}}}
	}
	for i := range r.Messages {
		body.Contents = append(body.Contents, geminiTurn(&r.Messages[i]))
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	c := w.post(w.path(r.Model, "generateContent"), bytes, geminiReader{w.reading(r.Model)}.content)
	p.note(c, body.Tier)
	return c, nil
}

// geminiTurn keeps documents as parts of their own, ahead of the text.
func geminiTurn(m *model.Message) geminiContent {
	c := geminiContent{Role: "user"}
	if m.Role == model.Assistant {
		c.Role = "model"
	}
	for _, text := range documentTexts(m.Documents) {
		c.Parts = append(c.Parts, geminiPart{text})
	}
	if m.Text != "" {
		c.Parts = append(c.Parts, geminiPart{m.Text})
	}
	return c
}

// geminiPlan works out what of a request is sent to a Gemini model.
type geminiPlan struct{ plan }

// seed is the seed that is sent: Google's is of 32 bits.
func (p *geminiPlan) seed() *int64 {
	seed := p.request.Seed
	switch {
	case seed == nil:
		return nil
	case p.model.Seed == catalog.No:
		p.drop("seed", "the model has no seed")
		return nil
	case *seed < math.MinInt32 || *seed > math.MaxInt32:
		p.drop("seed", "a seed of Gemini has 32 bits")
		return nil
	}
	return seed
}

// geminiLevels are the levels of models for which the tables list none.
var geminiLevels = []string{"low", "medium", "high"}

// geminiBudgets is the tokens that an effort gives to thinking, for models that count them.
var geminiBudgets = map[string]int{
	"none": 0, "minimal": 512, "low": 1024, "medium": 8192, "high": 24576, "xhigh": 24576, "max": 24576,
}

// geminiLeastBudget is what 2.5 Pro thinks at least: it cannot be kept from thinking.
const geminiLeastBudget = 128

// think is how an effort is asked for, by what the model's kind of thinking is.
func (p *geminiPlan) think() *geminiThinking {
	effort := p.request.Effort
	if effort == "" {
		return nil
	}
	switch p.model.Thinking {
	case "none":
		if effort != "none" {
			p.drop("effort", "the model does not think")
		}
		return nil
	case "budget":
		budget, known := geminiBudgets[effort]
		if !known {
			p.level(nil)
			return nil
		}
		if budget == 0 && strings.Contains(p.model.ID, "-pro") {
			budget = geminiLeastBudget
			p.drop("effort", fmt.Sprintf("none asked, a budget of %d sent: the model always thinks", budget))
		}
		return &geminiThinking{Budget: &budget}
	}
	level := p.level(levelsOr(p.model, geminiLevels))
	if level == "" {
		return nil
	}
	return &geminiThinking{Level: strings.ToUpper(level)}
}

// geminiSchemas is what responseJsonSchema takes.
var geminiSchemas = dialect{takes: []string{
	"$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems",
	"minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required",
	"propertyOrdering",
}}

// format asks for the schema in the strongest way that the model has.
func (p *geminiPlan) format(c *geminiConfig, system *string) error {
	s := p.request.Schema
	if s == nil {
		return nil
	}
	switch p.forced = p.method(""); p.forced {
	case model.BySchema:
		schema, lost, err := narrow(s.JSON, geminiSchemas)
		if err != nil {
			return err
		}
		p.dropKeywords(lost)
		c.MIME, c.Schema = "application/json", schema
		return nil
	case model.ByJSONMode:
		c.MIME = "application/json"
	}
	*system = withSchema(*system, s)
	return nil
}

// listModels is the call of a page of models.
func (w geminiWire) listModels(after string) (*call.Call, error) {
	path := "/" + w.version + "/models?pageSize=1000"
	if after != "" {
		path += "&pageToken=" + awsEscape(after)
	}
	return w.get(path, geminiReader{w.reading("")}.models), nil
}

// geminiTask is the task type for a purpose, among those that the model knows.
func geminiTask(p model.Purpose, m catalog.Model, known bool) string {
	task := ""
	switch p {
	case model.ForQuery:
		task = "RETRIEVAL_QUERY"
	case model.ForDocument:
		task = "RETRIEVAL_DOCUMENT"
	case model.ForSimilarity:
		task = "SEMANTIC_SIMILARITY"
	}
	if known && !slices.Contains(m.Tasks, task) {
		return ""
	}
	return task
}
