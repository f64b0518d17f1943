// Package catalog turns a model's name and a date into what is known of it: what its tokens cost, when it
// ends and what may be sent to it; and the Usage of a call into its exact Cost.
//
// It refuses to guess. A model, a date, a tier or a part of the usage without a price makes the cost
// unknown, with the reason; an id that merely resembles a listed one is not found; nothing unknown is ever
// a 0. It asks no provider: whether one still serves a model is for the provider to say.
//
// # Tables
//
// The tables are text, one record per line, in the files under tables/. A user's own file has the same form
// and is laid over them with Override; a model's prices in it replace all prices listed for that model,
// and likewise its model and life records.
//
//	catalog 1 2026-11-21
//	source list date=2026-09-23 confidence=listed text="a price list"
//	model  openai gpt-5.4 kind=chat window=1050000 maxout=128000 temperature=effort-none schema=yes
//	price  openai gpt-5.4 in=2.5 cached=0.25 out=15 batch=50% source=list
//	price  openai gpt-5.4 over=272000 in=5 cached=0.5 out=22.5 batch=50% source=list
//	life   openai gpt-5 ends=2026-12-11 to=gpt-5.6-sol,gpt-5.6-terra source=list
//
// The first record is "catalog", the version of the form and the date of the contents; a later form is
// refused by name. Words are separated by blanks; a field is key=value, where a value that holds blanks
// is in double quotes; lists are separated by commas; a line that begins with # is a comment. A key
// that is not known, a key given twice and a record given twice are errors. All errors of a file are
// reported at once as file:line:column.
//
// Prices are US dollars per million tokens, those of searches per thousand. A part without a price is
// unknown, and "?" says so expressly. A price holds from its day "from" (always, without it) until a later
// record of the model and tier begins, or through its day "until"; "over" makes it the price of calls with
// more input tokens than that, for the whole call. "batch", "flex" and "priority" give the prices of those
// tiers as a percentage of the record's token prices; a record with "tier" gives them itself. A model or
// price with like=PROVIDER/ID takes over all that is listed for that one, a price under the writer's own
// responsibility: a private deployment is two lines.
package catalog

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// Catalog is a set of tables. It does not change once read and may be used from many goroutines.
type Catalog struct {
	models  map[string]map[string]*Model // by provider, and id or alias
	tariffs map[string]map[string]*tariff
	lives   map[string]map[string]*life
	version string
	date    Day // of the shipped tables, or of the newest laid over them
}

// Version names the tables and the user's files laid over them, for the header of a run.
func (c *Catalog) Version() string { return c.version }

// Date is how new the newest of the tables is.
func (c *Catalog) Date() Day { return c.date }

// Listing is a line of a list of models.
type Listing struct {
	Model  Model
	Status Status
	Rates  rates // of a short prompt in the standard tier on that day
	Priced bool
	Source source // of the price
}

// All lists the models in order of provider and id, with their state and price at a time.
func (c *Catalog) All(now time.Time) iter.Seq[Listing] {
	return func(yield func(Listing) bool) {
		for _, provider := range slices.Sorted(maps.Keys(c.models)) {
			rows := c.models[provider]
			for _, id := range slices.SortedFunc(maps.Keys(rows), strings.Compare) {
				if rows[id].ID == id && !yield(c.Listing(*rows[id], now)) {
					return
				}
			}
		}
	}
}

// Listing is a model's line, with its state and price at a time.
func (c *Catalog) Listing(m Model, now time.Time) Listing {
	l := Listing{Model: m, Status: c.Status(m.Provider, m.ID, now), Rates: noRates}
	if t := c.tariffs[m.Provider][m.ID]; t != nil {
		if p, cause := t.on(dayOf(now), Standard, 0); cause == noCause {
			l.Rates, l.Priced, l.Source = p.rates, true, *p.source
		}
	}
	return l
}
