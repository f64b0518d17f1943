package main

import (
	"math"
	"strconv"
	"strings"
)

var (
	scales = []string{"", "thousand", "million", "billion", "trillion"}
	small  = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
		"seventeen eighteen nineteen")
	tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

func group(s, sep string) string {
	whole, frac, dot := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + sep + whole[i:]
	}
	if dot {
		whole += "." + frac
	}
	return whole
}

func fixed(v float64, dec int) string { return strconv.FormatFloat(v, 'f', dec, 64) }

// short prints v without noise; ok tells that this is exact for the reader.
func short(v float64) (string, bool) {
	s := strconv.FormatFloat(v, 'f', 8, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	_, f, _ := strings.Cut(s, ".")
	return s, len(f) <= 6
}

func spell(n int) string {
	switch {
	case n < 20:
		return small[n]
	case n < 100:
		s := tens[n/10]
		if n%10 > 0 {
			s += "-" + small[n%10]
		}
		return s
	case n < 1000:
		s := small[n/100] + " hundred"
		if n%100 > 0 {
			s += " " + spell(n%100)
		}
		return s
	}
	s := spell(n/1000) + " thousand"
	if n%1000 > 0 {
		s += " " + spell(n%1000)
	}
	return s
}

// rounded gives three significant digits; not ok half-way between two figures.
func rounded(v float64) (string, bool) {
	dec := max(0, 2-int(math.Floor(math.Log10(v))))
	_, f := math.Modf(v * math.Pow(10, float64(dec)))
	return group(fixed(v, dec), ","), math.Abs(f-0.5) > 0.02
}

func (g *gold) level() int {
	for i, s := range scales {
		if factors[s] == g.mult && i < 4 {
			return i
		}
	}
	return 0
}

// slot returns the text for one placeholder; not ok when the form does not fit the gold.
func (g *gold) slot(name string) (string, bool) {
	abs, l := math.Abs(g.val), g.level()
	neg := g.val < 0
	plain := fixed(abs, g.dec)
	switch name {
	case "any":
		return "", true
	case "a":
		return group(plain, ","), true
	case "p":
		return plain, true
	case "g":
		return group(plain, ","), len(plain) > 4 && abs >= 1000
	case "z":
		return group(fixed(abs, g.dec+1), ","), true
	case "z2":
		return group(fixed(abs, 2), ","), g.dec < 2
	case "um":
		return "−", neg
	case "-", "-w":
		if !neg {
			return "", true
		}
		return map[string]string{"-": "-", "-w": "minus "}[name], true
	case "(", ")", "neg":
		return "", neg
	case "pos":
		return "", !neg && (g.kind != 'r' || abs > 0.5)
	case "inv":
		return "", abs > 1.2
	case "small":
		return "", abs <= 1
	case "dec2":
		return "", g.dec == 2 && abs >= 0.25
	case "pc":
		return map[bool]string{true: "%"}[g.kind == 'p'], true
	case "compl":
		return fixed(100-abs, g.dec), !neg && abs < 100 && math.Abs(abs-50) > 3 && g.dir == ""
	case "nmil":
		s, ok := short(abs / 1e6)
		return group(s, ","), ok
	case "nmilr":
		return rounded(abs / 1e6)
	case "w":
		return scales[l], l > 0
	case "W":
		return strings.ToUpper(scales[l]), l > 0
	case "ab":
		return []string{"", "K", "M", "B"}[l], l > 0
	case "mn":
		return []string{"", "k", "mn", "bn"}[l], l > 0
	case "mm":
		return "MM", l == 2
	case "ws":
		return scales[l] + "s", l > 0
	case "wu":
		return scales[l+1], l > 0
	case "wd":
		return scales[max(l-1, 1)], l > 1
	case "full", "fullp", "fullsp", "sci":
		s, _ := short(abs * g.mult)
		switch {
		case name == "sci":
			return strconv.FormatFloat(abs*g.mult, 'e', -1, 64), abs*g.mult >= 1e6
		case name == "full":
			s = group(s, ",")
		case name == "fullsp":
			s = group(s, " ")
		}
		return s, g.mult > 1 && !strings.Contains(s, ".")
	case "up":
		s, ok := short(abs / 1000)
		return group(s, ","), ok && abs >= 1000 && l < 3
	case "upr":
		s, ok := rounded(abs / 1000)
		return s, ok && abs >= 10000 && l < 3
	case "upw":
		return scales[l+1], l < 3
	case "upb":
		return []string{"K", "M", "B"}[min(l, 2)], l < 3
	case "dn":
		s, ok := short(abs * 1000)
		return group(s, ","), ok && l > 1 && abs < 100000
	case "r":
		s, ok := rounded(abs)
		return s, ok && g.dec > 0 && len(s) < len(plain) && abs < 1000
	case "fin":
		dot := map[bool]string{true: "", false: "."}[g.dec > 0]
		return group(plain, ",") + dot + "3", g.dec < 2 && 25*math.Pow(10, -float64(g.dec)) <= abs
	case "eu":
		return strings.NewReplacer(",", ".", ".", ",").Replace(group(plain, ",")), g.dec > 0 && g.dec != 3
	case "sp":
		return group(plain, "\u00a0"), abs >= 1000
	case "nn":
		return group(plain, "\u202f"), abs >= 1000
	case "sps":
		return group(plain, " "), abs >= 1000
	case "ap":
		return group(plain, "'"), abs >= 1000
	case "tex":
		return strings.ReplaceAll(group(plain, ","), ",", "{,}"), abs >= 1000
	case "words":
		s := spell(int(abs))
		if _, f, ok := strings.Cut(plain, "."); ok {
			s += " point"
			for _, d := range f {
				s += " " + small[d-'0']
			}
		}
		return s, abs < 1e6 && g.dec < 3
	case "Words":
		s, ok := g.slot("words")
		return strings.ToUpper(s[:1]) + s[1:], ok
	case "an", "An":
		return strings.Replace(name+" "+g.dir, "n d", " d", 1), g.dir != ""
	case "dir", "dird", "dirv", "diru", "dirs":
		up := map[string]string{
			"dir": "increase", "dird": "increased", "dirv": "rose", "diru": "up", "dirs": "↑",
		}
		down := map[string]string{"dir": "decrease", "dird": "decreased", "dirv": "fell", "diru": "down", "dirs": "↓"}
		if g.dir == "decrease" {
			up = down
		}
		return up[name], g.dir != ""
	case "odir", "odird", "odirv", "odiru":
		h := *g
		h.dir = map[string]string{"increase": "decrease", "decrease": "increase"}[g.dir]
		s, _ := h.slot(name[1:])
		return s, g.dir != ""
	case "osign":
		return map[bool]string{true: "+", false: "-"}[neg], g.change && g.dir != "" && neg == (g.dir == "decrease")
	case "frac":
		return fixed(abs/100, g.dec+2), true
	case "bp":
		s, _ := short(math.Round(abs*1e4) / 100)
		return group(s, ","), g.dec <= 2
	case "pct":
		s, _ := short(math.Round(abs*1e5) / 1000)
		return s, true
	case "nb":
		return "", !g.frac
	case "subj", "Subj":
		s := g.subj
		if name == "Subj" && s != "" {
			s = "T" + s[1:]
		}
		return s, s != ""
	case "verb":
		return g.verb, g.verb != ""
	case "cut":
		s := group(plain, ",")
		i := strings.Index(s, ",")
		return s[:max(i+1, 0)], i > 0
	case "lo", "hi", "x", "y":
		s := fixed(abs*map[string]float64{"lo": 0.9, "hi": 1.15, "x": 1.37, "y": 0.58}[name], g.dec)
		return group(s, ","), s != plain
	}
	panic("unknown slot " + name)
}

// render fills a template; not ok when a slot does not fit or a negative sign would be lost.
func (g *gold) render(t string) (string, bool) {
	var b strings.Builder
	signed := g.val >= 0
	for {
		before, rest, found := strings.Cut(t, "{")
		b.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		s, ok := g.slot(name)
		if !ok {
			return "", false
		}
		switch name {
		case "-", "um", "-w", "(", "neg", "an", "An", "dir", "dird", "dirv", "diru", "dirs", "odir", "odird", "odirv", "odiru", "osign", "any":
			signed = true
		}
		b.WriteString(s)
		t = after
	}
	return strings.NewReplacer(`\n`, "\n", "<<", "{", ">>", "}").Replace(b.String()), signed
}
