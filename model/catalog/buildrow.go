package catalog

import (
	"fmt"
	"slices"
)

func (b *builder) addModel(rec record) {
	m := modelDraft{Model: Model{Provider: Provider(rec.words[1].key), ID: rec.words[2].key}}
	if !b.likeModel(rec, &m) || !apply(b, rec, &m, modelFields, "") || !b.once(rec, "model "+m.Provider+" "+m.ID) {
		return
	}
	m.Source = *b.source(rec, m.source)
	row := m.Model
	for id, old := range b.models[row.Provider] {
		if old.ID == row.ID {
			delete(b.models[row.Provider], id)
		}
	}
	put(b.models, row.Provider, row.ID, &row)
	for _, alias := range m.aliases {
		if b.once(rec, "model "+row.Provider+" "+alias) {
			put(b.models, row.Provider, alias, &row)
		}
	}
}

// likeModel starts a model from the one that its like names.
func (b *builder) likeModel(rec record, m *modelDraft) bool {
	for _, w := range rec.words {
		if !w.field || w.key != "like" {
			continue
		}
		provider, id, err := splitLike(w.value)
		if err != nil {
			b.fault(rec.line, w.col, "like: %v", err)
			return false
		}
		other := b.find(provider, id)
		if other == nil {
			b.fault(rec.line, w.col, "like: no model %s %s is listed above", provider, id)
			return false
		}
		self := m.Model
		m.Model = *other
		m.Provider, m.ID = self.Provider, self.ID
		return true
	}
	return true
}

func (b *builder) addPrice(rec record) {
	p := priceDraft{price: price{rates: noRates}}
	if !apply(b, rec, &p, priceFields, "") {
		return
	}
	provider, id := Provider(rec.words[1].key), rec.words[2].key
	p.price.source = b.source(rec, p.source)
	if p.until != 0 && p.until < p.from || p.upto != 0 && p.upto <= p.over {
		b.fault(rec.line, rec.words[0].col, "a price that holds for no day or no size")
		return
	}
	b.priced = append(b.priced, rec)
	t := b.fresh[[2]string{provider, id}]
	if t == nil {
		t = &tariff{}
		b.fresh[[2]string{provider, id}] = t
	}
	if p.like != "" {
		b.likePrice(rec, t, p)
	} else {
		b.appendPrice(rec, t, p)
	}
	put(b.tariffs, provider, id, t)
}

// likePrice takes over another model's prices, on the word of this record's source.
func (b *builder) likePrice(rec record, t *tariff, p priceDraft) {
	bare := priceDraft{price: price{rates: noRates, source: p.price.source}, like: p.like, source: p.source}
	if p != bare || t.len() > 0 {
		b.fault(rec.line, rec.words[0].col,
			"a price with like takes no other field but source, and no other record of the model")
		return
	}
	provider, id, err := splitLike(p.like)
	if err != nil {
		b.fault(rec.line, rec.words[0].col, "like: %v", err)
		return
	}
	other, cause := b.tariff(provider, id)
	if cause != noCause || other == t {
		b.fault(rec.line, rec.words[0].col, "like: no prices of %s %s are listed above", provider, id)
		return
	}
	for tier := range other.tiers {
		t.tiers[tier] = slices.Clone(other.tiers[tier])
		for i := range t.tiers[tier] {
			t.tiers[tier][i].source = p.price.source
		}
	}
}

// appendPrice adds a price and those of the tiers that it states as percentages.
func (b *builder) appendPrice(rec record, t *tariff, p priceDraft) {
	b.appendTier(rec, t, p.price)
	for tier, pct := range p.tiers {
		if pct == 0 {
			continue
		}
		if p.tier != Standard {
			b.fault(rec.line, rec.words[0].col, "%s=%d%% of a price that is not the standard tier's", Tier(tier), pct)
			return
		}
		derived := p.price
		derived.tier = Tier(tier)
		var ok bool
		if derived.rates, ok = p.rates.percent(pct); !ok {
			b.fault(rec.line, rec.words[0].col,
				"%s=%d%% of these prices is finer than 1e-12 dollars a token: give the tier its own record", Tier(tier), pct)
			return
		}
		b.appendTier(rec, t, derived)
	}
}

func (b *builder) appendTier(rec record, t *tariff, p price) {
	for _, q := range t.tiers[p.tier] {
		if q.from == p.from && q.over == p.over {
			b.fault(rec.line, rec.words[0].col, "the %s price of %s %s from %q over %d is given twice",
				p.tier, rec.words[1].key, rec.words[2].key, p.from, p.over)
			return
		}
	}
	if len(t.tiers[p.tier]) >= maxPrices {
		b.fault(rec.line, rec.words[0].col, "more than %d prices of one model and tier", maxPrices)
		return
	}
	t.tiers[p.tier] = append(t.tiers[p.tier], p)
}

// maxPrices bounds the prices of one model and tier, which every call goes through.
const maxPrices = 64

// percent is the rates of a tier; searches cost the same in all.
func (r rates) percent(pct int64) (rates, bool) {
	exact := true
	for _, rate := range []*USD{&r.Input, &r.Cached, &r.CacheWrite, &r.CacheWriteLong, &r.Output} {
		if *rate < 0 {
			continue
		}
		scaled, ok := rate.times(pct)
		exact = exact && ok && scaled%100 == 0
		*rate = scaled / 100
	}
	return r, exact
}

// String is for errors and listings: dollars per million tokens of input and output.
func (r rates) String() string {
	return fmt.Sprintf("in %s, cached %s, out %s", perMillionText(r.Input), perMillionText(r.Cached),
		perMillionText(r.Output))
}

func perMillionText(rate USD) string {
	if u, ok := PerMillion(rate); ok {
		return u.String()
	}
	return "?"
}
