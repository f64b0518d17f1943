package dataset

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/dataset/finqa"
	"github.com/assayhq/assay/system"
)

// TestRealSets reads public data sets as they were published.
func TestRealSets(t *testing.T) {
	for _, tt := range []struct {
		name, file, format string
		cases              int
		gold               bool
	}{
		{"questions and references in a table", "kg-rag-10q/qna_data_aapl_amzn_nvda.csv", "", 116, true},
		{"questions and references, named", "secqa/secqa_test_333.jsonl", "simple-evals", 333, true},
		{"with evidence of many lines", "financebench/financebench_open_source_102.jsonl", "simple-evals", 102, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, shared(t, tt.file), tt.format)
			if s.Len != tt.cases || s.Format != "simple-evals" {
				t.Errorf("%d cases as %s, want %d", s.Len, s.Format, tt.cases)
			}
			ids := map[string]bool{}
			for _, c := range all(t, s) {
				if ids[c.ID] || c.Question == "" || tt.gold && len(c.Gold) == 0 {
					t.Errorf("case %+v", c)
				}
				ids[c.ID] = true
			}
			if len(s.Notes) == 0 {
				t.Error("columns were left over, and no note says so")
			}
		})
	}
}

// TestRealSetsAreRefused reads real files whose keys do not determine their meaning.
func TestRealSetsAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, file, says string }{
		{"an answer that may be either", "secqa/secqa_test_333.jsonl", "simple-evals for the reference, assay for a system's answer"},
		{"conversations without gold", "convfinqa/test_private_434_no_gold.json",
			"without its answers has no gold (record 1) (and 433 times more)"},
		{"keys of no format", "finsights/p3_gold_test_suite_31q.json", "no format has these keys: question_id"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(shared(t, tt.file), "")
			wantError(t, err, tt.says)
		})
	}
	t.Run("strict", func(t *testing.T) {
		_, err := Open(shared(t, "finsights/p3_gold_test_suite_31q.json"), "assay")
		var problems *Problems
		if !errors.As(err, &problems) || len(problems.First) < 10 || problems.First[0].Again != 30 || problems.Count < 310 {
			t.Fatalf("want each unknown key once, and how often, got %v", err)
		}
		wantError(t, err, `:3: unknown key "question_id"`, "(and 30 times more)")
	})
}

// TestRealAnswers reads the answers of models, which share questions, renamed as our own shape has them.
func TestRealAnswers(t *testing.T) {
	names, err := filepath.Glob(shared(t, "financebench/results") + "/*.jsonl")
	if err != nil || len(names) < 16 {
		t.Fatalf("%d files of results: %v", len(names), err)
	}
	var all strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	renamed := strings.NewReplacer(`"gold_answer":`, `"ground_truth":`, `"model_answer":`, `"answer":`).Replace(all.String())
	s := mustOpen(t, write(t, "results.jsonl", renamed), "")
	if s.Format != "ragas" || s.Len != 1632 {
		t.Errorf("%d cases as %s, want 1632 as ragas", s.Len, s.Format)
	}
	ids := map[string]bool{}
	for c, err := range s.Cases() {
		if err != nil {
			t.Fatal(err)
		}
		if ids[c.ID] || c.Answer == nil || len(c.Gold) != 1 {
			t.Fatalf("case %+v", c)
		}
		ids[c.ID] = true
	}
}

