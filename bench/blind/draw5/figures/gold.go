package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// gold is one figure of a data set that can be understood without its document.
type gold struct {
	question, text, scale string
	kind                  byte // p share or rate, u/v percent change up/down, m money, i/j its change up/down, x ratio, n shares
	value                 decimal
	unit                  int  // power of ten of the printed number: 0, 3, 6, 9
	dollar                bool // the gold itself shows a dollar sign
}

func rx(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }

var (
	isShare = rx(`percent(age)? of|portion of|as a percent|as a %|% margin|average (discount|interest) rate|` +
		`effective tax rate|gross margin`)
	isMoves  = rx(`chang|increas|decreas|grow|declin|differ|reduc|improv|variation|less than|more than|return|roi\b`)
	isGrowth = rx(`percent(age)? (change|increase)|growth rate|year-over-year change`)
	isChange = rx(`\bchange in|increase ?/ ?\(decrease\)`)
	isDown   = rx(`(^|[^(])(decreas|declin|reduc)|decrease in|margin|percentage point|\brate\b.*\brate\b`)
	isNoise  = rx(`\\n|2019s|201[cd]|\d{5}|% \(|lowest|highest|range|which (year|quarter)|per (share|unit|employee|day|locomotive)`)
	isMoney  = rx(`revenue|sales|expense|cost|cash|debt|income|payment|liabilit|assets|tax|compensation|dividend|` +
		`proceeds|obligation|earnings|rent|inventor|capital exp|ppne|ebitda|receivable|payable|goodwill|profit`)
	notMoney = rx(`share[s ]|number|how many|units|percent|rate|ratio|loss|emission|employee|tonne|year[s]? remain|customer|` +
		`hedg|options|rights|weighted|days|chang|increas|decreas|grow|differ|deficit|used in|outflow|times|square|average life`)
	signDoubt = rx(`loss|deficit|used|outflow|benefit|provision|negative|shares|number|weighted|financing|investing|tax|other|` +
		`employee|units|net cash|currency|adjustment|allowance|\(?decrease\)? in`)
	isShares   = rx(`(how many|number of)[^?]*shares`)
	years      = rx(`\b((?:19|20)\d\d)\b`)
	numberText = regexp.MustCompile(`^\$? ?(\(|-)?\$? ?([\d,]*\.?\d+)\)?( ?%)?( (?:thousand|million|billion))?$`)
)

// ascending tells whether the question names its years in the order of time, with at least two of them.
func ascending(q string) bool {
	m := years.FindAllString(q, -1)
	in := regexp.MustCompile(`in (20\d\d) from (20\d\d)`).FindStringSubmatch(q)
	if in != nil {
		return len(m) == 2 && in[1] > in[2]
	}
	return len(m) == 2 && m[0] < m[1]
}

