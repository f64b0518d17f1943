package filesearch

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/filelock"
)

// journal is what a process has made at a provider and not deleted yet, in memory and in a file that outlives the
// process. The file is begun, with the mark that every name will carry, before anything is made: what is made in a
// process's last moment, so that nobody learns its id, is found by the mark. The file is locked while its process
// lives, and deleted when nothing is left.
type journal struct {
	dir, provider, base, run string
	now                      func() time.Time
	opened                   func(path string) // of tests, between making the file and locking it

	mark string // set by begin, and read after it only

	mu    sync.Mutex
	file  *os.File
	live  map[object]bool
	doubt bool // something may have been made that only a list of everything shows
	open  bool // it may even be made later: a request was sent and nobody waited for what came of it
}

// object is a file or a store at a provider.
type object struct{ kind, id string }

// The kinds of objects.
const (
	aFile  = "file"
	aStore = "vector_store"
)

// The first line of a journal, and the others.
type (
	head struct {
		Kind     string    `json:"kind"`
		Version  int       `json:"version"`
		Mark     string    `json:"mark"`
		Provider string    `json:"provider"`
		Base     string    `json:"base_url"`
		Run      string    `json:"run,omitempty"`
		Began    time.Time `json:"began"`
	}
	line struct {
		Made string    `json:"made,omitempty"` // a kind
		Gone string    `json:"gone,omitempty"`
		ID   string    `json:"id"`
		At   time.Time `json:"at"`
	}
)

const (
	journalKind    = "assay file_search journal"
	journalVersion = 1
	journalEnding  = ".jsonl"
)

// begin makes the journal's file, after what other processes left has been deleted.
func (s *System) begin() error {
	s.cleanBefore()
	if err := s.journal.create(); err != nil {
		return &call.Failure{Kind: call.NotStored, Provider: s.journal.provider, Err: err,
			Message: "it cannot be written down what will be made there: " + err.Error(),
			Next:    "make room or give write access to the workspace's directory"}
	}
	return nil
}

// creations is how often a journal is begun again because a cleaning of another process had its file in hand.
const creations = 5

// errTaken says that another process looked at a journal before it was locked, and may have removed it as empty.
var errTaken = errors.New("other processes take away each journal that is begun")

func (j *journal) create() error {
	if err := os.MkdirAll(j.dir, 0o755); err != nil {
		return err
	}
	err := errTaken
	for n := 0; n < creations && errors.Is(err, errTaken); n++ {
		err = j.createOnce()
	}
	return err
}

func (j *journal) createOnce() error {
	var random [markBytes]byte
	rand.Read(random[:]) // never fails
	mark := hex.EncodeToString(random[:])
	f, err := os.OpenFile(filepath.Join(j.dir, mark+journalEnding), os.O_CREATE|os.O_EXCL|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if j.opened != nil {
		j.opened(f.Name())
	}
	held, err := filelock.Try(f)
	if err == nil && !held {
		err = errTaken
	}
	if err == nil {
		err = writeLine(f, head{journalKind, journalVersion, mark, j.provider, j.base, j.run, j.now().UTC()})
	}
	if err == nil {
		err = filelock.SyncDir(j.dir)
	}
	if err == nil {
		err = stillThere(f)
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.file, j.mark, j.live = f, mark, map[object]bool{}
	return nil
}

// stillThere reports whether a file is under its name.
func stillThere(f *os.File) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	named, err := os.Stat(f.Name())
	if errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(own, named) {
		return errTaken
	}
	return err
}

func writeLine(f *os.File, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(text, '\n')); err != nil {
		return err
	}
	return f.Sync()
}

// around notes what calls make and delete. It is next to the provider: no wrapper can lose an id that came back,
// and each try is seen.
func (j *journal) around(next call.Sender) call.Sender { return &noting{next, j} }

type noting struct {
	next    call.Sender
	journal *journal
}

// HeedsContext is as the sender within does.
func (n *noting) HeedsContext() bool {
	h, ok := n.next.(interface{ HeedsContext() bool })
	return ok && h.HeedsContext()
}

// Send sends and notes.
func (n *noting) Send(ctx context.Context, c *call.Call) (reply *call.Reply, err error) {
	o, makes := n.journal.about(c)
	if makes {
		returned := false
		defer func() {
			if !returned {
				n.journal.wonder(true)
			}
		}()
		reply, err = n.next.Send(ctx, c)
		returned = true
		n.journal.made(o.kind, reply, err)
		return reply, err
	}
	reply, err = n.next.Send(ctx, c)
	if o.id != "" && (err == nil || statusOf(err) == http.StatusNotFound) {
		n.journal.gone(o)
	}
	return reply, err
}

