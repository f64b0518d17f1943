package corpus

import (
	"strings"

	"github.com/assayhq/assay/corpus/internal/xbrl"
)

// ofCoverFacts is the metadata of a filing's tagged cover page.
func ofCoverFacts(in *xbrl.Instance) meta {
	c := in.Cover()
	// Facts are parts of the page's text. What outlives the document, as its form does in the store's list
	// of documents, is copied, or it would keep the whole page in memory.
	m := meta{
		form: strings.Clone(c.DocumentType), company: strings.Clone(c.Registrant), fiscalPeriod: strings.Clone(c.FiscalPeriod),
		state: strings.Clone(c.Incorporated),
		// The day is written --12-31: month and day without a year.
		fiscalYearEnd: strings.ReplaceAll(c.FiscalYearEnd, "-", ""),
	}
	if len(c.TradingSymbols) > 0 {
		m.ticker = strings.Clone(c.TradingSymbols[0])
	}
	m.setCIK("the cover's tag EntityCentralIndexKey", c.CIK)
	m.fiscalYear = m.parseYear("the cover's tag DocumentFiscalYearFocus", c.FiscalYear)
	m.periodEnd = m.parseDate("the cover's tag DocumentPeriodEndDate", c.PeriodEnd)
	if c.Amendment == "true" && m.form != "" && !strings.Contains(m.form, "/") {
		m.form += "/A"
	}
	return m
}
