package embedded

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/bm25"
	"github.com/assayhq/assay/index/internal/dense"
	"github.com/assayhq/assay/index/internal/fields"
	"github.com/assayhq/assay/internal/filelock"
)

// newSegment is one that is being written.
type newSegment struct {
	dir    string // empty in memory
	fields *fields.Writer
	dense  *dense.Writer
	texts  *bm25.Writer
}

func (w *Writer) begin() (*newSegment, error) {
	dir := filepath.Join(w.index.dir, newPrefix+rand.Text())
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, fmt.Errorf("write index: %w", err)
	}
	s := &newSegment{dir: dir}
	if err := s.create(filesIn(dir), w.options.Tool, &w.next.Settings); err != nil {
		s.abort()
		return nil, err
	}
	return s, nil
}

func (s *newSegment) create(at files, tool string, settings *Settings) (err error) {
	if s.fields, err = fields.Create(at.fields, tool, settings.Schema); err != nil {
		return err
	}
	if e := settings.Embedder; e != nil {
		if s.dense, err = dense.Create(at.dense, tool, e.Dimension, !settings.CodesOnly); err != nil {
			return err
		}
	}
	if settings.Texts != nil {
		s.texts, err = bm25.Create(at.texts, tool, settings.Texts.settings())
	}
	return err
}

// fits reports why a record cannot be added, but for what its fields and its id are.
func (s *newSegment) fits(r *index.Record, settings *Settings) error {
	if s.texts != nil && len(r.Text) > bm25.MaxText {
		return fmt.Errorf("its text has %d bytes; it may have %d", len(r.Text), bm25.MaxText)
	}
	if s.dense != nil && (r.Vector != nil || s.texts == nil) {
		return s.dense.Fits(r.Vector)
	}
	if s.dense == nil && r.Vector != nil {
		return errors.New("it has a vector, and the index holds none")
	}
	return nil
}

// add adds what belongs to a row of fields, of a record that fits was last asked of.
func (s *newSegment) add(r *index.Record) error {
	if s.dense != nil {
		add := s.dense.AddFitting
		if r.Vector == nil {
			add = s.dense.AddNone
		}
		if err := add(); err != nil {
			return err
		}
	}
	if s.texts != nil {
		return s.texts.Add(r.Text)
	}
	return nil
}

func (s *newSegment) abort() {
	if s.fields != nil {
		s.fields.Abort()
	}
	if s.dense != nil {
		s.dense.Abort()
	}
	if s.texts != nil {
		s.texts.Abort()
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

func (s *newSegment) commit() error {
	commits := []func() error{s.fields.Commit}
	if s.dense != nil {
		commits = append(commits, s.dense.Commit)
	}
	if s.texts != nil {
		commits = append(commits, s.texts.Commit)
	}
	if s.dir != "" {
		commits = append(commits, func() error { return filelock.SyncDir(s.dir) })
	}
	for _, commit := range commits {
		if err := commit(); err != nil {
			return fmt.Errorf("write index: %w", err)
		}
	}
	return nil
}
