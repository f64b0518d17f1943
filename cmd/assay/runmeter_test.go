package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/run"
)

func TestRunMeterTellsLines(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1_790_000_000, 0)
	m := &runMeter{Meter: terminal.NewMeter(&out, func() time.Time { return now }), out: &out}
	p := run.Progress{Total: 100, Done: 40, Now: 40, Carried: 10, Elapsed: 10 * time.Second, Input: 9000, Output: 3000,
		Cost: 12_300_000_000, Unpriced: 2,
		Outcomes: map[string]int{"answered": 30, "timeout": 5, "rate-limited": 3, "b\x1b[2Jad": 2}}
	m.show(p)
	if out.Len() > 0 {
		t.Errorf("told %q at once", out.String())
	}
	now = now.Add(terminal.PrintEvery)
	m.show(p)
	want := "40 of 100, 3/s, 12.0K tokens, USD 0.0123, 2 calls of unknown cost, timeout 5, rate-limited 3, other reasons 2, 20s left\n"
	if out.String() != want {
		t.Errorf("told %q, want %q", out.String(), want)
	}
	out.Reset()
	p.Stopping = true
	m.show(p)
	if want := "stopping: what is under way ends first\n"; out.String() != want {
		t.Errorf("of a run that fails: told %q, want %q", out.String(), want)
	}
	out.Reset()
	m.stopping = false
	p.Interrupted = true
	m.show(p)
	m.show(p)
	if want := "stopping: what is under way ends first; a second interrupt quits at once\n"; out.String() != want {
		t.Errorf("told %q, want %q once", out.String(), want)
	}
	out.Reset()
	m.end()
	want = "40 of 100, 12.0K tokens, USD 0.0123, 2 calls of unknown cost, timeout 5, rate-limited 3, other reasons 2, 10 of earlier " +
		"runs, in 10s\n"
	if out.String() != want {
		t.Errorf("ended with %q, want %q", out.String(), want)
	}
}

func TestRunMeterIsSilentWithoutARun(t *testing.T) {
	var out bytes.Buffer
	m := newRunMeter(&out)
	m.end()
	if out.Len() > 0 {
		t.Errorf("told %q of a run that never was", out.String())
	}
}
