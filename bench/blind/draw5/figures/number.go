package main

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// decimal is mantissa / 10^exp, not negative.
type decimal struct {
	mantissa int64
	exp      int
}

// parseDecimal reads digits with separators; a fraction of zeros only is dropped.
func parseDecimal(s string) (decimal, bool) {
	whole, frac, _ := strings.Cut(strings.ReplaceAll(s, ",", ""), ".")
	if strings.Trim(frac, "0") == "" {
		frac = ""
	}
	m, err := strconv.ParseInt(whole+frac, 10, 64)
	return decimal{m, len(frac)}, err == nil && m > 0
}

func (d decimal) digits() int { return len(strconv.FormatInt(d.mantissa, 10)) }

func (d decimal) float() float64 { return float64(d.mantissa) / math.Pow10(d.exp) }

// shift multiplies by 10^k and drops needless zeros.
func (d decimal) shift(k int) decimal {
	d.exp -= k
	for d.exp < 0 {
		d.mantissa, d.exp = d.mantissa*10, d.exp+1
	}
	for d.exp > 0 && d.mantissa%10 == 0 {
		d.mantissa, d.exp = d.mantissa/10, d.exp-1
	}
	return d
}

// scaled multiplies by f and keeps the number of decimals.
func (d decimal) scaled(f float64) decimal {
	return decimal{int64(math.Round(float64(d.mantissa) * f)), d.exp}
}

func (d decimal) raw() string {
	s := strconv.FormatInt(d.mantissa, 10)
	if d.exp == 0 {
		return s
	}
	for len(s) <= d.exp {
		s = "0" + s
	}
	return s[:len(s)-d.exp] + "." + s[len(s)-d.exp:]
}

// grouped puts sep between groups of three digits.
func (d decimal) grouped(sep string) string {
	whole, frac, has := strings.Cut(d.raw(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + sep + whole[i:]
	}
	if has {
		whole += "." + frac
	}
	return whole
}

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

func intWords(n int64) string {
	for _, u := range []struct {
		size int64
		name string
	}{{1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}, {100, "hundred"}} {
		if n >= u.size {
			s := intWords(n/u.size) + " " + u.name
			if n%u.size > 0 {
				s += " " + intWords(n%u.size)
			}
			return s
		}
	}
	if n < 20 {
		return ones[n]
	}
	if n%10 == 0 {
		return tens[n/10]
	}
	return tens[n/10] + "-" + ones[n%10]
}

func (d decimal) words() string {
	whole, frac, has := strings.Cut(d.raw(), ".")
	n, _ := strconv.ParseInt(whole, 10, 64)
	s := intWords(n)
	if has {
		s += " point"
		for _, c := range frac {
			s += " " + ones[c-'0']
		}
	}
	return s
}

// mapDigits turns ASCII digits into others that start at zero.
func mapDigits(s string, zero rune) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return zero + c - '0'
		}
		return c
	}, s)
}

var (
	scaleNames = map[int]string{3: "thousand", 6: "million", 9: "billion", 12: "trillion"}
	letters    = map[int]string{3: "K", 6: "M", 9: "B", 12: "T"}
	doubles    = map[int]string{3: "k", 6: "mm", 9: "bn"}
	shorts     = map[int]string{3: "thsd.", 6: "mln", 9: "bln"}
	codes      = map[int]string{3: "$'000:", 6: "US$m", 9: "US$bn"}
	germans    = map[int]string{3: "Tausend", 6: "Mio.", 9: "Mrd."}
	powers     = map[int]string{3: "1,000", 6: "1,000,000", 9: "1,000,000,000", 12: "1,000,000,000,000"}
)

// swap exchanges two neighbouring leading digits so that the value changes clearly.
func (d decimal) swap() (decimal, bool) {
	s := []byte(strconv.FormatInt(d.mantissa, 10))
	for i := 0; i+1 < len(s) && i < 2; i++ {
		t := append([]byte{}, s...)
		t[i], t[i+1] = t[i+1], t[i]
		m, _ := strconv.ParseInt(string(t), 10, 64)
		if t[0] != '0' && math.Abs(float64(m-d.mantissa)) > 0.03*float64(d.mantissa) {
			return decimal{m, d.exp}, true
		}
	}
	return d, false
}

// apart tells whether two numbers of the same precision differ beyond any rounding.
func apart(a, b decimal, share float64) bool {
	gap := math.Abs(float64(a.mantissa - b.mantissa))
	return gap >= 2 && gap >= share*float64(a.mantissa)
}

