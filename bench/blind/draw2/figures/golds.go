package main

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// gold is one question with a numeric gold answer that leaves no room for argument.
type gold struct {
	dataset, question, text, scale string
	v                              float64 // in the unit; percent golds in percent
	dec                            int     // decimals to show
	unit                           string  // thousand, million, billion or ""
	tags                           map[string]bool
	subj                           string
	years                          []int
	used                           int
}

func re(s string) *regexp.Regexp { return regexp.MustCompile(s) }

var (
	numRE     = re(`^\$?-?[\d,]*\.?\d+%?$`)
	ownRE     = re(`^\$([\d,]*\.?\d+) (million|billion)$`)
	yearRE    = re(`\b(?:19[89]\d|20[0-3]\d)\b`)
	fyRE      = re(`FY(20\d\d)`)
	scaleRE   = re(`(?i)\b(thousand|million|billion|trillion)s?\b`)
	inScaleRE = re(`(?i)\bin (?:us )?(?:usd |\$ ?)?(thousand|million|billion)s?\b`)
	usdRE     = re(`(?i)in USD (million|billion)s`)
	pctRE     = re(`(?i)percent|percentage|what portion|growth rate|% margin|units of percents|growth of the`)
	dirRE     = re(`(?i)decreas|declin|reduc|drop|\bfall|fell|increas|\brise|rose|higher|lower|surpass|exceed|differen|greater|\bmore\b|\bless\b|gap|compared|out ?perform|growth in|impact|effect|variation|variance|grow\b|\bgrew`)
	oddRE     = re(`(?i)loss|deficit|benefit|\(|used in|used for|provision|expense, net|charge|outflow|paid|exchange|interest rate|tax rate|allowance|hedg|derivativ|writ|unrealized|per year|and accum`)
	signedRE  = re(`(?i)\bchange\b|growth rate|growth of the|percentage growth|total revenue growth`)
	pctChgRE  = re(`(?i)percent(?:age)? change|growth rate|percentage growth|year-over-year change`)
	moneyRE   = re(`(?i)mortgage|revenue|sales|income|expense|cost|asset|liabilit|cash|debt|capital|payment|profit|earnings|lease|tax|goodwill|inventor|receivable|payable|equity|dollar|amortization|depreciation|proceeds|fee|reserve|dividend|compensation|balance|backlog`)
	nonMoney  = re(`(?i)\bshares?\b|employee|number of|barrel|units?\b|mmboe|boe\b|square|feet|customer|acre|ton\b|tons|mwh|gwh|transactions?|people|per share|volume|subscriber|warrant|options?\b|stock|euro|pound|yen|peso|canad|£|€|rmb|reais|cents|days|year average|rate`)
	badQ      = re(`(?i)exchange rate|which year|in which|how many years|when |why |not including|approximat|about how|estimat|roughly|basis point|points?\b|ratio \(in|if |assum`)
	safeLevel = re(`(?i)net income attributable|total assets|inventories|current assets|current liabilities|revenue|net sales|COGS`)
	subjRE    = re(`(?i)^what (?:is|was|were) (the [^,?;$]{8,95}?|[A-Z][^,?;$]{8,95}?) ?\?`)
	parenRE   = re(` ?\([^)]*\)`)
	newOldRE  = re(`(?i)in (?:fiscal )?\d{4} (?:from|compare|as compare)`)
	avgRE     = re(`(?i)average|mean\b`)
)

func decimals(s string) int {
	s = strings.TrimSuffix(s, "%")
	i := strings.IndexByte(s, '.')
	if i < 0 {
		return 0
	}
	return len(strings.TrimRight(s[i+1:], "0"))
}

func parse(s string) (float64, bool) {
	if !numRE.MatchString(s) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.Trim(strings.ReplaceAll(strings.ReplaceAll(s, ",", ""), "$", ""), "%"), 64)
	return v, err == nil
}

