package remote

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/assayhq/assay/model"
)

// What a failure can be beside its kind; ask with errors.Is.
var (
	ErrNoIndex = errors.New("there is no such index")
	ErrExists  = errors.New("the index exists")
	ErrLimit   = errors.New("a limit of the engine")
)

type statusRow struct {
	status int
	kind   model.Kind
	cause  error
	next   string
}

// statuses say what a status of HTTP means where an engine says nothing better.
var statuses = []statusRow{
	{http.StatusUnauthorized, model.BadKey, nil, "are the credentials in the environment those of this engine? 'assay doctor' shows which are set"},
	{http.StatusPaymentRequired, model.NoQuota, nil, "a quota of the account is used up: ask for a higher one, or delete what is not needed"},
	{http.StatusForbidden, model.Forbidden, nil, "give the credentials the right to do this with this index"},
	{http.StatusNotFound, model.BadRequest, ErrNoIndex, "check the name of the index and the address, or build the index first"},
	{http.StatusRequestTimeout, model.Timeout, nil, "smaller batches answer faster"},
	{http.StatusConflict, model.BadRequest, ErrExists, "use the index as it is, or drop it first"},
	{http.StatusRequestEntityTooLarge, model.BadRequest, ErrLimit, "set a smaller batch for this engine"},
	{http.StatusTooManyRequests, model.RateLimited, nil, "set a lower concurrency for this engine"},
	{http.StatusInternalServerError, model.ServerFault, nil, "is the engine healthy? its own log says more"},
	{http.StatusBadGateway, model.ServerFault, nil, "is the engine up behind its proxy?"},
	{http.StatusServiceUnavailable, model.Overload, nil, "the engine takes no more at the moment: set a lower concurrency, or wait"},
	{http.StatusGatewayTimeout, model.Timeout, nil, "smaller batches answer faster"},
}

// ByStatus is the failure that a status of HTTP names, with the engine's own code and words.
func ByStatus(status int, code, message string) *model.Failure {
	f := &model.Failure{Kind: model.BadRequest, Status: status, Code: code, Message: message}
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
		f.Kind = model.ServerFault
	}
	return f
}

// Page is the words of a reply that is no JSON: a proxy's page, mostly. Tags say nothing to a reader.
func Page(body []byte) string {
	var b strings.Builder
	inside := false
	for _, r := range string(body[:min(len(body), 16*model.MaxMessageBytes)]) {
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
	return model.Shorten(b.String())
}

// Tries is how many tries came to an error.
func Tries(err error) int {
	var f *model.Failure
	if errors.As(err, &f) {
		return max(1, f.Tries)
	}
	return 1
}

// fatal are the kinds of failure that every other query would meet, too.
var fatal = []model.Kind{model.MissingKey, model.BadKey, model.Forbidden, model.NoQuota, model.Unreachable, model.Cancelled}

// Fatal reports an error of one query that no query survives.
func Fatal(err error) bool {
	return errors.Is(err, ErrNoIndex) || slices.Contains(fatal, model.KindOf(err))
}
