package main

import (
	"fmt"
	"io"
	"time"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/report"
)

func newMeter(out io.Writer) *terminal.Meter { return terminal.NewMeter(out, time.Now) }

// showIngest shows how far an ingest is.
func showIngest(m *terminal.Meter) func(corpus.Progress) {
	return func(p corpus.Progress) {
		m.Show(func() terminal.Progress {
			head := fmt.Sprintf("%d of %d files, %s of %s, %d documents, %d skipped",
				p.Files, p.Total, megabytes(p.Bytes), megabytes(p.Of), p.Documents, p.Skipped)
			tail := megabytes(int64(m.Rate(p.Bytes))) + "/s"
			return terminal.Progress{Done: p.Bytes, Total: p.Of, Head: head, Tail: withLeft(tail, m.Left(p.Bytes, p.Of))}
		})
	}
}

// leastForecast is how much of a pull has to come before the rate says when the rest will have.
const leastForecast = 1 << 20

// showPull shows how far a pull is: the rate is that of what came over the network.
func showPull(m *terminal.Meter) func(hub.Progress) {
	return func(p hub.Progress) {
		if p.Note != "" {
			m.Print(report.Visible(p.Name + ": " + p.Note))
			return
		}
		m.Show(func() terminal.Progress {
			head := fmt.Sprintf("%s: %d of %d files, %s of %s", p.Name, p.Files, p.Of, megabytes(p.Bytes), megabytes(p.Total))
			tail := megabytes(int64(m.Rate(p.Fetched))) + "/s"
			if p.Fetched >= leastForecast {
				tail = withLeft(tail, m.Left(p.Fetched, p.Fetched+p.Total-p.Bytes))
			}
			return terminal.Progress{Done: p.Bytes, Total: p.Total, Head: head, Tail: tail}
		})
	}
}

// showSentences shows how many of so many sentences are done, of one thing after another.
func showSentences(m *terminal.Meter) func(done, total int64) {
	before := int64(0)
	return func(done, total int64) {
		if done < before {
			m.Restart()
		}
		before = done
		m.Show(func() terminal.Progress {
			head := fmt.Sprintf("%s of %s sentences", grouped(done), grouped(total))
			tail := grouped(int(m.Rate(done))) + "/s"
			return terminal.Progress{Done: done, Total: total, Head: head, Tail: withLeft(tail, m.Left(done, total))}
		})
	}
}

func withLeft(text, left string) string {
	if left == "" {
		return text
	}
	return text + ", " + left
}

func megabytes(n int64) string { return terminal.Megabytes(n) }
