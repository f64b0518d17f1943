package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/internal/filelock"
)

// commit writes the documents of a spool. New ones become a part at once. Documents that replace others
// wait in .pending until the old rows are gone, so that no reader sees a document twice.
func (w *Writer) commit(s *spool) error {
	slices.SortFunc(s.docs, func(a, b spooled) int { return compareEntries(&a.entry, &b.entry) })
	var added, replacing []spooled
	w.mu.Lock()
	for _, d := range s.docs {
		if w.stored[d.ID] == nil {
			added = append(added, d)
		} else {
			replacing = append(replacing, d)
		}
	}
	w.mu.Unlock()
	p, err := w.encode(w.dir, s, added)
	if err != nil {
		return err
	}
	w.enter(p)
	if p, err = w.encode(filepath.Join(w.dir, pendName), s, replacing); err != nil {
		return err
	}
	if p != nil {
		w.pending = append(w.pending, p)
	}
	return w.mergeTiers(context.Background(), crowdedParts)
}

// encode writes documents as one part.
func (w *Writer) encode(into string, s *spool, docs []spooled) (*part, error) {
	if len(docs) == 0 {
		return nil, nil
	}
	if err := os.MkdirAll(into, 0o777); err != nil {
		return nil, err
	}
	m := new(manifest)
	for _, d := range docs {
		m.Documents = append(m.Documents, d.entry)
	}
	name, err := w.writePart(into, m, func(t int, out io.Writer) (int64, error) {
		e := tables[t].encoder()
		e.reset(out)
		if err := s.read(t, docs, e.add); err != nil {
			return 0, err
		}
		return e.close()
	})
	if err != nil {
		return nil, err
	}
	return &part{name: name, path: filepath.Join(into, name), manifest: m}, nil
}

// enter records that a part is in the corpus.
func (w *Writer) enter(p *part) {
	if p == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parts = append(w.parts, p)
	for i := range p.manifest.Documents {
		e := &p.manifest.Documents[i]
		w.stored[e.ID] = e
	}
}

// settle adds the parts in .pending to the corpus, after the rows that they replace are removed.
func (w *Writer) settle() error {
	gone := make(map[string]bool)
	for _, p := range w.pending {
		for i := range p.manifest.Documents {
			gone[p.manifest.Documents[i].ID] = true
		}
	}
	if err := w.drop(gone); err != nil {
		return err
	}
	for len(w.pending) > 0 {
		p := w.pending[0]
		to := filepath.Join(w.dir, p.name)
		if err := move(p.path, to); err != nil {
			return err
		}
		p.path = to
		w.enter(p)
		w.pending = w.pending[1:]
	}
	return nil
}

// drop rewrites every part that holds one of the documents, without them.
func (w *Writer) drop(gone map[string]bool) error {
	if len(gone) == 0 {
		return nil
	}
	for _, p := range slices.Clone(w.parts) {
		if !p.holds(gone) {
			continue
		}
		if err := w.replace([]*part{p}, gone); err != nil {
			return err
		}
	}
	return nil
}

// replace writes one part in place of some, without the documents that are gone. Until the old ones are removed,
// the new one's manifest says that they do not count.
func (w *Writer) replace(old []*part, gone map[string]bool) error {
	merged, err := w.merge(old, gone)
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.parts = slices.DeleteFunc(w.parts, func(p *part) bool { return slices.Contains(old, p) })
	for id := range gone {
		delete(w.stored, id)
	}
	w.mu.Unlock()
	w.enter(merged)
	for _, p := range old {
		if err := w.discard(p.path); err != nil {
			return err
		}
	}
	return nil
}

// discard removes a part from the corpus: readers do not see it any more, and it is deleted when none uses it.
func (w *Writer) discard(path string) error {
	tmp := filepath.Join(w.dir, tmpName)
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return err
	}
	to := filepath.Join(tmp, "gone-"+filepath.Base(path))
	if err := move(path, to); err != nil {
		return err
	}
	return removeUnused(to)
}

// removeUnused deletes a directory unless a reader holds it; then the next writer tries again.
func removeUnused(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	free, err := filelock.Try(d)
	if err = errors.Join(err, d.Close()); err != nil || !free {
		return err
	}
	return os.RemoveAll(path)
}

// recover repairs what a crashed writer left: it removes drafts and parts that were replaced, and adds the parts
// in .pending.
func (w *Writer) recover() error {
	tmp := filepath.Join(w.dir, tmpName)
	left, err := os.ReadDir(tmp)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open corpus %q for writing: %w", w.dir, err)
	}
	for _, e := range left {
		if err := removeUnused(filepath.Join(tmp, e.Name())); err != nil {
			return fmt.Errorf("open corpus %q for writing: remove leftovers: %w", w.dir, err)
		}
	}
	parts, replaced, err := readParts(w.dir)
	if err != nil {
		return err
	}
	for _, name := range replaced {
		if err := w.discard(filepath.Join(w.dir, name)); err != nil {
			return fmt.Errorf("open corpus %q for writing: remove replaced part: %w", w.dir, err)
		}
	}
	for _, p := range parts {
		w.enter(p)
		w.learn(p)
	}
	return w.recoverPending()
}

// learn records the sources of a part's documents.
func (w *Writer) learn(p *part) {
	for i := range p.manifest.Documents {
		e := &p.manifest.Documents[i]
		from := source{e.SHA256, e.Reader}
		w.sources[from] = append(w.sources[from], e.ID)
	}
}

func (w *Writer) recoverPending() error {
	pending, _, err := readParts(filepath.Join(w.dir, pendName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, p := range pending {
		for i := range p.manifest.Documents {
			if old := w.stored[p.manifest.Documents[i].ID]; old != nil {
				w.forget(old)
			}
		}
		w.learn(p)
	}
	w.pending = pending
	if err := w.settle(); err != nil {
		return fmt.Errorf("open corpus %q for writing: %w", w.dir, err)
	}
	return nil
}
