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

// converseReply is an answer of Converse.
type converseReply struct {
	Output *struct {
		Message struct {
			Content []converseReplyBlock `json:"content"`
		} `json:"message"`
	} `json:"output"`
	Stop  string        `json:"stopReason"`
	Usage *converseUsed `json:"usage"`
	Tier  struct {
		Type servedTier `json:"type"`
	} `json:"serviceTier"`
	Trace struct {
		Router struct {
			Model string `json:"invokedModelId"`
		} `json:"promptRouter"`
	} `json:"trace"`
}

// converseReplyBlock is a text, or a text with citations. Other blocks (reasoning, tools) are no part of the text.
type converseReplyBlock struct {
	Text  string `json:"text"`
	Cited *struct {
		Content   []struct{ Text string } `json:"content"`
		Citations []struct {
			Title  string                  `json:"title"`
			Source string                  `json:"source"`
			Quotes []struct{ Text string } `json:"sourceContent"`
		} `json:"citations"`
	} `json:"citationsContent"`
}

// converseUsed counts what came from a cache and what went into one beside the input, not in it.
type converseUsed struct {
	Input   *int64 `json:"inputTokens"`
	Output  *int64 `json:"outputTokens"`
	Read    *int64 `json:"cacheReadInputTokens"`
	Written *int64 `json:"cacheWriteInputTokens"`
	Details []struct {
		Life  string `json:"ttl"`
		Input int64  `json:"inputTokens"`
	} `json:"cacheDetails"`
}

// bedrockReader reads the replies to calls that name one model.
type bedrockReader struct{ reading }

// converse reads the reply. HTTP 200 is not yet an answer: a guardrail's words look like one.
func (r bedrockReader) converse(x *call.Exchange) (call.Result, error) {
	var reply converseReply
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Output == nil {
		return call.Result{}, r.failure(x)
	}
	v := &model.Response{ID: x.Header.Get("X-Amzn-Requestid"), Served: reply.Trace.Router.Model,
		Tier: string(reply.Tier.Type), Usage: reply.Usage.normal()}
	var text strings.Builder
	for i := range reply.Output.Message.Content {
		reply.Output.Message.Content[i].read(&text, v)
	}
	v.Text = text.String()
	v.Stop, v.Reason = stopOf(converseStops, reply.Stop), reply.Stop
	if v.Stop == model.Complete && strings.TrimSpace(v.Text) == "" {
		v.Stop = model.Empty
	}
	return chatResult(v), nil
}

func (s *converseReplyBlock) read(text *strings.Builder, v *model.Response) {
	start := text.Len()
	text.WriteString(s.Text)
	if s.Cited == nil {
		return
	}
	for _, part := range s.Cited.Content {
		text.WriteString(part.Text)
	}
	for _, c := range s.Cited.Citations {
		cited := model.Citation{Source: cmp.Or(c.Source, c.Title), Title: c.Title, Start: start, End: text.Len()}
		if len(c.Quotes) > 0 {
			cited.Quote = c.Quotes[0].Text
		}
		v.Citations = append(v.Citations, cited)
	}
}

// converseStops says what the reasons for the end of an answer mean. Other words are no answers.
var converseStops = []stopWord{
	{"end_turn", model.Complete},
	{"stop_sequence", model.Complete},
	{"max_tokens", model.Truncated},
	{"guardrail_intervened", model.Filtered},
	{"content_filtered", model.Filtered},
	{"refusal", model.Refused}, // of Anthropic's models, which the service model does not list
	{"model_context_window_exceeded", model.Context},
	{"tool_use", model.Unfinished},
	{"malformed_model_output", model.Unfinished},
	{"malformed_tool_use", model.Unfinished},
}

// normal is the usage in the one meaning for all providers: the input is the sum of the three counts. It
// does not tell thinking from the rest of the output.
func (u *converseUsed) normal() catalog.Usage {
	if u == nil {
		return catalog.Usage{}
	}
	like := claudeUsed{Input: u.Input, Output: u.Output, Read: u.Read, Written: u.Written}
	out := like.normal()
	for _, d := range u.Details {
		if d.Life == "1h" && 0 < d.Input && d.Input <= out.CacheWrite {
			out.CacheWrite, out.CacheWriteLong = out.CacheWrite-d.Input, out.CacheWriteLong+d.Input
		}
	}
	return out
}

