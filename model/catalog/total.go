package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxReasons bounds what a Total keeps: a run has few reasons, a hostile provider may invent many.
const maxReasons = 64

// Total adds up costs and keeps count of those that are unknown. The zero Total is empty; it is not safe
// for concurrent use.
type Total struct {
	USD      USD   // of the calls whose cost is known
	Priced   int64 // how many those are
	Unpriced int64
	Assumed  int64 // how many of the priced rest on an assumption
	Overflow bool  // USD has reached its limit and is too low

	reasons map[Reason]int64
}

// Add counts one call's cost.
func (t *Total) Add(c Cost) {
	if !c.Known {
		t.Unpriced++
		t.count(c.Why, 1)
		return
	}
	t.Priced++
	if c.Assumes != "" {
		t.Assumed++
	}
	t.add(c.USD)
}

func (t *Total) add(u USD) {
	sum, ok := t.USD.Plus(u)
	if !ok {
		sum, t.Overflow = maxUSD, true
	}
	t.USD = sum
}

func (t *Total) count(why Reason, n int64) {
	why.Input, why.On = 0, 0 // so that calls that lack the same price are one reason
	if _, seen := t.reasons[why]; !seen && len(t.reasons) >= maxReasons {
		return
	}
	if t.reasons == nil {
		t.reasons = map[Reason]int64{}
	}
	t.reasons[why] += n
}

// Complete reports whether USD is the whole cost.
func (t *Total) Complete() bool { return t.Unpriced == 0 && !t.Overflow }

// Reasons are the texts of why costs are unknown, the most frequent first.
func (t *Total) Reasons() []string {
	keys := slices.SortedFunc(maps.Keys(t.reasons), func(a, b Reason) int {
		return cmp.Or(cmp.Compare(t.reasons[b], t.reasons[a]), cmp.Compare(a.String(), b.String()))
	})
	texts := make([]string, len(keys))
	for i, why := range keys {
		texts[i] = why.String()
	}
	return texts
}

// String is "$1.25", or "at least $1.25: 3 of 10 calls have no known cost (…)".
func (t *Total) String() string {
	if t.Complete() {
		return "$" + t.USD.String()
	}
	return fmt.Sprintf("at least $%s: %d of %d calls have no known cost (%s)",
		t.USD, t.Unpriced, t.Priced+t.Unpriced, strings.Join(t.Reasons(), "; "))
}
