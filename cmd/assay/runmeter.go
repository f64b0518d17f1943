package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/run"
)

// runMeter shows how far a run is: a bar on a terminal, else a line now and then; at the end a last line.
type runMeter struct {
	out  io.Writer
	bars *mpb.Progress
	bar  *mpb.Bar
	now  func() time.Time

	mu       sync.Mutex // the bar is drawn by a goroutine of its own
	last     run.Progress
	seen     bool
	told     time.Time
	stopping bool // was told
}

func newRunMeter(out io.Writer) *runMeter {
	m := &runMeter{out: out, now: time.Now, told: time.Now()}
	if isTerminal(out) {
		m.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(24))
	}
	return m
}

// show takes the state of the run.
func (m *runMeter) show(p run.Progress) {
	m.mu.Lock()
	m.last, m.seen = p, true
	m.mu.Unlock()
	if m.bars != nil {
		m.showBar(&p)
		return
	}
	now := m.now()
	if p.Stopping && !m.stopping {
		m.stopping, m.told = true, now
		fmt.Fprintln(m.out, stoppingText)
	}
	if now.Sub(m.told) >= plainEvery {
		m.told = now
		fmt.Fprintln(m.out, counted(&p)+tail(&p))
	}
}

const stoppingText = "stopping: what is under way ends first; a second interrupt quits at once"

func (m *runMeter) showBar(p *run.Progress) {
	if p.Total <= 0 {
		return
	}
	if m.bar == nil {
		text := func(say func(*run.Progress) string) decor.Decorator {
			return decor.Any(func(decor.Statistics) string {
				m.mu.Lock()
				defer m.mu.Unlock()
				return say(&m.last)
			})
		}
		m.bar = m.bars.AddBar(int64(p.Total), mpb.PrependDecorators(text(func(p *run.Progress) string { return counted(p) + " " })),
			mpb.AppendDecorators(text(func(p *run.Progress) string { return strings.TrimPrefix(tail(p), ",") })))
	}
	m.bar.SetCurrent(int64(p.Done))
}

// end takes the bar away and says how it ended.
func (m *runMeter) end() {
	if m.bars != nil {
		if m.bar != nil {
			m.bar.Abort(true)
		}
		m.bars.Wait()
	}
	if !m.seen || m.last.Total == 0 {
		return
	}
	p := m.last
	p.Stopping = false
	text := counted(&p) + said(&p)
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
	text += said(p)
	switch left := p.Left(); {
	case p.Stopping:
		text += ", stopping: what is under way ends first"
	case left > 0:
		text += ", " + max(left.Round(time.Second), time.Second).String() + " left"
	}
	return text
}

// roundRate keeps the digits of a rate that somebody reads while it changes.
func roundRate(rate float64) float64 {
	if rate >= 10 {
		return float64(int64(rate + 0.5))
	}
	return float64(int64(rate*10+0.5)) / 10
}

// said is what calls took and cost so far, and what went wrong.
func said(p *run.Progress) string {
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

// shownTroubles is how many reasons a line has room for.
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
