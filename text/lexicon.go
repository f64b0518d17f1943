package text

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// class says what a word can mean for the full stop after it or the sentence that it begins.
// The classes are bits because a word may have several: "Note" is a label and can open a sentence.
type class uint32

const (
	never     class = 1 << iota // a full stop after it never ends a sentence
	numbered                    // … never before a number; otherwise it is an ordinary word
	sometimes                   // an abbreviation that may also end a sentence
	citation                    // a part of a legal citation: ends a sentence only before a sure starter
	suffix                      // belongs to the company name before it: no sentence begins with it
	starter                     // capitalised, it begins a sentence rather than continuing a name
	auxiliary                   // makes the word before it a subject
	label                       // takes a number: Item 7, Note 12
	heading                     // a label that also opens headings: "Item 7. Legal Proceedings"
	connector                   // lower-case word inside a title
	onward                      // continues the sentence around a cited title
	person                      // titles a person, and so may begin a sentence after a company name
	proper                      // the row holds for capitalised words only
	measure                     // of what is measured or counted: no part of the name after it
	degree                      // follows a person's name
	form                        // a legal form that needs no full stop: it continues the company name before it
	month                       // its full stop is before a day or year, or ends the sentence
	company                     // "Co.", which ends a company's name or continues it
	reference                   // "Id.", which a source in brackets may follow
	subject                     // a sure beginning of a sentence, even among capitals
)

// row is one line of the word table: a class, why its words are in it, and the words.
type row struct {
	class class
	doc   string
	words []string
}

// senses are the classes of a word in small letters, and those it has with a capital: "Ill."
// is a state, "ill." is not.
type senses struct{ plain, capital class }

