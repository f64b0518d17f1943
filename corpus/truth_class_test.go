package corpus

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/figure"
)

// wordsAlone is the class of facts whose displayed text is no figure: "immaterial", or the "no" in "not".
const wordsAlone = "words alone"

// knownClasses are the ways in which our reading and the filers' tags still differ, why, and how many
// facts of the real filings may be of each.
var knownClasses = []struct {
	name string
	most int
	why  string
}{
	{"tag leaves out the percent sign", 20, "the page shows 12.3 % and the tag says 12.3: the filer's tag is off by 100"},
	{"tag scales a figure printed in full", 8,
		"the page shows 1,700,000, or a number in words, and the tag multiplies it by the table's unit: the filer's tag is off"},
	{"tag leaves out the declared scale", 6,
		"the notes are in thousands and the tag takes this one sum as printed: the filer's slip, or a round sum in full"},
	{"part of a word", 4, "the tag covers the six of sixth"},
	{"cell: scale off by 10^2", 15, "percentages that print no sign, in rows whose words do not say percent, between rows that do"},
	{"cell: scale off by 10^-6", 14,
		"sums in rows named after awards, taken for shares; sums beside counts in full, which forbid the inherited unit; shares whose " +
			"unit heads an outer section"},
	{"cell: scale off by 10^-3", 8, "the same in thousands; and shares that the filer's tag scales though they are printed in full"},
	{"cell: scale off by 10^3", 15,
		"shares in rows that speak of conversion or of securities, taken for sums in tables whose unit is that of money"},
	{"cell: scale off by 10^6", 8, "pounds of copper and units of crypto assets, which only the prose around calls so"},
	{"cell of words: scale off by 10^2", 13,
		"ranges in three cells of which the last prints %, spreads over a rate, and two figures in one column"},
	{"sentence: scale off by 10^-6", 8, "tables of a row or two, read as prose, whose unit stands in another table or row"},
	{"sentence: scale off by 10^-3", 5, "options in thousands, a unit that only the table beside the sentence states"},
	{"sentence: no figure read", 4, "dashes for zero in tables read as prose"},
	{"sentence: zero against a value", 2, "a figure in brackets in a table read as prose, taken for the mark of a footnote"},
}

// class names what sets a reading apart from its tag; empty where they agree.
func (s sight) class(f *xbrl.Fact) string {
	want := f.Number.Abs()
	switch {
	case s.value != nil && s.value.Abs().Equal(want):
		return ""
	case isWordsAlone(f.Shown, s.part):
		return wordsAlone
	case s.part && s.value == nil:
		return "part of a word"
	case s.value == nil:
	case s.percent && f.Scale == 0 && s.value.Abs().Shift(2).Equal(want):
		return "tag leaves out the percent sign"
	case f.Scale > 0 && s.value.Abs().Shift(f.Scale).Equal(want) && (isFull(f.Shown) || !strings.ContainsAny(f.Shown, "0123456789")):
		return "tag scales a figure printed in full"
	case f.Scale == 0 && s.declared.Money > 0 && want.Shift(int32(s.declared.Money)).Equal(s.value.Abs()):
		return "tag leaves out the declared scale"
	}
	return s.place.String() + ": " + difference(s.value, want)
}

// isFull says whether a figure is printed with its millions.
func isFull(shown string) bool { return strings.Count(shown, ",") > 1 }

// isWordsAlone says whether the displayed text of a fact has neither a digit nor a dash nor a word for a
// number.
func isWordsAlone(shown string, part bool) bool {
	if strings.ContainsAny(shown, "0123456789-–—") {
		return false
	}
	found := figure.Find(shown)
	return len(found) == 0 || part && found[0].Kind == figure.Absence
}

func difference(got *decimal.Decimal, want decimal.Decimal) string {
	switch {
	case got == nil:
		return "no figure read"
	case got.IsZero() || want.IsZero():
		return "zero against a value"
	}
	ratio := got.Abs().Div(want)
	for shift := int32(-12); shift <= 12; shift++ {
		if ratio.Equal(decimal.New(1, shift)) {
			return fmt.Sprintf("scale off by 10^%d", shift)
		}
	}
	return "other digits"
}
