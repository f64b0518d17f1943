package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// responsesReply is a response, as far as it matters.
type responsesReply struct {
	ID         string          `json:"id"`
	Object     string          `json:"object"`
	Model      string          `json:"model"`
	Status     string          `json:"status"`
	Error      json.RawMessage `json:"error"`
	Incomplete *struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []openaiItem    `json:"output"`
	Usage  json.RawMessage `json:"usage"`
	Tier   servedTier      `json:"service_tier"`
}

type openaiItem struct {
	Type    string            `json:"type"`
	Phase   string            `json:"phase"`
	Content []openaiReplyPart `json:"content"`
	Queries []string          `json:"queries"`
	Results []openaiPassage   `json:"results"`
}

type openaiReplyPart struct {
	Type        string       `json:"type"`
	Text        string       `json:"text"`
	Refusal     string       `json:"refusal"`
	Annotations []openaiNote `json:"annotations"`
}

type openaiNote struct {
	Type     string `json:"type"`
	FileID   string `json:"file_id"`
	Filename string `json:"filename"`
	Index    *int   `json:"index"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Start    *int   `json:"start_index"`
	End      *int   `json:"end_index"`
}

type openaiPassage struct {
	FileID     string         `json:"file_id"`
	Filename   string         `json:"filename"`
	Score      float64        `json:"score"`
	Text       string         `json:"text"`
	Attributes map[string]any `json:"attributes"`
}

// response reads the reply to a request for a response. HTTP 200 is not yet an answer.
func (r reading) response(x *call.Exchange) (call.Result, error) {
	if x.Status != http.StatusOK {
		return r.refused(x)
	}
	var reply responsesReply
	if err := json.Unmarshal(x.Body, &reply); err != nil || reply.Status == "" {
		return call.Result{}, r.failure(x)
	}
	v := &model.Response{ID: reply.ID, Served: reply.Model, Tier: string(reply.Tier), Usage: readUsage(reply.Usage)}
	refusal := reply.read(v)
	if v.Usage.Known != 0 {
		v.Usage.Searches, v.Usage.Known = int64(len(v.Searches)), v.Usage.Known|catalog.PartSearches
	}
	if reply.Status == "failed" {
		if f := r.midway(x, &reply, v); f != nil {
			return call.Result{}, f
		}
		return chatResult(v), nil
	}
	v.Stop, v.Reason = reply.stop()
	switch {
	case refusal != "" && v.Stop == model.Complete:
		v.Stop, v.Reason = model.Refused, "refusal"
		v.Text = cmp.Or(v.Text, refusal)
	case v.Stop == model.Complete && strings.TrimSpace(v.Text) == "":
		v.Stop = model.Empty
	}
	return chatResult(v), nil
}

// refused reads a reply with an error status: a prompt that was refused for what it says is an outcome.
func (r reading) refused(x *call.Exchange) (call.Result, error) {
	if e, ok := parseError(x.Body); ok && x.Status == http.StatusBadRequest {
		if word := e.blocks(); word != "" {
			return chatResult(&model.Response{Stop: model.Blocked, Reason: word, Text: call.Shorten(e.Message)}), nil
		}
	}
	return call.Result{}, r.failure(x)
}

// midway is the failure of a response that failed, or nil where it stopped for what the prompt says or
// does not say why.
func (r reading) midway(x *call.Exchange, reply *responsesReply, v *model.Response) *call.Failure {
	e, ok := parseError(x.Body)
	if !ok {
		v.Stop, v.Reason = model.Unfinished, "failed"
		return nil
	}
	if word := e.blocks(); word != "" {
		v.Stop, v.Reason = model.Blocked, word
		return nil
	}
	return r.failed(x, e)
}

// stop is how a response ended, and its own word for it. Words that are not known are no answers.
func (reply *responsesReply) stop() (model.Stop, string) {
	reason := reply.Status
	if reply.Incomplete != nil && reply.Incomplete.Reason != "" {
		reason = reply.Incomplete.Reason
	}
	if reply.Status == "completed" {
		return model.Complete, reply.Status
	}
	if reply.Status == "incomplete" {
		switch reason {
		case "max_output_tokens":
			return model.Truncated, reason
		case "content_filter":
			return model.Filtered, reason
		}
	}
	return model.Unfinished, reason
}

// read gathers what the model wrote, cited and searched; it returns the words of a refusal. What the model
// says while it works (phase commentary) is no part of the answer where there is an answer beside it.
func (reply *responsesReply) read(v *model.Response) (refusal string) {
	answered := false
	for i := range reply.Output {
		item := &reply.Output[i]
		answered = answered || item.Type == "message" && item.Phase != "commentary" && len(item.Content) > 0
	}
	var text strings.Builder
	var refusals []string
	for i := range reply.Output {
		switch item := &reply.Output[i]; {
		case item.Type == "message" && (item.Phase != "commentary" || !answered):
			for j := range item.Content {
				part := &item.Content[j]
				if part.Refusal != "" || part.Type == "refusal" {
					refusals = append(refusals, cmp.Or(part.Refusal, "refusal"))
				}
				v.Citations = append(v.Citations, part.citations(text.Len())...)
				text.WriteString(part.Text)
			}
		case item.Type == "file_search_call":
			v.Searches = append(v.Searches, item.search())
		}
	}
	v.Text = text.String()
	return strings.Join(refusals, "\n")
}

// citations reads the notes on a part of the text that begins at a byte of the whole.
func (part *openaiReplyPart) citations(from int) []model.Citation {
	var all []model.Citation
	places := characters{text: part.Text}
	for _, n := range part.Annotations {
		c := model.Citation{Source: cmp.Or(n.FileID, n.URL), Title: cmp.Or(n.Filename, n.Title)}
		switch {
		case n.Index != nil:
			c.Start = from + places.byteAt(*n.Index)
			c.End = c.Start
		case n.Start != nil && n.End != nil:
			c.Start = from + places.byteAt(*n.Start)
			c.End = max(c.Start, from+places.byteAt(*n.End))
		}
		all = append(all, c)
	}
	return all
}

// characters finds the bytes of characters in a text. It remembers where every so many begin: a reply may
// hold as many notes as its text has characters.
type characters struct {
	text  string
	marks []int
}

const charactersPerMark = 64

// byteAt is the byte at which the n-th character begins, within the text.
func (c *characters) byteAt(n int) int {
	switch {
	case n <= 0:
		return 0
	case n >= len(c.text):
		return len(c.text)
	case c.marks == nil:
		count := 0
		for at := range c.text {
			if count%charactersPerMark == 0 {
				c.marks = append(c.marks, at)
			}
			count++
		}
	}
	mark := min(n/charactersPerMark, len(c.marks)-1)
	at := c.marks[mark]
	for left := n - mark*charactersPerMark; left > 0 && at < len(c.text); left-- {
		_, size := utf8.DecodeRuneInString(c.text[at:])
		at += size
	}
	return at
}

func (item *openaiItem) search() model.Search {
	s := model.Search{Queries: item.Queries}
	for _, p := range item.Results {
		s.Results = append(s.Results, model.Passage{
			File: p.FileID, Name: p.Filename, Score: p.Score, Text: p.Text, Attributes: p.Attributes})
	}
	return s
}

// openaiUsage is what the two protocols of the family report, under the names of both.
type openaiUsage struct {
	Input      *int64         `json:"input_tokens"`
	Output     *int64         `json:"output_tokens"`
	InputMore  *openaiDetails `json:"input_tokens_details"`
	OutputMore *openaiDetails `json:"output_tokens_details"`

	Prompt         *int64         `json:"prompt_tokens"`
	Completion     *int64         `json:"completion_tokens"`
	PromptMore     *openaiDetails `json:"prompt_tokens_details"`
	CompletionMore *openaiDetails `json:"completion_tokens_details"`
	CacheHit       *int64         `json:"prompt_cache_hit_tokens"` // DeepSeek

	Total *int64 `json:"total_tokens"`
}

type openaiDetails struct {
	Cached     *int64 `json:"cached_tokens"`
	CacheWrite *int64 `json:"cache_write_tokens"`
	Reasoning  *int64 `json:"reasoning_tokens"`
}

// readUsage reads what a reply says that it used. Numbers that cannot be are not reported at all, which
// makes the cost unknown, not the answer unusable.
func readUsage(raw json.RawMessage) catalog.Usage {
	var usage *openaiUsage
	if json.Unmarshal(raw, &usage) != nil || usage == nil {
		return catalog.Usage{}
	}
	var u catalog.Usage
	take := func(to *int64, part catalog.Part, from ...*int64) {
		for _, n := range from {
			if n != nil {
				*to, u.Known = *n, u.Known|part
				return
			}
		}
	}
	in, out := firstDetails(usage.InputMore, usage.PromptMore), firstDetails(usage.OutputMore, usage.CompletionMore)
	take(&u.Input, catalog.PartInput, usage.Input, usage.Prompt)
	take(&u.Output, catalog.PartOutput, usage.Output, usage.Completion)
	take(&u.CachedInput, catalog.PartCached, in.Cached, usage.CacheHit)
	take(&u.CacheWrite, catalog.PartCacheWrite, in.CacheWrite)
	take(&u.Reasoning, catalog.PartReasoning, out.Reasoning)
	if u.Known&(catalog.PartInput|catalog.PartOutput) == 0 || u.Valid() != nil {
		return catalog.Usage{}
	}
	return u
}

func firstDetails(all ...*openaiDetails) openaiDetails {
	for _, d := range all {
		if d != nil {
			return *d
		}
	}
	return openaiDetails{}
}
