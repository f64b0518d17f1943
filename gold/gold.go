// Package gold turns a corpus into anchors: sentences whose neighbours in their section a search should find.
//
// Rules say what may be an anchor and what counts as its neighbour. They are stored in the file with the
// anchors, so that a later run can use the same ones. Anchors are drawn by a seed: the same corpus, rules and
// seed give the same bytes.
//
// The package calls no model and searches nothing.
package gold

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

// row is what the rules read of a sentence in the corpus.
type row struct {
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
	MinSection    int    `json:"min_section"`    // sentences of a section; a shorter section has no anchors
	Window        int    `json:"window"`         // largest distance of a gold from its anchor, in sentences
	MaxWindow     int    `json:"max_window"`     // up to which the window grows until there are MinGolds
	MinGolds      int    `json:"min_golds"`      // without KeepUncovered a sentence with fewer is no anchor
	PerSection    int    `json:"per_section"`    // most anchors of one section
	KeepUncovered bool   `json:"keep_uncovered"` // anchors without any gold are kept, and counted
	Kinds         string `json:"kinds"`          // of sentences, blank-separated
}

// Neighbours are the rules of phase 1: the plain test of an index.
var Neighbours = Rules{MinWords: 6, MinSection: 40, Window: 5, MaxWindow: 5, MinGolds: 1, PerSection: 5, Kinds: "text list_item"}

// Adaptive are the rules of phase 2: every section, however short, with windows that grow until there are two
// golds.
var Adaptive = Rules{
	MinWords: 6, MinSection: 1, Window: 5, MaxWindow: 12, MinGolds: 2, PerSection: 3, KeepUncovered: true, Kinds: "text list_item",
}

// Check reports what is wrong with rules.
func (r *Rules) Check() error {
	switch {
	case r.MinWords < 1:
		return fmt.Errorf("min_words is %d, want at least 1", r.MinWords)
	case r.Window < 1 || r.MaxWindow < r.Window || r.MaxWindow > maxWindow:
		return fmt.Errorf("window is %d and max_window %d, want 1 <= window <= max_window <= %d", r.Window, r.MaxWindow, maxWindow)
	case r.MinGolds < 1:
		return fmt.Errorf("min_golds is %d, want at least 1", r.MinGolds)
	case r.PerSection < 1:
		return fmt.Errorf("per_section is %d, want at least 1", r.PerSection)
	case strings.TrimSpace(r.Kinds) == "":
		return errors.New("kinds is empty, want at least one kind of sentence")
	}
	return nil
}

const maxWindow = 1000

// Why a sentence is neither anchor nor gold, in the order in which it is checked.
const (
	eligible       = "" // it is
	otherKind      = "another kind"
	tooShort       = "too short"
	onlyFigures    = "figures only"
	crossReference = "cross-reference"
)

// Reasons lists why sentences are neither anchors nor golds, with what each reason means.
var Reasons = []struct{ Reason, Doc string }{
	{otherKind, "Not running text: a heading, a table's row, a signature."},
	{tooShort, "Fewer words than the rules ask for."},
	{onlyFigures, "Fewer than four words in it have letters, or fewer than half."},
	{crossReference, "It says where something is to be found, and nothing else."},
}

// judge returns why a sentence is neither anchor nor gold, or eligible.
func (r *Rules) judge(s *row) string {
	switch {
	case !slices.Contains(strings.Fields(r.Kinds), s.Kind):
		return otherKind
	case int(s.Words) < r.MinWords:
		return tooShort
	case figuresOnly(s.Text):
		return onlyFigures
	case isCrossReference(s.Text):
		return crossReference
	}
	return eligible
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
	things   = []string{"information", "discussion", "description", "response", "disclosure", "data", "table", "text", "remainder",
		"material"}
	pointing = []string{"see ", "refer to", "reference is made", "incorporated by reference", "incorporated herein by reference",
		"is set forth in", "are set forth in", "is set forth under", "is included in", "are included in", "is contained in",
		"is presented in", "appears in", "appears under", "can be found in", "is discussed in"}
	pointedAt = []string{"note", "notes", "item", "items", "part", "section", "exhibit", "exhibits", "page", "pages", "proxy",
		"schedule", "caption", "heading", "index", "annual", "statements"}
)

// maxReference is the most words of a bare cross-reference; longer ones also say something else.
const maxReference = 40

// isCrossReference reports whether a sentence only says where something is to be found: "See Note 12 to the
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
	return slices.Contains(pointers, words[0]) ||
		len(words) > 1 && slices.Contains([]string{"the", "this", "such", "certain"}, words[0]) && slices.Contains(things, words[1])
}
