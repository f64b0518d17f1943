package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayhq/assay/figure"
)

// gold is the answer to a question that is one figure.
type gold struct {
	set, question, text, unit string
	amount                    figure.Amount
}

// printed is the gold as a reader of the data sees it, with the unit beside it.
func (g *gold) printed() string {
	switch g.unit {
	case "":
		return g.text
	case "percent":
		return g.text + "%"
	}
	return g.text + " " + g.unit
}

// golds reads the figures among the golds of a folder, and how many golds are none.
func golds(data string) (kept []gold, others int, err error) {
	var all []gold
	for _, read := range []func(string) ([]gold, error){finqa, executed, tatqa, financebench} {
		some, err := read(data)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, some...)
	}
	for _, g := range all {
		a, ok := figure.Answer(g.printed())
		if whole := strings.TrimSpace(g.printed()); !ok || !a.IsAmount() || a.Bound != figure.Single ||
			a.End-a.Start < len(whole)-1 || strings.Contains(whole, "e-") {
			others++
			continue
		}
		g.amount = a
		kept = append(kept, g)
	}
	if len(kept) < leastGolds {
		return nil, 0, fmt.Errorf("%d figures among the golds in %s, want at least %d", len(kept), data, leastGolds)
	}
	return kept, others, nil
}

// leastGolds guards against a data folder that has become empty.
const leastGolds = 1500

func decode(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// finqa are the answers as annotated.
func finqa(data string) ([]gold, error) {
	var all []gold
	for _, name := range []string{"dev_200.json", "train_100.json"} {
		var records []struct {
			QA struct{ Question, Answer string }
		}
		if err := decode(filepath.Join(data, "finqa", name), &records); err != nil {
			return nil, err
		}
		for _, r := range records {
			if text := strings.TrimSpace(r.QA.Answer); text != "" {
				all = append(all, gold{set: "FinQA", question: r.QA.Question, text: text})
			}
		}
	}
	return all, nil
}

// executed are the answers of programs, of a set that keeps those.
func executed(data string) ([]gold, error) {
	var all []gold
	err := lines(filepath.Join(data, "finqa", "dev_838_flat.jsonl"), func(line []byte) error {
		var r struct {
			Question string
			Answer   json.Number
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		all = append(all, gold{set: "FinQA, executed", question: r.Question, text: strings.TrimSuffix(r.Answer.String(), ".0")})
		return nil
	})
	return all, err
}

func tatqa(data string) ([]gold, error) {
	var contexts []struct {
		Questions []struct {
			Question, Scale string
			Type            string `json:"answer_type"`
			Answer          json.RawMessage
		}
	}
	if err := decode(filepath.Join(data, "tatqa", "tatqa_dataset_dev.json"), &contexts); err != nil {
		return nil, err
	}
	var all []gold
	for _, c := range contexts {
		for _, q := range c.Questions {
			var items []string
			if q.Answer[0] != '[' {
				items = []string{strings.Trim(string(q.Answer), `"`)}
			} else if err := json.Unmarshal(q.Answer, &items); err != nil {
				return nil, err
			}
			if len(items) == 1 && !figureHasUnit(items[0], q.Scale) {
				all = append(all, gold{set: "TAT-QA", question: q.Question, text: items[0], unit: q.Scale})
			}
		}
	}
	return all, nil
}

// figureHasUnit reports whether a text says the scale that is also given beside it.
func figureHasUnit(text, scale string) bool {
	return scale == "percent" && strings.Contains(text, "%") || scale != "" && strings.Contains(text, scale)
}

func financebench(data string) ([]gold, error) {
	var all []gold
	err := lines(filepath.Join(data, "financebench", "financebench_open_source_102.jsonl"), func(line []byte) error {
		var r struct {
			Question string
			Answer   any
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		all = append(all, gold{set: "FinanceBench", question: r.Question, text: strings.TrimSuffix(fmt.Sprint(r.Answer), ".0")})
		return nil
	})
	return all, err
}

// lines calls do with each line of a file.
func lines(path string, do func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, 1<<24)
	for n := 1; scan.Scan(); n++ {
		if err := do(scan.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return scan.Err()
}
