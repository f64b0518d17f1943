//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/assayhq/assay/vec"
)

// threads are the numbers of threads that everything is measured with.
var threads = []int{1, 2}

// figures are the best of all rounds: seconds, or for limits 10⁹ a second, by name and threads.
type figures struct {
	setting *setting
	best    map[string]*[2]float64
	recalls map[string]float64
	found   map[string][][]int64 // what the peers found
	peer    string
}

func newFigures(s *setting) *figures {
	return &figures{setting: s, best: map[string]*[2]float64{}, recalls: map[string]float64{}, found: map[string][][]int64{}}
}

// keep takes a figure if it is better: lower for seconds, higher for rates.
func (f *figures) keep(name string, thread int, value float64, rate bool) {
	if f.best[name] == nil {
		f.best[name] = new([2]float64)
	}
	if was := &f.best[name][thread]; *was == 0 || rate == (value > *was) {
		*was = value
	}
}

// The names of the figures.
const (
	fmaPeak   = "FMA peak"
	readPeak  = "memory read"
	batch     = "batch, float32"
	batch8    = "batch, int8 and rescoring"
	single    = "one query, float32"
	single8   = "one query, int8 and rescoring"
	batchFew  = "batch, 0.1 % of the rows"
	singleFew = "one query, 0.1 % of the rows"
)

func (f *figures) limits(d *data) {
	if !canMeasure() {
		return
	}
	for i, n := range threads {
		f.keep(fmaPeak, i, peak(n), true)
		f.keep(readPeak, i, bandwidth(n, d.rows), true)
	}
}

func (f *figures) ours(d *data) {
	k, wide := f.setting.k, f.setting.wide
	for i, n := range threads {
		f.time(batch, i, 2, func() { d.float(d.batch, k, n) })
		f.time(batch8, i, 3, func() { d.int8(d.batch, k, wide, n) })
		f.time(single, i, 8, func() { d.float(d.one, k, n) })
		f.time(single8, i, 16, func() { d.int8(d.one, k, wide, n) })
	}
	f.time(batchFew, 0, 10, func() { d.some(d.batch, k) })
	f.time(singleFew, 0, 30, func() { d.some(d.one, k) })
}

func (f *figures) time(name string, thread, times int, work func()) {
	f.keep(name, thread, fastest(times, work).Seconds(), false)
}

// recall is the share of the best k that the int8 scan with rescoring finds.
func (f *figures) recall(kind string, d *data) {
	want := d.float(d.batch, f.setting.k, 0)
	f.recalls[kind] = shared(want, d.int8(d.batch, f.setting.k, f.setting.wide, 0))
	if kind != "gaussian" {
		return
	}
	for name, ids := range f.found {
		f.recalls[name] = sharedIDs(want, ids)
	}
}

func sharedIDs(want *vec.Top, ids [][]int64) float64 {
	found, all := 0, 0
	for i, got := range ids {
		for _, h := range want.Best(i) {
			all++
			for _, id := range got {
				if id == int64(h.Row) {
					found++
				}
			}
		}
	}
	return float64(found) / float64(all)
}

// environments are those under which the peers are timed. As shipped, faiss 1.15 multiplies matrices only from
// 128,000 queries on, and OpenBLAS does not know new processors by name.
var environments = []struct {
	name string
	env  []string
}{
	{"as shipped", nil},
	{"BLAS from 20 queries on", []string{"BLAS_FROM=20"}},
	{"BLAS, AVX-512 forced", []string{"BLAS_FROM=20", "OPENBLAS_CORETYPE=SKYLAKEX", "FAISS_SIMD_LEVEL=AVX512"}},
}

func (f *figures) clock() string {
	if f.setting.cpu {
		return "process_time"
	}
	return "perf_counter"
}

// peers times faiss and numpy.
func (f *figures) peers(d *data, name string) error {
	if f.setting.python == "" {
		return nil
	}
	s := f.setting
	for _, e := range environments {
		for i, n := range threads {
			args := []string{s.script, name}
			for _, v := range []int{s.rows, s.dim, s.queries, s.k, 1} {
				args = append(args, strconv.Itoa(v))
			}
			cmd := exec.Command(s.python, args...)
			cmd.Env = append(append(os.Environ(), e.env...), "OMP_NUM_THREADS="+strconv.Itoa(n), "CLOCK="+f.clock())
			var problems bytes.Buffer
			cmd.Stderr = &problems
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("%s: %w: %s", s.script, err, problems.String())
			}
			var got struct {
				Batch, Single, Sgemm float64
				IDs                  [][]int64
				Faiss, Numpy         string
			}
			if err := json.Unmarshal(out, &got); err != nil {
				return err
			}
			f.keep("faiss batch, "+e.name, i, got.Batch, false)
			f.keep("faiss one query, "+e.name, i, got.Single, false)
			f.keep("numpy batch, no top-k, "+e.name, i, got.Sgemm, false)
			f.found["faiss, "+e.name] = got.IDs
			f.peer = "faiss " + got.Faiss + ", numpy " + got.Numpy
		}
	}
	return nil
}

