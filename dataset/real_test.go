package dataset

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// TestRealSetsAreRefused reads real files whose meaning nobody can tell from their keys.
func TestRealSetsAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, file, says string }{
		{"an answer that may be either", "secqa/secqa_test_333.jsonl", "simple-evals for the reference, assay for a system's answer"},
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
