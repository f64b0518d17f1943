package xbrl

import (
	"fmt"
	"slices"
	"strings"
)

// Cover is what the cover page of a filing says of itself in tags of the dei taxonomy. What is not
// tagged is empty.
type Cover struct {
	DocumentType  string // "10-K", "10-K/A", "10-Q"
	PeriodEnd     string // "2024-09-28"
	FiscalYear    string // the filer's own: "2023" may end in January 2024 or in January 2023
	FiscalPeriod  string // "FY", "Q1"
	FiscalYearEnd string // "--09-28"
	Registrant    string
	CIK           string // ten digits
	FileNumber    string // "001-36743"
	FilerCategory string // "Large Accelerated Filer"
	Incorporated  string // state or country code
	Amendment     string // "true" or "false"
	Annual        string // "true" where the box for an annual report is ticked
	Quarterly     string
	Transition    string
	Shell         string

	TradingSymbols []string // of all classes of stock and notes, the plain one first
	Problems       []string // facts that say otherwise than the ones used
}

// coverFacts says which fact fills which field. Only facts without dimensions do: one with an axis is
// about a class of stock or a co-registrant. The first wins.
var coverFacts = []struct {
	local string
	field func(*Cover) *string
}{
	{"DocumentType", func(c *Cover) *string { return &c.DocumentType }},
	{"DocumentPeriodEndDate", func(c *Cover) *string { return &c.PeriodEnd }},
	{"DocumentFiscalYearFocus", func(c *Cover) *string { return &c.FiscalYear }},
	{"DocumentFiscalPeriodFocus", func(c *Cover) *string { return &c.FiscalPeriod }},
	{"CurrentFiscalYearEndDate", func(c *Cover) *string { return &c.FiscalYearEnd }},
	{"EntityRegistrantName", func(c *Cover) *string { return &c.Registrant }},
	{"EntityCentralIndexKey", func(c *Cover) *string { return &c.CIK }},
	{"EntityFileNumber", func(c *Cover) *string { return &c.FileNumber }},
	{"EntityFilerCategory", func(c *Cover) *string { return &c.FilerCategory }},
	{"EntityIncorporationStateCountryCode", func(c *Cover) *string { return &c.Incorporated }},
	{"AmendmentFlag", func(c *Cover) *string { return &c.Amendment }},
	{"DocumentAnnualReport", func(c *Cover) *string { return &c.Annual }},
	{"DocumentQuarterlyReport", func(c *Cover) *string { return &c.Quarterly }},
	{"DocumentTransitionReport", func(c *Cover) *string { return &c.Transition }},
	{"EntityShellCompany", func(c *Cover) *string { return &c.Shell }},
}

// Cover gathers the facts of the cover page.
func (in *Instance) Cover() Cover {
	var c Cover
	var others []string
	for i := range in.Facts {
		f := &in.Facts[i]
		prefix, local, ok := strings.Cut(f.Concept, ":")
		if !ok || f.Value == "" || prefix != "dei" && !strings.Contains(f.Namespace, "/dei/") {
			continue
		}
		plain := len(f.Context.Dimensions) == 0
		switch {
		case local == "TradingSymbol" && plain:
			c.TradingSymbols = append(c.TradingSymbols, f.Value)
		case local == "TradingSymbol":
			others = append(others, f.Value)
		case plain:
			c.set(local, plainBlanks(f.Value))
		}
	}
	c.TradingSymbols = distinct(append(c.TradingSymbols, others...))
	return c
}

func (c *Cover) set(local, value string) {
	for _, row := range coverFacts {
		if row.local != local {
			continue
		}
		switch field := row.field(c); {
		case *field == "":
			*field = value
		case *field != value:
			c.Problems = append(c.Problems, fmt.Sprintf("%s is %q, and elsewhere %q", local, clip(*field), clip(value)))
		}
	}
}

// distinct is the list without what it has before.
func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
