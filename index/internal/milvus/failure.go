package milvus

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/internal/remote"
)

type failureRow struct {
	code  int64
	name  string
	kind  call.Kind
	cause error
	next  string
}

// What to try.
const (
	nextWait   = "the server takes no more at the moment: set a lower concurrency, or wait"
	nextSpace  = "the server's memory, disk or quota is used up: give it more, or drop what is not needed"
	nextKey    = "is MILVUS_TOKEN, or what token_var names, the API key, or user:password, of this server?"
	nextRight  = "give the user the right to do this with this collection"
	nextName   = "check the name of the collection, of the database and the address, or build the index first"
	nextLoad   = "load it: 'assay index build --engine NAME' does, though nothing is new"
	nextHealth = "is the server healthy? its own log says more"
	nextBatch  = "set a smaller batch for this engine"
)

// statuses say what a status of gRPC means.
var statuses = []failureRow{
	{1, "CANCELLED", call.CutOff, nil, ""},
	{2, "UNKNOWN", call.ServerFault, nil, nextHealth},
	{3, "INVALID_ARGUMENT", call.BadRequest, nil, ""},
	{4, "DEADLINE_EXCEEDED", call.Timeout, nil, "smaller batches answer faster"},
	{5, "NOT_FOUND", call.BadRequest, nil, nextName},
	{6, "ALREADY_EXISTS", call.BadRequest, nil, ""},
	{7, "PERMISSION_DENIED", call.Forbidden, nil, nextRight},
	{8, "RESOURCE_EXHAUSTED", call.RateLimited, nil, nextWait},
	{9, "FAILED_PRECONDITION", call.BadRequest, nil, ""},
	{10, "ABORTED", call.ServerFault, nil, nextHealth},
	{11, "OUT_OF_RANGE", call.BadRequest, nil, ""},
	{12, "UNIMPLEMENTED", call.BadRequest, nil,
		"this server has no such thing: assay needs Milvus 2.5 or newer, or Milvus Lite 3"},
	{13, "INTERNAL", call.ServerFault, nil, nextHealth},
	{14, "UNAVAILABLE", call.Overload, nil, nextWait},
	{15, "DATA_LOSS", call.ServerFault, nil, nextHealth},
	{16, "UNAUTHENTICATED", call.BadKey, nil, nextKey},
}

// codes say what Milvus's own codes mean, where its word on whether another try can help does not say it.
var codes = []failureRow{
	{2, "", call.Overload, nil, nextWait},
	{3, "", call.NoQuota, nil, nextSpace},
	{4, "", call.RateLimited, nil, nextWait},
	{7, "", call.NoQuota, nil, nextSpace},
	{8, "", call.RateLimited, nil, nextWait},
	{9, "", call.NoQuota, nil, nextSpace},
	{12, "", call.Overload, nil, nextWait},
	{100, "", call.BadRequest, remote.ErrNoIndex, nextName},
	{101, "", call.BadRequest, nil, nextLoad},
	{102, "", call.BadRequest, remote.ErrLimit, "drop a collection, or raise the server's limit"},
	{103, "", call.Overload, nil, "it is being loaded: wait"},
	{106, "", call.Overload, nil, "it is being recovered: wait"},
	{800, "", call.BadRequest, nil, "set database to one that is there"},
	{1102, "", call.BadRequest, remote.ErrLimit, nextBatch},
	{1400, "", call.BadKey, nil, nextKey},
	{1401, "", call.Forbidden, nil, nextRight},
	{1807, "", call.RateLimited, nil, nextWait},
}

// olds say what codes mean that servers gave before 2.3.
var olds = []failureRow{
	{3, "", call.Forbidden, nil, nextRight},
	{4, "", call.BadRequest, remote.ErrNoIndex, nextName},
	{48, "", call.NoQuota, nil, nextSpace},
	{49, "", call.RateLimited, nil, nextWait},
	{53, "", call.NoQuota, nil, nextSpace},
	{54, "", call.NoQuota, nil, nextSpace},
	{56, "", call.Overload, nil, nextWait},
}

func lookUp(rows []failureRow, code int64) (failureRow, bool) {
	for _, row := range rows {
		if row.code == code {
			return row, true
		}
	}
	return failureRow{}, false
}

func (row *failureRow) failure(code, message string) *call.Failure {
	return &call.Failure{Kind: row.kind, Code: code, Message: message, Err: row.cause, Next: row.next}
}

// failure is what a status of gRPC says.
func (r *reply) failure() *call.Failure {
	if r.status == 0 {
		return nil
	}
	row, ok := lookUp(statuses, int64(r.status))
	if !ok {
		row = failureRow{name: fmt.Sprint("gRPC ", r.status), kind: call.ServerFault, next: nextHealth}
	}
	if strings.Contains(r.text, "larger than max") { // the same status as that of too many calls
		row.kind, row.cause, row.next = call.BadRequest, remote.ErrLimit, nextBatch
	}
	return row.failure(row.name, r.text)
}

// failure is what Milvus says within a message of a call that went well.
func (s *status) failure() *call.Failure {
	code, rows := s.code, codes
	switch {
	case s.code == 0 && s.old == 0:
		return nil
	case s.code == 0:
		code, rows = s.old, olds
	}
	row, ok := lookUp(rows, code)
	switch {
	case ok:
	case s.again:
		row = failureRow{kind: call.ServerFault, next: nextHealth}
	default:
		row = failureRow{kind: call.BadRequest}
	}
	return row.failure(fmt.Sprint("Milvus ", code), s.reason)
}

// unanswered is the failure of a reply of HTTP that is not gRPC.
func unanswered(x *call.Exchange) *call.Failure {
	return remote.ByStatus(x.Status, "", remote.Page(x.Body))
}
