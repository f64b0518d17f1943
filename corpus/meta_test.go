package corpus

import (
	"strings"
	"testing"
)

func TestMalformedMetadataBecomesWarnings(t *testing.T) {
	for _, c := range []struct{ column, value, want string }{
		{"cik", "320193", ""},
		{"cik", "", ""},
		{"cik", "CIK 320193", `column cik: want a CIK of at most ten digits, got "CIK 320193"`},
		{"cik", "99999999999999999999", `column cik: want a CIK of at most ten digits, got "99999999999999999999"`},
		{"year", "20-20", `column year: want a year of four digits, got "20-20"`},
		{"year", "99999999999", `column year: want a year of four digits, got "99999999999"`},
		{"filing_date", "2020-02-31", `column filing_date: want a date such as 2024-09-28, got "2020-02-31"`},
	} {
		row := map[string]any{"section_7": "Revenue rose in 2020.", c.column: c.value}
		r, err := rowReading(&budget{}, row, &sourceFile{Path: "rows.jsonl"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.meta.warnings, "; "); got != c.want {
			t.Errorf("%s %q: got warnings %q, want %q", c.column, c.value, got, c.want)
		}
		if m := r.meta; c.want != "" && (m.cik != 0 || m.corpusYear != 0 || !m.filed.IsZero()) {
			t.Errorf("%s %q: got cik %d, year %d, filed %v, want none", c.column, c.value, m.cik, m.corpusYear, m.filed)
		}
	}
}
