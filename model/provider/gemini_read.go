package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// geminiReply is a response of generateContent.
type geminiReply struct {
	Candidates []geminiCandidate `json:"candidates"`
	Feedback   *struct {
		Reason  string `json:"blockReason"`
		Message string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage *geminiUsed     `json:"usageMetadata"`
	Model string          `json:"modelVersion"`
	ID    string          `json:"responseId"`
	Error json.RawMessage `json:"error"`
}

type geminiCandidate struct {
	Content struct {
		Parts []struct {
			Text    string `json:"text"`
			Thought bool   `json:"thought"`
		} `json:"parts"`
	} `json:"content"`
	Finish   string `json:"finishReason"`
	Message  string `json:"finishMessage"`
	Citation struct {
		Sources []geminiCited `json:"citationSources"`
	} `json:"citationMetadata"`
}

// geminiCited is a source that an answer repeats; its places are bytes of the text.
type geminiCited struct {
	Start int    `json:"startIndex"`
	End   int    `json:"endIndex"`
	URI   string `json:"uri"`
	Title string `json:"title"`
}

// geminiUsed counts thoughts beside the candidates. Counts of nothing are left out.
type geminiUsed struct {
	Prompt     int64 `json:"promptTokenCount"`
	Cached     int64 `json:"cachedContentTokenCount"`
	Candidates int64 `json:"candidatesTokenCount"`
	Thoughts   int64 `json:"thoughtsTokenCount"`
	Tools      int64 `json:"toolUsePromptTokenCount"`

	Tier    servedTier `json:"serviceTier"`
	Traffic servedTier `json:"trafficType"` // of Google's cloud, in place of the tier
}

// geminiReader reads the replies to calls that name one model.
type geminiReader struct{ reading }

// content reads the reply. HTTP 200 is not yet an answer.
func (r geminiReader) content(x *call.Exchange) (call.Result, error) {
	var reply geminiReply
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || isPresent(reply.Error) {
		return call.Result{}, r.failure(x)
	}
	v := &model.Response{ID: reply.ID, Served: reply.Model, Tier: reply.Usage.tier(x), Usage: reply.Usage.normal()}
	switch {
	case len(reply.Candidates) > 0:
		reply.Candidates[0].read(v)
	case reply.Feedback != nil && reply.Feedback.Reason != "":
		v.Stop, v.Reason = model.Blocked, withMessage(reply.Feedback.Reason, reply.Feedback.Message)
	default:
		f := r.failure(x)
		f.Kind, f.Next = call.Malformed, ""
		return call.Result{}, f
	}
	return chatResult(v), nil
}

func (c *geminiCandidate) read(v *model.Response) {
	var text strings.Builder
	for _, part := range c.Content.Parts {
		if !part.Thought {
			text.WriteString(part.Text)
		}
	}
	v.Text = text.String()
	v.Stop, v.Reason = stopOf(geminiStops, c.Finish), withMessage(c.Finish, c.Message)
	if v.Stop == model.Complete && strings.TrimSpace(v.Text) == "" {
		v.Stop = model.Empty
	}
	for _, s := range c.Citation.Sources {
		cited := model.Citation{Source: s.URI, Title: s.Title}
		if 0 <= s.Start && s.Start < s.End && s.End <= len(v.Text) {
			cited.Start, cited.End = s.Start, s.End
		}
		v.Citations = append(v.Citations, cited)
	}
}

func withMessage(word, message string) string {
	if message == "" {
		return word
	}
	return word + ": " + call.Shorten(message)
}

// geminiStops says what the reasons for the end of an answer mean. Other words are no answers.
// CONTINUATION is an answer that goes on in another call; it is not followed, and its part is no answer.
var geminiStops = []stopWord{
	{"STOP", model.Complete},
	{"MAX_TOKENS", model.Truncated},
	{"SAFETY", model.Filtered},
	{"LANGUAGE", model.Filtered},
	{"BLOCKLIST", model.Filtered},
	{"PROHIBITED_CONTENT", model.Filtered},
	{"SPII", model.Filtered},
	{"IMAGE_SAFETY", model.Filtered},
	{"IMAGE_PROHIBITED_CONTENT", model.Filtered},
	{"RECITATION", model.Recitation},
	{"IMAGE_RECITATION", model.Recitation},
	{"OTHER", model.Unfinished},
	{"IMAGE_OTHER", model.Unfinished},
	{"NO_IMAGE", model.Unfinished},
	{"MALFORMED_FUNCTION_CALL", model.Unfinished},
	{"UNEXPECTED_TOOL_CALL", model.Unfinished},
	{"TOO_MANY_TOOL_CALLS", model.Unfinished},
	{"CONTINUATION", model.Unfinished},
	{"FINISH_REASON_UNSPECIFIED", model.Unfinished},
}

// normal is the usage in the one meaning for all providers: thoughts are output.
func (u *geminiUsed) normal() catalog.Usage {
	if u == nil || u.Prompt <= 0 {
		return catalog.Usage{}
	}
	out := catalog.Usage{Input: u.Prompt, CachedInput: u.Cached, Output: u.Candidates, Reasoning: u.Thoughts, Known: catalog.PartAll}
	if out.Reasoning < 0 || u.Tools < 0 {
		return catalog.Usage{}
	}
	out = out.Add(catalog.Usage{Input: u.Tools, Output: u.Thoughts, Known: catalog.PartAll})
	if out.Valid() != nil {
		return catalog.Usage{}
	}
	return out
}

// geminiTraffic says which tiers the kinds of traffic are; other words have no price here.
var geminiTraffic = []struct{ word, tier string }{
	{"ON_DEMAND", "standard"},
	{"ON_DEMAND_FLEX", "flex"},
	{"ON_DEMAND_PRIORITY", "priority"},
	{"TRAFFIC_TYPE_UNSPECIFIED", ""},
}

// tier is the tier that served a reply: Google serves calls of the priority tier that are too many in the
// standard one, and says so in a header.
func (u *geminiUsed) tier(x *call.Exchange) string {
	header := x.Header.Get("X-Gemini-Service-Tier")
	if u == nil {
		return header
	}
	traffic := string(u.Traffic)
	for _, t := range geminiTraffic {
		if t.word == traffic {
			traffic = t.tier
		}
	}
	return cmp.Or(header, string(u.Tier), traffic)
}

// geminiFault is an error as Google's services word it.
type geminiFault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Status  string `json:"status"`
	Details []struct {
		Reason     string `json:"reason"`     // of an ErrorInfo
		RetryDelay string `json:"retryDelay"` // of a RetryInfo
		Violations []struct {
			Quota string `json:"quotaId"`
			Value string `json:"quotaValue"`
		} `json:"violations"` // of a QuotaFailure
	} `json:"details"`
}

