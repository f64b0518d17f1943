package provider

import (
	"cmp"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// bedrockRow speaks to Amazon Bedrock.
var bedrockRow = Row{
	Name: "bedrock",
	Doc: "Amazon Bedrock: Converse for chat, InvokeModel for the embeddings of Cohere and Titan and for reranking. " +
		"Models are named by id, inference profile or ARN. Signed with the credentials of AWS's own chain " +
		"(environment, profile, SSO, container, instance), or sent with the key in AWS_BEARER_TOKEN_BEDROCK. " +
		"Documents are sent as text. It does not say which model answered.",
	BaseVar: "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
	KeyVar:  "AWS_BEARER_TOKEN_BEDROCK",
	KeyElse: "AWS's own credentials (environment, profile, SSO, container or instance)",
	KeyNone: true,
	open:    openBedrock,
}

// bedrockWire makes calls of the Bedrock runtime.
type bedrockWire struct {
	*endpoint
	account *awsAccount
}

func openBedrock(e *endpoint) (model.Wire, authorize) {
	w := bedrockWire{e, newAWSAccount(e)}
	e.later = w.account.secrets
	return model.Wire{Chat: w.chat, Embed: w.embed, Rerank: w.rank, EmbedLimits: w.embedLimits,
		RerankTexts: cohereRerankTexts}, w.account.authorize
}

// call is the call of an operation of a model. The id is escaped whole, as the service's own clients do:
// it may hold colons and slashes, and the signature covers the path as it is sent.
func (w bedrockWire) call(id, operation string, body any, read func(*call.Exchange) (call.Result, error)) (*call.Call, error) {
	bytes, err := encode(body)
	if err != nil {
		return nil, err
	}
	base := w.base
	if base == "" {
		region, err := w.account.home()
		if err != nil {
			return nil, err
		}
		base = "https://bedrock-runtime." + region + "." + awsDomain(region)
	}
	c := w.post("", bytes, read)
	c.URL = base + "/model/" + awsEscape(id) + "/" + operation
	c.Header.Set("Accept", "application/json")
	return c, nil
}

// converseBody is a request to converse. Its fields are sent in this order, so equal requests have equal
// bytes.
type converseBody struct {
	Messages  []converseTurn     `json:"messages"`
	System    []converseBlock    `json:"system,omitempty"`
	Inference *converseInference `json:"inferenceConfig,omitempty"`
	More      *converseMore      `json:"additionalModelRequestFields,omitempty"`
	Output    *converseOutput    `json:"outputConfig,omitempty"`
	Tier      *converseKind      `json:"serviceTier,omitempty"`
}

type converseTurn struct {
	Role    model.Role      `json:"role"`
	Content []converseBlock `json:"content"`
}

// converseBlock is a text, or the mark up to which the prompt is to be kept.
type converseBlock struct {
	Text  string        `json:"text,omitempty"`
	Cache *converseKind `json:"cachePoint,omitempty"`
}

type converseKind struct {
	Type string `json:"type"`
}

type converseInference struct {
	MaxTokens   int      `json:"maxTokens,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"topP,omitempty"`
	Stop        []string `json:"stopSequences,omitempty"`
}

// converseMore is what only some models take, under the vendor's own names.
type converseMore struct {
	Thinking *claudeThinking `json:"thinking,omitempty"`         // Anthropic
	Effort   string          `json:"reasoning_effort,omitempty"` // OpenAI's open models
}

type converseOutput struct {
	Format *converseFormat `json:"textFormat,omitempty"`
	Effort string          `json:"effort,omitempty"`
}

type converseFormat struct {
	Type      string            `json:"type"`
	Structure converseStructure `json:"structure"`
}

type converseStructure struct {
	Schema converseSchema `json:"jsonSchema"`
}

type converseSchema struct {
	Schema string `json:"schema"` // JSON in a string
	Name   string `json:"name,omitempty"`
}

// chat is the call of a request.
func (w bedrockWire) chat(r *model.Request) (*call.Call, error) {
	if r.Search != nil {
		return nil, cannotSearch()
	}
	m, _ := w.catalog.Resolve(w.row.Name, r.Model)
	p := &conversePlan{claudePlan: claudePlan{plan: plan{request: r, model: m}}, vendor: bedrockVendor(r.Model, m)}
	var body converseBody
	body.Inference = p.inference(&body)
	p.dropSeed("Converse has no seed")
	tier := p.tier("flex", "priority", "reserved")
	if tier != "" {
		body.Tier = &converseKind{tier}
	}
	system := r.System
	if err := p.structure(&body, &system); err != nil {
		return nil, err
	}
	if system != "" {
		body.System = []converseBlock{{Text: system}}
	}
	body.Messages = p.messages()
	c, err := w.call(r.Model, "converse", &body, bedrockReader{w.reading(r.Model)}.converse)
	if err != nil {
		return nil, err
	}
	c.Dropped = p.dropped
	c.Forced = string(p.forced)
	c.Tier = tier
	c.MaxOut = m.MaxOutput
	if body.Inference != nil && body.Inference.MaxTokens > 0 {
		c.MaxOut = body.Inference.MaxTokens
	}
	return c, nil
}

// bedrockVendor is who made a model: the part of its id before the name, after a region or an ARN. Profiles
// of one's own have names that say nothing; the tables may know them.
func bedrockVendor(id string, m catalog.Model) string {
	name := cmp.Or(m.ID, id[strings.LastIndexByte(id, '/')+1:])
	for _, vendor := range []string{"anthropic", "amazon", "openai", "cohere"} {
		if strings.HasPrefix(name, vendor+".") || strings.Contains(name, "."+vendor+".") {
			return vendor
		}
	}
	return ""
}

// conversePlan works out what of a request is sent to a model through Converse.
type conversePlan struct {
	claudePlan
	vendor string
}

// inference is the part of the settings that all models share; thinking goes into the body's other fields.
func (p *conversePlan) inference(body *converseBody) *converseInference {
	r := p.request
	in := converseInference{Stop: r.Stop, MaxTokens: r.MaxTokens}
	if r.MaxTokens > 0 || p.vendor == "anthropic" {
		in.MaxTokens = p.maxTokens()
	}
	if p.vendor == "anthropic" {
		thinking, output := p.think(in.MaxTokens)
		if thinking != nil {
			body.More = &converseMore{Thinking: thinking}
		}
		if output != nil {
			body.Output = &converseOutput{Effort: output.Effort}
		}
		in.Temperature, in.TopP = p.sampling(thinking)
	} else {
		in.Temperature, in.TopP = p.plan.sampling(r.Effort)
		p.otherEffort(body)
	}
	if in.MaxTokens == 0 && in.Temperature == nil && in.TopP == nil && len(in.Stop) == 0 {
		return nil
	}
	return &in
}

// otherEffort is how models of others are asked to think, where that is documented: OpenAI's.
func (p *conversePlan) otherEffort(body *converseBody) {
	switch {
	case p.request.Effort == "":
	case p.vendor == "openai" && p.model.Thinking == "effort":
		if level := p.level(levelsOr(p.model, claudeLevels)); level != "" {
			body.More = &converseMore{Effort: level}
		}
	case p.request.Effort != "none":
		p.drop("effort", "it is not known how this model is asked to think")
	}
}

// structure asks for the schema in the strongest way that the model is known to have.
func (p *conversePlan) structure(body *converseBody, system *string) error {
	s := p.request.Schema
	if s == nil {
		return nil
	}
	if p.model.Schema != catalog.Yes {
		p.forced = model.ByPromptOnly
		*system = withSchema(*system, s)
		return nil
	}
	d := dialect{refuse: []string{"$schema"}}
	if p.vendor == "anthropic" {
		d = claudeSchemas
	}
	schema, lost, err := narrow(s.JSON, d)
	if err != nil {
		return err
	}
	p.dropKeywords(lost)
	p.forced = model.BySchema
	body.Output = cmp.Or(body.Output, &converseOutput{})
	body.Output.Format = &converseFormat{"json_schema", converseStructure{converseSchema{string(schema), schemaName(s)}}}
	return nil
}

// messages are the turns. Only models of Anthropic and Amazon keep prompts where they are told to.
func (p *conversePlan) messages() []converseTurn {
	keeps := p.vendor == "anthropic" || p.vendor == "amazon"
	marks, dropped := 0, false
	turns := make([]converseTurn, len(p.request.Messages))
	for i := len(turns) - 1; i >= 0; i-- { // from the end: each mark covers all before it
		m := &p.request.Messages[i]
		turns[i] = converseTurn{m.Role, []converseBlock{{Text: messageText(m)}}}
		switch {
		case !m.Cache:
		case keeps && marks < claudeCachePoints:
			marks++
			turns[i].Content = append(turns[i].Content, converseBlock{Cache: &converseKind{"default"}})
		case !keeps && !dropped:
			dropped = true
			p.drop("cache", "the model keeps no prompts, or by itself")
		}
	}
	return turns
}
