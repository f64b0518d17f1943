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

// Left is a file or a store that a process has not deleted.
type Left struct {
	Kind     string    `json:"kind"` // file, vector_store
	ID       string    `json:"id"`
	Name     string    `json:"name,omitempty"`
	Provider string    `json:"provider"`
	Expires  time.Time `json:"expires,omitzero"`
	State    State     `json:"state"`
	Problem  string    `json:"problem,omitempty"` // why it is kept

	mark string
}

// State says what became of something left.
type State string

// The states.
const (
	Deleted   State = "deleted"
	Found     State = "found"     // and not touched: it was a dry run
	Kept      State = "kept"      // it could not be deleted
	InUse     State = "in_use"    // a process of this workspace works with it
	Elsewhere State = "elsewhere" // no journal of this workspace knows its mark: it is another workspace's or machine's
)

// Cleaning deletes what processes left that could not do it themselves.
type Cleaning struct {
	Dir     string                                              // of the journals
	Connect func(provider string) (*provider.Connection, error) // by the name that a journal has
	DryRun  bool
	All     string // a provider from which everything is deleted that carries a mark of ours, other workspaces' too
	Now     func() time.Time

	only func(*head) bool // nil takes all journals
}

// late is how long after its last line a journal is kept though nothing of it was found: what its process sent in its
// last moment may still arrive. One without a line may be about to get it.
const late = time.Minute

// maxJournal bounds what is read of a journal; a document takes some 400 bytes of it.
const maxJournal = 64 << 20

// orphan is a journal whose process has ended.
type orphan struct {
	head
	file    *os.File
	objects []object
	written time.Time
}

// Run deletes and returns what it found. Its error is about what could not be looked at; what could not be deleted is
// Kept.
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
	for _, name := range sortedKeys(byProvider) {
		found, err := c.provider(ctx, name, byProvider[name], alive)
		all, errs = append(all, found...), errors.Join(errs, err)
	}
	return all, errs
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// orphans are the journals whose processes have ended, locked, and the marks of the others.
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

// open reads a journal; held says that its process lives, and no orphan that there is nothing in it.
func (c *Cleaning) open(path string) (o *orphan, held bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
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
	case errors.Is(err, io.EOF): // its process ended, or is about to write the first line: nothing was made
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

// read reads a journal. Lines that are broken, as the last may be, are left out: what they tell of is found by its
// mark.
func (o *orphan) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return io.EOF
	}
	if json.Unmarshal(first, &o.head) != nil || o.Kind != journalKind || o.Mark == "" {
		return errors.New("this is no journal of file_search; move it away")
	}
	if o.Version > journalVersion {
		return fmt.Errorf("it is of version %d, and this program knows %d; use the newer program", o.Version, journalVersion)
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

// sortObjects puts stores before files: a store whose files have gone is one that still answers, from nothing.
func sortObjects(all []object) {
	slices.SortFunc(all, func(a, b object) int { return cmp.Or(-cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id)) })
}

// provider cleans at one provider.
func (c *Cleaning) provider(ctx context.Context, name string, orphans []*orphan, alive map[string]bool) ([]Left, error) {
	known := func(o *orphan, id object, state State, problem string) Left {
		return Left{Kind: id.kind, ID: id.id, Provider: name, Expires: o.written.Add(Expiry).UTC(), State: state, Problem: problem, mark: o.Mark}
	}
	conn, err := c.Connect(name)
	var stores *provider.OpenAIStores
	if err == nil {
		stores, err = provider.NewOpenAIStores(conn, wrap.Stack(conn.Sender, wrap.Options{Retry: &wrap.Retry{Tries: 4, Total: time.Minute}, Try: time.Minute}))
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
	listed, err := marked(ctx, stores, name)
	if err != nil {
		err = fmt.Errorf("list what is left at %s: %w", name, err)
	}
	for _, o := range mine {
		for _, id := range o.objects {
			if err != nil && !slices.ContainsFunc(listed, func(l Left) bool { return l.Kind == id.kind && l.ID == id.id }) {
				listed = append(listed, known(o, id, "", "")) // what is in no complete list has gone
			}
		}
	}
	c.judge(name, listed, mine, alive)
	if !c.DryRun {
		c.delete(ctx, stores, listed)
		c.bury(mine, listed, err == nil)
	}
	return append(all, listed...), err
}

// judge says of each what is to become of it: nothing said is to be deleted.
func (c *Cleaning) judge(name string, listed []Left, mine []*orphan, alive map[string]bool) {
	for i := range listed {
		l := &listed[i]
		ours := slices.ContainsFunc(mine, func(o *orphan) bool { return o.Mark == l.mark })
		switch {
		case alive[l.mark]:
			l.State = InUse
		case !ours && c.All != name:
			l.State = Elsewhere
		case c.DryRun:
			l.State = Found
		}
	}
}

// delete deletes what nothing was said of.
func (c *Cleaning) delete(ctx context.Context, stores *provider.OpenAIStores, listed []Left) {
	var objects []object
	var at []int
	for i := range listed {
		if listed[i].State == "" {
			objects, at = append(objects, object{listed[i].Kind, listed[i].ID}), append(at, i)
		}
	}
	for i, err := range deleteAll(ctx, stores, objects) {
		l := &listed[at[i]]
		if l.State = Deleted; err != nil {
			l.State, l.Problem = Kept, err.Error()
		}
	}
}

// bury deletes the journals that nothing is left of.
func (c *Cleaning) bury(mine []*orphan, listed []Left, complete bool) {
	for _, o := range mine {
		left := slices.ContainsFunc(listed, func(l Left) bool { return l.mark == o.Mark && l.State == Kept })
		if complete && !left && c.now().Sub(o.written) > late {
			o.file.Close()
			os.Remove(o.file.Name()) // where it stays, the next cleaning finds nothing and tries again
		}
	}
}

// deleters is how many deletions are under way at once.
const deleters = 4

// deleteAll deletes objects: stores, then files, since a store is to answer no question from half its files. It
// returns a problem, or nil, for each.
func deleteAll(ctx context.Context, stores *provider.OpenAIStores, all []object) []error {
	problems := make([]error, len(all))
	for _, kind := range []string{aStore, aFile} {
		var group sync.WaitGroup
		turns := make(chan struct{}, deleters)
		for i, o := range all {
			if o.kind != kind {
				continue
			}
			turns <- struct{}{}
			group.Go(func() {
				defer func() { <-turns }()
				if kind == aStore {
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

// marked is everything at a provider that carries a mark, stores first.
func marked(ctx context.Context, stores *provider.OpenAIStores, name string) ([]Left, error) {
	var all []Left
	add := func(kind, id, label string, expires time.Time) {
		if n, ok := parseName(label); ok {
			all = append(all, Left{Kind: kind, ID: id, Name: label, Provider: name, Expires: expires, mark: n.mark})
		}
	}
	made, err := stores.Stores(ctx)
	for i := range made {
		add(aStore, made[i].ID, made[i].Name, made[i].Expires)
	}
	files, more := stores.Files(ctx, purpose)
	for i := range files {
		add(aFile, files[i].ID, files[i].Name, files[i].Expires)
	}
	return all, errors.Join(err, more)
}

// cleanBefore deletes what earlier processes left at the provider that is about to be used. It is a courtesy: what it
// cannot do is said, and stops nothing.
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
