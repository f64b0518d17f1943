package filesearch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/filelock"
	"github.com/assayhq/assay/model/provider"
)

// Left is a file or a store that a process did not delete.
type Left struct {
	Kind     string    `json:"kind"` // file or vector_store
	ID       string    `json:"id"`
	Name     string    `json:"name,omitempty"`
	Provider string    `json:"provider"`
	Expires  time.Time `json:"expires,omitzero"`
	State    State     `json:"state"`
	Problem  string    `json:"problem,omitempty"` // why it is kept

	mark string
}

// State is what a cleaning did with a file or a store.
type State string

// The states.
const (
	Deleted   State = "deleted"
	found     State = "found"     // in a dry run
	Kept      State = "kept"      // it could not be deleted
	inUse     State = "in_use"    // by a process of this workspace
	elsewhere State = "elsewhere" // made by another workspace or machine: no journal here has its mark
)

// Cleaning deletes the files and stores of processes that were killed.
type Cleaning struct {
	Dir     string                                              // of the journals
	Connect func(provider string) (*provider.Connection, error) // by the name in a journal
	DryRun  bool
	All     string // a provider at which those of other workspaces are deleted, too
	Now     func() time.Time

	only func(*head) bool // nil is all journals
}

// late is how long after its last line a journal is kept though nothing of it was found: the last request of its
// process may still arrive. An empty journal may be about to get its first line.
const late = time.Minute

// maxJournal bounds the bytes read of a journal; a document takes some 400.
const maxJournal = 64 << 20

// orphan is a journal whose process has ended.
type orphan struct {
	head
	file    *os.File
	objects []object
	written time.Time
}

// Run deletes and returns what it finds. Its error is about journals and providers that could not be read; objects
// that could not be deleted are Kept.
func (c *Cleaning) Run(ctx context.Context) ([]Left, error) {
	orphans, alive, errs := c.orphans()
	defer func() {
		for _, o := range orphans {
			o.file.Close()
		}
	}()
	byProvider := map[string][]*orphan{}
	for _, o := range orphans {
		byProvider[o.Provider] = append(byProvider[o.Provider], o)
	}
	if c.All != "" && byProvider[c.All] == nil {
		byProvider[c.All] = nil
	}
	var all []Left
	for _, name := range slices.Sorted(maps.Keys(byProvider)) {
		found, err := c.provider(ctx, name, byProvider[name], alive)
		all = append(all, found...)
		errs = errors.Join(errs, err)
	}
	return all, errs
}

// orphans returns the journals whose processes have ended, locked, and the marks of the others.
func (c *Cleaning) orphans() (orphans []*orphan, alive map[string]bool, errs error) {
	alive = map[string]bool{}
	entries, err := os.ReadDir(c.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, alive, nil
	}
	for _, e := range entries {
		mark, ok := strings.CutSuffix(e.Name(), journalEnding)
		if !ok {
			continue
		}
		o, held, err := c.open(filepath.Join(c.Dir, e.Name()))
		switch {
		case held:
			alive[mark] = true
		case err != nil:
			errs = errors.Join(errs, err)
		case o != nil && c.only != nil && !c.only(&o.head):
			o.file.Close()
		case o != nil:
			orphans = append(orphans, o)
		}
	}
	return orphans, alive, errors.Join(err, errs)
}

