// Bm25 measures the text index beside others, each in processes of its own: see run.sh.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const best = 30

// engine builds an index of a set, and answers questions from it.
type engine interface {
	build(set string, lines func(func(string) error) error) error
	open(set string) error
	ask(question string) ([]found, error)
}

// found is a hit.
type found struct {
	row   int
	score float64
}

// result is what a process reports.
type result struct {
	Seconds float64     `json:"seconds,omitempty"`
	Bytes   int64       `json:"bytes,omitempty"`
	Peak    int64       `json:"peak"` // bytes of memory
	Open    float64     `json:"open,omitempty"`
	CPU     float64     `json:"cpu"`             // seconds of all cores
	Times   []float64   `json:"times,omitempty"` // milliseconds
	CPUs    []float64   `json:"cpus,omitempty"`  // milliseconds of all cores, which others on the machine do not lengthen
	Rows    [][]int     `json:"rows,omitempty"`
	Scores  [][]float64 `json:"scores,omitempty"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const usage = `bm25 generate SET CORPUS TEXTS QUESTIONS | bm25 build|query assay|assay-raw|bleve SET LIMIT | ` +
	`bm25 batch SET | bm25 table DIR TEXTS`

func run(args []string) error {
	switch {
	case len(args) == 5 && args[0] == "generate":
		n, err := strconv.Atoi(args[3])
		if err != nil {
			return err
		}
		questions, err := strconv.Atoi(args[4])
		if err != nil {
			return err
		}
		return generate(args[1], args[2], n, questions)
	case len(args) == 4 && (args[0] == "build" || args[0] == "query"):
		return measure(args[0], args[1], args[2], args[3])
	case len(args) == 2 && args[0] == "batch":
		return batch(args[1])
	case len(args) == 3 && args[0] == "table":
		return table(args[1], args[2])
	}
	return fmt.Errorf("usage: %s", usage)
}

var engines = map[string]engine{
	"assay":     &own{analyzer: "blanks", texts: tokensFile, questions: askedFile},
	"assay-raw": &own{analyzer: "filings", texts: textsFile, questions: queriesFile},
	"bleve":     &bleveIndex{},
}

// measure runs one engine's build or questions and prints its result.
func measure(what, name, set, limitText string) error {
	e, ok := engines[name]
	limit, err := strconv.Atoi(limitText)
	if !ok || err != nil {
		return fmt.Errorf("usage: %s", usage)
	}
	var r result
	texts, questions := tokensFile, askedFile
	if o, is := e.(*own); is {
		texts, questions = o.texts, o.questions
	}
	if what == "build" {
		began := time.Now()
		if err := e.build(set, func(do func(string) error) error { return lines(filepath.Join(set, texts), limit, do) }); err != nil {
			return err
		}
		r.Seconds = time.Since(began).Seconds()
	} else if err := answer(e, set, questions, limit, &r); err != nil {
		return err
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return err
	}
	r.Peak = usage.Maxrss << 10
	r.CPU = float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
	return json.NewEncoder(os.Stdout).Encode(r)
}

// answer asks all questions once to warm up and once for the clock.
func answer(e engine, set, questions string, limit int, r *result) error {
	began := time.Now()
	if err := e.open(set); err != nil {
		return err
	}
	r.Open = time.Since(began).Seconds() * 1000
	for timed := range 2 {
		err := lines(filepath.Join(set, questions), limit, func(question string) error {
			began, cpu := time.Now(), cpuTime()
			hits, err := e.ask(question)
			if err != nil || timed == 0 {
				return err
			}
			r.Times = append(r.Times, time.Since(began).Seconds()*1000)
			r.CPUs = append(r.CPUs, (cpuTime()-cpu).Seconds()*1000)
			var rows []int
			var scores []float64
			for _, h := range hits {
				rows, scores = append(rows, h.row), append(scores, h.score)
			}
			r.Rows, r.Scores = append(r.Rows, rows), append(r.Scores, scores)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cpuTime is what the process has used.
func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// lines reads the lines of a file, up to a limit.
func lines(path string, limit int, do func(string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 32<<20)
	for n := 0; n < limit && in.Scan(); n++ {
		if err := do(in.Text()); err != nil {
			return err
		}
	}
	return in.Err()
}

// quantile is one of times.
func quantile(times []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}
