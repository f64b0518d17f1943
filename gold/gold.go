// Package gold turns a corpus into what retrieval and answers are held against: anchors, which are sentences
// whose neighbours in their section ought to be found.
//
// What may be an anchor, and what counts as its neighbour, are rules that are written into the file beside the
// anchors, so that a later run can reuse them and nobody compares runs over different ones. Drawing is by a
// seed, and the same corpus, rules and seed give the same bytes.
//
// It asks nobody and searches nothing.
package gold

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

// Sentence is what the rules look at, as a row of the corpus.
type Sentence struct {
	store.Key
	ID          string `parquet:"sentence_id,delta"`
	Company     string `parquet:"company,dict"`
	Form        string `parquet:"form,dict"`
	Section     string `parquet:"section,dict"`
	SectionName string `parquet:"section_name,dict"`
	Position    int32  `parquet:"position,delta"`
	Kind        string `parquet:"kind,dict"`
	Text        string `parquet:"text"`
	Words       int32  `parquet:"words,delta"`
	TextHash    int64  `parquet:"text_hash"`
}

// Rules say which sentences may be anchors or golds.
type Rules struct {
	MinWords      int    `json:"min_words"`      // of a sentence
	MinSection    int    `json:"min_section"`    // sentences of a section; fewer, and it has no anchors
	Window        int    `json:"window"`         // golds are at most so far from their anchor
	MaxWindow     int    `json:"max_window"`     // the window grows up to it
	MinGolds      int    `json:"min_golds"`      // until there are so many; without KeepUncovered an anchor with fewer is none
	PerSection    int    `json:"per_section"`    // anchors at most
	KeepUncovered bool   `json:"keep_uncovered"` // anchors with no gold at all stay, to be counted
	Kinds         string `json:"kinds"`          // of sentences, blank-separated
}

// Neighbours are the rules of phase 1: the plain test of an index.
var Neighbours = Rules{MinWords: 6, MinSection: 40, Window: 5, MaxWindow: 5, MinGolds: 1, PerSection: 5, Kinds: "text list_item"}

// Adaptive are the rules of phase 2: every section, however short, with windows that grow until there are two
// golds.
var Adaptive = Rules{MinWords: 6, MinSection: 1, Window: 5, MaxWindow: 12, MinGolds: 2, PerSection: 3, KeepUncovered: true, Kinds: "text list_item"}

// Check reports what is wrong with rules.
func (r *Rules) Check() error {
	switch {
	case r.MinWords < 1:
		return fmt.Errorf("the smallest number of words is %d; it is at least 1", r.MinWords)
	case r.Window < 1 || r.MaxWindow < r.Window || r.MaxWindow > maxWindow:
		return fmt.Errorf("the window is from %d to %d sentences; it is from 1 to %d, and grows", r.Window, r.MaxWindow, maxWindow)
	case r.MinGolds < 1:
		return fmt.Errorf("the smallest number of golds is %d; it is at least 1", r.MinGolds)
	case r.PerSection < 1:
		return fmt.Errorf("the anchors of a section are at most %d; that is none", r.PerSection)
	case strings.TrimSpace(r.Kinds) == "":
		return fmt.Errorf("no kind of sentence may be an anchor")
	}
	return nil
}

const maxWindow = 1000

// Reason is why a sentence is neither anchor nor gold.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	Eligible       Reason = ""
	OtherKind      Reason = "another kind"
	TooShort       Reason = "too short"
	FiguresOnly    Reason = "figures only"
	CrossReference Reason = "cross-reference"
)

// Reasons is every reason with its meaning.
var Reasons = []struct {
	Reason Reason
	Doc    string
}{
	{OtherKind, "Not running text: a heading, a table's row, a signature."},
	{TooShort, "Fewer words than the rules ask for."},
	{FiguresOnly, "Fewer than four words in it have letters, or fewer than half."},
	{CrossReference, "It says where something stands, and nothing else."},
}

// Judge is why a sentence is not eligible, or Eligible.
func (r *Rules) Judge(s *Sentence) Reason {
	switch {
	case !slices.Contains(strings.Fields(r.Kinds), s.Kind):
		return OtherKind
	case int(s.Words) < r.MinWords:
		return TooShort
	case figuresOnly(s.Text):
		return FiguresOnly
	case isCrossReference(s.Text):
		return CrossReference
	}
	return Eligible
}

// figuresOnly reports whether nearly all that a sentence says is in figures: such sentences are alike to
// every text embedder, and finding one says nothing.
func figuresOnly(sentence string) bool {
	words, lettered := 0, 0
	for _, span := range text.Words(nil, sentence) {
		words++
		word := sentence[span.Start:span.End]
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(first) && len(word) > 1 {
			lettered++
		}
	}
	return lettered < 4 || 2*lettered < words
}

// A cross-reference is short, opens with a word that points or with what is to be found elsewhere, and names
// the place.
var (
	pointers = []string{"see", "refer", "reference", "please", "for", "information", "additional", "further"}
	things   = []string{"information", "discussion", "description", "response", "disclosure", "data", "table", "text", "remainder", "material"}
	pointing = []string{"see ", "refer to", "reference is made", "incorporated by reference", "incorporated herein by reference", "is set forth in", "are set forth in", "is set forth under",
		"is included in", "are included in", "is contained in", "is presented in", "appears in", "appears under", "can be found in", "is discussed in"}
	pointedAt = []string{"note", "notes", "item", "items", "part", "section", "exhibit", "exhibits", "page", "pages", "proxy", "schedule", "caption", "heading", "index", "annual", "statements"}
)

// maxReference is how many words a bare cross-reference has at most; longer ones say something beside.
const maxReference = 40

// isCrossReference reports whether a sentence only says where something stands: "See Note 12 to the
// consolidated financial statements."
func isCrossReference(sentence string) bool {
	words := strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 || len(words) > maxReference || !opensReference(words) {
		return false
	}
	lower := " " + strings.Join(words, " ") + " "
	at := -1
	for _, p := range pointing {
		if i := strings.Index(lower, " "+p); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 || len(strings.Fields(lower[:at])) > maxReference/2 {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(pointedAt, w) })
}

func opensReference(words []string) bool {
	return slices.Contains(pointers, words[0]) || len(words) > 1 && slices.Contains([]string{"the", "this", "such", "certain"}, words[0]) && slices.Contains(things, words[1])
}