// open reads a journal; held says that its process lives. The orphan is nil if the journal is empty.
func (c *Cleaning) open(path string) (o *orphan, held bool, err error) {
	f, err := filelock.Open(path, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer func() {
		if o == nil {
			f.Close()
		}
	}()
	ok, err := filelock.Try(f)
	if err != nil || !ok {
		return nil, !ok && err == nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	read := &orphan{file: f, written: info.ModTime()}
	err = read.read(io.LimitReader(f, maxJournal))
	switch {
	case errors.Is(err, io.EOF): // without a first line nothing was made
		if c.now().Sub(read.written) > late {
			f.Close()
			err = os.Remove(path)
			return nil, false, err
		}
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("journal %s: %w", path, err)
	}
	return read, false, nil
}

func (c *Cleaning) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

// read reads a journal. Broken lines are skipped, as the last may be incomplete: their objects are found by the mark.
func (o *orphan) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return io.EOF
	}
	if json.Unmarshal(first, &o.head) != nil || o.Kind != journalKind || o.Mark == "" {
		return errors.New("not a journal of file_search; move it away")
	}
	if o.Version > journalVersion {
		return fmt.Errorf("it has version %d, and this program knows %d; use the newer program", o.Version, journalVersion)
	}
	live := map[object]bool{}
	for {
		text, err := lines.ReadBytes('\n')
		var l line
		if json.Unmarshal(bytes.TrimSpace(text), &l) == nil && l.ID != "" {
			if l.Made != "" {
				live[object{l.Made, l.ID}] = true
			}
			delete(live, object{l.Gone, l.ID})
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	for id := range live {
		o.objects = append(o.objects, id)
	}
	sortObjects(o.objects)
	return nil
}

// sortObjects puts stores before files: a store without its files would still answer.
func sortObjects(all []object) {
	slices.SortFunc(all, func(a, b object) int {
		return cmp.Or(-cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id))
	})
}

// provider cleans at one provider.
func (c *Cleaning) provider(
	ctx context.Context, name string, orphans []*orphan, alive map[string]bool,
) ([]Left, error) {
	known := func(o *orphan, id object, state State, problem string) Left {
		expires := o.written.Add(Expiry).UTC()
		return Left{Kind: id.kind, ID: id.id, Provider: name, Expires: expires, State: state, Problem: problem, mark: o.Mark}
	}
	conn, err := c.Connect(name)
	var stores *provider.OpenAIStores
	if err == nil {
		o := wrap.Options{Retry: &wrap.Retry{Tries: 4, Total: time.Minute}, Try: time.Minute}
		stores, err = provider.NewOpenAIStores(conn, wrap.Stack(conn.Sender, o))
	}
	var all []Left
	var mine []*orphan
	for _, o := range orphans {
		problem := ""
		switch {
		case err != nil:
			problem = err.Error()
		case o.Base != conn.BaseURL:
			problem = fmt.Sprintf("it was made at %s, and provider %s is at %s now", o.Base, name, conn.BaseURL)
		default:
			mine = append(mine, o)
			continue
		}
		for _, id := range o.objects {
			all = append(all, known(o, id, Kept, problem))
		}
	}
	if err != nil || len(mine) == 0 && c.All != name {
		return all, err
	}
	listed, err := listMarked(ctx, stores, name)
	if err != nil {
		err = fmt.Errorf("list what is left at %s: %w", name, err)
		// Without a complete list the objects of the journals may still exist.
		for _, o := range mine {
			for _, id := range o.objects {
				same := func(l Left) bool { return l.Kind == id.kind && l.ID == id.id }
				if !slices.ContainsFunc(listed, same) {
					listed = append(listed, known(o, id, "", ""))
				}
			}
		}
	}
	c.setStates(name, listed, mine, alive)
	if !c.DryRun {
		c.delete(ctx, stores, listed)
		c.removeJournals(mine, listed, err == nil)
	}
	return append(all, listed...), err
}

// setStates sets the states of those that are not to be deleted.
func (c *Cleaning) setStates(name string, listed []Left, mine []*orphan, alive map[string]bool) {
	for i := range listed {
		l := &listed[i]
		ours := slices.ContainsFunc(mine, func(o *orphan) bool { return o.Mark == l.mark })
		switch {
		case alive[l.mark]:
			l.State = inUse
		case !ours && c.All != name:
			l.State = elsewhere
		case c.DryRun:
			l.State = found
		}
	}
}

// delete deletes those without a state, and sets it.
func (c *Cleaning) delete(ctx context.Context, stores *provider.OpenAIStores, listed []Left) {
	var objects []object
	var at []int
	for i := range listed {
		if listed[i].State == "" {
			objects = append(objects, object{listed[i].Kind, listed[i].ID})
			at = append(at, i)
		}
	}
	for i, err := range deleteAll(ctx, stores, objects) {
		l := &listed[at[i]]
		l.State = Deleted
		if err != nil {
			l.State = Kept
			l.Problem = err.Error()
		}
	}
}

// removeJournals deletes the journals of which nothing is left.
func (c *Cleaning) removeJournals(mine []*orphan, listed []Left, complete bool) {
	for _, o := range mine {
		left := slices.ContainsFunc(listed, func(l Left) bool { return l.mark == o.Mark && l.State == Kept })
		if complete && !left && c.now().Sub(o.written) > late {
			o.file.Close()
			os.Remove(o.file.Name()) // on an error the next cleaning tries again
		}
	}
}

// deleters is how many deletions run at once.
const deleters = 4

// deleteAll deletes objects, stores before files, and returns an error or nil for each.
func deleteAll(ctx context.Context, stores *provider.OpenAIStores, all []object) []error {
	problems := make([]error, len(all))
	for _, kind := range []string{kindStore, kindFile} {
		var group sync.WaitGroup
		turns := make(chan struct{}, deleters)
		for i, o := range all {
			if o.kind != kind {
				continue
			}
			turns <- struct{}{}
			group.Go(func() {
				defer func() { <-turns }()
				if kind == kindStore {
					problems[i] = stores.DeleteStore(ctx, o.id)
				} else {
					problems[i] = stores.DeleteFile(ctx, o.id)
				}
			})
		}
		group.Wait()
	}
	return problems
}

// listMarked lists everything at a provider whose name contains a mark, stores first.
func listMarked(ctx context.Context, stores *provider.OpenAIStores, name string) ([]Left, error) {
	var all []Left
	add := func(kind, id, label string, expires time.Time) {
		if n, ok := parseName(label); ok {
			all = append(all, Left{Kind: kind, ID: id, Name: label, Provider: name, Expires: expires, mark: n.mark})
		}
	}
	made, err := stores.Stores(ctx)
	for i := range made {
		add(kindStore, made[i].ID, made[i].Name, made[i].Expires)
	}
	files, more := stores.Files(ctx, purpose)
	for i := range files {
		add(kindFile, files[i].ID, files[i].Name, files[i].Expires)
	}
	return all, errors.Join(err, more)
}

// cleanBefore deletes what earlier processes left at the system's provider. Its problems are only noted.
func (s *System) cleanBefore() {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Cleanup)
	defer cancel()
	c := Cleaning{Dir: s.o.Dir, Now: s.o.Now,
		only:    func(h *head) bool { return h.Provider == s.journal.provider && h.Base == s.journal.base },
		Connect: func(string) (*provider.Connection, error) { return s.o.Connection, nil }}
	found, err := c.Run(ctx)
	n := 0
	for i := range found {
		if found[i].State == Deleted {
			n++
		}
	}
	if n > 0 {
		s.o.Note(fmt.Sprintf("%d files and vector stores of a process that was killed are deleted", n))
	}
	if err != nil {
		s.o.Note("what earlier processes left is not all deleted ('assay eval docqa clean' tries again): " + err.Error())
	}
}
