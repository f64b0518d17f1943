package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// side is one candidate answer of a scene: the gold or its rival.
type side struct {
	fig, bare, alt, calc, desc, say string
}

// scene is one invented question with its facts, the final claim f and the rival o.
type scene struct {
	kind, question, gold, scale, subj, co, y, py, unit string
	key, val                                           [2]string
	f, o                                               side
}

var (
	firms = strings.Split("Halvern Foods|Ostrava Rail Leasing|Pinecrest Semiconductor|Lomond Utilities|Brightwater Hotels|"+
		"Carrow Insurance Group|Tessaly Pharma|Quillon Software|Northgate Steel|Veridan Logistics|Ambleside Retail|"+
		"Sorrel Medical Devices|Kestrel Airlines|Dunmore Packaging|Fairlock Bancorp|Merrow Energy Partners", "|")
	items = strings.Split("capital expenditures|research and development expense|goodwill|inventories|interest expense|"+
		"dividends paid|long-term debt|cost of goods sold|operating cash flow|accounts payable|deferred revenue|"+
		"selling and administrative expense|share repurchases|rental expense", "|")
	segments = strings.Split("Europe|Consumer|Cloud Services|Industrial|Latin America|Wholesale|Aftermarket", "|")
	counted  = strings.Split("stores|employees|branches|aircraft|franchised restaurants|delivery vehicles|hotel rooms", "|")
)

func round(v float64, dec int) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', dec, 64), 64)
	return r
}

func group(v float64, dec int) string {
	s := strconv.FormatFloat(v, 'f', dec, 64)
	whole, frac, dot := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dot {
		whole += "." + frac
	}
	return sign + whole
}

func money(v float64) string { return "$" + group(v, 1) + " million" }

// cash makes a side in millions of dollars; say holds one %s.
func cash(v float64, calc, desc, say string) side {
	alt := "$" + group(v*1e6, 0)
	if v >= 1000 {
		alt = "$" + strconv.FormatFloat(v/1000, 'f', 4, 64) + " billion"
	}
	return side{money(v), group(v, 1), alt, calc, desc, fmt.Sprintf(say, money(v))}
}

