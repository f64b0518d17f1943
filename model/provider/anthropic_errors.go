package provider

import (
	"time"

	"github.com/assayhq/assay/call"
)

// claudeKinds says what the types of Anthropic's errors mean.
var claudeKinds = []struct {
	word string
	kind call.Kind
}{
	{"authentication_error", call.BadKey},
	{"billing_error", call.NoQuota},
	{"permission_error", call.Forbidden},
	{"not_found_error", call.NoModel},
	{"request_too_large", call.TooLong},
	{"rate_limit_error", call.RateLimited},
	{"overloaded_error", call.Overload},
	{"api_error", call.ServerFault},
	{"timeout_error", call.Timeout},
	{"conflict_error", call.ServerFault}, // something else holds the object: worth another try
	{"invalid_request_error", call.BadRequest},
}

// claudeMessageKinds refine errors of a request and of a limit, in this order.
var claudeMessageKinds = []messageKind{
	{[]string{"credit balance", "spend limit", "spend_limit", "usage limits"}, call.NoQuota},
	{[]string{"prompt is too long", "exceed context limit", "context window"}, call.TooLong},
	{[]string{
		"temperature", "top_p", "top_k", "sampling parameters", "extra inputs are not permitted", "not supported",
		"does not support", "cannot be combined", "thinking", "effort",
	}, call.Unsupported},
}

// failure is what a body that holds no answer means.
func (r claudeReader) failure(x *call.Exchange) *call.Failure {
	e, ok := parseError(x.Body)
	if !ok {
		return r.reading.failure(x)
	}
	kind := claudeKind(&e, x.Status)
	if kind == call.NoModel && r.model == "" { // a batch or a page that does not exist
		kind = call.BadRequest
	}
	f := r.failureOf(x, kind, e)
	if kind == call.RateLimited {
		f.RetryAfter = limitReset(x)
	}
	return f
}

func claudeKind(e *apiError, status int) call.Kind {
	for _, k := range claudeKinds {
		if k.word != e.Type {
			continue
		}
		switch k.kind {
		case call.BadRequest:
			return e.refine(k.kind, claudeMessageKinds)
		case call.RateLimited:
			return e.refine(k.kind, claudeMessageKinds[:1])
		}
		return k.kind
	}
	if status < 300 {
		return call.ServerFault
	}
	return e.kind(status)
}

// limitReset is how long until a limit that is used up is whole again, for replies that say when to come
// back in the headers of their limits only.
func limitReset(x *call.Exchange) time.Duration {
	if x.Header.Get("Retry-After") != "" || x.Header.Get("Retry-After-Ms") != "" {
		return 0
	}
	a := call.ReadAllowances(x.Header, x.Began.Add(x.Took))
	var wait time.Duration
	if a.HasRequests && a.Requests.Remaining == 0 {
		wait = a.Requests.Reset
	}
	if a.HasToks && a.Tokens.Remaining == 0 {
		wait = max(wait, a.Tokens.Reset)
	}
	return wait
}