// geminiKinds says what the states of Google's errors mean.
var geminiKinds = []struct {
	word string
	code int // of gRPC, which the lines of a batch carry instead of the word
	kind call.Kind
}{
	{"CANCELLED", 1, call.Cancelled},
	{"INVALID_ARGUMENT", 3, call.BadRequest},
	{"DEADLINE_EXCEEDED", 4, call.Timeout},
	{"NOT_FOUND", 5, call.NoModel},
	{"ALREADY_EXISTS", 6, call.BadRequest},
	{"PERMISSION_DENIED", 7, call.Forbidden},
	{"RESOURCE_EXHAUSTED", 8, call.RateLimited},
	{"FAILED_PRECONDITION", 9, call.Forbidden},
	{"ABORTED", 10, call.ServerFault},
	{"OUT_OF_RANGE", 11, call.BadRequest},
	{"UNIMPLEMENTED", 12, call.Unsupported},
	{"INTERNAL", 13, call.ServerFault},
	{"UNAVAILABLE", 14, call.Overload},
	{"DATA_LOSS", 15, call.ServerFault},
	{"UNAUTHENTICATED", 16, call.BadKey},
}

// geminiMessageKinds refine errors of a request, in this order.
var geminiMessageKinds = []messageKind{
	{[]string{"api key not valid", "api key expired", "api_key_invalid"}, call.BadKey},
	{[]string{"maximum number of tokens", "token count", "payload size exceeds"}, call.TooLong},
	{[]string{
		"not supported", "unknown name", "thinking level", "thinking_level", "thinking budget", "only works in thinking mode",
		"is not enabled", "unsupported",
	}, call.Unsupported},
}

