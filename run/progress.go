package run

import (
	"maps"
	"sync"
	"time"

	"github.com/assayhq/assay/internal/saturate"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/system"
)

// Progress is how far a run is.
type Progress struct {
	Run      string         // its name
	Total    int            // repeats of cases
	Done     int            // of them, by this and earlier processes
	Now      int            // of them, by this process
	Carried  int            // of Now, answered by an earlier run
	Stored   int            // of Now, answered by stored calls
	Outcomes map[string]int // of Now: answered, or the reason why not
	Input    int64          // tokens
	Output   int64
	Cost     int64 // 1e-12 USD, of this process's calls with a known price
	Unpriced int   // this process's calls without a known price
	Began    time.Time
	Elapsed  time.Duration
	Stopping bool // the run finishes the cases it has begun and stops

	Interrupted bool // it stops since it was told to
}

// Rate is the number of repeats per second in this process, without those carried over.
func (p *Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Now-p.Carried) / p.Elapsed.Seconds()
}

// Left is the remaining time at this rate; 0 is unknown.
func (p *Progress) Left() time.Duration {
	rate := p.Rate()
	if rate <= 0 || p.Done >= p.Total {
		return 0
	}
	return time.Duration(float64(p.Total-p.Done) / rate * float64(time.Second))
}

// tick is the interval between two calls of watch.
const tick = 200 * time.Millisecond

// meter counts progress and passes it to watch.
type meter struct {
	watch func(Progress)
	quit  chan struct{}
	ticks sync.WaitGroup

	mu sync.Mutex
	p  Progress
}

func newMeter(run string, watch func(Progress)) *meter {
	return &meter{watch: watch, quit: make(chan struct{}), p: Progress{Run: run, Outcomes: map[string]int{}, Began: time.Now()}}
}

func (m *meter) begin(total int) {
	m.mu.Lock()
	m.p.Total, m.p.Began = total, time.Now()
	m.mu.Unlock()
	if m.watch == nil {
		return
	}
	m.ticks.Go(func() {
		t := time.NewTicker(tick)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				m.watch(m.snapshot())
			case <-m.quit:
				return
			}
		}
	})
}

func (m *meter) resume(done int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.p.Done = done
}

func (m *meter) stopping(interrupted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.p.Stopping, m.p.Interrupted = true, interrupted
}

// count adds an attempt.
func (m *meter) count(a *ledger.Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := &m.p
	if a.Try == 0 {
		p.Done++
	}
	p.Now++
	switch a.Source {
	case ledger.Carried:
		p.Carried++
	case ledger.Cached, ledger.Replayed:
		p.Stored++
	}
	name := a.Reason
	if a.Outcome == system.Answered || name == "" {
		name = a.Outcome
	}
	p.Outcomes[name]++
	if a.Source == ledger.Carried {
		return
	}
	for i := range a.Uses {
		m.use(&a.Uses[i])
	}
}

func (m *meter) use(u *ledger.Use) {
	if u.Source != ledger.Live {
		return
	}
	if u.Input != nil {
		m.p.Input = saturate.Add(m.p.Input, *u.Input)
	}
	if u.Output != nil {
		m.p.Output = saturate.Add(m.p.Output, *u.Output)
	}
	if u.Cost == nil {
		m.p.Unpriced++
		return
	}
	m.p.Cost = saturate.Add(m.p.Cost, *u.Cost)
}

func (m *meter) snapshot() Progress {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.p
	p.Outcomes, p.Elapsed = maps.Clone(p.Outcomes), time.Since(p.Began)
	return p
}

// end stops the ticks and passes the last state.
func (m *meter) end() {
	close(m.quit)
	m.ticks.Wait()
	if m.watch != nil {
		m.watch(m.snapshot())
	}
}