// rows is the vocabulary of the splitter, in lower case and without the final full stop.
var rows = []row{
	{never | person | proper, "titles of persons: a name follows", []string{
		"mr", "mrs", "ms", "messrs", "dr", "drs", "prof", "profs", "rev", "hon", "gen", "col", "lt", "sgt", "capt", "pvt",
		"cpl", "gov", "sen", "rep", "pres", "adm", "maj", "cmdr", "supt", "mmes", "mme", "mlle", "amb", "brig", "insp",
		"fr", "sra"}},
	{never, "never the last word of anything", []string{
		"v", "vs", "e.g", "i.e", "eg", "ie", "cf", "viz", "et", "fka", "f/k/a", "d/b/a", "a/k/a", "n/k/a", "t/a", "a.k.a",
		"f.k.a", "d.b.a", "n.k.a", "c/o", "u/a", "u/d", "c.f", "rel", "incl", "excl", "adj", "esp", "attn", "n.b",
		"prelim", "orig", "proj", "temp"}},
	{never | starter, "never the last word, but perhaps the first", []string{"approx", "appr"}},
	{citation | proper, "first words of place names, last words of addresses", []string{"st", "ste", "mt", "ft"}},
	{numbered, "abbreviated labels: a number follows", []string{
		"no", "nos", "n°", "nr", "p", "pp", "pg", "pgs", "vol", "vols", "ch", "sec", "secs", "sect", "art", "arts",
		"fig", "figs", "eq", "para", "paras", "par", "tab", "app", "appx", "exh", "exhs", "ann", "cl", "ver", "rm",
		"pt", "pts", "tel", "ext", "n", "nn", "bros", "doc", "docs", "reg", "regs", "rul", "stip", "amend", "cc",
		"ser", "ex", "exs", "ca", "sch", "sched", "scheds", "ref", "refs", "pat", "lic", "bk"}},
	{numbered | month | proper, "months: a day or year follows", []string{
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"}},
	{sometimes | suffix, "ends of company names", []string{
		"inc", "corp", "ltd", "l.p", "lp", "l.l.c", "llc", "l.l.p", "llp", "plc", "p.l.c", "n.a", "s.a", "n.v",
		"b.v", "a.g", "s.p.a", "s.a.r.l", "s.a.s", "p.c", "p.a", "pty", "gmbh", "k.k", "s.e", "a.s", "l.l.l.p",
		"s.r.l", "s.c.a", "l.c", "p.l.l.c", "pte", "ltda", "cia", "s.l", "s.r.o", "z.o.o", "o.o", "sdn", "bhd", "tbk", "lda",
		"s.a.b", "c.v", "r.l", "g.m.b.h", "s.n.c", "k.g", "d.d", "a.d"}},
	{form, "legal forms without a full stop", []string{
		"inc", "corp", "ltd", "lp", "llc", "llp", "plc", "kg", "kgaa", "ag", "ab", "oy", "oyj", "asa", "nv", "bv", "sa",
		"spa", "gmbh", "pte", "sdn", "bhd"}},
	{sometimes | proper, "other words of company names", []string{
		"cos", "bros", "intl", "int'l", "mfg", "assoc", "assn", "ass'n", "bancorp", "natl", "nat'l", "comm",
		"comm'n", "dept", "dep't", "dist", "div", "grp", "hldgs", "indus", "ins", "labs", "mgmt", "mktg", "pharm",
		"props", "sys", "tech", "telecomm", "tr", "univ", "util", "utils"}},
	{sometimes | degree, "after names and titles", []string{
		"jr", "sr", "ph.d", "m.d", "j.d", "m.b.a", "c.p.a", "d.d.s", "d.o", "d.v.m", "ed.d", "r.n", "b.a", "b.s",
		"m.s", "m.a", "ll.m", "ll.b", "esq", "ret", "b.sc", "m.sc", "m.b", "d.phil", "b.eng", "m.eng", "c.f.a", "c.f.p", "p.e",
		"dr.p.h", "m.p.h", "m.p.a", "sc.d", "s.j.d", "pharm.d", "psy.d"}},
	{sometimes | company, "company", []string{"co"}},
	{sometimes, "words of lists and tables", []string{
		"resp", "equiv", "misc", "cont'd", "contd", "admin", "govt", "bal"}},
	{sometimes | measure, "hours, measures and counts", []string{
		"a.m", "p.m", "am", "pm", "etc", "al", "ft", "lb", "lbs", "oz", "sq", "hr", "hrs", "min", "mo", "mos",
		"yr", "yrs", "bbl", "bbls", "bcf", "mcf", "mmcf", "tcf", "bcfe", "mcfe", "mmcfe", "gal", "wt", "max", "avg",
		"est", "qtr", "gals", "mi", "km", "cu"}},
	{sometimes | proper, "addresses", []string{
		"ave", "blvd", "bldg", "rd", "hwy", "pkwy", "dr", "ln", "ct", "sq", "fl", "apt", "twp", "n.w", "n.e", "s.w",
		"s.e", "p.o", "d.c", "cty"}},
	{sometimes | proper, "states and countries", []string{
		"ala", "ariz", "ark", "cal", "calif", "colo", "conn", "del", "fla", "ga", "ill", "ind", "kan", "ky", "la",
		"md", "mass", "mich", "minn", "miss", "mont", "neb", "nev", "n.h", "n.j", "n.m", "n.y", "n.c", "n.d", "okla",
		"ore", "pa", "r.i", "s.c", "s.d", "tenn", "tex", "vt", "va", "wash", "w.va", "wis", "wisc", "wyo", "u.s",
		"u.k", "u.s.a", "e.u", "u.a.e", "p.r.c", "u.n"}},
	{reference, "references of citations", []string{"id", "ibid", "supra", "infra"}},
	{citation, "words of case names", []string{"litig", "antitr", "sav"}},
	{citation | proper, "reporters, courts and codes in citations", []string{
		"supp", "vet", "stat", "const", "crim", "proc", "civ", "evid", "bankr", "cert", "ch", "ct", "app", "dec",
		"f.2d", "f.3d", "f.4th", "s.ct", "l.ed", "u.s.c", "u.s.c.a", "c.f.r", "fed", "reg", "rec", "cong", "sess",
		"ann", "rptr", "rep", "rev", "sup", "tit", "subd", "subch", "gen", "cl", "pub", "pet",
		"cranch", "wheat", "dall", "q.b", "k.b", "eng", "so.2d", "n.e.2d", "n.w.2d", "p.2d",
		"p.3d", "a.2d", "a.3d", "s.w.2d", "s.w.3d", "s.e.2d", "f.supp", "f.r.d", "b.r", "t.c", "c.b", "aff'd",
		"rev'd", "cir", "ed", "cas", "annot", "hist", "eur", "econ", "jur", "geo", "harv", "rul",
		"loc", "ord", "prac", "trans", "admin", "atty", "att'y", "op", "opp", "mem", "dkt", "no",
		"dist", "e.d", "w.d", "n.d", "s.d", "m.d", "c.d", "d.del", "j.a", "inst", "cal.app", "exec", "res", "arg",
		"tr", "hen", "eliz", "amer", "doc", "am", "aff", "gov't", "govt", "leg", "ass'n", "mun", "ry", "r.r",
		"educ", "elec", "twp", "emp", "emps", "comm'r", "commrs", "com", "vet.app"}},
	{starter | subject, "articles, pronouns and determiners", []string{
		"the", "a", "an", "this", "that", "these", "those", "such", "each", "every", "either", "neither", "both",
		"all", "any", "some", "no", "none", "most", "many", "several", "few", "certain", "other", "another", "we",
		"our", "ours", "us", "i", "my", "he", "his", "she", "her", "it", "its", "it's", "they", "their", "you",
		"your", "who", "what", "which", "whose", "there", "here", "one", "two", "three", "four", "five", "six", "seven",
		"eight", "nine", "ten", "eleven", "twelve", "half", "nothing", "nobody", "everyone"}},
	{subject, "plural nouns that open a sentence in capitals", []string{
		"references", "investors", "holders", "unitholders", "shareholders", "stockholders", "noteholders"}},
	{starter, "prepositions and conjunctions", []string{
		"in", "on", "at", "by", "for", "from", "to", "with", "without", "within", "under", "upon", "during", "after",
		"before", "since", "until", "through", "throughout", "over", "between", "among", "along", "against", "about",
		"as", "if", "when", "where", "while", "whether", "because", "although", "though", "unless", "once", "but",
		"and", "or", "so", "nor", "yet", "despite", "given", "like", "unlike", "except"}},
	{starter, "adverbs that open a sentence", []string{
		"however", "therefore", "thus", "accordingly", "consequently", "subsequently", "additionally", "furthermore",
		"further", "moreover", "also", "finally", "first", "second", "third", "generally", "historically",
		"currently", "recently", "previously", "typically", "similarly", "likewise", "nevertheless", "nonetheless",
		"otherwise", "instead", "meanwhile", "then", "now", "today", "later", "hence", "indeed", "specifically",
		"particularly", "rather", "still", "even", "only", "just", "often", "sometimes", "separately",
		"collectively", "conversely", "ultimately", "how", "why", "not", "never"}},
	{starter, "participles and phrases that open a sentence in reports", []string{
		"based", "according", "pursuant", "prior", "following", "effective", "beginning", "excluding", "including",
		"included", "see", "refer", "please", "assuming", "using", "considering", "depending", "compared", "due",
		"more", "less", "because", "approximately", "substantially", "management", "management's", "shareholders",
		"stockholders", "employees", "customers", "revenues", "sales"}},
	{starter | auxiliary, "auxiliaries and modal verbs", []string{
		"is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does", "did", "will", "would", "can",
		"could", "may", "might", "shall", "should", "must"}},
	{auxiliary, "common verbs of filings", []string{
		"filed", "announced", "agreed", "provides", "requires", "includes", "expects", "believes", "owns",
		"operates", "became", "acquired", "served", "serves", "joined", "issued", "adopted", "entered", "alleges",
		"seeks", "also", "currently", "previously", "holds", "received", "represents", "offers"}},
	{label | heading, "labels that open headings as well", []string{
		"item", "items", "note", "notes", "part", "section", "sections", "article", "articles", "exhibit",
		"exhibits", "schedule", "schedules", "appendix", "annex", "attachment", "chapter", "table", "figure",
		"proposal", "step", "phase", "footnote", "proposition", "title"}},
	{heading | proper, "abbreviated labels that open headings", []string{
		"sec", "secs", "art", "arts", "ch", "cl", "para", "paras", "sch", "sched"}},
	{label, "labels inside sentences", []string{
		"rule", "paragraph", "page", "pages", "volume", "clause", "question", "topic", "class", "series", "tier",
		"level", "group", "type", "category", "stage", "release", "version", "form", "count", "opinion", "statement",
		"bulletin", "interpretation", "regulation", "subsection", "subtopic"}},
	{connector, "small words of titles", []string{
		"of", "and", "the", "for", "to", "in", "on", "with", "or", "a", "an", "by", "from", "&", "about", "as"}},
	{onward, "words after a cited title", []string{
		"in", "to", "of", "for", "on", "included", "contained", "appearing", "above", "below", "and", "or", "as",
		"beginning", "set", "under", "within", "herein", "from", "at", "which", "is", "are", "with", "elsewhere",
		"located", "filed", "that", "hereof", "hereto", "thereto", "therein", "presented"}},
}

// lexicon is rows as a look-up table.
var lexicon = indexRows(rows)

func indexRows(rows []row) map[string]senses {
	index := make(map[string]senses, 1200)
	for _, row := range rows {
		for _, word := range row.words {
			s := index[word]
			s.capital |= row.class
			if row.class&proper == 0 {
				s.plain |= row.class
			}
			index[word] = s
		}
	}
	return index
}

// longestWord bounds what is looked up; no word of the table is longer.
const longestWord = 24

// classOf looks a word up. A word of a proper row is no abbreviation in small letters
// ("ill.") nor, but for titles and numbers, in capitals alone ("Augusta, GA.").
func classOf(word []byte) class {
	if len(word) == 0 || len(word) > longestWord {
		return 0
	}
	var folded [longestWord]byte
	for i, c := range word {
		folded[i] = ascii.ToLower(c)
	}
	s := lexicon[string(folded[:len(word)])]
	switch {
	case !ascii.IsUpper(word[0]):
		return s.plain
	case s.capital&proper != 0 && isCapitals(word) && bytes.IndexByte(word, '.') < 0:
		return s.plain | s.capital&^(sometimes|citation)
	}
	return s.capital
}
