package xbrl

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// resourceReader reads the contexts and units of a header. It goes by local names: their namespaces
// have never had another meaning inside a header.
type resourceReader struct {
	*header
	src      []byte
	interned map[string]string // entities, axes, members and days repeat in every context

	unit     bool // a unit is open, and not a context
	context  Context
	id       string
	measures [2][]string // numerator, denominator
	below    int         // which of the two is being read
	scenario bool
	members  []Dimension // of all contexts so far; each context holds a part
	first    int         // where those of the open context begin
	axis     string
	from     int    // where the text of the open leaf begins, or -1
	typed    bool   // inside a typed member, where names mean nothing
	text     []byte // of the typed member
}

// begin acts on a tag outside contexts and units, and says whether one is now open.
func (r *resourceReader) begin(t block.Tag, local []byte) bool {
	isContext := string(local) == "context"
	if !isContext && string(local) != "unit" || t.Empty {
		return false
	}
	r.unit, r.id = !isContext, string(clean(t.Attr(r.src, "id")))
	r.context = Context{ID: r.id, Source: t.Range}
	r.measures[0], r.measures[1], r.below = r.measures[0][:0], r.measures[1][:0], 0
	r.first, r.from = len(r.members), -1
	r.scenario, r.typed = false, false
	return true
}

// tag acts on a tag inside a context or unit, and says whether that is still open.
func (r *resourceReader) tag(t block.Tag, local []byte) bool {
	if r.typed {
		r.text = appendText(r.text, r.src[r.from:t.Range.Start])
		r.from = int(t.Range.End)
		if t.Close && string(local) == "typedmember" {
			r.typed, r.from = false, -1
			r.member(bytes.TrimSpace(r.text), true)
		}
		return true
	}
	if t.Close {
		return r.leave(t, local)
	}
	r.enter(t, local)
	return true
}

// enter acts on an opening tag.
func (r *resourceReader) enter(t block.Tag, local []byte) {
	switch string(local) {
	case "identifier":
		r.context.Scheme = r.intern(clean(t.Attr(r.src, "scheme")))
	case "scenario":
		r.scenario = !t.Empty
	case "explicitmember", "typedmember":
		r.axis = r.intern(clean(t.Attr(r.src, "dimension")))
		if r.typed = local[0] == 't' && !t.Empty; r.typed {
			r.text = r.text[:0]
		}
	case "forever":
		r.context.Period.Forever = true
	case "unitdenominator":
		r.below = 1
	case "unitnumerator":
		r.below = 0
	}
	r.from = int(t.Range.End)
}

// leave acts on a closing tag: it takes the text of a leaf, or ends the context or unit.
func (r *resourceReader) leave(t block.Tag, local []byte) bool {
	var value []byte
	if r.from >= 0 && r.from <= int(t.Range.Start) {
		value = clean(r.src[r.from:t.Range.Start])
	}
	r.from = -1
	switch string(local) {
	case "identifier":
		r.context.Entity = r.intern(value)
	case "instant", "enddate":
		r.context.Period.End = r.day(value, true)
	case "startdate":
		r.context.Period.Start = r.day(value, false)
	case "explicitmember":
		r.member(value, false)
	case "scenario":
		r.scenario = false
	case "measure":
		_, local := split(value)
		r.measures[r.below] = append(r.measures[r.below], r.intern(local))
	case "context", "unit":
		r.end(t.Range.End)
		return false
	}
	return true
}

// end keeps the context or unit that was open.
func (r *resourceReader) end(source int32) {
	if r.unit {
		r.units = append(r.units, Unit{ID: r.id, Name: unitName(r.measures)})
		if len(r.measures[0]) == 0 {
			r.problem("unit %q has no measure", clip(r.id))
		}
		return
	}
	c := &r.context
	c.Source.End = source
	if d := r.members[r.first:len(r.members):len(r.members)]; len(d) > 0 {
		slices.SortFunc(d, func(a, b Dimension) int {
			return cmp.Or(strings.Compare(a.Axis, b.Axis), strings.Compare(a.Member, b.Member))
		})
		c.Dimensions = d
	}
	if c.Entity == "" {
		r.problem("context %q has no entity", clip(r.id))
	}
	if c.Period.End == "" && !c.Period.Forever {
		r.problem("context %q has no period", clip(r.id))
	}
	r.contexts = append(r.contexts, *c)
}

// unitName is the normal form of a unit. Factors are sorted, so that equal units have equal names.
func unitName(measures [2][]string) string {
	if len(measures[0]) == 1 && len(measures[1]) == 0 {
		return measures[0][0]
	}
	for _, m := range measures {
		slices.Sort(m)
	}
	name := strings.Join(measures[0], "*")
	if len(measures[1]) > 0 {
		name += "/" + strings.Join(measures[1], "*")
	}
	return name
}

func (r *resourceReader) member(value []byte, typed bool) {
	if len(r.members)-r.first >= maxDimensions {
		r.problem("context %q has more than %d dimensions", clip(r.id), maxDimensions)
		return
	}
	r.members = append(r.members, Dimension{Axis: r.axis, Member: r.intern(value), Typed: typed, Scenario: r.scenario})
}

// day is an XML Schema date or moment as the day it belongs to. Midnight ends the day before where it
// ends a period.
func (r *resourceReader) day(b []byte, ends bool) string {
	if len(b) < len(time.DateOnly) {
		r.badDay(b)
		return ""
	}
	date, clock := b[:len(time.DateOnly)], b[len(time.DateOnly):]
	if !isDate(date) {
		r.badDay(b)
		return ""
	}
	if ends && bytes.HasPrefix(clock, []byte("T00:00:00")) {
		t, err := time.Parse(time.DateOnly, string(date))
		if err != nil {
			r.badDay(b)
			return ""
		}
		return t.AddDate(0, 0, -1).Format(time.DateOnly)
	}
	return r.intern(date)
}

func (r *resourceReader) badDay(b []byte) {
	r.problem("context %q: %q is no date", clip(r.id), clip(string(b)))
}

// isDate reports whether s is a day of the calendar in ten characters.
func isDate(b []byte) bool {
	n := [3]int{}
	part := 0
	for i, c := range b {
		switch {
		case i == 4 || i == 7:
			if c != '-' {
				return false
			}
			part++
		case !ascii.IsDigit(c):
			return false
		default:
			n[part] = n[part]*10 + int(c-'0')
		}
	}
	return n[1] >= 1 && n[1] <= 12 && n[2] >= 1 && n[2] <= daysIn(n[0], n[1])
}

// clean is an attribute value or the text of a leaf: trimmed, references decoded, valid UTF-8.
func clean(b []byte) []byte {
	if bytes.IndexByte(b, '&') >= 0 || bytes.IndexByte(b, '<') >= 0 || !utf8.Valid(b) {
		b = appendText(nil, b)
	}
	return bytes.TrimSpace(b)
}

// intern is the bytes as a string, the same one for the same bytes.
func (r *resourceReader) intern(b []byte) string {
	if s, ok := r.interned[string(b)]; ok {
		return s
	}
	s := string(b)
	r.interned[s] = s
	return s
}
