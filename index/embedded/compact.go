package embedded

import (
	"fmt"
	"slices"
)

// Bounds of what Tidy leaves alone.
const (
	largeSegment = 1 << 20 // records of a segment that is not made larger: so few of them are no trouble to a search
	goneShare    = 8       // one of so many records of a segment may be gone
)

// Tidy merges the small segments that many small changes leave, and rewrites a segment of which an eighth is gone. All
// that it writes it reads from the index, and the order of records stays. A record is rewritten a few times at most,
// however often the index changes, and the number of small segments stays below the logarithm of their records. It
// reports whether there was something to do.
func Tidy(dir string, o Options) (done bool, err error) {
	w, err := OpenWriter(dir, o)
	if err != nil {
		return false, err
	}
	defer w.Abort()
	all := w.stretches()
	if !slices.ContainsFunc(all, func(s stretch) bool { return !s.stays }) {
		return false, nil
	}
	w.next.Segments = nil
	for _, s := range all {
		if s.stays {
			w.next.Segments = append(w.next.Segments, w.index.segments[s.segments[0]].Segment)
			continue
		}
		for _, i := range s.segments {
			if err := w.copySegment(w.index.segments[i]); err != nil {
				return false, err
			}
		}
		if err := w.finish(); err != nil {
			return false, err
		}
	}
	w.old = 0 // no segment has lost records since
	return true, w.Commit()
}

// stretch is neighbouring segments that become one, or one that stays as it is.
type stretch struct {
	segments []int
	stays    bool
}

// stretches divides the segments: from the newest on, those before join until one is larger than all that joined.
func (w *Writer) stretches() (all []stretch) {
	n := 0
	for i := w.old - 1; i >= 0; i-- {
		s := w.index.segments[i]
		if len(all) == 0 || s.left() > n || s.left() >= largeSegment || n+s.left() > w.options.Records {
			all, n = append(all, stretch{}), 0
		}
		last := &all[len(all)-1]
		last.segments = append(last.segments, i)
		last.stays = len(last.segments) == 1 && s.Gone*goneShare < s.Records
		n += s.left()
	}
	slices.Reverse(all)
	for _, s := range all {
		slices.Reverse(s.segments)
	}
	return all
}

// left is how many records are not gone.
func (s *segment) left() int { return s.Records - s.Gone }

// copySegment adds the records of a segment that are not gone.
func (w *Writer) copySegment(s *segment) error {
	if w.open == nil {
		if w.open, w.err = w.begin(); w.err != nil {
			return w.err
		}
	}
	err := w.copyRows(s)
	if err == nil && s.texts != nil {
		err = w.open.texts.Copy(s.texts, s.isGone)
	}
	if err != nil {
		w.err = fmt.Errorf("compact index, segment %q: %w", s.Name, err)
	}
	return w.err
}

// copyRows adds their fields and vectors.
func (w *Writer) copyRows(s *segment) error {
	for row := range uint32(s.Records) {
		if s.isGone(row) {
			continue
		}
		id, err := s.fields.ID(row)
		if err != nil {
			return err
		}
		of, err := s.fields.Fields(row)
		if err == nil {
			err = w.open.fields.Add(id, of)
		}
		if err == nil && s.dense != nil {
			err = w.open.dense.Copy(s.dense, row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
