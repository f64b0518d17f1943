package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// openaiError is an error in the words of the protocol.
type openaiError struct {
	status  int
	message string
	kind    string // the field called type
	param   string // null if empty
	code    string // null if empty
	header  map[string]string
	bare    oaMap // the whole body, where it has another shape
}

// body is the error as JSON: OpenAI's codes are strings, those of vLLM are the HTTP status.
func (e *openaiError) body(compatible bool) any {
	if e.bare != nil {
		return e.bare
	}
	fields := oaMap{"message": e.message, "type": e.kind, "param": oaNullable(e.param), "code": oaNullable(e.code)}
	if compatible {
		fields["code"] = e.status
		fields["type"] = compatibleKind(e.status)
	}
	return oaMap{"error": fields}
}

func compatibleKind(status int) string {
	switch status {
	case 400:
		return "BadRequestError"
	case 404:
		return "NotFoundError"
	case 429:
		return "RateLimitError"
	}
	return strings.ReplaceAll(http.StatusText(status), " ", "") + "Error"
}

func oaNullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// refuse is a 400 for one parameter.
func oaRefuse(param, code, format string, args ...any) *openaiError {
	return &openaiError{status: 400, kind: "invalid_request_error", param: param, code: code,
		message: fmt.Sprintf(format, args...)}
}

// missing is a 404 for an object that does not exist.
func oaMissing(format string, args ...any) *openaiError {
	return &openaiError{status: 404, kind: "invalid_request_error", message: fmt.Sprintf(format, args...)}
}

func wrongKey(key string) *openaiError {
	return &openaiError{status: 401, kind: "invalid_request_error", code: "invalid_api_key",
		message: "Incorrect API key provided: " + key + ". You can find your API key at https://platform.openai.com/account/api-keys."}
}

func unknownModel(model string) *openaiError {
	return &openaiError{status: 404, kind: "invalid_request_error", code: "model_not_found",
		message: fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", model)}
}

// openaiHint is how long the ordered rate limits ask to wait.
const openaiHint = 20 * time.Millisecond

func rateLimited(wait time.Duration, header map[string]string) *openaiError {
	e := &openaiError{status: 429, kind: "requests", code: "rate_limit_exceeded", header: header,
		message: "Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1."}
	if wait > 0 {
		e.message += fmt.Sprintf(" Please try again in %s.", wait.Round(time.Millisecond))
	}
	return e
}

// fault leaves every fault to the handlers, since what OpenAI says quotes the key or the model.
func (o *OpenAI) fault(http.ResponseWriter, Fault) bool { return false }

// faulty spares what reads, deletes or cancels.
func (o *OpenAI) faulty(r *http.Request) bool {
	return r.Method == http.MethodPost && !strings.HasSuffix(r.URL.Path, "/cancel")
}

// ordered is the error of a fault, or nil if it is none or a way of answering.
func (o *OpenAI) ordered(f Fault, key string, body []byte) *openaiError {
	switch f {
	case RateLimitSeconds:
		return rateLimited(time.Second, map[string]string{"retry-after": "1"})
	case RateLimitMillis:
		return rateLimited(openaiHint, map[string]string{"retry-after-ms": "20", "retry-after": "1"})
	case RateLimitDate:
		// A date has whole seconds: two more are at least one second from now.
		at := time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat)
		return rateLimited(0, map[string]string{"retry-after": at})
	case RateLimitInfo:
		return rateLimited(openaiHint, nil)
	case RateLimitBare:
		return rateLimited(0, nil)
	case QuotaExhausted:
		return o.outOfQuota()
	case ServerError:
		return &openaiError{status: 500, kind: "server_error",
			message: "The server had an error while processing your request. Sorry about that!"}
	case Unavailable, Overloaded:
		return &openaiError{status: 503, kind: "server_error",
			message: "The engine is currently overloaded, please try again later."}
	case TimedOut:
		// A gateway before the API answers in its own words, with a number for a code.
		return &openaiError{status: 504, bare: oaMap{"error": oaMap{
			"message": "Gateway timeout.", "type": "cf_gateway_timeout", "param": nil, "code": 504}}}
	case ErrorIn200:
		return o.errorIn200()
	}
	return o.orderedRefusal(f, key, body)
}

// orderedRefusal is the error of a fault that another try does not mend.
func (o *OpenAI) orderedRefusal(f Fault, key string, body []byte) *openaiError {
	switch f {
	case Unauthorized:
		return wrongKey(maskedKey(key))
	case EchoedKey:
		return wrongKey(key)
	case Forbidden:
		return &openaiError{status: 403, kind: "invalid_request_error", code: "unsupported_country_region_territory",
			message: "Country, region, or territory not supported"}
	case UnknownModel:
		var asked struct {
			Model string `json:"model"`
		}
		json.Unmarshal(body, &asked) // a body without a model is answered all the same
		return unknownModel(asked.Model)
	case TooLong:
		return oaRefuse("input", "context_length_exceeded",
			"Your input exceeds the context window of this model. Please adjust your input and try again.")
	case BadParameter:
		return oaRefuse("temperature", "unsupported_value",
			"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.")
	case BlockedPrompt:
		return oaRefuse("", "invalid_prompt",
			"Invalid prompt: your prompt was flagged as potentially violating our usage policy.")
	}
	return nil
}

// outOfQuota is a 429 that no wait mends; OpenRouter calls it 402.
func (o *OpenAI) outOfQuota() *openaiError {
	if o.compatible {
		return &openaiError{status: 402, bare: oaMap{"error": oaMap{"code": 402,
			"message": "Insufficient credits. Add more using https://openrouter.ai/settings/credits"}}}
	}
	return &openaiError{status: 429, kind: "insufficient_quota", code: "insufficient_quota",
		message: "You exceeded your current quota, please check your plan and billing details."}
}

// errorIn200 is an error inside HTTP 200, as OpenRouter sends it. OpenAI's own form is a response whose
// status is failed; see createResponse.
func (o *OpenAI) errorIn200() *openaiError {
	if !o.compatible {
		return nil
	}
	return &openaiError{status: 200, bare: oaMap{
		"error": oaMap{"code": 502, "message": "Provider returned error",
			"metadata": oaMap{"provider_name": "Upstream", "raw": "upstream connect error"}},
		"user_id": "user_fake"}}
}