// finish sets the tags and refuses doubtful golds.
func finish(g *gold, kind string) bool {
	q := g.question
	a := math.Abs(g.v)
	if a == 0 || badQ.MatchString(q) || len(q) > 420 || (g.unit == "" && g.dec == 0 && a >= 1900 && a <= 2100) {
		return false
	}
	exact := g.dec <= 2
	if g.dec > 2 {
		r := math.Round(a*100) / 100
		if math.Abs(r-a)/a > 0.001 {
			return false
		}
		g.dec = 2
	}
	digits := len(strings.Trim(strings.ReplaceAll(strconv.FormatFloat(a, 'f', g.dec, 64), ".", ""), "0"))
	if kind != "count" && digits < 2 {
		return false
	}
	scales := map[string]bool{}
	for _, m := range scaleRE.FindAllStringSubmatch(q, -1) {
		scales[strings.ToLower(m[1])] = true
	}
	if len(scales) > 1 || (len(scales) == 1 && !scales[g.unit]) {
		return false
	}
	t := map[string]bool{kind: true, strings.ToLower(strings.ReplaceAll(g.dataset, "-", "")): true, "exact": exact}
	for _, y := range yearRE.FindAllString(fyRE.ReplaceAllString(q, " $1"), -1) {
		n, _ := strconv.Atoi(y)
		g.years = append(g.years, n)
	}
	asksDir := dirRE.MatchString(q) || avgRE.MatchString(q) || (len(g.years) > 1 && g.years[0] > g.years[1] && !newOldRE.MatchString(q))
	if g.v < 0 {
		if asksDir || oddRE.MatchString(q) || !signedRE.MatchString(q) {
			return false
		}
		t["neg"] = true
	} else {
		t["pos"] = true
	}
	t["signed"] = signedRE.MatchString(q) && !asksDir && !oddRE.MatchString(q)
	t["level"] = !signedRE.MatchString(q) && !asksDir && !oddRE.MatchString(q) && !avgRE.MatchString(q)
	t["safelevel"] = t["level"] && safeLevel.MatchString(q)
	t["pctchange"] = kind == "pct" && pctChgRE.MatchString(q) && t["signed"]
	t["usdstated"] = strings.Contains(g.text, "$") || strings.Contains(q, "$") || strings.Contains(q, "dollar")
	t["three"] = digits >= 3
	t["int"] = g.dec == 0
	t["big"] = a >= 1000
	g.tags = t
	t["oneyear"] = len(g.years) == 1
	if m := subjRE.FindStringSubmatch(q); m != nil {
		s := strings.TrimSpace(parenRE.ReplaceAllString(m[1], ""))
		s = strings.ReplaceAll(s, " 2019s", "'s")
		if !strings.Contains(s, " what ") && !strings.Contains(s, "/") && !strings.Contains(s, " , ") {
			g.subj = s
		}
	}
	return true
}

func loadFinQA(dir string) []*gold {
	var out []*gold
	seen := map[string]bool{}
	add := func(q, text string, value float64, pct bool) {
		g := &gold{dataset: "FinQA", question: q, text: text, v: value, dec: decimals(text)}
		if seen[q] {
			return
		}
		kind := "plain"
		switch {
		case pct:
			kind = "pct"
			if !strings.HasSuffix(text, "%") {
				g.dec = 2
			}
		default:
			m := inScaleRE.FindStringSubmatch(q)
			if m != nil {
				g.unit, kind = strings.ToLower(m[1]), "money"
			} else if re(`(?i)ratio\b|turnover`).MatchString(q) {
				kind = "ratio"
			} else if scaleRE.MatchString(q) {
				return
			}
		}
		if kind == "plain" && math.Abs(value) < 20 || kind == "ratio" && (value < 0.2 || value > 60 || decimals(text) < 2) {
			return
		}
		if finish(g, kind) {
			seen[q] = true
			g.tags["usd"] = kind == "money" && moneyRE.MatchString(q) && !nonMoney.MatchString(q)
			g.tags["frac"] = pct && !strings.HasSuffix(text, "%")
			g.tags["stated"] = pct && strings.HasSuffix(text, "%")
			g.tags["bareok"] = kind == "money" || kind == "ratio" || kind == "plain"
			out = append(out, g)
		}
	}
	for _, name := range []string{"dev_200.json", "train_100.json"} {
		var recs []struct {
			QA struct {
				Question, Answer string
				ExeAns           json.RawMessage `json:"exe_ans"`
			} `json:"qa"`
		}
		readJSON(filepath.Join(dir, name), &recs)
		for _, r := range recs {
			v, ok := parse(r.QA.Answer)
			exe, err := strconv.ParseFloat(string(r.QA.ExeAns), 64)
			if !ok || err != nil || !strings.HasSuffix(r.QA.Answer, "%") || !pctRE.MatchString(r.QA.Question) {
				continue
			}
			if math.Abs(exe*100-v) < 0.06 && math.Abs(v) >= 2 && math.Abs(v) <= 95 {
				add(r.QA.Question, r.QA.Answer, v, true)
			}
		}
	}
	eachLine(filepath.Join(dir, "dev_838_flat.jsonl"), func(b []byte) {
		var r struct {
			Question, Answer, Program string
			ScaleRelation             string `json:"scale_relation"`
			Corrected                 any    `json:"answer_corrected"`
		}
		if json.Unmarshal(b, &r) != nil || r.ScaleRelation != "consistent" || r.Corrected == true || r.Corrected == "True" {
			return
		}
		v, ok := parse(r.Answer)
		if !ok {
			return
		}
		isPct := pctRE.MatchString(r.Question)
		switch {
		case isPct && decimals(r.Answer) >= 4 && math.Abs(v) >= 0.05 && math.Abs(v) < 0.95 && !strings.Contains(r.Program, "const_100") && strings.HasPrefix(r.Program[max(0, strings.LastIndex(r.Program, ", d")):], ", divide") || isPct && decimals(r.Answer) >= 4 && math.Abs(v) >= 0.05 && math.Abs(v) < 0.95 && strings.HasPrefix(r.Program, "divide") && strings.Count(r.Program, "(") == 1:
			add(r.Question, r.Answer, v*100, true)
		case !isPct && !re(`(?i)\bportion|\brate|return|margin|%|percent|\broi\b|share of|how much of`).MatchString(r.Question):
			add(r.Question, r.Answer, v, false)
		}
	})
	return out
}

