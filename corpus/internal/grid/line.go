package grid

import (
	"strconv"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/internal/ascii"
)

// AppendLine appends the line of one row of figures: its path, then each figure after its column's
// header, with sign, currency, scale and unit spelled out, so that the line can be read and cited alone:
//
//	Net sales > Products | 2024: $298,085 million; 2023: -$1,204 million
//
// The table's caption comes first where it has one. A row without figures appends nothing.
func (g *Grid) AppendLine(dst []byte, r *Row) []byte {
	if r.Kind != DataRow {
		return dst
	}
	start := len(dst)
	if g.Caption.End > g.Caption.Start {
		dst = appendText(dst, g.doc.Of(g.Caption))
		if len(r.Path) > 0 {
			dst = append(dst, " > "...)
		}
	}
	dst = g.AppendPath(dst, r.Path, " > ")
	for i := range r.Values {
		switch {
		case i > 0:
			dst = append(dst, "; "...)
		case len(dst) > start:
			dst = append(dst, " | "...)
		}
		v := &r.Values[i]
		n := len(dst)
		dst = g.AppendPath(dst, g.Column(r, v).Path, ", ")
		if len(dst) > n {
			dst = append(dst, ": "...)
		}
		dst = g.AppendValue(dst, v)
	}
	return dst
}

// AppendPath appends the pieces of a path: levels separated by sep, lines of one label by a blank.
func (g *Grid) AppendPath(dst []byte, path []Label, sep string) []byte {
	for i, p := range path {
		switch {
		case i == 0:
		case p.Continues || sep == ", " && endsOpen(g.doc.Of(path[i-1].Span)):
			dst = append(dst, ' ')
		default:
			dst = append(dst, sep...)
		}
		dst = appendText(dst, g.doc.Of(p.Span))
	}
	return dst
}

// appendText appends text on one line, without a colon at its end.
func appendText(dst, text []byte) []byte {
	for n := len(text); n > 0 && (text[n-1] == ':' || text[n-1] == ' '); n-- {
		text = text[:n-1]
	}
	for _, c := range text {
		if ascii.IsSpace(c) {
			c = ' '
		}
		dst = append(dst, c)
	}
	return dst
}

// AppendValue appends a value in normal form: "-$1,234 million", "12.5%", "3.1x", "$6.13". A dash stays
// a dash: the filer may mean zero, too little to show, or not applicable.
func (g *Grid) AppendValue(dst []byte, v *Value) []byte {
	if v.Form == Words {
		return appendText(dst, g.doc.Of(v.Span))
	}
	if v.Form == Nil {
		return append(dst, "—"...)
	}
	coef := v.Coef
	if coef < 0 {
		dst = append(dst, '-')
		coef = -coef
	}
	if v.Unit == label.Money || v.Unit == label.PerShare || v.Unit == label.PerUnit {
		dst = append(dst, v.Currency.Symbol()...)
	}
	dst = appendDecimal(dst, coef, int(v.Exp)+min(int(v.Scale), 0), v.Unit != label.Year) // cents as dollars
	if coef != 0 || v.Unit != label.Money {
		dst = append(dst, scaleSuffix(v.Scale)...)
	}
	return append(dst, unitSuffix[v.Unit]...)
}

var unitSuffix = [...]string{
	label.Percent: "%", label.Shares: " shares", label.Multiple: "x", label.Years: " years",
	label.BasisPoints: " bps", label.Points: " points", label.Year: "",
}

// scaleSuffix is the word for a power of ten.
func scaleSuffix(power int8) string {
	switch power {
	case 3:
		return " thousand"
	case 5:
		return " lakh"
	case 6:
		return " million"
	case 7:
		return " crore"
	case 9:
		return " billion"
	case 12:
		return " trillion"
	}
	return ""
}

// appendDecimal appends coef × 10^exp, its thousands separated by commas.
func appendDecimal(dst []byte, coef int64, exp int, commas bool) []byte {
	var buf [40]byte
	digits := strconv.AppendInt(buf[:0], coef, 10)
	for ; exp > 0; exp-- {
		digits = append(digits, '0')
	}
	whole := len(digits) + exp
	if whole <= 0 {
		dst = append(dst, '0')
	}
	for i := 0; i < whole; i++ {
		if i > 0 && commas && (whole-i)%3 == 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, digits[i])
	}
	if exp == 0 {
		return dst
	}
	dst = append(dst, '.')
	for ; whole < 0; whole++ {
		dst = append(dst, '0')
	}
	return append(dst, digits[whole:]...)
}
