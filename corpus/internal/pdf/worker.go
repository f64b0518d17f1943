package pdf

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// request is what a worker is asked for.
type request struct {
	Data              []byte
	Skip              map[int]bool // pages that have hung before
	CacheDir          string
	Password          string
	PageTime, DocTime time.Duration
}

// reply is a sign of life after each page and, with Done, the outcome.
type reply struct {
	Page   int
	Done   bool
	Doc    *Document
	Failed *Error
	Other  string // an error that is not about the file
}

// Serve reads PDFs for a Reader in another process, which talks to it through in and out, until in
// ends. The engine runs unguarded: the other process ends this one when a page takes too long.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	dec, enc := gob.NewDecoder(in), gob.NewEncoder(out)
	var r *Reader
	defer func() {
		if r != nil {
			_ = r.Close()
		}
	}()
	for {
		var q request
		if err := dec.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("serve PDFs: %w", err)
		}
		if r == nil {
			r = Open(Config{
				CacheDir: q.CacheDir, Password: q.Password, PageTime: q.PageTime, DocTime: q.DocTime,
				Instances: 1, unguarded: true,
			})
		}
		if err := enc.Encode(r.answer(ctx, &q, enc)); err != nil {
			return fmt.Errorf("serve PDFs: %w", err)
		}
	}
}

func (r *Reader) answer(ctx context.Context, q *request, enc *gob.Encoder) reply {
	doc, err := r.readHere(ctx, q.Data, q.Skip, func(page int) {
		_ = enc.Encode(reply{Page: page}) // a broken pipe shows when the answer is written
	})
	a := reply{Done: true, Doc: doc}
	if err != nil && !errors.As(err, &a.Failed) {
		a.Other = err.Error()
	}
	return a
}

// worker is a process that runs Serve.
type worker struct {
	command *exec.Cmd
	in      io.WriteCloser
	enc     *gob.Encoder
	dec     *gob.Decoder
	ended   sync.Once
	fresh   bool // has not answered yet: its engine may have to be compiled first
}

// startTime is what a new worker may take for its first page on top of the page's time.
const startTime = 30 * time.Second

func startWorker(command []string) (*worker, error) {
	c := exec.Command(command[0], command[1:]...)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start PDF worker %q: %w", command[0], err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start PDF worker %q: %w", command[0], err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("start PDF worker %q: %w", command[0], err)
	}
	return &worker{command: c, in: in, enc: gob.NewEncoder(in), dec: gob.NewDecoder(out), fresh: true}, nil
}

// end kills the process; it has no state to save.
func (w *worker) end() {
	w.ended.Do(func() {
		_ = w.in.Close()
		_ = w.command.Process.Kill()
		_ = w.command.Wait()
	})
}

// delegate has a worker read the file. A page on which a worker hangs or dies is left out when the
// next one tries.
func (r *Reader) delegate(ctx context.Context, data []byte) (*Document, error) {
	within, cancel := context.WithTimeout(ctx, r.config.DocTime)
	defer cancel()
	q := request{
		Data: data, Skip: map[int]bool{}, CacheDir: r.config.CacheDir, Password: r.config.Password,
		PageTime: r.config.PageTime, DocTime: r.config.DocTime,
	}
	for {
		w, err := r.takeWorker()
		if err != nil {
			return nil, err
		}
		a, last, err := w.read(within, &q)
		if err == nil {
			r.returnWorker(w)
			return a.result()
		}
		w.end()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case within.Err() != nil:
			return nil, failf(TooSlow, "it took longer than %v", r.config.DocTime)
		case last < 0 && errors.Is(err, errStalled):
			return nil, failf(TooSlow, "opening it or its first page took longer than %v", r.config.PageTime)
		case last < 0 && w.fresh:
			return nil, fmt.Errorf("read PDF: worker %q: %w", r.config.Worker[0], err)
		case last < 0:
			continue // it had died since it last answered
		case len(q.Skip) == maxRestarts:
			return nil, failf(TooSlow, "more than %d pages hang", maxRestarts)
		}
		q.Skip[last+1] = true
	}
}

func (a *reply) result() (*Document, error) {
	switch {
	case a.Other != "":
		return nil, errors.New(a.Other)
	case a.Failed != nil:
		return a.Doc, a.Failed
	}
	return a.Doc, nil
}

var errStalled = errors.New("PDF worker: no progress")

// read sends the request and waits for the answer; last is the last page that was done.
func (w *worker) read(ctx context.Context, q *request) (a *reply, last int, err error) {
	limit := q.PageTime
	if w.fresh {
		limit += startTime
	}
	ctx, stalled := context.WithCancelCause(ctx)
	defer stalled(nil)
	watch := time.AfterFunc(limit, func() { stalled(errStalled) })
	defer watch.Stop()
	stop := context.AfterFunc(ctx, w.end)
	defer stop()
	last = -1
	if err := w.enc.Encode(q); err != nil {
		return nil, last, errors.Join(err, context.Cause(ctx))
	}
	for {
		a = &reply{}
		if err := w.dec.Decode(a); err != nil {
			return nil, last, errors.Join(err, context.Cause(ctx))
		}
		if a.Done {
			w.fresh = false
			return a, last, nil
		}
		last = a.Page
		watch.Reset(q.PageTime)
	}
}

func (r *Reader) takeWorker() (*worker, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	if n := len(r.workers); n > 0 {
		w := r.workers[n-1]
		r.workers = r.workers[:n-1]
		return w, nil
	}
	return startWorker(r.config.Worker)
}

func (r *Reader) returnWorker(w *worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		w.end()
		return
	}
	r.workers = append(r.workers, w)
}
