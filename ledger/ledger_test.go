package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/assayhq/assay/score"
)

// testTime is a time that a ledger can keep: whole milliseconds.
var testTime = time.UnixMilli(1_790_000_000_123).UTC()

// create opens a ledger for appending until the test ends.
func create(tb testing.TB, dir string) *Ledger {
	tb.Helper()
	l, err := Create(dir, "test")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := l.Close(); err != nil {
			tb.Error(err)
		}
	})
	return l
}

func begin(tb testing.TB, l *Ledger, suite string) *Run {
	tb.Helper()
	run, err := l.Begin(Header{Suite: suite, Seed: 7, Repeats: 1, Scorers: []string{"f1"},
		Arguments: []string{"eval", suite}}, Hash{1}, testTime)
	if err != nil {
		tb.Fatal(err)
	}
	return run
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// wants fails unless an error says all of some words.
func wants(tb testing.TB, err error, words ...string) {
	tb.Helper()
	if err == nil {
		tb.Fatalf("no error; want one with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			tb.Errorf("error %q does not say %q", err, w)
		}
	}
}

// addCases registers cases of the benchmark's kind.
func addCases(tb testing.TB, run *Run, n int) {
	tb.Helper()
	all := make([]Case, n)
	for i := range all {
		all[i] = benchCase(i)
	}
	must(tb, run.AddCases(all))
	must(tb, run.EndCases(n))
}

// results are all results of a run, or a failed test.
func results(tb testing.TB, l *Ledger, r *Info, with With) []*Result {
	tb.Helper()
	var all []*Result
	for one, err := range l.Results(r, with) {
		must(tb, err)
		all = append(all, one)
	}
	return all
}

var everything = With{Bodies: true, Answers: true, Uses: true, Details: true}

func TestRunLife(t *testing.T) {
	dir := t.TempDir()
	l := create(t, dir)
	run := begin(t, l, "docqa")
	other := create(t, dir) // a process of its own could not see more
	check := func(want Status, reason string) *Info {
		t.Helper()
		got, err := other.Run(run.Name)
		must(t, err)
		if got.Status != want || got.Reason != reason {
			t.Fatalf("status %q because %q, want %q because %q", got.Status, got.Reason, want, reason)
		}
		return got
	}
	seen := check(Running, "")
	if !reflect.DeepEqual(seen.Header, run.Header) || seen.Suite != "docqa" || seen.Plan != (Hash{1}) || !seen.Started.Equal(testTime) {
		t.Fatalf("read %+v, wrote %+v", seen, run.Info)
	}
	if _, err := other.Continue(*seen, nil, testTime); !errors.Is(err, ErrHeld) {
		t.Fatalf("a run was taken up while it was held: %v", err)
	}
	must(t, run.Warn("the served model changed"))
	must(t, run.End(Stopped, "the budget is spent"))
	stopped := check(Stopped, "the budget is spent")
	if stopped.Ended.IsZero() {
		t.Error("it has no end")
	}
	again, err := other.Continue(*stopped, []string{"eval", "--resume"}, testTime)
	must(t, err)
	if again.Status != Running || again.Reason != "" || !again.Ended.IsZero() {
		t.Errorf("taken up as %+v", again.Info)
	}
	check(Running, "")
	again.claim.Close() // as the end of its process would
	check(Interrupted, "its process ended before it could say why: it was killed, or the disk was full")
	third, err := l.Continue(*check(Interrupted,
		"its process ended before it could say why: it was killed, or the disk was full"), nil, testTime)
	must(t, err)
	must(t, third.End(Complete, ""))
	check(Complete, "")
	if warnings, err := l.Warnings(&run.Info); err != nil || !slices.Equal(warnings, []string{"the served model changed"}) {
		t.Errorf("warnings %q, %v", warnings, err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, claimsDir)); len(left) > 0 {
		t.Errorf("claims are left: %v", left)
	}
}

func TestReadersSeeNoHolderInEachOther(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	run.claim.Close()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if got, err := l.Run(run.Name); err != nil || got.Status != Interrupted {
					t.Errorf("status %v, %v", got.Status, err)
					return
				}
			}
		})
	}
	wait.Wait()
}

func TestReadOnlyLedgerAppendsNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, ErrNone) {
		t.Fatalf("opened nothing: %v", err)
	}
	run := begin(t, create(t, dir), "docqa")
	must(t, run.End(Complete, ""))
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	_, begun := l.Begin(Header{}, Hash{}, testTime)
	_, continued := l.Continue(run.Info, nil, testTime)
	for name, err := range map[string]error{"begin": begun, "continue": continued, "call": l.SaveCall(benchCall(1)),
		"baseline": l.SetBaseline("x", &run.Info), "remove": l.Remove([]*Info{&run.Info})} {
		if err == nil || !strings.Contains(err.Error(), "open for reading only") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := l.Run("latest"); err != nil || got.Name != run.Name {
		t.Error(got, err)
	}
	must(t, l.Close())
	if _, err := l.Run("latest"); err == nil {
		t.Error("a closed ledger was read")
	}
	must(t, l.Close())
}

func TestReferences(t *testing.T) {
	l := create(t, t.TempDir())
	var runs []*Run
	for i, suite := range []string{"docqa", "summaries", "docqa"} {
		run, err := l.Begin(Header{Suite: suite}, Hash{byte(i)}, testTime.Add(time.Duration(i)*time.Hour))
		must(t, err)
		must(t, run.End(Complete, ""))
		runs = append(runs, run)
	}
	must(t, l.SetBaseline("release", &runs[1].Info))
	must(t, l.SetBaseline("release", &runs[0].Info))
	must(t, l.SetBaseline("gone", &runs[2].Info))
	must(t, l.RemoveBaseline("gone"))
	cases := []struct {
		ref  string
		want int // index of runs, or -1
		says string
	}{
		{"latest", 2, ""}, {"latest~0", 2, ""}, {"latest~1", 1, ""}, {"latest~2", 0, ""}, {"latest~3", -1, "3 runs"},
		{"latest~x", -1, "number"}, {"latest:docqa", 2, ""}, {"latest:summaries", 1, ""}, {"latest:nothing", -1, "no run"},
		{"@release", 0, ""}, {"@gone", -1, "no baseline"}, {"@never", -1, "no baseline"},
		{runs[1].Name, 1, ""}, {runs[1].Name[:len(runs[1].Name)-1], 1, ""}, {"2", -1, "several runs"}, {"", -1,
			"no run"}, {"x", -1, "no run"}, {"%", -1, "no run"},
	}
	for _, c := range cases {
		got, err := l.Run(c.ref)
		switch {
		case c.want < 0:
			wants(t, err, c.says)
		case err != nil || got.Name != runs[c.want].Name:
			t.Errorf("%q: got %v, %v, want %s", c.ref, got, err, runs[c.want].Name)
		}
	}
	all, err := l.Baselines()
	if err != nil || len(all) != 1 || all[0].Name != "release" || all[0].Run != runs[0].Name || all[0].Set.IsZero() {
		t.Errorf("baselines %+v, %v", all, err)
	}
	if err := l.SetBaseline("a b", &runs[0].Info); err == nil {
		t.Error("a name with a blank")
	}
	wants(t, l.RemoveBaseline("never"), "no baseline")
	for _, c := range []struct {
		f    Filter
		want int
	}{{Filter{}, 3}, {Filter{Suite: "docqa"}, 2}, {Filter{Plan: Hash{2}}, 1}, {Filter{Limit: 2}, 2}, {Filter{Suite: "x"}, 0}} {
		if got, err := l.Runs(c.f); err != nil || len(got) != c.want {
			t.Errorf("%+v: %d runs, %v, want %d", c.f, len(got), err, c.want)
		}
	}
}

// TestExactNameBeforePrefix names two runs so that one begins with the other.
func TestExactNameBeforePrefix(t *testing.T) {
	l := create(t, t.TempDir())
	for _, name := range []string{"20260101-000000-abcd", "20260101-000000-abcde"} {
		must(t, l.store(func(w *writer) error {
			_, err := w.insert("INSERT INTO runs(name, suite, plan, started, header) VALUES (?, 's', x'00', 1, '{}')", name)
			return err
		}))
	}
	got, err := l.Run("20260101-000000-abcd")
	if err != nil || got.Name != "20260101-000000-abcd" {
		t.Fatal(got, err)
	}
}

