package provider

import (
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
)

// teiKinds says what the types of TEI's errors mean; their case differs between versions.
var teiKinds = []struct {
	word string
	kind call.Kind
}{
	{"overloaded", call.Overload},
	{"unhealthy", call.Overload},
	{"backend", call.ServerFault},
	{"validation", call.BadRequest},
	{"tokenizer", call.BadRequest},
	{"empty", call.BadRequest},
}

// wordedMessageKinds refine errors of a request, which these servers tell apart by their words only.
var wordedMessageKinds = []messageKind{
	{[]string{"too many tokens", "must have less than", "too long", "exceeds the maximum", "maximum token", "max input length"}, call.TooLong},
	{[]string{"model not found", "model is not found", "invalid model", "does not exist"}, call.NoModel},
	{[]string{"unsupported", "not supported", "unrecognized", "unknown field", "is invalid for", "does not support"}, call.Unsupported},
}

// spentWords stand in a 429 that no wait ends soon: a trial key's calls of the month.
var spentWords = []string{"calls / month", "calls per month", "monthly", "billing", "insufficient"}

// wordedFailure is the failure of a reply whose error has a message and next to no code: those of Cohere,
// Jina, Voyage and TEI.
func (r reading) wordedFailure(x *call.Exchange) *call.Failure {
	f := r.failure(x)
	e, ok := parseError(x.Body)
	if !ok {
		return f
	}
	kind := f.Kind
	for _, k := range teiKinds {
		if strings.EqualFold(k.word, e.Type) {
			kind = k.kind
		}
	}
	switch {
	case x.Status == http.StatusTooManyRequests && e.says(spentWords):
		kind = call.NoQuota
	case kind == call.BadRequest:
		kind = e.refine(kind, wordedMessageKinds)
	}
	if kind != f.Kind {
		f.Kind, f.Next = kind, r.next(kind, &e, x)
	}
	return f
}

func (r rerankReader) failure(x *call.Exchange) *call.Failure { return r.wordedFailure(x) }
