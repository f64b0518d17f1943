// Package structured turns the text of a model's reply into one JSON value.
//
// It reads what a person would read without a doubt: through fences, prose, comments, trailing commas,
// unescaped quotation marks and Python's spelling, and says by name what it mended and where. It refuses
// everything else with place and reason (ErrUnparsable): two different values in one reply, a quotation
// mark that could end a string or not, a key given twice with different values, `fal`, `NaN`, `$12.3`.
// Nothing is guessed, no default replaces a missing value, and a number keeps the bytes it was
// written with. Of a reply that was cut off only the complete parts are kept, and the reading says so.
//
// What it refuses may be asked for once more (ReadOrRepair); a repair that changes content is refused.
package structured

import (
	"errors"
	"fmt"
	"slices"
)

// Limits. A reply that exceeds one is unparsable, by name.
const (
	// MaxText is the longest reply that is read, in bytes.
	MaxText = 16 << 20
	// MaxDepth is how deep lists and objects may be nested.
	MaxDepth = 256
	// MaxValues is how many different values one reply may hold before the search for the one that
	// was asked for is given up.
	MaxValues = 32
	// MaxLook is how far, in bytes, the text after a quotation mark is looked at to tell whether the
	// mark ends its string. It keeps reading linear.
	MaxLook = 512
	// MaxMends is how many mendings one reading lists; a reply with more is not a slip of the pen.
	MaxMends = 10_000
)

// ErrUnparsable is what every error of reading a reply is.
var ErrUnparsable = errors.New("reply is unparsable")

// Unparsable says where and why a reply cannot be read. It is an ErrUnparsable.
type Unparsable struct {
	Offset int // byte in the reply
	Reason string
}

func (e *Unparsable) Error() string {
	return fmt.Sprintf("read reply: byte %d: %s", e.Offset, e.Reason)
}

// Is makes errors.Is(err, ErrUnparsable) hold.
func (e *Unparsable) Is(target error) bool { return target == ErrUnparsable }

// Kind is the name of a mending.
type Kind string

// The mendings. Those from Escape on touch the content of a string; the others only its dress.
const (
	Fence         Kind = "fence"                 // the value was in a code fence
	Prose         Kind = "prose"                 // text was before or after the value
	Reasoning     Kind = "reasoning"             // a <think> block was before it
	ByteOrderMark Kind = "byte order mark"       // the reply began with one
	ListOfOne     Kind = "list of one"           // an object was expected and was alone in a list
	StringOfJSON  Kind = "string of json"        // the value was encoded twice
	Repeated      Kind = "repeated value"        // the same value was there more than once
	Chosen        Kind = "chosen of several"     // the only one of several values that is what was expected
	TrailingComma Kind = "trailing comma"        // dropped
	MissingComma  Kind = "missing comma"         // between lines, containers or members
	SurplusBrace  Kind = "surplus brace"         // after a complete object
	SingleQuotes  Kind = "single quotes"         // as delimiters; listed once
	CurlyQuotes   Kind = "curly quotes"          // as delimiters; listed once
	BareKey       Kind = "bare key"              // a key without quotation marks; listed once
	PythonLiteral Kind = "python literal"        // True, False, None
	Comment       Kind = "comment"               // dropped
	OddSpace      Kind = "odd space"             // no-break space and the like; listed once
	SameKey       Kind = "same key twice"        // with the same value
	Escape        Kind = "escape"                // a backslash before what needs none
	InnerQuote    Kind = "inner quote"           // a quotation mark within a string, not escaped
	Control       Kind = "control character"     // a line break or tab within a string
	Windows1252   Kind = "windows-1252"          // a dash or quotation mark in that encoding
	InvalidUTF8   Kind = "invalid utf-8"         // now U+FFFD
	LoneSurrogate Kind = "lone surrogate"        // now U+FFFD
	CutOff        Kind = "truncated"             // the text ended inside the value
	RepairCall    Kind = "repaired by the model" // see ReadOrRepair
)

// Mend is one thing that was mended, at a byte of the reply.
type Mend struct {
	Kind   Kind
	Offset int
}

// Reading is the value that a reply holds.
type Reading struct {
	JSON      []byte // the value, compact; strings and numbers as written wherever nothing was mended
	Mended    []Mend // by offset
	Truncated bool   // the text ended inside the value; only complete parts are kept
	// Cut is the JSON Pointer of the innermost container that was kept though the text ended in it: it
	// and every container above it may lack members. Empty for the root, and where nothing was cut.
	Cut string
}

// Has says whether a thing of this kind was mended.
func (r Reading) Has(kind Kind) bool {
	return slices.ContainsFunc(r.Mended, func(m Mend) bool { return m.Kind == kind })
}