// about is what a call makes, or deletes; a zero object where it does neither.
func (j *journal) about(c *call.Call) (o object, makes bool) {
	path, _, _ := strings.Cut(strings.TrimPrefix(c.URL, j.base), "?")
	kinds := map[string]string{"files": aFile, "vector_stores": aStore}
	words := strings.Split(strings.Trim(path, "/"), "/")
	switch kind := kinds[words[0]]; {
	case kind == "":
	case c.Method == http.MethodPost && len(words) == 1:
		return object{kind: kind}, true
	case c.Method == http.MethodDelete && len(words) == 2:
		return object{kind, words[1]}, false
	}
	return object{}, false
}

func statusOf(err error) int {
	var f *call.Failure
	if errors.As(err, &f) {
		return f.Status
	}
	return 0
}

// made notes what came of a call that makes something.
func (j *journal) made(kind string, reply *call.Reply, err error) {
	if err != nil {
		switch status := statusOf(err); {
		case status/100 == 4:
		case status != 0:
			j.wonder(false)
		default:
			switch call.KindOf(err) {
			case call.MissingKey, call.BadKey, call.BadRequest: // never sent
			default:
				j.wonder(true)
			}
		}
		return
	}
	var v struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(reply.Exchange.Body, &v) != nil || v.ID == "" {
		j.wonder(false)
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.live[object{kind, v.ID}] = true
	j.write(line{Made: kind, ID: v.ID, At: j.now().UTC()})
}

func (j *journal) gone(o object) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.live[o] {
		delete(j.live, o)
		j.write(line{Gone: o.kind, ID: o.id, At: j.now().UTC()})
	}
}

// write appends a line; the journal is locked. A line that cannot be written is no reason to stop: its object is
// deleted all the same, and carries the mark of the first line.
func (j *journal) write(l line) {
	if j.file != nil {
		writeLine(j.file, l)
	}
}

func (j *journal) wonder(open bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.doubt, j.open = true, j.open || open
}

// leftovers are the objects that are not deleted, stores first, and whether there may be others.
func (j *journal) leftovers() (all []object, doubt bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for o := range j.live {
		all = append(all, o)
	}
	sortObjects(all)
	return all, j.doubt
}

// found adds an object that a list showed.
func (j *journal) found(o object) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.live[o] {
		j.live[o] = true
		j.write(line{Made: o.kind, ID: o.id, At: j.now().UTC()})
	}
}

// end closes the journal, and deletes it if nothing is left that it could help to find.
func (j *journal) end(sure bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if sure && len(j.live) == 0 && !j.open {
		err = errors.Join(err, os.Remove(j.file.Name()))
	}
	j.file = nil
	return err
}

// Close deletes what is left. It is called whatever came of the run, and works though the run's context has ended.
// Its error names what could not be deleted.
func (s *System) Close() error {
	s.closing.Do(func() { s.left = s.close() })
	return s.left
}

// perObject is what deleting one of many objects may take.
const perObject = 500 * time.Millisecond

func (s *System) close() error {
	s.mu.Lock()
	s.closed = true
	for _, e := range s.entries {
		e.cancel()
	}
	s.mu.Unlock()
	s.makes.Wait()
	if s.journal.mark == "" {
		return nil
	}
	all, doubt := s.journal.leftovers()
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Cleanup+time.Duration(len(all))*perObject)
	defer cancel()
	sure, listing := true, error(nil)
	if doubt {
		if listing = s.find(ctx); listing != nil {
			sure = false
		}
	}
	all, _ = s.journal.leftovers()
	problems := deleteAll(ctx, s.stores, all)
	err := s.unclean(all, problems, listing)
	return errors.Join(err, s.journal.end(sure))
}

// find adds what carries our mark and never told us its id.
func (s *System) find(ctx context.Context) error {
	all, err := marked(ctx, s.stores, s.journal.provider)
	for i := range all {
		if all[i].mark == s.journal.mark {
			s.journal.found(object{all[i].Kind, all[i].ID})
		}
	}
	return err
}

// unclean is the error of a run that leaves something behind.
func (s *System) unclean(all []object, problems []error, listing error) error {
	var left []string
	var first error
	for i, o := range all {
		if problems[i] != nil {
			left = append(left, strings.ReplaceAll(o.kind, "_", " ")+" "+o.id)
			first = errors.Join(first, problems[i])
		}
	}
	switch {
	case len(left) > 0:
		return fmt.Errorf("file_search: %s left at %s: %w; 'assay eval docqa clean' deletes it, and in a day it expires", strings.Join(left, ", "), s.journal.provider, first)
	case listing != nil:
		return fmt.Errorf("file_search: something with the mark assay-%s may be left at %s: %w; 'assay eval docqa clean' looks again, and in a day it expires", s.journal.mark, s.journal.provider, listing)
	}
	return nil
}