// classify makes a gold of a question, or fails when the question is not plain.
func classify(set, q, text, scale string) (gold, bool) {
	g := gold{question: q, text: text, scale: scale, dollar: strings.Contains(text, "$")}
	m := numberText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || isNoise.MatchString(q) || len(q) < 25 {
		return g, false
	}
	negative := m[1] != ""
	value, ok := parseDecimal(m[2])
	if !ok || value.digits() < 2 {
		return g, false
	}
	g.value = value
	word := strings.TrimSpace(m[4])
	if word == "" && scale != "percent" {
		word = scale
	}
	lower := strings.ToLower(q)
	for _, w := range []string{"thousand", "million", "billion"} {
		if word == "" && m[3] == "" && set != "tatqa" && regexp.MustCompile(`\b(in|usd) (\$ |usd )?`+w+`s?\b`).MatchString(lower) {
			word = w
		}
	}
	g.unit = map[string]int{"thousand": 3, "million": 6, "billion": 9}[word]
	percent := m[3] != "" || scale == "percent"
	size := value.float()
	switch {
	case percent && isShare.MatchString(q) && !isMoves.MatchString(q) && !negative && size < 98:
		g.kind = 'p'
	case percent && isGrowth.MatchString(q) && !isDown.MatchString(q) && !signDoubt.MatchString(q) && ascending(q) && size < 95:
		g.kind = 'u'
		if negative {
			g.kind = 'v'
		}
		return g, !negative || !strings.Contains(lower, "percentage increase")
	case percent:
		return g, false
	case g.unit > 0 && isChange.MatchString(q) && isMoney.MatchString(q) && !signDoubt.MatchString(q) && ascending(q):
		g.kind = 'i'
		if negative {
			g.kind = 'j'
		}
		return g, !regexp.MustCompile(`average|percent|rate|margin`).MatchString(lower)
	case negative:
		return g, false
	case g.unit > 0 && isMoney.MatchString(q) && !notMoney.MatchString(q) && (g.unit == 3 || size < 60000) && (g.unit < 9 || size < 900):
		g.kind = 'm'
	case g.unit == 0 && (strings.Contains(lower, "ratio of") || rx(`(working capital|turnover|current) ratio`).MatchString(q)):
		g.kind = 'x'
		return g, size > 0.05 && size < 40 && (size < 0.9 || size > 1.1) && value.exp > 0 && !isMoves.MatchString(q) &&
			!strings.Contains(lower, "percent") && !strings.Contains(lower, "dollars")
	case g.unit == 0 && isShares.MatchString(q) && !isMoves.MatchString(q) && value.exp == 0:
		g.kind = 'n'
		return g, !rx(`average|weighted|value|holder|employee`).MatchString(q)
	default:
		return g, false
	}
	return g, true
}

func read(path string) []byte {
	b, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	return b
}

// lines decodes a file of JSON lines.
func lines[T any](path string) []T {
	var out []T
	s := bufio.NewScanner(strings.NewReader(string(read(path))))
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			log.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// load reads the plain golds of the three data sets.
func load(dir string) map[string][]gold {
	out := map[string][]gold{}
	seen := map[string]bool{}
	add := func(set, q, text, scale string) {
		if g, ok := classify(set, q, text, scale); ok && !seen[q] {
			seen[q] = true
			out[set] = append(out[set], g)
		}
	}
	type finqa struct {
		Question string
		Text     string `json:"gold_text"`
	}
	for _, x := range lines[finqa](filepath.Join(dir, "finqa", "model_runs", "qwen3-8b_oracle_test_0500-1146.jsonl")) {
		add("finqa", x.Question, x.Text, "")
	}
	type bench struct{ Question, Answer string }
	for _, x := range lines[bench](filepath.Join(dir, "financebench", "financebench_open_source_102.jsonl")) {
		add("financebench", x.Question, x.Answer, "")
	}
	var contexts []struct {
		Table      struct{ Table [][]string }
		Paragraphs []struct{ Text string }
		Questions  []struct {
			Question, Scale string
			Answer          json.RawMessage
			Type            string `json:"answer_type"`
		}
	}
	if err := json.Unmarshal(read(filepath.Join(dir, "tatqa", "tatqa_dataset_dev.json")), &contexts); err != nil {
		log.Fatal(err)
	}
	foreign := rx(`€|£|¥|rmb|\brs\b|euro|canadian|a\$|c\$|\bkr\b|crore|nis\b|hk\$|s\$|australia`)
	for _, c := range contexts {
		var all strings.Builder
		for _, r := range c.Table.Table {
			all.WriteString(strings.Join(r, " ") + "\n")
		}
		for _, p := range c.Paragraphs {
			all.WriteString(p.Text + "\n")
		}
		dollars := strings.Contains(all.String(), "$") && !foreign.MatchString(all.String())
		for _, q := range c.Questions {
			text := string(q.Answer)
			var span []string
			if q.Type == "span" && json.Unmarshal(q.Answer, &span) == nil && len(span) == 1 {
				text = span[0]
			}
			if (q.Type == "span" || q.Type == "arithmetic") && (dollars || q.Scale == "percent") {
				add("tatqa", strings.TrimSpace(q.Question), text, q.Scale)
			}
		}
	}
	return out
}
