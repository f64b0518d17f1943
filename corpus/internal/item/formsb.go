package item

import "strings"

// rows10KSB are the items of Form 10-KSB, the annual report of small businesses from 1993 to 2008. Their numbers
// are not those of Form 10-K: Item 6 is the discussion, Item 7 the statements, Items 9 to 12 are Part III.
var rows10KSB = []row{
	likeRow("1", "I", rows10K, "1", "Description of Business"),
	likeRow("2", "I", rows10K, "2", "Description of Property"),
	likeRow("3", "I", rows10K, "3", ""),
	likeRow("4", "I", rows10K, "4", "Submission of Matters to a Vote of Security Holders"),
	likeRow("5", "II", rows10K, "5", "Market for Common Equity and Related Stockholder Matters"),
	discussionSB("6", "6", "II"),
	likeRow("7", "II", rows10K, "8", "Financial Statements"),
	likeRow("8", "II", rows10K, "9", ""),
	likeRow("8A", "II", rows10K, "9A", ""),
	likeRow("8B", "II", rows10K, "9B", ""),
	likeRow("9", "III", rows10K, "10",
		"Directors, Executive Officers, Promoters, Control Persons and Corporate Governance; "+
			"Compliance With Section 16(a) of the Exchange Act"),
	likeRow("10", "III", rows10K, "11", ""),
	likeRow("11", "III", rows10K, "12", ""),
	likeRow("12", "III", rows10K, "13", ""),
	likeRow("13", "III", rows10Q, "II.6", ""),
	{id: "14", label: "14", part: "III", from: 2002,
		titles: []title{{0, 2002, "Controls and Procedures"}, {2003, 0, "Principal Accountant Fees and Services"}},
		keys: []string{
			"principalaccount", "principalaudit", "independentaccount", "controlsandprocedure", "feesandservices",
			"principalindependent",
		},
		near: []string{"accountant", "accounting", "controlsandprocedures", "auditfees"},
		doc:  "controls for filings of late 2002 and early 2003, fees since"},
}

// rows10QSB are the items of Form 10-QSB, the quarterly report of small businesses: no market risk, controls as Item 3.
var rows10QSB = []row{
	likeRow("I.1", "I", rows10Q, "I.1", ""),
	discussionSB("I.2", "2", "I"),
	{id: "I.3", label: "3", also: "3A", core: true, part: "I", from: 2002,
		titles: []title{{0, 0, "Controls and Procedures"}},
		keys:   []string{"controlsandprocedure", "controlandprocedure", "disclosurecontrols", "controls"},
		near:   []string{"controls"},
		doc:    "from late 2002; 3A(T) since 2007"},
	likeRow("II.1", "II", rows10Q, "II.1", ""),
	likeRow("II.2", "II", rows10Q, "II.2", ""),
	likeRow("II.3", "II", rows10Q, "II.3", ""),
	likeRow("II.4", "II", rows10Q, "II.4", ""),
	likeRow("II.5", "II", rows10Q, "II.5", ""),
	likeRow("II.6", "II", rows10Q, "II.6", ""),
}

// likeRow is a small-business row that asks what row id of the larger form asks, under a title of its own unless
// that is empty.
func likeRow(id, part string, of []row, like, own string) row {
	r := *(&Form{rows: of}).rowOf(like)
	r.id, r.part = id, part
	r.label = id[strings.IndexByte(id, '.')+1:]
	if own != "" {
		r.titles = []title{{0, 0, own}}
	}
	return r
}

// discussionSB is the item of the discussion, which is a plan of operation in filings of companies without revenue.
func discussionSB(id, label, part string) row {
	return row{id: id, label: label, part: part, core: true,
		titles: []title{
			{0, 0, "Management's Discussion and Analysis or Plan of Operation"},
			{0, 0, "Plan of Operation"}},
		keys: []string{
			"managementsdiscussion", "managementdiscussion", "managementsplan", "managementplan", "managementsfinancial",
			"discussionandanalysis", "planofoperation",
		},
		near: []string{"discussionandanalysis", "planofoperation", "resultsofoperations", "financialcondition"},
		doc:  "always"}
}
