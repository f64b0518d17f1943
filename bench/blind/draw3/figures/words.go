package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

var scaleWords = map[int]string{3: "thousand", 6: "million", 9: "billion", 12: "trillion"}

func fixed(v float64, dec int) string { return strconv.FormatFloat(v, 'f', max(dec, 0), 64) }

// split puts sep between groups of three digits.
func split(s, sep string) string {
	whole, frac, dot := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + sep + whole[i:]
	}
	if dot {
		whole += "." + frac
	}
	return whole
}

// grouped prints v with its sign and commas.
func grouped(v float64, dec int) string {
	s := split(fixed(math.Abs(v), dec), ",")
	if v < 0 {
		return "-" + s
	}
	return s
}

// short is grouped without zeros at the end.
func short(v float64, dec int) string {
	s := grouped(v, dec)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// spell writes the words of a number below a million.
func spell(raw string) string {
	small := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	tens := strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	var say func(n int) string
	part := func(head, word, glue string, rest int) string {
		if rest > 0 {
			return head + word + glue + say(rest)
		}
		return head + word
	}
	say = func(n int) string {
		switch {
		case n < 20:
			return small[n]
		case n < 100:
			return part(tens[n/10-2], "", "-", n%10)
		case n < 1000:
			return part(small[n/100], " hundred", " ", n%100)
		}
		return part(say(n/1000), " thousand", " ", n%1000)
	}
	whole, frac, dot := strings.Cut(raw, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n > 999999 {
		return ""
	}
	s := say(n)
	if dot {
		s += " point"
	}
	for _, d := range frac {
		s += " " + small[d-'0']
	}
	return s
}

// dress puts the unit to a number without sign.
func (g gold) dress(abs string) string {
	switch g.kind {
	case 'm', 'd':
		return "$" + abs + " " + scaleWords[g.power]
	case 's':
		return "$" + abs
	case 'x':
		return abs
	case 'y':
		return abs + " days"
	}
	return abs + "%"
}

// show prints v as the gold would be printed, with its unit.
func (g gold) show(v float64) string {
	s := g.dress(grouped(math.Abs(v), g.places))
	if v < 0 {
		return "-" + s
	}
	return s
}

// digit adds the gold with a change to its digits, unless the result is too near or no percentage of a whole.
func (g gold) digit(w dict, name string, f func(raw string) string) {
	abs := math.Abs(g.value)
	v, err := strconv.ParseFloat(f(fixed(abs, g.places)), 64)
	if err == nil && v > 0 && math.Abs(v-abs) > max(0.999*math.Pow10(-g.places), 0.002*abs) &&
		(v < 100 || strings.IndexByte("pbf", g.kind) < 0) {
		w[name] = g.show(math.Copysign(v, g.value))
	}
}

func tex(s string) string {
	num, word, ok := strings.Cut(strings.NewReplacer("%", `\%`, "$", `\$`, ",", "{,}").Replace(s), " ")
	if ok {
		num += `\text{ ` + word + "}"
	}
	return num
}

// dict holds the words that forms are filled with.
type dict map[string]string

// put adds the words that are not empty.
func (w dict) put(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			w[pairs[i]] = pairs[i+1]
		}
	}
}