func TestAppendOnly(t *testing.T) {
	l := create(t, t.TempDir())
	run := appendRun(t, l, 3, 2)
	must(t, run.End(Complete, ""))
	c, err := sqlite.OpenConn(l.Path(), sqlite.OpenReadWrite)
	must(t, err)
	defer c.Close()
	must(t, l.SetBaseline("x", &run.Info))
	for table, column := range map[string]string{"runs": "suite", "events": "kind", "cases": "id", "attempts": "outcome", "scores": "outcome",
		"calls": "failure", "uses": "outcome", "blobs": "size", "names": "text", "baselines": "name"} {
		wants(t, exec(c, "UPDATE "+table+" SET "+column+" = "+column), "append-only")
	}
}

// TestCommitsAreShared appends from 200 goroutines and finds everything.
func TestCommitsAreShared(t *testing.T) {
	l := create(t, t.TempDir())
	run := appendRun(t, l, 400, 200)
	must(t, run.End(Complete, ""))
	all := results(t, l, &run.Info, everything)
	if len(all) != 400 {
		t.Fatalf("%d results of 400", len(all))
	}
	for i, got := range all {
		want := benchAttempt(i, benchCall(i).Key)
		if string(got.Answer) != string(want.Answer) || string(got.Body) != string(benchCase(i).Body) ||
			!reflect.DeepEqual(got.Scores, want.Scores) || !reflect.DeepEqual(got.Uses, want.Uses) {
			t.Fatalf("case %d: got %+v, want %+v", i, got, want)
		}
		calls, err := l.Calls(want.Uses[0].Call)
		if err != nil || len(calls) != 1 || string(calls[0].Response.Body) != string(benchCall(i).Response.Body) {
			t.Fatalf("case %d: calls %+v, %v", i, calls, err)
		}
	}
	must(t, l.Check())
}

func TestRefusalsLeaveTheOthers(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	addCases(t, run, 2)
	twice := []Case{benchCase(2), benchCase(3), benchCase(0)}
	twice[2].Ordinal = 4
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			if err := l.SaveCall(benchCall(i)); err != nil {
				t.Error(err)
			}
		})
		wait.Go(func() {
			if err := run.AddCases(twice); !errors.Is(err, ErrTwice) {
				t.Errorf("a case id came twice: %v", err)
			}
		})
	}
	wait.Wait()
	if n, all, err := run.Registered(); n != 2 || !all || err != nil {
		t.Errorf("%d cases registered, all %t, %v; want the first 2 alone", n, all, err)
	}
	wants(t, run.AddCases([]Case{benchCase(1)}), "case-000001")
	must(t, run.AddCases([]Case{benchCase(2)}))
	for name, a := range map[string]*Attempt{
		"outcome":   {Outcome: "fine", Finished: testTime},
		"value":     {Outcome: Answered, Scores: []score.Score{{Name: "x", Outcome: score.Refused, Value: 1}}},
		"duplicate": {Outcome: Answered, Scores: []score.Score{score.Of("x", 1), score.Of("x", 0)}},
	} {
		if err := run.AddAttempt(a); err == nil {
			t.Errorf("%s: an attempt that no ledger should have was taken", name)
		}
	}
	must(t, run.AddAttempt(benchAttempt(0, Hash{})))
	must(t, run.End(Complete, ""))
	if got := results(t, l, &run.Info, With{}); len(got) != 1 {
		t.Errorf("%d results", len(got))
	}
}

