package xbrl

import "testing"

func TestPlaces(t *testing.T) {
	doc, in := read(page(`<ix:nonNumeric id="h1" name="fab:Term" contextRef="y24">P6Y</ix:nonNumeric><ix:nonNumeric id="h2" `+
		`name="fab:Line" contextRef="y24">u#Debt</ix:nonNumeric><ix:nonNumeric id="h3" name="fab:None" contextRef="y24">z</ix:nonNumeric>`+
		`<ix:nonNumeric id="h4" name="fab:Gone" contextRef="y24">z</ix:nonNumeric>`,
		`<p>Loans run for <span style="color:red;-sec-ix-hidden:h1">six <span>full</span> years</span> or more.</p>
		<table><tr><td><div style='-sec-ix-hidden:h2; margin:0'>Long-term debt</div></td><td><ix:nonFraction name="fab:Debt" `+
			`contextRef="y24" unitRef="usd"> 12 </ix:nonFraction></td></tr></table>
		<p style="-sec-ix-hidden:h3"></p><p>-sec-ix-hidden:h4</p>`))
	want := map[string]string{"fab:Term": "six full years", "fab:Line": "Long-term debt", "fab:Debt": "12", "fab:None": "", "fab:Gone": ""}
	if len(in.Facts) != len(want) {
		t.Fatalf("%d facts, want %d", len(in.Facts), len(want))
	}
	for _, f := range in.Facts {
		got := ""
		for _, s := range f.Spans {
			got += string(doc.Of(s))
		}
		if got != want[f.Concept] {
			t.Errorf("%s is at %q, want %q", f.Concept, got, want[f.Concept])
		}
		if inCell := f.Cell >= 0; inCell != (f.Concept == "fab:Debt") {
			t.Errorf("%s is in cell %d", f.Concept, f.Cell)
		}
	}
}

func TestCover(t *testing.T) {
	_, in := read(page(`<ix:nonNumeric name="dei:AmendmentFlag" contextRef="y24">false</ix:nonNumeric><ix:nonNumeric `+
		`name="dei:EntityCentralIndexKey" contextRef="y24">0001999999</ix:nonNumeric><ix:nonNumeric name="dei:DocumentFiscalYearFocus" `+
		`contextRef="y24">2024</ix:nonNumeric>`,
		`<p><ix:nonNumeric name="dei:DocumentType" contextRef="y24">10-K</ix:nonNumeric> for the year ended
		<ix:nonNumeric name="dei:DocumentPeriodEndDate" contextRef="y24" format="ixt:date-monthname-day-year-en"><ix:nonNumeric `+
			`name="dei:CurrentFiscalYearEndDate" contextRef="y24" format="ixt:date-monthname-day-en">December 31</ix:nonNumeric>, `+
			`2024</ix:nonNumeric></p>
		<p><ix:nonNumeric name="dei:EntityRegistrantName" contextRef="d24">Fabrikant Pumps GmbH</ix:nonNumeric><ix:nonNumeric `+
			`name="dei:EntityRegistrantName" contextRef="y24">Fabrikant,<br/>Inc.</ix:nonNumeric></p>
		<p><ix:nonNumeric name="dei:EntityRegistrantName" contextRef="y24">FABRIKANT</ix:nonNumeric> <ix:nonNumeric `+
			`name="dei:DocumentAnnualReport" contextRef="y24" format="sec:boolballotbox">☒</ix:nonNumeric></p>
		<p><ix:nonNumeric name="dei:TradingSymbol" contextRef="d24">FABB</ix:nonNumeric> <ix:nonNumeric name="dei:TradingSymbol" `+
			`contextRef="y24">FAB</ix:nonNumeric> <ix:nonNumeric name="dei:TradingSymbol" contextRef="d24">FABB</ix:nonNumeric></p>
		<p><ix:nonNumeric name="fab:DocumentType" contextRef="y24">no</ix:nonNumeric><ix:nonNumeric name="dei:EntityFilerCategory" `+
			`contextRef="y24" format="sec:entityfilercategoryen">odd</ix:nonNumeric></p>`))
	c := in.Cover()
	got := []string{c.DocumentType, c.PeriodEnd, c.FiscalYear, c.FiscalPeriod, c.FiscalYearEnd, c.Registrant, c.CIK,
		c.FilerCategory, c.Amendment, c.Annual}
	want := []string{"10-K", "2024-12-31", "2024", "", "--12-31", "Fabrikant, Inc.", "0001999999", "", "false", "true"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("field %d is %q, want %q", i, got[i], want[i])
		}
	}
	if len(c.TradingSymbols) != 2 || c.TradingSymbols[0] != "FAB" || c.TradingSymbols[1] != "FABB" {
		t.Errorf("trading symbols %q", c.TradingSymbols)
	}
	if len(c.Problems) != 1 || c.Problems[0] != `EntityRegistrantName is "Fabrikant, Inc.", and elsewhere "FABRIKANT"` {
		t.Errorf("problems %q", c.Problems)
	}
}
