package docqa

import (
	"encoding/json"

	"github.com/assayhq/assay/system"
)

// trace is how an answer came about, as its extra keeps it; systems of the mode file_search write the same keys.
type trace struct {
	VectorStoreID  string `json:"vector_store_id,omitempty"`
	FileID         string `json:"file_id,omitempty"`
	ResponseID     string `json:"response_id,omitempty"`
	RewrittenQuery string `json:"rewritten_query,omitempty"` // what was searched for, where it is not the question
}

// traceOf is how an answer came about; the zero trace if it does not say.
func traceOf(a *system.Answer) trace {
	var t trace
	if len(a.Extra) == 0 || json.Unmarshal(a.Extra, &t) != nil {
		return trace{}
	}
	return t
}

// traced changes how an answer says that it came about.
func traced(a *system.Answer, change func(*trace)) error {
	t := traceOf(a)
	change(&t)
	if t == (trace{}) {
		return nil
	}
	var err error
	a.Extra, err = json.Marshal(t)
	return err
}
