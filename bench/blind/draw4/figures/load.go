package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// An item is a question with one number as gold. Kinds: P percent, M money with a scale word, Q other
// quantity with a scale word, U money in units, T ratio, D days, B bare number of unknown unit.
type item struct {
	question, gold, scale, kind string
	digits                      string // magnitude as printed, no separators
	word                        string // scale word that the figure is in, even if the gold does not carry it
	negative, change, askedDown bool
}

var (
	number   = regexp.MustCompile(`^(-?)\$?([\d,]+(?:\.\d+)?)(%?)$`)
	yearLike = regexp.MustCompile(`^(19|20)\d\d$`)
	percentQ = regexp.MustCompile(`(?i)percent|%|growth rate|rate of|portion|margin|proportion`)
	changeQ  = regexp.MustCompile(`(?i)\b(change|growth|increase|grow|grew)\b`)
	downQ    = regexp.MustCompile(`(?i)\b(decrease|decline|declined|decreased|reduction|drop|dropped|fell|fall)\b`)
	murkyQ   = regexp.MustCompile(`(?i)average|portion|due to|attribut|ratio|\bsum\b|\bif\b|total (increase|change)|cumulative|` +
		`difference|relative|variation|tax (expense )?rate|` +
		`as a (percent|%)|percent(age)? of|how many times|margin|hypothetical|impact|from the (increase|change)|` +
		`\bwhen\b|would|\bboth\b|growth (year|fund|equity)|related to|and what|, how much|expected|year did|which`)
	moneyQ = regexp.MustCompile(`(?i)revenue|income|expense|cost|sales|cash|debt|asset|liabilit|tax|profit|earnings|interest|payment|` +
		`dividend|equity|fee|compensation|obligation|capital|goodwill|borrowing|loan|amorti|depreciation|benefit|receivable|payable`)
	notMoneyQ = regexp.MustCompile(`(?i)shares|units|barrel|vehicle|subscriber|customer|employee|stock options|rsu|number of|square|` +
		`tons|tonne|acre|mwh|gallon|per |awards|vest|stock (unit|option)|euro|£|pound|rent|accounts opened|customers`)
	perShareQ  = regexp.MustCompile(`(?i)per share|share price|stock price|\beps\b|prices? of|fair value of options`)
	millionsQ  = regexp.MustCompile(`(?i)in (usd |us\$ |\$ |us dollars? )?millions?\b|\(in millions`)
	billionsQ  = regexp.MustCompile(`(?i)in (usd |us\$ |\$ )?billions?\b`)
	yearsQ     = regexp.MustCompile(`(?i)(?:from|between)\D*((?:19|20)\d\d)\D+?(?:to|and)\D+?((?:19|20)\d\d)`)
	earningsQ  = regexp.MustCompile(`(?i)income|earnings|\beps\b`)
	thousandsQ = regexp.MustCompile(`(?i)in (usd |us\$ |\$ )?thousands?\b`)
)

// MakeItem judges one gold; ok is false for golds that are not one clear number.
func makeItem(question, gold, scale string, dollars bool) (it item, ok bool) {
	m := number.FindStringSubmatch(gold)
	if m == nil || len(question) > 420 {
		return it, false
	}
	it = item{question: strings.TrimSpace(question), gold: gold, scale: scale, negative: m[1] == "-"}
	it.digits = shift(strings.ReplaceAll(m[2], ",", ""), 0)
	significant := strings.TrimLeft(strings.ReplaceAll(it.digits, ".", ""), "0")
	v, _ := strconv.ParseFloat(it.digits, 64)
	if len(significant) < 2 || m[3] == "" && scale == "" && yearLike.MatchString(it.digits) {
		return it, false
	}
	isPercent := m[3] == "%" || scale == "percent"
	it.word = scale
	switch {
	case scale != "" || isPercent:
	case millionsQ.MatchString(question):
		it.word = "million"
	case billionsQ.MatchString(question):
		it.word = "billion"
	case thousandsQ.MatchString(question):
		it.word = "thousand"
	}
	money := dollars && moneyQ.MatchString(question) && !notMoneyQ.MatchString(question)
	lower := strings.ToLower(question)
	switch {
	case isPercent:
		it.kind, it.word = "P", "percent"
		ok = v <= 400 && v >= 0.5 && (percentQ.MatchString(question) || strings.Contains(lower, "rate"))
		ok = ok && !millionsQ.MatchString(question) && !strings.Contains(lower, "ratio")
	case percentQ.MatchString(question) && !strings.Contains(lower, "margin"):
		return it, false
	case it.word != "" && money:
		it.kind = "M"
		ok = !(it.word == "billion" && v > 2000) && !(it.word == "million" && v > 400000)
	case it.word != "":
		it.kind, ok = "Q", true
	case strings.Contains(lower, "days payable") || strings.Contains(lower, "days sales"):
		it.kind, ok = "D", true
	case strings.Contains(lower, "ratio") && !strings.Contains(lower, "percent"):
		it.kind, ok = "T", v < 60 && strings.Contains(it.digits, ".")
	case dollars && perShareQ.MatchString(question):
		it.kind, ok = "U", strings.Contains(it.digits, ".") && v < 40 && (v < 5 || !earningsQ.MatchString(question))
	default:
		it.kind, ok = "B", !strings.Contains(lower, "margin")
	}
	changes, down, murky := changeQ.MatchString(question), downQ.MatchString(question), murkyQ.MatchString(question)
	it.change = (changes || down) && !murky
	it.askedDown = down && !changes
	if (changes || down) && murky && it.negative || it.negative && !it.change {
		return it, false
	}
	if changes && murky && it.kind == "P" && !strings.Contains(lower, "percentage of") {
		return it, false
	}
	if y := yearsQ.FindStringSubmatch(question); it.change && y != nil && y[1] > y[2] {
		return it, false
	}
	return it, ok && !strings.Contains(lower, "volatility")
}

