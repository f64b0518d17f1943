package corpus

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/assayhq/assay/corpus/internal/edgar"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/ascii"
)

// meta is what is known of a document from outside its text. It has several sources: the surest comes first,
// and the next fills only what is still blank.
type meta struct {
	cik           int64
	coCIKs        []int64
	ticker        string
	company       string
	form          string
	fiscalYear    int
	fiscalPeriod  string
	periodEnd     time.Time
	filed         time.Time
	corpusYear    int
	accession     string
	sic           string
	state         string
	fiscalYearEnd string
	title         string
	warnings      []string // values of the source that could not be read; their fields stay unknown
}

// fill takes over from other what m does not know.
func (m *meta) fill(other meta) {
	fill(&m.cik, other.cik)
	fill(&m.ticker, other.ticker)
	fill(&m.company, other.company)
	fill(&m.form, other.form)
	fill(&m.fiscalYear, other.fiscalYear)
	fill(&m.fiscalPeriod, other.fiscalPeriod)
	fill(&m.periodEnd, other.periodEnd)
	fill(&m.filed, other.filed)
	fill(&m.corpusYear, other.corpusYear)
	fill(&m.accession, other.accession)
	fill(&m.sic, other.sic)
	fill(&m.state, other.state)
	fill(&m.fiscalYearEnd, other.fiscalYearEnd)
	fill(&m.title, other.title)
	if len(m.coCIKs) == 0 {
		m.coCIKs = other.coCIKs
	}
	m.warnings = append(m.warnings, other.warnings...)
}

func (m *meta) warn(what string, err error) {
	m.warnings = append(m.warnings, what+": "+err.Error())
}

// setCompany takes the name on the cover page where no better source gave one, or where a tag holds only its beginning.
func (m *meta) setCompany(name string) {
	rest, continues := strings.CutPrefix(name, m.company)
	if m.company == "" || continues && strings.HasPrefix(rest, " ") {
		m.company = name
	}
}

func (m *meta) setCIK(what, value string) {
	cik, err := edgar.ParseCIK(value)
	if err != nil {
		m.warn(what, err)
	}
	m.cik = cik
}

// parseYear reads a year of four digits. An empty value is 0, which means unknown.
func (m *meta) parseYear(what, value string) int {
	value = strings.TrimSpace(value)
	if value == "" {
		return 0
	}
	if t, err := time.Parse("2006", value); err == nil {
		return t.Year()
	}
	m.warn(what, fmt.Errorf("want a year of four digits, got %.40q", value))
	return 0
}

// parseDate reads a day such as 2024-09-28. An empty value is the zero time, which means unknown.
func (m *meta) parseDate(what, value string) time.Time {
	value = strings.TrimSpace(value)
	if value == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, value)
	if err != nil {
		m.warn(what, fmt.Errorf("want a date such as 2024-09-28, got %.40q", value))
	}
	return t
}

func fill[T comparable](to *T, from T) {
	var zero T
	if *to == zero {
		*to = from
	}
}

// ofHeader is the metadata of an EDGAR header.
func ofHeader(s *edgar.Submission) meta {
	m := meta{form: s.Form, periodEnd: s.Period, filed: s.Filed, accession: s.Accession, warnings: s.Problems}
	for i, f := range s.Filers {
		if i == 0 {
			m.cik, m.company, m.sic = f.CIK, f.Name, f.SIC
			m.state, m.fiscalYearEnd = f.State, f.FiscalYearEnd
		} else if f.CIK != m.cik && f.CIK != 0 {
			m.coCIKs = append(m.coCIKs, f.CIK)
		}
	}
	return m
}

// Names of files carry what the file does not: CIK_10K_YEAR_ACCESSION of edgar-crawler, CIK_YEAR of
// EDGAR-CORPUS, an accession number anywhere.
var (
	crawlerName   = regexp.MustCompile(`^(\d{1,10})_(10-?[KQ][A-Z0-9]{0,4}|8-?K)_(\d{4})_(\d{10}-\d{2}-\d{6})`)
	corpusName    = regexp.MustCompile(`^(\d{1,10})_(\d{4})$`)
	accessionName = regexp.MustCompile(`(\d{10}-\d{2}-\d{6})`)
)

// ofName is the metadata in a file's name.
func ofName(stem string) meta {
	if p := crawlerName.FindStringSubmatch(stem); p != nil {
		m := meta{form: formType(p[2]), accession: p[4]}
		m.setNamed(p[1], p[3])
		return m
	}
	if p := corpusName.FindStringSubmatch(stem); p != nil {
		m := meta{form: "10-K"}
		m.setNamed(p[1], p[2])
		return m
	}
	return meta{accession: accessionName.FindString(stem)}
}

func (m *meta) setNamed(cik, year string) {
	m.setCIK("the file's name", cik)
	m.corpusYear = m.parseYear("the file's name", year)
}