// words makes what the forms put together; words that do not exist for the gold are left out.
func (g gold) words(r *rand.Rand) dict {
	v, dec := g.value, g.places
	abs, raw := math.Abs(v), fixed(math.Abs(v), dec)
	n := split(raw, ",")
	sign, signs := "", "+"
	if v < 0 {
		sign, signs = "-", "-"
	}
	w := dict{"S": sign, "neg": "", "Neg": ""}
	w.put("F", g.show(v), "A", g.dress(n), "N", sign+n, "n", n, "R", sign+raw, "T", tex(g.show(v)), "Fs", signs+g.dress(n),
		"words", spell(raw), "nb", "\u00a0", "nn", "\u202f", "zw", "\u200b",
		"pg", strconv.Itoa(20+r.IntN(90)))
	if said := w["words"]; said != "" {
		w["Words"] = strings.ToUpper(said[:1]) + said[1:]
	}
	if v < 0 {
		w.put("Fu", "−"+g.dress(n), "Fe", "–"+g.dress(n), "Fm", "minus "+g.dress(n), "Fn", "negative "+g.dress(n),
			"nn1", n, "neg", "minus ", "Neg", "Minus ", "Words", w["words"])
	} else {
		w.put("pos", n, "posraw", raw, "tn", strings.ReplaceAll(n, ",", "{,}"))
	}
	g.direct(w, n)
	g.spoil(w, r)
	if g.power > 0 {
		g.amount(w, r)
		return w
	}
	if dec > 0 {
		w.put("more", sign+split(raw, ",")+strconv.Itoa(1+r.IntN(4))+strconv.Itoa(r.IntN(10)))
	}
	switch g.kind {
	case 's':
		w["cents"] = grouped(math.Round(v*100), 0)
		return w
	case 'x':
		w["rpct"] = short(v*100, dec)
		return w
	case 'y':
		return w
	}
	w.put("bps", short(v*100, max(dec-2, 0)), "bpsten", grouped(math.Round(v*1000), 0), "frac", sign+fixed(abs/100, dec+2), "pm",
		short(v*10, dec), "frac2", sign+fixed(abs/10000, dec+4), "hund", short(v*100, dec))
	if last := raw[len(raw)-1]; dec >= 2 && last != '5' {
		w["less"] = sign + split(fixed(abs, dec-1), ",")
	}
	if (dec == 1 || dec == 2) && abs < 1000 {
		w["eu"] = sign + strings.ReplaceAll(raw, ".", ",")
	}
	whole, part := math.Modf(abs)
	if part > 0.55 && whole > 1 {
		w["trunc"] = sign + fixed(whole, 0)
	}
	if part > 0.02 && part < 0.4 {
		w["badround"] = sign + fixed(whole+1, 0)
	}
	if v > 2 && v < 97 && math.Abs(v-50) > 3 {
		w["compl"] = fixed(100-v, dec)
	}
	switch {
	case g.kind != 'c':
	case v > 0:
		w.put("mult", fixed(1+v/100, dec+2), "xpar", "("+n+")")
		if v > 2 && v < 90 {
			w["multx"] = fixed(1-v/100, dec+2)
		}
	case v > -95:
		w.put("remain", fixed(100+v, dec), "multx", fixed(1-v/100, dec+2))
	}
	return w
}

// direct adds the words of direction.
func (g gold) direct(w dict, n string) {
	down := strings.Fields("decreased down ↓ ▼ lower fell downward less negative drop a_decrease")
	rise := strings.Fields("increased up ↑ ▲ higher rose upward more positive rise an_increase")
	own, opposite := rise, down
	if g.value < 0 {
		own, opposite = down, rise
	}
	for i, k := range strings.Fields("verb adv arr tri comp fell advw ml gw nounl An") {
		w[k] = strings.ReplaceAll(own[i], "_", " ")
		w["x"+k] = strings.ReplaceAll(opposite[i], "_", " ")
	}
	w["adj"] = w["comp"]
	w["aA"] = "a " + g.dress(n)
	whole, _, _ := strings.Cut(strings.ReplaceAll(n, ",", ""), ".")
	if whole[0] == '8' || len(whole)%3 == 2 && (strings.HasPrefix(whole, "11") || strings.HasPrefix(whole, "18")) {
		w["aA"] = "an " + g.dress(n)
	}
	w["flip"] = "+" + g.dress(n)
	if g.value > 0 {
		w["flip"] = "-" + g.dress(n)
	}
}

