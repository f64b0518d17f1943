package main

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

var slotRE = regexp.MustCompile(`\{[A-Za-z0-9+]+\}`)

var scales = map[int][3]string{
	0: {"", "", ""}, 3: {"thousand", "K", "k"},
	6:  {"million", "M", "mn"},
	9:  {"billion", "B", "bn"},
	12: {"trillion", "T", "tn"},
}

// render fills the words of a form for the gold; false when the gold has no such writing.
func render(r *rand.Rand, g gold, words string) (string, bool) {
	ok := true
	text := slotRE.ReplaceAllStringFunc(words, func(slot string) string {
		s := writing(r, g, slot[1:len(slot)-1])
		ok = ok && s != ""
		return s
	})
	return text, ok
}

func num(v float64, dec int) string { return strconv.FormatFloat(v, 'f', dec, 64) }

// group puts sep between groups of three digits.
func group(s, sep string) string {
	whole, frac, dot := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + sep + whole[i:]
	}
	if dot {
		whole += "." + frac
	}
	if strings.HasPrefix(s, "-") {
		return "-" + whole
	}
	return whole
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// exact writes v without trailing zeros.
func exact(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }

func writing(r *rand.Rand, g gold, slot string) string {
	n := num(g.v, g.dec)
	abs := strings.TrimPrefix(n, "-")
	up, long := g.v >= 0, math.Abs(g.v) >= 1000
	switch slot {
	case "n":
		return n
	case "c":
		return group(n, ",")
	case "u":
		return abs
	case "uc":
		return group(abs, ",")
	case "thin", "spc", "apo", "tex", "texs":
		seps := map[string]string{"thin": "\u2009", "spc": " ", "apo": "'", "tex": "{,}", "texs": `\,`}
		return either(long, group(n, seps[slot]), "")
	case "+":
		step := math.Pow10(-g.dec-1) * float64(1+r.IntN(4))
		if step > 0.01*math.Abs(g.v) || g.dec == 0 && strings.Contains(g.text, ".") {
			return ""
		}
		return num(g.v+math.Copysign(step, g.v), g.dec+1)
	case "1":
		if g.dec == 0 || math.Abs(g.v)*math.Pow10(g.dec-1) < 100 || strings.HasSuffix(n, "5") {
			return ""
		}
		return group(num(g.v, g.dec-1), ",")
	case "frac":
		return num(g.v/100, g.dec+2)
	case "bps":
		return group(num(g.v*100, 0), ",")
	case "spell":
		return spell(abs)
	case "sci":
		s := strconv.FormatFloat(g.v*math.Pow10(g.pow), 'e', -1, 64)
		return either(len(s) < 14, strings.Replace(s, "e+0", "e", 1), "")
	case "exp":
		return "^" + strconv.Itoa(g.pow)
	case "full":
		v := g.v * math.Pow10(g.pow)
		return either(math.Abs(v-math.Round(v)) < 1e-3, group(num(v, 0), ","), "")
	case "short":
		return either(g.pow > 3, group(num(math.Round(g.v*1e3), 0), ","), "")
	case "up", "up3", "U", "Ua":
		if !long || g.pow > 6 {
			return ""
		}
		if slot == "up3" {
			return num(g.v/1000, max(0, 2-int(math.Log10(math.Abs(g.v)/1000))))
		}
		return map[string]string{"up": exact(g.v / 1000), "U": scales[g.pow+3][0], "Ua": scales[g.pow+3][1]}[slot]
	case "dn", "D":
		if g.pow < 6 {
			return ""
		}
		return either(slot == "D", scales[g.pow-3][0], group(exact(g.v*1000), ","))
	case "S":
		return scales[g.pow][0]
	case "Sc":
		return strings.ToUpper(scales[g.pow][0][:1]) + scales[g.pow][0][1:]
	case "sa":
		return scales[g.pow][1]
	case "sm":
		return scales[g.pow][2]
	case "S2":
		return scales[g.pow+3][0]
	case "sa2":
		return scales[g.pow+3][1]
	case "S0":
		return scales[g.pow-3][0]
	case "cur":
		return "$"
	case "int":
		return strconv.Itoa(20 + r.IntN(120))
	case "du", "dsu", "offu":
		v := either(slot == "dsu", n, abs)
		if slot == "offu" {
			v = strings.TrimPrefix(plainOff(r, g), "-")
		}
		if g.has("p") {
			return v + "%"
		}
		return strings.TrimSpace(group(v, ",") + " " + scales[g.pow][0])
	}
	if s := directions(up, slot); s != "" {
		return s
	}
	return wrongWriting(r, g, slot)
}

