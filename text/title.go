package text

import "github.com/assayhq/assay/internal/ascii"

// itemTitles are how the titles of an annual report's items begin, in all eras.
var itemTitles = []string{
	"business", "description of business", "risk factors", "unresolved staff comments", "cybersecurity",
	"properties", "description of property", "legal proceedings", "submission of matters",
	"mine safety", "reserved", "removed and reserved", "market for", "selected financial",
	"selected consolidated financial", "managements discussion", "quantitative and qualitative",
	"quantitative disclosures", "financial statements", "consolidated financial statements",
	"changes in and disagreements", "disagreements", "controls and procedures", "other information",
	"disclosure regarding foreign", "directors executive", "directors and executive",
	"executive compensation", "executive officers", "security ownership", "certain relationships",
	"principal accountant", "exhibits", "exhibit", "form 10 k summary", "signatures",
	"unregistered sales", "defaults upon", "information about", "available information",
	"election of directors",
}

// noteTitles are headings that notes to financial statements share from one filer to the next.
var noteTitles = []string{
	"accounting policies", "accounts receivable", "accrued", "acquisition", "acquisitions", "asset impairment",
	"asset retirement", "basis of presentation", "borrowings", "business combination",
	"business combinations", "business acquisitions", "capital stock", "cash and cash equivalents",
	"commitments", "commitments and contingencies", "common stock", "concentration", "contingencies",
	"convertible", "debt", "deferred", "derivative", "derivatives", "discontinued operations",
	"divestitures", "earnings per share", "earnings loss per share", "employee benefit", "employee",
	"equity", "equity based compensation", "fair value", "fair value measurements",
	"financial instruments", "goodwill", "goodwill and intangible", "guarantees", "income tax",
	"income taxes", "intangible assets", "inventories", "inventory", "investment", "investments", "lease", "leases",
	"legal", "legal proceedings", "litigation", "long term debt", "loans", "nature of", "net income per share",
	"net loss per share", "new accounting", "notes payable", "organization", "other", "pension",
	"pensions", "preferred stock", "property and equipment", "property plant and equipment",
	"quarterly", "recent accounting", "related party", "related parties", "restructuring",
	"retirement", "revenue", "revenue recognition", "revenues", "securities", "segment", "segments",
	"segment information", "share based", "shareholders equity", "significant accounting",
	"stock based", "stock compensation", "stockholders equity", "subsequent event",
	"subsequent events", "summary of", "supplemental", "taxes", "trade receivables", "variable interest",
	"warrants",
}

// matchTitle is the offset after the title if text[i:end] begins with it, or -1. Case, blanks and
// punctuation do not count: only letters and digits are compared.
func matchTitle(text []byte, i, end int, title string) int {
	for t := 0; t < len(title); t++ {
		want := ascii.ToLower(title[t])
		if !ascii.IsAlnum(want) {
			continue
		}
		for i < end && !ascii.IsAlnum(text[i]) && text[i] != '.' {
			i++
		}
		if i >= end || ascii.ToLower(text[i]) != want {
			return -1
		}
		i++
	}
	if i < end && ascii.IsAlnum(text[i]) {
		return -1
	}
	return i
}

// matchAny is the offset after the longest of the titles that text[i:end] begins with, or -1.
func matchAny(text []byte, i, end int, titles []string) int {
	longest := -1
	for _, title := range titles {
		longest = max(longest, matchTitle(text, i, end, title))
	}
	return longest
}
