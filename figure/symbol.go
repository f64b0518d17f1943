package figure

import "github.com/assayhq/assay/internal/ascii"

// symbol reads what is a number without digits or letters: a dash that means zero, and a
// fraction character. It returns where reading continues.
func (r *reader) symbol(i int) int {
	t := r.t
	if f := fractionAt(t, i); f != nil {
		b := body{start: i, end: i + len(f.Text), fraction: f.Value, integerEnd: i}
		if b.integerEnd == 0 {
			b.integerEnd = -1
		}
		before := r.before(&b)
		return r.amount(&b, before, r.after(b.end, before.unit != ""))
	}
	n, long := dashAt(t, i)
	if n == 0 {
		return i + 1
	}
	if end := r.nothing(i, i+n, long); end > i {
		return end
	}
	return i + n
}

// nothing reads a dash as zero where a currency is before it or a unit after it: "$—",
// "— %". Anywhere else in prose a dash is punctuation.
func (r *reader) nothing(i, e int, long bool) int {
	t := r.t
	for k := 0; k < 3; k++ {
		n, _ := dashAt(t, e)
		e += n
	}
	if e < len(t) && (ascii.IsAlnum(t[e]) || t[e] == '$' || t[e] == '.') {
		return 0
	}
	b := body{start: i, end: e}
	before := r.before(&b)
	after := r.after(e, before.unit != "")
	_, sign := signBefore(t, max(backBlanks(t, i), before.start))
	tied := sign < backBlanks(t, i) && before.unit != "" || after.kind == Percent && e < after.end
	if !tied && long && i > 0 && blankBefore(t, i) > 0 {
		tied = after.scale != 0
	}
	if !tied || before.sign != unsigned {
		return 0
	}
	r.close(&before, &after)
	a := Amount{Bare: Extent{i, e}, Extent: Extent{before.start, after.end}, Sign: before.sign}
	after.applyTo(&a, before.unit)
	return r.emit(a)
}
