package corpus

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Entry is a path that ingest came across: a file to read, or one to skip with the reason.
type Entry struct {
	Path   string
	Size   int64
	Reason string // why it is not read; empty for a file to read
}

// maxDepth bounds how deep directories are followed.
const maxDepth = 64

// Walk lists the files under the given paths in lexical order. Links are followed within the directory that
// was given, each directory once, so that one that contains itself ends. Hidden files and directories are passed over, and so
// is what lies next to filings but is none; a path that is given by name is always tried.
func Walk(paths []string) []Entry {
	w := walker{seen: map[string]bool{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			w.entries = append(w.entries, Entry{Path: path, Reason: "cannot be read: " + cause(err).Error()})
		case info.IsDir():
			w.root = resolve(path)
			w.dir(path, 0)
		case !info.Mode().IsRegular():
			w.skip(path, notRegular)
		default:
			w.entries = append(w.entries, Entry{Path: path, Size: info.Size()})
		}
	}
	return w.entries
}

// MemoryFor is a soft limit of memory under which the entries can be read at full speed: a fixed part, and
// twice the largest file as it will be when unpacked. Programs pass it to debug.SetMemoryLimit, so that
// garbage of small filings does not pile up; a larger need is still met.
func MemoryFor(entries []Entry) int64 {
	const fixed, packed = 80 << 20, 10 // filings shrink to about a tenth
	largest := int64(0)
	for _, e := range entries {
		size := e.Size
		if strings.HasSuffix(strings.ToLower(e.Path), ".gz") {
			size *= packed
		}
		if e.Reason == "" {
			largest = max(largest, min(size, maxSource))
		}
	}
	return fixed + 2*largest
}

// notRegular is why pipes, devices and sockets are not opened: reading one may never end.
const notRegular = "not a regular file"

type walker struct {
	root    string // the resolved path of the directory that was given
	entries []Entry
	seen    map[string]bool // directories by their resolved path
}

func (w *walker) skip(path, reason string) {
	w.entries = append(w.entries, Entry{Path: path, Reason: reason})
}

func (w *walker) dir(path string, depth int) {
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		w.skip(path, "cannot be read: "+cause(err).Error())
		return
	}
	resolved, err = filepath.Abs(resolved)
	if err == nil && w.seen[resolved] {
		w.skip(path, "a directory that was read already: a loop of links")
		return
	}
	if depth > maxDepth {
		w.skip(path, "directories nested more than 64 deep")
		return
	}
	w.seen[resolved] = true
	entries, err := os.ReadDir(path)
	if err != nil {
		w.skip(path, "cannot be read: "+cause(err).Error())
	}
	for _, e := range entries {
		w.entry(filepath.Join(path, e.Name()), e, depth)
	}
}

func (w *walker) entry(path string, e fs.DirEntry, depth int) {
	if strings.HasPrefix(e.Name(), ".") {
		return
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		w.skip(path, "cannot be read: "+cause(err).Error())
	case e.Type()&fs.ModeSymlink != 0 && !w.holds(path):
		w.skip(path, "a link out of the directory that was given: name the file itself to read it")
	case info.IsDir():
		w.dir(path, depth+1)
	case !info.Mode().IsRegular():
		w.skip(path, notRegular)
	case !readable(path):
		w.skip(path, "not a kind of file that holds filings or reports")
	default:
		w.entries = append(w.entries, Entry{Path: path, Size: info.Size()})
	}
}

// holds reports whether a link leads to a place in the directory that was given.
func (w *walker) holds(path string) bool {
	rest, err := filepath.Rel(w.root, resolve(path))
	return err == nil && filepath.IsLocal(rest)
}

// resolve is the absolute path without links, or empty.
func resolve(path string) string {
	resolved, err := filepath.EvalSymlinks(path)
	if err == nil {
		resolved, err = filepath.Abs(resolved)
	}
	if err != nil {
		return ""
	}
	return resolved
}

// readable reports, by its name, whether a file found in a directory may be a document.
func readable(path string) bool {
	name := strings.ToLower(strings.TrimSuffix(strings.ToLower(filepath.Base(path)), ".gz"))
	switch filepath.Ext(name) {
	case ".htm", ".html", ".xhtml", ".txt", ".nc", ".pdf", ".json", ".jsonl", ".ndjson", ".parquet", ".md", ".sgml", "":
		return name != "readme.md" && name != "license" && name != "licence"
	}
	return false
}
