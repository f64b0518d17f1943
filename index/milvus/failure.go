package milvus

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/index/remote"
	"github.com/assayhq/assay/model"
)

type failureRow struct {
	code  int64
	name  string
	kind  model.Kind
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
	{1, "CANCELLED", model.CutOff, nil, ""},
	{2, "UNKNOWN", model.ServerFault, nil, nextHealth},
	{3, "INVALID_ARGUMENT", model.BadRequest, nil, ""},
	{4, "DEADLINE_EXCEEDED", model.Timeout, nil, "smaller batches answer faster"},
	{5, "NOT_FOUND", model.BadRequest, nil, nextName},
	{6, "ALREADY_EXISTS", model.BadRequest, nil, ""},
	{7, "PERMISSION_DENIED", model.Forbidden, nil, nextRight},
	{8, "RESOURCE_EXHAUSTED", model.RateLimited, nil, nextWait},
	{9, "FAILED_PRECONDITION", model.BadRequest, nil, ""},
	{10, "ABORTED", model.ServerFault, nil, nextHealth},
	{11, "OUT_OF_RANGE", model.BadRequest, nil, ""},
	{12, "UNIMPLEMENTED", model.BadRequest, nil, "this server has no such thing: assay needs Milvus 2.5 or newer, or Milvus Lite 3"},
	{13, "INTERNAL", model.ServerFault, nil, nextHealth},
	{14, "UNAVAILABLE", model.Overload, nil, nextWait},
	{15, "DATA_LOSS", model.ServerFault, nil, nextHealth},
	{16, "UNAUTHENTICATED", model.BadKey, nil, nextKey},
}

// codes say what Milvus's own codes mean, where its word on whether another try can help does not say it.
var codes = []failureRow{
	{2, "", model.Overload, nil, nextWait},
	{3, "", model.NoQuota, nil, nextSpace},
	{4, "", model.RateLimited, nil, nextWait},
	{7, "", model.NoQuota, nil, nextSpace},
	{8, "", model.RateLimited, nil, nextWait},
	{9, "", model.NoQuota, nil, nextSpace},
	{12, "", model.Overload, nil, nextWait},
	{100, "", model.BadRequest, remote.ErrNoIndex, nextName},
	{101, "", model.BadRequest, nil, nextLoad},
	{102, "", model.BadRequest, remote.ErrLimit, "drop a collection, or raise the server's limit"},
	{103, "", model.Overload, nil, "it is being loaded: wait"},
	{106, "", model.Overload, nil, "it is being recovered: wait"},
	{800, "", model.BadRequest, nil, "set database to one that is there"},
	{1102, "", model.BadRequest, remote.ErrLimit, nextBatch},
	{1400, "", model.BadKey, nil, nextKey},
	{1401, "", model.Forbidden, nil, nextRight},
	{1807, "", model.RateLimited, nil, nextWait},
}

// olds say what codes mean that servers gave before 2.3.
var olds = []failureRow{
	{3, "", model.Forbidden, nil, nextRight},
	{4, "", model.BadRequest, remote.ErrNoIndex, nextName},
	{48, "", model.NoQuota, nil, nextSpace},
	{49, "", model.RateLimited, nil, nextWait},
	{53, "", model.NoQuota, nil, nextSpace},
	{54, "", model.NoQuota, nil, nextSpace},
	{56, "", model.Overload, nil, nextWait},
}

func lookUp(rows []failureRow, code int64) (failureRow, bool) {
	for _, row := range rows {
		if row.code == code {
			return row, true
		}
	}
	return failureRow{}, false
}

func (row *failureRow) failure(code, message string) *model.Failure {
	return &model.Failure{Kind: row.kind, Code: code, Message: message, Err: row.cause, Next: row.next}
}

// failure is what a status of gRPC says.
func (r *reply) failure() *model.Failure {
	if r.status == 0 {
		return nil
	}
	row, ok := lookUp(statuses, int64(r.status))
	if !ok {
		row = failureRow{name: fmt.Sprint("gRPC ", r.status), kind: model.ServerFault, next: nextHealth}
	}
	if strings.Contains(r.said, "larger than max") { // the same status as that of too many calls
		row.kind, row.cause, row.next = model.BadRequest, remote.ErrLimit, nextBatch
	}
	return row.failure(row.name, r.said)
}

// failure is what Milvus says within a message of a call that went well.
func (s *status) failure() *model.Failure {
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
		row = failureRow{kind: model.ServerFault, next: nextHealth}
	default:
		row = failureRow{kind: model.BadRequest}
	}
	return row.failure(fmt.Sprint("Milvus ", code), s.reason)
}

// unanswered is the failure of a reply of HTTP that is none of gRPC.
func unanswered(x *model.Exchange) *model.Failure {
	return remote.ByStatus(x.Status, "", remote.Page(x.Body))
}
