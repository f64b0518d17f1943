package record

import (
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
	MaxReferences = 1 << 12 // files, each counted once
	maxHeld       = 256 << 20
)

// Refs are the files that a configuration refers to. They lie in its directory or below: the root does
// not let a path out, whether by dots or by links.
type Refs struct {
	P    *Pass
	Root *os.Root
	dir  string
	held map[string][]byte
	size int
	seen int // files looked for, those that are not there among them
}

// OpenRefs makes ready to read the files that a file refers to.
func OpenRefs(p *Pass) *Refs {
	return &Refs{P: p, dir: filepath.Dir(p.Input.Path), held: map[string][]byte{}}
}

// Close closes the directory.
func (r *Refs) Close() {
	if r.Root != nil {
		r.Root.Close()
	}
}

// IsRef reports whether a text is a reference to a file, or to somewhere else.
func IsRef(s string) bool { return strings.Contains(s, "://") && !strings.ContainsAny(s, " \n") }

// Match is the files that a reference names: one, or those that fit a pattern, in their order.
func (r *Refs) Match(from string, n *Node) []string {
	name, remote := strings.CutPrefix(n.Text, "file://")
	switch {
	case !remote && IsRef(n.Text):
		r.P.FailIn(from, Faultf(n.Line, "%q: nothing is fetched: save it to a file beside this one", Shown(n.Text)))
		return nil
	case ProgramOf(name) != "":
		r.P.FailIn(from, Faultf(n.Line, "%q is a program, and programs are not run: let it write its result to a file", Shown(name)))
		return nil
	}
	name = path.Clean(filepath.ToSlash(name))
	if !fs.ValidPath(name) {
		r.P.FailIn(from, Faultf(n.Line, "%q lies outside the directory of the set: only files in it, or below, are read", Shown(n.Text)))
		return nil
	}
	if err := r.Open(); err != nil {
		r.P.FailIn(from, Faultf(n.Line, "%v", err))
		return nil
	}
	if !strings.ContainsAny(name, "*?[") {
		return []string{name}
	}
	if strings.Contains(name, "**") {
		r.P.FailIn(from, Faultf(n.Line, "%q: ** is not read: name the directories", Shown(name)))
		return nil
	}
	names, err := fs.Glob(r.Root.FS(), name)
	if err != nil || len(names) == 0 {
		r.P.FailIn(from, Faultf(n.Line, "%q fits no file", Shown(name)))
	}
	return names
}

// Open opens the directory, once.
func (r *Refs) Open() (err error) {
	if r.Root == nil {
		r.Root, err = os.OpenRoot(r.dir)
	}
	return err
}

// Bytes reads a file, once; false has been reported.
func (r *Refs) Bytes(from string, line int, name string) ([]byte, bool) {
	if data, ok := r.held[name]; ok {
		return data, true
	}
	data, err := r.load(name)
	if err != nil {
		r.P.FailIn(from, Faultf(line, "read %q: %v", Shown(name), Reason(err)))
		return nil, false
	}
	sum := sha256.Sum256(data)
	r.P.Files = append(r.P.Files, File{name, hex.EncodeToString(sum[:])})
	data = bytes.TrimPrefix(data, byteOrder)
	r.held[name] = data
	return data, true
}

func (r *Refs) load(name string) ([]byte, error) {
	if r.seen++; r.seen > MaxReferences {
		return nil, fmt.Errorf("the set refers to more than %d files", MaxReferences)
	}
	info, err := r.Root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	f, err := r.Root.Open(name)
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

// Document reads a reference to one JSON or YAML file; nil has been reported.
func (r *Refs) Document(from string, n *Node) (*Node, string) {
	names := r.Match(from, n)
	if len(names) != 1 {
		if len(names) > 1 {
			r.P.FailIn(from, Faultf(n.Line, "%q fits several files, want one", Shown(n.Text)))
		}
		return nil, ""
	}
	return r.Read(from, n.Line, names[0]), names[0]
}

// Read reads a JSON or YAML file; nil has been reported.
func (r *Refs) Read(from string, line int, name string) *Node {
	data, ok := r.Bytes(from, line, name)
	if !ok {
		return nil
	}
	n, err := parseDocument(data)
	if err != nil {
		r.P.FailIn(name, err)
		return nil
	}
	return n
}

// parseDocument reads JSON, where it begins like it, or YAML.
func parseDocument(data []byte) (*Node, error) {
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		n, err := ParseJSON(data, 1, MaxNodes)
		if err == nil || trimmed[0] == '{' && len(trimmed) > 1 && trimmed[1] == '"' {
			return n, err
		}
	}
	return ParseYAML(data)
}

// ProgramOf is the language of a file that is a program, or empty.
func ProgramOf(ref string) string {
	for _, p := range []struct{ ext, language string }{
		{".py", "python"}, {".js", "javascript"}, {".cjs", "javascript"}, {".mjs", "javascript"}, {".ts", "javascript"}, {".rb", "ruby"},
		{".sh", "shell"}, {".pl", "perl"}, {".php", "php"}, {".go", "go"}, {".exe", "binary"},
	} {
		if strings.HasSuffix(ref, p.ext) || strings.Contains(ref, p.ext+":") {
			return p.language
		}
	}
	return ""
}