// print writes the table.
func (f *figures) print(w io.Writer) {
	s := f.setting
	fmt.Fprintf(w, "%d rows of %d, batches of %d, best %d, path %s. %s\n\n", s.rows, s.dim, s.queries, s.k, vec.Path(), f.peer)
	if len(threads) == 2 {
		fmt.Fprintln(w, "| | 1 thread | 2 threads | |\n|---|---|---|---|")
	} else {
		fmt.Fprintln(w, "| | 1 thread, processor time | |\n|---|---|---|")
	}
	values := float64(s.rows) * float64(s.dim)
	work := 2 * values * float64(s.queries) / 1e9
	f.line(w, fmaPeak, 1, "%.0f GFLOP/s", "")
	f.line(w, readPeak, 1, "%.1f GB/s", "")
	f.line(w, batch, 1e3, "%.0f ms", f.against(batch, fmaPeak, func(t, peak float64) string {
		return fmt.Sprintf("%.0f %%", 100*work/t/peak)
	})+" of the FMA peak")
	f.line(w, batch8, 1e3, "%.0f ms", f.times(batch, batch8)+" as fast as float32; recall "+f.recallText())
	f.line(w, single, 1e3, "%.1f ms", f.floor(single, 4*values)+" the time to read the rows")
	f.line(w, single8, 1e3, "%.1f ms", f.floor(single8, values)+" the time to read the codes")
	f.line(w, batchFew, 1e3, "%.2f ms", f.times(batch, batchFew)+" as fast as without a filter")
	f.line(w, singleFew, 1e3, "%.3f ms", f.times(single, singleFew)+" as fast as without a filter")
	for _, e := range environments {
		if s.python == "" {
			break
		}
		f.line(w, "faiss batch, "+e.name, 1e3, "%.0f ms", "vec is "+f.times("faiss batch, "+e.name, batch)+
			fmt.Sprintf(" as fast; %.4f of our hits", f.recalls["faiss, "+e.name]))
		if e.env == nil { // one query is no matrix
			f.line(w, "faiss one query, "+e.name, 1e3, "%.1f ms", "vec is "+f.times("faiss one query, "+e.name, single)+" as fast")
		}
		f.line(w, "numpy batch, no top-k, "+e.name, 1e3, "%.0f ms", "vec is "+f.times("numpy batch, no top-k, "+e.name, batch)+" as fast")
	}
}

func (f *figures) line(w io.Writer, name string, unit float64, format, note string) {
	fmt.Fprintf(w, "| %s |", name)
	for i := range threads {
		text := "–"
		if f.best[name] != nil && f.best[name][i] > 0 {
			text = fmt.Sprintf(format, unit*f.best[name][i])
		}
		fmt.Fprintf(w, " %s |", text)
	}
	fmt.Fprintf(w, " %s |\n", note)
}

// against compares two figures at each number of threads.
func (f *figures) against(a, b string, text func(a, b float64) string) string {
	out := ""
	for i := range threads {
		if f.best[a] == nil || f.best[b] == nil || f.best[a][i] == 0 || f.best[b][i] == 0 {
			continue
		}
		if out != "" {
			out += " / "
		}
		out += text(f.best[a][i], f.best[b][i])
	}
	return out
}

func (f *figures) times(slow, fast string) string {
	return f.against(slow, fast, func(a, b float64) string { return fmt.Sprintf("%.2f ×", a/b) })
}

func (f *figures) floor(name string, bytes float64) string {
	return f.against(name, readPeak, func(t, rate float64) string { return fmt.Sprintf("%.2f ×", t*rate*1e9/bytes) })
}

func (f *figures) recallText() string {
	return fmt.Sprintf("%.4f on random, %.4f on clustered rows", f.recalls["gaussian"], f.recalls["clustered"])
}
