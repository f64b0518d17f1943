package xbrl

import (
	"fmt"
	"strings"
)

// values gives every fact its text and value.
func (r *reader) values() {
	for i := range r.in.Facts {
		f, p := &r.in.Facts[i], r.pending[i]
		if f.Kind == Tuple {
			continue
		}
		var ok bool
		if f.Shown, f.Spans, ok = r.join(p); !ok {
			f.problem("text is too long to put together")
			continue
		}
		switch {
		case f.Nil:
		case f.Kind == Numeric:
			r.numeric(f, p.number)
		case f.Kind == Text:
			r.textual(f, p.number.format)
		}
	}
	r.fractions()
}

// textual gives a text fact its value.
func (r *reader) textual(f *Fact, form *format) {
	if form == nil {
		f.Value = f.Shown
		return
	}
	if form.transform == nil {
		return
	}
	value, ok := form.transform.run(r.scratch[:0], f.Shown)
	r.scratch = value
	if !ok {
		f.problem("%q does not fit %s", clip(f.Shown), form.written)
		return
	}
	f.Value = r.arena.string(value)
}

// numeric gives a numeric fact its value.
func (r *reader) numeric(f *Fact, form numberForm) {
	plain, problem := r.number(f.Shown, form)
	if problem != "" {
		f.Problems = append(f.Problems, problem)
	}
	if plain == nil {
		return
	}
	f.Value = r.arena.string(plain)
	f.Number = toDecimal(plain)
	f.HasNumber = true
}

// number is the value of the text of a number, in plain form, or nil and why there is none. The reason
// is empty where it has been given already.
func (r *reader) number(text string, form numberForm) (plain []byte, problem string) {
	if form.bad || form.format != nil && form.format.transform == nil {
		return nil, ""
	}
	text = plainBlanks(text)
	digits := r.scratch[:0]
	if form.format == nil {
		digits = append(digits, text...)
	} else {
		var ok bool
		if digits, ok = form.format.transform.run(digits, text); !ok {
			return nil, fmt.Sprintf("%q does not fit %s", clip(text), form.format.written)
		}
	}
	r.scratch = digits
	a, ok := readAmount(digits)
	if !ok {
		return nil, fmt.Sprintf("%q is no number", clip(string(digits)))
	}
	if a.negative && form.negative {
		return nil, fmt.Sprintf("%q has a sign on the page and another in its mark", clip(text))
	}
	a.negative = a.negative || form.negative
	plain = a.appendScaled(digits, int(form.scale))[len(digits):]
	r.scratch = digits[:0]
	return plain, ""
}

// fractions puts numerators and denominators together. They are rare, and none has a decimal value
// that is exact in general, so their facts have a Value and no Number.
func (r *reader) fractions() {
	parts := map[int32]*[2]string{}
	for _, i := range r.parts {
		e := &r.elements[i]
		if e.owner < 0 || r.in.Facts[e.owner].Kind != Fraction {
			r.problem("numerator or denominator outside a fraction")
			continue
		}
		f := &r.in.Facts[e.owner]
		if parts[e.owner] == nil {
			parts[e.owner] = &[2]string{}
		}
		parts[e.owner][e.kind-numerator] = r.part(f, i)
	}
	for i := range r.in.Facts {
		f := &r.in.Facts[i]
		if f.Kind != Fraction || f.Nil {
			continue
		}
		p := parts[int32(i)]
		if p == nil || p[0] == "" || p[1] == "" {
			f.problem("fraction lacks its numerator or denominator")
			continue
		}
		f.Value = strings.Join(p[:], "/")
	}
}

// part is the value of a numerator or denominator, "" where it has none.
func (r *reader) part(f *Fact, i int32) string {
	e := &r.elements[i]
	r.attrs.read(r.src[e.tag.Start:e.tag.End])
	text, _, ok := r.join(pending{element: i})
	if !ok {
		f.problem("text is too long to put together")
		return ""
	}
	plain, problem := r.number(text, r.numberForm(f, e.tag.Start))
	if problem != "" {
		f.Problems = append(f.Problems, problem)
	}
	return string(plain)
}