// bedrockKinds says what the types of errors mean.
var bedrockKinds = []struct {
	word string
	kind call.Kind
}{
	{"AccessDeniedException", call.Forbidden},
	{"UnrecognizedClientException", call.BadKey},
	{"InvalidSignatureException", call.BadKey},
	{"IncompleteSignatureException", call.BadKey},
	{"MissingAuthenticationTokenException", call.BadKey},
	{"MissingAuthenticationToken", call.BadKey},
	{"ExpiredTokenException", call.BadKey},
	{"InvalidClientTokenId", call.BadKey},
	{"ResourceNotFoundException", call.NoModel},
	{"ThrottlingException", call.RateLimited},
	{"TooManyRequestsException", call.RateLimited},
	{"ModelNotReadyException", call.Overload},
	{"ModelTimeoutException", call.Timeout},
	{"ModelErrorException", call.ServerFault},
	{"ModelStreamErrorException", call.ServerFault},
	{"InternalServerException", call.ServerFault},
	{"InternalFailure", call.ServerFault},
	{"ServiceUnavailableException", call.Overload},
	{"ServiceQuotaExceededException", call.NoQuota},
	{"ValidationException", call.BadRequest},
	{"SerializationException", call.BadRequest},
	{"UnknownOperationException", call.BadRequest},
}

// bedrockMessageKinds refine errors of a request, in this order.
var bedrockMessageKinds = []messageKind{
	{[]string{"input is too long", "prompt is too long", "too many input tokens", "context window", "maxlength",
		"maximum context"}, call.TooLong},
	{[]string{"model identifier is invalid", "end of its life"}, call.NoModel},
	{[]string{
		"temperature", "top_p", "topp", "extraneous key", "not supported", "does not support", "doesn't support", "isn't supported",
		"thinking", "effort",
	}, call.Unsupported},
}

// failure is what a reply that holds no answer means. The type of an error is in a header, or in the body
// with or without a name space before it.
func (r bedrockReader) failure(x *call.Exchange) *call.Failure {
	var reply struct {
		Type    string `json:"__type"`
		Message string `json:"message"`
		Upper   string `json:"Message"`
	}
	if json.Unmarshal(x.Body, &reply) != nil {
		return r.reading.failure(x)
	}
	kind, _, _ := strings.Cut(x.Header.Get("X-Amzn-Errortype"), ":")
	if kind == "" {
		kind = reply.Type[strings.LastIndexByte(reply.Type, '#')+1:]
	}
	e := apiError{Type: kind, Message: cmp.Or(reply.Message, reply.Upper)}
	if kind == "" && e.Message == "" {
		return r.reading.failure(x)
	}
	return r.failedAs(x, e)
}

func (r bedrockReader) failedAs(x *call.Exchange, e apiError) *call.Failure {
	kind := call.ServerFault
	if x.Status >= 300 {
		kind = e.kind(x.Status)
	}
	for _, k := range bedrockKinds {
		if k.word == e.Type {
			kind = k.kind
		}
	}
	switch {
	case kind == call.BadRequest && x.Status >= 300:
		kind = e.refine(kind, bedrockMessageKinds)
	case kind == call.RateLimited && e.says([]string{"per day"}):
		kind = call.NoQuota
	case kind == call.Forbidden && e.says([]string{"api key is valid"}):
		kind = call.BadKey
	case kind == call.ServerFault && e.says([]string{"overloaded"}):
		kind = call.Overload
	}
	f := r.failureOf(x, kind, e)
	f.Next = r.nextStep(kind, &e, f.Next)
	return f
}

// nextStep is what to try where AWS's ways differ from other providers'.
func (r bedrockReader) nextStep(kind call.Kind, e *apiError, next string) string {
	switch {
	case kind == call.BadKey && r.key.IsZero():
		return "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or the profile; credentials that expire must be renewed"
	case kind == call.Forbidden:
		return "the account needs access to the model in this region, and the permission bedrock:InvokeModel"
	case e.says([]string{"on-demand throughput"}):
		return "name the model's inference profile, such as us." + r.model + ", in its place"
	}
	return next
}
