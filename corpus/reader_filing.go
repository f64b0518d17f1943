package corpus

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/edgar"
	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/internal/xbrl"
)

// readSubmission reads a full submission: form and filer from its header, and the primary document.
func readSubmission(_ context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
	if err := s.load(k, maxSource); err != nil {
		return err
	}
	sub := edgar.Open(s.Data)
	primary := sub.Primary()
	if primary < 0 {
		return skip("a submission without a text document")
	}
	main := sub.Documents[primary]
	r := s.reading("submission", ofHeader(sub))
	r.meta.fill(ofName(s.stem()))
	if main.Type != "" && !edgar.IsReport(r.meta.form) {
		r.meta.form = main.Type
	}
	if err := r.addFiling(k.budget, s.Data[main.Start:main.End], int64(main.Start)); err != nil {
		return err
	}
	for i, d := range sub.Documents {
		if i != primary && !d.Binary && isAnnualReportExhibit(d.Type) && len(r.pieces) <= maxExhibits {
			if err := r.addExhibit(k.budget, s.Data[d.Start:d.End], int64(d.Start), d.Type); err != nil {
				return err
			}
		}
	}
	r.checkCount(sub)
	return emit(r)
}

// maxExhibits bounds the exhibits that are read; an annual report comes in a dozen parts at most.
const maxExhibits = 40

// checkCount says when documents that the header announces are not there.
func (r *reading) checkCount(sub *edgar.Submission) {
	if n := len(sub.Documents); sub.Count > n && n > 1 {
		r.warnings = append(r.warnings, fmt.Sprintf("the header announces %d documents, the file holds %d", sub.Count, n))
	}
}

// isAnnualReportExhibit reports whether an exhibit is the annual report to shareholders, to which items
// of older filings defer.
func isAnnualReportExhibit(docType string) bool {
	t := strings.ToUpper(docType)
	return t == "EX-13" || strings.HasPrefix(t, "EX-13.")
}

// readSingle reads a file that is one document without an envelope, markup or plain text: a filing where
// the cover or the name says so, else a report.
func readSingle(format string) func(context.Context, *kit, *sourceFile, func(*reading) error) error {
	return func(_ context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
		if err := s.load(k, maxDocument); err != nil {
			return err
		}
		r := s.reading(format, ofName(s.stem()))
		data := s.Data
		s.Data = nil // assembly lets go of the page as soon as it can
		if err := r.addFiling(k.budget, data, 0); err != nil {
			return err
		}
		return emit(r)
	}
}

// reading begins the reading of a file that is one document.
func (s *sourceFile) reading(format string, m meta) *reading {
	return &reading{meta: m, format: format, sha256: s.SHA256, bytes: int64(len(s.Data))}
}

// addFiling reads the main text of a filing or report and finds its items.
func (r *reading) addFiling(b *budget, src []byte, base int64) error {
	doc, err := blocks(b, src)
	if err != nil {
		return err
	}
	if len(doc.Blocks) == 0 {
		return skip("no text in it")
	}
	r.warnings = append(r.warnings, doc.Warnings...)
	p := piece{doc: doc, src: src, base: base}
	r.era = eraOf(doc, src)
	r.describe(&p)
	if err := r.findItems(&p); err != nil {
		return err
	}
	r.pieces = append(r.pieces, p)
	return nil
}

// blocks reads markup or plain text, whichever it is.
func blocks(b *budget, src []byte) (*block.Doc, error) {
	if len(src) > maxDocument {
		return nil, tooLong(int64(len(src)), maxDocument)
	}
	return block.Read(src, looksLikeHTML(src), b.grow)
}

func eraOf(doc *block.Doc, src []byte) string {
	switch {
	case len(doc.Marks) > 0:
		return "ixbrl"
	case looksLikeHTML(src):
		return "html"
	}
	return "text"
}

