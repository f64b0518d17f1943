package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// errUnfolds refuses a page that holds more than its header says.
var errUnfolds = errors.New("it unfolds to more than it says")

// unfolder unpacks pages into memory of a given size and no more. The decoder's own codecs believe the size
// stated in the packed bytes, and the one for LZ4 allocates without limit over damaged ones.
type unfolder struct {
	buf  []byte
	zstd *zstd.Decoder
}

// unfold unpacks a page; the result is good until the next.
func (u *unfolder) unfold(codec format.CompressionCodec, packed []byte, most int) ([]byte, error) {
	if codec == format.Uncompressed {
		return packed, nil
	}
	if cap(u.buf) < most {
		u.buf = make([]byte, most)
	}
	dst := u.buf[:most]
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(packed)
		if err != nil {
			return nil, err
		}
		if n > most {
			return nil, errUnfolds
		}
		return snappy.Decode(dst, packed)
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return fillFrom(dst, z)
	case format.Brotli:
		return fillFrom(dst, brotli.NewReader(bytes.NewReader(packed)))
	case format.Zstd:
		return u.unfoldZstd(dst, packed)
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(packed, dst)
		if err != nil {
			return nil, err
		}
		return dst[:n], nil
	}
	return nil, fmt.Errorf("unknown compression %s", codec)
}

func (u *unfolder) unfoldZstd(dst, packed []byte) (_ []byte, err error) {
	if u.zstd == nil {
		u.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return nil, err
		}
	}
	return u.zstd.DecodeAll(packed, dst[:0:len(dst)])
}

func (u *unfolder) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}

// fillFrom reads a stream that must end within dst.
func fillFrom(dst []byte, r io.Reader) ([]byte, error) {
	n, err := io.ReadFull(r, dst)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return dst[:n], nil
	}
	if err != nil {
		return nil, err
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || err == nil {
		return nil, errUnfolds
	}
	return dst, nil
}

// runSlack is by how much runs may go beyond the values of a page: writers fill up the last group.
const runSlack = 512

// checkRuns counts the values of run-length encoded data before a decoder allocates them: five bytes can say
// that one value is there two thousand million times.
func checkRuns(data []byte, width uint, values int) error {
	left := uint64(values) + runSlack
	for len(data) > 0 {
		head, n := binary.Uvarint(data)
		if n <= 0 {
			return errShort
		}
		data = data[n:]
		count, size := head>>1, uint64(width+7)/8
		if head&1 != 0 {
			if count > left {
				return errUnfolds
			}
			count, size = count*8, count*uint64(width)
		}
		if count > left {
			return errUnfolds
		}
		left -= count
		data = data[min(size, uint64(len(data))):]
	}
	return nil
}

// checkDeltas holds the number of values that delta-encoded data begins with to that of the page.
func checkDeltas(data []byte, values int) error {
	for field := range 3 { // block size, blocks, values
		v, n := binary.Uvarint(data)
		if n <= 0 {
			return errShort
		}
		if field == 2 && v > uint64(values) {
			return errUnfolds
		}
		data = data[n:]
	}
	return nil
}
