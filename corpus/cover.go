package corpus

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/xbrl"
)

// ofCoverFacts is the metadata of a filing's tagged cover page.
func ofCoverFacts(in *xbrl.Instance) meta {
	c := in.Cover()
	// Facts are parts of the page's text. What outlives the document, as its form does in the store's list
	// of documents, is copied, or it would keep the whole page in memory.
	m := meta{
		form: strings.Clone(c.DocumentType), company: strings.Clone(c.Registrant), fiscalPeriod: strings.Clone(c.FiscalPeriod),
		state: strings.Clone(c.Incorporated),
		// The day is written --12-31: month and day without a year.
		fiscalYearEnd: strings.ReplaceAll(c.FiscalYearEnd, "-", ""),
	}
	if len(c.TradingSymbols) > 0 {
		m.ticker = strings.Clone(c.TradingSymbols[0])
	}
	m.setCIK("the cover's tag EntityCentralIndexKey", c.CIK)
	m.fiscalYear = m.parseYear("the cover's tag DocumentFiscalYearFocus", c.FiscalYear)
	m.periodEnd = m.parseDate("the cover's tag DocumentPeriodEndDate", c.PeriodEnd)
	if c.Amendment == "true" && m.form != "" && !strings.Contains(m.form, "/") {
		m.form += "/A"
	}
	return m
}

// coverBytes is how much of a document is looked at for the registrant's name.
const coverBytes = 12_000

// registrantOnCover is the name that the caption "(Exact name of registrant as specified in its charter)" belongs
// to: above it, after it, or in its column. Of several registrants it is the first. A cover without the caption
// has the name after the commission file number, or in the first row that opens with one.
func registrantOnCover(d *block.Doc) string {
	lines := coverLines(d)
	for i, line := range lines {
		at := nameCaption.FindStringIndex(line)
		if at == nil {
			continue
		}
		if name := captionedName(lines, i, at[0], at[1]); name != "" {
			return name
		}
	}
	return cmp.Or(nameAfterNumber(lines), nameInColumn(lines))
}

// states are where registrants are organized.
const states = `alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|` +
	`illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|` +
	`montana|nebraska|nevada|new [a-z]+|north [a-z]+|south [a-z]+|ohio|oklahoma|oregon|pennsylvania|rhode island|` +
	`tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|puerto rico|national banking|` +
	`bermuda|cayman islands?|canad(a|ian)|marshall islands?|netherlands|luxembourg|irish|ireland|israeli?|english|federal`

var (
	nameCaption = regexp.MustCompile(`(?i)\bexact (corporate )?names? (of|as)\b|\b(full |legal )?names? of (the )?` +
		`(small business )?(registrants?|issuers?|company)\b|^\W*registrants?('s name)?\W*$`)
	// frameLine is a line of a cover page that is no part of a name.
	frameLine = regexp.MustCompile(`(?i)commission( file|$)|exchange commission|\b(file|key|certificate|telephone|identification) ` +
		`(no|num)|\bforms? (10|8|20|40|6|11)|mark one|fee required|pursuant to|(exchange|securities) act|^washington, ?d|` +
		`transition period|(period|quarter|year|weeks|months)s? end|\bfor the .* from\b|^(or|and/or)$|__|` +
		`\b(irs|i\.r\.s\.) employer|jurisdiction|zip code|\baddress\b|^(annual|quarterly|current) report|^[\W\d]*$|` +
		`^amendment n|name of|date of report|^(united states|report|conformed copy|page \d.*|none|(january|february|` +
		`march|april|may|june|july|august|september|october|november|december) \d.*)$|\.(htm|txt|pdf)\b|\[.?\]`)
	// numberLine may be between a name and its caption.
	numberLine = regexp.MustCompile(`(?i)^(commission )?file (no|num)[^a-z]*[\d-]+\W*$|^commission file number[^a-z]*$`)
	// asideLine says more about a registrant: its former name, its trade name, its state.
	asideLine = regexp.MustCompile(`(?i)^\W*(formerly|previously|d/?b/?a|f/?k/?a|a/?k/?a|doing business|trading as|also known|` +
		`successor|an? (` + states + `)\b|and (its )?(consolidated )?subsidiar)|^\(.*\)$`)
	asideTail = regexp.MustCompile(`(?i),?\s+(\((formerly|previously|d/?b/?a|f/?k/?a|doing|the |an? |incorporated |successor|[“"']).*|` +
		`(d/b/a|f/k/a|a/k/a|doing business as|formerly known as) .*|and (its )?(consolidated )?subsidiar(y|ies)( companies)?|` +
		`\((\d|registrant)\)|an? [a-z ]*\b(corporation|company|partnership|trust|association))$`)
	// mixedLine has letters and digits: an address, a date.
	mixedLine   = regexp.MustCompile(`(?i)[a-z].*\d|\d.*[a-z]`)
	fileNumber  = regexp.MustCompile(`^\W*\d{1,3}-\d{3,6}(-\d{1,3})?\s+`)
	otherNumber = regexp.MustCompile(`\s+\d{2}-\d{7}\W*$`)
	// legalForm is how the name of a registrant ends.
	legalForm = regexp.MustCompile(`(?i)\b(inc|incorporated|corp|corporation|company|co|ltd|limited|l\.?l\.?c|l\.?p|l\.?l\.?p|plc|` +
		`p\.l\.c|n\.?v|s\.?a|trust|partnership|association|bancorp|n\.a)\W*$`)
	onlyLegalForm = regexp.MustCompile(`(?i)^((inc|incorporated|corp|corporation|company|co|ltd|limited|l\.?l\.?c|l\.?p|plc|n\.?v|` +
		`public|liability|partnership|trust|of|and|&)\b\W*)+$`)
)

