package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// compatibleRow speaks to any server with OpenAI's chat completions. How JSON is asked for is a setting
// (json: schema, mode or prompt), not a second try: a call is one exchange, so that its key names one reply.
var compatibleRow = Row{
	Name: "compatible",
	Doc: "any server with OpenAI's chat/completions and embeddings (vLLM, TEI, proxies); base_url must be named. " +
		"Servers may ignore parameters without saying so, and often report no usage: the cost is then unknown.",
	KeyNone: true,
	open:    compatible(chatDialect{tiers: []string{anyTier}}),
}

// The rows below are servers of which a base URL and a key's variable are all there is to say, but for
// what their dialect notes.
var (
	azureRow = Row{
		Name: "azure",
		Doc: "Azure OpenAI under its v1 address, https://RESOURCE.openai.azure.com/openai/v1; models are named by " +
			"deployment, so prices need a row of your own",
		BaseVar: "AZURE_OPENAI_BASE_URL", KeyVar: "AZURE_OPENAI_API_KEY",
		open: compatible(chatDialect{keyName: "api-key", completion: true, tiers: []string{anyTier}}),
	}
	openrouterRow = Row{
		Name:    "openrouter",
		Doc:     "OpenRouter; only upstreams that take every parameter sent are used (require_parameters), others would drop them silently",
		BaseURL: "https://openrouter.ai/api/v1", KeyVar: "OPENROUTER_API_KEY", KeyFrom: "sk-or-",
		open: compatible(chatDialect{route: true, tiers: []string{anyTier}}),
	}
	groqRow = Row{
		Name:    "groq",
		Doc:     "Groq; a temperature of 0 is served as 1e-8, and only some models take a schema",
		BaseURL: "https://api.groq.com/openai/v1", KeyVar: "GROQ_API_KEY", KeyFrom: "gsk_",
		open: compatible(chatDialect{tiers: []string{anyTier}}),
	}
	mistralRow = Row{
		Name:    "mistral",
		Doc:     "Mistral; the seed is sent as random_seed, and parameters that it does not know are refused",
		BaseURL: "https://api.mistral.ai/v1", KeyVar: "MISTRAL_API_KEY",
		open: compatible(chatDialect{randomSeed: true}),
	}
	deepseekRow = Row{
		Name:    "deepseek",
		Doc:     "DeepSeek; it has JSON mode and no schemas, so the schema goes into the prompt",
		BaseURL: "https://api.deepseek.com", KeyVar: "DEEPSEEK_API_KEY", KeyFrom: "sk-",
		open: compatible(chatDialect{json: "mode"}),
	}
	togetherRow = Row{
		Name:    "together",
		Doc:     "Together AI; only some models take a schema",
		BaseURL: "https://api.together.xyz/v1", KeyVar: "TOGETHER_API_KEY",
		open: compatible(chatDialect{}),
	}
	ollamaRow = Row{
		Name:    "ollama",
		Doc:     "Ollama on this machine; prompts longer than the model's num_ctx are cut without a word: set it there",
		BaseURL: "http://localhost:11434/v1", KeyNone: true,
		open: compatible(chatDialect{}),
	}
	vllmRow = Row{
		Name:    "vllm",
		Doc:     "vLLM on this machine",
		BaseURL: "http://localhost:8000/v1", KeyNone: true,
		open: compatible(chatDialect{}),
	}
	llamacppRow = Row{
		Name:    "llamacpp",
		Doc:     "llama.cpp's llama-server on this machine; it answers 503 while it loads, and embeds only when started for it",
		BaseURL: "http://localhost:8080/v1", KeyNone: true,
		open: compatible(chatDialect{}),
	}
	lmstudioRow = Row{
		Name:    "lmstudio",
		Doc:     "LM Studio on this machine; it has schemas and no JSON mode",
		BaseURL: "http://localhost:1234/v1", KeyNone: true,
		open: compatible(chatDialect{}),
	}
)

// chatDialect is where a compatible server differs.
type chatDialect struct {
	json       string   // how it is asked for JSON unless the settings say: schema if empty
	keyName    string   // the header of the key, if it is no bearer token
	randomSeed bool     // the seed is called random_seed
	completion bool     // the cap on the answer is called max_completion_tokens: reasoning models refuse the older name
	route      bool     // it routes to other servers and must be told not to drop parameters
	tiers      []string // of service that it takes; servers without any refuse the parameter, or charge as if it were not there
}

// compatibleEmbedTexts is what one call holds where nothing is known: some servers take no more.
const compatibleEmbedTexts = 32

// compatibleWire makes calls of chat completions.
type compatibleWire struct {
	*endpoint
	dialect chatDialect
}

// compatible opens servers of a dialect.
func compatible(d chatDialect) func(*endpoint) (model.Wire, authorize) {
	return func(e *endpoint) (model.Wire, authorize) {
		w := compatibleWire{e, d}
		w.dialect.json = cmp.Or(e.json, d.json, "schema")
		w.dialect.keyName = cmp.Or(e.keyName, d.keyName)
		if e.err == nil {
			e.err = w.check()
		}
		return model.Wire{Chat: w.chat, Embed: w.embed, Models: w.listModels, EmbedTexts: compatibleEmbedTexts}, w.authorize
	}
}

