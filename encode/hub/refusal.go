package hub

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
)

// refusal is the failure that an answer means which is not the thing that was asked for.
func (h *Hub) refusal(a *answer, n Name, what string) error {
	defer a.Body.Close()
	f := &call.Failure{Status: a.StatusCode, RetryAfter: waitHint(a.Header, time.Now())}
	f.Code = h.shown(a.Header.Get("X-Error-Code"))
	f.Message = h.shown(complaint(a))
	if !a.home {
		// A storage host refuses signatures that are too old; the hub gives out new ones.
		f.Kind = call.ServerFault
		f.Message = strings.TrimSpace(h.shown(a.Request.URL.Host) + ", which has " + what + ": " + http.StatusText(a.StatusCode))
		return f
	}
	switch status := a.StatusCode; {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		h.forbidden(f, n)
	case status == http.StatusNotFound || status == http.StatusGone:
		h.missing(f, n, what)
	case status == http.StatusTooManyRequests:
		f.Kind = call.RateLimited
		f.Next = "try again later; with " + tokenVar + " set the limits are higher"
	case status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooEarly:
		f.Kind = call.ServerFault
	default:
		f.Kind = call.BadRequest
	}
	return f
}

// forbidden says how to get access. The hub answers alike for models without access and models that do not exist.
func (h *Hub) forbidden(f *call.Failure, n Name) {
	page := h.Endpoint + "/" + n.Repo
	switch {
	case f.Code == "GatedRepo" && h.Token.IsZero():
		f.Kind = call.MissingKey
		f.Next = "accept its terms at " + page + ", then set " + tokenVar + " to a token of that account"
	case f.Code == "GatedRepo":
		f.Kind = call.Forbidden
		f.Next = "ask for access at " + page + " with the account that the token in " + tokenVar + " belongs to, and wait until it is granted"
	case h.Token.IsZero():
		f.Kind = call.NoModel
		f.Next = "check the name; if the model is private, set " + tokenVar
	case f.Status == http.StatusUnauthorized:
		f.Kind = call.BadKey
		f.Next = "make a token at " + h.Endpoint + "/settings/tokens and set " + tokenVar + "; or is the name wrong?"
	default:
		f.Kind = call.Forbidden
		f.Next = "the token in " + tokenVar + " needs the right to read " + page
	}
}

func (h *Hub) missing(f *call.Failure, n Name, what string) {
	f.Kind = call.NoModel
	switch f.Code {
	case "RevisionNotFound":
		f.Message = fmt.Sprintf("it has no revision %q", n.revision())
		f.Next = "leave the revision out for " + defaultRevision + ", or look at " + h.Endpoint + "/" + n.Repo + "/commits/main"
	case "EntryNotFound":
		f.Message = "it lists " + what + ", but does not have it"
	default:
		f.Next = "check the name at " + h.Endpoint
	}
}

// complaint is what an answer says is wrong.
func complaint(a *answer) string {
	if reply := a.Header.Get("X-Error-Message"); reply != "" {
		return reply
	}
	body, _ := io.ReadAll(io.LimitReader(a.Body, maxComplaint))
	var reply struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &reply) == nil && reply.Error != "" {
		return reply.Error
	}
	return http.StatusText(a.StatusCode)
}
