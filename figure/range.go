package figure

import "strings"

// link is the text between two neighbouring amounts.
type link uint8

const (
	unlinked link = iota
	dashed        // 10-12
	upTo          // 10 to 12
	joined        // 10 and 12, 10 or 12
	listed        // 10, 12
)

// linkOf reads the text between two amounts.
func linkOf(gap string) link {
	if len(gap) == 0 || len(gap) > maxGap {
		return unlinked
	}
	trimmed := strings.TrimSpace(gap)
	if n, _ := dashAt(trimmed, 0); n > 0 && n == len(trimmed) {
		return dashed
	}
	switch strings.ToLower(trimmed) {
	case "to", "through":
		return upTo
	case "and", "or", ", and", ", or":
		return joined
	case ",":
		return listed
	}
	return unlinked
}

// joinRange looks whether the amount just read is the high end of a range, or the last of a list whose
// unit and scale are only after it.
func (r *reader) joinRange() {
	n := len(r.out)
	if n-r.first < 2 || !r.out[n-2].IsAmount() {
		return
	}
	low, high := &r.out[n-2], &r.out[n-1]
	switch l := linkOf(r.t[low.End:high.Start]); l {
	case dashed, upTo:
		r.makeRange(low, high, l)
	case joined:
		_, between := phraseBefore(r.t, backBlanks(r.t, low.Start), "between")
		if between {
			r.makeRange(low, high, l)
		} else {
			r.shareBack(n - 1)
		}
	}
}

// makeRange makes a range of two amounts, when they are of one kind and in order. From 5 to 7 is no
// range unless something ranges from 5 to 7; it only shares its unit.
func (r *reader) makeRange(low, high *Amount, l link) {
	if low.Bound != Single || !shareUnit(low, high) || !low.Value.LessThan(high.Value) {
		return
	}
	p := backBlanks(r.t, low.Start)
	if at, from := phraseBefore(r.t, p, "from"); from && l == upTo && !rangesBefore(r.t, at) {
		return
	}
	low.Bound, high.Bound = lowEnd, highEnd
}

func rangesBefore(t string, p int) bool {
	p = backBlanks(t, p)
	for _, w := range []string{"ranging", "ranges", "ranged", "range"} {
		if _, ok := phraseBefore(t, p, w); ok {
			return true
		}
	}
	return false
}

// shareUnit gives both ends of a range the unit and scale that only one of them shows, and reports
// whether they are of one kind.
func shareUnit(low, high *Amount) bool {
	switch {
	case low.Kind == high.Kind && low.Unit == high.Unit:
		if low.Scale == 0 && high.Scale > 0 && low.small() {
			low.rescale(high.Scale)
		}
	case low.bare():
		low.take(high)
	case low.Kind == Money && high.Kind == Number && high.Unit == "" && high.Sign == unsigned:
		high.Kind, high.Unit = Money, low.Unit
		if low.Scale == 0 && high.Scale > 0 && low.small() {
			low.rescale(high.Scale)
		} else if high.Scale == 0 && low.Scale > 0 {
			high.rescale(low.Scale)
		}
	case low.Kind == Money && high.Kind == PerShare && low.Scale == 0:
		low.Kind, low.Unit = PerShare, high.Unit
	default:
		return false
	}
	return low.Kind == high.Kind && low.Unit == high.Unit
}

// bare reports whether an amount has neither unit nor scale of its own.
func (a *Amount) bare() bool { return a.Kind == Number && a.Unit == "" && a.Scale == 0 }

// small reports whether the digits could precede a scale word: 1,234 in "1,234 and 5 million"
// is complete.
func (a *Amount) small() bool { return !strings.ContainsAny(a.Digits, ", ") && len(a.Digits) < 6 }

// take gives a bare amount the kind, unit and scale of its neighbour.
func (a *Amount) take(from *Amount) {
	a.Kind, a.Unit = from.Kind, from.Unit
	if from.Scale < 0 || a.small() {
		a.rescale(from.Scale)
	}
}

func (a *Amount) rescale(power int) {
	a.Value = a.Value.Shift(int32(power))
	a.Scale += power
}

// maxShared is the number of amounts that one unit at the end of a list is shared with.
const maxShared = 8

// shareBack gives the unit and scale of the last amount of a list to those before it that show
// none: $73, $82 and $91 million.
func (r *reader) shareBack(at int) {
	from := r.out[at]
	if from.Scale == 0 {
		return
	}
	for k := at - 1; k >= r.first && k >= at-maxShared; k-- {
		a := &r.out[k]
		if !a.IsAmount() || a.Scale != 0 || a.Value.Equal(from.Value) || a.Spelled != from.Spelled || !a.small() {
			return
		}
		if l := linkOf(r.t[a.End:r.out[k+1].Start]); l != joined && l != listed {
			return
		}
		switch {
		case a.Kind == Money && from.Kind == Money && a.Unit == from.Unit:
			a.rescale(from.Scale)
		case a.bare() && from.Kind != Money:
			a.take(&from)
		default:
			return
		}
	}
}
