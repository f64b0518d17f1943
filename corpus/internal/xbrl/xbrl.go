// Package xbrl turns the inline-XBRL elements of a filing into tagged facts: what a number or a
// passage on the page is, in which unit, for which period, entity and dimensions, with its exact value
// and its place in the text.
//
// It reads the marks that package block finds and the ix:header that it skips, and nothing else: no
// taxonomy, no network. It refuses to guess. A text that does not fit its transform, a transform that
// no registry has, a context that is not there: each is a problem in words on its fact, never a number.
package xbrl

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/internal/block"
)

// Instance is everything that a filing's inline XBRL says.
type Instance struct {
	Facts     []Fact // those of the header first, then the page's, each in the order of the source
	Contexts  []Context
	Units     []Unit
	Footnotes []Footnote
	Problems  []string // those that belong to no fact
}

// Kind is what kind of element a fact is.
type Kind uint8

const (
	Numeric  Kind = iota // ix:nonFraction
	Text                 // ix:nonNumeric
	Fraction             // ix:fraction: Value is "numerator/denominator", and there is no Number
	Tuple                // ix:tuple: contains other facts and has no value of its own
)

// Fact is one tagged fact.
//
// A fact without Problems that is not Nil has its value: Value in full, and for a Numeric fact the same
// as Number. A fact with Problems may lack its Value and, if Numeric, has no Number unless HasNumber.
type Fact struct {
	ID        string
	Kind      Kind
	Hidden    bool // is in the header; the page may show it in other words
	Nil       bool // declared to have no value
	Negative  bool // sign="-": the page shows it without its sign, often in brackets
	HasNumber bool
	Scale     int32  // power of ten that the page leaves out: 6 where it says "in millions"
	Concept   string // prefix:local, "us-gaap:Assets"
	Namespace string // of the prefix; "" where it is not declared
	Unit      string // normal form, "USD/shares"; "" where there is none
	Decimals  string // "-6" is right to the million, "INF" exact; as written, "" where not given
	Precision string // the older way to say it
	Format    string // the transform as written, "ixt:num-dot-decimal"

	Shown  string          // the text on the page, continuations joined
	Value  string          // transformed, signed and scaled; for text without a transform, Shown
	Number decimal.Decimal // exact; only with HasNumber

	Context   *Context     // never nil; an empty one where it is missing, which is then a problem
	Spans     []block.Span // where it is in Doc.Text, continuations after; if Hidden, what shows it
	Cell      int32        // the cell it opens in, of Doc.Cells, or -1
	Parent    int32        // the fact it is nested in, or -1
	Footnotes []int32      // of Instance.Footnotes
	Source    block.Range  // its element, without continuations
	Problems  []string
}

// Context is who and when a fact is about, and which part of it.
type Context struct {
	ID         string
	Entity     string // "0000123456"
	Scheme     string // "http://www.sec.gov/CIK"
	Period     Period
	Dimensions []Dimension // sorted by axis, then member
	Source     block.Range
}

// Period is the time that a fact is for. Days are ISO dates, both ends included.
type Period struct {
	Start   string // "" for an instant: the end of the day End
	End     string
	Forever bool
}

// Instant reports whether the period is a point in time: a balance, not a flow.
func (p Period) Instant() bool { return p.Start == "" && p.End != "" }

// Dimension is one axis with the member that the fact is about.
type Dimension struct {
	Axis     string // "us-gaap:StatementBusinessSegmentsAxis"
	Member   string // "acme:RoboticsMember"; for a typed axis, its value
	Typed    bool
	Scenario bool // is in the scenario instead of the entity's segment
}

// Unit is what a number counts.
type Unit struct {
	ID   string
	Name string // normal form: "USD", "USD/shares", "pure"; factors joined by "*"
}

// Footnote is a note that relationships tie to facts.
type Footnote struct {
	ID    string
	Role  string
	Text  string
	Spans []block.Span // nil when it is in the header
}

// Limits of one document; what exceeds them is a problem. Real filings are far below them.
const (
	maxProblems   = 1000     // problems that belong to no fact
	maxJoined     = 64 << 20 // bytes of text joined from continuations and around exclusions
	maxScale      = 60       // either way; scales in filings go from -6 to 12
	maxDigits     = 200      // of one number
	maxDimensions = 64       // of one context
	maxNested     = 64       // open elements that one closing tag is compared with
)
