package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// gold is a figure that answers a question. Its kind is m amount, d change of an amount, p percentage, c percentage change,
// b percentage by which something decreased, s amount per share, x ratio, y days, f percentage whose gold is a fraction.
type gold struct {
	question, text, scale string
	kind                  byte
	value                 float64
	places                int // decimals
	power                 int // of ten, for amounts
}

var (
	noMoney = regexp.MustCompile(`(?i)share|option|unit|number|employee|energy|mwh|tons|store|weighted|rsu|award|hour|square|how many|` +
		`percent|ratio|year|barrel|gallon|customer|card|transaction|vote|\bmw\b|gwh|bbl|basis point|rate|days|per |return|index|warrant|times|` +
		`in which`)
	moneyish = regexp.MustCompile(`(?i)revenue|income|cost|expense|cash|debt|total|asset|obligation|payment|sales|profit|value|balance|tax|` +
		`lease|liabilit|goodwill|inventor|receivable|earnings|dividend|charge|amount|ebitda`)
	lowering = regexp.MustCompile(`(?i)decreas|declin|reduc|\bloss|drop|lower|fall|fell|less`)
	change   = regexp.MustCompile(`(?i)\bchange in|\bchange of|increase ?/ ?\(decrease\)|net change`)
	pctMove  = regexp.MustCompile(`(?i)(percentage|percent) (change|increase|growth)|percent of the (change|increase|growth) in|growth rate|` +
		`year-over-year change in revenue`)
	pctPart = regexp.MustCompile(`(?i)^what (is the |was the )?(percent|percentage|portion) of |as a percentage of|% margin`)
	fewer   = regexp.MustCompile(`(percentage|percent) (decrease|decline)|percent of the decline|by how much did .* decrease`)
	plain   = regexp.MustCompile(`^-?\d{1,3}(,?\d{3})*(\.\d+)?$`)
	signed  = regexp.MustCompile(`(?i)2019 to 2018|loss|benefit|deferred|income tax|dividend|financing|\(expense`)
	otherFX = regexp.MustCompile(`[£€¥₹]|RMB|INR|HK|A\$|C\$|S\$|NZ\$|Rs\.|CHF|SEK|\bRM\b|NT\$|R\$`)
)

// parse reads a printed number and counts its decimals.
func (g *gold) parse(s string) bool {
	if inner, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(inner, ")") {
		s = "-" + strings.TrimSuffix(inner, ")")
	}
	if !plain.MatchString(s) {
		return false
	}
	s = strings.ReplaceAll(s, ",", "")
	v, err := strconv.ParseFloat(s, 64)
	if _, frac, ok := strings.Cut(s, "."); ok {
		g.places = len(frac)
	}
	g.value = v
	return err == nil && math.Abs(v)*math.Pow10(g.places) >= 10
}

