package item

// rows8K are the events of Form 8-K: by section since 23 August 2004, numbered 1 to 12 before. A
// filing reports one or a few of them, so those that it lacks are not listed as absent.
var rows8K = []row{
	event("1.01", "Entry into a Material Definitive Agreement", "entryinto"),
	event("1.02", "Termination of a Material Definitive Agreement", "terminationof"),
	event("1.03", "Bankruptcy or Receivership", "bankruptcy"),
	event("1.04", "Mine Safety - Reporting of Shutdowns and Patterns of Violations", "minesafety"),
	event("1.05", "Material Cybersecurity Incidents", "materialcyber", "cyber"),
	event("2.01", "Completion of Acquisition or Disposition of Assets", "completionof"),
	event("2.02", "Results of Operations and Financial Condition", "resultsof"),
	event("2.03", "Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement "+
		"of a Registrant", "creationof"),
	event("2.04", "Triggering Events That Accelerate or Increase a Direct Financial Obligation or an Obligation under "+
		"an Off-Balance Sheet Arrangement", "triggering"),
	event("2.05", "Costs Associated with Exit or Disposal Activities", "costs"),
	event("2.06", "Material Impairments", "materialimpairment"),
	event("3.01", "Notice of Delisting or Failure to Satisfy a Continued Listing Rule or Standard; Transfer of Listing", "noticeof"),
	event("3.02", "Unregistered Sales of Equity Securities", "unregisteredsale"),
	event("3.03", "Material Modification to Rights of Security Holders", "materialmodification"),
	event("4.01", "Changes in Registrant's Certifying Accountant", "changesin", "changein"),
	event("4.02", "Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed "+
		"Interim Review", "nonreliance"),
	event("5.01", "Changes in Control of Registrant", "changesin", "changein"),
	event("5.02", "Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain "+
		"Officers; Compensatory Arrangements of Certain Officers", "departureof", "electionof", "appointmentof", "compensatory"),
	event("5.03", "Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year", "amendment", "changein"),
	event("5.04", "Temporary Suspension of Trading Under Registrant's Employee Benefit Plans", "temporarysuspension"),
	event("5.05", "Amendments to the Registrant's Code of Ethics, or Waiver of a Provision of the Code of Ethics", "amendment"),
	event("5.06", "Change in Shell Company Status", "changein"),
	event("5.07", "Submission of Matters to a Vote of Security Holders", "submission"),
	event("5.08", "Shareholder Director Nominations", "shareholder"),
	event("6.01", "ABS Informational and Computational Material", "abs"),
	event("6.02", "Change of Servicer or Trustee", "changeof"),
	event("6.03", "Change in Credit Enhancement or Other External Support", "changein"),
	event("6.04", "Failure to Make a Required Distribution", "failure"),
	event("6.05", "Securities Act Updating Disclosure", "securitiesact"),
	event("6.06", "Static Pool", "staticpool"),
	event("7.01", "Regulation FD Disclosure", "regulationfd"),
	event("8.01", "Other Events", "otherevent"),
	event("9.01", "Financial Statements and Exhibits", "financialstatement", "exhibit"),

	oldEvent("1", "Changes in Control of Registrant", "changesin", "changein"),
	oldEvent("2", "Acquisition or Disposition of Assets", "acquisition"),
	oldEvent("3", "Bankruptcy or Receivership", "bankruptcy"),
	oldEvent("4", "Changes in Registrant's Certifying Accountant", "changesin", "changein"),
	oldEvent("5", "Other Events and Regulation FD Disclosure", "otherevent", "othermaterial"),
	oldEvent("6", "Resignations of Registrant's Directors", "resignation"),
	oldEvent("7", "Financial Statements and Exhibits", "financialstatement", "exhibit"),
	oldEvent("8", "Change in Fiscal Year", "changein"),
	oldEvent("9", "Regulation FD Disclosure", "regulationfd"),
	oldEvent("10", "Amendments to the Registrant's Code of Ethics", "amendment"),
	oldEvent("11", "Temporary Suspension of Trading Under Registrant's Employee Benefit Plans", "temporarysuspension"),
	oldEvent("12", "Results of Operations and Financial Condition", "resultsof", "disclosureofresults"),
}

func event(id, name string, keys ...string) row {
	return row{id: id, label: id, part: id[:1], from: 2004, titles: []title{{0, 0, name}}, keys: keys, doc: "since 23 August 2004"}
}

func oldEvent(id, name string, keys ...string) row {
	return row{id: id, label: id, to: 2004, titles: []title{{0, 0, name}}, keys: keys, doc: "until 22 August 2004"}
}
