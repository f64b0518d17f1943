package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/score"
)

// real is an answer that a system gave, with what others say of it.
type real struct {
	system, question, gold, answer string
	label                          string
}

// verdict is what our profile says of a real answer: right, the reason why it is wrong, or that there is
// no figure to judge.
func (r *real) verdict(s *score.Scorer) (verdict, read string) {
	out := s.Score(&score.Input{Question: r.question, Gold: []string{r.gold}, Answer: r.answer})
	if out.Outcome == score.Scored {
		return out.Explanation, out.Extracted
	}
	return string(out.Outcome), ""
}

// labelled are the answers of FinanceBench with the labels that people gave.
func labelled(data string) ([]real, error) {
	files, err := filepath.Glob(filepath.Join(data, "financebench/results/*.jsonl"))
	if err != nil || len(files) < 16 {
		return nil, fmt.Errorf("%d files of results in %s, want 16", len(files), data)
	}
	var all []real
	for _, name := range files {
		err := lines(name, func(line []byte) error {
			var row struct {
				Question, Label string
				Gold            any `json:"gold_answer"`
				Answer          any `json:"model_answer"`
			}
			if err := json.Unmarshal([]byte(strings.ReplaceAll(string(line), ": NaN", ": null")), &row); err != nil {
				return err
			}
			gold := strings.TrimSuffix(fmt.Sprint(row.Gold), ".0")
			all = append(all, real{strings.TrimSuffix(filepath.Base(name), ".jsonl"), row.Question, gold, fmt.Sprint(row.Answer), row.Label})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// isFigure reports whether a gold is one figure and nothing else.
func isFigure(gold string) bool {
	a, ok := figure.Answer(gold)
	return ok && a.IsAmount() && a.Bound == figure.Single && a.End-a.Start >= len(strings.TrimSpace(gold))-1
}

// labels are the classes of FinanceBench's labels.
var labels = []string{"Correct Answer", "Incorrect Answer", "Refusal"}

// agreement compares our verdicts on answers whose gold is a figure with the labels, and those of a
// lexical baseline on the others.
func agreement(data, list string) error {
	all, err := labelled(data)
	if err != nil {
		return err
	}
	var figures, texts []real
	for _, r := range all {
		if isFigure(r.gold) {
			figures = append(figures, r)
		} else {
			texts = append(texts, r)
		}
	}
	s, err := score.Find("figure")
	if err != nil {
		return err
	}
	verdicts := map[string]map[string]int{}
	for i := range figures {
		r := &figures[i]
		v, read := r.verdict(s)
		if v == string(score.Unparsable) {
			v = "no figure"
		}
		if verdicts[v] == nil {
			verdicts[v] = map[string]int{}
		}
		verdicts[v][r.label]++
		if (v == "right") != (r.label == labels[0]) && (list == "financebench" || list == "financebench "+v) || list == "reasons" {
			fmt.Printf("%s | %s | %s\n  Q %s\n  G %s, read %s\n  A %s\n", v, r.label, r.system, r.question, r.gold, read, flat(r.answer))
		}
	}
	if list != "" {
		return nil
	}
	fmt.Printf("\nFinanceBench, %d answers with a label, %d of them to questions whose gold is one figure:\n\n", len(all), len(figures))
	crosstab("`figure` says", verdicts, labels)
	agree := 0
	for v, by := range verdicts {
		for label, n := range by {
			if (v == "right") == (label == labels[0]) {
				agree += n
			}
		}
	}
	fmt.Printf("\nRight or not, as the label says: %d of %d (%.2f %%).\n", agree, len(figures), 100*float64(agree)/float64(len(figures)))
	lexical(texts)
	return nil
}

func flat(s string) string {
	if len(s) > 600 {
		s = s[:60] + " … " + s[len(s)-420:]
	}
	return strings.Join(strings.Fields(s), " ")
}

// crosstab prints counts by row and column, rows in order of the alphabet with "right" first.
func crosstab(head string, rows map[string]map[string]int, columns []string) {
	var names []string
	for name := range rows {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if (a == "right") != (b == "right") {
			return map[bool]int{true: -1, false: 1}[a == "right"]
		}
		return strings.Compare(a, b)
	})
	fmt.Printf("| %s | %s |\n| --- |%s\n", head, strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
	for _, name := range names {
		fmt.Printf("| %s |", name)
		for _, c := range columns {
			fmt.Printf(" %d |", rows[name][c])
		}
		fmt.Println()
	}
}

// lexical is a baseline for golds that are texts: yes or no where the gold begins with it, else the share
// of the gold's tokens that the answer has, right from a threshold on that fits the labels of the other
// systems best. An answer that abstains is not right.
func lexical(texts []real) {
	cells := map[string]map[string]int{"right": {}, "wrong": {}, "abstained": {}}
	agree, yesNo, yesNoAgree := 0, 0, 0
	for i := range texts {
		r := &texts[i]
		v, spoken := lexicalVerdict(r, thresholdWithout(texts, r.system))
		cells[v][r.label]++
		same := (v == "right") == (r.label == labels[0])
		if same {
			agree++
		}
		if spoken {
			yesNo++
			if same {
				yesNoAgree++
			}
		}
	}
	fmt.Printf("\nThe other %d, by the lexical baseline:\n\n", len(texts))
	crosstab("baseline says", cells, labels)
	fmt.Printf("\nRight or not, as the label says: %d of %d (%.1f %%); of the %d whose gold says yes or no %d.\n",
		agree, len(texts), 100*float64(agree)/float64(len(texts)), yesNo, yesNoAgree)
}

func lexicalVerdict(r *real, threshold float64) (verdict string, yesNo bool) {
	if _, none := score.Abstains(r.answer); none || strings.TrimSpace(r.answer) == "" {
		return "abstained", false
	}
	if want, _ := score.YesNo(firstWord(r.gold)); want != "" {
		got, _ := score.YesNo(firstWord(r.answer))
		if got == "" {
			got, _ = score.YesNo(r.answer)
		}
		if got == want {
			return "right", true
		}
		return "wrong", true
	}
	if score.F1(r.gold, r.answer).Recall >= threshold {
		return "right", false
	}
	return "wrong", false
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return strings.TrimRight(word, ".,;:")
}

var thresholds = map[string]float64{}

// thresholdWithout is the threshold that fits the labels of all systems but one.
func thresholdWithout(texts []real, system string) float64 {
	if t, ok := thresholds[system]; ok {
		return t
	}
	best, at := -1, 0.0
	for t := 0.05; t < 1; t += 0.05 {
		n := 0
		for i := range texts {
			if r := &texts[i]; r.system != system {
				if v, _ := lexicalVerdict(r, t); (v == "right") == (r.label == labels[0]) {
					n++
				}
			}
		}
		if n > best {
			best, at = n, t
		}
	}
	thresholds[system] = at
	return at
}

// finqaRuns compares our verdicts on model answers to FinQA with those stored beside them.
func finqaRuns(data, list string) error {
	files, err := filepath.Glob(filepath.Join(data, "finqa/model_runs/*.jsonl"))
	if err != nil || len(files) < 4 {
		return fmt.Errorf("%d model runs in %s, want 4", len(files), data)
	}
	s, err := score.Find("figure")
	if err != nil {
		return err
	}
	cells := map[string]map[string]int{}
	n, agree := 0, 0
	for _, name := range files {
		err := lines(name, func(line []byte) error {
			var row struct {
				Question, GoldText string
				Gold               string `json:"gold_text"`
				Answer             string `json:"final_answer_text"`
				Tag                string `json:"tag_status"`
				Correct            bool
				Legacy             bool `json:"correct_legacy"`
			}
			if err := json.Unmarshal(line, &row); err != nil {
				return err
			}
			if row.Tag != "closed" {
				return nil // no answer in the form that was asked for
			}
			stored := map[bool]string{true: "right", false: "wrong"}
			key := "math-verify " + stored[row.Correct] + ", old rule " + stored[row.Legacy]
			r := real{filepath.Base(name), row.Question, row.Gold, row.Answer, key}
			v, read := r.verdict(s)
			if cells[v] == nil {
				cells[v] = map[string]int{}
			}
			cells[v][key]++
			n++
			if (v == "right") == row.Correct {
				agree++
			}
			if (v == "right") != row.Correct && (list == "finqa" || list == "finqa "+v) || list == "finqa reasons" && !row.Correct {
				fmt.Printf("%s | stored %v, legacy %v | %s\n  Q %s\n  G %s, read %s\n  A %s\n", v, row.Correct, row.Legacy,
					filepath.Base(name), r.question, r.gold, read, flat(r.answer))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if list != "" {
		return nil
	}
	fmt.Printf("\nFinQA, %d tagged answers of four model runs, against the verdicts stored with them:\n\n", n)
	crosstab("`figure` says", cells, []string{"math-verify right, old rule right", "math-verify right, old rule wrong",
		"math-verify wrong, old rule right", "math-verify wrong, old rule wrong"})
	fmt.Printf("\nAs the stored verdict: %d of %d (%.2f %%).\n", agree, n, 100*float64(agree)/float64(n))
	return nil
}
