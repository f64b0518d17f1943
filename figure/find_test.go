package figure

import (
	"fmt"
	"strings"
	"testing"
)

// show prints a figure as the tables of tests expect it: the expression, its kind, and whatever
// else it says.
func show(text string, a Amount) string {
	parts := []string{text[a.Start:a.End], a.Kind.String()}
	if a.IsAmount() || a.Kind == Year {
		parts = append(parts, a.Value.String())
	}
	for _, s := range []string{string(a.Unit), a.Label, a.Period.String(), a.Sign.String(), a.Approx.String(), a.Bound.String()} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if a.Falls {
		parts = append(parts, "falls")
	}
	return strings.Join(parts, " | ")
}

var findCases = []struct {
	name, text string
	want       []string
}{
	{"money", "Sales were $1,234.5 million, or $ 12 and US$3.", []string{
		"$1,234.5 million | money | 1234500000 | USD", "$ 12 | money | 12 | USD", "US$3 | money | 3 | USD"}},
	{"currencies", "C$1.2bn, HK$ 300, €5m, £12k, ¥900, R$ 3,5, USD 500, EUR7, 40 million euros, 6 yen, S$2, A$4", []string{
		"C$1.2bn | money | 1200000000 | CAD", "HK$ 300 | money | 300 | HKD", "€5m | money | 5000000 | EUR",
		"£12k | money | 12000 | GBP", "¥900 | money | 900 | JPY", "R$ 3,5 | money | 3.5 | BRL",
		"USD 500 | money | 500 | USD", "EUR7 | money | 7 | EUR", "40 million euros | money | 40000000 | EUR",
		"6 yen | money | 6 | JPY", "S$2 | money | 2 | SGD", "A$4 | money | 4 | AUD"}},
	{"a named currency beats the dollar sign", "a fine of $5 million Canadian dollars or $6 million U.S. dollars", []string{
		"$5 million Canadian dollars | money | 5000000 | CAD", "$6 million U.S. dollars | money | 6000000 | USD"}},
	{"cents", "25 cents per share and 5¢", []string{
		"25 cents per share | per-share | 0.25 | USD/share", "5¢ | money | 0.05 | USD"}},
	{"a dash before shares", "$0.01 par value -10 shares authorized, of -5", []string{
		"$0.01 par value | per-share | 0.01 | USD/share", "10 shares | number | 10 | shares", "-5 | number | -5 | minus",
	}},
	{"per share", "$1.23 per diluted share, $0.01 par value, $4 a share, $5/share, $60 per barrel", []string{
		"$1.23 per diluted share | per-share | 1.23 | USD/share", "$0.01 par value | per-share | 0.01 | USD/share",
		"$4 a share | per-share | 4 | USD/share", "$5/share | per-share | 5 | USD/share",
		"$60 per barrel | money | 60 | USD/barrel"}},
	{"ratios", "15.2 %, 4 percent, 3 per cent, 25 basis points, 50bps, 2 percentage points, 1.5x, .9%", []string{
		"15.2 % | percent | 0.152 | percent", "4 percent | percent | 0.04 | percent",
		"3 per cent | percent | 0.03 | percent", "25 basis points | basis-points | 0.0025 | bps",
		"50bps | basis-points | 0.005 | bps", "2 percentage points | points | 0.02 | points",
		"1.5x | multiple | 1.5 | x", ".9% | percent | 0.009 | percent"}},
	{"scale words and letters", "$1 thousand, $2MM, $3 mn, $4 b, $5 trillion, $6tn, $7K, 8 billion, 9m, 2 crore", []string{
		"$1 thousand | money | 1000 | USD", "$2MM | money | 2000000 | USD", "$3 mn | money | 3000000 | USD",
		"$4 b | money | 4000000000 | USD", "$5 trillion | money | 5000000000000 | USD",
		"$6tn | money | 6000000000000 | USD", "$7K | money | 7000 | USD", "8 billion | number | 8000000000",
		"9m | number | 9000000", "2 crore | number | 20000000"}},
	{"separators", "1\u00a0234\u00a0567 and 9\u2009876 and €1.234.567,89 and €1.234,5 and 1.234; 3,5 % and ₹1,23,456", []string{
		"1\u00a0234\u00a0567 | number | 1234567", "9\u2009876 | number | 9876", "€1.234.567,89 | money | 1234567.89 | EUR",
		"€1.234,5 | money | 1234.5 | EUR", "1.234 | number | 1.234", "3,5 % | percent | 0.035 | percent",
		"₹1,23,456 | money | 123456 | INR"}},
	{"commas that end numbers", "in 7,12 or 1,2345 cases", []string{
		"7 | number | 7", "12 | number | 12", "1 | number | 1", "2345 | number | 2345"}},
	{"signs", "a return of -5.5%, −3%, +2%, $(5.2) million, $ (7), -$4, $-6, (3.4)%", []string{
		"-5.5% | percent | -0.055 | percent | minus", "−3% | percent | -0.03 | percent | minus",
		"+2% | percent | 0.02 | percent | plus", "$(5.2) million | money | -5200000 | USD | parentheses",
		"$ (7) | money | -7 | USD | parentheses", "-$4 | money | -4 | USD | minus",
		"$-6 | money | -6 | USD | minus", "(3.4)% | percent | -0.034 | percent | parentheses"}},
	{"an aside is not negative", "a charge ($1.2 million) and growth (3.4%)", []string{
		"$1.2 million | money | 1200000 | USD", "3.4% | percent | 0.034 | percent"}},
	{"parentheses where a figure is due", "a loss of ($68,000) and ($9,000), and growth was (3%) (and $5)", []string{
		"($68,000) | money | -68000 | USD | parentheses | falls", "($9,000) | money | -9000 | USD | parentheses",
		"(3%) | percent | -0.03 | percent | parentheses", "$5 | money | 5 | USD"}},
	{"hyphens are not signs", "a five-year 364-day 2.5 percent-a-year plan, 10 - 12 stores", []string{
		"five-year | number | 5 | years", "364-day | number | 364 | days", "2.5 percent | percent | 0.025 | percent",
		"10 | number | 10 | stores | low", "12 stores | number | 12 | stores | high"}},
	{"ranges", "$1.2 to $1.5 billion, $1.2-1.5 billion, 10-12%, between 5 and 7 percent, $1.10 to $1.20 per share", []string{
		"$1.2 | money | 1200000000 | USD | low", "$1.5 billion | money | 1500000000 | USD | high",
		"$1.2 | money | 1200000000 | USD | low", "1.5 billion | money | 1500000000 | USD | high",
		"10 | percent | 0.1 | percent | low", "12% | percent | 0.12 | percent | high",
		"5 | percent | 0.05 | percent | low", "7 percent | percent | 0.07 | percent | high",
		"$1.10 | per-share | 1.1 | USD/share | low", "$1.20 per share | per-share | 1.2 | USD/share | high"}},
	{"from to is a change", "rose from $5 million to $7 million, ranging from 3% to 4%", []string{
		"$5 million | money | 5000000 | USD", "$7 million | money | 7000000 | USD",
		"3% | percent | 0.03 | percent | low", "4% | percent | 0.04 | percent | high"}},
	{"lists share a scale", "were $73, $82 and $91 million; 5, 6 and 7 percent", []string{
		"$73 | money | 73000000 | USD", "$82 | money | 82000000 | USD", "$91 million | money | 91000000 | USD",
		"5 | percent | 0.05 | percent", "6 | percent | 0.06 | percent", "7 percent | percent | 0.07 | percent"}},
	{"complete sums do not", "were $1,234 and $5 million", []string{
		"$1,234 | money | 1234 | USD", "$5 million | money | 5000000 | USD"}},
	{"approximations", "approximately $5, about 6%, ~7, over 8%, nearly $9, more than 10 employees, at least 11%, up to 12%, two or more", []string{
		"approximately $5 | money | 5 | USD | about", "about 6% | percent | 0.06 | percent | about",
		"~7 | number | 7 | about", "over 8% | percent | 0.08 | percent | more than",
		"nearly $9 | money | 9 | USD | just under", "more than 10 employees | number | 10 | employees | more than",
		"at least 11% | percent | 0.11 | percent | at least", "up to 12% | percent | 0.12 | percent | at most",
		"two | number | 2 | at least"}},
	{"over time is during", "over 5 years, over $5", []string{
		"5 years | number | 5 | years", "over $5 | money | 5 | USD | more than"}},
	{"signs in words", "negative 3%, was minus about $4, prime minus 1%", []string{
		"negative 3% | percent | -0.03 | percent | minus", "minus about $4 | money | -4 | USD | minus | about",
		"1% | percent | 0.01 | percent"}},
	{"falls", "a loss of $5 million, decreased by 3%, decreased to 4%", []string{
		"$5 million | money | 5000000 | USD | falls", "3% | percent | 0.03 | percent | falls",
		"4% | percent | 0.04 | percent"}},
	{"dashes for zero", "$— million, $ – and — %, but a dash — like this, ARS - Holdings", []string{
		"$— million | money | 0 | USD", "$ – | money | 0 | USD", "— % | percent | 0 | percent"}},
	{"spelled", "twenty-five stores, three hundred and twelve thousand, ten million dollars, one hundred five, zero, nil", []string{
		"twenty-five stores | number | 25 | stores", "three hundred and twelve thousand | number | 312000",
		"ten million dollars | money | 10000000 | USD", "one hundred five | number | 105", "zero | number | 0", "nil | number | 0"}},
	{"spelled to the hundreds of millions",
		"Nine Hundred Ninety-Nine Million Nine Hundred Ninety-Nine Thousand Nine Hundred Ninety-Nine", []string{
			"Nine Hundred Ninety-Nine Million Nine Hundred Ninety-Nine Thousand Nine Hundred Ninety-Nine | number | 999999999"}},
	{"spelled neighbours", "between one hundred and two hundred; two or three; one million and two million", []string{
		"one hundred | number | 100 | low", "two hundred | number | 200 | high", "two | number | 2",
		"three | number | 3", "one million | number | 1000000", "two million | number | 2000000"}},
	{"pronouns", "no one, one another, this one, everyone, someone", []string{"no | absence | zero"}},
	{"fractions", "7 1/2% notes, 6½%, 5-3/8%, 1/2%", []string{
		"7 1/2% | percent | 0.075 | percent", "6½% | percent | 0.065 | percent",
		"5-3/8% | percent | 0.05375 | percent", "1/2% | percent | 0.005 | percent"}},
	{"scientific", "5e-05 and 1.5E+6", []string{"5e-05 | number | 0.00005", "1.5E+6 | number | 1500000"}},
	{"a line break inside", "net sales of $1.2\nmillion and\n\n7\n\nmillion", []string{
		"$1.2\nmillion | money | 1200000 | USD", "7 | number | 7"}},
	{"letters need evidence", "1.5M units, 7 MM, 3M, 5K, $3M, $5 K, 240.12b-2, 78m", []string{
		"1.5M units | number | 1500000 | units", "7 MM | number | 7000000", "3M | code | code", "5K | code | code",
		"$3M | money | 3000000 | USD", "$5 K | money | 5000 | USD", "240.12b-2 | code | code", "78m | number | 78000000"}},
	{"parts are no counts", "two-thirds, one-half and one third of three quarters", []string{"three quarters | number | 3 | quarters"}},
	{"stock split", "a 4-for-1 split", []string{"4 | number | 4", "1 | number | 1"}},
	{"ratio of a covenant", "a ratio of 3.50 to 1.00, or 2.5:1.0", []string{
		"3.50 | number | 3.5", "1.00 | number | 1", "2.5 | number | 2.5", "1.0 | number | 1"}},
}