// describe fills what the envelope left open from tagged cover facts and from the cover page.
func (r *reading) describe(p *piece) {
	if len(p.doc.Marks) > 0 || len(p.doc.Headers) > 0 {
		p.facts = xbrl.Read(p.doc, p.src)
		r.meta.fill(ofCoverFacts(p.facts))
	}
	cover := item.Detect(p.doc)
	r.meta.fill(meta{form: cover.Form})
	if r.meta.form == "" {
		return // a report that is no form has no cover page to believe
	}
	if end, err := time.Parse(time.DateOnly, cover.PeriodEnd); err == nil {
		r.meta.fill(meta{periodEnd: end})
	}
	r.meta.setCompany(registrantOnCover(p.doc))
	if r.meta.fiscalYear == 0 && formFamily(r.meta.form) == "10-K" {
		r.meta.fiscalYear = fiscalYear(r.meta.periodEnd, p.doc.Text)
	}
}

// fiscalYear is the year of the period's end, or the one before where the year ends within the first
// days of February and the filer's own words call it that.
func fiscalYear(end time.Time, text []byte) int {
	if end.IsZero() {
		return 0
	}
	year := end.Year()
	if end.Month() > time.February || end.Month() == time.February && end.Day() > 5 {
		return year
	}
	if before := mentions(text, year-1); before > 0 && before >= mentions(text, year) {
		return year - 1
	}
	return year
}

// mentions counts how often a text calls a year fiscal.
func mentions(text []byte, year int) int {
	n := 0
	for _, words := range []string{"fiscal %d", "Fiscal %d", "fiscal year %d", "Fiscal Year %d"} {
		n += bytes.Count(text, fmt.Appendf(nil, words, year))
	}
	return n
}

// findItems finds the items of the form. A document of no known form is one section; a form whose items
// have no table is refused.
func (r *reading) findItems(p *piece) error {
	family := formFamily(r.meta.form)
	if family == "" {
		p.kind, p.sections = "none", wholeBody(p.doc)
		return nil
	}
	form, err := item.FormOf(formType(r.meta.form))
	if err != nil {
		return &skipError{err.Error()}
	}
	found := item.Find(p.doc, form, r.meta.year())
	p.kind, p.notes = string(found.Kind), found.Notes
	if found.Kind == item.NoItems {
		p.sections = wholeBody(p.doc)
		r.warnings = append(r.warnings, "no items found in a "+r.meta.form)
		return nil
	}
	p.sections = sectionsOf(found)
	r.warnings = append(r.warnings, itemFindings(found, p)...)
	return nil
}

// Findings about the items of a document begin with these words.
const (
	missingItems = "missing items:"
	unusualItem  = "unusual length:"
	outsideItems = "text in no item:"
)

// Text that belongs to no item is a finding from this share of the document and this many bytes on: covers, contents
// lists, signatures and lists of exhibits are shorter.
const (
	maxOutside   = 0.25
	leastOutside = 15_000
)

// itemFindings says what about the items of a document a person should look at.
func itemFindings(found *item.Result, p *piece) []string {
	var findings []string
	if len(found.Missing) > 0 {
		findings = append(findings, missingItems+" "+strings.Join(found.Missing, ", "))
	}
	for i := range found.Items {
		for _, flag := range found.Items[i].Flags {
			if strings.HasPrefix(flag, item.Small) || strings.HasPrefix(flag, item.Large) {
				_, sizes, _ := strings.Cut(flag, ": ")
				findings = append(findings, fmt.Sprintf("%s Item %s has %s", unusualItem, found.Items[i].ID, sizes))
			}
		}
	}
	for i := range p.sections {
		s := &p.sections[i]
		if s.ID != "front" && s.ID != "back" {
			continue
		}
		n, all := int(length(s.Spans)), len(p.doc.Text)
		if n >= leastOutside && float64(n) > maxOutside*float64(all) {
			findings = append(findings, fmt.Sprintf("%s %s has %d of %d bytes", outsideItems, s.ID, n, all))
		}
	}
	return findings
}

