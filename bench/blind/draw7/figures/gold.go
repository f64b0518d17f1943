package main

import (
	"bufio"
	"encoding/json"
	"log"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// gold is one real question with its figure. Kinds: m money in a scale, n money in dollars, k other quantity in a scale,
// c plain count or figure of unknown unit, p percent, r ratio, d days.
type gold struct {
	set, question, text, scale string
	kind                       byte
	val, mult                  float64
	dec                        int
	dir                        string // "increase", "decrease" or "" when direction words do not fit
	change                     bool   // the question asks for a signed change
	dollar, frac               bool
	subj, verb                 string
}

var (
	figure  = regexp.MustCompile(`^(\()?(-)?\s*(\$)?\s*(-)?\s*(\d[\d,]*(?:\.\d+)?|\.\d+)\)?\s*(%)?\s*(thousand|million|billion)?$`)
	inScale = regexp.MustCompile(`\b(?:in|of)\s+(?:the\s+)?(?:us\s+dollars?\s+|usd\s+|dollars?\s+)?(?:in\s+)?` +
		`(thousands|millions|billions|million|thousand)\b`)
	anyScale = regexp.MustCompile(`thousand|million|billion`)
	counted  = regexp.MustCompile(`how many|number of|shares|units|options|warrants|employees|customers|barrels|locations|square|nonvested|` +
		`stock outstanding|common stock|years|\bage\b|months|acres|rsus|headcount|awards|` +
		`capacity|tons|miles|days|megawatt|points|index|boe|ounces|volume`)
	worth = regexp.MustCompile(`revenue|sales|income|asset|liabilit|debt|expense|cash|payment|tax|benefit|value|price|proceeds|` +
		`interest|equity|profit|earnings|loss|dividend|obligation|goodwill|cost|receivable|payable|inventor|ebit|capital|fees|` +
		`compensation|spend|deposit|lease|borrowing|amorti|depreciation|provision|backlog|rent`)
	pctAsked = regexp.MustCompile(`percent|growth rate|margin|\broi\b|rate of return|proportion|\bportion\b|as a % of|in units of percents`)
	muddled  = regexp.MustCompile(`used in|loss|\(gain\)|deficit|unrealized|unrealised|difference|` +
		`net change|outperform|respectively|\\n|net decrease|net increase`)
	ratioAsked = regexp.MustCompile(`\b(ratio|roa)\b`)
	rateAsked  = regexp.MustCompile(`\b(rates?|ratios?|roa)\b`)
	downAsked  = regexp.MustCompile(`decrease|decline|reduction|drop`)
	upAsked    = regexp.MustCompile(`increase|growth|grow|rise`)
	whatIs     = regexp.MustCompile(`^[Ww]hat (is|was|are|were) (the [^?]+?)\s*\?$`)
	foreign    = regexp.MustCompile(`£|€|¥|RMB|RM\b|CHF|NT\$|A\$|C\$|S\$|HK\$|Rs|SEK|NOK|DKK|US\$|pounds|euro`)
	factors    = map[string]float64{"": 1, "thousand": 1e3, "million": 1e6, "billion": 1e9}
)

func lines(path string) [][]byte {
	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	var out [][]byte
	for sc.Scan() {
		out = append(out, []byte(sc.Text()))
	}
	if err := sc.Err(); err != nil {
		log.Fatal(err)
	}
	return out
}

func decode(b []byte, v any) {
	if err := json.Unmarshal(b, v); err != nil {
		log.Fatal(err)
	}
}

func load(dir string) map[string][]gold {
	all := map[string][]gold{}
	add := func(g gold, ok bool) {
		if ok {
			all[g.set] = append(all[g.set], g)
		}
	}
	for _, b := range lines(filepath.Join(dir, "finqa/model_runs/qwen3-8b_oracle_test_0500-1146.jsonl")) {
		var r struct {
			Question string `json:"question"`
			Text     string `json:"gold_text"`
		}
		decode(b, &r)
		add(classify("finqa", r.Question, r.Text, "", true))
	}
	for _, b := range lines(filepath.Join(dir, "financebench/financebench_open_source_102.jsonl")) {
		var r struct{ Question, Answer string }
		decode(b, &r)
		add(classify("financebench", r.Question, r.Answer, "", true))
	}
	b, err := os.ReadFile(filepath.Join(dir, "tatqa/tatqa_dataset_dev.json"))
	if err != nil {
		log.Fatal(err)
	}
	var blocks []json.RawMessage
	decode(b, &blocks)
	for _, raw := range blocks {
		var block struct {
			Questions []struct {
				Question, Scale string
				Answer          any
				Kind            string `json:"answer_type"`
			}
		}
		decode(raw, &block)
		dollar := strings.Contains(string(raw), "$") && !foreign.Match(raw)
		for _, q := range block.Questions {
			text := ""
			switch a := q.Answer.(type) {
			case float64:
				text = strconv.FormatFloat(a, 'f', -1, 64)
			case []any:
				if len(a) == 1 {
					text, _ = a[0].(string)
				}
			}
			if q.Kind == "arithmetic" || q.Kind == "span" {
				add(classify("tatqa", q.Question, text, q.Scale, dollar))
			}
		}
	}
	return all
}

// classify reads the figure of a gold and drops golds which are ambiguous or malformed.
func classify(set, question, text, scale string, dollar bool) (gold, bool) {
	question = strings.Join(strings.Fields(question), " ")
	q := strings.ToLower(question)
	g := gold{set: set, question: question, text: text, scale: scale, mult: 1, dollar: dollar}
	m := figure.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || strings.Contains(q, " or ") || strings.Contains(q, `\\n`) || strings.Contains(q, "range") || len(q) < 20 {
		return g, false
	}
	g.val, _ = strconv.ParseFloat(strings.ReplaceAll(m[5], ",", ""), 64)
	if _, f, ok := strings.Cut(m[5], "."); ok {
		g.dec = len(strings.TrimRight(f, "0"))
	}
	if m[1]+m[2]+m[4] != "" {
		g.val = -g.val
	}
	if m[1] != "" && downAsked.MatchString(q) || math.Abs(g.val) < 0.01 || g.dec > 3 {
		return g, false
	}
	asked := anyScale.FindAllString(q, -1)
	words := inScale.FindStringSubmatch(q)
	pct := m[6] != "" || scale == "percent"
	switch {
	case pct:
		if !pctAsked.MatchString(q) || len(asked) > 0 || strings.Contains(q, "basis point") || math.Abs(g.val) < 0.1 || m[3] != "" {
			return g, false
		}
		g.kind = 'p'
	case strings.Contains(q, "payable outstanding"):
		g.kind = 'd'
	case m[3] == "" && scale == "" && ratioAsked.MatchString(q) && m[7] == "" && !strings.Contains(q, "change in") &&
		len(asked) == 0 && math.Abs(g.val) < 60 && g.dec > 0:
		g.kind = 'r'
	case pctAsked.MatchString(q) || rateAsked.MatchString(q):
		return g, false
	default:
		switch {
		case m[7] != "" && scale == "":
			g.mult = factors[m[7]]
		case m[7] == "" && scale != "" && len(asked) == 0:
			g.mult = factors[scale]
		case m[7] == "" && scale == "" && len(asked) == 1 && words != nil:
			g.mult = factors[strings.TrimSuffix(words[1], "s")]
		case m[7] != "" || scale != "" || len(asked) > 0:
			return g, false
		}
		cash := m[3] != "" || worth.MatchString(q) && !counted.MatchString(q)
		switch {
		case g.mult > 1 && cash && dollar:
			g.kind = 'm'
		case g.mult > 1:
			g.kind, g.dollar = 'k', false
		case cash && dollar && math.Abs(g.val) >= 1e6:
			g.kind = 'n'
		case g.val == math.Trunc(g.val) && math.Abs(g.val) < 32 || g.val > 1980 && g.val < 2031 && g.dec == 0:
			return g, false
		default:
			g.kind = 'c'
		}
		if g.mult > 1 && math.Abs(g.val)*g.mult > 3e12 {
			return g, false
		}
	}
	if set == "finqa" && g.val < 0 && g.kind != 'p' && !strings.Contains(q, "change") {
		return g, false
	}
	g.direct(q)
	if s := whatIs.FindStringSubmatch(question); s != nil && len(s[2]) < 120 && set != "financebench" && !strings.Contains(q, "(") {
		g.subj, g.verb = s[2], s[1]
	}
	if set == "finqa" && g.kind == 'p' && len(question)%4 == 0 && g.dec < 3 && math.Abs(g.val) >= 2 {
		g.frac, g.text = true, strconv.FormatFloat(g.val/100, 'f', g.dec+2, 64)
	}
	return g, true
}

func (g *gold) direct(q string) {
	up, down := upAsked.MatchString(q), downAsked.MatchString(q)
	g.change = strings.Contains(q, "change") || up && down
	switch {
	case muddled.MatchString(q) || strings.Contains(q, "exchange") || strings.Contains(q, "average"):
		g.change = false
	case strings.Contains(q, "as a percent") || strings.Contains(q, "portion"):
		g.change = false
	case g.change && g.val > 0 && !(down && !up):
		g.dir = "increase"
	case g.change && g.val < 0 || down && !up:
		g.dir = "decrease"
	case up && !down && g.val > 0 && (strings.Contains(q, "increase from") || strings.Contains(q, "by how much") ||
		strings.Contains(q, "the increase") || strings.Contains(q, "growth rate")):
		g.dir = "increase"
	}
}
