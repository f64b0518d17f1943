package ledger

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/assayhq/assay/score"
)

var update = flag.Bool("update", false, "write the fixture of this format again")

// The invented content of the fixtures. A later format may add to what it writes; it has to read this from
// every file of an earlier one.
var (
	oldHeader = Header{
		Suite: "docqa", Arguments: []string{"eval", "docqa", "--limit", "3"}, Settings: map[string]string{"concurrency": "8"},
		System: System{Name: "house", Kind: "prompt", Models: []string{"quill/quill-2"}, Prompts: map[string]string{"answer": "9f86d081"},
			Settings: map[string]string{"temperature": "0"}, Hash: "60303ae2", Baseline: true},
		Data:    []Source{{Path: "questions.jsonl", Format: "jsonl", SHA256: "fd61a03a", Records: 3}},
		Scorers: []string{"figure", "f1"}, Repeats: 2, Sample: 3, Limit: 3, Seed: 18446744073709551615, Prices: "2026-11-21",
		Tool: Tool{Version: "0.1.0", Commit: "abc", Go: "go1.26", OS: "linux", Arch: "amd64"},
	}
	oldCases = []Case{
		{Ordinal: 0, ID: "marlow-2024-revenue", Cluster: "Marlow Tin",
			Tags: map[string]string{"form": "10-K",
				"year": "2024"}, Body: []byte(`{"question":"What was the revenue of Marlow Tin in 2024?","gold":["$ 412 million"]}`)},
		{Ordinal: 1, ID: "marlow-2024-margin", Cluster: "Marlow Tin", Tags: map[string]string{"form": "10-K"},
			Body: []byte(`{"question":"And its gross margin?","gold":["31.5%"]}`)},
		{Ordinal: 2, ID: "größe/✓", Body: []byte(`{"question":"` + longText + `"}`)},
	}
	oldAttempts = []*Attempt{
		{Ordinal: 0, Key: Hash{1}, Outcome: Answered, Answer: []byte(`{"text":"$412 million"}`), Source: Live,
			Took: 1234567 * time.Microsecond, Cost: known(1_234_500_000), Finished: testTime,
			Uses: []Use{{Call: Hash{0xca}, Provider: "quill", Asked: "quill-2", Served: "quill-2-2026-10-01",
				Outcome: "complete", Source: Live, Tries: 2, Took: 1200 * time.Millisecond,
				Input: known(1000), Cached: known(10), Written: known(20), Output: known(30), Reasoning: known(5), Cost: known(1_234_500_000)}},
			Scores: []score.Score{{Name: "figure", Outcome: score.Scored, Value: 1, Expected: "412000000 USD",
				Extracted: "412000000 USD", Explanation: "equal", Evidence: []string{"$412 million", "„zitiert“"}},
				{Name: "f1", Outcome: score.Scored, Value: 0.1, Expected: "", Extracted: ""}}},
		{Ordinal: 0, Repeat: 1, Key: Hash{2}, Outcome: "refused", Reason: "refusal: policy", Source: Cached, Took: -1, Finished: testTime,
			Uses:   []Use{{Call: Hash{0xcb}, Provider: "quill", Asked: "quill-2", Outcome: "refused", Source: Cached, Tries: 1, Took: -1}},
			Scores: []score.Score{{Name: "figure", Outcome: score.Refused, Explanation: "refusal: policy"}}},
		{Ordinal: 1, Key: Hash{3}, Outcome: "error", Reason: "timeout", Source: Live, Took: 0, Finished: testTime},
		{Ordinal: 1, Try: 1, Key: Hash{3}, Outcome: Answered, Answer: []byte(`{"text":"` + longText + `"}`), Source: Live,
			Took: 0, Finished: testTime.Add(time.Minute),
			Scores: []score.Score{{Name: "figure", Outcome: score.Unparsable, Extracted: "", Explanation: "no figure"},
				{Name: "f1", Outcome: score.Scored, Value: 0}}},
	}
	oldCalls = []*Call{
		{Key: Hash{0xca}, Provider: "quill", Operation: "chat", Model: "quill-2", Repeat: 0, Stored: testTime,
			Request: []byte(`{"method":"POST","url":"https://quill.invalid/v1","header":{}}`), Body: []byte(longText),
			Failure: []byte(`{"kind":"timeout"}`)},
		{Key: Hash{0xca}, Provider: "quill", Operation: "chat", Model: "quill-2", Repeat: 0, Stored: testTime,
			Request: []byte(`{"method":"POST","url":"https://quill.invalid/v1","header":{}}`), Body: []byte(longText),
			Response: &Response{Status: 200, Header: []byte(`{"X-Request-Id":["7"]}`), Body: []byte{0, 1, 2, 0xff},
				Began: time.Unix(1_790_000_000, 123456789).UTC(), Took: 1_199_999_999}},
	}
)

const longText = `Marlow Tin smelts tin in the invented county of Marlow. Marlow Tin smelts tin in the invented county of Marlow. ` +
	`Marlow Tin smelts tin.`