var separateCases = []struct {
	name, text string
	want       []string
}{
	{"years", "in 2023, 2022-23 and mid-2021; 2500 stores; 2,023 stores", []string{
		"2023 | year | 2023 | 2023", "2022 | year | 2022 | 2022", "23 | year | 2023 | 2023",
		"2021 | year | 2021 | 2021", "2500 stores | number | 2500 | stores", "2,023 stores | number | 2023 | stores"}},
	{"dates", "December 31, 2022; Dec. 31 2022; 31 December 2022; 12/31/2022; 2022-12-31; March 2023; April 30th; may 5", []string{
		"December 31, 2022 | date | 2022-12-31", "Dec. 31 2022 | date | 2022-12-31",
		"31 December 2022 | date | 2022-12-31", "12/31/2022 | date | 2022-12-31", "2022-12-31 | date | 2022-12-31",
		"March 2023 | date | March 2023", "April 30th | date | April 30", "5 | number | 5"}},
	{"periods", "FY2023, FY 23 or FY23, fiscal 2022, fiscal year 2021, Q3, Q3 2023, 3Q23, Q4'21, 1H22, third quarter of 2023", []string{
		"FY2023 | period | fiscal 2023", "FY 23 | period | fiscal 2023", "FY23 | period | fiscal 2023", "fiscal 2022 | period | fiscal 2022",
		"fiscal year 2021 | period | fiscal 2021", "Q3 | period | Q3", "Q3 2023 | period | Q3 2023",
		"3Q23 | period | Q3 2023", "Q4'21 | period | Q4 2021", "1H22 | period | H1 2022",
		"third quarter of 2023 | period | Q3 2023"}},
	{"marked years", "2024E, 2023A, FY24E, 3Q24E, FY'23, FY 2023, FY2023-24, the 1990s", []string{
		"2024E | year | 2024 | estimate | 2024", "2023A | year | 2023 | actual | 2023", "FY24E | period | fiscal 2024",
		"3Q24E | period | Q3 2024", "FY'23 | period | fiscal 2023", "FY 2023 | period | fiscal 2023",
		"FY2023 | period | fiscal 2023", "24 | year | 2024 | 2024", "1990s | code | decade"}},
	{"stretches", "nine months ended September 30, 2023; the year ended December 31, 2022; first nine months of 2023; 52 weeks ended January 28, 2023; third quarter ended June 30, 2021; as of May 5, 2020", []string{
		"nine months ended September 30, 2023 | period | 9 months ended 2023-09-30",
		"year ended December 31, 2022 | period | year ended 2022-12-31",
		"first nine months of 2023 | period | first 9 months of 2023",
		"52 weeks ended January 28, 2023 | period | 52 weeks ended 2023-01-28",
		"third quarter ended June 30, 2021 | period | quarter ended 2021-06-30",
		"as of May 5, 2020 | date | as of 2020-05-05"}},
	{"references", "Note 12, Notes 3, 5 and 7, Item 7A, page 23, Section 401(k), § 12, Rule 10b5-1, Topic 606, Level 2 and 3, No. 5, #6", []string{
		"Note 12 | reference | note", "Notes 3 | reference | note", "5 | reference | note", "7 | reference | note",
		"Item 7A | reference | item", "page 23 | reference | page", "Section 401(k) | reference | section",
		"§ 12 | reference | section", "Rule 10b5-1 | reference | rule", "Topic 606 | reference | topic",
		"Level 2 | reference | level", "3 | reference | level", "No. 5 | reference | number", "#6 | reference | number"}},
	{"a unit beats a label", "in part 12% and of the series 5 million", []string{
		"12% | percent | 0.12 | percent", "5 million | number | 5000000"}},
	{"cases and codes", "Case No. 1:19-cv-01795, 001-12345, ASU 2014-09, 10-K, COVID-19, H100, 777X, 401(k), 24/7, 1.2.3, Springfield, IL 62701", []string{
		"Case No. 1:19-cv-01795 | reference | case", "001-12345 | code | code", "ASU 2014-09 | reference | ASU",
		"10-K | code | form", "COVID-19 | code | code", "H100 | code | code", "777X | code | code", "401(k) | code | code",
		"24/7 | code | code", "1.2.3 | code | code", "62701 | code | zip"}},
	{"phones", "(555) 010-0199, 555-010-0199, 1-800-555-0100, +44 20 7946 0958", []string{
		"(555) 010-0199 | phone | phone", "555-010-0199 | phone | phone", "1-800-555-0100 | phone | phone",
		"+44 20 7946 0958 | phone | phone"}},
	{"marks", "(1) Includes income(2) of ten; and (3) other\n4. Next", []string{
		"(1) | list-mark | list", "(2) | footnote | footnote", "ten | number | 10", "(3) | list-mark | list", "4. | list-mark | list"}},
	{"ordinals and times", "the 3rd of 5 at 5:00 p.m. and 9am", []string{
		"3rd | ordinal | ordinal", "5 | number | 5", "5:00 p.m. | clock | time", "9am | clock | time"}},
	{"too long", strings.Repeat("9", maxDigits+1), []string{strings.Repeat("9", maxDigits+1) + " | code | code"}},
	{"statutes", "17 CFR 240.12b-2 and 15 U.S.C. 78m", []string{
		"17 | number | 17", "CFR 240.12b-2 | reference | CFR", "15 | reference | CFR", "U.S.C. 78m | reference | U.S.C."}},
	{"index names", "the S&P 500 and the Russell 2000", []string{"S&P 500 | reference | S&P", "Russell 2000 | reference | Russell"}},
}

func TestFind(t *testing.T) {
	for _, c := range append(findCases, separateCases...) {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, a := range Find(c.text) {
				got = append(got, show(c.text, a))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("Find(%q)\n got %s\nwant %s", c.text, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
			}
		})
	}
}

// TestBare checks the span of the bare digits, which is what a tagged fact covers.
func TestBare(t *testing.T) {
	for _, c := range []struct{ text, bare string }{
		{"about $1,234.5 million", "1,234.5"},
		{"$(5.2) million", "5.2"},
		{"twenty-five million dollars", "twenty-five"},
		{"two hundred thousand", "two hundred"},
		{"$ — million", "—"},
		{"7 1/2%", "7 1/2"},
		{"US$3", "3"},
	} {
		found := Find(c.text)
		if len(found) != 1 || found[0].Digits != c.bare || c.text[found[0].Bare.Start:found[0].Bare.End] != c.bare {
			t.Errorf("Find(%q): bare digits %+v, want %q", c.text, found, c.bare)
		}
	}
}