// TestBrokenInvariant appends the same attempt twice, which is an error of the program: it is told, and
// nothing more is taken.
func TestBrokenInvariant(t *testing.T) {
	l, err := Create(t.TempDir(), "test")
	must(t, err)
	run := begin(t, l, "docqa")
	addCases(t, run, 1)
	must(t, run.AddAttempt(benchAttempt(0, Hash{})))
	run.AddAttempt(benchAttempt(0, Hash{}))
	wants(t, run.End(Complete, ""), "UNIQUE", "attempts")
	wants(t, l.SaveCall(benchCall(0)), "UNIQUE")
	wants(t, l.Close(), "UNIQUE")
}

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	l := create(t, dir)
	var runs []*Run
	for i := range 2 { // the second has the first one's cases, and a call in common
		run := begin(t, l, "docqa")
		addCases(t, run, 3)
		for j := range 3 {
			call := benchCall(10*i + j)
			if j == 0 {
				call = benchCall(0)
			}
			if i == 0 || j > 0 {
				must(t, l.SaveCall(call))
			}
			a := benchAttempt(10*i+j, call.Key)
			a.Ordinal = j
			must(t, run.AddAttempt(a))
		}
		runs = append(runs, run)
	}
	must(t, l.SaveCall(benchCall(99))) // of a run that was killed before its attempt
	must(t, l.SetBaseline("release", &runs[1].Info))
	must(t, l.SetBaseline("release", &runs[0].Info))
	must(t, runs[1].End(Complete, ""))
	wants(t, l.Remove([]*Info{&runs[1].Info}), runs[0].Name, "being written")
	must(t, runs[0].End(Complete, ""))
	other := create(t, dir)
	wants(t, l.Remove([]*Info{&runs[0].Info}), "another process")
	wants(t, other.Remove([]*Info{&runs[0].Info}), "another process") // the first one still keeps it from that
	must(t, other.Close())
	before := counts(t, l)
	must(t, l.Remove([]*Info{&runs[0].Info}))
	after := counts(t, l)
	want := map[string]int64{"runs": 1, "cases": 3, "attempts": 3, "scores": 9, "uses": 3, "calls": 4}
	for table, n := range want {
		if after[table] != n {
			t.Errorf("%s: %d rows are left of %d, want %d", table, after[table], before[table], n)
		}
	}
	// three answers, two sent and two received bodies of the removed run
	if gone := before["blobs"] - after["blobs"]; gone != 7 {
		t.Errorf("%d bodies went, want 7", gone)
	}
	for i, n := range map[int]int{0: 1, 1: 0, 2: 0, 11: 1, 12: 1, 99: 1} {
		if calls, err := l.Calls(benchCall(i).Key); err != nil || len(calls) != n {
			t.Errorf("call %d: %d are left, want %d; %v", i, len(calls), n, err)
		}
	}
	if got := results(t, l, &runs[1].Info, everything); len(got) != 3 {
		t.Errorf("%d results of the other run", len(got))
	}
	_, err := l.Run("@release")
	wants(t, err, "no baseline") // and not the run that had the name before
	must(t, l.Check())
	run := appendRun(t, l, 3, 1)
	must(t, run.End(Complete, ""))
	must(t, l.Check())
	if got := results(t, l, &run.Info, everything); len(got) != 3 || string(got[1].Body) != string(benchCase(1).Body) {
		t.Error("a run after the removal cannot be read")
	}
}

// counts are the rows of each table.
func counts(tb testing.TB, l *Ledger) map[string]int64 {
	tb.Helper()
	n := map[string]int64{}
	must(tb, l.read(func(c *sqlite.Conn) error {
		for _, table := range []string{"names", "blobs", "runs", "events", "cases", "attempts", "scores", "calls", "uses", "baselines"} {
			var err error
			if n[table], err = number(c, "SELECT count(*) FROM "+table); err != nil {
				return err
			}
		}
		return nil
	}))
	return n
}

// TestMain runs the test binary as another process where a test asks for that.
func TestMain(m *testing.M) {
	if do := os.Getenv("LEDGER_TEST_PROCESS"); do != "" {
		if err := processes[do](os.Getenv("LEDGER_TEST_DIR")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// process prepares another process on a directory.
func process(t *testing.T, do, dir string) *osexec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	self, err := os.Executable()
	must(t, err)
	cmd := osexec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), "LEDGER_TEST_PROCESS="+do, "LEDGER_TEST_DIR="+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// start starts another process and gives what it prints.
func start(t *testing.T, do, dir string) (*osexec.Cmd, io.Reader) {
	t.Helper()
	cmd := process(t, do, dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd, out
}
