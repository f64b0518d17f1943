package dataset

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Limits of the files that a set refers to.
const (
	maxReferences = 1 << 12  // files, each counted once
	maxReferred   = 16 << 20 // bytes of one that is put into a variable or a prompt
	maxHeld       = 256 << 20
)

// refs are the files that a configuration refers to. They lie in its directory or below: the root does
// not let a path out, whether by dots or by links.
type refs struct {
	p    *pass
	root *os.Root
	dir  string
	held map[string][]byte
	size int
	seen int // files looked for, those that are not there among them
}

func openRefs(p *pass) *refs {
	return &refs{p: p, dir: filepath.Dir(p.set.Path), held: map[string][]byte{}}
}

func (r *refs) close() {
	if r.root != nil {
		r.root.Close()
	}
}

// isRef reports whether a text is a reference to a file, or to somewhere else.
func isRef(s string) bool { return strings.Contains(s, "://") && !strings.ContainsAny(s, " \n") }

// match is the files that a reference names: one, or those that fit a pattern, in their order.
func (r *refs) match(from string, n *node) []string {
	name, remote := strings.CutPrefix(n.text, "file://")
	switch {
	case !remote && isRef(n.text):
		r.p.failIn(from, faultf(n.line, "%q: nothing is fetched: save it to a file beside this one", shown(n.text)))
		return nil
	case programOf(name) != "":
		r.p.failIn(from, faultf(n.line, "%q is a program, and programs are not run: let it write its result to a file", shown(name)))
		return nil
	}
	name = path.Clean(filepath.ToSlash(name))
	if !fs.ValidPath(name) {
		r.p.failIn(from, faultf(n.line, "%q lies outside the directory of the set: only files in it, or below, are read", shown(n.text)))
		return nil
	}
	if err := r.open(); err != nil {
		r.p.failIn(from, faultf(n.line, "%v", err))
		return nil
	}
	if !strings.ContainsAny(name, "*?[") {
		return []string{name}
	}
	if strings.Contains(name, "**") {
		r.p.failIn(from, faultf(n.line, "%q: ** is not read: name the directories", shown(name)))
		return nil
	}
	names, err := fs.Glob(r.root.FS(), name)
	if err != nil || len(names) == 0 {
		r.p.failIn(from, faultf(n.line, "%q fits no file", shown(name)))
	}
	return names
}

func (r *refs) open() (err error) {
	if r.root == nil {
		r.root, err = os.OpenRoot(r.dir)
	}
	return err
}

// bytes reads a file, once; false has been told.
func (r *refs) bytes(from string, line int, name string) ([]byte, bool) {
	if data, ok := r.held[name]; ok {
		return data, true
	}
	data, err := r.load(name)
	if err != nil {
		r.p.failIn(from, faultf(line, "read %q: %v", shown(name), reason(err)))
		return nil, false
	}
	sum := sha256.Sum256(data)
	r.p.files = append(r.p.files, File{name, hex.EncodeToString(sum[:])})
	data = bytes.TrimPrefix(data, byteOrder)
	r.held[name] = data
	return data, true
}

func (r *refs) load(name string) ([]byte, error) {
	if r.seen++; r.seen > maxReferences {
		return nil, fmt.Errorf("the set refers to more than %d files", maxReferences)
	}
	info, err := r.root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	f, err := r.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if r.size += len(data); len(data) > maxDocument || r.size > maxHeld {
		return nil, errors.New("it is larger than what is read by reference")
	}
	return data, nil
}

// document reads a reference to one JSON or YAML file; nil has been told.
func (r *refs) document(from string, n *node) (*node, string) {
	names := r.match(from, n)
	if len(names) != 1 {
		if len(names) > 1 {
			r.p.failIn(from, faultf(n.line, "%q fits several files, and one should stand here", shown(n.text)))
		}
		return nil, ""
	}
	return r.read(from, n.line, names[0]), names[0]
}

// read reads a JSON or YAML file; nil has been told.
func (r *refs) read(from string, line int, name string) *node {
	data, ok := r.bytes(from, line, name)
	if !ok {
		return nil
	}
	n, err := parseDocument(data)
	if err != nil {
		r.p.failIn(name, err)
		return nil
	}
	return n
}

// parseDocument reads JSON, where it begins like it, or YAML.
func parseDocument(data []byte) (*node, error) {
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		n, err := parseJSON(data, 1, maxNodes)
		if err == nil || trimmed[0] == '{' && len(trimmed) > 1 && trimmed[1] == '"' {
			return n, err
		}
	}
	return parseYAML(data)
}

// variables reads the variables that stand in files.
func (r *refs) variables(from string, n *node) []field {
	var all []field
	for _, name := range r.match(from, n) {
		doc := r.read(from, n.line, name)
		if doc == nil {
			continue
		}
		if doc.kind != object {
			r.p.failIn(name, faultf(doc.line, "an object of variables should stand here, not %s", doc.kind))
			continue
		}
		all = override(all, doc.fields)
	}
	return all
}

// value is what a value says: itself, or the files that it refers to. False has been told.
func (r *refs) value(from string, n *node) ([]string, bool) {
	if n.kind != text || !strings.HasPrefix(n.text, "file://") {
		s, err := n.plain()
		if err != nil {
			r.p.failIn(from, faultf(n.line, "%v", err))
		}
		return []string{s}, err == nil
	}
	var all []string
	for _, name := range r.match(from, n) {
		data, ok := r.bytes(from, n.line, name)
		if !ok {
			return nil, false
		}
		if len(data) > maxReferred || invalidUTF8(data) >= 0 || bytes.IndexByte(data, 0) >= 0 {
			r.p.failIn(from, faultf(n.line, "%q is no text, or too long: only texts are put into variables", shown(name)))
			return nil, false
		}
		all = append(all, strings.TrimRight(string(data), "\r\n"))
	}
	return all, len(all) > 0
}

// tests reads the tests in the files of a reference.
func (r *refs) tests(s *suite, from string, n *node, yield func(*test) error) error {
	for _, name := range r.match(from, n) {
		data, ok := r.bytes(from, n.line, name)
		if !ok {
			continue
		}
		if err := r.testsIn(s, name, data, yield); err != nil {
			return err
		}
	}
	return nil
}

func (r *refs) testsIn(s *suite, name string, data []byte, yield func(*test) error) error {
	each := func(n *node) error {
		if t := s.build(name, n); t != nil {
			return yield(t)
		}
		return nil
	}
	inner := &pass{set: &Set{Path: r.p.set.named(name)}, src: &source{Reader: bufio.NewReaderSize(bytes.NewReader(data), readBytes)}}
	defer func() { s.problems.join(&inner.problems) }()
	switch path.Ext(name) {
	case ".csv", ".tsv":
		return inner.eachRow(func(n *node) error {
			built, ok := s.rowTest(name, n)
			if !ok {
				return nil
			}
			return each(built)
		})
	case ".jsonl", ".ndjson":
		return inner.eachLine(each)
	case ".json", ".yaml", ".yml":
		doc := r.read(name, 1, name)
		if doc == nil {
			return nil
		}
		if doc.kind == text {
			s.failAt(name, doc.line, "tests should stand here, not %s", doc.kind)
			return nil
		}
		return s.testsWith(name, doc, yield)
	}
	s.failAt(name, 0, "tests are read from .csv, .tsv, .json, .jsonl, .ndjson, .yaml and .yml")
	return nil
}
