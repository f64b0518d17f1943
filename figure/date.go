package figure

import "github.com/assayhq/assay/internal/ascii"

// The years that four bare digits may mean.
const (
	firstYear = 1900
	lastYear  = 2100
)

func isYear(n int) bool { return n >= firstYear && n <= lastYear }

// fourDigitYear reads a year at i that is not the beginning of a longer number.
func fourDigitYear(t string, i int) (year, end int) {
	end = digitsEnd(t, i)
	if end-i != 4 {
		return 0, i
	}
	n := smallInt(t[i:end])
	end = estimateMark(t, end)
	if isYear(n) && (end >= len(t) || !ascii.IsAlnum(t[end])) {
		return n, end
	}
	return 0, i
}

// twoDigitYear reads the 23 of Q3'23, by the century that filings can mean.
func twoDigitYear(t string, i int) (year, end int) {
	end = digitsEnd(t, i)
	if end-i != 2 {
		return 0, i
	}
	n := smallInt(t[i:end])
	end = estimateMark(t, end)
	if end < len(t) && ascii.IsAlnum(t[end]) {
		return 0, i
	}
	return century(n), end
}

// estimateMark is the end of the letter by which analysts mark a year as estimated, forecast or
// actual: 2024E.
func estimateMark(t string, e int) int {
	if e < len(t) && (e+1 == len(t) || !ascii.IsAlnum(t[e+1])) {
		switch t[e] {
		case 'E', 'e', 'F', 'A':
			return e + 1
		}
	}
	return e
}

// century places two digits between 1970 and 2069.
func century(n int) int {
	if n < 70 {
		return 2000 + n
	}
	return 1900 + n
}

// date reads a date that begins or continues with the number b, or returns 0.
func (r *reader) date(b *body) int {
	n := b.integer(r.t)
	if n < 0 {
		return 0
	}
	size := b.end - b.start
	if month, at := monthBefore(r.t, b.start); month > 0 && at >= r.floor() {
		if end := r.monthFirst(b, n, month, at); end > 0 {
			return end
		}
	}
	switch {
	case size <= 2 && n >= 1 && n <= 31:
		return r.dayFirst(b, n)
	case size == 4 && isYear(n):
		return r.iso(b, n)
	}
	return 0
}

// monthBefore reads the name of a month that ends before p, a blank, full stop or hyphen away.
func monthBefore(t string, p int) (month, start int) {
	q := backBlanks(t, p)
	if q == p && q > 0 && t[q-1] == '-' {
		q--
	}
	if q > 0 && (t[q-1] == '.' || t[q-1] == ',') {
		q--
	}
	if q == p || q == 0 || !ascii.IsLetter(t[q-1]) {
		return 0, p
	}
	start = wordStart(t, q)
	return monthOf(t[start:q]), start
}

// monthFirst reads December 31, 2022, then December 31 or December 2022.
func (r *reader) monthFirst(b *body, n, month, at int) int {
	if year, end := fourDigitYear(r.t, b.start); year > 0 {
		return r.emitDate(Period{Form: formMonth, Year: year, Month: month}, at, b.start, end)
	}
	if n < 1 || n > 31 || b.end-b.start > 2 {
		return 0
	}
	end := b.end
	if stop := wordEnd(r.t, end); stop > end {
		if !ordinalSuffix(r.t[end:stop]) {
			return 0
		}
		end = stop
	}
	if s := r.after(end, false); s.marksAmount() {
		return 0
	}
	p := Period{Form: formDay, Month: month, Day: n}
	if year, stop := yearAfter(r.t, end); year > 0 {
		p.Year, end = year, stop
	}
	return r.emitDate(p, at, b.start, end)
}

// yearAfter reads a year after a day: a comma and blanks away, or blanks only.
func yearAfter(t string, e int) (year, end int) {
	e = skipBlanks(t, e)
	if e < len(t) && t[e] == ',' {
		e = skipBlanks(t, e+1)
	}
	return fourDigitYear(t, e)
}