func eachLine(path string, use func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		if err := use(s.Bytes()); err != nil {
			return err
		}
	}
	return s.Err()
}

func load(set, dir string) (items []item, err error) {
	seen := map[string]bool{}
	add := func(question, gold, scale string, dollars bool) {
		if it, ok := makeItem(question, gold, scale, dollars); ok && !seen[it.question] {
			seen[it.question] = true
			items = append(items, it)
		}
	}
	switch set {
	case "finqa":
		path := filepath.Join(dir, "finqa/model_runs/qwen3-8b_oracle_test_0500-1146.jsonl")
		err = eachLine(path, func(b []byte) error {
			var row struct {
				Question string   `json:"question"`
				Gold     *float64 `json:"gold"`
				Text     string   `json:"gold_text"`
			}
			if err := json.Unmarshal(b, &row); err != nil || row.Gold == nil {
				return err
			}
			add(row.Question, row.Text, "", true)
			return nil
		})
	case "financebench":
		err = eachLine(filepath.Join(dir, "financebench/financebench_open_source_102.jsonl"), func(b []byte) error {
			var row struct{ Question, Answer string }
			if err := json.Unmarshal(b, &row); err != nil {
				return err
			}
			add(row.Question, row.Answer, "", true)
			return nil
		})
	case "tatqa":
		err = loadTable(filepath.Join(dir, "tatqa/tatqa_dataset_dev.json"), add)
	}
	return items, err
}

func loadTable(path string, add func(question, gold, scale string, dollars bool)) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var contexts []struct {
		Table      struct{ Table [][]string }
		Paragraphs []struct{ Text string }
		Questions  []struct {
			Question, Derivation, Scale string
			Answer                      json.RawMessage
			Type                        string `json:"answer_type"`
		}
	}
	if err := json.Unmarshal(raw, &contexts); err != nil {
		return err
	}
	for _, c := range contexts {
		var text strings.Builder
		for _, row := range c.Table.Table {
			text.WriteString(strings.Join(row, " ") + " ")
		}
		for _, p := range c.Paragraphs {
			text.WriteString(p.Text + " ")
		}
		all := text.String()
		foreign := strings.ContainsAny(all, "£€¥") || strings.Contains(all, "RM") || strings.Contains(all, "S$")
		dollars := strings.Contains(all, "$") && !foreign
		for _, q := range c.Questions {
			var list []string
			gold := string(q.Answer)
			if json.Unmarshal(q.Answer, &list) == nil {
				if len(list) != 1 || q.Scale == "" && !strings.HasSuffix(list[0], "%") && !strings.HasPrefix(list[0], "$") {
					continue
				}
				gold = list[0]
			}
			points := q.Scale == "percent" && q.Type == "arithmetic" && !strings.Contains(q.Derivation, "/")
			if q.Type != "arithmetic" && q.Type != "span" || points {
				continue
			}
			add(q.Question, gold, q.Scale, dollars)
		}
	}
	return nil
}
