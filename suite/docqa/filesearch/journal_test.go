package filesearch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assayhq/assay/internal/filelock"
	"github.com/assayhq/assay/model/provider"
)

// A cleaning of another process may look at a journal before its own process has locked it, and even take it away when
// clocks differ: another one is begun, and what is made is written down.
func TestJournalTakenAway(t *testing.T) {
	for name, take := range map[string]func(*testing.T, string){
		"looked at": func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			must(t, err)
			held, err := filelock.Try(f)
			must(t, err)
			if !held {
				t.Fatal("the journal is locked already")
			}
			t.Cleanup(func() { f.Close() })
		},
		"removed": func(t *testing.T, path string) { must(t, os.Remove(path)) },
	} {
		t.Run(name, func(t *testing.T) {
			j := &journal{dir: t.TempDir(), provider: "openai", base: "http://localhost", now: time.Now}
			taken := 0
			j.opened = func(path string) {
				if taken++; taken < creations {
					take(t, path)
				}
			}
			must(t, j.create())
			if _, err := os.Stat(filepath.Join(j.dir, j.mark+journalEnding)); err != nil || taken != creations {
				t.Errorf("begun %d times: %v", taken, err)
			}
			must(t, j.end(true))
			j.opened = func(path string) { take(t, path) }
			if err := j.create(); !errors.Is(err, errTaken) {
				t.Errorf("%v, want %v", err, errTaken)
			}
		})
	}
}

// A journal that cannot be written to any more, on a full disk, loses ids and no object: they are found by their mark.
func TestJournalOnFullDisk(t *testing.T) {
	r := newRig(t)
	s := r.open()
	must(t, s.start())
	full, err := os.Open(s.journal.file.Name()) // for reading only: each line fails
	must(t, err)
	must(t, lockedAway(s.journal, full))
	ask(t, s, aCase(1, 1))
	must(t, full.Close()) // the process ends here, without a chance to delete
	if n := len(r.server.OpenAI().Leftovers()); n != 2 {
		t.Fatalf("%d objects, want 2", n)
	}
	left, err := (&Cleaning{Dir: r.o.Dir, Connect: func(string) (*provider.Connection, error) { return r.conn, nil }}).Run(deadline(t))
	must(t, err)
	if len(left) != 2 || left[0].State != Deleted || left[1].State != Deleted {
		t.Errorf("%+v", left)
	}
	r.empty()
}

// lockedAway puts another file into a journal.
func lockedAway(j *journal, f *os.File) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.file.Close()
	j.file = f
	return err
}