// dayFirst reads 31 December 2022 or 12/31/2022.
func (r *reader) dayFirst(b *body, n int) int {
	t := r.t
	if b.end < len(t) && t[b.end] == '/' {
		return r.slashed(b, n)
	}
	w := wordAfter(t, b.end)
	if w == b.end || w >= len(t) || !ascii.IsLetter(t[w]) {
		return 0
	}
	stop := wordEnd(t, w)
	month := monthOf(t[w:stop])
	if month == 0 {
		return 0
	}
	if stop < len(t) && (t[stop] == '.' || t[stop] == '-') {
		stop++
	}
	year, end := yearAfter(t, stop)
	if year == 0 {
		return 0
	}
	return r.emitDate(Period{Form: formDay, Year: year, Month: month, Day: n}, b.start, b.start, end)
}

// slashed reads 12/31/2022, in American order unless that gives no month.
func (r *reader) slashed(b *body, n int) int {
	t := r.t
	mid := digitsEnd(t, b.end+1)
	if mid-b.end < 2 || mid-b.end > 3 || mid >= len(t) || t[mid] != '/' {
		return 0
	}
	end := digitsEnd(t, mid+1)
	second, year := smallInt(t[b.end+1:mid]), 0
	switch end - mid - 1 {
	case 4:
		year = smallInt(t[mid+1 : end])
	case 2:
		year = century(smallInt(t[mid+1 : end]))
	}
	month, day := n, second
	if month > 12 {
		month, day = day, month
	}
	if !isYear(year) || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0
	}
	return r.emitDate(Period{Form: formDay, Year: year, Month: month, Day: day}, b.start, b.start, end)
}

// iso reads 2022-12-31.
func (r *reader) iso(b *body, year int) int {
	t, e := r.t, b.end
	if e+6 > len(t) || t[e] != '-' || t[e+3] != '-' || digitsEnd(t, e+1) != e+3 || digitsEnd(t, e+4) != e+6 {
		return 0
	}
	month, day := smallInt(t[e+1:e+3]), smallInt(t[e+4:e+6])
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return 0
	}
	return r.emitDate(Period{Form: formDay, Year: year, Month: month, Day: day}, b.start, b.start, e+6)
}

// emitDate adds a date with what the words before it make of it: as of, quarter ended, nine months
// ended.
func (r *reader) emitDate(p Period, start, bare, end int) int {
	a := Amount{Kind: kindDate, Period: p, Extent: Extent{start, end}, Bare: Extent{bare, end}}
	if p.Form == formDay {
		r.dateContext(&a)
	}
	return r.emit(a)
}

// dateContext widens a date by the words before it.
func (r *reader) dateContext(a *Amount) {
	t, floor := r.t, r.floor()
	p := backBlanks(t, a.Start)
	for _, w := range []string{"as of", "as at", "at"} {
		if at, ok := phraseBefore(t, p, w); ok && at >= floor {
			a.Period.Instant, a.Start = true, at
			return
		}
	}
	for _, w := range []string{"ended", "ending"} {
		if at, ok := phraseBefore(t, p, w); ok && at >= floor {
			r.stretchBefore(a, at)
			return
		}
	}
}

// stretchBefore reads what ended on the date: a year, a quarter, or the months just read.
func (r *reader) stretchBefore(a *Amount, p int) {
	t, floor := r.t, r.floor()
	p = backBlanks(t, p)
	if last := r.last(); last != nil && last.End == p {
		r.mergeStretch(a, last)
		return
	}
	for _, s := range [...]struct {
		words  string
		form   Form
		fiscal bool
	}{
		{"fiscal year", formYear, true}, {"fiscal years", formYear, true}, {"year", formYear, false},
		{"years", formYear, false}, {"quarter", formQuarter, false}, {"quarters", formQuarter, false},
	} {
		if at, ok := phraseBefore(t, p, s.words); ok && at >= floor {
			a.Kind, a.Start = kindPeriod, at
			a.Period.Form, a.Period.Fiscal = s.form, s.fiscal
			return
		}
	}
}

