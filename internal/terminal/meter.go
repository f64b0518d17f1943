package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// How often a bar is drawn, and a line is printed where there is no terminal.
const (
	drawEvery  = 100 * time.Millisecond
	PrintEvery = 5 * time.Second
)

// Progress is how far something is.
type Progress struct {
	Done, Total int64  // what the bar shows; without a total there is none
	Head        string // how far it is, in words: "12 of 40"
	Tail        string // the rest of the line: rate, cost, time left
}

// Meter shows how far something is: a line with a bar that is drawn again and again on a terminal, else a line now and
// then. It may be used by many goroutines.
type Meter struct {
	out   io.Writer
	bar   bool
	now   func() time.Time
	began time.Time

	mu    sync.Mutex
	shown time.Time
	drawn bool // a bar is on the screen
}

// NewMeter starts a meter; the clock is time.Now but in tests.
func NewMeter(out io.Writer, clock func() time.Time) *Meter {
	began := clock()
	return &Meter{out: out, bar: Is(out), now: clock, began: began, shown: began}
}

// Show takes how far it is. The text is made only if it is shown.
func (m *Meter) Show(text func() Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	every := PrintEvery
	if m.bar {
		every = drawEvery
	}
	now := m.now()
	if now.Sub(m.shown) < every {
		return
	}
	m.shown = now
	p := text()
	if m.bar {
		m.draw(&p)
		return
	}
	fmt.Fprintln(m.out, join(p.Head, p.Tail))
}

func join(head, tail string) string {
	if tail == "" {
		return head
	}
	return head + ", " + tail
}

// Print prints a line of its own, above the bar if there is one.
func (m *Meter) Print(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	fmt.Fprintln(m.out, line)
	m.shown = m.now()
}

// End takes the bar away.
func (m *Meter) End() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
}

func (m *Meter) clear() {
	if m.drawn {
		fmt.Fprint(m.out, "\r\x1b[K")
		m.drawn = false
	}
}

// Columns of a bar, and of a terminal that does not say how many it has.
const (
	barWidth     = 24
	defaultWidth = 80
)

// draw writes the line over the one before.
func (m *Meter) draw(p *Progress) {
	width := Width(m.out)
	if width <= 0 {
		width = defaultWidth
	}
	fmt.Fprint(m.out, "\r"+line(p, width-1)+"\x1b[K")
	m.drawn = true
}

// line is the line of a bar, in at most a number of columns: the bar goes first, then the end of the text.
func line(p *Progress, width int) string {
	if p.Total > 0 {
		with := p.Head + " " + bar(p.Done, p.Total) + " " + p.Tail
		if utf8.RuneCountInString(with) <= width {
			return with
		}
	}
	text := join(p.Head, p.Tail)
	if n := utf8.RuneCountInString(text); n > width {
		text = string([]rune(text)[:max(width-1, 0)]) + "…"
	}
	return text
}

func bar(done, total int64) string {
	full := int(float64(min(max(done, 0), total)) / float64(total) * barWidth)
	return "[" + strings.Repeat("=", full) + strings.Repeat("-", barWidth-full) + "]"
}

// Restart measures rates from now on, for something else.
func (m *Meter) Restart() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.began = m.now()
}

// Rate is how many were done per second since the meter was started, or 0 if that is not known yet. It and Left are
// for texts that Show asks for.
func (m *Meter) Rate(done int64) float64 {
	seconds := m.now().Sub(m.began).Seconds()
	if seconds < 0.1 {
		return 0
	}
	return float64(done) / seconds
}

// Left is how long the rest takes at the rate so far, as "3m20s left", or empty if that is not known.
func (m *Meter) Left(done, total int64) string {
	rate := m.Rate(done)
	if rate <= 0 || total <= done {
		return ""
	}
	return Left(time.Duration(float64(total-done) / rate * float64(time.Second)))
}

// Left is a time to wait in words.
func Left(d time.Duration) string { return max(d.Round(time.Second), time.Second).String() + " left" }
