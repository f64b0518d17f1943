package dataset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// Set is a data set whose every record could be read.
type Set struct {
	Path    string
	Format  string   // the name of a row of Formats
	SHA256  string   // of the file as it lies there; of the list of Files where there are several
	Files   []File   // that the set was read from, its own first
	Len     int      // cases
	Prompts []Prompt // that the set brings along
	Notes   []string // what was not read, and what was taken for what
	Skipped Problems // of records that were left out, where the set was opened with SkipBad
	input   record.Input
	format  *format
}

// What a set says of itself comes from the package that reads records.
type (
	File     = record.File
	Prompt   = record.Prompt
	Problems = record.Problems
)

// Option changes how a set is opened.
type Option func(*Set)

// SkipBad leaves out the records that have problems and keeps these in Skipped. What is wrong with the file
// as a whole (a list that is cut off, a configuration) is refused all the same.
func SkipBad(s *Set) { s.input.SkipBad = true }

// Open reads a data set through. The format is the name of a row of Formats, or empty: the content tells.
// What is wrong with the records comes back as *Problems, all of them counted and the first ones told.
func Open(path, format string, options ...Option) (*Set, error) {
	s := &Set{Path: path, input: record.Input{Path: path}}
	for _, o := range options {
		o(s)
	}
	if err := s.detect(format); err != nil {
		return nil, err
	}
	p, err := s.read(nil)
	if err != nil {
		return nil, err
	}
	if p.Refused() || p.Count == 0 && p.Problems.Count > 0 {
		return nil, &p.Problems
	}
	s.Skipped = p.Problems
	if p.Count == 0 {
		return nil, fmt.Errorf("open data set %q: there are no cases in it", path)
	}
	s.Len, s.Prompts, s.Notes = p.Count, p.Prompts, p.Notes.Lines()
	return s, s.hash(p.Files)
}

// hash names what was read. A file that was changed meanwhile is detected by its timestamp.
func (s *Set) hash(others []File) error {
	f, st, err := record.OpenFile(s.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	own, err := record.HashFile(f)
	if err != nil {
		return fmt.Errorf("read data set %q: %w", s.Path, record.Reason(err))
	}
	if st != s.input.Stamp {
		return s.input.Changed()
	}
	s.SHA256, s.Files = own, append([]File{{Name: s.Path, SHA256: own}}, others...)
	if len(others) > 0 {
		h := sha256.New()
		fmt.Fprintln(h, own)
		for _, o := range others {
			fmt.Fprintln(h, o.SHA256, o.Name)
		}
		s.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return nil
}

// read goes over the set once. The error is one that ended it; problems of records are in the pass.
func (s *Set) read(emit func(*system.Case) bool) (*record.Pass, error) {
	s.input.NoSkip = s.format.whole
	p, err := s.input.Begin(emit)
	if err != nil {
		return nil, err
	}
	err = s.format.read(p)
	end := p.End()
	err = cmp.Or(err, end)
	if err == nil && s.Files != nil && !slices.Equal(p.Files, s.Files[1:]) {
		err = errors.New("a file that it refers to was changed since it was opened: start again")
	}
	if err == nil || errors.Is(err, record.ErrStop) {
		return p, nil
	}
	return nil, fmt.Errorf("read data set %q: %w", s.Path, err)
}

// Cases are the cases of the set in the file's order. They are read from the file again each time: an
// error says that this failed, or that the file has changed, and ends them.
func (s *Set) Cases() iter.Seq2[*system.Case, error] {
	return func(yield func(*system.Case, error) bool) {
		stopped := false
		p, err := s.read(func(c *system.Case) bool {
			stopped = !yield(c, nil)
			return !stopped
		})
		switch {
		case stopped:
		case err != nil:
			yield(nil, err)
		case p.Refused():
			yield(nil, &p.Problems)
		}
	}
}

// eachCase takes the case of each record. An error is a problem of its record; a record without a case is left out.
func eachCase(p *record.Pass, read func(*record.Pass, *record.Node) (*system.Case, error)) error {
	return p.Each(func(n *record.Node) error {
		c, err := read(p, n)
		if err != nil {
			p.Fail(record.Faultf(n.Line, "%v", err))
		}
		if err != nil || c == nil {
			return nil
		}
		return p.Take(c, n.Line)
	})
}

// eachFilled takes the cases that fill returns true for; it has reported the problems of the others.
func eachFilled(p *record.Pass, fill func(*record.Pass, *system.Case, *record.Node) bool) error {
	return p.Each(func(n *record.Node) error {
		c := &system.Case{}
		if !fill(p, c, n) {
			return nil
		}
		return p.Take(c, n.Line)
	})
}
