package neighbors

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

// shown is how many of the hits before the first gold are looked at, and named.
const shown = 5

// hardRank is the rank of the first gold up to which an anchor is not hard.
const hardRank = 5

// cause names why no gold is at the top, and the hits that do; nothing for an anchor that is not hard.
func cause(anchor string, r *ranking) (why string, above []string) {
	if len(r.relevant) == 0 {
		return "no gold", nil
	}
	n := 0
	for n < len(r.hits) && r.relevant[r.hits[n].ID] == 0 {
		n++
	}
	if n < hardRank && n < len(r.hits) {
		return "", nil
	}
	if len(r.hits) == 0 {
		return "nothing found", nil
	}
	shape := classOf(int64(text.ShapeHash(anchor)))
	copies, alike, sisters := 0, 0, 0
	for i := range r.hits[:min(n, shown)] {
		p := &r.hits[i]
		above = append(above, p.ID)
		switch {
		case p.Class != "" && p.Class == classOf(r.anchor.Class):
			copies++
		case p.Shape != "" && p.Shape == shape:
			alike++
		case r.sister(p.ID):
			sisters++
		}
	}
	switch {
	case 2*copies >= len(above):
		why = "copies"
	case 2*(copies+alike) >= len(above):
		why = "boilerplate"
	case 2*(copies+alike+sisters) >= len(above) && sisters > 0:
		why = "sister filing"
	case mostlyFigures(anchor):
		why = "figures"
	case r.anchor.Length < 10:
		why = "short section"
	default:
		why = "other topic"
	}
	if n == len(r.hits) {
		return fmt.Sprintf("%s: no gold among %d hits", why, n), above
	}
	return fmt.Sprintf("%s: %d hits before the first gold", why, n), above
}

// sister reports whether a sentence is of another document of the anchor's company, by the shape of ids:
// company, form, year and the place in the document.
func (r *ranking) sister(id string) bool {
	doc, ok := store.DocumentOf(id)
	company, _, _ := strings.Cut(doc, "_")
	own, _, _ := strings.Cut(r.anchor.DocID, "_")
	return ok && company == own && doc != r.anchor.DocID
}

// mostlyFigures reports whether a third of the characters that say something are digits.
func mostlyFigures(s string) bool {
	digits, letters := 0, 0
	for _, c := range s {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		}
	}
	return 2*digits > letters
}