// spoil adds wrong figures.
func (g gold) spoil(w dict, r *rand.Rand) {
	v := g.value
	other := func() float64 {
		f := 0.55 + r.Float64()*0.25
		if r.IntN(2) == 0 && (strings.IndexByte("pbf", g.kind) < 0 || v < 50) {
			f = 1.3 + r.Float64()*0.6
		}
		return v * f
	}
	a, b := other(), other()
	for tries := 0; math.Abs(a-b) < 0.02*math.Abs(v) && tries < 50; tries++ {
		b = other()
	}
	w["o"], w["o2"] = g.show(a), g.show(b)
	lo, hi := v*0.82, v*1.21
	w["lo"], w["hi"] = g.show(lo), g.show(hi)
	if v < 0 {
		w["lo"], w["hi"] = g.show(hi), g.show(lo)
	}
	f := 1.012 + r.Float64()*0.018
	if r.IntN(2) == 0 {
		f = 2 - f
	}
	g.digit(w, "near", func(string) string { return fixed(math.Abs(v)*f, g.places) })
	at := r.IntN(2)
	g.digit(w, "swap", func(s string) string {
		if len(s) < at+2 || s[at] == '.' || s[at+1] == '.' || at == 0 && s[1] == '0' {
			return s
		}
		return s[:at] + s[at+1:at+2] + s[at:at+1] + s[at+2:]
	})
	g.digit(w, "drop", func(s string) string {
		if len(s) < 3 || s[1] == '.' {
			return s
		}
		return s[:1] + s[2:]
	})
	g.digit(w, "dbl", func(s string) string { return s[:1] + s })
	g.digit(w, "off", func(s string) string {
		seen, at := 0, -1
		for i := range len(s) {
			if s[i] != '.' && (seen > 0 || s[i] != '0') {
				if seen++; seen <= 3 {
					at = i
				}
			}
		}
		if seen < 2 {
			return s
		}
		step := 2 - 4*int((s[at]-'0')/5) // up for small digits, down for large ones
		return s[:at] + string(rune(int(s[at])+step)) + s[at+1:]
	})
	w["ten"], w["tenth"] = short(v*10, g.places), short(v/10, g.places+1)
}

// amount adds the words for amounts in thousands, millions or billions.
func (g gold) amount(w dict, r *rand.Rand) {
	abs, p, dec := math.Abs(g.value), g.power, g.places
	letters := map[int][3]string{3: {"K", "k", "thou"}, 6: {"M", "m", "mn"}, 9: {"B", "bn", "bn"}, 12: {"T", "tn", "tn"}}
	if r.IntN(2) == 0 {
		letters[6], letters[9] = [3]string{"MM", "mm", "mil"}, [3]string{"B", "b", "bil"}
	}
	full := fixed(abs*math.Pow10(p), 0)
	mantissa := strings.TrimRight(full[:1]+"."+full[1:], "0")
	exp := len(full) - 1
	w.put("w", scaleWords[p], "k", letters[p][0], "kl", letters[p][1],
		"ab", letters[p][2], "bw", scaleWords[p+3], "bk", letters[p+3][0], "bn", short(abs/1000, dec+3), "digits", split(full, ","),
		"dsp", split(full, " "), "dnn", split(full, "\u202f"), "dap", split(full, "'"),
		"sci", strings.TrimSuffix(mantissa, "."), "exps", strconv.Itoa(exp), "exp2", fmt.Sprintf("%02d", exp),
		"wexp", strconv.Itoa(exp+[]int{-1, 1, 3}[r.IntN(3)]), "exp", strconv.Itoa(p),
		"dc", split(full+"00", ","))
	if p > 3 {
		w.put("dn", grouped(abs*1000, dec-3), "dw", scaleWords[p-3], "dlost", grouped(abs*math.Pow10(p-3), max(0, dec-p+3)))
	}
	if rest := math.Mod(abs, 1000); abs > 1000 && rest >= 1 {
		w.put("ci", grouped((abs-rest)/1000, 0), "cf", grouped(rest, dec))
	}
	if u := abs / 1000; u >= 1 && len(strings.TrimRight(full, "0")) > 4 {
		d := 3 - int(math.Floor(math.Log10(u)))
		four := fixed(u, d)
		if d >= 0 && math.Abs(u*math.Pow10(d)-math.Floor(u*math.Pow10(d))-0.5) > 0.05 {
			w["b4"] = split(four, ",")
		}
	}
}
