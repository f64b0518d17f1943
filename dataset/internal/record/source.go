package record

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
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Limits of a file.
const (
	maxUnpacked = 64 << 30  // bytes that a packed file may unpack to; records have their own limit
	maxWindow   = 128 << 20 // bytes that a zstd file may look back
	maxDocument = 64 << 20  // bytes of a file that is read whole
	ReadBytes   = 128 << 10
)

// Source is a file being read: its bytes unpacked, without a byte order mark.
type Source struct {
	*bufio.Reader
	file  *os.File
	Close func()
}

// Stamp tells whether a file is still the one that was looked at.
type Stamp struct {
	size int64
	time time.Time
}

// OpenFile opens a regular file. What is no file is refused before it is opened: a pipe would wait.
func OpenFile(path string) (*os.File, Stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("open data set %q: %w", path, Reason(err))
	}
	if info.IsDir() {
		return nil, Stamp{}, fmt.Errorf("open data set %q: it is a directory: name a file in it", path)
	}
	if !info.Mode().IsRegular() {
		return nil, Stamp{}, fmt.Errorf("open data set %q: it is no regular file, and a set is read more than once: "+
			"save it to a file first", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("open data set %q: %w", path, Reason(err))
	}
	if info, err = f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, Stamp{}, fmt.Errorf("open data set %q: it is no regular file", path)
	}
	return f, Stamp{info.Size(), info.ModTime()}, nil
}

// Reason is an error without the path that the message names already.
func Reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// HashFile is the SHA-256 of a file as it lies there.
func HashFile(f io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// foreign are the first bytes of files that are no data set, and what to do about them.
var foreign = []struct{ magic, advice string }{
	{"PK\x03\x04", "it is a workbook or a zip archive: save the sheet as CSV, or unpack it"},
	{"\xd0\xcf\x11\xe0", "it is an old workbook: save the sheet as CSV"},
	{"\xff\xfe", "it is UTF-16: save it as UTF-8"},
	{"\xfe\xff", "it is UTF-16: save it as UTF-8"},
	{"ARROW1", "it is an Arrow file: save it as Parquet"},
	{"SQLite format 3", "it is a database: export a table as CSV or JSON lines"},
	{"%PDF", "it is a PDF, which holds no cases"},
	{"BZh", "it is packed with bzip2: unpack it, or pack it with gzip or zstd"},
	{"\xfd7zXZ", "it is packed with xz: unpack it, or pack it with gzip or zstd"},
	{"\x04\x22\x4d\x18", "it is packed with lz4: unpack it, or pack it with gzip or zstd"},
}

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	byteOrder = []byte{0xef, 0xbb, 0xbf}
)

// openSource opens a file and unpacks it if it is packed.
func openSource(path string) (*Source, Stamp, error) {
	f, st, err := OpenFile(path)
	if err != nil {
		return nil, st, err
	}
	s, err := unpack(f)
	if err != nil {
		f.Close()
		return nil, st, fmt.Errorf("open data set %q: %w", path, err)
	}
	return s, st, nil
}

func unpack(f *os.File) (*Source, error) {
	s := &Source{Reader: bufio.NewReaderSize(f, ReadBytes), file: f, Close: func() { f.Close() }}
	head, err := s.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, Reason(err)
	}
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(s.Reader)
		if err != nil {
			return nil, fmt.Errorf("damaged gzip file: %w", err)
		}
		s.Reader = bufio.NewReaderSize(&unpacked{z, maxUnpacked}, ReadBytes)
	case bytes.HasPrefix(head, zstdMagic):
		z, err := zstd.NewReader(s.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, fmt.Errorf("damaged zstd file: %w", err)
		}
		s.Close = func() { z.Close(); f.Close() }
		s.Reader = bufio.NewReaderSize(&unpacked{z, maxUnpacked}, ReadBytes)
	}
	return s, s.start()
}

// start skips the byte order mark and refuses what is known to be something else.
func (s *Source) start() error {
	head, err := s.Peek(16)
	if err != nil && !errors.Is(err, io.EOF) {
		return Reason(err)
	}
	if bytes.HasPrefix(head, byteOrder) {
		_, err := s.Discard(len(byteOrder))
		return err
	}
	for _, kind := range foreign {
		if bytes.HasPrefix(head, []byte(kind.magic)) {
			return errors.New(kind.advice)
		}
	}
	return nil
}

// unpacked ends a stream that unpacks without end.
type unpacked struct {
	r    io.Reader
	left int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	if u.left <= 0 {
		return 0, fmt.Errorf("it unpacks to more than the %d bytes that are read", int64(maxUnpacked))
	}
	n, err := u.r.Read(p)
	u.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("unpack: %w", err)
	}
	return n, err
}

// ReadAll reads what is left of a source, up to the limit of documents.
func (s *Source) ReadAll() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(s.Reader, maxDocument+1))
	if err == nil && len(data) > maxDocument {
		err = fmt.Errorf("it is one document of more than the %d bytes that are read whole: write it as JSON lines", maxDocument)
	}
	return data, err
}
