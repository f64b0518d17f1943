package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/assayhq/assay/corpus"
)

// plainEvery is how often progress is told where nobody watches a terminal.
const plainEvery = 5 * time.Second

// meter shows how far an ingest is: a bar on a terminal, else a line now and then.
type meter struct {
	out   io.Writer
	bars  *mpb.Progress
	bar   *mpb.Bar
	last  corpus.Progress
	begin time.Time
	told  time.Time
}

func newMeter(out io.Writer) *meter {
	m := &meter{out: out, begin: time.Now(), told: time.Now()}
	if isTerminal(out) {
		m.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(40))
	}
	return m
}

// isTerminal tells a character device that shows what is written to it.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Mode()&os.ModeDevice != 0 && f.Name() != os.DevNull
}

func (m *meter) show(p corpus.Progress) {
	m.last = p
	if m.bars != nil {
		m.showBar(p)
		return
	}
	if now := time.Now(); now.Sub(m.told) >= plainEvery {
		m.told = now
		fmt.Fprintf(m.out, "%d of %d files, %s of %s, %d documents, %d skipped%s\n",
			p.Files, p.Total, megabytes(p.Bytes), megabytes(p.Of), p.Documents, p.Skipped, m.left())
	}
}

func (m *meter) showBar(p corpus.Progress) {
	if m.bar == nil {
		m.bar = m.bars.AddBar(max(p.Of, 1),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string {
				return fmt.Sprintf("%d/%d files, %d documents, %d skipped ", m.last.Files, m.last.Total, m.last.Documents, m.last.Skipped)
			})),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
				return fmt.Sprintf(" %s/s%s", megabytes(m.rate()), m.left())
			})))
	}
	m.bar.SetCurrent(p.Bytes)
}

// rate is bytes on disk a second.
func (m *meter) rate() int64 {
	seconds := time.Since(m.begin).Seconds()
	if seconds < 0.1 {
		return 0
	}
	return int64(float64(m.last.Bytes) / seconds)
}

// left is how long the rest takes at this rate.
func (m *meter) left() string {
	rate := m.rate()
	if rate == 0 || m.last.Of <= m.last.Bytes {
		return ""
	}
	d := time.Duration(float64(m.last.Of-m.last.Bytes)/float64(rate)) * time.Second
	return ", " + d.Round(time.Second).String() + " left"
}

func (m *meter) end() {
	if m.bars == nil {
		return
	}
	if m.bar != nil {
		m.bar.Abort(true)
	}
	m.bars.Wait()
}

func megabytes(n int64) string {
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
