package report

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

var update = flag.Bool("update", false, "write the golden files again")

// hostile texts that documents and models may send, and what each tries.
var hostile = []struct{ name, text string }{
	{"terminal", "red \x1b[31mtext\x1b[0m, a bell \a, a title \x1b]0;owned\x07, C1 \u009b2J"},
	{"table", "a | b\n| c | d |\r\n| --- | --- |"},
	{"markup", "<script>alert(1)</script><img src=x onerror=alert(1)> &amp; <!-- -->"},
	{"mention", "@everyone look at #1 and https://invalid.example/ and www.invalid.example"},
	{"markdown", "# heading\n\n```sh\nrm -rf /\n``` [link](javascript:alert(1)) ![x](http://invalid.example/x.png) **b** _i_ ~~s~~ $x^2$"},
	{"formula", "=HYPERLINK(\"http://invalid.example\";\"click\")"},
	{"direction", "abc \u202egnp.exe\u202c \u2066x\u2069 \ufeff"},
	{"list", "- [ ] 1. one\n2) two"},
	{"xml", "]]> <a b='c'> \x00\x01\x0b\ufffe\uffff"},
	{"bytes", "broken \xff\xfe\xc3( text"},
	{"long", strings.Repeat("unbroken", 40)},
	{"wide", "営業利益は前年同期比で増加しました e\u0301 👩‍👩‍👧"},
}

// small makes a run in which every outcome occurs, with hostile texts in every place that takes some. A
// replay of it is the same, as another process would write it.
type small struct {
	replays  string
	scorers  []string
	attempts int // to leave out at the end
	clean    bool
	tags     []string // besides
}

var smallStart = time.UnixMilli(1_790_000_000_000)

func (s small) header() ledger.Header {
	h := ledger.Header{Suite: "cases", Arguments: []string{"eval", "cases", "the cases.jsonl", "--model", "acme/luna-2", "--repeat", "2"},
		Settings: map[string]string{"max_cost": "5"}, Repeats: 2, Seed: 1, Prices: "assay 2026-11-20",
		Scorers: []string{"f1", "exact-normal", "figure"},
		System: ledger.System{Name: "luna", Kind: "prompt", Models: []string{"acme/luna-2"},
			Prompts:  map[string]string{"prompt": strings.Repeat("ab", 32)},
			Settings: map[string]string{"temperature": "0"}, Hash: strings.Repeat("cd", 32)},
		Data: []ledger.Source{{Path: "the cases.jsonl", Format: "assay", SHA256: strings.Repeat("ef", 32), Records: 12}},
		Tool: ledger.Tool{Version: "0.1.0", Commit: "0123abc", Go: "go1.26.0", OS: "linux", Arch: "amd64"}}
	if s.replays != "" {
		h.Replays, h.Arguments = s.replays, append(h.Arguments, "--replay", s.replays)
		h.Tool.OS, h.Data[0].Path = "darwin", "elsewhere/the cases.jsonl"
	}
	if s.scorers != nil {
		h.Scorers = s.scorers
	}
	return h
}

func (s small) write(tb testing.TB, l *ledger.Ledger) *ledger.Info {
	tb.Helper()
	at, took := smallStart, time.Duration(0)
	if s.replays != "" {
		at, took = smallStart.Add(time.Hour), time.Minute
	}
	run, err := l.Begin(s.header(), ledger.Hash{byte(len(s.replays))}, at)
	must(tb, err)
	var cases []ledger.Case
	for i, h := range hostile {
		cases = append(cases, s.oneCase(i, h.name, h.text))
	}
	must(tb, run.AddCases(cases))
	must(tb, run.EndCases(len(cases)))
	n := 2*len(cases) - s.attempts
	for i := range n {
		a := s.attempt(i/2, i%2, hostile[i/2].text)
		a.Finished = at.Add(took)
		must(tb, run.AddAttempt(a))
	}
	if s.replays == "" {
		must(tb, run.Warn("a warning with | a bar, <b>markup</b> and \x1b[31mred"))
	}
	status := ledger.Complete
	if s.attempts > 0 {
		status = ledger.Interrupted
	}
	must(tb, run.End(status, ""))
	info, err := l.Run(run.Name)
	must(tb, err)
	return info
}

func (s small) oneCase(i int, name, text string) ledger.Case {
	if s.clean {
		text = "What was the revenue?"
	}
	body, _ := json.Marshal(map[string]any{"id": name, "question": text, "gold": []string{"USD 12.5 million", text},
		"evidence": []string{"doc " + name}})
	tags := map[string]string{"kind": []string{"a|b", "<i>"}[i%2]}
	if i%4 == 3 {
		tags = nil
	}
	for _, tag := range s.tags {
		if tags != nil {
			tags[tag] = fmt.Sprint(i % 3)
		}
	}
	return ledger.Case{Ordinal: i, ID: name, Cluster: fmt.Sprintf("company %d", i%4), Tags: tags, Body: body}
}

