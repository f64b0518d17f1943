package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// encode is JSON without the escapes that are for web pages: they would make bytes and tokens of a
// filing's ampersands.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, &call.Failure{Kind: call.BadRequest, Message: "the request cannot be written as JSON: " + err.Error()}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// plan works out what of a request is sent to a model of the OpenAI family, and keeps what is not.
type plan struct {
	request *model.Request
	model   catalog.Model // the zero Model where nothing is known
	dropped []call.Dropped
	forced  model.SchemaMethod
}

func (p *plan) drop(parameter, reason string) {
	p.dropped = append(p.dropped, call.Dropped{Parameter: parameter, Reason: reason})
}

// note writes into a call what the plan made of its request.
func (p *plan) note(c *call.Call, tier string) {
	c.MaxOut, c.Tier = cmp.Or(p.request.MaxTokens, p.model.MaxOutput), tier
	c.Dropped, c.Forced = p.dropped, string(p.forced)
}

// sampling is the temperature and top_p that are sent: none where the tables say that the model would
// refuse or ignore them, both where they say nothing.
func (p *plan) sampling(effort string) (temperature, topP *float64) {
	r := p.request
	reason := ""
	switch p.model.SamplingUnder("", effort) {
	case catalog.Rejects:
		reason = "the model refuses it"
		if p.model.Temperature == catalog.EffortNone {
			reason = "the model takes it with effort none only"
		}
	case catalog.Ignores:
		reason = "the model ignores it"
	}
	if reason == "" {
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

// effort is the effort that is sent: the asked one, or the nearest where the tables list others.
func (p *plan) effort() string {
	switch {
	case p.request.Effort == "":
		return ""
	case p.model.Thinking == "none":
		p.drop("effort", "the model does not think")
		return ""
	case len(p.model.Levels) > 0:
		return p.level(p.model.Levels)
	}
	return p.request.Effort
}

func (p *plan) dropSeed(reason string) {
	if p.request.Seed != nil {
		p.drop("seed", reason)
	}
}

func (p *plan) dropStop(reason string) {
	if len(p.request.Stop) > 0 {
		p.drop("stop", reason)
	}
}

// anyTier is among the tiers of servers that may have others than are known here.
const anyTier = "*"

// tier is the tier of service that is sent, if it is among those that the provider takes; empty is the
// standard one. Batch is no tier of a single call but another way to send it.
func (p *plan) tier(takes ...string) string {
	asked := p.request.Tier
	known, ok := catalog.ParseTier(asked)
	switch {
	case asked == "auto" || ok && known == catalog.Standard:
	case ok && known == catalog.Batch:
		p.drop("tier", "batch is another way to send calls, and no tier of one")
	case slices.Contains(takes, asked) || slices.Contains(takes, anyTier):
		return asked
	case len(takes) == 0:
		p.drop("tier", "the server has no tiers")
	default:
		p.drop("tier", "the provider has no tier "+asked)
	}
	return ""
}

// servedTier is the tier that a reply says it was served in; empty where it says none, or the word that
// leaves it open. It is never a reason to refuse an answer.
type servedTier string

// UnmarshalJSON takes any value.
func (t *servedTier) UnmarshalJSON(raw []byte) error {
	var word string
	if json.Unmarshal(raw, &word) == nil && word != "auto" {
		*t = servedTier(word)
	}
	return nil
}

// messageText is a turn as one text: documents between marks, then the text about them.
func messageText(m *model.Message) string {
	if len(m.Documents) == 0 {
		return m.Text
	}
	texts := documentTexts(m.Documents)
	if m.Text != "" {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, "\n\n")
}

// effortOrder is every effort that a request may name, from none to all.
var effortOrder = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}

// nearest is the level of a model that comes closest to an effort from below, or its lowest.
func nearest(levels []string, effort string) string {
	best, lowest, want := "", "", slices.Index(effortOrder, effort)
	for i, name := range effortOrder {
		if !slices.Contains(levels, name) {
			continue
		}
		lowest = cmp.Or(lowest, name)
		if i <= want {
			best = name
		}
	}
	return cmp.Or(best, lowest)
}

// level is the level that is sent for an effort; where it is another, the record says so.
func (p *plan) level(levels []string) string {
	effort := p.request.Effort
	sent := nearest(levels, effort)
	switch {
	case !slices.Contains(effortOrder, effort):
		p.drop("effort", fmt.Sprintf("%q is no effort: known are %q", effort, effortOrder))
		return ""
	case sent != effort:
		p.drop("effort", fmt.Sprintf("%s asked, %s sent: the model's nearest", effort, sent))
	}
	return sent
}

func levelsOr(m catalog.Model, otherwise []string) []string {
	if len(m.Levels) > 0 {
		return m.Levels
	}
	return otherwise
}

// cannotSearch is the failure of a request for a search at a provider without stores.
func cannotSearch() error {
	return &call.Failure{Kind: call.BadRequest, Message: "this provider does not search stores of files",
		Next: "ask an openai model, or put the passages into the prompt"}
}