// TestRealDocuments reads every data set about documents as it was published, by its content alone.
func TestRealDocuments(t *testing.T) {
	for _, tt := range []struct {
		file, format                                         string
		cases, golds, lists, units, programs, evidence, docs int
	}{
		{"docfinqa-shaped/dev200_page_context.json", "docfinqa", 200, 200, 0, 0, 200, 0, 123},
		{"docfinqa-shaped/dev_long_7_full_10k_context.json", "docfinqa", 7, 7, 0, 0, 7, 0, 5},
		{"finqa/dev_200.json", "finqa", 200, 200, 0, 0, 200, 200, 123},
		{"finqa/train_100.json", "finqa", 100, 100, 0, 0, 100, 100, 95},
		{"finqa/dev_838_flat.jsonl", "finqa-flat", 838, 838, 0, 0, 838, 838, 294},
		{"mixed-numeric/mixed_train_100.jsonl", "finqa-flat", 100, 100, 0, 0, 93, 18, 97},
		{"tatqa/tatqa_dataset_dev.json", "tatqa", 1668, 1668, 918, 874, 0, 901, 278},
		{"financebench/financebench_open_source_102.jsonl", "financebench", 102, 102, 0, 0, 0, 102, 92},
	} {
		t.Run(tt.file, func(t *testing.T) {
			s := mustOpen(t, shared(t, tt.file), "")
			got := tt
			got.format, got.cases, got.golds = s.Format, s.Len, 0
			got.lists, got.units, got.programs = 0, 0, 0
			got.evidence, got.docs = 0, 0
			docs, ids := map[string]bool{}, map[string]bool{}
			for _, c := range all(t, s) {
				got.golds += count(len(c.Gold) > 0)
				got.lists += count(c.GoldList)
				got.units += count(c.Unit != "")
				got.programs += count(c.Working != "")
				got.evidence += count(len(c.Evidence) > 0)
				docs[c.Passages[0].ID] = true
				if ids[c.ID] || c.ID == "" || c.Cluster == "" || c.Question == "" || c.Passages[0].Text == "" {
					t.Fatalf("case %q of %q", c.ID, c.Cluster)
				}
				ids[c.ID] = true
				for _, e := range c.Evidence {
					if _, _, ok := lineAt(&c.Passages[0], e); !ok && s.Format != "financebench" {
						t.Errorf("%s: no line %s", c.ID, e)
					}
				}
			}
			got.docs = len(docs)
			if got != tt {
				t.Errorf("\ngot  %+v\nwant %+v\n%s", got, tt, strings.Join(s.Notes, "\n"))
			}
		})
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestRealEvidence holds the lines that FinQA's golds rest on against the sentences that it quotes.
func TestRealEvidence(t *testing.T) {
	s := mustOpen(t, shared(t, "finqa/dev_838_flat.jsonl"), "")
	flat := map[string][]string{}
	for _, c := range all(t, s) {
		flat[c.ID] = lineTexts(&c.Passages[0], c.Evidence)
	}
	same, differ := 0, 0
	for _, c := range all(t, mustOpen(t, shared(t, "finqa/dev_200.json"), "")) {
		if other, is := flat[c.ID]; is {
			if strings.Join(lineTexts(&c.Passages[0], c.Evidence), "\n") == strings.Join(other, "\n") {
				same++
			} else {
				differ++
				t.Logf("%s: %q and %q", c.ID, lineTexts(&c.Passages[0], c.Evidence), other)
			}
		}
	}
	if same+differ != 176 || differ > 0 {
		t.Errorf("%d are the same, %d differ", same, differ)
	}
}

func lineTexts(s *system.Passage, evidence []string) (all []string) {
	for _, e := range evidence {
		start, end, _ := lineAt(s, e)
		all = append(all, s.Text[start:end])
	}
	slices.Sort(all)
	return all
}

// TestRealPrograms runs the program of every case that has one against the case's gold.
func TestRealPrograms(t *testing.T) {
	for file, want := range map[string]string{
		"docfinqa-shaped/dev200_page_context.json":         "map[:200]",
		"docfinqa-shaped/dev_long_7_full_10k_context.json": "map[:7]",
		"finqa/dev_200.json":                               "map[:190 other_printed:10]",
		"finqa/train_100.json":                             "map[:96 other_printed:4]",
		"finqa/dev_838_flat.jsonl":                         "map[:838]",
		"mixed-numeric/mixed_train_100.jsonl":              "map[:93]",
	} {
		t.Run(file, func(t *testing.T) {
			faults := map[finqa.Fault]int{}
			for _, c := range all(t, mustOpen(t, shared(t, file), "")) {
				if g, is := Working(c); is {
					f := finqa.Check(g)
					faults[f.Fault]++
					if (f.Fault == finqa.OtherPrinted) != (c.Tags["gold"] == "disagrees") {
						t.Errorf("%s: %s, tags %v", c.ID, f.Reason, c.Tags)
					}
				}
			}
			if got := fmt.Sprint(faults); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// TestRealResults reads answers with the verdicts that were published on them, as cases and as answers.
func TestRealResults(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(shared(t, "financebench/results"), "*.jsonl"))
	runs, _ := filepath.Glob(filepath.Join(shared(t, "finqa/model_runs"), "*.jsonl"))
	if len(names) < 16 || len(runs) < 4 {
		t.Fatalf("%d and %d files", len(names), len(runs))
	}
	labels := map[string]int{}
	for _, name := range append(names, runs...) {
		s := mustOpen(t, name, "")
		a, err := OpenAnswers(name)
		if err != nil || len(a.ByID) != s.Len {
			t.Fatalf("%s: %d cases: %v", name, s.Len, err)
		}
		for _, c := range all(t, s) {
			label := c.Tags["label"] + c.Tags["correct"]
			if a.ByID[c.ID].Text != *c.Answer || a.Verdicts[c.ID]["label"]+a.Verdicts[c.ID]["correct"] != label || label == "" {
				t.Fatalf("%s: case %+v", name, c)
			}
			labels[label]++
		}
	}
	if got, want := fmt.Sprint(labels), "map[Correct Answer:784 Incorrect Answer:342 Refusal:506 false:2273 true:315]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestRealPredictions joins TAT-QA's predictions with its questions.
func TestRealPredictions(t *testing.T) {
	a, err := OpenAnswers(shared(t, "tatqa/sample_prediction.json"))
	if err != nil || len(a.ByID) != 1668 || len(a.Scales) != 1668 {
		t.Fatalf("%+v", err)
	}
	silent, lists, scaled := 0, 0, 0
	for _, c := range all(t, mustOpen(t, shared(t, "tatqa/tatqa_dataset_dev.json"), "")) {
		said, is := a.ByID[c.ID]
		if !is {
			t.Fatalf("no prediction for %s", c.ID)
		}
		silent += count(said.Text == "")
		lists += count(len(said.List) > 1)
		scaled += count(a.Scales[c.ID] != "")
	}
	if silent != 49 || lists != 195 || scaled != 897 {
		t.Errorf("%d say nothing, %d are lists, %d have a scale", silent, lists, scaled)
	}
}