// attempt has the outcomes in turn.
func (s small) attempt(i, repeat int, text string) *ledger.Attempt {
	cost, input, output := int64(1_250_000_000*(i+1)), int64(1000+i), int64(50+repeat)
	a := &ledger.Attempt{Ordinal: i, Repeat: repeat, Outcome: ledger.Answered, Source: ledger.Live,
		Took: time.Duration(1200+i) * time.Millisecond, Cost: &cost}
	if s.replays != "" {
		a.Source = ledger.Replayed
	}
	use := ledger.Use{Call: ledger.Hash{byte(i), byte(repeat)}, Provider: "acme", Asked: "luna-2", Served: "luna-2-0901",
		Outcome: "complete", Source: a.Source, Tries: 1,
		Took: a.Took, Input: &input, Output: &output, Cost: &cost}
	switch i {
	case 3:
		a.Outcome, a.Reason, use.Outcome = string(score.Refused), "refused", "refused"
	case 4:
		a.Outcome, a.Reason, use.Outcome = string(score.Truncated), "max_tokens", "max_tokens"
	case 5:
		a.Outcome, a.Reason = string(score.Error), "timeout"
		a.Took, a.Cost = -1, nil
		use.Outcome, use.Served = "timeout", ""
		use.Took, use.Input = -1, nil
		use.Output, use.Cost = nil, nil
	case 6:
		a.Cost, use.Cost, use.Served = nil, nil, "luna-2-1101"
	}
	a.Uses = []ledger.Use{use}
	if a.Outcome != ledger.Answered {
		for _, name := range s.header().Scorers {
			a.Scores = append(a.Scores, score.Not(name, score.Outcome(a.Outcome), a.Reason))
		}
		return a
	}
	a.Answer, _ = json.Marshal(map[string]any{"text": text + " FINAL: 12.5 million",
		"passages": []map[string]any{{"id": "doc " + hostile[i].name, "score": 0.9}, {"id": "other", "score": 0.5, "text": text}}})
	a.Scores = s.scores(i, repeat, text)
	return a
}

func (s small) scores(i, repeat int, text string) []score.Score {
	f1 := score.Of("f1", float64((i*7+repeat*3)%10)/10)
	f1.Expected, f1.Extracted = "USD 12.5 million", text
	f1.Explanation, f1.Evidence = "shares tokens: "+text, []string{text}
	exact := score.Of("exact-normal", float64(i%2))
	figure := score.Of("figure", float64((i+repeat)%2))
	switch i {
	case 7:
		figure = score.Not("figure", score.Unparsable, "no figure in the answer")
	case 8:
		figure, f1 = score.Not("figure", score.Abstained, "the answer says that it has none"), score.Not("f1", score.Abstained, "empty")
	case 9:
		figure = score.Not("figure", score.Skipped, "there is no gold")
	case 10:
		figure = score.Not("figure", score.Error, "the scorer failed: "+text)
	}
	all := []score.Score{f1, exact, figure}
	if s.scorers != nil {
		return all[:len(s.scorers)]
	}
	return all
}

func newLedger(tb testing.TB) *ledger.Ledger {
	tb.Helper()
	l, err := ledger.Create(tb.TempDir(), "test")
	must(tb, err)
	tb.Cleanup(func() { must(tb, l.Close()) })
	return l
}

// pinned is a run with the facts that differ whenever it is made in their place, for goldens.
func pinned(tb testing.TB, l *ledger.Ledger, info *ledger.Info, o analysis.Options) (*analysis.Run, Options) {
	tb.Helper()
	r, err := Of(l, info, o)
	must(tb, err)
	one := *r.Info
	one.Name, one.Ended = "20260921-141320-abcd", one.Started.Add(90*time.Second)
	r.Info = &one
	return r, Options{Results: ResultsOf(context.Background(), l, info)}
}

// golden holds what was written against the file that was read by people.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "run", name)
	if *update {
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must(t, os.WriteFile(path, got, 0o666))
		return
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Errorf("%s has changed at byte %d: got %q, want %q; read what changed, and run with -update", path, at,
			around(got, at), around(want, at))
	}
}

func around(b []byte, at int) []byte { return b[max(at-60, 0):min(at+60, len(b))] }