func percent(v float64, calc, desc, say string) side {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	return side{s + "%", s, s + " percent", calc, desc, fmt.Sprintf(say, strings.TrimPrefix(s, "-")+"%")}
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

func between(r *rand.Rand, lo, hi float64) float64 { return round(lo+r.Float64()*(hi-lo), 1) }

// makers build the kinds of scenes; far tells that gold and rival are clearly different.
var makers = []func(*rand.Rand, *scene) bool{
	extract, growth, growth, change, portion, ratio, average, earnings, count, margin, total, taxRate, points, days,
}

func far(a, b float64) bool { d := a - b; return d > 0.04*a || -d > 0.04*a }

func newScene(r *rand.Rand, kinds string) scene {
	for {
		y := 2013 + r.IntN(11)
		s := scene{co: pick(r, firms), y: strconv.Itoa(y), py: strconv.Itoa(y - 1)}
		if makers[r.IntN(len(makers))](r, &s) && (kinds == "" || strings.Contains(kinds, s.kind)) {
			return s
		}
	}
}

func (s *scene) cashGold(r *rand.Rand) {
	s.unit = "USD millions"
	switch r.IntN(3) {
	case 0:
		s.gold, s.scale = s.f.bare, "million"
	case 1:
		s.gold = s.f.fig
	default:
		s.gold, s.question = s.f.bare, strings.TrimSuffix(s.question, "?")+" (in USD millions)?"
	}
}

func (s *scene) percentGold(r *rand.Rand) {
	s.unit, s.gold = "percent", s.f.fig
	if r.IntN(2) == 0 {
		s.gold, s.scale = s.f.bare, "percent"
	}
}

func extract(r *rand.Rand, s *scene) bool {
	item, a := pick(r, items), between(r, 90, 3200)
	b := round(a*(0.75+r.Float64()*0.6), 1)
	s.kind, s.subj = "ext", fmt.Sprintf("%s of %s for fiscal %s", item, s.co, s.y)
	s.question = fmt.Sprintf("What was the amount of %s reported by %s for fiscal %s?", item, s.co, s.y)
	s.key, s.val = [2]string{item + " " + s.py, item + " " + s.y}, [2]string{money(b), money(a)}
	say := fmt.Sprintf("%s of %s in fiscal %s came to %%s", item, s.co, s.y)
	s.f = cash(a, s.y+" column: "+group(a, 1), "the fiscal "+s.y+" figure", say)
	s.o = cash(b, s.py+" column: "+group(b, 1), "the fiscal "+s.py+" figure", say)
	s.cashGold(r)
	return far(a, b)
}

func growth(r *rand.Rand, s *scene) bool {
	item, a := pick(r, items), between(r, 90, 3200)
	b := round(a*(0.6+r.Float64()), 1)
	g, w := round((b-a)/a*100, 1), round((b-a)/b*100, 1)
	verb, noun := "increased", "increase"
	if g < 0 {
		verb, noun = "decreased", "decrease"
	}
	s.kind, s.subj = "growth", fmt.Sprintf("percentage change in %s of %s from %s to %s", item, s.co, s.py, s.y)
	s.question = "What was the " + s.subj + "?"
	if r.IntN(3) == 0 {
		s.question = fmt.Sprintf("What was the percentage increase / (decrease) in %s at %s in %s versus %s?", item, s.co, s.y, s.py)
	}
	s.key, s.val = [2]string{item + " " + s.py, item + " " + s.y}, [2]string{money(a), money(b)}
	say := fmt.Sprintf("%s of %s %s by %%s from %s to %s", item, s.co, verb, s.py, s.y)
	calc := "(%s - %s) / %s = %s%%"
	s.f = percent(g, fmt.Sprintf(calc, group(b, 1), group(a, 1), group(a, 1), group(g, 1)), "the "+noun+" on the "+s.py+" base", say)
	s.o = percent(w, fmt.Sprintf(calc, group(b, 1), group(a, 1), group(b, 1), group(w, 1)), "the same change over the "+s.y+" base", say)
	s.percentGold(r)
	return (g > 6 || g < -6) && (g-w > 1)
}

func change(r *rand.Rand, s *scene) bool {
	item, a := pick(r, items), between(r, 90, 3200)
	b, c := round(a*(1.1+r.Float64()/2), 1), round(a*(0.5+r.Float64()/3), 1)
	d, e := round(b-a, 1), round(a-c, 1)
	ppy := strconv.Itoa(number(s.py) - 1)
	s.kind, s.subj = "change", fmt.Sprintf("increase in %s of %s from %s to %s", item, s.co, s.py, s.y)
	s.question = fmt.Sprintf("By how much did %s of %s increase from %s to %s?", item, s.co, s.py, s.y)
	s.key, s.val = [2]string{item + " " + s.py, item + " " + s.y}, [2]string{money(a), money(b)}
	say := fmt.Sprintf("%s of %s increased by %%s from %s to %s", item, s.co, s.py, s.y)
	s.f = cash(d, fmt.Sprintf("%s - %s = %s", group(b, 1), group(a, 1), group(d, 1)), "the "+s.py+" to "+s.y+" change", say)
	s.o = cash(e, fmt.Sprintf("%s - %s = %s", group(a, 1), group(c, 1), group(e, 1)), "the "+ppy+" to "+s.py+" change", say)
	s.cashGold(r)
	return far(d, e)
}

func number(s string) int { n, _ := strconv.Atoi(s); return n }

func portion(r *rand.Rand, s *scene) bool {
	seg, other, t := pick(r, segments), pick(r, segments), between(r, 900, 9000)
	a, b := round(t*(0.1+r.Float64()*0.4), 1), round(t*(0.1+r.Float64()*0.4), 1)
	p, q := round(a/t*100, 1), round(b/t*100, 1)
	s.kind, s.subj = "portion", fmt.Sprintf("share of the %s segment in %s revenue of %s", seg, s.y, s.co)
	s.question = fmt.Sprintf("What percentage of %s's total revenue in %s came from the %s segment?", s.co, s.y, seg)
	s.key, s.val = [2]string{seg + " revenue", "Total revenue"}, [2]string{money(a), money(t)}
	say := fmt.Sprintf("the %s segment accounted for %%s of %s revenue in %s", seg, s.co, s.y)
	s.f = percent(p, fmt.Sprintf("%s / %s = %s%%", group(a, 1), group(t, 1), group(p, 1)), "the share of "+seg, say)
	s.o = percent(q, fmt.Sprintf("%s / %s = %s%%", group(b, 1), group(t, 1), group(q, 1)), "the share of "+other, say)
	s.percentGold(r)
	return seg != other && far(p, q)
}

func plain(v float64, dec int, before, after, alt, calc, desc, say string) side {
	fig := before + group(v, dec) + after
	return side{fig, group(v, dec), fmt.Sprintf(alt, strconv.FormatFloat(v, 'f', dec, 64)), calc, desc, fmt.Sprintf(say, fig)}
}

func ratio(r *rand.Rand, s *scene) bool {
	l, a := between(r, 200, 1500), between(r, 300, 3600)
	inv := round(a*(0.12+r.Float64()*0.3), 1)
	v, w := round(a/l, 2), round((a-inv)/l, 2)
	s.kind, s.unit, s.subj = "ratio", "times", fmt.Sprintf("current ratio of %s at the end of %s", s.co, s.y)
	s.question = fmt.Sprintf("What was the current ratio of %s at year end %s (two decimals)?", s.co, s.y)
	s.key, s.val = [2]string{"Current assets", "Current liabilities"}, [2]string{money(a), money(l)}
	say := fmt.Sprintf("the current ratio of %s at the end of %s was %%s", s.co, s.y)
	s.f = plain(v, 2, "", "x", "%s to 1", fmt.Sprintf("%s / %s = %.2f", group(a, 1), group(l, 1), v), "the current ratio", say)
	quick := fmt.Sprintf("(%s - %s) / %s = %.2f", group(a, 1), group(inv, 1), group(l, 1), w)
	s.o = plain(w, 2, "", "x", "%s to 1", quick, "the quick ratio", say)
	s.gold = s.f.bare
	return v > 0.7 && far(v, w)
}

func average(r *rand.Rand, s *scene) bool {
	item, a := pick(r, items), between(r, 90, 3200)
	b, c := round(a*(1.05+r.Float64()/3), 1), round(a*(1.4+r.Float64()/2), 1)
	ppy := strconv.Itoa(number(s.py) - 1)
	v, w := round((a+b+c)/3, 1), round((b+c)/2, 1)
	s.kind, s.subj = "average", fmt.Sprintf("average %s of %s over %s-%s", item, s.co, ppy, s.y)
	s.question = fmt.Sprintf("What was the average annual amount of %s of %s for the three years %s through %s?", item, s.co, ppy, s.y)
	s.key, s.val = [2]string{item + " " + s.py, item + " " + s.y}, [2]string{money(b), money(c)}
	say := fmt.Sprintf("%s of %s averaged %%s a year over %s-%s", item, s.co, ppy, s.y)
	s.f = cash(v, fmt.Sprintf("(%s + %s + %s) / 3 = %s", group(a, 1), group(b, 1), group(c, 1), group(v, 1)), "the three-year average", say)
	s.o = cash(w, fmt.Sprintf("(%s + %s) / 2 = %s", group(b, 1), group(c, 1), group(w, 1)), "the average of the last two years", say)
	s.cashGold(r)
	return far(v, w)
}

func earnings(r *rand.Rand, s *scene) bool {
	v := round(1+r.Float64()*8, 2)
	w := round(v*(1.05+r.Float64()/6), 2)
	s.kind, s.unit, s.subj = "eps", "USD per share", fmt.Sprintf("diluted earnings per share of %s for %s", s.co, s.y)
	s.question = fmt.Sprintf("What were %s's diluted earnings per share in fiscal %s?", s.co, s.y)
	s.key = [2]string{"Basic EPS " + s.y, "Diluted EPS " + s.y}
	s.val = [2]string{"$" + group(w, 2), "$" + group(v, 2)}
	say := fmt.Sprintf("diluted earnings per share of %s in fiscal %s were %%s", s.co, s.y)
	s.f = plain(v, 2, "$", "", "USD %s per share", fmt.Sprintf("diluted EPS line, %s: %.2f", s.y, v), "diluted EPS", say)
	s.o = plain(w, 2, "$", "", "USD %s per share", fmt.Sprintf("EPS line, %s: %.2f", s.y, w), "basic EPS", say)
	s.gold = s.f.fig
	return far(v, w)
}

func count(r *rand.Rand, s *scene) bool {
	thing := pick(r, counted)
	v, w := float64(300+r.IntN(9000)), float64(300+r.IntN(9000))
	s.kind, s.unit, s.subj = "count", thing, fmt.Sprintf("number of %s of %s at the end of %s", thing, s.co, s.y)
	s.question = fmt.Sprintf("How many %s did %s have at the end of %s?", thing, s.co, s.y)
	s.key = [2]string{"Number of " + thing + ", end of " + s.py, "Number of " + thing + ", end of " + s.y}
	s.val = [2]string{group(w, 0), group(v, 0)}
	say := fmt.Sprintf("%s had %%s at the end of %s", s.co, s.y)
	s.f = plain(v, 0, "", " "+thing, "%s", s.y+" row: "+group(v, 0), "the "+s.y+" year-end count", say)
	s.o = plain(w, 0, "", " "+thing, "%s", s.py+" row: "+group(w, 0), "the "+s.py+" year-end count", say)
	s.gold = s.f.bare
	return far(v, w)
}

func rate(r *rand.Rand, s *scene, kind, name, top, bottom, wrong, desc string, lo, hi, off float64) bool {
	t := between(r, 600, 6000)
	a := round(t*(lo+r.Float64()*(hi-lo)), 1)
	b := round(a*(off+r.Float64()*0.2), 1)
	v, w := round(a/t*100, 1), round(b/t*100, 1)
	s.kind, s.subj = kind, fmt.Sprintf("%s of %s for %s", name, s.co, s.y)
	s.question = fmt.Sprintf("What was the %s of %s in fiscal %s, as a percentage rounded to one decimal?", name, s.co, s.y)
	s.key, s.val = [2]string{top, bottom}, [2]string{money(a), money(t)}
	say := fmt.Sprintf("the %s of %s in fiscal %s was %%s", name, s.co, s.y)
	s.f = percent(v, fmt.Sprintf("%s / %s = %s%%", group(a, 1), group(t, 1), group(v, 1)), "the "+name, say)
	s.o = percent(w, fmt.Sprintf("%s %s / %s = %s%%", wrong, group(b, 1), group(t, 1), group(w, 1)), desc, say)
	s.percentGold(r)
	return far(v, w)
}

func margin(r *rand.Rand, s *scene) bool {
	return rate(r, s, "margin", "operating margin", "Operating income", "Net sales", "net income", "the net margin", 0.08, 0.3, 0.6)
}

func taxRate(r *rand.Rand, s *scene) bool {
	return rate(r, s, "tax", "effective tax rate", "Income tax expense", "Income before taxes", "current tax",
		"the current tax rate", 0.16, 0.34, 0.55)
}

func points(r *rand.Rand, s *scene) bool {
	a := between(r, 8, 40)
	b := round(a+1+r.Float64()*6, 1)
	v, w := round(b-a, 1), round((b-a)/a*100, 1)
	s.kind, s.subj = "points", fmt.Sprintf("rise in the gross margin of %s in percentage points, %s to %s", s.co, s.py, s.y)
	s.question = fmt.Sprintf("By how many percentage points did the gross margin of %s rise from %s to %s?", s.co, s.py, s.y)
	s.key = [2]string{"Gross margin " + s.py, "Gross margin " + s.y}
	s.val = [2]string{group(a, 1) + "%", group(b, 1) + "%"}
	say := fmt.Sprintf("the gross margin of %s rose by %%s from %s to %s", s.co, s.py, s.y)
	pp := " percentage points"
	calc := fmt.Sprintf("%s%% - %s%% = %s pp", group(b, 1), group(a, 1), group(v, 1))
	s.f = plain(v, 1, "", pp, "%s pp", calc, "the difference in points", say)
	s.o = plain(w, 1, "", pp, "%s pp", fmt.Sprintf("(%s - %s) / %s = %s%%", group(b, 1), group(a, 1), group(a, 1), group(w, 1)),
		"the relative change in percent", say)
	s.gold, s.unit = s.f.bare, "percentage points"
	return far(v, w)
}

func total(r *rand.Rand, s *scene) bool {
	a, b, c := between(r, 50, 900), between(r, 50, 900), between(r, 20, 400)
	v, w := round(a+b, 1), round(a+b+c, 1)
	s.kind, s.subj = "total", fmt.Sprintf("combined notes payable and term loans of %s at the end of %s", s.co, s.y)
	s.question = fmt.Sprintf("What was the total of notes payable and term loans of %s at December 31, %s?", s.co, s.y)
	s.key, s.val = [2]string{"Notes payable", "Term loans"}, [2]string{money(a), money(b)}
	say := fmt.Sprintf("notes payable and term loans of %s totalled %%s at the end of %s", s.co, s.y)
	s.f = cash(v, fmt.Sprintf("%s + %s = %s", group(a, 1), group(b, 1), group(v, 1)), "the sum of both lines", say)
	more := fmt.Sprintf("%s + %s + %s = %s", group(a, 1), group(b, 1), group(c, 1), group(w, 1))
	s.o = cash(w, more, "the sum including lease liabilities", say)
	s.cashGold(r)
	return far(v, w)
}

func days(r *rand.Rand, s *scene) bool {
	t, a := between(r, 900, 6000), between(r, 100, 800)
	b := round(a*(0.65+r.Float64()*0.2), 1)
	v, w := round((a+b)/2/t*365, 1), round(a/t*365, 1)
	s.kind, s.unit, s.subj = "days", "days", fmt.Sprintf("days sales outstanding of %s for %s", s.co, s.y)
	s.question = fmt.Sprintf("Using average receivables, what were the days sales outstanding (DSO) of %s in fiscal %s?", s.co, s.y)
	s.key = [2]string{"Average accounts receivable", "Net sales"}
	s.val = [2]string{money((a + b) / 2), money(t)}
	say := fmt.Sprintf("days sales outstanding of %s in fiscal %s were %%s", s.co, s.y)
	calc := "365 x %s / %s = %.1f"
	s.f = plain(v, 1, "", " days", "%s", fmt.Sprintf(calc, group((a+b)/2, 1), group(t, 1), v), "DSO on the average balance", say)
	s.o = plain(w, 1, "", " days", "%s", fmt.Sprintf(calc, group(a, 1), group(t, 1), w), "DSO on the closing balance", say)
	s.gold = s.f.bare
	return far(v, w)
}