func directions(up bool, slot string) string {
	if strings.HasPrefix(slot, "un") {
		up, slot = !up, strings.TrimPrefix(slot, "un")
	}
	pair := map[string][2]string{"chg": {"increased", "decreased"}, "rise": {"increase", "decrease"}, "updown": {"up", "down"},
		"arise": {"an increase", "a decrease"}, "arrow": {"↑", "↓"}, "grew": {"grew by", "shrank by"}}[slot]
	return either(up, pair[0], pair[1])
}

// plainOff returns a figure clearly off the gold, as long as the gold.
func plainOff(r *rand.Rand, g gold) string {
	for wide := 0.3; ; wide += 0.05 {
		f := 1 + math.Copysign(0.025+wide*r.Float64(), r.Float64()-0.5)
		if v := num(g.v*f, g.dec); math.Abs(parse(v)-g.v) > 2.5*math.Pow10(-g.dec) && parse(v)*g.v > 0 {
			return v
		}
	}
}

func parse(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

func wrongWriting(r *rand.Rand, g gold, slot string) string {
	n := num(g.v, g.dec)
	switch slot {
	case "off":
		return group(plainOff(r, g), ",")
	case "offn":
		return plainOff(r, g)
	case "lo":
		return group(num(g.v-math.Abs(g.v)*0.1-3*math.Pow10(-g.dec), g.dec), ",")
	case "hi":
		return group(num(g.v+math.Abs(g.v)*0.15+3*math.Pow10(-g.dec), g.dec), ",")
	case "x10":
		return group(exact(g.v*10), ",")
	case "x100":
		return group(exact(g.v*100), ",")
	case "d10":
		return group(exact(g.v/10), ",")
	case "d100":
		return exact(g.v / 100)
	case "comp":
		return either(g.v > 0 && g.v < 100 && math.Abs(g.v-50) > 2, num(100-g.v, g.dec), "")
	case "ceil":
		f := math.Abs(g.v) - math.Floor(math.Abs(g.v))
		return either(f > 0.05 && f < 0.4 && math.Abs(g.v) < 40 && math.Abs(g.v) > 1, num(math.Copysign(math.Ceil(math.Abs(g.v)), g.v), 0), "")
	case "drop":
		whole, _, _ := strings.Cut(n, ".")
		return either(len(whole) > 3, group(n[:len(whole)-1]+n[len(whole):], ","), "")
	case "dbl":
		i := strings.IndexAny(n, "123456789")
		return either(i >= 0 && math.Abs(g.v) >= 10, group(n[:i+1]+n[i:], ","), "")
	case "swap":
		for _, i := range r.Perm(len(n) - 1) {
			b := []byte(n)
			b[i], b[i+1] = b[i+1], b[i]
			s := string(b)
			if n[i] == '.' || n[i+1] == '.' || n[i] == '-' || b[0] == '0' || n[i] == n[i+1] {
				continue
			}
			if d := math.Abs(parse(s) - g.v); d > 0.006*math.Abs(g.v) && d > 2*math.Pow10(-g.dec) {
				return group(s, ",")
			}
		}
	}
	return ""
}

var small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
	"seventeen eighteen nineteen")

var tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")

// spell writes a number below one thousand in words.
func spell(s string) string {
	whole, frac, dot := strings.Cut(s, ".")
	k, err := strconv.Atoi(whole)
	if err != nil || k > 999 {
		return ""
	}
	var words []string
	if k > 99 {
		words = append(words, small[k/100], "hundred")
	}
	switch rest := k % 100; {
	case rest > 19 && rest%10 > 0:
		words = append(words, tens[rest/10]+"-"+small[rest%10])
	case rest > 19:
		words = append(words, tens[rest/10])
	case rest > 0 || k == 0:
		words = append(words, small[rest])
	}
	if dot {
		words = append(words, "point")
		for _, c := range frac {
			words = append(words, small[c-'0'])
		}
	}
	return strings.Join(words, " ")
}
