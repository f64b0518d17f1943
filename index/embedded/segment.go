package embedded

import (
	"errors"
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"sync"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/bm25"
	"github.com/assayhq/assay/index/internal/dense"
	"github.com/assayhq/assay/index/internal/fields"
	"github.com/assayhq/assay/internal/mapped"
)

// segment is an open one.
type segment struct {
	Segment
	fields *fields.File
	dense  *dense.File  // nil without vectors
	texts  *bm25.File   // nil without texts
	list   *mapped.File // nil if nothing is gone
	gone   []uint64     // a bit for each row
	live   func() []uint32
}

// files are where those of a segment are.
type files struct{ fields, dense, texts mapped.Location }

func filesIn(dir string) files {
	at := func(name string) mapped.Location { return mapped.OnDisk(filepath.Join(dir, name)) }
	return files{at(fieldsName), at(denseName), at(termsName)}
}

func openSegment(dir string, settings *Settings, entry Segment) (*segment, error) {
	s, err := openFiles(filesIn(filepath.Join(dir, entry.Name)), settings, entry)
	if err == nil && s.List != "" {
		if err = s.openList(filepath.Join(dir, s.List)); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, err
}

func openFiles(at files, settings *Settings, entry Segment) (*segment, error) {
	s := &segment{Segment: entry}
	s.live = sync.OnceValue(s.rowsLeft)
	if err := s.open(at, settings); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *segment) open(at files, settings *Settings) (err error) {
	if s.fields, err = fields.Open(at.fields); err != nil {
		return err
	}
	if s.fields.Len() != s.Records || !slices.Equal(s.fields.Schema(), settings.Schema) {
		return errDamaged
	}
	if e := settings.Embedder; e != nil {
		if s.dense, err = dense.Open(at.dense); err != nil {
			return err
		}
		if s.dense.Len() != s.Records || s.dense.Dim() != e.Dimension || s.dense.Exact() == settings.CodesOnly {
			return errDamaged
		}
	}
	if settings.Texts != nil {
		if s.texts, err = bm25.Open(at.texts); err != nil {
			return err
		}
		if s.texts.Len() != s.Records || s.texts.Settings() != settings.Texts.settings() {
			return errDamaged
		}
	}
	return nil
}

// The list of rows that are gone is a file of its own, so that it can change while the segment does not.
const (
	listKind   = "gone"
	listFormat = 1
)

func (s *segment) openList(path string) (err error) {
	if s.list, err = mapped.Open(path, listKind, listFormat); err != nil {
		return err
	}
	if s.gone, err = mapped.Array[uint64](s.list, "rows"); err != nil {
		return err
	}
	n := 0
	for _, word := range s.gone {
		n += bits.OnesCount64(word)
	}
	if len(s.gone) != words(s.Records) || n != s.Gone {
		return errDamaged
	}
	if left := s.Records % 64; left > 0 && s.gone[len(s.gone)-1]>>left != 0 {
		return errDamaged
	}
	return nil
}

// words is how many words hold a bit for each row.
func words(rows int) int { return (rows + 63) / 64 }

func (s *segment) isGone(row uint32) bool {
	return s.gone != nil && s.gone[row/64]>>(row%64)&1 != 0
}

// find is the row of an id that is there and not gone.
func (s *segment) find(id string) (uint32, bool, error) {
	row, ok, err := s.fields.Find(id)
	return row, ok && int64(row) < int64(s.Records) && !s.isGone(row), err
}

// rowsLeft are the rows that are not gone.
func (s *segment) rowsLeft() []uint32 {
	rows := make([]uint32, 0, s.Records-s.Gone)
	for row := range uint32(s.Records) {
		if !s.isGone(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// choose is the rows that pass a filter and are not gone; nil is all of them.
func (s *segment) choose(filter *index.Filter) ([]uint32, error) {
	rows, err := s.fields.Select(filter)
	if err != nil || s.gone == nil {
		return rows, err
	}
	if rows == nil {
		return s.live(), nil
	}
	return slices.DeleteFunc(rows, s.isGone), nil
}

func (s *segment) size() int64 {
	n := s.fields.Size()
	if s.dense != nil {
		n += s.dense.Size()
	}
	if s.texts != nil {
		n += s.texts.Size()
	}
	if s.list != nil {
		n += s.list.Size()
	}
	return n
}

func (s *segment) close() error {
	var errs []error
	if s.fields != nil {
		errs = append(errs, s.fields.Close())
	}
	if s.dense != nil {
		errs = append(errs, s.dense.Close())
	}
	if s.texts != nil {
		errs = append(errs, s.texts.Close())
	}
	if s.list != nil {
		errs = append(errs, s.list.Close())
	}
	return errors.Join(errs...)
}

func (s *segment) verify() error {
	errs := []error{s.fields.Verify()}
	if s.dense != nil {
		errs = append(errs, s.dense.Verify())
	}
	if s.texts != nil {
		errs = append(errs, s.texts.Verify())
	}
	if s.list != nil {
		errs = append(errs, s.list.Verify())
	}
	return errors.Join(errs...)
}

// Verify reads all of the index: checksums, vectors (length, codes), ids and fields, texts, counts, and that no id
// is there twice.
func (x *Index) Verify() error {
	for i, s := range x.segments {
		err := s.verify()
		if err == nil {
			err = x.verifyIDs(i)
		}
		if err != nil {
			return fmt.Errorf("verify index %q: segment %q: %w", x.dir, s.Name, err)
		}
	}
	return nil
}

// verifyIDs looks for the ids of a segment in those after it.
func (x *Index) verifyIDs(i int) error {
	if i+1 == len(x.segments) {
		return nil
	}
	s := x.segments[i]
	for row := range uint32(s.Records) {
		if s.isGone(row) {
			continue
		}
		id, err := s.fields.ID(row)
		if err != nil {
			return err
		}
		for _, other := range x.segments[i+1:] {
			switch _, ok, err := other.find(id); {
			case err != nil:
				return err
			case ok:
				return fmt.Errorf("id %q is in segment %q, too; build the index again: assay index build --fresh", id, other.Name)
			}
		}
	}
	return nil
}
