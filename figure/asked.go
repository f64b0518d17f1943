package figure

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// entry matches a line that gives a figure a name: of a list, of an object in JSON, of a table.
var entry = regexp.MustCompile(`^[\s*_>|"“\-•\d.)({]*([A-Za-z][^|=×÷]*?)["*_\s]*` +
	`(?:[:|]|—|–|\s-\s)[\s"*_|:]*([-−–+(]?[$€£¥]?[-−–]?[\d.,]+[^:=]*)$`)

// asked is the figure of the entry whose name has most of the question's words, in a reply that is a list of named
// figures and says nothing else. There must be one such entry.
func asked(reply string, start int, words []string) (passage, bool) {
	var best passage
	most, second, entries := 0, 0, 0
	at := start
	for line := range strings.Lines(reply[start:]) {
		m := entry.FindStringSubmatchIndex(strings.TrimRight(line, " \t\r\n,|*_}"))
		switch {
		case m == nil && hasFigure(line):
			return passage{}, false
		case m != nil:
			entries++
			n := shared(line[m[2]:m[3]], words)
			if n > most {
				second, most = most, n
				best = passageOf(line[m[4]:m[5]], at+m[4])
			} else {
				second = max(second, n)
			}
		}
		at += len(line)
	}
	return best, entries > 1 && most > second
}

// hasFigure reports whether a line has an amount in digits.
func hasFigure(line string) bool {
	return slices.ContainsFunc(Find(line), func(a Amount) bool { return a.IsAmount() && !a.Spelled })
}

// shared counts the words that are in a name, each once; a year may have letters before it, as in FY2023.
func shared(name string, words []string) (n int) {
	for _, w := range words {
		if ascii.ContainsFold(name, w) {
			n++
		}
	}
	return n
}

// askedWords are the words of a question that names share with it: years, and words of four letters and more.
func askedWords(question string) []string {
	var words []string
	for w := range strings.FieldsFuncSeq(strings.ToLower(question), func(r rune) bool { return r < 0x80 && !ascii.IsAlnum(r) }) {
		if len(w) >= 4 && !slices.Contains(words, w) && !slices.Contains(asksWith, w) {
			words = append(words, w)
		}
	}
	return words
}

// asksWith are words of many questions that say nothing of what is asked for.
var asksWith = []string{"what", "which", "from", "that", "this", "many", "much", "answer", "question", "number", "give", "were", "does"}