func lines(path string) [][]byte {
	data, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

func decode(raw []byte, into any) {
	if err := json.Unmarshal(raw, into); err != nil {
		log.Fatal(err)
	}
}

// keep adds the gold if its question is new and its size is not too odd to judge forms of.
func keep(golds []gold, g gold) []gold {
	v, ok := math.Abs(g.value), g.value > 0
	switch g.kind {
	case 'p', 'f', 'b':
		ok = g.value >= 0.5 && v < 99
	case 'c', 'd':
		ok = (g.kind == 'd' || v >= 0.5 && v < 400) && !signed.MatchString(g.question)
	}
	if !ok || slices.ContainsFunc(golds, func(o gold) bool { return o.question == g.question }) {
		return golds
	}
	return append(golds, g)
}

// readFinQA reads the golds of the test split, which come with runs of a model.
func readFinQA(dir string) []gold {
	var golds []gold
	for _, l := range lines(filepath.Join(dir, "finqa/model_runs/qwen3-8b_oracle_test_0500-1146.jsonl")) {
		var rec struct {
			Question string
			Gold     any
			Text     string `json:"gold_text"`
		}
		decode(l, &rec)
		g := gold{question: rec.Question, text: rec.Text}
		num, err := strconv.ParseFloat(fmt.Sprint(rec.Gold), 64)
		bare, pct := strings.CutSuffix(rec.Text, "%")
		if err != nil || !g.parse(bare) || strings.Contains(rec.Question, "ratio") {
			continue
		}
		low := strings.ToLower(rec.Question)
		switch {
		case pct && math.Abs(num*100-g.value) > 1e-6*math.Abs(g.value):
			continue
		case pct && fewer.MatchString(low) && g.value < 0:
			g.kind, g.value = 'b', -g.value
		case pct && lowering.MatchString(low):
			continue
		case pct && pctMove.MatchString(low):
			g.kind = 'c'
		case pct && pctPart.MatchString(low):
			g.kind = 'p'
		case !pct && (strings.Contains(low, "in million") || strings.Contains(low, "in billion")) && moneyish.MatchString(low) &&
			!noMoney.MatchString(low) && !lowering.MatchString(low):
			g.kind, g.power = 'm', 6
			if strings.Contains(low, "in billion") {
				g.power = 9
			}
			if change.MatchString(low) {
				g.kind = 'd'
			}
			if g.power == 6 && math.Abs(g.value) > 30000 {
				continue // the page is in thousands
			}
		case !pct && strings.Contains(low, "per share") && g.places == 2 && !lowering.MatchString(low) && num < 500 &&
			!strings.Contains(low, "change") && !strings.Contains(low, "million"):
			g.kind = 's'
		default:
			continue
		}
		golds = keep(golds, g)
	}
	return golds
}

// readFractions reads golds of percentages that are printed as fractions.
func readFractions(dir string) []gold {
	var golds []gold
	for _, l := range lines(filepath.Join(dir, "finqa/dev_838_flat.jsonl")) {
		var rec struct {
			Question string
			Raw      string  `json:"gold_raw"`
			Value    float64 `json:"gold_value"`
			Formula  float64 `json:"formula_value"`
		}
		decode(l, &rec)
		g := gold{question: rec.Question, text: rec.Raw, kind: 'f'}
		_, frac, _ := strings.Cut(rec.Raw, ".")
		if !strings.HasPrefix(rec.Question, "what percent") || !pctPart.MatchString(rec.Question) || len(frac) < 4 ||
			lowering.MatchString(rec.Question) || math.Abs(rec.Value-rec.Formula) > 1e-5 || rec.Value > 0.95 {
			continue
		}
		if g.parse(strconv.FormatFloat(rec.Value*100, 'f', len(frac)-2, 64)) {
			golds = keep(golds, g)
		}
	}
	return golds
}

// readTATQA reads golds with their scales, in dollars only.
func readTATQA(dir string) []gold {
	var all []json.RawMessage
	decode(bytes.Join(lines(filepath.Join(dir, "tatqa/tatqa_dataset_dev.json")), nil), &all)
	var golds []gold
	for _, raw := range all {
		var rec struct {
			Questions []struct {
				Question, Derivation, Scale string
				Answer                      json.RawMessage
				Type                        string `json:"answer_type"`
			}
		}
		decode(raw, &rec)
		if !bytes.Contains(raw, []byte("$")) || otherFX.Match(raw) {
			continue
		}
		for _, q := range rec.Questions {
			g := gold{question: strings.TrimSpace(q.Question), text: strings.Trim(string(q.Answer), "[]\" \n\t"), scale: q.Scale}
			if q.Type != "span" && q.Type != "arithmetic" || strings.Contains(q.Question, "-to-") || strings.Contains(q.Question, "%") {
				continue
			}
			shown, dollar := strings.CutPrefix(g.text, "$")
			bare, pct := strings.CutSuffix(shown, "%")
			for word, p := range map[string]int{"thousand": 3, "million": 6, "billion": 9} {
				if b, ok := strings.CutSuffix(bare, " "+word); ok && dollar {
					bare, g.power = b, p
				} else if q.Scale == word {
					g.power = p
				}
			}
			if !g.parse(bare) {
				continue
			}
			arith := q.Type == "arithmetic"
			low := strings.ToLower(q.Question)
			switch {
			case arith && q.Scale == "percent" && pctMove.MatchString(low) && strings.Contains(q.Derivation, "/") &&
				!strings.Contains(low, "points") && !strings.Contains(low, "margin") && !strings.Contains(low, "percentage of") &&
				!strings.Contains(strings.TrimPrefix(strings.ReplaceAll(q.Derivation, " ", ""), "("), "-("):
				g.kind = 'c'
			case (pct && !arith || q.Scale == "percent" && (pctPart.MatchString(low) || strings.Contains(low, "percentage of"))) &&
				!strings.Contains(low, "change") && !strings.Contains(low, "increase") && !lowering.MatchString(low):
				g.kind = 'p'
			case q.Scale == "" && strings.Contains(low, "ratio of") && arith:
				g.kind = 'x'
			case q.Scale == "" && strings.Contains(low, "per share") && g.places == 2 && g.power == 0 && !lowering.MatchString(low) &&
				!strings.Contains(low, "change"):
				g.kind = 's'
			case g.power > 0 && !noMoney.MatchString(low) && moneyish.MatchString(low) && arith && change.MatchString(low) &&
				strings.Count(q.Derivation, "-") == 1 && !strings.Contains(q.Derivation, "+"):
				g.kind = 'd'
			case g.power > 0 && !noMoney.MatchString(low) && moneyish.MatchString(low) && !strings.Contains(low, "change") &&
				!lowering.MatchString(low):
				g.kind = 'm'
			default:
				continue
			}
			golds = keep(golds, g)
		}
	}
	return golds
}

// readFinanceBench reads the golds that are one number.
func readFinanceBench(dir string) []gold {
	var golds []gold
	for _, l := range lines(filepath.Join(dir, "financebench/financebench_open_source_102.jsonl")) {
		var rec struct{ Question, Answer string }
		decode(l, &rec)
		g := gold{question: rec.Question, text: rec.Answer}
		shown, dollar := strings.CutPrefix(rec.Answer, "$")
		bare, pct := strings.CutSuffix(shown, "%")
		if dollar {
			bare = strings.TrimSuffix(bare, ".00")
		}
		if !g.parse(bare) {
			continue
		}
		low := strings.ToLower(rec.Question)
		switch {
		case dollar && strings.Contains(low, "usd million"):
			g.kind, g.power = 'm', 6
		case dollar && strings.Contains(low, "usd billion"):
			g.kind, g.power = 'm', 9
		case pct && pctMove.MatchString(low):
			g.kind = 'c'
		case pct && !strings.Contains(low, "change"):
			g.kind = 'p'
		case !dollar && strings.Contains(low, "dpo"):
			g.kind = 'y'
		case !pct && !dollar && strings.Contains(low, "ratio"):
			g.kind = 'x'
		default:
			continue
		}
		golds = keep(golds, g)
	}
	return golds
}