// writeFixture makes a ledger with the invented content.
func writeFixture(t *testing.T, path string) {
	t.Helper()
	dir := t.TempDir()
	l, err := Create(dir, "0.1.0")
	must(t, err)
	run, err := l.Begin(oldHeader, Hash{7}, testTime)
	must(t, err)
	must(t, run.AddCases(oldCases))
	must(t, run.EndCases(len(oldCases)))
	for _, c := range oldCalls {
		must(t, l.SaveCall(c))
	}
	for _, a := range oldAttempts {
		must(t, run.AddAttempt(a))
	}
	must(t, run.Warn("the model served changed"))
	must(t, run.End(Stopped, "the budget of $1 is spent"))
	second, err := l.Begin(Header{Suite: "summaries", Replays: run.Name}, Hash{8}, testTime.Add(time.Hour))
	must(t, err)
	must(t, l.SetBaseline("release", &run.Info))
	must(t, l.SetBaseline("old", &second.Info))
	must(t, l.RemoveBaseline("old"))
	second.claim.Close() // its process ends without a word
	must(t, l.Close())
	file, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	must(t, os.WriteFile(path, file, 0o666))
}

func TestOldFormats(t *testing.T) {
	if *update {
		writeFixture(t, fmt.Sprintf("testdata/ledger-%d.db", Format))
	}
	files, err := filepath.Glob("testdata/ledger-*.db")
	if err != nil || len(files) != Format {
		t.Fatalf("%d fixtures for %d formats: %v, %v", len(files), Format, files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			must(t, err)
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, FileName), data, 0o666))
			l, err := Open(dir)
			must(t, err)
			defer l.Close()
			checkFixture(t, l)
			must(t, l.Close())
			l = create(t, dir) // and goes on with it
			info, err := l.Run("latest:docqa")
			must(t, err)
			run, err := l.Continue(*info, nil, testTime)
			must(t, err)
			checkPendingFixture(t, run)
			must(t, run.End(Complete, ""))
		})
	}
}

func checkFixture(t *testing.T, l *Ledger) {
	t.Helper()
	must(t, l.Check())
	run, err := l.Run("latest:docqa")
	must(t, err)
	if !reflect.DeepEqual(run.Header, oldHeader) || run.Plan != (Hash{7}) || run.Status != Stopped ||
		run.Reason != "the budget of $1 is spent" || !run.Started.Equal(testTime) || run.Ended.IsZero() {
		t.Errorf("run %+v", run)
	}
	killed, err := l.Run("latest")
	must(t, err)
	if killed.Suite != "summaries" || killed.Status != Interrupted || killed.Identity() != run.Name {
		t.Errorf("run %+v", killed)
	}
	if warnings, err := l.Warnings(run); err != nil || !slices.Equal(warnings, []string{"the model served changed"}) {
		t.Errorf("warnings %q, %v", warnings, err)
	}
	if base, err := l.Baselines(); err != nil || len(base) != 1 || base[0].Name != "release" || base[0].Run != run.Name {
		t.Errorf("baselines %+v, %v", base, err)
	}
	all := results(t, l, run, everything)
	want := []*Attempt{oldAttempts[0], oldAttempts[1], oldAttempts[3]}
	if len(all) != len(want) {
		t.Fatalf("%d results, want %d", len(all), len(want))
	}
	for i, got := range all {
		got.Attempt.id = 0
		c := oldCases[want[i].Ordinal]
		c.Hash = pack(c.Body).hash
		if !reflect.DeepEqual(got.Case, c) || !reflect.DeepEqual(got.Attempt, *want[i]) {
			t.Errorf("result %d: %s, want %s", i, asJSON(got), asJSON(Result{c, *want[i]}))
		}
	}
	calls, err := l.Calls(Hash{0xca})
	must(t, err)
	if len(calls) != 2 || !reflect.DeepEqual(calls[0], *oldCalls[0]) || !reflect.DeepEqual(calls[1], *oldCalls[1]) {
		t.Errorf("calls %+v", calls)
	}
	totals, err := l.Totals(run)
	must(t, err)
	if totals.Cases != 3 || totals.Attempts != 3 || totals.Cost != 1_234_500_000 || totals.Unpriced != 1 || len(totals.Models) != 2 {
		t.Errorf("totals %+v", totals)
	}
	found, err := l.Find([]Hash{{3}}, Answered)
	if err != nil || len(found) != 1 || found[Hash{3}].Try != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
}

// checkPendingFixture finds the repeats that were never tried.
func checkPendingFixture(t *testing.T, run *Run) {
	t.Helper()
	page, next, err := run.Pending(0, 2, []string{"refused"})
	must(t, err)
	var got []string
	for _, p := range page {
		got = append(got, fmt.Sprint(p.ID, " ", p.Repeat, " ", p.Try))
	}
	want := []string{"marlow-2024-revenue 1 1", "marlow-2024-margin 1 0", "größe/✓ 0 0", "größe/✓ 1 0"}
	if !slices.Equal(got, want) || next >= 0 {
		t.Errorf("pending %q, next %d, want %q", got, next, want)
	}
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%+v", v)
	}
	return string(text)
}
