// Command panel writes a panel of single-figure answers, each marked right or wrong by how it was made.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

type row struct {
	ID       string `json:"id"`
	Dataset  string `json:"dataset"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale,omitempty"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// num writes v with exactly dec decimals and thousands separators sep.
func num(v float64, dec int, sep string) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', dec, 64)
	frac := ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		s, frac = s[:i], s[i:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	return s + frac
}

// trim writes v with up to dec decimals, without trailing zeros.
func trim(v float64, dec int) string {
	s := num(v, dec, ",")
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

var (
	units   = []string{"", "thousand", "million", "billion", "trillion"}
	abbr    = []string{"", "K", "M", "B", "T"}
	abbr2   = []string{"", "k", "mn", "bn", "tn"}
	abbr1   = []string{"", "k", "m", "b", "t"}
	words   = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}
	factors = []float64{0.62, 0.71, 0.83, 0.87, 1.16, 1.27, 1.38, 1.56}
)

func unitIndex(u string) int {
	for i, x := range units {
		if x == u {
			return i
		}
	}
	return 0
}

// swapDigits changes the written number's digits by f (which sees the digits only).
func swapDigits(s string, f func(d []byte) []byte) (string, bool) {
	var d []byte
	dec, point := 0, false
	for i := range len(s) {
		switch {
		case s[i] == '.':
			point = true
		case s[i] >= '0' && s[i] <= '9':
			d = append(d, s[i])
			if point {
				dec++
			}
		}
	}
	was, _ := strconv.ParseFloat(string(d), 64)
	d = f(d)
	if d == nil || d[0] == '0' {
		return "", false
	}
	is, err := strconv.ParseFloat(string(d), 64)
	if err != nil || math.Abs(is-was)/was < 0.03 {
		return "", false
	}
	return num(is/math.Pow(10, float64(dec)), dec, ","), true
}

// tokens are what a template may name; a template naming an absent one does not apply.
func tokens(g *gold, r *rand.Rand) map[string]string {
	a := math.Abs(g.v)
	dec := g.dec
	shown, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'f', dec, 64), 64)
	t := map[string]string{
		"n":    num(a, dec, ","),
		"p":    num(a, dec, ""),
		"sp":   num(a, dec, " "),
		"tex":  num(a, dec, "{,}"),
		"gold": g.text,
	}
	if a < 0.85 || a > 1.18 {
		t["inv"], t["ratio"] = num(1/a, 3, ","), t["n"]
	}
	p := r.Perm(len(factors))
	odec := dec
	t["o"] = num(a*factors[p[0]], odec, ",")
	t["o2"] = num(a*factors[p[1]], odec, ",")
	lo, hi := a*0.83, a*1.19
	t["lo"], t["hi"] = num(lo, odec, ","), num(hi, odec, ",")
	t["x10"], t["d10"] = trim(shown*10, dec), trim(shown/10, dec+1)
	t["twice"] = num(shown*2, dec, ",")
	t["half"] = trim(shown/2, dec+1)
	if g.tags["big"] {
		t["apos"] = num(a, dec, "'")
		t["nc"] = t["p"]
	}
	if s, ok := swapDigits(t["n"], func(d []byte) []byte {
		if len(d) < 3 {
			return nil
		}
		e := append([]byte{}, d...)
		e[1] = '0' + (e[1]-'0'+3)%10
		return e
	}); ok {
		t["d1"] = s
	}
	if s, ok := swapDigits(t["n"], func(d []byte) []byte {
		if len(d) < 3 || d[0] == d[1] {
			return nil
		}
		e := append([]byte{}, d...)
		e[0], e[1] = e[1], e[0]
		return e
	}); ok {
		t["tr"] = s
	}
	if s, ok := swapDigits(t["n"], func(d []byte) []byte {
		if len(d) < 4 {
			return nil
		}
		return append(append([]byte{}, d[:1]...), d[2:]...)
	}); ok {
		t["dr"] = s
	}
	if s, ok := swapDigits(t["n"], func(d []byte) []byte {
		if len(d) < 3 {
			return nil
		}
		return append([]byte{d[0]}, d...)
	}); ok {
		t["dbl"] = s
	}
	u := unitIndex(g.unit)
	if g.unit != "" {
		defer func() {
			if !g.tags["exact"] {
				for _, k := range []string{"full", "fullp", "n2", "n0", "mant", "exp"} {
					delete(t, k)
				}
			}
		}()
		t["U"], t["UA"], t["ua"], t["u1"] = g.unit, abbr[u], abbr2[u], abbr1[u]
		t["Ucap"] = strings.ToUpper(g.unit[:1]) + g.unit[1:]
		t["Us"] = g.unit + "s"
		t["full"] = num(shown*math.Pow(1000, float64(u)), 0, ",")
		t["fullp"] = num(shown*math.Pow(1000, float64(u)), 0, "")
		t["up"] = units[u+1]
		if u > 1 {
			t["down"] = units[u-1]
			t["n0"] = trim(shown*1000, max(dec-3, 0))
			t["short"] = num(shown*math.Pow(1000, float64(u-1)), 0, ",")
		}
		if a >= 1000 && u < 4 {
			t["n2"], t["U2"], t["U2A"], t["U2a"] = trim(shown/1000, dec+3), units[u+1], abbr[u+1], abbr2[u+1]
			if r4 := math.Round(shown/10) / 100; a >= 10000 && math.Abs(r4*1000-shown)/shown < 0.0005 {
				t["n2r"] = num(r4, 2, ",")
			}
		}
		sci := strings.Split(strconv.FormatFloat(shown*math.Pow(1000, float64(u)), 'e', -1, 64), "e+")
		if len(sci) == 2 {
			exp, _ := strconv.Atoi(sci[1])
			t["mant"], t["exp"] = sci[0], strconv.Itoa(exp)
		}
	}
	base := math.Round(a * (2.3 + float64(r.IntN(9))*0.37))
	if g.tags["signed"] && !g.tags["pct"] && base > 0 {
		t["from"] = num(base, dec, ",")
		t["to"] = num(base+math.Copysign(shown, g.v), dec, ",")
	}
	if g.tags["pct"] {
		b := float64(12400 + 350*r.IntN(40))
		t["n1"] = num(a, 1, ",")
		t["frac"] = strconv.FormatFloat(shown/100, 'f', dec+2, 64)
		t["frac3"] = strconv.FormatFloat(a/100, 'f', 3, 64)
		t["pd100"] = strconv.FormatFloat(shown/100, 'f', dec+2, 64)
		t["px100"] = trim(shown*100, dec)
		t["n2d"] = num(a, 2, ",")
		t["ncomma"] = strings.ReplaceAll(num(a, dec, ""), ".", ",")
		r1 := math.Round(a*10) / 10
		if math.Abs(r1-a)/a > 0.003 || !g.tags["three"] {
			delete(t, "n1")
		}
		if f := math.Round(a*10) / 1000; math.Abs(f*100-a)/a > 0.003 {
			delete(t, "frac3")
		}
		if g.tags["pctchange"] {
			t["from"] = num(b, 0, ",")
			t["to"] = num(b*(1+g.v/100), 0, ",")
			t["diff"] = num(math.Round(b*(1+g.v/100))-b, 0, ",")
			t["lvl"] = num(100+math.Round(g.v*100)/100, dec, ",")
		} else if g.tags["level"] && a < 100 {
			t["part"] = num(b*a/100, 0, ",")
			t["whole"] = num(b, 0, ",")
			if math.Abs(a-50) > 5 {
				t["rest"] = num(100-shown, dec, ",")
			}
		}
		if g.tags["onedec"] {
			t["more"] = strconv.FormatFloat(shown+0.02, 'f', 2, 64)
		}
	}
	if g.tags["ratio"] && !g.tags["pct"] {
		den := float64(1240 + 35*r.IntN(40))
		t["num"], t["den"] = num(den*a, 0, ","), num(den, 0, ",")
		t["aspct"] = num(shown*100, max(dec-2, 0), ",")
	}
	if g.tags["count"] && int(a) < 12 && int(a) > 0 {
		t["word"], t["wordplus"] = words[int(a)], words[int(a)+1]
		t["Word"] = strings.ToUpper(t["word"][:1]) + t["word"][1:]
		t["plus"] = strconv.Itoa(int(a) + 1)
	}
	if g.subj != "" {
		t["subj"], t["Subj"] = g.subj, strings.ToUpper(g.subj[:1])+g.subj[1:]
	}
	if g.tags["oneyear"] {
		t["y"], t["yp"] = strconv.Itoa(g.years[0]), strconv.Itoa(g.years[0]-1)
	}
	return t
}

var tokenRE = regexp.MustCompile(`<[A-Za-z0-9]+>`)

func render(tmpl string, t map[string]string) (string, bool) {
	ok := true
	s := tokenRE.ReplaceAllStringFunc(tmpl, func(m string) string {
		v, has := t[m[1:len(m)-1]]
		if !has && m != "<b>" && m != "<answer>" {
			ok = false
		}
		if !has {
			return m
		}
		return v
	})
	return s, ok
}

func applies(cond string, g *gold) bool {
	for _, c := range strings.Fields(cond) {
		want := !strings.HasPrefix(c, "!")
		hit := false
		for alt := range strings.SplitSeq(strings.TrimPrefix(c, "!"), "/") {
			hit = hit || g.tags[alt]
		}
		if hit != want {
			return false
		}
	}
	return true
}

func main() {
	data := flag.String("data", "../shared/data", "the folder with finqa, tatqa and financebench")
	seed := flag.Uint64("seed", 11, "seed of the choice of golds")
	flag.Parse()
	log.SetFlags(0)
	sets := [][]*gold{loadFB(filepath.Join(*data, "financebench")), loadFinQA(filepath.Join(*data, "finqa")), loadTATQA(filepath.Join(*data, "tatqa"))}
	r := rand.New(rand.NewPCG(*seed, 2))
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	count := [2]int{}
	for fi, f := range append(rightForms(), wrongForms()...) {
		chosen := 0
		seen := map[*gold]bool{}
		for turn := 0; turn < 9 && chosen < 3; turn++ {
			set := sets[(turn+fi)%3]
			var best *gold
			var bestText string
			for _, i := range r.Perm(len(set)) {
				g := set[i]
				if seen[g] || !applies(f.cond, g) || (best != nil && g.used >= best.used) {
					continue
				}
				if s, ok := render(f.tmpl, tokens(g, r)); ok {
					best, bestText = g, s
				}
			}
			if best == nil {
				continue
			}
			seen[best] = true
			best.used++
			chosen++
			check(enc.Encode(row{fmt.Sprintf("%s-%d", f.name, chosen), best.dataset, best.question, best.text, best.scale, bestText, f.right, f.name, f.why}))
		}
		if chosen < 3 {
			log.Printf("form %s: %d golds only", f.name, chosen)
		}
		if f.right {
			count[0]++
		} else {
			count[1]++
		}
	}
	check(w.Flush())
	log.Printf("%d/%d/%d golds, %d right forms, %d wrong forms", len(sets[0]), len(sets[1]), len(sets[2]), count[0], count[1])
}
