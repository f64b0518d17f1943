//go:build linux

// Command vec measures the kernels of the package vec against the limits of the machine and against faiss
// and numpy, and prints a Markdown table. Every figure is the shortest of several tries, taken in turns
// with the peers: other work on the machine makes tries longer and never shorter.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
	"unsafe"

	"github.com/assayhq/assay/vec"
	"golang.org/x/sys/unix"
)

// setting is what is measured.
type setting struct {
	rows, dim, queries, k, wide int
	rounds                      int
	python, script, dir         string
	cpu                         bool
}

func main() {
	var s setting
	flag.IntVar(&s.rows, "rows", 1_000_000, "`rows` to search")
	flag.IntVar(&s.dim, "dim", 384, "`dimensions`")
	flag.IntVar(&s.queries, "queries", 256, "`queries` of a batch")
	flag.IntVar(&s.k, "k", 30, "`best` rows of each query")
	flag.IntVar(&s.wide, "wide", 120, "int8 `hits` of each query that are rescored")
	flag.IntVar(&s.rounds, "rounds", 4, "`rounds`; of each figure the best counts")
	flag.StringVar(&s.python, "python", "", "`interpreter` with faiss and numpy; none leaves the peers out")
	flag.StringVar(&s.script, "script", "bench/vec/peers.py", "`file` that times the peers")
	flag.BoolVar(&s.cpu, "cpu", false, "measure one thread by the processor time that it takes: for a machine that others use")
	flag.StringVar(&s.dir, "dir", os.TempDir(), "`directory` for the rows")
	flag.Parse()
	log.SetFlags(0)
	if s.cpu {
		clock, threads = unix.CLOCK_PROCESS_CPUTIME_ID, threads[:1]
	}
	if err := s.run(); err != nil {
		log.Fatal(err)
	}
}

func (s *setting) run() error {
	name := filepath.Join(s.dir, "rows.f32")
	values, free, err := s.gaussian(name)
	if err != nil {
		return err
	}
	defer free()
	d := newData(s, values)
	f := newFigures(s)
	for range s.rounds {
		f.limits(d)
		f.ours(d)
		if err := f.peers(d, name); err != nil {
			return err
		}
	}
	f.recall("gaussian", d)
	c := newData(&setting{rows: s.rows / 5, dim: s.dim, queries: s.queries}, clustered(s.rows/5+s.queries, s.dim))
	f.recall("clustered", c)
	f.print(os.Stdout)
	return nil
}

// gaussian is a file of random rows, followed by queries, in memory.
func (s *setting) gaussian(name string) ([]float32, func(), error) {
	size := (s.rows + s.queries) * s.dim * 4
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if err := file.Truncate(int64(size)); err != nil {
		return nil, nil, err
	}
	memory, err := unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("map %q: %w", name, err)
	}
	values := unsafe.Slice((*float32)(unsafe.Pointer(&memory[0])), size/4)
	each(len(values)/s.dim, func(r *rand.Rand, i int) {
		for k := range s.dim {
			values[i*s.dim+k] = float32(r.NormFloat64())
		}
	})
	free := func() {
		if err := unix.Munmap(memory); err != nil {
			log.Print(err)
		}
	}
	return values, free, nil
}

// clustered are unit vectors around a thousand centres, as sentences are around their subjects.
func clustered(n, dim int) []float32 {
	const centres = 1000
	around := make([]float32, centres*dim)
	each(centres*dim, func(r *rand.Rand, i int) { around[i] = float32(r.NormFloat64()) })
	values := make([]float32, n*dim)
	each(n, func(r *rand.Rand, i int) {
		row, at := values[i*dim:(i+1)*dim], r.IntN(centres)*dim
		for k := range row {
			row[k] = around[at+k] + 0.5*float32(r.NormFloat64())
		}
		vec.Normalize(row)
	})
	return values
}

// each calls a function for 0 to n with a source of its own for every thousand, so that what comes out
// does not depend on the workers.
func each(n int, do func(r *rand.Rand, i int)) {
	const piece = 1000
	var all sync.WaitGroup
	for from := range 2 {
		all.Go(func() {
			for p := from; p*piece < n; p += 2 {
				r := rand.New(rand.NewPCG(7, uint64(p)))
				for i := p * piece; i < min(n, (p+1)*piece); i++ {
					do(r, i)
				}
			}
		})
	}
	all.Wait()
}

// clock is what times are taken from.
var clock int32 = unix.CLOCK_MONOTONIC

func now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		log.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// fastest is the shortest time that work takes.
func fastest(times int, work func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range times {
		start := now()
		work()
		best = min(best, now()-start)
	}
	return best
}
