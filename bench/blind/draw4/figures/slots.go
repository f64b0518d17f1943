package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

var scaleWords = []string{"", "thousand", "million", "billion", "trillion"}

// Shift moves the decimal point of a printed magnitude exactly.
func shift(digits string, places int) string {
	whole, frac, _ := strings.Cut(digits, ".")
	for ; places > 0; places-- {
		if frac == "" {
			frac = "0"
		}
		whole, frac = whole+frac[:1], frac[1:]
	}
	for ; places < 0; places++ {
		if whole == "" {
			whole = "0"
		}
		whole, frac = whole[:len(whole)-1], whole[len(whole)-1:]+frac
	}
	whole, frac = strings.TrimLeft(whole, "0"), strings.TrimRight(frac, "0")
	if whole == "" {
		whole = "0"
	}
	if frac != "" {
		return whole + "." + frac
	}
	return whole
}

func group(digits, separator string) string {
	whole, frac, found := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + separator + whole[i:]
	}
	if found {
		return whole + "." + frac
	}
	return whole
}

var small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
	"seventeen eighteen nineteen")
var tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")

func wholeWords(n int) string {
	join := func(head string, rest int) string {
		if rest == 0 {
			return head
		}
		return head + " " + wholeWords(rest)
	}
	switch {
	case n < 20:
		return small[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + small[n%10]
	case n < 1000:
		return join(small[n/100]+" hundred", n%100)
	case n < 1000000:
		return join(wholeWords(n/1000)+" thousand", n%1000)
	}
	return join(wholeWords(n/1000000)+" million", n%1000000)
}

func words(digits string) string {
	whole, frac, _ := strings.Cut(digits, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n >= 1e9 || len(frac) > 2 {
		return ""
	}
	s := wholeWords(n)
	for i := range len(frac) {
		if i == 0 {
			s += " point"
		}
		s += " " + small[frac[i]-'0']
	}
	return s
}

func decimals(digits string) int {
	_, frac, _ := strings.Cut(digits, ".")
	return len(frac)
}

func value(digits string) float64 {
	v, _ := strconv.ParseFloat(digits, 64)
	return v
}

func printed(v float64, dec int) string { return strconv.FormatFloat(v, 'f', dec, 64) }

func significant(digits string) int {
	return len(strings.TrimLeft(strings.ReplaceAll(digits, ".", ""), "0"))
}

// RoundTo rounds to so many significant digits; empty if that changes nothing or the dropped part is near one half.
func roundTo(digits string, n int) string {
	v := value(digits)
	dec := n - 1 - int(math.Floor(math.Log10(v)))
	if dec < 0 || dec >= decimals(digits) {
		return ""
	}
	scaled := v * math.Pow10(dec)
	if rest := scaled - math.Floor(scaled); rest > 0.4 && rest < 0.6 {
		return ""
	}
	return printed(v, dec)
}

// Offset moves the figure by a share of itself, at least so many units of its last digit.
func offset(r *rand.Rand, digits string, share float64, units int) string {
	v, dec := value(digits), decimals(digits)
	delta := max(v*share, float64(units)*math.Pow10(-dec))
	if r.IntN(2) == 0 && v-delta > 0 {
		delta = -delta
	}
	return printed(v+delta, dec)
}

// Swap exchanges two neighbouring digits such that the figure changes clearly.
func swap(r *rand.Rand, digits string) string {
	start := r.IntN(len(digits))
	for i := range len(digits) {
		k := (start + i) % len(digits)
		if k+1 == len(digits) || digits[k] == '.' || digits[k+1] == '.' {
			continue
		}
		s := digits[:k] + string(digits[k+1]) + string(digits[k]) + digits[k+2:]
		if s[0] != '0' && math.Abs(value(s)/value(digits)-1) > 0.02 {
			return s
		}
	}
	return ""
}

// Slots fills every placeholder that the item has a value for.
func slots(r *rand.Rand, it item) map[string]string {
	m := map[string]string{}
	sign := ""
	if it.negative {
		sign = "-"
	}
	d := it.digits
	n := group(d, ",")
	put := func(name, digits string) { // name and name+"n": signed and magnitude, grouped
		if digits != "" {
			m[name], m[name+"n"], m[name+"0"] = sign+group(digits, ","), group(digits, ","), sign+digits
		}
	}
	put("g", d)
	m["n"], m["q"], m["p"], m["nb"], m["th"] = n, d, sign+d, "\u00a0", "\u202f"
	m["cur"] = sign + "$" + n
	var wide strings.Builder
	for _, c := range n {
		if c >= '0' && c <= '9' {
			c += 0xFF10 - '0'
		}
		wide.WriteRune(c)
	}
	m["wide"] = sign + wide.String()
	if len(strings.Split(d, ".")[0]) > 3 {
		m["nbsp"], m["swiss"], m["under"] = sign+group(d, "\u00a0"), sign+group(d, "'"), sign+group(d, "_")
	}
	if w := words(d); w != "" {
		m["nwords"], m["words"] = w, strings.Repeat("minus ", len(sign))+w
		m["Words"] = strings.ToUpper(m["words"][:1]) + m["words"][1:]
	}
	m["uni"], m["en"], m["pos"] = "−"+n, "–"+n, "+"+n
	wrongs(r, it, m, put)
	directions(it, m)
	put("r1", dropDecimal(d))
	if decimals(d) > 0 {
		put("ex", printed(value(d)+float64(1+r.IntN(4))*math.Pow10(-decimals(d)-1), decimals(d)+1))
	}
	put("bps", shift(d, 2))
	put("frac", shift(d, -2))
	put("mille", shift(d, 1))
	put("hundred", shift(d, 2))
	if decimals(d) > 0 && decimals(d) < 3 && value(d) < 1000 {
		m["comma"] = sign + strings.Replace(d, ".", ",", 1)
	}
	if it.kind == "U" && decimals(d) == 2 && value(d) > 1.02 && value(d) < 1000 {
		whole, frac, _ := strings.Cut(d, ".")
		m["cents"] = shift(d, 2)
		c, _ := strconv.Atoi(frac)
		w, _ := strconv.Atoi(whole)
		if w > 1 && c > 1 {
			m["dollarscents"] = wholeWords(w) + " dollars and " + wholeWords(c) + " cents"
		}
	}
	m["sci0"] = sign + scientific(d, 0, "e")
	if it.kind == "M" || it.kind == "Q" {
		scales(it, m, sign, put)
	}
	return m
}

func dropDecimal(d string) string {
	if significant(d) < 4 || strings.HasSuffix(d, "5") {
		return ""
	}
	return roundTo(d, significant(d)-1)
}

func scientific(d string, exponent int, mark string) string {
	e := int(math.Floor(math.Log10(value(d))))
	s := shift(d, -e)
	switch mark {
	case "e":
		return fmt.Sprintf("%se%d", s, e+exponent)
	case "tex":
		return fmt.Sprintf(`%s \times 10^{%d}`, s, e+exponent)
	}
	return fmt.Sprintf("%s × 10^%d", s, e+exponent)
}

// Wrongs fills the placeholders of figures that are not the gold.
func wrongs(r *rand.Rand, it item, m map[string]string, put func(name, digits string)) {
	d := it.digits
	v, dec := value(d), decimals(d)
	off := offset(r, d, 0.02+0.05*r.Float64(), 3)
	put("off", off)
	if w := words(off); w != "" {
		m["offwords"] = strings.Repeat("minus ", len(m["g"])-len(m["n"])) + w
	}
	put("offbps", shift(off, 2))
	if significant(d) >= 4 {
		near := offset(r, d, 0.003, 11)
		put("near", near)
		if w := words(near); w != "" {
			m["nearwords"] = strings.Repeat("minus ", len(m["g"])-len(m["n"])) + w
		}
	}
	put("swap", swap(r, d))
	put("x10", shift(d, 1))
	put("d10", shift(d, -1))
	put("x100", shift(d, 2))
	if whole := strings.Split(d, ".")[0]; len(whole) >= 3 {
		put("drop", d[:1]+d[2:])
		put("extra", d[:2]+d[1:])
	}
	factor := []float64{0.62, 0.71, 0.83, 1.24, 1.37, 1.58}[r.IntN(6)]
	put("alt", offset(r, printed(v*factor, dec), 0.01, 0))
	if printed(v*factor, dec) == d {
		delete(m, "alt")
	}
	put("lo", printed(v*0.8-math.Pow10(-dec), dec))
	put("hi", printed(v*1.2+math.Pow10(-dec), dec))
	last := d[len(d)-1]
	if dec > 0 && significant(d) >= 3 {
		cut := strings.TrimSuffix(d[:len(d)-1], ".")
		if last >= '7' {
			put("trunc", cut)
			put("misr", cut)
		} else if last <= '3' {
			put("misr", printed(value(cut)+math.Pow10(1-dec), dec-1))
		}
	}
	switch rest := v - math.Floor(v); {
	case v > 10 && rest >= 0.7:
		put("wholebad", printed(math.Floor(v), 0))
	case v > 10 && rest > 0 && rest <= 0.3:
		put("wholebad", printed(math.Floor(v)+1, 0))
	}
	if it.kind == "P" && v < 100 && math.Abs(100-2*v) > 5 {
		put("comp", printed(100-v, dec))
	}
}

// Directions fills the words of the right direction and, with an r, of the wrong one.
func directions(it item, m map[string]string) {
	up := []string{"increased", "increase", "rose", "up", "higher", "↑", "▲"}
	down := []string{"decreased", "decrease", "fell", "down", "lower", "↓", "▼"}
	names := []string{"dir", "dirn", "verb", "dw", "adj", "arrow", "tri"}
	right, wrong := up, down
	if it.negative || it.askedDown {
		right, wrong = down, up
	}
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	for i, name := range names {
		m[name], m["r"+name] = right[i], wrong[i]
	}
	article := map[string]string{"increase": "an increase", "decrease": "a decrease"}
	m["adirn"], m["ardirn"], m["Adirn"] = article[right[1]], article[wrong[1]], title(article[right[1]])
	m["Dir"], m["Dirn"], m["Rdir"], m["base"] = title(right[0]), title(right[1]), title(wrong[0]), right[1]
}

// Scales fills the placeholders of one scale up and down, full amounts and other ways of large numbers.
func scales(it item, m map[string]string, sign string, put func(name, digits string)) {
	d := it.digits
	level := 0
	for i, w := range scaleWords {
		if w == it.word {
			level = i
		}
	}
	letters := [][]string{{"", "", "", ""}, {"K", "k", "thsd.", ""}, {"M", "mn", "mln", "MM"}, {"B", "bn", "bln", ""}, {"T", "tn", "trn", ""}}
	m["S"], m["SC"] = it.word, strings.ToUpper(it.word[:1])+it.word[1:]
	m["A1"], m["A2"], m["A3"], m["MM"] = letters[level][0], letters[level][1], letters[level][2], letters[level][3]
	m["UP"], m["UA"], m["UB"] = scaleWords[level+1], letters[level+1][0], letters[level+1][1]
	m["DN"], m["DA"] = scaleWords[level-1], letters[level-1][0]
	if decimals(d) == 0 {
		m["zcur"] = m["cur"] + ".00"
	}
	if up := shift(d, -3); value(up) >= 0.1 {
		put("up", up)
		m["upcur"], m["upwords"] = sign+"$"+group(up, ","), strings.Repeat("minus ", len(sign))+words(up)
		if words(up) == "" {
			delete(m, "upwords")
		}
		put("upr4", roundTo(up, 4))
		if s := roundTo(up, 3); s != "" {
			m["upr3cur"] = sign + "$" + group(s, ",")
		}
		m["upoffcur"] = sign + "$" + shift(strings.ReplaceAll(m["offn"], ",", ""), -3)
		if cut := strings.SplitN(up, ".", 2); len(cut) == 2 && len(cut[1]) >= 3 && cut[1][2] >= '7' && value(up) > 0.9 && value(up) < 2.4 {
			put("uptrunc", cut[0]+"."+cut[1][:2])
		}
	}
	if level > 1 {
		put("dn", shift(d, 3))
		m["dncur"] = sign + "$" + group(shift(d, 3), ",")
	}
	full := shift(d, 3*level)
	put("full", full)
	m["fcur"], m["fplain"] = sign+"$"+group(full, ","), sign+full
	m["fx10"], m["fd10"] = sign+"$"+group(shift(full, 1), ","), sign+"$"+group(shift(full, -1), ",")
	m["sci"], m["scie"], m["scit"] = sign+scientific(d, 3*level, ""), sign+scientific(d, 3*level, "e"), sign+scientific(d, 3*level, "tex")
	if value(full) >= 5e6 {
		m["crore"], m["lakh"] = group(shift(full, -7), ","), group(shift(full, -5), ",")
	}
	if value(full) >= 1e7 {
		m["yi"] = shift(full, -8)
	}
}
