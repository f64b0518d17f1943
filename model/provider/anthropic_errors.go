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

// saidKind is what words in an error's message mean, where its code says too little.
type saidKind struct {
	words []string
	kind  call.Kind
}

// claudeSaidKinds refine errors of a request and of a limit, in this order.
var claudeSaidKinds = []saidKind{
	{[]string{"credit balance", "spend limit", "spend_limit", "usage limits"}, call.NoQuota},
	{[]string{"prompt is too long", "exceed context limit", "context window"}, call.TooLong},
	{[]string{
		"temperature", "top_p", "top_k", "sampling parameters", "extra inputs are not permitted", "not supported",
		"does not support", "cannot be combined", "thinking", "effort",
	}, call.Unsupported},
}

// refine is the kind that an error's message tells, or the one that its code told.
func (e *apiError) refine(kind call.Kind, table []saidKind) call.Kind {
	for _, s := range table {
		if e.says(s.words) {
			return s.kind
		}
	}
	return kind
}

// said is the failure of an error of which the kind is known.
func (r reading) said(x *call.Exchange, kind call.Kind, e apiError) *call.Failure {
	return &call.Failure{Kind: kind, Status: x.Status, Code: firstOf(e.Code, e.Type), Message: e.Message, Next: r.next(kind, &e, x)}
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
	f := r.said(x, kind, e)
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
			return e.refine(k.kind, claudeSaidKinds)
		case call.RateLimited:
			return e.refine(k.kind, claudeSaidKinds[:1])
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
