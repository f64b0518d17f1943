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

// gold is one real gold figure: v with dec decimals, pow the power of ten of its scale, marks its kinds (see has).
type gold struct {
	set, question, text, scale, marks string
	v                                 float64
	dec, pow                          int
}

// has tells whether the gold is of all the kinds in flags: a any, + and - the sign, p percent, c change of unstated direction,
// s known scale, d dollars with known scale, q scale named in the question, r ratio, i whole number, b fit for basis points.
func (g gold) has(flags string) bool {
	for _, f := range flags {
		if f != 'a' && f != 't' && !strings.ContainsRune(g.marks, f) {
			return false
		}
	}
	return true
}

var (
	numberRE  = regexp.MustCompile(`^-?[$£€]? ?-?[0-9][0-9,]*(\.[0-9]+)?%?$`)
	percentRE = regexp.MustCompile(`(?i)percent|portion of|growth rate|margin|% |growth`)
	changeRE  = regexp.MustCompile(`(?i)\bchange[ds]?\b|increase ?/ ?\(?decrease|growth rate`)
	downRE    = regexp.MustCompile(`(?i)declin|\bdecreas|reduc|drop|\bloss|fall|lower|\bless\b|deficit|exceed`)
	upRE      = regexp.MustCompile(`(?i)increas|grew|exceed|higher`)
	otherRE   = regexp.MustCompile(`(?i)shares?\b|number of|how many|ratio|years?' |employees|price|index|units|customers|options|times|` +
		`days|weight|rate\b|barrels|proportion|stock units|` +
		`yes|roi\b|average age|square|rsus|percentage points|volume|aircraft|tonnes|members`)
	flowRE = regexp.MustCompile(`(?i)used in|expense|expenditure|cost|outflow|tax|provision|payment|paid|repurchase|purchase|write|loss|` +
		`debt|liabilit|derivative|difference|contribution|charge|depreciation|obligation|between`)
	moneyRE = regexp.MustCompile(`(?i)revenue|income|expense|cost|debt|cash|sales|assets|liabilit|payment|tax|earnings|profit|ebit|equity|` +
		`dividend|receivable|payable|goodwill|dollar|expenditure|inventor|interest|lease|benefit|balance|capex|fees|goods|charge`)
	vagueRE = regexp.MustCompile(`(?i)\bloss|\((loan|gain|income|benefit)|used in|used for|201\d (and )?201\d , what|year on year`)
	oddRE   = regexp.MustCompile(`(?i)negative|absolute|yes or no|which|cumulative|what year|considering|if |estimated|would|points`)
)

var powers = map[string]int{"thousand": 3, "million": 6, "billion": 9}

func newGold(set, q, text, scale string, dollars bool) (gold, bool) {
	g := gold{set: set, question: q, text: text, scale: scale}
	s := strings.TrimSpace(text)
	if !numberRE.MatchString(s) || oddRE.MatchString(q) {
		return g, false
	}
	bare := strings.NewReplacer(",", "", "$", "", "%", "", " ", "").Replace(s)
	if strings.HasPrefix(set, "finance") && strings.HasPrefix(s, "$") {
		bare = strings.TrimSuffix(bare, ".00")
	}
	v, err := strconv.ParseFloat(bare, 64)
	if err != nil || math.Abs(v) < 0.02 || v == math.Trunc(v) && v > 1900 && v < 2040 {
		return g, false
	}
	if _, frac, ok := strings.Cut(bare, "."); ok {
		g.dec = len(frac)
	}
	g.v = v
	percent := scale == "percent" || strings.Contains(s, "%")
	neutral := changeRE.MatchString(q) && (percent || set != "financebench")
	directed := !neutral && (downRE.MatchString(q) || v < 0 && upRE.MatchString(q)) || neutral && vagueRE.MatchString(q)
	if g.dec > 2 || directed || percent != percentRE.MatchString(q) && set != "financebench" {
		return g, false
	}
	if percent && (math.Abs(v) > 400 || g.dec == 0 && math.Abs(v) < 5 || otherRE.MatchString(strings.ReplaceAll(q, "growth rate", ""))) {
		return g, false
	}
	switch {
	case v < 0 && !neutral:
		return g, false
	case v < 0:
		g.marks += "-"
	case neutral || percent || !flowRE.MatchString(q):
		g.marks += "+"
	}
	if neutral {
		g.marks += "c"
	}
	if percent {
		g.marks += "p"
		if math.Abs(v) < 20 {
			g.marks += "b"
		}
		return g, true
	}
	if g.dec == 0 && math.Abs(v) < 1000 {
		g.marks += "i"
	}
	if set != "tatqa" {
		low := strings.ToLower(q)
		for name := range powers {
			if strings.Contains(low, "in "+name) || strings.Contains(low, "usd "+name) {
				scale = name
				g.marks += "q"
			}
		}
	}
	other := otherRE.MatchString(q)
	if other && set == "financebench" && !strings.HasPrefix(s, "$") {
		if strings.Contains(q, "turnover") || strings.Contains(q, "working capital ratio") {
			g.marks += "r"
		}
		return g, true
	}
	g.pow = powers[scale]
	if g.pow > 0 && !other && moneyRE.MatchString(q) {
		g.marks += "s"
		if dollars {
			g.marks += "d"
		}
	}
	return g, g.pow > 0 || set != "tatqa" || !neutral
}

func jsonLines(path string, each func([]byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		if err := each(sc.Bytes()); err != nil {
			return err
		}
	}
	return sc.Err()
}

func finqa(dir string) ([]gold, error) {
	var out []gold
	err := jsonLines(filepath.Join(dir, "finqa/model_runs/qwen3-8b_full_test_0500-1146.jsonl"), func(raw []byte) error {
		var d struct {
			Question string `json:"question"`
			Text     string `json:"gold_text"`
		}
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		if g, ok := newGold("finqa", d.Question, d.Text, "", true); ok {
			out = append(out, g)
		}
		return nil
	})
	return out, err
}

func tatqa(dir string) ([]gold, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "tatqa/tatqa_dataset_dev.json"))
	if err != nil {
		return nil, err
	}
	var docs []struct {
		Table     struct{ Table [][]string } `json:"table"`
		Questions []struct {
			Question, Scale string
			Type            string `json:"answer_type"`
			Answer          json.RawMessage
		} `json:"questions"`
	}
	if err := json.Unmarshal(raw, &docs); err != nil {
		return nil, err
	}
	var out []gold
	for _, d := range docs {
		var cells strings.Builder
		for _, row := range d.Table.Table {
			cells.WriteString(strings.Join(row, " "))
		}
		dollars := strings.Contains(cells.String(), "$") && !strings.ContainsAny(cells.String(), "£€¥") &&
			!strings.Contains(cells.String(), "RMB")
		for _, q := range d.Questions {
			text := string(q.Answer)
			if q.Type == "span" {
				var list []string
				if json.Unmarshal(q.Answer, &list) != nil || len(list) != 1 {
					continue
				}
				text = list[0]
			} else if q.Type != "arithmetic" {
				continue
			}
			if g, ok := newGold("tatqa", q.Question, text, q.Scale, dollars); ok {
				out = append(out, g)
			}
		}
	}
	return out, nil
}

func financebench(dir string) ([]gold, error) {
	var out []gold
	err := jsonLines(filepath.Join(dir, "financebench/financebench_open_source_102.jsonl"), func(raw []byte) error {
		var d struct{ Question, Answer string }
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		if g, ok := newGold("financebench", d.Question, d.Answer, "", true); ok {
			out = append(out, g)
		}
		return nil
	})
	return out, err
}