// sectionsOf is the items in order, with the front and back matter around them and what a part of
// the form says before its first item.
func sectionsOf(found *item.Result) []section {
	sections := make([]section, 0, len(found.Items)+2)
	front, back := assignOutside(found)
	sections = append(sections, matter("front", front))
	parts := found.Parts
	for _, it := range found.Items {
		for len(it.Spans) > 0 && len(parts) > 0 && parts[0].Spans[0].Start < it.Spans[0].Start {
			sections = appendPart(sections, parts[0])
			parts = parts[1:]
		}
		sections = append(sections, section{Item: it})
	}
	for _, part := range parts {
		sections = appendPart(sections, part)
	}
	return append(sections, matter("back", back))
}

// assignOutside gives items the text outside all items that they refer to: the statements after the signatures, the
// pages that an index names. It becomes further text of the first item that asks for it; what no item does
// stays front or back matter. In an index each item gets all pages that its row names, also those that other rows
// name; only the list of exhibits, which names the statements again, gets no more than the rest.
func assignOutside(found *item.Result) (front, back []block.Span) {
	front, back = []block.Span{found.Front}, []block.Span{found.Back}
	shared := int32(0)
	for i := range found.Items {
		it := &found.Items[i]
		exhibits := strings.HasPrefix(it.Title, "Exhibit")
		for _, attached := range it.Attached {
			var taken []block.Span
			front, taken = cut(front, attached, taken)
			back, taken = cut(back, attached, taken)
			again := attached.End - attached.Start - length(taken)
			if found.Kind == item.Index && !exhibits && shared+again <= maxShared(found) && !covers(it.Spans, attached) {
				shared += again
				taken = []block.Span{attached}
			}
			it.Spans = append(it.Spans, taken...)
		}
	}
	return front, back
}

// maxShared bounds the text that an index gives to several items: as much as the document has.
func maxShared(found *item.Result) int32 { return found.Back.End }

func length(spans []block.Span) (n int32) {
	for _, s := range spans {
		n += s.End - s.Start
	}
	return n
}

// covers reports whether a span touches one of an item's own.
func covers(spans []block.Span, by block.Span) bool {
	return slices.ContainsFunc(spans, func(s block.Span) bool { both := clip(s, by); return both.End > both.Start })
}

// cut removes what spans share with another span, and adds it to taken.
func cut(spans []block.Span, by block.Span, taken []block.Span) (left, all []block.Span) {
	for _, s := range spans {
		both := clip(s, by)
		if both.End <= both.Start {
			left = append(left, s)
			continue
		}
		taken = append(taken, both)
		for _, rest := range []block.Span{{Start: s.Start, End: both.Start}, {Start: both.End, End: s.End}} {
			if rest.End > rest.Start {
				left = append(left, rest)
			}
		}
	}
	return left, taken
}

// appendPart adds a part's text where it has any other than its heading.
func appendPart(sections []section, part item.Item) []section {
	if part.Spans[0].End <= part.Heading.End+1 {
		return sections
	}
	return append(sections, section{Item: part})
}

func matter(id string, spans []block.Span) section {
	return section{Item: item.Item{
		ID: id, Status: item.Extracted, Rule: "outside the items", Spans: spans,
	}}
}

// freeID is a section id that no piece of the document has: of two exhibits of one type the second gets a
// number.
func (r *reading) freeID(id string) string {
	for n := 1; ; n++ {
		wish := id
		if n > 1 {
			wish = fmt.Sprintf("%s-%d", id, n)
		}
		if !slices.ContainsFunc(r.pieces, func(p piece) bool {
			return slices.ContainsFunc(p.sections, func(s section) bool { return s.ID == wish })
		}) {
			return wish
		}
	}
}

// addExhibit adds an exhibit as one section under its own name.
func (r *reading) addExhibit(b *budget, src []byte, base int64, docType string) error {
	doc, err := blocks(b, src)
	if err != nil || len(doc.Blocks) == 0 {
		return err
	}
	sections := wholeBody(doc)
	sections[0].ID = r.freeID(strings.ToUpper(docType))
	sections[0].Rule = "an exhibit of the submission"
	p := piece{doc: doc, src: src, base: base, kind: "exhibit", sections: sections}
	if len(doc.Marks) > 0 {
		p.facts = xbrl.Read(doc, src)
	}
	r.pieces = append(r.pieces, p)
	return nil
}
