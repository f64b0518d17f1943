package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/assayhq/assay/corpus/internal/block"
)

// Limits of one source file. The largest filings on EDGAR are full submissions of a few hundred
// megabytes, most of it encoded images.
const (
	maxSource = 512 << 20 // unpacked bytes of a submission; of a file of rows there may be more
	maxRatio  = 150       // unpacked to packed; filings reach 30
	freeSize  = 32 << 20  // up to here the ratio does not matter
)

// headSize is how much of a file is looked at to tell what it is.
const headSize = 16 << 10

// sourceFile is one file. Its first bytes decide which reader takes it; readers of one document load the
// rest, readers of many rows stream it.
type sourceFile struct {
	Path   string
	Head   []byte // the first bytes, unpacked
	Size   int64  // on disk
	Data   []byte // all of it, unpacked and transcoded, once loaded
	SHA256 string // of Data
	packed bool

	modified time.Time
}

// skipError is the reason why a file, or a document in it, did not enter the corpus. It is an outcome, not
// a failure of the program.
type skipError struct {
	Reason string
}

func (s *skipError) Error() string { return s.Reason }

func skip(format string, args ...any) error { return &skipError{fmt.Sprintf(format, args...)} }

// unchanged is the outcome of a file or row that the corpus has already, read by the same rules.
type unchanged struct{ documents []string }

func (u *unchanged) Error() string { return "already in the corpus" }

// openSource looks at the beginning of a file. The error is a *skipError where the file is at fault.
func openSource(path string) (*sourceFile, error) {
	info, err := os.Stat(path) // opening a pipe waits for its writer
	if err != nil {
		return nil, skip("cannot be read: %v", cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, skip(notRegular)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, skip("cannot be read: %v", cause(err))
	}
	defer f.Close()
	s := &sourceFile{Path: path, Size: info.Size(), modified: info.ModTime()}
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, skip("cannot be read: %v", cause(err))
	}
	s.Head = head[:n]
	if bytes.HasPrefix(s.Head, []byte{0x1f, 0x8b}) {
		s.packed = true
		s.Head, err = unpackedHead(s.Head)
		if err != nil {
			return nil, err
		}
	}
	if len(bytes.TrimSpace(s.Head)) == 0 && len(s.Head) < headSize {
		return nil, skip("empty file")
	}
	s.Head, err = toUTF8(s.Head)
	return s, err
}

// unpackedHead unpacks as much as the head of a packed file gives.
func unpackedHead(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, skip("damaged gzip file: %v", err)
	}
	head := make([]byte, headSize)
	n, err := io.ReadFull(z, head)
	if n == 0 && err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, skip("damaged gzip file: %v", err)
	}
	return head[:n], nil
}

// load reads and unpacks the whole file of at most so many bytes. The error is an *unchanged where the corpus has it
// already.
func (s *sourceFile) load(k *kit, most int64) error {
	data, err := s.readAll(k, most)
	if err != nil {
		return err
	}
	if s.Data, err = toUTF8(data); err != nil {
		return err
	}
	sum := sha256.Sum256(s.Data)
	s.SHA256 = hex.EncodeToString(sum[:])
	if known := k.known(s.SHA256); len(known) > 0 {
		return &unchanged{known}
	}
	return nil
}

func (s *sourceFile) readAll(k *kit, most int64) ([]byte, error) {
	if s.Size > most {
		return nil, tooLong(s.Size, most)
	}
	if err := k.budget.reserve(s.Size); err != nil {
		return nil, err
	}
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, skip("cannot be read: %v", cause(err))
	}
	defer f.Close()
	data := make([]byte, s.Size)
	if n, err := io.ReadFull(f, data); err != nil {
		return nil, skip("cannot be read: it ended after %d of %d bytes", n, s.Size)
	}
	if info, err := f.Stat(); err != nil || info.Size() != s.Size || !info.ModTime().Equal(s.modified) {
		return nil, skip("it changed while it was read: ingest it again when it is complete")
	}
	if !s.packed {
		return data, nil
	}
	if err := k.budget.reserve(s.Size + min(unpackedSize(data), allowance(s.Size), most)); err != nil {
		return nil, err
	}
	return unpack(data, most)
}

