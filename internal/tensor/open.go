package tensor

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/mmap"
)

// The names under which hubs serve weights.
const (
	singleName = "model.safetensors"
	indexName  = "model.safetensors.index.json"
)

// maxIndex bounds an index, and maxFiles the files that it names.
const (
	maxIndex = 64 << 20
	maxFiles = 1 << 10
)

// file is a mapped file.
type file struct {
	path    string
	data    []byte
	done    func() error
	tensors []Tensor
}

func (f *file) close() error {
	f.data = nil
	return f.done()
}

// Open opens the weights of a model: a file, or a directory with a single file or an index of several.
func Open(path string) (*Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open weights: %w", err)
	}
	if !info.IsDir() {
		return openFiles([]string{path}, nil)
	}
	single, index := filepath.Join(path, singleName), filepath.Join(path, indexName)
	if _, err := os.Stat(single); err == nil {
		return openFiles([]string{single}, nil)
	}
	if _, err := os.Stat(index); err == nil {
		return openIndex(index)
	}
	return nil, missing(path)
}

// missing says what a directory has instead of safetensors.
func missing(path string) error {
	for _, other := range []string{"pytorch_model.bin", "pytorch_model.bin.index.json", "tf_model.h5", "model.onnx", "flax_model.msgpack"} {
		if _, err := os.Stat(filepath.Join(path, other)); err == nil {
			return fmt.Errorf("open weights in %q: there is %s but no %s; take a revision of the model with safetensors, or convert it",
				path, other, singleName)
		}
	}
	return fmt.Errorf("open weights in %q: %w", path,
		&fs.PathError{Op: "find", Path: singleName + " or " + indexName, Err: fs.ErrNotExist})
}

// openFiles opens files whose tensors are all wanted, or those that an index says.
func openFiles(paths []string, where map[string]string) (*Set, error) {
	s := &Set{tensors: map[string]Tensor{}}
	for _, path := range paths {
		f, err := openFile(path)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open weights %q: %w", path, err), s.Close())
		}
		s.files = append(s.files, f)
		for _, t := range f.tensors {
			if where == nil || where[t.Name] == filepath.Base(path) {
				s.tensors[t.Name] = t
			}
		}
	}
	for name, file := range where {
		if _, ok := s.tensors[name]; !ok {
			return nil, errors.Join(fmt.Errorf("open weights: the index says that tensor %q is in %q, and it is not", name, file), s.Close())
		}
	}
	return s, nil
}

// openIndex opens the files that an index names; each tensor is in one of them.
func openIndex(path string) (*Set, error) {
	fail := func(err error) (*Set, error) { return nil, fmt.Errorf("open weights %q: %w", path, err) }
	info, err := os.Stat(path)
	if err != nil {
		return fail(err)
	}
	if info.Size() > maxIndex {
		return fail(fmt.Errorf("the index has %d bytes; it takes up to %d", info.Size(), maxIndex))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fail(err)
	}
	var index struct {
		Map map[string]string `json:"weight_map"`
	}
	if err := json.Unmarshal(text, &index); err != nil {
		return fail(fmt.Errorf("the index is not what it should be: %w", err))
	}
	paths, err := filesOf(index.Map)
	if err != nil {
		return fail(err)
	}
	for i, name := range paths {
		paths[i] = filepath.Join(filepath.Dir(path), name)
	}
	return openFiles(paths, index.Map)
}

// filesOf are the names in an index, sorted. A name that leads out of the directory is refused.
func filesOf(index map[string]string) ([]string, error) {
	var names []string
	for tensor, name := range index {
		if name == "" || strings.ContainsAny(name, `/\`) || !filepath.IsLocal(name) {
			return nil, fmt.Errorf("tensor %q is declared in %q, which is no name of a file beside the index", tensor, name)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 || len(names) > maxFiles {
		return nil, fmt.Errorf("the index names %d files; it takes 1 to %d", len(names), maxFiles)
	}
	return names, nil
}

func openFile(path string) (*file, error) {
	data, done, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	f := &file{path: path, data: data, done: done}
	if f.tensors, err = parse(data); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// headSize is that of the number that a file begins with: the size of its header.
const headSize = 8

// maxHeader is the limit of the format.
const maxHeader = 100_000_000

// parse reads the header of a file and cuts the rest into the tensors.
func parse(data []byte) ([]Tensor, error) {
	if len(data) < headSize {
		return nil, fmt.Errorf("it has %d bytes and no header: it was cut, or is no safetensors file", len(data))
	}
	size := binary.LittleEndian.Uint64(data)
	if size > maxHeader || size > uint64(len(data)-headSize) {
		return nil, fmt.Errorf("its header claims %d bytes and the file has %d: it was cut, or is no safetensors file", size, len(data))
	}
	header, body := data[headSize:headSize+size], data[headSize+size:]
	entries, err := readHeader(header)
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return slice(entries, body)
}

// slice gives each entry its bytes. In the order of their places they must follow each other from the first
// byte to the last.
func slice(entries []entry, body []byte) ([]Tensor, error) {
	slices.SortStableFunc(entries, func(a, b entry) int {
		if a.from != b.from {
			return compare(a.from, b.from)
		}
		return compare(a.to, b.to)
	})
	var at int64
	tensors := make([]Tensor, 0, len(entries))
	for _, e := range entries {
		switch size, err := e.size(); {
		case err != nil:
			return nil, err
		case e.from > e.to || e.to > int64(len(body)):
			return nil, fmt.Errorf("tensor %q is declared at bytes %d to %d of %d: the file was cut or its header is wrong",
				e.name, e.from, e.to, len(body))
		case size != e.to-e.from:
			return nil, fmt.Errorf("tensor %q, %s of %s, takes %d bytes and is declared with %d", e.name, e.kind, Shape(e.shape), size, e.to-e.from)
		case e.from < at:
			return nil, fmt.Errorf("tensor %q is declared to begin at byte %d, within another that ends at %d", e.name, e.from, at)
		case e.from > at:
			return nil, fmt.Errorf("bytes %d to %d belong to no tensor", at, e.from)
		}
		at = e.to
		tensors = append(tensors, Tensor{Name: e.name, Type: e.kind, Shape: e.shape, data: body[e.from:e.to:e.to]})
	}
	if at != int64(len(body)) {
		return nil, fmt.Errorf("%d bytes after the last tensor belong to none", int64(len(body))-at)
	}
	return tensors, nil
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
