package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/internal/filelock"
	"github.com/assayhq/assay/internal/mapped"
)

// segmentRecords is how many records a segment may have: what a search holds in memory grows with it.
const segmentRecords = 8 << 20

// Create makes an index without records; tool is the version of the program. Texts that do not say how have
// the first analyzer and the usual parameters.
func Create(dir, tool string, s Settings) error {
	s = s.withDefaults()
	if err := s.check(); err != nil {
		return fmt.Errorf("create index %q: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("create index: %w", err)
	}
	claim, err := claimLock(dir)
	if err != nil {
		return err
	}
	defer claim.Close()
	if _, err := os.Lstat(filepath.Join(dir, manifestName)); err == nil {
		return fmt.Errorf("create index %q: %w", dir, ErrExists)
	}
	return writeManifest(dir, &Manifest{Format: formatVersion, Tool: tool, Settings: s})
}

// claimLock makes the caller the one who writes, until the file is closed.
func claimLock(dir string) (*os.File, error) {
	f, err := filelock.Open(filepath.Join(dir, lockName), os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("write index: %w", err)
	}
	ok, err := filelock.Try(f)
	if err == nil && !ok {
		err = errBusy
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("write index %q: %w", dir, err), f.Close())
	}
	return f, nil
}

// writeManifest replaces the manifest at once.
func writeManifest(dir string, m *Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	err = atomicfile.Write(filepath.Join(dir, manifestName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("write index manifest: %w", err)
	}
	return nil
}

// newPrefix begins the names of what is not finished.
const newPrefix = ".new-"

// Options say how records are added.
type Options struct {
	Tool    string // version of the program
	Source  string // hash of the corpus that the records come from; empty leaves the last one
	Replace bool   // a record whose id is there takes its place, instead of being refused
	Records int    // of a segment, at most; 0 is segmentRecords
}

// Writer adds records to an index and removes them. Nothing of it is seen before Commit.
type Writer struct {
	options Options
	index   *Index // as it was, and with the segments that are finished
	old     int    // segments of the index as it was
	next    Manifest
	claim   *os.File
	open    *newSegment
	gone    map[int][]uint64 // what will be gone, of segments where something will
	err     error
}

// OpenWriter opens an index for adding. There is one writer at a time, among all processes.
func OpenWriter(dir string, o Options) (*Writer, error) {
	claim, err := claimLock(dir)
	if err != nil {
		return nil, err
	}
	x, err := Open(dir)
	if err != nil {
		return nil, errors.Join(err, claim.Close())
	}
	if o.Records <= 0 {
		o.Records = segmentRecords
	}
	w := &Writer{options: o, index: x, old: len(x.segments), next: *x.manifest, claim: claim, gone: map[int][]uint64{}}
	w.next.Segments = slices.Clone(w.next.Segments)
	if err := clean(dir, x.manifest); err != nil {
		return nil, errors.Join(err, w.end())
	}
	return w, nil
}

// clean removes what no manifest names: left by a writer that was killed, or replaced.
func clean(dir string, m *Manifest) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("clean index: %w", err)
	}
	named := map[string]bool{}
	for _, s := range m.Segments {
		named[s.Name], named[s.List] = true, true
	}
	for _, e := range entries {
		ours := segmentNames.MatchString(e.Name()) || listNames.MatchString(e.Name())
		unfinished := slices.ContainsFunc([]string{newPrefix, ".gone-", "." + manifestName + "."}, func(prefix string) bool {
			return strings.HasPrefix(e.Name(), prefix)
		})
		if (ours && !named[e.Name()]) || unfinished {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return fmt.Errorf("clean index: %w", err)
			}
		}
	}
	return nil
}

// Add adds a record. In an index of vectors and texts, a record without a vector is found by its text only. After an
// error of the record itself, the record is not in the index and more can be added. A repeated id is noticed when its
// segment is finished, and ends the writer.
func (w *Writer) Add(r *index.Record) error {
	if w.err != nil {
		return w.err
	}
	if w.open == nil {
		if w.open, w.err = w.begin(); w.err != nil {
			return w.err
		}
	}
	if err := w.open.fits(r, &w.next.Settings); err != nil {
		return fmt.Errorf("add record %q to the index: %w", r.ID, err)
	}
	at, there, err := w.find(r.ID)
	switch {
	case err != nil:
		return err
	case there && (!w.options.Replace || at.segment >= w.old):
		return fmt.Errorf("add record %q to the index: %w", r.ID, errThere)
	}
	if err := w.open.fields.Add(r.ID, r.Fields); err != nil {
		return fmt.Errorf("add record to the index: %w", err)
	}
	if w.err = w.open.add(r); w.err != nil {
		return w.err
	}
	if there {
		w.lose(at)
	}
	if w.open.fields.Len() >= w.options.Records {
		w.err = w.finish()
	}
	return w.err
}

