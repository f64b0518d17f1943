// Package pdf turns the bytes of a PDF into the blocks of package block, in reading order and with the
// page that each is on.
//
// PDFium, compiled to WebAssembly and run by wazero, gives the place and the type of each
// character; it sees no file system, no network and no clock. Everything about layout is decided
// here: words, lines, columns, tables, paragraphs, running headers. The package refuses to guess at
// text that is not there: a scan has no text layer and is reported as such, a page that cannot be
// read is reported with its number, and only the given password is tried.
package pdf

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/assayhq/assay/corpus/internal/block"
)

// The limits of one document. PDFs are hostile input: a file of a few kilobytes can unfold to
// gigabytes or to days of work.
const (
	MaxBytes     = 128 << 20        // of the file
	MaxPages     = 5000             // pages that are opened
	MaxPageChars = 200_000          // characters read from one page; a dense page of a filing has 8,000
	MaxChars     = 8_000_000        // characters read from one document; a book of 2,000 pages has 6 million
	PageTime     = 20 * time.Second // for one page; the slowest real one seen took 0.1 s
	DocumentTime = 5 * time.Minute
	MemoryPages  = 8192 // WebAssembly pages of 64 KiB: 512 MiB for the file and all that PDFium makes of it
	maxRestarts  = 3    // fresh engines for one document after a page has brought its engine down
)

// Config says how PDFs are read. The zero value is ready for use.
type Config struct {
	CacheDir  string        // for compiled code; by default a directory of ours in the user's cache
	Instances int           // documents read at the same time; by default 2
	Password  string        // tried on encrypted files; the empty one opens most of them
	PageTime  time.Duration // instead of the limits above
	DocTime   time.Duration

	// Worker is the command of a process that runs Serve on its standard input and output, normally
	// the program itself. A page that never ends can then be stopped by ending the process, and
	// pages are read at full speed. Without it PDFium runs in this process and looks at its
	// deadline in every loop, which makes it about five times slower.
	Worker []string

	unguarded bool // full speed in this process, which a page that never ends would freeze
}

// Reader reads PDFs, several at a time if asked. Its engine starts with the first one that it reads.
type Reader struct {
	config  Config
	slots   chan struct{}
	mu      sync.Mutex
	sandbox *sandbox
	workers []*worker // idle ones
	closed  bool
}

// Document is a PDF as text.
type Document struct {
	block.Doc
	Boxes    []Box  // where Blocks[i] is on its page
	Pages    []Page // every page of the file, read or not
	Repaired bool   // the file's index of objects was broken and PDFium rebuilt it
}

// Box is a place on a page, in points from its lower left corner.
type Box struct{ Left, Bottom, Right, Top float32 }

// Page is one page of the file.
type Page struct {
	block.Span
	Number        int     // zero-based, as in Block.Page
	Label         string  // the file's own name for the page ("iv", "F-12"), where it has one
	Printed       string  // the number that is printed on the page, where one was recognised
	Width, Height float32 // points
	Chars         int     // visible characters
	ImageOnly     bool    // a picture without a text layer

	// Header and Footer are the running lines, which are not part of the document's text.
	Header, Footer []string
	Failure        string // why the page was not read, or not completely
}

// Name is what a reader would call the page: its printed number, its label, or its ordinal.
func (p *Page) Name() string {
	switch {
	case p.Printed != "":
		return p.Printed
	case p.Label != "":
		return p.Label
	}
	return ordinal(p.Number)
}

// Open returns a Reader. It does no work: an unusable configuration shows with the first Read.
func Open(config Config) *Reader {
	if config.Instances <= 0 {
		config.Instances = 2
	}
	if config.PageTime <= 0 {
		config.PageTime = PageTime
	}
	if config.DocTime <= 0 {
		config.DocTime = DocumentTime
	}
	return &Reader{config: config, slots: make(chan struct{}, config.Instances)}
}

// Read turns a PDF into a Document. The error of a file that cannot be read is an *Error. One whose
// outcome is Partial comes together with the document and names the pages that are missing from it.
func (r *Reader) Read(ctx context.Context, data []byte) (*Document, error) {
	if err := admit(data); err != nil {
		return nil, err
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if len(r.config.Worker) > 0 {
		return r.delegate(ctx, data)
	}
	return r.readHere(ctx, data, nil, nil)
}

// readHere reads in this process. The pages in skip are known to hang; progress is called after each page.
func (r *Reader) readHere(ctx context.Context, data []byte, skip map[int]bool, progress func(int)) (*Document, error) {
	sandbox, err := r.start()
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, r.config.DocTime)
	defer cancel()
	x := &extractor{sandbox: sandbox, config: r.config, data: data, skip: skip, progress: progress}
	defer x.drop()
	file, err := x.file(within)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && within.Err() != nil && OutcomeOf(err) == "" {
		// The time was over while the engine started.
		return nil, failf(TooSlow, "it took longer than %v", r.config.DocTime)
	}
	if err != nil {
		return nil, err
	}
	d := compose(file)
	return d, verdict(d, data)
}

// headerWindow is how far into the file its "%PDF-" may be; PDFium looks no further.
const headerWindow = 1024

// admit refuses what the engine need not see.
func admit(data []byte) error {
	if len(data) > MaxBytes {
		return failf(TooLarge, "%d bytes, the limit is %d", len(data), MaxBytes)
	}
	if !bytes.Contains(data[:min(len(data), headerWindow)], []byte("%PDF-")) {
		return failf(NotPDF, "no %%PDF- header in the first %d bytes", headerWindow)
	}
	return nil
}

func (r *Reader) start() (*sandbox, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	if r.sandbox == nil {
		s, err := startSandbox(r.config)
		if err != nil {
			return nil, err
		}
		r.sandbox = s
	}
	return r.sandbox, nil
}

// Close ends the engine and the worker processes. Reads under way fail.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	for _, w := range r.workers {
		w.end()
	}
	r.workers = nil
	if r.sandbox != nil {
		return r.sandbox.close()
	}
	return nil
}
