package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/internal/filelock"
)

// guardName is the file whose lock keeps removal and writing apart.
const guardName = "ledger.lock"

// lockShared claims the ledger for appending, beside others that append.
func (l *Ledger) lockShared() error {
	f, err := filelock.Open(filepath.Join(l.dir, guardName), os.O_CREATE)
	if err != nil {
		return fmt.Errorf("write to %q: %w; give write access to the directory, or read runs from it with 'assay runs'",
			l.dir, err)
	}
	if err := l.relockShared(f); err != nil {
		f.Close()
		return err
	}
	l.guard = f
	return nil
}

func (l *Ledger) relockShared(f *os.File) error {
	ok, err := tryLock(f, filelock.TryShare)
	if err == nil && !ok {
		err = fmt.Errorf("ledger %q: runs are being removed from it; try again when that is done", l.path)
	}
	return err
}

// lockAlone claims the ledger for this process only, until the function it returns is called: bodies that
// another process has seen in the file and not yet referred to must not go away under it.
func (l *Ledger) lockAlone() (release func() error, err error) {
	release = func() error { return l.relockShared(l.guard) }
	ok, err := filelock.Try(l.guard)
	if err == nil && !ok {
		err = fmt.Errorf("another process is writing to ledger %q; wait until it has ended", l.path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("remove runs: %w", err), release()) // a failed upgrade has lost the shared lock
	}
	return release, nil
}

// tryLock tries a few times: a process that checks whether a claim is held takes it for a moment.
func tryLock(f *os.File, try func(*os.File) (bool, error)) (ok bool, err error) {
	for range 10 {
		if ok, err = try(f); ok || err != nil {
			return ok, err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return false, nil
}

// claimsDir holds a file for each run that is being written.
const claimsDir = "claims"

func claimPath(dir, name string) string { return filepath.Join(dir, claimsDir, name) }

// claimRun claims the run for this process.
func (r *Run) claimRun() error {
	if r.l.writer == nil {
		return fmt.Errorf("append to ledger %q: it is open for reading only", r.l.path)
	}
	path := claimPath(r.l.dir, r.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("claim run %q: %w", r.Name, err)
	}
	for {
		f, err := filelock.Open(path, os.O_CREATE)
		if err != nil {
			return fmt.Errorf("claim run %q: %w", r.Name, err)
		}
		ok, err := tryLock(f, filelock.Try)
		if err == nil && !ok {
			err = ErrHeld
		}
		if err != nil {
			f.Close()
			return fmt.Errorf("claim run %q: %w", r.Name, err)
		}
		if isAt(f, path) {
			r.claim = f
			return nil
		}
		f.Close() // its last holder has removed the file
	}
}

func isAt(f *os.File, path string) bool {
	have, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(have, there)
}

// release gives up the claim. The file goes first, so that no process finds it unclaimed. Where an open file
// cannot be removed it stays, which does no harm.
func (r *Run) release() error {
	if r.claim == nil {
		return nil
	}
	os.Remove(r.claim.Name())
	err := r.claim.Close()
	r.claim = nil
	return err
}

// held reports whether a process is writing a run now.
func (l *Ledger) held(name string) bool {
	f, err := os.Open(claimPath(l.dir, name))
	if err != nil {
		return false
	}
	defer f.Close()
	ok, err := tryLock(f, filelock.TryShare) // shared, so that a check is not taken for a holder
	return err == nil && !ok
}

// writing is a run that is being written now, or nothing.
func (l *Ledger) writing() string {
	files, err := os.ReadDir(filepath.Join(l.dir, claimsDir))
	if err != nil {
		return ""
	}
	for _, f := range files {
		if l.held(f.Name()) {
			return f.Name()
		}
	}
	return ""
}