// mergeStretch replaces the number before a date, "nine months", by the period that both make.
func (r *reader) mergeStretch(a, last *Amount) {
	p := &a.Period
	switch {
	case last.Kind == kindPeriod && last.Period.Form == formQuarter && last.Period.Year == 0:
		p.Form, p.Count = formQuarter, last.Period.Count
	case last.Kind == Number && last.Unit == "months":
		p.Form, p.Count = formMonths, int(last.Value.IntPart())
	case last.Kind == Number && last.Unit == "weeks":
		p.Form, p.Count = formWeeks, int(last.Value.IntPart())
	default:
		return
	}
	a.Kind, a.Start = kindPeriod, last.Start
	r.out = r.out[:len(r.out)-1]
}

// yearTail reads the year of a quarter or half: "of fiscal 2023", "2023", "'23", "FY23".
func yearTail(t string, e int, attached bool) (year int, fiscal bool, end int) {
	w := skipBlanks(t, e)
	if w == e && w < len(t) && t[w] == '-' {
		w++
	}
	for _, lead := range []string{"of", "the", "fiscal", "year", "FY"} {
		if stop, ok := phraseAt(t, w, lead); ok || lead == "FY" && stop == 0 && attachedFY(t, w) {
			if lead == "FY" && !ok {
				stop, attached = w+2, true
			}
			fiscal = fiscal || lead == "fiscal" || lead == "FY"
			w = skipBlanks(t, stop)
		}
	}
	if w < len(t) && t[w] == '\'' {
		w, attached = w+1, true
	} else if len(t)-w > 3 && t[w:w+3] == "’" {
		w, attached = w+3, true
	}
	if year, end := fourDigitYear(t, w); year > 0 {
		return year, fiscal, end
	}
	if year, end := twoDigitYear(t, w); attached && year > 0 {
		return year, fiscal, end
	}
	return 0, false, e
}

// attachedFY reports whether FY is at w with digits directly after it.
func attachedFY(t string, w int) bool {
	return w+2 < len(t) && t[w] == 'F' && t[w+1] == 'Y' && ascii.IsDigit(t[w+2])
}

// ordinalOf is the number of an ordinal that counts quarters.
func ordinalOf(word string) int {
	for i, o := range [...]string{"first", "second", "third", "fourth"} {
		if equalFold(word, o) {
			return i + 1
		}
	}
	return 0
}

// quarter reads "third quarter of 2023", "first half of 2023" and "first nine months of 2023"
// whose ordinal ends at stop.
func (r *reader) quarter(q, start, stop int) int {
	t := r.t
	w := wordAfter(t, stop)
	p := Period{Count: q}
	end, ok := phraseAt(t, w, "quarter")
	if f, fiscal := phraseAt(t, w, "fiscal quarter"); fiscal {
		end, ok, p.Fiscal = f, true, true
	}
	if ok {
		p.Form = formQuarter
	} else if end, ok = phraseAt(t, w, "half"); ok && q <= 2 {
		p.Form = formHalf
	} else if n, e := monthsAt(t, w); q == 1 && n > 0 {
		p.Form, p.Count, end = formMonths, n, e
	} else {
		return stop
	}
	year, fiscal, tail := yearTail(t, end, false)
	if year == 0 && p.Form != formQuarter {
		return 0
	}
	p.Year, p.Fiscal = year, p.Fiscal || fiscal
	if year > 0 {
		end = tail
	}
	if start < r.floor() {
		return 0
	}
	return r.emit(Amount{Kind: kindPeriod, Period: p, Extent: Extent{start, end}, Bare: Extent{start, end}})
}

// monthsAt reads "nine months" at w.
func monthsAt(t string, w int) (n, end int) {
	if w >= len(t) {
		return 0, w
	}
	var next int
	if ascii.IsDigit(t[w]) {
		next = digitsEnd(t, w)
		if next-w > 2 {
			return 0, w
		}
		n = smallInt(t[w:next])
	} else if s, ok := lexSpelled(t, w); ok && s.scale == 0 {
		n, next = int(s.value), s.end
	}
	end, ok := phraseAt(t, skipBlanks(t, next), "months")
	if !ok || n < 1 || n > 12 {
		return 0, w
	}
	return n, end
}
