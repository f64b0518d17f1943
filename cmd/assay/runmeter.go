package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/run"
)

// runMeter shows how far a run is, and at the end a last line.
type runMeter struct {
	*terminal.Meter
	out io.Writer

	mu       sync.Mutex
	last     run.Progress
	seen     bool
	stopping bool // and the user knows
}

func newRunMeter(out io.Writer) *runMeter { return &runMeter{Meter: newMeter(out), out: out} }

// show takes the state of the run.
func (m *runMeter) show(p run.Progress) {
	m.mu.Lock()
	m.last, m.seen = p, true
	first := p.Stopping && !m.stopping
	m.stopping = p.Stopping
	m.mu.Unlock()
	switch {
	case first && p.Interrupted:
		m.Print("stopping: what is under way ends first; a second interrupt quits at once")
	case first:
		m.Print("stopping: what is under way ends first")
	}
	m.Show(func() terminal.Progress {
		return terminal.Progress{Done: int64(p.Done), Total: int64(p.Total), Head: counted(&p), Tail: strings.TrimPrefix(tail(&p), ", ")}
	})
}

// end takes the bar away and says how the run ended.
func (m *runMeter) end() {
	m.End()
	if !m.seen || m.last.Total == 0 {
		return
	}
	p := m.last
	p.Stopping = false
	text := counted(&p) + spent(&p)
	if p.Carried > 0 {
		text += fmt.Sprintf(", %d of earlier runs", p.Carried)
	}
	if p.Stored > 0 {
		text += fmt.Sprintf(", %d from stored calls", p.Stored)
	}
	fmt.Fprintf(m.out, "%s, in %s\n", text, brief(p.Elapsed))
}

func counted(p *run.Progress) string { return fmt.Sprintf("%d of %d", p.Done, p.Total) }

// tail is the rest of a line: rate, tokens, cost, errors, time left.
func tail(p *run.Progress) string {
	text := ""
	if rate := p.Rate(); rate > 0 {
		text += ", " + report.Number(roundRate(rate)) + "/s"
	}
	text += spent(p)
	switch left := p.Left(); {
	case p.Stopping:
		text += ", stopping"
	case left > 0:
		text += ", " + terminal.Left(left)
	}
	return text
}

// roundRate keeps the digits of a rate that can be read while it changes.
func roundRate(rate float64) float64 {
	if rate >= 10 {
		return float64(int64(rate + 0.5))
	}
	return float64(int64(rate*10+0.5)) / 10
}

// spent is what calls took and cost so far, and what went wrong.
func spent(p *run.Progress) string {
	text := ""
	if p.Input+p.Output > 0 {
		text += fmt.Sprintf(", %s tokens", many(p.Input+p.Output))
	}
	if p.Cost > 0 {
		text += fmt.Sprintf(", USD %.4f", float64(p.Cost)/1e12)
	}
	if p.Unpriced > 0 {
		text += fmt.Sprintf(", %d calls of unknown cost", p.Unpriced)
	}
	if wrong := troubles(p.Outcomes); wrong != "" {
		text += ", " + wrong
	}
	return text
}

// shownTroubles is how many reasons a line shows.
const shownTroubles = 2

// troubles are the reasons for which most cases have no answer.
func troubles(outcomes map[string]int) string {
	type trouble struct {
		reason string
		n      int
	}
	var all []trouble
	for reason, n := range outcomes {
		if reason != ledger.Answered && n > 0 {
			all = append(all, trouble{reason, n})
		}
	}
	slices.SortFunc(all, func(a, b trouble) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.reason, b.reason)) })
	var texts []string
	rest := 0
	for i, t := range all {
		if i < shownTroubles {
			texts = append(texts, fmt.Sprintf("%s %d", report.Visible(t.reason), t.n))
			continue
		}
		rest += t.n
	}
	if rest > 0 {
		texts = append(texts, fmt.Sprintf("other reasons %d", rest))
	}
	return strings.Join(texts, ", ")
}

// many is a count with few digits.
func many(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprint(n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fK", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// brief is a time with as many digits as matter.
func brief(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
