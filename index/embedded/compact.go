package embedded

import (
	"errors"
	"fmt"

	"github.com/assayhq/assay/index"
)

// Compact makes few segments of many: neighbours that fit into one become one, and what is gone leaves. The
// order of records stays. An index of texts does not keep them; text gives them again, by id.
func Compact(dir string, o Options, text func(id string) (string, error)) error {
	w, err := OpenWriter(dir, o)
	if err != nil {
		return err
	}
	defer w.Abort()
	if w.next.Texts != nil && text == nil {
		return errors.New("compact index: it holds terms of texts, and the texts are needed again")
	}
	w.next.Segments = nil
	for _, run := range w.runs() {
		if len(run) == 1 && w.index.segments[run[0]].Gone == 0 {
			w.next.Segments = append(w.next.Segments, w.index.segments[run[0]].Segment)
			continue
		}
		for _, i := range run {
			if err := w.copySegment(w.index.segments[i], text); err != nil {
				return err
			}
		}
		if err := w.finish(); err != nil {
			return err
		}
	}
	w.old = 0 // no segment has lost records since
	return w.Commit()
}

// runs are segments beside each other that become one.
func (w *Writer) runs() [][]int {
	var runs [][]int
	n := 0
	for i := range w.old {
		s := w.index.segments[i]
		left := s.Records - s.Gone
		if len(runs) == 0 || n+left > w.options.Records {
			runs, n = append(runs, nil), 0
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
		n += left
	}
	return runs
}

// copySegment adds the records of a segment that are not gone.
func (w *Writer) copySegment(s *segment, text func(id string) (string, error)) error {
	if w.open == nil {
		if w.open, w.err = w.begin(); w.err != nil {
			return w.err
		}
	}
	for row := range uint32(s.Records) {
		if s.isGone(row) {
			continue
		}
		if err := w.copyRow(s, row, text); err != nil {
			w.err = err
			return fmt.Errorf("compact index, segment %q: %w", s.Name, err)
		}
	}
	return nil
}

func (w *Writer) copyRow(s *segment, row uint32, text func(id string) (string, error)) error {
	id, err := s.fields.ID(row)
	if err != nil {
		return err
	}
	var of index.Fields
	if of, err = s.fields.Fields(row); err != nil {
		return err
	}
	if err := w.open.fields.Add(id, of); err != nil {
		return err
	}
	if s.dense != nil {
		if err := w.open.dense.Copy(s.dense, row); err != nil {
			return err
		}
	}
	if s.texts == nil {
		return nil
	}
	t, err := text(id)
	if err != nil {
		return fmt.Errorf("text of %q: %w", id, err)
	}
	return w.open.texts.Add(t)
}