func TestGoldens(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{Worst: 12})
	for _, name := range []string{"text", "md", "github", "json", "csv"} {
		f, err := Find(name)
		must(t, err)
		var b bytes.Buffer
		must(t, f.Write(&b, r, o))
		golden(t, "report."+name, b.Bytes())
	}
	var b bytes.Buffer
	o.Least = map[string]float64{"f1": 0.35, "figure": 1}
	must(t, writeJUnit(&b, r, o))
	golden(t, "report.junit.xml", b.Bytes())
	b.Reset()
	must(t, writeText(&b, r, Options{Width: 44, Color: true}))
	golden(t, "report.narrow.text", b.Bytes())
	b.Reset()
	must(t, writeText(&b, r, Options{Width: 80}))
	golden(t, "report.80.text", b.Bytes())
}

func TestExportGoldens(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	written := 0
	for _, e := range Exports {
		if e.Name == "parquet" {
			continue // read back in a test of its own
		}
		var b bytes.Buffer
		must(t, e.Write(&b, r.Info, o.Results))
		golden(t, "export."+e.Name, b.Bytes())
		written++
	}
	if written < 5 {
		t.Errorf("wrote %d exports only", written)
	}
}

func TestAnIncompleteRunSaysSo(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{attempts: 5, clean: true}.write(t, l), analysis.Options{})
	for _, f := range []string{"text", "md", "github", "json", "junit"} {
		form, err := Find(f)
		must(t, err)
		var b bytes.Buffer
		must(t, form.Write(&b, r, o))
		want := "INCOMPLETE: 5 of 24 attempts are missing"
		switch f {
		case "json":
			want = `"complete": false`
		case "junit":
			want = `<testcase name="the run is complete" classname="assay.cases" time="0"><error type="incomplete" message="interrupted; ` +
				`INCOMPLETE: 5 of 24`
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s does not say %q:\n%.600s", f, want, b.String())
		}
	}
}

func TestAReplayHasTheReportOfItsRun(t *testing.T) {
	l := newLedger(t)
	tags := []string{"form", "item", "part", "table", "unit", "year"} // the order of a map must leave no trace
	run := small{tags: tags}.write(t, l)
	replay := small{tags: tags, replays: run.Name}.write(t, l)
	again := small{tags: tags, replays: run.Name}.write(t, l)
	if run.Name == replay.Name || replay.Header.Replays != run.Name {
		t.Fatal("the replay is no replay")
	}
	for _, info := range []*ledger.Info{replay, again} {
		for _, f := range Formats {
			if a, b := write(t, l, run, f), write(t, l, info, f); !bytes.Equal(a, b) {
				at := 0
				for at < min(len(a), len(b)) && a[at] == b[at] {
					at++
				}
				t.Errorf("%s: the replay's report differs at byte %d: %q, and the run's has %q", f.Name, at, around(b, at), around(a, at))
			}
		}
		for _, e := range Exports {
			if a, b := exported(t, l, run, e), exported(t, l, info, e); !bytes.Equal(a, b) {
				t.Errorf("%s: the replay's export differs", e.Name)
			}
		}
	}
}

func write(tb testing.TB, l *ledger.Ledger, info *ledger.Info, f Format) []byte {
	tb.Helper()
	r, err := Of(l, info, analysis.Options{Worst: 12})
	must(tb, err)
	var b bytes.Buffer
	must(tb, f.Write(&b, r, Options{Results: ResultsOf(context.Background(), l, info)}))
	if b.Len() == 0 {
		tb.Fatalf("%s wrote nothing", f.Name)
	}
	return b.Bytes()
}

func exported(tb testing.TB, l *ledger.Ledger, info *ledger.Info, e Export) []byte {
	tb.Helper()
	shown, _, _ := Shown(l, info)
	var b bytes.Buffer
	must(tb, e.Write(&b, shown, ResultsOf(context.Background(), l, info)))
	if b.Len() == 0 {
		tb.Fatalf("%s wrote nothing", e.Name)
	}
	return b.Bytes()
}

func TestAReplayThatDidOtherwiseSaysSo(t *testing.T) {
	l := newLedger(t)
	run := small{}.write(t, l)
	replay := small{replays: run.Name, scorers: []string{"f1"}}.write(t, l)
	r, err := Of(l, replay, analysis.Options{})
	must(t, err)
	if r.Info.Name != replay.Name || len(r.Warnings) != 1 ||
		!strings.Contains(r.Warnings[0], "replay of "+run.Name+" that was made with other scorers") {
		t.Errorf("shown as %s with warnings %q", r.Info.Name, r.Warnings)
	}
	must(t, l.Remove([]*ledger.Info{run}))
	if shown, recorded, _ := Shown(l, replay); recorded != nil || shown.Name != replay.Name {
		t.Errorf("a replay of a run that is gone is shown as %s", shown.Name)
	}
}
