package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// apiError is an error of the OpenAI family in one form: servers send it nested and flat, with codes that
// are words, numbers or null.
type apiError struct {
	Code, Type, Param, Message string
}

// openaiKinds says what the codes and types of errors mean. Other words are judged by the HTTP status.
var openaiKinds = []struct {
	word string
	kind call.Kind
}{
	{"insufficient_quota", call.NoQuota},
	{"billing_hard_limit_reached", call.NoQuota},
	{"billing_not_active", call.NoQuota},
	{"invalid_api_key", call.BadKey},
	{"model_not_found", call.NoModel},
	{"DeploymentNotFound", call.NoModel},
	{"context_length_exceeded", call.TooLong},
	{"exceed_context_size_error", call.TooLong},
	{"unsupported_value", call.Unsupported},
	{"unsupported_parameter", call.Unsupported},
	{"unknown_parameter", call.Unsupported},
	{"rate_limit_exceeded", call.RateLimited},
	{"slow_down", call.Overload},
	{"vector_store_timeout", call.ServerFault},
	{"batch_expired", call.Timeout},
	{"batch_cancelled", call.Cancelled},
}

// blockedWords are codes that refuse a prompt for what it says: an outcome of the request, not a failure.
var blockedWords = []string{
	"invalid_prompt", "content_policy_violation", "content_filter", "bio_policy", "misalignment_policy_violation",
	"image_content_policy_violation", "cyber_policy_violation",
}

// statusKinds says what an HTTP status means where no word does.
var statusKinds = []struct {
	status int
	kind   call.Kind
}{
	{http.StatusUnauthorized, call.BadKey},
	{http.StatusPaymentRequired, call.NoQuota},
	{http.StatusForbidden, call.Forbidden},
	{http.StatusRequestTimeout, call.Timeout},
	{http.StatusConflict, call.ServerFault}, // something else holds the object: worth another try
	{http.StatusRequestEntityTooLarge, call.TooLong},
	{http.StatusTooManyRequests, call.RateLimited},
	{http.StatusServiceUnavailable, call.Overload},
	{http.StatusGatewayTimeout, call.Timeout},
	{529, call.Overload},
}

// tooLongWords stand in the messages of servers that have no code for a prompt that does not fit, and of
// OpenAI where one request alone exceeds the tokens of a minute: no wait helps.
var tooLongWords = []string{"context length", "context size", "context window", "request too large"}

func (e *apiError) kind(status int) call.Kind {
	for _, k := range openaiKinds {
		if k.word == e.Code || k.word == e.Type {
			if k.kind == call.RateLimited && e.says(tooLongWords[3:]) {
				return call.TooLong
			}
			return k.kind
		}
	}
	if status == http.StatusBadRequest && e.says(tooLongWords) {
		return call.TooLong
	}
	if status == http.StatusNotFound && e.says([]string{"model"}) {
		return call.NoModel
	}
	for _, k := range statusKinds {
		if k.status == status {
			return k.kind
		}
	}
	if status >= 500 {
		return call.ServerFault
	}
	return call.BadRequest
}

func (e *apiError) says(words []string) bool {
	message := strings.ToLower(e.Message)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(message, w) })
}

// blocks is the word with which an error refuses the prompt, or empty.
func (e *apiError) blocks() string {
	for _, w := range blockedWords {
		if e.Code == w || e.Type == w {
			return w
		}
	}
	return ""
}

// parseError reads the error in a body, in any of the forms that servers send; false if there is none.
func parseError(body []byte) (apiError, bool) {
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return apiError{}, false
	}
	var e apiError
	nested, has := top["error"]
	fields := top
	switch {
	case has && json.Unmarshal(nested, &fields) == nil && fields != nil: // {"error": {…}}
	case has && string(bytes.TrimSpace(nested)) != "null": // {"error": "…", "error_type": "…"}
		return apiError{Message: asText(nested), Type: asText(top["error_type"])}, true
	case top["detail"] != nil: // FastAPI
		return apiError{Message: asText(top["detail"])}, true
	case asText(top["object"]) != "error" && top["message"] == nil:
		return apiError{}, false
	}
	e.Code = asText(fields["code"])
	e.Type = asText(fields["type"])
	e.Param = asText(fields["param"])
	e.Message = asText(fields["message"])
	if upstream := upstreamWords(fields["metadata"]); upstream != "" {
		e.Message += " (" + upstream + ")"
	}
	return e, true
}

// upstreamWords is the message of the provider that a router asked.
func upstreamWords(metadata json.RawMessage) string {
	var m map[string]json.RawMessage
	if json.Unmarshal(metadata, &m) != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(asText(m["provider_name"])+": "+asText(m["raw"]), ": "))
}

// asText is a JSON string's text, or the JSON of another value; null and nothing are empty.
func asText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// reading reads the replies to calls that name one model.
type reading struct {
	*endpoint
	model string // empty where a call names none
}

func (e *endpoint) reading(model string) reading { return reading{e, model} }