// Remove removes the record of an id, and reports whether it was there. A record that this writer added cannot be
// removed before it is committed.
func (w *Writer) Remove(id string) (bool, error) {
	if w.err != nil {
		return false, w.err
	}
	at, there, err := w.find(id)
	if err != nil || !there || at.segment >= w.old {
		return false, err
	}
	w.lose(at)
	return true, nil
}

// find is where a record is that will be there after Commit, but for those of the open segment.
func (w *Writer) find(id string) (place, bool, error) {
	for i, s := range w.index.segments {
		row, ok, err := s.find(id)
		if at := (place{i, row}); err != nil || (ok && !w.lost(at)) {
			return at, ok, err
		}
	}
	return place{}, false, nil
}

func (w *Writer) lost(at place) bool {
	list := w.gone[at.segment]
	return list != nil && list[at.row/64]>>(at.row%64)&1 != 0
}

// lose marks a record as gone.
func (w *Writer) lose(at place) {
	list := w.gone[at.segment]
	if list == nil {
		s := w.index.segments[at.segment]
		if list = slices.Clone(s.gone); list == nil {
			list = make([]uint64, words(s.Records))
		}
		w.gone[at.segment] = list
	}
	if !w.lost(at) {
		list[at.row/64] |= 1 << (at.row % 64)
		w.next.Segments[at.segment].Gone++
	}
}

// number is one that no file of the index has had.
func (w *Writer) number() int {
	w.next.Next++
	return w.next.Next
}

// Commit makes what was added and removed part of the index, all at once, and ends the writer.
func (w *Writer) Commit() error {
	err := w.err
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		w.Abort()
		return err
	}
	// What the manifest no longer names may go; that it could not is no failure of the commit, and the next
	// writer tries again.
	_ = clean(w.index.dir, &w.next)
	return w.end()
}

func (w *Writer) commit() error {
	if err := w.finish(); err != nil {
		return err
	}
	for i := range w.old {
		if w.gone[i] == nil {
			continue
		}
		name := fmt.Sprintf("gone-%d.map", w.number())
		about := mapped.About{Kind: listKind, Format: listFormat, Tool: w.options.Tool}
		m, err := mapped.Create(filepath.Join(w.index.dir, name), about)
		if err != nil {
			return err
		}
		if err := errors.Join(mapped.Put(m, "rows", w.gone[i]), m.Commit()); err != nil {
			return err
		}
		w.next.Segments[i].List = name
	}
	if w.next.Tool = w.options.Tool; w.options.Source != "" {
		w.next.Source = w.options.Source
	}
	return writeManifest(w.index.dir, &w.next)
}

// Abort takes back what was begun. After Commit it does nothing.
func (w *Writer) Abort() {
	if w.claim == nil {
		return
	}
	if w.open != nil {
		w.open.abort()
	}
	_ = clean(w.index.dir, w.index.manifest) // the next writer does it again
	_ = w.end()
}

// end gives the index free for other writers.
func (w *Writer) end() error {
	if w.claim == nil {
		return nil
	}
	err := errors.Join(w.index.Close(), w.claim.Close())
	w.claim, w.err = nil, errors.New("the writer of the index has ended")
	return err
}

// finish ends the open segment, if it has records.
func (w *Writer) finish() error {
	s := w.open
	if s == nil {
		return nil
	}
	w.open = nil
	n := s.fields.Len()
	if n == 0 {
		s.abort()
		return nil
	}
	entry := Segment{Name: fmt.Sprintf("segment-%d", w.number()), Records: n}
	err := s.commit()
	if err == nil {
		err = os.Rename(s.dir, filepath.Join(w.index.dir, entry.Name))
	}
	if err != nil {
		s.abort()
		return err
	}
	opened, err := openSegment(w.index.dir, &w.next.Settings, entry)
	if err != nil {
		return err
	}
	w.index.segments = append(w.index.segments, opened)
	w.next.Segments = append(w.next.Segments, entry)
	return nil
}

// Destroy removes an index and everything in it that is an index's.
func Destroy(dir string) error {
	claim, err := claimLock(dir)
	if err != nil {
		return err
	}
	defer claim.Close()
	if _, err := os.Lstat(filepath.Join(dir, manifestName)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove index %q: %w", dir, ErrNone)
	}
	if err := os.Remove(filepath.Join(dir, manifestName)); err != nil {
		return fmt.Errorf("remove index: %w", err)
	}
	if err := errors.Join(clean(dir, &Manifest{}), os.Remove(filepath.Join(dir, lockName))); err != nil {
		return fmt.Errorf("remove index: %w", err)
	}
	left, err := os.ReadDir(dir)
	if err == nil && len(left) == 0 {
		err = os.Remove(dir)
	}
	return err // other files stay, and the directory with them
}