func (w compatibleWire) check() error {
	switch {
	case w.base == "" && w.row.BaseVar != "":
		return fmt.Errorf("provider %s: no base URL; set base_url for it in assay.yaml, or %s", w.name, w.row.BaseVar)
	case w.base == "":
		return fmt.Errorf("provider %s: no base URL; set base_url for it in assay.yaml (it often ends in /v1)", w.name)
	case w.row.Name == "azure" && !strings.HasSuffix(w.base, "/v1"):
		return fmt.Errorf("provider %s: the base URL must end in /openai/v1, the address that needs no api-version", w.name)
	}
	switch w.dialect.json {
	case "schema", "mode", "prompt":
		return nil
	}
	return fmt.Errorf("provider %s: json is %q: want schema, mode or prompt", w.name, w.dialect.json)
}

func (w compatibleWire) authorize(ctx context.Context, r *http.Request, body []byte) error {
	if w.dialect.keyName == "" || strings.EqualFold(w.dialect.keyName, "Authorization") {
		return w.bearer(ctx, r, body)
	}
	return w.withHeader(r, w.dialect.keyName, "")
}

// chatBody is a request for a chat completion; its fields are sent in this order.
type chatBody struct {
	Model         string         `json:"model"`
	Messages      []openaiTurn   `json:"messages"`
	Format        *chatFormat    `json:"response_format,omitempty"`
	Effort        string         `json:"reasoning_effort,omitempty"`
	MaxTokens     int            `json:"max_tokens,omitempty"`
	MaxCompletion int            `json:"max_completion_tokens,omitempty"`
	Temperature   *float64       `json:"temperature,omitempty"`
	TopP          *float64       `json:"top_p,omitempty"`
	Seed          *int64         `json:"seed,omitempty"`
	RandomSeed    *int64         `json:"random_seed,omitempty"`
	Stop          []string       `json:"stop,omitempty"`
	Tier          string         `json:"service_tier,omitempty"`
	Route         *chatRouteOnly `json:"provider,omitempty"`
}

type chatFormat struct {
	Type   string        `json:"type"`
	Schema *openaiFormat `json:"json_schema,omitempty"`
}

type chatRouteOnly struct {
	RequireParameters bool `json:"require_parameters"`
}

// chat is the call of a request.
func (w compatibleWire) chat(r *model.Request) (*call.Call, error) {
	if r.Search != nil {
		return nil, &call.Failure{Kind: call.BadRequest, Message: "this provider has no file search", Next: "take provider openai for it"}
	}
	m, _ := w.catalog.Resolve(w.row.Name, r.Model)
	p := plan{request: r, model: m}
	body := chatBody{Model: r.Model, Stop: r.Stop, Effort: p.effort()}
	body.Temperature, body.TopP = p.sampling(body.Effort)
	body.Tier = p.tier(w.dialect.tiers...)
	if p.model.Seed == catalog.No {
		p.dropSeed("the model has no seed")
	} else if w.dialect.randomSeed {
		body.RandomSeed = r.Seed
	} else {
		body.Seed = r.Seed
	}
	if w.dialect.completion {
		body.MaxCompletion = r.MaxTokens
	} else {
		body.MaxTokens = r.MaxTokens
	}
	if w.dialect.route {
		body.Route = &chatRouteOnly{true}
	}
	system, err := p.chatFormat(&body, w.dialect.json)
	if err != nil {
		return nil, err
	}
	body.turns(system, r.Messages)
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	c := w.post("/chat/completions", bytes, w.reading(r.Model).completion)
	p.note(c, body.Tier)
	return c, nil
}

func (body *chatBody) turns(system string, messages []model.Message) {
	if system != "" {
		body.Messages = append(body.Messages, openaiTurn{"system", system})
	}
	for i := range messages {
		body.Messages = append(body.Messages, openaiTurn{messages[i].Role, messageText(&messages[i])})
	}
}

// chatFormat asks for the schema as the setting or the tables say; it returns the instructions.
func (p *plan) chatFormat(body *chatBody, setting string) (string, error) {
	r := p.request
	if r.Schema == nil {
		return r.System, nil
	}
	if err := checkSchema(r.Schema); err != nil {
		return "", err
	}
	if setting == "schema" {
		setting = "" // unless the tables know better
	}
	switch p.forced = p.method(setting); p.forced {
	case model.BySchema:
		schema, strict, err := p.strict(r.Schema)
		if err != nil {
			return "", err
		}
		body.Format = &chatFormat{"json_schema", &openaiFormat{Name: schemaName(r.Schema), Schema: schema, Strict: &strict}}
		return r.System, nil
	case model.ByJSONMode:
		body.Format = &chatFormat{Type: "json_object"}
	}
	return withSchema(r.System, r.Schema), nil
}

// embed asks for plain numbers, which every server knows. What a vector is for cannot be stated here:
// models that want a prefix for it need the prefix in the text.
func (w compatibleWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	c, err := w.embedCall(r, "float")
	if err == nil && r.Purpose != "" && r.Purpose != model.ForSimilarity {
		c.Dropped = append(c.Dropped, call.Dropped{Parameter: "purpose", Reason: "the protocol cannot say it"})
	}
	return c, err
}

func (w compatibleWire) listModels(string) (*call.Call, error) {
	return w.get("/models", w.reading("").models), nil
}
