package figure

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Context is what a table says about all of its cells: "in millions" is a scale of 6, and dollars
// the unit "USD".
type Context struct {
	Scale int
	Unit  Unit
}

// Parse reads a string that is one figure, as a table cell or a short answer is: "(1,234)", "—",
// "$ 1,234", "12.5 %", "about $2 billion". Parentheses are negative and a dash is zero.
func Parse(s string) (Amount, error) { return Context{}.Parse(s) }

// The reasons why a string is not one figure.
var (
	errEmpty = errors.New("no figure in it")
	errMore  = errors.New("more than one figure in it")
	errText  = errors.New("text beside the figure")
)

// Parse reads a cell of a table whose caption says c. A cell's own unit or scale comes first, and
// ratios and per-share values are not scaled.
func (c Context) Parse(s string) (Amount, error) {
	a, err := parseCell(s)
	if err != nil {
		return Amount{}, fmt.Errorf("parse figure %q: %w", clip(s), err)
	}
	c.apply(&a)
	return a, nil
}

// Apply gives a figure that shows neither unit nor scale those of its table, or of a filing that
// says once for all that it counts in millions.
func (c Context) Apply(a Amount) Amount {
	c.apply(&a)
	return a
}

func (c Context) apply(a *Amount) {
	if a.Kind != Number && a.Kind != Money || a.Scale != 0 && a.Kind == Money {
		return
	}
	plain := a.Kind == Number && a.Unit == ""
	_, per := c.Unit.split()
	switch {
	case plain && c.Unit == UnitPercent:
		a.Kind, a.Unit = Percent, UnitPercent
		a.rescale(-2)
		return
	case plain && per != "":
		a.Kind, a.Unit = PerShare, c.Unit
		return
	case plain && isCode(c.Unit):
		a.Kind, a.Unit = Money, c.Unit
	case plain:
		a.Unit = c.Unit
	}
	if a.Scale == 0 {
		a.rescale(c.Scale)
	}
}

func parseCell(s string) (Amount, error) {
	if a, ok := dashCell(s); ok {
		return a, nil
	}
	if a, ok := zeroWord(s); ok {
		return a, nil
	}
	r := reader{t: s, loose: true}
	r.run()
	var found []Amount
	for _, a := range r.out {
		if a.IsAmount() || a.Kind == Year {
			found = append(found, a)
		}
	}
	switch {
	case len(found) == 0:
		return Amount{}, errEmpty
	case len(found) == 2 && repeated(found[0], found[1]):
		found[0].End = found[1].End
	case len(found) > 1 && !onlyMarks(s[found[0].End:]):
		return Amount{}, errMore
	}
	if !onlyPadding(s, found[0].Extent) {
		return Amount{}, errText
	}
	return found[0], nil
}

// zeroWords are words that mean zero on their own.
var zeroWords = []string{"no change", "unchanged", "break-even", "breakeven"}

// zeroWord reads a cell that says zero in such words.
func zeroWord(s string) (Amount, bool) {
	for _, w := range zeroWords {
		start := skipBlanks(s, 0)
		if end, ok := phraseAt(s, start, w); ok && onlyMarks(s[end:]) {
			x := Extent{start, end}
			return Amount{Kind: Number, Digits: s[start:end], Spelled: true, Extent: x, Bare: x}, true
		}
	}
	return Amount{}, false
}

// repeated reports whether a cell shows one negative number twice, "-1.9 ( 1.9 )", as tables do
// that were flattened for machines.
func repeated(a, b Amount) bool {
	return a.Sign == Minus && b.Sign == parentheses && a.Value.Equal(b.Value)
}

// dashCell reads a cell whose digits are dashes: —, $ –, - %.
func dashCell(s string) (Amount, bool) {
	start := skipBlanks(s, 0)
	var unit Unit
	for i := start; i < len(s); {
		if n, _ := dashAt(s, i); n > 0 {
			return zeroCell(s, start, i, unit)
		}
		code, end := signAfter(s, i)
		if end == i || unit != "" {
			break
		}
		unit, i = code, skipBlanks(s, end)
	}
	return Amount{}, false
}

func zeroCell(s string, start, i int, unit Unit) (Amount, bool) {
	e := i
	for n := 1; n > 0; {
		n, _ = dashAt(s, e)
		e += n
	}
	r := reader{t: s, loose: true}
	after := r.after(e, unit != "")
	if !onlyPadding(s, Extent{start, after.end}) {
		return Amount{}, false
	}
	a := Amount{Bare: Extent{i, e}, Extent: Extent{start, after.end}, Digits: s[i:e]}
	after.applyTo(&a, unit)
	return a, true
}

// onlyPadding reports whether only blanks, closing punctuation and footnote marks are
// around an expression.
func onlyPadding(s string, x Extent) bool {
	return strings.TrimLeft(s[:x.Start], " \t\n\v\r\u00a0\u2009\"'*(") == "" && onlyMarks(s[x.End:])
}

// onlyMarks reports whether a string holds only footnote marks and punctuation.
func onlyMarks(s string) bool {
	for {
		s = strings.TrimLeft(s, " \t\n\v\r\u00a0\u2009\u200b*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰.,;:)\"'")
		if s == "" {
			return true
		}
		if s[0] != '(' && s[0] != '[' {
			return false
		}
		end := strings.IndexAny(s, ")]")
		if end < 0 || end > 4 || !markText(s[1:end]) {
			return false
		}
		s = s[end+1:]
	}
}

// markText reports whether a bracket holds what names a footnote: a letter or a small number.
func markText(s string) bool {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if !ascii.IsAlnum(s[i]) {
			return false
		}
	}
	return len(s) > 0 && len(s) <= 2
}

// clip keeps quoted input short in errors.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
