package record

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/assayhq/assay/internal/yamltree"
	"github.com/assayhq/assay/system"
)

// ErrStop ends a pass that has seen enough.
var ErrStop = errors.New("stop")

// Shape is how a file keeps its records.
type Shape uint8

// The shapes.
const (
	Lines Shape = iota + 1
	Items
	Columns
	Table
	ParquetFile
	JSONFile
	YAMLFile
)

// Head is what is known of a file before its format is.
type Head struct {
	Shape Shape
	First *Node // the first record, or the document where it is an object
}

// Input is a file of records that may be read more than once.
type Input struct {
	Path    string
	Shape   Shape
	SkipBad bool // leave out the records that have problems
	NoSkip  bool // no record can be left out
	Stamp   Stamp
}

// File is a file that a set was read from.
type File struct {
	Name   string
	SHA256 string
}

// Prompt is a template whose places are {{name}}, each a variable of the cases.
type Prompt struct {
	Label    string
	Messages []system.Message // a prompt that is one text is one message of the user
}

// Pass is one reading of a file.
type Pass struct {
	Input    *Input
	Src      *Source
	Problems Problems
	Notes    Notes
	Files    []File
	Prompts  []Prompt
	ids      map[derived]uint32  // how often a derived id was given
	lines    map[[16]byte]uint32 // lines of the ids of the data, by their hash; while a set is opened only
	Count    int
	record   int  // the place in a list of the one that is read
	Damaged  bool // the file has a problem that is no record's
	emit     func(*system.Case) bool
}

// Begin opens the file for one reading.
func (s *Input) Begin(emit func(*system.Case) bool) (*Pass, error) {
	src, st, err := openSource(s.Path)
	if err != nil {
		return nil, err
	}
	if s.Stamp != (Stamp{}) && st != s.Stamp {
		src.Close()
		return nil, s.Changed()
	}
	s.Stamp = st
	return &Pass{Input: s, Src: src, ids: map[derived]uint32{}, lines: map[[16]byte]uint32{}, emit: emit}, nil
}

// PassOver reads a file that is in memory.
func PassOver(path string, data []byte) *Pass {
	return &Pass{Input: &Input{Path: path}, Src: &Source{Reader: bufio.NewReaderSize(bytes.NewReader(data), ReadBytes)}}
}

// Named is a path as messages show it: files that the set refers to lie beside it.
func (s *Input) Named(path string) string {
	if path == s.Path {
		return path
	}
	return filepath.Join(filepath.Dir(s.Path), path)
}

// Changed is the error of a file that was changed between two readings.
func (s *Input) Changed() error {
	return fmt.Errorf("read data set %q: it was changed since it was opened: start again", s.Path)
}

// End closes the file. It was changed while it was read if it is not the one that was looked at.
func (p *Pass) End() error {
	defer p.Src.Close()
	info, err := p.Src.file.Stat()
	if err != nil {
		return fmt.Errorf("read data set %q: %w", p.Input.Path, Reason(err))
	}
	if (Stamp{info.Size(), info.ModTime()}) != p.Input.Stamp {
		return p.Input.Changed()
	}
	return nil
}

// Fail reports a problem of a record.
func (p *Pass) Fail(err error) { p.FailIn(p.Input.Path, err) }

// damage reports a problem of the file as a whole.
func (p *Pass) damage(err error) {
	p.Damaged, p.record = true, 0
	p.Fail(err)
}

// Refused reports whether the set cannot be read as it is.
func (p *Pass) Refused() bool {
	return p.Problems.Count > 0 && (!p.Input.SkipBad || p.Damaged || p.Input.NoSkip)
}

// bad counts a record if it has had problems since there were so many.
func (p *Pass) bad(before int) {
	if p.Problems.Count > before {
		p.Problems.Records++
	}
}

// FailIn reports a problem of a file that may be one that the set refers to, by its name from there.
func (p *Pass) FailIn(path string, err error) {
	problem := &Problem{Record: p.record}
	var at *yamltree.Problem
	if errors.As(err, &at) {
		problem.Line, problem.Column = at.Line, at.Column
	}
	problem.Path, problem.Message = p.Input.Named(path), err.Error()
	p.Problems.add(problem)
}

