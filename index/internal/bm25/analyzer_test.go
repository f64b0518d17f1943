package bm25

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFilingsAnalyzer(t *testing.T) {
	a, err := FindAnalyzer("")
	if err != nil || a.Name != "filings" {
		t.Fatal(a.Name, err)
	}
	for _, c := range []struct{ text, want string }{
		{"Revenue grew 12.5% to $1,234.5 million", "revenue grew 12.5 to 1234.5 million"},
		{"EPS of $.05 or $0.05; a loss of (1,234)", "eps of 0.05 or 0.05 a loss of 1234"},
		{"Our Form 10-K, 10-K405 and 10-KSB", "our form 10k 10k405 and 10ksb"},
		{"10-k 10K 8-K/A 20-F 10‑Q", "10k 10k 8k a 20f 10q"},
		{"a 12-month, 10-year, 5-for-1 split", "a 12 month 10 year 5 for 1 split"},
		{"Rule 10b5-1, 12b-2 and S-1, F-4", "rule 10b51 12b2 and s1 f4"},
		{"401(k) plan; Section 13(d); 1,234(a)", "401k plan section 13d 1234 a"},
		{"U.S. GAAP, J.P. Morgan, e.g. us", "us gaap jp morgan eg us"},
		{"AT&T, S&P 500, R&D, SG&A, M&A, Johnson&Johnson", "at&t s&p 500 r&d sg&a m&a johnson johnson"},
		{"long-term debt; COVID-19; non-GAAP", "long term debt covid 19 non gaap"},
		{"e-commerce and E-mail", "ecommerce and email"},
		{"the Company’s and O'Reilly's; don't", "the company and oreilly dont"},
		{"Nestlé S.A. and Estée Lauder", "nestle sa and estee lauder"},
		{"amazon.com and/or 12/31/2023 2016-02", "amazon com and or 12 31 2023 2016 02"},
		{"3M, Q4, FY2019, 1.5x, $1.2bn", "3m q4 fy2019 1.5x 1.2bn"},
		{"in the 1990's ended.The", "in the 1990 ended the"},
		{"Notes 1, 2 and 3,45", "notes 1 2 and 3 45"},
		{"日本 株式", "日 本 株 式"},
		{"... -- $ % ( ) ''", ""},
		{"", ""},
	} {
		if got := strings.Join(a.Terms(c.text), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestAnalyzers(t *testing.T) {
	if len(Analyzers) < 2 {
		t.Fatal("too few")
	}
	seen := map[string]bool{}
	for _, a := range Analyzers {
		if seen[a.Name] || a.Version < 1 || a.Doc == "" {
			t.Errorf("%+v", a)
		}
		seen[a.Name] = true
		if got := a.Terms(strings.Repeat("x", 100) + " y"); len(got) != 2 || len(got[0]) != maxTerm {
			t.Errorf("%s: %q", a.Name, got)
		}
	}
	if _, err := FindAnalyzer("porter"); err == nil || !strings.Contains(err.Error(), "filings, blanks") {
		t.Error(err)
	}
}

func FuzzAnalyzers(f *testing.F) {
	for _, seed := range []string{"10-K of U.S. AT&T's 1,234.5 (401(k))", "e-mail .5 é 日本 \xff\xfe", "''s '-' a.b.c.d 1,2,3-k"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range Analyzers {
			terms := a.Terms(text)
			if !slices.Equal(terms, a.Terms(text)) {
				t.Fatal("not the same twice")
			}
			for _, term := range terms {
				if term == "" || len(term) > maxTerm || strings.ContainsAny(term, " \n") {
					t.Fatalf("%s: %q has term %q", a.Name, text, term)
				}
			}
			if a.Name != "filings" || !utf8.ValidString(text) {
				continue
			}
			if upper := a.Terms(strings.ToLower(text)); isASCII(text) && !slices.Equal(upper, terms) {
				t.Fatalf("%q: %q, in lower case %q", text, terms, upper)
			}
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
