package batch

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/internal/filelock"
)

// jobKind and jobFormat mark the file of a batch.
const (
	jobKind   = "assay batch"
	jobFormat = 1
)

// job is one batch as a file remembers it. It is written before the batch is submitted and completed with
// its id after, so that no batch is paid for that no file knows of.
type job struct {
	Kind      string     `json:"kind"`
	Format    int        `json:"format"`
	Provider  string     `json:"provider"`
	Submitted time.Time  `json:"submitted"` // when the submission began
	ID        string     `json:"id"`        // the provider's; empty until it answered
	Keys      []call.Key `json:"keys"`

	path string
	set  map[call.Key]bool
}

func (j *job) has(key call.Key) bool {
	if j.set == nil {
		j.set = make(map[call.Key]bool, len(j.Keys))
		for _, k := range j.Keys {
			j.set[k] = true
		}
	}
	return j.set[key]
}

// claim keeps other processes from submitting the same calls.
func (r *Runner) claim() (release func(), err error) {
	if err := os.MkdirAll(r.Dir, 0o777); err != nil {
		return nil, fmt.Errorf("remember batches: %w", err)
	}
	f, err := filelock.Open(filepath.Join(r.Dir, "lock"), os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("remember batches: %w", err)
	}
	free, err := filelock.Try(f)
	if err == nil && !free {
		err = errors.New("another process is running batches here; wait for it or end it")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", r.Dir, err)
	}
	return func() { f.Close() }, nil
}

// remembered are the batches of this provider that files know of, oldest first.
func (r *Runner) remembered() ([]*job, error) {
	names, err := filepath.Glob(filepath.Join(r.Dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var jobs []*job
	for _, name := range names {
		j, err := readJob(name)
		if err != nil {
			return nil, err
		}
		if j.Provider == r.Provider {
			jobs = append(jobs, j)
		}
	}
	slices.SortFunc(jobs, func(a, b *job) int { return a.Submitted.Compare(b.Submitted) })
	return jobs, nil
}

func readJob(name string) (*job, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read batch: %w", err)
	}
	j := &job{path: name}
	if err := json.Unmarshal(text, j); err != nil {
		return nil, fmt.Errorf("read batch %s: %w; if its batch has been dealt with at the provider, delete the file", name, err)
	}
	switch {
	case j.Kind != jobKind:
		return nil, fmt.Errorf("read batch %s: it is no record of a batch", name)
	case j.Format > jobFormat:
		return nil, fmt.Errorf("read batch %s: it is of format %d, and this program knows %d; use a newer one", name, j.Format, jobFormat)
	}
	return j, nil
}

// remember writes a new job.
func (r *Runner) remember(calls []*call.Call) (*job, error) {
	j := &job{Kind: jobKind, Format: jobFormat, Provider: r.Provider, Submitted: r.now().UTC()}
	for _, c := range calls {
		j.Keys = append(j.Keys, c.Key())
	}
	name := strings.Map(func(c rune) rune {
		if c == '/' || c == '\\' || c == ':' {
			return '_'
		}
		return c
	}, r.Provider) + "-" + j.Submitted.Format("20060102T150405") + "-" + rand.Text()[:8] + ".json"
	j.path = filepath.Join(r.Dir, name)
	return j, j.write()
}

// write replaces the file of a job.
func (j *job) write() error {
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	err = atomicfile.Write(j.path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("remember batch: %w", err)
	}
	return nil
}

func (j *job) forget() error {
	if err := os.Remove(j.path); err != nil {
		return fmt.Errorf("forget batch: %w", err)
	}
	return nil
}
