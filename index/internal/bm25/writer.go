package bm25

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/assayhq/assay/internal/mapped"
)

// Settings say how texts are cut and weighed. The file records them.
type Settings struct {
	Analyzer string // a name of Analyzers; empty is the first
	Parameters
}

// Parameters are those of BM25: K1 says how soon more of a term adds little, B how much long texts are
// marked down.
type Parameters struct{ K1, B float64 }

// Usual are the parameters that Lucene and most others begin with.
var Usual = Parameters{K1: 1.2, B: 0.75}

func (p Parameters) check() error {
	if !(p.K1 >= 0 && p.K1 <= 1000) || !(p.B >= 0 && p.B <= 1) {
		return fmt.Errorf("k1 is %v and b is %v: k1 lies in 0 to 1000, b in 0 to 1", p.K1, p.B)
	}
	return nil
}

// MaxText is the size in bytes of the longest text that is taken.
const MaxText = 16 << 20

// Writer makes a file of texts. Texts are inverted in chunks, on all cores; what comes of a chunk waits in
// a temporary file beside the one to be, until Commit merges it all. The bytes of the file depend on the texts
// and their order alone. Commit or Abort must end it.
type Writer struct {
	to       mapped.Location
	tool     string
	analyzer Analyzer
	model    Parameters
	spill    *mapped.Temp
	chunk    *chunk
	rows     uint64
	chunks   chan *chunk
	free     chan *chunk
	workers  sync.WaitGroup
	idle     int // workers that may still be started
	mu       sync.Mutex
	runs     []run
	err      error
}

// run is an inverted chunk in the temporary file.
type run struct {
	first       uint32 // row
	rows        int
	at, lengths int64 // where the terms begin, and after them the lengths
}

// Create begins a file.
func Create(to mapped.Location, tool string, s Settings) (*Writer, error) {
	a, err := FindAnalyzer(s.Analyzer)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("write text index: %w", err)
	}
	spill, err := to.Temp()
	if err != nil {
		return nil, err
	}
	n := runtime.GOMAXPROCS(0)
	w := &Writer{
		to: to, tool: tool, analyzer: a, model: s.Parameters, spill: spill, idle: n,
		chunks: make(chan *chunk), free: make(chan *chunk, n+1),
	}
	for range n + 1 {
		w.free <- &chunk{}
	}
	return w, nil
}

// Add appends a text; the first is row 0.
func (w *Writer) Add(text string) error {
	if len(text) > MaxText {
		return fmt.Errorf("write text index: text %d has %d bytes; the longest that is taken has %d", w.rows, len(text),
			MaxText)
	}
	if w.chunks == nil {
		return fmt.Errorf("write text index %q: it has ended", w.to)
	}
	if w.rows >= math.MaxUint32 {
		return fmt.Errorf("write text index: more than %d texts; begin another segment", w.rows)
	}
	if w.chunk != nil && w.chunk.full() {
		w.send()
	}
	if w.chunk == nil {
		if err := w.failed(); err != nil {
			return err
		}
		next := <-w.free
		*next = chunk{texts: next.texts[:0], ends: next.ends[:0], first: uint32(w.rows)}
		w.chunk = next
	}
	w.chunk.texts = append(w.chunk.texts, text...)
	w.chunk.ends = append(w.chunk.ends, len(w.chunk.texts))
	w.rows++
	return nil
}

func (w *Writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return fmt.Errorf("write text index %q: %w", w.to, w.err)
	}
	return nil
}

// work inverts chunks until there are no more.
func (w *Writer) work() {
	v := inverters.Get().(*inverter)
	defer inverters.Put(v)
	for c := range w.chunks {
		w.invert(v, c)
		w.free <- c
	}
}

// invert makes the run of a chunk.
func (w *Writer) invert(v *inverter, c *chunk) {
	v.analyzer = w.analyzer
	v.invert(c)
	v.out = v.appendRun(v.out[:0])
	lengths := int64(len(v.out))
	for _, n := range v.lengths {
		v.out = binary.LittleEndian.AppendUint32(v.out, n)
	}
	w.keep(run{first: c.first, rows: len(v.lengths), lengths: lengths}, v.out)
}

// keep writes a run to the temporary file.
func (w *Writer) keep(r run, content []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.at = w.spill.Size()
	r.lengths += r.at
	w.runs = append(w.runs, r)
	if _, err := w.spill.Write(content); err != nil {
		w.err = errors.Join(w.err, err)
	}
}

// send gives the chunk to the workers.
func (w *Writer) send() {
	if w.chunk == nil {
		return
	}
	if w.idle > 0 {
		w.idle--
		w.workers.Go(w.work)
	}
	w.chunks <- w.chunk
	w.chunk = nil
}

// finish inverts the last chunk, which is the only one of a small index, and waits for the others.
func (w *Writer) finish() {
	if w.chunks == nil {
		return
	}
	close(w.chunks)
	if w.chunk != nil {
		v := inverters.Get().(*inverter)
		w.invert(v, w.chunk)
		inverters.Put(v)
		w.chunk = nil
	}
	w.workers.Wait()
	w.chunks = nil
	slices.SortFunc(w.runs, func(a, b run) int { return cmp.Compare(a.first, b.first) })
}

// Commit ends the file and gives it its name.
func (w *Writer) Commit() error {
	w.finish()
	defer w.Abort()
	if err := w.failed(); err != nil {
		return err
	}
	if err := w.write(); err != nil {
		return fmt.Errorf("write text index %q: %w", w.to, err)
	}
	return nil
}

// Abort takes back what was begun. After Commit it does nothing.
func (w *Writer) Abort() {
	w.finish()
	if w.spill != nil {
		w.spill.Remove()
		w.spill = nil
	}
}

// write merges the runs into the file.
func (w *Writer) write() error {
	tokens, err := w.tokens()
	if err != nil {
		return err
	}
	out, err := w.to.Create(mapped.About{Kind: kind, Format: format, Tool: w.tool,
		Texts: aboutTexts(w.analyzer, w.model, tokens)})
	if err != nil {
		return err
	}
	for _, step := range []func(*mapped.Writer) error{w.writeLengths, w.writeTerms} {
		if err := step(out); err != nil {
			out.Abort()
			return err
		}
	}
	return out.Commit()
}
