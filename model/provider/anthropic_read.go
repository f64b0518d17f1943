package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// claudeReply is a message as the API sends it.
type claudeReply struct {
	Type    string             `json:"type"`
	ID      string             `json:"id"`
	Model   string             `json:"model"`
	Content []claudeReplyBlock `json:"content"`
	Stop    string             `json:"stop_reason"`
	Details json.RawMessage    `json:"stop_details"`
	Usage   *claudeUsed        `json:"usage"`
}

// claudeReplyBlock is one block of an answer. What is thought and what is asked of tools is no part of the text.
type claudeReplyBlock struct {
	Type      string        `json:"type"`
	Text      string        `json:"text"`
	Citations []claudeCited `json:"citations"`
}

// claudeCited is a citation of any kind: each has the quote, and says in its own way where it is from.
type claudeCited struct {
	Quote    string `json:"cited_text"`
	Document *int   `json:"document_index"`
	DocTitle string `json:"document_title"`
	File     string `json:"file_id"`
	Title    string `json:"title"`
	Source   string `json:"source"`
	URL      string `json:"url"`
}

// claudeUsed counts what came from a cache and what went into one beside the input, not in it.
type claudeUsed struct {
	Input   *int64 `json:"input_tokens"`
	Read    *int64 `json:"cache_read_input_tokens"`
	Written *int64 `json:"cache_creation_input_tokens"`
	Lives   *struct {
		Short int64 `json:"ephemeral_5m_input_tokens"`
		Long  int64 `json:"ephemeral_1h_input_tokens"`
	} `json:"cache_creation"`
	Output *int64     `json:"output_tokens"`
	Tier   servedTier `json:"service_tier"`
	More   *struct {
		Thinking *int64 `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// claudeReader reads the replies to a request for a message.
type claudeReader struct {
	reading
	documents []model.Document // that the request held, as citations count them
}

// message reads the reply. HTTP 200 is not yet an answer.
func (r claudeReader) message(x *call.Exchange) (call.Result, error) {
	var reply claudeReply
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Type != "message" {
		return call.Result{}, r.failure(x)
	}
	v := &model.Response{ID: reply.ID, Served: reply.Model, Usage: reply.Usage.normal()}
	if reply.Usage != nil {
		v.Tier = string(reply.Usage.Tier)
	}
	var text strings.Builder
	for i := range reply.Content {
		block := &reply.Content[i]
		if block.Type != "text" {
			continue
		}
		start := text.Len()
		text.WriteString(block.Text)
		for _, c := range block.Citations {
			v.Citations = append(v.Citations, r.citation(c, start, text.Len()))
		}
	}
	v.Text = text.String()
	v.Stop, v.Reason = stopOf(claudeStops, reply.Stop), reply.Stop
	if v.Stop == model.Complete && strings.TrimSpace(v.Text) == "" {
		v.Stop = model.Empty
	}
	if details := claudeDetails(reply.Details); details != "" {
		v.Reason += ": " + details
	}
	return chatResult(v), nil
}

// claudeStops says what the words for the end of a message mean. Other words are no answers.
var claudeStops = []stopWord{
	{"end_turn", model.Complete},
	{"stop_sequence", model.Complete},
	{"max_tokens", model.Truncated},
	{"refusal", model.Refused},
	{"model_context_window_exceeded", model.Context},
	{"pause_turn", model.Unfinished},
	{"tool_use", model.Unfinished},
}

// claudeDetails says why a model refused: "cyber (explanation)".
func claudeDetails(raw json.RawMessage) string {
	var d struct {
		Category    string `json:"category"`
		Explanation string `json:"explanation"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &d) != nil {
		return ""
	}
	switch {
	case d.Category == "":
		return call.Shorten(d.Explanation)
	case d.Explanation == "":
		return call.Shorten(d.Category)
	}
	return call.Shorten(d.Category + " (" + d.Explanation + ")")
}

// citation is a citation of the text between two places.
func (r claudeReader) citation(c claudeCited, start, end int) model.Citation {
	out := model.Citation{
		Source: cmp.Or(c.Source, c.URL, c.File, c.DocTitle), Title: cmp.Or(c.DocTitle, c.Title), Quote: c.Quote,
		Start: start, End: end,
	}
	if c.Document != nil && *c.Document >= 0 && *c.Document < len(r.documents) {
		d := &r.documents[*c.Document]
		out.Source, out.Title = cmp.Or(d.Source, d.Title, out.Source), cmp.Or(d.Title, out.Title)
	}
	return out
}

// normal is the usage in the one meaning for all providers: the input is the sum of the three counts.
// Numbers that cannot be are not reported at all.
func (u *claudeUsed) normal() catalog.Usage {
	if u == nil || u.Input == nil || u.Output == nil {
		return catalog.Usage{}
	}
	out := catalog.Usage{Input: *u.Input, Output: *u.Output, Known: catalog.PartInput | catalog.PartOutput | catalog.PartSearches}
	if u.Read != nil {
		out.CachedInput, out.Known = *u.Read, out.Known|catalog.PartCached
		out = out.Add(catalog.Usage{Input: *u.Read, Known: catalog.PartAll})
	}
	if u.Written != nil {
		out = out.Add(catalog.Usage{Input: *u.Written, CacheWrite: *u.Written, Known: catalog.PartAll})
		out.Known |= catalog.PartCacheWrite | catalog.PartCacheWriteLong
		if u.Lives != nil && 0 <= u.Lives.Long && u.Lives.Long <= *u.Written {
			out.CacheWriteLong, out.CacheWrite = u.Lives.Long, *u.Written-u.Lives.Long
		}
	}
	if u.More != nil && u.More.Thinking != nil {
		out.Reasoning, out.Known = *u.More.Thinking, out.Known|catalog.PartReasoning
	}
	if out.Valid() != nil {
		return catalog.Usage{}
	}
	return out
}

// claudeModels is a page of the models.
type claudeModels struct {
	Data []struct {
		ID      string `json:"id"`
		Name    string `json:"display_name"`
		Retires string `json:"retires_at"`
		Input   int    `json:"max_input_tokens"`
		Output  int    `json:"max_tokens"`
	} `json:"data"`
	More bool   `json:"has_more"`
	Last string `json:"last_id"`
}

// listModels is the call of a page of models.
func (w claudeWire) listModels(after string) (*call.Call, error) {
	path := "/v1/models?limit=1000"
	if after != "" {
		path += "&after_id=" + awsEscape(after)
	}
	return w.versioned(w.get(path, claudeReader{reading: w.reading("")}.models)), nil
}

func (r claudeReader) models(x *call.Exchange) (call.Result, error) {
	var reply claudeModels
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Data == nil {
		return call.Result{}, r.failure(x)
	}
	page := &model.ModelPage{}
	for _, d := range reply.Data {
		day, _, _ := strings.Cut(d.Retires, "T")
		page.Models = append(page.Models, model.ListedModel{ID: d.ID, Name: d.Name, Retires: day, Input: d.Input, Output: d.Output})
	}
	if reply.More {
		page.After = reply.Last
	}
	return call.Result{Value: page}, nil
}
