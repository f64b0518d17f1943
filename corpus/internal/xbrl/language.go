package xbrl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// language is the shortest distinct beginnings of the names of the twelve months: a word names the month with
// the longest beginning here that it begins with. Alternatives are split by "|"; all are lower case and
// without accents, as fold makes them.
type language struct {
	months [12]string
	match  matching
}

// matching is how a word on the page matches a month of the table.
type matching uint8

const (
	begins matching = iota // the word begins with the table's letters and may be inflected
	short                  // the table has the full name; the word is it, or three letters of it or more
	exact
)

var (
	english = language{[12]string{
		"january", "february", "march", "april", "may", "june",
		"july", "august", "september", "october", "november", "december",
	}, short}
	bulgarian = language{[12]string{"ян", "фев", "мар", "апр", "маи|май", "юни", "юли", "авг", "сеп", "окт", "ное", "дек"}, begins}
	czech     = language{[12]string{"led", "uno", "bre", "dub", "kve", "cerven|cervn|cvn", "cervenec|cervenc|cvc",
		"srp", "zar", "rij", "lis", "pro"}, begins}
	welsh = language{[12]string{"ion", "chwe", "maw|faw", "ebr", "mai|fai", "meh|feh", "gor|ngor", "aws", "med|fed",
		"hyd", "tach|dach|nhach|thach", "rhag|rag"}, begins}
	danish   = language{[12]string{"jan", "feb", "mar", "apr", "maj", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}, begins}
	german   = language{[12]string{"jan|jaen", "feb", "mar|maer", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"}, begins}
	greek    = language{[12]string{"ιαν", "φεβ", "μαρ", "απρ|αρι", "μαι", "ιουν", "ιουλ", "αυγ", "σεπ", "οκτ", "νοε", "δεκ"}, begins}
	spanish  = language{[12]string{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"}, begins}
	estonian = language{[12]string{"jaan", "veebr", "marts", "apr", "mai", "juuni", "juuli", "aug", "sept", "okt", "nov", "dets"}, begins}
	finnish  = language{[12]string{"tam", "hel", "maa", "huh", "tou", "kes", "hei", "elo", "syy", "lok", "mar", "jou"}, begins}
	french   = language{[12]string{"janv", "fevr", "mars", "avr", "mai", "juin", "juil", "aout", "sept", "oct", "nov", "dec"}, begins}
	hindi    = language{[12]string{"जनवरी", "फरवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर",
		"अक्टूबर|अक्तूबर", "नवंबर|नवम्बर", "दिसंबर|दिसम्बर"}, exact}
	croatian   = language{[12]string{"sij", "velj", "ozu", "tra", "svi", "lip", "srp", "kol", "ruj", "lis", "stu", "pro"}, begins}
	hungarian  = language{[12]string{"jan", "feb", "marc", "apr", "maj", "jun", "jul", "aug", "szept", "okt", "nov", "dec"}, begins}
	italian    = language{[12]string{"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"}, begins}
	lithuanian = language{[12]string{"sau", "vas", "kov", "bal", "geg", "bir", "lie", "rugp|rgp", "rugs|rgs", "spa|spl",
		"lap", "gru|grd"}, begins}
	latvian    = language{[12]string{"janv", "febr", "marts", "apr", "maijs", "jun", "jul", "aug", "sept", "okt", "nov", "dec"}, begins}
	dutch      = language{[12]string{"jan", "feb", "maa|mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}, begins}
	norwegian  = language{[12]string{"jan", "feb", "mar", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "des"}, begins}
	polish     = language{[12]string{"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paz", "lis", "gru"}, begins}
	portuguese = language{[12]string{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"}, begins}
	romanian   = language{[12]string{"ian", "feb", "mar", "apr", "mai", "iun", "iul", "aug", "sep", "oct", "noi|nov", "dec"}, begins}
	slovak     = language{[12]string{"jan", "feb", "mar", "apr", "maj", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}, begins}
	slovenian  = language{[12]string{"jan", "feb", "mar", "apr", "maj", "jun", "jul", "avg", "sep", "okt", "nov", "dec"}, begins}
	roman      = language{[12]string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"}, exact}

	// saka names the months of the Indian national calendar, in Latin letters and in Devanagari.
	saka = language{[12]string{
		"chait|cait|चैत्र", "vai|वैशाख|बैसाख", "jy|ज्येष्ठ", "asad|ashad|आषाढ", "srav|shrav|श्रावण|सावन",
		"bhad|prosth|भाद्रपद|भादो",
		"asw|ashw|asv|आश्विन", "kart|कार्तिक", "agra|marga|मार्गशीर्ष|अगहन", "pau|पौष", "magh|माघ", "phalg|फाल्गुन",
	}, begins}
)

// month is the month that a run of text between digits names, 1 to 12, or 0. With first, only its first
// word is looked at.
func (l language) month(run string, first bool) int {
	for run != "" {
		start := strings.IndexFunc(run, isWordRune)
		if start < 0 {
			return 0
		}
		run = run[start:]
		end := strings.IndexFunc(run, func(r rune) bool { return !isWordRune(r) })
		if end < 0 {
			end = len(run)
		}
		if m := l.word(fold(run[:end])); m > 0 || first {
			return m
		}
		run = run[end:]
	}
	return 0
}

func (l language) word(word string) (month int) {
	longest := 0
	for i, names := range l.months {
		for name := range strings.SplitSeq(names, "|") {
			if len(name) > longest && l.match.matches(word, name) {
				longest, month = len(name), i+1
			}
		}
	}
	return month
}

func (m matching) matches(word, name string) bool {
	switch m {
	case short:
		return len(word) >= 3 && strings.HasPrefix(name, word)
	case exact:
		return word == name
	}
	return strings.HasPrefix(word, name)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// accents pairs letters with what remains of them without their accents.
const accents = "áaàaâaäaãaåaāaăaąaéeèeêeëeěeēeęeėeíiìiîiïiīiįiıióoòoôoöoõoőoøo" +
	"úuùuûuüuůuűuūuųuýyçcćcčcďdḍdñnńnňnṇnřrśsšsșsşsṣsťtțtţtṭtźzžzżzłl" +
	"άαέεήηίιϊιΐιόούυϋυΰυώω"

// fold is the text in lower case without accents.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r = unicode.ToLower(r); {
		case 0x300 <= r && r < 0x370: // combining accents
			return -1
		case 0xE0 <= r && r < 0x400 || 0x1E00 <= r && r < 0x1F00:
			return unaccented(r)
		}
		return r
	}, s)
}

func unaccented(r rune) rune {
	for rest := accents; rest != ""; {
		from, size := utf8.DecodeRuneInString(rest)
		to, next := utf8.DecodeRuneInString(rest[size:])
		if from == r {
			return to
		}
		rest = rest[size+next:]
	}
	return r
}
