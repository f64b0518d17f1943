package catalog

// unpriced marks a rate that is not known.
const unpriced USD = -1

// rates are the prices of one token of each part, and of one search. A negative rate is unknown.
type rates struct {
	Input, Cached, CacheWrite, CacheWriteLong, Output, Search USD
}

// noRates is where a price record starts: nothing is known.
var noRates = rates{unpriced, unpriced, unpriced, unpriced, unpriced, unpriced}

// PerMillion is a token's rate as the price lists state it, in dollars per million, and false where it is
// unknown.
func PerMillion(rate USD) (USD, bool) {
	if rate < 0 {
		return 0, false
	}
	return rate.times(1_000_000)
}

// price is what a model costs from a day on, in a tier, for prompts of a size.
type price struct {
	from, until Day
	over        int64 // holds for more input tokens than this
	upto        int64 // and for no more than this, unless 0
	tier        Tier
	rates       rates
	source      *source
}

// tariff is all prices of a model, by tier.
type tariff struct{ tiers [Priority + 1][]price }

// on is the price of a day, tier and prompt size, or why there is none. Where prices have changed, those
// of the latest day hold alone: a change that lists no price for long prompts has none for them.
func (t *tariff) on(day Day, tier Tier, input int64) (*price, cause) {
	if int(tier) >= len(t.tiers) || len(t.tiers[tier]) == 0 {
		return nil, noTier
	}
	prices, latest := t.tiers[tier], Day(-1)
	for i := range prices {
		if p := &prices[i]; p.from > latest && p.holds(day) {
			latest = p.from
		}
	}
	if latest < 0 {
		return nil, noDate
	}
	var best *price
	for i := range prices {
		p := &prices[i]
		if p.from == latest && p.holds(day) && p.fits(input) && (best == nil || p.over > best.over) {
			best = p
		}
	}
	if best == nil {
		return nil, noSize
	}
	return best, noCause
}

// len is the number of prices in all tiers.
func (t *tariff) len() (n int) {
	for _, prices := range t.tiers {
		n += len(prices)
	}
	return n
}

func (p *price) holds(day Day) bool { return p.from <= day && (p.until == 0 || day <= p.until) }

func (p *price) fits(input int64) bool {
	return (p.over == 0 || input > p.over) && (p.upto == 0 || input <= p.upto)
}

// bound keeps a tier's price from prompts that the standard tier prices apart: no source says what the
// tier costs beyond such a threshold, or whether it is offered there.
func (t *tariff) bound() {
	for tier := Batch; tier <= Priority; tier++ {
		for i := range t.tiers[tier] {
			p := &t.tiers[tier][i]
			for _, q := range t.tiers[Standard] {
				if q.from == p.from && q.over > p.over && (p.upto == 0 || q.over < p.upto) {
					p.upto = q.over
				}
			}
		}
	}
}
