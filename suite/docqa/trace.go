package docqa

import (
	"encoding/json"

	"github.com/assayhq/assay/system"
)

// Trace is how an answer came about, as its extra keeps it; systems of the mode file_search write the same keys.
type Trace struct {
	VectorStoreID  string `json:"vector_store_id,omitempty"`
	FileID         string `json:"file_id,omitempty"`
	ResponseID     string `json:"response_id,omitempty"`
	RewrittenQuery string `json:"rewritten_query,omitempty"` // what was searched for, where it is not the question
}

// TraceOf is how an answer came about; the zero Trace if it does not say.
func TraceOf(a *system.Answer) Trace {
	var t Trace
	if len(a.Extra) == 0 || json.Unmarshal(a.Extra, &t) != nil {
		return Trace{}
	}
	return t
}

// traced changes how an answer says that it came about.
func traced(a *system.Answer, change func(*Trace)) error {
	t := TraceOf(a)
	change(&t)
	if t == (Trace{}) {
		return nil
	}
	var err error
	a.Extra, err = json.Marshal(t)
	return err
}