// variables gives the texts that the holes of a template stand for; an empty text means that there is none.
func variables(r *rand.Rand, g gold) map[string]string {
	d := g.value
	sign := ""
	if g.kind == 'v' || g.kind == 'j' {
		sign = "-"
	}
	scale := scaleNames[g.unit]
	show := func(x decimal) string { // with its unit
		n := x.grouped(",")
		switch g.kind {
		case 'p', 'u', 'v':
			return sign + n + "%"
		case 'm', 'i', 'j':
			return sign + "$" + n + " " + scale
		case 'x':
			return n + "x"
		}
		return strings.ReplaceAll(n+" "+scale+" shares", "  ", " ")
	}
	v := map[string]string{"sg": sign, "N": d.grouped(","), "Q": sign + d.grouped(","), "R": d.raw(), "V": show(d), "S": scale,
		"WORDS": d.words(), "FW": mapDigits(d.grouped(","), '０'), "X10": show(d.shift(1)), "D10": show(d.shift(-1))}
	v["^WORDS"] = strings.ToUpper(v["WORDS"][:1]) + v["WORDS"][1:]
	if (d.exp == 1 || d.exp == 2) && d.float() < 1000 {
		v["COM"] = strings.Replace(d.raw(), ".", ",", 1)
	}
	if d.digits() >= 4 && d.exp > 0 && d.mantissa%10 != 5 && d.mantissa%10 != 0 {
		v["RND"] = decimal{(d.mantissa + 5) / 10, d.exp - 1}.grouped(",")
	}
	v["LONG"] = decimal{d.mantissa*10 + int64(r.IntN(9)) - 4, d.exp + 1}.grouped(",")
	if s, ok := d.swap(); ok {
		v["SWAP"] = show(s)
	}
	for name, f := range map[string]float64{"OFF": 1.09, "BELOW": 0.88, "O1": 1.63, "O2": 0.57, "LO": 0.9, "HI": 1.1} {
		if x := d.scaled(f); apart(d, x, 0.05) {
			v[name] = show(x)
			if name == "OFF" {
				v["OFFWORDS"] = x.words()
			}
		}
	}
	if x := d.scaled(1.014); d.digits() >= 3 && apart(d, x, 0.01) {
		v["NEAR"] = show(x)
	}
	if d.digits() >= 4 && d.exp == 0 {
		v["TR"] = show(decimal{d.mantissa / 100, 0})
	} else if d.exp > 0 && d.digits() > d.exp+1 && d.float()-math.Floor(d.float()) > 0.3 && d.float() < 9 {
		v["TR"] = show(decimal{d.mantissa / int64(math.Pow10(d.exp)), 0})
	}
	switch g.kind {
	case 'p', 'u', 'v':
		percents(v, d)
	case 'x':
		v["PCT"] = d.shift(2).grouped(",")
	default:
		amounts(v, d, g.unit)
	}
	return v
}

func percents(v map[string]string, d decimal) {
	whole := decimal{int64(100 * math.Pow10(d.exp)), d.exp}
	v["FRAC"] = decimal{d.mantissa, d.exp + 2}.raw()
	v["X100"] = d.shift(2).grouped(",")
	v["X10N"] = decimal{d.mantissa, d.exp + 1}.raw()
	if d.exp == 0 || d.exp == 1 || d.exp == 2 {
		v["BPS"] = d.shift(2).grouped(",")
		v["MILLE"] = d.shift(1).grouped(",")
	}
	rest := decimal{whole.mantissa - d.mantissa, d.exp}
	if apart(d, rest, 0.1) {
		v["REM"] = rest.raw()
	}
	index := decimal{whole.mantissa + d.mantissa, d.exp}
	v["IDX"], v["MULT"] = index.raw(), decimal{index.mantissa, index.exp + 2}.raw()
}

func amounts(v map[string]string, d decimal, unit int) {
	full := d.shift(unit)
	if full.exp > 0 {
		return
	}
	v["F"], v["f"], v["FWORDS"] = full.grouped(","), full.raw(), full.words()
	v["NBF"], v["NSF"] = full.grouped("\u00a0"), full.grouped("\u202f")
	v["APF"], v["UNF"] = full.grouped("'"), full.grouped("_")
	if strings.Count(v["F"], ",") >= 2 {
		v["DOTF"] = full.grouped(".")
	}
	top := 0
	for _, k := range []int{3, 6, 9} {
		if full.float() >= math.Pow10(k)*0.02 {
			top = k
		}
	}
	if top > unit {
		v["U"], v["US"], v["UAB"] = full.shift(-top).grouped(","), scaleNames[top], letters[top]
		v["USW"] = scaleNames[top+3]
		if d.digits() >= 4 && d.mantissa%10 != 5 && d.mantissa%10 != 0 && d.exp == 0 {
			v["RU"] = decimal{(d.mantissa + 5) / 10, 0}.shift(unit + 1 - top).grouped(",")
		}
	}
	if unit == 0 {
		return
	}
	if unit > 3 {
		v["D"], v["DS"] = d.shift(3).grouped(","), scaleNames[unit-3]
		v["SDNW"], v["SDNAB"] = scaleNames[unit-3], letters[unit-3]
		v["FDIV"] = full.shift(-3).grouped(",")
	}
	v["SUPW"], v["SUPAB"] = scaleNames[unit+3], letters[unit+3]
	v["AB1"], v["AB2"], v["AB3"] = letters[unit], doubles[unit], shorts[unit]
	v["CODE"], v["SDE"], v["POW"], v["POW2"] = codes[unit], germans[unit], powers[unit], powers[unit+3]
	head := decimal{d.mantissa, d.digits() - 1}.shift(0).raw()
	power := strconv.Itoa(len(full.raw()) - 1)
	v["E"] = head + "e" + power
	v["SUP"] = head + " × 10" + strings.Map(func(c rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'] }, power)
	v["TEXE"] = head + ` \times 10^{` + power + `}`
	if f := full.float(); f >= 1e7 && f < 1e13 {
		v["YI"], v["WAN"] = full.shift(-8).grouped(","), full.shift(-4).raw()
		v["CRORE"] = full.shift(-7).grouped(",")
	}
}
