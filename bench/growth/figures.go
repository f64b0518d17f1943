package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// figures are what a command took.
type figures struct {
	seconds, cpu float64
	anonymous    int64              // bytes in memory that are of no file, at their highest
	mapped       int64              // bytes in memory that are of files, at their highest
	reported     map[string]float64 // seconds that the command itself reported
}

func (f *figures) String() string {
	return fmt.Sprintf("%.2f s, processor %.2f s, not of files %d MB, of files %d MB, %v", f.seconds, f.cpu,
		f.anonymous/1e6, f.mapped/1e6, f.reported)
}

// sampled is how often a process is looked at.
const sampled = 5 * time.Millisecond

// measure runs a command in a workspace and looks at its memory until it ends.
func measure(ws string, t task) (*figures, error) {
	var out, errs bytes.Buffer
	c := exec.Command(*binary, t.args...)
	c.Dir, c.Stdout, c.Stderr = ws, &out, &errs
	began := time.Now()
	if err := c.Start(); err != nil {
		return nil, err
	}
	f := &figures{}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for tick := time.NewTicker(sampled); ; {
		select {
		case err := <-ended:
			f.seconds = time.Since(began).Seconds()
			if err != nil {
				return nil, fmt.Errorf("%w: %s", err, errs.String())
			}
			f.cpu = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
			if f.mapped == 0 { // it ended before it was looked at; the system knows the most of both together
				f.anonymous = c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			}
			f.reported = secondsOf(out.Bytes())
			return f, t.check(out.Bytes())
		case <-tick.C:
			f.look(c.Process.Pid)
		}
	}
}

// look notes the memory of a process.
func (f *figures) look(pid int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return // it has ended
	}
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		value, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		kb, _ := strconv.ParseInt(value, 10, 64)
		switch name {
		case "RssAnon":
			f.anonymous = max(f.anonymous, kb<<10)
		case "RssFile":
			f.mapped = max(f.mapped, kb<<10)
		}
	}
}

// secondsOf are the seconds that a command tells of its parts, if it does.
func secondsOf(out []byte) map[string]float64 {
	var reply struct {
		Seconds map[string]float64 `json:"seconds"`
	}
	if json.Unmarshal(out, &reply) != nil {
		return nil
	}
	return reply.Seconds
}

// check refuses figures of an eval that searched nothing.
func (t *task) check(out []byte) error {
	if !strings.HasPrefix(t.name, "eval") {
		return nil
	}
	var reply struct {
		Regimes map[string]map[string]struct {
			Value     float64 `json:"value"`
			Attempted int     `json:"attempted"`
		} `json:"regimes"`
	}
	if err := json.Unmarshal(out, &reply); err != nil {
		return err
	}
	for _, regime := range []string{"filtered", "open"} {
		if m := reply.Regimes[regime]["self@1"]; m.Attempted < anchors/2 || m.Value < 0.5 {
			return fmt.Errorf("%s: self@1 is %g of %d anchors: these are no figures of an index that works", regime, m.Value, m.Attempted)
		}
	}
	return nil
}
