package docqa

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// results are two cases of a run: one that was answered and one that failed.
func results(t *testing.T) iter.Seq2[*ledger.Result, error] {
	t.Helper()
	marshal := func(v any) json.RawMessage {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	cost := int64(2e9)
	figure := score.Of("figure", 1)
	figure.Expected, figure.Extracted, figure.Explanation = "$1.2 billion", "$1,204 million", "right"
	answered := &ledger.Result{
		Case: ledger.Case{ID: "a", Body: marshal(system.Case{ID: "a", Question: "Sales <net>?", Gold: []string{"$1.2 billion"}})},
		Attempt: ledger.Attempt{Outcome: ledger.Answered, Took: 2 * time.Second, Cost: &cost,
			Answer: marshal(system.Answer{Text: "REASONING: x\nFINAL: $1,204 million",
				Passages: []system.Passage{{ID: "D#s1-3", Title: "Item 7", Text: "Net sales", Score: 2}},
				Extra:    marshal(trace{ResponseID: "resp_1", RewrittenQuery: "net sales"})}),
			Scores: []score.Score{figure, score.Of("docqa", 0), score.Of("extracted", 1), score.Of("perfect", 0),
				score.Not("boolean", score.Skipped, "no")}},
	}
	failed := &ledger.Result{
		Case: ledger.Case{ID: "b", Body: marshal(system.Case{ID: "b", Question: "What?", Gold: []string{"pickles", "jam"}, GoldList: true})},
		Attempt: ledger.Attempt{Outcome: "too_long", Reason: "9 tokens", Took: -1,
			Scores: []score.Score{score.Not("figure", score.TooLong, "9 tokens")}},
	}
	return func(yield func(*ledger.Result, error) bool) {
		_ = yield(answered, nil) && yield(failed, nil)
	}
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	o := outputFile{Path: filepath.Join(dir, "new", "out.json"), Model: "openai/m", Mode: "retrieval", Searched: true}
	info := &ledger.Info{Name: "run-1", Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Status: ledger.Running}
	if err := o.Write(info, 4, results(t)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(o.Path)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Metadata map[string]any   `json:"metadata"`
		Results  []map[string]any `json:"results"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for key, want := range map[string]any{
		"total_cases": 4., "successful_cases": 1., "failed_cases": 1., "success_rate": 0.5, "average_execution_time": 2.,
		"numerical_accuracy": 1., "numerical_accuracy_docfinqa": 0.,
		"perfect_answers": 0., "perfect_answer_rate": 0., "extraction_success_count": 1., "extraction_success_rate": 1.,
		"final_tag_usage_count": 1., "final_tag_usage_rate": 1.,
		"cost_usd": 0.002, "model_used": "openai/m", "evaluation_mode": "retrieval", "run": "run-1", "timestamp": "2026-11-21T09:00:00Z",
		"scored_cases": 1.,
	} {
		if got.Metadata[key] != want {
			t.Errorf("metadata %s: %v, want %v", key, got.Metadata[key], want)
		}
	}
	if p, ok := got.Metadata["progress"].(map[string]any); !ok || p["completed_cases"] != 2. || p["total_cases"] != 4. ||
		p["completion_percentage"] != 50. || p["is_complete"] != false {
		t.Errorf("progress %v", got.Metadata["progress"])
	}
	if len(got.Results) != 2 {
		t.Fatalf("%d results", len(got.Results))
	}
	for key, want := range map[string]any{
		"id": "a", "question": "Sales <net>?", "expected_answer": "$1.2 billion", "execution_time": 2., "success": true, "error_message": "",
		"response_id": "resp_1", "vector_store_id": "",
		"numerical_accuracy": 1., "numerical_reason": "right", "extracted_number": 1.204e9, "expected_number": 1.2e9, "found_final_tag": true,
		"rewritten_query": "net sales",
	} {
		if got.Results[0][key] != want {
			t.Errorf("result a, %s: %v, want %v", key, got.Results[0][key], want)
		}
	}
	for key, want := range map[string]any{"expected_answer": "pickles, jam", "execution_time": nil, "success": false,
		"error_message": "too_long: 9 tokens", "numerical_accuracy": nil, "extracted_number": nil} {
		if got.Results[1][key] != want {
			t.Errorf("result b, %s: %v, want %v", key, got.Results[1][key], want)
		}
	}
	if found, ok := got.Results[0]["search_results"].([]any); !ok || len(found) != 1 || !strings.Contains(string(text), "<net>") {
		t.Errorf("search results %v", got.Results[0]["search_results"])
	}
	if files, _ := os.ReadDir(filepath.Dir(o.Path)); len(files) != 1 {
		t.Errorf("%d files are left beside the output", len(files)-1)
	}
}

// TestOutputOfDamage keeps the previous file when a run cannot be read to its end.
func TestOutputOfDamage(t *testing.T) {
	o := outputFile{Path: filepath.Join(t.TempDir(), "out.json")}
	if err := o.Write(&ledger.Info{}, 2, results(t)); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(o.Path)
	broken := func(yield func(*ledger.Result, error) bool) { yield(nil, os.ErrClosed) }
	if err := o.Write(&ledger.Info{}, 2, broken); err == nil {
		t.Error("a run that cannot be read was written")
	}
	if after, _ := os.ReadFile(o.Path); string(after) != string(before) {
		t.Errorf("what stood there was changed: %s", after)
	}
}

func TestFinal(t *testing.T) {
	for _, test := range []struct {
		answer, want string
		ok           bool
	}{
		{"REASONING: a\nFINAL: 5 %", "5 %", true}, {"FINAL: 1\nFINAL: **2**\nmore", "2", true}, {"FINAL:\n$3", "$3", true},
		{"five", "", false}, {"FINAL:  ", "", false}, {"final: 5", "5", true},
	} {
		if got, ok := score.Final(test.answer); got != test.want || ok != test.ok {
			t.Errorf("%q: %q, %v", test.answer, got, ok)
		}
	}
}

func scores(t *testing.T, c *system.Case, a *system.Answer) map[string]string {
	t.Helper()
	all := map[string]string{}
	add := func(found []score.Score, err error) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range found {
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			all[s.Name] = string(s.Outcome)
			if s.Outcome == score.Scored {
				text, _ := json.Marshal(s.Value)
				all[s.Name] = string(text)
			}
		}
	}
	for _, name := range defaultScorers {
		s, err := score.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		add(finalScorer(s).Score(context.Background(), c, a))
	}
	p := ownScorer()
	found, err := p.Score(context.Background(), c, a)
	add(found, err)
	for i, name := range p.Names() {
		if found[i].Name != name {
			t.Errorf("score %d is %s, not %s", i, found[i].Name, name)
		}
	}
	return all
}

func TestScores(t *testing.T) {
	pages := []system.Passage{{ID: "D#p1", Text: "one"}, {ID: "D#p2", Text: "two"}}
	three := []system.Passage{{ID: "D#p1", Text: "one"}, {ID: "D#p2", Text: "two"}, {ID: "D#p3", Text: "three"}}
	for _, test := range []struct {
		name string
		c    system.Case
		a    system.Answer
		want map[string]string
	}{
		{"right and rounded", system.Case{Gold: []string{"0.1523"}}, system.Answer{Text: "REASONING: 5 of 33.\nFINAL: 0.15"},
			map[string]string{"figure": "1", "docqa": "1", "perfect": "0", "extracted": "1", "final.tag": "1", "jaccard": "skipped",
				"boolean": "skipped", "evidence.recall": "skipped"}},
		{"perfect", system.Case{Gold: []string{"$92 million"}}, system.Answer{Text: "REASONING: 92.\nFINAL: $92 million"},
			map[string]string{"figure": "1", "perfect": "1", "exact": "1", "f1": "1"}},
		{"perfect in millions", system.Case{Question: "What were sales in millions?", Gold: []string{"198.0"}},
			system.Answer{Text: "FINAL: $198 million"}, map[string]string{"figure": "1", "perfect": "1"}},
		{"without the tag", system.Case{Gold: []string{"$92 million"}}, system.Answer{Text: "$92 million"},
			map[string]string{"figure": "1", "perfect": "1", "final.tag": "0", "extracted": "1"}},
		{"no figure", system.Case{Gold: []string{"5"}}, system.Answer{Text: "FINAL: some"},
			map[string]string{"figure": "unparsable", "extracted": "0", "perfect": "0"}},
		{"yes", system.Case{Gold: []string{"yes"}}, system.Answer{Text: "REASONING: no doubt.\nFINAL: Yes"},
			map[string]string{"boolean": "1", "figure": "skipped", "extracted": "skipped"}},
		{"one of a list is not right", system.Case{Gold: []string{"5", "7"}, GoldList: true}, system.Answer{Text: "FINAL: 5"},
			map[string]string{"figure": "skipped", "docqa": "skipped", "jaccard": "0.5", "exact": "0", "extracted": "skipped"}},
		{"half of the evidence", system.Case{Gold: []string{"5"}, Evidence: []string{"D#p1", "D#p2"}, Passages: three},
			system.Answer{Text: "FINAL: 5", Passages: []system.Passage{{ID: "D#p1#L3-4"}, {ID: "D#p11#L1-1"}}},
			map[string]string{"evidence.recall": "0.5"}},
		{"lines", system.Case{Gold: []string{"5"}, Evidence: []string{"D#p3#L7", "D#p3#L10"}, Passages: three},
			system.Answer{Text: "FINAL: 5", Passages: []system.Passage{{ID: "D#p3#L7-9"}, {ID: "D#p2#L10-10"}}},
			map[string]string{"evidence.recall": "0.5"}},
		{"with its unit", system.Case{Gold: []string{"92"}, Unit: "million"}, system.Answer{Text: "FINAL: $92"},
			map[string]string{"figure": "0", "perfect": "0", "extracted": "1"}},
		{"only the evidence is given", system.Case{Gold: []string{"5"}, Evidence: []string{"D#p2", "D#p1"}, Passages: pages},
			system.Answer{Text: "FINAL: 5", Passages: []system.Passage{{ID: "D#p1#L3-4"}}}, map[string]string{"evidence.recall": "skipped"}},
		{"what was given is not found", system.Case{Gold: []string{"5"}, Evidence: []string{"D#p1"}, Passages: pages},
			system.Answer{Text: "FINAL: 5", Passages: pages}, map[string]string{"evidence.recall": "skipped"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := scores(t, &test.c, &test.a)
			for name, want := range test.want {
				if got[name] != want {
					t.Errorf("%s: %s, want %s", name, got[name], want)
				}
			}
		})
	}
}

func TestProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are scripts of a Unix shell")
	}
	for _, test := range []struct{ name, script, want, why string }{
		{"a value each", `while read -r l; do echo '{"value": 0.25, "explanation": "quarter"}'; done`, "0.25", "quarter"},
		{"one line and gone", `read -r l; echo '{"value": 1}'`, "1", ""},
		{"an outcome", `while read -r l; do echo '{"outcome": "skipped", "explanation": "not mine"}'; done`, "skipped", "not mine"},
		{"no JSON", `while read -r l; do echo yes; done`, "error", `it wrote no verdict`},
		{"both", `while read -r l; do echo '{"value": 1, "outcome": "error"}'; done`, "error", `neither "value" alone`},
		{"nothing", `read -r l; echo sorry >&2; exit 2`, "error", "it ended without an answer; it wrote to standard error: sorry"},
		{"silence", `sleep 60`, "error", "it wrote nothing for 300ms"},
		{"without end", `yes x | tr -d '\n'`, "error", "more than 1048576 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "mine.sh")
			if err := os.WriteFile(path, []byte(test.script), 0o600); err != nil {
				t.Fatal(err)
			}
			p, err := newProgram("exec:sh " + path)
			if err != nil {
				t.Fatal(err)
			}
			p.Timeout = 30 * time.Second
			if test.name == "silence" {
				p.Timeout = 300 * time.Millisecond
			}
			defer p.Close() //nolint:errcheck
			if p.Name() != "exec:sh_mine.sh" {
				t.Errorf("it scores as %q", p.Name())
			}
			for range 3 {
				all, err := p.Scorer().Score(context.Background(), &system.Case{ID: "q", Gold: []string{"5"}}, &system.Answer{Text: "FINAL: 5"})
				if err != nil || len(all) != 1 {
					t.Fatalf("%v, %v", all, err)
				}
				got := string(all[0].Outcome)
				if all[0].Outcome == score.Scored {
					text, _ := json.Marshal(all[0].Value)
					got = string(text)
				}
				if got != test.want || !strings.Contains(all[0].Explanation, test.why) {
					t.Fatalf("%s (%s), want %s (%s)", got, all[0].Explanation, test.want, test.why)
				}
			}
		})
	}
}