// tooLong refuses a source by its size.
func tooLong(size, most int64) error {
	return skip("%d bytes, more than the %d that are read of one document; split it, or leave it out", size, most)
}

// stream opens the file for a reader that takes it row by row. A packed file that unfolds out of all
// proportion ends with a *skipError.
func (s *sourceFile) stream() (*rowStream, error) {
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, skip("cannot be read: %v", cause(err))
	}
	if !s.packed {
		return &rowStream{Reader: f, Closer: f, all: math.MaxInt64}, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, skip("damaged gzip file: %v", err)
	}
	return &rowStream{Reader: z, Closer: f, all: allowance(s.Size)}, nil
}

// rowStream bounds what is read of a file of rows: those of a decompression bomb never end.
type rowStream struct {
	io.Reader
	io.Closer
	all int64 // bytes that the file may still give
	err error // what ended it before its end
}

func (r *rowStream) Read(p []byte) (n int, err error) {
	switch {
	case r.all <= 0:
		err = skip("unpacks to over %d times its size: a decompression bomb", maxRatio)
	default:
		n, err = r.Reader.Read(p)
		r.all -= int64(n)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// cause is an error without the path that its reader prints anyway.
func cause(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// unpack expands gzip. It stops early on a bomb: a small file that unfolds out of all proportion.
func unpack(packed []byte, most int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, skip("damaged gzip file: %v", err)
	}
	size, allowed := unpackedSize(packed), allowance(int64(len(packed)))
	limit := min(most, allowed, max(size, freeSize))
	out := bytes.NewBuffer(make([]byte, 0, min(limit, size)+bytes.MinRead))
	_, err = out.ReadFrom(io.LimitReader(z, limit+1))
	data := out.Bytes()
	switch {
	case int64(len(data)) > limit && limit == allowed:
		return nil, skip("unpacks to over %d times its size: a decompression bomb", maxRatio)
	case int64(len(data)) > limit && limit == most:
		return nil, tooLong(int64(len(data)), most)
	case int64(len(data)) > limit:
		return nil, skip("unpacks to more than the %d bytes that its end states: unpack it first", size)
	case err != nil:
		return nil, skip("damaged gzip file: %v", err)
	}
	return data, nil
}

// allowance is how many bytes a packed file may unfold to.
func allowance(packed int64) int64 { return max(freeSize, packed*maxRatio) }

// unpackedSize is what the end of a gzip file says of its size, modulo 2^32: a hint, not to be believed.
func unpackedSize(packed []byte) int64 {
	if len(packed) < 4 {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// toUTF8 transcodes UTF-16 and refuses what is no text at all. Single bytes of Windows-1252 need nothing:
// the readers take them as they come.
func toUTF8(data []byte) ([]byte, error) {
	data = block.UTF8(data)
	switch {
	case bytes.HasPrefix(data, []byte("%PDF-")), bytes.HasPrefix(data, []byte("PAR1")):
		return data, nil
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, skip("a ZIP archive: unpack it first")
	}
	head := data[:min(len(data), 8192)]
	if zeros := bytes.Count(head, []byte{0}); zeros*50 > len(head) {
		return nil, skip("not text: binary data of an unknown kind")
	}
	return data, nil
}

// stem is the file's name without directories and extensions.
func (s *sourceFile) stem() string {
	name := filepath.Base(s.Path)
	for {
		ext := filepath.Ext(name)
		switch strings.ToLower(ext) {
		case ".gz", ".htm", ".html", ".txt", ".pdf", ".json", ".jsonl", ".ndjson", ".parquet", ".md", ".xhtml", ".nc":
			name = strings.TrimSuffix(name, ext)
		default:
			return name
		}
	}
}
