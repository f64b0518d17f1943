package corpus

import (
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/corpus/xbrl"
)

// ofCoverFacts is what the tagged cover page of a filing tells.
func ofCoverFacts(in *xbrl.Instance) meta {
	c := in.Cover()
	m := meta{
		form: c.DocumentType, company: c.Registrant, fiscalPeriod: c.FiscalPeriod, state: c.Incorporated,
		// The day stands as --12-31: a month and day without a year.
		fiscalYearEnd: strings.ReplaceAll(c.FiscalYearEnd, "-", ""),
	}
	if len(c.TradingSymbols) > 0 {
		m.ticker = c.TradingSymbols[0]
	}
	m.cik, _ = strconv.ParseInt(strings.TrimSpace(c.CIK), 10, 64)
	m.fiscalYear, _ = strconv.Atoi(c.FiscalYear)
	m.periodEnd, _ = time.Parse(time.DateOnly, c.PeriodEnd)
	if c.Amendment == "true" && m.form != "" && !strings.Contains(m.form, "/") {
		m.form += "/A"
	}
	return m
}