// Take hands a case on, with an id if it has none. Ids that appear twice are reported when a set is opened.
func (p *Pass) Take(c *system.Case, line int) error {
	if c.ID == "" {
		c.ID = p.derive(c)
	} else if p.emit == nil || p.Input.SkipBad { // of a set without problems the second pass need not look
		if err := p.Once(c.ID, line); err != nil {
			p.Fail(err)
			return nil
		}
	}
	p.Count++
	if p.emit != nil && !p.emit(c) {
		return ErrStop
	}
	return nil
}

// Once refuses an id that came before.
func (p *Pass) Once(id string, line int) error {
	sum := sha256.Sum256([]byte(id))
	key, place, where := [16]byte(sum[:16]), max(line, 1), "on line"
	if p.record > 0 {
		place, where = p.record, "in record"
	}
	if before, twice := p.lines[key]; twice {
		return Faultf(line, "the id %q appears twice: %s %d, too", Shown(id), where, before)
	}
	p.lines[key] = uint32(place)
	return nil
}

// derived is the part of a case's hash that its id shows: 64 bits, so that among a million cases two that
// differ share one with a chance below one in thirty million.
type derived [8]byte

// derive makes an id of what is asked and what the gold is, so that the order of the file does not matter.
// Cases that share both are numbered in the file's order.
func (p *Pass) derive(c *system.Case) string {
	h := sha256.New()
	var buf []byte
	put := func(s string) {
		buf = append(binary.AppendUvarint(buf, uint64(len(s))), s...)
	}
	put(c.Question)
	for i := range c.Messages {
		put(c.Messages[i].Role)
		put(c.Messages[i].Text)
	}
	put("gold")
	for _, g := range c.Gold {
		put(g)
	}
	put("variables")
	names := make([]string, 0, len(c.Variables))
	for name := range c.Variables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		put(name)
		put(c.Variables[name])
	}
	h.Write(buf)
	return p.Numbered(h.Sum(nil))
}

// Numbered is the id that a hash gives. Those after the first with the same one get a number.
func (p *Pass) Numbered(sum []byte) string {
	d := derived(sum)
	p.ids[d]++
	id := hex.EncodeToString(d[:])
	if n := p.ids[d]; n > 1 {
		id += "-" + strconv.FormatUint(uint64(n), 10)
	}
	return id
}

// maxNotes is how many kinds of notes are kept.
const maxNotes = 60

// Notes are what was not taken over: each once, with how often.
type Notes struct {
	order []string
	count map[string]int
	more  int
}

// Add counts a note.
func (n *Notes) Add(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n.count == nil {
		n.count = map[string]int{}
	}
	if n.count[text] == 0 {
		if len(n.order) >= maxNotes {
			n.more++
			return
		}
		n.order = append(n.order, text)
	}
	n.count[text]++
}

// Lines are the notes as text, in the order of their first appearance.
func (n *Notes) Lines() []string {
	var all []string
	for _, text := range n.order {
		if c := n.count[text]; c > 1 {
			text += fmt.Sprintf(" (%d times)", c)
		}
		all = append(all, text)
	}
	if n.more > 0 {
		all = append(all, fmt.Sprintf("and %d notes of further kinds", n.more))
	}
	return all
}

// Each reads the records of the file, whatever it keeps them in. Records that are no objects are problems.
func (p *Pass) Each(yield func(*Node) error) error {
	objects := func(n *Node) error {
		defer p.bad(p.Problems.Count)
		if n.Kind != Object {
			p.Fail(NotObject(n))
			return nil
		}
		return yield(n)
	}
	switch p.Input.Shape {
	case Lines:
		return p.EachLine(objects)
	case Items:
		return p.eachItem(objects)
	case Columns:
		return p.eachColumn(objects)
	case Table:
		return p.EachRow(objects)
	case ParquetFile:
		return p.eachParquetRow(objects)
	}
	doc, err := p.ReadDocument()
	if err != nil || doc == nil {
		return err
	}
	if doc.Kind == Object {
		return objects(doc)
	}
	if doc.Kind != List {
		p.damage(Faultf(doc.Line, "want a list of records, got %s", doc.Kind))
		return nil
	}
	for i := range doc.Items {
		if err := objects(&doc.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// ReadDocument reads a JSON or YAML file whole; nil is one that cannot be read, which has been reported.
func (p *Pass) ReadDocument() (*Node, error) {
	if p.Input.Shape != YAMLFile {
		return p.document()
	}
	data, err := p.Src.ReadAll()
	if err != nil {
		return nil, err
	}
	n, err := ParseYAML(bytes.TrimPrefix(data, byteOrder))
	if err != nil {
		p.damage(err)
		return nil, nil
	}
	return n, nil
}
