package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of a Parquet footer. A file of a few bytes can claim gigabytes in any of them, and memory that
// cannot be had ends the process: no recover sees it.
const (
	maxFooter    = 64 << 20 // bytes; bounds of long texts are kept there by some writers
	maxColumns   = 1 << 10  // schema elements; paths take memory by their square
	maxRowGroups = 1 << 14
)

// footerTail is the end of every Parquet file: the footer's length and the magic word.
const footerTail = 8

// readFooter reads the footer of a Parquet file and refuses claims that cannot be true, so that opening
// the file allocates no more than a multiple of what is there.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	tail := make([]byte, footerTail)
	if size < footerTail+4 {
		return nil, errShort
	}
	if _, err := r.ReadAt(tail, size-footerTail); err != nil {
		return nil, fmt.Errorf("read the end: %w", err)
	}
	if string(tail[4:]) != "PAR1" {
		return nil, fmt.Errorf("it ends with %q, not with PAR1: it is cut off, or encrypted", tail[4:])
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-footerTail-4 || length > maxFooter {
		return nil, fmt.Errorf("its footer states a length of %d bytes, the file has %d", length, size)
	}
	data := make([]byte, length)
	if _, err := r.ReadAt(data, size-footerTail-length); err != nil {
		return nil, fmt.Errorf("read the footer: %w", err)
	}
	meta := new(format.FileMetaData)
	if _, err := decodeThrift(data, meta); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	return meta, checkFooter(meta, size)
}

// decodeThrift decodes the structure at the beginning of data, once all of it is known to be there.
func decodeThrift(data []byte, into any) (int, error) {
	n, err := thriftSize(data)
	if err != nil {
		return 0, err
	}
	var protocol thrift.CompactProtocol
	return n, thrift.NewDecoder(protocol.NewReaderFromBytes(data[:n])).Decode(into)
}

func checkFooter(meta *format.FileMetaData, size int64) error {
	if len(meta.Schema) > maxColumns {
		return fmt.Errorf("it has %d columns, more than the %d that are read", len(meta.Schema), maxColumns)
	}
	if len(meta.RowGroups) > maxRowGroups {
		return fmt.Errorf("it has %d row groups, more than the %d that are read", len(meta.RowGroups), maxRowGroups)
	}
	var left = size // chunks do not overlap
	for i := range meta.RowGroups {
		for k := range meta.RowGroups[i].Columns {
			c := &meta.RowGroups[i].Columns[k].MetaData
			start := chunkStart(c)
			if start < 0 || start > size || c.TotalCompressedSize < 0 || c.TotalCompressedSize > min(left, size-start) {
				return fmt.Errorf("row group %d: column %d lies outside the file", i, k)
			}
			left -= c.TotalCompressedSize
		}
	}
	return nil
}

// chunkStart is where the pages of a column chunk begin.
func chunkStart(c *format.ColumnMetaData) int64 {
	if c.DictionaryPageOffset != 0 {
		return c.DictionaryPageOffset
	}
	return c.DataPageOffset
}

// checkIndexes walks the page indexes, which opening a file reads whole.
func checkIndexes(r io.ReaderAt, size int64, meta *format.FileMetaData) error {
	left := size
	for i := range meta.RowGroups {
		for k := range meta.RowGroups[i].Columns {
			c := &meta.RowGroups[i].Columns[k]
			for _, at := range [...]struct{ offset, length int64 }{
				{c.ColumnIndexOffset, int64(c.ColumnIndexLength)}, {c.OffsetIndexOffset, int64(c.OffsetIndexLength)},
			} {
				if at.length < 0 || at.length > left || at.offset < 0 || at.offset > size-at.length {
					return fmt.Errorf("row group %d: the page index of column %d lies outside the file", i, k)
				}
				left -= at.length
				if err := walkAt(r, at.offset, at.length); err != nil {
					return fmt.Errorf("row group %d: page index of column %d: %w", i, k, err)
				}
			}
		}
	}
	return nil
}

func walkAt(r io.ReaderAt, offset, length int64) error {
	if length == 0 || offset == 0 {
		return nil
	}
	data := make([]byte, length)
	if _, err := r.ReadAt(data, offset); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	_, err := thriftSize(data)
	return err
}
