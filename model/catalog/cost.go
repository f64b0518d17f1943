package catalog

import (
	"fmt"
	"time"
)

// Tier is the service class a call is billed in.
type Tier uint8

const (
	Standard Tier = iota
	Batch
	Flex
	Priority
)

var tierNames = []string{"standard", "batch", "flex", "priority"}

func (t Tier) String() string { return label(tierNames, uint8(t)) }

// ParseTier reads the service_tier that providers report; the empty text is the standard tier. A tier it
// does not know (a committed-capacity one, say) has no price here.
func ParseTier(s string) (Tier, bool) {
	switch s {
	case "", "standard", "default", "on_demand", "unspecified", "standard_only":
		return Standard, true
	case "batch":
		return Batch, true
	case "flex":
		return Flex, true
	case "priority":
		return Priority, true
	}
	return Standard, false
}

// Sale is one call to be priced. It must be one call, not a sum of several: the price of a token depends
// on the size of the prompt it came in.
type Sale struct {
	Provider string
	Protocol string // whose prices hold for a provider that has none of its own; may be empty
	Model    string // as asked for, in any spelling that Resolve knows
	Served   string // as the provider says who answered, which is what it bills; may be empty
	On       time.Time
	Tier     Tier
	Usage    Usage
}

// Cost is the price of a call, or the reason why it is not known. An unknown cost has USD 0 and Known
// false; it must never be summed as 0: use Total.
type Cost struct {
	USD     USD
	Known   bool
	Why     Reason // set where not Known
	Assumes string // what had to be assumed, empty where the cost is exact
	Source  source // of the price row
	Table   string // the version of the tables
}

// String is the amount, or "unknown: " and the reason.
func (c Cost) String() string {
	if !c.Known {
		return "unknown: " + c.Why.String()
	}
	return "$" + c.USD.String()
}

// uncached is what is assumed of a reply that does not say how much of its input came from a cache.
const uncached = "the provider did not report cached input: all input is priced as uncached"

// Cost is the exact price of one call, or the reason why it is unknown. The model that answered counts
// before the one that was asked, and the provider's own prices before those of its protocol.
func (c *Catalog) Cost(s Sale) Cost {
	var first Cost
	for _, provider := range [...]string{s.Provider, s.Protocol} {
		for _, id := range [...]string{s.Served, s.Model} {
			if id == "" || provider == "" {
				continue
			}
			one := s
			one.Provider, one.Model = provider, id
			cost := c.cost(one)
			if cost.Known {
				return cost
			}
			if first.Why.Cause == noCause {
				first = cost
			}
		}
	}
	if first.Why.Cause == noCause {
		first = c.cost(s)
	}
	if s.Provider == scripted && first.Why.Cause == NoModel {
		return Cost{Known: true, Table: c.version}
	}
	return first
}

// scripted is the provider that answers from a file. It costs nothing, whatever its models are called.
const scripted = "scripted"

func (c *Catalog) cost(s Sale) Cost {
	day := dayOf(s.On)
	why := Reason{Tier: s.Tier, On: day, Input: s.Usage.Input, Provider: s.Provider, Model: s.Model}
	cost := Cost{Table: c.version}
	t, cause := c.tariff(Provider(s.Provider), s.Model)
	switch {
	case cause != noCause:
	case day == 0:
		cause = noSaleDate
	case !s.Usage.isValid():
		cause = badUsage
	default:
		var p *price
		if p, cause = t.on(day, s.Tier, s.Usage.Input); cause == noCause {
			cost.USD, why.Part, cause = p.rates.bill(s.Usage)
			cost.Source = *p.source
			if !s.Usage.Has(PartCached) && p.rates.Cached != p.rates.Input && p.rates.Cached >= 0 {
				cost.Assumes = uncached
			}
		}
	}
	if cause != noCause {
		why.Cause = cause
		cost.USD, cost.Why, cost.Assumes = 0, why, ""
		return cost
	}
	cost.Known = true
	return cost
}

// bill prices the parts of a usage: the amount, or the part that has no price and why.
func (r *rates) bill(u Usage) (USD, Part, cause) {
	parts := [...]struct {
		part Part
		n    int64
		rate USD
		must bool // has to be reported, where it costs anything
	}{
		{PartInput, u.Plain(), r.Input, true},
		{PartCached, u.CachedInput, r.Cached, false},
		{PartCacheWrite, u.CacheWrite, r.CacheWrite, false},
		{PartCacheWriteLong, u.CacheWriteLong, r.CacheWriteLong, false},
		{PartOutput, u.Output, r.Output, true},
		{PartSearches, u.Searches, r.Search, r.Input == 0},
	}
	var sum USD
	for i := range parts {
		p := &parts[i]
		switch {
		case p.must && p.rate != 0 && !u.Has(p.part):
			return 0, p.part, noUsage
		case p.n == 0:
			continue
		case p.rate < 0:
			return 0, p.part, noPart
		}
		amount, ok := p.rate.times(p.n)
		if ok {
			sum, ok = sum.Plus(amount)
		}
		if !ok {
			return 0, p.part, tooLarge
		}
	}
	return sum, 0, noCause
}

// cause is why a cost is not known.
type cause uint8

const (
	noCause    cause = iota
	NoModel          // the id is in no table
	NoPrice          // the model is listed without any price
	noDate           // no price at the date of the sale
	noTier           // no price for the tier
	noSize           // no price for a prompt of that size
	noPart           // no price for a part that was used
	noUsage          // the provider did not report a part that is priced
	badUsage         // counts that cannot be
	tooLarge         // more than USD can hold
	noSaleDate       // the sale has no date
)

// Reason names what is unknown. Its text is made only when asked for, so that pricing allocates nothing.
type Reason struct {
	Cause    cause
	Part     Part
	Input    int64 // tokens of the prompt
	Tier     Tier
	On       Day
	Provider string
	Model    string
}

// String is "no price for cached input of openai gpt-6.2-astra" and the like.
func (r Reason) String() string {
	of := r.Provider + " " + r.Model
	switch r.Cause {
	case NoModel:
		return fmt.Sprintf("model %q of provider %q is in no table", r.Model, r.Provider)
	case NoPrice:
		return "no price for " + of
	case noDate:
		if r.On == 0 {
			return "no price for " + of + " on the day"
		}
		return fmt.Sprintf("no price for %s on %s", of, r.On)
	case noTier:
		return fmt.Sprintf("no %s price for %s", r.Tier, of)
	case noSize:
		if r.Input == 0 {
			return fmt.Sprintf("no %s price for long prompts of %s", r.Tier, of)
		}
		return fmt.Sprintf("no %s price for %s with a prompt of %d tokens", r.Tier, of, r.Input)
	case noPart:
		if r.Tier != Standard {
			return fmt.Sprintf("no %s price for %s of %s", r.Tier, r.Part, of)
		}
		return fmt.Sprintf("no price for %s of %s", r.Part, of)
	case noUsage:
		return fmt.Sprintf("%s did not report its %s", of, r.Part)
	case badUsage:
		return "the usage reported by " + of + " cannot be true"
	case tooLarge:
		return "the usage reported by " + of + " costs more than can be true"
	case noSaleDate:
		return "the call to " + of + " has no date"
	}
	return ""
}
