package docqa

import (
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/figure"
)

// Bounds of what pages repeat.
const (
	runningWords = 12 // of a running line
	runningTimes = 4
)

// frontSection is the section of what a form says before its first item: the cover page and the contents.
const frontSection = "front"

// furniture reports which sentences of a document are no evidence, whatever words they share with a question: running
// lines, page numbers, signatures, tables of contents, and the form's own text on the cover page. What the cover page
// states, such as shares outstanding, is evidence.
func furniture(all []store.Sentence) []bool {
	repeats := map[int64]int{}
	for i := range all {
		repeats[all[i].MaskHash]++
	}
	isCover := true
	furniture := make([]bool, len(all))
	for i := range all {
		s := &all[i]
		isContents := itemOf(s.Text) != "" && (s.Section == frontSection || endsInPageNumber(s.Text))
		isCover = isCover && s.Section == frontSection && !isContents
		furniture[i] = isContents || isRunning(s, repeats[s.MaskHash]) || isCover && !statesFact(s)
	}
	return furniture
}

// isRunning reports whether a sentence is a signature, a page number or a line that pages repeat.
func isRunning(s *store.Sentence, repeats int) bool {
	isProse := s.Kind != "table_row"
	isRepeated := isProse && s.Figures == 0 && repeats >= runningTimes && s.Words <= runningWords
	isPageNumber := isProse && strings.IndexFunc(s.Text, unicode.IsLetter) < 0
	return s.Kind == "signature" || strings.Contains(s.Text, "/s/") || isRepeated || isPageNumber
}

func endsInPageNumber(text string) bool {
	rest := strings.TrimRight(text, "0123456789")
	n := len(text) - len(rest)
	return n > 0 && n <= 3 && strings.HasSuffix(rest, " ") && len(strings.Fields(text)) > 3
}

// leastCount is the least number on a cover page that counts shares without the word; addresses have lower ones.
var leastCount = decimal.NewFromInt(1_000_000)

// statesFact reports whether a sentence of a cover page states what its form asks for: an amount of money, a number of
// shares, a day, or the symbol of a security.
func statesFact(s *store.Sentence) bool {
	for _, a := range figure.Find(s.Text) {
		isShares := a.Unit == figure.UnitShares || a.Kind == figure.Number && a.Value.GreaterThanOrEqual(leastCount)
		if a.Kind == figure.Money || a.Kind == figure.PerShare || isShares || a.Period.Day > 0 {
			return true
		}
	}
	return s.Kind != "text" && hasSymbol(s.Text)
}

// hasSymbol reports whether a word in capitals, as long as the symbol of a security, is among others. Addresses have
// such words, too, and numbers.
func hasSymbol(text string) bool {
	if strings.IndexFunc(text, unicode.IsLower) < 0 || strings.ContainsAny(text, "0123456789") {
		return false
	}
	for word := range strings.FieldsSeq(text) {
		if len(word) >= 2 && len(word) <= 5 && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			return true
		}
	}
	return false
}
