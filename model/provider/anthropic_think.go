package provider

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// claudeFormat asks for JSON by a schema.
type claudeFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// claudeLevels are the levels of effort of models for which the tables list none.
var claudeLevels = []string{"low", "medium", "high"}

// think is how an effort is asked for, by what the model's kind of thinking is.
func (p *claudePlan) think(maxTokens int) (*claudeThinking, *claudeOutput) {
	effort := p.request.Effort
	if effort == "" {
		return nil, nil
	}
	switch p.model.Thinking {
	case "adaptive":
		if effort == "none" {
			return &claudeThinking{Type: "disabled"}, nil
		}
		if level := p.level(levelsOr(p.model, claudeLevels)); level != "" {
			return &claudeThinking{Type: "adaptive"}, &claudeOutput{Effort: level}
		}
		return nil, nil
	case "budget":
		return p.budget(maxTokens), nil
	case "none":
		if effort != "none" {
			p.drop("effort", "the model does not think")
		}
		return nil, nil
	}
	// Of a model that no table knows, the provider decides what it takes.
	if level := p.level(levelsOr(p.model, effortOrder[2:])); level != "" {
		return nil, &claudeOutput{Effort: level}
	}
	return nil, nil
}

// claudeMinBudget is the smallest number of tokens that a model may be given to think.
const claudeMinBudget = 1024

// claudeShares is the share of the answer's tokens, in eighths, that an effort gives to thinking.
var claudeShares = map[string]int{"minimal": 0, "low": 1, "medium": 2, "high": 4, "xhigh": 6, "max": 6}

// budget is thinking that is asked for in tokens. They count against the answer's, so it must leave some.
func (p *claudePlan) budget(maxTokens int) *claudeThinking {
	effort := p.request.Effort
	share, known := claudeShares[effort]
	switch {
	case effort == "none":
		return nil // these models do not think unless asked
	case !known:
		p.level(nil)
		return nil
	case maxTokens <= claudeMinBudget:
		p.drop("effort", fmt.Sprintf("thinking takes %d tokens or more, and the answer may have %d", claudeMinBudget, maxTokens))
		return nil
	}
	return &claudeThinking{Type: "enabled", Budget: min(max(claudeMinBudget, maxTokens*share/8), maxTokens-1)}
}

// format asks for the schema in the strongest way that the model has. Citations do not go with it.
func (p *claudePlan) format(body *claudeBody) error {
	s := p.request.Schema
	if s == nil {
		return nil
	}
	for i := range p.request.Messages {
		if len(p.request.Messages[i].Documents) > 0 {
			p.drop("citations", "a schema cannot be combined with citations: documents are sent as text")
			break
		}
	}
	if p.model.Schema == catalog.No {
		p.forced = model.ByPromptOnly
		body.System = withSchema(body.System, s)
		return nil
	}
	schema, lost, err := narrow(s.JSON, claudeSchemas)
	if err != nil {
		return err
	}
	p.dropKeywords(lost)
	p.forced = model.BySchema
	body.Output = cmp.Or(body.Output, &claudeOutput{})
	body.Output.Format = &claudeFormat{"json_schema", schema}
	return nil
}
