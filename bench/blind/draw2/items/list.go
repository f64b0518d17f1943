package main

// layouts lists the ways of setting a filing.
func layouts() []*layout {
	h := func(name, why, para, head, toc, header string, year int, more func(*layout)) *layout {
		l := &layout{name: name, kind: "10-K", why: why, html: true, year: year, para: para, head: head, toc: toc, header: header, suffix: ".", sep: " ", after: ".", partSep: ", ", partDash: ". "}
		if more != nil {
			more(l)
		}
		return l
	}
	t := func(name, why, head, toc string, year int, more func(*layout)) *layout {
		l := h(name, why, "", head, toc, "", year, nil)
		l.html, l.pageTag, l.sep, l.partDash = false, true, "  ", " - "
		if more != nil {
			more(l)
		}
		return l
	}
	q := func(l *layout) *layout { l.kind = "10-Q"; return l }
	return []*layout{
		h("html-modern-div", "div and span headings, linked contents, running Table of Contents links", "div", "div", "linked", "toc", 2024, nil),
		h("html-modern-caps", "bold capitals, linked contents, references in prose", "div", "", "linked", "toc", 2023, func(l *layout) { l.caps, l.traps = true, true }),
		h("html-modern-table", "heading in a table of two cells", "font", "table", "linked", "toc", 2012, nil),
		h("html-modern-small", "smaller company, Not required", "div", "div", "linked", "toc", 2024, func(l *layout) { l.change = chain(small, onF); l.fpages = "after" }),
		h("html-msft-header", "running header names part and item on every page", "", "", "linked", "msft", 2019, func(l *layout) { l.caps = true }),
		h("html-center", "centred bold capitals", "", "center", "plain", "", 2004, func(l *layout) { l.caps = true }),
		h("html-font-2006", "font tags, table headings, references in prose", "", "table", "linked", "toc", 2006, func(l *layout) { l.caps, l.traps = true, true }),
		h("html-title-next", "title in the next paragraph", "font", "next", "plain", "", 2008, nil),
		h("html-title-next-center", "centred label, title after a line break", "", "nextc", "linked", "toc", 2013, func(l *layout) { l.caps, l.suffix = true, "" }),
		h("html-runin", "bold run-in headings", "", "runin", "plain", "", 2002, nil),
		h("html-runin-underline", "underlined run-in headings", "font", "runinu", "", "", 2009, func(l *layout) { l.sep = " " }),
		h("html-br", "no paragraphs, only line breaks", "br", "brb", "plain", "", 2001, nil),
		h("html-h2", "h2 headings", "", "h2", "linked", "", 2017, nil),
		h("html-pre", "plain text within PRE", "pre", "", "plain", "", 1999, func(l *layout) { l.caps, l.pageTag = true, false }),
		h("html-underline", "underlined headings", "", "u", "plain", "company", 2003, nil),
		h("html-dash", "dash between number and title", "", "", "linked", "toc", 2015, func(l *layout) { l.suffix, l.sep = "", " -- " }),
		h("html-colon-italic", "colon, title in italics", "font", "caption", "plain", "", 1999, func(l *layout) { l.suffix = ":" }),
		h("html-styled", "style attribute carries the weight", "", "style", "plain", "company", 2016, func(l *layout) { l.suffix, l.caps = ":", true }),
		h("html-split", "small capitals split over spans", "", "split", "linked", "toc", 2014, func(l *layout) { l.caps = true }),
		h("html-no-contents", "no contents at all", "", "", "", "", 2005, func(l *layout) { l.traps = true }),
		h("html-combined-1-2", "Items 1 and 2 under one heading", "div", "div", "linked", "toc", 2018, func(l *layout) { l.change = propBiz }),
		h("html-combined-iii", "Items 10 to 14 under one heading", "", "", "linked", "toc", 2011, func(l *layout) {
			l.change = chain(allIII, say("III", "10", "The information required by these items is incorporated by reference to the definitive proxy statement."))
		}),
		h("html-combined-7-7a", "Items 7 and 7A under one heading", "font", "", "plain", "", 2007, func(l *layout) { l.change = mdaQQ; l.caps = true }),
		h("html-fpages-after", "F-pages after the signatures", "font", "table", "linked", "toc", 2009, func(l *layout) { l.fpages, l.change = "after", onF }),
		h("html-fpages-before", "F-pages between the last item and the signatures", "", "", "plain", "", 2008, func(l *layout) { l.fpages, l.change = "before", onF; l.caps = true }),
		h("html-continued", "headings repeated with (Continued)", "", "", "linked", "", 2013, func(l *layout) { l.cont, l.caps = true, true }),
		h("html-removed-reserved", "Item 4 removed and reserved", "font", "table", "linked", "toc", 2010, nil),
		h("html-contents-twice", "contents printed twice", "", "", "twice", "", 2012, nil),
		h("html-contents-end", "contents at the end", "", "", "end", "", 2003, func(l *layout) { l.caps = true }),
		h("html-contents-columns", "contents in two columns", "", "", "plain", "", 2015, func(l *layout) { l.tocCols = true }),
		h("html-cross-index", "sections without numbers, index with page ranges", "", "title", "xref", "company", 2022, func(l *layout) {
			l.change = indexOnly("1B", "4", "6", "9", "9B", "9C", "10", "11", "12", "13", "14", "16")
		}),
		h("html-part-in-heading", "part named in each item heading", "", "", "plain", "", 2014, func(l *layout) { l.parts = "in" }),
		t("text-caps", "capitals at the left, PAGE tags", "", "dots", 1996, func(l *layout) { l.caps, l.sgml = true, true }),
		t("text-center", "centred headings", "center", "dots", 1997, func(l *layout) { l.caps = true }),
		t("text-next", "title on the next line", "next", "dots", 1995, func(l *layout) { l.sgml = true }),
		t("text-next-center", "centred label and title", "nextc", "dots", 1998, func(l *layout) { l.caps, l.suffix = true, "" }),
		t("text-runin", "run-in headings", "runin", "dots", 1996, func(l *layout) { l.indent = "     " }),
		t("text-underlined", "rule of dashes beneath", "under", "dots", 1999, nil),
		t("text-hanging", "number and title in columns, title wraps", "hang", "dots", 2001, func(l *layout) { l.caps = true }),
		t("text-deep", "indented headings", "deep", "", 1994, func(l *layout) { l.indent = "     " }),
		t("text-dashes", "two dashes after the number", "", "dots", 1997, func(l *layout) { l.suffix, l.sep, l.caps = "", " -- ", true }),
		t("text-405", "Form 10-K405", "", "dots", 1998, func(l *layout) { l.form405, l.caps, l.sgml = true, true, true }),
		t("text-annual-report", "Part II incorporated from the annual report", "hang", "dots", 1996, func(l *layout) { l.change, l.caps = annRep, true }),
		t("text-columns", "contents in two columns", "", "dots", 1999, func(l *layout) { l.tocCols = true }),
		t("text-contents-twice", "contents printed twice", "", "twice", 2000, func(l *layout) { l.caps = true }),
		t("text-contents-end", "contents at the end", "", "end", 1997, func(l *layout) { l.caps = true }),
		t("text-continued", "headings repeated with (Continued)", "", "dots", 2000, func(l *layout) { l.cont, l.caps = true, true }),
		t("text-combined-1-2", "Items 1 and 2 under one heading", "", "dots", 1998, func(l *layout) { l.change, l.caps = propBiz, true }),
		t("text-combined-10-13", "Items 10 through 13 under one heading", "", "dots", 1996, func(l *layout) {
			l.change = chain(old3, say("III", "10", "The information called for by these items is incorporated by reference to the proxy statement of the registrant."))
		}),
		t("text-fpages-after", "F-pages after the signatures", "", "dots", 1997, func(l *layout) { l.fpages, l.change, l.caps = "after", onF, true }),
		t("text-cross-references", "lines of prose that begin with Item 7", "", "dots", 1996, func(l *layout) { l.traps = true }),
		t("text-formfeed", "form feeds, company running header", "", "", 2003, func(l *layout) { l.pageTag, l.header, l.caps = false, "company", true }),
		t("text-part-in-heading", "part named in each item heading", "", "dots", 1999, func(l *layout) { l.parts, l.caps = "in", true }),
		q(h("q-html-modern", "modern quarterly report, linked contents", "div", "div", "linked", "toc", 2024, nil)),
		q(h("q-html-table", "headings in tables, references in prose", "font", "table", "linked", "toc", 2012, func(l *layout) { l.traps = true })),
		q(h("q-html-no-parts", "no part headings, the numbers start again", "", "", "plain", "", 2007, func(l *layout) { l.parts = "none" })),
		q(h("q-html-part-in", "part named in each item heading", "", "", "linked", "", 2019, func(l *layout) { l.parts = "in" })),
		q(h("q-html-small", "smaller company, Not required", "", "", "linked", "toc", 2014, func(l *layout) { l.change, l.caps = small, true })),
		q(h("q-html-center", "centred headings, Item 4 reserved", "font", "center", "plain", "", 2010, func(l *layout) { l.caps = true })),
		q(h("q-html-runin", "run-in headings", "", "runin", "plain", "", 2004, nil)),
		q(h("q-html-continued", "headings repeated with (Continued)", "", "", "linked", "", 2009, func(l *layout) { l.cont = true })),
		q(t("q-text-page", "quarterly text with PAGE tags", "", "dots", 1997, func(l *layout) { l.caps, l.sgml = true, true })),
		q(t("q-text-no-parts", "no part headings, the numbers start again", "", "", 1996, func(l *layout) { l.parts = "none" })),
		q(t("q-text-runin", "run-in headings, no contents", "runin", "", 1998, func(l *layout) { l.partDash, l.lateSign = ". ", true })),
		q(t("q-text-combined", "Items 2 through 5 under one heading", "", "dots", 1999, func(l *layout) { l.change = noneQ })),
		q(t("q-text-center", "centred label and title, one signature", "nextc", "dots", 2001, func(l *layout) { l.lateSign, l.caps = true, true })),
		q(t("q-text-part-in", "part and item in one heading", "", "", 2000, func(l *layout) { l.parts, l.partSep, l.caps = "in", " - ", true })),
		q(t("q-text-continued", "headings repeated with (Continued)", "", "dots", 1998, func(l *layout) { l.cont = true })),
	}
}