// formType writes a form as EDGAR conforms it; documents inside submissions leave the hyphen out.
func formType(form string) string {
	f := strings.ToUpper(strings.TrimSpace(form))
	for _, kind := range []string{"10K", "10Q", "8K"} {
		if rest, ok := strings.CutPrefix(f, kind); ok {
			return kind[:len(kind)-1] + "-" + kind[len(kind)-1:] + rest
		}
	}
	return f
}

// formFamily is the form without amendment and variant: 10-K405/A is a 10-K.
func formFamily(form string) string {
	f := strings.ToUpper(strings.TrimSpace(form))
	for _, family := range []string{"10-K", "10-Q", "8-K", "20-F", "40-F", "6-K"} {
		if strings.HasPrefix(f, family) && !strings.HasPrefix(f, "10-KSB") && !strings.HasPrefix(f, "10-QSB") {
			return family
		}
	}
	base, _, _ := strings.Cut(f, "/")
	return base
}

// reportForm is the family of a periodic report, with "/A" where it amends one, and empty for other forms.
func reportForm(form string) string {
	family := formFamily(form)
	switch family {
	case "10-K", "10-Q", "20-F", "40-F":
	default:
		return ""
	}
	if strings.HasSuffix(strings.ToUpper(form), "/A") {
		return family + "/A"
	}
	return family
}

// stateSuffix is what EDGAR adds to a name that another registrant had: "/DE/", "/NEW", "\PA\".
var stateSuffix = regexp.MustCompile(`\s*[/\\]([A-Z]{2,3}[/\\]?)?$`)

// companyKey is a registrant's name in the form in which names are compared: "THE BOEING COMPANY" is "BOEING CO", and
// "COSTCO WHOLESALE CORP /NEW" of an EDGAR header is "Costco Wholesale Corporation". Partnerships, trusts and limited
// liability companies keep their legal form, because a corporation of the same name may file as well.
func companyKey(name string) string {
	name = stateSuffix.ReplaceAllString(name, "")
	name = strings.ReplaceAll(strings.ToLower(name), "&", " and ")
	for _, mark := range []string{".", "'", "’"} {
		name = strings.ReplaceAll(name, mark, "")
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	for len(words) > 1 {
		switch words[len(words)-1] {
		case "inc", "incorporated", "corp", "corporation", "co", "company", "ltd", "limited", "plc", "and":
			words = words[:len(words)-1]
			continue
		}
		break
	}
	return strings.Join(words, " ")
}

// docID is CIK10_FORM_YEAR for a filing, with the quarter for quarterly reports. A document whose
// registrant is unknown is called by its file's name instead of the number.
func (m meta) docID(stem string) string {
	who := fmt.Sprintf("%010d", m.cik)
	if m.cik == 0 {
		who = slug(stem)
	}
	if m.form == "" {
		return who
	}
	form := strings.ReplaceAll(strings.ToUpper(m.form), "/", "")
	year := m.year()
	if year == 0 {
		return who + "_" + form
	}
	id := fmt.Sprintf("%s_%s_%d", who, form, year)
	switch family := formFamily(m.form); {
	case strings.HasPrefix(m.fiscalPeriod, "Q"):
		id += m.fiscalPeriod
	case family != "10-K" && !m.periodEnd.IsZero():
		id += m.periodEnd.Format("0102")
	}
	return id
}

// year is the report year: the filer's fiscal year, else the year of the period, of the source's name,
// of the filing.
func (m meta) year() int {
	switch {
	case m.fiscalYear != 0:
		return m.fiscalYear
	case !m.periodEnd.IsZero():
		return m.periodEnd.Year()
	case m.corpusYear != 0:
		return m.corpusYear
	case !m.filed.IsZero():
		return m.filed.Year()
	}
	return 0
}

// slug makes a name fit for an id: letters, digits and hyphens.
func slug(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case ascii.IsAlnum(r) || r == '.':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-."); s != "" {
		return s
	}
	return "document"
}

// document is the row of documents that m makes.
func (m meta) document() store.Document {
	d := store.Document{
		Key:    store.Key{CIK: m.cik, Year: int32(m.year())},
		Ticker: m.ticker, Company: m.company, Form: m.form, FormFamily: formFamily(m.form),
		FiscalYear: int32(m.fiscalYear), FiscalPeriod: m.fiscalPeriod,
		PeriodEnd: dateOf(m.periodEnd), FilingDate: dateOf(m.filed), CorpusYear: int32(m.corpusYear),
		Accession: m.accession, SIC: m.sic, State: m.state, FiscalYearEnd: m.fiscalYearEnd,
		CoCIKs: m.coCIKs, Title: m.title,
	}
	if m.cik != 0 {
		d.CIK10 = fmt.Sprintf("%010d", m.cik)
	}
	return d
}

func dateOf(t time.Time) store.Date {
	if t.IsZero() {
		return 0
	}
	return store.DateOf(t)
}
