package opensearch

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/internal/remote"
)

// reason is why something was refused, in the engine's words.
type reason struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
	Cause  *cause `json:"caused_by"`
	Root   []struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
	} `json:"root_cause"`
}

type cause struct {
	Reason string `json:"reason"`
}

// words are a reason's most telling ones: the root's are nearer to what was wrong than the outermost.
func (r *reason) words() (code, message string) {
	code, message = r.Type, r.Reason
	if len(r.Root) > 0 && r.Root[0].Reason != "" && r.Root[0].Reason != message {
		message = strings.TrimPrefix(message+": "+r.Root[0].Reason, ": ")
	}
	if r.Cause != nil && r.Cause.Reason != "" {
		message += ": " + r.Cause.Reason
	}
	return code, message
}

type codeRow struct {
	code  string
	kind  call.Kind
	cause error
	next  string
}

// codes are the refusals whose type says more than their status.
var codes = []codeRow{
	{"index_not_found_exception", call.BadRequest, remote.ErrNoIndex,
		"check the name of the index and the address, or build the index first"},
	{"resource_already_exists_exception", call.BadRequest, remote.ErrExists, "use the index as it is, or drop it first"},
	{"version_conflict_engine_exception", call.BadRequest, nil,
		"another program writes to the index; try again when it is done"},
	{"cluster_block_exception", call.Forbidden, nil, "the index takes no writes: is a disk of the cluster full?"},
	{"index_create_block_exception", call.Forbidden, nil, "the cluster takes no new index: is a disk of it full?"},
	{"circuit_breaking_exception", call.RateLimited, nil,
		"the node is out of memory: set a lower concurrency or smaller batches"},
	{"rejected_execution_exception", call.RateLimited, nil, "the node's queue is full: set a lower concurrency"},
	{"opensearch_rejected_execution_exception", call.RateLimited, nil,
		"the node's queue is full: set a lower concurrency"},
	{"search_phase_execution_exception", "", nil, "the cause is in the message; the node's log says more"},
	{"strict_dynamic_mapping_exception", call.BadRequest, nil, "the index was made for other fields; make it again"},
	{"mapper_parsing_exception", call.BadRequest, nil, "the index was made for other fields or dimensions; make it again"},
	{"too_many_clauses", call.BadRequest, remote.ErrLimit, "shorten the text of the query"},
}

// failure names what the engine refused. The security plugin and proxies answer in plain text.
func failure(x *call.Exchange) *call.Failure {
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"` // of Amazon's front
		Upper   string          `json:"Message"`
	}
	if json.Unmarshal(x.Body, &b) != nil {
		return remote.ByStatus(x.Status, "", remote.Page(x.Body))
	}
	var r reason
	if json.Unmarshal(b.Error, &r) != nil {
		json.Unmarshal(b.Error, &r.Reason) // a text, of the oldest kind of errors
	}
	r.Reason = cmp.Or(r.Reason, b.Message+b.Upper)
	return r.failure(x.Status)
}

// failure names a reason that came with a status: of a reply, or of one item in it.
func (r *reason) failure(status int) *call.Failure {
	code, message := r.words()
	f := remote.ByStatus(status, code, message)
	if status == http.StatusNotFound || status == http.StatusConflict {
		f.Err = nil // a document, it may be
	}
	for _, row := range codes {
		if row.code != code {
			continue
		}
		f.Next = row.next
		if row.kind != "" {
			f.Kind, f.Err = row.kind, row.cause
		}
	}
	return f
}
