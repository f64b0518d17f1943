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

// journal lists what a process has made at a provider and not deleted yet, in memory and in a file that outlives the
// process. The file is created, with the mark that every name contains, before anything is uploaded: an object whose
// id never arrived because the process was killed is found by the mark. The file is locked while its process lives,
// and deleted when nothing is left.
type journal struct {
	dir, provider, base, run string
	now                      func() time.Time
	opened                   func(path string) // for tests: called between creating the file and locking it

	mark string // set by begin

	mu         sync.Mutex
	file       *os.File
	live       map[object]bool
	incomplete bool // there may be objects with the mark whose ids are unknown
	pending    bool // such an object may still appear: a request was sent and its reply never seen
}

// object is a file or a store at a provider.
type object struct{ kind, id string }

// The kinds of objects.
const (
	kindFile  = "file"
	kindStore = "vector_store"
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

// begin deletes what other processes left, then creates the journal's file.
func (s *System) begin() error {
	s.cleanBefore()
	if err := s.journal.create(); err != nil {
		return &call.Failure{Kind: call.NotStored, Provider: s.journal.provider, Err: err,
			Message: "the journal of uploads cannot be written: " + err.Error(),
			Next:    "free disk space or give write access to the workspace's directory"}
	}
	return nil
}

// creations is how often creating a journal is tried while other processes clean.
const creations = 5

// errTaken is returned if another process read a journal before it was locked, and may have removed it as empty.
var errTaken = errors.New("other processes remove each new journal")

func (j *journal) create() error {
	if err := os.MkdirAll(j.dir, 0o777); err != nil {
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
	f, err := os.OpenFile(filepath.Join(j.dir, mark+journalEnding), os.O_CREATE|os.O_EXCL|os.O_RDWR|os.O_APPEND, 0o666)
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

// stillThere returns errTaken if a file was removed or replaced.
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

// around records what calls make and delete. It is the innermost wrapper: it sees each try, and no other wrapper can
// lose an id.
func (j *journal) around(next call.Sender) call.Sender { return &recorder{next, j} }

type recorder struct {
	next    call.Sender
	journal *journal
}

func (n *recorder) ReturnsOnCancel() bool {
	h, ok := n.next.(interface{ ReturnsOnCancel() bool })
	return ok && h.ReturnsOnCancel()
}

func (n *recorder) Send(ctx context.Context, c *call.Call) (reply *call.Reply, err error) {
	o, makes := n.journal.objectOf(c)
	if makes {
		returned := false
		defer func() {
			if !returned {
				n.journal.setIncomplete(true)
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

// objectOf returns what a call makes or deletes; the zero object if it does neither.
func (j *journal) objectOf(c *call.Call) (o object, makes bool) {
	path, _, _ := strings.Cut(strings.TrimPrefix(c.URL, j.base), "?")
	kinds := map[string]string{"files": kindFile, "vector_stores": kindStore}
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

// made records the result of a call that makes an object.
func (j *journal) made(kind string, reply *call.Reply, err error) {
	if err != nil {
		switch status := statusOf(err); {
		case status/100 == 4:
		case status != 0:
			j.setIncomplete(false)
		default:
			switch call.KindOf(err) {
			case call.MissingKey, call.BadKey, call.BadRequest: // never sent
			default:
				j.setIncomplete(true)
			}
		}
		return
	}
	var v struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(reply.Exchange.Body, &v) != nil || v.ID == "" {
		j.setIncomplete(false)
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

// write appends a line; the caller holds the lock. Errors are ignored: the object is still deleted at the end, and
// its name contains the mark of the first line.
func (j *journal) write(l line) {
	if j.file != nil {
		writeLine(j.file, l)
	}
}

func (j *journal) setIncomplete(pending bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.incomplete = true
	j.pending = j.pending || pending
}

// leftovers returns the objects that are not deleted, stores first, and whether there may be others.
func (j *journal) leftovers() (all []object, incomplete bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for o := range j.live {
		all = append(all, o)
	}
	sortObjects(all)
	return all, j.incomplete
}

// add adds an object that was found by its mark.
func (j *journal) add(o object) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.live[o] {
		j.live[o] = true
		j.write(line{Made: o.kind, ID: o.id, At: j.now().UTC()})
	}
}

// end closes the journal, and deletes it if nothing is left; listed says that all objects with the mark are known.
func (j *journal) end(listed bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if listed && len(j.live) == 0 && !j.pending {
		err = errors.Join(err, os.Remove(j.file.Name()))
	}
	j.file = nil
	return err
}

// Close deletes what is left, also after the run's context has ended. Its error names what could not be deleted.
func (s *System) Close() error {
	s.closing.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

// perObject is the time that Close takes for each object in addition to Options.Cleanup.
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
	all, incomplete := s.journal.leftovers()
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Cleanup+time.Duration(len(all))*perObject)
	defer cancel()
	var listing error
	if incomplete {
		listing = s.addMarked(ctx)
	}
	all, _ = s.journal.leftovers()
	problems := deleteAll(ctx, s.stores, all)
	err := s.leftError(all, problems, listing)
	return errors.Join(err, s.journal.end(listing == nil))
}

// addMarked adds the objects with this process's mark to the journal.
func (s *System) addMarked(ctx context.Context) error {
	all, err := listMarked(ctx, s.stores, s.journal.provider)
	for i := range all {
		if all[i].mark == s.journal.mark {
			s.journal.add(object{all[i].Kind, all[i].ID})
		}
	}
	return err
}

// leftError is the error of a run that could not delete everything.
func (s *System) leftError(all []object, problems []error, listing error) error {
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
		return fmt.Errorf("file_search: %s left at %s: %w; "+
			"'assay eval docqa clean' deletes it, and in a day it expires",
			strings.Join(left, ", "), s.journal.provider, first)
	case listing != nil:
		return fmt.Errorf("file_search: something with the mark assay-%s may be left at %s: %w; "+
			"'assay eval docqa clean' looks again, and in a day it expires",
			s.journal.mark, s.journal.provider, listing)
	}
	return nil
}
