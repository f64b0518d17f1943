package figure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// showCell is a cell as one line: form, value, and what else it says.
func showCell(c Cell) string {
	var b strings.Builder
	b.WriteString([...]string{"empty", "words", "number", "year", "nil", "prefix", "suffix", "mark"}[c.Form])
	if c.Form == NumberCell || c.Form == YearCell {
		fmt.Fprintf(&b, " %de%d", c.Coef, c.Exp)
	}
	for _, part := range []string{string(c.Currency), string(c.Counts)} {
		if part != "" {
			b.WriteString(" " + part)
		}
	}
	if c.Kind != None {
		b.WriteString(" " + c.Kind.String())
	}
	if c.Scaled {
		fmt.Fprintf(&b, " scale %d", c.Scale)
	}
	for name, set := range map[string]bool{"open": c.Open, "bare": c.Bare} {
		if set {
			b.WriteString(" " + name)
		}
	}
	return b.String()
}

// cellCases are cells and what they are read as.
var cellCases = []struct{ text, want string }{
	{"", "empty"},
	{"1,234", "number 1234e0"},
	{"(1,234)", "number -1234e0"},
	{"(12", "number -12e0 open"},
	{"$1.50", "number 150e-2 USD"},
	{"US$ 3", "number 3e0 USD"},
	{"SEK 1,234", "number 1234e0 SEK"},
	{"1,234 SEK", "number 1234e0 SEK"},
	{"PLN (5.5)", "number -55e-1 PLN"},
	{"-7.5%", "number -75e-1 percent"},
	{"(3.2)%", "number -32e-1 percent"},
	{"(3.2%)", "number -32e-1 percent"},
	{"−4", "number -4e0"},
	{"- 4", "number -4e0"},
	{"1,234(1)", "number 1234e0"},
	{"1,234 (1, 2)", "number 1234e0"},
	{"56.7 (a)(b)", "number 567e-1"},
	{"56.7†", "number 567e-1"},
	{"3.4x", "number 34e-1 multiple"},
	{"3.4 x", "number 34e-1 multiple"},
	{"$2.5 billion", "number 25e-1 USD scale 9"},
	{"$2.5bn", "number 25e-1 USD scale 9"},
	{"$1.25 per share", "number 125e-2 USD per-share"},
	{"4.1b", "words"},
	{"2004.", "number 2004e0"},
	{"34 11/16", "number 346875e-4"},
	{"46 5/8", "number 46625e-3"},
	{"7/8", "number 875e-3"},
	{"12½", "number 125e-1"},
	{"¾", "number 75e-2"},
	{".13", "number 13e-2"},
	{"5.", "number 5e0"},
	{"25 bps", "number 25e0 basis-points"},
	{"2 pts", "number 2e0 points"},
	{"3 yrs.", "number 3e0 years"},
	{"1'234'567", "number 1234567e0"},
	{"1.234.567", "number 1234567e0"},
	{"12,34,567", "number 1234567e0"},
	{"(1)", "number -1e0 bare"},
	{"2023", "year 2023e0"},
	{"2023 (2)", "year 2023e0"},
	{"$2023", "number 2023e0 USD"},
	{"2,023", "number 2023e0"},
	{"—", "nil"},
	{"$ —", "nil USD"},
	{"(—)%", "nil percent"},
	{"-0-", "nil"},
	{"--(B)", "nil"},
	{"$", "prefix USD"},
	{"$(", "prefix USD open"},
	{"SEK", "prefix SEK"},
	{"(", "prefix open"},
	{")%", "suffix percent"},
	{")", "suffix"},
	{"x", "suffix multiple"},
	{"(a)", "mark"},
	{"*", "mark"},
	{"[2]", "mark"},
	{"12/31/2023", "words"},
	{"1,23", "words"},
	{"12,3456", "words"},
	{"10-K", "words"},
	{"5-year", "words"},
	{"36 months", "words"},
	{"2022-23", "words"},
	{"3M", "words"},
	{"4.1% - 5.0%", "words"},
	{"N/A", "words"},
	{"TRYING", "words"},
	{"SHARE", "words"},
	{"USDA", "words"},
	{"(in millions)", "words"},
	{"123456789012345678901", "words"},
	{"5.25% notes due 2031", "words"},
}

func TestReadCell(t *testing.T) {
	for _, c := range cellCases {
		got := showCell(ReadCell([]byte(c.text)))
		if got != c.want {
			t.Errorf("ReadCell(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// TestReadCellAgreesWithParse holds the cells against the reader of prose, which knows nothing of parts.
func TestReadCellAgreesWithParse(t *testing.T) {
	compared := 0
	for _, c := range cellCases {
		cell := ReadCell([]byte(c.text))
		a, err := Parse(c.text)
		if cell.Form != NumberCell || err != nil {
			continue
		}
		compared++
		power := int32(cell.Exp) + int32(cell.Scale) + int32(unitPower(a.Kind, a.Unit))
		if got := decimal.New(cell.Coef, power); !got.Equal(a.Value) {
			t.Errorf("%q: cell %v, Parse %v", c.text, got, a.Value)
		}
		if code := a.Unit.Currency(); code != string(cell.Currency) {
			t.Errorf("%q: cell in %q, Parse in %q", c.text, cell.Currency, code)
		}
	}
	if compared < 30 {
		t.Fatalf("%d cells compared, want at least 30", compared)
	}
}

func TestSplitCells(t *testing.T) {
	for _, c := range []struct{ before, figure, after, want string }{
		{"$", "1,234", "", "number 1234e0 USD"},
		{"$(", "1,234", ")", "number -1234e0 USD"},
		{"(", "5.0", ")%", "number -50e-1 percent"},
		{"", "(5.0", "%)", "number -50e-1 percent"},
		{"$", "—", "", "nil USD"},
		{"£", "2023", "", "number 2023e0 GBP"},
		{"", "2.5", "x", "number 25e-1 multiple"},
		{"$", "(1", ")", "number -1e0 USD"},
	} {
		got := ReadCell([]byte(c.figure))
		if c.before != "" {
			got.Prefix(ReadCell([]byte(c.before)))
		}
		if c.after != "" {
			got.Suffix(ReadCell([]byte(c.after)))
		}
		if show := showCell(got); show != c.want {
			t.Errorf("%q %q %q: %s, want %s", c.before, c.figure, c.after, show, c.want)
		}
	}
}

func FuzzReadCell(f *testing.F) {
	for _, c := range cellCases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c := ReadCell(text)
		if (c.Form == WordCell || c.Form == MarkCell) && c != (Cell{Form: c.Form}) {
			t.Errorf("%q: %s with a value: %+v", text, showCell(c), c)
		}
		FootnoteLength(text)
		ReadCellRange(text)
	})
}
