package remote

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
)

// What a failure can be beside its kind; ask with errors.Is.
var (
	ErrNoIndex = errors.New("there is no such index")
	ErrExists  = errors.New("the index exists")
	ErrLimit   = errors.New("a limit of the engine")
)

type statusRow struct {
	status int
	kind   call.Kind
	cause  error
	next   string
}

// statuses say what a status of HTTP means where an engine says nothing better.
var statuses = []statusRow{
	{http.StatusUnauthorized, call.BadKey, nil,
		"are the credentials in the environment those of this engine? 'assay doctor' shows which are set"},
	{http.StatusPaymentRequired, call.NoQuota, nil,
		"a quota of the account is used up: ask for a higher one, or delete what is not needed"},
	{http.StatusForbidden, call.Forbidden, nil, "give the credentials the right to do this with this index"},
	{http.StatusNotFound, call.BadRequest, ErrNoIndex,
		"check the name of the index and the address, or build the index first"},
	{http.StatusRequestTimeout, call.Timeout, nil, "smaller batches answer faster"},
	{http.StatusConflict, call.BadRequest, ErrExists, "use the index as it is, or drop it first"},
	{http.StatusRequestEntityTooLarge, call.BadRequest, ErrLimit, "set a smaller batch for this engine"},
	{http.StatusTooManyRequests, call.RateLimited, nil, "set a lower concurrency for this engine"},
	{http.StatusInternalServerError, call.ServerFault, nil, "is the engine healthy? its own log says more"},
	{http.StatusBadGateway, call.ServerFault, nil, "is the engine up? its proxy is"},
	{http.StatusServiceUnavailable, call.Overload, nil,
		"the engine takes no more at the moment: set a lower concurrency, or wait"},
	{http.StatusGatewayTimeout, call.Timeout, nil, "smaller batches answer faster"},
}

// ByStatus is the failure that a status of HTTP names, with the engine's own code and words.
func ByStatus(status int, code, message string) *call.Failure {
	f := &call.Failure{Kind: call.BadRequest, Status: status, Code: code, Message: message}
	if message == "" {
		f.Message = strings.ToLower(http.StatusText(status))
	}
	for _, row := range statuses {
		if row.status == status {
			f.Kind, f.Err, f.Next = row.kind, row.cause, row.next
			return f
		}
	}
	if status >= http.StatusInternalServerError {
		f.Kind = call.ServerFault
	}
	return f
}

// Page is the words of a reply that is no JSON: a proxy's page, mostly. Tags say nothing to a reader.
func Page(body []byte) string {
	var b strings.Builder
	inside := false
	for _, r := range string(body[:min(len(body), 16*call.MaxMessageBytes)]) {
		switch r {
		case '<':
			inside = true
			b.WriteByte(' ')
		case '>':
			inside = false
		default:
			if !inside {
				b.WriteRune(r)
			}
		}
	}
	return call.Shorten(b.String())
}

// Tries is how many tries came to an error.
func Tries(err error) int {
	var f *call.Failure
	if errors.As(err, &f) {
		return max(1, f.Tries)
	}
	return 1
}

// fatal are the kinds of failure that every other query would meet, too.
var fatal = []call.Kind{call.MissingKey, call.BadKey, call.Forbidden, call.NoQuota, call.Unreachable, call.Cancelled}

// Fatal reports an error of one query that no query survives.
func Fatal(err error) bool {
	return errors.Is(err, ErrNoIndex) || slices.Contains(fatal, call.KindOf(err))
}
