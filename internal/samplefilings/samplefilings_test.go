package samplefilings

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestFiguresAgree holds the statements to the rules that an accountant would: they balance, and the cash
// flows explain the change in cash.
func TestFiguresAgree(t *testing.T) {
	companies := Companies()
	if len(companies) < 2 {
		t.Fatalf("%d companies, want at least 2", len(companies))
	}
	for _, c := range companies {
		for year := FirstYear; year <= LastReport; year++ {
			f := c.Figures(year)
			if f.Year != year {
				t.Fatalf("%s: asked for %d, got %d", c.Name, year, f.Year)
			}
			if got, want := f.Assets(), f.Liabilities()+f.Equity(); got != want {
				t.Errorf("%s %d: assets %d, liabilities and equity %d", c.Name, year, got, want)
			}
			for what, n := range map[string]int64{"cash": f.Cash, "net income": f.Net(), "gross profit": f.Gross(), "tax": f.Tax} {
				if n <= 0 {
					t.Errorf("%s %d: %s is %d", c.Name, year, what, n)
				}
			}
			if year == FirstYear {
				continue
			}
			b := c.Figures(year - 1)
			if got, want := f.CashFromOperations(b)-f.CapitalSpending-(b.Debt-f.Debt), f.Cash-b.Cash; got != want {
				t.Errorf("%s %d: cash flows %d, change in cash %d", c.Name, year, got, want)
			}
		}
	}
}

// TestAnnualReportIsXML holds reports to the syntax that EDGAR demands of inline XBRL.
func TestAnnualReportIsXML(t *testing.T) {
	for _, c := range Companies() {
		for year := FirstReport; year <= LastReport; year++ {
			report := c.AnnualReport(year)
			d := xml.NewDecoder(bytes.NewReader(report))
			d.Strict = true
			facts := 0
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", c.Filename(year), err)
				}
				if e, ok := token.(xml.StartElement); ok && strings.HasPrefix(e.Name.Local, "non") {
					facts++
				}
			}
			if facts < 80 {
				t.Errorf("%s: %d facts, want at least 80", c.Filename(year), facts)
			}
			if !bytes.Equal(report, c.AnnualReport(year)) {
				t.Errorf("%s: two renderings differ", c.Filename(year))
			}
		}
	}
}