func loadTATQA(dir string) []*gold {
	var docs []struct {
		Questions []struct {
			Question string          `json:"question"`
			Answer   json.RawMessage `json:"answer"`
			Type     string          `json:"answer_type"`
			Scale    string          `json:"scale"`
		} `json:"questions"`
	}
	readJSON(filepath.Join(dir, "tatqa_dataset_dev.json"), &docs)
	var out []*gold
	for _, d := range docs {
		for _, q := range d.Questions {
			text := string(q.Answer)
			var list []string
			var s string
			if json.Unmarshal(q.Answer, &list) == nil {
				if len(list) != 1 {
					continue
				}
				text = list[0]
			} else if json.Unmarshal(q.Answer, &s) == nil {
				text = s
			}
			g := &gold{dataset: "TAT-QA", question: q.Question, text: text, scale: q.Scale}
			if m := ownRE.FindStringSubmatch(text); m != nil && q.Scale == "" {
				g.v, _ = parse(m[1])
				g.dec, g.unit = decimals(m[1]), m[2]
				if finish(g, "money") {
					g.tags["usd"] = true
					out = append(out, g)
				}
				continue
			}
			v, ok := parse(text)
			if !ok || strings.HasPrefix(text, "$") && q.Scale == "" || strings.HasSuffix(text, "%") {
				continue
			}
			g.v, g.dec = v, decimals(text)
			kind := "plain"
			switch {
			case q.Type == "count":
				kind = "count"
			case q.Scale == "percent":
				kind = "pct"
				if math.Abs(v) < 2 || v > 250 || v < -95 || !pctRE.MatchString(q.Question) || re(`(?i)average|change in the (?:rate|percent)|percentage of net revenues of`).MatchString(q.Question) {
					continue
				}
			case q.Scale != "":
				kind, g.unit = "money", q.Scale
			case re(`(?i)\bratio\b`).MatchString(q.Question):
				kind = "ratio"
				if v < 0.2 || v > 60 || g.dec < 2 {
					continue
				}
			case math.Abs(v) < 20 || pctRE.MatchString(q.Question) || re(`(?i)proportion|rate`).MatchString(q.Question):
				continue
			}
			if finish(g, kind) {
				g.tags["usd"] = kind == "money" && strings.HasPrefix(text, "$")
				g.tags["stated"] = kind == "pct"
				g.tags["bareok"] = kind != "money"
				out = append(out, g)
			}
		}
	}
	return out
}

func loadFB(dir string) []*gold {
	var out []*gold
	eachLine(filepath.Join(dir, "financebench_open_source_102.jsonl"), func(b []byte) {
		var r struct{ Question, Answer string }
		if json.Unmarshal(b, &r) != nil {
			return
		}
		v, ok := parse(r.Answer)
		if !ok {
			return
		}
		g := &gold{dataset: "FinanceBench", question: r.Question, text: r.Answer, v: v, dec: decimals(strings.TrimPrefix(r.Answer, "$"))}
		kind := "ratio"
		if strings.HasSuffix(r.Answer, "%") {
			kind = "pct"
			if v < 2 {
				return
			}
		} else if strings.HasPrefix(r.Answer, "$") {
			m := usdRE.FindStringSubmatch(r.Question)
			if m == nil || v < 1 {
				return
			}
			kind, g.unit = "money", m[1]
			if m[1] == "billion" {
				g.dec = max(1, g.dec)
			}
		} else if v < 0.2 || g.dec < 2 {
			return
		}
		if finish(g, kind) {
			g.tags["usd"] = kind == "money"
			g.tags["stated"] = kind == "pct"
			g.tags["bareok"] = true
			g.tags["onedec"] = kind == "pct" && strings.Contains(r.Question, "one decimal")
			if strings.Contains(r.Question, "DPO") {
				g.tags["days"] = true
				delete(g.tags, "ratio")
			}
			out = append(out, g)
		}
	})
	return out
}

func readJSON(path string, v any) {
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	check(err)
}

func eachLine(path string, f func([]byte)) {
	fh, err := os.Open(path)
	check(err)
	defer fh.Close()
	sc := bufio.NewScanner(fh)
	sc.Buffer(nil, 64<<20)
	for sc.Scan() {
		f(sc.Bytes())
	}
	check(sc.Err())
}