// coverLines are the lines of the cover page: rows of tables keep their tabs.
func coverLines(d *block.Doc) []string {
	var lines []string
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Start > coverBytes {
			break
		}
		if b.Style&block.Hidden == 0 {
			lines = append(lines, strings.FieldsFunc(string(d.Of(b.Span)), func(r rune) bool { return r == '\n' || r == '\v' })...)
		}
	}
	return lines
}

// captionedName is the name that the caption at lines[i][start:end] belongs to.
func captionedName(lines []string, i, start, end int) string {
	line := lines[i]
	label := !strings.Contains(line[:start], "(")
	if before := tidyName(line[:start]); before != "" && !frameLine.MatchString(before) && !isLabel(before) {
		return before
	}
	rest := line[end:]
	if colon := strings.IndexByte(rest, ':'); colon >= 0 {
		if name := tidyName(rest[colon+1:]); name != "" {
			return name
		}
		if label && i+1 < len(lines) {
			return tidyName(lines[i+1])
		}
	}
	if label {
		if name := nameInColumn(lines[i+1 : min(len(lines), i+8)]); name != "" {
			return name
		}
	}
	return nameAbove(lines[max(0, i-10):i])
}

func isLabel(s string) bool {
	s = strings.ToLower(strings.Trim(s, " (:"))
	return s == "registrant" || s == "the" || s == "issuer" || s == "company"
}

// nameInColumn is the name in the first row that opens with a commission file number.
func nameInColumn(rows []string) string {
	for _, row := range rows {
		if at := fileNumber.FindStringIndex(row); at != nil {
			name, _, _ := strings.Cut(strings.TrimLeft(row[at[1]:], "\t "), "\t")
			return tidyName(otherNumber.ReplaceAllString(name, ""))
		}
	}
	return ""
}

// nameAbove is the first name of the lines before a caption. A name may run over lines; the next one begins
// after a line that ends as names end.
func nameAbove(lines []string) string {
	var parts []string // from the caption upwards
	for k := len(lines) - 1; k >= 0; k-- {
		line := strings.TrimSpace(lines[k])
		if onlyMarks([]byte(line)) || asideLine.MatchString(line) {
			continue
		}
		part := tidyName(line)
		if len(parts) == 0 && numberLine.MatchString(part) {
			continue
		}
		if part == "" || len(part) > 120 || frameLine.MatchString(part) {
			break
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	slices.Reverse(parts)
	name := parts[0]
	for _, next := range parts[1:] {
		if legalForm.MatchString(name) && !onlyLegalForm.MatchString(next) && !strings.HasPrefix(strings.ToLower(next), "of ") ||
			strings.EqualFold(next, "and") {
			break
		}
		name += " " + next
	}
	return strings.TrimRight(name, ", ")
}

// nameAfterNumber is the first line after the commission file number, of the next five, that may be a name.
func nameAfterNumber(lines []string) string {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(strings.ToLower(line), "commission file n") })
	if at < 0 {
		return ""
	}
	for _, line := range lines[at+1 : min(len(lines), at+6)] {
		name := tidyName(line)
		if len(name) < 3 || asideLine.MatchString(line) || onlyMarks([]byte(line)) {
			continue
		}
		if strings.ContainsRune(line, '\t') || len(name) > 120 || mixedLine.MatchString(name) {
			break // the row of states and numbers, or an address: the name is a picture
		}
		if !frameLine.MatchString(name) {
			return name
		}
	}
	return ""
}

// tidyName is a line without the rules, marks and remarks around the name in it.
func tidyName(line string) string {
	name := strings.Trim(strings.Join(strings.Fields(line), " "), "_-=*(†‡:|\" ")
	name = strings.TrimPrefix(strings.ReplaceAll(name, " .", "."), "Registrant: ")
	for {
		shorter := asideTail.ReplaceAllString(name, "")
		if shorter == name || shorter == "" {
			break
		}
		name = shorter
	}
	if strings.Count(name, ")") > strings.Count(name, "(") {
		name = strings.TrimRight(name, ")")
	}
	return strings.TrimRight(name, " *_")
}

// onlyMarks reports whether a line is a rule of dashes or underscores.
func onlyMarks(text []byte) bool {
	return len(bytes.Trim(text, "-_=*. \t\v")) == 0
}
