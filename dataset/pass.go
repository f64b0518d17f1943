package dataset

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

	"github.com/assayhq/assay/system"
)

var errBufferFull = bufio.ErrBufferFull

// errStop ends a pass that has seen enough.
var errStop = errors.New("stop")

// pass is one reading of a set.
type pass struct {
	set      *Set
	src      *source
	problems Problems
	notes    notes
	files    []File
	prompts  []Prompt
	ids      map[derived]uint32  // how often a derived id was given
	lines    map[[16]byte]uint32 // where the ids of the data stand, by their hash; while a set is opened only
	count    int
	record   int  // the place in a list of the one that is read
	damaged  bool // the file has a problem that is no record's
	emit     func(*system.Case) bool
}

// begin opens the set's file for one reading.
func (s *Set) begin(emit func(*system.Case) bool) (*pass, error) {
	src, st, err := openSource(s.Path)
	if err != nil {
		return nil, err
	}
	if s.stamp != (stamp{}) && st != s.stamp {
		src.close()
		return nil, s.changed()
	}
	s.stamp = st
	return &pass{set: s, src: src, ids: map[derived]uint32{}, lines: map[[16]byte]uint32{}, emit: emit}, nil
}

// named is a path as messages show it: files that the set refers to lie beside it.
func (s *Set) named(path string) string {
	if path == s.Path {
		return path
	}
	return filepath.Join(filepath.Dir(s.Path), path)
}

func (s *Set) changed() error {
	return fmt.Errorf("read data set %q: it was changed since it was opened: start again", s.Path)
}

// end closes the file. It was changed while it was read if it is not the one that was looked at.
func (p *pass) end() error {
	defer p.src.close()
	info, err := p.src.file.Stat()
	if err != nil {
		return fmt.Errorf("read data set %q: %w", p.set.Path, reason(err))
	}
	if (stamp{info.Size(), info.ModTime()}) != p.set.stamp {
		return p.set.changed()
	}
	return nil
}

// fail tells a problem of a record.
func (p *pass) fail(err error) { p.failIn(p.set.Path, err) }

// damage tells a problem of the file as a whole.
func (p *pass) damage(err error) {
	p.damaged, p.record = true, 0
	p.fail(err)
}

// refused reports whether the set cannot be read as it is.
func (p *pass) refused() bool {
	return p.problems.Count > 0 && (!p.set.skipBad || p.damaged || p.set.format.whole)
}

// bad counts a record if it has had problems since there were so many.
func (p *pass) bad(before int) {
	if p.problems.Count > before {
		p.problems.Records++
	}
}

// failIn tells a problem of a file that may be one that the set refers to, by its name from there.
func (p *pass) failIn(path string, err error) {
	path = p.set.named(path)
	var f *fault
	if errors.As(err, &f) {
		p.problems.add(&Problem{Path: path, Line: f.line, Column: f.column, Record: p.record, Message: err.Error()})
		return
	}
	p.problems.add(&Problem{Path: path, Record: p.record, Message: err.Error()})
}

// take hands a case on, with an id if it has none. Ids that stand twice are told when a set is opened.
func (p *pass) take(c *system.Case, line int) error {
	if c.ID == "" {
		c.ID = p.derive(c)
	} else if p.emit == nil || p.set.skipBad { // of a set without problems the second pass need not look
		if err := p.once(c.ID, line); err != nil {
			p.fail(err)
			return nil
		}
	}
	p.count++
	if p.emit != nil && !p.emit(c) {
		return errStop
	}
	return nil
}

// once refuses an id that stood before.
func (p *pass) once(id string, line int) error {
	sum := sha256.Sum256([]byte(id))
	key, place, where := [16]byte(sum[:16]), max(line, 1), "on line"
	if p.record > 0 {
		place, where = p.record, "in record"
	}
	if before, twice := p.lines[key]; twice {
		return faultf(line, "the id %q stands twice: %s %d, too", shown(id), where, before)
	}
	p.lines[key] = uint32(place)
	return nil
}

// derived is the part of a case's hash that its id shows: 64 bits, so that among a million cases two that
// differ share one with a chance below one in thirty million.
type derived [8]byte

// derive makes an id of what is asked and what the gold is, so that the order of the file does not matter.
// Cases that share both are numbered in the file's order.
func (p *pass) derive(c *system.Case) string {
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
	return p.numbered(h.Sum(nil))
}

// numbered is the id that a hash gives. Those after the first with the same one get a number.
func (p *pass) numbered(sum []byte) string {
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

// notes are what was not taken over: each once, with how often.
type notes struct {
	order []string
	count map[string]int
	more  int
}

func (n *notes) add(format string, args ...any) {
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

func (n *notes) lines() []string {
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

// each reads the records of the file, whatever it keeps them in. Records that are no objects are told.
func (p *pass) each(yield func(*node) error) error {
	objects := func(n *node) error {
		defer p.bad(p.problems.Count)
		if n.kind != object {
			p.fail(notObject(n))
			return nil
		}
		return yield(n)
	}
	switch p.set.shape {
	case lines:
		return p.eachLine(objects)
	case items:
		return p.eachItem(objects)
	case columns:
		return p.eachColumn(objects)
	case table:
		return p.eachRow(objects)
	case parquetFile:
		return p.eachParquetRow(objects)
	}
	doc, err := p.readDocument()
	if err != nil || doc == nil {
		return err
	}
	if doc.kind == object {
		return objects(doc)
	}
	if doc.kind != list {
		p.damage(faultf(doc.line, "a list of records should stand here, not %s", doc.kind))
		return nil
	}
	for i := range doc.items {
		if err := objects(&doc.items[i]); err != nil {
			return err
		}
	}
	return nil
}

// readDocument reads a JSON or YAML file whole; nil is one that cannot be read, which has been told.
func (p *pass) readDocument() (*node, error) {
	if p.set.shape != yamlFile {
		return p.document()
	}
	data, err := p.src.whole()
	if err != nil {
		return nil, err
	}
	n, err := parseYAML(bytes.TrimPrefix(data, byteOrder))
	if err != nil {
		p.damage(err)
		return nil, nil
	}
	return n, nil
}