// failure is what a body that holds no answer means.
func (r reading) failure(x *call.Exchange) *call.Failure {
	e, ok := parseError(x.Body)
	body := bytes.TrimSpace(x.Body)
	page := bytes.HasPrefix(body, []byte("<"))
	switch {
	case ok:
	case len(body) == 0:
		e.Message = "an empty reply"
	case page:
		e.Message = "a page instead of JSON: " + pageTitle(body)
	default:
		e.Message = "not the reply that was expected: " + string(body[:min(len(body), call.MaxMessageBytes)])
	}
	f := r.failed(x, e)
	if !ok && x.Status < 300 {
		f.Kind, f.Next = call.Malformed, ""
	}
	if page {
		f.Next = "is a proxy in between, and is the base URL of provider " + r.name + " right? 'assay doctor' shows it"
	}
	return f
}

// failed is the failure of an error.
func (r reading) failed(x *call.Exchange, e apiError) *call.Failure {
	status := x.Status
	if status < 300 { // an error inside a reply that is none: its code may be a status
		status = statusIn(e.Code)
	}
	f := &call.Failure{Kind: e.kind(status), Status: x.Status, Code: cmp.Or(e.Code, e.Type), Message: e.Message}
	if f.Kind == call.BadRequest && status == 0 {
		f.Kind = call.ServerFault // the server had taken the request: it failed while it answered
	}
	f.Next = r.next(f.Kind, &e, x)
	return f
}

// statusIn is the HTTP status that a code is, or 0.
func statusIn(code string) int {
	status := 0
	if n, err := fmt.Sscanf(code, "%d", &status); n != 1 || err != nil || status < 400 || status > 599 {
		return 0
	}
	return status
}

func pageTitle(page []byte) string {
	lower := bytes.ToLower(page[:min(len(page), 4096)])
	_, rest, ok := bytes.Cut(lower, []byte("<title>"))
	title, _, ended := bytes.Cut(rest, []byte("</title>"))
	if !ok || !ended {
		return "HTML"
	}
	return string(bytes.TrimSpace(title))
}

// next is what to try after a failure.
func (r reading) next(kind call.Kind, e *apiError, x *call.Exchange) string {
	switch kind {
	case call.BadKey:
		if r.keyVar == "" {
			return "the server needs a key: name its variable with key_env"
		}
		return "check " + r.keyVar + ": 'assay doctor' shows what is set"
	case call.Forbidden:
		return "the key's project may lack the model or the permission, or the account the country"
	case call.NoModel:
		return "'assay models check' asks the provider what it serves" + r.lifecycle(x)
	case call.NoQuota:
		return "add credit or raise the limit in the account: waiting does not help"
	case call.TooLong:
		return "shorten the prompt or take a model with a larger window: 'assay models ls' shows them"
	case call.Unsupported, call.BadRequest:
		return parameterNext(cmp.Or(e.Param, e.Message))
	}
	return ""
}

// lifecycle says what the tables know of the end of the model. The day is the exchange's, so that a
// replay says the same.
func (r reading) lifecycle(x *call.Exchange) string {
	if r.model == "" || x.Began.IsZero() {
		return ""
	}
	s := r.catalog.Status(r.row.Name, r.model, x.Began)
	if s.State == catalog.StateUnknown || s.State == catalog.Current {
		return ""
	}
	return "; " + r.model + ": " + s.String()
}

// parameterNexts name the setting of a parameter of the wire.
var parameterNexts = []struct{ word, next string }{
	{"response_format", "set json: mode or json: prompt for this provider in assay.yaml"},
	{"text.format", "the schema is not one that the model takes: simplify it, or set json: mode for this provider in assay.yaml"},
	{"temperature", "leave out temperature, or name one that the model takes: some take their own only"},
	{"top_p", "leave out top_p, or name one that the model takes: some take their own only"},
	{"reasoning", "leave out effort, or name one that the model has"},
	{"max_output_tokens", "lower max_tokens"},
	{"max_completion_tokens", "lower max_tokens"},
	{"max_tokens", "lower max_tokens"},
	{"seed", "leave out seed"},
	{"stop", "leave out stop"},
	{"service_tier", "leave out tier"},
	{"dimensions", "leave out dimensions, or name a number that the model has"},
	{"encoding_format", "take the provider 'compatible' for this server: it asks for plain numbers"},
}

func parameterNext(message string) string {
	for _, p := range parameterNexts {
		if strings.Contains(message, p.word) {
			return p.next
		}
	}
	return ""
}

// messageKind is what words in an error's message mean, where its code says too little.
type messageKind struct {
	words []string
	kind  call.Kind
}

// refine is the kind that an error's message tells, or the one that its code told.
func (e *apiError) refine(kind call.Kind, table []messageKind) call.Kind {
	for _, s := range table {
		if e.says(s.words) {
			return s.kind
		}
	}
	return kind
}

// failureOf is the failure of an error of which the kind is known.
func (r reading) failureOf(x *call.Exchange, kind call.Kind, e apiError) *call.Failure {
	return &call.Failure{Kind: kind, Status: x.Status, Code: cmp.Or(e.Code, e.Type), Message: e.Message, Next: r.next(kind, &e, x)}
}

func chatResult(v *model.Response) call.Result {
	return call.Result{Value: v, Usage: v.Usage, Served: v.Served, Tier: v.Tier}
}

// isPresent reports whether a member of a reply is there and not null.
func isPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
