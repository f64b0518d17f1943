package provider

import (
	"time"

	"github.com/assayhq/assay/model"
)

// claudeKinds says what the types of Anthropic's errors mean.
var claudeKinds = []struct {
	word string
	kind model.Kind
}{
	{"authentication_error", model.BadKey},
	{"billing_error", model.NoQuota},
	{"permission_error", model.Forbidden},
	{"not_found_error", model.NoModel},
	{"request_too_large", model.TooLong},
	{"rate_limit_error", model.RateLimited},
	{"overloaded_error", model.Overload},
	{"api_error", model.ServerFault},
	{"timeout_error", model.Timeout},
	{"conflict_error", model.ServerFault}, // something else holds the object: worth another try
	{"invalid_request_error", model.BadRequest},
}

// saidKind is what words in an error's message mean, where its code says too little.
type saidKind struct {
	words []string
	kind  model.Kind
}

// claudeSaidKinds refine errors of a request and of a limit, in this order.
var claudeSaidKinds = []saidKind{
	{[]string{"credit balance", "spend limit", "spend_limit", "usage limits"}, model.NoQuota},
	{[]string{"prompt is too long", "exceed context limit", "context window"}, model.TooLong},
	{[]string{
		"temperature", "top_p", "top_k", "sampling parameters", "extra inputs are not permitted", "not supported",
		"does not support", "cannot be combined", "thinking", "effort",
	}, model.Unsupported},
}

// refine is the kind that an error's message tells, or the one that its code told.
func (e *apiError) refine(kind model.Kind, table []saidKind) model.Kind {
	for _, s := range table {
		if e.says(s.words) {
			return s.kind
		}
	}
	return kind
}

// said is the failure of an error of which the kind is known.
func (r reading) said(x *model.Exchange, kind model.Kind, e apiError) *model.Failure {
	return &model.Failure{Kind: kind, Status: x.Status, Code: firstOf(e.Code, e.Type), Message: e.Message, Next: r.next(kind, &e, x)}
}

// failure is what a body that holds no answer means.
func (r claudeReader) failure(x *model.Exchange) *model.Failure {
	e, ok := parseError(x.Body)
	if !ok {
		return r.reading.failure(x)
	}
	kind := claudeKind(&e, x.Status)
	if kind == model.NoModel && r.model == "" { // a batch or a page that does not exist
		kind = model.BadRequest
	}
	f := r.said(x, kind, e)
	if kind == model.RateLimited {
		f.RetryAfter = limitReset(x)
	}
	return f
}

func claudeKind(e *apiError, status int) model.Kind {
	for _, k := range claudeKinds {
		if k.word != e.Type {
			continue
		}
		switch k.kind {
		case model.BadRequest:
			return e.refine(k.kind, claudeSaidKinds)
		case model.RateLimited:
			return e.refine(k.kind, claudeSaidKinds[:1])
		}
		return k.kind
	}
	if status < 300 {
		return model.ServerFault
	}
	return e.kind(status)
}

// limitReset is how long until a limit that is used up is whole again, for replies that say when to come
// back in the headers of their limits only.
func limitReset(x *model.Exchange) time.Duration {
	if x.Header.Get("Retry-After") != "" || x.Header.Get("Retry-After-Ms") != "" {
		return 0
	}
	a := model.ReadAllowances(x.Header, x.Began.Add(x.Took))
	var wait time.Duration
	if a.HasRequests && a.Requests.Remaining == 0 {
		wait = a.Requests.Reset
	}
	if a.HasToks && a.Tokens.Remaining == 0 {
		wait = max(wait, a.Tokens.Reset)
	}
	return wait
}