// failure is what a body that holds no answer means.
func (r geminiReader) failure(x *call.Exchange) *call.Failure {
	fault, ok := parseGeminiFault(x.Body)
	if !ok {
		return r.reading.failure(x)
	}
	return r.faulted(x, fault)
}

// faulted is the failure of an error.
func (r geminiReader) faulted(x *call.Exchange, fault geminiFault) *call.Failure {
	e := apiError{Code: fault.Status, Message: fault.Message}
	kind, word := fault.kind(&e, x.Status)
	if kind == call.NoModel && r.model == "" {
		kind = call.BadRequest
	}
	e.Code = cmp.Or(e.Code, word)
	f := r.failureOf(x, kind, e)
	if kind == call.RateLimited {
		f.RetryAfter = fault.retryDelay()
	}
	return f
}

// parseGeminiFault reads an error, also from the list in which streams wrap it.
func parseGeminiFault(body []byte) (geminiFault, bool) {
	type envelope struct {
		Error *geminiFault `json:"error"`
	}
	var one envelope
	if json.Unmarshal(body, &one) == nil && one.Error != nil {
		return *one.Error, true
	}
	var many []envelope
	if json.Unmarshal(body, &many) == nil && len(many) > 0 && many[0].Error != nil {
		return *many[0].Error, true
	}
	return geminiFault{}, false
}

// kind is what an error means, and the word for its code where it came without one.
func (g *geminiFault) kind(e *apiError, status int) (call.Kind, string) {
	for _, k := range geminiKinds {
		if k.word != g.Status && (g.Status != "" || k.code != g.Code) {
			continue
		}
		switch {
		case k.kind == call.BadRequest && g.hasReason("API_KEY_INVALID", "API_KEY_EXPIRED"):
			return call.BadKey, k.word
		case k.kind == call.BadRequest:
			return e.refine(k.kind, geminiMessageKinds), k.word
		case k.kind == call.RateLimited && g.exhausted():
			return call.NoQuota, k.word
		case k.kind == call.Forbidden && e.says([]string{"billing"}):
			return call.NoQuota, k.word
		case k.kind == call.Cancelled: // by the server: the run itself was not stopped
			return call.ServerFault, k.word
		}
		return k.kind, k.word
	}
	if status < 300 {
		status = max(g.Code, http.StatusInternalServerError)
	}
	return e.kind(status), ""
}

func (g *geminiFault) hasReason(reasons ...string) bool {
	for i := range g.Details {
		if slices.Contains(reasons, g.Details[i].Reason) {
			return true
		}
	}
	return false
}

// limitZero is how a message says that a quota was never granted.
var limitZero = regexp.MustCompile(`limit: 0(\D|$)`)

// exhausted reports whether waiting is pointless: the quota is of a day, or of nothing.
func (g *geminiFault) exhausted() bool {
	if limitZero.MatchString(g.Message) {
		return true
	}
	for i := range g.Details {
		for _, v := range g.Details[i].Violations {
			if strings.Contains(v.Quota, "PerDay") || v.Value == "0" {
				return true
			}
		}
	}
	return false
}

func (g *geminiFault) retryDelay() time.Duration {
	for i := range g.Details {
		if d, err := time.ParseDuration(g.Details[i].RetryDelay); err == nil && d > 0 {
			return min(d, call.MaxWait)
		}
	}
	return 0
}

// geminiModels is a page of the models.
type geminiModels struct {
	Models []struct {
		Name    string `json:"name"`
		Display string `json:"displayName"`
		Input   int    `json:"inputTokenLimit"`
		Output  int    `json:"outputTokenLimit"`
	} `json:"models"`
	Next string `json:"nextPageToken"`
}

func (r geminiReader) models(x *call.Exchange) (call.Result, error) {
	var reply geminiModels
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Models == nil {
		return call.Result{}, r.failure(x)
	}
	page := &model.ModelPage{After: reply.Next}
	for _, m := range reply.Models {
		page.Models = append(page.Models, model.ListedModel{
			ID: strings.TrimPrefix(m.Name, "models/"), Name: m.Display, Input: m.Input, Output: m.Output})
	}
	return call.Result{Value: page}, nil
}
