// Package workspace turns a directory into what is open in it: configuration, corpus, indexes, engines, models and
// the ledger. It is the library's entry: what a command does, a program does with one call of this package.
//
// A workspace is a directory with an optional assay.yaml and a directory .assay that everything made here is kept in.
// Opening one reads nothing; each part is opened when it is asked for.
package workspace

import (
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/ledger"
)

// Workspace is a directory that assay works in.
type Workspace struct {
	dir  string
	opts Options
	conf func() (*config.Config, error)

	checked func() error // that the data directory has no links
}

// Options say who works in a workspace.
type Options struct {
	Version   string            // of the program, written into what it makes; empty is that of this module
	Arguments []string          // of the command line, kept in the header of its runs
	Note      func(note string) // told what the caller should know and no result says; nil drops it
}

// Open is the workspace in a directory, which need not have anything in it yet.
func Open(dir string, o Options) *Workspace {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Version == "" {
		o.Version = moduleVersion()
	}
	return &Workspace{
		dir: dir, opts: o,
		conf:    sync.OnceValues(func() (*config.Config, error) { return config.Open(dir) }),
		checked: sync.OnceValue(func() error { return CheckOwn(filepath.Join(dir, DataDir)) }),
	}
}

// moduleVersion is the version of this module in a program that was built with it.
func moduleVersion() string {
	const module = "github.com/assayhq/assay"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == module && m.Version != "" {
				return m.Version
			}
		}
	}
	return "devel"
}

// DataDir is the directory below a workspace that everything is kept in.
const DataDir = ".assay"

// Path is a path below the data directory.
func (w *Workspace) Path(elem ...string) string {
	return filepath.Join(append([]string{w.dir, DataDir}, elem...)...)
}

// Config is assay.yaml and the environment; without a file, the defaults.
func (w *Workspace) Config() (*config.Config, error) { return w.conf() }

// CorpusDir is where the corpus is kept.
func (w *Workspace) CorpusDir() string { return w.Path("corpus") }

// Corpus opens the corpus for reading.
func (w *Workspace) Corpus() (*store.Corpus, error) {
	dir, err := w.own("corpus")
	if err != nil {
		return nil, err
	}
	return store.Open(dir)
}

// Ledger opens the ledger for reading.
func (w *Workspace) Ledger() (*ledger.Ledger, error) {
	dir, err := w.own()
	if err != nil {
		return nil, err
	}
	return ledger.Open(dir)
}

// WritableLedger opens the ledger for appending, too. It makes none: only a run does.
func (w *Workspace) WritableLedger() (*ledger.Ledger, error) {
	l, err := w.Ledger()
	if err != nil {
		return nil, err
	}
	if err := l.Close(); err != nil {
		return nil, err
	}
	return w.createLedger()
}

// createLedger opens the ledger for appending, and makes it where there is none.
func (w *Workspace) createLedger() (*ledger.Ledger, error) {
	dir, err := w.own()
	if err != nil {
		return nil, err
	}
	return ledger.Create(dir, w.opts.Version)
}

// tool describes this program in the header of a run.
func (w *Workspace) tool() ledger.Tool {
	t := ledger.Tool{Version: w.opts.Version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				t.Commit = s.Value
			}
		}
	}
	return t
}
