package corpus

import (
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/corpus/internal/xbrl"
)

// ofCoverFacts is what the tagged cover page of a filing tells.
func ofCoverFacts(in *xbrl.Instance) meta {
	c := in.Cover()
	// Facts are parts of the page's text. What outlives the document, as its form does in the store's list
	// of documents, is copied, or it would keep the whole page in memory.
	m := meta{
		form: strings.Clone(c.DocumentType), company: strings.Clone(c.Registrant), fiscalPeriod: strings.Clone(c.FiscalPeriod),
		state: strings.Clone(c.Incorporated),
		// The day stands as --12-31: a month and day without a year.
		fiscalYearEnd: strings.ReplaceAll(c.FiscalYearEnd, "-", ""),
	}
	if len(c.TradingSymbols) > 0 {
		m.ticker = strings.Clone(c.TradingSymbols[0])
	}
	m.cik, _ = strconv.ParseInt(strings.TrimSpace(c.CIK), 10, 64)
	m.fiscalYear, _ = strconv.Atoi(c.FiscalYear)
	m.periodEnd, _ = time.Parse(time.DateOnly, c.PeriodEnd)
	if c.Amendment == "true" && m.form != "" && !strings.Contains(m.form, "/") {
		m.form += "/A"
	}
	return m
}
