package figure

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// year reads four digits as a calendar year, unless something is counted by them.
func (r *reader) year(b *body, before *prefix, after *suffix) int {
	t := r.t
	n := b.integer(t)
	if end := r.shortYear(b, n); end > 0 {
		return end
	}
	if b.digits != 4 || !isYear(n) || before.sign != unsigned || r.loose && before.open {
		return 0
	}
	if after.noun != nil && (n < 1980 || n > 2060) {
		return 0
	}
	probe := Amount{Extent: Extent{b.start, b.end}}
	r.qualify(&probe)
	if probe.Approx == about && after.noun != nil {
		return 0
	}
	p := Period{Form: formYear, Year: n}
	start := b.start
	for _, w := range []string{"fiscal year", "fiscal years", "fiscal", "fy"} {
		if at, ok := phraseBefore(t, backBlanks(t, b.start), w); ok && at >= r.floor() {
			p.Fiscal, start = true, at
			break
		}
	}
	kind := Year
	if p.Fiscal {
		kind = kindPeriod
	}
	return r.emit(Amount{Kind: kind, Value: decimal.New(int64(n), 0), Period: p,
		Extent: Extent{start, b.end}, Bare: Extent{b.start, b.end}})
}

// shortYear reads the second half of 2022-23 and 2022/23, and the 23 of FY 23 and FY'23.
func (r *reader) shortYear(b *body, n int) int {
	if b.digits != 2 || n < 0 {
		return 0
	}
	if start, ok := r.fiscalMark(b.start); ok {
		return r.period(Period{Form: formYear, Fiscal: true, Year: century(n)}, start, b.end)
	}
	last := r.last()
	if last == nil || last.Period.Form != formYear || last.Period.Month > 0 {
		return 0
	}
	if b.start-last.End > 3 || b.start == last.End {
		return 0
	}
	gap := r.t[last.End:b.start]
	if linkOf(gap) != dashed && gap != "/" || n != (last.Period.Year+1)%100 {
		return 0
	}
	p := Period{Form: formYear, Year: last.Period.Year + 1}
	return r.emit(Amount{Kind: Year, Value: decimal.New(int64(p.Year), 0), Period: p,
		Extent: Extent{b.start, b.end}, Bare: Extent{b.start, b.end}})
}

// fiscalMark reads "FY" before p, with a blank or an apostrophe between.
func (r *reader) fiscalMark(p int) (start int, ok bool) {
	t := r.t
	q := p
	if q > 0 && t[q-1] == '\'' {
		q--
	} else if q > 2 && t[q-3:q] == "’" {
		q -= 3
	}
	q = backBlanks(t, q)
	if q == p || q-2 < r.floor() || t[q-2:q] != "FY" || q > 2 && ascii.IsAlnum(t[q-3]) {
		return 0, false
	}
	return q - 2, true
}
