package rank

import "strconv"

// Reason is why a query has no value; Scored if it has one.
type Reason uint8

// The reasons.
const (
	Scored Reason = iota
	notInRun
	noRelevant
	nothingFound
	noneFound
)

// reasons are the words for them.
var reasons = []string{
	Scored:       "scored",
	notInRun:     "not in the run",
	noRelevant:   "no relevant document is known",
	nothingFound: "nothing retrieved",
	noneFound:    "no relevant document retrieved",
}

func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return "reason " + strconv.Itoa(int(r))
}

// MarshalText lets reasons be keys of JSON objects.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
