package bm25

import (
	"fmt"
	"strings"
)

// Analyzer cuts a text into the terms under which it is found. A file records which one made it, and questions
// are cut by the same.
type Analyzer struct {
	Name    string
	Version int // changes with the terms that a text gives
	Doc     string
	cut     func(s *scratch, text []byte, emit func(term []byte))
}

// scratch is memory that analyzers use again from text to text.
type scratch struct{ normal, key []byte }

// Analyzers are all there are; the first is what Settings without a name mean.
var Analyzers = []Analyzer{
	{"filings", 1, "lower case without accents; 1,234.5 is 1234.5 and .05 is 0.05, without $ and %; 10-K, 10b5-1 and 401(k) are 10k, 10b51 " +
		"and 401k; U.S. is us, and so is the pronoun; AT&T stays at&t; company's is company and O'Reilly oreilly; other hyphens, slashes " +
		"and stops separate, so that long-term meets long term and COVID-19 is found by covid; each Han or Hiragana character is a term; " +
		"no stemming and no stop words", cutFilings},
	{"blanks", 1, "what is between blanks, byte for byte: for texts that are cut into terms already", cutBlanks},
}

// FindAnalyzer is the analyzer of a name.
func FindAnalyzer(name string) (Analyzer, error) {
	names := make([]string, len(Analyzers))
	for i, a := range Analyzers {
		if a.Name == name || i == 0 && name == "" {
			return a, nil
		}
		names[i] = a.Name
	}
	return Analyzer{}, fmt.Errorf("there is no analyzer %q; there are %s", name, strings.Join(names, ", "))
}

// maxTerm is the length in bytes after which a term is cut off, in texts and questions alike.
const maxTerm = 64

// Terms are the terms of a text, in order and with repetitions.
func (a Analyzer) Terms(text string) []string {
	var terms []string
	a.each(&scratch{}, []byte(text), func(term []byte) { terms = append(terms, string(term)) })
	return terms
}

func (a Analyzer) each(s *scratch, text []byte, do func(term []byte)) {
	a.cut(s, text, func(term []byte) { do(term[:min(len(term), maxTerm)]) })
}

func cutBlanks(_ *scratch, text []byte, emit func([]byte)) {
	start := 0
	for i, c := range text {
		if c != ' ' && (c < '\t' || c > '\r') {
			continue
		}
		if i > start {
			emit(text[start:i])
		}
		start = i + 1
	}
	if start < len(text) {
		emit(text[start:])
	}
}
